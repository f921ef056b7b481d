"""A file that is written twice is the same twice, and looking at something changes nothing."""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from pathlib import Path
from typing import Any

import pytest

import quire
from quire.generated.zip import Zip

HEADED = """
meta: {id: headed, encoding: UTF-8}
seq: [{id: header, type: header}]
instances: {body: {pos: header.len_header, size: header.width}}
types:
  header:
    seq:
      - {id: len_header, type: u1}
      - {id: width, type: u1}
      - {id: name, type: str, size: len_header - 2}
"""
WORDS = """
meta: {id: words, endian: le, encoding: UTF-8}
seq: [{id: num, type: u1}]
instances: {words: {pos: 1, type: word, repeat: expr, repeat-expr: num}}
types:
  word:
    seq: [{id: len_text, type: u1}, {id: ofs_text, type: u1}]
    instances: {text: {io: _root._io, pos: ofs_text, size: len_text, type: str}}
"""
TEXTS = "abcd", "one", "two", "six", "four"


def compiled(folder: Path, spec: str, name: str) -> Any:
    (folder / "spec.ksy").write_text(spec)
    return getattr(quire.compile(folder / "spec.ksy"), name)


def words(*texts: str) -> bytes:
    """A file of words, put together by hand."""
    ends = [1 + 2 * len(texts)]
    for text in texts:
        ends.append(ends[-1] + len(text))
    table = b"".join(
        struct.pack("BB", len(each), at) for each, at in zip(texts, ends, strict=False)
    )
    return bytes([len(texts)]) + table + "".join(texts).encode()


@pytest.mark.parametrize("looked", [False, True])
@pytest.mark.parametrize("name", ["abcd", "ab", "", "a longer name"])
def test_what_stands_where_another_record_says_moves(
    tmp_path: Path, name: str, *, looked: bool
) -> None:
    record = compiled(tmp_path, HEADED, "Headed").from_bytes(b"\x05\x04abcWXYZ!!")
    if looked:
        assert record.body == b"WXYZ"
    record.header.name = name
    for _ in range(3):
        assert record.to_bytes() == bytes([2 + len(name), 4]) + name.encode() + b"WXYZ!!"
        assert record.body == b"WXYZ"


def test_bytes_that_no_size_tells_any_more_move_as_well(tmp_path: Path) -> None:
    record = compiled(tmp_path, HEADED, "Headed").from_bytes(b"\x05\x04abcWXYZ!!")
    record.header.width, record.header.name = 2, "abcd"
    for _ in range(3):
        assert record.to_bytes() == b"\x06\x02abcdWXYZ!!"
        _ = record.body  # a look, if only at what was there


@pytest.mark.parametrize("looked", [False, True])
def test_words_stay_what_they_are_when_they_are_written_again(
    tmp_path: Path, *, looked: bool
) -> None:
    record = compiled(tmp_path, WORDS, "Words").from_bytes(words(*TEXTS))
    if looked:
        assert [each.text for each in record.words] == [*TEXTS]
    record.words[0].text = "x"  # the others come to stand where their neighbours stood
    for _ in range(3):
        assert record.to_bytes() == words("x", *TEXTS[1:])
    record.words[1].text = "three"
    assert record.to_bytes() == words("x", "three", *TEXTS[2:])
    record.words[0].text, record.words[1].text = TEXTS[:2]
    assert record.to_bytes() == words(*TEXTS)


def test_what_was_made_stays_if_the_next_writing_is_refused(tmp_path: Path) -> None:
    record = compiled(tmp_path, WORDS, "Words").from_bytes(words(*TEXTS))
    record.words[0].text = "x"
    record.to_bytes()
    assert [each.ofs_text for each in record.words] == [11, 12, 15, 18, 21]
    record.words[1].text = "y" * 300
    with pytest.raises(quire.FormatError, match="len_text"):
        record.to_bytes()
    assert [each.ofs_text for each in record.words] == [11, 12, 15, 18, 21]


