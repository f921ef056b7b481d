"""Some of the blocks of an array: where they lie, and how rows are decoded that they hold."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property, partial
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from quire.kernels.codecs.block_quant.codec import BlockQuant, block_bytes, some_of

Bytes = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float32]
Decode = Callable[..., None]

PART_VALUES = 1 << 20
"""Values that a thread decodes at a time; about as many are in memory beside the result."""

GROUP = 64
"""Blocks that are counted together."""


class Blocks:
    """The blocks of an array, and where each of them lies among the stored bytes, (n,) uint8."""

    def __init__(self, stored: Bytes, parameters: BlockQuant) -> None:
        self._stored = stored
        self._parameters = parameters
        self._size = parameters.block_size
        self._bitmap = parameters.two_level_blocks

    def jobs(self, rows: range, out: Floats, decode: Decode) -> Iterable[Callable[[], None]]:
        """What decodes rows of the first axis, of any step, to a C-contiguous array.

        No two of these write to the same place; several threads may do them.
        """
        if rows.step == 1 and out.size == math.prod(self._parameters.shape) <= PART_VALUES:
            return [partial(decode, self._stored, out, self._parameters)]
        return self._parts(rows, out.reshape(-1), decode) if out.size else []

    def decode_apart(self, rows: range, decode: Callable[..., Any]) -> Any:
        """Decode contiguous rows of the first axis to memory that the kernel makes: flat."""
        shape = self._parameters.shape
        width = math.prod(shape[1:])
        first, stop = rows.start * width, max(rows.start, rows.stop) * width
        block = first // self._size
        stored, parameters = self.cut(block, -(-stop // self._size))
        values = decode(parameters, stored).reshape(-1)
        return values[first - block * self._size : stop - block * self._size]

    def cut(self, first: int, stop: int) -> tuple[Bytes, BlockQuant]:
        """Blocks from `first` to before `stop`: their bytes and parameters."""
        whole = self._parameters
        count = min(stop * self._size, math.prod(whole.shape)) - first * self._size
        bitmap = b""
        if self._bitmap:
            bitmap = np.packbits(self._two_level[first:stop], bitorder="little").tobytes()
        parameters = BlockQuant((count,), whole.bits, self._size, whole.two_level, bitmap)
        begin = self._offset(first)
        return self._stored[begin : begin + parameters.stored_size()], parameters

    def span(self, rows: slice) -> tuple[int, int]:
        """The stored bytes that rows of the first axis are in, from one to another."""
        shape = self._parameters.shape
        start, stop, _ = rows.indices(shape[0]) if shape else (0, 1, 1)
        width = math.prod(shape[1:])
        first, last = start * width // self._size, -(-max(start, stop) * width // self._size)
        return self._offset(first), self._offset(first) + self.cut(first, last)[1].stored_size()

    def _parts(self, rows: range, out: Floats, decode: Decode) -> Iterator[Callable[[], None]]:
        width = out.size // len(rows)
        if rows.step == 1:
            first, stop = rows.start * width, rows.stop * width
            step = PART_VALUES // self._size * self._size or PART_VALUES
            edges = [first, *range(first - first % step + step, stop, step), stop]
            for start, end in pairwise(edges):
                yield partial(self._values, start, out[start - first : end - first], decode)
            return
        # Rows go together where no block lies between them that none of them touches.
        apart = abs(rows.step) * width
        count = max(1, PART_VALUES // apart) if apart - width < self._size else 1
        for i in range(0, len(rows), count):
            some = rows[i : i + count]
            target = out[i * width : (i + len(some)) * width]
            if len(some) == 1:
                yield partial(self._values, some[0] * width, target, decode)
            else:
                yield partial(self._stepped, some, target.reshape(len(some), width), decode)

    def _stepped(self, rows: range, out: Floats, decode: Decode) -> None:
        """Decode rows, and those between them."""
        low, high = min(rows), max(rows) + 1
        width = out.shape[1]
        span = np.empty((high - low, width), np.float32)
        self._values(low * width, span.reshape(-1), decode)
        out[...] = span[:: rows.step]

    def _values(self, first: int, out: Floats, decode: Decode) -> None:
        """Decode values side by side: whole blocks straight to their place."""
        stop = first + out.size
        last = stop == math.prod(self._parameters.shape)
        inner = min(-(-first // self._size) * self._size, stop)
        outer = stop if last else max(inner, stop // self._size * self._size)
        if first < inner:
            self._some(first, out[: inner - first], decode)
        if inner < outer:
            whole, parameters = self.cut(inner // self._size, -(-outer // self._size))
            decode(whole, out[inner - first : outer - first], parameters)
        if outer < stop:
            self._some(outer, out[outer - first :], decode)

    def _some(self, first: int, out: Floats, decode: Decode) -> None:
        """Decode some values of one block, with up to 7 before them that share a byte."""
        block, place = divmod(first, self._size)
        start, stop = place // 8 * 8, place + out.size
        stored, parameters = self._part(block, start, stop)
        if start == place:
            decode(stored, out, parameters)
            return
        values = np.empty(stop - start, np.float32)
        decode(stored, values, parameters)
        out[...] = values[place - start :]

    def _part(self, block: int, start: int, stop: int) -> tuple[Bytes, BlockQuant]:
        """Some values of a block as one of their own; they begin with a byte."""
        stored, whole = self.cut(block, block + 1)
        two = whole.is_two_level(0)
        count = stop - start
        parameters = BlockQuant((count,), whole.bits, count, two)
        some = some_of(stored, whole.shape[0], whole.bits, start, stop, two_level=two)
        return np.concatenate(some), parameters

    def _offset(self, block: int) -> int:
        """Where a block begins; those before it are whole."""
        bits, two_level = self._parameters.bits, self._parameters.two_level
        single = block_bytes(self._size, bits, two_level=two_level)
        if not self._bitmap:
            return block * single
        group, rest = divmod(block, GROUP)
        two = int(self._before[group] + self._two_level[block - rest : block].sum())
        return block * single + two * (block_bytes(self._size, bits, two_level=True) - single)

    @cached_property
    def _two_level(self) -> Bytes:
        """Of each block whether it has two scales."""
        bitmap = np.frombuffer(self._bitmap, np.uint8)
        return np.unpackbits(bitmap, count=self._parameters.num_blocks, bitorder="little")

    @cached_property
    def _before(self) -> npt.NDArray[np.int64]:
        """How many blocks with two scales come before each `GROUP` of blocks."""
        starts = np.arange(0, len(self._two_level), GROUP)
        groups = np.add.reduceat(self._two_level, starts, dtype=np.int64)
        return np.append(0, groups.cumsum())
