"""Scores, tiers, the warm limit, oblivion, budgets: what a store decides."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from quire.runtime.errors import FormatError
from quire.tiers import Access, FactorPolicy, Tier, TierConfig, TieredStore
from quire.tiers.store.changing import bits_on_entry
from quire.tiers.store.scoring import candidates, forgotten, scores, targets
from tests.formats.tiers.stores import KINDS, Clock, Kind, key_of, left, opened, tensor_of

VECTORS = Path(__file__).parent / "vectors"
POLICIES = json.loads((VECTORS / "policies.json").read_text())

RUVECTOR = TierConfig.ruvector()


@pytest.mark.parametrize("case", POLICIES["adr020_score"])
def test_scores_and_targets_are_those_of_the_crate(case: dict[str, Any]) -> None:
    access = Access(0, case["last_access"], 1, case["ema_rate"], int(case["window"]))
    known = candidates([(access, Tier(case["tier"]), case["tier_since"])])
    score = scores(RUVECTOR, case["now"], known)
    assert score.view(np.uint32).tolist() == [case["score_f32_bits"]]
    stays = case["tier"] if case["target"] is None else case["target"]
    assert targets(RUVECTOR, case["now"], known, score).tolist() == [stays]


@pytest.mark.parametrize("row", POLICIES["warm_bits"]["rows"])
def test_warm_bits_of_the_crate(row: list[int]) -> None:
    cap, warm_bytes, bits = row
    config = replace(RUVECTOR, warm_byte_cap=cap)
    assert bits_on_entry(config, Tier.WARM, warm_bytes) == bits
    assert bits_on_entry(config, Tier.HOT, warm_bytes) == 8
    assert bits_on_entry(config, Tier.COLD, warm_bytes) == 3


def target_of(config: TierConfig, score: float, tier: Tier, *, age: int = 1000) -> Tier:
    known = candidates([(Access(0, 0), tier, 1000 - age)])
    return Tier(int(targets(config, 1000, known, np.array([score], np.float32))[0]))


@pytest.mark.parametrize(
    ("score", "tier", "target"),
    [
        (0.76, Tier.WARM, Tier.HOT),
        (0.74, Tier.WARM, Tier.WARM),  # above t1, but not by the margin
        (0.66, Tier.HOT, Tier.HOT),
        (0.64, Tier.HOT, Tier.WARM),
        (0.36, Tier.HOT, Tier.WARM),
        (0.34, Tier.HOT, Tier.COLD),
        (0.31, Tier.WARM, Tier.WARM),
        (0.29, Tier.WARM, Tier.COLD),
        (0.41, Tier.COLD, Tier.WARM),
        (0.39, Tier.COLD, Tier.COLD),
        (0.76, Tier.COLD, Tier.HOT),
        (0.0, Tier.COLD, Tier.COLD),
        (1.0, Tier.ABSENT, Tier.ABSENT),
        (0.0, Tier.ABSENT, Tier.ABSENT),
    ],
)
def test_hysteresis(score: float, tier: Tier, target: Tier) -> None:
    assert target_of(TierConfig(), score, tier) == target


def test_nothing_moves_before_its_time() -> None:
    assert target_of(TierConfig(), 0.0, Tier.HOT, age=49) == Tier.HOT
    assert target_of(TierConfig(), 0.0, Tier.HOT, age=50) == Tier.COLD
    assert target_of(TierConfig(min_residency=0), 0.0, Tier.HOT, age=0) == Tier.COLD


def test_a_clock_that_goes_backwards_makes_nothing_older() -> None:
    known = candidates([(Access(0, 5000, 1, 0.5, 7), Tier.HOT, 5000)])
    config = TierConfig(absent_age_threshold=0, min_residency=1)
    score = scores(config, 10, known)
    assert score.tolist() == scores(config, 5000, known).tolist()
    assert targets(config, 10, known, np.zeros(1, np.float32)).tolist() == [Tier.HOT]
    assert not forgotten(config, 10, known).any()


@pytest.mark.parametrize(
    ("count", "age", "is_forgotten"),
    [
        (1, 24 * 3600, False),  # not longer than the threshold
        (1, 24 * 3600 + 1, True),
        (84, 24 * 3600 + 1, True),  # 84 * 1024 = 86016: below 1
        (85, 24 * 3600 + 1, False),
        (85, 85 * 1024, True),
        ((1 << 64) - 1, 1 << 62, False),
    ],
)
def test_what_is_forgotten(count: int, age: int, *, is_forgotten: bool) -> None:
    known = candidates([(Access(0, 100, count), Tier.COLD, 0)])
    assert forgotten(TierConfig(), 100 + age, known).tolist() == [is_forgotten]


def test_a_score_fades_with_disuse() -> None:
    """A tensor that was used at each of 64 ticks has all of it for rate, window and recency."""
    access, every = Access(0, 1000, 64, 1.0, (1 << 64) - 1), TierConfig()

    def score_after(ticks: int, config: TierConfig = every) -> float:
        known = candidates([(access, Tier.HOT, 0)])
        return float(scores(config, 1000 + ticks, known)[0])

    assert score_after(0) == pytest.approx(0.2 + 0.3 + 0.5)
    one = 0.2 * 0.9 + 0.3 * 63 / 64 + 0.5 * np.exp(-0.01)
    assert score_after(1) == pytest.approx(one, abs=1e-3)
    assert score_after(64) == pytest.approx(0.2 * 0.9**64 + 0.5 * np.exp(-0.64), abs=1e-3)
    assert score_after(1 << 40) < 0.001
    assert score_after(1 << 40, RUVECTOR) > 0.7


def test_the_crate_forgets_nothing() -> None:
    known = candidates([(Access(0, 0), Tier.COLD, 0)])
    assert not forgotten(RUVECTOR, 1 << 60, known).any()


@pytest.fixture(params=KINDS)
def kind(request: pytest.FixtureRequest) -> Kind:
    found: Kind = request.param
    return found


def test_disuse_brings_a_tensor_down_and_use_up_again(kind: Kind, tmp_path: Path) -> None:
    clock, key, values = Clock(), key_of(kind, "a"), tensor_of(1)
    store = opened(kind, tmp_path / "s", clock=clock)
    store.put(key, values)
    clock.now += 49
    assert store.tick().candidates == 0
    clock.now += 1
    report = store.tick()  # exp(-0.5) / 2 + a little: cold
    assert (report.demotions, report.ops, store.meta(key).tier) == (1, 1, Tier.COLD)
    np.testing.assert_array_equal(store.get(key), left(kind, values, 8, 3))
    for _ in range(60):
        clock.now += 1
        store.touch(key)
    assert store.score(key) > 0.75
    report = store.tick()
    assert (report.promotions, store.meta(key).tier) == (1, Tier.HOT)
    np.testing.assert_array_equal(store.get(key), left(kind, values, 8, 3, 8))


def test_a_day_of_disuse_drops_the_data(kind: Kind, tmp_path: Path) -> None:
    clock, key = Clock(), key_of(kind, "a")
    store = opened(kind, tmp_path / "s", clock=clock)
    store.put(key, tensor_of(1), Tier.COLD)
    clock.now += 24 * 3600
    assert store.tick().evictions == 0
    clock.now += 1
    assert store.tick().evictions == 1
    assert store.meta(key).tier == Tier.ABSENT
    assert not store.get(key).any()


def three_hot(clock: Clock, **config: Any) -> TieredStore:
    """Tensors of 136 bytes that are due to get cold; `b` was used last."""
    store = opened("memory", config=TierConfig(two_level=False, **config), clock=clock)
    for name in "abc":
        store.put(name, tensor_of(1, (128,)))
    store.touch("b")
    clock.now += 60
    return store


def tiers(store: TieredStore) -> dict[str, Tier]:
    return {str(key): store.meta(key).tier for key in sorted(map(str, store))}


def test_what_others_are_made_of_is_not_dropped() -> None:
    clock = Clock()
    store = opened("memory", clock=clock)
    for name in ("base", "a"):
        store.put(name, tensor_of(1), Tier.COLD)
    store.put("a", tensor_of(1), Tier.COLD, FactorPolicy(source="base", scale=2))
    clock.now += 25 * 3600
    assert store.tick().evictions == 1
    assert tiers(store) == {"a": Tier.ABSENT, "base": Tier.COLD}
    assert store.get("a").any()


def test_a_recipe_that_fails_keeps_the_data() -> None:
    clock = Clock()
    store = opened("memory", clock=clock)
    store.put("base", tensor_of(2))
    store.put("a", tensor_of(1), Tier.COLD, FactorPolicy(source="base"))
    store.discard("base")
    clock.now += 25 * 3600
    report = store.tick()
    assert (report.evictions, list(report.failed)) == (0, ["a"])
    assert store.get("a").any()


def test_a_tick_stays_within_its_operations() -> None:
    store = three_hot(Clock())
    report = store.tick(op_budget=2)
    assert (report.candidates, report.ops, report.demotions) == (3, 2, 2)
    assert report.nbytes == 2 * 136
    assert report.bytes_freed == 2 * (136 - 56)
    assert store.tick(op_budget=0).ops == 0
    assert store.tick().ops == 1
    assert set(tiers(store).values()) == {Tier.COLD}


def test_a_tick_stays_within_its_bytes() -> None:
    store = three_hot(Clock())
    assert store.tick(byte_budget=135).ops == 0
    assert store.tick(byte_budget=2 * 136 + 135).ops == 2


def test_the_coldest_go_down_first() -> None:
    clock = Clock()
    store = opened("memory", clock=clock)
    for name in "abc":
        store.put(name, tensor_of(1))
        clock.now += 10
    clock.now += 50
    store.tick(op_budget=1)
    assert tiers(store) == {"a": Tier.COLD, "b": Tier.HOT, "c": Tier.HOT}


def test_the_hottest_go_up_first() -> None:
    clock = Clock()
    store = opened("memory", clock=clock, config=TierConfig(min_residency=0))
    for name in "ab":
        store.put(name, tensor_of(1), Tier.COLD)
    for _ in range(64):
        clock.now += 1
        store.touch("b")
        if clock.now % 2:
            store.touch("a")
    assert store.tick(op_budget=1).promotions == 1
    assert tiers(store) == {"a": Tier.COLD, "b": Tier.HOT}


def warm_store(clock: Clock, kind: Kind = "memory", path: Path | None = None) -> TieredStore:
    """Room for one warm tensor of 64 values with 7 bits and two with 5: 60 and 44 bytes each."""
    config = TierConfig(warm_byte_cap=140 if kind == "ruvector" else 150, min_residency=1000)
    return opened(kind, path, config, clock=clock)


def widths(store: TieredStore, kind: Kind = "memory") -> list[int]:
    return [store.meta(key_of(kind, name)).bits for name in "abcd" if key_of(kind, name) in store]


def test_warm_tensors_over_the_limit_get_5_bits_those_used_longest_ago_first(
    kind: Kind, tmp_path: Path
) -> None:
    clock, values = Clock(), tensor_of(1, (64,))
    store = warm_store(clock, kind, tmp_path / "s")
    for name in "ab":
        store.put(key_of(kind, name), values, Tier.WARM)
    store.touch(key_of(kind, "a"))
    assert widths(store, kind) == [7, 7]
    store.put(key_of(kind, "c"), values, Tier.WARM)
    assert widths(store, kind) == [5, 5, 7]  # 7 bits for two would still be too much
    np.testing.assert_array_equal(store.get(key_of(kind, "a")), left(kind, values, 7, 5))
    assert store.metrics().counts.downgrades == 2
    assert store.meta(key_of(kind, "a")).tier == Tier.WARM


def test_downgrades_stop_as_soon_as_the_limit_is_kept() -> None:
    clock = Clock()
    store = opened("memory", config=TierConfig(warm_byte_cap=165), clock=clock)
    for name in "abc":
        store.put(name, tensor_of(1, (64,)), Tier.WARM)
    assert widths(store) == [5, 7, 7]  # 44 + 60 + 60 = 164


def test_one_round_of_downgrades_a_minute() -> None:
    clock, values = Clock(), tensor_of(1, (64,))
    store = warm_store(clock)
    for name in "abc":
        store.put(name, values, Tier.WARM)
    assert widths(store) == [5, 5, 7]
    clock.now += 30
    store.put("d", values, Tier.WARM)
    assert widths(store) == [5, 5, 7, 7]  # over the limit
    clock.now += 29
    assert store.tick().downgrades == 0
    clock.now += 1
    report = store.tick()
    assert widths(store)[2:] == [5, 5]
    assert (report.downgrades, report.bytes_freed >= 2 * (60 - 44)) == (2, True)


def test_a_round_that_runs_out_of_budget_goes_on() -> None:
    clock, values = Clock(), tensor_of(1, (64,))
    store = opened("memory", config=TierConfig(warm_byte_cap=100, min_residency=1000), clock=clock)
    store.put("a", values, Tier.WARM)
    clock.now += 10
    for name in "bcd":
        store.put(name, values)
    for name in "bc":  # over the limit, in the minute of the first round
        store.move(name, Tier.WARM)
    store.move("d", Tier.WARM)
    clock.now += 60
    first = store.tick(op_budget=1)
    second = store.tick(op_budget=1)
    assert (first.downgrades, second.downgrades) == (1, 1)


def test_7_bits_come_back_on_access_below_four_fifths_of_the_limit(
    kind: Kind, tmp_path: Path
) -> None:
    clock, values = Clock(), tensor_of(1, (64,))
    store = warm_store(clock, kind, tmp_path / "s")
    for name in "abc":
        store.put(key_of(kind, name), values, Tier.WARM)
    assert widths(store, kind) == [5, 5, 7]
    store.touch(key_of(kind, "a"))
    assert widths(store, kind) == [5, 5, 7]  # as much as before
    store.move(key_of(kind, "c"), Tier.COLD)  # 88 bytes are left, below 120
    assert widths(store, kind)[:2] == [5, 5]  # nobody has used them
    store.get(key_of(kind, "b"))
    assert widths(store, kind)[:2] == [5, 7]
    np.testing.assert_array_equal(store.get(key_of(kind, "b")), left(kind, values, 7, 5, 7))
    assert store.metrics().counts.restored == 1
    store.get(key_of(kind, "a"))  # 44 + 60 is below 120 still
    assert widths(store, kind)[:2] == [7, 7]


def test_the_limit_of_the_crate_counts_when_a_tensor_comes(tmp_path: Path) -> None:
    config = replace(RUVECTOR, warm_byte_cap=100)
    store = opened("ruvector", tmp_path, config)
    for name in "abc":
        store.put(key_of("ruvector", name), tensor_of(1, (64,)), Tier.WARM)
    assert widths(store, "ruvector") == [7, 7, 5]  # 56, 112, which is above 100


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("t1", float("nan"), "t1: expected a number, 0 or more, found nan"),
        ("alpha", "x", "alpha: expected a number, 0 or more, found 'x'"),
        ("block_size", 64.0, "block_size: expected a whole number"),
        ("min_residency", 1 << 63, "min_residency: expected a number below"),
        ("two_level", "never", "two_level: expected auto, True or False"),
        ("max_reconstruct_depth", 101, "max_reconstruct_depth: expected at most 100"),
        ("t2", float("nan"), "t2: expected a number, 0 or more"),
        ("t2", 0.7, "t2: expected below t1, which is 0.7, found 0.7"),
        ("hysteresis", float("inf"), "hysteresis: expected a number"),
        ("hysteresis", -0.1, "hysteresis: expected a number"),
        ("w_rec", float("nan"), "w_rec"),
        ("alpha", 0.0, "alpha: expected above 0, and 1 at most"),
        ("alpha", 1.5, "alpha"),
        ("tau", 0.0, "tau: expected 1e-9 or more"),
        ("min_residency", -1, "min_residency"),
        ("warm_byte_cap", -1, "warm_byte_cap"),
        ("restore_below", 1.1, "restore_below: expected 1 at most"),
        ("warm_downgrade", "never", "warm_downgrade: expected least_recent or on_entry"),
        ("warm_downgrade", np.zeros(2), "warm_downgrade: expected least_recent or on_entry"),
        ("block_size", 0, "block_size: expected 1 or more"),
        ("max_reconstruct_depth", -1, "max_reconstruct_depth"),
        ("absent_age_threshold", -1, "absent_age_threshold"),
    ],
)
def test_numbers_that_make_no_sense(name: str, value: Any, message: str) -> None:
    with pytest.raises(FormatError, match=message):
        TierConfig(**{name: value})