ARRAYS = HEADED.replace(
    "{body: {pos: header.len_header, size: header.width}}",
    """
  numbers: {pos: header.len_header, size: 4, -array: {dtype: u2le, shape: [2]}}
  body: {pos: header.len_header + 4, size: header.width}
""",
)
ENDLESS = """
meta: {id: endless, encoding: UTF-8}
seq: [{id: len_name, type: u1}, {id: name, type: str, size: len_name}, {id: node, type: node}]
types:
  node:
    seq: [{id: ofs_next, type: u1}]
    instances: {next: {pos: ofs_next, type: node}}
"""


@pytest.mark.parametrize("looked", [False, True])
def test_what_stands_behind_an_array_moves_and_both_can_be_edited(
    tmp_path: Path, *, looked: bool
) -> None:
    numbers, others = struct.pack("<2H", 1, 2), struct.pack("<2H", 2, 3)
    record = compiled(tmp_path, ARRAYS, "Headed").from_bytes(b"\x05\x04abc" + numbers + b"WXYZ!!")
    if looked:
        assert (record.numbers.tolist(), record.body) == ([1, 2], b"WXYZ")
    record.header.name = "abcd"
    for _ in range(2):
        assert record.to_bytes() == b"\x06\x04abcd" + numbers + b"WXYZ!!"
    record.numbers, record.body = record.numbers + 1, b"wxyz"
    for _ in range(2):
        assert record.to_bytes() == b"\x06\x04abcd" + others + b"wxyz!!"


@pytest.mark.parametrize("looked", [False, True])
def test_a_tree_without_end_moves_with_what_is_before_it(tmp_path: Path, *, looked: bool) -> None:
    record = compiled(tmp_path, ENDLESS, "Endless").from_bytes(b"\1a\3\2")
    if looked:
        assert record.node.next.next.next.ofs_next == 2
    record.name = "abc"
    for _ in range(2):
        assert record.to_bytes() == b"\3abc\5\4"


FLAGGED = """
meta: {id: flagged, endian: le}
seq:
  - {id: has_sum, type: u1}
  - {id: num, type: u2}
  - {id: sum, type: u4, if: has_sum == 1, -checksum: {algorithm: crc32, over: num}}
"""
STRETCH = """
meta: {id: stretch}
seq:
  - {id: begin, type: u1}
  - {id: end, type: u1, -derive: begin + 2}
instances:
  body: {pos: begin, size: end - begin, type: pair}
types:
  pair: {seq: [{id: letters, size-eos: true}]}
"""


def test_what_was_added_for_a_flag_goes_with_it(tmp_path: Path) -> None:
    record = compiled(tmp_path, FLAGGED, "Flagged").from_bytes(b"\0\1\2")
    record.has_sum = 1
    for num in (b"\1\2", b"\1\2", b"\3\4"):
        record.num = int.from_bytes(num, "little")
        assert record.to_bytes() == b"\1" + num + zlib.crc32(num).to_bytes(4, "little")
    record.has_sum, record.num = 0, 0x0201
    assert record.to_bytes() == b"\0\1\2"


def test_what_a_writing_has_looked_at_is_no_edit_for_the_next_one(tmp_path: Path) -> None:
    record = compiled(tmp_path, STRETCH, "Stretch").from_bytes(b"\3\5.ab.")
    record.begin = 2
    for _ in range(2):
        assert record.to_bytes() == b"\2\4.ab."
        assert record.body.letters == b".a"


INDEXED = """
meta: {id: indexed, endian: le}
seq:
  - {id: num_heads, type: u1}
  - {id: ofs_bodies, type: u1}
  - {id: heads, type: head, repeat: expr, repeat-expr: num_heads}
instances:
  bodies: {pos: ofs_bodies, type: body(_index), repeat: expr, repeat-expr: num_heads}
types:
  head: {seq: [{id: len_body, type: u1}]}
  body:
    params: [{id: i, type: s4}]
    seq: [{id: data, size: "_root.heads[i].len_body"}]
"""


