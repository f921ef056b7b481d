"""What quire and Construct have read, side by side."""

from __future__ import annotations

import enum
import math
from typing import Any

import construct

import quire
from quire.runtime.struct import Struct

DEEP = 10
REFUSALS = (quire.FormatError, ArithmeticError, AttributeError, LookupError, TypeError, ValueError)
"""What an instance that cannot be read may raise; some is what Python says of an expression."""


def difference(record: Any, found: Any, path: str = "", depth: int = 0) -> str | None:
    """Where a record of quire's and a container differ first; what is decoded is not looked at."""
    if depth > DEEP:
        return None
    if isinstance(record, Struct):
        if not isinstance(found, construct.Container):
            return f"{path}: expected a record, found {found!r}"
        for name in (*record._fields, *record._instances):
            other = found.get(name, found.get(name.rstrip("_")))
            said = difference(getattr(record, name, None), other, f"{path}/{name}", depth + 1)
            if said is not None:
                return said
        return None
    if isinstance(record, list):
        if not isinstance(found, list) or len(record) != len(found):
            return f"{path}: expected {len(record)} elements, found {found!r}"
        pairs = enumerate(zip(record, found, strict=True))
        each = (difference(*pair, f"{path}/{i}", depth) for i, pair in pairs)
        return next((said for said in each if said is not None), None)
    return None if _same(record, found) else f"{path}: expected {record!r}, found {found!r}"


def _same(value: Any, found: Any) -> bool:
    if isinstance(value, enum.Enum):
        label = isinstance(found, str)  # quire's has an underscore after it where Python needs one
        return bool(value.name.rstrip("_") == found if label else value.value == found)
    if isinstance(value, float) and math.isnan(value):
        return isinstance(found, float) and math.isnan(found)
    if value is None or isinstance(value, bool | int | float | str | bytes):
        return bool(value == found) and isinstance(value, bool) == isinstance(found, bool)
    return True  # an array, a payload, an object of a document: Construct has what is stored


def is_whole(record: Any, depth: int = 0) -> bool:
    """Whether all instances of a record can be read."""
    if isinstance(record, list):
        return all(is_whole(each, depth) for each in record)
    if not isinstance(record, Struct) or depth > DEEP:
        return True
    for name in (*record._fields, *record._instances):
        try:
            value = getattr(record, name)
        except AttributeError:
            if name in record._instances:
                return False
            continue
        except REFUSALS:
            return False
        if not is_whole(value, depth + 1):
            return False
    return True
