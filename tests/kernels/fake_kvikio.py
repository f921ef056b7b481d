"""Something in the place of kvikio, with as much of its documented interface as quire uses."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from quire.kernels.engine import obstacles


class Kvikio(ModuleType):
    """The module.

    Attributes:
        reads: Of each read: where in the file, and how many bytes.
        fault: What goes wrong: nothing, or "open", "pread", "get" or "short".
        waiting: Reads that nobody has waited for.
        files: Those that are open.
    """

    def __init__(self) -> None:
        super().__init__("kvikio")
        self.__spec__ = ModuleSpec("kvikio", None)
        self.reads: list[tuple[int, int]] = []
        self.fault = ""
        self.waiting = 0
        self.files: list[CuFile] = []

    def CuFile(self, file: str, flags: str = "r") -> CuFile:  # noqa: N802  # as it is called there
        """See `CuFile`."""
        if self.fault == "open":
            raise RuntimeError("Unable to open file")
        return CuFile(self, file, flags)


class CuFile:
    """A file that is read into memory of a device."""

    def __init__(self, owner: Kvikio, file: str, flags: str) -> None:
        assert flags == "r"
        self._owner = owner
        self._file = os.open(file, os.O_RDONLY)
        owner.files.append(self)

    def fileno(self) -> int:
        """The descriptor."""
        return self._file

    def close(self) -> None:
        """Close the file, of which nothing is being read."""
        assert not self._owner.waiting
        os.close(self._file)
        self._owner.files.remove(self)

    def pread(self, buf: Any, size: int | None = None, file_offset: int = 0) -> Future:
        """Begin to read; the bytes are there when the future says so."""
        if self._owner.fault == "pread":
            raise ValueError("invalid buffer")
        memory = np.asarray(buf)
        assert memory.dtype == np.uint8
        assert size == memory.size
        self._owner.reads.append((file_offset, size))
        self._owner.waiting += 1
        return Future(self._owner, self._file, memory, file_offset)


class Future:
    """A read under way."""

    def __init__(self, owner: Kvikio, file: int, memory: Any, offset: int) -> None:
        self._owner = owner
        self._file = file
        self._memory = memory
        self._offset = offset

    def get(self) -> int:
        """Wait; how many bytes were read."""
        self._owner.waiting -= 1
        if self._owner.fault == "get":
            raise RuntimeError("cuFile error")
        size = self._memory.size // 2 if self._owner.fault == "short" else self._memory.size
        return os.preadv(self._file, [self._memory[:size]], self._offset)


@contextmanager
def installed(monkeypatch: pytest.MonkeyPatch) -> Iterator[Kvikio]:
    """Have the module installed, as far as quire can see."""
    found = Kvikio()
    monkeypatch.setitem(sys.modules, "kvikio", found)
    obstacles.installed.cache_clear()
    obstacles.kvikio.cache_clear()
    yield found
    obstacles.installed.cache_clear()
    obstacles.kvikio.cache_clear()
    assert not found.waiting
    assert not found.files
