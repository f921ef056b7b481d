"""A long list takes in its own records, or copies of them: how much is looked at for each."""

from __future__ import annotations

import copy
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from quire.runtime import places
from quire.runtime.editing.comparing import taken_out
from quire.runtime.editing.comparing import what_tells as telling
from quire.runtime.lists import spliced
from tests.runtime.editing.test_work_of_editing import Counted
from tests.runtime.writing.test_building import compiled

SPEC = """
seq: [{id: n, type: u4}, {id: rs, type: r, repeat: expr, repeat-expr: n}]
types: {r: {seq: [{id: a, type: u2}, {id: l, type: u1}, {id: s, size: l}]}}
"""
COUNT = 1000


def _element(a: int, s: bytes = b"abc") -> bytes:
    return struct.pack("<HB", a, len(s)) + s


ELEMENTS = [*map(_element, range(COUNT))]


def _file(elements: list[bytes]) -> bytes:
    return struct.pack("<I", len(elements)) + b"".join(elements)


def _twice(record: Any) -> None:
    record.rs *= 2


def _itself(record: Any) -> None:
    record.rs.extend(record.rs)


def _copies(record: Any) -> None:
    record.rs.extend([copy.copy(each) for each in record.rs])


def _deep_copies(record: Any) -> None:
    record.rs.extend(copy.deepcopy([*record.rs]))


def _some(record: Any) -> None:
    record.rs += record.rs[-300:]


EDITS: dict[Callable[[Any], None], list[bytes]] = {
    _twice: ELEMENTS * 2,
    _itself: ELEMENTS * 2,
    _copies: ELEMENTS * 2,
    _deep_copies: ELEMENTS * 2,
    _some: ELEMENTS + ELEMENTS[-300:],
}


@pytest.mark.parametrize("is_looked_at", ["looked at", "not"])
@pytest.mark.parametrize("edit", EDITS)
def test_each_that_is_put_in_is_looked_up(
    edit: Callable[[Any], None],
    is_looked_at: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    record = compiled(tmp_path, SPEC).from_bytes(_file(ELEMENTS))
    if is_looked_at == "looked at":
        assert len([each.s for each in record.rs]) == COUNT
    edit(record)
    works = [
        Counted(monkeypatch, telling, "what_tells"),
        Counted(monkeypatch, taken_out, "what_tells"),
        Counted(monkeypatch, places, "_among_made", lambda _, elements: len(elements)),
        Counted(monkeypatch, spliced.Run, "within"),
    ]
    for _ in range(2):
        assert record.to_bytes() == _file(EDITS[edit])
    assert max(work.total for work in works) < 150 * COUNT


def test_equal_records_are_edited_here_and_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = compiled(tmp_path, SPEC).from_bytes(_file([_element(5)] * COUNT))
    for each in record.rs[::3]:
        each.a = 9
    work = Counted(monkeypatch, spliced.Run, "within")
    expected = [_element(5 if i % 3 else 9) for i in range(COUNT)]
    assert work.of(lambda: _expect(record, _file(expected))) < 50 * COUNT


def _expect(record: Any, expected: bytes) -> None:
    assert record.to_bytes() == expected


def test_a_copy_put_in_has_the_fields_that_were_set_of_it(tmp_path: Path) -> None:
    record = compiled(tmp_path, SPEC).from_bytes(_file(ELEMENTS))
    record.rs *= 2
    record.rs[COUNT + 3] = copy.copy(record.rs[3])
    record.rs[COUNT + 3].s = b"longer"
    expected = ELEMENTS * 2
    expected[COUNT + 3] = _element(3, b"longer")
    for _ in range(2):
        assert record.to_bytes() == _file(expected)
