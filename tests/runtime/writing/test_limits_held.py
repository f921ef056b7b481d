"""`-limit` holds for writers, too: what a reader would refuse for its size is not written."""

import io
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from kaitaistruct import KaitaiStream

import quire
from quire import LimitError

TYPES = """
types:
  part: {seq: [{id: c, size-eos: true}]}
  row: {seq: [{id: n, type: u1}, {id: s, size: n, -limit: 3}]}
  cell: {seq: [{id: c, type: u1}]}
"""
LIMIT = ", -limit: "

SIZES: dict[str, tuple[str, dict[str, Any], dict[str, Any], int]] = {
    # A field, values that are within the limit, some that are not, and how many bytes these are.
    "bytes": ("size: n, -limit: 4", {"b": b"abcd"}, {"b": b"abcde"}, 5),
    "text": ("type: str, size: n, -limit: 4", {"b": "abcd"}, {"b": "abcde"}, 5),
    "text whose letters take more": (
        "type: str, encoding: UTF-8, size: n, -limit: 4",
        {"b": "\u20aca"},
        {"b": "\u20acab"},
        5,
    ),
    "what is filled up": (
        "size: n, pad-right: 0, -limit: 4",
        {"n": 4, "b": b"a"},
        {"n": 5, "b": b"a"},
        5,
    ),
    "what is cut at a terminator": (
        "type: strz, size: n, -limit: 4",
        {"n": 4, "b": "a"},
        {"n": 5, "b": "a"},
        5,
    ),
    "what a terminator ends": ("type: strz, -limit: 4", {"b": "abcd"}, {"b": "abcde"}, 5),
    "a terminator that belongs to it": (
        "terminator: 0, include: true, -limit: 4",
        {"b": b"abc\0"},
        {"b": b"abcd\0"},
        5,
    ),
    "all that is left": ("size-eos: true, -limit: 4", {"b": b"abcd"}, {"b": b"abcde"}, 5),
    "all that is left, as text": (
        "type: strz, size-eos: true, -limit: 4",
        {"b": "abcd"},
        {"b": "abcde"},
        5,
    ),
    "a record": (
        "type: part, size: n, -limit: 4",
        {"b": {"c": b"abcd"}},
        {"b": {"c": bytes(5)}},
        5,
    ),
    "a record that goes to the end": (
        "type: part, size-eos: true, -limit: 4",
        {"b": {"c": b"abcd"}},
        {"b": {"c": bytes(5)}},
        5,
    ),
    "a chosen record": (
        "type: {switch-on: 1, cases: {1: part}}, size: n, -limit: 4",
        {"b": {"c": b"abcd"}},
        {"b": {"c": bytes(5)}},
        5,
    ),
    "bytes under a key": (
        "size: n, process: xor(7), -limit: 4",
        {"b": b"abcd"},
        {"b": b"abcde"},
        5,
    ),
    "an array": (
        "size: n, -array: {dtype: u2, shape: [-1]}, -limit: 4",
        {"b": np.array([1, 2], "<u2")},
        {"b": np.array([1, 2, 3], "<u2")},
        6,
    ),
    "an array to the end": (
        "size-eos: true, -array: {dtype: u1, shape: [-1]}, -limit: 4",
        {"b": np.arange(4, dtype="u1")},
        {"b": np.arange(5, dtype="u1")},
        5,
    ),
    "an array by a codec": (
        "size: n, -array: {dtype: u1, shape: [m]}, -codec: [], -limit: 4",
        {"b": np.arange(4, dtype="u1")},
        {"b": np.arange(5, dtype="u1")},
        5,
    ),
    "a document": (
        "type: str, size: n, -document: {format: json, fields: {k: int}}, -limit: 8",
        {"b": {"k": 1}},
        {"b": {"k": 11}},
        9,
    ),
}


def compiled(folder: Path, field: str, *, more: str = "", **options: Any) -> Any:
    """A class of a field `b`, and of the numbers `n` and `m` before it if it depends on them."""
    before = [
        name for name, asks in (("n", "size: n"), ("m", "[m]"), ("n", "-expr: n")) if asks in field
    ]
    seq = "".join(f"  - {{id: {name}, type: u1}}\n" for name in before)
    spec = folder / "held.ksy"
    head = "meta: {id: held, endian: le, encoding: ASCII}\nseq:\n"
    spec.write_text(f"{head}{seq}  - {{id: b, {field}}}{TYPES}{more}", encoding="utf-8")
    return quire.compile(spec, **options).Held


