"""Element types of arrays that a file names."""

from __future__ import annotations

import ast
import importlib
import warnings
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal

from quire.runtime.errors import FormatError

if TYPE_CHECKING:
    import numpy as np

_LONGEST = 1 << 16
"""Characters of a name that is looked at."""

_NONE = (
    TypeError, ValueError, SyntaxError, MemoryError, ArithmeticError, LookupError, RecursionError,
    AttributeError, ImportError, Warning,
)  # fmt: skip  # laid out as a table
"""What numpy, and the parser of literals, raise for names that are none."""


def dtype_named(name: str, field: str, offset: int | None = None) -> np.dtype[Any]:
    """The element type of a name: numpy's, `ml_dtypes`', or a literal as `.npy` files have it.

    Args:
        name: It.
        field: The array, for errors.
        offset: Where that stands.

    Raises:
        FormatError: it is none, has no bytes, or its elements are objects of Python.
    """
    try:
        return _dtype(name)
    except _NONE:
        shown = repr(name if len(name) <= 60 else f"{name[:60]}...")
        expected = "the name of an element type"
        raise FormatError(field, expected, shown, offset=offset) from None


@lru_cache(maxsize=256)
def _dtype(name: str) -> np.dtype[Any]:
    if len(name) > _LONGEST:
        raise ValueError(name)
    with warnings.catch_warnings(action="error"):  # what is old, or no literal for long any more
        found = _found(name)
    if found.hasobject or not found.itemsize or found.subdtype is not None:
        raise ValueError(name)
    return found


def _found(name: str) -> np.dtype[Any]:
    import numpy as np  # not for those whose formats have no arrays

    if name[:1] in tuple("[('\""):
        found: np.dtype[Any] = np.lib.format.descr_to_dtype(ast.literal_eval(name))
        return found
    try:
        return np.dtype(name)
    except TypeError:
        return np.dtype(getattr(importlib.import_module("ml_dtypes"), name, None) or name)


def ordered(order: str, field: str, offset: int | None = None) -> Literal["C", "F"]:
    """An order that a file tells, of an array that stands at an offset.

    Raises:
        FormatError: it is none.
    """
    if order == "C":
        return "C"
    if order == "F":
        return "F"
    raise FormatError(field, "an order, C or F", repr(order), offset=offset)
