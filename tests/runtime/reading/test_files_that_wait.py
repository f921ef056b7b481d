"""Records of files that nobody uses any more: their bytes do not pile up."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from quire.generated.npy import Npy
from quire.runtime import collecting

SIZE = 2 << 20


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A file of 2 MiB, of which 8 MiB may wait; the collector does not come by itself."""
    np.save(path := tmp_path / "some.npy", np.zeros(SIZE, np.uint8))
    monkeypatch.setattr(collecting, "ROOM", 8 << 20)
    monkeypatch.setattr(collecting, "held", held := collecting._Held())
    monkeypatch.setattr("quire.runtime.record.held", held)
    before = gc.get_threshold()
    gc.collect()
    gc.set_threshold(10**6)
    yield path
    gc.set_threshold(*before)


def _read(path: Path) -> weakref.ref[Npy]:
    return weakref.ref(Npy.from_file(path))


def test_files_that_nobody_uses_are_found_when_they_are_many(path: Path) -> None:
    found = [_read(path) for _ in range(40)]
    assert sum(each() is not None for each in found) <= 4


def test_files_in_use_make_room_for_as_many(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    looked = []
    collect = gc.collect
    monkeypatch.setattr(gc, "collect", lambda: looked.append(collect()))
    used = [Npy.from_file(path) for _ in range(40)]
    assert len(looked) <= 4  # not for each of them
    assert all(np.asarray(each.data).size == SIZE for each in used)


def test_who_has_switched_the_collector_off_is_left_alone(path: Path) -> None:
    gc.disable()
    try:
        found = [_read(path) for _ in range(10)]
        assert all(each() is not None for each in found)
    finally:
        gc.enable()
