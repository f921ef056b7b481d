"""What makes the records of a spec."""

from __future__ import annotations

from collections.abc import Callable
from typing import Self

from quire.runtime import structure as s
from quire.testing.making.context import SpecContext
from quire.testing.making.records import TypeMaker


class Maker(SpecContext):
    """Makes records of the types of one spec.

    Args:
        spec: The plan.
        foreign: Gives the maker of a spec that this one imports, by its name.
    """

    def __init__(self, spec: s.Spec, foreign: Callable[[str], Self]) -> None:
        super().__init__(spec, foreign)
        self._types: dict[str, TypeMaker] = {}

    def type(self, path: str) -> TypeMaker:
        """What makes records of a type."""
        if path not in self._types:
            there = self.having(path)
            self._types[path] = (
                TypeMaker(self, self.spec.type(path), self.type)
                if there is self
                else there.type(path)
            )
        return self._types[path]
