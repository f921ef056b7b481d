"""Whatever interrupts a writer of blocks, at whichever system call: no block is lost or mixed."""

from __future__ import annotations

import contextlib
import os
import shutil
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

import pytest

import quire
from quire.storage.folder import Folder
from quire.tiers import BlockDirectory, BlockKey, BlockRecord
from quire.tiers.crate.log import Journal
from tests.formats.tiers.directories import (
    A,
    B,
    C,
    Failing,
    NoSpace,
    State,
    Steps,
    Watched,
    block_of,
    each_step,
    state_of,
)
from tests.formats.tiers.disk import Disk, Recorded

STEPS = Steps()

FILES = {
    "meta.log": 91 * 17,
    f"tier3/{7:032x}_0.bin": 15,
    f"tier3/{1 << 127:032x}_5.bin": 15,
    f"tier1/{7:032x}_1.bin": 40,
}
"""What a whole run leaves."""


def files_of(path: Path) -> dict[str, int]:
    return {
        str(file.relative_to(path)): file.stat().st_size
        for file in path.rglob("*")
        if file.is_file()
    }


def test_a_run_leaves_the_files_of_the_format_and_no_others(tmp_path: Path) -> None:
    with BlockDirectory(tmp_path, "a", durability="none") as directory:
        STEPS.run(directory)
        assert directory.verify() == []
    assert files_of(tmp_path) == FILES
    assert state_of(BlockDirectory(tmp_path)) == STEPS.states[-1]


def interrupted(path: Path, n: int, part: float) -> int | None:
    """Fail at the n-th change; return how many steps were committed, or None if it did not fail."""
    committed = list[None]()
    folder = Failing(path, n, part)
    with (
        contextlib.suppress(NoSpace),
        BlockDirectory(folder, "a") as directory,
    ):
        STEPS.run(directory, lambda: committed.append(None))
    return len(committed) if folder.left < 0 else None


def assert_old_or_new(path: Path, committed: int) -> State | None:
    """Readers see all that was committed, and the step under way as a whole or not at all."""
    if not (path / "meta.log").exists():
        assert committed == 0
        return None
    before = files_of(path)
    found = state_of(BlockDirectory(path))
    assert found in STEPS.states[committed : committed + 2]
    assert files_of(path) == before  # they change nothing
    return found


def assert_goes_on(path: Path, seen: State | None) -> None:
    """The next writer finds what readers saw, and leaves nothing behind that is odd."""
    with BlockDirectory(path, "a", durability="none") as directory:
        assert state_of(directory) == (seen or {})
        assert {name for name in files_of(path) if "redo" in name} == set()
        assert (path / "meta.log").stat().st_size % 91 == 0
        block = block_of(99, 1)
        directory.write(BlockRecord.of(A, block, 1, 99), block)
    reader = BlockDirectory(path)
    assert reader.read(A).data.tobytes() == block.data.tobytes()
    assert {k: v for k, v in state_of(reader).items() if k != A} == {
        k: v for k, v in (seen or {}).items() if k != A
    }


@each_step
@pytest.mark.parametrize("part", [0.0, 0.5, 1.0], ids=["nothing", "half", "all"])
def test_a_change_that_fails_leaves_every_block_old_or_new(
    part: float, step: int, tmp_path: Path
) -> None:
    n = int(2 * part)
    while (committed := interrupted(path := tmp_path / str(n), n, part)) is not None:
        seen = assert_old_or_new(path, committed)
        if path.exists():
            assert_goes_on(path, seen)
        n += step
    assert n > 100


@each_step
def test_a_second_failure_while_putting_right_the_first_loses_nothing(
    step: int, tmp_path: Path
) -> None:
    n, tried = 20, 0
    while (committed := interrupted(path := tmp_path / str(n), n, 0.5)) is not None:
        seen = assert_old_or_new(path, committed)
        again = 0
        while True:
            second = tmp_path / f"{n}.{again}"
            shutil.copytree(path, second)
            try:
                BlockDirectory(Failing(second, again, 0.5), "a").close()
            except NoSpace:
                assert assert_old_or_new(second, committed) == seen
            else:
                break
            tried += 1
            again += 1
        n += 3 * step
    assert tried > 10


