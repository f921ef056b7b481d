"""Each limit of writing in the reference comes as the error that stands beside it."""

from __future__ import annotations

import copy
import re
import struct
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

import quire
from tests.docs.test_reference import section

NODES = """
meta: {id: spec, endian: le}
seq: [{id: node, type: node}]
types:
  node:
    seq:
      - {id: more, type: u1}
      - {id: len_rest, type: u2}
      - {id: rest, size: len_rest, type: {switch-on: more, cases: {1: node, 0: leaf}}}
  leaf: {seq: [{id: data, size-eos: true}]}
"""
OPAQUE = """
meta: {id: spec, ks-opaque-types: true}
seq: [{id: label, type: label_reader(2)}, {id: weight, type: u1}]
"""
READER = """
class LabelReader:
    def __init__(self, size, _io):
        self._io, self.text = _io, _io.read_bytes(size)
"""


def fields(*seq: str, instance: str = "") -> str:
    """A spec with some fields, and an instance `there`."""
    instances = f"\ninstances: {{there: {{{instance}}}}}" if instance else ""
    listed = ", ".join(f"{{{each}}}" for each in seq)
    return f"meta: {{id: spec, endian: le}}\nseq: [{listed}]{instances}"


def body(kind: Any) -> None:
    kind.build(len_body=3, body=b"four").to_bytes()


def moved_from_under(kind: Any) -> None:
    record = kind.from_bytes(b"\2\3ab\0cd\0")
    record.c = "longer"
    record.to_bytes()


def bits(kind: Any) -> None:
    record = kind.from_bytes(b"\x12\1\3")
    record.low = 5
    record.to_bytes()


def parameter(kind: Any) -> None:
    record = kind.from_bytes(b"\2ab")
    record.sub.size = 1
    record.to_bytes()


def own_stream(kind: Any) -> None:
    record = kind.from_bytes(bytes(range(8)))
    record.holder.sub.there = 9
    record.to_bytes()


def looked_at_late(kind: Any) -> None:
    record = kind.from_bytes(b"\1abc")
    record.a = 2
    record.there[0] = 9
    record.to_bytes()


def without_pos(kind: Any) -> None:
    record = kind.from_bytes(b"abcd")
    assert record.there == ord("b")
    assert record.to_bytes() == b"abcd"
    record.a = 1
    record.to_bytes()


def both(kind: Any) -> None:
    record = kind.from_bytes(b"abcd")
    record.there, record.a = 5, 7
    record.to_bytes()


def grown_view(kind: Any) -> None:
    record = kind.from_bytes(b"\2\1a\1b")
    record.there.text = b"abc"
    record.to_bytes()


def over_the_rest(kind: Any) -> None:
    record = kind.from_bytes(b"\3\1?a!!")
    record.item = {"ofs": 3, "data": b"abc"}
    record.to_bytes()


def deep(kind: Any) -> None:
    data = b""
    for level in range(600):
        data = struct.pack("<BH", min(level, 1), len(data)) + data
    record = kind.from_bytes(data)
    leaf = record.node
    while leaf.more:
        leaf = leaf.rest
    leaf.rest.data = b"more"
    assert len(record.to_bytes()) == len(data) + 4
    leaf.more, leaf.rest = 1, kind.from_bytes(data).node  # twice as deep
    record.to_bytes()


def leading_nowhere(kind: Any) -> None:
    record = kind.from_bytes(b"\1ab")
    record.a = 9
    record.to_bytes()


def more_elements(kind: Any) -> None:
    record = kind.from_bytes(b"\7abc")
    record.pairs = [1, 2]
    record.to_bytes()


def longer_view(kind: Any) -> None:
    record = kind.from_bytes(b"\1a\0c")
    record.there = "bc"
    record.to_bytes()


def opaque(kind: Any) -> None:
    record = kind.from_bytes(b"ab\7")
    record.weight = 8
    record.to_bytes()


def replaced(kind: Any) -> None:
    record = kind.from_bytes(b"\1\2\7\x09")
    record.box = kind.Box.from_bytes(b"\7\1")
    record.to_bytes()


