"""The errors of bytes that no field has, and that something else would be put over."""

from __future__ import annotations

from quire.runtime.errors import FormatError
from quire.runtime.writing.placing import Item


def has_overgrown(item: Item) -> FormatError:
    """The error of an instance over bytes that no field has, which others have come for."""
    expected = "bytes that no field has: keep the size of what is in front of them"
    return FormatError(item.name, expected, "others there")
