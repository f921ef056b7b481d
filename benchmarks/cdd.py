"""CDD: writing and reading order books, beside zarr 3, plain numpy files and a memory copy."""

from __future__ import annotations

import importlib
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import count
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import numpy.typing as npt

from benchmarks.files import place, scratch
from benchmarks.order_books import FEATURES, LEVELS, order_books
from benchmarks.suite import Cell, Options, Table
from benchmarks.timing import Action, Timings, measure
from quire.cdd import DataReader, DataWriter
from quire.kernels.codecs.xor_delta.codec import XorDelta
from quire.kernels.contract import Operation
from quire.kernels.engine.dispatch import select
from quire.kernels.engine.threads import available_workers

Books = npt.NDArray[np.float32]

ROW_BYTES = 4 * LEVELS * FEATURES

CHUNKS = (1747, 437, 109)
"""Rows of a chunk, of quire and of zarr alike: 1 MiB, 256 KiB (the default), and 64 KiB."""

SLICES, SLICE_ROWS = 1000, 64

ROUNDS = 3
"""Of what takes seconds."""

SOME_CHUNKS = 50
"""Chunks that are read one by one, of which the mean is taken."""

TYPES = ("okx_f32", "okx_f16", "zstd", "raw")
"""Of chunks of quire."""

NEW, WARM = "memory copy, into new memory", "memory copy, into warm memory"
ZARR = "zarr, zstd 1"
"""What the targets are about."""

SAVED, MAPPED = "numpy .npy", "numpy .npy, mapped"


@dataclass(frozen=True, slots=True)
class Store:
    """One way to store the array.

    Attributes:
        path: Of its file, or folder.
        write: Store the array at another path.
        whole: Read all of it.
        rows: Read a range of rows.
        chunk: Read one chunk, by its number; None where there are none.
        into: Read all of it into an array.
        rounded: Whether it goes through float16.
    """

    path: Path
    write: Callable[[Path], object]
    whole: Action
    rows: Callable[[int, int], Books]
    chunk: Callable[[int], Books] | None = None
    into: Callable[[Books], object] | None = None
    rounded: bool = False

    @property
    def size(self) -> int:
        """Stored bytes."""
        files = self.path.rglob("*") if self.path.is_dir() else [self.path]
        return sum(file.stat().st_size for file in files if file.is_file())


