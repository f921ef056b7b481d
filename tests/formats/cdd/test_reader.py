"""Stores are read to what the vectors state, by chunks and by rows; damage is told, not read."""

from __future__ import annotations

import os
import subprocess
import sys
import tracemalloc
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import fsspec  # type: ignore[import-untyped]  # it has no types
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quire.cdd import DataReader, DataWriter, MemoryBackend
from quire.runtime import ChecksumError, FormatError
from tests.formats.cdd.faults import (
    BLOCKS,
    BLOCKS_OF_U,
    CAPACITY,
    CHUNKS,
    CHUNKS_OF_D,
    CHUNKS_OF_U,
    HEADERS,
    OTHER,
    ROWS,
    Made,
    headed,
    indexed,
    start,
    zstd,
)
from tests.formats.cdd.layout import D, Layout, U, chunk, file, header, index_block, patched, read
from tests.formats.cdd.payloads import DOWN_CAST_16
from tests.formats.cdd.samples import DAMAGED, READABLE, UPSTREAM, Damaged, Sample
from tests.formats.cdd.stores import NUMBERS, assert_same, name_of

each_layout = pytest.mark.parametrize("layout", [D, U], ids=str)
each_readable = pytest.mark.parametrize("sample", READABLE, ids=str)
each_damaged = pytest.mark.parametrize("damaged", DAMAGED, ids=str)

REFUSED = {
    "cut_last_chunk": ("chunks[3].len_chunk", 13467),
    "cut_index": ("index_blocks[0].len_block", 47),
    "bad_chunk_hash": ("chunks[0].data", 249),
    "bad_chunk_hash_f16": ("chunks[1].data", 8728),
    "bad_payload": ("chunks[0].data", 249),
    "bad_chunk_size": ("chunks[0].len_data", 245),
    "huge_shape": ("chunks[0].data.shape", 249),
    "negative_shape": ("chunks[0].data.shape", 249),
}
"""Where quire reports another field of the same record than the independent reader: it calls
sizes by the names of the spec, tells a digest by the data that it is of, and a shape that no
array has where the array is."""

STILL_READ = {"bad_index_hash", "bad_chunk_hash", "bad_chunk_hash_f16"}
"""Damaged vectors in which nothing but a digest is wrong."""


def place_of(damaged: Damaged) -> tuple[str, int]:
    return REFUSED.get(damaged.name, (damaged.place, damaged.offset))


def fitting(sample: Sample) -> bool:
    shapes = {(each.dtype, each.shape[1:]) for each in sample.expected}
    return len(shapes) == 1 and all(each.ndim for each in sample.expected)


# -- the vectors ---------------------------------------------------------------------------


@each_readable
def test_a_vector_is_read_as_stated(sample: Sample) -> None:
    with DataReader(sample.path) as reader:
        assert reader.layout == {"D": "cdd", "U": "cryptodd"}[sample.layout]
        assert reader.user_metadata == sample.user_metadata
        assert reader.num_chunks == len(reader) == len(sample.expected)
        assert reader.unfinished is None
        for i, expected in enumerate(sample.expected):
            assert_same(reader[i], expected)
            assert_same(reader.get_chunk(i - len(reader)), expected)
        for found, expected in zip(reader, sample.expected, strict=True):
            assert_same(found, expected)
        assert reader.verify() == []


@each_readable
def test_rows_of_a_vector_are_those_of_its_chunks_together(sample: Sample) -> None:
    with DataReader(sample.path) as reader:
        if not fitting(sample):
            with pytest.raises(ValueError, match=r"does not fit|no chunk"):
                _ = reader.rows
            return
        whole = np.concatenate(sample.expected)
        assert (reader.shape, reader.dtype) == (whole.shape, whole.dtype)
        assert_same(reader.to_numpy(), whole)
        assert_same(reader.rows[1:-1:3], whole[1:-1:3])
        assert_same(reader[:2], np.concatenate(sample.expected[:2]))


@each_readable
def test_the_information_on_a_chunk_is_what_the_vector_states(sample: Sample) -> None:
    with DataReader(sample.path) as reader:
        for i, (stated, array) in enumerate(zip(sample.chunks, sample.expected, strict=True)):
            info = reader.chunk_info(i)
            assert (info.index, info.offset, info.size) == (i, stated["offset"], stated["size"])
            assert info.flags == stated["flags"]
            assert (info.shape, info.dtype, info.nbytes) == (array.shape, array.dtype, array.nbytes)
            if sample in UPSTREAM:
                assert info.stored_bytes == stated["payload_size"]
                assert info.hash == bytes.fromhex(stated["hash"])
            assert NUMBERS[sample.layout][info.type] == stated["type"]
            half = sample.layout == "D" and bool(info.flags & DOWN_CAST_16)
            assert info.type.endswith("_f16") == half or sample.layout == "U"


