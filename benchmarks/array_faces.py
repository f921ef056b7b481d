"""What users of arrays ask first: slices, rows by number, live appends, tiny files."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np

import quire
from benchmarks.files import place, scratch
from benchmarks.order_books import order_books
from benchmarks.suite import Cell, Options, Table
from benchmarks.timing import in_turn
from quire.cdd import BufferedWriter, DataReader, DataWriter, save_rows
from quire.cvc import load_cvc, open_cvc, pack_cvc
from quire.finalfusion import Embeddings, SimpleVocab
from quire.hpdkv import load_residuals, save_residuals
from quire.tiers import load_tensor, save_segment, save_tensor

DEFAULT_ROWS = 437
"""Order books of a chunk of 256 KiB, as quire makes them."""

SLICES, SLICE_ROWS = 50, 64

LIVE_ROWS = 20_000

VECTORS, TAKEN = (100_000, 768), 1_000
"""Rows by values of a file of vectors, and the rows that are taken of it by their numbers."""


def tables(options: Options) -> Iterator[Table]:
    """Processor time, in turn: what other processes do to the machine meets both."""
    rounds = 3 if options.quick else 9
    with scratch(needed=1 << 30) as folder:
        yield _slices(folder, 20_000 if options.quick else 200_000, rounds)
        yield _taken(folder, 20_000 if options.quick else VECTORS[0], rounds)
        yield _live(folder, rounds)
        yield _tiny(folder, rounds)


def _slices(folder: Path, rows: int, rounds: int) -> Table:
    books: Any = order_books(rows)
    zarr: Any = importlib.import_module("zarr")
    save_rows(folder / "books.cdd", books)
    theirs: dict[str, Any] = {}
    chosen = {"chosen by zarr": None, "of quire's size": (DEFAULT_ROWS, *books.shape[1:])}
    for name, chunks in chosen.items():
        path = folder / f"books-{len(theirs)}.zarr"
        theirs[name] = zarr.create_array(
            path, shape=books.shape, dtype=books.dtype, chunks=chunks or "auto"
        )
        theirs[name][:] = books
    starts = np.random.default_rng(1).integers(0, rows - SLICE_ROWS, SLICES).tolist()
    found: list[list[Cell]] = []
    with (
        DataReader(folder / "books.cdd") as verified,
        DataReader(folder / "books.cdd", verify_hashes=False) as trusted,
        quire.open(folder / "books.cdd", "cdd") as opened,
    ):
        ours = {"rows": verified.rows, "rows, not verified": trusted.rows, "quire.open": opened}
        for name, array in ours.items():
            for other, peer in theirs.items():
                mine, its = in_turn(
                    partial(_take, array, starts), partial(_take, peer, starts), rounds
                )
                shown = " x ".join(map(str, peer.chunks))
                cells = [mine / SLICES * 1e6, its / SLICES * 1e6, its / mine]
                found.append([name, f"{other}: {shown}", *cells])
    note = (
        f"Order books {books.shape}, chunks of 256 KiB in quire, zarr {zarr.__version__} with "
        f"zstd as it comes; files {place(folder)}. Random slices of {SLICE_ROWS} rows. "
        "Target: 5 times as fast."
    )
    columns = ["CDD", "zarr's chunks", "quire, µs", "zarr, µs", "times as fast"]
    return Table("Slices of rows at default chunk sizes", columns, found, note)


def _take(array: Any, starts: list[int]) -> None:
    for start in starts:
        array[start : start + SLICE_ROWS]


def _taken(folder: Path, rows: int, rounds: int) -> Table:
    """Beside numpy, which takes the same of a mapped file of float16 and widens it."""
    vectors = np.random.default_rng(2).random((rows, VECTORS[1]), np.float32)
    np.save(folder / "halves.npy", vectors.astype(np.float16))
    halves = np.load(folder / "halves.npy", mmap_mode="r")
    numbers = np.random.default_rng(3).integers(0, rows, TAKEN)
    found: list[list[Cell]] = []
    for codec in ("fp16", "int8", "lossless"):
        pack_cvc(vectors, folder / "taken.cvc", codec)
        for verify in (True, False):
            with open_cvc(folder / "taken.cvc", verify=verify) as file:
                file[numbers]  # checksums are compared once
                mine, its = in_turn(
                    partial(file.__getitem__, numbers),
                    lambda: halves[numbers].astype(np.float32),
                    rounds,
                )
            name = codec if verify else f"{codec}, not verified"
            found.append([name, mine / TAKEN * 1e6, its / TAKEN * 1e6, mine / its])
    note = (
        f"{TAKEN:,} rows by an array of their numbers, in any order, of {rows:,} x {VECTORS[1]}; "
        f"the file was read before; files {place(folder)}."
    )
    columns = ["CVC", "quire, µs a row", "numpy, µs a row", "times numpy"]
    return Table(
        "Rows of vectors by their numbers, beside a mapped file of float16", columns, found, note
    )


def _live(folder: Path, rounds: int) -> Table:
    books, numbers = order_books(LIVE_ROWS), count()

    def batch() -> None:
        with DataWriter(folder / f"{next(numbers)}.cdd") as writer:
            writer.append(books)

    def single(take: str) -> None:
        with DataWriter(folder / f"{next(numbers)}.cdd") as writer, BufferedWriter(writer) as rows:
            append = getattr(rows, take)
            for row in books if take == "append_row" else books[:, None]:
                append(row)

    found: list[list[Cell]] = []
    for take in ("append_row", "append"):
        mine, its = in_turn(partial(single, take), batch, rounds)
        found.append([f"BufferedWriter.{take}", mine / LIVE_ROWS * 1e6, mine / its])
    note = (
        f"{LIVE_ROWS:,} order books, one at a time, beside `DataWriter.append` of all. Target: 3."
    )
    return Table("Live appends of single rows", ["", "µs a row", "times the batch"], found, note)


def _tiny(folder: Path, rounds: int) -> Table:
    rows = np.random.default_rng(0).random((10, 64), np.float32)
    pack_cvc(rows, folder / "t.cvc")
    save_rows(folder / "t.cdd", rows)
    save_residuals(folder / "t.hpdkv", rows)
    save_tensor(folder / "t.qtr", rows, 8)
    save_segment(folder / "t.tqtc", rows, 8)
    Embeddings(rows.copy(), SimpleVocab(list("abcdefghij"))).write(folder / "t.fifu")
    np.save(folder / "t.npy", rows)
    named: dict[str, Callable[[], object]] = {
        "load_cvc": partial(load_cvc, folder / "t.cvc"),
        "load_residuals": partial(load_residuals, folder / "t.hpdkv"),
        "load_tensor": partial(load_tensor, folder / "t.qtr"),
    }
    for ending in ("cvc", "fifu", "cdd", "hpdkv", "qtr", "tqtc"):
        named[f"quire.load, .{ending}"] = partial(quire.load, folder / f"t.{ending}")
    found: list[list[Cell]] = []
    for name, load in named.items():
        load()  # kernels are loaded by the first one, which would be taken for what one takes
        mine, its = in_turn(load, partial(np.load, folder / "t.npy"), rounds)
        found.append([name, mine * 1e6, mine / its])
    note = "10 rows of 64 values, warm. Target: 100 µs."
    return Table("Tiny files", ["", "µs", "times numpy.load"], found, note)