def refused(write: Any, expected: str, found: object) -> None:
    with pytest.raises(LimitError) as caught:
        write()
    error = caught.value
    assert (error.path, error.expected, error.found) == ("b", expected, str(found))


@pytest.mark.parametrize("name", SIZES)
def test_neither_reader_nor_writer_takes_more_bytes(name: str, tmp_path: Path) -> None:
    field, within, beyond, size = SIZES[name]
    held, free = compiled(tmp_path, field), compiled(tmp_path, field.partition(LIMIT)[0])
    stored = held.build(**within).to_bytes()
    assert stored == free.build(**within).to_bytes()
    assert held.from_bytes(stored).to_bytes() == stored
    limit = field.partition(LIMIT)[2]
    expected = f"at most {limit} bytes"
    refused(held.build(**beyond).to_bytes, expected, size)
    refused(lambda: held.from_bytes(free.build(**beyond).to_bytes()), expected, size)
    record = held.from_bytes(stored)
    for each, value in beyond.items():
        setattr(record, each, value)
    refused(record.to_bytes, expected, size)


FEW = "expected at most 4 elements, found (5|more)"
CELLS: dict[str, tuple[str, Any]] = {
    "counted": ("type: u1, repeat: expr, repeat-expr: n", [1, 2, 3, 4, 0]),
    "to the end": ("type: u1, repeat: eos", [1, 2, 3, 4, 0]),
    "until": ("type: u1, repeat: until, repeat-until: _ == 0", [1, 2, 3, 4, 0]),
    "of records": ("type: cell, repeat: expr, repeat-expr: n", [{"c": 1}] * 5),
    "a table": ("type: cell, repeat: expr, repeat-expr: n, -array: {}", {"c": [1] * 5}),
    "given as columns": ("type: cell, repeat: expr, repeat-expr: n", {"c": [1] * 5}),
    "given as an array": (
        "type: cell, repeat: expr, repeat-expr: n",
        np.zeros(5, [("c", "u1")]),
    ),
}


@pytest.mark.parametrize("name", CELLS)
def test_neither_reader_nor_writer_takes_more_elements(name: str, tmp_path: Path) -> None:
    field, elements = CELLS[name]
    held, free = (compiled(tmp_path, f"{field}, -limit: {limit}") for limit in (4, 5))
    stored = free.build(b=elements).to_bytes()
    assert free.from_bytes(stored).to_bytes() == stored
    refused(held.build(b=elements).to_bytes, "at most 4 elements", 5)
    with pytest.raises(LimitError, match=FEW):
        held.from_bytes(stored)


def test_a_list_that_is_edited_keeps_its_limit(tmp_path: Path) -> None:
    kind = compiled(tmp_path, "type: row, repeat: expr, repeat-expr: n, -limit: 4")
    stored = b"\2\1a\0"
    record = kind.from_bytes(stored)
    record.b.extend([{"s": b"b"}] * 3)
    refused(record.to_bytes, "at most 4 elements", 5)
    del record.b[2:]
    assert record.to_bytes() == stored
    record.b[1].s = b"abcd"
    with pytest.raises(LimitError, match=r"held: b\[1\]\.s at byte 4: expected at most 3 bytes"):
        record.to_bytes()


@pytest.mark.parametrize("given", [list, iter, lambda rows: {"s": [row["s"] for row in rows]}])
def test_elements_have_limits_however_many_are_written_at_a_time(
    given: Any, tmp_path: Path
) -> None:
    kind = compiled(tmp_path, "type: row, repeat: eos")
    rows = [{"s": b"abc"}] * 300
    assert kind.build(b=given(rows)).to_bytes() == b"\3abc" * 300
    with pytest.raises(LimitError, match=r"b(\[299\])?\.s.* expected at most 3 bytes, found 4"):
        kind.build(b=given([*rows[1:], {"s": b"abcd"}])).to_bytes()


def test_an_iterator_is_asked_for_no_more_than_one_element_beyond_the_limit(tmp_path: Path) -> None:
    kind = compiled(tmp_path, "type: u1, repeat: eos, -limit: 4")
    sink, left = io.BytesIO(), iter(range(9))
    with pytest.raises(LimitError, match=FEW):
        kind.build(b=left).write_to(sink)
    assert (sink.getvalue(), next(left)) == (b"\0\1\2\3", 5)


