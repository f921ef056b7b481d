"""Files that are written apart, and the commits that show them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

import quire
from quire.datasets import PartWriter
from tests.storage.writer import Told, Writer, rows


def _commit(path: Path, number: int, format: str) -> None:
    writer = PartWriter.begin(path, format)
    try:
        writer.commit([writer.write(i, rows(number + i)) for i in range(2)])
    finally:
        writer.abort()


def _commit_two(folder: Path, told: Told) -> None:
    for number in (1, 2):
        _commit(folder / "rows", number, "cvc")
        told()


def _collection(folder: Path) -> Any:
    return [np.asarray(part.read()).tobytes() for part in quire.parts(folder / "rows").parts]


def _make_two(folder: Path, told: Told) -> None:
    for number in (1, 2):
        _commit(folder / f"rows{number}.cdd", number, "cdd")
        told()


def _stores(folder: Path) -> Any:
    stores = sorted(folder.glob("*.cdd"))
    return [(each.name, np.asarray(quire.load(each)).tobytes()) for each in stores]


BY_PARTS = [
    Writer(
        "PartWriter, a collection",
        begin=lambda folder: _commit(folder / "rows", 0, "cvc"),
        run=_commit_two,
        state=_collection,
        again=lambda folder: _commit(folder / "rows", 3, "cvc"),
    ),
    Writer(
        "PartWriter, a store",
        begin=lambda _: None,
        run=_make_two,
        state=_stores,
        again=lambda folder: _commit(folder / "rows3.cdd", 3, "cdd"),
    ),
]
