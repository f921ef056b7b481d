"""The demo of HPΔKV: what quantised weights lack is kept, in full or in part, and put back."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from textwrap import indent

import numpy as np
import numpy.typing as npt
from show import headline, refused, step

from quire.generated.hpdkv import Hpdkv
from quire.hpdkv import (
    Bundle,
    add_residuals,
    estimate_hpdkv_size,
    pack_residuals,
    residual,
    restore,
    save_bundle,
    save_residuals,
    sparse_residuals,
    unpack_residuals,
    view_residuals,
)
from quire.runtime.showing.dump import dump, outline

Halves = npt.NDArray[np.float16]

LAYERS = {"attention.weight": (768, 768), "mlp.weight": (3072, 768), "bias": (768,)}

LEVELS = 16
"""Of the made-up quantiser: 4 bits."""


def demo_hpdkv(folder: Path) -> None:
    """HPΔKV: residuals of quantised tensors."""
    headline("HPΔKV: what quantised weights lack")
    weights = made_up_weights()
    start = quantised(weights)
    put_back(weights, start)
    look_inside(weights, start, folder / "layer.hpdv")
    read_parts(weights, start, folder / "layer.hpdv")
    several(folder / "model.hpdb")
    refuse_damage(weights, start)


def made_up_weights(shape: tuple[int, ...] = LAYERS["attention.weight"]) -> Halves:
    """Weights as a layer has them: normal, small."""
    rng = np.random.default_rng(16)
    weights: Halves = (rng.standard_normal(shape) * 0.02).astype(np.float16)
    return weights


def quantised(weights: Halves) -> Halves:
    """The nearest of 16 levels, with 0 among them, in blocks of 64."""
    blocks = weights.astype(np.float32).reshape(-1, 64)
    scale = np.abs(blocks).max(axis=1, keepdims=True) / (LEVELS // 2)
    codes = np.clip(np.rint(blocks / scale), -LEVELS // 2, LEVELS // 2 - 1)
    made: Halves = (codes * scale).astype(np.float16)
    return made.reshape(weights.shape)


def put_back(weights: Halves, start: Halves) -> None:
    """Keep all residuals, or the largest, and see what they bring."""
    step(f"a layer of {weights.size:,} weights in {LEVELS} levels; some of the residuals are kept")
    kept = residual(weights, start)
    print(f"  {'kept':>9} {'bytes':>9} {'estimate':>9}   largest error")
    for share in (None, 0.1, 0.01):
        for compress in (False, True):
            blob = pack_residuals(kept, store_topk=share, compress=compress)
            most = estimate_hpdkv_size(kept, store_topk=share, compress=compress)
            back = restore(start, blob)
            error = np.abs(back.astype(float) - weights).max()
            name = ("all" if share is None else f"{share:.0%}") + (", zlib" if compress else "")
            shown = f"{error:.5f}" if error else "none: every weight is exact"
            print(f"  {name:>9} {len(blob):9,} {most:9,}   {shown}")
    before = np.abs(start.astype(float) - weights).max()
    print(f"  {'none':>9} {0:9,} {0:9,}   {before:.5f}")


def look_inside(weights: Halves, start: Halves, path: Path) -> None:
    """Print the tree of a file."""
    save_residuals(path, residual(weights, start), store_topk=0.05, compress=True)
    step(f"what is inside (from quire dump {path.name})")
    with Hpdkv.from_file(path) as record:
        print(indent(outline(dump(record)), "  "))


def read_parts(weights: Halves, start: Halves, path: Path) -> None:
    """Read without the dense tensor, without a copy, and into a tensor that is there."""
    step("sparse values without the dense tensor, dense ones without a copy, and sums in place")
    found = sparse_residuals(path.read_bytes())
    largest = f"{found.values[0]} at {found.indices[0]}"
    print(f"  sparse: {found.values.shape} values of {found.shape}, the largest is {largest}")
    dense = path.with_name("dense.hpdv")
    save_residuals(dense, residual(weights, start))
    view = view_residuals(dense)
    print(f"  mapped: {view.dtype} {view.shape}, {view.nbytes:,} bytes where they are")
    model = start.copy()
    add_residuals(model, dense.read_bytes())
    print(f"  added in place: exact is {np.array_equal(model, weights)}")


def several(path: Path) -> None:
    """Write a bundle, one tensor of it in parts, and restore from it."""
    step("several tensors in one bundle; large ones are cut into parts, here of 1,000,000 elements")
    weights = {name: made_up_weights(shape) for name, shape in LAYERS.items()}
    starts = {name: quantised(each) for name, each in weights.items()}
    pairs = ((name, residual(each, starts[name])) for name, each in weights.items())
    save_bundle(path, pairs, shard_elements=1_000_000)
    with Bundle(path) as bundle:
        for name in bundle:
            same = np.array_equal(bundle.restore(name, starts[name]), weights[name])
            print(f"  {name}: {bundle.dtype(name)} {bundle.shape(name)}, exact is {same}")


def refuse_damage(weights: Halves, start: Halves) -> None:
    """Damage a blob in several ways, and print what a reader says."""
    step("damaged blobs are refused: where, what was expected, and what was found")
    whole = pack_residuals(residual(weights, start), store_topk=0.01)
    packed = pack_residuals(weights, compress=True)
    huge = bytearray(pack_residuals(np.ones((1, 1), np.float16), store_topk=0.5))
    huge[8:16] = b"\xff\xff\0\0" * 2
    copies = {
        "cut": whole[:-1],
        "an unknown flag": with_byte(whole, 7, 0x81),
        "an index outside": with_byte(whole, 23, 0x7F),
        "an index twice": whole[:24] + whole[20:24] + whole[28:],
        "a bit in the values": with_byte(packed, 2000, packed[2000] ^ 4),
        f"a tensor of 8 GiB from {len(huge)} bytes": bytes(huge),
    }
    for damage, content in copies.items():
        refused(damage, partial(unpack_residuals, content))


def with_byte(content: bytes, at: int, value: int) -> bytes:
    """Content with another byte."""
    return content[:at] + bytes([value]) + content[at + 1 :]
