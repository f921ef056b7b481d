"""Values of documents as plain data: dicts, lists and atoms, as JSON has them."""

from __future__ import annotations

from copy import deepcopy
from math import copysign
from typing import Any


class Tree:
    """What stands for an object of JSON, and gives it as plain data."""

    __slots__ = ()

    def tree(self) -> dict[str, Any]:
        """The object as plain data."""
        raise NotImplementedError  # every kind of such objects has its own


def copied(value: Any) -> Any:
    """A value of a document that nobody else changes: faster than `deepcopy` for what JSON has."""
    kind = type(value)
    if kind in _ATOMS or isinstance(value, Tree):  # those are taken as their trees
        return value
    if kind is dict:
        return {key: copied(each) for key, each in value.items()}
    if kind is list:
        return [copied(each) for each in value]
    return deepcopy(value)


_ATOMS = frozenset((str, int, float, bool, type(None)))


def as_written(value: Any, kept: Any) -> Any:
    """A float, or a list of floats, as it was written where that is the same: 1 for 1.0."""
    if isinstance(value, list) and isinstance(kept, list):
        there = map(as_written, value, kept)
        return [*there, *value[len(kept) :]]
    return kept if _are_same_number(value, kept) else value


def _are_same_number(value: Any, kept: Any) -> bool:
    """Whether two numbers are one as floats, with its sign."""
    both = value, kept
    if not all(type(each) in (int, float) for each in both) or value != kept:
        return False
    return bool(value) or copysign(1, value) == copysign(1, kept)


def are_alike(left: Any, right: Any) -> bool:
    """Whether plain data is the same, and of the same types: JSON writes 1, 1.0 and true."""
    if type(left) is not type(right):
        return False
    if isinstance(left, dict):
        return left.keys() == right.keys() and all(are_alike(left[k], right[k]) for k in left)
    if isinstance(left, list):
        return len(left) == len(right) and all(map(are_alike, left, right))
    return _are_same_number(left, right) if isinstance(left, float) else bool(left == right)


def plain(value: Any) -> Any:
    """The value of an attribute as plain data."""
    if type(value) in _ATOMS:
        return value
    if isinstance(value, Tree):
        return value.tree()
    if isinstance(value, list):
        return [plain(element) for element in value]
    return copied(value)
