"""Instances that are read aside from their stream, and from streams of other records."""

from __future__ import annotations

import contextlib
import gc
import pickle
import sys
import zlib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import quire
from quire.runtime.members import own_members

SPEC = """
meta: {id: aside, endian: le, encoding: ASCII}
seq:
  - {id: len_packed, type: u1}
  - {id: packed, type: index, size: len_packed, process: zlib}
instances:
  where: {value: _io.pos}
types:
  index:
    seq:
      - {id: entries, type: entry, repeat: eos}
  entry:
    seq:
      - {id: ofs, type: u1}
      - {id: kind, type: u1}
    instances:
      body:
        io: _root._io
        pos: ofs
        size: 6
        type:
          switch-on: kind
          cases: {1: numbers, 2: words, 3: parts, 4: placed}
      last: {io: _root._io, pos: _root._io.size - 2, type: u2}
      here: {pos: 0, type: pair}
      pairs: {io: _root._io, pos: ofs, type: pair, repeat: expr, repeat-expr: 3}
  numbers: {seq: [{id: all, type: u1, repeat: eos}]}
  words: {seq: [{id: text, type: str, size: 3}, {id: rest, type: str, size-eos: true}]}
  parts:
    seq: [{id: inner, type: numbers, size: 4}]
    instances:
      behind: {pos: 4, type: u2}
  placed:
    seq: [{id: a, type: u1}, {id: at, size: 0, if: _io.pos == 1}, {id: b, type: u1}]
    instances:
      end: {value: _io.pos}
  pair: {seq: [{id: a, type: u1}, {id: b, type: str, size: 1}]}
"""
BODY = b"abcdef" + bytes(range(6)) + b"\x01x\x02y\x03z\x04\xff"


def _file(*entries: tuple[int, int]) -> bytes:
    """A file whose packed index has entries of a place in `BODY`, and a kind."""
    size = len(zlib.compress(bytes(2 * len(entries))))
    for _ in range(8):  # the places change what is packed, and so its size
        index = b"".join(bytes((1 + size + at, kind)) for at, kind in entries)
        packed = zlib.compress(index)
        if len(packed) == size:
            return bytes((size,)) + packed + BODY
        size = len(packed)
    raise AssertionError


