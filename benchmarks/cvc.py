"""CVC: loading and packing, beside `decompressed`, numpy and a memory copy of the same bytes."""

from __future__ import annotations

import importlib
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import numpy.typing as npt

from benchmarks import cvc_columns, process
from benchmarks.files import place, scratch
from benchmarks.suite import Cell, Options, Table
from benchmarks.timing import Action, Timings, measure
from quire.cvc import load_cvc, open_cvc, pack_cvc
from quire.generated.cvc import Cvc

Vectors = npt.NDArray[np.float32]

DIMENSION = 768
CHUNK = 10_000
CODECS = ("fp16", "int8")
LAYOUTS = (0, 1)
"""Layouts of the format: v0 has no checksums, v1 has one for each chunk, and it is verified."""

NEW, WARM = "memory copy, into new memory", "memory copy, into warm memory"


@dataclass(frozen=True, slots=True)
class Entry:
    """One way to do what a table is about: a row of it.

    Attributes:
        name: The row's first cell.
        action: Does it.
        layout: Of the file; None for what has nothing to do with the format.
        peer: Whether it is a way of `decompressed`.
    """

    name: str
    action: Action
    layout: int | None = None
    peer: bool = False


def tables(options: Options) -> Iterator[Table]:
    """The tables of this suite, one by one."""
    rows = 20_000 if options.quick else 200_000
    vectors = np.random.default_rng(768).standard_normal((rows, DIMENSION), dtype=np.float32)
    peer = _peer()
    with scratch(needed=3 * vectors.nbytes) as folder:
        yield _decode_table(vectors, folder, options)
        for codec in CODECS:
            yield _load_table(codec, vectors, folder, peer, options)
        for codec in CODECS:
            yield _pack_table(codec, vectors, folder, peer, options)
        yield from cvc_columns.tables(vectors, folder, peer, options)
    del vectors
    yield process.start_table(options, peer=peer is not None)
    yield process.memory_table(options)


def _peer() -> ModuleType | None:
    """The original program, if it is installed."""
    try:
        return importlib.import_module("decompressed")
    except ImportError:
        return None


# -- one payload, one thread -------------------------------------------------------------------


def _decode_table(vectors: Vectors, folder: Path, options: Options) -> Table:
    parts = vectors[:CHUNK], vectors
    rows = [_decode_row(codec, part, folder, options) for codec in CODECS for part in parts]
    note = (
        "A payload of the generated reader is decoded by `Encoded.decode(out=...)` in one thread, "
        "into memory that was written before, from a file that was read before. The copy is "
        "`numpy.copyto` of (stored + decoded) / 2 bytes, which reads and writes together as much "
        "as decoding reads and writes. Target: at most 1.2 times the copy."
    )
    columns = ["payload", "decoded MB", "decode s", "copy s", "GB/s float32", "ratio to the copy"]
    return Table("Decoding a payload into a reused array", columns, rows, note)


