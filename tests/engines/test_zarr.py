"""Zarr reads and writes chunks of CDD, and a store is a virtual array to it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import xarray
import zarr
from obspec_utils.registry import ObjectStoreRegistry
from obstore.store import LocalStore
from virtualizarr import open_virtual_dataset

import quire
from quire.cdd import DataReader, DataWriter
from quire.cvc import open_cvc, pack_cvc
from quire.engines.virtualizarr import CddParser, CvcParser

ROWS = 95


@pytest.fixture
def books() -> np.ndarray[Any, np.dtype[np.float32]]:
    """Order books of 50 levels."""
    steps = np.random.default_rng(1).integers(-1, 2, (ROWS, 50, 3))
    return (np.cumsum(steps, axis=0) / 8).astype(np.float32)


def stored(path: Path, array: Any, *rows: int) -> str:
    """A store with chunks of so many rows; its URL."""
    with DataWriter(path, layout="cdd") as writer:
        for start, stop in zip(np.cumsum([0, *rows]), np.cumsum(rows), strict=False):
            writer.append_chunk(array[start:stop])
    return f"file://{path}"


@pytest.mark.parametrize("type", ["auto", "raw", "zstd", "okx_f32"])
def test_an_array_in_chunks_of_cdd_is_opened_by_the_name_of_the_codec(
    tmp_path: Path, books: Any, type: str
) -> None:
    codec = {"name": "quire.cdd", "configuration": {"type": type}}
    array = zarr.create_array(
        store=tmp_path / "a.zarr",
        shape=books.shape,
        chunks=(20, 50, 3),
        dtype="f4",
        serializer=codec,
        compressors=None,
    )
    array[:] = books
    again: Any = zarr.open_array(tmp_path / "a.zarr", mode="r")
    assert again[:].tobytes() == books.tobytes()
    assert again[18:23, 7].tobytes() == books[18:23, 7].tobytes()


def test_a_stored_chunk_is_one_of_cdd(tmp_path: Path, books: Any) -> None:
    array = zarr.create_array(
        store=tmp_path / "a.zarr",
        shape=books.shape,
        chunks=books.shape,
        dtype="f4",
        serializer={"name": "quire.cdd"},
        compressors=None,
    )
    array[:] = books
    stored(tmp_path / "b.cdd", books, ROWS)
    with DataReader(tmp_path / "b.cdd") as reader:
        (chunk,) = reader.chunks
    written = (tmp_path / "a.zarr" / "c" / "0" / "0" / "0").read_bytes()
    whole = (tmp_path / "b.cdd").read_bytes()
    assert written == whole[chunk.offset : chunk.offset + chunk.size]


def test_a_damaged_chunk_is_refused(tmp_path: Path, books: Any) -> None:
    array = zarr.create_array(
        store=tmp_path / "a.zarr",
        shape=books.shape,
        chunks=books.shape,
        dtype="f4",
        serializer={"name": "quire.cdd"},
        compressors=None,
    )
    array[:] = books
    path = tmp_path / "a.zarr" / "c" / "0" / "0" / "0"
    data = bytearray(path.read_bytes())
    data[-1] ^= 1
    path.write_bytes(data)
    again: Any = zarr.open_array(tmp_path / "a.zarr", mode="r")
    with pytest.raises(quire.FormatError):
        _ = again[:]


def test_a_store_is_a_virtual_array_without_a_copy(tmp_path: Path, books: Any) -> None:
    url = stored(tmp_path / "b.cdd", books, 20, 20, 20, 20, 15)
    registry = ObjectStoreRegistry({"file://": LocalStore()})
    virtual = open_virtual_dataset(url, registry=registry, parser=CddParser())
    assert virtual["value"].data.manifest.shape_chunk_grid == (5, 1, 1)
    opened = xarray.open_zarr(CddParser()(url, registry), consolidated=False, zarr_format=3)
    assert opened["value"].values.tobytes() == books.tobytes()
    assert opened["value"].isel(row=slice(78, 93)).values.tobytes() == books[78:93].tobytes()


VECTORS = np.random.default_rng(2).normal(size=(ROWS, 12)).astype(np.float32)


def packed(path: Path, compression: Any, vectors: Any = VECTORS, **options: Any) -> str:
    """A CVC file in chunks of 20 rows, the last of fewer; its URL."""
    pack_cvc(vectors, path, compression, chunk_size=20, **options)
    return f"file://{path}"


def opened(url: str) -> Any:
    """The array of a CVC file, as xarray reads it from virtual chunks."""
    store = CvcParser()(url, ObjectStoreRegistry({"file://": LocalStore()}))
    return xarray.open_zarr(store, consolidated=False, zarr_format=3)["value"]


@pytest.mark.parametrize("aligned", [False, True])
@pytest.mark.parametrize(
    "compression",
    ["fp16", "int8", "lossless", "bfloat16", "int4", ["fp16", "int8", "int4", "int8", "lossless"]],
    ids=str,
)
def test_a_cvc_file_is_a_virtual_array_without_a_copy(
    tmp_path: Path, compression: Any, *, aligned: bool
) -> None:
    url = packed(tmp_path / "rows.cvc", compression, mmap_optimized=aligned)
    expected = quire.load(tmp_path / "rows.cvc")
    found = opened(url)
    assert found.dims == ("row", "value_1")
    assert found.values.tobytes() == expected.tobytes()
    assert found.isel(row=slice(78, 93)).values.tobytes() == expected[78:93].tobytes()


INDICES = [
    slice(None),
    slice(3, 91, 7),
    slice(50, 50),
    (slice(19, 21), 4),
    (94, slice(None)),
    (17, 3),
    (slice(5, 60), slice(None, None, 5)),
    np.array([0, 94, 3, 3, 41]),
    np.arange(ROWS) % 3 == 0,
    np.zeros(ROWS, bool),
]


@pytest.mark.parametrize("index", INDICES, ids=str)
def test_a_part_of_a_chunk_is_what_numpy_has(tmp_path: Path, index: Any) -> None:
    store = CvcParser()(
        packed(tmp_path / "rows.cvc", "int8"), ObjectStoreRegistry({"file://": LocalStore()})
    )
    array: Any = zarr.open_array(store, path="value", mode="r", zarr_format=3)
    expected = quire.load(tmp_path / "rows.cvc")
    assert array.oindex[index].tolist() == expected[index].tolist()
    if not isinstance(index, np.ndarray):
        assert array[index].tolist() == expected[index].tolist()


def test_rows_and_columns_of_chunks_are_selected_together(tmp_path: Path) -> None:
    url = packed(tmp_path / "rows.cvc", "fp16")
    store = CvcParser()(url, ObjectStoreRegistry({"file://": LocalStore()}))
    array: Any = zarr.open_array(store, path="value", mode="r", zarr_format=3)
    expected = quire.load(tmp_path / "rows.cvc")
    rows, columns = np.array([1, 94, 30]), np.array([11, 0])
    assert array.oindex[rows, columns].tolist() == expected[np.ix_(rows, columns)].tolist()
    assert array.vindex[[1, 94], [11, 0]].tolist() == expected[[1, 94], [11, 0]].tolist()


def test_virtual_chunks_with_one_checksum_are_told_apart_or_refused(tmp_path: Path) -> None:
    alike = np.repeat(np.array([[1.0]], np.float32), 40, axis=0)
    assert opened(packed(tmp_path / "a.cvc", "int8", alike)).values.tolist() == alike.tolist()
    other = np.repeat(
        np.array([[1.0], [2.0]], np.float32), 20, axis=0
    )  # codes of zero, another `min`
    url = packed(tmp_path / "b.cvc", "int8", other)
    with pytest.raises(ValueError, match=r"chunk 1 has the checksum of another .*open_dataset"):
        opened(url)


def test_a_cvc_file_without_checksums_is_no_virtual_array(tmp_path: Path) -> None:
    url = packed(tmp_path / "rows.cvc", "fp16", format_version=0)
    with pytest.raises(ValueError, match="pack it with format_version=1"):
        opened(url)


def test_a_cvc_file_without_rows_is_no_virtual_array(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="it has no chunks"):
        opened(packed(tmp_path / "rows.cvc", "fp16", VECTORS[:0]))


def test_a_damaged_virtual_chunk_is_refused(tmp_path: Path) -> None:
    url = packed(tmp_path / "rows.cvc", "int8")
    found = opened(url)
    with open_cvc(tmp_path / "rows.cvc") as file:
        start, stop, _ = file.record(1)
    whole = (tmp_path / "rows.cvc").read_bytes()
    for at in (start + 4, stop - 1):
        data = bytearray(whole)
        data[at] ^= 1
        (tmp_path / "rows.cvc").write_bytes(data)
        with pytest.raises(quire.FormatError):
            _ = found.values
    (tmp_path / "rows.cvc").write_bytes(whole)
    assert found.values.tobytes() == quire.load(tmp_path / "rows.cvc").tobytes()


def test_chunks_of_other_sizes_are_no_zarr(tmp_path: Path, books: Any) -> None:
    for number, rows in enumerate([(20, 30, 45), (20, 20, 55)]):
        url = stored(tmp_path / f"{number}.cdd", books, *rows)
        with pytest.raises(ValueError, match="write chunks of one size"):
            CddParser()(url, ObjectStoreRegistry({"file://": LocalStore()}))
