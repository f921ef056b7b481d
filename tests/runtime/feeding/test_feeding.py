"""Parsers that are fed: the same records as at once, in little memory, whatever the pieces are."""

from __future__ import annotations

import struct
import tracemalloc
from collections.abc import Callable
from itertools import repeat
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import quire
from quire import FormatError, LimitError
from quire.generated.cvc import Cvc
from quire.generated.gif import Gif
from quire.generated.gzip import Gzip
from quire.generated.pcap import Pcap
from quire.generated.png import Png
from quire.generated.wav import Wav
from quire.generated.zip import Zip
from quire.runtime.feeding.pending import AGAIN, SMALL, Pending
from quire.testing import generated_bytes
from tests.fed import at_once, fed, pieces_of, shown

Compile = Callable[[str], Any]


@pytest.fixture
def compiled(tmp_path: Path) -> Compile:
    """Compiles a spec without its first line, `meta: {id: stream, endian: le}`."""

    def compile_it(text: str) -> Any:
        path = tmp_path / "stream.ksy"
        meta = "meta: {id: stream, endian: le, encoding: ASCII}\n"
        path.write_text(meta + text, encoding="utf-8")
        return quire.compile(path).Stream

    return compile_it


LINES = """
seq:
  - {id: magic, contents: LI}
  - {id: lines, type: line, repeat: eos}
types:
  line:
    seq:
      - {id: len_text, type: u1}
      - {id: text, type: str, size: len_text}
      - {id: kind, type: u1, valid: {max: 9}}
"""
LINES_DATA = b"LI" + b"\x02ab\x01" + b"\x00\x02" + b"\x03xyz\x03"
COUNTED = """
seq:
  - {id: num_pairs, type: u2}
  - {id: pairs, type: pair, repeat: expr, repeat-expr: num_pairs}
  - {id: after, type: u1}
types:
  pair: {seq: [{id: a, type: u1}, {id: b, type: u1}]}
"""


def same_in_pieces(kind: Any, data: bytes, sizes: Any) -> None:
    records, error = fed(kind, pieces_of(data, sizes))
    expected, refusal = at_once(kind, data)
    assert error == refusal
    if refusal is None or f": {kind._PARTS[-1].field} at" not in refusal[1]:
        assert shown(records) == shown(expected)


@pytest.mark.parametrize("kind", [Gif, Gzip, Pcap])
@settings(max_examples=60, deadline=None)
@given(
    seed=st.integers(0, 200),
    cut=st.integers(0, 1 << 16),
    sizes=st.lists(st.sampled_from([0, 1, 2, 3, 7, 50, 1000]), max_size=200),
)
def test_generated_files_in_pieces_are_the_same_as_at_once(
    kind: Any, seed: int, cut: int, sizes: list[int]
) -> None:
    data = generated_bytes(kind, seed=seed)
    records, error = fed(kind, pieces_of(data[:cut], sizes))
    expected, refusal = at_once(kind, data[:cut])
    assert (shown(records), error) == (shown(expected), refusal)


@pytest.mark.parametrize("seed", range(5))
def test_a_type_without_lists_gives_whole_files_one_after_another(seed: int) -> None:
    first, second = generated_bytes(Wav, seed=seed), generated_bytes(Wav, seed=seed + 100)
    parser = Wav.feed()
    assert parser.root is None
    records = [
        record
        for piece in pieces_of(first + second, repeat(5))
        for record in parser.feed(piece)
    ]  # fmt: skip  # two loops
    assert parser.position == len(first) + len(second)
    assert shown(records) == shown([Wav.from_bytes(first), Wav.from_bytes(second)])
    assert list(parser.close()) == []


@pytest.mark.parametrize("size", [1, 2, 3, 5, 100])
@pytest.mark.parametrize("cut", range(len(LINES_DATA) + 1))
def test_a_list_to_the_end_ends_where_the_pieces_do(compiled: Compile, size: int, cut: int) -> None:
    kind = compiled(LINES)
    records, error = fed(kind, pieces_of(LINES_DATA[:cut], repeat(size)))
    expected, refusal = at_once(kind, LINES_DATA[:cut])
    assert (records, error) == (expected, refusal)
    assert (error is None) == (cut in (2, 6, 8, 13))


def test_records_come_as_soon_as_their_last_byte_is_there(compiled: Compile) -> None:
    parser = compiled(LINES).feed()
    came = [(i, record.text) for i in range(13) for record in parser.feed(LINES_DATA[i : i + 1])]
    assert came == [(5, "ab"), (7, ""), (12, "xyz")]
    assert list(parser.close()) == []


