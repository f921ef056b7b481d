"""`TieredStore(layout="ruvector")`: what a directory of the crate does not know, and failures."""

from __future__ import annotations

import contextlib
import shutil
from collections.abc import Callable
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest

from quire.runtime.errors import EncodingError, FormatError
from quire.storage.folder import Folder
from quire.tiers import (
    BlockDirectory,
    BlockKey,
    DeltaPolicy,
    DeltaRecord,
    FactorPolicy,
    FactorSet,
    Policy,
    StoreLocked,
    Tier,
    TierConfig,
    TieredStore,
    TierZeroNoPolicy,
)
from quire.tiers.store import layout as store_layout
from quire.tiers.store.crate import CrateLayout
from quire.tiers.store.recipes import Recipe
from tests.formats.tiers.directories import BLOCKS, FOREIGN, Failing, NoSpace
from tests.formats.tiers.directories import key_of as foreign_key
from tests.formats.tiers.stores import Clock, left, opened, tensor_of

KEY = BlockKey(7, 3)

SHAPE = (5, 8)

Change = Callable[[TieredStore], None]


def recipe_of(factor: float) -> FactorPolicy:
    """What makes a multiple of one matrix."""
    matrix = factor * np.arange(40, dtype=np.float32).reshape(SHAPE)
    return FactorPolicy(FactorSet.from_matrix(matrix, 2))


FIRST, SECOND = recipe_of(1.0), recipe_of(-1.0)


def made_by(recipe: Recipe | None) -> tuple[float, ...]:
    """Which recipe this is."""
    return () if recipe is None else tuple(np.sign(recipe.reconstruct(None, SHAPE, 99)[-1]))


def look(store: TieredStore) -> tuple[Any, ...]:
    """All that can be seen of a tensor."""
    meta = store.meta(KEY)
    return meta.tier, meta.shape, store.get(KEY).tobytes(), made_by(store.recipe(KEY))


def told(store: TieredStore) -> tuple[Any, ...]:
    """The same, of a store that has to be told the shape."""
    if store.meta(KEY).tier != Tier.ABSENT:
        store.get(KEY, np.empty(SHAPE, np.float32))
    return look(store)


def put(store: TieredStore, recipe: Recipe | None = None) -> None:
    store.put(KEY, tensor_of(1, SHAPE), recipe=recipe)


def put_and_evict(store: TieredStore) -> None:
    put(store, FIRST)
    store.evict(KEY)


CASES: dict[str, tuple[Change, Change]] = {
    "put over another": (put, lambda store: store.put(KEY, tensor_of(2, SHAPE), Tier.COLD)),
    "put with another recipe": (
        put_and_evict,
        lambda store: store.put(KEY, tensor_of(2, SHAPE), recipe=SECOND),
    ),
    "put without a recipe": (
        lambda store: put(store, FIRST),
        lambda store: store.put(KEY, tensor_of(2, SHAPE)),
    ),
    "evict with another recipe": (put_and_evict, lambda store: store.evict(KEY, SECOND)),
    "evict": (lambda store: put(store, FIRST), lambda store: store.evict(KEY)),
    "move": (lambda store: put(store, FIRST), lambda store: store.move(KEY, Tier.COLD)),
    "move what was absent": (put_and_evict, lambda store: store.move(KEY, Tier.WARM)),
}


class Hiccup(Failing):
    """A folder in which the n-th change fails, and no other."""

    def end(self) -> None:
        """Fail, and be well again."""
        self.left = 1 << 30
        raise NoSpace


def begun(folder: Folder) -> TieredStore:
    return TieredStore(folder, layout="ruvector", clock=Clock())


def failures(folder: type[Failing], case: str, path: Path) -> Any:
    """Stores in which a change has just failed at each of its system calls, or was done in spite.

    Yields the folder, the store, what could be seen before and after, and whether it raised.
    """
    prepare, change = CASES[case]
    with opened("ruvector", path / "whole") as store:
        prepare(store)
        shutil.copytree(path / "whole", path / "before")
        before = look(store)
        change(store)
        after = look(store)
    for n in count():
        copy = Path(shutil.copytree(path / "before", path / str(n)))
        failing = folder(copy, 1 << 30, 0.5)
        with contextlib.suppress(NoSpace), begun(failing) as store:
            store.meta(KEY)
            store.get(KEY, np.empty(SHAPE, np.float32))  # tells the shape
            failing.left, raised = n, False
            try:
                change(store)
            except NoSpace:
                raised = True
            if is_over := 0 <= failing.left < 1 << 20:
                failing.left = 1 << 30
            yield copy, store, before, after, raised
        if is_over:
            assert n > 8
            return


