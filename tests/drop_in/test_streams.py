"""Records are read from streams as they come: no byte more is taken than a record needs."""

from __future__ import annotations

import io
import os
import pickle
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from kaitaistruct import KaitaiStream

from quire import FormatError, LimitError, TruncatedError
from quire.runtime import Reader
from tests.cases import CASES, data_of
from tests.cases import compiled as case_of
from tests.drop_in.conftest import Compile

SPEC = """
meta: {id: message, endian: le, encoding: UTF-8, bit-endian: be}
seq:
  - {id: magic, contents: MS}
  - {id: num_pairs, type: u1}
  - {id: len_name, type: u2}
  - {id: pairs, type: pair, repeat: expr, repeat-expr: num_pairs}
  - {id: words, type: word, repeat: expr, repeat-expr: 2}
  - {id: high, type: b3}
  - {id: mid, type: b9}
  - {id: low, type: b4}
  - {id: name, type: str, size: len_name}
  - {id: title, type: strz}
  - {id: wide, type: strz, encoding: UTF-16LE}
  - {id: body, type: body, size: 3}
  - {id: numbers, type: s2, repeat: until, repeat-until: _ < 0}
  - {id: last, type: f4}
types:
  pair: {seq: [{id: a, type: u1}, {id: b, type: u4}]}
  word: {seq: [{id: len, type: u1}, {id: text, size: len}]}
  body: {seq: [{id: x, type: u1}, {id: rest, size-eos: true}]}
instances: {start: {pos: 0, size: 2}}
"""
DATA = (
    b"MS\x02\x03\x00\x01\x02\x00\x00\x00\x03\x04\x00\x00\x00\x01w\x00"
    b"\xa0\x35abctitle\0\0\x01w\0\0\0\x07yz\x05\x00\xff\xff\0\0\xc0\x3f"
)  # fmt: skip  # as in the spec

WAIT = 20
"""Seconds until a reader that wants more than there is counts as stuck."""


def expected(record: Any) -> None:
    assert [(pair.a, pair.b) for pair in record.pairs] == [(1, 2), (3, 4)]
    assert [bytes(word.text) for word in record.words] == [b"w", b""]
    assert (record.high, record.mid, record.low) == (0xA035 >> 13, 0xA035 >> 4 & 511, 5)
    assert (record.name, record.title, record.wide) == ("abc", "title", "\u0100w")
    assert (record.body.x, record.body.rest) == (7, b"yz")
    assert (record.numbers, record.last, record.start) == ([5, -1], 1.5, b"MS")


def in_time(work: Callable[[], Any]) -> Any:
    """What a function returns, which must not wait for ever."""
    found: list[Any] = []

    def run() -> None:
        try:
            found.append(work())
        except BaseException as error:  # noqa: BLE001  # raised below
            found.append(error)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    thread.join(WAIT)
    assert found, "it waits for more bytes than it needs"
    if isinstance(found[0], BaseException):
        raise found[0]
    return found[0]


@contextmanager
def pipe(data: bytes, *, buffering: int = -1) -> Iterator[Any]:
    """The end of a pipe to read from, with bytes in it; it stays open for writing."""
    source, sink = os.pipe()
    with open(source, "rb", buffering=buffering) as file:  # noqa: PTH123  # of a number
        os.write(sink, data)
        yield file
        os.close(sink)


def both_ends(data: bytes) -> Any:
    """A socket that gives bytes one by one, and stays open."""
    ours, theirs = socket.socketpair()
    thread = threading.Thread(
        target=lambda: [theirs.send(data[i : i + 1]) for i in range(len(data))]
    )
    thread.start()
    return ours, theirs, thread


@pytest.mark.parametrize("buffering", [0, -1], ids=["raw", "buffered"])
@pytest.mark.parametrize("wrap", [lambda f: f, KaitaiStream], ids=["file", "KaitaiStream"])
def test_two_records_are_read_from_a_pipe_that_stays_open(
    buffering: int, wrap: Callable[[Any], Any], compiled: Compile
) -> None:
    kind = compiled(SPEC)
    with pipe(DATA + DATA, buffering=buffering) as file:
        source = wrap(file)
        first = in_time(lambda: kind.from_io(source))
        second = in_time(lambda: kind.from_io(source))
    for record in (first, second):
        expected(record)
        assert record._io.pos() == len(DATA)
        expected(pickle.loads(pickle.dumps(record)))  # noqa: S301  # made here


