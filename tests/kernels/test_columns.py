"""Tables as values: what their columns and records are, what they are made of, what is refused."""

from __future__ import annotations

import struct
import tracemalloc
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import quire
from quire.kernels.services.columns import Columns, Parts
from quire.kernels.services.tables import layout, packing, reference, scan

META = "meta: {id: thing, endian: le, encoding: UTF-8}\n"

WORDS = """
seq:
  - {id: num_words, type: u4}
  - {id: words, type: word, repeat: expr, repeat-expr: num_words, -array: {}}
types:
  word:
    seq:
      - {id: len_text, type: u1}
      - {id: text, type: str, size: len_text}
      - {id: count, type: u2be}
      - {id: tag, terminator: 0x3b}
"""

VECTORS = """
seq:
  - {id: width, type: s1}
  - {id: num_vectors, type: u1}
  - {id: vectors, type: vector(width), repeat: expr, repeat-expr: num_vectors, -array: {}}
types:
  vector:
    params: [{id: width, type: s1}]
    seq:
      - {id: name, type: strz}
      - {id: values, size: width * 4, -array: {dtype: f4, shape: [width]}}
      - {id: raw, size: width}
"""

POINTS = """
seq:
  - {id: num_points, type: u1}
  - {id: points, type: point, repeat: expr, repeat-expr: num_points, -array: {}}
types:
  point:
    seq:
      - {id: x, type: s2}
      - {id: y, type: f4be}
      - {id: mark, size: 2}
      - {id: unit, type: str, size: 3}
      - {id: cell, size: 4, -array: {dtype: u1, shape: [2, 2]}}
      - {id: big, type: u8}
"""


def compiled(folder: Path, body: str) -> Any:
    """The class of a spec with this rest."""
    path = folder / "thing.ksy"
    path.write_text(META + body, encoding="utf-8")
    return quire.compile(path).Thing


@pytest.fixture(scope="module")
def words(tmp_path_factory: pytest.TempPathFactory) -> Any:
    return compiled(tmp_path_factory.mktemp("words"), WORDS)


@pytest.fixture(scope="module")
def vectors(tmp_path_factory: pytest.TempPathFactory) -> Any:
    return compiled(tmp_path_factory.mktemp("vectors"), VECTORS)


@pytest.fixture(scope="module")
def points(tmp_path_factory: pytest.TempPathFactory) -> Any:
    return compiled(tmp_path_factory.mktemp("points"), POINTS)


WORDS_DATA = b"\3\0\0\0" + b"\2ab\0\7x;" + b"\0\1\0;" + b"\3\xe2\x82\xac\0\2yz;"
VECTORS_DATA = (
    b"\2\2" + b"v\0" + struct.pack("<2f", 1, -2) + b"ab\0" + struct.pack("<2f", 3, 4) + b"cd"
)
POINTS_DATA = b"\2" + b"".join(
    struct.pack("<h", x) + struct.pack(">f", y) + mark + unit + bytes(cell) + struct.pack("<Q", big)
    for x, y, mark, unit, cell, big in (
        (-1, 0.5, b"ab", "€".encode(), [1, 2, 3, 4], 2**64 - 1),
        (300, -8.0, b"\0\0", b"cm ", [5, 6, 7, 8], 0),
    )
)


# -- looking at it -------------------------------------------------------------------------------


def test_columns_are_numbers_texts_and_bytes(words: Any) -> None:
    table = words.from_bytes(WORDS_DATA).words
    assert (type(table), len(table), repr(table)) == (
        Columns,
        3,
        "<3 records: len_text, text, count, tag>",
    )
    assert table.names == ("len_text", "text", "count", "tag")
    lengths, counts = table.column("len_text"), table.column("count")
    assert (lengths.dtype, lengths.tolist()) == (np.uint8, [2, 0, 3])
    assert (counts.dtype.str, counts.tolist()) == (">u2", [7, 256, 2])
    assert list(table.column("text")) == ["ab", "", "€"]
    assert list(table.column("tag")) == [b"x", b"", b"yz"]
    with pytest.raises(KeyError, match="no column 'texts'; there are len_text, text, count, tag"):
        table.column("texts")


