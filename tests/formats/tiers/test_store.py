"""The store as its users call it: put, get, touch, move, evict, discard; in memory and on disk."""

from __future__ import annotations

import io
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from quire.runtime.errors import EncodingError, FormatError
from quire.tiers import (
    BlockDirectory,
    BlockKey,
    FactorPolicy,
    StoreLocked,
    Tier,
    TierConfig,
    TieredStore,
    TierZeroNoPolicy,
)
from tests.formats.tiers.stores import BITS, KINDS, Clock, Kind, key_of, left, opened, tensor_of


@pytest.fixture(params=KINDS)
def kind(request: pytest.FixtureRequest) -> Kind:
    found: Kind = request.param
    return found


@pytest.mark.parametrize("tier", [Tier.HOT, Tier.WARM, Tier.COLD])
def test_a_tensor_comes_back_as_its_tier_leaves_it(kind: Kind, tier: Tier, tmp_path: Path) -> None:
    key, values = key_of(kind, "a"), tensor_of(1)
    store = opened(kind, tmp_path / "s")
    store.put(key, values, tier)
    np.testing.assert_array_equal(store.get(key), left(kind, values, BITS[tier]))
    meta = store.meta(key)
    assert meta.id == key
    assert (meta.tier, meta.bits, meta.shape) == (tier, BITS[tier], (6, 40))


def test_values_go_into_out(kind: Kind, tmp_path: Path) -> None:
    key, values = key_of(kind, "a"), tensor_of(1)
    store = opened(kind, tmp_path / "s")
    store.put(key, values)
    out = np.empty_like(values)
    assert store.get(key, out) is out
    np.testing.assert_array_equal(out, left(kind, values, 8))
    with pytest.raises(ValueError, match=r"out: expected float32 \(6, 40\)"):
        store.get(key, np.empty((40, 6), np.float32))


def test_what_is_put_again_replaces_what_was_there(kind: Kind, tmp_path: Path) -> None:
    clock, key = Clock(), key_of(kind, "a")
    store = opened(kind, tmp_path / "s", clock=clock)
    store.put(key, tensor_of(1))
    clock.now += 2
    store.put(key, tensor_of(2, (9,)), Tier.COLD)
    np.testing.assert_array_equal(store.get(key), left(kind, tensor_of(2, (9,)), 3))
    access = store.meta(key).access
    put_at = 1002 if kind == "ruvector" else 1000  # the crate has no other field for an epoch
    assert (access.created_at, access.last_access_at, access.access_count) == (put_at, 1002, 3)
    assert len(store) == 1


def test_a_move_quantises_anew(kind: Kind, tmp_path: Path) -> None:
    key, values = key_of(kind, "a"), tensor_of(3)
    store = opened(kind, tmp_path / "s")
    store.put(key, values)
    for tier in (Tier.WARM, Tier.COLD, Tier.HOT):
        store.move(key, tier)
    np.testing.assert_array_equal(store.get(key), left(kind, values, 8, 7, 3, 8))
    counts = store.metrics().counts
    assert (counts.promotions, counts.demotions) == (1, 2)


def test_keys_come_in_the_order_of_use(kind: Kind, tmp_path: Path) -> None:
    store = opened(kind, tmp_path / "s")
    keys = [key_of(kind, name) for name in "abc"]
    for key in keys:
        store.put(key, tensor_of(1))
    store.touch(keys[0])
    assert list(store) == [keys[1], keys[2], keys[0]]
    assert keys[1] in store
    assert key_of(kind, "z") not in store


def test_access_counts_and_window(kind: Kind, tmp_path: Path) -> None:
    clock, key = Clock(), key_of(kind, "a")
    store = opened(kind, tmp_path / "s", clock=clock)
    store.put(key, tensor_of(1))
    clock.now = 1003
    store.touch(key)
    store.touch(key)  # the same tick
    clock.now = 1005
    store.get(key)
    access = store.meta(key).access
    assert (access.access_count, access.last_access_at, access.window) == (4, 1005, 0b100101)
    # Of 1/3 and 1/2 accesses per tick, each with a weight of 0.1.
    assert access.ema_rate == pytest.approx(0.1 / 2 + 0.9 * 0.1 / 3)
    clock.now = 1005 + 64
    store.touch(key)
    assert store.meta(key).access.window == 1


