"""What loads a file by the name of its format takes what all loaders take, and means the same."""

from __future__ import annotations

import copy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import quire
from quire.cdd import load_cdd
from quire.cvc import load_cvc, pack_cvc, validate_cvc
from quire.hpdkv import load_residuals, open_residuals, pack_residuals, sparse_residuals
from quire.tiers import load_segment, load_tensor, open_segment, save_segment
from tests.formats.contract.samples import ROWS, SAMPLES

LOADERS: dict[str, Callable[..., Any]] = {
    "cdd": load_cdd,
    "cryptodd": load_cdd,
    "cvc": load_cvc,
    "hpdkv": load_residuals,
    "tiers": load_tensor,
    "tqtc": load_segment,
}


@pytest.mark.parametrize(
    "sample", [each for each in SAMPLES if each.format in LOADERS], ids=lambda each: each.name
)
def test_options_have_one_name_and_one_meaning(sample: Any, tmp_path: Path) -> None:
    load, path = LOADERS[sample.format], tmp_path / "file"
    sample.write(path, sample.expected())
    array = quire.load(path)
    assert np.array_equal(load(path), array)
    for rows in (7, -1, slice(200, 3, -5), range(3, 9), [5, 1, 5], np.arange(ROWS) % 9 == 0):
        told: list[tuple[int, int]] = []
        found = load(
            path,
            rows=rows,
            device="cpu",
            framework="numpy",
            backend="reference",
            workers=2,
            verify=False,
            progress=lambda done, total: told.append((done, total)),  # noqa: B023  # is called here
        )
        assert np.array_equal(found, array[rows])
        assert told[-1][0] == told[-1][1] > 0
        out = np.empty_like(array[rows])
        assert load(path, rows=rows, out=out) is out
        assert np.array_equal(out, array[rows])
    with pytest.raises(ValueError, match="workers"):
        load(path, workers=0)
    with pytest.raises(TypeError, match="progress"):
        load(path, progress="yes")
    with pytest.raises(quire.BackendUnavailable):
        load(path, backend="nimba")
    with pytest.raises(IndexError):
        load(path, rows=ROWS)
    for workers in (None, 2):
        with pytest.raises(IndexError, match="18446744073709551615"):
            load(path, rows=np.array([0, 2**64 - 1], np.uint64), workers=workers)
        found = load(path, rows=np.array([ROWS - 1, 0], np.uint64), workers=workers)
        assert np.array_equal(found, array[[-1, 0]])


def test_checking_a_file_of_vectors_is_told(tmp_path: Path) -> None:
    pack_cvc(np.ones((100, 3), np.float32), tmp_path / "a", chunk_size=30)
    told: list[tuple[int, int]] = []
    report = validate_cvc(tmp_path / "a", progress=lambda *both: told.append(both))
    assert report["valid"]
    assert told == [(done, 4) for done in range(1, 5)]


def test_a_copy_decodes_scales_as_the_file_does(tmp_path: Path) -> None:
    tiny = np.full((2, 4), 1e-4, np.float32)
    save_segment(tmp_path / "a", tiny, 8, scale_encoding="ruvector")
    halved = load_segment(tmp_path / "a", scale_decoding="ruvector")
    assert not np.array_equal(load_segment(tmp_path / "a"), halved)
    segment = open_segment(tmp_path / "a", scale_decoding="ruvector")
    with segment, copy.deepcopy(segment) as other:
        assert np.array_equal(segment.read(), halved)
        assert np.array_equal(other.read(), halved)


def test_rows_of_a_blob_with_an_index_twice_are_the_last_value_if_that_is_let_pass() -> None:
    eight = np.arange(1, 9, dtype=np.float16).reshape(2, 4)
    blob = bytearray(pack_residuals(eight, store_topk=0.5))
    found = sparse_residuals(blob)
    expected = np.zeros((2, 4), np.float16)
    expected.flat[found.indices] = found.values
    expected.flat[found.indices[0]] = 0
    at = blob.find(found.indices.tobytes())
    blob[at : at + 4] = blob[at + 4 : at + 8]
    with pytest.raises(quire.FormatError, match="twice"):
        load_residuals(bytes(blob), rows=0)
    for row in (0, 1):
        assert np.array_equal(load_residuals(bytes(blob), rows=row, strict=False), expected[row])
    residuals = open_residuals(bytes(blob), strict=False)
    with residuals, copy.deepcopy(residuals) as other:
        assert np.array_equal(other.read(), expected)
