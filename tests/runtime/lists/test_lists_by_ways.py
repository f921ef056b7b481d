"""Lists of records that look something up around the list: while that is the same, they are."""

from __future__ import annotations

import struct
from pathlib import Path
from typing import Any

import pytest

import quire
from quire.runtime.lists.lazy import Lazy
from tests.runtime.lists.reads import counted

COUNT = 400
SPEC = """
meta: {id: ways, endian: le}
seq:
  - {id: title, type: strz, encoding: ASCII}
  - {id: head, type: head}
  - {id: items, type: item, repeat: eos}
types:
  head:
    seq: [{id: wide, type: u1}, {id: kinds, type: kind, repeat: expr, repeat-expr: 2}]
  kind: {seq: [{id: width, type: u1}]}
  item:
    meta: {endian: {switch-on: _root.title, cases: {'"big"': be, _: le}}}
    seq:
      - {id: number, type: u2}
      - {id: body, type: body}
      - {id: more, size: _root.head.kinds.first.width}
  body:
    meta: {endian: le}
    seq: [{id: len_text, type: u1}, {id: text, size: len_text}, {id: last, type: u1, if: wide}]
    instances: {wide: {value: _root.head.wide == 1}}
"""
SIZED = """
meta: {id: sized, endian: le}
seq:
  - {id: len_item, type: u1}
  - {id: num_items, type: u2}
  - {id: items, type: item, size: len_item, repeat: expr, repeat-expr: num_items}
  - {id: end, contents: end}
types:
  item: {seq: [{id: number, type: u2}, {id: text, type: strz, encoding: ASCII}]}
"""
PADDED = """
meta: {id: padded, endian: le}
seq: [{id: title, type: strz, encoding: ASCII}, {id: items, type: item, repeat: eos}]
types:
  item:
    seq:
      - {id: number, type: u2}
      - {id: pad, size: (4 - _io.pos % 4) % 4, -fill: 0}
"""


def compiled(folder: Path, spec: str) -> Any:
    (folder / "spec.ksy").write_text(spec, "utf-8")
    module = quire.compile(folder / "spec.ksy")
    return getattr(module, module.__all__[0])


