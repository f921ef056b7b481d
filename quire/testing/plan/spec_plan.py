"""The plan of a spec, with its expressions as functions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Self

from quire.runtime import structure as s
from quire.testing.plan.expressions import Compiler


class SpecPlan:
    """The plan of a spec, and of those that it imports.

    Args:
        spec: What the module of the spec carries.
        foreign: Gives the plan of a spec that this one imports, by its name.

    Attributes:
        compiler: Makes functions of expressions.
        enums: The numbers of each enum, by its path.
    """

    def __init__(self, spec: s.Spec, foreign: Callable[[str], Self]) -> None:
        self.spec, self._foreign = spec, foreign
        self.compiler = Compiler(spec)
        self.enums = {
            enum.path: frozenset(member.value for member in enum.members) for enum in spec.enums
        }

    def having(self, path: str) -> Self:
        """The plan of the spec that a type, or an enum, is in; its path begins with its name."""
        name = path.partition("::")[0]
        return self if name == self.spec.id else self._foreign(name)

    def members(self, enum: str) -> frozenset[int]:
        """The numbers of an enum; none where there is no enum."""
        return self.having(enum).enums.get(enum, frozenset()) if enum else frozenset()
