"""Checksums of what was made, filled in once it is whole."""

from __future__ import annotations

from collections.abc import Iterator

from quire.runtime import structure as s
from quire.runtime.digests import Settings
from quire.runtime.sums import Span, Sum
from quire.testing.expressions import Compiler, Frame
from quire.testing.stream import Refused, Stream


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
            Refused: one is over something that is not made yet.
        """
        for field, key in self._keys:
            if field.id in frame.holes:
                made = self._sum(field, key, frame, stream)
                frame.holes[field.id].fill(made.of(bytes(stream.data)))

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
                raise Refused(f"a checksum over the instance `{part.instance}`")
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
