"""What `build` derives, where it puts what stands at positions, and what it keeps of a file."""

from __future__ import annotations

import io
import tracemalloc
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import quire


def compiled(folder: Path, body: str) -> Any:
    """The class of a spec with this rest."""
    path = folder / "thing.ksy"
    path.write_text(f"meta: {{id: thing, endian: le, encoding: ASCII}}\n{body}\n", "utf-8")
    return quire.compile(path).Thing


CHUNKS = """
seq: [{id: chunks, type: chunk, repeat: eos}]
types:
  chunk:
    seq:
      - {id: kind, type: str, size: 4}
      - {id: len_body, type: u4}
      - id: body
        size: len_body
        type: {switch-on: kind, cases: {'"HEAD"': head, '"TEXT"': text}}
  head: {seq: [{id: width, type: u2}]}
  text: {seq: [{id: line, type: strz}]}
"""


def test_a_tag_and_a_length_follow_from_the_record_that_is_given(tmp_path: Path) -> None:
    thing = compiled(tmp_path, CHUNKS)
    head, text = thing.Head.build(width=5), thing.Text.build(line="hi")
    built = thing.build(chunks=[{"body": head}, {"body": text}, {"kind": "RAW!", "body": b"xyz"}])
    expected = b"HEAD\2\0\0\0\5\0TEXT\3\0\0\0hi\0RAW!\3\0\0\0xyz"
    assert built.to_bytes() == expected
    again = thing.build(chunks=[{"body": {"width": 5}}, {"body": {"line": "hi"}}])
    assert again.to_bytes() == expected[:21]
    with pytest.raises(quire.ContradictionError, match=r"chunks\[0\].kind: given 'TEXT', but body"):
        thing.build(chunks=[{"kind": "TEXT", "body": head}]).to_bytes()
    with pytest.raises(quire.FormatError, match=r"the fields of one of Thing\.Head"):
        thing.build(chunks=[{"body": {"depth": 1}}]).to_bytes()


def test_flags_follow_from_what_is_there(tmp_path: Path) -> None:
    thing = compiled(
        tmp_path,
        "seq: [{id: has_a, type: b1}, {id: has_b, type: b7}, {id: a, type: u1, if: has_a},"
        " {id: b, type: u1, if: has_b != 0}]",
    )
    assert thing.build(a=1).to_bytes() == b"\x80\1"
    assert thing.build(b=2).to_bytes() == b"\x01\2"
    assert thing.build(has_b=5, b=2).to_bytes() == b"\x05\2"
    read = thing.from_bytes(b"\x81\1\2")
    del read.a
    assert read.to_bytes() == b"\1\2"
    with pytest.raises(quire.ContradictionError, match="has_a: given False"):
        thing.build(has_a=False, a=1).to_bytes()
    with pytest.raises(quire.FormatError, match="a: expected a value"):
        thing.build(has_a=True).to_bytes()


@pytest.mark.parametrize(
    ("body", "fields", "data"),
    [
        (
            (
                "seq: [{id: h, type: h}, {id: xs, type: u1, repeat: expr, repeat-expr: h.n}]\n"
                "types: {h: {seq: [{id: n, type: u2}]}}"
            ),
            {"xs": [7, 8]},
            b"\2\0\7\x08",
        ),
        (
            (
                "seq: [{id: n, type: u1}, {id: body, type: t}]\n"
                "types: {t: {seq: [{id: text, type: str, size: _parent.n}]}}"
            ),
            {"body": {"text": "abc"}},
            b"\3abc",
        ),
        (
            (
                "seq: [{id: len_all, type: u1}, {id: len_a, type: u1}, {id: a, size: len_a},"
                " {id: b, size: len_all - len_a}]"
            ),
            {"a": b"xx", "b": b"y"},
            b"\3\2xxy",
        ),
        (
            "seq: [{id: raw, type: u1}, {id: a, size: real}]\ninstances: {real: {value: raw - 4}}",
            {"a": b"ab"},
            b"\6ab",
        ),
        (
            "seq: [{id: n, type: u1}, {id: a, size: n, process: zlib}]",
            {"a": b"aa"},
            bytes([len(zlib.compress(b"aa"))]) + zlib.compress(b"aa"),
        ),
        (
            "seq: [{id: n, type: u1}, {id: a, size: n, terminator: 0}, {id: b, size: n}]",
            {"a": b"ab", "b": b"xyz"},
            b"\3ab\0xyz",
        ),
        ("seq: [{id: n, type: u1}, {id: a, size: n, repeat: eos}]", {"a": [b"ab"]}, b"\2ab"),
        ("seq: [{id: a, type: u1}, {type: u2}, {size: 2}, {type: b8}]", {"a": 1}, b"\1\0\0\0\0\0"),
        (
            "seq: [{id: s, type: strz, consume: false, eos-error: false}]",
            {"s": "a"},
            b"a\0",
        ),
    ],
)
def test_whatever_follows_is_derived(
    body: str, fields: dict[str, Any], data: bytes, tmp_path: Path
) -> None:
    assert compiled(tmp_path, body).build(**fields).to_bytes() == data


