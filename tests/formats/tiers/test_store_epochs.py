"""Recipes are for the values that their source had: others are refused, not taken for these."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from quire.tiers import (
    DeltaPolicy,
    FactorPolicy,
    FactorSet,
    ReconstructionFailed,
    TensorNeeded,
    Tier,
    TierConfig,
    TieredStore,
)
from quire.tiers.store.meta import Key
from quire.tiers.store.recipe_file import StoredRecipe, write_recipe
from tests.formats.tiers.stores import KINDS, Clock, Floats, Kind, key_of, opened, tensor_of


@pytest.fixture(params=KINDS)
def kind(request: pytest.FixtureRequest) -> Kind:
    found: Kind = request.param
    return found


def tuned(store: TieredStore, base: Key) -> tuple[Floats, DeltaPolicy]:
    """What is like a base but for some values, and how it is made of that."""
    start = store.get(base)
    values = start.copy()
    values.reshape(-1)[::50] += 0.5
    recipe = DeltaPolicy.between(base, start, values)
    assert recipe is not None
    return values, recipe


def with_absent(kind: Kind, path: Path) -> tuple[TieredStore, Key, Key, Floats]:
    """A store with a base, and an absent tensor that is made of it."""
    store, base, key = opened(kind, path), key_of(kind, "base"), key_of(kind, "t")
    store.put(base, tensor_of(1))
    values, recipe = tuned(store, base)
    store.put(key, values, recipe=recipe)
    store.evict(key)
    return store, base, key, values


def taking_away(store: TieredStore, key: Key) -> list[Callable[[], None]]:
    """What would change the values of a tensor."""
    return [
        lambda: store.put(key, tensor_of(2)),
        lambda: store.put_many([(key, tensor_of(2))]),
        lambda: store.evict(key),
        lambda: store.discard(key),
    ]


def test_what_absent_tensors_are_made_of_is_not_taken_away(kind: Kind, tmp_path: Path) -> None:
    store, base, key, values = with_absent(kind, tmp_path)
    for reopened in (False, True):
        if reopened and kind != "memory":
            store.close()
            store = opened(kind, tmp_path)
            store.get(base, np.empty((6, 40), np.float32))  # the crate keeps no shape
        for action in taking_away(store, base):
            with pytest.raises(TensorNeeded, match="`move`, `put` or `discard`") as error:
                action()
            assert (error.value.key, error.value.needed_by) == (base, [key])
        np.testing.assert_allclose(store.get(key), values, atol=1e-4)
    store.move(key, Tier.HOT)
    store.put(base, tensor_of(2))  # nobody needs it any more
    np.testing.assert_allclose(store.get(key), values, atol=0.02)


def test_a_source_may_go_to_another_tier(kind: Kind, tmp_path: Path) -> None:
    store, base, key, values = with_absent(kind, tmp_path)
    epoch = store.meta(base).epoch
    store.move(base, Tier.WARM)
    assert store.meta(base).epoch == epoch
    np.testing.assert_allclose(store.get(key), values, atol=0.05)


def test_a_recipe_for_values_that_were_replaced_makes_nothing(kind: Kind, tmp_path: Path) -> None:
    store, base, key = opened(kind, tmp_path), key_of(kind, "base"), key_of(kind, "t")
    store.put(base, tensor_of(1))
    values, recipe = tuned(store, base)
    store.put(key, values, recipe=recipe)
    store.put(base, tensor_of(1) * 100)  # within the same tick
    for reopened in (False, True):
        if reopened and kind != "memory":
            store.close()
            store = opened(kind, tmp_path)
        with pytest.raises(ReconstructionFailed, match="found one that was put since"):
            store.evict(key)
        np.testing.assert_allclose(store.get(key).reshape(6, 40), values, atol=0.02)
    kept = store.recipe(key)
    assert kept is not None
    for action in (partial(store.evict, key, kept), partial(store.put, key, values, recipe=kept)):
        with pytest.raises(ReconstructionFailed, match="found one that was put since"):
            action()


@pytest.mark.parametrize("again", [False, True])
def test_a_recipe_can_say_which_values_it_was_made_for(kind: Kind, again: bool) -> None:  # noqa: FBT001  # a parameter of the test
    store, base, key = opened("memory"), key_of(kind, "base"), key_of(kind, "t")
    store.put(base, tensor_of(1))
    start, epoch = store.get(base), store.meta(base).epoch
    if again:
        store.put(base, tensor_of(2))
    recipe = DeltaPolicy.between(base, start, start, source_epoch=epoch)
    assert recipe is not None
    if again:
        with pytest.raises(ReconstructionFailed, match="found one that was put since"):
            store.put(key, start, recipe=recipe)
    else:
        store.put(key, start, recipe=recipe)
        store.evict(key)
        np.testing.assert_array_equal(store.get(key), start)


def test_a_tick_keeps_what_a_recipe_makes_no_more() -> None:
    clock = Clock()
    store = opened("memory", config=TierConfig(absent_age_threshold=60), clock=clock)
    store.put("base", tensor_of(1))
    values, recipe = tuned(store, "base")
    store.put("t", values, Tier.COLD, recipe)
    store.put("base", tensor_of(2))
    clock.now += 5000
    report = store.tick()
    assert (report.evictions, list(report.failed)) == (0, ["t"])
    assert store.meta("t").tier == Tier.COLD


def test_a_middle_of_a_chain_may_be_made_of_something_else_but_not_dropped() -> None:
    store = opened("memory")
    for name in "abc":
        store.put(name, np.zeros((4, 4)))
    store.evict("a", FactorPolicy(source="b", scale=2))
    store.evict("b", FactorPolicy(source="c", scale=3))
    with pytest.raises(TensorNeeded, match="'c' is needed to make 'b'"):
        store.put("c", np.ones((4, 4)))
    with pytest.raises(TensorNeeded, match="'b' is needed to make 'a'"):
        store.discard("b")
    ones = FactorSet.from_matrix(np.ones((4, 4)), 1)
    store.evict("b", FactorPolicy(ones))
    store.discard("c")
    np.testing.assert_allclose(store.get("a"), 2, rtol=1e-6)


def test_a_source_that_another_program_replaced_is_noticed(tmp_path: Path) -> None:
    """The file of a recipe names another epoch than the source has."""
    store, _, key, _ = with_absent("quire", tmp_path)
    kept, meta = store.recipe(key), store.meta(key)
    store.close()
    assert isinstance(kept, DeltaPolicy)
    assert kept.source_epoch is not None
    stale = DeltaPolicy(kept.source, kept.deltas, kept.source_epoch + 1)
    [file] = (tmp_path / "data").glob("*.recipe")
    file.write_bytes(write_recipe(StoredRecipe(stale, key, meta.epoch, meta.shape)))
    for mode in ("r", "a"):
        with (
            opened("quire", tmp_path, mode=mode) as reader,
            pytest.raises(ReconstructionFailed, match="found one that was put since"),
        ):
            reader.get(key)


def test_a_reader_that_looks_while_a_source_is_replaced_finds_old_or_new(tmp_path: Path) -> None:
    store, base, key, values = with_absent("quire", tmp_path)
    reader = opened("quire", tmp_path, mode="r")
    store.move(key, Tier.HOT)
    store.put(base, tensor_of(2))
    np.testing.assert_allclose(reader.get(key), values, atol=0.02)  # it has looked again
