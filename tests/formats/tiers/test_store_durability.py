"""Whatever interrupts a store, at whichever system call: nothing that was committed is lost."""

from __future__ import annotations

import contextlib
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest

from quire.runtime.errors import FormatError
from quire.storage.folder import Folder
from quire.tiers import BlockKey, Tier, TieredStore
from quire.tiers.store import log as store_log
from quire.tiers.store.catalogue import start_of
from tests.formats.tiers.directories import Failing, NoSpace, Spoiled, Watched, each_step
from tests.formats.tiers.store_steps import State, run, state_of, states_of, value_of
from tests.formats.tiers.stores import Kind, key_of, opened, tensor_of

ROOT = Path(__file__).parents[3]

ON_DISK: tuple[Kind, ...] = ("quire", "ruvector")


@pytest.fixture(params=ON_DISK)
def kind(request: pytest.FixtureRequest) -> Kind:
    found: Kind = request.param
    return found


@pytest.fixture
def states(kind: Kind, tmp_path_factory: pytest.TempPathFactory) -> list[State]:
    return states_of(kind, tmp_path_factory.mktemp("whole"))


def assert_goes_on(kind: Kind, path: Path, committed: list[State]) -> None:
    """Readers and the next writer find one of these states, and the writer can write."""
    if not (path / ("catalogue" if kind == "quire" else "meta.log")).exists():
        assert {} in committed
        return
    with opened(kind, path, mode="r") as reader:
        seen = state_of(reader)
        reader.verify()
    assert seen in committed
    key = key_of(kind, "z")
    with opened(kind, path) as store:
        assert state_of(store) == seen
        store.put(key, tensor_of(7))
    with opened(kind, path, mode="r") as reader:
        found = state_of(reader)
        assert found.pop(key)[0] == Tier.HOT
        assert found == seen
        named = {f"{meta.data:016x}.qtr" for meta in map(reader.meta, reader)}
    if kind == "quire":  # nothing is left of what was interrupted
        assert {file.name for file in path.glob("data/*.qtr")} == named - {f"{0:016x}.qtr"}


@each_step
@pytest.mark.parametrize("part", [0.0, 0.5, 1.0], ids=["nothing", "half", "all"])
def test_a_system_call_that_fails_loses_nothing(
    kind: Kind, part: float, step: int, states: list[State], tmp_path: Path
) -> None:
    for n in count(int(2 * part), step):
        path, done = tmp_path / str(n), list[None]()
        folder = Failing(path, n, part)
        with contextlib.suppress(OSError):
            run(kind, folder, partial(done.append, None))
        assert_goes_on(kind, path, states[len(done) : len(done) + 2])
        if folder.left >= 0:
            break
    assert n > 60


def test_a_store_goes_on_after_a_write_that_failed(tmp_path: Path) -> None:
    folder = Failing(tmp_path, 1 << 30, 0.5)
    with TieredStore(folder, clock=lambda: 7) as store:
        store.put("a", tensor_of(1))
        before = state_of(store)
        for n in count():
            folder.left = n
            try:
                store.put("a", tensor_of(2))
            except NoSpace:
                folder.left = 1 << 30
                assert state_of(store) == before
                store.put("b", tensor_of(n))  # the next one is not lost in what is left of it
                store.discard("b")
            else:
                break
        assert n > 5
        folder.left = 1 << 30
        after = state_of(store)
    assert after != before
    with opened("quire", tmp_path, mode="r") as reader:
        assert state_of(reader) == after


class Unsynced(Spoiled):
    """A folder where the n-th fsync fails, with all bytes written."""

    left = 1 << 30

    def spoil(self, step: str, call: Callable[..., Any], args: tuple[Any, ...]) -> Any:
        self.left -= step == "fsync"
        if step == "fsync" and self.left == 0:
            raise NoSpace
        return call(*args)


def test_readers_are_right_again_after_a_change_that_could_not_be_synced(tmp_path: Path) -> None:
    """They may see it meanwhile: it is in the catalogue, and as long as what takes its place."""
    for n in range(1, 6):
        path = tmp_path / str(n)
        with TieredStore(folder := Unsynced(path), clock=lambda: 7) as store:
            store.put("a", tensor_of(1))
            reader = opened("quire", path, mode="r")
            folder.left = n
            with contextlib.suppress(NoSpace):
                store.put("a", tensor_of(2))
            folder.left = 1 << 30
            reader.refresh()
            with contextlib.suppress(FormatError):  # of a file that was not synced, either
                reader.get("a")
            for seed in (3, 4):
                store.put("a", tensor_of(seed))
                reader.refresh()
                assert state_of(reader) == state_of(store)


def test_readers_never_see_half_of_a_change(
    kind: Kind, states: list[State], tmp_path: Path
) -> None:
    done, seen, readers = 0, 0, list[TieredStore]()

    def look(*_: Any) -> None:
        nonlocal seen
        if (tmp_path / "meta.log").exists() or (tmp_path / "catalogue").exists():
            assert state_of(opened(kind, tmp_path, mode="r")) in states[done : done + 2]
            readers[:] = readers or [opened(kind, tmp_path, mode="r")]
            readers[0].refresh()
            assert state_of(readers[0]) in states[done : done + 2]
            seen += 1

    def told() -> None:
        nonlocal done
        done += 1

    run(kind, Watched(tmp_path, look), told)
    assert seen > 60


