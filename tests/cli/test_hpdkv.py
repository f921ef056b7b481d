"""The command on blobs and bundles of HPΔKV."""

from __future__ import annotations

from pathlib import Path

import ml_dtypes
import numpy as np
import pytest

from quire.formats import find_format
from quire.hpdkv import pack_residuals, save_bundle
from tests.cli.conftest import Quire
from tests.formats.hpdkv.samples import BAD, HUGE, READABLE, Sample, same

each_readable = pytest.mark.parametrize("sample", READABLE, ids=str)

BUNDLED = {"a": np.arange(6, dtype=np.float16), "b": np.ones((2, 2), ml_dtypes.bfloat16)}


@pytest.fixture
def bundle(tmp_path: Path) -> Path:
    """A bundle of two tensors."""
    path = tmp_path / "model.hpdb"
    save_bundle(path, BUNDLED)
    return path


def test_blobs_and_bundles_are_known_by_their_first_bytes(bundle: Path, tmp_path: Path) -> None:
    for path, name in ((READABLE[0].path, "hpdkv"), (bundle, "hpdkv_bundle")):
        unnamed = tmp_path / "unnamed"
        unnamed.write_bytes(path.read_bytes())
        found = find_format(unnamed)
        assert found is not None
        assert found.name == name


@each_readable
def test_verify_says_ok(quire: Quire, sample: Sample) -> None:
    done = quire("verify", str(sample.path), "--json")
    assert done.json() == {"file": str(sample.path), "ok": True, "notes": []}


@pytest.mark.parametrize("sample", BAD, ids=str)
@pytest.mark.parametrize("command", ["verify", "decode"])
def test_bad_files_are_refused(quire: Quire, sample: Sample, command: str) -> None:
    output = ["-o", "out.npy"] if command == "decode" else []
    done = quire(command, str(sample.path), *output)
    assert done.status == 1
    assert done.err
    assert not Path("out.npy").exists()


def test_verify_notes_padding_that_is_not_zero(quire: Quire) -> None:
    blob = bytearray(pack_residuals(np.ones(3, np.float16)))
    blob[12] = 1
    Path("odd.hpdv").write_bytes(blob)
    notes = ["the padding before the payload is not all zeros"]
    assert quire("verify", "odd.hpdv", "--json").json()["notes"] == notes


@each_readable
def test_decode_gives_the_tensor(quire: Quire, sample: Sample) -> None:
    done = quire("decode", str(sample.path), "-o", "out.npy")
    assert done.status == 0
    found, expected = np.load("out.npy"), sample.expected
    assert found.shape == expected.shape
    if expected.dtype == ml_dtypes.bfloat16:
        assert found.dtype == np.float32
        found = found.astype(ml_dtypes.bfloat16)
    assert same(found, expected)


def test_decode_does_not_fill_the_disk_for_a_small_file(quire: Quire) -> None:
    done = quire("decode", str(HUGE.path), "-o", "out.npy")
    assert done.status == 1
    assert "expected at most 67108864 decoded bytes" in done.err
    assert not Path("out.npy").exists()
    assert quire("verify", str(HUGE.path)).status == 0


def test_dump_shows_the_header(quire: Quire) -> None:
    tree = quire("dump", str(Sample("topk_3d").path), "--json").json()
    assert tree["has_indices"] is True
    assert tree["is_compressed"] is False
    assert tree["index_block"]["num_indices"] == len(Sample("topk_3d").expected.nonzero()[0])
    assert tree["values"]["codec"] == "sparse_scatter"
    assert tree["values"]["shape"] == tree["shape"]


def test_a_bundle_is_dumped_and_verified(quire: Quire, bundle: Path) -> None:
    tree = quire("dump", str(bundle), "--json").json()
    assert [entry["name"] for entry in tree["entries"]] == ["a", "b"]
    assert [entry["blob"]["values"]["dtype"] for entry in tree["entries"]] == [
        "float16",
        "bfloat16",
    ]
    assert quire("verify", str(bundle), "--json").json()["notes"] == []
    data = bundle.read_bytes()
    for damaged in (data[:-1], data + b"x", data.replace(b"b", b"a")):
        bundle.write_bytes(damaged)
        assert quire("verify", str(bundle)).status == 1


def test_a_bundle_is_no_array(quire: Quire, bundle: Path) -> None:
    done = quire("decode", str(bundle), "-o", "out.npy")
    assert done.status == 1
    assert "it holds several arrays: name one with --name" in done.err
    assert not Path("out.npy").exists()