def test_the_header_is_there_when_the_first_record_is_and_the_list_is_not(
    compiled: Compile,
) -> None:
    parser = compiled(COUNTED).feed()
    first, second = parser.feed(b"\x02\x00abcd")
    assert (parser.root.num_pairs, first._parent) == (2, parser.root)
    assert not hasattr(parser.root, "pairs")
    assert (second.a, parser.position, parser.is_done) == (ord("c"), 6, False)
    assert list(parser.feed(b"!dropped")) == []
    assert (parser.root.after, parser.is_done, list(parser.close())) == (ord("!"), True, [])


@pytest.mark.parametrize("size", [1, 4, 100])
def test_a_list_that_is_cut_off_is_refused_as_its_count_is_at_once(
    compiled: Compile, size: int
) -> None:
    kind = compiled(COUNTED)
    data = b"\x03\x00abcd"
    records, error = fed(kind, pieces_of(data, repeat(size)))
    assert [(each.a, each.b) for each in records] == [(97, 98), (99, 100)]
    assert error == at_once(kind, data)[1]
    assert error is not None
    assert "pairs at byte 2: requested 6 bytes, but only 4" in error[1]


def test_an_error_has_the_path_of_its_record_and_comes_after_those_before(
    compiled: Compile,
) -> None:
    data = LINES_DATA[:-1] + b"\x0a" + b"\x00\x01"
    parser = compiled(LINES).feed()
    texts = []
    with pytest.raises(FormatError) as caught:
        texts += [record.text for record in parser.feed(data)]
    assert texts == []  # of a list, which was not finished
    assert (caught.value.path, caught.value.offset) == ("lines[2].kind", 12)
    with pytest.raises(FormatError) as again:
        list(parser.feed(b"\x00\x01"))
    assert again.value is caught.value


def test_records_before_an_error_come_one_by_one(compiled: Compile) -> None:
    records = compiled(LINES).feed().feed(LINES_DATA[:-1] + b"\x0a")
    assert (next(records).text, next(records).text) == ("ab", "")
    with pytest.raises(FormatError, match=r"lines\[2\]\.kind at byte 12"):
        next(records)


def test_what_nobody_has_gone_through_comes_the_next_time(compiled: Compile) -> None:
    parser = compiled(LINES).feed()
    parser.feed(LINES_DATA[:7])
    some = parser.feed(LINES_DATA[7:10])
    assert next(some).text == "ab"
    assert [record.text for record in parser.feed(LINES_DATA[10:])] == ["", "xyz"]
    assert list(some) == []


def test_a_closed_parser_takes_nothing(compiled: Compile) -> None:
    parser = compiled(LINES).feed()
    assert list(parser.feed(b"LI")) == list(parser.close()) == []
    with pytest.raises(ValueError, match="closed"):
        parser.feed(b"LI")


def test_a_cut_end_is_told_when_the_parser_is_closed(compiled: Compile) -> None:
    kind = compiled(
        "seq:\n  - {id: lines, type: line, repeat: until, repeat-until: _.is_last or _io.eof}\n"
        "  - {id: after, size: 3}\n"
        "types:\n  line: {seq: [{id: n, type: u1}], instances: {is_last: {value: n == 0}}}\n"
    )
    parser = kind.feed()
    assert [line.n for line in parser.feed(b"\x01\x02")] == [1]  # whether the next is the last?
    assert [line.n for line in parser.feed(b"\x00ab")] == [2, 0]
    with pytest.raises(FormatError, match="after at byte 3: requested 3 bytes, but only 2"):
        parser.close()


def test_parameters_are_given_before_the_bytes(compiled: Compile) -> None:
    kind = compiled(
        "params: [{id: width, type: u1}]\n"
        "seq: [{id: rows, type: row, repeat: eos}]\n"
        "types: {row: {seq: [{id: cells, size: _root.width}]}}\n"
    )
    assert [row.cells for row in kind.feed(3).feed(b"abcdefg")] == [b"abc", b"def"]
    with pytest.raises(TypeError, match="takes the parameters width; 0 were given"):
        kind.feed()


