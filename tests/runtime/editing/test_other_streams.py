"""What stands in the stream of another record is edited where its bytes are."""

from __future__ import annotations

import copy
import struct
from pathlib import Path
from typing import Any

import pytest

import quire
from tests.runtime.writing.test_building import compiled

SPEC = """
meta: {id: chunky, endian: le}
seq:
  - {id: chunk, type: chunk}
  - {id: tail, type: u1}
instances:
  body: {io: chunk.slot._io, pos: 0, type: body}
  inner: {io: body.rest._io, pos: 0, type: named, repeat: eos}
types:
  chunk:
    seq: [{id: len_slot, type: u2}, {id: slot, type: slot, size: len_slot}]
    types: {slot: {}}
  body:
    seq:
      - {id: kind, type: b4}
      - {id: rest, type: slot, size-eos: true}
    types: {slot: {}}
  named:
    seq: [{id: chunk, type: chunk}]
    instances:
      name: {io: chunk.slot._io, pos: 0, size-eos: true}
"""

STRINGS = """
meta: {id: strings, endian: le, encoding: ASCII}
seq:
  - {id: len_table, type: u1}
  - {id: table, type: table, size: len_table}
  - {id: tail, type: u1}
types:
  table:
    seq:
      - {id: num_items, type: u1}
      - {id: ofs_texts, type: u1}
      - {id: items, type: item, repeat: expr, repeat-expr: num_items}
  item:
    seq: [{id: len_text, type: u1}, {id: ofs_text, type: u1}]
    instances:
      raw: {io: _parent._io, pos: _parent.ofs_texts + ofs_text, size: len_text}
      text: {io: _parent._io, pos: _parent.ofs_texts + ofs_text, size: len_text, type: str}
"""


def _chunk(*parts: bytes) -> bytes:
    return struct.pack("<H", sum(map(len, parts))) + b"".join(parts)


def _file(*names: bytes) -> bytes:
    """A file whose first byte in the stream has bits that no field takes."""
    return _chunk(b"\x31", *map(_chunk, names)) + b"\xff"


def _compiled(spec: str, folder: Path) -> Any:
    (folder / "spec.ksy").write_text(spec, encoding="utf-8")
    return quire.compile(folder / "spec.ksy")


@pytest.fixture(scope="module")
def chunky(tmp_path_factory: pytest.TempPathFactory) -> Any:
    return _compiled(SPEC, tmp_path_factory.mktemp("chunky")).Chunky


@pytest.fixture(scope="module")
def strings(tmp_path_factory: pytest.TempPathFactory) -> Any:
    return _compiled(STRINGS, tmp_path_factory.mktemp("strings")).Strings


@pytest.mark.parametrize("name", [b"b", b"longer than it was", b"xy", b""])
def test_what_grows_has_all_streams_around_it_grow(chunky: Any, name: bytes) -> None:
    record = chunky.from_bytes(_file(b"a", b"xy", b"end"))
    record.inner[1].name = name
    assert record.to_bytes() == _file(b"a", name, b"end")


def test_all_that_was_looked_at_may_be_edited(chunky: Any) -> None:
    record = chunky.from_bytes(_file(b"a", b"xy", b"end"))
    assert [each.name for each in record.inner] == [b"a", b"xy", b"end"]
    record.inner[0].name, record.inner[2].name = b"", b"the end"
    assert record.to_bytes() == _file(b"", b"xy", b"the end")


def test_elements_are_put_in_and_taken_out(chunky: Any) -> None:
    record = chunky.from_bytes(_file(b"a", b"xy", b"end"))
    del record.inner[0]
    record.inner.append({"chunk": {"slot": {}}, "name": b"new"})
    record.inner.insert(0, copy.deepcopy(record.inner[0]))
    assert record.to_bytes() == _file(b"xy", b"xy", b"end", b"new")


def _table(*texts: bytes) -> bytes:
    starts = [sum(map(len, texts[:i])) for i in range(len(texts))]
    items = b"".join(bytes([len(text), start]) for text, start in zip(texts, starts, strict=True))
    table = bytes([len(texts), 2 + len(items)]) + items + b"".join(texts)
    return bytes([len(table)]) + table + b"\x09"


