"""Whatever goes wrong in a writer, at whichever system call: no change is lost, none is halved."""

from __future__ import annotations

import errno
import inspect
import os
import signal
from collections.abc import Callable
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from types import ModuleType
from typing import Any

import pytest

from quire import cdd, cvc, finalfusion, hpdkv, tiers
from quire.storage import locks
from quire.storage.calls import injected
from quire.storage.locks import StoreLocked
from tests.storage.faults import Broken, Fault, Full, Killed, Looked, Short
from tests.storage.writer import Writer
from tests.storage.writers import WRITERS

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are forked")

SOME = {"cvc.pack_cvc, cvc.save_cvc", "Struct.to_file", "quire gen"}
"""Of those that replace a file."""

each_writer = pytest.mark.parametrize("writer", WRITERS, ids=str)

each_way = pytest.mark.parametrize(
    "writer",
    [
        pytest.param(
            writer, marks=[pytest.mark.slow] if writer.replaces and writer.name not in SOME else []
        )
        for writer in WRITERS
    ],
    ids=str,
)
"""As each writer; but those that replace a file, all in one way, are a few where time counts."""

POINTS = 6
"""Calls of a run that are spoiled, at most; all of them where tests may take long."""


@pytest.fixture(params=[POINTS, pytest.param(1 << 30, marks=pytest.mark.slow)], ids=["some", "all"])
def points(request: pytest.FixtureRequest) -> int:
    found: int = request.param
    return found


@cache
def whole(writer: Writer) -> tuple[list[Any], int]:
    """What a run that nothing disturbs leaves after each change; and how many calls it takes."""
    with TemporaryDirectory() as made:
        folder, fault = Path(made), Fault()
        writer.begin(folder)
        states = [writer.state(folder)]
        with injected(fault):
            writer.run(folder, lambda: states.append(writer.state(folder)))
    assert len(states) > 1
    return states, fault.calls


