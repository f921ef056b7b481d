"""What memory it takes to write a file of 100 MB that was read: as it was, and with one change.

Each in a process of its own, in which all that Python allocates is counted.
"""

from __future__ import annotations

import gc
import multiprocessing
import tracemalloc
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np  # noqa: F401  # what is loaded late, and stays, is not counted

from benchmarks.editing import Shape, class_of, leave, shapes_of, walked
from benchmarks.suite import Cell, Options, Table


def tables(options: Options) -> Iterator[Table]:
    """The tables of this suite."""
    size = 10_000_000 if options.quick else 100_000_000
    rows = [_row(shape, size, options) for shape in shapes_of(options)]
    note = (
        f"Files of {size // 1_000_000} MB. The most that is allocated while one is written, beside "
        "it and its record, in copies of it: with what is returned. Unseen and seen as in the "
        "suite `editing`. Targets, unseen: 1.3 as it was, 3 with one change."
    )
    kinds = ("as it was", "same size", "grown")
    heads = (f"{kind}, {seen}" for seen in ("unseen", "seen") for kind in kinds)
    yield Table("Memory of editing", ["file", *heads], rows, note)


def _row(shape: Shape, size: int, options: Options) -> list[Cell]:
    kind = class_of(shape, options)
    found = [
        _apart(partial(_peak, kind, shape, size, look, edit))
        for look in (leave, walked)
        for edit in (leave, shape.alter, shape.move)
    ]
    return [shape.title, *found]


def _peak(
    kind: Any, shape: Shape, size: int, look: Callable[[Any], None], edit: Callable[[Any], None]
) -> float:
    """Copies of a file that are made to write it at most."""
    data = shape.make(size)
    record = kind.from_bytes(data)
    look(record)
    edit(record)
    gc.collect()
    tracemalloc.start()
    record.to_bytes()
    _, peak = tracemalloc.get_traced_memory()
    return peak / len(data)


def _apart(measure: Callable[[], float]) -> float:
    """What is measured in a process of its own."""
    context = multiprocessing.get_context("fork")
    receiver, sender = context.Pipe(duplex=False)
    process = context.Process(target=lambda: sender.send(measure()))
    process.start()
    sender.close()
    found: float = receiver.recv()
    process.join()
    return found
