"""Stores for the tests: what is in them is told by the independent writer, or by arithmetic."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
import pytest

from quire.cdd import (
    DataReader,
    DataWriter,
    GroupedReader,
    GroupedWriter,
    MemoryBackend,
    StorageBackend,
)
from quire.cdd.layouts import IndexCodec
from quire.cdd.storage import Data
from tests.formats.cdd.layout import Layout, U
from tests.formats.cdd.payloads import Array

Name = Literal["cdd", "cryptodd"]

APPENDS = 50

each_step = pytest.mark.parametrize(
    "step", [4, pytest.param(1, marks=pytest.mark.slow)], ids=["some", "every"]
)
"""Fail at some writes of a run, from test to test at others; at all where tests may take long."""


def name_of(layout: Layout) -> Name:
    """What a layout of the independent reader is called."""
    return "cryptodd" if layout is U else "cdd"


def assert_same(found: Array, expected: Array) -> None:
    """Every bit, the dtype and the shape."""
    assert found.dtype == expected.dtype
    assert found.shape == expected.shape
    assert found.tobytes() == expected.tobytes()


INDEX_CODECS: dict[Name, IndexCodec] = {"cdd": "lz4", "cryptodd": "zstd"}
"""What compresses the index blocks of each layout."""


NUMBERS = {
    "D": {
        "raw": 0,
        "zstd": 1,
        "okx_f16": 2,
        "okx_f32": 3,
        "generic_f16": 4,
        "generic_f32": 4,
    },
    "U": {
        "raw": 1,
        "zstd": 2,
        "okx_f16": 3,
        "okx_f32": 4,
        "binance_f16": 5,
        "binance_f32": 6,
        "generic_f16": 7,
        "generic_f32": 8,
        "temporal_1d_f16": 9,
        "temporal_1d_f32": 10,
        "temporal_1d_i64_xor": 11,
        "temporal_1d_i64_delta": 12,
        "temporal_2d_f16": 13,
        "temporal_2d_f32": 14,
        "temporal_2d_i64": 15,
    },
}
"""What a type is in a file."""


def series(i: int) -> Array:
    """The array of chunk `i` of a run: each has its own length and values."""
    return np.arange(i, 4 * i + 3, dtype=np.int32)


def run_of_appends(
    backend: StorageBackend, layout: Name, told: Any, *, compress_index: bool = False
) -> None:
    """A run that makes some chain; `told` is called after each append that returned."""
    with DataWriter(
        backend,
        layout=layout,
        capacity=16 if compress_index else 4,  # less is not made shorter by LZ4
        index_codec=INDEX_CODECS[layout] if compress_index else "raw",
        durability="none",
    ) as writer:
        for i in range(APPENDS):
            writer.append_chunk(series(i), ("raw", "zstd")[i % 2])
            told(i)


def assert_nothing_lost(target: Any, committed: int) -> None:
    """All committed chunks are read, and at most the one that was under way besides."""
    with DataReader(target) as reader:
        assert reader.num_chunks in {committed, committed + 1}
        for i, chunk in enumerate(reader):
            assert_same(chunk, series(i))


NAMES = ("price", "size", "time")

GROUPS = 8


def group(i: int) -> dict[str, Array]:
    """The arrays of group `i` of a run."""
    rows = np.arange(i, 3 * i + 2)
    return {
        "price": rows.astype(np.float32),
        "size": np.stack([rows, -rows], axis=1).astype(np.int16),
        "time": rows * 1000,
    }


def run_of_groups(
    backend: StorageBackend, layout: Name, told: Any, *, compress_index: bool = False
) -> None:
    """A run of groups, of which two find room in an index block, or five; slots are left over."""
    with GroupedWriter(
        backend,
        NAMES,
        layout=layout,
        capacity=17 if compress_index else 8,
        index_codec=INDEX_CODECS[layout] if compress_index else "raw",
        durability="none",
        types={"price": "raw", "size": "zstd"},
    ) as writer:
        for i in range(GROUPS):
            writer.append(group(i))
            told(i)


def assert_groups_are_whole(target: Any, committed: int) -> None:
    """All committed groups are read, at most the one under way besides, and no part of one."""
    with DataReader(target) as reader:
        assert reader.num_chunks in {3 * committed, 3 * committed + 3}
        groups = GroupedReader(reader)
        assert groups.num_groups * 3 == reader.num_chunks
        for i, found in enumerate(groups.iter_groups()):
            assert list(found) == list(NAMES)
            for name, array in group(i).items():
                assert_same(found[name], array)


class Failing(MemoryBackend):
    """Memory that fails at its n-th write, after a part of the data; 8 bytes have no parts.

    Args:
        n: Of the writes, from 0.
        part: Of the data of that write that is written.
    """

    def __init__(self, n: int, part: float = 0.0, initial: bytes = b"") -> None:
        super().__init__(initial)
        self.left = n
        self.part = part

    def write_at(self, offset: int, data: Data) -> None:
        """Fail when the time has come."""
        self._count()
        if self.left < 0:
            whole = bytes(data)
            if len(whole) > 8:
                super().write_at(offset, whole[: int(len(whole) * self.part)])
            raise OSError("no space left")
        super().write_at(offset, data)

    def truncate(self, size: int) -> None:
        """Fail when the time has come."""
        self._count()
        if self.left < 0:
            raise OSError("no space left")
        super().truncate(size)

    def _count(self) -> None:
        self.left -= 1


class Logged(MemoryBackend):
    """Memory that notes what was done to it, and what of that was waited for."""

    def __init__(self, initial: bytes = b"") -> None:
        super().__init__(initial)
        self.initial = initial
        self.log: list[tuple[int, bytes | None]] = []
        self.synced = [0]

    def write_at(self, offset: int, data: Data) -> None:
        """Note it."""
        self.log.append((offset, bytes(data)))
        super().write_at(offset, data)

    def truncate(self, size: int) -> None:
        """Note it."""
        self.log.append((size, None))
        super().truncate(size)

    def sync(self) -> None:
        """Note how many writes are on the disk now."""
        self.synced.append(len(self.log))

    def after_a_crash(self, done: int, chance: np.random.Generator) -> MemoryBackend:
        """What a system leaves that fails after some of the writes, before any more is waited for.

        Of those that nobody waited for, any may be on the disk, in any order, and long ones in
        part.
        """
        found = MemoryBackend(self.initial)
        safe = max((synced for synced in self.synced if synced < done), default=0)
        some = [n for n in chance.permutation(np.arange(safe, done)) if chance.random() < 0.5]
        for number in [*range(safe), *some]:
            offset, data = self.log[number]
            if data is None:
                found.truncate(offset)
            elif number >= safe and len(data) > 64 and chance.random() < 0.5:
                found.write_at(offset, data[: 8 * chance.integers(len(data) // 8)])
            else:
                found.write_at(offset, data)
        return found
