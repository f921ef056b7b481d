"""The files of one spec, read by both compilers' modules, in a process of its own.

`python -m benchmarks.real.one_spec SPEC --specs DIR --files DIR --cache DIR`: prints JSON.
"""

from __future__ import annotations

import argparse
import gc
import json
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any

import quire
from benchmarks.real import official
from benchmarks.real.figures import Figure, Times
from benchmarks.real.members import Comparison, Difference, Names, walk
from benchmarks.timing import in_turn

LIMIT = 1_000_000
"""Members that are looked at: some specs describe trees without end."""


class TooLong(BaseException):
    """The processor time for a file is used up; no reader catches this."""


def main() -> None:
    """Measure the files of the spec that the command line names."""
    parser = argparse.ArgumentParser()
    parser.add_argument("spec", type=Path)
    for name in ("--specs", "--files", "--cache"):
        parser.add_argument(name, type=Path, required=True)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=30, help="for comparing one file")
    parser.add_argument("--profile", action="store_true", help="where our time goes, instead")
    arguments = parser.parse_args()
    sys.setrecursionlimit(10_000)
    mine = quire.compile(arguments.spec, imports=[arguments.specs])
    theirs = official.load(arguments.spec.stem, arguments.cache)
    pair = _root(mine, arguments.spec.stem), _root(theirs, arguments.spec.stem)
    paths = sorted(path for path in arguments.files.iterdir() if path.is_file())
    if arguments.profile:
        from benchmarks.real.profiled import profiled

        profiled(*pair, paths)
        return
    gc.collect()
    gc.freeze()  # what the compiler has left is not gone through again and again
    figures = [figure(*pair, path, arguments.rounds, arguments.seconds) for path in paths]
    print(json.dumps([asdict(figure) for figure in figures]))


def _root(module: ModuleType, name: str) -> Any:
    """The class of a spec."""
    return getattr(module, "".join(part.capitalize() for part in name.split("_")))


def figure(mine: Any, theirs: Any, path: Path, rounds: int, seconds: float) -> Figure:
    """What a file costs in both, if both make the same of it."""
    data = path.read_bytes()
    found = Figure(path.name, len(data))
    comparison = Comparison()
    try:
        with at_most(seconds):
            found.trouble = compared(mine, theirs, data, comparison)
            if found.trouble:
                return found
            names = comparison.names
            found.nodes = walk(theirs.from_bytes(data), names, LIMIT)
    except TooLong:
        found.trouble = f"takes longer than {seconds:.0f} s"
        return found
    if found.nodes != walk(mine.from_bytes(data), names, LIMIT):
        found.trouble = "other members"
        return found
    sides = (mine, theirs)
    found.parse = timed([partial(side.from_bytes, data) for side in sides], rounds)
    found.walk = timed([partial(_walked, side, data, names) for side in sides], rounds)
    found.file = timed([partial(_opened, side, str(path)) for side in sides], rounds)
    return found


def compared(mine: Any, theirs: Any, data: bytes, comparison: Comparison) -> str:
    """What forbids that the two are measured, or ""."""
    ours, other = _read(mine, data), _read(theirs, data)
    if isinstance(ours, Exception) and isinstance(other, Exception):
        return f"both refuse: {type(ours).__name__}, {type(other).__name__}"
    for who, found in (("ours", ours), ("the official one", other)):
        if isinstance(found, Exception):
            return f"only {who} refuses: {type(found).__name__}: {found}"[:200]
    try:
        comparison.compare(ours, other, LIMIT)
    except Difference as difference:
        return str(difference)
    return ""


def _read(kind: Any, data: bytes) -> Any:
    try:
        return kind.from_bytes(data)
    except Exception as error:  # noqa: BLE001  # whatever a compiler raises
        return error


def _walked(kind: Any, data: bytes, names: Names) -> None:
    walk(kind.from_bytes(data), names, LIMIT)


def _opened(kind: Any, path: str) -> None:
    kind.from_file(path).close()


def timed(sides: Sequence[Callable[[], object]], rounds: int) -> Times:
    """Seconds of ours and of theirs, in turn."""
    mine, theirs = sides
    return Times(*in_turn(mine, theirs, rounds))


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """Interrupt what takes longer, in seconds of the processor."""

    def stop(_number: int, _frame: object) -> None:
        raise TooLong

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


if __name__ == "__main__":
    main()
