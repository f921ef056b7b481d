"""A store that is open when its process is forked: the child touches nothing."""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from quire.storage.locks import StoreLocked
from quire.tiers import BlockDirectory, Tier, TieredStore
from tests.formats.tiers.stores import Kind, key_of, left, opened, tensor_of

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs os.fork")


def in_child(action: Callable[[], None]) -> None:
    """Do something in a forked child, and fail if that fails."""
    if (child := os.fork()) == 0:
        status = 1
        try:
            action()
            status = 0
        except BaseException:  # noqa: BLE001  # also those of pytest; it must not go on as a copy
            traceback.print_exc(file=sys.__stderr__)
        os._exit(status)
    _, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) == 0


def files_of(path: Path) -> dict[Path, bytes]:
    return {file: file.read_bytes() for file in path.rglob("*") if file.is_file()}


@pytest.fixture(params=["quire", "ruvector"])
def kind(request: pytest.FixtureRequest) -> Kind:
    found: Kind = request.param
    return found


def test_every_operation_in_a_child_is_refused_and_changes_nothing(
    kind: Kind, tmp_path: Path
) -> None:
    a, b = key_of(kind, "a"), key_of(kind, "b")
    store = opened(kind, tmp_path)
    store.put(a, tensor_of(1))
    store.touch(a)  # something to save
    before = files_of(tmp_path)

    def child() -> None:
        actions: list[Callable[[], object]] = [
            lambda: store.put(b, tensor_of(2)),
            lambda: store.put_many({b: tensor_of(2)}),
            lambda: store.get(a),
            lambda: store.touch(a),
            lambda: store.move(a, Tier.COLD),
            lambda: store.evict(a),
            lambda: store.discard(a),
            lambda: store.meta(a),
            lambda: store.recipe(a),
            lambda: store.score(a),
            lambda: list(store),
            lambda: len(store),
            lambda: a in store,
            store.tick,
            store.flush,
            store.refresh,
            store.metrics,
            store.verify,
        ]
        for action in actions:
            with pytest.raises(ValueError, match="forked from; open it anew"):
                action()
        store.close()
        store.__exit__()

    in_child(child)
    assert files_of(tmp_path) == before
    with pytest.raises(StoreLocked):  # the child has not unlocked it
        opened(kind, tmp_path)
    store.put(b, tensor_of(3))
    store.close()
    with opened(kind, tmp_path, mode="r") as reader:
        np.testing.assert_array_equal(reader.get(b).reshape(6, 40), left(kind, tensor_of(3), 8))
        assert reader.meta(a).access.access_count == 2


def test_a_child_that_lives_on_does_not_keep_the_store_locked(tmp_path: Path) -> None:
    store = opened("quire", tmp_path)
    end, told = os.pipe()
    if (child := os.fork()) == 0:
        os.close(told)
        os.read(end, 1)  # until the parent has closed it
        os._exit(0)
    os.close(end)
    store.close()
    try:
        opened("quire", tmp_path).close()
    finally:
        os.close(told)
        os.waitpid(child, 0)


def test_a_child_opens_the_store_anew_when_its_parent_is_done(tmp_path: Path) -> None:
    store = opened("quire", tmp_path)
    store.put("a", tensor_of(1))

    def child() -> None:
        with pytest.raises(StoreLocked):
            opened("quire", tmp_path)
        with opened("quire", tmp_path, mode="r") as reader:
            assert list(reader) == ["a"]

    in_child(child)
    store.close()


def test_a_child_reads_on_what_was_opened_for_reading(kind: Kind, tmp_path: Path) -> None:
    key = key_of(kind, "a")
    with opened(kind, tmp_path) as store:
        store.put(key, tensor_of(1))
    reader, expected = opened(kind, tmp_path, mode="r"), left(kind, tensor_of(1), 8)

    def child() -> None:
        np.testing.assert_array_equal(reader.get(key).reshape(6, 40), expected)

    in_child(child)
    child()


def test_a_directory_of_blocks_is_not_written_to_by_a_child(tmp_path: Path) -> None:
    with opened("ruvector", tmp_path) as store:
        store.put(key_of("ruvector", "a"), tensor_of(1))
    directory = BlockDirectory(tmp_path, "a")
    [record] = directory.records.values()
    before = files_of(tmp_path)

    def child() -> None:
        with pytest.raises(ValueError, match="forked from"):
            directory.append(record)
        directory.close()

    in_child(child)
    assert files_of(tmp_path) == before
    directory.append(record)
    directory.close()


def test_a_store_that_is_dropped_without_being_closed_is_unlocked(tmp_path: Path) -> None:
    store: TieredStore | None = opened("quire", tmp_path)
    with pytest.raises(StoreLocked):
        opened("quire", tmp_path)
    del store
    opened("quire", tmp_path).close()
