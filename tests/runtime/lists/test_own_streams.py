"""Lists whose elements have positions in streams of their own, which go where the stream goes."""

from __future__ import annotations

import struct
from pathlib import Path
from typing import Any

import pytest

import quire
from quire.runtime.lists.lazy import is_lazy
from tests.runtime.lists.reads import counted

COUNT = 400
SPEC = """
meta: {id: pages, endian: le, imports: [inner]}
seq:
  - {id: title, type: strz, encoding: ASCII}
  - {id: items, type: item, repeat: until, repeat-until: _.kind == 0 or _io.eof}
  - {id: rest, size-eos: true}
types:
  item:
    seq:
      - {id: kind, type: u1}
      - {id: len_body, type: u2}
      - id: body
        size: len_body
        type: {switch-on: kind, cases: {1: text, 2: note, 3: held}}
  text: {seq: [{id: text, type: str, size-eos: true, encoding: ASCII}]}
  note:
    seq: [{id: ofs_data, type: u1}, {id: len_data, type: u1}]
    instances: {data: {pos: ofs_data, size: len_data}}
  held: {seq: [{id: inner, type: inner}]}
"""
INNER = """
meta: {id: inner}
seq: [{id: order, type: u1}, {id: body, type: body}]
types:
  body:
    meta: {endian: {switch-on: _root.order, cases: {1: le, 2: be}}}
    seq: [{id: ofs_value, type: u2}]
    instances: {value: {io: _root._io, pos: ofs_value, type: u4}}
"""


@pytest.fixture(scope="module")
def kind(tmp_path_factory: pytest.TempPathFactory) -> Any:
    folder = tmp_path_factory.mktemp("specs")
    (folder / "pages.ksy").write_text(SPEC, "utf-8")
    (folder / "inner.ksy").write_text(INNER, "utf-8")
    return quire.compile(folder / "pages.ksy").Pages


def item(kind: int, body: bytes) -> bytes:
    return struct.pack("<BH", kind, len(body)) + body


def note(data: bytes) -> bytes:
    return item(2, bytes([3, len(data)]) + b"." + data)


def held(value: int, order: str = ">") -> bytes:
    return item(3, struct.pack(order + "BHxI", 2 if order == ">" else 1, 4, value))


def plain() -> list[bytes]:
    """What stands in a file, in parts: a title, items, the last of them and the rest."""
    each = [item(1, b"text"), note(b"data"), held(7), held(9, "<")]
    return [b"title\0", *(each[i % 4] for i in range(COUNT)), item(0, b""), b"rest"]


def set_text(record: Any, stored: list[bytes]) -> None:
    record.items[8].body.text = "other and longer"
    stored[9] = item(1, b"other and longer")


def set_data(record: Any, stored: list[bytes]) -> None:
    record.items[9].body.data = b"more data"
    stored[10] = note(b"more data")


def set_value(record: Any, stored: list[bytes]) -> None:
    record.items[10].body.inner.body.value = 0x01020304
    stored[11] = held(0x01020304)


def take_out(record: Any, stored: list[bytes]) -> None:
    del record.items[2], stored[3]


def put_in(record: Any, stored: list[bytes]) -> None:
    record.items.insert(5, {"kind": 1, "body": {"text": "new"}})
    stored.insert(6, item(1, b"new"))


def set_title(record: Any, stored: list[bytes]) -> None:
    record.title, stored[0] = "a longer title", b"a longer title\0"


EDITS = [set_text, set_data, set_value, take_out, put_in, set_title]


@pytest.mark.parametrize("edit", EDITS)
def test_who_edits_one_reads_no_others(
    kind: Any, edit: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    stored = plain()
    record = kind.from_bytes(b"".join(stored))
    read = counted(monkeypatch)
    edit(record, stored)
    assert record.to_bytes() == b"".join(stored)
    assert len(read) < 12
    assert is_lazy(record.items)


@pytest.mark.parametrize("is_walked", [False, True])
def test_all_show_what_they_have_once_others_have_moved(kind: Any, *, is_walked: bool) -> None:
    stored = plain()
    record = kind.from_bytes(b"".join(stored))
    if is_walked:
        assert [each.body.data for each in record.items if each.kind == 2] == [b"data"] * 100
    for edit in EDITS[:3]:
        edit(record, stored)
        assert record.to_bytes() == b"".join(stored)
    take_out(record, stored)
    assert record.to_bytes() == b"".join(stored)
    assert record.items[300].body.data == b"data"
    assert record.items[301].body.inner.body.value == 7
    record.items[300].body.data = b"once more"
    stored[301] = note(b"once more")
    assert record.to_bytes() == b"".join(stored)
    assert record == kind.from_bytes(b"".join(stored))


@pytest.mark.parametrize("is_walked", [False, True])
def test_the_list_ends_where_an_element_says_so(kind: Any, *, is_walked: bool) -> None:
    stored = plain()
    record = kind.from_bytes(b"".join(stored))
    assert not is_walked or len([*record.items]) == COUNT + 1
    record.items[-1].kind = 4
    with pytest.raises(quire.FormatError, match="items"):
        record.to_bytes()
    record.items[-1].kind = 0
    assert record.to_bytes() == b"".join(stored)
    del record.items[-1]
    with pytest.raises(quire.FormatError, match="items"):
        record.to_bytes()
    record.rest = b""
    assert record.to_bytes() == b"".join(stored[:-2])
    record.items.append({"kind": 5, "body": b"more"})
    assert record.to_bytes() == b"".join(stored[:-2]) + item(5, b"more")
    record.items[20].kind = 0
    with pytest.raises(quire.FormatError, match="items"):
        record.to_bytes()


TOLD = """
meta: {id: told, endian: le}
seq: [{id: items, type: item, repeat: until, repeat-until: _.body.mark == 255}]
types:
  item: {seq: [{id: len_body, type: u1}, {id: body, type: body, size: len_body}]}
  body: {seq: [{id: mark, type: u1}, {id: text, size-eos: true}]}
"""


@pytest.mark.parametrize("is_walked", [False, True])
def test_an_element_that_ends_a_list_too_early_is_named(tmp_path: Path, *, is_walked: bool) -> None:
    (tmp_path / "told.ksy").write_text(TOLD, "utf-8")
    record = quire.compile(tmp_path / "told.ksy").Told.from_bytes(b"\2\1a" * COUNT + b"\2\xffz")
    assert not is_walked or len([*record.items]) == COUNT + 1
    record.items[8].body.text = b"longer"
    assert record.to_bytes() == b"\2\1a" * 8 + b"\7\1longer" + b"\2\1a" * 391 + b"\2\xffz"
    record.items[9].body.mark = 255
    with pytest.raises(quire.FormatError, match="it true for element 9 of 401"):
        record.to_bytes()
    record.items[9].body.mark = 3
    del record.items[-1]
    with pytest.raises(quire.FormatError, match=r"items: expected .* the last element alone.*none"):
        record.to_bytes()
    record.items.clear()
    with pytest.raises(quire.FormatError, match="items"):
        record.to_bytes()
