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

from quire.cvc import open_cvc, pack_cvc
from quire.finalfusion import Embeddings, NdArray, Norms, QuantizedArray, SimpleVocab, load

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


READERS: tuple[Callable[[Path], Opened], ...] = (
    cvc,
    cvc_mixed,
    finalfusion_plain,
    finalfusion_quantised,
    finalfusion_norms,
)