def test_padding_that_was_there_is_kept_and_grows(tmp_path: Path) -> None:
    thing = compiled(tmp_path, "seq: [{id: n, type: u1}, {id: a, size: n, pad-right: 0}]")
    record = thing.from_bytes(b"\4ab\0\0")
    assert record.to_bytes() == b"\4ab\0\0"
    record.a = b"abcdef"
    assert record.to_bytes() == b"\6abcdef"
    with pytest.raises(quire.ContradictionError, match="n: given 1"):
        thing.build(n=1, a=b"ab").to_bytes()


def test_lengths_of_one_field_have_to_agree(tmp_path: Path) -> None:
    lists = ("{id: " + x + ", type: u1, repeat: expr, repeat-expr: n}" for x in "ab")
    thing = compiled(tmp_path, f"seq: [{{id: n, type: u1}}, {', '.join(lists)}]")
    assert thing.build(a=[1], b=[2]).to_bytes() == b"\1\1\2"
    with pytest.raises(quire.FormatError, match=r"expected 2 elements .*, found 1"):
        thing.build(a=[1], b=[2, 3]).to_bytes()


# -- positions -----------------------------------------------------------------------------------

DIRECTORY = """
seq:
  - {id: num_entries, type: u1}
  - {id: entries, type: entry, repeat: expr, repeat-expr: num_entries}
  - {id: ofs_note, type: u2}
  - {id: len_note, type: u1}
types:
  entry:
    seq: [{id: name, type: str, size: 1}, {id: ofs_body, type: u2}, {id: len_body, type: u2}]
    instances: {body: {pos: ofs_body, size: len_body, io: _root._io}}
instances: {note: {pos: ofs_note, size: len_note, type: str}}
"""


def test_what_stands_at_positions_is_placed(tmp_path: Path) -> None:
    thing = compiled(tmp_path, DIRECTORY)
    entries = [{"name": "a", "body": b"first"}, {"name": "b", "body": b"second"}]
    data = thing.build(entries=entries, note="end").to_bytes()
    assert data == b"\2a\x0e\0\5\0b\x13\0\6\0\x19\0\3firstsecondend"
    record = thing.from_bytes(data)
    assert [entry.body for entry in record.entries] == [b"first", b"second"]
    assert record.note == "end"


def test_what_grows_moves_what_is_behind_it(tmp_path: Path) -> None:
    thing = compiled(tmp_path, DIRECTORY)
    # Between and after what is described there is something that is not.
    data = b"\1a\x0c\0\2\0\x10\0\1" + b"..." + b"hi" + b"??" + b"n" + b"tail"
    record = thing.from_bytes(data)
    assert record.to_bytes() == data
    record.entries[0].body = b"hello"
    moved = record.to_bytes()
    assert moved == b"\1a\x0c\0\5\0\x13\0\1" + b"..." + b"hello" + b"??" + b"n" + b"tail"
    record.entries.append(thing.Entry.build(name="b", body=b"NEW"))
    again = thing.from_bytes(record.to_bytes())
    assert [entry.body for entry in again.entries] == [b"hello", b"NEW"]
    assert (again.note, record.to_bytes()[-7:]) == ("n", b"tailNEW")


def test_many_things_at_positions_keep_their_order(tmp_path: Path) -> None:
    wide = DIRECTORY.replace("num_entries, type: u1", "num_entries, type: u2")
    wide = wide.replace("ofs_body, type: u2", "ofs_body, type: u4")
    thing = compiled(tmp_path, wide.replace("ofs_note, type: u2", "ofs_note, type: u4"))
    entries = [{"name": "e", "body": bytes([i % 256]) * (i % 5 + 1)} for i in range(2000)]
    record = thing.from_bytes(thing.build(entries=entries, note="n").to_bytes())
    record.entries[7].body = b"much longer than it was"
    again = thing.from_bytes(record.to_bytes())
    bodies = [entry["body"] for entry in entries]
    bodies[7] = b"much longer than it was"
    assert [entry.body for entry in again.entries] == bodies
    assert again.note == "n"


