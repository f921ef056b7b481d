"""Files that hold several arrays are decoded by name, or all at once."""

from __future__ import annotations

import json
import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner, Result

import quire
from quire.cdd import GroupedWriter
from quire.cli.main import main
from quire.cvc import ColumnsReader, open_cvc_columns, pack_cvc, pack_cvc_columns
from quire.hpdkv import save_bundle

ARRAYS: dict[str, Any] = {
    "vec": np.arange(600, dtype=np.float32).reshape(200, 3),
    "id": np.arange(200, dtype=np.int64),
}


def decode(path: Path, output: Path, *options: str) -> Result:
    """What the command says."""
    return CliRunner().invoke(main, ["decode", str(path), "-o", str(output), *options])


def _columns(path: Path) -> None:
    pack_cvc_columns(ARRAYS, path, {"vec": "none", "id": "none"}, chunk_size=60)


def _groups(path: Path) -> None:
    with GroupedWriter(path, list(ARRAYS)) as writer:
        for start in range(0, 200, 50):
            writer.append({name: rows[start : start + 50] for name, rows in ARRAYS.items()})


@pytest.fixture(params=[_columns, _groups], ids=["columns", "groups"])
def path(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A file with both arrays."""
    request.param(tmp_path / "file")
    return tmp_path / "file"


def test_one_array_is_taken_by_name(path: Path, tmp_path: Path) -> None:
    for name, rows in ARRAYS.items():
        done = decode(path, tmp_path / "a.npy", "--name", name, "--json")
        assert done.exit_code == 0, done.output
        assert json.loads(done.output)["shape"] == list(rows.shape)
        found = np.load(tmp_path / "a.npy")
        assert found.dtype == rows.dtype
        assert np.array_equal(found, rows)


def test_all_are_written_at_once(path: Path, tmp_path: Path) -> None:
    done = decode(path, tmp_path / "a.npz", "--json")
    assert done.exit_code == 0, done.output
    assert json.loads(done.output)["names"] == list(ARRAYS)
    with np.load(tmp_path / "a.npz") as found:
        assert list(found) == list(ARRAYS)
        for name, rows in ARRAYS.items():
            assert np.array_equal(found[name], rows)
    assert "vec, id" in decode(path, tmp_path / "a.npz").output


def test_who_names_none_is_told_the_names(path: Path, tmp_path: Path) -> None:
    done = decode(path, tmp_path / "a.npy")
    assert done.exit_code == 1
    assert "several arrays: name one with --name (vec, id), or all with -o FILE.npz" in done.output
    done = decode(path, tmp_path / "a.npy", "--name", "nobody")
    assert done.exit_code == 2
    assert "expected one of vec, id; found nobody" in done.output
    assert not (tmp_path / "a.npy").exists()


def test_tensors_of_a_bundle_are_decoded(tmp_path: Path) -> None:
    tensors = {"a/b": np.ones((2, 3), np.float16), "c": np.arange(5, dtype=np.float16)}
    save_bundle(tmp_path / "file", tensors)
    assert decode(tmp_path / "file", tmp_path / "a.npz").exit_code == 0
    with np.load(tmp_path / "a.npz") as found:
        assert all(np.array_equal(found[name], rows) for name, rows in tensors.items())
    assert decode(tmp_path / "file", tmp_path / "c.npy", "--name", "c").exit_code == 0
    assert np.array_equal(np.load(tmp_path / "c.npy"), tensors["c"])


def test_a_file_of_one_array_has_no_names(tmp_path: Path) -> None:
    pack_cvc(ARRAYS["vec"], tmp_path / "file")
    done = decode(tmp_path / "file", tmp_path / "a.npy", "--name", "vec")
    assert done.exit_code == 2
    assert "it is one array" in done.output
    done = decode(tmp_path / "file", tmp_path / "a.npz")
    assert done.exit_code == 1
    assert "it holds one array" in done.output
    assert not (tmp_path / "a.npz").exists()


def test_a_column_is_an_array(tmp_path: Path) -> None:
    _columns(tmp_path / "file")
    with open_cvc_columns(tmp_path / "file") as file:
        assert list(file.keys()) == list(ARRAYS)
        for name, rows in ARRAYS.items():
            column = file[name]
            assert (column.shape, column.dtype) == (rows.shape, rows.dtype)
            assert np.array_equal(column[::-7], rows[::-7])
            assert np.array_equal(column[[199, 3]], rows[[199, 3]])
            assert np.array_equal(np.concatenate(list(column.blocks())), rows)
            out = np.empty_like(rows)
            assert column.read(out=out) is out
            assert np.array_equal(pickle.loads(pickle.dumps(column))[5], rows[5])  # noqa: S301  # our own
        with pytest.raises(KeyError, match="vec, id"):
            file["nobody"]
        kept = file["vec"]
    with pytest.raises(ValueError, match="closed"):
        kept[:3]
    data = (tmp_path / "file").read_bytes()
    with quire.open(data) as of_bytes:
        assert isinstance(of_bytes, ColumnsReader)
        assert np.array_equal(np.asarray(of_bytes["id"]), ARRAYS["id"])