def test_an_evicted_tensor_reads_as_zeros_and_keeps_its_shape(kind: Kind, tmp_path: Path) -> None:
    key = key_of(kind, "a")
    store = opened(kind, tmp_path / "s")
    store.put(key, tensor_of(1))
    store.evict(key)
    store.evict(key)  # nothing more to drop
    np.testing.assert_array_equal(store.get(key), np.zeros((6, 40), np.float32))
    meta = store.meta(key)
    assert (meta.tier, meta.bits, meta.nbytes) == (Tier.ABSENT, 0, 0)
    assert store.metrics().counts.evictions == 1


def test_fast_fail_refuses_to_make_up_zeros(kind: Kind, tmp_path: Path) -> None:
    key = key_of(kind, "a")
    store = opened(kind, tmp_path / "s", TierConfig(fast_fail=True))
    store.put(key, tensor_of(1))
    store.evict(key)
    with pytest.raises(TierZeroNoPolicy, match="expected a policy to make an absent tensor by"):
        store.get(key)


def test_what_is_gone_cannot_be_moved(kind: Kind, tmp_path: Path) -> None:
    key = key_of(kind, "a")
    store = opened(kind, tmp_path / "s")
    store.put(key, tensor_of(1))
    store.evict(key)
    with pytest.raises(TierZeroNoPolicy):
        store.move(key, Tier.HOT)
    assert store.meta(key).tier == Tier.ABSENT


def test_metrics_tell_what_is_kept(kind: Kind, tmp_path: Path) -> None:
    clock = Clock()
    store = opened(kind, tmp_path / "s", TierConfig(two_level=False), clock=clock)
    for name, tier in (("a", Tier.HOT), ("b", Tier.WARM), ("c", Tier.COLD), ("d", Tier.HOT)):
        store.put(key_of(kind, name), tensor_of(1, (128,)), tier)
    store.evict(key_of(kind, "d"))
    metrics = store.metrics()
    scales = 0 if kind == "ruvector" else 4 * 2  # the crate keeps them in its log
    assert metrics.tensors == dict.fromkeys(Tier, 1)
    assert metrics.nbytes == {
        Tier.ABSENT: 0,
        Tier.HOT: 128 + scales,
        Tier.WARM: 112 + scales,
        Tier.COLD: 48 + scales,
    }
    assert metrics.float32_bytes == 4 * 512
    assert metrics.compression_ratio == 4 * 512 / (288 + 3 * scales)
    assert metrics.recent_moves == 1
    clock.now += 61
    assert store.metrics().recent_moves == 0


@pytest.mark.parametrize("kind", ["memory", "quire"])
def test_what_is_discarded_is_gone(kind: Kind, tmp_path: Path) -> None:
    store = opened(kind, tmp_path / "s")
    store.put("a", tensor_of(1))
    store.discard("a")
    assert list(store) == []
    assert store.metrics().nbytes[Tier.HOT] == 0
    for action in (store.get, store.touch, store.evict, store.discard, store.meta, store.recipe):
        with pytest.raises(KeyError):
            action("a")
    with pytest.raises(KeyError):
        store.move("a", Tier.COLD)


def test_the_crate_cannot_forget(tmp_path: Path) -> None:
    store = opened("ruvector", tmp_path)
    store.put(BlockKey(1), tensor_of(1))
    with pytest.raises(io.UnsupportedOperation, match="can be evicted, not forgotten"):
        store.discard(BlockKey(1))


@pytest.mark.parametrize(
    ("tensor", "found"), [(["a"], "<U1"), ([1j], "complex128"), ([None], "object")]
)
def test_only_real_numbers_can_be_put(
    kind: Kind, tensor: object, found: str, tmp_path: Path
) -> None:
    store = opened(kind, tmp_path / "s")
    with pytest.raises(EncodingError, match=f"real numbers .*, found {found}"):
        store.put(key_of(kind, "a"), np.array(tensor))
    assert len(store) == 0


