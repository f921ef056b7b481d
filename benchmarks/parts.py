"""Reading in parts: engines against plain threads, what planning costs, and a slow link."""

from __future__ import annotations

import json
import os
import struct
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from statistics import median
from typing import Any

import dask
import numpy as np
import psutil  # it comes with distributed

import quire
from benchmarks.link import linked
from benchmarks.suite import Cell, Options, Table
from quire.cvc import pack_cvc
from quire.datasets import Dataset, Part

WORKERS = 2
LATENCY, RATE = 0.05, 25e6
"""Of the link: seconds, and bytes a second."""

KEEPING = {"MALLOC_TRIM_THRESHOLD_": str(1 << 28), "MALLOC_MMAP_THRESHOLD_": str(1 << 27)}
"""What has the main thread of a process (glibc's) keep memory that it took for a part."""

SPEC = """
meta: {id: words, endian: le}
seq:
  - {id: words, type: word, repeat: eos}
types:
  word:
    seq:
      - {id: len_text, type: u1}
      - {id: text, type: str, size: len_text, encoding: ASCII}
"""

PLANNED = """
import json, pickle, sys, time
from pathlib import Path
import quire

def most():
    told = Path("/proc/self/status").read_text()
    return int(told.split("VmHWM:")[1].split()[0])

quire.parts(sys.argv[1], "words", 1 << 14, spec=sys.argv[2])
base = most()
start, wall = time.process_time(), time.perf_counter()
parts = list(quire.parts(sys.argv[1], "words", int(sys.argv[3]), spec=sys.argv[2]).parts)
cpu, wall = time.process_time() - start, time.perf_counter() - wall
peak = most()
found = {
    "parts": len(parts),
    "cpu": cpu,
    "wall": wall,
    "most": max(len(pickle.dumps(part)) for part in parts),
    "together": len(pickle.dumps(parts)),
    "base": base / 1024,
    "peak": peak / 1024,
}
print(json.dumps(found))
"""


def tables(options: Options) -> Iterator[Table]:
    """Everything that is measured here."""
    with tempfile.TemporaryDirectory() as folder:
        yield _engines(Path(folder), options)
        yield _planning(Path(folder), options)
        yield _link(Path(folder), options)


def checksum(part: Part) -> float:
    """What a task does with its rows, and gives back."""
    rows = part.read()
    return float(np.linalg.norm(rows, axis=1).sum())


def _engines(folder: Path, options: Options) -> Table:
    rows = 8_000 if options.quick else 160_000
    numbers = np.random.default_rng(1).standard_normal((rows, 768)).astype(np.float32)
    pack_cvc(numbers, folder / "rows.cvc", compression="fp16", chunk_size=4000, format_version=1)
    del numbers
    dataset = quire.parts(folder / "rows.cvc", rows_per_part=4000)
    with (
        ThreadPoolExecutor(WORKERS) as threads,
        ProcessPoolExecutor(WORKERS, mp_context=get_context("spawn")) as processes,
        _keeping_processes() as keeping,
        ThreadPoolExecutor(WORKERS) as for_dask,
    ):
        ways = {
            "threads": lambda: sum(threads.map(checksum, dataset.parts)),
            "Dask, threads": lambda: _by_dask(dataset, "threads", for_dask),
            "processes": lambda: sum(processes.map(checksum, dataset.parts)),
            "processes that keep their memory": lambda: sum(keeping.map(checksum, dataset.parts)),
            "Dask, such processes": lambda: _by_dask(dataset, "processes", keeping),
        }
        wall, cpu = _measured(ways, options.rounds)
    cells: list[list[Cell]] = [
        [name, wall[name], wall[name] / wall["threads"], cpu[name], cpu[name] / cpu["threads"]]
        for name in ways
    ]
    size = (folder / "rows.cvc").stat().st_size / 1e6
    return Table(
        f"{size:,.0f} MB of CVC fp16 in {len(dataset.parts)} parts, {WORKERS} workers",
        ("way", "s", "ratio", "CPU s", "ratio of CPU"),
        cells,
        "Warm: files in the page cache, processes started and modules loaded. A task decodes a "
        "part and gives back a number. Target: Dask's threads 1.15, its processes 1.4.",
    )


def _keeping_processes() -> ProcessPoolExecutor:
    """Processes that were started with `KEEPING`."""
    os.environ.update(KEEPING)
    pool = ProcessPoolExecutor(WORKERS, mp_context=get_context("spawn"))
    list(pool.map(abs, range(4 * WORKERS)))  # all of them are started
    for name in KEEPING:
        del os.environ[name]
    return pool


