"""Which elements of a list of plain values stayed where others were set, put in and taken out."""

from __future__ import annotations

import random

import pytest

from quire.runtime.editing.comparing import fewest_edits
from quire.runtime.editing.comparing.fewest_edits import beside


def _fewest(was: str, now: str) -> int:
    """How many edits a list takes at least: the table of Wagner and Fischer."""
    row: list[int] = [*range(len(now) + 1)]
    for i, one in enumerate(was, 1):
        before = row
        row = [i]
        for j, other in enumerate(now, 1):
            row.append(min(before[j - 1] + (one != other), before[j] + 1, row[j - 1] + 1))
    return row[-1]


@pytest.mark.parametrize("seed", range(300))
def test_what_stayed_is_what_the_fewest_edits_leave(seed: int) -> None:
    draw = random.Random(seed)  # noqa: S311  # no secret
    was, now = ("".join(draw.choices("abcd", k=draw.randrange(8))) for _ in range(2))
    stayed = fewest_edits._stayed([*was], [*now])
    edits = there = here = 0
    for i, j in (*stayed, (len(was), len(now))):
        assert i >= there
        assert j >= here
        edits += max(i - there, j - here)
        there, here = i + 1, j + 1
    assert all(was[i] == now[j] for i, j in stayed)
    assert edits == _fewest(was, now)


@pytest.mark.parametrize(
    ("was", "now", "places"),
    [
        ("abc", "axcb", {0: 0, 1: 1, 2: 2}),  # set, and appended
        ("abc", "zaxcb", {0: 1, 1: 2, 2: 3}),
        ("ab", "xy", {0: 0, 1: 1}),
        ("ab", "axy", {0: 0}),
        ("ab", "xyz", {}),  # nothing stayed that tells
        ("abc", "axyc", {0: 0, 2: 3}),
        ("abc", "ac", {0: 0, 2: 1}),
        ("abc", "ax", {0: 0}),
        ("bc", "xb", {0: 1}),
        ("", "a", {}),
        ("a", "", {}),
    ],
)
def test_what_was_set_is_in_the_place_of_what_was_there(
    was: str, now: str, places: dict[int, int]
) -> None:
    assert dict(beside([*was], [*now])) == places


def test_of_many_edits_those_are_matched_that_stand_side_by_side(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(fewest_edits, "MOST_EDITS", 2)
    assert dict(beside([*"abcdef"], [*"uvwxyf"])) == {i: i for i in range(6)}
    assert dict(beside([*"abcdef"], [*"uvwxyzf"])) == {5: 6}
