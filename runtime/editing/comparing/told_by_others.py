"""Instances without bytes that can be set: the file has them only if others of a record tell them.

Where an archive begins is one, which a spec has a writer choose.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from quire.runtime.editing.comparing.columns import is_exact, looked_at
from quire.runtime.errors import EXPLAINED
from quire.runtime.members import have_more
from quire.runtime.reading.instance import NONE
from quire.runtime.writing.lost_values import told_otherwise


def expect_told(records: list[Any], again: list[Any]) -> None:
    """Refuse instances without bytes that were set, unless others of a record say the same.

    Raises:
        ContradictionError: they say something else: another layout would not mend it.
    """
    kind: Any = type(records[0])  # mypy takes the hash of its objects for that of a class
    for name in _told_by_others(kind) if have_more(records) else ():
        for i, value, has_been_set in looked_at(records, name):
            if has_been_set and is_exact(type(value)) and (now := _told(again[i], name)) != value:
                raise told_otherwise(records[i], name, now)


@cache
def _told_by_others(kind: Any) -> list[str]:
    known = {*kind._computed, *kind._placed, *kind._loose, *kind._elsewhere}
    return [name for name in kind._instances if name not in known]


def _told(record: Any, name: str) -> Any:
    """What others of a record make an instance; `NONE`, if they cannot."""
    try:
        return getattr(record, name)
    except EXPLAINED:
        return NONE