@pytest.mark.parametrize("shape", [(), (0,), (3, 0, 2), (1,), (67,), (2, 3, 5)])
def test_any_shape_can_be_put(kind: Kind, shape: tuple[int, ...], tmp_path: Path) -> None:
    store, key, values = opened(kind, tmp_path / "s"), key_of(kind, "a"), tensor_of(1, shape)
    for tier in BITS:
        store.put(key, values, tier)
        np.testing.assert_array_equal(store.get(key), left(kind, values, BITS[tier]))


def test_nothing_can_be_put_in_the_absent_tier(kind: Kind, tmp_path: Path) -> None:
    store = opened(kind, tmp_path / "s")
    nowhere: list[Any] = [Tier.ABSENT, 4]
    for tier in nowhere:
        with pytest.raises(FormatError, match="tier: expected hot, warm or cold"):
            store.put(key_of(kind, "a"), tensor_of(1), tier)


def test_keys_that_cannot_be_stored(tmp_path: Path) -> None:
    store = opened("quire", tmp_path / "q")
    with pytest.raises(EncodingError, match="at most 65535 bytes, found 65536"):
        store.put("x" * 65536, tensor_of(1))
    with pytest.raises(EncodingError, match="Unicode"):
        store.put("\ud800", tensor_of(1))
    store.put("x" * 65535, tensor_of(1))
    crate = opened("ruvector", tmp_path / "c")
    with pytest.raises(EncodingError, match="expected a BlockKey"):
        crate.put("a", tensor_of(1))
    assert len(crate) == 0


@pytest.mark.parametrize("kind", ["quire", "ruvector"])
def test_a_store_on_disk_is_there_when_it_is_opened_again(kind: Kind, tmp_path: Path) -> None:
    clock, path = Clock(), tmp_path / "s"
    keys = [key_of(kind, name) for name in "abcd"]
    with opened(kind, path, clock=clock) as store:
        for seed, key in enumerate(keys):
            store.put(key, tensor_of(seed), Tier(1 + seed % 3))
        store.evict(keys[3])
        clock.now += 7
        store.get(keys[1])
        metas = {key: store.meta(key) for key in keys}
        nbytes = store.metrics().nbytes
    with opened(kind, path, clock=clock) as store:
        assert set(store) == set(keys)
        assert store.metrics().nbytes == nbytes
        for seed, key in enumerate(keys[:3]):
            shape = (6, 40) if kind == "quire" else (240,)  # the crate keeps none
            expected = left(kind, tensor_of(seed), BITS[Tier(1 + seed % 3)])
            np.testing.assert_array_equal(store.get(key), expected.reshape(shape))
        for key in keys[:3]:
            old, new = metas[key].access, store.meta(key).access
            assert new.access_count == old.access_count + 1
            assert new.created_at == old.created_at
        store.verify()


def test_blocks_of_the_crate_get_the_shape_that_a_reader_tells(tmp_path: Path) -> None:
    key, values = BlockKey(5, 2), tensor_of(1, (1, 67))
    with opened("ruvector", tmp_path) as store:
        store.put(key, values, Tier.COLD)
    reader = opened("ruvector", tmp_path, mode="r")
    assert reader.meta(key).shape == (69,)  # the most that 26 bytes can be
    for shape in ((65,), (70,), (7, 10)):
        with pytest.raises(ValueError, match=r"out: expected float32 \(69,\)"):
            reader.get(key, np.empty(shape, np.float32))
    out = np.empty((1, 67), np.float32)
    np.testing.assert_array_equal(reader.get(key, out), left("ruvector", values, 3))
    np.testing.assert_array_equal(reader.get(key), out)


