"""Tables that generated readers look into."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

from quire.runtime.values.tables import MOST, Members, Types, WithTypes


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


def test_a_number_tells_the_member_and_the_type_that_this_chooses() -> None:
    found = WithTypes(Members(lambda: Kind), Types(lambda: {Kind.good: str, 7: bytes}))
    assert [found[number] for number in (1, 2, 7, 8)] == [
        (Kind.good, str),
        (Kind.bad, None),
        (7, bytes),
        (8, None),
    ]
    assert found[1][0] is Kind.good


def test_of_numbers_without_a_name_no_more_than_a_few_thousand_are_kept() -> None:
    found = WithTypes(Members(lambda: Kind), Types(lambda: {Kind.good: str}))
    assert all(found[number] == (number, None) for number in range(10, 9000))
    assert len(found) == MOST
    assert found[9000] == (9000, None)
    assert found[1] == (Kind.good, str)
