"""What each engine opens by its own public entry point is read late: a server counts the bytes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest
import xarray

import quire
from quire.cdd import DataWriter
from quire.cvc import pack_cvc, pack_cvc_columns
from quire.datasets import Dataset
from tests.datasets.test_records import POINTS
from tests.served import Served, serving

ROWS, WIDTH = 40_000, 64
FEW = 1_300_000
"""Bytes that some rows may cost, of files of 5 MB: the start, one part, and what is beside it."""

NUMBERS = (np.arange(ROWS, dtype=np.float32)[:, None] + np.zeros(WIDTH, np.float32)) % 2048


def served(data: bytes) -> Iterator[Served]:
    """A file behind a URL."""
    assert len(data) > 3 * FEW
    with serving(data) as site:
        yield site


@pytest.fixture(scope="module")
def rows(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """An array of float16: 5 MB in ten chunks."""
    path = tmp_path_factory.mktemp("rows") / "rows.cvc"
    pack_cvc(NUMBERS, path, compression="fp16", chunk_size=4000, format_version=1)
    yield from served(path.read_bytes())


@pytest.fixture(scope="module")
def columns(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Columns: 10 MB of a wide one, and a narrow one."""
    path = tmp_path_factory.mktemp("columns") / "columns.cvc"
    table = {"narrow": NUMBERS[:, 0], "wide": NUMBERS}
    pack_cvc_columns(table, path, {"narrow": "none", "wide": "none"}, chunk_size=10_000)
    yield from served(path.read_bytes())


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A store of CDD: 10 MB in ten chunks."""
    path = tmp_path_factory.mktemp("store") / "store.cdd"
    with DataWriter(path, layout="cdd") as writer:
        for start in range(0, ROWS, 4000):
            writer.append_chunk(NUMBERS[start : start + 4000], "raw")
    yield from served(path.read_bytes())


@pytest.fixture
def records(tmp_path: Path) -> Iterator[tuple[Served, Dataset]]:
    """Records of one size: 6 MB in twenty parts."""
    (tmp_path / "points.ksy").write_text(POINTS)
    values = np.zeros(ROWS * 25, [("x", ">f4"), ("y", ">i2")])
    values["x"], values["y"] = np.arange(len(values)), np.arange(len(values)) % 1000
    with serving(b"name\0" + values.tobytes()) as site:
        yield site, quire.parts(site.url, "points", ROWS * 5 // 4, spec=tmp_path / "points.ksy")


def test_xarray(rows: Served) -> None:
    rows.forget()
    with xarray.open_dataset(rows.url) as opened:
        assert opened.sizes["row"] == ROWS
        assert sum(rows.sent) < FEW
        found = opened["value"].isel(row=slice(20_010, 20_013)).values
    assert found[:, 0].tolist() == NUMBERS[20_010:20_013, 0].tolist()
    assert sum(rows.sent) < 1.5 * FEW


def test_pandas_and_pyarrow_read_the_columns_that_are_selected(columns: Served) -> None:
    dataset = quire.parts(columns.url, verify=False)
    columns.forget()
    frame = pd.DataFrame.from_arrow(dataset.select(["narrow"]))
    assert frame["narrow"].tolist() == NUMBERS[:, 0].tolist()
    assert sum(columns.sent) < FEW


def test_polars(records: tuple[Served, Dataset], columns: Served) -> None:
    from quire.engines.polars import to_polars

    site, dataset = records
    site.forget()
    frame = to_polars(dataset)
    assert site.sent == []
    assert frame.filter(pl.col("y") == 7).head(3).collect()["x"].to_list() == [7, 1007, 2007]
    assert sum(site.sent) < FEW
    wide = to_polars(quire.parts(columns.url, verify=False))
    columns.forget()
    found = wide.filter(pl.col("narrow") == 2).select(pl.len()).collect().item()
    assert found == sum(NUMBERS[:, 0] == 2)
    assert sum(columns.sent) < FEW


def test_duckdb(records: tuple[Served, Dataset]) -> None:
    import duckdb

    site, dataset = records
    site.forget()
    found = duckdb.sql("select x from dataset limit 3").fetchall()
    assert found == [(0.0,), (1.0,), (2.0,)]
    assert sum(site.sent) < sum(part.place.stop - part.place.start for part in dataset.parts) / 2


def test_torch(rows: Served) -> None:
    from quire.engines.torch import PartStream, RowDataset

    dataset = quire.parts(rows.url, rows_per_part=4000)
    rows.forget()
    by_row, stream = RowDataset(dataset), PartStream(dataset)
    assert rows.sent == []
    assert by_row[20_010][0].item() == NUMBERS[20_010, 0]
    assert next(iter(stream))[5, 0].item() == 5
    assert sum(rows.sent) < 2 * FEW


def test_hugging_face(records: tuple[Served, Dataset]) -> None:
    from quire.engines.huggingface import to_huggingface

    site, dataset = records
    site.forget()
    stream = to_huggingface(dataset)
    assert site.sent == []
    assert [row["y"] for row in stream.take(3)] == [0, 1, 2]
    assert sum(site.sent) < FEW


def test_dask(rows: Served) -> None:
    from quire.engines.dask import to_dask_array

    lazy = to_dask_array(quire.parts(rows.url, rows_per_part=4000))
    rows.forget()
    found = lazy[20_010:20_013, 0].compute(scheduler="threads")
    assert found.tolist() == NUMBERS[20_010:20_013, 0].tolist()
    assert sum(rows.sent) < FEW


def test_zarr_decodes_the_chunks_that_are_indexed(tmp_path: Path) -> None:
    import zarr
    import zarr.storage

    class Counting(zarr.storage.LocalStore):  # type: ignore[misc]  # Any to mypy
        read = 0

        async def get(self, *args: Any, **named: Any) -> Any:
            found = await super().get(*args, **named)
            Counting.read += 0 if found is None else len(found)
            return found

    array = zarr.create_array(
        store=tmp_path / "a.zarr",
        shape=NUMBERS.shape,
        chunks=(4000, WIDTH),
        dtype="f4",
        serializer={"name": "quire.cdd", "configuration": {"type": "raw"}},
        compressors=None,
    )
    array[:] = NUMBERS
    again: Any = zarr.open_array(Counting(tmp_path / "a.zarr", read_only=True), mode="r")
    assert again[20_010:20_013, 0].tolist() == NUMBERS[20_010:20_013, 0].tolist()
    assert 4000 * WIDTH * 4 < Counting.read < FEW


@pytest.mark.parametrize("kind", ["store", "rows"])
def test_virtualizarr(kind: str, request: pytest.FixtureRequest) -> None:
    from obspec_utils.registry import ObjectStoreRegistry
    from obstore.store import HTTPStore
    from virtualizarr import open_virtual_dataset

    from quire.engines.virtualizarr import CddParser, CvcParser

    site: Served = request.getfixturevalue(kind)
    parser = CddParser() if kind == "store" else CvcParser()
    root = site.url.rpartition("/")[0]
    remote = HTTPStore.from_url(root, client_options={"allow_http": True})
    registry = ObjectStoreRegistry({root: remote})
    site.forget()
    virtual = open_virtual_dataset(site.url, registry=registry, parser=parser)
    assert virtual["value"].shape == NUMBERS.shape
    assert sum(site.sent) < FEW / 2
    opened = xarray.open_zarr(parser(site.url, registry), consolidated=False, zarr_format=3)
    found = opened["value"].isel(row=slice(20_010, 20_013)).values
    assert found[:, 0].tolist() == NUMBERS[20_010:20_013, 0].tolist()
    assert sum(site.sent) < 2 * FEW
