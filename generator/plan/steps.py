"""Stage 5: the steps that turn the typed model into a plan, in their order."""

from __future__ import annotations

from collections.abc import Callable

from quire.generator.plan.around import fields_look_up
from quire.generator.plan.bit_runs import bit_runs
from quire.generator.plan.consistency import consistency
from quire.generator.plan.derive import derive
from quire.generator.plan.found import mark_found
from quire.generator.plan.fuse import fuse
from quire.generator.plan.limits import limits
from quire.generator.plan.lower import lower
from quire.generator.plan.measure import measure
from quire.generator.plan.needed import needed
from quire.generator.plan.operations import Module
from quire.generator.plan.place import place
from quire.generator.plan.read_once import read_once
from quire.generator.plan.rows import rows
from quire.generator.plan.structure import structure
from quire.generator.plan.tables import tables
from quire.generator.plan.told import told
from quire.generator.plan.verify import verify
from quire.generator.resolve.scopes import Path
from quire.generator.source import Span
from quire.generator.types.model import Model
from quire.runtime.frozen import replace


def plan(
    model: Model, spec: str, digest: str, *, auto_read: bool = True, read_write: bool = False
) -> Module:
    """The plan of a spec.

    Args:
        model: The spec.
        spec: Its name, for the header.
        digest: Of its text, for the header.
        auto_read: Whether an object reads itself when it is made.
        read_write: Whether objects are written as Kaitai's compiler has it; then they do not read
            themselves.
    """
    lowered = lower(model, spec, digest, auto_read=auto_read, read_write=read_write)
    derived = _derived(model, lowered)
    if read_write:
        # Nothing is derived then; the structure says all the same what depends on what.
        module = _after((limits,), consistency(lowered))
    else:
        first = needed, limits, fuse, bit_runs, rows, mark_found
        module = _after((*first, fields_look_up, read_once, measure), derived)
    return replace(module, structure=derived.structure, places=_places(model))


def outline(model: Model, spec: str) -> Module:
    """A plan as far as it tells where fields stand, and what a writer derives: for editors."""
    return _derived(model, lower(model, spec, "", auto_read=True, read_write=False))


def _derived(model: Model, module: Module) -> Module:
    derived = _after((tables, derive, place, told), module)
    return replace(derived, structure=structure(model, derived))


def _places(model: Model) -> tuple[tuple[Path, str, Span], ...]:
    return tuple(
        (type_.definition.path, field.id, field.syntax.span)
        for type_ in model.types
        for field in (*type_.seq, *type_.instances)
    )


def _after(steps: tuple[Callable[[Module], Module], ...], module: Module) -> Module:
    for step in steps:
        module = step(module)
        verify(module)
    return module