ITEM = "types: {item: {seq: [{id: len_text, type: u1}, {id: text, size: len_text}]}}"
ONE_OR_TWO = "types: {one: {seq: [{id: x, type: u1}]}, two: {seq: [{id: x, type: u1}]}}"
SUB = "types: {sub: {params: [{id: size, type: u1}], seq: [{id: x, size: size}]}}"
STREAMS = """types:
  holder: {seq: [{id: sub, type: sub(_io)}]}
  sub:
    params: [{id: stream, type: io}]
    seq: [{id: y, type: u1}]
    instances: {there: {io: stream, pos: 2, type: u1}}
"""
BOX = """
meta: {id: spec}
seq: [{id: ofs_note, type: u1}, {id: len_box, type: u1}, {id: box, type: box, size: len_box}]
instances: {note: {pos: ofs_note, io: box._io, type: u1}}
types: {box: {seq: [{id: width, type: u1}]}}
"""


PARTS = """
meta: {id: spec, endian: le}
seq: [{id: len, type: u1}, {id: parts, type: part, repeat: expr, repeat-expr: 2}]
instances: {all: {pos: 5, size: len}}
types:
  part:
    seq: [{id: ofs, type: u1}, {id: len, type: u1}]
    instances: {body: {io: _root._io, pos: ofs, size: len}}
"""


def brought_part(kind: Any) -> None:
    record = kind.from_bytes(b"\4\7\1\x08\1ab\xff\xff")
    record.parts[1] = copy.deepcopy(record.parts[0])
    record.to_bytes()


def grown_part(kind: Any) -> None:
    record = kind.from_bytes(b"\4\5\2\7\2aabb")
    record.parts[1].body = b"bbb"
    record.to_bytes()


def grown_over(kind: Any) -> None:
    record = kind.from_bytes(b"\1aXY")
    record.box.text = b"abc"
    record.to_bytes()


def moved_in_front(kind: Any) -> None:
    record = kind.from_bytes(b"\3\1abc")
    record.head = b"AA"
    record.to_bytes()


def taken_out(kind: Any) -> None:
    record = kind.from_bytes(b"\4a\0b\0c\0")
    del record.b[1]
    record.to_bytes()


def over_itself(kind: Any) -> None:
    record = kind.from_bytes(b"\1\2")
    record.b = 3
    record.to_bytes()


RING = """
meta: {id: spec, endian: le}
seq:
  - {id: total, type: u4, -derive: rows.map(_._sizeof).sum}
  - {id: rows, type: row, repeat: expr, repeat-expr: 1}
types:
  row: {seq: [{id: pad, size: '_root.total % 2 == 0 ? 1 : 0', -fill: 0}, {id: count, type: u4}]}
"""
U1 = "id: a, type: u1"
PLACED = """
meta: {id: spec}
seq: [{id: item, type: item}]
types:
  item:
    seq: [{id: ofs, type: u1}, {id: len, type: u1}]
    instances: {data: {pos: ofs, size: len, io: _root._io}}
"""

