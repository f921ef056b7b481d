"""Sizes that a writer measures where they stand, and lists that it derives from records below."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import quire
from quire.generator.diagnostics import SpecError
from quire.runtime.writing.writer import Gauge, Writer


def compiled(folder: Path, body: str) -> Any:
    """The class of a spec with this rest."""
    path = folder / "thing.ksy"
    path.write_text(f"meta: {{id: thing, endian: le, encoding: ASCII}}\n{body}\n", "utf-8")
    return quire.compile(path).Thing


CHUNKS = """
seq:
  - {id: title, type: strz}
  - {id: chunks, type: chunk, repeat: eos}
types:
  chunk:
    seq:
      - {id: mark, type: u1}
      - {id: len_row, type: u2, -derive: row._sizeof}
      - {id: row, type: row}
      - {id: end, size: 0}
  row:
    seq:
      - {id: padding, size: 4 - _io.pos % 4, -fill: 0x2e}
      - {id: text, type: strz}
"""


def test_a_size_goes_by_where_the_field_stands(tmp_path: Path) -> None:
    thing = compiled(tmp_path, CHUNKS)
    rows = [{"mark": n, "row": {"text": text}} for n, text in ((1, "ab"), (2, ""), (3, "c"))]
    data = thing.build(title="t", chunks=rows).to_bytes()
    # Rows begin at 5, 14 and 20.
    chunks = [b"\1\6\0...ab\0", b"\2\3\0..\0", b"\3\6\0....c\0"]
    assert data == b"t\0" + b"".join(chunks)
    assert [chunk.len_row for chunk in thing.from_bytes(data).chunks] == [6, 3, 6]


def test_what_was_read_moves_and_is_measured_anew(tmp_path: Path) -> None:
    thing = compiled(tmp_path, CHUNKS)
    rows = [{"mark": 1, "row": {"text": "ab"}}, {"mark": 2, "row": {"text": ""}}]
    record = thing.from_bytes(thing.build(title="t", chunks=rows).to_bytes())
    for title in ("", "t", "to", "ten", "long title"):
        record.title = title
        assert record.to_bytes() == thing.build(title=title, chunks=rows).to_bytes()
        again = thing.from_bytes(record.to_bytes())
        assert [chunk.row.text for chunk in again.chunks] == ["ab", ""]


def test_padding_that_was_read_is_cut_but_nothing_else_is(tmp_path: Path) -> None:
    thing = compiled(tmp_path, CHUNKS)
    record = thing.from_bytes(b"t\0" + b"\1\4\0...\0")
    record.title = "to"
    assert record.to_bytes() == b"to\0" + b"\1\3\0..\0"
    record = thing.from_bytes(b"t\0" + b"\1\4\0..x\0")
    assert record.to_bytes() == b"t\0" + b"\1\4\0..x\0"
    record.title = "to"
    with pytest.raises(quire.FormatError, match=r"chunks\[0\].row.padding.* 2 bytes, found 3"):
        record.to_bytes()


@pytest.mark.parametrize(
    ("data", "size", "found"),
    [
        (b"", 2, b".."),
        (b"a", 3, b"a.."),
        (b"a...", 2, b"a."),
        (b"a...", 1, b"a"),
        (b"...", 0, b""),
        (b"ab", 2, b"ab"),
    ],
)
def test_padding_fills_and_is_cut(data: bytes, size: int, found: bytes) -> None:
    written: list[bytes] = []
    Writer(_Kept(written)).put_filled(data, size, "padding", 0x2E)
    assert b"".join(written) == found


@pytest.mark.parametrize(("data", "size"), [(b"ab..", 1), (b"..a", 2), (b"..", -1)])
def test_more_than_padding_is_not_cut(data: bytes, size: int) -> None:
    with pytest.raises(
        quire.FormatError, match=f"padding at byte 0: expected at most {size} bytes"
    ):
        Writer(_Kept([])).put_filled(data, size, "padding", 0x2E)


class _Kept:
    """A file that is a list of what was written."""

    def __init__(self, written: list[bytes]) -> None:
        self._written = written

    def write(self, data: bytes | memoryview, /) -> None:
        self._written.append(bytes(data))


def test_a_size_that_was_given_must_be_right(tmp_path: Path) -> None:
    thing = compiled(tmp_path, CHUNKS)
    row = {"mark": 1, "row": {"text": "ab"}}
    assert thing.build(title="t", chunks=[{**row, "len_row": 6}]).to_bytes()
    with pytest.raises(
        quire.ContradictionError, match=r"chunks\[0\].len_row: given 7, but row makes it 6"
    ):
        thing.build(title="t", chunks=[{**row, "len_row": 7}]).to_bytes()


def test_what_cannot_be_measured_is_named_once(tmp_path: Path) -> None:
    thing = compiled(tmp_path, CHUNKS)
    with pytest.raises(quire.FormatError, match=r"^thing: chunks\[0\].row.text: expected a value"):
        thing.build(title="t", chunks=[{"mark": 1, "row": {}}]).to_bytes()
    with pytest.raises(quire.FormatError, match=r"chunks\[0\].len_row: .* 65535 .*, found 65537"):
        thing.build(title="t", chunks=[{"mark": 1, "row": {"text": "a" * 65533}}]).to_bytes()


NESTED = """
seq:
  - {id: len_outer, type: u4be, -derive: outer._sizeof}
  - {id: kind, type: u1}
  - {id: outer, type: outer}
  - {id: rest, size-eos: true, -default: '[].as<bytes>'}