def test_texts_are_a_sequence_of_their_own(words: Any) -> None:
    texts = words.from_bytes(WORDS_DATA).words.column("text")
    assert isinstance(texts, Parts)
    assert (len(texts), texts[0], texts[-1], texts[1:] == ["", "€"]) == (3, "ab", "€", True)
    assert (texts == ["ab", "", "€"], texts == ["ab", ""], "€" in texts) == (True, False, True)
    assert repr(texts) == "<3 parts: 'ab', '', '€'>"
    assert (texts.starts.tolist(), texts.lengths.tolist()) == ([5, 12, 16], [2, 0, 3])
    with pytest.raises(IndexError):
        _ = texts[3]


def test_records_are_tuples_with_names(words: Any) -> None:
    table = words.from_bytes(WORDS_DATA).words
    assert table[0] == (2, "ab", 7, b"x")
    assert table[-1].text == "€"
    assert (table[2]._fields, table[np.int64(1)].count) == (table.names, 256)
    assert table[1:] == [(0, "", 256, b""), (3, "€", 2, b"yz")]
    assert table[::-2] == [table[2], table[0]]
    assert list(table) == [table[0], table[1], table[2]]
    assert table[1] in table
    for wrong in (3, -4):
        with pytest.raises(IndexError):
            _ = table[wrong]


def test_a_param_says_how_large_an_array_is(vectors: Any) -> None:
    table = vectors.from_bytes(VECTORS_DATA).vectors
    assert table.column("values").tolist() == [[1, -2], [3, 4]]
    assert (table.column("values").dtype.str, table.column("raw").shape) == ("<f4", (2, 2))
    rows = [("v", [1, -2], b"ab"), ("", [3, 4], b"cd")]
    assert [(row.name, row.values.tolist(), row.raw) for row in table] == rows
    assert (table[1].values.tolist(), table[1].raw) == ([3, 4], b"cd")


def test_records_of_one_size_are_views(points: Any) -> None:
    memory = bytearray(POINTS_DATA)
    table = points.from_bytes(memory).points
    columns = {name: table.column(name) for name in table.names}
    assert columns["x"].tolist() == [-1, 300]
    assert columns["y"].tolist() == [0.5, -8]
    assert columns["mark"].tolist() == [[97, 98], [0, 0]]
    assert list(columns["unit"]) == ["€", "cm "]
    assert columns["cell"].tolist() == [[[1, 2], [3, 4]], [[5, 6], [7, 8]]]
    assert columns["big"].tolist() == [2**64 - 1, 0]
    memory[1:3] = b"\5\0"
    assert columns["x"].tolist() == [5, 300]
    assert not columns["x"].flags.writeable
    row = table[1]
    assert (row.mark, row.unit, row.cell.tolist(), row.big) == (b"\0\0", "cm ", [[5, 6], [7, 8]], 0)


def test_a_table_without_records_has_columns(words: Any, points: Any, vectors: Any) -> None:
    for kind, data, name in (
        (words, b"\0\0\0\0", "words"),
        (points, b"\0", "points"),
        (vectors, b"\2\0", "vectors"),
    ):
        table = getattr(kind.from_bytes(data), name)
        assert (len(table), list(table), table[:], bytes(table.stored)) == (0, [], [], b"")
        assert [len(table.column(column)) for column in table.names] == [0] * len(table.names)
    assert vectors.from_bytes(b"\2\0").vectors.column("values").shape == (0, 2)


def test_tables_are_equal_when_they_store_the_same(words: Any, vectors: Any) -> None:
    table = words.from_bytes(WORDS_DATA).words
    same = words.from_bytes(WORDS_DATA)
    other = words.from_bytes(WORDS_DATA.replace(b"x;", b"y;"))
    assert table == same.words
    assert words.from_bytes(WORDS_DATA) == same
    assert table != other.words
    assert table != [*table]
    narrow, wide = (vectors.from_bytes(data).vectors for data in (b"\1\0", b"\2\0"))
    assert narrow != wide
    with pytest.raises(TypeError):
        hash(table)


