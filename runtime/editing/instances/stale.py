"""Instances over bytes that fields have, and that were changed there: they show other bytes now.

So do fields under instances that were changed. What follows from such a one would stay what it was.
So it becomes what is read there now, and the file is written once more. The next writing begins
with what was read.
"""

from __future__ import annotations

from typing import Any

from quire.runtime.editing.comparing.same_values import is_same_value
from quire.runtime.editing.instances.instance_use import derived_by, gone_by
from quire.runtime.editing.instances.late_instances import leads_elsewhere
from quire.runtime.errors import EXPLAINED, FormatError
from quire.runtime.members import own_members
from quire.runtime.reading.checks import show
from quire.runtime.reading.instance import NONE, forget
from quire.runtime.writing.sizes import times_unknown

Strange = tuple[Any, str, Any, Any]
"""A record, the name of a field, its value, and what the file would say there."""


def stale(
    pairs: list[tuple[Any, Any]], others: list[Strange], fields: list[Strange]
) -> list[Strange]:
    """The instances and fields by which fields go that are others now, if those have to be, too.

    Args:
        pairs: Records, with what is read again in their places; it is derived anew.
        others: Their instances that are others than what is read now.
        fields: Their fields that somebody has changed by views of their bytes.
    """
    kinds = {type(left) for left, _ in pairs}
    names, told = gone_by(kinds), derived_by(kinds) if fields else set()
    found = [each for each in fields if each[1] in told]
    found += (each for each in others if each[1] in names)
    return found if found and _is_derived_otherwise([again for _, again in pairs]) else []


def _is_derived_otherwise(records: list[Any]) -> bool:
    """Whether something follows from fields that were read that they do not say.

    What follows from how many bytes something takes is nothing that an instance shows.
    """
    try:
        return any(map(_says_otherwise, records))
    except EXPLAINED:
        return True


def _says_otherwise(record: Any) -> bool:
    """The same of one record."""
    was, unknown = _derived(record), times_unknown()
    record._derive_all()
    if times_unknown() != unknown:
        return False
    return not all(map(is_same_value, _derived(record), was))


def _derived(record: Any) -> list[Any]:
    return [getattr(record, name, NONE) for name in record._derived]


def look_anew(seen: list[Strange], top: Any) -> None:
    """Have them be what is read of them now, and all else what it was before the writing.

    What fields lead elsewhere is read there when it is asked for.
    """
    remade = own_members(top)["_remade"]
    remade.begin_anew()
    for record, name, was, now in seen:
        if name in record._fields:
            remade.show(record, name, was, now)
        elif now is NONE or leads_elsewhere(record, name):
            forget(record, name)
        else:
            setattr(record, name, now)
            remade.note(record, name, was, now)


def stays_stale(seen: list[Strange], error: FormatError | None) -> FormatError:
    """The error of fields that cannot follow from what an instance shows now."""
    record, name, value, now = seen[-1]
    told = "" if error is None else f": {error}"
    expected = f"{show(value)}, as before: fields are derived from it, and cannot be computed again"
    wrong: FormatError = record._locate(FormatError(name, expected, f"{show(now)}{told}"))
    return wrong
