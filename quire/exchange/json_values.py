"""Values that JSON does not have, and how they stand there: as objects with a key with a `$`."""

from __future__ import annotations

import math
from collections.abc import Callable
from enum import IntEnum
from typing import Any

import numpy as np

from quire.kernels.engine.stored import StoredArray
from quire.runtime.errors import FormatError, join_path
from quire.runtime.values.document import Stated
from quire.runtime.values.json_text import parse_json
from quire.runtime.writing.giving import TYPE

ATOMS = frozenset((bool, int, str, type(None)))
"""Types of values that JSON has."""

PLAIN = "iufb"
"""Kinds of numbers that lists say."""


class JsonForm:
    """How values of `to_dict` stand in JSON.

    Args:
        stored: Whether arrays are said by their bytes, and documents by their texts; else by lists,
            where these say every number, and by objects.

    Attributes:
        has_both: Whether there is an array or a document that may also be said otherwise.
    """

    def __init__(self, *, stored: bool = False) -> None:
        self._stored = stored
        self.has_both = False

    def of(self, value: Any) -> Any:
        """A value as JSON has it."""
        kind = type(value)
        if kind in ATOMS:
            return value
        if kind is float:
            return value if math.isfinite(value) else {"$float": _float_text(value)}
        if isinstance(value, Stated):
            self.has_both = True
            if self._stored:
                return {"$text": value.text.decode()}
        if isinstance(value, dict):
            return {
                _escaped(name) if name[:1] == "$" else name: self.of(each)
                for name, each in value.items()
            }
        if isinstance(value, IntEnum):
            return value.name
        if isinstance(value, bytes):
            return {"$hex": value.hex()}
        if isinstance(value, StoredArray):
            said = {"hex": value.stored.hex(), "shape": list(value.shape), "dtype": value.dtype}
            return {"$stored": said}
        if isinstance(value, list):
            return [self.of(each) for each in value]
        return self._array(value) if isinstance(value, np.ndarray) else value

    def _array(self, array: Any) -> Any:
        if not self._stored and array.dtype.kind in PLAIN and (array.size or array.ndim == 1):
            values = array.tolist()
            if np.array(values, array.dtype).tobytes() == array.tobytes():
                self.has_both = True
                return self.of(values)
        stored = np.ascontiguousarray(array).tobytes().hex()
        said = {"hex": stored, "shape": list(array.shape), "dtype": _said_dtype(array.dtype)}
        return {"$array": said}


def _escaped(name: str) -> str:
    """A key with a `$`, maybe one of a document, so that it is none of those here."""
    return name if name == TYPE else f"${name}"


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
            except (FormatError, TypeError, ValueError, LookupError, OverflowError) as error:
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


def _document(text: Any) -> dict[str, Any]:
    stored = str(text).encode()
    values = parse_json(stored, "", None)
    if not isinstance(text, str) or not isinstance(values, dict):
        raise TypeError(text)
    return Stated.of(values, stored)


def _stored(said: dict[str, Any]) -> StoredArray:
    return StoredArray(bytes.fromhex(said["hex"]), _shape(said), str(said["dtype"]))


def _said_dtype(dtype: np.dtype[Any]) -> Any:
    """A dtype as numpy's own files say it; one that numpy does not know, by its name."""
    is_known = dtype.names is not None or dtype.isbuiltin != 2
    return np.lib.format.dtype_to_descr(dtype) if is_known else dtype.name


def _dtype(said: Any) -> np.dtype[Any]:
    from quire.kernels.backends.arrays import dtype_of  # of names that numpy does not know, too

    if isinstance(said, str):
        return dtype_of(said)
    fields = [(name, _dtype(kind), *map(tuple, shape)) for name, kind, *shape in said]
    return np.dtype(fields)


def _given_array(said: dict[str, Any]) -> Any:
    data = np.frombuffer(bytes.fromhex(said["hex"]), _dtype(said["dtype"]))
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
    "$text": _document,
    "$stored": _stored,
    "$array": _given_array,
}
"""What is made of what stands under a key."""

WANTED = {
    "$hex": "hexadecimal digits",
    "$float": "nan, inf, -inf, or 16 hexadecimal digits",
    "$text": "the text of a document of JSON",
    "$stored": "`hex`, `shape` and `dtype`",
    "$array": "`hex`, `shape` and `dtype`",
}
