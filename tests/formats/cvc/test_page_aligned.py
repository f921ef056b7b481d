"""Files with `mmap_optimized`: every record begins at a page, and the header says at which."""

from __future__ import annotations

import json
import struct
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from quire.cvc import load_cvc, open_cvc, pack_cvc
from quire.generated.cvc import Cvc
from tests.formats.cvc.layout import assert_same_values
from tests.formats.cvc.samples import Sample

PAGE = 4096


def aligned(values: Any, folder: Path, **how: Any) -> bytes:
    """The page-aligned file that packing gives."""
    path = folder / "aligned.cvc"
    pack_cvc(values, path, format_version=1, mmap_optimized=True, **how)
    return path.read_bytes()


def header_of(data: bytes) -> tuple[dict[str, Any], int]:
    """The header of a file of version 1, and where it ends."""
    (length,) = struct.unpack_from("<I", data, 8)
    header: dict[str, Any] = json.loads(data[12 : 12 + length])
    return header, 12 + length


@pytest.mark.parametrize("name", ["v1_mmap_fp16", "v1_mmap_int8"])
def test_records_and_offsets_are_those_of_the_original_writer(name: str, tmp_path: Path) -> None:
    sample = Sample(name)
    call = {key: sample.facts["call"][key] for key in ("chunk_size", "compression")}
    data, original = aligned(sample.input, tmp_path, **call), sample.path.read_bytes()
    assert header_of(data) == header_of(original)
    assert data[PAGE:] == original[PAGE:]  # before, the original leaves stale bytes of its header


@pytest.mark.parametrize("compression", ["fp16", "int8", ["int8", "fp16", "fp16", "int8"]])
@pytest.mark.parametrize("dimension", [1, 7, 511, 1024, 1365])
def test_every_record_begins_at_a_page_and_only_zeros_lie_between(
    compression: Any, dimension: int, tmp_path: Path
) -> None:
    values = np.random.default_rng(1).normal(size=(10, dimension)).astype(np.float32)
    data = aligned(values, tmp_path, compression=compression, chunk_size=3)
    header, end = header_of(data)
    assert header["mmap_optimized"] is True
    for chunk in header["chunks"]:
        offset = chunk["file_offset"]
        assert offset % PAGE == 0
        assert offset - end < PAGE  # the next page, none is wasted
        assert not any(data[end:offset])
        length, crc = struct.unpack_from("<II", data, offset)
        assert length == chunk["rows"] * dimension * {"fp16": 2, "int8": 1}[chunk["compression"]]
        end = offset + 8 + length
        assert zlib.crc32(data[offset + 8 : end]) == crc
    assert end == len(data)


@pytest.mark.parametrize("compression", ["fp16", "int8"])
def test_values_are_those_of_the_packed_file(compression: str, tmp_path: Path) -> None:
    values = np.random.default_rng(2).normal(size=(10, 700)).astype(np.float32)
    plain = tmp_path / "plain.cvc"
    pack_cvc(values, plain, compression=compression, chunk_size=3, format_version=1)
    data = aligned(values, tmp_path, compression=compression, chunk_size=3)
    path = tmp_path / "aligned.cvc"
    assert_same_values(load_cvc(path), load_cvc(plain))
    assert_same_values(load_cvc(path, rows=slice(2, 8)), load_cvc(plain)[2:8])
    assert Cvc.from_bytes(data).to_bytes() == data
    with open_cvc(path) as reader:
        assert not reader.verify()


@pytest.mark.parametrize(
    "count", [0, 1, 50, 75, *range(76, 92), 125, 126, *range(154, 166), 259, 400]
)
def test_any_number_of_chunks_leaves_the_first_one_whole(count: int, tmp_path: Path) -> None:
    values = np.arange(count * 2, dtype=np.float32).reshape(count, 2)
    data = aligned(values, tmp_path, chunk_size=1)
    header, end = header_of(data)
    assert len(header["chunks"]) == count
    if count:
        assert end <= header["chunks"][0]["file_offset"]
    assert_same_values(load_cvc(tmp_path / "aligned.cvc"), values)


def test_pieces_give_the_same_bytes_as_the_array(tmp_path: Path) -> None:
    values = np.random.default_rng(3).normal(size=(300, 5)).astype(np.float32)
    for compression in ("fp16", "int8"):
        how = {
            "chunk_size": 3,
            "compression": compression,
            "chunk_metadata": [{"i": i} for i in range(100)],
        }
        expected = aligned(values, tmp_path, **how)
        assert aligned(iter(np.split(values, [1, 50, 299])), tmp_path, **how) == expected


def test_chunks_without_values_are_aligned_too(tmp_path: Path) -> None:
    data = aligned(np.empty((5, 0), np.float32), tmp_path, chunk_size=2)
    header, _ = header_of(data)
    offsets = [chunk["file_offset"] for chunk in header["chunks"]]
    assert offsets == [PAGE, 2 * PAGE, 3 * PAGE]
    assert load_cvc(tmp_path / "aligned.cvc").shape == (5, 0)