@each_readable
def test_reading_changes_nothing(sample: Sample, tmp_path: Path) -> None:
    copy = tmp_path / "copy.cdd"
    copy.write_bytes(sample.path.read_bytes())
    os.utime(copy, ns=(1, 1))
    with DataReader(copy) as reader:
        reader.verify()
        list(reader)
        reader.refresh()
    assert copy.stat().st_mtime_ns == 1
    assert copy.read_bytes() == sample.path.read_bytes()


# -- damaged vectors -----------------------------------------------------------------------


@each_damaged
def test_a_damaged_vector_is_refused_where_it_is_damaged(damaged: Damaged, tmp_path: Path) -> None:
    copy = tmp_path / "copy.cdd"
    copy.write_bytes(damaged.path.read_bytes())
    os.utime(copy, ns=(1, 1))
    with pytest.raises(FormatError) as caught, DataReader(copy) as reader:
        reader.verify(1)
    assert (caught.value.path, caught.value.offset) == place_of(damaged)
    assert copy.stat().st_mtime_ns == 1
    assert copy.read_bytes() == damaged.path.read_bytes()


@each_damaged
def test_chunks_that_are_whole_stay_readable(damaged: Damaged) -> None:
    if not damaged.place.startswith("chunks"):
        with pytest.raises(FormatError):
            DataReader(damaged.path)
        return
    with DataReader(damaged.path) as reader:
        for i in range(reader.num_chunks):
            if i in damaged.whole:
                assert_same(reader[i], damaged.source.expected[i])
            else:
                with pytest.raises(FormatError):
                    _ = reader[i]


@each_damaged
def test_without_verifying_only_what_cannot_be_read_is_refused(damaged: Damaged) -> None:
    if damaged.name in STILL_READ:
        with DataReader(damaged.path, verify_hashes=False) as reader:
            for found, expected in zip(reader, damaged.source.expected, strict=True):
                assert_same(found, expected)
    elif damaged.name != "bad_payload":  # whose bytes may decode to something else
        with (
            pytest.raises(FormatError) as caught,
            DataReader(damaged.path, verify_hashes=False) as reader,
        ):
            list(reader)
        if damaged.name != "bad_index_offset":
            assert (caught.value.path, caught.value.offset) == place_of(damaged)


def test_a_digest_that_differs_is_told_with_that_of_what_is_there() -> None:
    damaged = next(each for each in DAMAGED if each.name == "bad_chunk_hash_f16")
    with DataReader(damaged.path) as reader, pytest.raises(ChecksumError) as caught:
        _ = reader[1]
    assert "chunks[1]" in str(caught.value)
    assert (
        caught.value.expected
        == f"blake3 {'00' * 8}9e50cbc3c6a9d49d909a98d4c4398bec0e2ac47819047726"
    )
    assert caught.value.found == damaged.source.chunks[1]["hash"]


# -- every field, wrong --------------------------------------------------------------------


def faults(
    both: dict[str, Made], of_d: dict[str, Made], of_u: dict[str, Made]
) -> pytest.MarkDecorator:
    """The cases of a table, in the layouts that have them."""
    tables = [(D, both | of_d), (U, both | of_u)]
    cases = [
        pytest.param(layout, *made, id=f"{layout}: {name}")
        for layout, table in tables
        for name, made in table.items()
    ]
    return pytest.mark.parametrize(("layout", "field", "make"), cases)


@faults(CHUNKS, CHUNKS_OF_D, CHUNKS_OF_U)
def test_each_field_of_a_chunk_is_checked(
    layout: Layout, field: str, make: Callable[[Layout], bytes]
) -> None:
    data = make(layout)
    found = DataReader(MemoryBackend(data))
    at, end = found._chunks.index.offsets[1:]
    for read_it in (lambda: found[1], lambda: found.verify(1)):
        with pytest.raises(FormatError) as caught:
            read_it()
        assert caught.value.path == f"chunks[1].{field}"
        assert caught.value.format == found.layout
        assert at <= (caught.value.offset or 0) <= end
    assert_same(found[0], OTHER)
    assert_same(found[2], OTHER)
    if layout is U or field != "shape":  # the rules of D give no limit
        with pytest.raises(ValueError, match=r"chunks\[1\]"):
            read(data)  # the independent reader refuses it, too


