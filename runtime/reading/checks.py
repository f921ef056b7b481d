"""The checks that generated readers and writers make: one function a kind of `valid`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Sized
from enum import IntEnum
from typing import Any

from quire.runtime.errors import (
    ContradictionError,
    FormatError,
    LimitError,
    UndecidedEndiannessError,
    ValidationExprError,
    ValidationFailedError,
    ValidationGreaterThanError,
    ValidationLessThanError,
    ValidationNotAnyOfError,
    ValidationNotEqualError,
    ValidationNotInEnumError,
)
from quire.runtime.reading.elements import Elements
from quire.runtime.reading.reader import Reader


def show(value: object) -> str:
    """A value as an error shows it: short, enum members with their number."""
    if isinstance(value, IntEnum):
        return f"{value.name} ({int(value)})"
    text = repr(value)
    return text if len(text) <= 100 else f"{text[:97]}..."


def _failed(
    kind: type[ValidationFailedError],
    field: str,
    expected: str,
    found: object,
    io: Reader | None,
    back: int,
    place: str | None,
    *bounds: Any,
) -> ValidationFailedError:
    offset = io.offset(back) if io is not None else None
    error = kind(field, expected, show(found), offset=offset, place=place)
    error.actual, error.io, error.bounds = found, io, bounds
    return error


def _with(name: str, bound: Any, error: ValidationFailedError) -> ValidationFailedError:
    """An error with one more attribute; the frame that raises it must not hold it, too."""
    setattr(error, name, bound)
    return error


def expect_equal(
    field: str,
    found: Any,
    expected: Any,
    io: Reader | None = None,
    back: int = 0,
    place: str | None = None,
) -> None:
    """`valid: value`.

    The field began `back` bytes before the position of `io`, and stands at `place` in the spec.
    """
    if found != expected:
        kind = ValidationNotEqualError
        raise _failed(kind, field, show(expected), found, io, back, place, expected)


def expect_at_least(
    field: str,
    found: Any,
    least: Any,
    io: Reader | None = None,
    back: int = 0,
    place: str | None = None,
) -> None:
    """`valid: {min}`."""
    if not found >= least:
        kind = ValidationLessThanError
        text = f"at least {show(least)}"
        raise _with("min", least, _failed(kind, field, text, found, io, back, place, least))


def expect_at_most(
    field: str,
    found: Any,
    most: Any,
    io: Reader | None = None,
    back: int = 0,
    place: str | None = None,
) -> None:
    """`valid: {max}`."""
    if not found <= most:
        kind = ValidationGreaterThanError
        text = f"at most {show(most)}"
        raise _with("max", most, _failed(kind, field, text, found, io, back, place, most))


def expect_any_of(
    field: str,
    found: Any,
    choices: Iterable[Any],
    io: Reader | None = None,
    back: int = 0,
    place: str | None = None,
) -> None:
    """`valid: {any-of}`."""
    choices = tuple(choices)
    if found not in choices:
        listed = " or ".join(show(choice) for choice in choices)
        raise _failed(ValidationNotAnyOfError, field, listed, found, io, back, place)


def expect_that(
    field: str,
    found: Any,
    holds: bool,
    rule: str,
    io: Reader | None = None,
    back: int = 0,
    place: str | None = None,
) -> None:
    """`valid: {expr}`: `rule` is the expression as the spec has it."""
    if not holds:
        expected = f"a value for which `{rule}`"
        raise _failed(ValidationExprError, field, expected, found, io, back, place)


def expect_count(field: str, elements: Sized, count: int) -> None:
    """`repeat-expr`, for what is about to be written."""
    if len(elements) != count:
        raise FormatError(field, f"{count} elements", len(elements))


def expect_few(field: str, elements: Sized, limit: int) -> None:
    """`-limit` of a repeat, for what is about to be written.

    Raises:
        LimitError: there are more, or will be more of those that come from an iterator.
    """
    if isinstance(elements, Elements):
        elements.limit = limit
    if len(elements) > limit:
        raise LimitError(field, f"at most {limit} elements", len(elements))


def expect_within(field: str, size: int, limit: int) -> None:
    """`-limit` of a size, for what is about to be written.

    Raises:
        LimitError: there are more bytes.
    """
    if size > limit:
        raise LimitError(field, f"at most {limit} bytes", size)


def expect_until(field: str, ends: Sequence[bool]) -> None:
    """`repeat-until`, for what is about to be written: it holds for the last element alone."""
    if not ends or True in ends[:-1] or not ends[-1]:
        first = ends.index(True) if True in ends else None
        found = "none" if first is None else f"it true for element {first} of {len(ends)}"
        raise FormatError(field, "`repeat-until` to be true for the last element alone", found)


def expect_member(
    field: str,
    found: Any,
    kind: type[IntEnum],
    io: Reader | None = None,
    back: int = 0,
    place: str | None = None,
) -> None:
    """`valid: {in-enum: true}`."""
    if found not in kind._value2member_map_:
        listed = " or ".join(show(member) for member in kind)
        raise _failed(ValidationNotInEnumError, field, listed, found, io, back, place)


def expect_given(field: str, given: Any, derived: Any, source: str) -> None:
    """A value that a caller gave must agree with what the other fields make it."""
    if given != derived:
        raise ContradictionError(field, f"{source} makes it {show(derived)}", show(given))


def undecided(place: str, io: Any) -> UndecidedEndiannessError:
    """The error for a byte order that no case decides on; `place` is that of the type."""
    offset = io.offset() if hasattr(io, "offset") else None
    expected = "a byte order that a case of `endian` decides on"
    return UndecidedEndiannessError("", expected, "none", offset=offset, place=place)
