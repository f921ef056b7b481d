"""Files with columns that are damaged, or ask for what cannot be."""

from __future__ import annotations

import copy
import struct
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from quire import ChecksumError, FormatError
from quire.cvc import load_cvc_columns, open_cvc_columns, open_file
from tests.formats.cvc.columnar import (
    COLUMNAR,
    PAYLOADS,
    VALUES,
    assert_same_columns,
    columnar,
    with_column,
    with_part,
)
from tests.formats.cvc.conftest import assert_complete
from tests.formats.cvc.layout import v2, without


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where a file with columns may stand."""
    return tmp_path / "columns.cvc"


def refusal(data: bytes, path: Path) -> FormatError:
    """The error that a file gives."""
    path.write_bytes(data)
    with pytest.raises(FormatError) as caught:
        load_cvc_columns(path)
    assert_complete(caught.value, len(data))
    return caught.value


PARTS = [
    (1, "id", {"offset": 1}, "header.chunks[1].columns.vec.offset", "8"),
    (0, "code", {"offset": 29}, "header.chunks[0].columns.code.offset", None),
    (0, "code", {"offset": 0}, "header.chunks[0].columns.vec.offset", "0"),
    (0, "id", {"offset": 0xFFFFFFFF}, "header.chunks[0].columns.id.offset", None),
    (0, "id", {"offset": -1}, "header.chunks[0].columns.id.offset", "-1"),
    (0, "id", {"offset": 2**32}, "header.chunks[0].columns.id.offset", str(2**32)),
    (0, "id", {"offset": "0"}, "header.chunks[0].columns.id.offset", "a string"),
    (0, "id", {"size": 15}, "column_chunks[0].payload.plain", "15 bytes"),
    (0, "id", {"size": 17}, "header.chunks[0].columns.id.offset", None),
    (0, "vec", {"size": 10}, "column_chunks[0].payload.rounded", "10 bytes"),
    (0, "code", {"size": -1}, "header.chunks[0].columns.code.size", "-1"),
    (0, "code", {"min": None}, "header.chunks[0].columns.code.min", "null"),
    (0, "code", {"scale": "x"}, "header.chunks[0].columns.code.scale", "a string"),
    (0, "code", {"scale": 1e39}, "column_chunks[0].payload.rounded.scale", "1e+39"),
    (0, "vec", {"compression": "zstd"}, "header.chunks[0].columns.vec.compression", "'zstd'"),
    (
        0,
        "vec",
        {"compression": "lossless"},
        "header.chunks[0].columns.vec.compression",
        "'lossless'",
    ),
    (0, "vec", {"compression": 1}, "header.chunks[0].columns.vec.compression", "1"),
    (0, "vec", {"compression": "int8"}, "header.chunks[0].columns.vec.min", "no such key"),
    (0, "id", {"compression": "fp16"}, "column_chunks[0].payload.rounded", "16 bytes"),
]


@pytest.mark.parametrize(("chunk", "column", "changes", "where", "found"), PARTS)
def test_a_wrong_place_of_a_column_is_refused(
    chunk: int, column: str, changes: dict[str, Any], where: str, found: str | None, path: Path
) -> None:
    error = refusal(with_part(chunk, column, **changes), path)
    assert error.path == where
    assert found in (None, error.found)


SCHEMAS = [
    (2, {"name": "vec"}, "header.chunks[0].columns", "'vec' twice"),
    (2, {"name": "ids"}, "header.chunks[0].columns.ids", "no such key"),
    (2, {"name": 3}, "header.columns[2].name", "3"),
    (2, {"dimension": 2}, "column_chunks[0].payload.plain", "16 bytes"),
    (2, {"dimension": -1}, "header.columns[2].dimension", "-1"),
    (2, {"dimension": 2**32}, "header.columns[2].dimension", str(2**32)),
    (2, {"dtype": "int32"}, "column_chunks[0].payload.plain", "16 bytes"),
    (2, {"dtype": "object"}, "column_chunks[0].payload.plain", "'object'"),
    (2, {"dtype": None}, "header.columns[2].dtype", "null"),
    (0, {"dimension": 0xFFFFFFFF}, "column_chunks[0].payload.rounded", "12 bytes"),
    (0, {"compression": None}, "header.columns[0].compression", "null"),
]


@pytest.mark.parametrize(("column", "changes", "where", "found"), SCHEMAS)
def test_a_wrong_schema_of_a_column_is_refused(
    column: int, changes: dict[str, Any], where: str, found: str, path: Path
) -> None:
    error = refusal(with_column(column, **changes), path)
    assert error.path == where
    assert error.found == found


@pytest.mark.parametrize(
    ("changes", "where"),
    [
        ({"num_vectors": 4}, "header.num_vectors"),
        ({"columns": {}}, "header.columns"),
        ({"chunks": COLUMNAR["chunks"][:1], "num_vectors": 2}, "column_chunks"),
        ({"sections": 1}, "header.sections"),
        ({"sections": [{"start_index": 0}]}, "header.sections[0].end_index"),
        ({"sections": [{"start_index": 2, "end_index": 1}]}, "header.sections[0].end_index"),
        ({"sections": [{"start_index": 0, "end_index": 4}]}, "header.sections[0].end_index"),
        ({"sections": [{"start_index": -1, "end_index": 1}]}, "header.sections[0].start_index"),
    ],
)
def test_a_header_that_contradicts_itself_is_refused(
    changes: dict[str, Any], where: str, path: Path
) -> None:
    error = refusal(columnar(**changes), path)
    assert error.path in {where, "chunks"}


@pytest.mark.parametrize("key", ["num_vectors", "columns", "chunks"])
def test_a_key_that_is_missing_is_named(key: str, path: Path) -> None:
    assert refusal(v2(without(COLUMNAR, (key,)), *PAYLOADS), path).path == f"header.{key}"


def test_parts_of_several_dtypes_are_no_column(path: Path) -> None:
    header = copy.deepcopy(COLUMNAR)
    header["columns"][2]["dimension"] = 1
    header["chunks"][1]["columns"]["id"] |= {"compression": "fp16", "size": 2}
    error = refusal(v2(header, *PAYLOADS), path)
    assert error.path == "header.columns[2].compression"
    assert error.found == "parts of float32 and int64"


def test_every_byte_of_a_payload_is_under_the_checksum(path: Path) -> None:
    good = columnar()
    start = good.index(PAYLOADS[0])
    for at in range(start, start + len(PAYLOADS[0])):
        damaged = bytearray(good)
        damaged[at] ^= 1
        path.write_bytes(damaged)
        with pytest.raises(ChecksumError) as caught:
            load_cvc_columns(path)
        assert caught.value.path == "column_chunks[0].payload"
        with open_cvc_columns(path) as reader, pytest.raises(ChecksumError):
            reader.verify()


def test_a_file_cut_off_anywhere_is_refused(path: Path) -> None:
    good = columnar()
    for length in range(len(good)):
        refusal(good[:length], path)


def test_bytes_behind_the_last_chunk_do_no_harm(path: Path) -> None:
    path.write_bytes(columnar() + b"xyz")
    assert_same_columns(load_cvc_columns(path), VALUES)
    with open_file(path) as reader:
        assert reader.verify() == ["3 bytes after the last chunk are not part of any chunk"]


def test_more_chunks_than_promised_are_refused(path: Path) -> None:
    record = struct.pack("<II", 1, 0) + b"x"
    error = refusal(columnar() + record, path)
    assert error.path == "column_chunks"


def test_any_change_is_read_or_refused(path: Path) -> None:
    random, good = np.random.default_rng(8), columnar()
    for _ in range(600):
        data = bytearray(good)
        for _ in range(int(random.integers(1, 4))):
            data[int(random.integers(len(data)))] = int(random.integers(256))
        path.write_bytes(data)
        try:
            load_cvc_columns(path)
        except FormatError as error:
            assert_complete(error, len(data))


def test_a_name_that_cannot_be_printed_is_escaped_in_errors(path: Path) -> None:
    header = copy.deepcopy(COLUMNAR)
    header["columns"][2]["name"] = "\ud800"
    error = refusal(v2(header, *PAYLOADS), path)
    assert error.path == r"header.chunks[0].columns.'\ud800'"
    for chunk in header["chunks"]:
        chunk["columns"]["\ud800"] = chunk["columns"].pop("id") | {"offset": 99}
    error = refusal(v2(header, *PAYLOADS), path)
    assert error.path == r"header.chunks[0].columns.'\ud800'.offset"
    str(error).encode()


def test_more_rows_than_an_array_can_count_are_refused(path: Path) -> None:
    part = {"a": {"offset": 0, "size": 0, "compression": "none"}}
    chunk = {"rows": 2**48 - 1, "columns": part}
    header = {
        "num_vectors": 2 * (2**48 - 1),
        "columns": [{"name": "a", "dimension": 0, "dtype": "int8", "compression": "none"}],
        "chunks": [chunk, chunk],
    }
    assert refusal(v2(header, b"", b""), path).path == "header.num_vectors"