def _decode_row(codec: str, vectors: Vectors, folder: Path, options: Options) -> list[Cell]:
    path = folder / "one.cvc"
    pack_cvc(vectors, path, codec, len(vectors), format_version=0)
    with Cvc.from_file(path) as file:
        payload = file.chunks[0].payload
        out = np.zeros(payload.shape, np.float32)
        source = np.ones((payload.stored_size + payload.nbytes) // 2, np.uint8)
        target = np.zeros_like(source)
        # A small payload takes little time: more rounds cost nothing.
        rounds = options.rounds * (1 if payload.nbytes > 2**28 else 11)
        actions: dict[str, Action] = {
            "decode": partial(payload.decode, out=out),
            "copy": partial(np.copyto, target, source),
        }
        timings = measure(actions, rounds)
        _expect_equal(out, load_cvc(path))
    path.unlink()
    decode, copy = timings.median("decode"), timings.median("copy")
    ratio = timings.ratio("decode", "copy")
    name = f"{codec}, {len(vectors):,} x {DIMENSION}"
    return [
        name,
        out.nbytes / 1e6,
        _precise(decode),
        _precise(copy),
        out.nbytes / decode / 1e9,
        ratio,
    ]


# -- whole files -------------------------------------------------------------------------------


def _load_table(
    codec: str, vectors: Vectors, folder: Path, peer: ModuleType | None, options: Options
) -> Table:
    out = np.zeros_like(vectors)
    paths = {layout: folder / f"v{layout}.cvc" for layout in LAYOUTS}
    entries = _copies(vectors, out)
    for layout, path in paths.items():
        pack_cvc(vectors, path, codec, CHUNK, format_version=layout)
        own = partial(load_cvc, path)
        quire = f"quire, v{layout}"
        entries += [
            Entry(f"{quire}, new result", own, layout),
            Entry(f"{quire}, `out=`", partial(own, out=out), layout),
            Entry(f"{quire}, `out=`, `workers=1`", partial(own, out=out, workers=1), layout),
            *_peer_loads(peer, path, layout, codec, own()),
        ]
    by_hand = partial(_load_by_hand, *_payloads(paths[0]), vectors.shape)
    _expect_equal(by_hand(), load_cvc(paths[0]))
    entries.append(Entry("numpy, offsets and parameters known", by_hand))
    timings = measure({entry.name: entry.action for entry in entries}, options.rounds)
    for path in paths.values():
        path.unlink()
    note = _load_note(peer)
    title = f"Loading {codec}, {len(vectors):,} x {DIMENSION} in chunks of {CHUNK:,}"
    return _table(title, entries, timings, vectors.nbytes, note)


def _load_note(peer: ModuleType | None) -> str:
    note = (
        "From the page cache. v0 and v1 are the layouts; the checksums of v1 are verified. "
        "`decompressed` always makes a new result. The copy is `numpy.copyto` of as many bytes as "
        "are decoded. Target: 3 times as fast as `decompressed` for fp16, and faster for int8."
    )
    return note if peer else f"{note} `decompressed` is not installed, and left out."


def _peer_loads(
    peer: ModuleType | None, path: Path, layout: int, codec: str, expected: Vectors
) -> Iterator[Entry]:
    """Both backends of `decompressed`, once their results have been compared with ours."""
    for backend in ("python", "cpp") if peer else ():
        load = partial(_peer_load, peer, path, backend)
        # Where its C++ is compiled for a processor with FMA, it rounds once instead of twice.
        _expect_equal(load(), expected, ulps=1 if (backend, codec) == ("cpp", "int8") else 0)
        yield Entry(f"decompressed, v{layout}, {backend}", load, layout, peer=True)


def _peer_load(peer: Any, path: Path, backend: str) -> Vectors:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # for v0
        result: Vectors = peer.load_cvc(str(path), framework="numpy", backend=backend)
    return result


@dataclass(frozen=True, slots=True)
class Payload:
    """What numpy needs to decode a chunk: offset and rows, and for int8 (min, scale)."""

    offset: int
    rows: slice
    quantiser: tuple[np.float32, np.float32] | None = None


def _payloads(path: Path) -> tuple[Path, list[Payload]]:
    with Cvc.from_file(path) as file, open_cvc(path) as reader:
        found = []
        for chunk, record in zip(reader.chunks, file.chunks, strict=True):
            quantiser = None
            if chunk.min is not None and chunk.scale is not None:
                quantiser = np.float32(chunk.min), np.float32(chunk.scale)
            rows = slice(chunk.start, chunk.stop)
            found.append(Payload(record.payload.offset or 0, rows, quantiser))
        return path, found


def _load_by_hand(path: Path, payloads: list[Payload], shape: tuple[int, int]) -> Vectors:
    """What a user of numpy writes, who knows the layout and trusts the file."""
    out = np.empty(shape, np.float32)
    for payload in payloads:
        target = out[payload.rows]
        dtype = "u1" if payload.quantiser else "<f2"
        stored = np.fromfile(path, dtype, target.size, offset=payload.offset).reshape(target.shape)
        if payload.quantiser:
            low, scale = payload.quantiser
            np.multiply(stored, scale, out=target, dtype=np.float32)
            target += low
        else:
            target[...] = stored
    return out


def _pack_table(
    codec: str, vectors: Vectors, folder: Path, peer: ModuleType | None, options: Options
) -> Table:
    target = np.zeros_like(vectors)
    entries = _copies(vectors, target)
    written = {}
    for layout in LAYOUTS:
        written[layout] = folder / f"quire{layout}.cvc"
        pack = partial(pack_cvc, vectors, written[layout], codec, CHUNK, format_version=layout)
        entries.append(Entry(f"quire, v{layout}", pack, layout))
        pack()
    if peer:
        path = folder / "peer.cvc"
        pack = partial(peer.pack_cvc, vectors, str(path), codec, CHUNK)
        pack()
        _expect_same_file(path, written[1])
        entries.append(Entry("decompressed, v1 (all it writes)", pack, 1, peer=True))
    raw = folder / "raw"
    by_hand = partial(_pack_by_hand, vectors, raw, codec)
    entries.append(Entry("numpy, payloads alone", by_hand))
    timings = measure({entry.name: entry.action for entry in entries}, options.rounds)
    for file in folder.iterdir():
        file.unlink()
    note = (
        f"Into a file {place(folder)}. quire's takes its name when it is whole and synced; the "
        "others are written over. `decompressed` writes the same file as quire, byte for byte."
    )
    note = note if peer else f"{note} `decompressed` is not installed, and left out."
    title = f"Packing {codec}, {len(vectors):,} x {DIMENSION} in chunks of {CHUNK:,}"
    return _table(title, entries, timings, vectors.nbytes, note)


def _pack_by_hand(vectors: Vectors, path: Path, codec: str) -> None:
    """What a user of numpy writes, without a header."""
    with path.open("wb") as file:
        for start in range(0, len(vectors), CHUNK):
            part = vectors[start : start + CHUNK]
            if codec == "fp16":
                part.astype(np.float16).tofile(file)
                continue
            low, high = part.min(), part.max()
            codes = np.round((part - low) / ((high - low) / np.float32(255)))
            codes.astype(np.uint8).tofile(file)


# -- the parts of a table ----------------------------------------------------------------------


def _copies(source: Vectors, warm: Vectors) -> list[Entry]:
    return [
        Entry(NEW, partial(_copy_into_new, source)),
        Entry(WARM, partial(np.copyto, warm, source)),
    ]


def _copy_into_new(source: Vectors) -> Vectors:
    target = np.empty_like(source)
    np.copyto(target, source)
    return target


def _table(title: str, entries: list[Entry], timings: Timings, decoded: int, note: str) -> Table:
    fastest = _fastest_peers(entries, timings)
    rows: list[list[Cell]] = []
    for entry in entries:
        seconds = timings.median(entry.name)
        same = fastest.get(entry.layout) if entry.layout is not None else None
        best = min(fastest.values(), key=timings.median, default=None)
        times = [
            None if peer is None or entry.layout is None else timings.ratio(peer, entry.name)
            for peer in (same, best)
        ]
        copies = [timings.ratio(entry.name, copy) for copy in (NEW, WARM)]
        rows.append([entry.name, seconds, decoded / seconds / 1e9, *copies, *times])
    columns = ["", "s", "GB/s float32", "ratio to a copy, new", "warm"]
    speeds = ["times as fast as decompressed, same layout", "any layout"]
    return Table(title, [*columns, *speeds], rows, note)


def _fastest_peers(entries: list[Entry], timings: Timings) -> dict[int, str]:
    """For each layout the fastest way of `decompressed`."""
    return {
        layout: min(names, key=timings.median)
        for layout in LAYOUTS
        if (names := [entry.name for entry in entries if entry.peer and entry.layout == layout])
    }


def _precise(seconds: float) -> str:
    return f"{seconds:.4f}"


def _expect_equal(found: Vectors, expected: Vectors, ulps: int = 0) -> None:
    """Speeds are compared of what gives the same result."""
    if not np.array_equal(found, expected):
        np.testing.assert_array_max_ulp(found, expected, maxulp=ulps)


def _expect_same_file(found: Path, expected: Path) -> None:
    if found.read_bytes() != expected.read_bytes():
        raise AssertionError(f"{found.name} is not {expected.name}")
