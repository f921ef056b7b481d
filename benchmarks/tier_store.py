"""Segments of frames and stores of tensors, beside a memory copy of the values."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import numpy as np
import numpy.typing as npt

from benchmarks.suite import Cell, Options, Table
from benchmarks.timing import Action, measure
from quire.tiers import BlockKey, Tier, TierConfig, TieredStore, decode_segment, encode_segment

Floats = npt.NDArray[np.float32]

FRAME = 4096
"""Values of a frame."""

SIZES = {"16 KiB": 1 << 12, "1 MiB": 1 << 18, "64 MiB": 1 << 24}
"""Values of the tensors of a store."""

ROUND_VALUES = 1 << 20
"""Values of a measurement: what is smaller is done repeatedly."""

COPY = "memory copy of the values"

BITS = {Tier.HOT: 8, Tier.WARM: 7, Tier.COLD: 3}


def tables(options: Options) -> Iterator[Table]:
    """The tables of this suite, one by one."""
    yield _segments(options)
    for name, count in SIZES.items():
        if count < 1 << 24 or not options.quick:
            yield _stores(name, count, options)


def _segments(options: Options) -> Table:
    """All frames of a segment, and one of them."""
    shape = ((1 << (20 if options.quick else 24)) // FRAME, FRAME)
    frames = np.random.default_rng(1).standard_normal(shape, np.float32)
    out, one = np.zeros_like(frames), np.zeros(FRAME, np.float32)
    actions: dict[str, Action] = {COPY: partial(np.copyto, out.copy(), frames)}
    for bits in (8, 7, 5, 3):
        blob = encode_segment(frames, bits)
        decode_segment(blob, out=out)
        if np.abs(out[0] - frames[0]).max() > np.abs(frames[0]).max() / (2**bits - 2) * 1.01:
            message = f"{bits} bits: not what was encoded"
            raise AssertionError(message)
        actions[f"encode, {bits} bits"] = partial(encode_segment, frames, bits)
        actions[f"decode, {bits} bits"] = partial(decode_segment, blob, out=out)
        actions[f"one frame, {bits} bits"] = partial(decode_segment, blob, 7, out=one)
    times = measure(actions, options.rounds)
    rows: list[list[Cell]] = []
    for name in actions:
        seconds = times.median(name)
        is_one = name.startswith("one")
        speed = None if is_one else frames.nbytes / seconds / 1e9
        rows.append([name, seconds * 1e6, speed, None if is_one else times.ratio(name, COPY)])
    return Table(
        f"Segments of {shape[0]:,} frames of {FRAME:,} values in groups of 64",
        ["", "us", "GB/s float32", "ratio to the copy"],
        rows,
        "From and to bytes in memory, in one thread; decoding into an array that was written"
        " before, encoding to new bytes.",
    )


def _stores(name: str, count: int, options: Options) -> Table:
    """Putting and getting a tensor, in memory and on disk."""
    values = np.random.default_rng(1).standard_normal(count, np.float32)
    out, times = np.zeros_like(values), max(1, ROUND_VALUES // count)
    actions: dict[str, Action] = {COPY: _repeated(partial(np.copyto, out.copy(), values), times)}
    with tempfile.TemporaryDirectory() as folder:
        opened = {
            "memory": TieredStore(config=TierConfig(warm_byte_cap=None)),
            "folder": TieredStore(Path(folder) / "quire", durable=False),
            "crate's directory": TieredStore(
                Path(folder) / "crate", layout="ruvector", durable=False
            ),
        }
        for place, store in opened.items():
            for tier, bits in BITS.items():
                key = BlockKey(tier)
                store.put(key, values, tier)
                if np.abs(store.get(key) - values).max() > np.abs(values).max() / 5:
                    message = f"{place}: not what was put"
                    raise AssertionError(message)
                actions[f"put, {bits} bits, {place}"] = _repeated(
                    partial(store.put, key, values, tier), times
                )
                actions[f"get, {bits} bits, {place}"] = _repeated(
                    partial(store.get, key, out), times
                )
        found = measure(actions, options.rounds)
        for store in opened.values():
            store.close()
    rows: list[list[Cell]] = []
    for action in actions:
        seconds = found.median(action) / times
        speed = values.nbytes / seconds / 1e9
        rows.append([action, seconds * 1e6, speed, found.ratio(action, COPY)])
    return Table(
        f"Stores: tensors of {name}",
        ["", "us", "GB/s float32", "ratio to the copy"],
        rows,
        "Into an array that was written before; `get` counts as an access. On disk with"
        " `durable=False`: nothing waits for the disk. The crate's directory is read and its"
        " checksum compared each time, the folder's files are mapped and compared once.",
    )


def _repeated(action: Action, times: int) -> Action:
    def run() -> None:
        for _ in range(times):
            action()

    return run
