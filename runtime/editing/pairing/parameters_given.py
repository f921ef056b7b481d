"""What somebody has set of the parameters of records that are put in, or written without a file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

from quire.runtime.editing.comparing.parameters import Passed
from quire.runtime.editing.instances.instance_use import kinds_below
from quire.runtime.editing.pairing.brought import bringing
from quire.runtime.editing.pairing.pairs import all_inside


def note_added(passed: Passed, record: Any) -> None:
    """Note the parameters of a record that was put in, and of those in it.

    Args:
        passed: Takes them.
        record: The record.
    """
    if _may_have_parameters(record):
        _note(passed, all_inside([record]))


@contextmanager
def passing(record: Any) -> Iterator[None]:
    """Refuse parameters of what is in a record that were set, unless a writer passes just these.

    Raises:
        ContradictionError: a parameter is what the record around it passes.
    """
    passed = Passed()
    if _may_have_parameters(record):
        _note(passed, (each for each in all_inside([record]) if each is not record))
    try:
        yield
        passed.expect_written()
    finally:
        passed.end()


def _note(passed: Passed, some: Iterable[Any]) -> None:
    with bringing() as elsewhere:
        for each in some:
            if each._params:
                passed.note_added(each, elsewhere.twin_of(each))


def _may_have_parameters(record: Any) -> bool:
    """Whether a record, or any that may be in it, has some."""
    kind: Any = type(record)  # mypy takes the hash of its objects for that of a class
    return _may_have(kind)


@cache
def _may_have(kind: Any) -> bool:
    """Whether there are parameters in records of a type."""
    return any(each._params for each in kinds_below(kind))