@pytest.mark.parametrize("text", ["a", "ba", "longer", ""])
@pytest.mark.parametrize("looked", [False, True])
def test_texts_in_the_stream_around_a_record_move_what_is_behind_them(
    strings: Any, text: str, *, looked: bool
) -> None:
    record = strings.from_bytes(_table(b"ab", b"xyz", b"end"))
    if looked:
        assert [each.raw for each in record.table.items] == [b"ab", b"xyz", b"end"]
    record.table.items[1].text = text
    assert record.to_bytes() == _table(b"ab", text.encode(), b"end")


def test_of_two_that_see_the_same_bytes_either_may_be_edited(strings: Any) -> None:
    record = strings.from_bytes(_table(b"ab", b"xyz"))
    record.table.items[0].raw, record.table.items[1].text = b"longer", ""
    assert record.to_bytes() == _table(b"longer", b"")


def test_what_two_records_share_is_edited_in_both(strings: Any) -> None:
    record = strings.from_bytes(b"\x0a\x02\x06\x02\x00\x02\x00abxy\x09")
    first, second = record.table.items
    first.text = "longer"
    with pytest.raises(quire.FormatError, match=r"6 bytes of .*, which is at the same place"):
        record.to_bytes()
    second.text = "longer"
    assert record.to_bytes() == b"\x0e\x02\x06\x06\x00\x06\x00longerxy\x09"


PADDED = """
meta: {id: padded, endian: le}
seq:
  - {id: len_box, type: u1}
  - {id: box, size: len_box, type: box, process: xor(0x5a)}
  - {id: ofs_mark, type: u1}
  - {id: tail, size-eos: true}
instances:
  mark: {pos: ofs_mark, io: box._io, type: mark}
types:
  box: {seq: [{id: name, type: strz, encoding: ASCII}]}
  mark: {seq: [{id: pad, size: (4 - _io.pos % 4) % 4, -fill: 0}, {id: kind, type: u1}]}
"""


def _padded(name: str, key: int) -> bytes:
    start = len(name) + 1
    box = name.encode() + bytes(1 + -start % 4) + b"!"
    return bytes([len(box), *(byte ^ key for byte in box), start]) + b".."


@pytest.mark.parametrize("looked", [False, True])
@pytest.mark.parametrize("unpacked", [False, True])
@pytest.mark.parametrize("name", ["", "ab", "abc", "abcd", "abcdefgh"])
def test_padding_goes_by_the_place_in_the_stream_that_it_stands_in(
    tmp_path: Path, name: str, *, unpacked: bool, looked: bool
) -> None:
    spec = PADDED if unpacked else PADDED.replace(", process: xor(0x5a)", "")
    kind = _compiled(spec, tmp_path).Padded
    key = 0x5A if unpacked else 0
    for before in ("", "a", "ab", "abc"):
        record = kind.from_bytes(_padded(before, key))
        if looked:
            assert record.mark.kind == ord("!")
        record.box.name = name
        assert record.to_bytes() == _padded(name, key)


COPIED = """
meta: {id: copied, endian: le}
seq:
  - {id: len_box, type: u1}
  - {id: ofs_word, type: u1}
  - {id: box, size: len_box, type: box}
instances:
  word: {pos: ofs_word, io: box._io, type: word}
types:
  box: {seq: [{id: len_word, type: u1}, {id: word, size: len_word, type: word}]}
  word: {seq: [{id: num, type: u1}, {id: letters, type: u1, repeat: expr, repeat-expr: num}]}
"""


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, lambda record: record])
def test_a_copy_of_what_stands_in_a_stream_brings_nothing_else_of_it(
    tmp_path: Path, copied: Any
) -> None:
    record = _compiled(COPIED, tmp_path).Copied.from_bytes(b"\6\4\2\1A?\1B")
    record.box.word = copied(record.word)
    assert record.to_bytes() == b"\6\4\2\1B?\1B"


