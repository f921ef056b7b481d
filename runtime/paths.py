"""Paths as users write them: `entries[3].name`."""

from __future__ import annotations

import keyword
import re
from operator import index as as_index

Step = tuple[str, tuple[int, ...]]
"""The name of a field, and the indexes after it."""

_STEP = re.compile(r"(\w+)((?:\[\d+\])*)(?:\.(?=\w)|$)")


def steps_of(path: str, index: int | None = None) -> list[Step]:
    """The steps of a path; with `index` after the last.

    Raises:
        TypeError: the path is not a text, or the index no number.
        AttributeError: it is not a path.
        IndexError: the index is negative, or after nothing.
    """
    if not isinstance(path, str):
        message = f"field: expected a path, such as `entries[3].name`, found {path!r}"
        raise TypeError(message)
    steps, at = [], 0
    while at < len(path):
        found = _STEP.match(path, at)
        if found is None:
            raise AttributeError(f"{path!r} is not a path, such as `entries[3].name`")
        steps.append((found[1], tuple(map(int, re.findall(r"\d+", found[2])))))
        at = found.end()
    if index is None:
        return steps
    try:
        index = as_index(index)
    except TypeError:
        raise TypeError(f"index: expected a whole number, found {index!r}") from None
    if not steps or index < 0:
        raise IndexError(
            f"expected the name of a field and an index of 0 or more, found the index {index}"
        )
    name, indexes = steps[-1]
    return [*steps[:-1], (name, (*indexes, index))]


def attribute(name: str) -> str:
    """The attribute that a member is: words of Python have a line after them."""
    return f"{name}_" if keyword.iskeyword(name) else name