def test_elements_tell_their_number(compiled: Compile) -> None:
    kind = compiled(
        "seq: [{id: rows, type: row(_index), repeat: eos}]\n"
        "types: {row: {params: [{id: number, type: u4}], seq: [{id: cell, type: u1}]}}\n"
    )
    parser = kind.feed()
    assert [row.number for byte in b"abcd" for row in parser.feed(bytes([byte]))] == [0, 1, 2, 3]


def test_where_no_case_fits_there_is_no_element(compiled: Compile) -> None:
    kind = compiled(
        "seq:\n  - id: rows\n    repeat: expr\n    repeat-expr: 5\n"
        "    type: {switch-on: _index % 2, cases: {1: row}}\n"
        "  - {id: after, type: row}\n"
        "types: {row: {seq: [{id: a, type: u1, valid: {max: 99}}]}}\n"
    )
    for data in (b"\x01\x02\x03", b"\x01\xff\x03", b"\x01"):
        for size in (1, 5):
            assert fed(kind, pieces_of(data, repeat(size))) == at_once(kind, data)


def test_what_is_looked_at_later_is_of_the_record(compiled: Compile) -> None:
    """Streams of records, and what is wrong in them, though the file's bytes are gone."""
    kind = compiled(
        "seq: [{id: boxes, type: box, repeat: eos}]\n"
        "types:\n"
        "  box: {seq: [{id: size, type: u1}, {id: body, type: body, size: size}]}\n"
        "  body:\n    instances:\n      last: {pos: _io.size - 1, type: u1, valid: {max: 99}}\n"
    )
    data = b"\x02ab\x03abc\x01\x09"
    boxes, error = fed(kind, pieces_of(data, repeat(1)))
    assert error is None
    assert (boxes[0].body.last, boxes[2].body.last) == (98, 9)
    assert boxes[1].body._io.to_byte_array() == b"abc"
    wrong, _ = fed(kind, pieces_of(data.replace(b"abc", b"ab\xff"), repeat(4)))
    with pytest.raises(FormatError, match=r"boxes\[1\]\.body\.last at byte 6"):
        _ = wrong[1].body.last


REFUSALS = {
    "seq: [{id: a, size-eos: true}]": "`stream::a` goes to the end of the file",
    "seq: [{id: a, type: u1}]\ninstances: {b: {pos: 0, type: u1}}": "`stream::b` is read at a",
    "seq: [{id: a, size: _io.size - 1}]": "asks for the size of the file (`_io.size - 1`)",
    "seq: []": "it has no fields in `seq`",
    (
        "seq: [{id: a, type: x, repeat: eos}, {id: n, size: 'a.size'}]\n"
        "types: {x: {seq: [{id: b, type: u1}]}}"
    ): "`stream::n` depends on `a`, whose elements are handed out",
    (
        "seq: [{id: a, type: x, repeat: eos}]\n"
        "types: {x: {seq: [{id: b, type: u1, if: _root.first == 0}]}}\n"
        "instances: {first: {value: 'a[0].b'}}"
    ): "`stream::x::b` depends on `first`, which depends on `a`, whose elements are handed out",
    (
        "seq: [{id: a, type: x, repeat: eos}]\n"
        "types: {x: {seq: [{id: b, type: u1}, {id: rest, type: u1, repeat: eos}]}}"
    ): "`stream::x::rest` goes to the end of the file",
    (
        "seq: [{id: a, type: x, repeat: eos}]\n"
        "types: {x: {seq: [{id: b, type: u1}], instances: {is_last: {value: _io.eof}}}}"
    ): "`stream::x::is_last` needs the end of the file when you access it",
}


@pytest.mark.parametrize("spec", REFUSALS)
def test_what_cannot_be_fed_is_refused_before_a_byte(spec: str, compiled: Compile) -> None:
    with pytest.raises(TypeError) as caught:
        compiled(spec).feed()
    assert REFUSALS[spec] in str(caught.value)
    assert str(caught.value).startswith("Stream cannot be fed: ")


@pytest.mark.parametrize("kind", [Zip, Cvc, Png])
def test_formats_that_look_back_are_refused(kind: Any) -> None:
    with pytest.raises(TypeError, match=f"{kind.__name__} cannot be fed: "):
        kind.feed()


def test_types_within_a_spec_and_modules_that_read_otherwise_are_refused(tmp_path: Path) -> None:
    with pytest.raises(TypeError, match="a type within a spec"):
        Pcap.Packet.feed()
    path = tmp_path / "plain.ksy"
    spec = "meta: {id: plain, ks-debug: true}\nseq: [{id: a, type: u1}]\n"
    path.write_text(spec, encoding="utf-8")
    with pytest.raises(TypeError, match="without --no-auto-read and `ks-debug`"):
        quire.compile(path).Plain.feed()