def tables(options: Options) -> Iterator[Table]:
    """The tables of this suite, one by one."""
    array = order_books((200_000_000 if options.quick else 1_000_000_000) // ROW_BYTES, 1)
    peer = _peer()
    yield _inverse_table(array, options)  # loads numba, as reading 2 MiB at once would
    with scratch(needed=6 * array.nbytes) as folder:
        for rows in CHUNKS:
            stores = dict(_stores(array, rows, folder / str(rows), peer))
            for name, store in stores.items():
                _check(name, store, array)
            note = _note(array, rows, folder, peer)
            yield _write_table(stores, array, rows, folder, note)
            yield _whole_table(stores, array, rows, note)
            yield _chunk_table(stores, array, rows, options, note)
            yield _slice_table(stores, array, rows, note)
            shutil.rmtree(folder / str(rows))


def _peer() -> ModuleType | None:
    """Zarr, if it is installed."""
    try:
        return importlib.import_module("zarr")
    except ImportError:
        return None


def _note(array: Books, rows: int, folder: Path, peer: ModuleType | None) -> str:
    words = (
        f"Order books {array.shape}, {array.nbytes / 1e6:,.0f} MB, in chunks of {rows} rows "
        f"({rows * ROW_BYTES / 1024:,.0f} KiB) in quire and zarr; files {place(folder)}. "
        f"{available_workers()} processors."
    )
    return f"{words} zarr {peer.__version__}." if peer else f"{words} zarr is not installed."


# -- ways to store ---------------------------------------------------------------------------


def _stores(
    array: Books, rows: int, folder: Path, peer: ModuleType | None
) -> Iterator[tuple[str, Store]]:
    """All ways, with the array stored in each."""
    folder.mkdir()
    for kind in TYPES:
        yield from _of_quire(array, rows, folder, kind)
    if peer is not None:
        yield from _of_zarr(array, rows, folder, peer)
    path = folder / "array.npy"
    np.save(path, array)
    write = partial(_save, array)
    rows_of = partial(_rows_of_file, path)
    yield SAVED, Store(path, write, partial(np.load, path), rows_of)
    mapped = np.load(path, mmap_mode="r")
    yield MAPPED, Store(path, write, mapped.copy, partial(_copy_rows, mapped))


def _of_quire(array: Books, rows: int, folder: Path, kind: str) -> Iterator[tuple[str, Store]]:
    path = folder / f"{kind}.cdd"
    write = partial(_write, array, rows, kind)
    write(path)
    for verify in (True, False):
        reader = DataReader(path, verify_hashes=verify)
        store = Store(
            path,
            write,
            reader.to_numpy,
            partial(_read_rows, reader.rows),
            reader.get_chunk,
            reader.to_numpy,
            rounded=kind == "okx_f16",
        )
        yield f"quire, {kind}" + ("" if verify else ", not verified"), store


def _write(array: Books, rows: int, kind: str, path: Path) -> None:
    with DataWriter(path) as writer:
        writer.append(array, kind, target_bytes=rows * ROW_BYTES)


def _of_zarr(
    array: Books, rows: int, folder: Path, zarr: ModuleType
) -> Iterator[tuple[str, Store]]:
    codecs = importlib.import_module("zarr.codecs")
    shuffled = {"clevel": 1, "shuffle": "shuffle"}
    for name, codec in (
        (ZARR, codecs.ZstdCodec(level=1)),
        ("zarr, blosc zstd 1, shuffled", codecs.BloscCodec(cname="zstd", **shuffled)),
        ("zarr, blosc lz4, shuffled", codecs.BloscCodec(cname="lz4", **shuffled)),
    ):
        path = folder / f"{name.replace(', ', '-')}.zarr"
        write = partial(_write_zarr, zarr, array, rows, codec)
        write(path)
        stored = zarr.open_array(path, mode="r")
        yield (
            name,
            Store(
                path,
                write,
                partial(_whole_of, stored),
                partial(_read_rows, stored),
                partial(_chunk_of, stored, rows),
            ),
        )


def _write_zarr(zarr: ModuleType, array: Books, rows: int, codec: object, path: Path) -> None:
    stored = zarr.create_array(
        path,
        shape=array.shape,
        chunks=(rows, *array.shape[1:]),
        dtype=array.dtype,
        compressors=[codec],
    )
    stored[:] = array


def _whole_of(stored: Any) -> Any:
    return stored[:]


def _chunk_of(stored: Any, rows: int, number: int) -> Any:
    return stored[number * rows : (number + 1) * rows]


def _read_rows(rows: Any, start: int, stop: int) -> Any:
    return rows[start:stop]


def _copy_rows(rows: Books, start: int, stop: int) -> Books:
    return np.array(rows[start:stop])


def _rows_of_file(path: Path, start: int, stop: int) -> Books:
    """Rows of a file of numpy, which is opened for each slice and mapped."""
    return np.array(np.load(path, mmap_mode="r")[start:stop])


def _save(array: Books, path: Path) -> None:
    np.save(path.with_suffix(".npy"), array)
    path.with_suffix(".npy").rename(path)


def _check(name: str, store: Store, array: Books) -> None:
    """What is read has to be what was written: speed of anything else means nothing."""
    wanted = array[1000:3000]
    if store.rounded:
        wanted = wanted.astype(np.float16).astype(np.float32)
    if not np.array_equal(store.rows(1000, 3000), wanted):
        message = f"{name}: other rows come back"
        raise AssertionError(message)


# -- tables ------------------------------------------------------------------------------------


def _write_table(
    stores: dict[str, Store],
    array: Books,
    rows: int,
    folder: Path,
    note: str,
) -> Table:
    warm = np.zeros_like(array)
    names = [name for name in stores if name != MAPPED and not name.endswith(", not verified")]
    numbers = count()
    actions: dict[str, Action] = {NEW: array.copy, WARM: partial(np.copyto, warm, array)}
    actions |= {name: partial(_written, stores[name].write, folder, numbers) for name in names}
    timings = measure(actions, ROUNDS)
    found: list[list[Cell]] = [
        [
            name,
            stores[name].size / array.nbytes if name in stores else None,
            timings.median(name),
            array.nbytes / timings.median(name) / 1e9,
            timings.ratio(name, NEW),
            timings.ratio(name, WARM),
            _times(timings, ZARR, name),
        ]
        for name in actions
    ]
    note = (
        f"{note} quire computes the digest of every chunk, and writes with `durability="
        '"ordered"`. Target: at least twice as fast as zarr with zstd; below 16 copies.'
    )
    return Table(f"Writing, chunks of {rows} rows", _columns("stored / raw", "s"), found, note)


class _Written:
    """A file or folder that is removed when this is let go, which is not timed."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def __del__(self) -> None:
        if self._path.is_dir():
            shutil.rmtree(self._path)
        else:
            self._path.unlink()


def _written(write: Callable[[Path], object], folder: Path, numbers: Iterator[int]) -> _Written:
    path = folder / f"written-{next(numbers)}"
    write(path)
    return _Written(path)


def _whole_table(stores: dict[str, Store], array: Books, rows: int, note: str) -> Table:
    warm = np.zeros_like(array)
    actions: dict[str, Action] = {NEW: array.copy, WARM: partial(np.copyto, warm, array)}
    for name, store in stores.items():
        actions[name] = store.whole
        if store.into is not None:
            actions[f"{name}, into warm memory"] = partial(store.into, warm)
    timings = measure(actions, ROUNDS)
    found: list[list[Cell]] = [
        [
            name,
            timings.median(name),
            array.nbytes / timings.median(name) / 1e9,
            timings.ratio(name, NEW),
            timings.ratio(name, WARM),
            _times(timings, ZARR, name),
        ]
        for name in actions
    ]
    note = (
        f"{note} Into new memory where nothing else is said. Target: at least twice as fast as "
        "zarr with zstd; below 8 copies."
    )
    return Table(f"Reading the whole, chunks of {rows} rows", _columns("s"), found, note)


def _chunk_table(
    stores: dict[str, Store], array: Books, rows: int, options: Options, note: str
) -> Table:
    picked = np.random.default_rng(2).integers(0, len(array) // rows, SOME_CHUNKS).tolist()
    copied = partial(_each, lambda i: array[i * rows : (i + 1) * rows].copy(), picked)
    actions: dict[str, Action] = {NEW: copied}
    actions |= {
        name: partial(_each, store.chunk, picked)
        for name, store in stores.items()
        if store.chunk is not None
    }
    timings = measure(actions, options.rounds)
    title = f"Reading one chunk of {rows} rows"
    return _each_table(title, timings, actions, SOME_CHUNKS, rows, note)


def _slice_table(stores: dict[str, Store], array: Books, rows: int, note: str) -> Table:
    last = len(array) - SLICE_ROWS
    starts = np.random.default_rng(3).integers(0, last, SLICES).tolist()
    copied = partial(_slices, partial(_copy_rows, array), starts)
    actions: dict[str, Action] = {NEW: copied}
    actions |= {name: partial(_slices, store.rows, starts) for name, store in stores.items()}
    timings = measure(actions, ROUNDS)
    title = f"Reading {SLICES:,} random slices of {SLICE_ROWS} rows, chunks of {rows} rows"
    note = f"{note} One after another. Target: at least 5 times as fast as zarr with zstd."
    return _each_table(title, timings, actions, SLICES, SLICE_ROWS, note)


def _each_table(
    title: str, timings: Timings, actions: dict[str, Action], number: int, rows: int, note: str
) -> Table:
    found: list[list[Cell]] = [
        [
            name,
            timings.median(name) / number * 1e6,
            number * rows * ROW_BYTES / timings.median(name) / 1e9,
            timings.ratio(name, NEW),
            _times(timings, ZARR, name),
        ]
        for name in actions
    ]
    columns = ["", "µs each", "GB/s", "ratio to a copy", f"times as fast as {ZARR}"]
    return Table(title, columns, found, note)


def _each(read: Callable[[int], object], numbers: list[int]) -> None:
    for number in numbers:
        read(number)


def _slices(read: Callable[[int, int], object], starts: list[int]) -> None:
    for start in starts:
        read(start, start + SLICE_ROWS)


def _columns(*first: str) -> list[str]:
    copies = ["ratio to a copy, new", "warm"]
    return ["", *first, "GB/s", *copies, f"times as fast as {ZARR}"]


def _times(timings: Timings, base: str, name: str) -> Cell:
    """How many times as fast as `base`, if that was measured."""
    try:
        return timings.ratio(base, name)
    except KeyError:
        return None


# -- the transform alone -------------------------------------------------------------------------


def _inverse_table(array: Books, options: Options) -> Table:
    """Planes to order books, chunk by chunk in one thread; no zstd, no digests."""
    rows = CHUNKS[0]
    parts = [array[i : i + rows] for i in range(0, len(array) - rows, rows)]
    out = np.zeros_like(array)
    outs = [out[i : i + rows] for i in range(0, len(array) - rows, rows)]
    found: list[list[Cell]] = []
    for stored in ("float32", "float16"):
        told = XorDelta(
            shape=parts[0].shape,
            dtype="float32",
            stored=stored,
            width=LEVELS * FEATURES,
            planes=True,
        )
        encode = select(XorDelta, Operation.ENCODE, "cpu", "numba")
        decode = select(XorDelta, Operation.DECODE, "cpu", "numba")

        planes = np.empty((len(parts), parts[0].size * np.dtype(stored).itemsize), np.uint8)
        for part, plane in zip(parts, planes, strict=True):
            encode(part, plane, told)
        # A copy reads and writes; halves are less to read.
        half = (planes.nbytes + out.nbytes) // 8
        source, target = array.reshape(-1)[:half], out.reshape(-1)[:half]
        actions: dict[str, Action] = {
            "copy": partial(np.copyto, target, source),
            "decode": partial(_all, decode, list(planes), outs, told),
        }
        timings = measure(actions, options.rounds)
        found.append(
            [
                stored,
                timings.median("decode"),
                timings.median("copy"),
                sum(part.nbytes for part in outs) / timings.median("decode") / 1e9,
                timings.ratio("decode", "copy"),
                timings.ratio("decode", "copy") * half / array.size,
            ]
        )
    note = (
        f"{out.nbytes / 1e6:,.0f} MB in chunks of {rows} rows, in one thread, into memory that was "
        "written before: planes put together, summed up and widened in one pass. The copy is "
        "`numpy.copyto` of (stored + decoded) / 2 bytes. Target: at most 1.3. The last column is "
        "beside a copy of what is decoded."
    )
    columns = [
        *("stored as", "decode s", "copy s", "GB/s float32", "ratio to the copy"),
        "to one of the decoded",
    ]
    return Table("The inverse of the order-book transform, without zstd", columns, found, note)


def _all(
    decode: Callable[..., object],
    planes: list[npt.NDArray[np.uint8]],
    outs: list[Books],
    told: XorDelta,
) -> None:
    for plane, out in zip(planes, outs, strict=True):
        decode(plane, out, told)