@pytest.mark.parametrize("small", [True, False])
def test_large_tables_are_as_small_ones(
    words: Any, *, small: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scan, "_is_small", lambda _: small)
    count = 300
    data = b"".join(
        b"%c%s\0%c%s;" % (i % 9, b"w" * (i % 9), i % 256, b"t" * (i % 4)) for i in range(count)
    )
    record = words.from_bytes(count.to_bytes(4, "little") + data)
    table = record.words
    assert table.column("text") == ["w" * (i % 9) for i in range(count)]
    assert table.column("count").tolist() == [i % 256 for i in range(count)]
    assert table.column("tag") == [b"t" * (i % 4) for i in range(count)]
    columns = {name: list(table.column(name)) for name in table.names}
    assert words.build(words=columns).to_bytes() == record.to_bytes()


def test_the_file_stays_open_as_long_as_somebody_looks_at_it(points: Any, tmp_path: Path) -> None:
    path = tmp_path / "points.bin"
    path.write_bytes(POINTS_DATA)
    with points.from_file(path) as record:
        table = record.points
    assert table.column("x").tolist() == [-1, 300]
    assert (table[0].unit, bytes(table.stored)) == ("€", POINTS_DATA[1:])


# -- reading what is wrong -----------------------------------------------------------------------


@pytest.mark.parametrize("cut", range(len(WORDS_DATA)))
def test_a_table_that_is_cut_off_says_where(words: Any, cut: int) -> None:
    with pytest.raises(quire.EndOfStreamError, match=r"^thing: (num_words|words)") as caught:
        words.from_bytes(WORDS_DATA[:cut])
    assert caught.value.offset is not None
    assert caught.value.offset <= cut


def test_what_is_missing_is_named(words: Any, vectors: Any, points: Any) -> None:
    with pytest.raises(
        quire.EndOfStreamError, match=r"words\[0\].text at byte 5: requested 9 .* 5"
    ):
        words.from_bytes(b"\1\0\0\0" + b"\x09ab\0\0;")
    with pytest.raises(quire.NoTerminatorFoundError, match=r"words\[1\].tag at byte 14"):
        words.from_bytes(b"\2\0\0\0" + b"\2ab\0\7x;" + b"\0\1\0abc")
    with pytest.raises(quire.EndOfStreamError, match=r"vectors\[1\].raw at byte 23: .* 2 .* 1"):
        vectors.from_bytes(VECTORS_DATA[:-1])
    with pytest.raises(quire.EndOfStreamError, match=r"points at byte 1: requested 46 bytes"):
        points.from_bytes(POINTS_DATA[:-1])


def test_records_of_one_size_that_a_param_tells_are_missed_too(tmp_path: Path) -> None:
    body = VECTORS.replace("      - {id: name, type: strz}\n", "")
    kind = compiled(tmp_path, body)
    data = b"\1\2" + struct.pack("<f", 1) + b"a" + struct.pack("<f", 2) + b"b"
    assert kind.from_bytes(data).vectors.column("values").tolist() == [[1], [2]]
    for cut in range(2, len(data)):
        with pytest.raises(quire.EndOfStreamError, match=r"vectors\[[01]\].(values|raw)"):
            kind.from_bytes(data[:cut])


def test_a_text_that_is_none_is_told_with_its_place(words: Any, points: Any) -> None:
    data = WORDS_DATA.replace(b"\xe2\x82\xac", b"ab\xff")
    with pytest.raises(UnicodeDecodeError) as caught:
        words.from_bytes(data)
    error: Any = caught.value
    assert isinstance(error, quire.FormatError)
    assert (error.path, error.offset) == ("words[2].text", data.index(b"\xff"))
    assert error.found.startswith("byte 0xff")
    data = POINTS_DATA.replace(b"cm ", b"c\xc3 ")
    with pytest.raises(UnicodeDecodeError) as caught:
        points.from_bytes(data)
    error = caught.value
    assert (error.path, error.offset) == ("points[1].unit", data.index(b"\xc3"))