EXAMPLES: dict[str, tuple[str, Callable[[Any], None]]] = {
    "can be read back": (
        fields(
            "id: high, type: b4",
            "id: low, type: b4, if: there == 1",
            U1,
            instance="pos: 1, type: u1",
        ),
        bits,
    ),
    "but body makes it": (fields("id: len_body, type: u1", "id: body, size: len_body"), body),
    "the record around it passes": (fields(U1, "id: sub, type: sub(a)") + "\n" + SUB, parameter),
    "`if` does not hold": (
        fields(U1, "id: b, type: u1, if: a > 9"),
        lambda kind: kind.build(a=2, b=2).to_bytes(),
    ),
    "a dict says the type": (
        fields(U1, "id: b, type: {switch-on: a & 1, cases: {0: one, 1: two}}") + "\n" + ONE_OR_TWO,
        lambda kind: kind.build(b={"x": 1}).to_bytes(),
    ),
    "cannot write to": (
        fields("id: holder, size: 4, type: holder", "id: b, size: 4") + "\n" + STREAMS,
        own_stream,
    ),
    "to be set before": (
        fields(
            U1, "id: b, size-eos: true", instance="pos: a, type: u1, repeat: expr, repeat-expr: 2"
        ),
        looked_at_late,
    ),
    "an instance with `pos`": (fields(U1, instance="type: u1"), without_pos),
    "expected a position": (
        fields(U1, "id: b, size-eos: true", instance="pos: _io.size - 4, type: u2"),
        lambda kind: kind.build(a=1, b=b"123456", there=5).to_bytes(),
    ),
    "before the end": (
        fields(U1, instance="pos: _io.size - 4, type: u2"),
        lambda kind: kind.build(a=3, there=5).to_bytes(),
    ),
    "can still be read": (
        fields(U1, "id: b, size-eos: true", instance="pos: a, type: u2"),
        leading_nowhere,
    ),
    "other fields have": (
        fields(
            U1, "id: b, size: 2", "id: c, type: u1", instance="pos: 1, type: strz, encoding: ASCII"
        ),
        longer_view,
    ),
    "other fields are at": (
        fields("id: a, type: u2", "id: b, type: u2", instance="pos: 0, type: u4"),
        both,
    ),
    "bytes that no field describes": (PLACED, over_the_rest),
    "but items[0]": (
        fields(
            "id: num_items, type: u1",
            "id: items, type: item, repeat: expr, repeat-expr: num_items",
            instance="pos: 1, type: item",
        )
        + "\n"
        + ITEM,
        grown_view,
    ),
    "`_io.size`": (
        fields(U1, "id: b, type: u2, if: _io.size == 3"),
        lambda kind: kind.build(a=1, b=5).to_bytes(),
    ),
    "the bits 0x1f": (
        fields("id: flags, type: u1", "id: body, size: flags & 0x1f"),
        lambda kind: kind.build(flags=0xE0, body=bytes(32)).to_bytes(),
    ),
    "rounded down": (
        fields(
            "id: len_pairs, type: u1",
            "id: pairs, type: u1, repeat: expr, repeat-expr: len_pairs / 2",
        ),
        more_elements,
    ),
    "bytes of padding": (
        fields("id: size_a, type: u4", "id: a, type: strz, size: size_a, encoding: ASCII"),
        lambda kind: kind.build(size_a=1 << 31, a="short").to_bytes(),
    ),
    "less nesting": (NODES, deep),
    "expected 3 bytes": (
        fields("id: len_i, type: u1", "id: i, type: inner, size: len_i").replace(
            "endian: le", "imports: [inner]"
        ),
        lambda kind: kind.build(len_i=3, i={"a": 5}).to_bytes(),
    ),
    "LabelReader": (OPAQUE, opaque),
    "as box comes": (BOX, replaced),
    "leads to to be there": (
        fields(
            U1,
            "id: b, type: strz, encoding: ASCII, repeat: eos",
            instance="pos: a - 1, type: strz, encoding: ASCII",
        ),
        taken_out,
    ),
    "where that is now": (
        fields(
            U1,
            "id: b, type: u1",
            "id: c, type: strz, encoding: ASCII",
            "id: d, type: strz, encoding: ASCII",
            instance="pos: a + b, type: strz, encoding: ASCII",
        ),
        moved_from_under,
    ),
    "change both alike)": (
        fields(
            "id: total, type: u1",
            "id: len, type: u1",
            "id: head, size: len",
            instance="pos: 2 + len, size: total - len",
        ),
        moved_in_front,
    ),
    "`if` holds, as before": (
        fields(
            "id: total, type: u1",
            "id: len, type: u1",
            "id: head, size: len",
            instance="pos: 2 + len, size: 2, if: len == 1",
        ),
        moved_in_front,
    ),
    "bytes that no field has": (
        fields(
            "id: box, size: 4, type: item",
            instance="pos: 2, size: 2",
        )
        + "\n"
        + ITEM,
        grown_over,
    ),
    "as before: change both": (PARTS, grown_part),
    "brought from": (
        PARTS.replace("pos: ofs, size: len", "pos: ofs, size: len, type: str, encoding: ASCII"),
        brought_part,
    ),
    "derived from it": (
        fields(
            "id: a, type: u1, -derive: there + 1", "id: b, type: u1", instance="pos: 0, type: u1"
        ),
        over_itself,
    ),
    "a circle": (RING, lambda kind: kind.build(rows=[{"count": 1}]).to_bytes()),
}


def errors() -> Iterator[str]:
    """The errors of the table."""
    for row in section("language.md", "Limits of writing").splitlines():
        if row.startswith("| ") and (cell := row.rstrip(" |").rpartition(" | ")[2]):
            yield from (found[2] for found in re.finditer(r"(`+) ?(.+?) ?\1(?=;|$)", cell))


