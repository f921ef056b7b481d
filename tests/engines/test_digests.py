"""Whoever reads the parts, and wherever, reads the same."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from typing import Any

import dask
import numpy as np
import pyarrow as pa
import pytest

from quire.datasets import Dataset
from tests.engines.everything import KINDS, digest_of, digest_of_part, together, written


@pytest.fixture(scope="module")
def datasets(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Dataset]:
    """One of each kind."""
    return written(tmp_path_factory.mktemp("everything"))


@pytest.fixture(scope="module")
def processes() -> Iterator[ProcessPoolExecutor]:
    """Processes that share nothing with this one."""
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        yield pool


@pytest.fixture
def dataset(request: pytest.FixtureRequest, datasets: dict[str, Dataset]) -> Dataset:
    """One of them."""
    return datasets[request.param]


def in_order(dataset: Dataset) -> str:
    """What one thread reads, part after part."""
    return together(map(digest_of_part, dataset.parts))


@pytest.mark.parametrize("dataset", KINDS, indirect=True)
def test_threads_tasks_and_processes_read_the_same(
    dataset: Dataset, processes: ProcessPoolExecutor
) -> None:
    expected = in_order(dataset)
    assert len(dataset.parts) > 3
    with ThreadPoolExecutor(4) as threads:
        assert together(threads.map(digest_of_part, dataset.parts)) == expected
    assert together(processes.map(digest_of_part, dataset.parts)) == expected
    tasks = [dask.delayed(digest_of_part)(part) for part in dataset.parts]
    assert together(dask.compute(*tasks, scheduler="threads")) == expected
    assert together(dask.compute(*tasks, scheduler="processes", pool=processes)) == expected


@pytest.mark.parametrize("dataset", KINDS, indirect=True)
def test_what_dask_is_given_has_the_same_values(
    dataset: Dataset, processes: ProcessPoolExecutor
) -> None:
    from quire.engines.dask import to_dask_array, to_dask_dataframe

    if dataset.is_array:
        whole = digest_of(np.concatenate(list(dataset)))
        for how in ({"scheduler": "threads"}, {"scheduler": "processes", "pool": processes}):
            assert digest_of(to_dask_array(dataset).compute(**how)) == whole
    frame = to_dask_dataframe(dataset)
    expected = digest_of(pa.table(dataset))
    for how in ({"scheduler": "threads"}, {"scheduler": "processes", "pool": processes}):
        found = pa.Table.from_pandas(frame.compute(**how), preserve_index=False)
        assert digest_of(found) == expected


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_tasks_of_ray_read_the_same(datasets: dict[str, Dataset]) -> None:
    import ray

    told: Any = ray.remote(digest_of_part)
    for name, dataset in datasets.items():
        found = ray.get([told.remote(part) for part in dataset.parts])
        assert together(found) == in_order(dataset), name