def test_views_of_fields_go_with_them_unless_they_disagree(tmp_path: Path) -> None:
    thing = compiled(tmp_path, "seq: [{id: a, type: u2}]\ninstances: {low: {pos: 0, type: u1}}")
    record = thing.from_bytes(b"\1\2")
    assert record.low == 1
    record.a = 0x0403
    assert record.to_bytes() == b"\3\4"
    record = thing.from_bytes(b"\1\2")
    assert record.low == 1
    record.low = 9
    assert record.to_bytes() == b"\x09\2"
    record.a = 0x0403
    with pytest.raises(quire.ContradictionError, match="low: given other bytes"):
        record.to_bytes()


def test_bytes_that_nothing_describes_are_kept(tmp_path: Path) -> None:
    thing = compiled(
        tmp_path,
        "seq: [{id: n, type: u1}, {id: a, type: t, size: n}, {id: b, type: t, size: 3}]\n"
        "types: {t: {seq: [{id: x, type: strz}]}}",
    )
    record = thing.from_bytes(b"\4a\0..b\0.rest")
    assert record.to_bytes() == b"\4a\0..b\0.rest"
    record.a.x, record.b.x = "long", "bb"
    assert record.to_bytes() == b"\7long\0..bb\0rest"


# -- streams and lists ---------------------------------------------------------------------------

ROWS = """
seq:
  - {id: num_rows, type: u4}
  - {id: rows, type: row, repeat: expr, repeat-expr: num_rows}
  - {id: trailer, type: u4, valid: num_rows}
types: {row: {seq: [{id: n, type: u2}, {id: len_body, type: u1}, {id: body, size: len_body}]}}
"""


class Pipe(io.RawIOBase):
    """An output that cannot seek."""

    def __init__(self) -> None:
        self.written = b""

    def write(self, data: Any) -> int:
        self.written += bytes(data)
        return len(data)


def rows(count: int) -> Iterator[dict[str, Any]]:
    return ({"n": i % 7, "body": bytes(i % 5)} for i in range(count))


def test_a_repeat_comes_from_an_iterator(tmp_path: Path) -> None:
    thing = compiled(tmp_path, ROWS)
    expected = thing.build(rows=list(rows(3000))).to_bytes()
    record = thing.build(rows=rows(3000))
    record.to_file(tmp_path / "rows.bin")
    assert (tmp_path / "rows.bin").read_bytes() == expected
    with pytest.raises(ValueError, match="was used up before"):
        record.to_bytes()


def test_memory_does_not_grow_with_an_iterator(tmp_path: Path) -> None:
    thing = compiled(tmp_path, ROWS)
    made = (thing.Row.build(n=1, body=bytes(200)) for _ in range(20_000))
    record = thing.build(rows=made)
    tracemalloc.start()
    try:
        record.to_file(tmp_path / "rows.bin")
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert (tmp_path / "rows.bin").stat().st_size > 4_000_000
    assert peak < 3_000_000


def test_an_output_that_cannot_seek_takes_what_needs_no_count(tmp_path: Path) -> None:
    with pytest.raises(quire.FormatError, match="an output that can seek"):
        compiled(tmp_path, ROWS).build(rows=rows(2)).write_to(Pipe())
    pipe = Pipe()
    types = ROWS.partition("types")[2]
    thing = compiled(tmp_path, f"seq: [{{id: rows, type: row, repeat: eos}}]\ntypes{types}")
    thing.build(rows=rows(2)).write_to(pipe)
    assert pipe.written == b"\0\0\0\1\0\1\0"


def test_a_list_is_kept_where_more_than_its_length_is_asked(tmp_path: Path) -> None:
    thing = compiled(tmp_path, "seq: [{id: a, type: u1, repeat: until, repeat-until: _ == 0}]")
    assert thing.build(a=iter([2, 1, 0])).to_bytes() == b"\2\1\0"


def test_rows_that_are_wrong_are_named(tmp_path: Path) -> None:
    thing = compiled(tmp_path, ROWS)
    many = list(rows(2000))
    with pytest.raises(quire.FormatError, match=r"rows\[1500\].n: expected an integer from 0"):
        thing.build(rows=[*many[:1500], {"n": 1 << 16, "body": b""}, *many]).to_bytes()
    with pytest.raises(quire.ContradictionError, match=r"rows\[1\].len_body: given 3, but body"):
        thing.build(rows=[*many[:1], {"n": 1, "len_body": 3, "body": b"ab"}]).to_bytes()
    with pytest.raises(quire.FormatError, match=r"rows\[0\].body: expected a value"):
        thing.build(rows=[{"n": 1}]).to_bytes()


