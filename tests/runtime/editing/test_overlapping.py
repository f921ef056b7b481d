"""Instances that share bytes: one is edited, and nothing is lost but what it had."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

import quire
from tests.runtime.writing.test_building import compiled

SPEC = """
seq: [{id: parts, type: part, repeat: expr, repeat-expr: 3}]
types:
  part:
    seq: [{id: ofs, type: u1}, {id: len, type: u1}]
    instances: {body: {io: _root._io, pos: ofs, size: len}}
"""
LETTERS = b"ABCDEFGHIJKLMNOP"
BEGIN = 6
Place = tuple[int, int]
"""Where something begins among the letters, and how many of them it has."""


def file_of(*places: Place, letters: bytes = LETTERS) -> bytes:
    """A file with parts that have some of the letters."""
    return b"".join(bytes([BEGIN + at, size]) for at, size in places) + letters


@pytest.fixture(scope="module")
def kind(tmp_path_factory: pytest.TempPathFactory) -> Any:
    return compiled(tmp_path_factory.mktemp("spec"), SPEC)


def edited(kind: Any, places: list[Place], i: int, body: bytes, *, looked: bool) -> Any:
    record = kind.from_bytes(file_of(*places))
    if looked:
        assert [len(each.body) for each in record.parts] == [size for _, size in places]
    record.parts[i].body = body
    return record


LOOKED = pytest.mark.parametrize("looked", [False, True])
FAR = (12, 1)
"""A part that shares nothing with others."""


@LOOKED
@pytest.mark.parametrize(
    ("places", "i", "body", "now", "letters"),
    [
        # what is behind those that overlap is kept, and moves
        ([(2, 2), (0, 3), FAR], 0, b"", [(2, 0), (0, 3), (11, 1)], b"ABCEFGHIJKLMNOP"),
        ([(1, 3), (2, 7), FAR], 1, b"", [(1, 3), (2, 0), (7, 1)], b"ABCDJKLMNOP"),
        ([(0, 6), (4, 6), FAR], 1, b"xyz", [(0, 6), (4, 3), (9, 1)], b"ABCDxyzKLMNOP"),
        ([(0, 6), (4, 6), FAR], 1, b"xyzwuvts", [(0, 6), (4, 8), (14, 1)], b"ABCDxyzwuvtsKLMNOP"),
        # what ends in another one that is shorter now keeps what only it had
        ([(0, 6), (4, 6), FAR], 0, b"xyzwu", [(0, 5), (4, 6), (12, 1)], b"xyzwuFGHIJKLMNOP"),
        # what begins where another one does that is gone keeps its own
        ([(0, 6), (0, 3), FAR], 0, b"", [(0, 0), (0, 3), (9, 1)], b"ABCGHIJKLMNOP"),
    ],
)
def test_what_another_one_has_is_kept(
    places: list[Place],
    i: int,
    body: bytes,
    now: list[Place],
    letters: bytes,
    looked: bool,  # noqa: FBT001  # a case
    kind: Any,
) -> None:
    record = edited(kind, places, i, body, looked=looked)
    expected = file_of(*now, letters=letters)
    assert record.to_bytes() == expected
    assert record.to_bytes() == expected
    record.parts[i].body = LETTERS[places[i][0] : sum(places[i])]
    assert record.to_bytes() == file_of(*places)


TAKEN = "to leave .* what only that has, as before: change both"
SHORT = "what it leads to to be there still"
ALIKE = "which is at the same place: set both alike"


@LOOKED
@pytest.mark.parametrize(
    ("places", "i", "body", "told"),
    [
        # it would go over what only the other one has
        ([(0, 6), (0, 3), FAR], 1, b"xyzw", rf"parts\[1\].body: expected {TAKEN}, found 4 bytes"),
        ([(0, 6), (0, 3), FAR], 1, b"xyzwuvt", rf"parts\[1\].body: expected {TAKEN}"),
        ([(0, 6), (4, 6), FAR], 0, b"xyzwuvt", rf"parts\[0\].body: expected {TAKEN}"),
        ([(4, 6), (0, 6), FAR], 1, b"xyzwuvt", rf"parts\[1\].body: expected {TAKEN}"),
        # there is less than the other one takes
        ([(0, 6), (0, 3), FAR], 0, b"01", rf"parts\[1\].body: expected {SHORT}"),
        ([(5, 5), (6, 4), FAR], 0, b"012", rf"parts\[1\].body: expected {SHORT}"),
        ([(0, 6), (0, 6), FAR], 0, b"01", rf"parts\[1\].body: .*{ALIKE}"),
    ],
)
def test_what_cannot_be_kept_is_refused(
    places: list[Place],
    i: int,
    body: bytes,
    told: str,
    looked: bool,  # noqa: FBT001  # a case
    kind: Any,
) -> None:
    record = edited(kind, places, i, body, looked=looked)
    with pytest.raises(quire.FormatError, match=told):
        record.to_bytes()
    record.parts[i].body = LETTERS[places[i][0] : sum(places[i])]
    assert record.to_bytes() == file_of(*places)


def test_both_are_changed(kind: Any) -> None:
    record = kind.from_bytes(file_of((0, 6), (0, 3), FAR))
    record.parts[0].body, record.parts[1].body = b"xyzwDEF", b"xyzw"
    assert record.to_bytes() == file_of((0, 7), (0, 4), (13, 1), letters=b"xyzwDEFGHIJKLMNOP")


TWO = """
seq: [{id: ofs, type: u1}, {id: len_a, type: u1}, {id: len_b, type: u1}]
instances:
  a: {pos: ofs, size: len_a}
  b: {pos: ofs, size: SIZE}
