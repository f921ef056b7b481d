"""Use that would give wrong rows, or store other values than were given, is refused."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np
import pytest

from quire import EncodingError
from quire.cvc import (
    load_cvc,
    load_cvc_columns,
    load_cvc_range,
    open_cvc,
    open_cvc_columns,
    pack_cvc,
    pack_cvc_columns,
    pack_cvc_sections,
    pack_cvc_sections_columnar,
    update_column,
)

ROWS = np.arange(20, dtype=np.float32).reshape(10, 2)


@pytest.fixture
def rows(tmp_path: Path) -> Path:
    """Ten rows in chunks of four."""
    pack_cvc(ROWS, tmp_path / "rows.cvc", chunk_size=4)
    return tmp_path / "rows.cvc"


@pytest.fixture
def columns(tmp_path: Path) -> Path:
    """Ten rows of two columns."""
    pack_cvc_columns({"f": ROWS[:, 0], "n": np.arange(10)}, tmp_path / "columns.cvc", chunk_size=4)
    return tmp_path / "columns.cvc"


OUTSIDE = [[(8, 14)], [(-3, 2)], [(0, 2), (5, 4)], [(0, 11)], [(10, 11)], [(-3, -1)]]


@pytest.mark.parametrize("ranges", OUTSIDE, ids=str)
def test_ranges_that_leave_the_file_are_refused(
    ranges: list[tuple[int, int]], rows: Path, columns: Path
) -> None:
    number = len(ranges) - 1
    with open_cvc(rows) as reader, pytest.raises(IndexError, match=rf"ranges\[{number}\]: .* 10"):
        reader.read_ranges(ranges)
    with (
        open_cvc_columns(columns) as table,
        pytest.raises(IndexError, match=rf"ranges\[{number}\]: expected .* within 0 to 10"),
    ):
        table.read(["f"], ranges)


@pytest.mark.parametrize("ranges", [[3], [(1, 2, 3)], [("a", "b")], [(0.0, 2.0)]], ids=str)
def test_what_is_no_range_is_refused(ranges: Any, rows: Path) -> None:
    with open_cvc(rows) as reader, pytest.raises(TypeError, match=r"ranges\[0\]: expected a pair"):
        reader.read_ranges(ranges)


def test_ranges_within_the_file_come_one_behind_another(rows: Path, columns: Path) -> None:
    ranges = [(8, 10), (0, 5), (3, 3), (10, 10)]
    wanted = [8, 9, 0, 1, 2, 3, 4]
    with open_cvc(rows) as reader:
        assert np.array_equal(reader.read_ranges(ranges), ROWS[wanted])
    with open_cvc_columns(columns) as table:
        assert table.read(["n"], ranges)["n"].tolist() == wanted


def test_columns_are_no_array(columns: Path) -> None:
    with open_cvc_columns(columns) as table:
        assert not hasattr(table, "dtype")
        assert len(table) == 10


def test_a_pickled_reader_of_columns_opens_its_file_again(columns: Path) -> None:
    with open_cvc_columns(columns) as table, multiprocessing.Pool(1) as pool:
        assert pool.apply(len, (table,)) == 10


@pytest.mark.parametrize("name", ["section", "metadata"])
def test_a_value_without_its_key_is_refused(name: str, rows: Path) -> None:
    value: dict[str, Any] = {f"{name}_value": "nope"}
    with pytest.raises(ValueError, match=f"{name}_value: expected {name}_key"):
        load_cvc_range(rows, **value)


def test_a_value_without_its_key_is_refused_for_columns(columns: Path) -> None:
    with pytest.raises(ValueError, match="section_value: expected section_key"):
        load_cvc_columns(columns, section_value="nope")


# 65520 is half-way from the greatest half, 65504, to what would be the next; it rounds up.
TOO_LARGE = [
    ("fp16", 1.7e9),
    ("fp16", -65520.0),
    ("bfloat16", 3.4e38),
    ("int8", 1e300),
    ("lossless", 1e300),
]


@pytest.mark.parametrize(("compression", "value"), TOO_LARGE)
def test_finite_values_never_become_infinite(
    compression: str, value: float, tmp_path: Path
) -> None:
    values = np.array([[0.0, 1.0], [value, 2.0]])
    with pytest.raises(EncodingError, match=r"expected .*found"):
        pack_cvc(values, tmp_path / "a.cvc", compression, format_version=1)
    with pytest.raises(EncodingError, match=r"expected .*found"):
        pack_cvc(iter([values]), tmp_path / "a.cvc", compression, format_version=1)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("scheme", [None, "fp16", "bfloat16", "int8", "int4"])
def test_a_column_that_overflows_says_what_keeps_it(scheme: str | None, tmp_path: Path) -> None:
    data = {"ts": np.array([1.0, 3.4e38 if scheme == "bfloat16" else 1.7e39])}
    given = {} if scheme is None else {"ts": scheme}
    with pytest.raises(EncodingError, match=r"^ts: .*found .*compressions=\{'ts': 'none'\} keeps"):
        pack_cvc_columns(data, tmp_path / "a.cvc", given)
    assert list(tmp_path.iterdir()) == []
    pack_cvc_columns(data, tmp_path / "a.cvc", {"ts": "none"})
    assert np.array_equal(load_cvc_columns(tmp_path / "a.cvc")["ts"], data["ts"])


@pytest.mark.parametrize(
    ("compression", "value"),
    [("fp16", 65519.0), ("bfloat16", 3.38e38), ("fp16", np.inf), ("bfloat16", -np.inf)],
)
def test_the_greatest_values_and_infinities_are_kept(
    compression: str, value: float, tmp_path: Path
) -> None:
    pack_cvc(np.array([[value]]), tmp_path / "a.cvc", compression)
    found = float(load_cvc(tmp_path / "a.cvc")[0, 0])
    assert found == pytest.approx(value, rel=2.0**-8)


@pytest.mark.parametrize(
    "values",
    [np.array([[2**24 + 1]]), np.array([[0.1]]), np.array([[2**64 - 1]], np.uint64)],
    ids=["an integer", "a double", "a great integer"],
)
def test_lossless_refuses_what_is_not_float32(values: Any, tmp_path: Path) -> None:
    with pytest.raises(
        EncodingError, match=r"float32 has, found .*astype\(numpy\.float32\)` rounds"
    ):
        pack_cvc(values, tmp_path / "a.cvc", "lossless")


def test_lossless_keeps_integers_and_doubles_that_are_float32(tmp_path: Path) -> None:
    for values in (np.array([[2**24, -(2**30)]]), np.array([[0.5, np.nan]])):
        pack_cvc(values, tmp_path / "a.cvc", "lossless")
        assert np.array_equal(load_cvc(tmp_path / "a.cvc"), values, equal_nan=True)


def test_sections_may_come_from_a_generator(tmp_path: Path) -> None:
    pack_cvc_sections(((ROWS[i : i + 5], {"i": i}) for i in (0, 5)), tmp_path / "a.cvc")
    assert np.array_equal(load_cvc(tmp_path / "a.cvc"), ROWS)
    with open_cvc(tmp_path / "a.cvc") as reader:
        assert [(each.start, each.stop, each.metadata) for each in reader.sections] == [
            (0, 5, {"i": 0}),
            (5, 10, {"i": 5}),
        ]
    parts = (({"f": ROWS[i : i + 5, 0]}, None) for i in (0, 5))
    pack_cvc_sections_columnar(parts, tmp_path / "b.cvc")
    assert np.array_equal(load_cvc_columns(tmp_path / "b.cvc")["f"], ROWS[:, 0])


@pytest.mark.parametrize("sections", [[], iter(())], ids=["a list", "a generator"])
def test_no_section_is_refused(sections: Any, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="sections: expected one or more"):
        pack_cvc_sections(sections, tmp_path / "a.cvc")


def test_sections_whose_integers_a_common_dtype_would_change_are_refused(tmp_path: Path) -> None:
    sections = [({"n": np.array([2**53 + 1])}, None), ({"n": np.array([0.5])}, None)]
    with pytest.raises(EncodingError, match="float64 has, found 9007199254740993"):
        pack_cvc_sections_columnar(sections, tmp_path / "a.cvc", {"n": "none"})


def test_vectors_may_come_one_by_one(tmp_path: Path) -> None:
    for vectors in (list(ROWS), iter(ROWS), (row.tolist() for row in ROWS)):
        pack_cvc(vectors, tmp_path / "a.cvc", chunk_size=3)
        assert np.array_equal(load_cvc(tmp_path / "a.cvc"), ROWS)


def test_bfloat16_is_packed_without_loss(tmp_path: Path) -> None:
    values = ROWS.astype(ml_dtypes.bfloat16)
    pack_cvc(values, tmp_path / "a.cvc", "bfloat16")
    assert np.array_equal(load_cvc(tmp_path / "a.cvc"), ROWS)


def test_several_threads_may_read_columns_of_one_reader(tmp_path: Path) -> None:
    numbers = np.arange(4000)
    pack_cvc_columns({"a": numbers, "b": -numbers}, tmp_path / "a.cvc", chunk_size=10)
    with open_cvc_columns(tmp_path / "a.cvc") as table, ThreadPoolExecutor(8) as pool:

        def read(start: int) -> bool:
            found = table.read(["a", "b"], [(start, start + 500)], workers=1)
            wanted = numbers[start : start + 500]
            return np.array_equal(found["a"], wanted) and np.array_equal(found["b"], -wanted)

        assert all(pool.map(read, range(0, 3500, 50)))


@pytest.mark.parametrize("given", ["ab", b"ab", {0: "a"}, 3], ids=repr)
def test_one_text_is_no_list_of_metadata(given: Any, tmp_path: Path) -> None:
    with pytest.raises(TypeError, match="chunk_metadata: expected a list"):
        pack_cvc(ROWS, tmp_path / "a.cvc", chunk_size=5, chunk_metadata=given)


def test_metadata_and_schemes_may_come_from_generators(tmp_path: Path) -> None:
    schemes, numbers = iter(["fp16", "int8"]), (i for i in range(2))
    pack_cvc(ROWS, tmp_path / "a.cvc", schemes, chunk_size=5, chunk_metadata=numbers)
    with open_cvc(tmp_path / "a.cvc") as reader:
        found = [(chunk.compression, chunk.metadata) for chunk in reader.chunks]
    assert found == [("fp16", 0), ("int8", 1)]


def test_one_name_is_no_list_of_columns(columns: Path) -> None:
    one: Any = 3
    with pytest.raises(TypeError, match="columns: expected a list of names, found a single text"):
        load_cvc_columns(columns, "fn")
    with pytest.raises(TypeError, match="rows: expected a slice, found int"):
        load_cvc_columns(columns, rows=one)


def test_workers_are_counted_however_little_there_is_to_do(rows: Path) -> None:
    with pytest.raises(ValueError, match="workers: expected at least 1, found 0"):
        load_cvc(rows, workers=0)


@pytest.mark.parametrize("size", [2.0, 2.5, "5", float("nan"), float("inf")], ids=repr)
def test_a_size_of_chunks_is_a_whole_number(size: Any, tmp_path: Path) -> None:
    rows = np.ones((5, 3), np.float32)
    packs: list[Callable[[], None]] = [
        lambda: pack_cvc(rows, tmp_path / "a", chunk_size=size),
        lambda: pack_cvc_columns({"a": rows}, tmp_path / "a", chunk_size=size),
    ]
    for pack in packs:
        with pytest.raises(TypeError, match="chunk_size: expected a whole number"):
            pack()
    assert not list(tmp_path.iterdir())


def test_a_chunk_that_there_is_not_is_told_with_those_that_there_are(tmp_path: Path) -> None:
    pack_cvc(np.ones((5, 3), np.float32), tmp_path / "a", chunk_size=2)
    with open_cvc(tmp_path / "a") as reader:
        for number in (3, -4):
            looks: list[Callable[[int], object]] = [reader.chunk, reader.stored, reader.record]
            for look in looks:
                expected = f"expected a chunk from 0 to 2, found {number}"
                with pytest.raises(IndexError, match=expected):
                    look(number)
        assert reader.chunks[-1].start == 4


def test_integers_become_float32_for_any_library(tmp_path: Path) -> None:
    torch = pytest.importorskip("torch", reason="pip install torch")
    pack_cvc_columns({"a": np.arange(5)}, tmp_path / "a")
    found = load_cvc_columns(tmp_path / "a", framework="torch", as_float32=True)["a"]
    assert found.dtype is torch.float32
    assert found.tolist() == [0, 1, 2, 3, 4]
    with pytest.raises(ValueError, match="as_float32: it is for the CPU"):
        load_cvc_columns(tmp_path / "a", device="cuda", as_float32=True)


def test_what_is_something_else_is_told_by_name(tmp_path: Path) -> None:
    path = tmp_path / "a"
    with pytest.raises(TypeError, match="compressions: expected names by column, found float"):
        pack_cvc_columns({"a": ROWS}, path, 1.5)  # type: ignore[arg-type]  # wrong use, as all here
    with pytest.raises(TypeError, match="compression: expected a list"):
        pack_cvc_sections([(ROWS, 1)], path, 1.5)  # type: ignore[arg-type]  # wrong use
    for pack in (pack_cvc_sections, pack_cvc_sections_columnar):
        with pytest.raises(
            TypeError,
            match="sections: expected a list of pairs of data and metadata, found NoneType",
        ):
            pack(None, path)  # type: ignore[arg-type]  # wrong use
    assert not path.exists()
    pack_cvc(ROWS, path)
    with pytest.raises(TypeError, match="chunk_indices: expected a whole number, found 'x'"):
        load_cvc_range(path, ["x"])  # type: ignore[list-item]  # wrong use


def test_numbers_that_few_chunks_do_not_need_are_not_passed_over(tmp_path: Path) -> None:
    with pytest.raises(TypeError, match="workers: expected a whole number"):
        pack_cvc(ROWS, tmp_path / "a", workers="x")  # type: ignore[arg-type]  # wrong use
    assert not list(tmp_path.iterdir())
    pack_cvc(ROWS, tmp_path / "a")
    with pytest.raises(TypeError, match="fill_value: expected Real, found str"):
        load_cvc(tmp_path / "a", on_corruption="skip", fill_value="x")  # type: ignore[arg-type]  # as above


@pytest.mark.parametrize("compression", ["", [], 1], ids=repr)
def test_a_compression_that_is_none_is_not_that_of_the_column(
    compression: Any, tmp_path: Path
) -> None:
    pack_cvc_columns({"a": ROWS}, tmp_path / "a")
    before = (tmp_path / "a").read_bytes()
    with pytest.raises(ValueError, match="compressions: expected none, fp16"):
        update_column(tmp_path / "a", "a", ROWS, compression)
    assert (tmp_path / "a").read_bytes() == before
