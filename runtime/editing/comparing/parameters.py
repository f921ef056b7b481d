"""Parameters of records that were read: whoever holds a record passes them, nobody sets them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
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
        self._set: dict[int, dict[str, Any]] = {}

    def note(self, records: list[Any], again: list[Any]) -> None:
        """Note records of one type, with what is read in their places."""
        if not type(records[0])._params:
            return
        self._groups.append((records, again))
        for record, name, value, _ in _others(records, again):
            if _is_other(value, own_members(record).get("_known", {}).get(name, NONE)):
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

    def end(self) -> None:
        """Set what was set once more, and note what else has become other than it was read."""
        for records, again in self._groups:
            for record, name, value, _ in _others(records, again):
                if name not in self._set.get(id(record), ()):
                    own_members(record).setdefault("_known", {})[name] = value
            for record in records:
                for name, value in self._set.get(id(record), {}).items():
                    setattr(record, name, value)


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
