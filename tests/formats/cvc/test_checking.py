"""Reports on files, files brought up to version 1, and which backends there are."""

from __future__ import annotations

from pathlib import Path

import pytest

from quire import FormatError
from quire.cvc import (
    detect_version,
    get_available_backends,
    get_backend_errors,
    load_cvc,
    upgrade_cvc,
    validate_cvc,
    validate_cvc_integrity,
)
from quire.generated.cvc import Cvc
from tests.formats.cvc.layout import CODES, HALVES, SMALL, assert_same_values, v0, v1
from tests.formats.cvc.samples import ALL, OVERRUN, READABLE, Sample

GOOD = [sample for sample in ALL if sample != OVERRUN]
OLD = [sample for sample in READABLE if sample.version == 0]


@pytest.mark.parametrize("sample", GOOD, ids=str)
def test_a_good_file_is_valid(sample: Sample) -> None:
    report = validate_cvc(sample.path)
    assert (report["valid"], report["errors"]) == (True, [])
    assert report["version"] == ("v0.1" if sample.version == 0 else f"v{sample.version}.0")
    assert report["size_bytes"] == sample.path.stat().st_size
    assert len(report["warnings"]) == (1 if sample.version == 0 else 0)
    assert ("columns" in report) is (sample.version == 2)
    told: list[tuple[int, int]] = []
    integrity = validate_cvc_integrity(sample.path, progress=lambda *far: told.append(far))
    assert (integrity["valid"], integrity["corrupted_chunks"]) == (True, [])
    assert integrity["total_chunks"] == report["num_chunks"]
    chunks = report["num_chunks"]
    assert told[-1:] == ([(chunks, chunks)] if chunks else [])
    assert validate_cvc_integrity(sample.path, verbose=True) == integrity


@pytest.mark.parametrize("sample", ALL, ids=str)
def test_a_cut_file_is_not_valid(sample: Sample, tmp_path: Path) -> None:
    if len(data := sample.path.read_bytes()) < 100:
        return  # no chunks: what is cut off is the header
    path = tmp_path / "cut.cvc"
    path.write_bytes(data[:-1])
    report = validate_cvc(path)
    assert not report["valid"]
    assert len(report["errors"]) == 1
    assert validate_cvc_integrity(path)["error"]


def test_a_header_over_the_first_chunk_is_not_valid() -> None:
    assert "chunks[0].gap" in validate_cvc(OVERRUN.path)["errors"][0]


def test_a_damaged_chunk_is_named(tmp_path: Path) -> None:
    path = tmp_path / "damaged.cvc"
    data = bytearray(v1(SMALL, HALVES, CODES))
    data[-1] ^= 1
    path.write_bytes(data)
    report = validate_cvc_integrity(path)
    assert (report["corrupted_chunks"], report["corrupted_ranges"]) == ([1], [(3, 5)])
    assert (report["valid"], report["total_chunks"], report["error"]) == (False, 2, None)
    assert not validate_cvc(path)["valid"]


def test_what_is_odd_is_a_warning(tmp_path: Path) -> None:
    path = tmp_path / "odd.cvc"
    path.write_bytes(v1(SMALL, HALVES, CODES) + b"xyz")
    report = validate_cvc(path)
    assert report["valid"]
    assert report["warnings"] == ["3 bytes after the last chunk are not part of any chunk"]


def test_what_is_no_cvc_file_is_not_valid(tmp_path: Path) -> None:
    path = tmp_path / "other.cvc"
    path.write_bytes(b"other")
    assert validate_cvc(path)["version"] == "unknown"
    assert not validate_cvc(path)["valid"]
    with pytest.raises(FileNotFoundError):
        validate_cvc(tmp_path / "missing.cvc")


@pytest.mark.parametrize("sample", OLD, ids=str)
def test_an_old_file_gets_checksums_and_keeps_its_payloads(sample: Sample, tmp_path: Path) -> None:
    path = tmp_path / "new.cvc"
    report = upgrade_cvc(sample.path, path)
    assert (report["input_version"], report["output_version"]) == ("v0.1", "v1.0")
    assert (report["num_vectors"], report["dimension"]) == sample.expected.shape
    assert detect_version(path) == (1, 0)
    assert_same_values(load_cvc(path), sample.expected)
    with Cvc.from_file(sample.path) as old, Cvc.from_file(path) as new:
        assert new.header.tree() == old.header.tree()
        for before, after in zip(old.chunks, new.chunks, strict=True):
            assert before.payload.stored == after.payload.stored


def test_a_file_of_version_1_is_copied(tmp_path: Path) -> None:
    sample = Sample("v1_mmap_fp16")
    upgrade_cvc(sample.path, tmp_path / "copy.cvc")
    assert (tmp_path / "copy.cvc").read_bytes() == sample.path.read_bytes()


def test_nothing_is_written_over(tmp_path: Path) -> None:
    path = tmp_path / "there.cvc"
    path.write_bytes(b"there")
    with pytest.raises(FileExistsError):
        upgrade_cvc(Sample("v0_fp16_multi").path, path)
    assert path.read_bytes() == b"there"


def test_damage_is_not_copied(tmp_path: Path) -> None:
    path = tmp_path / "bad.cvc"
    path.write_bytes(v1(SMALL, HALVES, CODES)[:-1] + b"\xee")
    with pytest.raises(FormatError):
        upgrade_cvc(path, tmp_path / "new.cvc")
    path.write_bytes(v0(SMALL, HALVES, CODES)[:-1])
    with pytest.raises(FormatError):
        upgrade_cvc(path, tmp_path / "new.cvc")
    with pytest.raises(FormatError, match="load_cvc_columns"):
        upgrade_cvc(Sample("v2_columns").path, tmp_path / "new.cvc")
    assert list(tmp_path.iterdir()) == [path]


def test_backends_that_are_missing_say_why() -> None:
    available, errors = get_available_backends(), get_backend_errors()
    assert available["reference"]
    assert available.keys() == errors.keys() == {"reference", "numba", "triton", "cupy"}
    assert {name: error is None for name, error in errors.items()} == available
