"""Scans of tables: plain Python and compiled code find the same, whatever the bytes are."""

from __future__ import annotations

import importlib
import itertools
from collections.abc import Callable
from types import ModuleType
from typing import Any, Literal

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quire.kernels.services.tables import reference, scan
from quire.kernels.services.tables.layout import LONGEST, Found, TableCell, TableLayout

Bytes = npt.NDArray[np.uint8]
Integers = npt.NDArray[np.int64]
Walked = tuple[tuple[int, int, int, int], list[list[int]], list[list[int]]]


def _compiled() -> ModuleType:
    pytest.importorskip("numba", reason="pip install numba")
    return importlib.import_module("quire.kernels.services.tables.numba")


@pytest.fixture(params=["reference", "numba"])
def module(request: pytest.FixtureRequest) -> ModuleType:
    return reference if request.param == "reference" else _compiled()


WORDS = TableLayout(
    TableCell("len_text", scalar="u2be"),
    TableCell("text", size_of="len_text", encoding="utf-8"),
    TableCell("number", scalar="s4le"),
    TableCell("name", terminator=0x3B),
    TableCell("mark", size=3),
)


def word(text: bytes, name: bytes) -> list[bytes]:
    """The cells of a record of `WORDS`, one by one."""
    return [len(text).to_bytes(2, "big"), text, b"\xfe\xff\xff\xff", name + b";", b"abc"]


def walked(walk: Callable[..., Any], data: bytes, count: int, table: TableLayout) -> Walked:
    """What a walk returns and fills in, of the records that it has found.

    A length of 64 bits is the same number, whether it counts as negative or not.
    """
    columns = len(table.varying)
    starts, lengths = np.zeros((columns, count), np.int64), np.zeros((columns, count), np.int32)
    buffer = np.frombuffer(data, np.uint8)
    pos, row, step, length = walk(buffer, 0, table.program, starts, lengths, count)
    whole = slice(count if row < 0 else row)
    found = (pos, row, step, length % 2**64)
    return found, starts[:, whole].tolist(), lengths[:, whole].tolist()


# -- what is found -------------------------------------------------------------------------------


def test_the_program_of_a_table_says_what_to_do_at_each_place() -> None:
    assert WORDS.program.tolist() == [[1, 2, 1], [2, 0, 0], [0, 4, 0], [3, 0x3B, 0], [0, 3, 0]]
    places = {name: WORDS.place(name) for name in WORDS.names}
    assert places == {
        "len_text": (-1, 0),
        "text": (-1, 2),
        "number": (0, 0),
        "name": (0, 4),
        "mark": (1, 1),
    }
    assert WORDS.least == 2 + 0 + 4 + 1 + 3


def test_the_parts_of_records_are_found(module: ModuleType) -> None:
    data = b"".join(word(b"hello", b"") + word(b"", b"you"))
    assert len(data) == 15 + 13
    found, starts, lengths = walked(module.walk, data, 2, WORDS)
    assert found == (28, -1, -1, 0)
    assert starts == [[2, 17], [11, 21]]
    assert lengths == [[5, 0], [0, 3]]


def test_a_walk_may_begin_anywhere_and_go_over_no_record_at_all(module: ModuleType) -> None:
    data = np.frombuffer(b"??" + b"".join(word(b"a", b"b")) + b"??", np.uint8)
    starts, lengths = np.zeros((2, 1), np.int64), np.zeros((2, 1), np.int32)
    assert module.walk(data, 2, WORDS.program, starts, lengths, 1) == (14, -1, -1, 0)
    assert (starts.tolist(), lengths.tolist()) == ([[4], [9]], [[1], [1]])
    none = np.zeros((2, 0), np.int64), np.zeros((2, 0), np.int32)
    assert module.walk(data, 2, WORDS.program, *none, 0) == (2, -1, -1, 0)


