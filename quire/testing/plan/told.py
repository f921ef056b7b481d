"""What a number tells of, where it is known once that is there."""

from __future__ import annotations

from quire.runtime import structure as s

_CHOSEN_FIRST = ("bits", "part", "whole")
"""Steps to a number that is chosen before what it tells of: it has more to say than that."""


def told_by_others(type_: s.Type) -> tuple[s.Edge, ...]:
    """The edges of a type whose fields follow from what they tell of."""
    return tuple(
        edge
        for edge in type_.edges
        if not any(word in _CHOSEN_FIRST for word, _ in getattr(edge, "steps", ()))
    )
