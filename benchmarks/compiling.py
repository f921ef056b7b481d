"""What the compiler takes of processors: in a new process, once more in it, and to files."""

from __future__ import annotations

import statistics
from collections.abc import Iterator
from pathlib import Path

from benchmarks import process
from benchmarks.suite import Cell, Options, Table

SPECS = Path(__file__).parents[1] / "specs"
OWN = ("cvc", "finalfusion", "tiers")
"""Specs of ours: without a folder of public ones they are all that is measured."""

COMPILE = """
import sys, time
import quire
clock = time.process_time
times = [clock()]
for _ in range(2):
    quire.compile(sys.argv[1])
    times.append(clock())
print(*times)
"""
GENERATE = """
import contextlib, io, sys, tempfile
from quire.cli.main import main
with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stderr(io.StringIO()):
    sys.exit(main(["gen", sys.argv[1], "-o", folder]))
"""


def tables(options: Options) -> Iterator[Table]:
    """The compiler over our own specs, and over those of `--specs` that `--of` names."""
    rows = [_row(path, options.rounds) for path in _specs(options)]
    note = (
        "CPU seconds, medians over new processes, whose templates and bytecode are in their "
        "caches. `compile` includes what it imports the first time; both runs of processes "
        "include their start. The lines are those of the spec; what it imports is compiled, too."
    )
    columns = ["spec", "lines", "compile, first", "compile, again", "process", "`quire gen`"]
    yield Table("Compiling specs", columns, rows, note)


def _specs(options: Options) -> Iterator[Path]:
    yield from (SPECS / f"{name}.ksy" for name in OWN)
    if options.specs is not None:
        yield from (next(options.specs.resolve().rglob(f"{name}.ksy")) for name in options.of)


def _row(path: Path, rounds: int) -> list[Cell]:
    found = []
    for number in range(rounds + 1):
        printed = process.run(COMPILE, str(path)).printed
        imported, first, again = map(float, printed.split())
        generated = process.run(GENERATE, str(path)).cpu
        if number > 0:
            found.append((first - imported, again - first, first, generated))
    lines = len(path.read_text(encoding="utf-8").splitlines())
    return [path.stem, float(lines), *map(statistics.median, zip(*found, strict=True))]
