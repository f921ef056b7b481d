"""What makes the records of a spec."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

from quire.runtime import structure as s
from quire.testing.documents import Documents
from quire.testing.expressions import Compiler
from quire.testing.joined import Joined, joined
from quire.testing.mining import Mined
from quire.testing.rooms import rooms
from quire.testing.types import TypeMaker


class Maker:
    """Makes records of the types of one spec.

    Args:
        spec: The plan.
        foreign: Gives the maker of a spec that this one imports, by its name.
    """

    def __init__(self, spec: s.Spec, foreign: Callable[[str], Maker]) -> None:
        self.spec, self._foreign = spec, foreign
        self.compiler = Compiler(spec)
        self.mined = Mined(spec, self.compiler)
        self._types: dict[str, TypeMaker] = {}
        self.enums = {
            enum.path: frozenset(member.value for member in enum.members) for enum in spec.enums
        }

    @cached_property
    def documents(self) -> Documents:
        """What makes the documents of the spec."""
        return Documents(self.spec, self.compiler, self.mined.constants)

    @cached_property
    def joined(self) -> list[Joined]:
        """The payloads that stand in several records."""
        return list(joined(self))

    @cached_property
    def rooms(self) -> dict[str, set[int]]:
        """The numbers that are sizes of records, with those that these may have."""
        return rooms(self)

    def type(self, path: str) -> TypeMaker:
        """What makes records of a type."""
        if path not in self._types:
            name = path.partition("::")[0]
            self._types[path] = (
                TypeMaker(self, self.spec.type(path))
                if name == self.spec.id
                else self._foreign(name).type(path)
            )
        return self._types[path]

    def members(self, enum: str) -> frozenset[int]:
        """The numbers of an enum; none where there is no enum."""
        name = enum.partition("::")[0]
        own = not enum or name == self.spec.id
        return self.enums.get(enum, frozenset()) if own else self._foreign(name).members(enum)
