"""Positioned output, and files that appear whole or not at all."""

from __future__ import annotations

import os
import secrets
import struct
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, Protocol

from quire.runtime.errors import FormatError
from quire.runtime.scalars import SCALARS


class Sink(Protocol):
    """What a writer needs of a file."""

    def write(self, data: bytes | memoryview, /) -> object: ...  # noqa: D102  # a protocol's stub


def _put(name: str) -> Callable[[Writer, float, str], None]:
    scalar = SCALARS[name]
    pack = struct.Struct(scalar.format).pack

    def write(self: Writer, value: float, field: str) -> None:
        try:
            data = pack(value)
        except (struct.error, OverflowError):
            raise FormatError(field, scalar.range, value, offset=self._pos) from None
        self.put(data)

    return write


class Writer:
    """Bytes in order into a file-like object, with a position that starts at 0."""

    def __init__(self, sink: Sink) -> None:
        self._sink = sink
        self._pos = 0

    def pos(self) -> int:
        """Bytes written so far."""
        return self._pos

    def put(self, data: bytes | memoryview) -> None:
        """Write bytes, or anything contiguous that views as bytes."""
        view = memoryview(data)
        self._sink.write(data)
        self._pos += view.nbytes

    def put_sized(self, data: bytes | memoryview, size: int, field: str) -> None:
        """Write bytes that must be exactly `size` long."""
        if len(data) != size:
            raise FormatError(field, f"{size} bytes", f"{len(data)} bytes", offset=self._pos)
        self.put(data)

    def put_padded(self, data: bytes, size: int, field: str, fill: int) -> None:
        """Write bytes, then the byte `fill` up to `size`."""
        if len(data) > size:
            raise FormatError(
                field, f"at most {size} bytes", f"{len(data)} bytes", offset=self._pos
            )
        self.put(data)
        self.fill(size - len(data), fill)

    def fill(self, count: int, value: int = 0) -> None:
        """Write one byte many times, a block at a time."""
        block = bytes([value]) * min(count, 1 << 16)
        for _ in range(count >> 16):
            self.put(block)
        self.put(block[: count & 0xFFFF])

    u1, s1 = _put("u1"), _put("s1")
    u2le, u2be, s2le, s2be = map(_put, ("u2le", "u2be", "s2le", "s2be"))
    u4le, u4be, s4le, s4be = map(_put, ("u4le", "u4be", "s4le", "s4be"))
    u8le, u8be, s8le, s8be = map(_put, ("u8le", "u8be", "s8le", "s8be"))
    f4le, f4be, f8le, f8be = map(_put, ("f4le", "f4be", "f8le", "f8be"))


@contextmanager
def atomic_file(path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """A file that takes its name only when it is complete and on disk.

    The bytes go to a temporary file in the same folder; when the block ends well it is synced and
    renamed over `path`, and the folder is synced too. When it fails, `path` is what it was before.
    """
    target = Path(os.path.realpath(path))
    draft = target.with_name(f".{target.name}.{secrets.token_hex(4)}.part")
    try:
        with draft.open("xb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        draft.replace(target)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise
    _sync_folder(target.parent)


def _sync_folder(folder: Path) -> None:
    """Make a rename durable; not every system lets a folder be opened."""
    try:
        handle = os.open(folder, os.O_RDONLY)
    except OSError:
        return
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