def test_what_the_store_writes_the_directory_reads(tmp_path: Path) -> None:
    clock, key = Clock(), BlockKey(1 << 100, 9)
    with opened("ruvector", tmp_path, clock=clock) as store:
        store.put(key, tensor_of(1))
        clock.now += 5
        store.touch(key)
    record = BlockDirectory(tmp_path).records[key]
    assert (record.tier, record.bits, record.access_count, record.window) == (1, 8, 2, 0b100001)
    assert (record.created_at, record.last_access_at, record.tier_age) == (1000, 1005, 5)
    found = BlockDirectory(tmp_path).read(key, 240).dequantize()
    np.testing.assert_array_equal(found, left("ruvector", tensor_of(1), 8).reshape(-1))


def test_one_writer_at_a_time(tmp_path: Path) -> None:
    first = opened("quire", tmp_path)
    with pytest.raises(StoreLocked):
        opened("quire", tmp_path)
    opened("quire", tmp_path, mode="r").close()
    first.close()
    opened("quire", tmp_path).close()


def test_a_reader_changes_nothing(tmp_path: Path) -> None:
    with opened("quire", tmp_path) as store:
        store.put("a", tensor_of(1))
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    with opened("quire", tmp_path, mode="r") as reader:
        reader.get("a")
        reader.touch("a")
        assert reader.meta("a").access.access_count == 3
        for action in (
            lambda: reader.put("a", tensor_of(2)),
            lambda: reader.evict("a"),
            lambda: reader.move("a", Tier.COLD),
            lambda: reader.discard("a"),
            reader.tick,
        ):
            with pytest.raises(io.UnsupportedOperation, match="opened for reading"):
                action()
    assert before == {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}


def test_a_reader_sees_what_comes_when_it_asks(tmp_path: Path) -> None:
    store = opened("quire", tmp_path)
    store.put("a", tensor_of(1))
    reader = opened("quire", tmp_path, mode="r")
    store.put("b", tensor_of(2), Tier.COLD)
    store.discard("a")
    assert set(reader) == {"a"}
    reader.refresh()
    assert set(reader) == {"b"}
    np.testing.assert_array_equal(reader.get("b"), left("quire", tensor_of(2), 3))
    assert reader.metrics().tensors[Tier.COLD] == 1


def test_no_folder_is_no_store(tmp_path: Path) -> None:
    for kind in ("quire", "ruvector"):
        with pytest.raises(FileNotFoundError):
            opened(kind, tmp_path / "none", mode="r")


@pytest.mark.parametrize(
    ("options", "wrong"),
    [
        ({"mode": "w"}, "^mode: expected r or a, found 'w'"),
        ({"layout": "other"}, "^layout: expected quire or ruvector, found 'other'"),
        ({"mode": "r"}, "in memory: expected mode a"),
        ({"layout": "ruvector"}, "in memory: expected mode a, and layout quire"),
    ],
)
def test_stores_that_there_are_not(options: dict[str, Any], wrong: str) -> None:
    with pytest.raises(ValueError, match=wrong):
        TieredStore(None, **options)


def test_a_closed_store_does_nothing_more(kind: Kind, tmp_path: Path) -> None:
    key = key_of(kind, "a")
    store = opened(kind, tmp_path / "s")
    store.put(key, tensor_of(1))
    store.close()
    store.close()
    with opened(kind, tmp_path / "s") as other:
        if kind != "memory":
            other.put(key, tensor_of(2))
        actions: list[Any] = [
            lambda: store.get(key),
            lambda: store.put(key, tensor_of(3)),
            lambda: store.evict(key),
            lambda: store.move(key, Tier.COLD),
            lambda: store.put_many({key: tensor_of(3)}),
            lambda: store.discard(key),
            lambda: store.touch(key),
            lambda: store.meta(key),
            lambda: store.recipe(key),
            lambda: store.score(key),
            lambda: len(store),
            lambda: key in store,
            lambda: list(store),
            store.metrics,
            store.tick,
            store.verify,
            store.refresh,
            store.flush,
        ]
        for action in actions:
            with pytest.raises(ValueError, match="the store is closed"):
                action()
    if kind != "memory":
        reader = opened(kind, tmp_path / "s", mode="r")
        found = reader.get(key).reshape(6, 40)
        np.testing.assert_array_equal(found, left(kind, tensor_of(2), 8))