@pytest.mark.parametrize(("order", "name"), [("le", "little"), ("be", "big")])
@pytest.mark.parametrize("width", [1, 2, 4, 8])
def test_lengths_are_read_in_their_order(
    module: ModuleType, width: int, order: str, name: Literal["little", "big"]
) -> None:
    scalar = f"u{width}{order if width > 1 else ''}"
    table = TableLayout(TableCell("n", scalar=scalar), TableCell("part", size_of="n"))
    size = 0x12 if width == 1 else 0x1234
    data = size.to_bytes(width, name) + bytes(size)
    assert walked(module.walk, data, 1, table) == ((width + size, -1, -1, 0), [[width]], [[size]])


# -- what is wrong -------------------------------------------------------------------------------


@pytest.mark.parametrize("cut", range(28))
def test_a_table_that_is_cut_off_says_where(module: ModuleType, cut: int) -> None:
    cells = [*word(b"hello", b""), *word(b"", b"you")]
    ends = list(itertools.accumulate(map(len, cells)))
    number = next(i for i, end in enumerate(ends) if end > cut)
    row, step = divmod(number, 5)
    start = ends[number] - len(cells[number])
    # Of bytes up to a terminator that is missing, nobody knows how many there would be.
    wanted = 2**64 - 1 if step == 3 else len(cells[number])
    found, starts, _ = walked(module.walk, b"".join(cells)[:cut], 2, WORDS)
    assert found == (start, row, step, wanted)
    assert starts == [[2][:row], [11][:row]]


@pytest.mark.parametrize("size", [4, 2**31, 2**63 - 1, 2**63, 2**64 - 1])
def test_a_length_beyond_the_end_is_told(module: ModuleType, size: int) -> None:
    table = TableLayout(TableCell("n", scalar="u8le"), TableCell("part", size_of="n"))
    data = size.to_bytes(8, "little") + b"abc"
    assert walked(module.walk, data, 1, table)[0] == (8, 0, 1, size)


def test_a_part_of_more_bytes_than_its_length_can_hold_is_told(module: ModuleType) -> None:
    table = TableLayout(TableCell("n", scalar="u4le"), TableCell("part", size_of="n"))
    buffer = np.zeros(2**31 + 8, np.uint8)  # pages that nobody looks at take no memory
    starts, lengths = np.zeros((1, 1), np.int64), np.zeros((1, 1), np.int32)
    buffer[:4] = [0xFF, 0xFF, 0xFF, 0x7F]
    found = module.walk(buffer, 0, table.program, starts, lengths, 1)
    assert (found, lengths.tolist()) == ((4 + LONGEST, -1, -1, 0), [[LONGEST]])
    buffer[:4] = [0, 0, 0, 0x80]
    assert module.walk(buffer, 0, table.program, starts, lengths, 1) == (4, 0, 1, LONGEST + 1)


def test_a_size_that_is_negative_is_told(module: ModuleType) -> None:
    table = TableLayout(TableCell("n", scalar="u1"), TableCell("part", size=-1))
    assert walked(module.walk, b"abc", 1, table)[0] == (1, 0, 1, 2**64 - 1)


# -- the same by both ----------------------------------------------------------------------------


@st.composite
def layouts(draw: st.DrawFn) -> TableLayout:
    """Tables of up to six cells, with lengths in front of what they are of, or farther ahead."""
    cells: list[TableCell] = []
    for i in range(draw(st.integers(1, 6))):
        free = [
            cell.name
            for cell in cells
            if cell.scalar and all(other.size_of != cell.name for other in cells)
        ]
        kinds = ["number", "bytes", "ended", *(["sized"] if free else [])]
        kind = draw(st.sampled_from(kinds))
        if kind == "number":
            scalars = ["u1", "u2le", "u2be", "u4le", "u8le", "u8be"]
            cells.append(TableCell(f"c{i}", scalar=draw(st.sampled_from(scalars))))
        elif kind == "bytes":
            cells.append(TableCell(f"c{i}", size=draw(st.integers(0, 5))))
        elif kind == "ended":
            cells.append(TableCell(f"c{i}", terminator=draw(st.integers(0, 3))))
        else:
            cells.append(TableCell(f"c{i}", size_of=draw(st.sampled_from(free))))
    return TableLayout(*cells)


