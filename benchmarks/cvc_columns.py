"""CVC: the lossless scheme and files with columns, beside `decompressed` and a memory copy."""

from __future__ import annotations

import contextlib
import io
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from benchmarks.suite import Cell, Options, Table
from benchmarks.timing import Action, Timings, measure
from quire.cvc import add_column, load_cvc, load_cvc_columns, pack_cvc, pack_cvc_columns

Vectors = npt.NDArray[np.float32]

CHUNK = 10_000
SLOW_ROWS = 300
"""Rows that `decompressed` packs and loads without loss: it looks at every value in Python."""

SCHEMES = {"text": "fp16", "image": "int8", "id": "none"}


def tables(vectors: Vectors, folder: Path, peer: Any, options: Options) -> Iterator[Table]:
    """The tables, one by one; `peer` is the original program, or None."""
    yield _lossless_table(vectors, folder, peer, options)
    yield _columns_table(vectors, folder, peer, options)


# -- lossless ----------------------------------------------------------------------------------


def _lossless_table(vectors: Vectors, folder: Path, peer: Any, options: Options) -> Table:
    few = vectors[:SLOW_ROWS]
    large, small, its = (folder / f"{name}.cvc" for name in ("large", "small", "its"))
    actions: dict[str, Action] = {
        "load": partial(load_cvc, large),
        "copy": partial(_copied, vectors),
        "pack": partial(pack_cvc, vectors, large, "lossless", CHUNK),
        "load few": partial(load_cvc, small, workers=1),
        "pack few": partial(pack_cvc, few, small, "lossless"),
    }
    actions["pack"]()
    actions["pack few"]()
    _expect_same(load_cvc(large), vectors)
    if peer:
        actions["its load"] = partial(peer.load_cvc, str(small), backend="python")
        actions["its pack"] = partial(_quiet, peer.pack_cvc, few, str(its), "lossless")
        actions["its pack"]()
        _expect_same(peer.load_cvc(str(small), backend="python"), few)
        if its.read_bytes() != small.read_bytes():
            raise AssertionError(f"{its.name} is not {small.name}")
    timings = measure(actions, options.rounds)
    share = large.stat().st_size / vectors.nbytes
    for path in folder.iterdir():
        path.unlink()
    rows: list[list[Cell]] = [
        ["load", *_speeds(timings, "load", vectors), *_against(timings, peer, "load")],
        ["pack", *_speeds(timings, "pack", vectors), *_against(timings, peer, "pack")],
    ]
    note = (
        f"{len(vectors):,} x {vectors.shape[1]} random values, which become {share:.2f} of their "
        f"size. `decompressed` is compared over {SLOW_ROWS} rows in one thread: files whose bytes "
        "are the same."
    )
    note = note if peer else f"{note} It is not installed, and left out."
    columns = ["", "s", "GB/s float32", "ratio to a copy, new", "times as fast as decompressed"]
    return Table("Lossless chunks", columns, rows, note)


def _against(timings: Timings, peer: Any, what: str) -> list[Cell]:
    return [timings.ratio(f"its {what}", f"{what} few") if peer else None]


def _speeds(timings: Timings, name: str, vectors: Vectors) -> list[Cell]:
    seconds = timings.median(name)
    return [seconds, vectors.nbytes / seconds / 1e9, timings.ratio(name, "copy")]


# -- columns -----------------------------------------------------------------------------------


def _columns_table(vectors: Vectors, folder: Path, peer: Any, options: Options) -> Table:
    half = vectors.shape[1] // 2
    data: dict[str, npt.NDArray[Any]] = {
        "text": np.ascontiguousarray(vectors[:, :half]),
        "image": np.ascontiguousarray(vectors[:, half:]),
        "id": np.arange(len(vectors), dtype=np.int32),
    }
    ours, its = folder / "ours.cvc", folder / "its.cvc"
    added, new = folder / "added.cvc", data["id"]
    ways: dict[str, Action] = {
        "load": partial(load_cvc_columns, ours),
        "pack": partial(pack_cvc_columns, data, ours, SCHEMES, CHUNK),
        "add a column": partial(add_column, ours, "new", new, output_path=added),
    }
    actions: dict[str, Action] = {**ways, "copy": partial(_copied, vectors)}
    ways["pack"]()
    if peer:
        load = partial(peer.load_cvc_columns, str(its), framework="numpy")
        actions |= {
            "its load": partial(load, backend="cpp"),
            "its load, python": partial(load, backend="python"),
            "its pack": partial(_quiet, peer.pack_cvc_columns, data, str(its), SCHEMES, CHUNK),
            "its add a column": partial(
                _quiet, peer.add_column, str(its), "new", new, output_path=str(added)
            ),
        }
        actions["its pack"]()
        if its.read_bytes() != ours.read_bytes():
            raise AssertionError(f"{its.name} is not {ours.name}")
        _expect_columns(load(backend="python"), load_cvc_columns(ours))
    timings = measure(actions, options.rounds)
    for path in folder.iterdir():
        path.unlink()
    if peer and timings.median("its load, python") < timings.median("its load"):
        fastest = {"load": "its load, python"}
    else:
        fastest = {"load": "its load"}
    rows: list[list[Cell]] = [
        [
            name,
            *_speeds(timings, name, vectors),
            timings.ratio(fastest.get(name, f"its {name}"), name) if peer else None,
        ]
        for name in ways
    ]
    note = (
        f"{len(vectors):,} rows in chunks of {CHUNK:,}: a column of fp16 and one of int8 of "
        f"dimension {half}, and one of int32. `decompressed` writes the same bytes, and loads by "
        "the faster of its backends; to add a column it decodes and encodes the others."
    )
    note = note if peer else f"{note} It is not installed, and left out."
    columns = ["", "s", "GB/s float32", "ratio to a copy, new", "times as fast as decompressed"]
    return Table("Columns", columns, rows, note)


# -- what both need ----------------------------------------------------------------------------


def _copied(source: Vectors) -> Vectors:
    target = np.empty_like(source)
    np.copyto(target, source)
    return target


def _quiet(call: Any, *args: Any, **options: Any) -> None:
    """Call what prints what it has done."""
    with contextlib.redirect_stdout(io.StringIO()):
        call(*args, **options)


def _expect_same(found: Vectors, expected: Vectors) -> None:
    """Speeds are compared of what gives the same result."""
    if found.tobytes() != expected.tobytes():
        raise AssertionError("what was loaded is not what was packed")


def _expect_columns(found: Mapping[str, Any], expected: Mapping[str, Any]) -> None:
    for name, array in expected.items():
        _expect_same(found[name].astype(array.dtype), array)
