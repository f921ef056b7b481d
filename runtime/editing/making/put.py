"""What a field of a record is, or an instance that was looked at: it is told, and put back."""

from __future__ import annotations

from typing import Any

from quire.runtime.editing.comparing.same_values import is_same_value
from quire.runtime.editing.instances.seen_in_writing import in_place
from quire.runtime.reading.instance import NONE, forget, forget_computed, keep


def put(record: Any, name: str, value: Any) -> None:
    """Set a field, or what an instance was found to be, to what it was; `NONE` takes it out."""
    value = in_place(value_of(record, name), value)
    if name in record._instances:
        if value is NONE:
            forget(record, name)
        else:
            keep(record, name, value)
    elif value is NONE:
        delattr(record, name)
    else:
        setattr(record, name, value)
    forget_computed(record)


def value_of(record: Any, name: str) -> Any:
    """What a field is, or an instance that is there; `NONE`, if there is none."""
    return record._kept(name) if name in record._instances else getattr(record, name, NONE)


def is_now(record: Any, name: str, value: Any) -> bool:
    """Whether a field, or an instance that is there, is a value."""
    found = value_of(record, name)
    return found is value or is_same_value(found, value)