types:
  outer:
    seq:
      - {id: len_inner, type: u1, -derive: inner._sizeof}
      - {id: sign, type: sign}
      - {id: inner, type: inner}
      - {id: last, type: u1}
  sign: {seq: [{id: a, type: u2}, {id: b, type: u1, repeat: expr, repeat-expr: 2}]}
  inner:
    seq:
      - {id: len_words, type: u1, -derive: words._sizeof}
      - {id: num_words, type: u1}
      - {id: words, type: strz, repeat: expr, repeat-expr: num_words}
      - {id: padding, size: (16 - _io.pos) % 16, -fill: 0}
"""


def test_what_is_measured_may_hold_what_is_measured(tmp_path: Path) -> None:
    thing = compiled(tmp_path, NESTED)
    fields = {"sign": {"a": 1, "b": [2, 3]}, "inner": {"words": ["x", "yz"]}, "last": 9}
    data = thing.build(kind=7, outer=fields, rest=b"?").to_bytes()
    inner = b"\5\2x\0yz\0" + bytes(15)
    outer = b"\x16" + b"\1\0\2\3" + inner + b"\x09"
    assert len(b"\0\0\0\0\7" + outer) == 32 + 1
    assert data == b"\0\0\0\x1c\7" + outer + b"?"
    record = thing.from_bytes(data)
    record.outer.inner.words.append("w" * 9)
    inner = b"\x0f\3x\0yz\0wwwwwwwww\0" + bytes(5)
    assert record.to_bytes() == b"\0\0\0\x1c\7\x16" + b"\1\0\2\3" + inner + b"\x09?"


@pytest.mark.parametrize(
    ("body", "fields", "data"),
    [
        (
            "seq: [{id: n, type: u1, -derive: a._sizeof}, {id: a, type: strz, repeat: eos}]",
            {"a": ["bc", "d"]},
            b"\5bc\0d\0",
        ),
        (
            (
                "seq: [{id: n, type: u1, -derive: a._sizeof},"
                " {id: m, type: u2, -derive: a._sizeof}, {id: a, type: strz}]"
            ),
            {"a": "bc"},
            b"\3\3\0bc\0",
        ),
        (
            (
                "seq: [{id: n, type: u1, -derive: a._sizeof}, {id: a, type: strz},"
                " {id: m, type: u1, -derive: b._sizeof}, {id: b, type: strz}]"
            ),
            {"a": "cde", "b": ""},
            b"\4cde\0\1\0",
        ),
        (
            (
                "seq: [{id: n, type: u1, valid: {max: 3}, -derive: a._sizeof},"
                " {id: k, type: u1, valid: {min: n}}, {id: a, type: strz}]"
            ),
            {"k": 3, "a": "bc"},
            b"\3\3bc\0",
        ),
        (
            (
                "seq: [{id: n, type: u1, -derive: a._sizeof}, {id: a, type: t}]\n"
                "types: {t: {seq: [{id: b, type: b4}, {id: c, type: b3, if: b > 1}]}}"
            ),
            {"a": {"b": 2, "c": 1}},
            b"\1\x22",
        ),
        (
            (
                "seq: [{id: n, type: u1, -derive: a._sizeof}, {id: num_a, type: u1},"
                " {id: a, type: t, repeat: expr, repeat-expr: num_a, -array: {}}]\n"
                "types: {t: {seq: [{id: text, type: strz, encoding: UTF-8}]}}"
            ),
            {"a": {"text": ["", "b"]}},
            b"\3\2\0b\0",
        ),
        (
            "seq: [{id: f, type: b4}, {id: n, type: u1, -derive: a._sizeof}, {id: a, type: strz}]",
            {"f": 1, "a": "b"},
            b"\x10\2b\0",
        ),
    ],
)
def test_whatever_stands_behind_is_measured(
    body: str, fields: dict[str, Any], data: bytes, tmp_path: Path
) -> None:
    thing = compiled(tmp_path, body)
    assert thing.build(**fields).to_bytes() == data
    assert thing.from_bytes(data).to_bytes() == data


def test_a_size_that_breaks_its_rule_is_refused(tmp_path: Path) -> None:
    body = "seq: [{id: n, type: u1, valid: {max: 3}, -derive: a._sizeof}, {id: a, type: strz}]"
    with pytest.raises(quire.FormatError, match="n: expected at most 3, found 4"):
        compiled(tmp_path, body).build(a="bcd").to_bytes()


@pytest.mark.parametrize(
    "seq",
    [
        "{id: a, type: strz}, {id: n, type: u1, -derive: a._sizeof}",
        "{id: n, type: u1, -derive: a._sizeof}, {id: b, type: strz}, {id: a, type: strz}",
        "{id: n, type: u1, -derive: a._sizeof}, {id: a, type: strz, if: n > 0}",
        "{id: n, type: u1, if: true, -derive: a._sizeof}, {id: a, type: strz}",
        "{id: n, type: u1, -derive: a._sizeof}, {id: b, type: b8}, {id: a, type: strz}",
        "{id: b, type: b4}, {id: n, type: b12, -derive: a._sizeof}, {id: a, type: strz}",
        "{id: n, type: u1, -derive: a._sizeof + 1}, {id: a, type: strz}",
        "{id: n, type: u1, -derive: _sizeof}, {id: a, type: strz}",
    ],
)
def test_what_cannot_be_measured_has_to_be_constant(seq: str, tmp_path: Path) -> None:
    with pytest.raises(SpecError, match=r"error\[Q406\]"):
        compiled(tmp_path, f"seq: [{seq}]")


def test_a_size_that_is_constant_is_no_matter_of_measuring(tmp_path: Path) -> None:
    thing = compiled(tmp_path, "seq: [{id: a, size: 3}, {id: n, type: u1, -derive: a._sizeof + 1}]")
    assert thing.build(a=b"abc").to_bytes() == b"abc\4"


def test_a_gauge_counts_and_writes_nothing() -> None:
    written: list[bytes] = []
    writer = Writer(_Kept(written))
    writer.put(b"abc")

    def put(io: Writer) -> None:
        assert isinstance(io, Gauge)
        assert io.pos() == 5
        io.u4le(1, "a")
        io.bits_be(3, 1, "b")

    assert writer.measured(2, put) == 5
    assert (writer.pos(), written) == (3, [b"abc"])


# -- lists ---------------------------------------------------------------------------------------

KINDS = """
seq:
  - {id: twice, type: u1, -derive: num_kinds * 2}
  - {id: num_kinds, type: u1}
  - {id: kinds, type: u1, enum: kind, repeat: expr, repeat-expr: num_kinds,
     -derive: chunks.map(_.kind)}
  - {id: chunks, type: chunk(_io.pos), repeat: eos}
