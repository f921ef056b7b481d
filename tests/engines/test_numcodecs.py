"""numcodecs finds the codec by its name, and Zarr 2 stores chunks of CDD with it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numcodecs
import numpy as np
import pytest
import zarr
from numcodecs.registry import get_codec

import quire

BOOKS = np.cumsum(np.ones((95, 50, 3), np.float32), axis=0) / 8


@pytest.mark.parametrize("type", ["auto", "raw", "zstd"])
def test_arrays_come_back_as_they_were(type: str) -> None:
    codec = get_codec({"id": "quire.cdd", "type": type})
    data = codec.encode(BOOKS)
    assert codec.decode(data).tobytes() == BOOKS.tobytes()
    out = np.empty_like(BOOKS)
    codec.decode(bytearray(data), out=out)
    assert out.tobytes() == BOOKS.tobytes()
    assert codec.get_config() == {"id": "quire.cdd", "layout": "cdd", "type": type, "level": None}
    assert numcodecs.get_codec(codec.get_config()) == codec


def test_a_damaged_chunk_is_refused() -> None:
    codec = get_codec({"id": "quire.cdd"})
    data = bytearray(codec.encode(BOOKS))
    for size in (0, 1, 20, len(data) - 1):
        with pytest.raises(quire.FormatError):
            codec.decode(bytes(data[:size]))
    data[-1] ^= 1
    with pytest.raises(quire.FormatError):
        codec.decode(data)


def test_zarr_2_stores_its_chunks_with_it(tmp_path: Path) -> None:
    array = zarr.create_array(
        store=tmp_path / "a.zarr",
        shape=BOOKS.shape,
        chunks=(20, 50, 3),
        dtype="f4",
        zarr_format=2,
        compressors=get_codec({"id": "quire.cdd", "type": "zstd"}),
    )
    array[:] = BOOKS
    again: Any = zarr.open_array(tmp_path / "a.zarr", mode="r")
    assert again[:].tobytes() == BOOKS.tobytes()
    assert again[90:, 7].tobytes() == BOOKS[90:, 7].tobytes()
