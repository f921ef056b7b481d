"""Where the time of our readers goes, function by function."""

from __future__ import annotations

import cProfile
import pstats
import sys
import time
from pathlib import Path
from typing import Any

from benchmarks.real.members import Comparison, walk

SECONDS = 2.0
"""How long it is looked at."""

LIMIT = 1_000_000


def profiled(mine: Any, theirs: Any, paths: list[Path], functions: int = 15) -> None:
    """Print the functions that take most, of reading the files and looking at every member."""
    comparison, readable = Comparison(), []
    for path in paths:
        data = path.read_bytes()
        try:
            comparison.compare(mine.from_bytes(data), theirs.from_bytes(data), LIMIT)
        except Exception as error:  # noqa: BLE001  # refused, or different
            print(f"{path.name}: {error}", file=sys.stderr)
            continue
        readable.append(data)
    names, profile = comparison.names, cProfile.Profile()
    stop = time.process_time() + SECONDS
    profile.enable()
    while time.process_time() < stop:
        for data in readable:
            walk(mine.from_bytes(data), names, LIMIT)
    profile.disable()
    pstats.Stats(profile).sort_stats("tottime").print_stats(functions)
