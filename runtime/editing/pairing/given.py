"""What fields that can be derived were, of which somebody has set others."""

from __future__ import annotations

from typing import Any

from quire.runtime.editing.comparing.columns import are_equal, are_exact, columns
from quire.runtime.editing.comparing.unedited import is_other
from quire.runtime.editing.making.set_back import is_set_back
from quire.runtime.members import have_more, own_members
from quire.runtime.reading.instance import NONE
from quire.runtime.writing.deriving import known_of


def note_given(records: list[Any], again: list[Any]) -> bool:
    """Note of fields that can be derived what they were, if somebody has set them.

    Returns:
        Whether some are what an earlier writing has made them.
    """
    is_made = False
    for name, mine, theirs in columns(records, again, type(records[0])._derived):
        if are_exact(mine) and are_equal(mine, theirs):
            _note_as_read(records, name)
            continue
        for record, now, was in zip(records, mine, theirs, strict=True):
            if now is NONE:  # it was deleted, to be made anew
                known_of(record).pop(name, None)
            elif is_other(now, was):
                is_made |= not is_other(now, known_of(record).setdefault(name, was))
            else:
                _note_as_read([record], name)
    return is_made


def _note_as_read(records: list[Any], name: str) -> None:
    """Note of a field that nobody has set it, but for what a writing had made another one."""
    for record in records if have_more(records) else ():
        if not is_set_back(record, name):
            own_members(record).get("_known", {}).pop(name, None)
