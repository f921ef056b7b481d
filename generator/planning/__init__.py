"""Stage 5: the steps that turn the typed model into a plan, in their order."""

from __future__ import annotations

from quire.generator.model import Model
from quire.generator.plan import Module
from quire.generator.planning.bit_runs import bit_runs
from quire.generator.planning.consistency import consistency
from quire.generator.planning.derive import derive
from quire.generator.planning.fuse import fuse
from quire.generator.planning.limits import limits
from quire.generator.planning.lower import lower
from quire.generator.planning.measure import measure
from quire.generator.planning.needed import needed
from quire.generator.planning.place import place
from quire.generator.planning.rows import rows
from quire.generator.planning.tables import tables
from quire.generator.planning.verify import verify


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
    module = lower(model, spec, digest, auto_read=auto_read, read_write=read_write)
    if read_write:
        module = consistency(module)
    building = (tables, derive, place, needed, limits, fuse, bit_runs, rows, measure)
    for step in (limits,) if read_write else building:
        module = step(module)
        verify(module)
    return module
