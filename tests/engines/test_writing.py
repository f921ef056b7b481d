"""Blocks of Dask and Ray become files that one commit shows, though workers are killed."""

from __future__ import annotations

import os
import signal
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import dask.array as da
import numpy as np
import pytest

import quire
from quire.engines.dask import from_dask, to_dask_array, to_dask_dataframe
from tests.datasets.test_arrays import rows_of

ROWS = np.arange(4000, dtype=np.float32).reshape(1000, 4)
BLOCKS = da.from_array(ROWS, chunks=(150, 2))


def files_in(path: Path) -> list[Path]:
    """All of them."""
    return [each for each in path.rglob("*") if each.is_file()]


@pytest.mark.parametrize("scheduler", ["synchronous", "threads"])
def test_blocks_of_an_array_are_a_collection(tmp_path: Path, scheduler: str) -> None:
    from_dask(BLOCKS, tmp_path / "rows", compression="lossless", scheduler=scheduler)
    dataset = quire.parts(tmp_path / "rows")
    assert [len(part) for part in dataset.parts] == [150] * 6 + [100]
    assert to_dask_array(dataset).compute(scheduler="threads").tobytes() == ROWS.tobytes()


def test_blocks_of_an_array_are_a_store(tmp_path: Path) -> None:
    from_dask(BLOCKS, tmp_path / "rows.cdd", "cdd", scheduler="threads")
    assert np.asarray(quire.open(tmp_path / "rows.cdd")).tobytes() == ROWS.tobytes()
    assert files_in(tmp_path) == [tmp_path / "rows.cdd"]


def test_partitions_of_a_frame_are_columns(tmp_path: Path) -> None:
    columns: dict[str, Any] = {"a": ROWS[:, 0], "b": np.arange(1000)}
    quire.cvc.pack_cvc_columns(columns, tmp_path / "c.cvc", {"a": "none"})
    frame = to_dask_dataframe(quire.parts(tmp_path / "c.cvc", rows_per_part=300))
    frame["b"] = frame["b"] + 1
    from_dask(frame, tmp_path / "more", compressions={"a": "none"}, scheduler="threads")
    found = to_dask_dataframe(quire.parts(tmp_path / "more")).compute(scheduler="threads")
    assert found["a"].tolist() == ROWS[:, 0].tolist()
    assert found["b"].tolist() == list(range(1, 1001))


def test_a_task_that_fails_leaves_nothing(tmp_path: Path) -> None:
    def failing(block: Any, block_info: Any = None) -> Any:
        if block_info and block_info[0]["chunk-location"][0] == 3:
            raise RuntimeError("no")
        return block

    with pytest.raises(RuntimeError, match="no"):
        from_dask(BLOCKS.map_blocks(failing, dtype=np.float32), tmp_path, scheduler="threads")
    # Dask does not wait for the other threads: each removes what it has just written.
    until = monotonic() + 30
    while files_in(tmp_path) and monotonic() < until:
        sleep(0.01)
    assert files_in(tmp_path) == []


def kill(block: Any, mark: str, block_info: Any = None) -> Any:
    """Kill the process that comes to one of the blocks first."""
    if block_info and block_info[0]["chunk-location"][0] == 3 and not Path(mark).exists():
        Path(mark).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return block


def test_a_killed_process_of_dask_leaves_nothing(tmp_path: Path) -> None:
    killed = BLOCKS.map_blocks(kill, str(tmp_path / "mark"), dtype=np.float32)
    pool = ProcessPoolExecutor(2, mp_context=get_context("spawn"))
    with dask_config(pool), pytest.raises(BrokenProcessPool):
        from_dask(killed, tmp_path / "rows", compression="lossless", scheduler="processes")
    assert files_in(tmp_path) == [tmp_path / "mark"]


def dask_config(pool: ProcessPoolExecutor) -> Any:
    """Have Dask use these processes."""
    import dask

    return dask.config.set(pool=pool)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")  # of the cluster, about a worker that has died
def test_a_killed_worker_of_a_cluster_is_made_up_for(tmp_path: Path) -> None:
    from distributed import Client, LocalCluster

    killed = BLOCKS.map_blocks(kill, str(tmp_path / "mark"), dtype=np.float32)
    with (
        LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
        Client(cluster),
    ):
        from_dask(killed, tmp_path / "rows", compression="lossless")
    assert (tmp_path / "mark").exists()
    assert rows_of(quire.parts(tmp_path / "rows")).tobytes() == ROWS.tobytes()
    assert len(files_in(tmp_path / "rows")) == 8  # seven blocks and the list


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_blocks_of_ray_are_a_collection(tmp_path: Path) -> None:
    from quire.engines.ray import to_ray
    from quire.engines.ray_sink import QuireDatasink

    from_dask(BLOCKS, tmp_path / "rows", compression="lossless", scheduler="threads")
    sink = QuireDatasink(tmp_path / "again", compression="lossless")
    to_ray(quire.parts(tmp_path / "rows")).write_datasink(sink)
    found = rows_of(quire.parts(tmp_path / "again"))
    assert found[np.argsort(found[:, 0])].tobytes() == ROWS.tobytes()
    columns: dict[str, Any] = {"a": ROWS[:, 0], "b": np.arange(1000)}
    quire.cvc.pack_cvc_columns(columns, tmp_path / "c.cvc", {"a": "none"})
    some = to_ray(quire.parts(tmp_path / "c.cvc", rows_per_part=300)).select_columns(["b"])
    some.write_datasink(QuireDatasink(tmp_path / "b"))
    assert quire.parts(tmp_path / "b").names == ("b",)
