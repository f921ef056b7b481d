"""The demo of tiered quantisation: a tensor at every tier, outliers, rows of a file, and damage."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from textwrap import indent
from typing import Any

import numpy as np
import numpy.typing as npt
from show import headline, numbers, refused, step

from quire import tiers
from quire.generated.tiers import Tiers
from quire.runtime.dump import dump, outline

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
