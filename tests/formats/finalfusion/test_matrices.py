"""Files of one matrix, of all types that the description lists."""

from __future__ import annotations

import struct
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

import quire
from quire.arrays import ArrayFile
from quire.cli.main import main
from quire.finalfusion import NdArray, load, load_ndarray, load_storage, save_matrix
from quire.runtime.errors import EncodingError
from tests.formats.finalfusion.layout import simple

CODES = {
    "int8": 0,
    "uint8": 1,
    "int16": 2,
    "uint16": 3,
    "int32": 4,
    "uint32": 5,
    "int64": 6,
    "uint64": 7,
    "float32": 10,
    "float64": 11,
}
"""By numpy's name: the number that the description has."""


def values(dtype: str) -> Any:
    """Three rows, the smallest and the largest value among them."""
    found = np.arange(12).reshape(3, 4).astype(dtype)
    info: Any = np.finfo(dtype) if found.dtype.kind == "f" else np.iinfo(dtype)
    found[0, 0], found[2, 3] = info.min, info.max
    return found


def layout(rows: Any, words: bytes = b"") -> bytes:
    """The file, as the description has it; padding depends on the type, and is never none."""
    size = rows.dtype.itemsize
    code = CODES[rows.dtype.name]
    ids = [1, 2] if words else [2]
    head = b"FiFu" + struct.pack(f"<II{len(ids)}I", 0, len(ids), *ids) + words
    start = len(head) + 12 + 16
    padding = size - start % size
    data: bytes = struct.pack("<QII", *rows.shape, code) + bytes(padding) + rows.tobytes()
    return head + struct.pack("<IQ", 2, len(data)) + data


@pytest.mark.parametrize("dtype", CODES)
def test_a_matrix_of_any_type_is_written_and_read(dtype: str, tmp_path: Path) -> None:
    rows, path = values(dtype), tmp_path / "a.fifu"
    save_matrix(path, rows)
    assert path.read_bytes() == layout(rows)
    with quire.open(path) as file:
        assert isinstance(file, ArrayFile)
        assert (file.shape, file.dtype) == ((3, 4), np.dtype(dtype))
        assert np.array_equal(file[[2, 0], 1:], rows[[2, 0], 1:])
        assert file.verify() == ["a single chunk, no embeddings"]
    for mmap in (False, True):
        found = load_ndarray(path, mmap)
        assert found.dtype == rows.dtype
        assert np.array_equal(found, rows)
    assert np.array_equal(load_storage(path)[1], rows[1])


def test_byte_orders_and_strides_do_not_matter(tmp_path: Path) -> None:
    rows = values("int32").astype(">i4")[::-1, ::2]
    save_matrix(tmp_path / "a.fifu", rows)
    assert np.array_equal(quire.load(tmp_path / "a.fifu"), rows)


@pytest.mark.parametrize(
    "wrong", [np.zeros(3), np.zeros((2, 2), np.float16), np.zeros((2, 2), bool), [[1j]]], ids=repr
)
def test_what_no_file_can_hold_is_refused(wrong: Any, tmp_path: Path) -> None:
    with pytest.raises(EncodingError, match=r"array: expected 2 axes"):
        save_matrix(tmp_path / "a.fifu", wrong)
    assert not list(tmp_path.iterdir())


def test_embeddings_are_float32_whatever_is_stored() -> None:
    rows = values("float64") / 3
    rows[0, 0] = rows[2, 3] = 1 / 3
    kind, words = simple(["a", "b", "c"])
    data = layout(rows, struct.pack("<IQ", kind, len(words)) + words)
    found = load(data)
    assert found["b"].dtype == np.float32
    assert np.array_equal(found["b"], rows[1].astype(np.float32))
    assert quire.load(data).dtype == np.float64
    assert np.array_equal(quire.load(data), rows)


@pytest.mark.parametrize("code", [8, 9])
def test_numbers_of_128_bits_are_refused(code: int) -> None:
    data = bytearray(layout(values("int64")))
    at = data.index(struct.pack("<I", CODES["int64"]), 30)
    data[at : at + 4] = struct.pack("<I", code)
    with pytest.raises(quire.FormatError, match=r"rows.*[iu]128"):
        quire.load(bytes(data), "finalfusion")


def test_a_cut_matrix_is_refused() -> None:
    data = layout(values("float64"))
    with pytest.raises(quire.FormatError):
        quire.load(data[:-1], "finalfusion")


def test_the_command_encodes_matrices(tmp_path: Path) -> None:
    rows = values("uint8")
    np.save(tmp_path / "a.npy", rows)
    done = CliRunner().invoke(main, ["encode", f"{tmp_path}/a.npy", "-o", f"{tmp_path}/a.fifu"])
    assert done.exit_code == 0, done.output
    assert np.array_equal(quire.load(tmp_path / "a.fifu"), rows)
    np.save(tmp_path / "b.npy", np.zeros(3, np.float16))
    done = CliRunner().invoke(main, ["encode", f"{tmp_path}/b.npy", "-o", f"{tmp_path}/b.fifu"])
    assert done.exit_code == 1
    assert "expected 2 axes of float32, float64 or integers" in done.output


def test_integers_are_compared_as_numbers() -> None:
    rows = NdArray(np.array([[200, 100], [1, 2]], np.uint8))
    assert np.array_equal(rows.scores(np.array([2, 3], np.float32), 0, 2), [700, 8])
