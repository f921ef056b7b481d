"""Rows that are far from one another, by their numbers: what is stored of them alone is decoded."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from quire import ChecksumError
from quire.cvc import load_cvc, open_cvc, pack_cvc

ROWS, DIMENSION, CHUNK = 90, 4097, 40
"""So long that a chunk is larger than what is decoded for the rows next to others; odd, as codes of
four bits have half a byte left then."""

NUMBERS = [89, 3, 3, -51, 41, 79, 0, -90]


@pytest.fixture(params=["fp16", "int8", "bfloat16", "int4", "lossless"])
def path(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A file of each codec."""
    values = np.random.default_rng(5).normal(size=(ROWS, DIMENSION)).astype(np.float32)
    pack_cvc(values, tmp_path / "file", request.param, CHUNK)
    return tmp_path / "file"


@pytest.mark.parametrize(
    "numbers", [NUMBERS, [5], [88, 1], list(range(ROWS))[::-7], np.arange(ROWS) % 9 == 4, []]
)
def test_they_are_those_of_the_array(path: Path, numbers: Any) -> None:
    expected = load_cvc(path)[np.asarray(numbers, None if len(numbers) else int)]
    for verify in (True, False):
        with open_cvc(path, verify=verify) as file:
            assert np.array_equal(file.read(numbers), expected)
            out = np.full_like(expected, np.nan)
            assert file.read(numbers, out) is out
            assert np.array_equal(out, expected)


def test_a_damaged_chunk_is_told_of_by_who_takes_a_row_of_it(path: Path) -> None:
    array, data = load_cvc(path), bytearray(path.read_bytes())
    data[-4] ^= 0x10  # of the last row of the last chunk
    with open_cvc(data) as file:
        assert np.array_equal(file.read([60, 2]), array[[60, 2]])
        with pytest.raises(ChecksumError, match=r"chunks\[2\]"):
            file.read([2, 81])
        with pytest.raises(ChecksumError, match=r"chunks\[2\]"):
            file.read([2, 81])


def test_what_is_not_verified_is_decoded_as_it_stands(tmp_path: Path) -> None:
    values = np.ones((ROWS, DIMENSION), np.float32)
    pack_cvc(values, tmp_path / "file", "fp16", CHUNK)
    data = bytearray((tmp_path / "file").read_bytes())
    data[-2:] = np.float16(7).tobytes()
    with open_cvc(data, verify=False) as file:
        found = file.read([0, 89])
    assert np.array_equal(found[0], values[0])
    assert found[1].tolist() == [1.0] * (DIMENSION - 1) + [7.0]
