"""Chunks of the schemes `lossless`, `bfloat16` and `int4`, whole and in part, good and damaged."""

from __future__ import annotations

import struct
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from quire import FormatError
from quire.cvc import load_cvc, open_cvc, pack_cvc
from tests.formats.cvc.layout import v0, v1

VALUES = np.random.default_rng(11).standard_normal((70, 12)).astype(np.float32)

HEADER = {
    "num_vectors": 1,
    "dimension": 2,
    "compression": "lossless",
    "chunks": [{"rows": 1}],
}
PLANE = struct.pack("<H", 1) + b"\x00" + b"\x00"
STORED = struct.pack("<I4B", 2, 1, 1, 1, 1) + 3 * PLANE + struct.pack("<H", 2) + b"\x3f\x40\x40"
"""Bytes of the values 0.5 and 2.0: three planes of zeros, and one of 0x3f and 0x40."""


@given(
    bits=arrays.arrays(np.uint32, arrays.array_shapes(min_dims=2, max_dims=2, min_side=0)),
    chunk_size=st.integers(1, 8),
)
@settings(max_examples=60, deadline=None)
def test_lossless_keeps_every_bit(
    bits: npt.NDArray[np.uint32], chunk_size: int, folder: Path
) -> None:
    path = folder / "lossless.cvc"
    pack_cvc(bits.view(np.float32), path, "lossless", chunk_size)
    assert load_cvc(path).tobytes() == bits.tobytes()


@pytest.mark.parametrize("compression", ["lossless", "bfloat16", "int4"])
@pytest.mark.parametrize(
    "how",
    [{"format_version": 1}, {"format_version": 1, "mmap_optimized": True}],
    ids=["v1", "page-aligned"],
)
def test_rows_are_those_of_the_whole(compression: str, how: dict[str, Any], tmp_path: Path) -> None:
    path = tmp_path / "a.cvc"
    pack_cvc(VALUES, path, compression, 32, **how)
    whole = load_cvc(path)
    for rows in (slice(5, 6), slice(31, 65), slice(60, 3, -7), slice(9, 9)):
        assert load_cvc(path, rows=rows).tobytes() == whole[rows].tobytes()
    pack_cvc(iter([VALUES[:9], VALUES[9:]]), tmp_path / "b.cvc", compression, 32, **how)
    assert (tmp_path / "b.cvc").read_bytes() == path.read_bytes()
    with open_cvc(path) as reader:
        assert reader.verify() == []
        assert [chunk.compression for chunk in reader.chunks] == [compression] * 3


@pytest.mark.parametrize("version", [0, 1])
def test_bfloat16_is_off_by_half_a_unit_at_most(version: int, tmp_path: Path) -> None:
    pack_cvc(VALUES, tmp_path / "a.cvc", "bfloat16", 32, format_version=version)
    error = abs(load_cvc(tmp_path / "a.cvc") - VALUES)
    assert (error <= abs(VALUES) * 2.0**-8).all()
    assert (error > 0).any()


@pytest.mark.parametrize("version", [0, 1])
def test_int4_is_off_by_half_a_code_at_most(version: int, tmp_path: Path) -> None:
    path = tmp_path / "a.cvc"
    pack_cvc(VALUES, path, "int4", 32, format_version=version)
    found = load_cvc(path)
    with open_cvc(path) as reader:
        for chunk in reader.chunks:
            assert chunk.scale is not None
            assert chunk.stored_bytes == chunk.rows * 6
            part = slice(chunk.start, chunk.stop)
            assert (abs(found[part] - VALUES[part]) <= chunk.scale * 0.501).all()


def test_a_mixed_file_has_all_schemes(tmp_path: Path) -> None:
    schemes = ["fp16", "int8", "lossless", "bfloat16", "int4"]
    pack_cvc(VALUES, tmp_path / "a.cvc", schemes, 14)
    found = load_cvc(tmp_path / "a.cvc")
    for index, scheme in enumerate(schemes):
        part = slice(14 * index, 14 * index + 14)
        pack_cvc(VALUES[part], tmp_path / "b.cvc", scheme, format_version=1)
        assert load_cvc(tmp_path / "b.cvc").tobytes() == found[part].tobytes()


def test_lossless_stands_in_version_1_where_none_is_asked_for(tmp_path: Path) -> None:
    pack_cvc(VALUES, tmp_path / "a.cvc", "lossless")
    with open_cvc(tmp_path / "a.cvc") as reader:
        assert reader.format_version == 1


@pytest.mark.parametrize("layout", [v0, v1])
def test_a_chunk_put_together_by_hand_is_read(layout: Any, tmp_path: Path) -> None:
    path = tmp_path / "a.cvc"
    path.write_bytes(layout(HEADER, STORED))
    assert load_cvc(path).tolist() == [[0.5, 2.0]]


@pytest.mark.parametrize("layout", [v0, v1])
@pytest.mark.parametrize(
    ("at", "byte", "where", "expected"),
    [
        (0, 3, 0, "2 values"),
        (7, 0, 7, "1 to 8 bits"),
        (8, 3, 8, "a dictionary of 1 to 2 bytes"),
        (21, 1, 20, "a dictionary of 1 to 2 bytes"),
        (10, 9, None, ""),
        (11, 0x80, 11, "codes below 1"),
    ],
)
def test_stored_bytes_that_mean_nothing_are_refused_where_they_are(
    layout: Any, at: int, byte: int, where: int | None, expected: str, tmp_path: Path
) -> None:
    stored = STORED[:at] + bytes([byte]) + STORED[at + 1 :]
    path = tmp_path / "a.cvc"
    path.write_bytes(layout(HEADER, stored))
    if where is None:
        assert load_cvc(path).shape == (1, 2)
        return
    with pytest.raises(FormatError) as caught:
        load_cvc(path)
    error = caught.value
    assert (error.format, error.path) == ("cvc", "chunks[0].payload")
    assert error.offset == len(layout(HEADER, stored)) - len(stored) + where
    assert expected in error.expected
    with open_cvc(path) as reader, pytest.raises(FormatError):
        reader.verify()


@pytest.mark.parametrize("rows", [40, 2**40, 2**31])
def test_more_rows_than_the_bytes_can_hold_are_refused_on_opening(
    rows: int, tmp_path: Path
) -> None:
    path = tmp_path / "a.cvc"
    header = {**HEADER, "num_vectors": rows, "chunks": [{"rows": rows}]}
    path.write_bytes(v1(header, STORED))
    with pytest.raises(FormatError) as caught, open_cvc(path):
        pass
    assert caught.value.path.startswith("chunks[0].payload")
