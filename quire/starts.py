"""What files of a spec begin with, as its text alone tells: nothing is compiled for that."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Literal, TypeAlias

import yaml

from quire.runtime.frozen import Frozen
from quire.runtime.values.scalars import SCALARS

Start: TypeAlias = tuple[tuple[int, bytes], ...]
"""Bytes, and where they stand; all of them."""

MOST = 4096
"""How far from the first byte something is looked for."""


class Signature(Frozen):
    """How files of a spec are recognised.

    Attributes:
        name: `meta/id`.
        title: What the format is called.
        starts: What files may begin with; none if nothing tells them from others.
        extensions: With their dots, the usual one first.
    """

    name: str
    title: str
    starts: tuple[Start, ...]
    extensions: tuple[str, ...]


def signature(path: Path, begins: tuple[str, ...] = ()) -> Signature:
    """The signature of a spec.

    Args:
        path: The spec.
        begins: Names of types that files begin with, where that is not the spec itself.

    Raises:
        ValueError: that is no spec.
        OSError: it cannot be read.
    """
    try:
        spec = yaml.load(path.read_bytes(), yaml.CSafeLoader)
        meta = spec["meta"]
        found = meta.get("file-extension", [])
        listed = (found,) if isinstance(found, str) else tuple(found)
        walks = [_Walk(spec, spec["types"][name]) for name in begins] or [_Walk(spec, spec)]
        starts = tuple(start for walk in walks for start in walk.starts())
        extensions = tuple(f".{each}" for each in listed)
        return Signature(str(meta["id"]), str(meta.get("title", "")), starts, extensions)
    except (yaml.YAMLError, LookupError, TypeError, AttributeError, RecursionError) as error:
        message = f"{path}: expected a spec, found {type(error).__name__}"
        raise ValueError(message) from error


class _Walk:
    """The fields of a type from the first one on, as long as it is known where they stand."""

    def __init__(self, spec: Mapping[str, Any], first: Mapping[str, Any]) -> None:
        self._spec = spec
        self._first = first
        self._pieces: list[tuple[int, bytes]] = []
        self._choices: list[bytes] = []
        self._depth = 0

    def starts(self) -> Iterator[Start]:
        """What files may begin with: one of the values of the first field, and all contents."""
        self._fields(self._first, 0)
        for choice in self._choices:
            yield ((0, choice), *self._pieces)
        if not self._choices and self._pieces and self._pieces[0][0] == 0:
            yield tuple(self._pieces)

    def _fields(self, of: Mapping[str, Any], at: int) -> int | None:
        """Look at the fields of a type; the byte after them, if it is known."""
        self._depth += 1
        for field in of.get("seq", ()) if self._depth < 9 else ({},):
            size = None if _may_be_absent(field) else self._field(field, at)
            if size is None or "repeat" in field or at + size > MOST:
                return None
            at += size
        self._depth -= 1
        return at

    def _field(self, field: Mapping[str, Any], at: int) -> int | None:
        """Look at a field; how many bytes it takes, if that is known."""
        size = field.get("-size", field.get("size"))
        size = size if type(size) is int else None
        if "contents" in field:
            contents = _bytes(field["contents"])
            self._pieces.append((at, contents))
            return size or len(contents)
        type_ = field.get("type")
        if not isinstance(type_, str):
            return size
        if (scalar := SCALARS.get(type_) or SCALARS.get(f"{type_}{self._order()}")) is not None:
            if at == 0 and scalar.minimum is not None:
                order: Literal["little", "big"] = "big" if scalar.order == ">" else "little"
                for value in self._values(field):
                    signed = scalar.minimum < 0
                    self._choices.append(value.to_bytes(scalar.size, order, signed=signed))
            return scalar.size
        inside = self._spec.get("types", {}).get(type_)
        end = None if inside is None else self._fields(inside, at)
        if "size" in field or "size-eos" in field:
            return size
        return None if end is None else end - at

    def _order(self) -> str:
        """The byte order of numbers that name none; a choice is none."""
        order = self._spec["meta"].get("endian")
        return order if isinstance(order, str) else "?"

    def _values(self, field: Mapping[str, Any]) -> Iterator[int]:
        """The integers that `valid` allows."""
        valid = field.get("valid")
        if isinstance(valid, Mapping) and valid.get("in-enum"):
            yield from self._spec["enums"][field["enum"]]
            return
        rule: Mapping[str, Any] = valid if isinstance(valid, Mapping) else {"eq": valid}
        values: list[Any] = [rule["eq"]] if "eq" in rule else rule.get("any-of", [])
        yield from (value for value in values if type(value) is int)


def _may_be_absent(field: Mapping[str, Any]) -> bool:
    return "if" in field or "-if" in field or field.get("repeat") == "expr"


def _bytes(contents: Any) -> bytes:
    """`contents` as it is stored."""
    if isinstance(contents, str):
        return contents.encode()
    if isinstance(contents, int):
        return bytes([contents])
    return b"".join(map(_bytes, contents))
