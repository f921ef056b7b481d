"""What is written satisfies the independent reader, in both layouts; what cannot be, is not."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from quire.cdd import TYPES, DataReader, DataWriter, FileBackend, MemoryBackend, StoreLocked
from quire.runtime import EncodingError, FormatError
from tests.formats.cdd.layout import D, File, Layout, U, file, index_block, read, write
from tests.formats.cdd.payloads import (
    DOWN_CAST_16,
    DTYPES,
    LITTLE_ENDIAN,
    NOT_PERFECT,
    ZSTD,
    Array,
    rounded,
)
from tests.formats.cdd.samples import READABLE, UPSTREAM, Sample
from tests.formats.cdd.stores import INDEX_CODECS, NUMBERS, assert_same, name_of, series

each_layout = pytest.mark.parametrize("layout", [D, U], ids=str)
each_type = pytest.mark.parametrize(
    ("layout", "name"),
    [
        pytest.param(layout, name, id=f"{layout}: {name}")
        for layout in (D, U)
        for name in TYPES[name_of(layout)]
    ],
)

RANDOM = np.random.default_rng(6)


def suitable(name: str, n: int = 5) -> Array:
    """An array that a type can store, with values that float16 cannot hold."""
    kind = TYPES["cryptodd"][name]
    shape = tuple(4 if size is None else size for size in kind.shape or (None, 3))
    if kind.dtype == "int64":
        return RANDOM.integers(-(2**63), 2**63 - 1, (n, *shape[1:]))
    found = RANDOM.normal(0, 1000, (n, *shape[1:])).astype(np.float32)
    found.ravel()[:4] = np.nan, -0.0, np.inf, 1e9
    return found


def written(layout: Layout, *chunks: tuple[Array, str], **options: Any) -> bytes:
    options = {"mixed": True, **options}
    with DataWriter(backend := MemoryBackend(), layout=name_of(layout), **options) as writer:
        for i, (array, name) in enumerate(chunks):
            assert writer.append_chunk(array, name) == i
        assert writer.num_chunks == len(chunks)
    return backend.getvalue()


def assert_holds(data: bytes, expected: list[Array]) -> File:
    """Both readers find these arrays, and nothing that is odd."""
    found, reader = read(data), DataReader(MemoryBackend(data))
    assert len(found.chunks) == reader.num_chunks == len(expected)
    for chunk, array, mine in zip(found.chunks, expected, reader, strict=True):
        assert_same(chunk.array, array)
        assert_same(mine, array)
    for note in reader.verify(1):  # the copy of a block that was compressed
        assert note.endswith("bytes after the last chunk are not part of any chunk")
        assert any(block.type == found.layout.packed for block in found.index_blocks)
    return found


# -- types and dtypes ----------------------------------------------------------------------


@each_type
def test_a_chunk_of_each_type_is_as_the_rules_say(layout: Layout, name: str) -> None:
    array = suitable(name)
    half = name.endswith("_f16")
    expected = rounded(array) if half else array
    found = assert_holds(written(layout, (array, name)), [expected])
    chunk = found.chunks[0]
    flags = LITTLE_ENDIAN | ZSTD * (name == "zstd") | NOT_PERFECT * half
    assert chunk.type == NUMBERS[layout.name][name]
    assert chunk.flags == flags | DOWN_CAST_16 * (half and layout is D)
    assert chunk.dtype == (10 if array.dtype == np.int64 else 2)
    assert found.layout is layout
    with DataWriter(backend := MemoryBackend(), layout=name_of(layout)) as writer:
        writer.append_chunk(array, name)
        assert writer.reader().chunk_info(0).type == name
        writer.append_chunk(array, writer.reader().chunk_info(0).type)
    assert_holds(backend.getvalue(), [expected, expected])
    assert len(found.index_blocks) == 1
    assert found.index_blocks[0].type == layout.raw


@each_layout
@pytest.mark.parametrize("number", DTYPES)
def test_a_chunk_of_each_dtype_is_as_the_rules_say(layout: Layout, number: int) -> None:
    words: Array = np.frombuffer(RANDOM.bytes(6 * 8), DTYPES[number])[:6].reshape(3, 2)
    array = words.view(ml_dtypes.bfloat16) if number == 12 else words
    for name in ("raw", "zstd"):
        data = written(layout, (array, name))
        chunk = read(data).chunks[0]
        assert chunk.dtype == number
        assert_same(chunk.array, words)
        assert_same(DataReader(MemoryBackend(data))[0], array)


@each_layout
def test_any_order_of_bytes_and_elements_is_stored(layout: Layout) -> None:
    array = np.arange(24, dtype=np.int32).reshape(2, 3, 4)
    odd = [array.astype(">i4"), np.asfortranarray(array), array[::-1, :, ::2], array.T]
    assert_holds(
        written(layout, *((each, "zstd") for each in odd)),
        [np.ascontiguousarray(each).astype("<i4") for each in odd],
    )
    assert_holds(written(layout, (np.array(3.0), "raw")), [np.array(3.0)])
    assert_holds(written(layout, ([1, 2, 3], "raw")), [np.array([1, 2, 3])])  # type: ignore[arg-type]  # whatever numpy takes


@pytest.mark.parametrize(
    ("array", "of_d", "of_u"),
    [
        (np.ones((4, 3, 2), np.float32), "generic_f32", "generic_f32"),
        (np.ones((4, 3), np.float32), "zstd", "temporal_2d_f32"),
        (np.ones((4, 3), np.int64), "zstd", "temporal_2d_i64"),
        (np.ones(4, np.float32), "zstd", "temporal_1d_f32"),
        (np.ones(4, np.int64), "zstd", "temporal_1d_i64_delta"),
        (np.ones((4, 3, 2)), "zstd", "zstd"),
        (np.ones(4, np.int32), "zstd", "zstd"),
    ],
)
def test_the_automatic_type_is_that_of_the_program(array: Array, of_d: str, of_u: str) -> None:
    for layout, name in (D, of_d), (U, of_u):
        found = assert_holds(written(layout, (array, "auto")), [array])
        assert found.chunks[0].type == NUMBERS[layout.name][name]


def test_arrays_of_nothing_are_stored_where_the_layout_has_them() -> None:
    shapes = (0,), (5, 0), (0, 5), (2, 0, 3)
    empty = [np.empty(shape, np.float32) for shape in shapes]
    assert_holds(written(U, *((each, "zstd") for each in empty)), empty)
    assert_holds(written(U, *((each, "raw") for each in empty)), empty)


# -- what cannot be stored -----------------------------------------------------------------

WRONG: dict[str, tuple[Any, str]] = {
    "strings": (np.array(["a"]), "raw"),
    "booleans": (np.array([True]), "zstd"),
    "complex": (np.ones(3, complex), "auto"),
    "objects": (np.array([None]), "raw"),
    "dates": (np.array(["2020-01-01"], "M8[s]"), "raw"),
    "books of float64": (np.ones((2, 50, 3)), "okx_f32"),
    "books of another depth": (np.ones((2, 49, 3), np.float32), "okx_f32"),
    "books of two dimensions": (np.ones((2, 50), np.float32), "generic_f16"),
    "no such type": (np.ones(3), "lz4"),
    "32 dimensions": (np.ones((1,) * 32), "raw"),
}


@each_layout
@pytest.mark.parametrize("what", WRONG)
def test_what_cannot_be_stored_is_not_written(layout: Layout, what: str) -> None:
    array, name = WRONG[what]
    with DataWriter(backend := MemoryBackend(), layout=name_of(layout)) as writer:
        writer.append_chunk(series(0))
        before = backend.getvalue()
        for append in (writer.append_chunk, writer.append):
            with pytest.raises((EncodingError, ValueError)):
                append(array, name)
        assert backend.getvalue() == before
        assert writer.append_chunk(series(1)) == 1
    assert_holds(backend.getvalue(), [series(0), series(1)])


@pytest.mark.parametrize("shape", [(0,), (5, 0), (0, 5)])
def test_the_plan_has_no_arrays_of_nothing(shape: tuple[int, ...]) -> None:
    with DataWriter(backend := MemoryBackend()) as writer:
        before = backend.getvalue()
        for append in (writer.append_chunk, writer.append):
            with pytest.raises(EncodingError, match="size 0"):
                append(np.empty(shape), "raw")
        assert backend.getvalue() == before


@pytest.mark.parametrize(
    "options",
    [
        {"capacity": 0},
        {"capacity": -1},
        {"capacity": 1 << 30},
        {"layout": "zarr"},
        {"index_codec": "zstd"},
        {"layout": "cryptodd", "index_codec": "lz4"},
        {"durability": "some"},
        {"capacity": 1, "layout": "cdd"},
    ],
    ids=str,
)
def test_impossible_options_are_refused_and_nothing_is_written(options: dict[str, Any]) -> None:
    backend = MemoryBackend()
    with pytest.raises(ValueError, match="expected"):
        DataWriter(backend, **options)
    assert backend.size() == 0


@each_layout
def test_levels_that_zstd_has_not_are_refused(layout: Layout) -> None:
    with DataWriter(backend := MemoryBackend(), layout=name_of(layout)) as writer:
        for append in (writer.append_chunk, writer.append):
            for level in 23, -131073, 2.5:
                with pytest.raises(
                    ValueError, match=f"level: expected -131072 to 22, found {level}"
                ):
                    append(series(1), "auto", level)  # type: ignore[arg-type]  # what is tested
        for level in -131072, 22:
            writer.append_chunk(series(1), "zstd", level)
    assert_holds(backend.getvalue(), [series(1)] * 2)


@pytest.mark.parametrize("workers", [0, -1])
def test_fewer_than_one_thread_is_refused(workers: int) -> None:
    with DataWriter(MemoryBackend()) as writer:
        with pytest.raises(ValueError, match=f"workers: expected at least 1, found {workers}"):
            writer.append(series(9), workers=workers)
        with pytest.raises(ValueError, match="workers: expected at least 1"):
            writer.append_groups([[series(9)]], ["raw"], workers=workers)
        assert writer.num_chunks == 0


# -- chains, and going on ------------------------------------------------------------------


@each_layout
@pytest.mark.parametrize("capacity", [2, 3, 4])
@pytest.mark.parametrize("compress_index", [False, True], ids=["raw", "compressed"])
def test_chains_of_blocks_are_as_the_rules_say(
    layout: Layout,
    capacity: int,
    compress_index: bool,  # noqa: FBT001  # pytest gives it
) -> None:
    room = capacity - (layout is D)
    for count in (0, room, room + 1, 2 * room, 13):
        data = written(
            layout,
            *((series(i), "raw") for i in range(count)),
            capacity=capacity,
            index_codec=INDEX_CODECS[name_of(layout)] if compress_index else "raw",
        )
        found = assert_holds(data, [series(i) for i in range(count)])
        assert found.capacity == capacity
        assert len(found.index_blocks) == max(1, -(-count // room))


@each_layout
def test_blocks_that_are_full_are_compressed_where_that_is_shorter(layout: Layout) -> None:
    chunks = [(series(i), "raw") for i in range(70)]
    found = read(written(layout, *chunks, capacity=32, index_codec=INDEX_CODECS[name_of(layout)]))
    assert [block.type for block in found.index_blocks] == [layout.packed] * 2 + [layout.raw]


@each_layout
@pytest.mark.parametrize("notes", [b"", b"{}", bytes(range(256)) * 300])
def test_user_metadata_is_stored(layout: Layout, notes: bytes) -> None:
    data = written(layout, (series(3), "raw"), user_metadata=notes)
    assert read(data).user_metadata == notes
    assert DataReader(MemoryBackend(data)).user_metadata == notes
    with DataWriter(backend := MemoryBackend(data)) as writer:
        writer.append_chunk(series(4), "raw")
    assert read(backend.getvalue()).user_metadata == notes


@each_layout
def test_a_store_is_gone_on_with(layout: Layout, tmp_path: Path) -> None:
    path = tmp_path / "store.cdd"
    for i in range(11):
        with DataWriter(path, layout=name_of(layout), capacity=3, durability="full") as writer:
            assert writer.num_chunks == i
            assert writer.layout == name_of(layout)
            writer.append_chunk(series(i), "zstd")
    assert_holds(path.read_bytes(), [series(i) for i in range(11)])
    before = path.read_bytes()
    with DataWriter(path):
        pass
    for options in {"capacity": 4}, {"layout": name_of(D if layout is U else U)}:
        with pytest.raises(ValueError, match="the store has"):
            DataWriter(path, **options)
    assert path.read_bytes() == before


@pytest.mark.parametrize("sample", READABLE, ids=str)
def test_vectors_are_gone_on_with(sample: Sample) -> None:
    backend = MemoryBackend(sample.path.read_bytes())
    more = [series(i) for i in range(7)]
    with DataWriter(backend, mixed=True) as writer:
        for array in more:
            writer.append_chunk(array, "raw")
    found, reader = read(backend.getvalue()), DataReader(backend)
    assert len(found.chunks) == len(reader) == len(sample.expected) + 7
    for chunk, mine, array in zip(found.chunks, reader, [*sample.expected, *more], strict=True):
        assert_same(chunk.array, array)
        assert_same(mine, array)
    assert reader.user_metadata == sample.user_metadata
    reader.verify(1)


def test_vectors_with_compressed_index_blocks_are_among_those() -> None:
    for name, kind in ("upstream/chain_zstd", 2), ("seed/chain_lz4", 1):
        sample = next(each for each in READABLE if each.name == name)
        assert kind in {block.type for block in read(sample.path.read_bytes()).index_blocks}


@each_layout
def test_a_damaged_store_is_not_gone_on_with(layout: Layout) -> None:
    data = bytearray(written(layout, (series(3), "raw"), capacity=4))
    data[read(bytes(data)).index_blocks[0].offset + 6] ^= 1
    backend = MemoryBackend(data)
    with pytest.raises(FormatError):
        DataWriter(backend)
    assert backend.getvalue() == data


# -- append --------------------------------------------------------------------------------


@each_layout
@pytest.mark.parametrize("workers", [1, 3, None])
def test_append_makes_chunks_of_rows(layout: Layout, workers: int | None) -> None:
    whole = np.arange(103 * 6, dtype=np.float32).reshape(103, 3, 2)
    with DataWriter(backend := MemoryBackend(), layout=name_of(layout)) as writer:
        writer.append_chunk(whole[:1])
        numbers = writer.append(whole, target_bytes=10 * 24 + 5, workers=workers)
    assert numbers == range(1, 12)
    assert_holds(backend.getvalue(), [whole[:1], *(whole[i : i + 10] for i in range(0, 103, 10))])


@each_layout
@pytest.mark.parametrize("capacity", [2, 5, 100])
def test_chunks_that_are_committed_together_fill_the_blocks(layout: Layout, capacity: int) -> None:
    whole = np.arange(1000, dtype=np.float32)
    room = capacity - (layout is D)
    with DataWriter(
        backend := MemoryBackend(), layout=name_of(layout), capacity=capacity
    ) as writer:
        writer.append_chunk(whole[:1])
        assert writer.append(whole, "raw", target_bytes=40) == range(1, 101)
        assert writer.num_chunks == 101
    parts = [whole[:1], *(whole[i : i + 10] for i in range(0, 1000, 10))]
    found = assert_holds(backend.getvalue(), parts)
    assert len(found.index_blocks) == -(-101 // room)


@each_layout
def test_append_makes_one_row_a_chunk_at_least(layout: Layout) -> None:
    with DataWriter(backend := MemoryBackend(), layout=name_of(layout)) as writer:
        assert writer.append(np.arange(6.0).reshape(2, 3), target_bytes=1) == range(2)
        with pytest.raises(EncodingError, match="without an axis"):
            writer.append(np.float64(1))
    assert_holds(backend.getvalue(), [np.arange(3.0)[None], np.arange(3.0, 6.0)[None]])


@each_layout
def test_entries_after_a_free_one_are_not_brought_to_light(layout: Layout) -> None:
    raw = 1 if layout is U else 0
    data = write(layout, [(series(i), raw) for i in range(3)], capacity=5)
    offsets = [each.offset for each in read(data).chunks]
    at = read(data).index_blocks[0].offset
    block = index_block(layout, 5, [offsets[0], 0, offsets[2]])
    backend = MemoryBackend(data[:at] + block + data[at + len(block) :])
    assert DataReader(backend).num_chunks == 1
    before = backend.getvalue()
    with pytest.raises(
        FormatError, match=r"index_blocks\[0\].entries\[1\]: expected no entry after"
    ):
        DataWriter(backend)
    assert backend.getvalue() == before


# -- where it is ---------------------------------------------------------------------------


@pytest.mark.skipif(sys.platform == "win32", reason="writing needs a POSIX system")
def test_there_is_one_writer_at_a_time(tmp_path: Path) -> None:
    path = tmp_path / "store.cdd"
    with DataWriter(path) as writer:
        with pytest.raises(StoreLocked):
            DataWriter(path)
        writer.append_chunk(series(1))
        with DataReader(path) as reader:
            assert_same(reader[0], series(1))
    with DataWriter(path) as writer:
        assert writer.num_chunks == 1


def test_a_backend_that_was_given_stays_open(tmp_path: Path) -> None:
    with FileBackend(tmp_path / "store.cdd", "x") as backend:
        with DataWriter(backend) as writer:
            writer.append_chunk(series(1))
        assert not backend.closed
        assert_same(DataReader(backend)[0], series(1))


def test_what_cannot_be_written_to_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "store.cdd"
    path.write_bytes(written(D))
    with FileBackend(path) as backend, pytest.raises(ValueError, match="reading only"):
        DataWriter(backend)
    with pytest.raises(ValueError, match="read only"):
        DataWriter("file:///nowhere/store.cdd")
    with pytest.raises(FileNotFoundError):
        DataWriter(tmp_path / "no" / "folder.cdd")


def test_a_file_of_something_else_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    for content in b"these are notes", b"\xef\xbe\xad\xdf", bytes(5000):
        path.write_bytes(content)
        with pytest.raises(FormatError):
            DataWriter(path)
        assert path.read_bytes() == content


# -- anything at all -----------------------------------------------------------------------

dtypes = st.sampled_from([DTYPES[number] for number in DTYPES if number != 12])
any_arrays = dtypes.flatmap(
    lambda dtype: arrays.arrays(dtype, arrays.array_shapes(min_dims=0, max_dims=4, max_side=5))
)


@settings(max_examples=60, deadline=None)
@given(
    st.sampled_from([D, U]),
    st.lists(st.tuples(any_arrays, st.sampled_from(["auto", "raw", "zstd"])), max_size=9),
    st.integers(2, 5),
    st.binary(max_size=40),
    st.sampled_from([-5, 1, 9]),
)
def test_whatever_is_written_is_read(
    layout: Layout, chunks: list[tuple[Array, str]], capacity: int, notes: bytes, level: int
) -> None:
    backend = MemoryBackend()
    for array, name in [*chunks, (series(1), "auto")]:
        with DataWriter(
            backend, layout=name_of(layout), capacity=capacity, user_metadata=notes, mixed=True
        ) as writer:
            writer.append_chunk(array, name, level)
    found = assert_holds(backend.getvalue(), [*(array for array, _ in chunks), series(1)])
    assert found.user_metadata == notes


def test_upstream_and_plan_are_both_there() -> None:
    assert {sample.layout for sample in READABLE} == {"D", "U"}
    assert len(UPSTREAM) > 10
    assert read(file(D, [])).chunks == ()