@each_step
def test_a_failure_of_the_system_leaves_every_block_old_or_new(step: int, tmp_path: Path) -> None:
    done, failures = 0, 0

    def fail(disk: Disk) -> None:
        nonlocal failures
        for files in disk.after_failures():
            path = tmp_path / f"{failures}"
            failures += 1
            if failures % step:
                continue
            for name, stored in files.items():
                (path / name).parent.mkdir(parents=True, exist_ok=True)
                (path / name).write_bytes(stored)
            path.mkdir(exist_ok=True)
            assert_goes_on(path, assert_old_or_new(path, done))

    def told() -> None:
        nonlocal done
        done += 1

    with BlockDirectory(Recorded(tmp_path / "store", fail), "a") as directory:
        STEPS.run(directory, told)
    assert failures > 200


def test_readers_never_see_half_of_a_write(tmp_path: Path) -> None:
    looks, done, seen, readers = count(), 0, 0, list[BlockDirectory]()

    def look(*_: Any) -> None:
        if not (tmp_path / "meta.log").exists():
            return
        assert state_of(BlockDirectory(tmp_path)) in STEPS.states[done : done + 2]
        readers[:] = readers or [BlockDirectory(tmp_path)]
        if next(looks) % 7 == 0:
            readers[0].refresh()
        for key in list(readers[0].records):
            check(readers[0], key)

    def check(reader: BlockDirectory, key: BlockKey) -> None:
        """One that was opened before is right about a block, or learns what has become of it."""
        nonlocal seen
        try:
            codes = reader.read(key).data.tobytes()
        except quire.FormatError:
            assert reader.records[key].tier == 0
            codes = b""
        states = [state[key] for state in STEPS.states if key in state]
        assert (reader.records[key], codes) in [state[:2] for state in states]
        recipe = reader.recipe(key)
        assert (reader.records[key], recipe) in [state[::2] for state in states]
        seen += 1

    def told() -> None:
        nonlocal done
        done += 1

    with BlockDirectory(Watched(tmp_path, look), "a") as directory:
        STEPS.run(directory, told)
    assert seen > 100


def test_a_reader_sees_what_others_wrote_when_it_asks(tmp_path: Path) -> None:
    with BlockDirectory(tmp_path, "a", durability="none") as directory:
        reader = BlockDirectory(tmp_path)
        assert len(reader.records) == 0
        for change, state in zip(STEPS.changes, STEPS.states[1:], strict=True):
            change(directory)
            reader.refresh()
            assert state_of(reader) == state
        assert not reader.refresh()


@each_step
def test_a_writer_goes_on_after_a_write_that_failed(step: int, tmp_path: Path) -> None:
    """What raised has changed nothing here, and what did not is done; readers see that later."""
    refused = 0
    for place, change in enumerate(STEPS.changes):
        for n in count(place % step, step):
            path = tmp_path / f"{place}.{n}"
            folder = Failing(path, 1 << 30, 0.5)
            with BlockDirectory(folder, "a") as directory:
                for earlier in STEPS.changes[:place]:
                    earlier(directory)
                reader, folder.left, done = BlockDirectory(path), n, place
                with contextlib.suppress(NoSpace):
                    change(directory)
                    done += 1
                is_over, folder.left = folder.left >= 0, 1 << 30
                assert state_of(directory) == STEPS.states[done]
                reader.refresh()
                assert state_of(reader) in STEPS.states[place : place + 2]
                refused += done == place
                for later in STEPS.changes[done : place + 2]:
                    later(directory)
                    reader.refresh()
                    done += 1
                    assert state_of(reader) == state_of(directory) == STEPS.states[done]
            assert state_of(BlockDirectory(path)) == STEPS.states[done]
            assert not (path / "redo.quire").exists()
            if is_over:
                break
    assert refused > 0


