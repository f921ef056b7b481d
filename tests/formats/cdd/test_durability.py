"""Whatever interrupts a writer, at whichever write: no chunk that was committed is lost."""

from __future__ import annotations

import numpy as np
import pytest

from quire.cdd import DataReader, DataWriter, MemoryBackend
from tests.formats.cdd.layout import D, File, Layout, U, read
from tests.formats.cdd.stores import (
    APPENDS,
    Failing,
    assert_nothing_lost,
    assert_same,
    each_step,
    name_of,
    run_of_appends,
    series,
)

each_layout = pytest.mark.parametrize("layout", [D, U], ids=str)
each_way = pytest.mark.parametrize(
    ("compress_index", "part"),
    [(False, 0.0), (False, 0.5), (True, 0.5)],
    ids=["nothing", "half", "half-compressed"],
)

AFTER = np.arange(7, dtype=np.int32)


def writes_of_a_run(layout: Layout, *, compress_index: bool) -> int:
    backend = Failing(1 << 30)
    run_of_appends(backend, name_of(layout), lambda _: None, compress_index=compress_index)
    return (1 << 30) - backend.left


def assert_goes_on(data: bytes, layout: Layout, committed: int, capacity: int = 4) -> File:
    """A new writer takes the store up, and leaves nothing behind that is odd."""
    backend = MemoryBackend(data)
    with DataWriter(
        backend, layout=name_of(layout), capacity=capacity, durability="none"
    ) as writer:
        assert writer.num_chunks in {committed, committed + 1}
        number = writer.append_chunk(AFTER)
    reader = DataReader(backend)
    assert reader.unfinished is None
    assert_same(reader[number], AFTER)
    reader.verify(1)
    found = read(backend.getvalue())
    assert len(found.chunks) == number + 1
    for i, chunk in enumerate(found.chunks[:-1]):
        assert_same(chunk.array, series(i))
    return found


@each_step
@each_layout
@each_way
def test_a_write_that_fails_loses_no_committed_chunk(
    layout: Layout,
    compress_index: bool,  # noqa: FBT001  # pytest gives it
    part: float,
    step: int,
) -> None:
    writes = writes_of_a_run(layout, compress_index=compress_index)
    assert writes > 3 * APPENDS
    for n in range(int(2 * part), writes, step):
        backend, committed = Failing(n, part), list[int]()
        with pytest.raises(OSError, match="no space left"):
            run_of_appends(
                backend, name_of(layout), committed.append, compress_index=compress_index
            )
        data = backend.getvalue()
        if n:  # before that there is no store
            assert_nothing_lost(MemoryBackend(data), len(committed))
        assert_goes_on(data, layout, len(committed), 16 if compress_index else 4)


@each_layout
def test_after_a_write_failed_the_writer_writes_no_more(layout: Layout) -> None:
    backend = Failing(5, 0.5)
    with DataWriter(backend, layout=name_of(layout)) as writer:
        assert writer.append_chunk(series(0)) == 0
        with pytest.raises(OSError, match="no space left"):
            writer.append_chunk(series(1))
        backend.left = 100
        before = backend.getvalue()
        with pytest.raises(ValueError, match="open it again"):
            writer.append_chunk(series(3))
        assert backend.getvalue() == before


def go_on(backend: Failing) -> None:
    with DataWriter(backend) as writer:
        while writer.num_chunks < APPENDS:
            writer.append_chunk(series(writer.num_chunks), "raw")


@each_layout
def test_a_second_failure_while_putting_right_the_first_loses_nothing(layout: Layout) -> None:
    for n in range(1, 24):
        first, committed = Failing(n, 0.5), list[int]()
        with pytest.raises(OSError, match="no space left"):
            run_of_appends(first, name_of(layout), committed.append)
        for again in range(4):
            second = Failing(again, 0.5, first.getvalue())
            with pytest.raises(OSError, match="no space left"):
                go_on(second)
            with DataReader(MemoryBackend(second.getvalue())) as reader:
                assert reader.num_chunks >= len(committed)
                for i, chunk in enumerate(reader):
                    assert_same(chunk, series(i))
            assert_goes_on(second.getvalue(), layout, reader.num_chunks)


@each_layout
def test_a_last_chunk_that_never_reached_the_disk_is_left_out(layout: Layout) -> None:
    backend = MemoryBackend()
    with DataWriter(backend, layout=name_of(layout), capacity=4) as writer:
        writer.append_chunk(series(0), "raw")
        before = backend.getvalue()
        writer.append_chunk(series(1), "raw")
    info = DataReader(backend).chunk_info(1)
    after = bytearray(backend.getvalue())
    after[info.offset :] = bytes(info.size)  # the system lost it, but neither slot nor digest
    first = read(before).index_blocks[0].offset + 6
    digest = slice(first, first + layout.hash_size)
    after[digest] = before[digest]
    reader = DataReader(MemoryBackend(after))
    assert reader.num_chunks == 1
    assert reader.unfinished is not None
    assert_same(reader[0], series(0))
    assert_goes_on(bytes(after), layout, 1)
