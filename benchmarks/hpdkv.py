"""HPΔKV: unpacking and packing residuals, beside a memory copy of the dense tensor."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from benchmarks.suite import Cell, Options, Table
from benchmarks.timing import Action, Timings, measure
from quire.hpdkv import (
    add_residuals,
    pack_residuals,
    sparse_residuals,
    unpack_residuals,
    view_residuals,
)
from quire.kernels.codecs.zlib import library as zlib
from quire.kernels.engine.threads import available_workers

Halves = npt.NDArray[np.float16]

SHARES = (0.05, 0.01)

COLUMNS = ["", "blob / dense", "s", "GB/s dense", "ratio to a copy, new", "warm"]

NEW, WARM = "memory copy, into new memory", "memory copy, into warm memory"


def tables(options: Options) -> Iterator[Table]:
    """The tables of this suite, one by one."""
    rows = 2048 if options.quick else 8192
    rng = np.random.default_rng(1)
    tensor = (rng.standard_normal((rows, 4096), np.float32) * 0.01).astype(np.float16)
    blobs = dict(_blobs(tensor))
    for name, blob in blobs.items():
        _check(name, blob, tensor)
    note = (
        f"Normal float16 {tensor.shape}, {tensor.nbytes / 1e6:,.0f} MB dense, in one thread of "
        f"{available_workers()} processors. GB/s are of the dense tensor, and zlib is"
        f" {zlib.library_name()}."
    )
    yield _unpack_table(tensor, blobs, options, note)
    yield _pack_table(tensor, options, note)


def _blobs(tensor: Halves) -> Iterator[tuple[str, bytes]]:
    yield "dense", pack_residuals(tensor)
    yield "dense, zlib", pack_residuals(tensor, compress=True)
    for share in SHARES:
        yield f"{share:.0%} by index", pack_residuals(tensor, store_topk=share, order="index")
        yield f"{share:.0%} by magnitude", pack_residuals(tensor, store_topk=share)
        yield (
            f"{share:.0%} by magnitude, zlib",
            pack_residuals(tensor, store_topk=share, compress=True),
        )


def _check(name: str, blob: bytes, tensor: Halves) -> None:
    """What is unpacked has to be what was packed: speed of anything else means nothing."""
    found = unpack_residuals(blob)
    kept = found.view(np.uint16) != 0
    if not np.array_equal(found[kept], tensor[kept]) or (name == "dense" and not kept.any()):
        message = f"{name}: other values come back"
        raise AssertionError(message)


def _unpack_table(tensor: Halves, blobs: dict[str, bytes], options: Options, note: str) -> Table:
    warm = np.zeros_like(tensor)
    stored = view_residuals(blobs["dense"])
    actions: dict[str, Action] = {NEW: stored.copy, WARM: partial(np.copyto, warm, stored)}
    sizes = dict.fromkeys(actions, tensor.nbytes)
    for name, blob in blobs.items():
        found: dict[str, Action] = {
            name: partial(unpack_residuals, blob),
            f"{name}, into warm memory": partial(unpack_residuals, blob, out=warm),
        }
        if name == "dense":
            found["dense, viewed"] = partial(view_residuals, blob)
        elif not name.startswith("dense"):
            found[f"{name}, indices and values alone"] = partial(sparse_residuals, blob)
            found[f"{name}, added in place"] = partial(add_residuals, warm, blob)
        sizes |= dict.fromkeys(found, len(blob))
        actions |= found
    timings = measure(actions, options.rounds)
    rows = [_row(name, sizes[name], tensor, timings) for name in actions]
    words = (
        f"{note} Copied are the values of the dense blob. Indices are looked through for repeats "
        "each time. Target: dense within 1.2 copies, sparse within 2, each into memory as new or "
        "as warm as that of the copy."
    )
    return Table("Unpacking", COLUMNS, rows, words)


def _pack_table(tensor: Halves, options: Options, note: str) -> Table:
    warm = np.zeros_like(tensor)
    wide = tensor.astype(np.float32)
    calls: dict[str, tuple[Any, dict[str, Any]]] = {
        "dense": (tensor, {}),
        "dense, of float32": (wide, {}),
        "dense, zlib": (tensor, {"compress": True}),
        **{
            f"{share:.0%} by {order}": (tensor, {"store_topk": share, "order": order})
            for share in SHARES
            for order in ("index", "magnitude")
        },
    }
    actions: dict[str, Action] = {NEW: tensor.copy, WARM: partial(np.copyto, warm, tensor)}
    sizes = dict.fromkeys(actions, tensor.nbytes)
    for name, (array, told) in calls.items():
        actions[name] = partial(pack_residuals, array, **told)
        sizes[name] = len(pack_residuals(array, **told))
    timings = measure(actions, 3 if options.quick else 5)
    rows = [_row(name, sizes[name], tensor, timings) for name in actions]
    return Table("Packing", COLUMNS, rows, f"{note} Copied is the tensor.")


def _row(name: str, size: int, tensor: Halves, timings: Timings) -> list[Cell]:
    seconds = timings.median(name)
    copies: list[Cell] = [timings.ratio(name, NEW), timings.ratio(name, WARM)]
    return [name, size / tensor.nbytes, seconds, tensor.nbytes / seconds / 1e9, *copies]
