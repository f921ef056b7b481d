"""Fields that are bytes or text, out of choices; payloads and documents too."""

from __future__ import annotations

import math
import zlib
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np

from quire.runtime import structure as s
from quire.runtime.coding.process import rotate_left, xor
from quire.runtime.errors import FormatError
from quire.runtime.values.dtypes import dtype_named
from quire.runtime.values.notations import NOTATIONS
from quire.runtime.values.numbers import digits
from quire.runtime.values.tagged import Tagged
from quire.testing.choices import LARGEST, Choices
from quire.testing.making import values
from quire.testing.making.context import Make, TypeContext
from quire.testing.making.holes import Late
from quire.testing.making.joined import Joined
from quire.testing.making.like import like
from quire.testing.making.numbers import LATER, TRIES
from quire.testing.making.said import Said, as_said
from quire.testing.making.usual import UNUSUAL, usual
from quire.testing.plan.expressions import Compiler, Frame
from quire.testing.plan.rules import Rules
from quire.testing.stored.payloads import Payload, some
from quire.testing.stored.stream import Refused, Stream

_OF_ITSELF = (("len_deflated", "_io"), ("len_sub_blocks", "_io"), ("len_varint", "_io"))
"""The sizes of what ends by itself."""

MANY = 0xE0
"""A byte of the choices from which on a length has room for more than 127 bytes."""

Made = tuple[Any, bytes]
"""A value, and the bytes that it is."""

Process = Callable[[bytes, Frame], bytes]
"""Makes the bytes that are stored."""

Value = Callable[[Choices, Frame, "int | None"], Made]
"""Makes a value that takes so many bytes, or as many as it likes."""


def contents(owner: TypeContext, field: s.Field, extent: s.Extent, encoding: str = "") -> Make:
    """What makes bytes, or text in an encoding."""
    room = room_for(owner, field, extent)
    process = processing(extent.process, owner.maker.compiler)
    end = None if extent.to_end or extent.size is not None else extent.terminator
    one = any_value(owner, field, extent, encoding)
    rules = Rules(field.id, field.valid, owner.maker.compiler)
    checked = _checked(as_said(owner, field, extent, encoding), one, rules, process, encoding)
    array = None if field.codec else _array(owner, field)
    is_of_size, is_sum = keeps_size(extent.process), field.checksum is not None
    any_length = _length(owner, field)

    def bare(draw: Choices, frame: Frame, stream: Stream) -> bytes:
        if draw.has_values or frame.wanted or stream.pins:
            found: bytes = make(draw, frame, stream)
            return found
        size = room(frame, stream)
        data = draw.take(any_length(draw, frame) if size is None else size)
        stream.write(data)
        return data

    def make(draw: Choices, frame: Frame, stream: Stream) -> Any:
        size = room(frame, stream)
        if is_sum and size is not None:
            _late(field, size).leave_room(frame, stream)
            return LATER
        room_inside = size if is_of_size else None
        if rules.there_are or draw.has_values or stream.pins:
            value, stored = checked(draw, frame, stream, room_inside)
        else:
            value, stored = one(draw, frame, room_inside)
        if process is not None:
            stored = process(stored, frame)
        if end is not None:
            stored += end
            if extent.include:
                value += end.decode(encoding) if encoding else end
        elif size is not None and len(stored) != size:
            raise Refused("another size")
        stream.write(stored)
        return array(stored, frame) if array else value

    return bare if is_bare(owner, field, extent, encoding) else make


def is_bare(owner: TypeContext, field: s.Field, extent: s.Extent, encoding: str) -> bool:
    """Whether any bytes are as good as others."""
    mined, name = owner.maker.mined, field.id
    is_known = name in mined.constants or name in mined.encodings
    is_piece = any(each.name == name for each in owner.maker.joined)
    is_any = is_plain(field, extent) and extent.pad is None and not encoding
    return is_any and not is_known and not is_piece and usual(owner, field) is UNUSUAL