@pytest.mark.parametrize("size", [2**63, 2**64 - 1, 2**40])
def test_a_length_of_64_bits_is_refused(size: int, tmp_path: Path) -> None:
    kind = compiled(tmp_path, WORDS.replace("len_text, type: u1", "len_text, type: u8"))
    with pytest.raises(
        quire.EndOfStreamError, match=f"words.0..text at byte 12: requested {size} "
    ):
        kind.from_bytes(b"\1\0\0\0" + size.to_bytes(8, "little") + bytes(9))


def test_a_part_that_is_too_long_is_refused(words: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scan, "_is_small", lambda _: True)
    monkeypatch.setattr(reference, "LONGEST", 2)
    with pytest.raises(quire.LimitError, match=r"words\[2\].text at byte 16: .*found 3"):
        words.from_bytes(WORDS_DATA)
    monkeypatch.setattr(packing, "LONGEST", 2)
    with pytest.raises(quire.FormatError, match=r"words\[1\].text: expected at most 2 bytes, .* 3"):
        words.build(words={"text": ["a", "abc"], "count": [1, 2], "tag": [b"", b""]}).to_bytes()
    assert layout.LONGEST == 2**31 - 1


def test_a_count_beyond_the_file_takes_no_memory(words: Any, points: Any) -> None:
    tracemalloc.start()
    try:
        for kind, data in (
            (words, b"\xff\xff\xff\xff" + bytes(1000)),
            (points, b"\xff" + bytes(99)),
        ):
            with pytest.raises(quire.EndOfStreamError, match=r"thing: (words|points) at byte"):
                kind.from_bytes(data)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 1_000_000


def test_a_limit_holds_for_the_number_of_records(tmp_path: Path) -> None:
    kind = compiled(tmp_path, WORDS.replace("-array: {}", "-array: {}, -limit: 2"))
    with pytest.raises(quire.LimitError, match=r"words at byte 4: expected at most 2 elements"):
        kind.from_bytes(WORDS_DATA)


def test_sizes_that_a_param_makes_senseless_are_refused(vectors: Any, tmp_path: Path) -> None:
    with pytest.raises(
        quire.FormatError, match=r"vectors.values at byte 2: .* from 0 to .* -4 bytes"
    ):
        vectors.from_bytes(b"\xff\1a\0bcdef")
    body = VECTORS.replace("size: width * 4", "size: width * 3")
    with pytest.raises(quire.FormatError, match=r"vectors.values at byte 2: .* found 6 bytes"):
        compiled(tmp_path, body).from_bytes(VECTORS_DATA)
    body = VECTORS.replace("size: width * 4, -array: {dtype: f4, shape: [width]}", "size: 3")
    with pytest.raises(quire.FormatError, match=r"vectors.raw at byte 2: .* from 0 to .* -1 bytes"):
        compiled(tmp_path, body).from_bytes(b"\xff\1a\0bcd")


# -- building ------------------------------------------------------------------------------------

COLUMNS: dict[str, Any] = {
    "text": ["ab", "", "€"],
    "count": np.array([7, 256, 2]),
    "tag": [b"x", b"", b"yz"],
}


def test_a_table_is_made_of_columns_or_of_records(words: Any) -> None:
    rows = [dict(zip(COLUMNS, row, strict=True)) for row in zip(*COLUMNS.values(), strict=True)]
    records = [words.Word.build(**row) for row in rows]
    table = words.from_bytes(WORDS_DATA).words
    iterators = {name: iter(column) for name, column in COLUMNS.items()}
    everything = {name: table.column(name) for name in table.names}
    for value in (COLUMNS, rows, records, iter(rows), table, list(table), iterators, everything):
        assert words.build(words=value).to_bytes() == WORDS_DATA
    with_lengths = [{**row, "len_text": n} for row, n in zip(rows, (2, None, 3), strict=True)]
    assert words.build(words=with_lengths).to_bytes() == WORDS_DATA
    assert words.build(words=[]).to_bytes() == b"\0\0\0\0"
    assert words.build(words={"text": [], "count": [], "tag": []}).to_bytes() == b"\0\0\0\0"


