"""`short_int` against Python's own integers."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import quire
from quire.kernels.codecs.short_int import reference
from quire.kernels.codecs.short_int.codec import ShortInt
from quire.kernels.contract import ParameterError

WIDTHS = [("int16", 1), ("uint16", 1), ("int32", 3), ("uint32", 3), ("int64", 5), ("uint64", 7)]


def edges(dtype: str, width: int) -> list[int]:
    low = 0 if dtype[0] == "u" else -(1 << (8 * width - 1))
    return [low, low + 1, 0, 1, 77, low + (1 << 8 * width) - 1]


@pytest.mark.parametrize(("dtype", "width"), [*WIDTHS, ("int32", 4), ("uint64", 8)])
def test_stored_bytes_are_those_of_the_integers(dtype: str, width: int) -> None:
    values = edges(dtype, width)
    codec = ShortInt((2, 3), dtype, width)
    stored = np.empty(codec.stored_size(), np.uint8)
    reference.encode(np.array(values, dtype).reshape(2, 3), stored, codec)
    signed = dtype[0] != "u"
    assert stored.tobytes() == b"".join(n.to_bytes(width, "little", signed=signed) for n in values)
    out = np.empty((2, 3), dtype)
    reference.decode(stored, out, codec)
    assert out.ravel().tolist() == values


@pytest.mark.parametrize(("dtype", "width"), WIDTHS)
@pytest.mark.parametrize("beyond", [0, -1])
def test_integers_that_do_not_fit_are_refused(dtype: str, width: int, beyond: int) -> None:
    value = edges(dtype, width)[beyond] + (1 if beyond else -1)
    if value < 0 and dtype[0] == "u":
        pytest.skip("numpy has no such number")
    codec = ShortInt((2,), dtype, width)
    with pytest.raises(quire.EncodingError, match=f"{width} bytes, found {value} at flat index 1"):
        reference.encode(np.array([0, value], dtype), np.empty(2 * width, np.uint8), codec)


@pytest.mark.parametrize("arguments", [("int32", 0), ("int32", 5), ("int8", 1), ("float32", 3)])
def test_widths_and_dtypes_that_there_are_not(arguments: Any) -> None:
    with pytest.raises(ParameterError):
        ShortInt((1,), *arguments)