def test_elements_that_take_no_bytes_do_not_go_on_without_end(compiled: Compile) -> None:
    empty = "types: {x: {seq: [{id: b, size: 0}]}}\n"
    kind = compiled("seq: [{id: a, type: x, repeat: eos}]\n" + empty)
    assert fed(kind, [b"zz"])[1] == at_once(kind, b"zz")[1]
    kind = compiled(
        "seq: [{id: n, type: u4}, {id: a, type: x, repeat: expr, repeat-expr: n}]\n" + empty
    )
    with pytest.raises(LimitError, match="fewer elements that take no bytes"):
        list(kind.feed().feed(b"\xff" * 4))


def test_limits_hold(compiled: Compile) -> None:
    rows = "types: {x: {seq: [{id: b, type: u1}]}}\n"
    kind = compiled("seq: [{id: a, type: x, repeat: eos, -limit: 2}]\n" + rows)
    assert fed(kind, pieces_of(b"abc", repeat(1)))[1] == at_once(kind, b"abc")[1]
    kind = compiled("seq: [{id: n, type: u4}, {id: body, size: n, -limit: 100}]\n")
    with pytest.raises(LimitError, match="body at byte 4: expected at most 100"):
        list(kind.feed().feed(b"\xff" * 4))  # it is not waited for


@pytest.mark.parametrize("size", [1 << 10, 1 << 16, 1 << 20])
def test_memory_is_that_of_two_records_and_a_megabyte(compiled: Compile, size: int) -> None:
    kind = compiled(
        "seq: [{id: rows, type: row, repeat: eos}]\n"
        "types: {row: {seq: [{id: n, type: u4}, {id: body, size: n}]}}\n"
    )
    large = struct.pack("<I", 4_000_000) + bytes(4_000_000)
    small = (struct.pack("<I", 9) + bytes(9)) * 100_000
    data = memoryview(large + small + large * 2)
    parser = kind.feed()
    tracemalloc.start()
    try:
        count = 0
        for start in range(0, len(data), size):
            piece = bytes(data[start : start + size])
            for row in parser.feed(piece):
                count += row.n > 0
                del row
            del piece
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert count == 100_003
    # The piece that is being read belongs to who feeds it.
    assert peak - min(size, len(data)) < 2 * len(large) + (1 << 20)


def looked_at(parser: Any, data: bytes, monkeypatch: pytest.MonkeyPatch) -> int:
    """How many bytes were looked at while a file came byte by byte, each time anew."""
    seen = 0
    look = Pending._look

    def counting(self: Pending, **options: bool) -> None:
        nonlocal seen
        look(self, **options)
        seen += len(self.window)

    monkeypatch.setattr(Pending, "_look", counting)
    for start in range(len(data)):
        for _ in parser.feed(data[start : start + 1]):
            pass
    return seen


def test_what_comes_byte_by_byte_is_not_looked_at_again_and_again(
    compiled: Compile, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The worst record: nobody knows how long it is, and each byte might be its last."""
    kind = compiled(
        "seq: [{id: rows, type: row, repeat: eos}]\n"
        "types:\n"
        "  row: {seq: [{id: c, type: cell, repeat: until, repeat-until: _.a == 0}]}\n"
        "  cell: {seq: [{id: a, type: u1}]}\n"
    )
    data = b"\x01" * 20_000 + b"\x00"
    assert looked_at(kind.feed(), data, monkeypatch) < (AGAIN + 1) * len(data) + 2 * SMALL


def test_a_record_that_waits_for_more_comes_when_asked_for(compiled: Compile) -> None:
    kind = compiled("seq: [{id: c, type: u1, repeat: until, repeat-until: _ == 0}]\n")
    data = b"\x01" * 4_998 + b"\x00"
    parser = kind.feed()
    came = [record for byte in data for record in parser.feed(bytes([byte]))]
    assert came == []
    assert [len(record.c) for record in parser.feed(b"")] == [len(data)]


def test_pieces_may_change_after_they_were_taken(compiled: Compile) -> None:
    parser, piece = compiled(LINES).feed(), bytearray(LINES_DATA + b"\x00\x01" * 5_000)
    records = parser.feed(piece)
    piece[:] = bytes(len(piece))
    assert [record.text for record in records][:3] == ["ab", "", "xyz"]
