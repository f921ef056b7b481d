"""Trees of records, whoever has made them: walked over, and compared."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from enum import Enum
from typing import Any

from kaitaistruct import KaitaiStruct

Names = dict[type[Any], tuple[str, ...]]
"""What the members of the records of a class are called: its fields, and its instances."""

PLAIN = (bool, int, float, str, bytes, type(None))


def walk(root: Any, names: Names, limit: int) -> int:
    """Look at every member of every record below one, and count them; elements of lists count, too.

    A record that a member shows and that belongs to another one is not entered, so parents are not
    followed. What cannot be read counts as a member.

    Args:
        root: A record.
        names: The members of each class; a record of another class is not entered.
        limit: After so many members it ends: some specs describe trees without end.
    """
    count, pending = 0, [root]
    value: Any
    while pending and count < limit:
        record = pending.pop()
        for name in names[type(record)]:
            count += 1
            try:
                value = getattr(record, name, None)
            except Exception:  # noqa: BLE001, S112  # whatever a compiler raises
                continue
            if type(value) in names:
                if value._parent is record:
                    pending.append(value)
            elif isinstance(value, list):
                count += len(value)
                pending.extend(
                    each for each in value if type(each) in names and each._parent is record
                )
    return count


class Difference(Exception):
    """Two trees differ; the message says where."""


class Comparison:
    """Two trees beside each other: those of the same file by two compilers.

    Attributes:
        names: The members of the classes of both, as the second one's objects have them.
    """

    def __init__(self) -> None:
        self._found: dict[type[Any], dict[str, None]] = {}
        self._pairs: dict[type[Any], type[Any]] = {}

    @property
    def names(self) -> Names:
        """The members of every class that was seen, of both sides."""
        theirs = {kind: tuple(found) for kind, found in self._found.items()}
        return theirs | {mine: theirs[kind] for mine, kind in self._pairs.items()}

    def compare(self, mine: Any, theirs: Any, limit: int) -> None:
        """Look at all members of both.

        Raises:
            Difference: a member has another value, or is of another type.
        """
        count, pending = 0, [("", mine, theirs)]
        while pending and count < limit:
            path, *pair = pending.pop()
            for name in self._members(path, *pair):
                count += 1
                values = [_looked_at(record, name) for record in pair]
                for below, a, b in _elements(f"{path}.{name}" if path else name, *values):
                    count += 1
                    if isinstance(b, KaitaiStruct):
                        if b._parent is pair[1] and getattr(a, "_parent", None) is pair[0]:
                            pending.append((below, a, b))
                    elif not is_same(a, b):
                        raise Difference(f"{below}: {_shown(a)}, the official one {_shown(b)}")

    def _members(self, path: str, mine: Any, theirs: Any) -> list[str]:
        kind = type(theirs)
        if type(mine).__name__ != kind.__name__:
            raise Difference(f"{path}: a {type(mine).__name__}, the official one {kind.__name__}")
        self._pairs[type(mine)] = kind
        if kind not in self._found:
            self._found[kind] = dict.fromkeys(_instances(kind))
        found = self._found[kind]
        found.update(dict.fromkeys(name for name in vars(theirs) if not name.startswith("_")))
        return list(found)


def _instances(kind: type[Any]) -> Iterator[str]:
    for base in kind.__mro__:
        if base is not KaitaiStruct:
            yield from (name for name, value in vars(base).items() if isinstance(value, property))


def _looked_at(record: Any, name: str) -> Any:
    """A member, or what is raised in its place."""
    try:
        return getattr(record, name, None)
    except Exception as error:  # noqa: BLE001  # whatever a compiler raises
        return error


def _elements(path: str, mine: Any, theirs: Any) -> Iterable[tuple[str, Any, Any]]:
    if not isinstance(theirs, list):
        return [(path, mine, theirs)]
    if not isinstance(mine, list) or len(mine) != len(theirs):
        raise Difference(f"{path}: {_shown(mine)}, the official one {_shown(theirs)}")
    pairs = enumerate(zip(mine, theirs, strict=True))
    return ((f"{path}[{number}]", a, b) for number, (a, b) in pairs)


def is_same(mine: Any, theirs: Any) -> bool:
    """Whether two values that hold no others are the same; two errors are."""
    if isinstance(mine, Exception) or isinstance(theirs, Exception):
        return isinstance(mine, Exception) and isinstance(theirs, Exception)
    if isinstance(theirs, Enum):
        return isinstance(mine, Enum) and (mine.name, mine.value) == (theirs.name, theirs.value)
    if isinstance(theirs, float) and isinstance(mine, float) and math.isnan(theirs):
        return math.isnan(mine)
    if not isinstance(theirs, PLAIN):
        return type(mine).__name__ == type(theirs).__name__  # a stream, say
    return bool(mine == theirs) and isinstance(mine, type(theirs))


def _shown(value: Any) -> str:
    text = f"{len(value)} elements" if isinstance(value, list) else repr(value)
    return text if len(text) < 80 else f"{text[:77]}..."
