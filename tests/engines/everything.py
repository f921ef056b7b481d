"""Datasets of every kind: formats that hold an array, columns, and records of a foreign spec."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

import quire
from quire.cvc import pack_cvc_columns
from quire.datasets import Dataset, Part
from tests.datasets.test_foreign import CAPTURES, SPECS
from tests.formats.contract.samples import ROWS, SAMPLES

PART_ROWS = 60
KINDS = (*(sample.name for sample in SAMPLES), "columns", "npy", "pcap")


def written(folder: Path) -> dict[str, Dataset]:
    """One of each kind, planned from files in a folder."""
    found = {}
    for sample in SAMPLES:
        path = folder / sample.name
        sample.write(path, sample.expected())
        found[sample.name] = quire.parts(path, rows_per_part=PART_ROWS)
    columns = {"a": np.arange(ROWS, dtype=np.float32), "b": np.ones((ROWS, 3), np.float32)}
    pack_cvc_columns(columns, folder / "columns.cvc", chunk_size=50)
    found["columns"] = quire.parts(folder / "columns.cvc", rows_per_part=PART_ROWS)
    np.save(folder / "it.npy", np.arange(ROWS * 3, dtype="<i2").reshape(ROWS, 3))
    found["npy"] = quire.parts(folder / "it.npy", rows_per_part=PART_ROWS)
    spec = SPECS / "network" / "pcap.ksy"
    found["pcap"] = quire.parts(CAPTURES, "packets", 5, spec=spec, imports=[SPECS], raw=["body"])
    return found


def digest_of_part(part: Part) -> bytes:
    """A digest of what a part reads."""
    return digest_of(part.read())


def digest_of(rows: Any) -> bytes:
    """A digest of the values of an array, or of a table and the names of its columns."""
    if isinstance(rows, np.ndarray):
        return hashlib.sha256(np.ascontiguousarray(rows).tobytes()).digest()
    table = pa.table(rows)
    told = repr([(name, table[name].to_pylist()) for name in table.column_names])
    return hashlib.sha256(told.encode()).digest()


def together(digests: Iterable[bytes]) -> str:
    """One digest of those of all parts, in order."""
    return hashlib.sha256(b"".join(digests)).hexdigest()
