"""What the functions that make fields look up: of the spec, and of the type that fields are in."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any, Self, TypeAlias

from quire.runtime import structure as s
from quire.testing.choices import Choices
from quire.testing.making.documents import Documents
from quire.testing.making.joined import Joined, joined
from quire.testing.making.summing import Sums
from quire.testing.making.telling import Telling
from quire.testing.plan.computed_rules import ComputedRules
from quire.testing.plan.deciding import Deciding
from quire.testing.plan.expressions import Frame, Function
from quire.testing.plan.mining import Mined
from quire.testing.plan.sizes import rooms
from quire.testing.plan.spec_plan import SpecPlan
from quire.testing.stored.stream import Stream

Make: TypeAlias = Callable[[Choices, Frame, Stream], Any]
"""Makes a value at the end of a stream."""


class SpecContext(SpecPlan):
    """The plan of a spec, and what good values of its fields are.

    Attributes:
        mined: The numbers and texts that the spec compares its fields with.
    """

    def __init__(self, spec: s.Spec, foreign: Callable[[str], Self]) -> None:
        super().__init__(spec, foreign)
        self.mined = Mined(spec, self.compiler)

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


class TypeContext:
    """The plan of a type, and what its fields tell of each other.

    Args:
        maker: The spec that it is in.
        type_: Its plan.

    Attributes:
        function: Makes a function of an expression.
        telling: The numbers that tell of other fields.
        sums: The checksums.
        deciding: In which order the fields are decided.
        computed_rules: What has to hold of computed values.
    """

    def __init__(self, maker: SpecContext, type_: s.Type) -> None:
        self.maker, self.type = maker, type_
        self.function: Callable[[s.Expr], Function] = maker.compiler.function
        self.telling = Telling(type_, maker.compiler)
        self.sums = Sums(type_, maker.compiler)
        self.deciding = Deciding(type_)
        self.computed_rules = ComputedRules(type_, self.deciding, maker.compiler, maker.enums)