SECTIONS = """
meta: {id: sections, endian: le, encoding: ASCII}
seq:
  - {id: num_items, type: u1}
  - {id: number_of_names, type: u1}
instances:
  items: {pos: 2, type: item, repeat: expr, repeat-expr: num_items}
  names:
    pos: items[number_of_names].pos_body
    size: 4
    type: names
    if: number_of_names < num_items
types:
  item:
    seq: [{id: pos_body, type: u1}, {id: pos_name, type: u1}]
    instances: {name: {io: _root.names._io, pos: pos_name, type: strz}}
  names: {}
"""


@pytest.mark.parametrize("looked", [False, True])
def test_an_edit_by_which_the_stream_of_others_is_gone_is_refused(
    tmp_path: Path, *, looked: bool
) -> None:
    (tmp_path / "sections.ksy").write_text(SECTIONS)
    data = b"\2\1\6\0\6\2a\0b\0"
    file = quire.compile(tmp_path / "sections.ksy").Sections.from_bytes(data)
    if looked:
        assert [each.name for each in file.items] == ["a", "b"]
    first = file.items.pop(0)
    either = r"items\[0\].name: expected the record in whose|names: .* after which its `if` holds"
    with pytest.raises(quire.FormatError, match=either):
        file.to_bytes()
    file.number_of_names = 0
    assert [each.name for each in file.items] == ["b"]
    file.number_of_names = 1
    file.items.insert(0, first)
    assert file.to_bytes() == data


BOXED = """
meta: {id: boxed, endian: le}
seq: [{id: archive, type: archive, size-eos: true}]
types:
  archive:
    seq:
      - {id: num_entries, type: u1}
      - {id: entries, type: entry, repeat: expr, repeat-expr: num_entries}
  entry:
    seq: [{id: pos_body, type: u1}, {id: len_body, type: u1}]
    instances: {body: {io: _parent._io, pos: pos_body, size: len_body, type: text}}
  text:
    seq: [{id: kind, type: u1}, {id: text, size-eos: true}]
"""


def boxed(*bodies: bytes) -> bytes:
    places = [1 + 2 * len(bodies)]
    for each in bodies:
        places.append(places[-1] + len(each))
    index = zip(places, map(len, bodies), strict=False)
    return bytes([len(bodies), *(number for each in index for number in each)]) + b"".join(bodies)


@pytest.mark.parametrize("text", [b"B", b"longer"])
def test_an_entry_is_taken_out_of_a_stream_and_the_body_of_another_one_is_edited(
    text: bytes, tmp_path: Path
) -> None:
    (tmp_path / "boxed.ksy").write_text(BOXED)
    file = quire.compile(tmp_path / "boxed.ksy").Boxed.from_bytes(boxed(b"\1a", b"\2b", b"\3ccc"))
    file.archive.entries[1].body.text = text
    del file.archive.entries[2]
    assert file.to_bytes() == boxed(b"\1a", b"\2" + text)


CHUNKS = """
seq: [{id: len, type: u1}, {id: body, size: len, type: slot}]
instances:
  part: {pos: 0, io: body._io, type: part}
  chunks: {pos: 0, io: part.rest._io, type: chunk, repeat: eos}
types:
  slot: {}
  part: {seq: [{id: kind, type: u1}, {id: rest, size-eos: true, type: slot}]}
  chunk:
    seq: [{id: len, type: u1}, {id: slot, type: slot, size: len}]
    instances: {text: {pos: 0, io: slot._io, size-eos: true}}
"""


@pytest.mark.parametrize("some", [slice(2), slice(1, None), slice(1, 2)])
@pytest.mark.parametrize("is_copied", [False, True])
def test_what_was_taken_out_has_what_it_had_in_the_streams_of_its_parts(
    tmp_path: Path, some: slice, *, is_copied: bool
) -> None:
    kind = compiled(tmp_path, CHUNKS)
    stored, texts = b"\x0a\0\1a\3bcd\2ef", [b"a", b"bcd", b"ef"]
    record = kind.from_bytes(stored)
    chunks = record.chunks
    record.chunks = chunks[some]
    written = record.to_bytes()
    assert [each.text for each in kind.from_bytes(written).chunks] == texts[some]
    if is_copied:
        assert copy.deepcopy(record).to_bytes() == written
    else:
        assert [each.text for each in chunks] == texts
    record.chunks = chunks
    assert record.to_bytes() == stored
    assert [each.text for each in chunks] == texts
