"""A large file in a process of its own.

`python -m benchmarks.real.one_large CACHE WHAT COUNT SIDE`

prints seconds of the processor and megabytes, as JSON.
"""

from __future__ import annotations

import gc
import json
import random
import struct
import sys
import time
from pathlib import Path
from typing import Any

from benchmarks.objects import classes
from benchmarks.real.members import Comparison, walk


def main() -> None:
    """Measure what the command line says."""
    cache, what, count, side = sys.argv[1:]
    kinds = classes(Path(cache), what)
    measured = {"points": points, "triangles": triangles}[what]
    print(json.dumps(measured(kinds, int(count), int(side))))


def points(kinds: tuple[Any, Any], count: int, side: int) -> dict[str, float]:
    """One of many records whose size stands in them."""
    rng = random.Random(1)
    data = b"".join(bytes([size]) + bytes(size) for size in rng.choices(range(1, 9), k=count))
    kind = kinds[side]
    kind.from_bytes(data[: 1 + data[0]])  # warm
    gc.collect()
    before, start = _memory(), time.process_time()
    found = kind.from_bytes(data)
    point = found.points[5]
    seconds = time.process_time() - start
    made = sum(type(each) is type(point) for each in gc.get_objects())
    return {"parse": seconds, "made": made, "memory": _memory() - before}


def triangles(kinds: tuple[Any, Any], count: int, side: int) -> dict[str, float]:
    """Records of a fixed size that hold others; all are looked at."""
    comparison = Comparison()
    mine, theirs = (kind.from_bytes(_triangles(3)) for kind in kinds)
    comparison.compare(mine, theirs, 1000)
    data = _triangles(count)
    gc.collect()
    before, start = _memory(), time.process_time()
    found = kinds[side].from_bytes(data)
    parsed = time.process_time()
    nodes = walk(found, comparison.names, 100 * count)
    walked = time.process_time()
    if nodes < 17 * count:
        raise AssertionError("not everything was looked at")
    return {"parse": parsed - start, "walk": walked - parsed, "memory": _memory() - before}


def _triangles(count: int) -> bytes:
    row = struct.pack("<12fH", *(number / 3 for number in range(12)), 0)
    return bytes(80) + struct.pack("<I", count) + row * count


def _memory() -> float:
    """The most that this process has had so far, in MB."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return int(status.split("VmHWM:")[1].split()[0]) * 1024 / 1e6


if __name__ == "__main__":
    main()
