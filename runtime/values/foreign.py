"""Objects of somebody else's classes, which a spec calls opaque types."""

from __future__ import annotations

from typing import Any

from quire.runtime.showing.shown import same

_AROUND = frozenset(("_io", "_parent", "_root"))
"""What Kaitai's classes keep of where they are."""


def are_alike(left: Any, right: Any) -> bool:
    """Whether two objects are equal; those whose class does not tell are, if all they have is.

    What their classes keep of where they are is no part of them.
    """
    pending, seen = [(left, right)], set()
    while pending:
        one, other = pending.pop()
        if type(one) is not type(other):
            return False
        if isinstance(one, list) and len(one) == len(other):
            pending += zip(one, other, strict=True)
        elif _is_told(one):
            if not same(one, other):
                return False
        elif (id(one), id(other)) not in seen:
            seen.add((id(one), id(other)))
            mine, theirs = _inside(one), _inside(other)
            if mine.keys() != theirs.keys():
                return False
            pending += ((mine[name], theirs[name]) for name in mine)
    return True


def _is_told(value: Any) -> bool:
    """Whether the class of an object says which are equal, or nobody can look into it."""
    equal: Any = type(value).__eq__
    return equal is not object.__eq__ or not hasattr(value, "__dict__")


def _inside(value: Any) -> dict[str, Any]:
    return {name: each for name, each in vars(value).items() if name not in _AROUND}
