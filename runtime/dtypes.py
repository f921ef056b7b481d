"""Element types of arrays that a file names."""

from __future__ import annotations

import ast
import importlib
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal

from quire.runtime.errors import FormatError

if TYPE_CHECKING:
    import numpy as np

_LONGEST = 1 << 16
"""Characters of a name that is looked at."""


def dtype_named(name: str, field: str) -> np.dtype[Any]:
    """The element type of a name: numpy's, `ml_dtypes`', or a literal as `.npy` files have it.

    Raises:
        FormatError: it is none, has no bytes, or its elements are objects of Python.
    """
    try:
        return _dtype(name)
    except (TypeError, ValueError, SyntaxError, MemoryError, RecursionError, OverflowError):
        shown = repr(name if len(name) <= 60 else f"{name[:60]}...")
        raise FormatError(field, "the name of an element type", shown) from None


@lru_cache(maxsize=256)
def _dtype(name: str) -> np.dtype[Any]:
    import numpy as np  # not for those whose formats have no arrays

    if len(name) > _LONGEST:
        raise ValueError(name)
    if name[:1] in tuple("[('\""):
        found: np.dtype[Any] = np.lib.format.descr_to_dtype(ast.literal_eval(name))
    else:
        try:
            found = np.dtype(name)
        except TypeError:
            found = np.dtype(getattr(importlib.import_module("ml_dtypes"), name, None) or name)
    if found.hasobject or not found.itemsize or found.subdtype is not None:
        raise ValueError(name)
    return found


def ordered(order: str, field: str) -> Literal["C", "F"]:
    """An order that a file tells.

    Raises:
        FormatError: it is none.
    """
    if order == "C":
        return "C"
    if order == "F":
        return "F"
    raise FormatError(field, "an order, C or F", repr(order))
