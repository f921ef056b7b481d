"""Parameters of records: whoever holds a record passes them, nobody sets them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from inspect import signature
from typing import Any

from quire.runtime.editing.comparing.columns import are_plainly_same, columns
from quire.runtime.errors import ContradictionError
from quire.runtime.members import own_members
from quire.runtime.reading.checks import show
from quire.runtime.reading.instance import NONE
from quire.runtime.reading.reader import Reader
from quire.runtime.record import Record
from quire.runtime.showing.shown import same


class Passed:
    """The parameters of the records of a file that is written.

    While it is written they become what the records around them pass. So what somebody has set is
    kept aside, and compared with what is read again.
    """

    def __init__(self) -> None:
        self._groups: list[tuple[list[Any], list[Any]]] = []
        self._added: list[Any] = []
        self._set: dict[int, dict[str, Any]] = {}

    def note(self, records: list[Any], again: list[Any]) -> None:
        """Note records of one type, with what is read in their places."""
        if not type(records[0])._params:
            return
        self._groups.append((records, again))
        for record, name, value, _ in _others(records, again):
            if _is_other(value, _passed(record).get(name, NONE)):
                self._set.setdefault(id(record), {})[name] = value

    def note_added(self, record: Any, was: Any) -> None:
        """Note a record that was not there.

        Args:
            record: The record.
            was: What is read in the place that it had elsewhere; None if it was built, or nobody
                can tell.
        """
        self._added.append(record)
        before = _passed(record) or _read_or_made(record, was)
        for name in record._params:
            value = getattr(record, name, NONE)
            if value is not NONE and _is_other(value, before.get(name, value)):
                self._set.setdefault(id(record), {})[name] = value

    @property
    def are_there(self) -> bool:
        """Whether any record has some."""
        return bool(self._groups)

    @property
    def are_set(self) -> bool:
        """Whether somebody has set some."""
        return bool(self._set)

    def expect(self, pairs: Iterable[tuple[Any, Any]]) -> None:
        """Refuse what was set, if other values are read again.

        Args:
            pairs: Records, with what is read in their places after the file was written.

        Raises:
            ContradictionError: a parameter is what the record around it passes.
        """
        for record, again in pairs:
            for name, value in self._set.get(id(record), {}).items():
                if _is_other(value, passed := getattr(again, name, NONE)):
                    advice = "change the field that it is computed from"
                    expected = f"the record around it passes {show(passed)}: {advice}"
                    raise record._locate(ContradictionError(name, expected, show(value)))
                note_passed(record, name)

    def expect_written(self) -> None:
        """Refuse what was set of what is new, if its writer has passed other values.

        Raises:
            ContradictionError: as of `expect`.
        """
        self.expect(zip(self._added, self._added, strict=True))

    def end(self) -> None:
        """Set what was set once more, and note what else has become other than it was read.

        Of what is new, nobody could tell later on what that was.
        """
        for records, again in self._groups:
            for record, name, *_ in _others(records, again):
                if name not in self._set.get(id(record), ()):
                    note_passed(record, name)
            self._set_again(records)
        for record in self._added:
            there = self._set.get(id(record), ())
            note_passed(record, *(name for name in record._params if name not in there))
        self._set_again(self._added)

    def _set_again(self, records: list[Any]) -> None:
        for record in records:
            for name, value in self._set.get(id(record), {}).items():
                setattr(record, name, value)


def note_passed(record: Any, *names: str) -> None:
    """Note what a writer has passed to a record, in some of its parameters."""
    now = {name: getattr(record, name, NONE) for name in names}
    own_members(record)["_passed"] = {**_passed(record), **now}


def note_new(record: Any) -> None:
    """Note what a writer has passed to a record, if that was not read there."""
    members = own_members(record)
    if members.get("_io", NONE) is None or "_is_brought" in members:
        note_passed(record, *record._params)


def _passed(record: Any) -> dict[str, Any]:
    """What writers have passed to a record."""
    passed: dict[str, Any] = own_members(record).get("_passed", {})
    return passed


def _read_or_made(record: Any, was: Any) -> dict[str, Any]:
    """The parameters of a record to which no writer has passed any, before somebody set them."""
    if was is not None:
        return {name: getattr(was, name, NONE) for name in record._params}
    kind: Any = type(record)  # mypy takes the hash of its objects for that of a class
    return _made(kind) if own_members(record).get("_io", NONE) is None else {}


@cache
def _made(kind: Any) -> dict[str, Any]:
    """The parameters of a record of a type that is made without any."""
    return {name: signature(kind).parameters[name].default for name in kind._params}


def are_others(records: list[Any], again: list[Any]) -> bool:
    """Whether records of one type have other parameters than what is read in their places."""
    return bool(type(records[0])._params) and bool(_others(records, again))


def passed_anew(records: list[Any], again: list[Any]) -> Iterator[tuple[Any, str, Any, Any]]:
    """The plain parameters of records of one type that are others in a file that was written.

    Args:
        records: The records.
        again: What is read in their places in that file.

    Returns:
        Of which record they are, their names, and what they are here and there.
    """
    others = _others(records, again) if type(records[0])._params else ()
    yield from (each for each in others if not isinstance(each[3], Reader | Record | list))


def _others(records: list[Any], again: list[Any]) -> list[tuple[Any, str, Any, Any]]:
    """The parameters that are others: of which record, their names, what they are, and were."""
    return [
        (record, name, value, was)
        for name, mine, theirs in columns(records, again, type(records[0])._params)
        if not are_plainly_same(mine, theirs)
        for record, value, was in zip(records, mine, theirs, strict=True)
        if _is_other(value, was)
    ]


def _is_other(value: Any, again: Any) -> bool:
    """Whether a parameter is another one; what is a record, or a stream, is not gone into."""
    if isinstance(value, Reader | Record):
        return type(value) is not type(again)
    if isinstance(value, list):
        return not isinstance(again, list) or len(value) != len(again)
    if isinstance(value, float) and value != value:  # noqa: PLR0124  # not a number
        return type(again) is not float
    return type(value) is not type(again) or not same(value, again)
