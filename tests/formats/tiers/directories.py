"""Directories of blocks for the tests, and folders in which writing fails, or kills the process."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from quire.storage.calls import injected
from quire.storage.folder import Folder
from quire.tiers import (
    BlockDirectory,
    BlockKey,
    BlockRecord,
    OneScaleBlock,
    Policy,
    quantize_block,
)

FOREIGN = Path(__file__).parent / "vectors" / "store_dir"
"""A directory of the original program."""

BLOCKS = json.loads((FOREIGN.parent / "store_dir.json").read_text())["blocks"]
"""What is in it."""

FIELDS = {
    "tensor_id": (0, "<16s"), "block_index": (16, "<I"), "dtype": (20, "<B"), "tier": (21, "<B"),
    "bits": (22, "<B"), "scale": (23, "<f"), "zero_point": (27, "<h"), "created_at": (29, "<Q"),
    "last_access_at": (37, "<Q"), "access_count": (45, "<I"), "ema_rate": (49, "<f"),
    "window": (53, "<Q"), "checksum": (61, "<I"), "reconstruct": (65, "<B"),
    "tier_age": (66, "<I"), "has_lineage": (70, "<B"), "lineage_parent": (71, "<16s"),
    "block_bytes": (87, "<I"),
}  # fmt: skip  # laid out as a table
"""Where a field stands in a record, and what it is."""

each_step = pytest.mark.parametrize(
    "step", [7, pytest.param(1, marks=pytest.mark.slow)], ids=["some", "every"]
)
"""Fail at some calls of a run, from part to part of it; at every one where tests may take long."""

State = dict[BlockKey, tuple[BlockRecord, bytes, bytes | None]]
"""Records, codes and recipes of all blocks; no codes of absent ones."""

A, B, C = BlockKey(7), BlockKey(1 << 127, 5), BlockKey(7, 1)

TIERS = {1: 8, 2: 7, 3: 3}


def key_of(case: dict[str, Any]) -> BlockKey:
    """The key of a block of BLOCKS."""
    return BlockKey(int(case["tensor_id"]), case["block_index"])


def block_of(seed: int, tier: int, count: int = 40) -> OneScaleBlock:
    """Some codes, others for each seed."""
    values = np.random.default_rng(seed).standard_normal(count)
    return quantize_block(values, TIERS[tier])


def absent(record: BlockRecord) -> BlockRecord:
    """The record of a block whose codes are given up."""
    return replace(record, tier=0, bits=0, block_bytes=0)


class Steps:
    """A run of changes to a directory, each of which counts as a whole.

    Blocks are written, in new tiers and over themselves, touched, given up and written again, with
    recipes and without.
    """

    def __init__(self) -> None:
        self.states: list[State] = [{}]
        self.changes: list[Callable[[BlockDirectory], None]] = []
        self._write(A, 1)
        self._write(B, 2)
        self._write(A, 1)
        self._write(A, 3)
        self._append(replace(self.states[-1][B][0], access_count=9, ema_rate=0.1))
        self._append(absent(self.states[-1][B][0]))
        self._add(lambda directory: directory.delete_payload(B), self.states[-1])
        self._write(B, 3)
        self._write(C, 1)
        self._write(B, 3)
        self._write(C, 1, b"recipe")
        self._write(C, 2, reconstruct=Policy.delta)
        self._give_up(C, b"another one")
        self._give_up(C, b"a third")
        self._append(replace(self.states[-1][C][0], access_count=7))
        self._write(A, 3, b"recipe")
        self._write(A, 3)
        self._write(C, 1)

    def run(self, directory: BlockDirectory, told: Callable[[], Any] = lambda: None) -> None:
        """Make all changes; `told` is called after each one that returned."""
        for change in self.changes:
            change(directory)
            told()

    def _write(self, key: BlockKey, tier: int, recipe: bytes = b"", **more: Any) -> None:
        number = len(self.changes)
        block = block_of(number, tier)
        more = {"reconstruct": Policy.factor} if recipe else more
        record = BlockRecord.of(key, block, tier, number, **more)
        self._add(
            lambda directory: directory.write(record, block, recipe),
            self._with(record, block.data.tobytes(), recipe),
        )

    def _give_up(self, key: BlockKey, recipe: bytes) -> None:
        record = absent(self.states[-1][key][0])
        self._add(
            lambda directory: directory.write(record, recipe=recipe),
            self._with(record, b"", recipe),
        )

    def _append(self, record: BlockRecord) -> None:
        codes = self.states[-1][record.key][1] if record.tier else b""
        self._add(lambda directory: directory.append(record), self._with(record, codes))

    def _with(self, record: BlockRecord, codes: bytes, recipe: bytes = b"") -> State:
        before = self.states[-1].get(record.key, (None, b"", None))[2]
        kept = (recipe or before) if record.reconstruct else None
        return self.states[-1] | {record.key: (record, codes, kept)}

    def _add(self, change: Callable[[BlockDirectory], None], state: State) -> None:
        self.changes.append(change)
        self.states.append(state)


def state_of(directory: BlockDirectory) -> State:
    """What a directory has; reading verifies the checksums."""
    return {
        key: (
            record,
            directory.read(key).data.tobytes() if record.tier else b"",
            directory.recipe(key),
        )
        for key, record in list(directory.records.items())
    }


class NoSpace(OSError):
    """What the system says when it fails."""


class Spoiled(Folder):
    """A folder whose changes are made by `spoil`; those of other writers are made as they are."""

    def spoil(self, step: str, call: Callable[..., Any], args: tuple[Any, ...]) -> Any:
        """Make a system call, or do something else instead."""
        raise NotImplementedError  # each kind of fault has its own


def _spoiled(name: str) -> Callable[..., Any]:
    """A method of `Folder` whose calls are made by `spoil`."""

    def method(folder: Spoiled, *args: Any, **options: Any) -> Any:
        def fault(step: str, call: Callable[..., Any], args: tuple[Any, ...]) -> Any:
            with injected(lambda _, call, args: call(*args)):  # what others do meanwhile
                return folder.spoil(step, call, args)

        with injected(fault):
            return getattr(Folder, name)(folder, *args, **options)

    return method


for _name in ("make", "create", "replace", "append", "truncate", "remove", "move", "drop", "sync"):
    setattr(Spoiled, _name, _spoiled(_name))


class Failing(Spoiled):
    """A folder in which the n-th change fails, and all that come after it.

    Args:
        path: The folder.
        n: Of the changes, from 0.
        part: Of the bytes of that change, if it writes some, that are written.
    """

    def __init__(self, path: Path, n: int, part: float = 0.0) -> None:
        super().__init__(path)
        self.left = n
        self.part = part

    def spoil(self, step: str, call: Callable[..., Any], args: tuple[Any, ...]) -> Any:
        """Fail when the time has come."""
        self.left -= 1
        if self.left >= 0:
            return None if step == "fsync" else call(*args)  # to wait would change nothing
        if self.left == -1 and step == "write":
            fd, data = args
            os.write(fd, data[: int(len(data) * self.part)])
        self.end()
        return None

    def end(self) -> None:
        """What happens then."""
        raise NoSpace


class Watched(Spoiled):
    """A folder that tells of each change, before and after it.

    Args:
        path: The folder.
        told: Takes the step and its arguments.
    """

    def __init__(self, path: Path, told: Callable[..., None], *, durable: bool = True) -> None:
        super().__init__(path, durable=durable)
        self.told = told

    def spoil(self, step: str, call: Callable[..., Any], args: tuple[Any, ...]) -> Any:
        """Tell of it."""
        found = None if step == "fsync" else call(*args)  # to wait would change nothing
        self.told(step, *args)
        return found


def run_steps(folder: Folder | Path, told: Callable[[], None]) -> None:
    """All changes to a directory."""
    with BlockDirectory(folder, "a") as directory:
        Steps().run(directory, told)
