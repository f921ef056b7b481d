"""A field that is derived of a view is set, and so is what the view shows: both say the same."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import quire
from tests.runtime.writing.test_building import compiled

HEADERS = "{id: headers, type: header, repeat: expr, repeat-expr: num}"
ENTRIES = "{id: entries, type: entry, repeat: expr, repeat-expr: num}"
SPEC = """
seq: [{id: num, type: u1}, %s, %s]
types:
  header: {seq: [{id: len, type: u1}, {id: name, type: str, size: len, encoding: ASCII}]}
  entry:
    seq:
      - {id: ofs, type: u1}
      - {id: len, type: u1}
      - {id: name, type: str, size: len, encoding: ASCII, -derive: header.name}
    instances: {header: {pos: ofs, type: header}}
"""
BEHIND = b"\2\1a\1b\1\1a\3\1b"
IN_FRONT = b"\2\7\1a\x09\1b\1a\1b"


@pytest.fixture(params=["behind", "in front"])
def kind(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[Any, bytes]:
    is_behind = request.param == "behind"
    both = (HEADERS, ENTRIES) if is_behind else (ENTRIES, HEADERS)
    return compiled(tmp_path, SPEC % both), BEHIND if is_behind else IN_FRONT


def set_header(record: Any) -> None:
    record.headers[0].name = "new"


def set_entry(record: Any) -> None:
    record.entries[0].name = "new"


@pytest.mark.parametrize("looks", [False, True])
@pytest.mark.parametrize("edits", [(set_header, set_entry), (set_entry, set_header)])
def test_a_field_and_what_it_is_derived_of_are_set_alike(
    kind: tuple[Any, bytes], edits: list[Callable[[Any], None]], *, looks: bool
) -> None:
    record = kind[0].from_bytes(kind[1])
    if looks:
        assert [each.header.name for each in record.entries] == ["a", "b"]
    for edit in edits:
        edit(record)
    behind, in_front = b"\2\3new\1b\1\3new\5\1b", b"\2\x09\3new\x0d\1b\3new\1b"
    expected = behind if kind[1] is BEHIND else in_front
    assert record.to_bytes() == record.to_bytes() == expected
    assert record.entries[0].header.name == "new"


def test_both_are_set_to_a_text_of_the_same_length(kind: tuple[Any, bytes]) -> None:
    record = kind[0].from_bytes(kind[1])
    for some in (record.headers, record.entries):
        some[1].name = "x"
    assert record.to_bytes() == record.to_bytes() == kind[1].replace(b"b", b"x")


@pytest.mark.parametrize("looks", [False, True])
def test_two_that_are_not_the_same_are_refused(kind: tuple[Any, bytes], *, looks: bool) -> None:
    record = kind[0].from_bytes(kind[1])
    if looks:
        assert [each.header.name for each in record.entries] == ["a", "b"]
    set_header(record)
    record.entries[0].name = "other"
    for _ in range(2):
        with pytest.raises(quire.FormatError, match="given 'other', but "):
            record.to_bytes()
    record.headers[0].name = "other"
    assert record.to_bytes().count(b"\5other") == 2
    record.headers[0].name = record.entries[0].name = "a"
    assert record.to_bytes() == kind[1]


def test_the_field_alone_is_not_set_to_another(kind: tuple[Any, bytes]) -> None:
    record = kind[0].from_bytes(kind[1])
    set_entry(record)
    with pytest.raises(quire.FormatError, match="makes it 'a': change what that is"):
        record.to_bytes()