def test_padding_of_columns_counts(tmp_path: Path) -> None:
    repeat = "type: pad, repeat: eos"
    pad = "  pad: {{seq: [{{id: s, size: 4, pad-right: 0, -limit: {}}}]}}\n"
    held, free = (compiled(tmp_path, repeat, more=pad.format(limit)) for limit in (3, 4))
    stored = free.build(b={"s": [b"a"]}).to_bytes()
    for refuse in (
        held.build(b={"s": [b"a"]}).to_bytes,
        lambda: held.from_bytes(stored),
        lambda: held.columns(stored, "b"),
    ):
        with pytest.raises(LimitError, match=r"b\[0\]\.s .* at most 3 bytes, found 4"):
            refuse()


def test_what_is_inflated_has_the_limit_of_what_is_stored(tmp_path: Path) -> None:
    field = "size: n, process: zlib, -limit: 40"
    held, free = compiled(tmp_path, field), compiled(tmp_path, field.partition(LIMIT)[0])
    assert held.from_bytes(held.build(b=bytes(40)).to_bytes()).b == bytes(40)
    refused(held.build(b=bytes(41)).to_bytes, "at most 40 bytes inflated", 41)
    refused(
        lambda: held.from_bytes(free.build(b=bytes(41)).to_bytes()),
        "at most 40 bytes inflated",
        "more",
    )
    noise = bytes(range(40))  # which deflating makes larger
    with pytest.raises(LimitError, match="b at byte 1: expected at most 40 bytes, found 48"):
        held.build(b=noise).to_bytes()


def test_instances_have_limits(tmp_path: Path) -> None:
    more = "\ninstances: {at: {pos: 1, %s, -limit: 2}}"
    for stored, (within, beyond) in {
        "size-eos: true": (b"ab", b"abc"),
        "type: u1, repeat: eos": ([1, 2], [1, 2, 3]),
    }.items():
        kind = compiled(tmp_path, "type: u1", more=more % stored)
        assert len(kind.build(b=0, at=within).to_bytes()) == 3
        with pytest.raises(LimitError, match=r"at.* expected at most 2 (bytes|elements), found 3"):
            kind.build(b=0, at=beyond).to_bytes()


def test_what_is_not_there_is_not_limited(tmp_path: Path) -> None:
    kind = compiled(tmp_path, "type: u1, repeat: eos, if: 1 == 2, -limit: 0")
    assert kind.build().to_bytes() == b""


WRITTEN_AS_KAITAIS: list[tuple[str, bytes, dict[str, Any]]] = [
    ("size: n", b"\4abcd", {"n": 5, "b": b"abcde"}),
    ("type: strz", b"abcd\0", {"b": "abcde"}),
    ("size-eos: true", b"abcd", {"b": b"abcde"}),
    ("type: part, size: n", b"\4abcd", {"n": 5, "b.c": b"abcde"}),
    ("type: part, size-eos: true", b"abcd", {"b.c": b"abcde"}),
    ("type: part, terminator: 0", b"abcd\0", {"b.c": b"abcde", "b__outer_size": 5}),
    ("type: u1, repeat: expr, repeat-expr: n", b"\4abcd", {"n": 5, "b": [1, 2, 3, 4, 5]}),
]


@pytest.mark.parametrize(("field", "stored", "beyond"), WRITTEN_AS_KAITAIS)
def test_classes_that_write_as_kaitais_have_limits(
    field: str, stored: bytes, beyond: dict[str, Any], tmp_path: Path
) -> None:
    kind = compiled(tmp_path, f"{field}, -limit: 4", read_write=True)
    record = kind(KaitaiStream(io.BytesIO(stored)))
    record._read()
    record._check()
    sink = io.BytesIO(bytes(len(stored)))
    record._write(KaitaiStream(sink))
    assert sink.getvalue() == stored
    for path, value in beyond.items():
        of, _, name = path.rpartition(".")
        setattr(record.b if of else record, name, value)
    if hasattr(record.b, "_check"):
        record.b._check()
    record._check()
    with pytest.raises(LimitError, match=r"b: expected at most 4 (bytes|elements), found 5"):
        record._write(KaitaiStream(io.BytesIO(bytes(len(stored) + 1))))
