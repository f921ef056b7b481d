"""The two dtypes of the format, and which of them a tensor is stored as."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from quire.kernels.engine.given import dtype_name
from quire.kernels.engine.halves import HALVES

Array = npt.NDArray[Any]

DTYPES = tuple(HALVES)
"""Those that are stored, in the order of their numbers."""

VALUE_BYTES = np.dtype(np.float16).itemsize
"""Of a value of any of them."""

_CHOSEN = {"float16": "float16", "bfloat16": "bfloat16", "float32": "float16"}
"""As what a tensor is stored if nobody says; float32 as the original program does."""


def stored_dtype(found: np.dtype[Any], asked: Any, argument: str) -> str:
    """The dtype, of `DTYPES`, that a tensor of dtype `found` is stored as.

    A ValueError if another one is asked for; a TypeError if the tensor has none of floating point,
    or none of float16, bfloat16 and float32 where nothing is asked for.
    """
    if asked is not None:
        name = dtype_name(asked)
        if name not in DTYPES:
            raise ValueError(f"dtype: expected {' or '.join(DTYPES)}, found {asked!r}")
        if found.name != "bfloat16" and found.kind != "f":
            raise TypeError(f"{argument}: expected a floating-point tensor, found {found}")
        return name
    name = found.newbyteorder("=").name
    if name not in _CHOSEN:
        expected = "float16, bfloat16 or float32 (others if `dtype` says what to store)"
        raise TypeError(f"{argument}: expected a tensor of {expected}, found {found}")
    return _CHOSEN[name]
