"""What somebody has set of the parameters of records that are put in, or written without a file."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

from quire.runtime.editing.comparing.parameters import Passed
from quire.runtime.editing.instances.instance_use import kinds_below
from quire.runtime.editing.pairing.brought import now_elsewhere
from quire.runtime.editing.pairing.pairs import below, records


def note_added(passed: Passed, record: Any) -> None:
    """Note the parameters of a record that was put in, and of those in it.

    Args:
        passed: Takes them.
        record: The record.
    """
    for each in _with_parameters(record):
        passed.note_added(each, now_elsewhere().twin_of(each))


@contextmanager
def passing(record: Any) -> Iterator[None]:
    """Refuse parameters that were set, unless a writer has passed just these to the records.

    Raises:
        ContradictionError: a parameter is what the record around it passes.
    """
    passed = Passed()
    for each in _inside(record) if _may_have_parameters(record) else ():
        note_added(passed, each)
    try:
        yield
        passed.expect_written()
    finally:
        passed.end()


def _with_parameters(record: Any) -> Iterator[Any]:
    """The records that have some, of one and those in it."""
    seen, pending = set[int](), [record]
    while pending:
        each = pending.pop()
        if id(each) in seen or not _may_have_parameters(each):
            continue
        seen.add(id(each))
        if each._params:
            yield each
        pending += _inside(each)


def _inside(record: Any) -> Iterator[Any]:
    """The records in one, at positions, too, as far as they were made."""
    yield from below(record)
    for name in record._placed:
        yield from records(record._kept(name))


def _may_have_parameters(record: Any) -> bool:
    """Whether a record, or any that may be in it, has some."""
    kind: Any = type(record)  # mypy takes the hash of its objects for that of a class
    return _may_have(kind)


@cache
def _may_have(kind: Any) -> bool:
    """Whether there are parameters in records of a type."""
    return any(each._params for each in kinds_below(kind))
