"""Errors of instances, which are worked out when somebody asks what they were."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import pytest

import quire

SPEC = """
meta: {id: later, endian: le, encoding: ASCII}
seq:
  - {id: place, type: u1}
  - {id: numbers, type: u1, repeat: expr, repeat-expr: 2}
types:
  named: {seq: [{id: number, type: u2}, {id: name, type: str, size: 3}, {id: end, type: u1}]}
instances:
  behind: {pos: place, type: named}
  third: {value: 'numbers[2]'}
  ratio: {value: 'place / (numbers[0] - 1)'}
"""
DATA = b"\x03\x01\x02" + b"\x07\x00a\xffc\x09"


@pytest.fixture(scope="module")
def later(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The class of the spec."""
    path = tmp_path_factory.mktemp("later") / "later.ksy"
    path.write_text(SPEC, encoding="utf-8")
    return quire.compile(path).Later


def error_of(record: Any, name: str) -> Any:
    """What comes of a look at an instance."""
    with pytest.raises(quire.FormatError) as caught:
        getattr(record, name)
    return caught.value


@pytest.mark.parametrize("attribute", ["path", "offset", "expected", "found", "format", "partial"])
def test_whatever_is_asked_first_is_told(later: Any, attribute: str) -> None:
    record = later.from_bytes(DATA)
    error = error_of(record, "behind")
    told = {
        "path": "behind.name",
        "offset": 6,  # of the byte that is no text
        "expected": "text in ascii",
        "found": "byte 0xff (ordinal not in range(128))",
        "format": "later",
        "partial": record,
    }
    assert (
        getattr(error, attribute) is told[attribute] or getattr(error, attribute) == told[attribute]
    )
    assert {name: getattr(error, name) for name in told} == told


def test_they_are_of_the_type_of_what_came_up(later: Any) -> None:
    record = later.from_bytes(DATA)
    third, ratio, behind = (error_of(record, name) for name in ("third", "ratio", "behind"))
    assert isinstance(third, IndexError)
    assert isinstance(ratio, ZeroDivisionError)
    assert isinstance(behind, UnicodeDecodeError)
    assert (behind.object, behind.start, behind.encoding) == (b"a\xffc", 1, "ascii")
    assert str(third) == (
        "later: third: expected values that `numbers[2]` can be computed from, "
        "found IndexError (list index out of range)"
    )
    assert isinstance(third.__cause__, IndexError)
    with pytest.raises(AttributeError, match="nonsense"):
        _ = error_of(record, "ratio").nonsense


def test_they_travel_between_processes_before_anybody_has_asked(later: Any) -> None:
    error = error_of(later.from_bytes(DATA), "ratio")
    again = pickle.loads(pickle.dumps(error))  # noqa: S301  # made here
    assert str(again) == str(error)
    assert (again.path, again.as_dict()) == ("ratio", error.as_dict())


def test_they_are_told_after_the_file_was_closed(later: Any, tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(DATA)
    with later.from_file(tmp_path / "file") as record:
        errors = [error_of(record, name) for name in ("behind", "third")]
    assert [(error.path, error.offset) for error in errors] == [("behind.name", 6), ("third", None)]