@faults(BLOCKS, {}, BLOCKS_OF_U)
def test_each_field_of_an_index_block_is_checked(
    layout: Layout, field: str, make: Callable[[Layout], bytes]
) -> None:
    with pytest.raises(FormatError) as caught:
        DataReader(MemoryBackend(make(layout)))
    assert caught.value.path == f"index_blocks[0].{field}"
    assert caught.value.format == name_of(layout)
    assert caught.value.offset is not None
    assert len(header(layout, CAPACITY)) <= caught.value.offset < start(layout)


@faults(HEADERS, {}, {})
def test_each_field_of_the_header_is_checked(
    layout: Layout, field: str, make: Callable[[Layout], bytes]
) -> None:
    with pytest.raises(FormatError) as caught:
        DataReader(MemoryBackend(make(layout)))
    assert caught.value.path == field
    assert str(caught.value)


@each_layout
def test_a_header_that_is_cut_is_refused(layout: Layout) -> None:
    data = headed(layout)
    for size in range(len(data)):
        with pytest.raises(FormatError):
            DataReader(MemoryBackend(data[:size]))


@each_layout
def test_chunks_that_overlap_are_told_by_verify(layout: Layout) -> None:
    at = start(layout)
    for more in [at], [at + 1], [at - 8]:
        with pytest.raises(FormatError):
            DataReader(MemoryBackend(indexed(layout, more))).verify()
    with pytest.raises(FormatError, match=f"its end before .* at {at}"):
        DataReader(MemoryBackend(indexed(layout, [at]))).verify()


@each_layout
def test_a_chain_that_comes_back_is_refused(layout: Layout) -> None:
    numbers = [chunk(layout, OTHER, zstd(layout) - 1)] * 7
    data = file(layout, numbers, capacity=3)
    blocks = read(data).index_blocks
    assert len(blocks) > 2
    for back in blocks:
        last = index_block(layout, 3, blocks[-1].entries[:1], back.offset)
        with pytest.raises(FormatError, match="not visited before") as caught:
            DataReader(MemoryBackend(data.replace(data[blocks[-1].offset :][: len(last)], last)))
        assert caught.value.path == f"index_blocks[{len(blocks) - 1}].next"


@each_layout
def test_memory_is_not_taken_for_what_a_file_only_promises(layout: Layout) -> None:
    for make in CHUNKS["frame of much"][1], CHUNKS["40 dimensions"][1], BLOCKS["size larger"][1]:
        data = make(layout)
        tracemalloc.start()
        with pytest.raises(FormatError):
            DataReader(MemoryBackend(data)).verify(1)
        assert tracemalloc.get_traced_memory()[1] < 16 << 20
        tracemalloc.stop()


@pytest.mark.parametrize("layout", [D, U], ids=str)
def test_chunks_are_known_by_numbers_from_either_end(layout: Layout) -> None:
    parts = [ROWS[:3], ROWS[3:4], ROWS[4:]]
    kind = 2 if layout is U else 1
    reader = DataReader(
        MemoryBackend(file(layout, [chunk(layout, part, kind) for part in parts], capacity=5))
    )
    infos = reader.chunk_infos([-1, 0, -1])
    assert [(info.index, info.shape[0]) for info in infos] == [
        (2, len(parts[2])),
        (0, 3),
        (2, len(parts[2])),
    ]
    for numbers in [[0, 3], [-4]]:
        with pytest.raises(IndexError, match="expected a chunk from 0 to 2"):
            reader.chunk_infos(numbers)


# -- rows ----------------------------------------------------------------------------------

LENGTHS = 3, 1, 7, 4


@pytest.fixture(params=[D, U], ids=str)
def reader(request: pytest.FixtureRequest) -> DataReader:
    """ROWS, in chunks of LENGTHS."""
    layout: Layout = request.param
    parts = np.split(ROWS, np.cumsum(LENGTHS)[:-1])
    chunks = [chunk(layout, part, 2 if layout is U else 1) for part in parts]
    return DataReader(MemoryBackend(file(layout, chunks, capacity=3)))


bounds = st.none() | st.integers(-20, 20)


@settings(max_examples=150, deadline=None)
@given(st.builds(slice, bounds, bounds, bounds.filter(lambda step: step != 0)))
def test_a_slice_of_rows_is_that_of_the_array(wanted: slice) -> None:
    assert_same(ALL.rows[wanted], ROWS[wanted])
    out = np.empty_like(ROWS[wanted], order="C")
    assert ALL.rows.read(wanted, out=out, workers=1) is out
    assert_same(out, ROWS[wanted])


