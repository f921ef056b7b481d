"""The demo of tiered quantisation: tensors at every tier, frames, deltas, a store, and damage."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from pathlib import Path
from textwrap import indent
from typing import Any

import numpy as np
import numpy.typing as npt
from show import headline, numbers, refused, step

from quire import tiers
from quire.generated.tiers import Tiers
from quire.runtime.showing.dump import dump, outline

Floats = npt.NDArray[np.float32]

TIERS: dict[str, dict[str, Any]] = {
    "hot": {"bits": 8},
    "warm": {"bits": 7},
    "warm, aggressive": {"bits": 5},
    "cold": {"bits": 3, "two_level": False},
    "cold, two scales": {"bits": 3, "two_level": True},
}


def demo_tiers(folder: Path) -> None:
    """Tiers: quantised tensors."""
    headline("Tiers: tensors in codes of 8, 7, 5 and 3 bits")
    tensor = made_up_tensor()
    all_tiers(tensor)
    heavy_tails(tensor)
    rows_of_a_file(tensor, folder / "layer.qtr")
    look_inside(folder / "layer.qtr")
    not_kept(folder / "gone.qtr")
    frames_over_time(tensor)
    what_differs(tensor)
    use_and_disuse(tensor, folder / "store")
    too_many_warm(tensor)
    made_of_another(tensor, folder / "store")
    as_the_crate_has_it(tensor, folder / "crate")
    refuse_damage(tensor)


def made_up_tensor() -> Floats:
    """Keys of an attention layer: 2,000 tokens, 8 heads of 64 dimensions."""
    rng = np.random.default_rng(19)
    return rng.standard_normal((2000, 8, 64)).astype(np.float32)


def all_tiers(tensor: Floats) -> None:
    """Quantise at each tier, and see what it costs."""
    step(f"float32 {tensor.shape}, {tensor.nbytes:,} bytes, at every tier, in blocks of 64 values")
    print(f"  {'tier':>16}  bits     bytes  ratio  largest error     RMS")
    for name, options in TIERS.items():
        found = tiers.quantize(tensor, **options)
        print(f"  {name:>16} {costs(tensor, found)}")


def costs(tensor: Floats, found: tiers.QuantizedArray) -> str:
    """Bits, bytes, ratio and errors on one line."""
    errors = found.dequantize() - tensor
    largest, rms = np.abs(errors).max(), np.sqrt((errors**2).mean())
    ratio = tensor.nbytes / found.nbytes
    return f"{found.bits:5} {found.nbytes:9,} {ratio:6.2f} {largest:14.4f} {rms:7.4f}"


def heavy_tails(tensor: Floats) -> None:
    """Give a few tokens outliers; blocks that have one get two scales."""
    step("a few outliers, a hundred times as large: what they spoil with 3 bits")
    spoilt = tensor.copy()
    spoilt[::10, :, 5] *= 100
    usual = np.abs(spoilt) < 5
    print(f"  {'scales':>16}     bytes   RMS error of the other values")
    for name, two_level in (("one", False), ("as blocks need", "auto"), ("two", True)):
        found = tiers.quantize(spoilt, 3, two_level=two_level)  # type: ignore[arg-type]  # one of three
        errors = (found.dequantize() - spoilt)[usual]
        print(f"  {name:>16} {found.nbytes:9,}   {np.sqrt((errors**2).mean()):.4f}")


def rows_of_a_file(tensor: Floats, path: Path) -> None:
    """Save, map, and decode the blocks of a few rows."""
    step("saved; rows are read from the mapped file, and nothing else is decoded")
    tiers.save_tensor(path, tensor, 7, metadata={"layer": "attention.0", "kind": "keys"})
    with tiers.open_tensor(path) as file:
        print(f"  {path.name}: {path.stat().st_size:,} bytes, {file.shape}, {file.metadata}")
        print(f"  stored token 500: {numbers(file[500][0, :6])} ...")
        print(f"  it was            {numbers(tensor[500][0, :6])} ...")
        print(f"  every 250th: {file[::250].shape}")


def look_inside(path: Path) -> None:
    """Print the tree of a file."""
    step(f"what is inside (from quire dump {path.name})")
    with Tiers.from_file(path) as record:
        print(indent(outline(dump(record)), "  "))


def not_kept(path: Path) -> None:
    """Keep the shape of a tensor alone, and how it is made of another."""
    step("tier 0: nothing is kept but the shape")
    tiers.save_tensor(path, tiers.AbsentTensor((2, 3)))
    print(f"  {path.stat().st_size} bytes read as {tiers.load_tensor(path).tolist()}")
    refused("and if zeros will not do", partial(tiers.load_tensor, path, fast_fail=True))
    tiers.save_tensor(path, tiers.AbsentTensor((2, 3), tiers.Reconstruct("delta", "attention.0")))
    refused("with a policy", partial(tiers.load_tensor, path))


def frames_over_time(tensor: Floats) -> None:
    """Keep frames that change slowly in a segment, and see a louder one begin the next."""
    step("100 frames that change slowly share their scales: a segment, of which one is read alone")
    rng = np.random.default_rng(20)
    frames = tensor[:10].reshape(-1) + 0.01 * rng.standard_normal((100, 5120)).astype(np.float32)
    blob = tiers.encode_segment(frames, bits=8)
    error = np.abs(tiers.decode_segment(blob, 99) - frames[99]).max()
    print(f"  {frames.nbytes:,} bytes in {len(blob):,}; the last frame is off by {error:.4f}")
    louder = np.vstack([frames[:60], 1.5 * frames[60:]])
    segments = tiers.encode_frames(louder, tiers.SegmentPolicy(hot_min_score=0))
    lengths = [tiers.segment_info(segment).num_frames for segment in segments]
    print(f"  half as large again from frame 60 on: segments of {lengths} frames")


def what_differs(tensor: Floats) -> None:
    """Keep what changed of a block, and a matrix in factors."""
    step("a block of which little has changed is a delta, a matrix of low rank is factors")
    block = tensor[:8]
    changed = block.copy()
    changed[3] += 0.1 * tensor[9]
    for delta in tiers.compute_deltas(block, changed, max_change_fraction=0.2) or ():
        error = np.abs(tiers.apply_delta(block, delta) - changed).max()
        changes = f"{delta.indices.size} of {block.size:,} values"
        print(f"  delta: {changes} in {delta.nbytes:,} bytes, off by {error:.5f}")
    matrix = tensor[:256, 0] @ tensor[:64, 1, :4].repeat(16, axis=1)
    factors = tiers.FactorSet.from_matrix(matrix, max_error=0.01)
    found = f"{factors.shape} of rank {factors.rank} in {factors.nbytes:,} bytes"
    print(f"  factors: {found}, {matrix.nbytes:,} before")


@dataclass
class Clock:
    """A clock that is set by hand, in ticks."""

    now: int = 0

    def __call__(self) -> int:
        """The time."""
        return self.now


def use_and_disuse(tensor: Floats, folder: Path) -> None:
    """Use tensors of a store more and less; see what ticks make of them, by a reader."""
    step("a store: three tensors, used more and less; a reader looks on, and its reading is no use")
    clock = Clock()
    with tiers.TieredStore(folder, clock=clock) as store:
        for name in ("always", "at times", "seldom"):
            store.put(name, tensor)
        look(store, folder, tensor, "put")
        pass_time(store, clock, 60, {"always": 1, "at times": 10})
        look(store, folder, tensor, "60 ticks later; the third was not used")
        pass_time(store, clock, 64, {"always": 1, "at times": 10, "seldom": 1})
        look(store, folder, tensor, "64 ticks later, in which it was: what it has lost stays lost")
        clock.now += 24 * 60 * 60
        pass_time(store, clock, 60, {"always": 1, "at times": 10})
        look(store, folder, tensor, "a day later, in which it was not: its data is gone")


def pass_time(store: tiers.TieredStore, clock: Clock, ticks: int, uses: dict[str, int]) -> None:
    """Let ticks depend on, in which tensors are used, each so often; then move what is due."""
    for _ in range(ticks):
        clock.now += 1
        for name, every in uses.items():
            if clock.now % every == 0:
                store.touch(name)
    store.tick()


def look(store: tiers.TieredStore, folder: Path, tensor: Floats, when: str) -> None:
    """Print a line for each tensor."""
    print(f"  {when}\n    {'':9} {'score':>5}  tier    bits      bytes  largest error")
    with tiers.TieredStore(folder, mode="r") as reader:
        for name in reader:
            meta, error = reader.meta(name), np.abs(reader.get(name) - tensor).max()
            kept = f"{meta.tier.name.lower():6} {meta.bits:5} {meta.nbytes:10,} {error:14.4f}"
            print(f"    {name:9} {store.score(name):5.2f}  {kept}")


def too_many_warm(tensor: Floats) -> None:
    """Put warm tensors until 7 bits are too many for all of them."""
    step("2,500,000 bytes for warm tensors: those used longest ago get 5 bits, and 7 again later")
    store = tiers.TieredStore(config=tiers.TierConfig(warm_byte_cap=2_500_000))
    for name in "abc":
        store.put(name, tensor, tiers.Tier.WARM)
        print(f"  {name} comes: {bits_of(store)}")
    store.move("c", tiers.Tier.COLD)
    store.get("a")
    print(f"  c goes, a is used: {bits_of(store)}")


def bits_of(store: tiers.TieredStore) -> str:
    """The bits of each tensor, and the bytes of the warm ones."""
    bits = ", ".join(f"{name} {store.meta(name).bits} bits" for name in sorted(map(str, store)))
    return f"{bits}; warm {store.metrics().nbytes[tiers.Tier.WARM]:,} bytes"


def made_of_another(tensor: Floats, folder: Path) -> None:
    """Keep of a tensor how it differs from another one, and no more."""
    step("an absent tensor is made of another one: a recipe")
    tuned = tensor.copy()
    tuned[::50] += 0.5
    with tiers.TieredStore(folder) as store:
        base = store.get("always")
        recipe = tiers.DeltaPolicy.between("always", base, tuned, threshold=0.1)
        store.put("tuned", tuned, recipe=recipe)
        store.evict("tuned")
        error = np.abs(store.get("tuned") - tuned).max()
        [file] = folder.glob("data/*.recipe")
        print(f"  {file.stat().st_size:,} bytes instead of {tensor.nbytes:,}, off by {error:.4f}")
        try:
            store.discard("always")
        except tiers.TensorNeeded as error:
            print(f"  the other one stays: {type(error).__name__}\n    {error}")


def as_the_crate_has_it(tensor: Floats, folder: Path) -> None:
    """Keep blocks as ruvector-temporal-tensor does, and read what it would find."""
    step("a store in a directory of ruvector-temporal-tensor, as this finds it")
    block, config = tensor[:8], tiers.TierConfig.ruvector()
    with tiers.TieredStore(folder, config, layout="ruvector") as store:
        for tier in (tiers.Tier.HOT, tiers.Tier.WARM, tiers.Tier.COLD):
            store.put(tiers.BlockKey(7, int(tier)), block, tier)
    directory = tiers.BlockDirectory(folder)
    for key, record in directory.records.items():
        values = directory.read(key, block.size).dequantize()
        error = np.abs(values.reshape(block.shape) - block).max()
        kept = f"{record.bits} bits, {record.block_bytes:,} bytes and a scale"
        print(f"  block {key.block_index} of {key.tensor_id}: {kept}, off by {error:.4f}")


def refuse_damage(tensor: Floats) -> None:
    """Damage a file in several ways, and print what a reader says."""
    step("damaged files are refused: where, what was expected, and what was found")
    whole = tiers.pack_tensor(tensor, 3, two_level=True)
    copies = {
        "cut": whole[:-1],
        "a bit in the blocks": whole[:9000] + bytes([whole[9000] ^ 4]) + whole[9001:],
        "codes of 4 bits": whole[:5] + b"\4" + whole[6:],
        "blocks of 32": whole[:8] + b"\x20" + whole[9:],
        f"2^60 values in {len(whole):,} bytes": whole[:12]
        + (2**51).to_bytes(8, "little")
        + whole[20:],
    }
    for damage, content in copies.items():
        refused(damage, partial(tiers.load_tensor, content))