def test_a_record_that_was_taken_back_is_forgotten_by_readers(tmp_path: Path) -> None:
    block = block_of(1, 1)
    folder = Failing(tmp_path, 1 << 30)
    record = BlockRecord.of(A, block, 1)
    with BlockDirectory(folder, "a") as directory:
        directory.write(record, block)
        reader, folder.left = BlockDirectory(tmp_path), 2  # open, write, and no fsync
        with pytest.raises(NoSpace):
            directory.append(replace(record, access_count=2))
        reader.refresh()
        assert reader.records[A].access_count == 2
        folder.left = 1 << 30
        directory.append(replace(record, access_count=3))
        reader.refresh()
        assert reader.records[A].access_count == directory.records[A].access_count == 3


def test_a_decision_that_was_taken_back_is_forgotten_by_readers(tmp_path: Path) -> None:
    folder = Failing(tmp_path, 1 << 30)
    with BlockDirectory(folder, "a") as directory:
        directory.write(BlockRecord.of(A, block_of(1, 1), 1), block_of(1, 1))
        before = state_of(directory)
        reader = BlockDirectory(tmp_path)
        folder.left = 5  # the journal has its name, and nothing waits for that
        with pytest.raises(NoSpace):
            directory.write(BlockRecord.of(B, block_of(2, 2), 2), block_of(2, 2))
        assert reader.refresh()
        assert set(reader.records) == {A, B}
        assert state_of(directory) == before
        folder.left = 1 << 30
        directory.append(directory.records[A])
        assert reader.refresh()
        assert state_of(reader) == state_of(directory) == before


def _watched(path: Path, found: list[str], *, durable: bool) -> Watched:
    """A folder whose changes are listed."""

    def told(step: str, *args: Any) -> None:
        place = args[-1] if step == "rename" else args[0]
        name = Path(f"/proc/self/fd/{place}").readlink() if isinstance(place, int) else place
        found.append(f"{step} {os.path.relpath(name, path)}")

    return Watched(path, told, durable=durable)


def _steps_of_a_write(path: Path, key: BlockKey, *, durable: bool) -> list[str]:
    found: list[str] = []
    with BlockDirectory(path, "a", durability="none") as directory:
        STEPS.run(directory)
    with BlockDirectory(_watched(path, found, durable=durable), "a") as directory:
        found.clear()
        block = block_of(1, 2)
        directory.write(BlockRecord.of(key, block, 2), block)
    return found


def test_each_step_of_a_write_is_on_the_disk_before_the_next_one_begins(tmp_path: Path) -> None:
    name = f"{7:032x}_1.bin"
    assert _steps_of_a_write(tmp_path, C, durable=True) == [
        "open .part", "write .part", "fsync .part", "rename redo.quire", "fsync .",
        "open .part", "write .part", "fsync .part", f"rename tier2/{name}", "fsync tier2",
        "open meta.log", "write meta.log", "fsync meta.log",
        f"unlink tier1/{name}", "fsync tier1",
        "unlink redo.quire", "fsync .",
    ]  # fmt: skip  # laid out by subject


def test_a_journal_goes_when_what_another_process_has_appended_is_on_the_disk(
    tmp_path: Path,
) -> None:
    with BlockDirectory(tmp_path, "a", durability="none") as directory:
        STEPS.run(directory)
        record = directory.records[C]
        codes = directory.read(C).data.tobytes()
    found: list[str] = []
    Journal(record, codes, b"", 91 * 16).write(Folder(tmp_path))  # its record is the last one
    BlockDirectory(_watched(tmp_path, found, durable=True), "a").close()
    assert found == [
        "open meta.log", "truncate meta.log", "fsync meta.log", "unlink redo.quire", "fsync .",
    ]  # fmt: skip  # laid out by subject


def test_without_durability_nothing_is_waited_for(tmp_path: Path) -> None:
    steps = _steps_of_a_write(tmp_path, B, durable=False)
    assert len(steps) > 9
    assert not [step for step in steps if "fsync" in step]