@pytest.mark.parametrize(
    "wanted",
    [
        0,
        -15,
        14,
        np.int64(3),
        [0],
        [],
        [14, 0, 14, -1],
        [[1, 2], [3, 13]],
        np.array([3, 2], np.uint8),
    ],
    ids=repr,
)
def test_rows_by_number_are_those_of_the_array(reader: DataReader, wanted: Any) -> None:
    index = np.asarray(wanted, dtype=np.int64)
    assert_same(reader.rows[wanted], ROWS[index])


def test_rows_of_numbers_are_numbers() -> None:
    found = DataReader(MemoryBackend(file(D, [chunk(D, OTHER, 0), chunk(D, OTHER, 0)])))
    assert_same(found.rows[3], np.uint8(1))  # type: ignore[arg-type]  # what numpy gives
    assert_same(found.rows[[3, 0]], np.array([1, 0], np.uint8))


def test_arrays_without_an_axis_have_no_rows() -> None:
    for chunks in [np.array(7)], [ROWS, np.array(7)]:
        found = DataReader(MemoryBackend(file(D, [chunk(D, array, 0) for array in chunks])))
        number = len(chunks) - 1
        with pytest.raises(ValueError, match=f"chunk {number} has no rows: its array has no axis"):
            _ = found.rows
        with pytest.raises(ValueError, match="has no rows"):
            _ = found[:]
        assert_same(found[number], np.array(7))


def test_rows_by_booleans_are_those_that_are_true(reader: DataReader) -> None:
    wanted = np.arange(15) % 4 == 1
    assert_same(reader.rows[wanted], ROWS[wanted])
    assert_same(reader.rows[~wanted & wanted], ROWS[:0])
    with pytest.raises(IndexError, match=r"shape \[15\]"):
        _ = reader.rows[wanted[:-1]]


@pytest.mark.parametrize("wanted", [15, -16, [0, 15], [-16], 1.5, ["a"], [2**63]])
def test_rows_that_there_are_not_are_refused(reader: DataReader, wanted: Any) -> None:
    with pytest.raises(IndexError):
        _ = reader.rows[wanted]


@pytest.mark.parametrize("number", [4, -5, 2**70])
def test_chunks_that_there_are_not_are_refused(reader: DataReader, number: int) -> None:
    for read_it in (reader.get_chunk, reader.chunk_info, reader.__getitem__):
        with pytest.raises(IndexError, match="0 to 3"):
            read_it(number)


def test_chunks_are_sliced_by_their_numbers(reader: DataReader) -> None:
    assert_same(reader[1:3], ROWS[3:11])
    assert_same(reader[-1:], ROWS[11:])
    assert_same(reader[2:2], ROWS[:0])
    assert_same(reader[3:1], ROWS[:0])
    with pytest.raises(ValueError, match="step 1"):
        _ = reader[::2]


def test_arrays_are_filled_that_fit_alone(reader: DataReader) -> None:
    out = np.zeros_like(ROWS)
    assert reader.to_numpy(out=out) is out
    assert_same(out, ROWS)
    part = out[5:12]
    part[...] = 0
    assert reader.get_chunk(2, part) is part
    assert_same(out[5:12], ROWS[4:11])
    wrong = np.empty((15, 2), np.float64), np.empty((14, 2), np.float32), np.empty((2, 15), "f4").T
    for each in wrong:
        with pytest.raises(ValueError, match="expected"):
            reader.to_numpy(out=each)
        with pytest.raises(ValueError, match="expected"):
            reader.get_chunk(0, out=each)


def test_only_chunks_that_have_the_rows_are_decoded(reader: DataReader) -> None:
    data = bytearray(reader._storage.read_at(0, 1 << 20))
    info = reader.chunk_info(2)
    data[info.offset + info.size - 1] ^= 1
    damaged = DataReader(MemoryBackend(data))
    assert_same(damaged.rows[:4], ROWS[:4])
    assert_same(damaged.rows[[12, 1]], ROWS[[12, 1]])
    with pytest.raises(FormatError, match=r"chunks\[2\]"):
        _ = damaged.rows[3:5]
    with pytest.raises(FormatError, match=r"chunks\[2\]"):
        _ = damaged.rows[[10, 0]]