def test_a_record_is_read_while_it_is_sent(compiled: Compile) -> None:
    ours, theirs, thread = both_ends(DATA)
    with ours, theirs, ours.makefile("rb") as file:
        expected(in_time(lambda: compiled(SPEC).from_io(file)))
        thread.join()


def test_a_constructor_reads_no_more_either(compiled: Compile) -> None:
    kind = compiled(SPEC)
    with pipe(DATA * 3, buffering=0) as file:
        expected(in_time(lambda: kind(file)))
        expected(in_time(lambda: kind(KaitaiStream(file))))
        one = Reader.of(file)
        expected(in_time(lambda: kind(one)))


def test_records_that_read_when_asked_to(compiled: Compile) -> None:
    kind = compiled(SPEC, read_write=True)
    with pipe(DATA * 2, buffering=0) as file:
        for _ in range(2):
            record = kind.from_io(file)
            in_time(record._read)
            expected(record)


class Slow(io.RawIOBase):
    """A file that gives three bytes at a time at most."""

    def __init__(self, data: bytes) -> None:
        self._left = data

    def read(self, size: int = -1) -> bytes:
        assert size > 0
        size = min(size, 3)
        part, self._left = self._left[:size], self._left[size:]
        return part


@pytest.mark.parametrize("case", CASES)
def test_a_case_is_read_as_from_bytes(case: str) -> None:
    kind, data = case_of(case), data_of(case)
    whole = kind.from_bytes(data)
    record = kind.from_io(Slow(data))
    assert record == whole
    assert record._io.pos() == whole._io.pos()
    for name in kind._instances:
        assert np.array_equal(getattr(record, name), getattr(whole, name))
    assert record.to_bytes() == whole.to_bytes()


@pytest.mark.parametrize("size", range(len(DATA)))
def test_an_end_too_soon_is_found_in_the_same_field(size: int, compiled: Compile) -> None:
    kind = compiled(SPEC)
    with pytest.raises(FormatError) as whole:
        kind.from_bytes(DATA[:size])

    class Pipe(io.BytesIO):
        def tell(self) -> int:
            raise io.UnsupportedOperation

    with pytest.raises(type(whole.value)) as caught:
        kind.from_io(Pipe(DATA[:size]))
    # The size of a list is not compared with what is left of a stream that goes on.
    assert caught.value.path.startswith(whole.value.path.split("[", maxsplit=1)[0])


def test_what_goes_by_the_end_waits_for_it(compiled: Compile) -> None:
    text = (
        "meta: {id: a}\nseq: [{id: xs, type: u2be, repeat: eos}]\ninstances: {n: {value: _io.size}}"
    )
    source, sink = os.pipe()
    with open(source, "rb") as file:  # noqa: PTH123  # of a number

        def send() -> None:
            os.write(sink, b"\0\1\0\2")
            os.close(sink)

        threading.Timer(0.05, send).start()
        record = in_time(lambda: compiled(text).from_io(file))
    assert (record.xs, record.n) == ([1, 2], 4)


def test_a_byte_that_was_looked_at_is_there_for_the_next_record(compiled: Compile) -> None:
    text = "meta: {id: a}\nseq: [{id: x, type: u1}, {id: y, type: u1, if: not _io.eof and x == 9}]"
    kind = compiled(text)
    with pipe(b"\1\2\3", buffering=0) as file:
        assert [in_time(lambda: kind.from_io(file)).x for _ in range(3 - 1)] == [1, 2]
        os.set_blocking(file.fileno(), False)
        with pytest.raises(BlockingIOError, match="is in non-blocking mode"):
            [kind.from_io(file) for _ in range(2)]


