"""Checksums of what was made, filled in once it is whole."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from quire.runtime import structure as s
from quire.runtime.digests import Settings
from quire.runtime.sums import Span, Sum
from quire.testing.expressions import Compiler, Frame, Hole, Unknown
from quire.testing.stream import Stream


class Sums:
    """The checksums among the fields of a type.

    Args:
        type_: The type.
        compiler: Makes functions of its expressions.
    """

    def __init__(self, type_: s.Type, compiler: Compiler) -> None:
        self._compiler = compiler
        self._keys = [(field, field.checksum) for field in type_.fields if field.checksum]
        self.there_are = bool(self._keys)

    def fill(self, frame: Frame, stream: Stream) -> None:
        """Fill in those that a record has.

        Raises:
            KeyError: one is over something that the record does not have.
        """
        for field, key in self._keys:
            if (hole := frame.holes.get(field.id)) is not None:
                is_one = self._holds(key, frame, hole)
                found = (
                    self._sum(field, key, frame, stream).of(bytes(stream.data)) if is_one else None
                )
                hole.fill(hole.choose() if found is None else found)

    def _holds(self, key: s.Checksum, frame: Frame, hole: Hole) -> bool:
        """Whether a number is a checksum; one that goes by itself is."""
        if key.condition is None:
            return True
        with suppress(Unknown), hole.asked():
            return bool(self._told(key.condition, frame))
        return True

    def of(self, field: s.Field, frame: Frame, stream: Stream) -> int | bytes:
        """A checksum that goes by values alone, before the bytes are there.

        Raises:
            Unknown: it goes by bytes.
        """
        key = next(key for each, key in self._keys if each is field)
        if (
            key.over
            or any(part.value is None for part in key.parts)
            or not self._told(key.condition, frame)
        ):
            raise Unknown(field.id)
        return self._sum(field, key, frame, stream).of(b"")

    def _sum(self, field: s.Field, key: s.Checksum, frame: Frame, stream: Stream) -> Sum:
        stored = field.stored
        number = isinstance(stored, s.Number)
        return Sum(
            field.id,
            frame.holes[field.id].at,
            key.algorithm,
            None if number else key.size,
            _scalar(stored, frame),
            tuple(self._parts(key, frame, stream)),
            key.own,
            Settings(self._told(key.init, frame), self._told(key.xor, frame), key.word),
            self._told(key.mask, frame),
            key.negated,
            bool(self._told(key.inflated, frame)),
        )

    def _told(self, expr: s.Expr | None, frame: Frame) -> int | None:
        return None if expr is None else self._compiler.function(expr)(frame)

    def _parts(self, key: s.Checksum, frame: Frame, stream: Stream) -> Iterator[bytes | Span]:
        """What a checksum is over."""
        if key.over:
            decoded = self._told(key.decoded, frame)
            yield frame[key.over].tobytes() if decoded else frame.spans[key.over]
        for part in key.parts:
            if part.instance:
                begin, end = frame.spans[part.instance]
                yield bytes(stream.outermost().data[begin:end])
                continue
            if part.value is not None:
                yield bytes(self._compiler.function(part.value)(frame))
                continue
            begin = frame.spans[part.start][int(part.behind)] if part.start else 0
            end = frame.spans[part.end][int(not part.before)] if part.end else len(stream.data)
            yield begin, end


def _scalar(stored: s.Stored | None, frame: Frame) -> str:
    """How a number is stored; "" for a hash."""
    if not isinstance(stored, s.Number):
        return ""
    return f"u{stored.size}{frame.endian if stored.endian == 'chosen' else stored.endian}"