"""


@LOOKED
@pytest.mark.parametrize(("name", "lengths"), [("a", b"\6\4"), ("b", b"\4\6")])
def test_two_of_a_record_in_one_place_have_a_length_each(
    name: str,
    lengths: bytes,
    looked: bool,  # noqa: FBT001  # a case
    tmp_path: Path,
) -> None:
    record = compiled(tmp_path, TWO.replace("SIZE", "len_b")).from_bytes(b"\3\4\4ABCDEF")
    if looked:
        assert record.a == record.b == b"ABCD"
    setattr(record, name, b"xyzwuv")
    assert record.to_bytes() == b"\3" + lengths + b"xyzwuvEF"
    assert {record.a, record.b} == {b"xyzw", b"xyzwuv"}
    setattr(record, name, b"xyz")
    with pytest.raises(quire.FormatError, match=f"the 3 bytes of {name}, {ALIKE}"):
        record.to_bytes()
    record.a = record.b = b"xyz"
    assert record.to_bytes() == b"\3\3\3xyzEF"


def test_two_of_a_record_in_one_place_have_one_length(tmp_path: Path) -> None:
    record = compiled(tmp_path, TWO.replace("SIZE", "len_a")).from_bytes(b"\3\4\4ABCDEF")
    record.b = b"xyz"
    assert record.to_bytes() == b"\3\3\4xyzEF"
    assert record.a == b"xyz"


@pytest.mark.parametrize("seed", range(100))
def test_no_letter_is_lost_that_nobody_has_edited(seed: int, kind: Any) -> None:
    drawn = random.Random(seed)  # noqa: S311  # no secret
    places = [(drawn.randrange(9), drawn.randrange(7)) for _ in range(3)]
    record, i = kind.from_bytes(file_of(*places)), drawn.randrange(3)
    record.parts[i].body = body = b"0123456789"[: drawn.randrange(11)]
    try:
        made = record.to_bytes()
    except quire.FormatError:
        return
    assert record.to_bytes() == made
    again = kind.from_bytes(made)
    assert again.parts[i].body == body
    was = set(LETTERS[places[i][0] : sum(places[i])])
    assert [each for each in made[BEGIN:] if each not in was | {*body}] == [
        each for each in LETTERS if each not in was
    ]
    for part, (at, size) in zip(again.parts, places, strict=True):
        had = LETTERS[at : at + size]
        if part.ofs != again.parts[i].ofs or part.len != len(body):
            assert {*had} - was <= {*part.body} <= {*had, *body}
