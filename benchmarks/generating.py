"""Files that are generated out of specs, each out of a seed of its own, in a second."""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator
from importlib import import_module
from typing import Any

from benchmarks.suite import Cell, Options, Table
from quire.testing import generated_bytes

FORMATS = ("wav", "bmp", "png", "gif", "gzip", "pcap", "zip")
"""Those of the shelf."""


def tables(options: Options) -> Iterator[Table]:
    """How many a processor makes, and how large they are."""
    names = [name for name in FORMATS if not options.of or name in options.of]
    files = 200 if options.quick else 2000
    rows = [_row(name, files, 3 if options.quick else 5) for name in names]
    note = (
        f"Of one processor, medians of rounds of {files:,} files in memory. Each file is read once "
        "by the reader of its format before it counts."
    )
    yield Table("Generating files", ["format", "files a second", "bytes of a file"], rows, note)


def _row(name: str, files: int, rounds: int) -> list[Cell]:
    kind: Any = getattr(import_module(f"quire.generated.{name}"), name.capitalize())
    generated_bytes(kind, seed=0)  # the plan is read once
    rates, sizes = list[float](), list[int]()
    for turn in range(rounds):
        begin = time.process_time()
        made = [
            generated_bytes(kind, seed=seed) for seed in range(turn * files, (turn + 1) * files)
        ]
        rates.append(files / (time.process_time() - begin))
        sizes += map(len, made)
    return [name, statistics.median(rates), statistics.mean(sizes)]