def test_numbers_arrays_and_bytes_of_one_size_are_built(points: Any, vectors: Any) -> None:
    columns = {
        "x": [-1, 300],
        "y": [0.5, -8],
        "mark": [b"ab", bytearray(2)],
        "unit": ["€", "cm "],
        "cell": [[[1, 2], [3, 4]], np.array([[5, 6], [7, 8]])],
        "big": [2**64 - 1, 0],
    }
    built = points.build(points=columns)
    assert built.to_bytes() == POINTS_DATA
    assert built.points == points.from_bytes(POINTS_DATA).points
    assert not built.points.column("x").flags.writeable
    table = points.from_bytes(POINTS_DATA).points
    assert points.build(points={n: table.column(n) for n in table.names}).to_bytes() == POINTS_DATA
    rows = [{"name": "v", "values": [1, -2], "raw": b"\0\0"}]
    data = vectors.build(width=2, vectors=rows).to_bytes()
    assert data == b"\2\1v\0" + struct.pack("<2f", 1, -2) + b"\0\0"


def test_a_table_moves_to_a_type_that_stores_it_otherwise(vectors: Any, tmp_path: Path) -> None:
    table = vectors.from_bytes(VECTORS_DATA).vectors
    swapped = VECTORS.replace("dtype: f4", "dtype: f4be")
    kind = compiled(tmp_path, swapped.replace("type: strz", "type: str, terminator: 0x3b"))
    rows = b"v;" + struct.pack(">2f", 1, -2) + b"ab", b";" + struct.pack(">2f", 3, 4) + b"cd"
    assert kind.build(width=2, vectors=table).to_bytes() == b"\2\2" + b"".join(rows)
    with pytest.raises(
        quire.FormatError, match=r"vectors.values: expected numbers of shape \(2, 3"
    ):
        vectors.build(width=3, vectors=table).to_bytes()


def test_a_table_of_another_kind_is_refused(words: Any, points: Any) -> None:
    table = points.from_bytes(POINTS_DATA).points
    with pytest.raises(
        quire.FormatError, match=r"words: expected columns len_text, text, count, tag"
    ):
        words.build(words=table).to_bytes()


