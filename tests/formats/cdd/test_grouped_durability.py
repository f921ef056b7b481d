"""Whatever interrupts a writer of groups: no committed group is lost, and no part of one shows."""

from __future__ import annotations

import numpy as np
import pytest

from quire.cdd import DataReader, GroupedReader, GroupedWriter, MemoryBackend, repair
from tests.formats.cdd.layout import D, Layout, U, read
from tests.formats.cdd.stores import (
    GROUPS,
    NAMES,
    Failing,
    Logged,
    assert_groups_are_whole,
    assert_same,
    each_step,
    group,
    name_of,
    run_of_groups,
)

each_layout = pytest.mark.parametrize("layout", [D, U], ids=str)
each_way = pytest.mark.parametrize(
    ("compress_index", "part"),
    [(False, 0.0), (False, 0.5), (False, 0.9), (True, 0.5)],
    ids=["nothing", "half", "most", "half-compressed"],
)


def writes_of_a_run(layout: Layout, *, compress_index: bool = False) -> int:
    backend = Failing(1 << 30)
    run_of_groups(backend, name_of(layout), lambda _: None, compress_index=compress_index)
    return (1 << 30) - backend.left


def failed(
    layout: Layout, n: int, part: float, *, compress_index: bool = False
) -> tuple[bytes, int]:
    """What a run leaves that fails at a write, and how many groups it had committed."""
    backend, committed = Failing(n, part), list[int]()
    with pytest.raises(OSError, match="no space left"):
        run_of_groups(backend, name_of(layout), committed.append, compress_index=compress_index)
    return backend.getvalue(), len(committed)


def assert_goes_on(data: bytes, committed: int) -> None:
    """A new writer takes the store up, and leaves nothing behind that is odd."""
    backend = MemoryBackend(data)
    with GroupedWriter(backend, NAMES, durability="none") as writer:
        number = writer.num_groups
        assert number in {committed, committed + 1}
        assert writer.append(group(number)) == range(number, number + 1)
    with GroupedReader(backend) as reader:
        assert reader.unfinished is None
        assert not any("group" in note for note in reader.verify(1))
    assert_groups_are_whole(backend, number + 1)
    chunks = read(backend.getvalue()).chunks  # as the rules have it
    assert len(chunks) == 3 * number + 3
    for i, chunk in enumerate(chunks):
        assert_same(chunk.array, group(i // 3)[NAMES[i % 3]])


@each_step
@each_layout
@each_way
def test_a_write_that_fails_loses_no_group_and_shows_no_part_of_one(
    layout: Layout,
    compress_index: bool,  # noqa: FBT001  # pytest gives it
    part: float,
    step: int,
) -> None:
    writes = writes_of_a_run(layout, compress_index=compress_index)
    assert writes > 5 * GROUPS
    for n in range(int(2 * part), writes, step):
        data, committed = failed(layout, n, part, compress_index=compress_index)
        if n:  # before that there is no store
            assert_groups_are_whole(MemoryBackend(data), committed)
            assert_goes_on(data, committed)


@each_layout
def test_a_store_whose_making_failed_is_made_with_the_same_arguments(layout: Layout) -> None:
    data, committed = failed(layout, 0, 0.5)
    backend = MemoryBackend(data)
    run_of_groups(backend, name_of(layout), lambda _: None)
    assert_groups_are_whole(backend, committed + GROUPS)


def go_on(backend: Failing) -> None:
    with GroupedWriter(backend) as writer:
        while True:
            writer.append(group(writer.num_groups))


@each_step
@each_layout
@pytest.mark.parametrize("part", [0.0, 0.5])
def test_a_second_failure_while_putting_right_the_first_loses_nothing(
    layout: Layout, part: float, step: int
) -> None:
    for n in range(1, writes_of_a_run(layout) // 2, step):
        first, committed = failed(layout, n, 0.5)
        for again in range(4):
            second = Failing(again, part, first)
            with pytest.raises(OSError, match="no space left"):
                go_on(second)
            left = MemoryBackend(second.getvalue())
            groups = GroupedReader(left).num_groups
            assert groups >= committed
            assert_groups_are_whole(left, groups)
            assert_goes_on(left.getvalue(), groups)


@each_layout
def test_repair_puts_right_what_an_append_of_a_group_left(layout: Layout) -> None:
    said = set[str]()
    for n in range(1, writes_of_a_run(layout)):
        data, committed = failed(layout, n, 0.5)
        backend = MemoryBackend(data)
        said |= {note.split(" from ")[0][:20] for note in repair(backend)}
        assert_groups_are_whole(backend, committed)
        assert DataReader(backend).unfinished is None
        assert repair(backend) == []
    assert "a group of chunks" in said  # that was let go
    assert any(note.startswith("chunks[") for note in said)  # that were committed


@each_step
@each_layout
@pytest.mark.parametrize("capacity", [24, 8, 5])
def test_a_system_that_fails_loses_the_last_group_at_most(
    layout: Layout, capacity: int, step: int
) -> None:
    backend, ends = Logged(), list[int]()
    with GroupedWriter(backend, NAMES, layout=name_of(layout), capacity=capacity) as writer:
        for i in range(5):
            writer.append(group(i))
            ends.append(len(backend.log))
    chance = np.random.default_rng(capacity)
    for done in range(2, len(backend.log) + 1, step):  # before that there may be no store
        returned = sum(end <= done for end in ends)
        for _ in range(5):
            found = backend.after_a_crash(done, chance)
            reader = GroupedReader(found)
            assert reader.num_groups in {returned - 1, returned, returned + 1}
            assert_groups_are_whole(found, reader.num_groups)
            assert_goes_on(found.getvalue(), reader.num_groups)


@each_layout
def test_a_chunk_that_is_damaged_is_not_taken_for_one_that_was_cut_off(layout: Layout) -> None:
    seen = 0
    for n in range(1, writes_of_a_run(layout) // 3):
        data, committed = failed(layout, n, 0.5)
        reader = DataReader(MemoryBackend(data))
        if committed and reader.unfinished and reader.num_chunks == 3 * committed:
            info = reader.chunk_info(3 * committed - 1)
            damaged = bytearray(data)
            damaged[info.offset + info.size - 1] ^= 1
            assert GroupedReader(MemoryBackend(damaged)).num_groups == committed
            seen += 1
    assert seen > 2


@each_layout
def test_a_last_group_that_never_reached_the_disk_is_left_out(layout: Layout) -> None:
    backend = Logged()
    with GroupedWriter(backend, NAMES, layout=name_of(layout)) as writer:
        writer.append(group(0))
        before = len(backend.log)
        writer.append(group(1))
    found = MemoryBackend()
    for number, (offset, data) in enumerate(backend.log[:-1]):  # all but the slot
        assert data is not None
        found.write_at(offset, bytes(len(data)) if number == before else data)
    assert_groups_are_whole(found, 1)
    assert_goes_on(found.getvalue(), 1)