def example_of(error: str) -> tuple[str, Callable[[Any], None]]:
    """The spec in which it comes, and what raises it."""
    found = [example for word, example in EXAMPLES.items() if word in error]
    assert len(found) == 1, f"an example of: {error}"
    return found[0]


def test_each_example_is_in_the_table() -> None:
    assert len([*errors()]) == len(EXAMPLES)


@pytest.mark.parametrize("error", [*errors()])
def test_what_cannot_be_written_comes_as_the_error_that_is_shown(
    error: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "inner.ksy").write_text("meta: {id: inner}\nseq: [{id: a, type: u1}]", "utf-8")
    (tmp_path / "label_reader.py").write_text(READER, "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    spec, action = example_of(error)
    (tmp_path / "spec.ksy").write_text(spec, "utf-8")
    kind = quire.compile(tmp_path / "spec.ksy", allow=["label_reader"]).Spec
    pattern = ".*".join(map(re.escape, error.split("…")))
    with pytest.raises((quire.FormatError, TypeError, ValueError), match=pattern):
        action(kind)


def compiled(folder: Path, text: str) -> Any:
    path = folder / "spec.ksy"
    path.write_text(text, "utf-8")
    return quire.compile(path).Spec


def test_what_was_not_edited_stays_and_a_look_is_no_edit(tmp_path: Path) -> None:
    """One byte is padding that a writer would make a zero, one is after all fields."""
    record = compiled(
        tmp_path, fields(U1, "id: b, size: 3, type: strz, encoding: ASCII")
    ).from_bytes(b"\1x\0?!")
    assert record.b == "x"
    assert record.to_bytes() == b"\1x\0?!"
    record.a = 2
    assert record.to_bytes() == b"\2x\0?!"


def test_nobody_gets_a_byte_of_what_would_be_read_as_something_else(tmp_path: Path) -> None:
    spec, edit = EXAMPLES["other fields are at"]
    record = compiled(tmp_path, spec).from_bytes(b"abcd")
    with pytest.raises(quire.FormatError):
        edit(type(record))
    record.there, record.a = 5, 7
    sink, path = BytesIO(), tmp_path / "file"
    path.write_bytes(b"abcd")
    with pytest.raises(quire.FormatError):
        record.write_to(sink)
    with pytest.raises(quire.FormatError):
        record.to_file(path)
    assert (sink.getvalue(), path.read_bytes()) == (b"", b"abcd")
    assert (record.there, record.a, record.b) == (5, 7, 0x6463)


@pytest.mark.parametrize("is_copied", [False, True])
def test_what_comes_from_another_place_has_its_lengths_made_anew(
    tmp_path: Path, *, is_copied: bool
) -> None:
    """A wrong one, too; what was set counts."""
    of_items = "\n" + ITEM.replace("type: u1", "type: u1, -derive: 'text[0] - 96'").replace(
        "len_text}", "1}"
    )
    kind = compiled(tmp_path, fields("id: one, type: item", "id: two, type: item") + of_items)
    record, other = kind.from_bytes(b"\1a\2b"), kind.from_bytes(b"\7c\4d")
    record.one = copy.deepcopy(other.one) if is_copied else other.one
    assert record.to_bytes() == b"\3c\2b"
    record.one = copy.deepcopy(other.two) if is_copied else other.two
    record.one.len_text = 9
    with pytest.raises(quire.FormatError, match=r"given 9, but .* makes it 4"):
        record.to_bytes()


def test_floats_of_four_bytes_are_rounded(tmp_path: Path) -> None:
    record = compiled(tmp_path, fields("id: a, type: f4")).from_bytes(bytes(4))
    record.a = 0.1
    assert record.to_bytes() == struct.pack("<f", 0.1)


def test_what_quire_did_not_make_is_copied_as_long_as_nothing_is_edited(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "label_reader.py").write_text(READER, "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "spec.ksy").write_text(OPAQUE, "utf-8")
    record = quire.compile(tmp_path / "spec.ksy", allow=["label_reader"]).Spec.from_bytes(b"ab\7!")
    assert record.label.text == b"ab"
    assert record.to_bytes() == b"ab\7!"
    record.label.text = b"cd"
    with pytest.raises(TypeError, match="label: expected a record, found LabelReader"):
        record.to_bytes()
