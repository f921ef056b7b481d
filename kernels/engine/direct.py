"""Stored bytes of mapped files that kvikio reads into memory of a GPU, past that of the host."""

from __future__ import annotations

import importlib
import logging
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from quire.kernels.engine import obstacles
from quire.runtime.reading.source import MappedFile, mapped_file, stamp_of

LEAST = 1 << 20
"""Bytes below which a read of its own is not worth it; small ones cross together."""

Bytes = npt.NDArray[np.uint8]

log = logging.getLogger(__name__)


class Origin(NamedTuple):
    """Where bytes are in a file."""

    file: MappedFile
    offset: int


def origin_of(stored: Bytes) -> Origin | None:
    """Where in a file bytes are that kvikio can read from there; None if it cannot."""
    if stored.size < LEAST or obstacles.kvikio() is not None:
        return None
    file = mapped_file(stored)
    if file is None:
        return None
    begin = np.frombuffer(file, np.uint8).ctypes.data
    return Origin(file, stored.ctypes.data - begin)


class Files:
    """Files that are read from, open until all is read."""

    def __init__(self) -> None:
        self._open: dict[int, tuple[MappedFile, Any]] = {}

    @contextmanager
    def reading(
        self, wanted: Iterable[tuple[Origin, Bytes, Any]], put: Callable[[Bytes, Any], None]
    ) -> Iterator[None]:
        """Read into memory of the device while a block runs, and have it read when that has ended.

        Args:
            wanted: Where in a file the bytes are, what they are, and the memory for them.
            put: Copies bytes to such memory: those that kvikio could not read.
        """
        begun: list[tuple[tuple[Origin, Bytes, Any], Any]] = []
        try:
            begun.extend((each, self._begin(*each)) for each in wanted)
            yield
        finally:  # memory that is still being filled must not become that of another
            left = [each for each, future in begun if not _is_read(future, each[1].size)]
        for _, stored, target in left:
            put(np.array(stored), target)

    def close(self) -> None:
        """Close them."""
        for _, handle in self._open.values():
            if handle is not None:
                handle.close()
        self._open.clear()

    def _begin(self, origin: Origin, stored: Bytes, target: Any) -> Any:
        """What tells how many bytes kvikio has read; None if it does not read them."""
        origin.file.expect_all()
        handle = self._handle(origin.file)
        try:
            return handle and handle.pread(target, stored.size, origin.offset)
        except (RuntimeError, OSError, ValueError) as error:
            log.info("kvikio does not read %s: %s", origin.file.path, error)
            return None

    def _handle(self, file: MappedFile) -> Any:
        """What kvikio reads a file by; None if it cannot."""
        if id(file) not in self._open:  # the file is kept: its number must not become another's
            self._open[id(file)] = file, _opened(file)
        return self._open[id(file)][1]


def _is_read(future: Any, size: int) -> bool:
    try:
        return future is not None and future.get() == size
    except (RuntimeError, OSError) as error:
        log.info("kvikio failed: %s", error)
        return False


def _opened(file: MappedFile) -> Any:
    """What kvikio reads a file by; None if it cannot, or another has that path by now."""
    try:
        handle = importlib.import_module("kvikio").CuFile(file.path)
    except (RuntimeError, OSError) as error:
        log.info("kvikio does not open %s: %s", file.path, error)
        return None
    if stamp_of(handle.fileno()) == file.stamp:
        return handle
    handle.close()
    return None
