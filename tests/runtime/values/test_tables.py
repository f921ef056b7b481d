"""Tables that generated readers look into."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

from quire.runtime.values.tables import Members, Types


class Kind(IntEnum):
    good = 1
    bad = 2


def test_a_number_without_a_name_stays_a_number() -> None:
    members = Members(lambda: Kind)
    assert members[3] == 3
    assert not isinstance(members[3], Kind)
    assert members[1] is Kind.good
    assert sorted(members) == [1, 2]  # what was not there is not kept: a file may have many


def test_an_enum_is_asked_for_once_and_not_before_somebody_looks() -> None:
    asked: list[None] = []

    def enum() -> type[Kind]:
        asked.append(None)
        return Kind

    members = Members(enum)
    assert not asked
    assert [members[number] for number in (1, 2, 1)] == [Kind.good, Kind.bad, Kind.good]
    assert len(asked) == 1


def test_a_type_is_found_by_a_number_or_the_member_that_it_is() -> None:
    made: dict[object, type[Any]] = {Kind.good: str, 7: bytes}
    types = Types(lambda: made)
    assert types[1] is str
    assert types[Kind.good] is str
    assert types[7] is bytes
    assert types[Kind.bad] is None
    assert len(types) == 2
