"""Groups of arrays are read as they were appended."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import fsspec  # type: ignore[import-untyped]  # it has no types
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quire.cdd import (
    DataReader,
    DataWriter,
    GroupedReader,
    GroupedWriter,
    MemoryBackend,
    StoreLocked,
)
from quire.runtime import EncodingError
from tests.formats.cdd.groups import ROWS, WHOLE, assert_same_group, rows, written
from tests.formats.cdd.layout import D, Layout, U, read
from tests.formats.cdd.stores import INDEX_CODECS, NAMES, assert_same, group, name_of, series

each_layout = pytest.mark.parametrize("layout", [D, U], ids=str)

# -- as it was appended --------------------------------------------------------------------


@each_layout
def test_the_chunks_of_a_group_follow_each_other_in_the_order_of_the_names(layout: Layout) -> None:
    backend = written(layout, rows(slice(40)), rows(slice(40, None)))
    found = read(backend.getvalue())
    assert json.loads(found.user_metadata) == {"groups": ["price", "size", "book"]}
    assert found.user_metadata == b'{"groups":["price","size","book"]}'
    starts = [*range(0, 40, 10), *range(40, ROWS, 10)]
    stops = [*starts[1:], ROWS]
    assert len(found.chunks) == 3 * len(starts)
    for i, (start, stop) in enumerate(zip(starts, stops, strict=True)):
        for column, array in enumerate(WHOLE.values()):
            assert_same(found.chunks[3 * i + column].array, array[start:stop])


@each_layout
def test_groups_are_read_by_name_by_row_and_by_group(layout: Layout) -> None:
    with GroupedReader(written(layout, WHOLE)) as reader:
        assert reader.names == ("price", "size", "book")
        assert (reader.num_groups, reader.num_rows, reader.layout) == (11, ROWS, name_of(layout))
        assert (reader.unfinished, reader.user_metadata, reader.verify()) == (None, {}, [])
        for name, array in WHOLE.items():
            assert (reader[name].shape, reader[name].dtype) == (array.shape, array.dtype)
            assert_same(reader[name][:], array)
            assert_same(reader[name][17], array[17])
        assert len(reader.rows) == ROWS
        for wanted in 5, -1, slice(8, 31), slice(90, 3, -7), slice(5, 5), [99, 0, 40]:
            assert_same_group(reader.rows[wanted], rows(wanted))
        for i, found in enumerate(reader.iter_groups()):
            assert_same_group(found, rows(slice(10 * i, 10 * i + 10)))
            assert_same_group(reader.get_group(i - 11), found)
        infos = reader.group_info(10)
        assert [info.index for info in infos.values()] == [30, 31, 32]
        assert [info.shape[0] for info in infos.values()] == [3, 3, 3]


@each_layout
def test_a_store_of_groups_is_a_store(layout: Layout) -> None:
    backend = written(layout, WHOLE, user_metadata={"pair": "BTC-USD", "größe": [1, None]})
    with DataReader(backend) as reader:
        assert reader.verify() == []
        assert reader.num_chunks == 33
        assert_same(reader[1], WHOLE["size"][:10])
        assert GroupedReader(reader).user_metadata == {"pair": "BTC-USD", "größe": [1, None]}
        assert not reader._storage.closed
    assert read(backend.getvalue()).user_metadata.decode() == (
        '{"groups":["price","size","book"],"pair":"BTC-USD","größe":[1,null]}'
    )


@each_layout
def test_types_and_levels_are_those_that_were_asked_for(layout: Layout) -> None:
    types = {"price": "raw", "book": "generic_f16"}
    backend = MemoryBackend()
    with GroupedWriter(backend, list(WHOLE), layout=name_of(layout), types=types) as writer:
        assert writer.append(WHOLE, 9) == range(1)
        assert writer.append(rows(slice(3))) == range(1, 2)
    found = read(backend.getvalue()).chunks
    raw, zstd = (0, 1) if layout is D else (1, 2)
    assert [each.type for each in found] == [raw, zstd, 4 if layout is D else 7] * 2
    assert_same(found[2].array, WHOLE["book"].astype(np.float16).astype(np.float32))


@each_layout
@pytest.mark.parametrize("capacity", [4, 5, 7, 9])
@pytest.mark.parametrize("compress_index", [False, True], ids=["raw", "compressed"])
def test_a_group_stands_in_one_index_block(
    layout: Layout,
    capacity: int,
    compress_index: bool,  # noqa: FBT001  # pytest gives it
) -> None:
    codec = INDEX_CODECS[name_of(layout)] if compress_index else "raw"
    backend = written(layout, WHOLE, capacity=capacity, index_codec=codec)
    blocks = read(backend.getvalue()).index_blocks
    room = (capacity - (layout is D)) // 3 * 3
    used = [np.count_nonzero(block.entries) for block in blocks]
    assert used == [room] * (33 // room) + [33 % room] * (33 % room > 0)
    with GroupedReader(backend) as reader:
        assert_same_group(reader.rows[:], WHOLE)
    with DataWriter(backend) as writer:
        assert writer.append_chunk(WHOLE["price"]) == 33
    assert len(read(backend.getvalue()).chunks) == 34


def test_one_array_is_a_group_too() -> None:
    backend = MemoryBackend()
    with GroupedWriter(backend, ["only"], capacity=2) as writer:
        assert writer.append({"only": WHOLE["price"]}, target_bytes=40) == range(11)
    with GroupedReader(backend) as reader:
        assert_same_group(reader.rows[:], {"only": WHOLE["price"]})


def test_arrays_without_rows_are_stored_where_the_layout_has_them() -> None:
    with GroupedReader(written(U, rows(slice(0)), rows(slice(2)), rows(slice(0)))) as reader:
        assert (reader.num_groups, reader.num_rows) == (3, 2)
        assert_same_group(reader.get_group(2), rows(slice(0)))
        assert_same_group(reader.rows[:], rows(slice(2)))
    with pytest.raises(EncodingError, match="size 0"):
        written(D, rows(slice(0)))


@each_layout
def test_a_store_without_groups_has_no_rows(layout: Layout) -> None:
    with GroupedReader(written(layout)) as reader:
        assert (
            reader.num_groups,
            reader.num_rows,
            list(reader.iter_groups()),
            reader.verify(),
        ) == (0, 0, [], [])
        for read_it in (lambda: reader.rows, lambda: reader["price"]):
            with pytest.raises(ValueError, match="the store has no chunks"):
                read_it()


def test_there_may_be_many_arrays() -> None:
    names = [f"array {i}" for i in range(1000)]
    backend = MemoryBackend()
    with GroupedWriter(backend, names, durability="full") as writer:
        for start in 0, 2:
            writer.append({name: np.arange(start, start + 2) + i for i, name in enumerate(names)})
    with GroupedReader(backend) as reader:
        assert reader.names == tuple(names)
        assert [array.tolist() for array in reader.rows[1:3].values()] == [
            [i + 1, i + 2] for i in range(1000)
        ]


# -- going on ------------------------------------------------------------------------------


@each_layout
def test_a_store_is_gone_on_with(layout: Layout, tmp_path: Path) -> None:
    path = tmp_path / "store.cdd"
    given: dict[str, Any] = {"names": NAMES, "layout": name_of(layout), "capacity": 8}
    for i in range(9):
        with GroupedWriter(path, user_metadata={"made": "up"}, **given) as writer:
            assert (writer.names, writer.num_groups) == (NAMES, i)
            assert writer.layout == name_of(layout)
            assert writer.append(group(i)) == range(i, i + 1)
        given = {} if i % 2 else {"names": list(NAMES)}
    with GroupedReader(path) as reader:
        assert (reader.num_groups, reader.user_metadata) == (9, {"made": "up"})
        for i, found in enumerate(reader.iter_groups()):
            assert_same_group(found, group(i))
    before = path.read_bytes()
    for names in ("price",), (*NAMES, "more"), NAMES[::-1]:
        with pytest.raises(ValueError, match=r"names: the store has \('price', 'size', 'time'\)"):
            GroupedWriter(path, names)
    with pytest.raises(ValueError, match="capacity: the store has 8"):
        GroupedWriter(path, capacity=9)
    assert path.read_bytes() == before


def test_a_reader_sees_new_groups_when_it_is_refreshed(tmp_path: Path) -> None:
    path = tmp_path / "store.cdd"
    with GroupedWriter(path, NAMES) as writer, GroupedReader(path) as reader:
        for i in range(3):
            assert reader.num_groups == i
            writer.append(group(i))
            reader.refresh()
            assert_same_group(reader.get_group(-1), group(i))
            assert reader.num_rows == sum(len(group(each)["time"]) for each in range(i + 1))
            assert_same(reader["time"][-1:], group(i)["time"][-1:])
        with pytest.raises(StoreLocked):
            GroupedWriter(path)


def test_a_url_is_read() -> None:
    with fsspec.open("memory://quire/groups.cdd", "wb") as target:
        target.write(written(D, WHOLE).getvalue())
    with GroupedReader("memory://quire/groups.cdd") as reader:
        assert_same_group(reader.rows[:], WHOLE)
        assert_same_group(reader.get_group(3), rows(slice(30, 40)))


# -- groups of chunks, without names -------------------------------------------------------


@each_layout
def test_groups_of_chunks_are_appended(layout: Layout) -> None:
    arrays = [series(i) for i in range(6)]
    groups = [arrays[:2], arrays[2:4], arrays[4:]]
    with DataWriter(backend := MemoryBackend(), layout=name_of(layout), capacity=4) as writer:
        assert writer.append_groups(iter(groups), ["raw", "zstd"], 3, workers=2) == range(6)
        assert writer.append_groups([], ["raw"]) == range(6, 6)
        assert writer.append_groups([[[1, 2]], [[3]]], ["auto"]) == range(6, 8)
    found = read(backend.getvalue()).chunks
    for chunk, array in zip(found, [*arrays, np.array([1, 2]), np.array([3])], strict=True):
        assert_same(chunk.array, array)
    assert [chunk.type for chunk in found[:6]] == ([1, 2] if layout is U else [0, 1]) * 3


@each_layout
def test_groups_that_cannot_be_are_refused(layout: Layout) -> None:
    room = 4 - (layout is D)
    with DataWriter(backend := MemoryBackend(), layout=name_of(layout), capacity=4) as writer:
        before = backend.getvalue()
        for size in 0, room + 1:
            with pytest.raises(ValueError, match=f"groups of 1 to {room} arrays, found {size}"):
                writer.append_groups([[series(1)] * size], ["raw"] * size)
        for group in [series(1)], [series(1)] * 3, [series(1), np.array(["text"])]:
            with pytest.raises(ValueError, match=r"expected"):
                writer.append_groups([group], ["raw", "raw"])
        assert backend.getvalue() == before
        with pytest.raises(ValueError, match="type: expected auto"):
            writer.append_groups([[series(0)] * 2, [series(1)] * 2], ["raw", "lz4"])
        with pytest.raises(ValueError, match="level: expected"):
            writer.append_groups([[series(0)]], ["raw"], 99)
        assert backend.getvalue() == before


# -- anything at all -----------------------------------------------------------------------

arrays = st.dictionaries(
    st.text(max_size=5).filter(lambda name: name.isprintable()),
    st.sampled_from(
        [(np.int8, ()), (np.float32, (2,)), (np.float64, (3, 2)), (np.float32, (4, 3))]
    ),
    min_size=1,
    max_size=5,
)


@settings(max_examples=60, deadline=None)
@given(
    st.sampled_from([D, U]),
    arrays,
    st.lists(st.integers(1, 9), max_size=5),
    st.integers(6, 9),
    st.integers(1, 300),
    st.booleans(),
)
def test_whatever_is_written_is_read(
    layout: Layout,
    kinds: dict[str, tuple[Any, tuple[int, ...]]],
    lengths: list[int],
    capacity: int,
    target: int,
    reopen: bool,  # noqa: FBT001  # Hypothesis gives it
) -> None:
    total = sum(lengths)
    whole = {
        name: np.arange(total * int(np.prod(row))).reshape(total, *row).astype(dtype)
        for name, (dtype, row) in kinds.items()
    }
    backend = MemoryBackend()
    options: dict[str, Any] = {"layout": name_of(layout), "capacity": capacity}
    writer = GroupedWriter(backend, list(whole), **options)
    for start, length in zip(np.cumsum([0, *lengths]), lengths, strict=False):
        part = {name: array[start : start + length] for name, array in whole.items()}
        writer.append(part, target_bytes=target, workers=2)
        if reopen:
            writer = GroupedWriter(backend)
    with GroupedReader(backend) as reader:
        assert reader.num_rows == total
        if total:
            assert_same_group(reader.rows[:], whole)
        assert reader.verify(1) == []
    assert len(read(backend.getvalue()).chunks) == writer.num_groups * len(whole)
