"""Which tensors are made of which others."""

from __future__ import annotations

from collections import defaultdict

from quire.tiers.store.meta import Key


class Lineage:
    """The sources of all recipes, both ways."""

    def __init__(self) -> None:
        self._source: dict[Key, Key] = {}
        self._made: defaultdict[Key, set[Key]] = defaultdict(set)

    def note(self, key: Key, source: Key | None) -> None:
        """A tensor has a recipe with this source now; None if it has no such recipe."""
        old = self._source.pop(key, None)
        if old is not None:
            self._made[old].discard(key)
        if source is not None:
            self._source[key] = source
            self._made[source].add(key)

    def made_of(self, source: Key) -> frozenset[Key]:
        """The tensors whose recipes have this source."""
        return frozenset(self._made.get(source, ()))

    @property
    def sources(self) -> frozenset[Key]:
        """What tensors are made of, or are to be made of."""
        return frozenset(source for source, made in self._made.items() if made)
