"""finalfusion: loading, lookups and neighbours, beside the original and a memory copy."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import numpy.typing as npt

from benchmarks import process
from benchmarks.files import scratch
from benchmarks.suite import Cell, Options, Table
from benchmarks.timing import Action, Timings, measure
from quire.finalfusion import (
    Embeddings,
    FinalfusionBucketVocab,
    FinalfusionHashIndexer,
    NdArray,
    Norms,
    QuantizedArray,
    SimpleVocab,
    load,
    load_storage,
    load_vocab,
)
from quire.kernels.engine.threads import available_workers

Matrix = npt.NDArray[np.float32]

COLUMNS = 300
EXPONENT = 17
"""Of the buckets of the file with subwords: 157 MB of rows."""

LETTERS = np.array(list("abcdefghijklmnopqrstuvwxyz" * 8 + "äöüß"))
"""One letter of 53 takes two bytes, as in German; so does every sixth word."""

NEW, WARM = "memory copy of the matrix, into new memory", "the same, into warm memory"


def tables(options: Options) -> Iterator[Table]:
    """The tables of this suite, one by one."""
    count = 20_000 if options.quick else 200_000
    peer = _peer()
    words = _words(count)
    rows = _unit_rows(count)
    with scratch(needed=3 * rows.nbytes, on_disk=True) as folder:
        yield _load_table(words, rows, folder, peer, options)
        yield _lookup_table(words, folder, peer, options)
        yield _similarity_table(words, rows, folder, peer, options)
    yield _open_table(options)


def _peer() -> ModuleType | None:
    """The original program, if it is installed."""
    try:
        return importlib.import_module("finalfusion")
    except ImportError:
        return None


def _words(count: int) -> list[str]:
    """Different words of 3 to 14 letters."""
    rng = np.random.default_rng(1)
    found: dict[str, None] = {}
    while len(found) < count:
        letters = rng.choice(LETTERS, (count, 14))
        for word, length in zip(letters, rng.integers(3, 15, count), strict=True):
            found["".join(word[:length])] = None
    return list(found)[:count]


def _unit_rows(count: int) -> Matrix:
    rows = np.random.default_rng(2).standard_normal((count, COLUMNS), dtype=np.float32)
    rows /= np.linalg.norm(rows, axis=1)[:, None]
    return rows


# -- loading -------------------------------------------------------------------------------------


def _load_table(
    words: list[str], rows: Matrix, folder: Path, peer: ModuleType | None, options: Options
) -> Table:
    path = folder / "simple.fifu"
    norms = Norms(np.full(len(words), 2, np.float32))
    Embeddings(NdArray(rows), SimpleVocab(words), norms).write(path)
    warm = np.zeros_like(rows)
    pairs: list[tuple[str, Action, Action | None]] = [
        (NEW, rows.copy, None),
        (WARM, partial(np.copyto, warm, rows), None),
        ("load, eager", partial(load, path), _of(peer, "load_finalfusion", path)),
        (
            "load, mapped",
            partial(load, path, mmap=True),
            _of(peer, "load_finalfusion", path, mmap=True),
        ),
        ("load_storage, eager", partial(load_storage, path), _of(peer, "load_storage", path)),
        ("load_vocab", partial(load_vocab, path), _of(peer, "load_vocab", path)),
    ]
    timings = _timings(pairs, options)
    note = (
        f"Files on disk, in the page cache: {rows.nbytes / 1e6:.0f} MB of rows and {len(words):,} "
        f"words, with norms. {available_workers()} processors. Eager loading takes the words and "
        "the index of them, too; `load_storage` passes over the words. Targets: load at least 5 "
        "times as fast as the original; rows at 0.8 or more of the speed of a copy (the ratio to a "
        "copy into new memory at most 1.25)."
    )
    found = [
        [name, timings.median(name), *(timings.ratio(name, copy) for copy in (NEW, WARM)), times]
        for name, times in _speeds(pairs, timings)
    ]
    columns = ["", "s", "ratio to a copy, new", "warm", "times as fast as finalfusion"]
    title = f"Loading {len(words):,} x {COLUMNS}"
    return Table(title, columns, found, _with_peer(note, peer))


def _of(peer: ModuleType | None, name: str, path: Path, **options: Any) -> Action | None:
    return None if peer is None else partial(getattr(peer, name), str(path), **options)


# -- lookups -------------------------------------------------------------------------------------


def _lookup_table(
    words: list[str], folder: Path, peer: ModuleType | None, options: Options
) -> Table:
    path = folder / "buckets.fifu"
    known = words[: len(words) // 2]
    indexer = FinalfusionHashIndexer(EXPONENT)
    rows = _unit_rows(len(known) + indexer.upper_bound)
    Embeddings(NdArray(rows), FinalfusionBucketVocab(known, indexer)).write(path)
    del rows
    ours, theirs = load(path), None if peer is None else peer.load_finalfusion(str(path))
    rng = np.random.default_rng(3)
    asked = [known[i] for i in rng.integers(0, len(known), 10_000)]
    unknown = [f"{a}{b}" for a, b in zip(words[-10_000:], words[:10_000], strict=True)]
    pairs: list[tuple[str, Action, Action | None]] = []
    for what, some in (("known", asked), ("unknown", unknown)):
        one_by_one = None if theirs is None else partial(_each, theirs.embedding, some)
        pairs += [
            (f"10,000 {what} words, one by one", partial(_each, ours.embedding, some), one_by_one),
            (f"10,000 {what} words at once", partial(ours.embeddings, some), one_by_one),
        ]
    timings = _timings(pairs, options)
    if theirs is not None:
        for word in (*asked[:100], *unknown[:100]):
            np.testing.assert_allclose(ours[word], theirs[word], rtol=1e-3, atol=1e-6)
    found: list[list[Cell]] = [
        [name, timings.median(name) * 1e6 / 10_000, times]
        for name, times in _speeds(pairs, timings)
    ]
    note = (
        f"Of {len(known):,} known words; an unknown one is the sum of the rows of its n-grams of "
        f"3 to 6 characters, among {1 << EXPONENT:,} buckets. The original is asked one by one."
    )
    columns = ["", "µs a word", "times as fast as finalfusion"]
    return Table("Looking up words", columns, found, _with_peer(note, peer))


def _each(look_up: Callable[[str], object], words: list[str]) -> None:
    for word in words:
        look_up(word)


# -- neighbours ----------------------------------------------------------------------------------


def _similarity_table(
    words: list[str], rows: Matrix, folder: Path, peer: ModuleType | None, options: Options
) -> Table:
    path = folder / "simple.fifu"
    ours, theirs = load(path), None if peer is None else peer.load_finalfusion(str(path))
    quantized = _quantized(words)
    query, product = rows[7].copy(), "the bare product of matrix and vector"
    near = None if theirs is None else partial(theirs.word_similarity, words[7], 10)
    pairs: list[tuple[str, Action, Action | None]] = [
        (product, partial(np.matmul, rows, query), None),
        ("10 nearest", partial(ours.word_similarity, words[7], 10), near),
        (
            "10 nearest, quantised (60 x 256 x 5)",
            partial(quantized.word_similarity, words[7]),
            None,
        ),
    ]
    timings = _timings(pairs, options)
    if theirs is not None:
        found = [each.word for each in ours.word_similarity(words[7], 10) or ()]
        if found != [each.word for each in theirs.word_similarity(words[7], 10)]:
            message = "the original finds other words"
            raise AssertionError(message)
    table: list[list[Cell]] = [
        [name, timings.median(name) * 1e3, timings.ratio(name, product), times]
        for name, times in _speeds(pairs, timings)
    ]
    note = (
        f"Among {len(words):,} words of {COLUMNS} dimensions. The original has no similarity on "
        "quantised rows."
    )
    columns = ["", "ms", "ratio to the bare product", "times as fast as finalfusion"]
    return Table("The ten nearest words", columns, table, _with_peer(note, peer))


def _quantized(words: list[str]) -> Embeddings:
    rng = np.random.default_rng(4)
    codes = rng.integers(0, 256, (len(words), 60)).astype(np.uint8)
    books = rng.standard_normal((60, 256, 5), dtype=np.float32)
    norms = rng.random(len(words), dtype=np.float32)
    return Embeddings(QuantizedArray(codes, books, None, norms), SimpleVocab(words))


# -- large files ---------------------------------------------------------------------------------

OPEN = """
import sys, time, numba
from quire.finalfusion import load
load(sys.argv[2], mmap=True)
start = time.perf_counter()
embeddings = load(sys.argv[1], mmap=True)
seconds = time.perf_counter() - start
print(seconds, len(embeddings.vocab))
"""


def _open_table(options: Options) -> Table:
    count = 200_000 if options.quick else 2_000_000
    with scratch(needed=1 << 30, on_disk=True) as folder:
        path, small = folder / "large.fifu", folder / "small.fifu"
        Embeddings(NdArray(_unit_rows(1)), SimpleVocab(["one"])).write(small)
        words = [f"{i * 2654435761 % 2**32:x}_{i}"[:13] for i in range(count)]
        rows = np.zeros((count, 250 if not options.quick else 25), np.float32)
        Embeddings(NdArray(rows), SimpleVocab(words)).write(path)
        vocabulary = sum(map(len, words)) + 4 * count
        del rows, words
        (_, _, base), (seconds, _, peak) = (
            map(float, process.run(OPEN + process.PEAK, str(opened), str(small)).printed.split())
            for opened in (small, path)
        )
        taken = (peak - base) * 1024
        size = path.stat().st_size
    row: list[Cell] = [
        f"load, mapped, {count:,} words",
        size / 1e9,
        seconds,
        taken / 1e6,
        vocabulary / 1e6,
        taken / vocabulary,
    ]
    note = (
        "A process that has loaded a file of one word before, with the same kernels. Memory is the "
        "peak beyond that, the pages of the mapped file included. Target: seconds; at most 3 times "
        "the bytes of the vocabulary, and none of the matrix."
    )
    columns = ["", "file GB", "s", "memory MB", "vocabulary MB", "times the vocabulary"]
    return Table("Opening a large file", columns, [row], note)


# -- the parts of a table ----------------------------------------------------------------------


def _timings(pairs: list[tuple[str, Action, Action | None]], options: Options) -> Timings:
    actions = {name: action for name, action, _ in pairs}
    peers = {_peer_of(name): theirs for name, _, theirs in pairs if theirs is not None}
    return measure({**actions, **peers}, options.rounds)


def _speeds(
    pairs: list[tuple[str, Action, Action | None]], timings: Timings
) -> Iterator[tuple[str, Cell]]:
    """Every action, and how many times as fast as the original it is."""
    for name, _, theirs in pairs:
        yield name, None if theirs is None else timings.ratio(_peer_of(name), name)


def _peer_of(name: str) -> str:
    return f"finalfusion: {name}"


def _with_peer(note: str, peer: ModuleType | None) -> str:
    return note if peer else f"{note} finalfusion is not installed, and left out."