def is_plain(field: s.Field, extent: s.Extent) -> bool:
    """Whether bytes, or a text, are all that a field is, with nothing behind them."""
    is_said = field.codec or field.document or field.checksum or field.array or field.valid
    return not is_said and extent.process is None and extent.terminator is None


def _checked(
    said: Said, one: Value, rules: Rules, process: Process | None, encoding: str
) -> Callable[[Choices, Frame, Stream, int | None], Made]:
    """What makes a value that keeps the rules, is as choices have it, and what is known already."""

    def checked(draw: Choices, frame: Frame, stream: Stream, size: int | None) -> Made:
        if stream.bits_left:
            stream.align()
        for _ in range(TRIES):
            told = said(draw, frame, size) if draw.has_values else None
            value, stored = told or one(draw, frame, size)
            if stream.pins and not process and stream.pinned(stored) != stored:
                stored = stream.pinned(stored)
                value = stored.decode(encoding) if encoding else stored
            if rules.hold(frame, value):
                return value, stored
        raise Refused("valid")

    return checked


def _late(field: s.Field, size: int) -> Late:
    """A hash, or digits, which are made when what they are over is there."""
    base = None if field.checksum is None else field.checksum.base
    if base is not None:
        return Late(
            field.id,
            size,
            lambda number, _: digits(number, base, size, field.id).encode(),
            lambda draw, _: draw.below(base**size),
        )
    return Late(field.id, size, lambda data, _: bytes(data), lambda _, __: bytes(size))


def _array(owner: TypeContext, field: s.Field) -> Callable[[bytes, Frame], Any] | None:
    """What a field with `-array` alone makes of its bytes."""
    if field.array is None or isinstance(field.array.dtype, s.Choice):
        return None
    dtype, shape = _named(owner, field.array.dtype), owner.function(field.array.shape)

    def view(stored: bytes, frame: Frame) -> Any:
        kind = dtype_named(dtype(frame), field.id)
        return np.frombuffer(stored, kind).reshape(shape(frame))

    return view


def _named(owner: TypeContext, name: str | s.Computed) -> Callable[[Frame], str]:
    """What tells a name that is constant, or computed."""
    return owner.function(name.name) if isinstance(name, s.Computed) else lambda _: name


def _length(owner: TypeContext, field: s.Field) -> Callable[[Choices, Frame], int]:
    """How many bytes a field has that may have any number of them: of an array, whole rows."""
    if field.array is None or isinstance(field.array.dtype, s.Choice):
        most = most_told(owner, field)
        return lambda draw, _: (
            values.evil_size(draw) if draw.evil and draw.is_evil() else draw.length(most)
        )
    dtype, shape = _named(owner, field.array.dtype), owner.function(field.array.shape)

    def rows(draw: Choices, frame: Frame) -> int:
        axes = [some(draw) if axis == -1 else axis for axis in shape(frame)]
        size = dtype_named(dtype(frame), field.id).itemsize * math.prod(axes)
        if not 0 <= size <= draw.largest:
            raise Refused("no such size")
        return int(size)

    return rows


def most_told(owner: TypeContext, field: s.Field) -> int:
    """How many bytes a field may have, for the number that tells how many."""
    teller = owner.telling.plain_teller(field.id)
    numbers = (each.stored for each in owner.type.fields if each.id == teller)
    bits = (
        8 * each.size - (each.kind == "signed") for each in numbers if isinstance(each, s.Number)
    )
    return min((1 << next(bits, 64)) - 1, LARGEST)