def test_a_count_that_was_given_must_be_theirs(words: Any) -> None:
    assert words.build(num_words=3, words=COLUMNS).to_bytes() == WORDS_DATA
    with pytest.raises(quire.ContradictionError, match=r"num_words: given 2, but words makes it 3"):
        words.build(num_words=2, words=COLUMNS).to_bytes()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"text": ["ab"]}, "words: expected columns of one length, found 1 and 3"),
        ({"len_text": [2, 0]}, "words: expected columns of one length, found 2 and 3"),
        ({"len_text": [2, 1, 3]}, r"words\[1\].len_text: given 1, but text makes it 0"),
        ({"texts": []}, "words: expected columns len_text, text, count, tag, found texts"),
        ({"text": "abc"}, "words.text: expected a column, found 'abc'"),
        ({"text": 5}, "words.text: expected a column, found 5"),
        ({"text": ["a", b"b", "c"]}, r"words\[1\].text: expected text in utf-8, found b'b'"),
        (
            {"text": ["a", "b", "\ud800"]},
            r"words\[2\].text: expected text in utf-8, found '\\ud800'",
        ),
        ({"text": ["", "a" * 256, ""]}, r"words\[1\].len_text: expected an integer .*, found 256"),
        ({"text": ["", "€" * 86, ""]}, r"words\[1\].len_text: expected an integer .*, found 258"),
        ({"tag": [b"", b"", "a"]}, r"words\[2\].tag: expected bytes, found 'a'"),
        ({"tag": [b"", b"a;", b";"]}, r"words\[1\].tag: expected no byte 0x3b in it, found b'a;'"),
        ({"count": [1, 2, 65536]}, r"words\[2\].count: expected an integer from 0 .*, found 65536"),
        ({"count": [1, -1, 2]}, r"words\[1\].count: expected an integer from 0 to .*, found -1"),
        ({"count": [1, 2.5, 2]}, r"words\[1\].count: expected an integer from 0 .*, found 2.5"),
        ({"count": [1, 2**64, 2]}, r"words\[1\].count: expected an integer from 0"),
        ({"count": [1, 2, "3"]}, r"words\[2\].count: expected an integer from 0 .*, found 3"),
        ({"count": [1, 2, None]}, r"words\[2\].count: expected an integer from 0 .*, found None"),
        ({"count": [[1], [2], [3]]}, r"words.count: expected numbers of shape \(3,\), found int64"),
        ({"count": [[1], [2, 3], 4]}, r"words\[0\].count: expected an integer from 0"),
    ],
)
def test_a_value_that_does_not_fit_is_named(words: Any, change: Any, message: str) -> None:
    with pytest.raises(quire.FormatError, match=f"^thing: {message}"):
        words.build(words={**COLUMNS, **change}).to_bytes()


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (5, "words: expected columns, or records, found 5"),
        ("ab", "words: expected columns, or records, found 'ab'"),
        (None, "words: expected columns, or records, found None"),
        ({"text": ["a"], "count": [1]}, "words.tag: expected a value, found none"),
        ([{"text": "a", "count": 1}], "words.tag: expected a value, found none"),
        ([5], "words.text: expected a value, found none"),
        ([{"text": "a", "count": 1, "tag": b"", "more": 2}], r"words\[0\]: .*, found more"),
        (
            [{"text": "a", "count": 1, "tag": b""}, {"text": "a", "count": 1}],
            r"words\[1\].tag: expected bytes, found None",
        ),
    ],
)
def test_what_is_no_table_is_refused(words: Any, value: Any, message: str) -> None:
    with pytest.raises(quire.FormatError, match=f"^thing: {message}"):
        words.build(words=value).to_bytes()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"y": [1e300]}, r"points\[0\].y: expected a number that fits f4be, found 1e\+300"),
        ({"y": ["1"]}, r"points\[0\].y: expected a number that fits f4be, found 1"),
        ({"mark": [b"abc"]}, r"points\[0\].mark: expected 2 bytes, found 3 bytes"),
        ({"mark": ["ab"]}, r"points\[0\].mark: expected bytes, found 'ab'"),
        ({"mark": [None]}, r"points\[0\].mark: expected bytes, found None"),
        ({"mark": np.array([[1, 2]])}, r"points\[0\].mark: expected 2 bytes, found 16 bytes"),
        ({"unit": ["cm"]}, r"points\[0\].unit: expected 3 bytes, found 2 bytes"),
        ({"unit": [b"cm "]}, r"points\[0\].unit: expected text in utf-8"),
        ({"cell": [[1, 2, 3, 4]]}, r"points.cell: expected numbers of shape \(1, 2, 2\)"),
        ({"cell": [[[1, 2], [3, 256]]]}, r"points\[0\].cell: expected numbers that fit u1"),
        ({"cell": [[[1, 2], [3]]]}, r"points.cell: expected numbers of shape \(1, 2, 2\)"),
        ({"cell": [None]}, r"points.cell: expected numbers of shape \(1, 2, 2\)"),
        ({"big": [2**64]}, r"points\[0\].big: expected an integer from 0 to .*, found 1844"),
        ({"big": [-1]}, r"points\[0\].big: expected an integer from 0 to .*, found -1"),
    ],
)
def test_a_value_of_one_size_that_does_not_fit_is_named(
    points: Any, change: Any, message: str
) -> None:
    columns = {
        "x": [1],
        "y": [1],
        "mark": [b"ab"],
        "unit": ["cm "],
        "cell": [[[1, 2]] * 2],
        "big": [1],
    }
    assert len(points.build(points=columns).to_bytes()) == 24
    with pytest.raises(quire.FormatError, match=f"^thing: {message}"):
        points.build(points={**columns, **change}).to_bytes()


def test_floats_that_are_not_finite_fit(points: Any) -> None:
    columns = {"x": [1], "mark": [b"ab"], "unit": ["cm "], "cell": [[[1, 2]] * 2], "big": [1]}
    built = points.build(points={**columns, "y": [-np.inf]}).to_bytes()
    assert built[3:7] == struct.pack(">f", -np.inf)
    built = points.build(points={**columns, "y": [np.nan]}).to_bytes()
    assert np.isnan(points.from_bytes(built).points.column("y")[0])


# -- reading, then writing -----------------------------------------------------------------------


