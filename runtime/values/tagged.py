"""Texts that are values, JSON and Python's literals: their parts as bytes, each with its type.

A part is a byte that tells what it is, and what follows it, little-endian:

| byte | is | then |
| --- | --- | --- |
| 0, 1, 2 | null, false, true | nothing |
| 3 | an integer | eight bytes |
| 4 | a fraction | eight bytes |
| 5 | a text | its length in four bytes, UTF-8 |
| 6 | a list of integers, or one of nothing | their number in four bytes, eight bytes for each |
| 7 | any other list | the number of its parts in four bytes, the parts |
| 8 | an object | the number of its keys in four bytes; for each a text without its 5, and a part |
| 9 | an integer of more than eight bytes | as a text: its digits |

Of a notation that has numbers alone, the parts are a number of eight bytes.
"""

from __future__ import annotations

import math
import struct
from typing import Any

from quire.runtime.errors import FormatError
from quire.runtime.reading.budget import too_much
from quire.runtime.reading.reader import Reader
from quire.runtime.values.notations import NOTATIONS

_NOTHING = {None: 0, False: 1, True: 2}
_INTEGER, _FRACTION, _TEXT, _INTEGERS, _LIST, _OBJECT, _LARGE = range(3, 10)
_WIDTH = 63
_PLAIN = "UTF-8"
_size = struct.Struct("<I")
_integer = struct.Struct("<bq")
_fraction = struct.Struct("<bd")


