"""Which implementation computes: plain Python for little, compiled code else."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from functools import cache
from types import ModuleType

from quire.kernels.services.ngrams import reference

PATIENCE = 500_000
"""How much a process gives to plain Python, all in all, before it loads numba.

In characters of n-grams, or in rows. That takes 0.3 to 0.4 s, and so does loading numba:
whatever comes, a program waits no longer than about twice the time of the better choice.
"""


class _Account:
    """What is left of the patience."""

    left = PATIENCE


def implementation(work: Iterable[int]) -> ModuleType:
    """`reference` or `numba`, which have the same functions.

    Args:
        work: What there is to do, as for `PATIENCE`; looked at if numba is not loaded.
    """
    if "numba" in sys.modules:
        return _compiled()
    _Account.left -= sum(work)
    return reference if _Account.left >= 0 else _compiled()


@cache
def _compiled() -> ModuleType:
    from quire.kernels.services.ngrams import numba

    return numba