FEW_BYTES = st.lists(st.sampled_from([0, 0, 0, 1, 2, 3, 255]), max_size=80).map(bytes)
"""Bytes most of which are short lengths, and terminators."""


@given(layouts(), FEW_BYTES, st.integers(0, 20))
@settings(max_examples=100, deadline=None)
def test_compiled_code_finds_what_python_does(table: TableLayout, data: bytes, count: int) -> None:
    expected = walked(reference.walk, data, count, table)
    assert walked(_compiled().walk, data, count, table) == expected
    (pos, row, _, _), starts, lengths = expected
    assert 0 <= pos <= len(data)
    assert row < count
    ends = np.array(starts) + np.array(lengths)
    assert (np.array(lengths) >= 0).all()
    assert (ends <= len(data)).all()


@given(st.data())
@settings(max_examples=100, deadline=None)
def test_pieces_are_copied_alike(data: st.DataObject) -> None:
    source = data.draw(st.binary(min_size=1, max_size=50))
    cuts = st.tuples(st.integers(0, len(source)), st.integers(0, len(source)))
    pieces = [sorted(cut) for cut in data.draw(st.lists(cuts, max_size=10))]
    expected = b"".join(source[start:end] for start, end in pieces)
    starts = np.array([start for start, _ in pieces], np.int64)
    lengths = np.array([end - start for start, end in pieces], np.int64)
    positions = np.cumsum(lengths) - lengths
    for spread in (reference.spread, _compiled().spread):
        out = np.zeros(len(expected), np.uint8)
        spread(np.frombuffer(source, np.uint8), starts, lengths, out, positions)
        assert out.tobytes() == expected


@given(st.binary(min_size=8, max_size=50), st.lists(st.integers(0, 50), max_size=10))
@settings(max_examples=100, deadline=None)
def test_rows_are_copied_alike(source: bytes, drawn: list[int]) -> None:
    buffer = np.frombuffer(source, np.uint8)
    positions = np.array([place % (len(source) - 4) for place in drawn], np.int64)
    expected = b"".join(source[place : place + 5] for place in positions.tolist())
    for gather in (reference.gather, _compiled().gather):
        out = np.zeros((len(drawn), 5), np.uint8)
        gather(buffer, positions, out)
        assert out.tobytes() == expected


# -- which of the two ----------------------------------------------------------------------------


@pytest.mark.parametrize("small", [True, False])
def test_a_scan_finds_the_same_by_either(*, small: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scan, "_is_small", lambda _: small)
    data = np.frombuffer(b"".join(word(b"hello", b"") + word(b"", b"you")), np.uint8)
    found = scan.scan(data, 0, 2, WORDS)
    assert (found.end, found.row) == (28, -1)
    assert (found.starts.tolist(), found.lengths.tolist()) == (
        [[2, 17], [11, 21]],
        [[5, 0], [0, 3]],
    )
    assert scan.gather(data, np.array([7, 0]), 3).tolist() == [[254, 255, 255], [0, 5, 104]]
    out = np.zeros(4, np.uint8)
    scan.spread(data, np.array([2, 21]), np.array([1, 3]), out, np.array([3, 0]))
    assert out.tobytes() == b"youh"


@pytest.mark.parametrize("small", [True, False])
def test_records_of_one_size_are_not_walked_over(
    *, small: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scan, "_is_small", lambda _: small)
    table = TableLayout(TableCell("a", scalar="u2le"), TableCell("b", size=3))
    buffer = np.zeros(100, np.uint8)
    found = scan.scan(buffer, 5, 19, table)
    assert (found.end, found.row, found.starts.shape) == (100, -1, (0, 19))
    assert _failure(scan.scan(buffer, 6, 19, table)) == (98, 18, 1, 3)
    assert _failure(scan.scan(buffer, 0, 10**6, table)) == (100, 20, 0, 2)


def _failure(found: Found) -> tuple[int, int, int, int]:
    return found.end, found.row, found.cell, found.length
