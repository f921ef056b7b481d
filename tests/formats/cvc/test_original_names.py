"""What users of the original program call, in the order in which they pass arguments."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import quire
from quire.cvc import (
    MMapCVCLoader,
    load_cvc,
    open_cvc,
    pack_cvc,
    validate_cvc_version,
)
from tests.formats.cvc.layout import SMALL_VALUES, assert_same_values


def test_arguments_stand_in_the_order_of_the_original(tmp_path: Path) -> None:
    path = tmp_path / "x.cvc"
    pack_cvc(SMALL_VALUES, path, "fp16", 3, ["a", "b"], True)  # noqa: FBT003  # as it is called
    with open_cvc(path) as reader:
        assert [chunk.metadata for chunk in reader.chunks] == ["a", "b"]
        assert reader.header.mmap_optimized
    data = bytearray(path.read_bytes())
    data[-1] ^= 1
    path.write_bytes(data)
    found = load_cvc(path, "cpu", "numpy", "auto", "skip", -7.0)
    assert_same_values(found[:3], SMALL_VALUES[:3])
    assert np.all(found[3:] == -7)


def test_files_have_checksums_unless_the_first_layout_is_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "x.cvc"
    pack_cvc(SMALL_VALUES, path)
    assert validate_cvc_version(path) == {
        "valid": True,
        "version": "v1.0",
        "version_tuple": (1, 0),
        "needs_upgrade": False,
        "current_latest": "v1.0",
        "path": str(path),
    }
    pack_cvc(SMALL_VALUES, path, format_version=0)
    report = validate_cvc_version(path)
    assert (report["version_tuple"], report["needs_upgrade"]) == ((0, 1), True)
    path.write_bytes(b"CVCFno")
    report = validate_cvc_version(path)
    assert report["valid"] is False
    assert "cvc: " in report["error"]
    with pytest.raises(FileNotFoundError):
        validate_cvc_version(tmp_path / "none.cvc")


@pytest.mark.parametrize("aligned", [False, True])
def test_a_mapped_file_is_read_chunk_by_chunk(tmp_path: Path, *, aligned: bool) -> None:
    path = tmp_path / "x.cvc"
    pack_cvc(SMALL_VALUES, path, "fp16", 3, mmap_optimized=aligned)
    with MMapCVCLoader(path) as loader:
        view = loader.get_chunk_view(1)
        assert view.readonly
        assert bytes(view) == SMALL_VALUES[3:].astype("<f2").tobytes()
        assert_same_values(loader.load_chunk(0), SMALL_VALUES[:3])
        assert_same_values(loader.load(), SMALL_VALUES)
        assert loader.get_info()["num_chunks"] == 2
        with pytest.raises(IndexError):
            loader.get_chunk_view(2)
        view.release()
    with pytest.raises(RuntimeError, match="open"):
        loader.load()
    with pytest.raises(ValueError, match="mode"):
        MMapCVCLoader(path, "w")


def test_a_mapped_file_that_is_none_is_refused(tmp_path: Path) -> None:
    (tmp_path / "x.cvc").write_bytes(b"CVCX")
    with pytest.raises(quire.FormatError):
        MMapCVCLoader(tmp_path / "x.cvc").open()
