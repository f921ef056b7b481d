"""Each engine reads, by its own public ways, what quire reads at once."""

from __future__ import annotations

import hashlib
import struct
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest

import quire
from quire.cvc import pack_cvc
from quire.datasets import Dataset
from tests.datasets.test_records import WORDS

ROWS = 1000


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An array in a file, and a list of records in another."""
    path = tmp_path_factory.mktemp("engines")
    rows = np.arange(ROWS, dtype=np.float32)[:, None] + np.arange(8, dtype=np.float32)
    pack_cvc(rows, path / "rows.cvc", compression="fp16", chunk_size=150, format_version=1)
    texts = [b"w" * (i % 7) for i in range(ROWS)]
    data = struct.pack("<I", ROWS) + b"".join(bytes([len(t)]) + t for t in texts)
    (path / "words.bin").write_bytes(data)
    (path / "words.ksy").write_text(WORDS)
    return path


@pytest.fixture(scope="module")
def array(folder: Path) -> Dataset:
    """Rows of an array."""
    return quire.parts(folder / "rows.cvc", rows_per_part=150)


@pytest.fixture(scope="module")
def records(folder: Path) -> Dataset:
    """Records."""
    return quire.parts(folder / "words.bin", "words", 150, spec=folder / "words.ksy")


@pytest.fixture(scope="module")
def digest(folder: Path) -> str:
    """Of the array, as it is read at once."""
    return digest_of(quire.load(folder / "rows.cvc"))


LENGTHS = [i % 7 for i in range(ROWS)]


def digest_of(rows: Any) -> str:
    """A digest of the bytes of an array."""
    return hashlib.sha256(np.ascontiguousarray(rows).tobytes()).hexdigest()


@pytest.mark.parametrize("scheduler", ["synchronous", "threads", "processes"])
def test_dask_arrays(array: Dataset, digest: str, scheduler: str) -> None:
    from quire.engines.dask import to_dask_array

    found = to_dask_array(array)
    assert found.chunks == ((150,) * 6 + (100,), (8,))
    assert digest_of(found.compute(scheduler=scheduler)) == digest
    some = found[300:310, 2].compute(scheduler="threads")
    assert some.tolist() == list(range(302, 312))


def test_dask_frames_read_what_is_asked_for(records: Dataset) -> None:
    from quire.engines.dask import to_dask_dataframe

    frame = to_dask_dataframe(records)
    assert frame.npartitions == 7
    assert list(frame.columns) == ["len_text", "text"]
    assert frame.len_text.sum().compute() == sum(LENGTHS)
    assert frame.text.compute().tolist()[4] == "wwww"


def test_xarray_opens_a_file_by_its_path_and_reads_late(
    folder: Path, digest: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    import xarray

    from quire.cvc.reader import CvcReader

    read: list[tuple[int, int]] = []
    decode = CvcReader._decode

    def noted(self: Any, start: int, stop: int, *others: Any, **more: Any) -> Any:
        read.append((start, stop))
        return decode(self, start, stop, *others, **more)

    monkeypatch.setattr(CvcReader, "_decode", noted)
    with xarray.open_dataset(folder / "rows.cvc") as opened:
        assert opened.sizes == {"row": ROWS, "value_1": 8}
        some = opened["value"].isel(row=slice(10, 20))
        assert read == []
        assert some.values[0, 0] == 10
        assert read == [(10, 20)]
        assert opened["value"].isel(row=[5, 900]).values[:, 0].tolist() == [5, 900]
        assert digest_of(opened["value"].values) == digest
    chunked = xarray.open_dataset(folder / "rows.cvc", chunks={})
    assert chunked.chunks["row"] == (150,) * 6 + (100,)
    assert digest_of(chunked["value"].values) == digest


def test_polars_reads_no_more_parts_than_a_limit_needs(
    records: Dataset, monkeypatch: pytest.MonkeyPatch
) -> None:
    import polars as pl

    from quire.datasets.part import Part
    from quire.engines.polars import to_polars

    frame = to_polars(records)
    assert frame.select(pl.col("len_text").sum()).collect().item() == sum(LENGTHS)
    long = frame.filter(pl.col("len_text") > 5).select("text").collect()
    assert long["text"].to_list() == ["w" * n for n in LENGTHS if n > 5]
    read: list[Part] = []
    table = Part.table

    def noted(part: Part) -> Any:
        read.append(part)
        return table(part)

    monkeypatch.setattr(Part, "table", noted)
    assert len(frame.head(151).collect()) == 151
    assert len(read) == 2


def test_duckdb_and_pandas_take_a_dataset_as_often_as_they_like(records: Dataset) -> None:
    import duckdb
    import pandas as pd

    for _ in range(2):
        found = duckdb.sql("select count(*), sum(len_text) from records").fetchall()
        assert found == [(ROWS, sum(LENGTHS))]
    assert pd.DataFrame.from_arrow(records)["len_text"].tolist() == LENGTHS
    assert pa.table(records.select(["text"])).column_names == ["text"]


def test_torch_workers_share_the_parts(array: Dataset, records: Dataset) -> None:
    import torch.utils.data

    from quire.engines.torch import PartStream, RowDataset

    loader = torch.utils.data.DataLoader(PartStream(array), batch_size=None, num_workers=2)
    firsts = sorted(float(part[0, 0]) for part in loader)
    assert firsts == list(range(0, ROWS, 150))
    rows = RowDataset(array)
    assert len(rows) == ROWS
    assert rows[-1].tolist() == list(range(999, 1007))
    part = next(iter(PartStream(records)))
    assert part["len_text"].tolist() == LENGTHS[:150]
    with pytest.raises(TypeError, match="columns: len_text, text"):
        RowDataset(records)


def test_hugging_face_has_a_shard_for_each_part(records: Dataset) -> None:
    from quire.engines.huggingface import to_huggingface

    stream = to_huggingface(records)
    assert stream.num_shards == 7
    assert [row["len_text"] for row in stream] == LENGTHS


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_ray_reads_the_parts_in_its_tasks(array: Dataset, records: Dataset, digest: str) -> None:
    from quire.engines.ray import to_ray

    assert to_ray(records).sum("len_text") == sum(LENGTHS)
    found = pa.concat_tables(pa.Table.from_batches([b]) for b in _batches(to_ray(array)))
    rows = np.stack(found["value"].combine_chunks().to_numpy(zero_copy_only=False))
    assert digest_of(rows[np.argsort(rows[:, 0])]) == digest


def _batches(dataset: Any) -> Any:
    for batch in dataset.iter_batches(batch_format="pyarrow"):
        yield from batch.to_batches()


@pytest.mark.parametrize("shape", [(5,), (5, 3), (5, 3, 2)])
@pytest.mark.parametrize("dtype", ["f4", "f2", "i8"])
def test_batches_of_ray_have_rows_as_one_array(
    tmp_path: Path, shape: tuple[int, ...], dtype: str
) -> None:
    blocks = pytest.importorskip("ray.data.block", reason="pip install ray[data]")
    from quire.engines.ray import QuireDatasource

    rows = np.arange(np.prod(shape)).reshape(shape).astype(dtype)
    with quire.cdd.DataWriter(tmp_path / "rows.cdd") as writer:
        writer.append(rows)
    (task,) = QuireDatasource(quire.parts(tmp_path / "rows.cdd")).get_read_tasks(1)
    (found,) = (blocks.BlockAccessor.for_block(block).to_numpy()["value"] for block in task())
    assert (found.dtype, found.shape) == (rows.dtype, rows.shape)
    assert np.array_equal(found, rows)