@pytest.mark.parametrize(
    "key",
    [
        5,
        None,
        b"ab",
        (1,),
        (1, 2, 3),
        ("a", 1),
        BlockKey(1, -1),
        BlockKey(1, 1 << 32),
        (1 << 128, 0),
    ],
)
def test_what_cannot_be_a_key(kind: Kind, key: Any, tmp_path: Path) -> None:
    store = opened(kind, tmp_path / "s")
    with pytest.raises(EncodingError, match="expected a "):
        store.put(key, tensor_of(1))
    recipe = FactorPolicy(source=key) if key is not None else None
    good = key_of(kind, "a")
    if recipe is not None:
        with pytest.raises(EncodingError, match="expected a "):
            store.put(good, tensor_of(1), recipe=recipe)
    assert len(store) == 0
    for action in (store.get, store.touch, store.meta):
        with pytest.raises(KeyError):
            action(key)


@pytest.mark.parametrize("recipe", [object(), "a", 3])
def test_what_cannot_be_a_recipe(kind: Kind, recipe: Any, tmp_path: Path) -> None:
    store = opened(kind, tmp_path / "s")
    with pytest.raises(FormatError, match="recipe: expected a DeltaPolicy or a FactorPolicy"):
        store.put(key_of(kind, "a"), tensor_of(1), recipe=recipe)


@pytest.mark.parametrize("end", ["discard", "evict", "replace"])
def test_a_reader_does_not_take_a_new_tensor_for_an_old_one(end: str, tmp_path: Path) -> None:
    """Files that are gone do not leave their numbers to others."""
    with opened("quire", tmp_path) as store:
        for name in "ab":
            store.put(name, tensor_of(1))
        reader = opened("quire", tmp_path, mode="r")
        reader.get("b")
        {
            "discard": lambda: store.discard("b"),
            "evict": lambda: store.evict("b"),
            "replace": lambda: store.put("b", tensor_of(2)),
        }[end]()
    with opened("quire", tmp_path) as store:
        store.put("c", tensor_of(3))
    np.testing.assert_array_equal(reader.get("a"), left("quire", tensor_of(1), 8))
    reader.refresh()
    np.testing.assert_array_equal(reader.get("c"), left("quire", tensor_of(3), 8))


@pytest.mark.parametrize("kind", ["quire", "ruvector"])
def test_the_order_of_use_is_there_when_a_store_is_opened_again(kind: Kind, tmp_path: Path) -> None:
    keys = [key_of(kind, name) for name in "abcd"]
    clock = Clock()
    with opened(kind, tmp_path, clock=clock) as store:
        for key in keys:
            store.put(key, tensor_of(1))
        clock.now += kind == "ruvector"  # its log has an order of first records
        store.touch(keys[0])
    with opened(kind, tmp_path) as store:
        assert list(store) == [*keys[1:], keys[0]]


def test_threads_share_a_store(kind: Kind, tmp_path: Path) -> None:
    store = opened(kind, tmp_path / "s", TierConfig(warm_byte_cap=700, min_residency=0))
    keys = [key_of(kind, name) for name in "abcd"]
    for key in keys:
        store.put(key, np.full(256, 1.0))

    def work(seed: int) -> None:
        rng = np.random.default_rng(seed)
        for number in range(120):
            key = keys[rng.integers(4)]
            match rng.integers(7):
                case 0:
                    store.put(key, np.full(256, number), Tier(1 + number % 3))
                case 1:
                    store.move(key, Tier(1 + number % 3))
                case 2:
                    store.tick()
                case 3:
                    assert key in store
                    assert store.meta(key).size == 256
                case 4:
                    store.touch(key)
                case _:
                    assert np.unique(store.get(key)).size == 1

    with ThreadPoolExecutor(6) as pool:
        list(pool.map(work, range(6)))
    sums = store.metrics()
    for tier in Tier:
        inside = [store.meta(key) for key in keys if store.meta(key).tier == tier]
        assert sums.tensors[tier] == len(inside)
        assert sums.nbytes[tier] == sum(meta.nbytes for meta in inside)
