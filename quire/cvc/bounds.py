"""The range of values that chunks tell."""

from __future__ import annotations

import math
from collections.abc import Iterable

CODES = {"int8": 255, "int4": 15}
"""The greatest code of a compression whose chunks tell their range."""


def widest(told: Iterable[tuple[str, float | None, float | None]]) -> tuple[float, float] | None:
    """The range of several chunks; None if one of them does not tell, or there is none.

    Args:
        told: Compression, least value and scale of each.

    Returns:
        A range that has all values, a code wider at both ends for how they are rounded.
    """
    low, high = math.inf, -math.inf
    for compression, least, scale in told:
        if least is None or scale is None or compression not in CODES:
            return None
        low = min(low, least - abs(scale))
        high = max(high, least + (CODES[compression] + 1) * abs(scale))
    return (low, high) if low <= high else None
