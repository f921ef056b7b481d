"""Whether values say all of a file: they are written, and compared with it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from functools import partial
from itertools import count
from typing import Any

from quire.comparing import differences
from quire.runtime.errors import EXPLAINED, FormatError, join_path
from quire.runtime.showing.exchanged import InexactError
from quire.runtime.struct import Struct

PIECE = 1 << 16
"""Bytes that are compared at a time."""


def expect_exact(record: Any, made: Callable[[], Any], left_out: dict[str, str]) -> None:
    """Refuse values that make another file.

    Args:
        record: Whose values they are.
        made: Makes a record of them.
        left_out: The paths of what they do not say, and why not.

    Raises:
        InexactError: they make another file, or none.
    """
    try:
        data, again = Struct.to_bytes(record), Struct.to_bytes(made())
    except (FormatError, TypeError, AttributeError) as error:  # the last, of what was not given
        path = error.path if isinstance(error, FormatError) else ""
        reason = left_out.get(path, f"the values cannot be written ({error})")
        raise InexactError(path, reason) from error
    if again == data:
        return
    if left_out:
        raise InexactError(*next(iter(left_out.items())))
    at = _first_other(data, again)
    if at == len(again):
        reason = f"{len(data) - at} bytes from byte {at} on belong to no value"
    else:
        reason = f"byte {at} would be different" if at < len(data) else "bytes would be added"
    raise InexactError(_first_different(record, again) or _field_at(record, at), reason)


def _first_other(data: bytes, again: bytes) -> int:
    """The first byte that is another one."""
    for start in count(0, PIECE):
        mine, other = data[start : start + PIECE], again[start : start + PIECE]
        if mine != other or not mine:
            pairs = enumerate(zip(mine, other, strict=False))
            differing = (i for i, (one, two) in pairs if one != two)
            return start + next(differing, min(len(mine), len(other)))
    raise AssertionError  # `count` has no end


def _first_different(record: Any, again: bytes) -> str:
    """The first value that would be another one; "" if none would."""
    params = [getattr(record, name) for name in record._params]
    try:
        found = next(differences(record, type(record).from_bytes(again, *params)), None)
    except FormatError as error:
        return error.path
    return "" if found is None else found.path


def _field_at(record: Any, at: int) -> str:
    """The innermost field that has a byte; "" if none has."""
    path, value = "", record
    while isinstance(value, Struct):
        holder = value
        name = next((each for each in holder._fields if _has(holder, at, each)), None)
        if name is None:
            break
        path, value = join_path(path, name), getattr(holder, name)
        if isinstance(value, list):
            starts = partial(_start, holder, name)
            i = bisect_right(range(len(value)), at, key=starts) - 1
            if i < 0:
                break
            path, value = f"{path}[{i}]", value[i]
    return path


def _has(holder: Any, at: int, name: str) -> bool:
    try:
        start, end = _span_of(holder)(name)
    except EXPLAINED:
        return False
    return start <= at < end


def _start(holder: Any, name: str, index: int) -> int:
    try:
        return int(_span_of(holder)(name, index)[0])
    except EXPLAINED:
        return 0


def _span_of(holder: Any) -> Callable[..., tuple[int, int]]:
    """What tells where its fields stand, though one may be called like that."""
    found: Callable[..., tuple[int, int]] = vars(Struct)["span_of"].__get__(holder, type(holder))
    return found
