"""What elements of a list go by that is around them: what the ways lead to that their types tell.

A packet of a capture has a body of the type that the header of the file tells. As long as what it
tells is what it was, the packets are what they were.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from inspect import getattr_static
from itertools import chain
from typing import Any

from quire.runtime.editing.comparing.columns import is_exact
from quire.runtime.editing.comparing.same_values import is_same, is_same_value
from quire.runtime.editing.instances.instance_use import kinds_below, names_in
from quire.runtime.editing.instances.own_streams import Place
from quire.runtime.editing.pairing.looking_out import Way, ways_around
from quire.runtime.errors import EXPLAINED
from quire.runtime.record import Record

_UP, _ROOT = "_parent", "_root"
_AROUND = frozenset((_UP, _ROOT, "_io"))


def ways_out(kinds: Iterable[Any], depths: dict[Any, int]) -> set[Way] | None:
    """The ways from an element to what is around it that records in it go.

    Args:
        kinds: The types of the records.
        depths: How far below an element those of some types are, at least.

    Returns:
        None, if one of them cannot be followed.
    """
    found = set[Way]()
    for kind in kinds:
        if (ways := ways_around(kind)) is None:
            return None
        for path in ways:
            if kind not in depths or (way := _from_element(path, depths[kind])) is None:
                return None
            found |= {way} - {()}
    return found


def ways_from(
    there: dict[Place, int], ways_of: Callable[[Any], frozenset[Way] | None] = ways_around
) -> set[Way] | None:
    """The same of all records in an element.

    Args:
        there: Their types: where they are, and how far below the element.
        ways_of: Tells what records of a type look up.
    """
    found = set[Way]()
    for (kind, is_apart, root), depth in there.items():
        if (ways := ways_of(kind)) is None:
            return None
        for path in ways:
            if is_apart and path == ("_io",):
                continue  # what is read there is in the element, too
            if root is not None and path[0] == _ROOT and (root or "_io" not in path):
                continue  # it ends within the element
            if (way := _from_element(path, depth)) is None:
                return None
            found |= {way} - {()}
    return found


def lead_to_the_same(ways: Iterable[Way], elements: list[Any], left: Any, right: Any) -> bool:
    """Whether all that some ways lead to is what it was, and stays that: nothing derives it.

    Args:
        ways: They, from an element.
        elements: What was read as the elements.
        left: The record that has them.
        right: What is read in its place.
    """
    if not ways:
        return True
    if any(each._parent is not right or each._root is not right._root for each in elements):
        return False
    return all(_is_same(left, right, path if path[0] == _ROOT else path[1:]) for path in ways)


def are_given_as_much(left: Any, right: Any) -> bool:
    """Whether elements of lists are given as many bytes as they were.

    Args:
        left: The record that has the lists.
        right: What is read in its place.
    """
    from quire.runtime.structure.evaluate import Here, Unknown, value_of  # the plan is read for it
    from quire.runtime.structure.lookup import type_and_spec

    type_, spec = type_and_spec(type(left))
    extents = (getattr(each.stored, "extent", None) for each in type_.fields if each.repeat)
    sizes = [each.size for each in extents if each is not None]
    both = (Here(each, spec, each._io, 0, "") for each in (left, right))
    try:
        now, was = ([value_of(size, here) for size in sizes] for here in both)
    except (*EXPLAINED, Unknown):
        return False
    return now == was


def _is_same(left: Any, right: Any, path: Way) -> bool:
    """Whether what a way leads to from a record is what it is from what was read in its place."""
    for name in path:
        kind = type(left)
        if name not in _AROUND and (name not in kind._fields or name in kind._params):
            return _stays(left, right, name)
        now, was = (getattr(each, name, None) for each in (left, right))
        if not isinstance(now, Record):
            return _stays(left, right, name)  # what follows is of its value
        if type(now) is not type(was):
            return False
        left, right = now, was
    return False


def _stays(left: Any, right: Any, name: str) -> bool:
    """Whether a field is a plain value that is what it was, or is computed of such fields."""
    kind: Any = type(left)  # mypy takes the hash of its objects for that of a class
    if (names := _goes_by(kind, name)) is None or not names <= {*kind._fields}:
        return False
    if not names.isdisjoint((*kind._params, *kind._derived)):
        return False
    both = ((getattr(left, each, None), getattr(right, each, None)) for each in names)
    return all(
        now is not None
        and (is_same_value(now, was) if is_exact(type(now)) else _are_listed_alike(now, was))
        for now, was in both
    )


def _are_listed_alike(now: Any, was: Any) -> bool:
    """Whether lists have the same records, and nothing derives what these have."""
    if not isinstance(now, list):
        return False
    kinds = {*map(type, now)}
    if not all(issubclass(kind, Record) for kind in kinds):
        return False
    there = chain.from_iterable(map(kinds_below, kinds))
    return not any(kind._derived or kind._params for kind in there) and is_same(now, was)


@cache
def _goes_by(kind: Any, name: str) -> set[str] | None:
    """The members of a type that one is, or is computed of; None, if there is more to it."""
    found, pending = set[str](), [name]
    for each in pending:
        if each not in kind._computed:
            found.add(each)
            continue
        named = {*names_in(getattr_static(kind, each).fget.__code__)}
        if any(other.startswith("_") and hasattr(kind, other) for other in named):
            return None
        members = named.intersection((*kind._fields, *kind._instances))
        pending += members.difference(found, pending)
    return found


def _from_element(path: Way, depth: int) -> Way | None:
    """A way out of a record so far below an element as one out of that; `()`, if it is within.

    Returns:
        None, if it ends at a record around it or a stream, or comes back: nobody knows where it
        goes on.
    """
    steps = next((i for i, name in enumerate(path) if name != _UP), len(path))
    if path[steps : steps + 1] == (_ROOT,):
        path, steps, depth = path[steps:], 1, 0
    if steps == len(path) <= depth:
        return ()
    if not path[steps:] or not _AROUND.isdisjoint(path[steps:]):
        return None
    return path[depth:] if steps > depth else ()
