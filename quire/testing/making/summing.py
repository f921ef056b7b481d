"""Checksums of what was made, filled in once it is whole."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from quire.runtime import structure as s
from quire.runtime.coding.digests import USUAL, Settings, digest
from quire.runtime.coding.sums import Sum
from quire.testing.plan.expressions import Compiler, Frame, Function, Hole, Unknown
from quire.testing.stored.stream import Stream

Part = Callable[[Frame, Stream, int, int], "bytes | bytearray"]
"""Finds bytes; those of the number itself, from one position to another, count as its `own`."""


class Sums:
    """The checksums among the fields of a type.

    Args:
        type_: The type.
        compiler: Makes functions of its expressions.

    Attributes:
        spans: The fields of which these have to know where they stand.
    """

    def __init__(self, type_: s.Type, compiler: Compiler) -> None:
        self._all = {
            field.id: _Checksum(field, field.checksum, compiler)
            for field in type_.fields
            if field.checksum is not None
        }
        keys = [field.checksum for field in type_.fields if field.checksum is not None]
        self.spans = {key.over for key in keys} | {
            name for key in keys for part in key.parts for name in (part.start, part.end)
        }

    @property
    def there_are(self) -> bool:
        """Whether there are some."""
        return bool(self._all)

    def fill(self, frame: Frame, stream: Stream) -> None:
        """Fill in those that a record has.

        Raises:
            KeyError: one is over something that the record does not have.
        """
        for name, each in self._all.items():
            if (hole := frame.holes.get(name)) is not None:
                hole.fill(each.whole(frame, stream, hole))

    def follower(self, field: s.Field) -> Callable[[Frame, Stream], int | bytes]:
        """What computes a checksum that depends on values alone, before the bytes are there."""
        return self._all[field.id].of_values


class _Checksum:
    """A checksum of the records of a type."""

    def __init__(self, field: s.Field, key: s.Checksum, compiler: Compiler) -> None:
        def told(expr: s.Expr | None) -> Function | None:
            return None if expr is None else compiler.function(expr)

        self._name, self._stored, self._key = field.id, field.stored, key
        self._condition, self._decoded = told(key.condition), told(key.decoded)
        self._init, self._xor = told(key.init), told(key.xor)
        self._mask, self._inflated = told(key.mask), told(key.inflated)
        self._has_settings = bool(self._init or self._xor or key.word)
        self._size = field.stored.size if isinstance(field.stored, s.Number) else key.size or 0
        self._parts = [_part(each, key.own, compiler) for each in key.parts]
        if key.over:
            self._parts.insert(0, self._over)
        is_number = isinstance(field.stored, s.Number)
        is_said = self._has_settings or key.inflated is not None or key.negated or key.base
        self._is_unusual = bool(is_said) or not is_number
        self._is_of_values = not key.over and all(each.value is not None for each in key.parts)

    def whole(self, frame: Frame, stream: Stream, hole: Hole) -> int | bytes:
        """What it is, all bytes being there; some number where there is no checksum."""
        if not self._holds(frame, hole):
            value: int | bytes = hole.choose()
            return value
        return self._of(frame, stream, hole.at)

    def _of(self, frame: Frame, stream: Stream, at: int) -> int | bytes:
        """What it is of bytes that are there."""
        algorithm, parts, end = self._key.algorithm, self._parts, at + self._size
        if self._is_unusual:
            found = [part(frame, stream, at, end) for part in parts]
            return self._sum(frame, at, found).of(b"")
        data = parts[0](frame, stream, at, end)
        if len(parts) > 1:
            data = b"".join([data, *[part(frame, stream, at, end) for part in parts[1:]]])
        number = len(data) if algorithm == "length" else digest(algorithm, data)
        return number if self._mask is None else number & int(self._mask(frame))

    def of_values(self, frame: Frame, stream: Stream) -> int | bytes:
        """What it is, if it depends on values alone.

        Raises:
            Unknown: it depends on bytes.
        """
        if not self._is_of_values or (self._condition and not self._condition(frame)):
            raise Unknown(self._name)
        return self._of(frame, stream, frame.holes[self._name].at)

    def _holds(self, frame: Frame, hole: Hole) -> bool:
        """Whether a number is a checksum; one that depends on itself is."""
        if self._condition is None:
            return True
        try:
            with hole.asked():
                return bool(self._condition(frame))
        except Unknown:
            return True

    def _sum(self, frame: Frame, at: int, found: Iterable[bytes | bytearray]) -> Sum:
        key, is_number = self._key, isinstance(self._stored, s.Number)
        return Sum(
            self._name,
            at,
            key.algorithm,
            None if is_number else key.size,
            _scalar(self._stored, frame),
            tuple(map(bytes, found)),
            key.own,
            self._settings(frame) if self._has_settings else USUAL,
            self._mask and self._mask(frame),
            key.negated,
            bool(self._inflated and self._inflated(frame)),
            base=key.base or 0,
        )

    def _settings(self, frame: Frame) -> Settings:
        init, xor = self._init and self._init(frame), self._xor and self._xor(frame)
        return Settings(init, xor, self._key.word)

    def _over(self, frame: Frame, stream: Stream, at: int, end: int) -> bytes | bytearray:
        """The payload that it is over."""
        if self._decoded is not None and self._decoded(frame):
            return bytes(frame[self._key.over].tobytes())
        return _stretch(stream.data, *frame.spans[self._key.over], at, end, self._key.own)


def _stretch(data: bytearray, start: int, stop: int, at: int, end: int, own: int) -> bytearray:
    """Some bytes, in which those of the number itself, at `at`, count as something else."""
    found = data[start:stop]
    if start < end and at < stop:
        first, last = max(at, start), min(end, stop)
        found[first - start : last - start] = bytes([own]) * (last - first)
    return found


def _part(part: s.Covered, own: int, compiler: Compiler) -> Part:
    """What finds a part of what a checksum is over."""
    if part.instance:

        def instance(frame: Frame, stream: Stream, *_: int) -> bytes | bytearray:
            begin, end = frame.spans[part.instance]
            return stream.outermost().data[begin:end]

        return instance
    if part.value is not None:
        value = compiler.function(part.value)
        return lambda frame, *_: bytes(value(frame))
    behind, after = int(part.behind), int(not part.before)

    def stretch(frame: Frame, stream: Stream, at: int, end: int) -> bytes | bytearray:
        start = frame.spans[part.start][behind] if part.start else 0
        stop = frame.spans[part.end][after] if part.end else len(stream.data)
        return _stretch(stream.data, start, stop, at, end, own)

    return stretch


def _scalar(stored: s.Stored | None, frame: Frame) -> str:
    """How a number is stored; "" for a hash."""
    if not isinstance(stored, s.Number):
        return ""
    return f"u{stored.size}{frame.endian if stored.endian == 'chosen' else stored.endian}"
