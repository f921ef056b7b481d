"""Something in the place of nvCOMP 6, with as much of its documented interface as quire uses.

Libraries of the CPU decompress. Like nvCOMP it fills no more than the room that it is given, and
refuses what it can see to be wrong; what it cannot see is up to `faults`.
"""

from __future__ import annotations

import importlib
import sys
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import Enum
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from quire.kernels.engine import obstacles


class _BitstreamKind(Enum):
    """How nvCOMP calls what has no header of its own."""

    RAW = 1


class _Batch:
    """Ranges of one buffer."""

    def __init__(self, memory: Any, offsets: list[int], sizes: list[int], stream: int) -> None:
        assert all(type(number) is int for number in (*offsets, *sizes))
        assert all(offset % 16 == 0 for offset in offsets)
        assert all(
            0 <= offset <= memory.size - size for offset, size in zip(offsets, sizes, strict=True)
        )
        self.parts = [memory[at : at + size] for at, size in zip(offsets, sizes, strict=True)]
        self.buffer_sizes = sizes
        self.stream = stream

    def __len__(self) -> int:
        return len(self.parts)


class Nvcomp(ModuleType):
    """The module.

    Attributes:
        calls: Of each call: the algorithm, and how many bytes each stream had to become.
        fault: Given what was decompressed, what nvCOMP makes of it instead; or it raises.
    """

    BatchArray = _Batch
    BitstreamKind = _BitstreamKind

    def __init__(self) -> None:
        super().__init__("nvidia.nvcomp")
        self.__spec__ = ModuleSpec("nvidia.nvcomp", None)
        self.__version__ = "6.0.0"
        self.calls: list[tuple[str, list[int]]] = []
        self.fault: Callable[[bytes], bytes] = bytes

    def as_arrays(
        self, buffer: Any, offsets: list[int], sizes: list[int], cuda_stream: int = 0
    ) -> _Batch:
        """Of an object with `__array_interface__`, or of a tensor on the CPU."""
        return _Batch(np.asarray(buffer), offsets, sizes, cuda_stream)

    def Codec(  # noqa: N802  # as it is called there
        self, *, algorithm: str, cuda_stream: int, bitstream_kind: _BitstreamKind
    ) -> Codec:
        """See `Codec`."""
        assert bitstream_kind is _BitstreamKind.RAW
        return Codec(self, algorithm, cuda_stream)


class Codec:
    """What decompresses streams of one algorithm."""

    def __init__(self, owner: Nvcomp, algorithm: str, stream: int) -> None:
        if algorithm not in _ALGORITHMS:
            raise ValueError(f'Unknown algorithm: "{algorithm}".')
        self._owner = owner
        self._algorithm = algorithm
        self._stream = stream

    def decode(self, srcs: _Batch, *, out: _Batch) -> _Batch:
        """Decompress each stream into the room that it has in `out`."""
        assert srcs.stream == out.stream == self._stream
        assert len(srcs) == len(out)
        self._owner.calls.append((self._algorithm, list(out.buffer_sizes)))
        sizes = []
        for source, target in zip(srcs.parts, out.parts, strict=True):
            try:
                made = _ALGORITHMS[self._algorithm](source.tobytes(), target.size)
            except Exception as error:  # each library has its own
                raise RuntimeError("nvCOMP: cannot decompress") from error
            made = self._owner.fault(made)
            if len(made) > target.size:
                raise ValueError("Provided output buffer is too small to hold the data")
            target[: len(made)] = np.frombuffer(made, np.uint8)
            sizes.append(len(made))
        out.buffer_sizes = sizes
        return out


def _zstd(data: bytes, _size: int) -> bytes:
    made: bytes = importlib.import_module("zstandard").ZstdDecompressor().decompress(data)
    return made


def _deflate(data: bytes, size: int) -> bytes:
    running = zlib.decompressobj(-15)
    made = running.decompress(data, size + 1)
    if not running.eof and len(made) <= size:
        raise ValueError("the stream is cut off")
    return made


def _lz4(data: bytes, size: int) -> bytes:
    return bytes(importlib.import_module("cramjam").lz4.decompress_block(data, output_len=size))


_ALGORITHMS: dict[str, Callable[[bytes, int], bytes]] = {
    "Zstd": _zstd,
    "Deflate": _deflate,
    "LZ4": _lz4,
}


@contextmanager
def installed(monkeypatch: pytest.MonkeyPatch) -> Iterator[Nvcomp]:
    """Have the module installed, as far as quire can see."""
    found = Nvcomp()
    parent = sys.modules.get("nvidia") or ModuleType("nvidia")
    if parent.__spec__ is None:
        parent.__spec__ = ModuleSpec("nvidia", None, is_package=True)
        parent.__path__ = []
    monkeypatch.setitem(sys.modules, "nvidia", parent)
    monkeypatch.setattr(parent, "nvcomp", found, raising=False)
    monkeypatch.setitem(sys.modules, "nvidia.nvcomp", found)
    with forgotten(monkeypatch):
        yield found


@contextmanager
def forgotten(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Nothing is known of the module, before and after."""
    caller = "quire.kernels.backends.nvcomp"
    monkeypatch.delitem(sys.modules, caller, raising=False)
    obstacles.installed.cache_clear()
    obstacles.nvcomp.cache_clear()
    yield
    sys.modules.pop(caller, None)
    obstacles.installed.cache_clear()
    obstacles.nvcomp.cache_clear()