@each_layout
def test_chunks_that_do_not_fit_are_read_by_number_only(layout: Layout) -> None:
    with DataWriter(backend := MemoryBackend(), layout=name_of(layout), mixed=True) as writer:
        writer.append_chunk(ROWS)
        writer.append_chunk(ROWS.astype(np.float64))
        writer.append_chunk(ROWS[:, :1])
    found = DataReader(backend)
    assert_same(found[0:1], ROWS)
    for wanted in slice(0, 2), slice(0, 3, 1), slice(1, 3):
        with pytest.raises(ValueError, match="does not fit"):
            _ = found[wanted]
    for each in ("rows", "shape", "dtype"):
        with pytest.raises(ValueError, match="chunk 1 does not fit"):
            getattr(found, each)
    assert_same(found.select([0, -3])[10:], np.concatenate([ROWS, ROWS])[10:])


# -- where it is ---------------------------------------------------------------------------


def test_a_url_is_read() -> None:
    sample = next(each for each in READABLE if each.name == "upstream/chain_raw")
    with fsspec.open("memory://quire/chain.cdd", "wb") as target:
        target.write(sample.path.read_bytes())
    with DataReader("memory://quire/chain.cdd") as reader:
        assert_same(reader.to_numpy(), np.concatenate(sample.expected))
        assert reader.verify() == []


WRITER = """
import sys, numpy as np
from quire.cdd import DataWriter
with DataWriter(sys.argv[1]) as writer:
    for line in sys.stdin:
        print(writer.append_chunk(np.full(3, int(line))), flush=True)
"""


@each_layout
def test_a_reader_sees_what_another_process_commits(layout: Layout, tmp_path: Path) -> None:
    path = tmp_path / "store.cdd"
    with DataWriter(path, layout=name_of(layout), capacity=3) as writer:
        writer.append_chunk(np.full(3, 0))
    with (
        subprocess.Popen(
            [sys.executable, "-c", WRITER, str(path)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        ) as child,
        DataReader(path) as reader,
    ):
        assert child.stdin is not None
        assert child.stdout is not None
        for i in range(1, 9):
            child.stdin.write(f"{i}\n")
            child.stdin.flush()
            assert child.stdout.readline() == f"{i}\n"
            assert reader.num_chunks == i
            reader.refresh()
            assert reader.num_chunks == i + 1
            assert_same(reader[i], np.full(3, i))
        child.stdin.close()
        assert child.wait() == 0


# -- anything at all -----------------------------------------------------------------------


def small(layout: Layout) -> bytes:
    number = 2 if layout is U else 1
    book = np.arange(24, dtype=np.float32).reshape(2, 4, 3)
    chunks = [
        chunk(layout, ROWS, number),
        chunk(layout, book, 8 if layout is U else 4),
        chunk(layout, ROWS[:4], number - 1),
        chunk(layout, ROWS[:2], number),
    ]
    return file(layout, chunks, capacity=3, user_metadata=b"notes")


FILES = {"D": small(D), "U": small(U)}
ALL = DataReader(
    MemoryBackend(
        file(D, [chunk(D, part, 1) for part in np.split(ROWS, np.cumsum(LENGTHS)[:-1])], capacity=3)
    )
)

patches = st.lists(
    st.tuples(
        st.integers(0, 1 << 12),
        st.sampled_from(["<B", "<H", "<I", "<Q"]),
        st.integers(0, 2**64 - 1) | st.integers(0, 300),
    ),
    min_size=1,
    max_size=4,
)


@settings(max_examples=100, deadline=None)
@given(st.sampled_from("DU"), patches, st.booleans(), st.none() | st.integers(0, 800))
def test_damaged_bytes_give_a_value_or_a_format_error(
    name: str,
    changes: list[tuple[int, str, int]],
    verify: bool,  # noqa: FBT001  # Hypothesis gives it
    cut: int | None,
) -> None:
    data = FILES[name]
    for at, form, value in changes:
        size = {"<B": 1, "<H": 2, "<I": 4, "<Q": 8}[form]
        data = patched(data, at % (len(data) - size), form, value % (1 << 8 * size))
    backend = MemoryBackend(data[:cut])
    tracemalloc.start()
    try:
        reader = DataReader(backend, verify_hashes=verify)
        for i in range(reader.num_chunks):
            with suppress(FormatError):
                assert reader[i].nbytes <= 1 << 20
        reader.verify(1)
    except FormatError:
        pass
    finally:
        most = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    assert most < 16 << 20
    assert backend.getvalue() == data[:cut]


def test_what_is_changed_at_random_was_sound() -> None:
    for name, data in FILES.items():
        assert len(read(data).chunks) == 4
        assert DataReader(MemoryBackend(data)).verify() == [], name
