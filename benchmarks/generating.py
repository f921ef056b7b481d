"""Files that are generated out of specs, each out of a seed of its own, in a second."""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator
from importlib import import_module
from random import Random
from typing import Any

from benchmarks.suite import Cell, Options, Table
from quire.testing import Choices, generated_bytes

FORMATS = ("wav", "bmp", "png", "gif", "gzip", "pcap", "zip")
"""Those of the shelf."""

LARGER = {"wav": 2500, "png": 64, "gif": 1500, "pcap": 300, "zip": 20}
"""How many times as many bytes where nothing says it make files as large as FormatFuzzer's."""


def tables(options: Options) -> Iterator[Table]:
    """How many a processor makes, and how large they are."""
    names = [name for name in FORMATS if not options.of or name in options.of]
    files = 200 if options.quick else 2000
    rounds = 3 if options.quick else 5
    note = (
        f"Of one processor, medians of rounds of {files:,} files in memory. Each file is read once "
        "by the reader of its format before it counts."
    )
    headings = ["format", "files a second", "bytes of a file"]
    rows = [_row(name, files, rounds, 1) for name in names]
    yield Table("Generating files", headings, rows, note)
    larger = [_row(name, files, rounds, LARGER[name]) for name in names if name in LARGER]
    yield Table("Generating files as large as FormatFuzzer's", headings, larger, note)


def _row(name: str, files: int, rounds: int, larger: int) -> list[Cell]:
    kind: Any = getattr(import_module(f"quire.generated.{name}"), name.capitalize())

    def made(seed: int) -> bytes:
        return generated_bytes(kind, Choices(random=Random(seed), larger=larger))

    made(0)  # the plan is read once
    rates, sizes = list[float](), list[int]()
    for turn in range(rounds):
        begin = time.process_time()
        found = [len(made(seed)) for seed in range(turn * files, (turn + 1) * files)]
        rates.append(files / (time.process_time() - begin))
        sizes += found
    return [name, statistics.median(rates), statistics.mean(sizes)]
