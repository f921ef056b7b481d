"""Texts that nest lists and objects: how deep they may, for all who go into them."""

from __future__ import annotations

import re
from itertools import accumulate

MOST_NESTED = 128
"""Lists and objects in each other. Python goes into some hundreds before it gives up."""

_STRING = re.compile(r'"(?:[^"\\]++|\\.)*+"', re.DOTALL)
_BRACKET = re.compile(r"[\[\]{}]")


def is_too_deep(text: str, strings: re.Pattern[str] = _STRING) -> bool:
    """Whether more lists and objects than `MOST_NESTED` are in each other.

    Args:
        text: Of JSON, or the like.
        strings: What brackets do not count in.
    """
    if text.count("[") + text.count("{") <= MOST_NESTED:
        return False
    found = _BRACKET.findall(strings.sub("", text))
    steps = (1 if bracket in "[{" else -1 for bracket in found)
    return max(accumulate(steps), default=0) > MOST_NESTED
