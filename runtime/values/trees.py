"""Values of documents as plain data: dicts, lists and atoms, as JSON has them."""

from __future__ import annotations

from copy import deepcopy
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


def stored(value: Any, kept: Any) -> Any:
    """The value of a key that was `kept`; a number that is the same as written: 1 for 1.0."""
    if type(value) not in _ATOMS and isinstance(value, list | dict | Tree):
        return plain(value)
    return kept if kept == value else value


def plain(value: Any) -> Any:
    """The value of an attribute as plain data."""
    if type(value) in _ATOMS:
        return value
    if isinstance(value, Tree):
        return value.tree()
    if isinstance(value, list):
        return [plain(element) for element in value]
    return copied(value)
