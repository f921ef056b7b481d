"""Small files of each format, written by its face: what fuzzing of that begins with."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

Write = Callable[[Path, Any], None]
"""Writes rows of float32 to a path."""


def samples_of(name: str, folder: Path) -> list[bytes]:
    """Files of a format; none if its face writes none.

    Args:
        name: The format.
        folder: Where they are written on the way.
    """
    rows = (np.arange(24, dtype=np.float32).reshape(6, 4) * 7 % 17 - 8) / 4
    found = []
    for number, write in enumerate(_WRITES.get(name, lambda: iter(()))()):
        path = folder / f"sample{number}.{name}"
        write(path, rows)
        found.append(path.read_bytes())
    return found


def _cvc() -> Iterator[Write]:
    from quire import cvc

    for compression in ("int8", "lossless", "int4"):
        yield lambda path, rows, by=compression: cvc.pack_cvc(rows, path, by, 4)  # type: ignore[misc]  # mypy does not infer it
    yield lambda path, rows: cvc.pack_cvc(rows, path, "fp16", 4, format_version=0)
    yield lambda path, rows: cvc.pack_cvc(rows, path, "fp16", 4, mmap_optimized=True)
    yield lambda path, rows: cvc.pack_cvc_columns({"a": rows, "b": rows[:, 0]}, path)
    yield lambda path, rows: cvc.pack_cvc_sections([(rows, "x"), (rows[:2], "y")], path)


def _finalfusion() -> Iterator[Write]:
    from quire.finalfusion import Embeddings, SimpleVocab

    def words(path: Path, rows: Any) -> None:
        found = Embeddings(rows.copy(), SimpleVocab([f"w{i}" for i in range(len(rows))]))
        found.metadata = {"made": "here"}
        found.write(path)

    yield words


def _word2vec() -> Iterator[Write]:
    from quire.finalfusion import Embeddings, SimpleVocab, write_word2vec

    def words(path: Path, rows: Any) -> None:
        names = [f"w{i}" for i in range(len(rows))]
        write_word2vec(path, Embeddings(rows.copy(), SimpleVocab(names)))

    yield words


def _stores(layout: Any) -> Iterator[Write]:
    from quire import cdd

    def chunks(path: Path, rows: Any) -> None:
        with cdd.DataWriter(path, layout=layout, capacity=4, user_metadata=b"{}") as writer:
            for chunk in (rows, rows[:2], rows[:5]):
                writer.append_chunk(chunk)

    def groups(path: Path, rows: Any) -> None:
        with cdd.GroupedWriter(path, ["a", "b"], layout=layout, capacity=8) as writer:
            writer.append({"a": rows, "b": rows[:, 0]})

    yield chunks
    yield groups


def _hpdkv() -> Iterator[Write]:
    from quire import hpdkv

    options: tuple[dict[str, Any], ...] = ({}, {"compress": True}, {"store_topk": 0.5})
    for each in options:
        yield lambda path, rows, by=each: hpdkv.save_residuals(path, _halves(rows), **by)  # type: ignore[misc]  # mypy does not infer it


def _hpdkv_bundle() -> Iterator[Write]:
    from quire import hpdkv

    yield lambda path, rows: hpdkv.save_bundle(path, {"a": _halves(rows), "b": _halves(rows[0])})


def _tiers() -> Iterator[Write]:
    from quire import tiers

    for bits in (8, 5, 3):
        yield lambda path, rows, by=bits: tiers.save_tensor(path, rows, by)  # type: ignore[misc]  # mypy does not infer it


def _tqtc() -> Iterator[Write]:
    from quire import tiers

    for bits in (8, 3):
        yield lambda path, rows, by=bits: tiers.save_segment(path, rows, by)  # type: ignore[misc]  # mypy does not infer it


def _tier_catalogue() -> Iterator[Write]:
    from quire import tiers

    def catalogue(path: Path, rows: Any) -> None:
        folder = path.with_suffix(".store")
        with tiers.TieredStore(folder, clock=lambda: 1000, durable=False) as store:
            store.put("a", rows)
        path.write_bytes((folder / "catalogue").read_bytes())

    yield catalogue


def _halves(rows: Any) -> Any:
    return rows.astype(np.float16)


_WRITES: dict[str, Callable[[], Iterator[Write]]] = {
    "cvc": _cvc,
    "finalfusion": _finalfusion,
    "word2vec": _word2vec,
    "cdd": partial(_stores, "cdd"),
    "cryptodd": partial(_stores, "cryptodd"),
    "hpdkv": _hpdkv,
    "hpdkv_bundle": _hpdkv_bundle,
    "tiers": _tiers,
    "tqtc": _tqtc,
    "tier_catalogue": _tier_catalogue,
}