@pytest.mark.parametrize("case", CASES)
def test_what_raised_has_changed_nothing_and_the_store_goes_on(case: str, tmp_path: Path) -> None:
    seen = set()
    for path, store, before, after, raised in failures(Hiccup, case, tmp_path):
        assert look(store) == (before if raised else after)
        with opened("ruvector", path, mode="r") as reader:
            assert told(reader) == look(store)
        store.put(BlockKey(9), tensor_of(9))
        store.verify()
        store.close()
        assert not (path / "redo.quire").exists()
        with opened("ruvector", path) as again:
            assert np.array_equal(again.get(BlockKey(9)), left("ruvector", tensor_of(9), 8).ravel())
            assert told(again) == (before if raised else after)
        seen.add(raised)
    assert seen == {False, True}


@pytest.mark.parametrize("case", CASES)
def test_a_change_that_is_interrupted_is_whole_or_none(case: str, tmp_path: Path) -> None:
    """Values and recipe are those from before, or both those from after."""
    seen = set()
    for path, store, before, after, raised in failures(Failing, case, tmp_path):
        assert look(store) == (before if raised else after)
        for mode in ("r", "a"):
            copy = Path(shutil.copytree(path, f"{path}.{mode}"))
            with opened("ruvector", copy, mode=mode) as again:
                assert told(again) in ((before, after) if raised else (after,))
                seen.add(look(again))
    assert len(seen) == 2


def test_a_tensor_that_is_what_it_was_again_is_known_to_have_changed(tmp_path: Path) -> None:
    with opened("ruvector", tmp_path) as store:
        store.put(KEY, tensor_of(1, SHAPE))
        reader = CrateLayout(tmp_path, TierConfig(), "r", durable=False)
        meta = reader.tensors()[KEY]
        store.put(KEY, tensor_of(2, SHAPE))
        with pytest.raises(FileNotFoundError, match="has changed"):
            reader.payload(KEY, meta)
        store.put(KEY, tensor_of(1, SHAPE))
        later = reader.refresh()[KEY]
        assert later is not None
        assert later.data != meta.data
        assert reader.payload(KEY, later).nbytes == 40
        with pytest.raises(FileNotFoundError, match="has changed"):
            reader.payload(KEY, meta)
        assert reader.refresh() == {}


def test_a_writer_numbers_what_it_commits(tmp_path: Path) -> None:
    with opened("ruvector", tmp_path) as store:
        numbers = []
        for seed in (1, 2, 1):
            store.put(KEY, tensor_of(seed, SHAPE), recipe=FIRST)
            numbers.append((store.meta(KEY).data, store.meta(KEY).recipe))
        assert len(set(numbers)) == 3
        store.touch(KEY)
        store.flush()
        assert (store.meta(KEY).data, store.meta(KEY).recipe) == numbers[-1]


def test_a_shape_that_was_told_stays_until_there_is_another_tensor(tmp_path: Path) -> None:
    with opened("ruvector", tmp_path) as store:
        store.put(KEY, tensor_of(1, (5, 9)))
        reader = opened("ruvector", tmp_path, mode="r")
        assert reader.get(KEY).shape == (45,)
        reader.get(KEY, np.empty((5, 9), np.float32))
        store.touch(KEY)
        store.flush()
        reader.refresh()
        assert reader.meta(KEY).access.access_count == 2
        assert reader.get(KEY).shape == reader.meta(KEY).shape == (5, 9)
        assert reader.get(KEY, np.empty((9, 5), np.float32)).shape == (9, 5)
        store.put(KEY, tensor_of(2, (3, 15)))
        reader.refresh()
        assert reader.get(KEY).shape == (45,)


def test_the_shape_of_a_tensor_that_was_put_here_is_known(tmp_path: Path) -> None:
    with opened("ruvector", tmp_path) as store:
        store.put(KEY, tensor_of(1, (5, 9)))
    with opened("ruvector", tmp_path) as store:
        store.get(KEY, np.empty((9, 5), np.float32))
        store.put(KEY, tensor_of(1, (5, 9)))
        with pytest.raises(ValueError, match=r"float32 \(5, 9\)"):
            store.get(KEY, np.empty((9, 5), np.float32))


def test_a_tensor_that_is_moved_may_be_told_its_shape_later(tmp_path: Path) -> None:
    with opened("ruvector", tmp_path) as store:
        store.put(KEY, tensor_of(1, SHAPE))
    with opened("ruvector", tmp_path) as store:
        store.move(KEY, Tier.WARM)
        assert store.get(KEY).shape == (40,)
        assert store.get(KEY, np.empty(SHAPE, np.float32)).shape == SHAPE
        store.move(KEY, Tier.COLD)
        assert store.get(KEY).shape == SHAPE


@pytest.fixture
def foreign(tmp_path: Path) -> Path:
    """A copy of a directory of the crate."""
    return Path(shutil.copytree(FOREIGN, tmp_path / "foreign"))


