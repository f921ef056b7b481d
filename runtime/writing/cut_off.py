"""The errors of bytes that no field has, and that something else would be put over."""

from __future__ import annotations

from quire.runtime.errors import ContradictionError, FormatError
from quire.runtime.writing.placing import Item


def has_no_room(item: Item, start: int, *, is_led: bool) -> FormatError | None:
    """The error of an instance with less room in front of it than what no field describes there.

    There is none of one that is put at a multiple of something: its padding is made anew.

    Args:
        item: The instance.
        start: Where it would be.
        is_led: Whether somebody has set that.
    """
    if is_led:
        advice = "leave its position as it was, or set one behind them"
    elif item.alignment is None:
        advice = "keep the size of what is in front of them"
    else:
        return None
    expected = f"bytes that no field describes are there: {advice}"
    return ContradictionError(item.name, expected, f"the position {start}")


def has_overgrown(item: Item) -> FormatError:
    """The error of an instance over bytes that no field has, which others have come for."""
    expected = "bytes that no field has: keep the size of what is in front of them"
    return FormatError(item.name, expected, "others there")