def _measured(
    ways: Mapping[str, Callable[[], float]], rounds: int
) -> tuple[dict[str, float], dict[str, float]]:
    """Seconds of each way, and of the processor in all processes; medians, taken in turn."""
    wall, cpu = ({name: list[float]() for name in ways} for _ in range(2))
    for number in range(rounds + 3):  # the first ones load and verify
        for name, way in ways.items():
            start, spent = time.perf_counter(), _spent()
            way()
            if number >= 3:
                wall[name].append(time.perf_counter() - start)
                cpu[name].append(_spent() - spent)
    first, second = ({name: median(x) for name, x in each.items()} for each in (wall, cpu))
    return first, second


def _spent() -> float:
    """Seconds of the processor that this process and those it has started have taken."""
    mine = psutil.Process()
    processes = [mine, *mine.children(recursive=True)]
    return float(sum(sum(each.cpu_times()[:2]) for each in processes))


def _by_dask(dataset: Dataset, scheduler: str, pool: Any) -> float:
    tasks = [dask.delayed(checksum)(part) for part in dataset.parts]
    found = dask.compute(*tasks, scheduler=scheduler, pool=pool, num_workers=WORKERS, chunksize=1)
    return float(sum(found))


def _planning(folder: Path, options: Options) -> Table:
    records = 100_000 if options.quick else 1_000_000
    texts = [b"w" * (i % 20) for i in range(records)]
    data = b"".join(struct.pack("B", len(text)) + text for text in texts)
    (folder / "words.bin").write_bytes(data)
    (folder / "words.ksy").write_text(SPEC, encoding="utf-8")
    cells: list[list[Cell]] = []
    for parts in (10, 100, 1000, 10_000, 100_000):
        args = [folder / "words.bin", folder / "words.ksy", max(1, records // parts)]
        told = subprocess.run(
            [sys.executable, "-c", PLANNED, *map(str, args)],
            check=True,
            capture_output=True,
            text=True,
            env={**os.environ, "PYTHONPATH": str(Path.cwd())},
        ).stdout
        found = json.loads(told)
        size = found["together"] / found["parts"]
        names = ("cpu", "wall", "most")
        grown = found["peak"] - found["base"]
        cells.append(
            [f"{found['parts']:,}", *(found[name] for name in names), size, grown, found["peak"]]
        )
    return Table(
        f"Planning parts of {records:,} records of any size, {len(data) / 1e6:.1f} MB",
        (
            "parts",
            "CPU s",
            "s",
            "bytes, pickled alone",
            "bytes, pickled together",
            "MB more",
            "MB in all",
        ),
        cells,
        "The scan was compiled before. All parts are made, as a scheduler holds them; the memory "
        "is that of the process. Target of 100,000: 5 s, 1 KB, 200 MB.",
    )


def _link(folder: Path, options: Options) -> Table:
    rows = 20_000 if options.quick else 100_000
    numbers = np.random.default_rng(1).standard_normal((rows, 256)).astype(np.float32)
    pack_cvc(numbers, folder / "far.cvc", compression="fp16", chunk_size=2500, format_version=1)
    data = (folder / "far.cvc").read_bytes()
    least = len(data) / RATE
    cells: list[list[Cell]] = []
    for workers in (1, 2, 4, 8, 16):
        with linked(data, LATENCY, RATE) as link, ThreadPoolExecutor(workers) as threads:
            start = time.perf_counter()
            dataset = quire.parts(link.url, rows_per_part=2500)
            planned = time.perf_counter() - start
            requests, start = link.requests, time.perf_counter()
            sum(threads.map(checksum, dataset.parts))
            seconds = time.perf_counter() - start
            cells.append(
                [
                    f"{workers}",
                    planned,
                    requests,
                    seconds,
                    link.requests - requests,
                    100 * least / seconds,
                ]
            )
    with linked(data, LATENCY, RATE) as link:
        start = time.perf_counter()
        quire.load(link.url, "cvc")
        seconds = time.perf_counter() - start
        cells.append(["`quire.load`", None, None, seconds, link.requests, 100 * least / seconds])
    return Table(
        f"{len(data) / 1e6:.0f} MB of CVC, {RATE / 1e6:.0f} MB/s, {LATENCY * 1e3:.0f} ms away",
        ("threads", "planned s", "requests", "read s", "requests for parts", "% of the link"),
        cells,
        "A server on this machine, in the same process. The percentage is the time that the link "
        "takes for the bytes of the file, over that of reading all parts. Target: 80 %.",
    )