@pytest.fixture
def kind(tmp_path: Path) -> Any:
    return compiled(tmp_path, SPEC)


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The types of the records of lists that are read from now on."""
    return counted(monkeypatch)


def item(
    number: int, text: bytes, *, title: bytes = b"any", wide: int = 1, width: int = 2
) -> bytes:
    order = ">" if title == b"big" else "<"
    body = bytes([len(text)]) + text + (b"\x09" if wide == 1 else b"")
    return struct.pack(order + "H", number) + body + b"m" * width


def stored(texts: list[bytes], title: bytes = b"any", wide: int = 1, width: int = 2) -> bytes:
    items = (item(n, e, title=title, wide=wide, width=width) for n, e in enumerate(texts))
    return title + b"\0" + bytes([wide, width, 7]) + b"".join(items)


@pytest.fixture
def texts() -> list[bytes]:
    return [bytes([97 + n % 26]) * (n % 5) for n in range(COUNT)]


@pytest.mark.parametrize("title", [b"any", b"big"])
def test_what_nobody_has_looked_at_is_not_read_again(
    kind: Any, texts: list[bytes], title: bytes, read: list[Any]
) -> None:
    record = kind.from_bytes(stored(texts, title))
    read.clear()
    assert record.to_bytes() == stored(texts, title)
    record.items[9].body.text = texts[9] = b"longer than before"
    assert record.to_bytes() == stored(texts, title)
    assert len(read) < 8
    assert isinstance(record.items, Lazy)
    assert record.items[300].number == 300
    assert record.to_bytes() == stored(texts, title)
    assert record == kind.from_bytes(stored(texts, title))


@pytest.mark.parametrize("walked", [False, True])
def test_elements_are_put_in_and_taken_out(kind: Any, texts: list[bytes], *, walked: bool) -> None:
    record = kind.from_bytes(stored(texts))
    assert not walked or [each.body.wide for each in record.items] == [True] * COUNT
    del record.items[COUNT - 3 :], texts[COUNT - 3 :]
    record.items.append({"number": COUNT - 3, "body": {"text": b"new", "last": 9}, "more": b"mm"})
    texts.append(b"new")
    assert record.to_bytes() == stored(texts)
    del record.items[0]
    assert record.to_bytes() == stored(texts)[:7] + stored(texts)[7 + len(item(0, texts[0])) :]


@pytest.mark.parametrize("looked", ["", "edited", "walked"])
def test_elements_follow_what_they_look_up(kind: Any, texts: list[bytes], looked: str) -> None:
    record = kind.from_bytes(stored(texts))
    assert looked != "walked" or [each.body.wide for each in record.items] == [True] * COUNT
    if looked:
        record.items[9].body.text = texts[9] = b"other"
        assert record.to_bytes() == stored(texts)
    record.title = "big"
    assert record.to_bytes() == stored(texts, b"big")
    record.items[3].number = 3
    record.items[5].body.text = texts[5] = b"more"
    assert record.to_bytes() == stored(texts, b"big")
    record.title = "any"
    assert record.to_bytes() == stored(texts)


@pytest.mark.parametrize("walked", [False, True])
def test_what_makes_elements_other_ones_is_refused(
    kind: Any, texts: list[bytes], *, walked: bool
) -> None:
    record = kind.from_bytes(stored(texts))
    assert not walked or [each.body.wide for each in record.items] == [True] * COUNT
    record.items[9].body.text = b"other"
    record.head.wide = 0
    with pytest.raises(quire.FormatError):
        record.to_bytes()
    record.head.wide = 1
    record.head.kinds[0].width = 3
    with pytest.raises(quire.FormatError, match="more"):
        record.to_bytes()
    record.head.kinds[0].width, texts[9] = 2, b"other"
    record.head.kinds[1].width = 8
    expected = stored(texts)
    assert record.to_bytes() == expected[:6] + b"\x08" + expected[7:]


def test_of_what_was_walked_over_only_the_edited_is_written(
    kind: Any, texts: list[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    record = kind.from_bytes(stored(texts))
    assert [each.body.text for each in record.items] == texts
    written: list[Any] = []
    write = kind.Body._write_all

    def counting(self: Any, *args: Any) -> None:
        written.append(self)
        write(self, *args)

    monkeypatch.setattr(kind.Body, "_write_all", counting)
    record.items[9].body.text = texts[9] = b"longer than before"
    assert record.to_bytes() == stored(texts)
    assert len(written) < 8
    assert [each.body.text for each in record.items] == texts
    record.head.kinds[1].width = 8
    expected = stored(texts)
    assert record.to_bytes() == expected[:6] + b"\x08" + expected[7:]


def test_records_in_streams_of_one_size_are_left_alone(tmp_path: Path, read: list[Any]) -> None:
    kind = compiled(tmp_path, SIZED)

    def all_of(texts: list[bytes], size: int = 8) -> bytes:
        rows = (struct.pack("<H", n) + e + bytes(size - 2 - len(e)) for n, e in enumerate(texts))
        return struct.pack("<BH", size, len(texts)) + b"".join(rows) + b"end"

    texts = [b"abc"[: n % 4] for n in range(COUNT)]
    record = kind.from_bytes(all_of(texts))
    read.clear()
    record.items[7].text = "hello"
    texts[7] = b"hello"
    assert record.to_bytes() == all_of(texts)
    assert len(read) < 8
    assert record.items[8].text == ""
    record.items[7].text = "much too long"
    with pytest.raises(quire.FormatError, match="items"):
        record.to_bytes()
    record.items[7].text = "hello"
    record.len_item = 9
    assert record.to_bytes() == all_of(texts, 9)
    record.len_item = 8
    assert record.to_bytes() == all_of(texts)
    record.items.insert(7, {"number": 7, "text": "x"})
    for i in range(8, COUNT + 1):
        record.items[i].number = i
    texts.insert(7, b"x")
    assert record.to_bytes() == all_of(texts)


def test_records_that_go_by_where_they_stand_are_looked_at(tmp_path: Path) -> None:
    kind = compiled(tmp_path, PADDED)

    def all_of(title: bytes, count: int) -> bytes:
        data = title + b"\0"
        for n in range(count):
            data += struct.pack("<H", n)
            data += bytes(-len(data) % 4)
        return data

    record = kind.from_bytes(all_of(b"abc", COUNT))
    record.items[9].number = 9
    record.title = "ab"
    made = record.to_bytes()
    assert made == all_of(b"ab", COUNT)


@pytest.mark.parametrize("looked", ["", "written", "walked"])
def test_elements_take_what_they_are_given_now(tmp_path: Path, looked: str) -> None:
    items = b"".join(struct.pack("<H2s", n, b"x\0") for n in range(COUNT))
    stored = struct.pack("<BH", 4, COUNT) + items + b"end"
    record = compiled(tmp_path, SIZED).from_bytes(stored)
    assert looked != "written" or record.to_bytes() == stored
    assert looked != "walked" or [each.number for each in record.items] == [*range(COUNT)]
    record.len_item = 6
    wider = b"".join(struct.pack("<H2sxx", n, b"x\0") for n in range(COUNT))
    assert record.to_bytes() == struct.pack("<BH", 6, COUNT) + wider + b"end"


OF_STREAM = """
meta: {id: of_stream, endian: le}
seq: [{id: title, type: strz, encoding: ASCII}, {id: items, type: item, repeat: eos}]
types:
  item:
    seq: [{id: len_text, type: u1}, {id: text, size: len}]
    instances: {len: {value: 'len_text == 255 ? _io.size / 1000 : len_text'}}
"""


def of_stream(title: bytes, texts: list[bytes]) -> bytes:
    return title + b"\0" + b"".join(bytes([len(each)]) + each for each in texts)


@pytest.mark.parametrize("title", [b"other", b"one that is longer"])
def test_records_that_may_ask_for_the_size_of_the_stream_are_left_alone(
    tmp_path: Path, read: list[Any], title: bytes
) -> None:
    texts = [b"%03d" % i for i in range(COUNT)]
    record = compiled(tmp_path, OF_STREAM).from_bytes(of_stream(b"title", texts))
    read.clear()
    record.title = title.decode()
    record.items[9].text = texts[9] = b"abc"
    del record.items[3], texts[3]
    assert record.to_bytes() == of_stream(title, texts)
    assert len(record.items._made) == 1
    assert len(read) < 9


@pytest.mark.parametrize("more", [0, 5, 2000])
@pytest.mark.parametrize("walked", [False, True])
def test_where_one_has_asked_the_others_are_looked_at(
    tmp_path: Path, more: int, *, walked: bool
) -> None:
    rest = of_stream(b"title", [b"%03d" % i for i in range(COUNT)])
    data = rest + b"\xff" + b"m"  # of 1608 bytes
    record = compiled(tmp_path, OF_STREAM).from_bytes(data)
    assert record.items[-1].text == b"m"
    if walked:
        assert len([*record.items]) == COUNT + 1
    record.title = "other" + more * "x"
    if more < 2000:
        assert record.to_bytes() == data.replace(b"title", record.title.encode())
        return
    with pytest.raises(quire.FormatError, match=r"items\[400\]"):  # of 3 bytes it says now
        record.to_bytes()