def test_a_list_that_nobody_looked_at_is_copied_and_one_that_was_is_written(tmp_path: Path) -> None:
    thing = compiled(tmp_path, ROWS)
    data = thing.build(rows=list(rows(2000))).to_bytes()
    record = thing.from_bytes(data)
    assert (len(record.rows), bool(record.rows), record.to_bytes() == data) == (2000, True, True)
    record.rows[1999].body = b"edited"
    edited = thing.from_bytes(record.to_bytes())
    assert (edited.rows[1999].body, edited.rows[1999].len_body) == (b"edited", 6)
    assert edited.rows[:1999] == thing.from_bytes(data).rows[:1999]
    assert thing.from_bytes(data) == thing.from_bytes(data)


@pytest.mark.parametrize("cut", range(1, 12))
def test_a_list_that_is_cut_off_says_where(cut: int, tmp_path: Path) -> None:
    thing = compiled(tmp_path, ROWS)
    data = thing.build(rows=[{"n": 1, "body": b"ab"}]).to_bytes()
    with pytest.raises(quire.EndOfStreamError, match=r"^thing: (num_rows|rows|trailer)"):
        thing.from_bytes(data[:-cut])


def test_a_contradiction_in_a_record_inside_has_the_whole_path(tmp_path: Path) -> None:
    thing = compiled(
        tmp_path,
        "seq: [{id: head, type: head}, {id: rows, size: 1, repeat: expr, repeat-expr: head.n},"
        " {id: boxes, type: box, repeat: eos}]\n"
        "types:\n"
        "  head: {seq: [{id: n, type: u1}, {id: deep, type: deep}]}\n"
        "  deep: {seq: [{id: m, type: u1}]}\n"
        "  box: {seq: [{id: h, type: head}, {id: a, size: h.n}, {id: b, size: h.deep.m}]}\n",
    )
    box = {"h": {"deep": {}}, "a": b"a", "b": b"b"}
    head = {"deep": {"m": 0}}
    fitting = thing.build(head=head, rows=[b"x"], boxes=[box])
    assert fitting.to_bytes() == b"\1\0x\1\1ab"
    for path, given in (
        (r"head\.n", {"head": {"n": 9, **head}}),
        (r"boxes\[1\]\.h\.n", {"boxes": [box, {**box, "h": {"n": 9, "deep": {}}}]}),
        (r"boxes\[0\]\.h\.deep\.m", {"boxes": [{**box, "h": {"deep": {"m": 9}}}]}),
    ):
        with pytest.raises(quire.ContradictionError, match=f" {path}: given 9"):
            thing.build(**{"head": head, "rows": [b"x"], "boxes": [box], **given}).to_bytes()


ASKED = """
meta: {id: asked}
seq:
  - {id: width, type: u1}
  - {id: items, type: item, repeat: eos}
types:
  item:
    seq:
      - {id: kind, type: u1}
      - {id: len_body, type: u1}
      - {id: body, size: len_body}
      - {id: reserved, type: u1, -default: len_wide}
      - {id: wide, size: _parent.width}
    instances:
      is_long: {value: kind == 1}
      len_wide: {value: "is_long ? 2 : 1"}
"""


def asked(folder: Path) -> Any:
    (folder / "asked.ksy").write_text(ASKED, "utf-8")
    return quire.compile(folder / "asked.ksy").Asked


@pytest.mark.parametrize("way", ["dict", "record", "appended"])
def test_what_an_expression_of_a_default_goes_by_has_to_be_given(tmp_path: Path, way: str) -> None:
    kind = asked(tmp_path)
    given = {"body": b"ab", "wide": b"w"}
    items = [kind.Item.build(**given) if way == "record" else given]
    built = kind.build(width=1, items=[] if way == "appended" else items)
    if way == "appended":
        built.items += items
    with pytest.raises(quire.FormatError, match=r"items\[0\].kind: expected a value: give one"):
        built.to_bytes()


def test_a_part_that_goes_by_what_is_around_it_is_not_written_alone(tmp_path: Path) -> None:
    item = asked(tmp_path).Item.build(kind=0, body=b"ab", wide=b"w")
    with pytest.raises(quire.FormatError, match="the record around it to be written, which has"):
        item.to_bytes()


@pytest.mark.parametrize("times", [0, 1, 2])
def test_a_length_that_contradicts_is_refused_before_and_after_a_writing(
    tmp_path: Path, times: int
) -> None:
    kind = asked(tmp_path)
    built = kind.build(width=1, items=[{"kind": 0, "body": b"ab", "wide": b"w"}])
    for _ in range(times):
        assert built.to_bytes()
    built.items[0].len_body = 3
    with pytest.raises(quire.ContradictionError, match=r"given 3, but body makes it 2"):
        built.to_bytes()
    built.items[0].body = b"abc"
    assert kind.from_bytes(built.to_bytes()).items[0].body == b"abc"
