"""Absent tensors that are made of others: deltas, factors, chains of them, and what is missing."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from quire.runtime.errors import FormatError, LimitError
from quire.tiers import (
    DeltaPolicy,
    DeltaRecord,
    FactorPolicy,
    FactorSet,
    ReconstructionDepthExceeded,
    ReconstructionFailed,
    Tier,
    TierConfig,
    TieredStore,
)
from quire.tiers.store.meta import Key
from quire.tiers.store.recipe_file import StoredRecipe, write_recipe
from tests.formats.tiers.stores import KINDS, Clock, Floats, Kind, key_of, left, opened, tensor_of


@pytest.fixture(params=KINDS)
def kind(request: pytest.FixtureRequest) -> Kind:
    found: Kind = request.param
    return found


def plus(source: Key, *steps: tuple[int, float]) -> DeltaPolicy:
    """Some values more at some places; steps of 1/8, which float32 adds without rounding."""
    records = [
        DeltaRecord(0, 0, 0, 0.125, np.array([at], np.uint16), np.array([by * 8], np.int16))
        for at, by in steps
    ]
    return DeltaPolicy(source, tuple(records))


def test_a_delta_is_added_to_its_source(kind: Kind, tmp_path: Path) -> None:
    store = opened(kind, tmp_path / "s")
    base, key = key_of(kind, "base"), key_of(kind, "a")
    store.put(base, tensor_of(1))
    store.put(key, tensor_of(2))
    store.evict(key, plus(base, (3, 2.0), (239, -1.5)))
    expected = left(kind, tensor_of(1), 8)
    expected.reshape(-1)[[3, 239]] += np.array([2.0, -1.5], np.float32)
    np.testing.assert_array_equal(store.get(key), expected)
    assert store.metrics().counts.reconstructions == 1
    out = np.empty_like(expected)
    assert store.get(key, out) is out
    np.testing.assert_array_equal(out, expected)


def test_the_difference_to_a_source_is_found(kind: Kind, tmp_path: Path) -> None:
    store = opened(kind, tmp_path / "s")
    base, key = key_of(kind, "base"), key_of(kind, "a")
    values = tensor_of(1, (300, 400))  # more than one block of deltas
    store.put(base, values)
    start = store.get(base)
    changed = start.copy()
    changed[::50, ::7] += 1
    policy = DeltaPolicy.between(base, start, changed)
    assert policy is not None
    assert policy.length == 1
    store.put(key, changed)
    store.evict(key, policy)
    np.testing.assert_allclose(store.get(key), changed, atol=1 / 32767)
    assert DeltaPolicy.between(base, start, -start) is None


def test_factors_make_a_matrix(kind: Kind, tmp_path: Path) -> None:
    store, key = opened(kind, tmp_path / "s"), key_of(kind, "a")
    matrix = (tensor_of(1, (12, 2)) @ tensor_of(2, (2, 9))).astype(np.float32)
    factors = FactorSet.from_matrix(matrix, 2)
    store.put(key, matrix)
    store.evict(key, FactorPolicy(factors))
    np.testing.assert_allclose(store.get(key), matrix, atol=1e-5)


def test_a_source_is_permuted_rescaled_and_projected(kind: Kind, tmp_path: Path) -> None:
    store = opened(kind, tmp_path / "s")
    source, key = key_of(kind, "source"), key_of(kind, "a")
    store.put(source, tensor_of(1))
    store.put(key, tensor_of(1, (6, 5)))
    order = np.random.default_rng(1).permutation(40)
    projection = tensor_of(3, (40, 5))
    factors = FactorSet.from_matrix(projection, 5)
    store.evict(key, FactorPolicy(factors, source, 0.5, order))
    expected = 0.5 * left(kind, tensor_of(1), 8)[:, order] @ projection
    np.testing.assert_allclose(store.get(key), expected, atol=1e-4)


def test_a_source_is_permuted_alone(kind: Kind, tmp_path: Path) -> None:
    store = opened(kind, tmp_path / "s")
    source, key = key_of(kind, "source"), key_of(kind, "a")
    for name in (source, key):
        store.put(name, tensor_of(1))
    order = np.arange(40)[::-1]
    store.evict(key, FactorPolicy(source=source, scale=-2, permutation=order))
    expected = -2 * left(kind, tensor_of(1), 8)[:, ::-1]
    np.testing.assert_array_equal(store.get(key), expected)


def chain(store: TieredStore, kind: Kind, absent: int) -> list[Key]:
    """Tensors that are each the next one and a half more at place 0; the last one is there."""
    keys = [key_of(kind, str(number)) for number in range(absent + 1)]
    for key in keys:
        store.put(key, np.zeros(8, np.float32))
    for key, source in pairwise(keys):
        store.evict(key, plus(source, (0, 0.5)))
    return keys


def test_three_absent_tensors_in_a_row_are_gone_through_and_no_more(
    kind: Kind, tmp_path: Path
) -> None:
    store = opened(kind, tmp_path / "s")
    keys = chain(store, kind, 4)
    assert store.get(keys[1])[0] == 1.5
    with pytest.raises(
        ReconstructionDepthExceeded, match=r"at most 3 absent .* row, found 4"
    ) as error:
        store.get(keys[0])
    assert error.value.chain == keys[:4]


def test_the_depth_can_be_set() -> None:
    deep = opened("memory", config=TierConfig(max_reconstruct_depth=9))
    assert deep.get(chain(deep, "memory", 9)[0])[0] == 4.5
    never = opened("memory", config=TierConfig(max_reconstruct_depth=0))
    with pytest.raises(ReconstructionDepthExceeded):
        chain(never, "memory", 1)
    assert [never.meta(key).tier for key in never] == [Tier.HOT] * 2


def test_a_circle_is_refused(kind: Kind, tmp_path: Path) -> None:
    store = opened(kind, tmp_path / "s")
    a, b = key_of(kind, "a"), key_of(kind, "b")
    for key in (a, b):
        store.put(key, np.zeros(8))
    store.evict(a, plus(b, (0, 1)))
    with pytest.raises(ReconstructionDepthExceeded, match="found 3") as error:
        store.evict(b, plus(a, (0, 1)))
    assert error.value.chain == [b, a, b]
    assert store.get(a)[0] == 1


def test_a_circle_in_a_folder_ends(tmp_path: Path) -> None:
    """One that was closed by hand."""
    with opened("quire", tmp_path) as store:
        store.put("b", np.zeros(8))
        store.put("a", np.zeros(8), recipe=plus("b", (0, 1)))
        store.evict("a")
        store.evict("b", FactorPolicy(FactorSet.from_matrix(np.ones((2, 4)), 1)))
        [*_, recipe] = sorted((tmp_path / "data").glob("*.recipe"))
        circle = replace(plus("a", (0, 1)), source_epoch=store.meta("a").epoch)
        made = StoredRecipe(circle, "b", store.meta("b").epoch, (8,))
        recipe.write_bytes(write_recipe(made))
    reader = opened("quire", tmp_path, mode="r")
    for name in "ab":
        with pytest.raises(ReconstructionDepthExceeded):
            reader.get(name)


def test_a_tensor_is_not_made_of_itself(kind: Kind, tmp_path: Path) -> None:
    store, key = opened(kind, tmp_path / "s"), key_of(kind, "a")
    store.put(key, tensor_of(1))
    with pytest.raises(FormatError, match=r"recipe.source: expected another tensor"):
        store.evict(key, plus(key, (0, 1)))
    assert store.meta(key).tier == Tier.HOT


def test_a_source_of_which_no_data_is_kept_is_not_zeros(kind: Kind, tmp_path: Path) -> None:
    store = opened(kind, tmp_path / "s")
    a, b = key_of(kind, "a"), key_of(kind, "b")
    for key in (a, b):
        store.put(key, tensor_of(1, (8,)))
    store.evict(b)
    with pytest.raises(ReconstructionFailed, match="found one without data or a recipe"):
        store.evict(a, plus(b, (2, 1)))
    assert store.meta(a).tier == Tier.HOT


def test_a_source_that_is_not_there(kind: Kind, tmp_path: Path) -> None:
    store, key = opened(kind, tmp_path / "s"), key_of(kind, "a")
    recipe = plus(key_of(kind, "b"), (0, 1))
    with pytest.raises(ReconstructionFailed, match="to make it from"):
        store.put(key, tensor_of(1), recipe=recipe)
    store.put(key, tensor_of(1))
    with pytest.raises(ReconstructionFailed, match="to make it from"):
        store.evict(key, recipe)
    np.testing.assert_array_equal(store.get(key), left(kind, tensor_of(1), 8))


@pytest.mark.parametrize("kind", ["memory", "quire"])
def test_a_source_that_was_forgotten(kind: Kind, tmp_path: Path) -> None:
    store = opened(kind, tmp_path / "s")
    store.put("b", tensor_of(1))
    store.put("a", tensor_of(1), recipe=plus("b", (0, 1)))
    store.discard("b")
    with pytest.raises(
        ReconstructionFailed, match=r"expected the tensor .* to make it from"
    ) as error:
        store.evict("a")
    assert error.value.source == "b"
    np.testing.assert_array_equal(store.get("a"), left(kind, tensor_of(1), 8))


def test_reading_counts_as_use_of_the_source(kind: Kind, tmp_path: Path) -> None:
    store = opened(kind, tmp_path / "s")
    keys = chain(store, kind, 2)
    before = [store.meta(key).access.access_count for key in keys]
    store.get(keys[0])
    assert [store.meta(key).access.access_count for key in keys] == [n + 1 for n in before]


def test_a_recipe_waits_until_the_data_is_dropped(kind: Kind, tmp_path: Path) -> None:
    clock = Clock()
    store = opened(kind, tmp_path / "s", TierConfig(absent_age_threshold=60), clock=clock)
    base, key = key_of(kind, "base"), key_of(kind, "a")
    store.put(base, tensor_of(1))
    store.put(key, tensor_of(2), recipe=plus(base, (0, 1)))
    np.testing.assert_array_equal(store.get(key), left(kind, tensor_of(2), 8))
    clock.now += 5000
    store.touch(base)
    assert store.tick().evictions == 1
    expected = left(kind, tensor_of(1), 8, 7)  # the source got warm
    expected[0, 0] += 1
    np.testing.assert_array_equal(store.get(key), expected)
    assert isinstance(store.recipe(key), DeltaPolicy)
    store.put(key, tensor_of(3))
    assert store.recipe(key) is None


def test_what_a_recipe_makes_can_be_kept_again(kind: Kind, tmp_path: Path) -> None:
    store = opened(kind, tmp_path / "s")
    keys = chain(store, kind, 1)
    store.move(keys[0], Tier.COLD)
    meta = store.meta(keys[0])
    assert (meta.tier, meta.bits) == (Tier.COLD, 3)
    assert store.get(keys[0]).tolist() == [0.5, 0, 0, 0, 0, 0, 0, 0]
    assert store.metrics().counts.promotions == 1


def test_a_chain_of_deltas_has_a_limit(kind: Kind, tmp_path: Path) -> None:
    store, base = opened(kind, tmp_path / "s"), key_of(kind, "base")
    store.put(base, np.zeros(8))
    key, five = key_of(kind, "a"), plus(base, *[(1, 0.5)] * 5)
    store.put(key, np.zeros(8))
    with pytest.raises(FormatError, match="recipe: expected at most 4 deltas in a row, found 5"):
        store.put(key, np.zeros(8), recipe=five)
    with pytest.raises(FormatError, match="found 5"):
        store.evict(key, five)
    store.evict(key, plus(base, *[(1, 0.5)] * 4))
    assert store.get(key)[1] == 2


def test_a_chain_that_others_wrote_has_that_limit_too(tmp_path: Path) -> None:
    config = TierConfig(max_delta_chain=9)
    with opened("quire", tmp_path, config) as store:
        for name in "ab":
            store.put(name, np.zeros(8))
        store.evict("a", plus("b", *[(1, 0.5)] * 9))
    assert opened("quire", tmp_path, config, mode="r").get("a")[1] == 4.5
    with pytest.raises(FormatError, match=r"records: expected at most 4 deltas in a row, found 5"):
        opened("quire", tmp_path, mode="r").get("a")


def test_what_is_made_of_little_has_a_limit() -> None:
    """But for what goes to memory that is there."""
    store = opened("memory", config=TierConfig(max_made_bytes=4 * 999))
    small, out = np.ones((25, 1)), np.empty((25, 40), np.float32)
    for name, shape in (("zeros", (25, 40)), ("factors", (25, 40)), ("wide", (25,)), ("row", (5,))):
        store.put(name, np.ones(shape))
    store.put("column", np.ones((5, 1)))
    store.evict("zeros")
    matrix = FactorSet.from_matrix(small @ small[:1].repeat(40, 1), 1)
    store.evict("factors", FactorPolicy(matrix))
    for name in ("zeros", "factors"):
        with pytest.raises(LimitError, match=r"shape: expected at most 999 values .*, found 1000"):
            store.get(name)
        assert store.get(name, out) is out
    back = FactorSet.from_matrix(np.ones((1000, 5)), 1)
    longer = FactorPolicy(back, "row", permutation=np.zeros(1000, np.int64))
    with pytest.raises(
        LimitError, match="recipe: expected at most 999 values on the way, found 1000"
    ):
        store.evict("row", replace(longer, source="wide"))
    assert store.meta("row").tier == Tier.HOT
    wide = FactorSet(0, 0, np.ones((1, 1000), "f"), np.ones(1000, "f"), np.ones((1000, 1), "f"))
    with pytest.raises(LimitError, match=r"recipe: .*, found 5000"):
        store.evict("row", FactorPolicy(wide, "column"))
    store.move("factors", Tier.WARM)
    assert store.meta("factors").tier == Tier.WARM


@pytest.mark.parametrize("kind", ["quire", "ruvector"])
def test_recipes_are_there_when_the_store_is_opened_again(kind: Kind, tmp_path: Path) -> None:
    keys = [key_of(kind, name) for name in ("base", "a", "b", "c")]
    factors = FactorSet.from_matrix(tensor_of(5), 3)
    turned = FactorPolicy(source=keys[0], permutation=np.arange(40)[::-1], scale=2)
    recipes = [None, plus(keys[0], (7, 1.5)), FactorPolicy(factors), turned]
    with opened(kind, tmp_path) as store:
        for key, recipe in zip(keys, recipes, strict=True):
            store.put(key, tensor_of(1), recipe=recipe)
        for key in keys[1:]:
            store.evict(key)
        expected: list[Floats] = [store.get(key) for key in keys]
    reader = opened(kind, tmp_path, mode="r")
    reader.get(keys[0], np.empty((6, 40), np.float32))  # the crate keeps no shape
    for key, values in zip(keys, expected, strict=True):
        np.testing.assert_array_equal(reader.get(key), values)
    kept = reader.recipe(keys[3])
    assert isinstance(kept, FactorPolicy)
    assert (kept.source, kept.scale) == (keys[0], 2)


@pytest.mark.parametrize(
    ("recipe", "message"),
    [
        (plus("base", (240, 1)), "expected .*240"),
        (plus("small", (0, 1)), r"recipe: expected 240 values for \(6, 40\), found 3"),
        (
            FactorPolicy(FactorSet.from_matrix(np.ones((5, 4)), 1)),
            "expected 240 values .* found 20",
        ),
        (
            FactorPolicy(FactorSet.from_matrix(np.ones((3, 40)), 1), "base"),
            "factors: expected a matrix of 40 rows, found 3",
        ),
        (
            FactorPolicy(FactorSet.from_matrix(np.ones((40, 3)), 1), "base"),
            "expected 240 values .* found 18",
        ),
        (
            FactorPolicy(source="base", permutation=np.array([0, 40])),
            "permutation: expected indices from 0 to 39, found 0 to 40",
        ),
        (FactorPolicy(source="base", permutation=np.array([-1])), "found -1 to -1"),
        (FactorPolicy(source="base", permutation=np.array([1, 2])), "values .* found 12"),
    ],
)
def test_recipes_that_do_not_fit(recipe: DeltaPolicy | FactorPolicy, message: str) -> None:
    store = opened("memory")
    for name, shape in (("a", (6, 40)), ("base", (6, 40)), ("small", (3,))):
        store.put(name, tensor_of(1, shape))
    with pytest.raises(FormatError, match=message):
        store.evict("a", recipe)
    assert store.meta("a").tier == Tier.HOT


def test_factors_of_nothing() -> None:
    with pytest.raises(FormatError, match="factors: expected factors, a source, or both"):
        FactorPolicy()
    factors = FactorSet.from_matrix(np.ones((2, 2)), 1)
    for more in ({"scale": 2.0}, {"permutation": np.array([0])}):
        with pytest.raises(FormatError, match="source: expected a tensor to rescale or permute"):
            replace(FactorPolicy(factors), **more)
    with pytest.raises(FormatError, match="scale: expected a number that float32 holds, found nan"):
        FactorPolicy(source="a", scale=float("nan"))