def test_a_reader_that_does_not_ask_finds_each_tensor_old_or_new(
    kind: Kind, states: list[State], tmp_path: Path
) -> None:
    readers, seen = list[TieredStore](), 0

    def look(*_: Any) -> None:
        nonlocal seen
        if (tmp_path / "meta.log").exists() or (tmp_path / "catalogue").exists():
            readers.append(opened(kind, tmp_path, mode="r"))
        for reader in readers[-20::5]:
            for key in reader:
                with contextlib.suppress(KeyError):  # forgotten meanwhile
                    found = value_of(reader, key)
                    assert found in [state[key][1] for state in states if key in state]
                    seen += 1

    run(kind, Watched(tmp_path, look))
    assert seen > 100


WRITER = """
import sys
from pathlib import Path
import numpy as np
from quire.tiers import BlockKey, Tier, TieredStore
path, kind, stop = sys.argv[1:]
with TieredStore(path, layout=kind, durable=False) as store:
    print("begun", flush=True)
    for number in range(1, 60_000):
        if Path(stop).exists():
            break
        tensor = np.full((64, 64), number, np.float32)
        store.put(BlockKey(1), tensor, Tier(1 + number % 3))
"""


def test_another_process_writes_while_this_one_reads(kind: Kind, tmp_path: Path) -> None:
    path, stop = tmp_path / "store", tmp_path / "stop"
    with opened(kind, path) as store:
        store.put(key_of("ruvector", "other"), tensor_of(1))
    command = [sys.executable, "-c", WRITER, str(path), kind, str(stop)]
    numbers, reader = list[float](), opened(kind, path, mode="r")
    with subprocess.Popen(command, stdout=subprocess.PIPE, cwd=ROOT) as writer:
        assert cast(Any, writer.stdout).readline() == b"begun\n"
        while writer.poll() is None:
            reader.refresh()
            with contextlib.suppress(KeyError):  # not yet there
                values = reader.get(BlockKey(1))
                assert np.unique(values).size == 1
                numbers.append(float(values.flat[0]))
            if len(set(np.rint(numbers))) > 10:
                stop.touch()
    assert writer.returncode == 0
    assert numbers == sorted(numbers)
    assert len(set(np.rint(numbers))) > 1


def touch_often(store: TieredStore, times: int) -> None:
    for _ in range(times):
        store.touch("a")
        store.flush()


def test_the_catalogue_is_written_anew_when_most_of_it_is_outdated(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store_log, "OUTDATED", 100)
    with opened("quire", tmp_path) as store:
        store.put("a", tensor_of(1))
        store.put("b", tensor_of(2), Tier.COLD)
        reader = opened("quire", tmp_path, mode="r")
        touch_often(store, 110)
        assert (tmp_path / "catalogue").stat().st_size < 2000
        before = state_of(store)
        reader.refresh()
        assert state_of(reader) == before
        store.put("c", tensor_of(3))
        reader.refresh()
        assert set(reader) == {"a", "b", "c"}
    with opened("quire", tmp_path) as store:
        assert store.meta("a").access.access_count > 110


class Meddled(Folder):
    """A folder in which something happens after a read."""

    then: Callable[[], None] | None = None
    after = 0

    def read(self, name: str, at_most: int | None = None, start: int = 0) -> bytes:
        found = super().read(name, at_most, start)
        self.after -= 1
        if self.then and self.after < 0:
            then, self.then = self.then, None
            then()
        return found


@pytest.mark.parametrize("after", [0, 1, 2])
def test_a_reader_looks_while_the_catalogue_is_written_anew(
    after: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store_log, "OUTDATED", 10)
    with opened("quire", tmp_path) as store:
        for name in "abc":
            store.put(name, tensor_of(1))
        folder = Meddled(tmp_path)
        reader = TieredStore(folder, mode="r", clock=lambda: 7)
        store.discard("b")
        folder.then, folder.after = (lambda: touch_often(store, 30)), after
        reader.refresh()
        assert folder.then is None
        reader.refresh()
        assert state_of(reader) == state_of(store)


def test_what_failed_to_be_put_leaves_nothing_behind(tmp_path: Path) -> None:
    folder = Unsynced(tmp_path)
    with TieredStore(folder, clock=lambda: 7) as store:
        for n in range(1, 4):
            store.put("a", tensor_of(1))
            folder.left = n
            with contextlib.suppress(NoSpace):
                store.put("a", tensor_of(2))
        folder.left = 1 << 30
        store.put("b", tensor_of(3))
        assert len(list(tmp_path.glob("data/*"))) == 2
        before = state_of(store)
        folder.left = 3
        with pytest.raises(NoSpace):
            store.put("a", tensor_of(4))
    with opened("quire", tmp_path) as store:
        assert state_of(store) == before


def test_writing_the_catalogue_anew_fails_without_harm(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store_log, "OUTDATED", 10)
    generations = set()
    for n in range(14):
        path = tmp_path / str(n)
        folder = Failing(path, 1 << 30, 0.5)
        with TieredStore(folder, clock=lambda: 7) as store:
            begun = start_of((path / "catalogue").read_bytes()).generation
            store.put("a", tensor_of(1))
            touch_often(store, 12)
            folder.left = n
            with contextlib.suppress(NoSpace):
                touch_often(store, 1)
            folder.left = 1 << 30
            touch_often(store, 8)
            store.put("b", tensor_of(2))
            before = state_of(store)
        generations.add(start_of((path / "catalogue").read_bytes()).generation - begun)
        with opened("quire", path) as store:
            assert state_of(store) == before
    assert generations == {1, 2}  # a failure makes the next change write it anew