def test_what_the_crate_tells_of_a_reconstruction_is_no_recipe(foreign: Path) -> None:
    records = BlockDirectory(foreign).records
    told = [key for key, record in records.items() if record.reconstruct != Policy.none]
    assert {records[key].tier for key in told} == {3, 0}
    [gone] = [foreign_key(case) for case in BLOCKS if case.get("evicted")]
    for mode in ("r", "a"):
        with opened("ruvector", foreign, mode=mode) as store:
            store.verify()
            for key in records:
                assert store.recipe(key) is None
                assert store.meta(key).recipe == 0
            assert store.get(gone).shape == (0,)
    with (
        opened("ruvector", foreign, TierConfig(fast_fail=True), mode="r") as store,
        pytest.raises(TierZeroNoPolicy),
    ):
        store.get(gone)


def test_what_the_crate_tells_of_a_reconstruction_goes_with_the_data(foreign: Path) -> None:
    records = dict(BlockDirectory(foreign).records)
    key = next(key for key, record in records.items() if record.tier and record.reconstruct)
    old = records[key]
    with opened("ruvector", foreign) as store:
        for change in (partial(store.move, key, Tier.WARM), store.flush, partial(store.evict, key)):
            store.touch(key)
            change()
            found = BlockDirectory(foreign).records[key]
            assert (found.reconstruct, found.lineage_parent) == (
                old.reconstruct,
                old.lineage_parent,
            )
        store.put(key, tensor_of(1))
        found = BlockDirectory(foreign).records[key]
        assert (found.reconstruct, found.lineage_parent) == (Policy.none, None)


def test_a_recipe_is_told_as_the_crate_tells_it(tmp_path: Path) -> None:
    record = DeltaRecord(0, 0, 0, 0.5, np.array([3], np.uint16), np.array([2], np.int16))
    with opened("ruvector", tmp_path) as store:
        store.put(BlockKey(1), tensor_of(1))
        source = cast(BlockKey, (1, 0))  # as good as one
        for recipe, policy, parent in (
            (DeltaPolicy(source, (record,)), Policy.delta, 1),
            (FIRST, Policy.factor, None),
            (None, Policy.none, None),
        ):
            store.put(KEY, tensor_of(2, SHAPE), recipe=recipe)
            found = BlockDirectory(tmp_path).records[KEY]
            assert (found.reconstruct, found.lineage_parent) == (policy, parent)


def test_a_recipe_that_is_damaged_is_told_by_the_name_of_its_file(tmp_path: Path) -> None:
    with opened("ruvector", tmp_path) as store:
        put_and_evict(store)
    [file] = (tmp_path / "tier0").iterdir()
    file.write_bytes(file.read_bytes()[:-1] + b"\xff")
    with opened("ruvector", tmp_path, mode="r") as reader:
        for action in (lambda: reader.get(KEY), lambda: reader.recipe(KEY), reader.verify):
            with pytest.raises(FormatError, match=rf"tier0/{file.stem}\.recipe.*crc32"):
                action()


@pytest.mark.parametrize(
    "key",
    [b"ab", (1,), (1, 2, 3), (-1, 0), (0, -1), (1 << 128, 0), (0, 1 << 32), (1.0, 0), None, 5, "x"],
)
def test_only_the_key_of_a_block_is_a_key(key: Any, tmp_path: Path) -> None:
    with opened("ruvector", tmp_path) as store, pytest.raises(EncodingError, match="BlockKey"):
        store.put(key, tensor_of(1))
    layout = CrateLayout(tmp_path, TierConfig(), "a", durable=False)
    meta = cast(Any, None)  # nobody asks
    with contextlib.closing(layout), pytest.raises(EncodingError, match="BlockKey"):
        layout.commit([store_layout.Change(key, None, meta, layout.encode(tensor_of(1), 8))])
    assert (tmp_path / "meta.log").read_bytes() == b""


def test_the_largest_key_of_a_block_is_a_key(tmp_path: Path) -> None:
    key = BlockKey((1 << 128) - 1, (1 << 32) - 1)
    with opened("ruvector", tmp_path) as store:
        store.put(key, tensor_of(1))
    assert set(opened("ruvector", tmp_path, mode="r")) == {key}


def test_two_stores_on_one_folder_object_are_two_writers(tmp_path: Path) -> None:
    folder = Folder(tmp_path, durable=False)
    first = begun(folder)
    with pytest.raises(StoreLocked):
        begun(folder)
    first.put(KEY, tensor_of(1))
    first.close()
    with begun(folder) as second:
        assert set(second) == {KEY}


def test_a_layout_that_is_closed_writes_nothing(tmp_path: Path) -> None:
    with opened("ruvector", tmp_path) as store:
        store.put(KEY, tensor_of(1))
    layout = CrateLayout(tmp_path, TierConfig(), "a", durable=False)
    meta = layout.tensors()[KEY]
    layout.close()
    log = (tmp_path / "meta.log").read_bytes()
    with pytest.raises(ValueError, match="closed"):
        layout.commit([store_layout.Change(KEY, meta, meta, layout.encode(tensor_of(2), 8))])
    with pytest.raises(ValueError, match="closed"):
        layout.note({KEY: meta})
    assert (tmp_path / "meta.log").read_bytes() == log
