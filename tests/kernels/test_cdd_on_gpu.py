"""Chunks and rows decoded on a GPU, or on what stands in for one."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from quire import ChecksumError
from quire.cdd import DataReader, DataWriter, MemoryBackend

pytest.importorskip("triton", reason="pip install triton")
pytest.importorskip("torch", reason="pip install torch")

BOOKS = np.random.default_rng(4).standard_normal((70, 50, 3)).astype(np.float16).astype(np.float32)

ON_GPU: dict[str, Any] = {"device": "cuda", "framework": "torch", "backend": "triton"}


@pytest.fixture(params=["okx_f16", "okx_f32", "zstd", "raw"])
def reader(request: pytest.FixtureRequest) -> DataReader:
    """BOOKS, in chunks of 30 rows."""
    with DataWriter(backend := MemoryBackend()) as writer:
        writer.append(BOOKS, request.param, target_bytes=30 * 600)
    return DataReader(backend)


def test_a_chunk_is_the_same_there(reader: DataReader, gpu: Any) -> None:
    assert reader.num_chunks == 3
    for _ in range(2):
        assert np.array_equal(reader.get_chunk(2, **ON_GPU).cpu().numpy(), BOOKS[60:])
    assert len(gpu.stored) == 2


@pytest.mark.parametrize(
    "rows",
    [slice(None), slice(5, 5), slice(31, 40), slice(20, 65), slice(1, 70, 13), slice(90, 99)],
    ids=str,
)
def test_rows_are_the_same_there(reader: DataReader, gpu: Any, rows: slice) -> None:
    found = reader.rows.read(rows, **ON_GPU)
    assert found.shape == BOOKS[rows].shape
    assert np.array_equal(found.cpu().numpy(), BOOKS[rows])
    assert len(gpu.stored) <= 3


def test_what_is_for_the_cpu_is_refused(reader: DataReader, gpu: Any) -> None:
    with pytest.raises(ValueError, match="for the CPU"):
        reader.rows.read(out=np.empty_like(BOOKS), **ON_GPU)
    with pytest.raises(ValueError, match="read forwards"):
        reader.rows.read(slice(None, None, -1), **ON_GPU)
    assert gpu.stored == []


def test_a_damaged_chunk_never_crosses(gpu: Any) -> None:
    with DataWriter(backend := MemoryBackend()) as writer:
        writer.append(BOOKS, "okx_f16", target_bytes=30 * 600)
    data = bytearray(backend.getvalue())
    data[-20] ^= 1
    reader = DataReader(MemoryBackend(bytes(data)))
    with pytest.raises(ChecksumError, match=r"chunks\[2\]"):
        reader.rows.read(**ON_GPU)
    assert gpu.stored == []