def test_what_was_read_is_written_as_it_stood(words: Any, vectors: Any, points: Any) -> None:
    for kind, data in ((words, WORDS_DATA), (vectors, VECTORS_DATA), (points, POINTS_DATA)):
        assert kind.from_bytes(data + b"tail").to_bytes() == data + b"tail"


def test_a_table_is_edited_by_giving_another_one(words: Any) -> None:
    record = words.from_bytes(WORDS_DATA + b"tail")
    columns = {name: record.words.column(name) for name in ("text", "count", "tag")}
    record.words = {**columns, "text": [text.upper() * 2 for text in columns["text"]]}
    expected = b"\3\0\0\0" + b"\4ABAB\0\7x;" + b"\0\1\0;" + b"\6\xe2\x82\xac\xe2\x82\xac\0\2yz;tail"
    assert record.to_bytes() == expected
    assert record.words[0] == (4, "ABAB", 7, b"x")
    record.words = [*record.words[:1], {"text": "new", "count": 1, "tag": b""}]
    assert record.to_bytes() == b"\2\0\0\0" + b"\4ABAB\0\7x;" + b"\3new\0\1;tail"


def test_expressions_look_into_tables(tmp_path: Path) -> None:
    body = WORDS.replace(
        "seq:", "seq:\n  - {id: total, type: u2, -derive: words.map(_.count).sum}", 1
    )
    body += "instances: {first: {value: words.first.text}, number: {value: words.size}}\n"
    kind = compiled(tmp_path, body)
    data = kind.build(words=COLUMNS).to_bytes()
    assert data == (265).to_bytes(2, "little") + WORDS_DATA
    record = kind.from_bytes(data)
    assert (record.first, record.number) == ("ab", 3)


def test_expressions_look_into_tables_whose_records_are_told_something(tmp_path: Path) -> None:
    letters = "  - {id: letters, type: u1, -derive: vectors.map(_.name.length).sum}\n"
    kind = compiled(tmp_path, VECTORS.replace("types:", f"{letters}types:"))
    rows = [{"name": name, "values": [1], "raw": b"r"} for name in ("ab", "c")]
    assert kind.build(width=1, vectors=rows).to_bytes()[-1] == 3


def test_records_may_ask_the_one_that_holds_them(vectors: Any, tmp_path: Path) -> None:
    body = VECTORS.replace("vector(width)", "vector").replace("width * 4", "_parent.width * 4")
    body = body.replace("    params: [{id: width, type: s1}]\n", "").replace(
        "[width]", "[_parent.width]"
    )
    kind = compiled(tmp_path, body.replace("size: width}", "size: _parent.width}"))
    record = kind.from_bytes(VECTORS_DATA)
    assert record.vectors.column("values").tolist() == [[1, -2], [3, 4]]
    table = vectors.from_bytes(VECTORS_DATA).vectors
    assert kind.build(width=2, vectors=list(table)).to_bytes() == VECTORS_DATA


def test_what_the_records_are_told_may_be_derived_itself(tmp_path: Path) -> None:
    body = VECTORS.replace("types:", "  - {id: mean, size: width}\ntypes:")
    built = compiled(tmp_path, body).build(
        mean=b"m", vectors={"name": ["v"], "values": [[1]], "raw": [b"r"]}
    )
    assert built.to_bytes() == b"\1\1v\0" + struct.pack("<f", 1) + b"rm"


NAMES = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)


@given(st.lists(st.tuples(NAMES, st.integers(0, 65535), st.binary(max_size=9)), max_size=20))
@settings(max_examples=200, deadline=None)
def test_whatever_is_built_is_read_again(words: Any, rows: list[tuple[str, int, bytes]]) -> None:
    rows = [(text, count, tag.replace(b";", b"")) for text, count, tag in rows]
    data = words.build(words=[dict(zip(COLUMNS, row, strict=True)) for row in rows]).to_bytes()
    parts = [
        bytes([len(text.encode())]) + text.encode() + count.to_bytes(2, "big") + tag + b";"
        for text, count, tag in rows
    ]
    assert data == len(rows).to_bytes(4, "little") + b"".join(parts)
    found = words.from_bytes(data)
    assert [tuple(row)[1:] for row in found.words] == rows
    assert found.to_bytes() == data