class Tagged:
    """What is made of a text, and what a text is made of.

    Args:
        notation: One of `NOTATIONS`.
        align: The text is filled with blanks, to end at a multiple of so many bytes.
        start: Where it begins, counted as `align` is.
        first: Names of keys that come first in their object, in this order; blanks between them.
        texts: Names of keys whose values stay what they are in the notation, as a text.
        encoding: Of the text.
    """

    def __init__(
        self,
        notation: str,
        align: int = 1,
        start: int = 0,
        first: str = "",
        texts: str = "",
        encoding: str = _PLAIN,
    ) -> None:
        self._notation = NOTATIONS[notation]
        self._number = self._notation.number
        self._align = align
        self._start = start
        self._first = first.split()
        self._texts = frozenset(texts.split())
        self._encoding = encoding

    def read(self, stored: bytes, field: str, io: Reader) -> bytes:
        """The parts of a text that ends at the position of `io`.

        Raises:
            LimitError: they would be more than the file may become.
            FormatError: it is none of the notation, or has what no part can be.
        """
        offset, most = io.offset(len(stored)), io.budget.decodable()
        made = self.parts(stored, field, offset)
        if len(made) > most:
            raise too_much(most, "more", field, offset)
        io.budget.note_decoded(len(made))
        return made

    def decode(self, stored: bytes) -> bytes:
        """The parts of a text, which comes from no stream."""
        return self.parts(stored, "", None)

    def encode(self, parts: bytes, room: int | None = None) -> bytes:
        """The text; filled with blanks, or with empty groups, to `room` bytes, if that is told.

        Raises:
            FormatError: these are no parts, more than one, or more text than there is room for.
        """
        value, end = _number(parts, self._number) if self._number else self._value(parts, 0)
        if end != len(parts):
            raise FormatError("", "the parts of one value", f"{len(parts) - end} bytes more")
        text, behind = self._stored(self._notation.write(value)), self._notation.end
        spare = -(self._start + len(text) + len(behind)) % max(self._align, 1)
        if room is not None:
            spare = room - len(text) - len(behind)
            if spare < 0:
                raise FormatError("", f"at most {room} bytes", len(text))
        return self._notation.filled(text, spare) + behind

    def parts(self, stored: bytes, field: str, offset: int | None) -> bytes:
        """The parts of the text of a field that begins at byte `offset` of the file."""
        text = self._plain(bytes(stored), field, offset)
        value, made = self._notation.parse(text, field, offset), bytearray()
        if self._number:
            return self._number.pack(value)
        try:
            self._put(made, value)
        except UnicodeEncodeError as error:
            raise FormatError(field, "text in UTF-8", repr(error.object), offset=offset) from None
        except OverflowError:
            raise FormatError(field, "finite numbers", "another", offset=offset) from None
        return bytes(made)

    def _plain(self, stored: bytes, field: str, offset: int | None) -> bytes:
        """A text in UTF-8, as notations have it."""
        if self._encoding == _PLAIN:
            return stored
        try:
            return stored.decode(self._encoding).encode()
        except (UnicodeError, LookupError) as error:
            raise FormatError(field, f"text in {self._encoding}", error, offset=offset) from None

    def _stored(self, text: bytes) -> bytes:
        """A text in UTF-8, as it is stored."""
        if self._encoding == _PLAIN:
            return text
        try:
            return text.decode().encode(self._encoding)
        except (UnicodeError, LookupError) as error:
            raise FormatError("", f"text in {self._encoding}", error) from None

    def _put(self, made: bytearray, value: Any) -> None:
        """Append a value's parts."""
        match value:
            case None | bool():
                made.append(_NOTHING[value])
            case int() if value.bit_length() <= _WIDTH:
                made += _integer.pack(_INTEGER, value)
            case int():
                made.append(_LARGE)
                _put_text(made, str(value))
            case float():
                if not math.isfinite(value):
                    raise OverflowError
                made += _fraction.pack(_FRACTION, value)
            case str():
                made.append(_TEXT)
                _put_text(made, value)
            case dict():
                self._put_object(made, value)
            case _:
                self._put_list(made, value)

    def _put_list(self, made: bytearray, values: Any) -> None:
        if all(type(each) is int and each.bit_length() <= _WIDTH for each in values):
            made.append(_INTEGERS)
            made += struct.pack(f"<I{len(values)}q", len(values), *values)
            return
        made.append(_LIST)
        made += _size.pack(len(values))
        for each in values:
            self._put(made, each)

    def _put_object(self, made: bytearray, values: dict[str, Any]) -> None:
        made.append(_OBJECT)
        made += _size.pack(len(values))
        ahead = [name for name in self._first if name in values]
        for name in (*ahead, *(each for each in values if each not in ahead)):
            _put_text(made, name)
            value = values[name]
            self._put(made, self._notation.text(value) if name in self._texts else value)

    def _value(self, parts: bytes, at: int) -> tuple[Any, int]:
        """The value whose parts begin somewhere, and where they end."""
        try:
            kind = parts[at]
            if kind < _INTEGER:
                return (None, False, True)[kind], at + 1
            if kind in (_INTEGER, _FRACTION):
                return (_integer if kind == _INTEGER else _fraction).unpack_from(parts, at)[
                    1
                ], at + 9
            if kind in (_TEXT, _LARGE):
                text, end = _text(parts, at + 1)
                return (text if kind == _TEXT else int(text)), end
            (count,) = _size.unpack_from(parts, at + 1)
            if kind == _INTEGERS:
                return [*struct.unpack_from(f"<{count}q", parts, at + 5)], at + 5 + 8 * count
        except (IndexError, struct.error):
            raise _cut(at) from None
        except ValueError:  # UTF-8, digits
            raise FormatError("", "a text", f"other bytes at byte {at} of the parts") from None
        if kind == _LIST:
            return self._list(parts, at + 5, count)
        if kind == _OBJECT:
            return self._object(parts, at + 5, count)
        raise FormatError("", "a part that begins with 0 to 9", kind)

    def _list(self, parts: bytes, at: int, count: int) -> tuple[list[Any], int]:
        values = []
        for _ in range(count):
            value, at = self._value(parts, at)
            values.append(value)
        return values, at

    def _object(self, parts: bytes, at: int, count: int) -> tuple[dict[str, Any], int]:
        values: dict[str, Any] = {}
        for _ in range(count):
            try:
                name, at = _text(parts, at)
            except (ValueError, struct.error):
                raise _cut(at) from None
            if name in values:
                raise FormatError("", "each key once", f"`{name}` twice")
            values[name], at = self._value(parts, at)
            if name in self._texts and isinstance(values[name], str):
                values[name] = self._notation.said(values[name], name)
        return values, at


def _number(parts: bytes, form: struct.Struct) -> tuple[int, int]:
    """The number that the bytes begin with, and where it ends."""
    if len(parts) < form.size:
        raise _cut(len(parts))
    return form.unpack_from(parts)[0], form.size


def _put_text(made: bytearray, text: str) -> None:
    stored = text.encode()
    made += _size.pack(len(stored))
    made += stored


def _text(parts: bytes, at: int) -> tuple[str, int]:
    """A text that begins with its length, and where it ends."""
    (size,) = _size.unpack_from(parts, at)
    end = at + 4 + size
    if end > len(parts):
        raise struct.error
    return parts[at + 4 : end].decode(), end


def _cut(at: int) -> FormatError:
    return FormatError("", "parts that are whole", f"their end at byte {at}")
