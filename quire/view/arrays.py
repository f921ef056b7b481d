"""What an array looks like, small: an image, a curve, how often which values are there."""

from __future__ import annotations

import math
from base64 import b64encode
from typing import Any

import numpy as np
import numpy.typing as npt

from quire.runtime import BackendUnavailable

LARGEST = 64 << 20
"""Bytes of an array that is decoded for a look at it."""

SIDE = 160
"""Pixels of the longer side of an image."""

COLUMNS = 240
"""Points of a curve, each with the least and the greatest value there."""

BINS = 48
"""Of a histogram."""

SAMPLES = 1 << 20
"""Values that a histogram counts, evenly spread over the array."""

FIRST = 48
"""Values that are shown as numbers."""

Array = npt.NDArray[Any]


def preview(value: Any) -> dict[str, Any]:
    """What is shown of an array, as data for JSON; a `note` where it cannot be shown.

    Args:
        value: An array, or a payload that becomes one.

    Raises:
        FormatError: the payload is damaged.
    """
    shape = [int(side) for side in value.shape]
    made: dict[str, Any] = {"dtype": str(value.dtype), "shape": shape}
    if math.prod(shape) == 0:
        return made
    if math.prod(shape) * _item_size(value) > LARGEST:
        return {**made, "note": f"larger than {LARGEST >> 20} MiB: not decoded for a look"}
    try:
        array = value if isinstance(value, np.ndarray) else value.decode()
    except (BackendUnavailable, ImportError, MemoryError) as error:
        return {**made, "note": f"cannot be decoded here: {error}"}
    if array.dtype.kind not in "biuf":
        try:
            array = array.astype(np.float32)  # bfloat16 and its like
        except (TypeError, ValueError):
            return made
    with np.errstate(all="ignore"):  # the largest floats are too large to be added up
        return {**made, **_numbers(array), **_picture(array)}


def stored_as(value: Any, stored: memoryview) -> str:
    """The dtype of the elements of an array that stand one by one in its bytes; "" if they do not.

    Args:
        value: An array, or a payload that was decoded.
        stored: The bytes that it stands in.
    """
    is_plain = isinstance(value, np.ndarray) or value.codec == "raw"
    if not is_plain or math.prod(value.shape) * _item_size(value) != len(stored) or not stored:
        return ""
    array = value if isinstance(value, np.ndarray) else value.decode()
    some = array.reshape(-1)[:FIRST].tobytes()
    is_so = array.dtype.kind in "iuf" and stored[: len(some)] == some
    return array.dtype.str if is_so and array.flags.c_contiguous else ""


def _item_size(value: Any) -> int:
    try:
        return int(np.dtype(value.dtype).itemsize)
    except TypeError:  # one that numpy alone does not know
        return 4


def _numbers(array: Array) -> dict[str, Any]:
    """The first values, the least and greatest, and how many are about as large."""
    flat = array.reshape(-1)
    some = flat[:: max(1, math.ceil(flat.size / SAMPLES))]
    good = some[np.isfinite(some)]
    made: dict[str, Any] = {"first": [str(each) for each in flat[:FIRST].tolist()]}
    if good.size < some.size:
        made["odd"] = f"{(some.size - good.size) / some.size:.3%} not finite"
    if not good.size:
        return made
    low, high = good.min().item(), good.max().item()
    made |= {"min": str(low), "max": str(high), "mean": f"{good.mean(dtype=np.float64):.6g}"}
    return {**made, "counts": _counts(good), "sampled": int(flat.size > some.size)}


def _counts(values: Array) -> list[int]:
    """How many values are in each of several stretches, from the least to the greatest."""
    low, high = values.min().item(), values.max().item()
    bins = BINS if isinstance(high, float) else min(BINS, int(high) - int(low) + 1)
    span = high / 2 - low / 2  # which is never too large for a number
    if not span > 0:
        return [values.size]
    part = (values.astype(np.float64) / 2 - low / 2) / span
    counts = np.bincount(np.minimum(part * bins, bins - 1).astype(np.int64), minlength=bins)
    return [int(count) for count in counts]


def _picture(array: Array) -> dict[str, Any]:
    """An image of what has two sides of some length, a curve of what has one."""
    sides = array.shape
    if array.ndim == 3 and sides[2] <= 4 and min(sides[0], sides[1]) > 1:
        return {"image": _image(array)}
    if array.ndim == 2 and min(sides) > 8:
        return {"image": _image(array[:, :, None])}
    if array.ndim == 2 and sides[1] in (3, 4) and array.dtype == np.uint8 and len(array) <= SIDE:
        return {"image": _image(array[None])}  # colours, most often
    if array.ndim == 1 and array.size > 8:
        return {"curves": [_curve(array)]}
    if array.ndim == 2 and sides[1] <= 8 < sides[0]:
        return {"curves": [_curve(array[:, i]) for i in range(min(sides[1], 2))]}
    return {}


def _image(array: Array) -> dict[str, Any]:
    step = max(1, math.ceil(max(array.shape[0], array.shape[1]) / SIDE))
    pixels = _as_bytes(array[::step, ::step])
    if pixels.shape[2] == 2:  # grey and alpha
        pixels = pixels[:, :, [0, 0, 0, 1]]
    height, width, channels = pixels.shape
    stored = b64encode(np.ascontiguousarray(pixels).tobytes()).decode()
    return {"w": width, "h": height, "channels": channels, "pixels": stored}


def _as_bytes(array: Array) -> Array:
    """Values from 0 to 255; those of few shades, and of other types, are stretched to that."""
    if array.dtype == np.uint8 and (array.shape[2] > 1 or array.max() >= 64):
        return array
    if array.dtype == np.uint16 and array.shape[2] > 1:
        return (array >> 8).astype(np.uint8)
    wide = np.nan_to_num(array.astype(np.float64), nan=0.0, posinf=0.0, neginf=0.0)
    low, high = wide.min(), wide.max()
    scale = 255 / (high - low) if high > low else 0.0
    return np.asarray((wide - low) * scale, np.uint8)


def _curve(array: Array) -> list[list[float]]:
    """The least and greatest of each stretch, from -1 to 1."""
    wide = np.nan_to_num(array.astype(np.float64), nan=0.0, posinf=0.0, neginf=0.0)
    most = np.abs(wide).max() or 1.0
    edges = np.linspace(0, wide.size, min(COLUMNS, wide.size) + 1).astype(np.int64)[:-1]
    lows, highs = np.minimum.reduceat(wide, edges), np.maximum.reduceat(wide, edges)
    pairs = np.stack([lows, highs], axis=1) / most
    return [[round(low, 3), round(high, 3)] for low, high in pairs.tolist()]