def room_for(
    owner: TypeContext, field: s.Field, extent: s.Extent
) -> Callable[[Frame, Stream], int | None]:
    """What tells how many bytes a field takes; None if that is not decided yet."""
    told = extent.size if extent.size not in _OF_ITSELF else None
    if told is None:
        return (lambda _, stream: stream.left()) if extent.to_end else lambda _, __: None
    size, constant = owner.function(told), owner.maker.compiler.constants([told])
    is_open, teller = owner.telling.opener(field.id), owner.telling.only_teller(field.id)
    if constant is not None and is_open is None and 0 <= constant[0] <= LARGEST:
        return lambda _, __: constant[0]
    is_rest = _is_rest_but_some(told)

    def room(frame: Frame, stream: Stream) -> int | None:
        if (
            teller in frame.holes
            if teller is not None  # as a rule
            else is_open is not None and is_open(frame)
        ) or (is_rest and stream.limit is None):
            return None
        found = int(size(frame))
        if not 0 <= found <= stream.draw.largest:
            raise Refused("no such size")
        return found

    return room


def _is_rest_but_some(size: s.Expr | None) -> bool:
    """Whether bytes go on to the end of their stream but for so many."""
    while isinstance(size, tuple) and size[0] == "sub" and isinstance(size[2], int):
        size = size[1]
    return size == ("sub", ("size", "_io"), ("pos", "_io"))


def processing(process: s.Process | None, compiler: Compiler) -> Process | None:
    """What makes stored bytes of those that a value has.

    Raises:
        Refused: that is somebody else's class.
    """
    if process is None:
        return None
    args = [compiler.function(arg) for arg in process.args]
    if process.routine == "zlib":
        return lambda data, _: zlib.compress(data)
    if process.routine == "xor":
        return lambda data, frame: xor(data, args[0](frame))
    if process.routine in ("rol", "ror"):
        sign = -1 if process.routine == "rol" else 1
        return lambda data, frame: rotate_left(data, sign * args[0](frame) % 8)
    if process.routine in NOTATIONS:
        routine = process.routine
        return lambda data, frame: Tagged(routine, *(arg(frame) for arg in args)).encode(data)
    raise Refused(f"`process: {process.routine}` is somebody else's class")


def refitting(
    process: s.Process | None, compiler: Compiler, frame: Frame
) -> Callable[[bytes, int], bytes]:
    """What makes as many stored bytes as there are already, where more has become known.

    Raises:
        Refused: they would be others in number.
    """
    if process is None:
        return lambda data, _: bytes(data)
    if process.routine not in NOTATIONS:
        raise Refused("processed before all is known")
    args = [compiler.function(arg)(frame) for arg in process.args]
    routine = Tagged(process.routine, *args)

    def refitted(data: bytes, room: int) -> bytes:
        try:
            return routine.encode(data, room)
        except FormatError as error:
            raise Refused("no room") from error

    return refitted


def is_of_groups(process: s.Process) -> bool:
    """Whether a number stands in groups of bits, as many as it takes."""
    return process.routine in NOTATIONS and NOTATIONS[process.routine].number is not None


def groups_for(draw: Choices, frame: Frame, name: str) -> int:
    """In how many groups a number stands that is not known yet."""
    told = draw.count(lambda: like(frame).size(name))
    return 2 if told is None and draw.byte() >= MANY else told or 1


def keeps_size(process: s.Process | None) -> bool:
    """Whether as many bytes are stored as a value has."""
    return process is None or process.routine in ("xor", "rol", "ror")


# -- values --------------------------------------------------------------------------------------


def any_value(owner: TypeContext, field: s.Field, extent: s.Extent, encoding: str) -> Value:
    """What makes values of a field."""
    if field.codec is not None:
        payload = Payload(field, field.codec, owner.maker.compiler)
        return lambda draw, frame, _: payload.make(draw, frame)
    if field.document is not None:
        path, documents = field.document.path, owner.maker.documents
        return lambda draw, frame, _: documents.text(path, draw, None, frame["_root"])
    plain = _plain(owner, field, extent, encoding)
    wholes = [each for each in owner.maker.joined if each.name == field.id and not encoding]
    return _pieces(wholes, plain) if wholes else plain


def _pieces(wholes: list[Joined], plain: Value) -> Value:
    """What makes the pieces of payloads, and other bytes where there are none."""

    def one(draw: Choices, frame: Frame, size: int | None) -> Made:
        for whole in wholes:
            if (piece := whole.piece(draw, frame)) is not None and size in (None, len(piece)):
                return piece, piece
        return plain(draw, frame, size)

    return one


