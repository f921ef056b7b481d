"""What was made of the parts of a text, for the next text: while somebody types, most of them stay.

A part is a key with the list or the mapping below it. It is taken again where the same lines stand
under the same path as before, if they alone tell what it is and nothing is wrong in it. So its
places are right; their `source` may be an earlier text, which has the same lines there.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from quire.generator.diagnostics import Problems
from quire.generator.source import YamlPath

if TYPE_CHECKING:
    from quire.generator.syntax.load import Mapping, Node, Scalar

MOST_TEXTS = 200
"""Texts after which all is made anew: a part keeps the whole text that it was made of."""

Made = TypeVar("Made")


class Place(NamedTuple):
    """Where a part stands: its path, line and column (both from 0), and all its lines."""

    path: YamlPath
    line: int
    column: int
    lines: tuple[str, ...]


class Part(NamedTuple):
    """A key, its value, how many nodes that is, and the parts in it."""

    key: Scalar
    value: Node
    nodes: int
    inner: tuple[Place, ...]


class Kept:
    """The parts of the last text of a file."""

    def __init__(self) -> None:
        self._before: dict[Place, Part] = {}
        self._now: dict[Place, Part] = {}
        self._order: list[Place] = []
        self._made: dict[int, tuple[Scalar, Mapping, object]] = {}
        self._texts = 0

    def begin(self) -> None:
        """The nodes of another text are made from now on."""
        self._texts = (self._texts + 1) % MOST_TEXTS
        self._before = self._now if self._texts else {}
        values = {id(part.value) for part in self._before.values()}
        self._made = {at: made for at, made in self._made.items() if at in values}
        self._now, self._order = {}, []

    @property
    def parts(self) -> int:
        """How many parts the text has up to here."""
        return len(self._order)

    def find(self, place: Place) -> Part | None:
        """A part of the text before, which is one of this text then."""
        part = self._before.get(place)
        if part is not None:
            self._order += (*part.inner, place)
            self._now.update((each, self._before[each]) for each in (*part.inner, place))
        return part

    def keep(self, place: Place, key: Scalar, value: Node, nodes: int, since: int) -> None:
        """Keep a part; those in it are all that came after the first so many."""
        self._now[place] = Part(key, value, nodes, tuple(self._order[since:]))
        self._order.append(place)

    def made(
        self,
        key: Scalar,
        node: Mapping,
        make: Callable[[Scalar, Mapping, Problems], Made],
        problems: Problems,
    ) -> Made:
        """What is made of a part, or was of the same one, with nothing wrong in it."""
        known = self._made.get(id(node))
        if known is not None and known[0] is key:
            return known[2]  # type: ignore[return-value]  # the same part is made to the same thing
        found = Problems()
        made = make(key, node, found)
        if found.sorted():
            problems.add(found)
        else:
            self._made[id(node)] = key, node, made
        return made
