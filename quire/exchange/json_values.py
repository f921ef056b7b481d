"""Values that JSON does not have, and how they stand there: as objects with a key with a `$`."""

from __future__ import annotations

import math
from collections.abc import Callable
from enum import IntEnum
from typing import Any

import numpy as np

from quire.kernels.engine.stored import StoredArray
from quire.runtime.errors import FormatError, join_path
from quire.runtime.giving import TYPE

PLAIN = "iufb"
"""Kinds of numbers that lists say."""


class JsonForm:
    """How values of `to_dict` stand in JSON.

    Args:
        lists: Whether arrays are lists, where these say every number of them; else their bytes.

    Attributes:
        has_lists: Whether an array has become lists.
    """

    def __init__(self, *, lists: bool = True) -> None:
        self._lists = lists
        self.has_lists = False

    def of(self, value: Any) -> Any:
        """A value as JSON has it."""
        if isinstance(value, IntEnum):
            return value.name
        if isinstance(value, float):
            return value if math.isfinite(value) else {"$float": _float_text(value)}
        if isinstance(value, bytes):
            return {"$hex": value.hex()}
        if isinstance(value, StoredArray):
            said = {"hex": value.stored.hex(), "shape": list(value.shape), "dtype": value.dtype}
            return {"$stored": said}
        if isinstance(value, dict):
            return {_escaped(name): self.of(each) for name, each in value.items()}
        if isinstance(value, list):
            return [self.of(each) for each in value]
        return self._array(value) if isinstance(value, np.ndarray) else value

    def _array(self, array: Any) -> Any:
        if self._lists and array.dtype.kind in PLAIN and (array.size or array.ndim == 1):
            values = array.tolist()
            if np.array(values, array.dtype).tobytes() == array.tobytes():
                self.has_lists = True
                return self.of(values)
        stored = np.ascontiguousarray(array).tobytes().hex()
        dtype = array.dtype.str if array.dtype.kind in PLAIN else array.dtype.name
        return {"$array": {"hex": stored, "shape": list(array.shape), "dtype": dtype}}


def _escaped(name: str) -> str:
    """A key, which may be one of a document, so that it is none of those here."""
    return f"${name}" if name.startswith("$") and name != TYPE else name


def _unescaped(name: str, path: str) -> str:
    if not name.startswith("$") or name == TYPE:
        return name
    if not name.startswith("$$"):
        known = ", ".join((*MADE, TYPE))
        raise FormatError(path, f"one of the keys {known}; of others, `$` is said twice", name)
    return name[1:]


def _float_text(value: float) -> str:
    """The name of what is no finite number; the bits of one that is not the usual `nan`."""
    if math.isinf(value):
        return str(value)
    bits = np.array(value, ">f8").tobytes().hex()
    return "nan" if bits == "7ff8000000000000" else bits


def from_json_value(value: Any, path: str) -> Any:
    """A value of JSON as `to_dict` has it.

    Raises:
        FormatError: there is something else under a key with a `$`.
    """
    if isinstance(value, list):
        return [from_json_value(each, f"{path}[{i}]") for i, each in enumerate(value)]
    if not isinstance(value, dict):
        return value
    for name, made in MADE.items():
        if name in value:
            if len(value) > 1:
                raise FormatError(path, f"`{name}` alone", f"{len(value)} keys")
            try:
                return made(value[name])
            except (TypeError, ValueError, LookupError, OverflowError) as error:
                raise FormatError(join_path(path, name), WANTED[name], error) from None
    return {
        _unescaped(name, path): from_json_value(each, join_path(path, name))
        for name, each in value.items()
    }


def _float(text: str) -> float:
    if text in ("nan", "inf", "-inf"):
        return float(text)
    (found,) = np.frombuffer(bytes.fromhex(text), ">f8")
    return float(found)


def _stored(said: dict[str, Any]) -> StoredArray:
    return StoredArray(bytes.fromhex(said["hex"]), _shape(said), str(said["dtype"]))


def _given_array(said: dict[str, Any]) -> Any:
    from quire.kernels.backends.arrays import dtype_of  # of names that numpy does not know, too

    data = np.frombuffer(bytes.fromhex(said["hex"]), dtype_of(said["dtype"]))
    return data.reshape(_shape(said))


def _shape(said: dict[str, Any]) -> tuple[int, ...]:
    shape = tuple(said["shape"])
    if not all(type(each) is int and each >= 0 for each in shape):
        message = f"shape: {said['shape']}"
        raise ValueError(message)
    return shape


MADE: dict[str, Callable[[Any], Any]] = {
    "$hex": bytes.fromhex,
    "$float": _float,
    "$stored": _stored,
    "$array": _given_array,
}
"""What is made of what stands under a key."""

WANTED = {
    "$hex": "hexadecimal digits",
    "$float": "nan, inf, -inf, or 16 hexadecimal digits",
    "$stored": "`hex`, `shape` and `dtype`",
    "$array": "`hex`, `shape` and `dtype`",
}
