"""What all parts of a structural plan have in common."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import MISSING, fields
from typing import Any


class Node:
    """A part of a structural plan: a frozen dataclass, shown without what is as usual."""

    __slots__ = ()

    def facts(self) -> Iterator[tuple[str, Any]]:
        """What is said of it: the names and values of attributes that are not as usual."""
        for field in fields(self):  # type: ignore[arg-type]  # what derives from it is a dataclass
            value = getattr(self, field.name)
            if field.default is MISSING or value != field.default:
                yield field.name, value

    def __repr__(self) -> str:
        shown = ", ".join(f"{name}={value!r}" for name, value in self.facts())
        return f"{type(self).__name__}({shown})"