def test_a_count_that_lies_takes_no_memory(compiled: Compile) -> None:
    text = (
        "meta: {id: a}\nseq: [{id: n, type: u4be}, {id: xs, type: x, repeat: expr, repeat-expr: n}]"
    )
    text += "\ntypes: {x: {seq: [{id: a, type: u4be}]}}"
    source, sink = os.pipe()
    os.write(sink, b"\xff\xff\xff\xff\0\0\0\1")
    os.close(sink)
    with open(source, "rb") as file, pytest.raises(TruncatedError, match=r"xs\[1\]"):  # noqa: PTH123  # of a number
        compiled(text).from_io(file)


def test_a_file_that_can_seek_is_left_behind_the_record(compiled: Compile, tmp_path: Path) -> None:
    path = tmp_path / "two"
    path.write_bytes(b"??" + DATA + DATA + b"!")
    kind = compiled(SPEC.replace("pos: 0", "pos: 2"))
    for file in (path.open("rb"), io.BytesIO(path.read_bytes())):
        with file:
            file.seek(2)
            expected(kind.from_io(file))
            assert file.tell() == 2 + len(DATA)
            expected(kind(KaitaiStream(file)))
            assert file.read() == b"!"


def test_records_that_read_when_asked_to_leave_the_stream_behind_them(compiled: Compile) -> None:
    kind = compiled("meta: {id: a}\nseq: [{id: x, type: u1}]", read_write=True)
    stream = KaitaiStream(io.BytesIO(b"\1\2\3"))
    found = []
    while not stream.is_eof():
        record = kind(stream)
        record._read()
        found.append(record.x)
    assert found == [1, 2, 3]


def test_a_file_of_text_is_refused(compiled: Compile) -> None:
    with pytest.raises(TypeError, match="binary"):
        compiled(SPEC).from_io(io.StringIO("MS"))


def test_the_file_below_a_stream_moves_with_it(tmp_path: Path) -> None:
    path = tmp_path / "data"
    path.write_bytes(b"abcdefgh")
    mapped = Reader.open(path)
    assert mapped._io.name == str(path)
    for reader in (Reader(b"abcdefgh"), mapped, Reader.of(Slow(b"abcdefgh"))):
        file = reader._io
        assert (reader.u1("x"), file.tell(), file.read(2)) == (ord("a"), 1, b"bc")
        assert (reader.pos(), file.seek(1, io.SEEK_CUR), reader.u1("y")) == (3, 4, ord("e"))
        assert (file.seek(-2, io.SEEK_END), reader.u1("z"), file.read()) == (6, ord("g"), b"h")
        assert (reader.is_eof(), file.read(), file.getvalue()) == (True, b"", b"abcdefgh")
        assert (bytes(file.getbuffer()), file.readable(), file.seekable()) == (
            b"abcdefgh",
            True,
            True,
        )
        assert not file.writable()
    within = Reader(b"abcdef")
    within.seek(1)
    within = within.substream(3, "x")
    assert (within._io.read(9), within.is_eof(), within._io.getvalue()) == (b"bcd", True, b"bcd")
    assert not hasattr(within._io, "name")


@pytest.mark.parametrize("field", ["size-eos: true", "terminator: 0", "size: 1 << 40"])
def test_no_more_is_fetched_than_a_limit_allows(field: str, compiled: Compile) -> None:
    class Endless(io.RawIOBase):
        given = 0

        def read(self, size: int = -1) -> bytes:
            assert 0 < size <= 1 << 20
            self.given += size
            return b"x" * size

    file = Endless()
    with pytest.raises(LimitError, match="at most 100 bytes"):
        compiled(f"meta: {{id: a}}\nseq: [{{id: x, {field}, -limit: 100}}]").from_io(file)
    assert file.given <= 102


def test_what_was_not_fetched_of_a_closed_file_cannot_be_read(compiled: Compile) -> None:
    text = "meta: {id: a}\nseq: [{id: x, type: u1}]\ninstances: {y: {pos: 1, type: u1}}"
    with pipe(b"\1\2") as file:
        record = compiled(text).from_io(file)
    with pytest.raises(ValueError, match="the file is closed"):
        _ = record.y
    assert record.x == 1
