"""The checks of `valid`: what they let pass, and what they say of the rest."""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum

import pytest

from quire import ContradictionError, FormatError
from quire.runtime import Reader
from quire.runtime.reading import checks
from quire.runtime.values.text import decode_text, trim


class Kind(IntEnum):
    """An enum."""

    good = 1
    bad = 2


def test_what_holds_passes() -> None:
    holds = True
    checks.expect_equal("a", 1, 1)
    checks.expect_at_least("a", 1, 1)
    checks.expect_at_most("a", 1, 1)
    checks.expect_any_of("a", 1, (2, 1))
    checks.expect_that("a", 1, holds, "_ == 1")
    checks.expect_member("a", Kind.good, Kind)
    checks.expect_given("a", 1, 1, "b")


@pytest.mark.parametrize(
    ("check", "expected", "found"),
    [
        (lambda io: checks.expect_equal("a", 1, 2, io, 4), "2", "1"),
        (lambda io: checks.expect_equal("a", b"x", b"y", io, 4), "b'y'", "b'x'"),
        (lambda io: checks.expect_equal("a", Kind.bad, Kind.good, io, 4), "good (1)", "bad (2)"),
        (lambda io: checks.expect_equal("a", 7, Kind.good, io, 4), "good (1)", "7"),
        (lambda io: checks.expect_at_least("a", 1, 2, io, 4), "at least 2", "1"),
        (lambda io: checks.expect_at_least("a", float("nan"), 2, io, 4), "at least 2", "nan"),
        (lambda io: checks.expect_at_most("a", 3, 2, io, 4), "at most 2", "3"),
        (lambda io: checks.expect_at_most("a", float("nan"), 2, io, 4), "at most 2", "nan"),
        (lambda io: checks.expect_any_of("a", 3, (1, 2), io, 4), "1 or 2", "3"),
        (
            lambda io: checks.expect_that("a", 3, bool(0), "_ < 3", io, 4),
            "a value for which `_ < 3`",
            "3",
        ),
        (lambda io: checks.expect_member("a", 3, Kind, io, 4), "good (1) or bad (2)", "3"),
    ],
)
def test_what_does_not_hold_is_named_with_its_offset(
    check: Callable[[Reader], None], expected: str, found: str
) -> None:
    io = Reader(bytes(10), base=100)
    io.seek(6)
    with pytest.raises(FormatError) as caught:
        check(io)
    error = caught.value
    assert (error.path, error.expected, error.found, error.offset) == ("a", expected, found, 102)


def test_a_long_value_is_shown_short() -> None:
    with pytest.raises(FormatError) as caught:
        checks.expect_equal("a", b"x" * 10_000, b"y" * 10_000)
    assert len(str(caught.value)) < 300


def test_without_a_stream_there_is_no_offset() -> None:
    with pytest.raises(FormatError) as caught:
        checks.expect_equal("a", 1, 2)
    assert caught.value.offset is None
    assert str(caught.value) == "a: expected 2, found 1"


def test_a_contradiction_names_both_sides() -> None:
    with pytest.raises(ContradictionError, match="a: given 1, but b makes it 2"):
        checks.expect_given("a", 1, 2, "b")


@pytest.mark.parametrize(
    ("stored", "pad", "terminator", "include", "value"),
    [
        (b"ab  ", 0x20, None, False, b"ab"),
        (b"a b ", 0x20, None, False, b"a b"),
        (b"    ", 0x20, None, False, b""),
        (b"ab;cd", None, b";", False, b"ab"),
        (b"ab;cd", None, b";", True, b"ab;"),
        (b"abcd", None, b";", True, b"abcd"),
        (b"ab;  ", 0x20, b";", False, b"ab"),
        (b"ab;;;", 0x3B, b";", False, b"ab"),
        (b"ab;;;", 0x3B, b";", True, b"ab;"),
        (b"", 0, b"\0", False, b""),
    ],
)
def test_padding_and_terminator_are_taken_off(
    stored: bytes, pad: int | None, terminator: bytes | None, *, include: bool, value: bytes
) -> None:
    assert trim(memoryview(stored), pad, terminator, include=include) == value


def test_a_byte_that_is_no_text_has_its_offset() -> None:
    io = Reader(b"ab\xffcd", base=10)
    io.seek(5)
    with pytest.raises(FormatError) as caught:
        decode_text(b"ab\xffcd", "ascii", "name", io)
    error = caught.value
    assert (error.path, error.expected, error.offset) == ("name", "text in ascii", 12)
    assert "0xff" in error.found