types:
  chunk:
    params: [{id: ofs_chunk, type: u4}]
    seq:
      - {id: kind, type: u1, enum: kind}
      - id: body
        type: {switch-on: kind, cases: {'kind::name': name, 'kind::size': size}}
      - {id: padding, size: (2 - ofs_chunk) % 2, -fill: 0}
  name: {seq: [{id: text, type: strz}]}
  size: {seq: [{id: width, type: u2}]}
enums: {kind: {1: name, 2: size}}
"""


def test_a_list_follows_from_tags_that_are_derived_themselves(tmp_path: Path) -> None:
    thing = compiled(tmp_path, KINDS)
    chunks = [{"body": {"text": "hi"}}, {"body": {"width": 5}}, {"kind": 2, "body": {"width": 6}}]
    data = thing.build(chunks=chunks).to_bytes()
    # Chunks begin at 5, 10 and 13.
    assert data == b"\6\3\1\2\2" + b"\1hi\0\0" + b"\2\5\0" + b"\2\6\0\0"
    record = thing.from_bytes(data)
    assert record.kinds == [thing.Kind.name, thing.Kind.size, thing.Kind.size]
    assert thing.build(chunks=[]).to_bytes() == b"\0\0"
    assert thing.build(chunks=iter(chunks)).to_bytes() == data


def test_a_list_goes_with_what_was_edited(tmp_path: Path) -> None:
    thing = compiled(tmp_path, KINDS)
    record = thing.from_bytes(b"\2\1\1" + b"\1a\0\0")
    record.chunks.append(thing.Chunk.build(body=thing.Size.build(width=3)))
    assert record.to_bytes() == b"\4\2\1\2" + b"\1a\0" + b"\2\3\0\0"
    del record.chunks[0]
    record.chunks[0].body = thing.Name.build(text="")
    assert record.to_bytes() == b"\2\1\1" + b"\1\0\0"


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (
            {"kinds": [1]},
            r"kinds: given \[1\], but `chunks.map\(_.kind\)` makes it \[<Kind.size: 2>\]: change",
        ),
        ({"num_kinds": 2}, "num_kinds: given 2, but kinds makes it 1"),
        (
            {"twice": 1},
            r"twice: given 1, but `num_kinds \* 2` makes it 2: change what that is computed from",
        ),
    ],
)
def test_a_list_that_was_given_must_be_right(
    given: dict[str, Any], message: str, tmp_path: Path
) -> None:
    thing = compiled(tmp_path, KINDS)
    chunks = [{"body": {"width": 5}}]
    right = {"kinds": [2], "num_kinds": 1, "twice": 2}
    assert thing.build(chunks=chunks, **right).to_bytes() == b"\2\1\2\2\5\0\0"
    with pytest.raises(quire.ContradictionError, match=f"^thing: {message}"):
        thing.build(chunks=chunks, **given).to_bytes()


def test_lists_are_summed_and_have_defaults(tmp_path: Path) -> None:
    thing = compiled(
        tmp_path,
        "seq: [{id: total, type: u1, -derive: rows.map(_.len_text).sum},"
        " {id: steps, type: u2, repeat: expr, repeat-expr: 2, -default: '[1, 300]'},"
        " {id: rows, type: row, repeat: eos}]\n"
        "types: {row: {seq: [{id: len_text, type: u1}, {id: text, size: len_text}]}}",
    )
    rows = [{"text": b"ab"}, {"text": b""}, {"text": b"c"}]
    assert thing.build(rows=rows).to_bytes() == b"\3\1\0\x2c\1" + b"\2ab\0\1c"
    assert thing.build(rows=[], steps=[7, 8]).to_bytes() == b"\0\7\0\x08\0"


def test_what_is_known_only_when_it_is_written_cannot_be_listed(tmp_path: Path) -> None:
    thing = compiled(
        tmp_path,
        CHUNKS.replace(
            "seq:", "seq:\n  - {id: n, type: u1, -derive: chunks.map(_.len_row).sum}", 1
        ),
    )
    with pytest.raises(quire.FormatError, match=r"chunks\[0\].len_row: expected a value: give one"):
        thing.build(title="", chunks=[{"mark": 1, "row": {"text": ""}}]).to_bytes()


# -- fields that never have any bytes ------------------------------------------------------------


def test_a_field_of_no_bytes_need_not_be_given(tmp_path: Path) -> None:
    thing = compiled(
        tmp_path,
        "seq: [{id: a, size: 0, valid: {expr: b == 1}}, {id: b, type: u1},"
        " {id: c, type: str, size: 2 - 2}, {id: d, size: 0, type: t}]\ntypes: {t: {}}",
    )
    record = thing.build(b=1)
    assert (record.to_bytes(), record.a, record.c) == (b"\1", b"", "")
    with pytest.raises(quire.FormatError, match="a: expected a value for which `b == 1`"):
        thing.build(b=2).to_bytes()
    with pytest.raises(quire.FormatError, match="a at byte 0: expected 0 bytes, found 1 bytes"):
        thing.build(a=b"x", b=1).to_bytes()


def test_an_array_of_no_elements_has_to_be_given(tmp_path: Path) -> None:
    body = "seq: [{id: a, size: 0, -array: {dtype: f4, shape: [0, 3]}}, {id: b, type: u1}]"
    thing = compiled(tmp_path, body)
    with pytest.raises(
        quire.FormatError, match="a: expected a value: give one, as it cannot be derived"
    ):
        thing.build(b=1).to_bytes()


@pytest.mark.parametrize("place", ["in front", "behind"])
def test_sizes_are_what_they_were_where_nothing_moves(
    place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    total = "  - {id: total, type: u1, -derive: rows.map(_._sizeof).sum}\n"
    rows = "  - {id: rows, type: row, repeat: expr, repeat-expr: 3}\n"
    rest = "types: {row: {seq: [{id: text, type: strz}]}}"
    fields = total + rows if place == "in front" else rows + total
    thing = compiled(tmp_path, f"seq:\n{fields}{rest}")
    texts = b"one\0three\0\0"
    before, behind = (b"\x0b", b"") if place == "in front" else (b"", b"\x0b")
    record = thing.from_bytes(before + texts + behind)
    monkeypatch.setattr(quire.runtime.Struct, "_write_anew", None)  # nothing is laid out
    record.rows[0].text = "two"
    assert record.to_bytes() == before + b"two\0three\0\0" + behind
    assert record.total == 11
    assert record.rows[1].text == "three"


PACKED = """
seq:
  - {id: num_front, type: u2}
  - {id: front, type: row, repeat: expr, repeat-expr: num_front}
  - {id: middle, type: middle}
  - {id: num_back, type: u2}
  - {id: back, type: row, repeat: expr, repeat-expr: num_back}
  - {id: end, type: end}
types:
  row: {seq: [{id: x, type: u1}, {id: y, type: u2}]}
  middle: {seq: [{id: size, type: u4, -derive: '_root.front.map(_._sizeof).sum'}]}
  end: {seq: [{id: size, type: u4, -derive: '_root.back.map(_._sizeof).sum'}]}
"""


@pytest.mark.parametrize("count", [3, 500])
def test_records_that_are_packed_together_are_measured(count: int, tmp_path: Path) -> None:
    thing = compiled(tmp_path, PACKED)
    rows = [{"x": i % 256, "y": i} for i in range(count)]
    built = thing.build(front=rows, middle={}, back=rows[1:], end={})
    again = thing.from_bytes(built.to_bytes())
    assert (again.middle.size, again.end.size) == (3 * count, 3 * count - 3)
    del again.front[1]
    again.back.append({"x": 1, "y": 2})
    again.back[0].x = 9
    changed = thing.from_bytes(again.to_bytes())
    assert (changed.middle.size, changed.end.size) == (3 * count - 3, 3 * count)
    assert [len(changed.front), len(changed.back)] == [count - 1, count]
