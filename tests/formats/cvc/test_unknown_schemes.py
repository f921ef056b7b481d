"""What is coded in a way that nobody knows leaves the rest of its file readable."""

from __future__ import annotations

import struct
from pathlib import Path

import numpy as np
import pytest

import quire
from quire.cvc import (
    add_column,
    get_cvc_info,
    load_cvc,
    load_cvc_columns,
    open_cvc,
    open_cvc_columns,
    pack_cvc,
    pack_cvc_columns,
    validate_cvc,
    validate_cvc_integrity,
)
from quire.generated.cvc import Cvc
from quire.runtime import EncodingError

ROWS = np.arange(60, dtype=np.float32).reshape(20, 3) / 4


@pytest.fixture(params=[0, 1])
def path(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """Four chunks of five rows, of which the second has a scheme that nobody knows."""
    path = tmp_path / "a.cvc"
    schemes = ["fp16", "int8", "fp16", "fp16"]
    pack_cvc(ROWS, path, compression=schemes, chunk_size=5, format_version=request.param)
    data = path.read_bytes()
    assert data.count(b"int8") == 1
    path.write_bytes(data.replace(b"int8", b"wave"))
    return path


def test_all_other_chunks_are_read(path: Path) -> None:
    with open_cvc(path) as file:
        assert file.shape == (20, 3)
        assert [chunk.compression for chunk in file.chunks] == ["fp16", "wave", "fp16", "fp16"]
        assert np.array_equal(file[:5], ROWS[:5])
        assert np.array_equal(file[[19, 3, 12]], ROWS[[19, 3, 12]])
        assert len(file.stored(1)) == 15
    assert get_cvc_info(path)["chunks"][1]["compression"] == "wave"


@pytest.mark.parametrize("rows", [None, slice(4, 6), 7, [0, 9], slice(None, None, -3)], ids=repr)
def test_rows_of_the_unknown_one_are_an_error_that_names_it(path: Path, rows: object) -> None:
    with open_cvc(path) as file:
        for verify in (file.read, lambda rows: file.read(rows, workers=1)):
            with pytest.raises(quire.FormatError, match=r"chunks\[1\].payload.*'wave'"):
                verify(rows)  # type: ignore[arg-type]  # of any kind
        with pytest.raises(quire.FormatError, match=r"chunks\[1\].payload.*'wave'"):
            file.verify()


def test_it_is_skipped_where_damage_is(path: Path) -> None:
    found = load_cvc(path, on_corruption="skip", fill_value=-1)
    assert np.array_equal(found[:5], ROWS[:5])
    assert np.array_equal(found[10:], ROWS[10:])
    assert np.all(found[5:10] == -1)
    assert not validate_cvc(path)["valid"]
    assert validate_cvc_integrity(path)["corrupted_chunks"] == [1]


def test_the_file_is_written_as_it_was(path: Path) -> None:
    with Cvc.from_file(path) as file:
        assert file.to_bytes() == path.read_bytes()


def test_nothing_is_stored_in_a_scheme_that_nobody_knows() -> None:
    info = {"num_vectors": 1, "dimension": 2, "compression": "wave", "chunks": [{"rows": 1}]}
    with pytest.raises((quire.FormatError, EncodingError), match="'wave'"):
        Cvc.build(header=info, chunks=[{"payload": np.zeros((1, 2), np.float32)}]).to_bytes()


def test_many_small_chunks_are_read_around_it(tmp_path: Path) -> None:
    path, rows = tmp_path / "a.cvc", np.arange(6000, dtype=np.float32).reshape(2000, 3) % 512
    schemes = ["fp16"] * 1000
    schemes[500] = "int8"
    pack_cvc(rows, path, compression=schemes, chunk_size=2, format_version=1)
    path.write_bytes(path.read_bytes().replace(b"int8", b"wave"))
    with open_cvc(path) as file:
        assert np.array_equal(file[:1000], rows[:1000])
        assert np.array_equal(file[1002:], rows[1002:])
        with pytest.raises(quire.FormatError, match=r"chunks\[500\].payload.*'wave'"):
            file.read()


def test_other_columns_are_read(tmp_path: Path) -> None:
    path = tmp_path / "a.cvc"
    columns = {"a": ROWS, "b": np.arange(20), "c": ROWS[:, :1]}
    pack_cvc_columns(columns, path, {"a": "int8", "b": "none", "c": "fp16"}, chunk_size=6)
    path.write_bytes(path.read_bytes().replace(b"int8", b"wave"))
    with open_cvc_columns(path) as file:
        assert file.columns["a"].compression == "wave"
        assert np.array_equal(file.read(["b"])["b"], np.arange(20))
        with pytest.raises(quire.FormatError, match=r"'wave'"):
            file.read(["a"], [(3, 8)])
        with pytest.raises(quire.FormatError, match=r"'wave'"):
            file.verify()
    assert list(load_cvc_columns(path, ["c", "b"])) == ["c", "b"]
    add_column(path, "d", np.arange(20))
    with open_cvc_columns(path) as file:
        assert np.array_equal(file.read(["d"])["d"], np.arange(20))
        assert file.columns["a"].compression == "wave"


def test_rows_beyond_memory_are_refused_without_being_made() -> None:
    header = b'{"num_vectors": 4294967296, "dimension": 4096, "compression": "wave",'
    header += b' "chunks": [{"rows": 4294967296}]}'
    data = b"CVCF" + struct.pack("<I", len(header)) + header + struct.pack("<I", 0)
    with quire.open(data) as file:
        assert file.shape == (4294967296, 4096)  # type: ignore[union-attr]  # an array
        with pytest.raises(quire.FormatError):
            file.read()  # type: ignore[union-attr]  # the same
