"""What a writer is to the tests: what it does, and how what it has done is seen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

Told = Callable[[], Any]


@dataclass(frozen=True)
class Writer:
    """A writer.

    Attributes:
        name: For messages.
        begin: Makes what is there before, in a folder.
        run: Makes changes, each of which counts as a whole, and tells of each that returned.
        state: What a reader finds.
        locks: Whether another writer is refused meanwhile.
        replaces: Whether it puts a whole file in the place of another, by the one way that all use.
        again: One more change, after whatever happened.
    """

    name: str
    begin: Callable[[Path], object]
    run: Callable[[Path, Told], None]
    state: Callable[[Path], Any]
    again: Callable[[Path], object]
    locks: bool = False
    replaces: bool = False

    def __str__(self) -> str:
        return self.name


Save = Callable[[Path, int], object]
"""Writes a file of what a number makes."""


def replaced(name: str, file: str, save: Save) -> Writer:
    def run(folder: Path, told: Told) -> None:
        for number in (1, 2):
            save(folder / file, number)
            told()

    return Writer(
        name,
        begin=lambda folder: save(folder / file, 0),
        run=run,
        state=lambda folder: (folder / file).read_bytes(),
        again=lambda folder: save(folder / file, 2),
        replaces=True,
    )


def rows(number: int) -> Any:
    return np.random.default_rng(number).standard_normal((6, 4)).astype(np.float32)
