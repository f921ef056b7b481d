"""What whole processes cost: the first load of a new one, and the memory of a long iteration."""

from __future__ import annotations

import json
import resource
import statistics
import struct
import subprocess
import sys
import tempfile
import time
import zlib
from pathlib import Path
from typing import NamedTuple

import numpy as np

from benchmarks.files import scratch
from benchmarks.suite import Cell, Options, Table
from quire.cvc import pack_cvc

DIMENSION = 768
LARGE_ROWS, SMALL_ROWS = 10_000, 400
"""Rows of 31 MB and of 1.2 MB: the first are decoded by compiled kernels, the others by numpy."""

SPARSE_ROWS = 250_000
"""Rows of a chunk of the sparse file: 384 MB in fp16, more than the process may take."""

NUMPY = "import numpy"
IMPORT = "import numpy; import quire.cvc"
LOAD = "import sys, numpy; from quire.cvc import load_cvc; load_cvc(sys.argv[1])"
PEER = "import sys, numpy; from decompressed import load_cvc; load_cvc(sys.argv[1])"
ITERATE = """
import sys
from quire.cvc import open_cvc
with open_cvc(sys.argv[1]) as reader:
    assert sum(len(block) for block in reader.blocks()) == reader.num_vectors
"""
PEAK = """
print(open("/proc/self/status").read().split("VmHWM:")[1].split()[0])
"""


class Cost(NamedTuple):
    """What a process has taken: seconds by the clock and of processors; and what it printed."""

    wall: float
    cpu: float
    printed: str


def run(code: str, *arguments: str) -> Cost:
    """Run code in a new process of this Python."""
    command = [sys.executable, "-W", "ignore", "-c", code, *arguments]
    before, start = _cpu_of_children(), time.perf_counter()
    done = subprocess.run(
        command, cwd=tempfile.gettempdir(), stdout=subprocess.PIPE, text=True, check=True
    )
    wall = time.perf_counter() - start
    return Cost(wall, _cpu_of_children() - before, done.stdout)


def _cpu_of_children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


# -- the first load ----------------------------------------------------------------------------


def start_table(options: Options, *, peer: bool) -> Table:
    """The first load of a new process, beside one that only imports numpy."""
    with scratch(needed=1 << 26) as folder:
        tasks: dict[str, tuple[str, ...]] = {
            "import numpy": (NUMPY,),
            "import quire.cvc": (IMPORT,),
        }
        for codec in ("fp16", "int8"):
            large = _packed(folder / f"large-{codec}.cvc", codec, LARGE_ROWS)
            small = _packed(folder / f"small-{codec}.cvc", codec, SMALL_ROWS)
            tasks[f"load {codec}, 31 MB decoded (compiled kernel)"] = LOAD, large
            tasks[f"load {codec}, 1.2 MB decoded (numpy)"] = LOAD, small
            if peer:
                tasks[f"decompressed: load {codec}, 31 MB decoded"] = PEER, large
        found = costs(tasks, options.rounds)
    rows: list[list[Cell]] = []
    numpy = found["import numpy"]
    for name, cost in found.items():
        rows.append([name, cost.cpu, cost.cpu - numpy.cpu, cost.wall, cost.wall - numpy.wall])
    note = (
        "A new process each time; the compiled kernels are in their cache on disk. "
        "Target: less than 1.5 s of processors more than importing numpy."
    )
    columns = ["process", "CPU s", "beyond numpy", "wall s", "beyond numpy (wall)"]
    return Table("The first load of a process", columns, rows, note)


def _packed(path: Path, codec: str, rows: int) -> str:
    vectors = np.random.default_rng(1).standard_normal((rows, DIMENSION), dtype=np.float32)
    pack_cvc(vectors, path, codec, rows, format_version=0)
    return str(path)


def costs(tasks: dict[str, tuple[str, ...]], rounds: int) -> dict[str, Cost]:
    """Medians, after a round that fills the caches."""
    found: dict[str, list[Cost]] = {name: [] for name in tasks}
    for number in range(rounds + 1):
        for name, task in tasks.items():
            cost = run(*task)
            if number > 0:
                found[name].append(cost)
    return {name: _median(costs) for name, costs in found.items()}


def _median(costs: list[Cost]) -> Cost:
    wall = statistics.median(cost.wall for cost in costs)
    return Cost(wall, statistics.median(cost.cpu for cost in costs), "")


# -- memory ------------------------------------------------------------------------------------


def memory_table(options: Options) -> Table:
    """Peak memory of a process that iterates over a file larger than it may take."""
    size = 10 << 30 if options.full else 1 << 30 if options.quick else 2 << 30
    rows: list[list[Cell]] = [["import numpy", None, _peak(NUMPY), None]]
    for layout in (0, 1):
        # On disk: in memory a sparse file becomes a dense one as it is read.
        with tempfile.TemporaryDirectory(prefix="quire-") as folder:
            path = Path(folder) / "sparse.cvc"
            _make_sparse(path, layout, size)
            start = time.perf_counter()
            peak = _peak(ITERATE, str(path))
            seconds = time.perf_counter() - start
            name = f"`for block in open_cvc(...)`, fp16, v{layout}"
            rows.append([name, path.stat().st_size / 1e9, peak, seconds])
    note = (
        f"The peak of resident memory (VmHWM), the mapped pages of the file included. The file is "
        f"sparse, with chunks of {SPARSE_ROWS:,} x {DIMENSION}. Target: below 300 MB."
    )
    columns = ["process", "file GB", "peak MB", "wall s"]
    return Table("Memory of iterating over a file", columns, rows, note)


def _peak(code: str, *arguments: str) -> float:
    return int(run(code + PEAK, *arguments).printed) * 1024 / 1e6


def _make_sparse(path: Path, layout: int, size: int) -> None:
    """A file of zeros: written by hand, as no writer leaves holes."""
    payload = SPARSE_ROWS * DIMENSION * 2
    count = size // payload + 1
    infos = [{"rows": SPARSE_ROWS, "compression": "fp16"}] * count
    header: dict[str, object] = {"num_vectors": SPARSE_ROWS * count, "dimension": DIMENSION}
    text = json.dumps({**header, "compression": "fp16", "chunks": infos}).encode()
    version = struct.pack("<HH", 1, 0) if layout else b""
    head = struct.pack("<I", payload)
    head += struct.pack("<I", zlib.crc32(bytes(payload))) if layout else b""
    with path.open("wb") as file:
        file.write(b"CVCF" + version + struct.pack("<I", len(text)) + text)
        for _ in range(count):
            file.write(head)
            file.seek(payload, 1)
        file.truncate()