def _plain(owner: TypeContext, field: s.Field, extent: s.Extent, encoding: str) -> Value:
    """What makes bytes or text: what is usual, what the spec names, or any."""
    mined, kind = owner.maker.mined, str if encoding else bytes
    constants = sorted(each for each in mined.constants.get(field.id, ()) if isinstance(each, kind))
    rules = Rules(field.id, field.valid, owner.maker.compiler)
    usually = usual(owner, field)
    end = extent.terminator or b""
    pad = bytes([extent.pad or 0])
    any_other = (_any_text if encoding else _any_bytes)(owner, field, extent, encoding)

    def encoded(value: Any) -> bytes:
        stored: bytes = value.encode(encoding) if encoding else value
        return stored

    def fits(value: Any, size: int | None) -> bool:
        left = 0 if size is None else size - len(encoded(value))
        return left == 0 or (left > 0 and (extent.pad is not None or bool(end)))

    @lru_cache(64)
    def fitting(size: int | None) -> list[Any]:
        return [each for each in constants if fits(each, size)]

    def known(draw: Choices, frame: Frame, size: int | None) -> Any:
        value = usually(draw, frame)
        if isinstance(value, kind) and (size is None or fits(value, size)):
            return value
        named = fitting(size)
        if rules.there_are:
            named = [each for each in rules.named(frame, kind) if fits(each, size)] + named
        return draw.one_of(named) if named and draw.byte() < 0xE0 else None

    is_any = usually is UNUSUAL and not rules.there_are and not constants

    def one(draw: Choices, frame: Frame, size: int | None) -> Made:
        value = frame.wanted.get(field.id) if frame.wanted else None
        if value is None and not is_any:
            value = known(draw, frame, size)
        if value is None:
            return any_other(draw, frame, size)
        stored = value.encode(encoding) if encoding else value
        return value, stored if size is None else (stored + end)[:size].ljust(size, pad)

    return one


def _any_text(owner: TypeContext, field: s.Field, extent: s.Extent, encoding: str) -> Value:
    """What makes any text; the number of something is small."""
    mined, without, any_length = owner.maker.mined, _never(extent), _length(owner, field)
    letters = "0123456789" if field.id in mined.numeric else values.LETTERS
    unit = values.unit(encoding) if extent.pad is not None else 1

    def count(draw: Choices, _: Frame, size: int | None) -> Made:
        digits = str(draw.few(64))[:size].rjust(size or 0, "0")
        return digits, digits.encode(encoding)

    def one(draw: Choices, frame: Frame, size: int | None) -> Made:
        length = any_length(draw, frame) if size is None else size
        stored = values.some_text(draw, length - length % unit, encoding, letters, without)
        return stored.decode(encoding), stored.ljust(length, bytes([extent.pad or 0]))

    return count if field.id in mined.numeric & mined.measures else one


def _any_bytes(owner: TypeContext, field: s.Field, extent: s.Extent, _: str) -> Value:
    """What makes any bytes; those that are read as text are some."""
    without, any_length = _never(extent), _length(owner, field)
    encoding, pad = owner.maker.mined.encodings.get(field.id), bytes([extent.pad or 0])

    def one(draw: Choices, frame: Frame, size: int | None) -> Made:
        length = any_length(draw, frame) if size is None else size
        if encoding is not None:
            stored = values.some_text(draw, length, encoding, values.LETTERS, without)
        else:
            stored = values.some_bytes(draw, length, without)
        if extent.pad is not None and stored.endswith(pad):
            stored = stored[:-1] + bytes([extent.pad ^ 1])
        return stored, stored

    return one


def _never(extent: s.Extent) -> bytes:
    """The byte that does not occur, if there is one: the terminator."""
    end = extent.terminator or b""
    return end if len(end) == 1 else b""
