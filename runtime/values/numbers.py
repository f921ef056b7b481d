"""Arithmetic that hostile values must not turn into a lack of memory."""

from __future__ import annotations

from collections.abc import Sequence, Sized
from typing import TypeVar

from quire.runtime.errors import FormatError

MAX_BITS = 4096
"""Bits of an integer that an expression makes, or a field of bits has; no format needs as many."""


MAX_TEXT = 64 << 20
"""Characters of a text that an expression puts together."""

T = TypeVar("T")


def bounded(value: T) -> T:
    """What an expression made, of which others are made again; it must not grow without end.

    Raises:
        ValueError: it is huge.
    """
    if isinstance(value, int):
        if value.bit_length() > MAX_BITS:
            message = f"expected a number of at most {MAX_BITS} bits, found {value.bit_length()}"
            raise ValueError(message)
    elif isinstance(value, str) and len(value) > MAX_TEXT:
        message = f"expected a text of at most {MAX_TEXT} characters, found {len(value)}"
        raise ValueError(message)
    return value


def quotient(value: int, divisor: int, field: str) -> int:
    """A length or a count of `field`, divided without remainder.

    Raises:
        FormatError: there is a remainder.
    """
    found, rest = divmod(value, divisor)
    if rest:
        raise FormatError(field, f"a multiple of {abs(divisor)} bytes or elements", value)
    return found


def exponent(value: int, factor: int, field: str) -> int:
    """By how much a factor is shifted to be a length or a count of `field`.

    Raises:
        FormatError: by no whole number of bits.
    """
    found = max(0, value.bit_length() - factor.bit_length())
    if factor << found != value:
        raise FormatError(field, f"{factor} times a power of two bytes or elements", value)
    return found


def with_bits(number: int, value: int, mask: int, shift: int, of: str, field: str) -> int:
    """A number with a value as some of its bits: those of a mask, from the bit `shift` on.

    Args:
        number: All others of its bits stay.
        value: What `field` makes them.
        mask: Those that there are for it.
        shift: The bit that the lowest one of the mask is.
        of: The field that the number is, or is computed from.
        field: The field whose length or count it tells.

    Raises:
        FormatError: the value has other bits.
    """
    if value & ~mask:
        told = f"what the bits {mask << shift:#x} of `{of}` can tell, at most {mask}"
        raise FormatError(field, told, value)
    return number & ~(mask << shift) | value << shift


def dividend(number: int, value: int, divisor: int, of: str, field: str) -> int:
    """A number that divided, and rounded down, is a value: as it is, if it does that.

    Args:
        number: What it is now.
        value: What `field` makes of it.
        divisor: By what it is divided.
        of: The field that the number is, or is computed from.
        field: The field whose length or count it tells.

    Raises:
        FormatError: it has a remainder, so that nobody knows which number to take.
    """
    now, rest = divmod(number, divisor)
    if now == value:
        return number
    if rest:
        told = f"{now}, as `{of}` is rounded down to that: set `{of}` as well"
        raise FormatError(field, told, value)
    return value * divisor


def digits(value: int, base: int, width: int, field: str, *, wider: bool = False) -> str:
    """A number as so many digits, with zeros in front; where it is `wider`, or more.

    Raises:
        FormatError: it takes more digits, or is below zero.
    """
    if not 0 <= value < base**width and not (wider and value > 0):
        raise FormatError(field, f"at most {width} digits of base {base}", value)
    found = ""
    while value:
        value, digit = divmod(value, base)
        found = "0123456789abcdef"[digit] + found
    return found.rjust(width, "0")


def spelled(  # the parts of a field, which its module knows
    value: int, base: int, width: int, record: object, field: str, *, wider: bool = False
) -> str:
    """A number as the text of a field: as it is there, if that is this number; see `digits`.

    Raises:
        FormatError: it takes more digits than there is room for.
    """
    now = getattr(record, field, None)
    try:
        if isinstance(now, str) and int(now, base) == value:
            return now
    except ValueError:  # it was no number
        pass
    return digits(value, base, width, field, wider=wider)


def common_length(elements: Sequence[Sized], field: str) -> int:
    """The length that all elements of a list have; 0 if there are none.

    Raises:
        FormatError: they differ.
    """
    lengths = {len(element) for element in elements}
    if len(lengths) > 1:
        raise FormatError(field, "elements of one length", f"lengths {sorted(lengths)[:5]}")
    return lengths.pop() if lengths else 0


def shift_left(value: int, count: int) -> int:
    """`value << count`.

    Raises:
        ValueError: the count is negative, or the result would be huge.
    """
    if not 0 <= count <= MAX_BITS:
        message = f"shift count: expected 0 to {MAX_BITS}, found {count}"
        raise ValueError(message)
    return value << count
