"""Bytes, texts, payloads and documents, read by their plan."""

from __future__ import annotations

import math
import sys
import zlib
from typing import Any

import numpy as np

from quire.kernels.engine.payload import Encoded
from quire.kernels.engine.pipeline import of_size
from quire.runtime import structure as s
from quire.runtime.coding.process import rotate_left, xor
from quire.runtime.errors import FormatError, join_path
from quire.runtime.values.dtypes import dtype_named
from quire.runtime.values.ended import MORE, MOST_GROUPS
from quire.runtime.values.notations import NOTATIONS
from quire.runtime.values.tagged import Tagged
from quire.testing.reading.documents import DocumentReader
from quire.testing.reading.found import Found, Scan
from quire.testing.reading.type_plan import TypePlan
from quire.testing.stored.stream import Refused
from quire.testing.stored.window import Unsure, Window, Wrong

BOMB = 64 << 20
"""Bytes that a file may become, whatever its size."""


class Contents:
    """Reads a field that is bytes: as they are, or as what they stand for.

    Args:
        owner: What reads the record that it is in.
        field: Its plan.
        stored: How it is stored.
        scan: The record.
        window: The stream, which stands where the field begins.
        path: Where that is in the tree.
    """

    def __init__(
        self,
        owner: TypePlan,
        field: s.Field,
        stored: s.Bytes | s.Text | s.Record,
        scan: Scan,
        window: Window,
        path: str,
    ) -> None:
        self.owner, self.field, self.stored = owner, field, stored
        self.scan, self.outer, self.path = scan, window, path
        self.extent: Any = stored.extent
        self.begin = window.at

    def read(self) -> Any:
        """The value."""
        inner = self.window()
        data = inner.data[inner.begin : inner.end]
        value = self._value(data, inner)
        field, stored, scan = self.field, self.stored, self.scan
        begin, end = self.begin, self.outer.at
        self.owner.notes.note(Found(field, stored, self.path, begin, end, scan, self.outer, value))
        return value

    def window(self) -> Window:
        """The bytes of the value, as a stream of their own."""
        begin, end = self._place()
        data = self.outer.data
        if self.extent.size is not None or self.extent.to_end:
            stop = end
            if self.extent.pad is not None:
                pad = bytes([self.extent.pad])
                stop = begin + len(data[begin:end].rstrip(pad))
            if (terminator := self.extent.terminator) is not None:
                cut = self.outer.within(begin, stop).find(terminator)
                if cut >= 0:
                    stop = cut + len(terminator) * self.extent.include
            end = stop
        inner = self.outer.within(begin, end)
        return inner if self.extent.process is None else self._processed(inner)

    def _place(self) -> tuple[int, int]:
        """Where the bytes are; the stream goes after them."""
        outer, extent = self.outer, self.extent
        begin = outer.at
        if extent.size is not None:
            size = self._size(extent.size)
            self._expect_case(outer.offset())
            if size < 0:
                raise Wrong("InvalidArgumentError", self.path, outer.offset())
            if size:
                outer.take(size, self.path)
            self._expect_few(size, begin)
            return begin, begin + size
        if extent.to_end:
            self._expect_few(outer.left(), begin)
            outer.take(outer.left(), self.path)
            return begin, max(outer.at, begin)
        terminator = extent.terminator or b"\0"
        end = outer.find(terminator)
        if end < 0:
            if extent.eos_error:
                raise Wrong("NoTerminatorFoundError", self.path, outer.offset())
            outer.at = outer.end
            return begin, outer.end
        outer.at = end + (len(terminator) if extent.consume else 0)
        return begin, end + (len(terminator) if extent.include else 0)

    def _expect_case(self, offset: int | None) -> None:
        """Refuse a dtype or stages that no case tells: readers choose them before they take bytes.

        Raises:
            Wrong: there is no case.
        """
        if self.field.codec is None:
            return
        try:
            self.owner.payload(self.field, self.field.codec).stages(self.scan)
        except Refused:
            raise Wrong("FormatError", self.path, offset) from None
        except Exception:  # noqa: BLE001  # arguments that cannot be computed are told later
            return

    def _expect_few(self, size: int, begin: int) -> None:
        if self.extent.limit is not None and size > self.extent.limit:
            raise Wrong("LimitError", self.path, self.outer.offset(begin))

    def _size(self, expr: s.Expr) -> int:
        if expr == ("len_deflated", "_io"):
            return self._len_deflated()
        if expr == ("len_sub_blocks", "_io"):
            return self._len_sub_blocks()
        if expr == ("len_varint", "_io"):
            return self._len_varint()
        return int(self.owner.value(expr, self.scan, self.path, self.outer.offset()))

    def _len_deflated(self) -> int:
        data = self.outer.data[self.outer.at : self.outer.end]
        inflater, left = zlib.decompressobj(-15), data
        try:
            while not inflater.eof and (inflater.decompress(left, 1 << 20) or left):
                left = inflater.unconsumed_tail
        except zlib.error:
            raise Wrong("error", self.path, self.outer.offset()) from None
        if not inflater.eof:
            raise Wrong("error", self.path, self.outer.offset())
        return len(data) - len(inflater.unused_data)

    def _len_sub_blocks(self) -> int:
        ahead = self.outer.within(self.outer.begin, self.outer.end)
        ahead.at = self.outer.at
        while size := ahead.take(1, self.path)[0]:
            ahead.take(size, self.path)
        return ahead.at - self.outer.at

    def _len_varint(self) -> int:
        data = self.outer.data[self.outer.at : self.outer.end]
        for size, byte in enumerate(data[:MOST_GROUPS], 1):
            if byte < MORE:
                return size
        if len(data) >= MOST_GROUPS:
            raise Wrong("FormatError", self.path, self.outer.offset())
        raise Wrong("EndOfStreamError", self.path, self.outer.offset(self.outer.end))

    def _processed(self, inner: Window) -> Window:
        process = self.extent.process
        offset = self.outer.offset(self.begin)
        args = [self.owner.value(arg, self.scan, self.path, offset) for arg in process.args]
        data = inner.data[inner.begin : inner.end]
        if process.routine == "zlib":
            data = self._inflated(data, offset)
        elif process.routine == "xor":
            data = xor(data, args[0])
        elif process.routine in ("rol", "ror"):
            data = rotate_left(data, args[0] if process.routine == "rol" else -args[0])
        elif process.routine in NOTATIONS:
            data = self._tagged(Tagged(process.routine, *args), data, offset)
        else:
            raise Unsure("somebody else's routine")
        return Window(data, 0, len(data), in_file=False)

    def _tagged(self, routine: Tagged, data: bytes, offset: int | None) -> bytes:
        try:
            return routine.parts(data, self.path, offset)
        except FormatError as error:
            raise Wrong(type(error).__name__, self.path, error.offset) from None

    def _inflated(self, data: bytes, offset: int | None) -> bytes:
        inflater = zlib.decompressobj()
        try:
            made = inflater.decompress(data, BOMB + 1)
        except zlib.error:
            raise Wrong("error", self.path, offset) from None
        if len(made) > BOMB:
            raise Wrong("LimitError", self.path, offset)
        if not inflater.eof:
            raise Wrong("error", self.path, offset)
        return made

    # -- what they stand for --------------------------------------------------------------------

    def _value(self, data: bytes, inner: Window) -> Any:
        offset = inner.offset(inner.begin)
        if (fixed := self.field.contents) is not None:
            if data != fixed:
                raise Wrong("ValidationNotEqualError", self.path, offset)
            return data
        if isinstance(self.stored, s.Text):
            return self._text(data, self.stored.encoding, offset)
        if self.field.document is not None:
            reader = DocumentReader(self.owner.spec, self.scan["_root"], self.path, offset)
            return reader.read(data, self.field.document.path)
        if self.field.codec is not None:
            return self._payload(data, self.field.codec, offset)
        if self.field.array is not None:
            return self._array(data, self.field.array, offset)
        return data

    def _text(self, data: bytes, encoding: str, offset: int | None) -> Any:
        if self.field.document is not None:
            reader = DocumentReader(self.owner.spec, self.scan["_root"], self.path, offset)
            return reader.read(data, self.field.document.path)
        try:
            return data.decode(encoding)
        except UnicodeDecodeError as error:
            at = None if offset is None else offset + error.start
            wrong = Wrong("UnicodeDecodeError", self.path, at)
            self.owner.notes.raise_later(wrong)
            return data.decode(encoding, "replace")

    def _array(self, data: bytes, array: s.Array, offset: int | None) -> Any:
        if isinstance(array.dtype, s.Choice):
            raise Unsure("a chosen element type")
        dtype = array.dtype
        if isinstance(dtype, s.Computed):
            dtype = self.owner.value(dtype.name, self.scan, self.path, offset)
        try:
            kind = dtype_named(dtype, self.path)
        except FormatError:
            raise Wrong("FormatError", self.path, offset) from None
        shape = self.owner.value(array.shape, self.scan, self.path, offset)
        size = kind.itemsize
        known = math.prod(axis for axis in shape if axis != -1)
        if (-1 not in shape and known * size != len(data)) or (
            known and len(data) % (known * size)
        ):
            raise Wrong("FormatError", self.path, offset)
        if math.prod(axis for axis in shape if axis > 0) * size > sys.maxsize:
            raise Wrong("ValueError", self.path, offset)  # numpy has none, though it has no element
        if len(data) % size:
            return data
        flat = np.frombuffer(data, kind)
        return flat.reshape(shape) if known else flat.reshape([max(each, 0) for each in shape])

    def _payload(self, data: bytes, codec: s.Pipeline, offset: int | None) -> Any:
        try:
            stages = tuple(self.owner.payload(self.field, codec).stages(self.scan))
        except Wrong:
            raise
        except Refused:
            raise Unsure("no such codec") from None
        except Exception as error:  # noqa: BLE001  # whatever arguments cannot be computed
            raise Unsure(str(error)) from None
        try:
            made = Encoded(
                of_size(stages, len(data)), None, self.field.id, stored=data, offset=offset
            )
            made.expect_size(len(data), offset)
        except FormatError as error:
            path = join_path(self.scan.path, error.path or self.field.id)
            raise Wrong(type(error).__name__, path, offset) from None
        return made
