"""Uses the faces with modules of wider specs: a program, as modules are imported once."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

import quire.generated

ROWS = np.random.default_rng(7).standard_normal((300, 8)).astype(np.float32)


def _cvc(folder: Path) -> None:
    from quire import cvc

    options: Any
    for number, options in enumerate(
        [
            {"format_version": 0},
            {"compression": "lossless", "chunk_size": 70},
            {"compression": "int4", "chunk_size": 70, "format_version": 1, "mmap_optimized": True},
        ]
    ):
        path = folder / f"{number}.cvc"
        cvc.pack_cvc(ROWS, path, **options)
        found = cvc.load_cvc(path)
        assert np.abs(found - ROWS).max() < 0.5
        assert cvc.validate_cvc(path)["valid"]
    cvc.pack_cvc_columns({"a": ROWS, "b": ROWS[:, :1]}, folder / "c.cvc", chunk_size=70)
    cvc.update_column(folder / "c.cvc", "b", ROWS[:, 1:2])
    assert np.abs(cvc.load_cvc_columns(folder / "c.cvc")["b"] - ROWS[:, 1]).max() < 0.05


def _finalfusion(folder: Path) -> None:
    from quire import finalfusion

    words = [f"word{n}" for n in range(len(ROWS))]
    vocab = finalfusion.SimpleVocab(words)
    given = finalfusion.Embeddings(finalfusion.NdArray(ROWS.copy()), vocab)
    given.write(folder / "x.fifu")
    for mmap in (False, True):
        found = finalfusion.load(folder / "x.fifu", mmap=mmap)
        assert found.vocab.words == words
        assert np.allclose(found["word7"], given["word7"])


def _cdd(folder: Path) -> None:
    from quire import cdd

    for layout in ("cdd", "cryptodd"):
        path = folder / f"{layout}.cdd"
        options: Any = {"layout": layout, "capacity": 4, "user_metadata": b"first"}
        with cdd.FileBackend(path, "x") as backend, cdd.DataWriter(backend, **options) as writer:
            writer.set_user_metadata(b"more" * 50)
            for row in ROWS[:20]:
                writer.append_chunk(row, "raw" if row[0] < 0 else "auto")
        path.write_bytes(path.read_bytes() + b"torn")
        cdd.repair(path)
        with cdd.DataReader(path) as reader:
            assert reader.user_metadata == b"more" * 50
            assert all(np.array_equal(a, b) for a, b in zip(reader, ROWS[:20], strict=True))


def _hpdkv(folder: Path) -> None:
    from quire import hpdkv

    options: Any
    for options in ({}, {"store_topk": 1.0}, {"compress": True}):
        blob = hpdkv.pack_residuals(ROWS, **options)
        assert np.allclose(hpdkv.unpack_residuals(blob), ROWS, rtol=1e-3)
    sparse = hpdkv.pack_residuals(ROWS, store_topk=0.1)
    assert len(sparse) == hpdkv.estimate_hpdkv_size(ROWS, store_topk=0.1)
    assert np.count_nonzero(hpdkv.unpack_residuals(sparse)) == 240
    hpdkv.save_bundle(folder / "x.hpdb", {"n" * 70_000: ROWS, "b": ROWS[0]})
    with hpdkv.Bundle(folder / "x.hpdb") as bundle:
        assert np.allclose(bundle["b"], ROWS[0], rtol=1e-3)
        assert list(bundle) == ["n" * 70_000, "b"]


def _tiers(folder: Path) -> None:
    from quire import tiers

    for bits in (8, 3):
        tiers.save_tensor(folder / "x.qtr", ROWS, bits)
        found = tiers.load_tensor(folder / "x.qtr")
        assert np.abs(found - ROWS).max() < 2
    blob = tiers.encode_segment(ROWS, 7)
    assert tiers.segment_info(blob).num_frames == len(ROWS)
    assert np.abs(tiers.decode_segment(blob) - ROWS).max() < 0.1


USES: dict[str, Callable[[Path], None]] = {
    "cdd": _cdd,
    "cvc": _cvc,
    "finalfusion": _finalfusion,
    "hpdkv": _hpdkv,
    "tiers": _tiers,
}


def main(modules: str, name: str, folder: str) -> None:
    """Write and read files of the wider specs, in all ways that the face of a format has.

    Args:
        modules: The folder of the modules.
        name: Of the format.
        folder: A place for files.
    """
    quire.generated.__path__.insert(0, modules)
    from tests.storage.writers import WRITERS

    USES[name](Path(folder))
    for number, writer in enumerate(WRITERS):
        if str(writer).startswith(name):
            place = Path(folder) / str(number)
            place.mkdir()
            writer.begin(place)
            writer.run(place, partial(writer.state, place))
            writer.again(place)
            writer.state(place)
    used = {module.__file__ for key, module in sys.modules.items() if key.endswith(f".{name}")}
    assert any(file and Path(file).parent == Path(modules) for file in used)


if __name__ == "__main__":
    main(*sys.argv[1:])