@pytest.fixture(scope="module")
def kind(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The class of the files."""
    path = tmp_path_factory.mktemp("aside") / "aside.ksy"
    path.write_text(SPEC)
    return quire.compile(path).Aside


def test_a_record_in_the_stream_of_another_record_has_a_part_of_that(kind: Any) -> None:
    data = _file((0, 2), (6, 1), (6, 3))
    read = kind.from_bytes(data)
    words, numbers, parts = (entry.body for entry in read.packed.entries)
    assert (words.text, words.rest, numbers.all) == ("abc", "def", [0, 1, 2, 3, 4, 5])
    assert (parts.inner.all, parts.behind) == ([0, 1, 2, 3], 4 + 5 * 256)
    assert [each._io.to_byte_array() for each in (words, parts, parts.inner)] == [
        b"abcdef",
        bytes(range(6)),
        bytes(range(4)),
    ]
    assert read.packed.entries[0].last == 4 + 255 * 256


def test_what_stands_in_the_stream_of_another_record_is_not_read_from_its_own(kind: Any) -> None:
    read = kind.from_bytes(_file((12, 1), (6, 2)))
    first = read.packed.entries[0]
    assert [(each.a, each.b) for each in first.pairs] == [(1, "x"), (2, "y"), (3, "z")]
    assert (first.here.a, first.here.b.encode()) == (read.packed.entries[0].ofs, b"\x01")
    assert first.pairs[0]._io is read._io
    assert first.here._io is read.packed._io


def test_no_stream_stands_elsewhere_after_an_instance_was_looked_at(kind: Any) -> None:
    read = kind.from_bytes(_file((0, 2), (6, 4), (6, 3)))
    before = read._io.pos(), read.packed._io.pos()
    assert [entry.body.end for entry in read.packed.entries if entry.kind == 4] == [2]
    assert [entry.body is not None for entry in read.packed.entries] == [True] * 3
    assert (read._io.pos(), read.packed._io.pos(), read.where) == (*before, before[0])


@pytest.mark.parametrize("look", [True, False])
def test_an_error_in_the_stream_of_another_record_has_its_path_and_offset(
    kind: Any, *, look: bool
) -> None:
    data = _file((0, 2), (14, 2), (16, 1))
    read = kind.from_bytes(data)
    entries = read.packed.entries
    with pytest.raises(quire.FormatError) as of_text:
        _ = entries[1].body  # its last byte is no ASCII
    with pytest.raises(quire.FormatError) as of_end:
        _ = entries[2].body  # four bytes are left
    with pytest.raises(quire.FormatError) as of_list:
        _ = entries[1].pairs
    if look:
        assert [entry.kind for entry in entries] == [2, 2, 1]
    else:
        del read, entries
    at = len(data)
    assert (of_text.value.path, of_text.value.offset) == ("packed.entries[1].body.rest", at - 1)
    assert (of_end.value.path, of_end.value.offset) == ("packed.entries[2].body", at - 4)
    assert (of_list.value.path, of_list.value.offset) == ("packed.entries[1].pairs[2].b", at - 1)
    assert str(of_end.value).startswith("aside: packed.entries[2].body at byte")


def test_an_error_travels_with_its_path(kind: Any) -> None:
    read = kind.from_bytes(_file((14, 2)))
    with pytest.raises(quire.FormatError) as caught:
        _ = read.packed.entries[0].body
    again = pickle.loads(pickle.dumps(caught.value))  # noqa: S301  # our own
    assert (again.path, again.format) == ("packed.entries[0].body.rest", "aside")


def test_a_copy_of_a_record_in_the_stream_of_another_is_read_on(kind: Any) -> None:
    read = kind.from_bytes(_file((6, 3)))
    _ = read.packed.entries[0].body.inner
    again = pickle.loads(pickle.dumps(read))  # noqa: S301  # our own
    body = again.packed.entries[0].body
    assert (body.behind, body.inner._io.to_byte_array()) == (4 + 5 * 256, bytes(range(4)))


def test_threads_that_look_at_the_same_record_get_the_same(kind: Any) -> None:
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        for _ in range(20):
            entry = kind.from_bytes(_file((6, 1))).packed.entries[0]
            with ThreadPoolExecutor(4) as pool:
                found = list(pool.map(lambda _, of=entry: of.body, range(8)))
            assert all(each is entry.body for each in found)
    finally:
        sys.setswitchinterval(before)


def test_a_pipe_is_read_on_for_what_stands_at_a_position(kind: Any, tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(_file((0, 2), (6, 3)))
    with path.open("rb", buffering=0) as file:
        read = kind.from_io(file)
        assert [entry.body._io.size() for entry in read.packed.entries] == [6, 6]
        assert read.packed.entries[1].last == 4 + 255 * 256


FAILING = """
meta: {id: failing, endian: le}
seq: [{id: n, type: u1}]
instances:
  cut: {pos: 90, type: one}
  bytes: {pos: 90, size: 4}
  text: {pos: 0, size: 1, type: str, encoding: ASCII}
  magic: {pos: 0, type: magic}
  least: {pos: 0, type: least}
  most: {pos: 0, type: most}
  never: {value: n / (n - n)}
  list: {pos: 0, type: most, repeat: expr, repeat-expr: 2}
types:
  one: {seq: [{id: x, type: u4}]}
  magic: {seq: [{id: x, contents: ab}]}
  least: {seq: [{id: x, type: u1, valid: {min: 255}}]}
  most: {seq: [{id: x, type: u1, valid: {max: 1}}]}
"""


@pytest.mark.parametrize(
    "name", ["cut", "bytes", "text", "magic", "least", "most", "never", "list"]
)
def test_an_error_that_was_caught_is_gone_without_the_collector(tmp_path: Path, name: str) -> None:
    path = tmp_path / "failing.ksy"
    path.write_text(FAILING, encoding="utf-8")
    record = quire.compile(path).Failing.from_bytes(b"\xfe--")
    fails(record, name)  # what is made once is there now
    gc.collect()
    gc.disable()
    try:
        fails(record, name)
        assert gc.collect() == 0
    finally:
        gc.enable()


def fails(record: Any, name: str) -> None:
    with contextlib.suppress(quire.FormatError):
        getattr(record, name)
        pytest.fail("it was read")


LISTS = """
meta: {id: lists, endian: le, encoding: ASCII}
seq:
  - {id: ofs_lengths, type: u1}
  - {id: ofs_texts, type: u1}
  - {id: ofs_sums, type: u1}
instances:
  lengths: {pos: ofs_lengths, type: length, repeat: expr, repeat-expr: 3}
  texts: {io: _root._io, pos: ofs_texts, type: text(_index), repeat: expr, repeat-expr: 3}
  sums: {pos: ofs_sums, type: sum(_index), repeat: expr, repeat-expr: 4}
types:
  length:
    seq: [{id: value, type: u1}]
  text:
    params: [{id: number, type: u1}]
    seq: [{id: value, type: str, size: "_root.lengths[number].value"}]
  sum:
    params: [{id: number, type: u1}]
    seq:
      - {id: more, type: u1}
      - {id: rest, size: before}
    instances:
      before: {value: "number == 0 ? 0 : _root.sums[number - 1].more"}
"""


def test_a_list_that_others_ask_for_while_they_are_read_is_read_aside(tmp_path: Path) -> None:
    (tmp_path / "lists.ksy").write_text(LISTS)
    lists = quire.compile(tmp_path / "lists.ksy").Lists
    data = bytes((3, 6, 0)) + bytes((2, 1, 3)) + b"abcdef"
    record = lists.from_bytes(data)
    assert [text.value for text in record.texts] == ["ab", "c", "def"]
    assert {"_io", "_now_io"}.isdisjoint(own_members(record)), "no stream was moved"
    with pytest.raises(quire.FormatError) as caught:
        _ = lists.from_bytes(data[:-1]).texts
    assert (caught.value.path, caught.value.offset) == ("texts[2].value", 9)


def test_a_list_whose_elements_ask_for_those_before_them_is_seen_as_it_grows(
    tmp_path: Path,
) -> None:
    (tmp_path / "lists.ksy").write_text(LISTS)
    data = bytes((0, 0, 3)) + b"\x01" + b"\x02x" + b"\x00yy" + b"\x09"
    sums = quire.compile(tmp_path / "lists.ksy").Lists.from_bytes(data).sums
    assert [each.rest for each in sums] == [b"", b"x", b"yy", b""]
