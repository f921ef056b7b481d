"""Texts that nest lists and objects: how deep they may, for all who go into them."""

from __future__ import annotations

import re
from itertools import accumulate

MOST_NESTED = 128
"""Lists and objects in each other. Python goes into some hundreds before it gives up."""

_STRING = re.compile(rb'"(?:[^"\\]++|\\.)*+"', re.DOTALL)
_NO_MARKS = bytes(set(range(256)) - set(b'"[]{}:'))
_NO_BRACKETS = bytes(set(range(256)) - set(b"[]{}"))
_STEPS = {ord("["): 1, ord("{"): 1, ord("]"): -1, ord("}"): -1}


def marks(text: bytes) -> bytes:
    """The brackets and colons of JSON that stand in no string."""
    found = text.translate(None, _NO_MARKS).replace(b'""', b"")
    if b'"' in found or b"\\" in text:  # strings that have some, or say where they do not end
        found = _STRING.sub(b"", text).translate(None, _NO_MARKS)
    return found


def is_too_deep(text: bytes) -> bool:
    """Whether more lists and objects than `MOST_NESTED` are in each other: of JSON, or the like.

    Args:
        text: Without the brackets that mean nothing.
    """
    if text.count(b"[") + text.count(b"{") <= MOST_NESTED:
        return False
    steps = map(_STEPS.__getitem__, text.translate(None, _NO_BRACKETS))
    return max(accumulate(steps), default=0) > MOST_NESTED