@pytest.mark.parametrize("looked", [False, True])
def test_what_could_be_read_when_a_count_was_derived_is_no_edit_of_the_next_writing(
    tmp_path: Path, *, looked: bool
) -> None:
    """With a head taken out, as many bodies as were there cannot be read; their bytes stay."""
    (tmp_path / "indexed.ksy").write_text(INDEXED, "utf-8")
    record = quire.compile(tmp_path / "indexed.ksy").Indexed.from_bytes(b"\3\5\1\2\1abbc")
    if looked:
        assert [each.data for each in record.bodies] == [b"a", b"bb", b"c"]
    del record.heads[1]
    assert record.to_bytes() == record.to_bytes() == b"\2\4\1\1abbc"


TAGGED = """
meta: {id: tagged}
seq: [{id: tag, type: u1}, {id: ofs, type: u1}, {id: rest, size-eos: true}]
instances: {body: {pos: ofs, type: body}}
types:
  body:
    seq:
      - {id: plain, size: 2, if: _parent.tag == 0}
      - {id: other, size: 2, if: _parent.tag != 0}
"""


@pytest.mark.parametrize("times", [1, 2])
def test_what_only_a_writing_has_looked_at_goes_with_the_edit_that_told_what_it_is(
    tmp_path: Path, times: int
) -> None:
    data = b"\0\3..ab"
    record = compiled(tmp_path, TAGGED, "Tagged").from_bytes(data)
    record.tag = 1
    for _ in range(times):
        assert record.to_bytes() == b"\1\3..ab"
    record.tag = 0
    assert record.to_bytes() == data
    record.tag = 1
    assert record.to_bytes() == b"\1\3..ab"
    assert record.body.other == b".a"


def test_what_a_writing_has_looked_at_is_edited_afterwards(tmp_path: Path) -> None:
    record = compiled(tmp_path, TAGGED, "Tagged").from_bytes(b"\0\3..ab")
    record.tag = 1
    body = None
    for _ in range(2):
        assert record.to_bytes() == b"\1\3..ab"
        assert body in (None, record.body)  # which somebody may have kept
        body = record.body
    record.body.other = b"XY"
    assert record.to_bytes() == b"\1\3.XYb"


def test_a_length_that_was_set_to_what_was_derived_is_set_back(tmp_path: Path) -> None:
    spec = """
    meta: {id: counted}
    seq: [{id: len_text, type: u1}, {id: text, size: len_text}]
    """
    record = compiled(tmp_path, spec, "Counted").from_bytes(b"\3abc")
    record.text, record.len_text = b"", 0
    assert record.to_bytes() == b"\0"
    record.len_text = 3
    with pytest.raises(quire.FormatError, match="given 3, but text makes it 0"):
        record.to_bytes()
    record.text = b"abc"
    assert record.to_bytes() == b"\3abc"


def test_a_record_that_a_flag_has_brought_goes_with_it_unless_it_was_edited() -> None:
    """A flag that was set back was set once more, since the record was there."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        archive.writestr("a.txt", "hello")
    record = Zip.from_bytes(made.getvalue())
    local = record.end.entries[0].local
    local.has_descriptor = True
    first = record.to_bytes()
    kept = local.descriptor
    assert record.to_bytes() == first
    assert local.descriptor is kept
    local.has_descriptor = False
    assert record.to_bytes() == made.getvalue()
    assert not hasattr(local, "descriptor")
    local.has_descriptor = True
    assert record.to_bytes() == first
    local.descriptor.crc += 1
    with pytest.raises(quire.ContradictionError, match=r"descriptor\.crc"):
        record.to_bytes()


@pytest.mark.parametrize("times", [0, 1, 2])
@pytest.mark.parametrize("place", [0, 1, 2])
def test_what_was_taken_out_of_a_list_is_put_back(place: int, times: int) -> None:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for name in "abc":
            archive.writestr(name, f"hello {name}")
    record = Zip.from_bytes(made.getvalue())
    entries = record.end.entries
    taken = entries.pop(place)
    for _ in range(times):
        assert len(record.to_bytes()) < len(made.getvalue())
    entries.insert(place, taken)
    assert record.to_bytes() == made.getvalue()
