"""Values of fields of several types that are not of the one that was chosen for them."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from quire.runtime import structure as s
from quire.runtime.errors import EXPLAINED
from quire.runtime.paths import attribute
from quire.runtime.reading.checks import show
from quire.runtime.record import Record
from quire.runtime.structure.evaluate import Here, Unknown, value_of
from quire.runtime.structure.expressions import expression_text
from quire.runtime.structure.lookup import class_at, type_and_spec
from quire.runtime.writing.giving import mistakes, shown


def misfit(record: Record) -> tuple[str, str, str] | None:
    """The first value of a record that is none of the case that its field has now.

    Returns:
        The name of its field, what that takes and why, and what was found; None if there is none,
        nothing tells the case, or it is none of any case.
    """
    try:
        type_, spec = type_and_spec(type(record))
    except TypeError:  # it carries no plan
        return None
    if any(mistakes(record)):  # of no case at all
        return None
    for field in type_.fields:
        given = getattr(record, attribute(field.id), None)
        if not isinstance(field.stored, s.Switch) or given is None:
            continue
        is_list = isinstance(given, list | tuple)
        for i, value in enumerate(given if is_list else [given]):
            here = Here(record, spec, record._io, 0, field.id, i)
            with suppress(Unknown, *EXPLAINED):
                if wrong := _other_than(field.stored, value, here):
                    name = f"{field.id}[{i}]" if is_list else field.id
                    return name, f"{wrong} (set `{name}`, too)", shown(value)
    return None


def _other_than(switch: s.Switch, value: Any, here: Here) -> str:
    """What the case that holds takes, and why; "" if the value is of it."""
    on = value_of(switch.on, here)
    keys = [(each.key, each.stored) for each in switch.cases]
    held = [stored for key, stored in keys if key is not None and value_of(key, here) == on]
    rest = [stored for key, stored in keys if key is None]
    stored = next(iter(held + rest), None)
    if stored is None or _takes(stored, value) or not any(_takes(each, value) for _, each in keys):
        return ""
    expected = "text" if isinstance(stored, s.Text) else "bytes"
    if isinstance(stored, s.Record):
        kind = class_at(type(here.record), stored.path)
        expected = f"a record of {stored.path if kind is None else kind.__qualname__}"
    return f"{expected}, as `{expression_text(switch.on)}` is {show(on)}"


def _takes(stored: s.Stored, value: Any) -> bool:
    """Whether a case takes a value; one of numbers may."""
    if isinstance(stored, s.Record):
        return stored.opaque or _path_of(value) == stored.path
    return not isinstance(stored, s.Text | s.Bytes) or not isinstance(value, Record)


def _path_of(value: Any) -> str:
    return type_and_spec(type(value))[0].path if isinstance(value, Record) else ""
