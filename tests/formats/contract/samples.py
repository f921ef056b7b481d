"""A file of every format that holds an array, and what has to be read from it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from quire.cdd import DataWriter
from quire.cvc import pack_cvc
from quire.finalfusion import Embeddings, SimpleVocab
from quire.hpdkv import save_residuals
from quire.tiers import save_segment, save_tensor

Array = npt.NDArray[Any]

ROWS, COLUMNS = 257, 6
"""So many rows that chunks, groups and blocks of values end within them."""


@dataclass(frozen=True)
class Sample:
    """A way to make a file.

    Attributes:
        name: Of the sample.
        format: What `quire.open` calls it.
        write: Writes an array to a path.
        tolerance: How far what is read may be from what was written.
        digested: Whether the file has checksums of what it stores.
    """

    name: str
    format: str
    write: Callable[[Path, Array], None]
    tolerance: float
    digested: bool

    def expected(self) -> Array:
        """Numbers that float16 holds exactly, so that only codes of integers round them."""
        steps = np.arange(ROWS * COLUMNS, dtype=np.float32).reshape(ROWS, COLUMNS)
        return (steps * 7 % 257 - 128) / 64


def _cvc(compression: str) -> Callable[[Path, Array], None]:
    return lambda path, rows: pack_cvc(
        rows, path, compression=compression, chunk_size=50, format_version=1
    )


def _words(path: Path, rows: Array) -> None:
    names = [f"word{number}" for number in range(len(rows))]
    Embeddings(rows.copy(), SimpleVocab(names)).write(path)


def _store(layout: Literal["cdd", "cryptodd"]) -> Callable[[Path, Array], None]:
    def write(path: Path, rows: Array) -> None:
        with DataWriter(path, layout=layout) as writer:
            for start in range(0, len(rows), 50):
                writer.append_chunk(rows[start : start + 50])

    return write


def _residuals(**options: Any) -> Callable[[Path, Array], None]:
    return lambda path, rows: save_residuals(path, rows.astype(np.float16), **options)


SAMPLES = (
    Sample("cvc-fp16", "cvc", _cvc("fp16"), 0, digested=True),
    Sample("cvc-int8", "cvc", _cvc("int8"), 0.01, digested=True),
    Sample("finalfusion", "finalfusion", _words, 0, digested=False),
    Sample("cdd", "cdd", _store("cdd"), 0, digested=True),
    Sample("cryptodd", "cryptodd", _store("cryptodd"), 0, digested=True),
    Sample("hpdkv-dense", "hpdkv", _residuals(), 0, digested=False),
    Sample("hpdkv-packed", "hpdkv", _residuals(compress=True), 0, digested=False),
    Sample("hpdkv-sparse", "hpdkv", _residuals(store_topk=1.0), 0, digested=False),
    Sample("tiers", "tiers", lambda path, rows: save_tensor(path, rows, 8), 0.02, digested=True),
    Sample("tqtc", "tqtc", lambda path, rows: save_segment(path, rows, 8), 0.02, digested=False),
)