def places(writer: Writer, points: int) -> range:
    """Which calls are spoiled."""
    calls = whole(writer)[1]
    return range(0, calls, max(1, calls // points))


def spoiled(writer: Writer, folder: Path, fault: Fault) -> tuple[int, OSError | None]:
    """How many changes returned before an error; and that."""
    done = list[None]()
    try:
        with injected(fault):
            writer.run(folder, lambda: done.append(None))
    except OSError as error:
        return len(done), error
    return len(done), None


def new_folder(writer: Writer, path: Path) -> Path:
    path.mkdir()
    writer.begin(path)
    return path


def assert_old_or_new(writer: Writer, folder: Path, done: int) -> None:
    """Readers find all that was done, and the change under way as a whole or not at all."""
    states, _ = whole(writer)
    assert writer.state(folder) in states[done : done + 2]


@each_writer
@pytest.mark.parametrize("fault", [Full, Broken], ids=["ENOSPC", "EIO"])
def test_a_call_that_fails_loses_nothing(
    writer: Writer, fault: Callable[[int], Fault], points: int, tmp_path: Path
) -> None:
    failed = 0
    for n in places(writer, points):
        folder = new_folder(writer, tmp_path / str(n))
        done, error = spoiled(writer, folder, fault(n))
        if error is None:
            continue
        failed += 1
        assert error.errno in (errno.ENOSPC, errno.EIO)
        assert Path(error.filename).is_relative_to(folder)
        assert_old_or_new(writer, folder, done)
        if not writer.locks:
            assert not [path for path in folder.iterdir() if path.name.startswith(".")]  # drafts
        if n % 3 == 0:
            writer.again(folder)
            writer.state(folder)
    assert failed


@each_writer
def test_writes_that_take_a_part_at_once_make_the_same(writer: Writer, tmp_path: Path) -> None:
    folder = new_folder(writer, tmp_path / "x")
    done, error = spoiled(writer, folder, Short())
    assert error is None
    states, _ = whole(writer)
    assert done == len(states) - 1
    assert writer.state(folder) == states[-1]


@each_way
def test_a_process_that_is_killed_in_any_call_loses_nothing(
    writer: Writer, points: int, tmp_path: Path
) -> None:
    for n in places(writer, points // 2):  # a process costs more than a run does
        folder = new_folder(writer, tmp_path / str(n))
        returned, status = _in_child(writer, folder, Killed(n))
        assert os.waitstatus_to_exitcode(status) == -signal.SIGKILL
        assert_old_or_new(writer, folder, returned)
        if n % 3 == 0:
            writer.again(folder)
            writer.state(folder)


@each_way
def test_another_process_reads_all_of_a_change_or_nothing_and_writes_before_or_after(
    writer: Writer, points: int, tmp_path: Path
) -> None:
    """Readers look before each call; another writer comes before some."""
    folder = new_folder(writer, tmp_path / "x")
    states, calls = whole(writer)
    done, chosen = list[None](), set(places(writer, min(points, 8)))

    def look(number: int) -> None:
        with injected(lambda _, call, args: call(*args)):
            assert_old_or_new(writer, folder, len(done))
            if writer.locks and number > calls // 2 and number in chosen:
                returned, status = _in_child(writer, folder, Fault())
                assert (returned, os.waitstatus_to_exitcode(status)) == (0, LOCKED)

    with injected(Looked(look)):
        writer.run(folder, lambda: done.append(None))
    assert writer.state(folder) == states[-1]


@pytest.mark.parametrize("writer", [each for each in WRITERS if each.locks], ids=str)
def test_a_process_that_is_forked_between_two_changes_makes_none_and_unlocks_nothing(
    writer: Writer, tmp_path: Path
) -> None:
    """The child goes on as its parent would; others are refused before it ends, and after."""
    states, _ = whole(writer)
    for at in range(1, len(states)):
        folder = new_folder(writer, tmp_path / str(at))
        ended = _with_child(writer, folder, at)
        assert writer.state(folder) == states[-1]
        if at < len(states) - 1:
            assert ended == FOREIGN


def _with_child(writer: Writer, folder: Path, at: int) -> int:
    """Run a writer that a child goes on with after some changes, before it; how that ended."""
    states, _ = whole(writer)
    parent, ended, done = os.getpid(), [1], list[None]()

    def told() -> None:
        done.append(None)
        if os.getpid() != parent or len(done) != at or not (child := os.fork()):
            return
        ended[0] = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        assert writer.state(folder) == states[at]
        if ended[0] == FOREIGN:
            assert os.waitstatus_to_exitcode(_in_child(writer, folder, Fault())[1]) == LOCKED

    how = 0
    try:
        writer.run(folder, told)
    except ValueError as error:
        how = FOREIGN if locks.FOREIGN in str(error) else 1
        if os.getpid() == parent:
            raise
    finally:
        if os.getpid() != parent:
            os._exit(how)
    return ended[0]


READS = ("detect", "get", "list", "load", "open", "validate")
"""First words of the names of functions that take a file, and write none."""


@pytest.mark.parametrize("face", [cdd, cvc, finalfusion, hpdkv, tiers])
def test_every_function_that_writes_a_file_is_among_the_writers(face: ModuleType) -> None:
    known = " ".join(map(str, WRITERS))
    files = {"path", "file", "target", "output_path"}
    for name in {*face.__all__} - {"add_residuals"}:  # it adds to an array
        found = getattr(face, name)
        if inspect.isfunction(found) and name.split("_")[0] not in READS:
            takes_file = not files.isdisjoint(inspect.signature(found).parameters)
            assert not takes_file or f"{face.__name__.removeprefix('quire.')}.{name}" in known


LOCKED, FOREIGN = 9, 10


def _in_child(writer: Writer, folder: Path, fault: Fault) -> tuple[int, int]:
    """Run a writer in a process of its own: how many changes returned, and how it ended."""
    told, tell = os.pipe()
    if (child := os.fork()) == 0:
        ended = 1
        try:
            with injected(fault):
                writer.run(folder, lambda: os.write(tell, b"."))
            ended = 0
        except StoreLocked:
            ended = LOCKED
        finally:
            os._exit(ended)
    os.close(tell)
    with os.fdopen(told, "rb") as pipe:
        returned = len(pipe.read())
    return returned, os.waitpid(child, 0)[1]
