"""Readers that look like arrays of numpy, with the array that each has to be like.

A format adds a row to `READERS`: a function that writes a small file into a folder, opens it, and
gives the reader with the array. Two axes, or more, of sizes that differ, and several chunks.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from quire import tiers
from quire.cdd import DataReader, DataWriter, GroupedReader, GroupedWriter, MemoryBackend
from quire.cvc import open_cvc, pack_cvc
from quire.finalfusion import Embeddings, NdArray, Norms, QuantizedArray, SimpleVocab, load
from quire.hpdkv import save_residuals, view_residuals

Array = npt.NDArray[Any]
Opened = tuple[Any, Array]

ROWS = np.linspace(-15, 17.5, 22 * 3, dtype=np.float32).reshape(22, 3)
"""Halves from -15 to 17.5, which every scheme keeps."""

WORDS = [f"w{number}" for number in range(22)]
CODES = np.arange(44, dtype=np.uint8).reshape(22, 2) * 7 % 4
BOOKS = np.arange(2 * 4 * 2, dtype=np.float32).reshape(2, 4, 2)


def cvc(folder: Path) -> Opened:
    """Chunks of 5 rows, with checksums."""
    pack_cvc(ROWS, folder / "rows.cvc", chunk_size=5, format_version=1)
    return open_cvc(folder / "rows.cvc"), ROWS


def cvc_mixed(folder: Path) -> Opened:
    """A chunk of each of several schemes."""
    pack_cvc(ROWS, folder / "mixed.cvc", ["lossless", "fp16", "bfloat16"], chunk_size=8)
    return open_cvc(folder / "mixed.cvc"), ROWS


def finalfusion_plain(folder: Path) -> Opened:
    """Rows that are views of a mapped file."""
    Embeddings(NdArray(ROWS.copy()), SimpleVocab(WORDS)).write(folder / "plain.fifu")
    return load(folder / "plain.fifu", mmap=True).storage, ROWS


def finalfusion_quantised(folder: Path) -> Opened:
    """Rows that are reconstructed: two centroids side by side, times a norm."""
    norms = np.linspace(0, 5.25, 22, dtype=np.float32)
    storage = QuantizedArray(CODES, BOOKS, None, norms)
    Embeddings(storage, SimpleVocab(WORDS)).write(folder / "pq.fifu")
    parts = [BOOKS[part][CODES[:, part]] for part in range(2)]
    return load(folder / "pq.fifu").storage, np.concatenate(parts, axis=1) * norms[:, None]


def finalfusion_norms(folder: Path) -> Opened:
    """One axis."""
    norms = np.arange(22, dtype=np.float32)
    embeddings = Embeddings(NdArray(ROWS.copy()), SimpleVocab(WORDS), Norms(norms))
    embeddings.write(folder / "norms.fifu")
    return load(folder / "norms.fifu").norms, norms


def cdd(folder: Path) -> Opened:
    """Chunks of 4 rows, of which the last one is shorter."""
    with DataWriter(folder / "rows.cdd") as writer:
        writer.append(ROWS, target_bytes=4 * 12)
    return DataReader(folder / "rows.cdd").rows, ROWS


def cryptodd(_: Path) -> Opened:
    """Chunks of any number of rows, some of none, with three axes, in memory."""
    array = ROWS.astype(np.float64).reshape(22, 3, 1).repeat(2, axis=2)
    with DataWriter(backend := MemoryBackend(), layout="cryptodd") as writer:
        for start, stop in ((0, 0), (0, 1), (1, 9), (9, 9), (9, 22)):
            writer.append_chunk(array[start:stop])
    return DataReader(backend).rows, array


def cdd_selected(folder: Path) -> Opened:
    """Some chunks, in another order, of a store whose others do not fit."""
    with DataWriter(folder / "mixed.cdd", mixed=True) as writer:
        for part in (ROWS[10:], ROWS.astype(np.int16), ROWS[:10]):
            writer.append_chunk(part)
    return DataReader(folder / "mixed.cdd").select([2, 0]), ROWS


def cdd_grouped(folder: Path) -> Opened:
    """One array of several."""
    with GroupedWriter(folder / "groups.cdd", ["a", "b"]) as writer:
        writer.append({"a": ROWS[:, 0], "b": ROWS}, target_bytes=7 * 12)
    return GroupedReader(folder / "groups.cdd")["b"], ROWS


def hpdkv_view(folder: Path) -> Opened:
    """Values where they are, in a mapped file."""
    save_residuals(folder / "rows.hpdv", ROWS)
    return view_residuals(folder / "rows.hpdv"), ROWS.astype(np.float16)


def tiers_file(folder: Path) -> Opened:
    """Blocks of 7 values."""
    tiers.save_tensor(folder / "a.qtr", ROWS, block_size=7)
    return tiers.open_tensor(folder / "a.qtr"), tiers.quantize(ROWS, 8, 7).dequantize()


def tiers_bytes(_: Path) -> Opened:
    """Three axes, of bytes."""
    values = np.arange(22 * 3 * 2, dtype=np.float32).reshape(22, 3, 2)
    found = tiers.quantize(values, 3, 5)
    return tiers.open_tensor(tiers.pack_tensor(found)), found.dequantize()


def tiers_absent(folder: Path) -> Opened:
    """Zeros."""
    tiers.save_tensor(folder / "gone.qtr", tiers.AbsentTensor((22, 3)))
    return tiers.open_tensor(folder / "gone.qtr"), np.zeros((22, 3), np.float32)


def tiers_quantized(_: Path) -> Opened:
    """An array in memory that is decoded."""
    found = tiers.quantize(ROWS, 5, 4)
    return found, found.dequantize()


READERS: tuple[Callable[[Path], Opened], ...] = (
    cvc,
    cvc_mixed,
    finalfusion_plain,
    finalfusion_quantised,
    finalfusion_norms,
    cdd,
    cryptodd,
    cdd_selected,
    cdd_grouped,
    hpdkv_view,
    tiers_file,
    tiers_bytes,
    tiers_absent,
    tiers_quantized,
)
