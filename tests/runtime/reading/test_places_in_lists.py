"""Where a record is in its list: errors tell it, however many there are."""

from __future__ import annotations

import gc
from pathlib import Path
from typing import Any

import pytest

import quire
from quire.runtime import places

SPEC = """
meta: {id: many, endian: le}
seq:
  - {id: items, type: item, repeat: eos}
types:
  item:
    seq: [{id: ofs, type: u4}]
    instances: {body: {io: _root._io, pos: ofs, type: u4}}
"""


@pytest.fixture
def many(tmp_path: Path) -> Any:
    """A record of 500 items, of none of which there is the body."""
    path = tmp_path / "many.ksy"
    path.write_text(SPEC, encoding="utf-8")
    return quire.compile(path).Many.from_bytes(b"\xff\xff\xff\x7f" * 500)


def place(item: Any) -> str:
    """Where an item says that it is."""
    with pytest.raises(quire.FormatError) as caught:
        _ = item.body
    return caught.value.path


SHUFFLED = [i * 207 % 500 for i in range(500)]
"""All indices, in an order in which no two neighbours follow each other."""


def test_errors_in_any_order_tell_the_index(many: Any) -> None:
    order = [*range(500), *range(499, -1, -1), *SHUFFLED]
    items = list(many.items)
    assert [place(items[i]) for i in order] == [f"items[{i}].body" for i in order]


def test_a_list_is_gone_through_once_for_all_errors(
    many: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    scans: list[Any] = []
    scan = places.scan

    def noted(element: Any, elements: list[Any]) -> int:
        scans.append(element)
        return scan(element, elements)

    monkeypatch.setattr(places, "scan", noted)
    items = list(many.items)
    for i in SHUFFLED:
        place(items[i])
    assert len(scans) == 1


def test_a_list_that_changes_tells_the_index_that_is(many: Any) -> None:
    items = many.items
    for i in (each for each in SHUFFLED[:150] if each < 300):
        items.reverse()
        items.insert(i // 2, items.pop(i))
        items.pop()
        assert place(items[i // 2]) == f"items[{i // 2}].body"
        assert place(items[-1]) == f"items[{len(items) - 1}].body"


def test_what_is_known_goes_with_the_record(many: Any) -> None:
    record = type(many).from_bytes(b"\xff\xff\xff\x7f" * 500)
    for i in (400, 300, 200):
        assert place(record.items[i]) == f"items[{i}].body"
    key = id(record.items)
    assert key in places._searches
    del record
    gc.collect()
    assert key not in places._searches
