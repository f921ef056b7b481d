"""Two specs are told apart by files, and specs that say the same are not."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import quire
from quire.testing import Refused, differences

SPEC = """
meta: {id: made, endian: le}
seq:
  - {id: version, type: u1, valid: {max: 3}}
  - {id: len_text, type: u1}
  - {id: text, type: str, size: len_text, encoding: ASCII}
  - {id: parts, type: part, repeat: expr, repeat-expr: 2}
types: {part: {seq: [{id: kind, type: u1, enum: kind}, {id: sum, type: u1}]}}
enums: {kind: {1: one, 2: two}}
"""


def compiled(folder: Path, name: str, *changes: tuple[str, str]) -> Any:
    text = SPEC
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    path = folder / name / "made.ksy"
    path.parent.mkdir()
    path.write_text(text)
    return quire.compile(path).Made


@pytest.fixture
def first(tmp_path: Path) -> Any:
    return compiled(tmp_path, "first")


@pytest.mark.parametrize(
    ("old", "new", "by", "path"),
    [
        ("max: 3", "max: 2", 1, "version"),
        ("max: 3", "max: 200", 0, "version"),
        ("ASCII", "UTF-8", 0, "text"),
        ("enum: kind}", "enum: kind, valid: {in-enum: true}}", 1, "parts[0].kind"),
        ("repeat-expr: 2", "repeat-expr: 3", 1, "parts"),
        ("le}", "le}\ndoc: another", None, ""),
        ("id: sum, type: u1", "id: sum, size: 1", None, ""),
    ],
)
def test_what_one_spec_says_and_another_does_not(
    first: Any, tmp_path: Path, old: str, new: str, by: int | None, path: str
) -> None:
    second = compiled(tmp_path, "second", (old, new))
    found = differences(first, second, number=1500)
    assert {each.refused_by for each in found} == (set() if by is None else {by})
    for each in found:
        kinds = first, second
        kinds[1 - each.refused_by].from_bytes(each.data).validate()
        with pytest.raises(quire.FormatError) as caught:
            kinds[each.refused_by].from_bytes(each.data).validate()
        assert str(caught.value) == str(each.error)
    assert path in {each.error.path.replace("[1]", "[0]") for each in found} or by is None


def test_of_differences_of_one_kind_the_smallest_is_told(first: Any, tmp_path: Path) -> None:
    second = compiled(tmp_path, "second", ("max: 3", "max: 2"))
    (found,) = differences(first, second, number=300)
    assert found.data[:2] == b"\3\0"
    assert len(found.data) == 6


def test_the_same_seed_finds_the_same(first: Any, tmp_path: Path) -> None:
    second = compiled(tmp_path, "second", ("ASCII", "UTF-8"))
    once, again = (differences(first, second, number=200, seed=4) for _ in range(2))
    assert [each.data for each in once] == [each.data for each in again]


def test_a_spec_without_files_is_compared_by_those_of_the_other(first: Any, tmp_path: Path) -> None:
    second = compiled(tmp_path, "second", ("max: 3", "min: 5, max: 4"))
    found = differences(first, second, number=50)
    assert {each.refused_by for each in found} == {1}
    with pytest.raises(Refused):
        differences(second, second)
