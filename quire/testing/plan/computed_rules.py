"""Rules of what is computed, looked at as soon as all fields that it depends on are decided."""

from __future__ import annotations

from collections.abc import Callable

from quire.runtime import structure as s
from quire.testing.plan.deciding import Deciding, exprs_of
from quire.testing.plan.expressions import Compiler, Frame, Unknown
from quire.testing.plan.rules import Rules

_NOBODY_KNOWS = (Unknown, LookupError, TypeError, AttributeError, ArithmeticError)


class ComputedRules:
    """The rules of the computed instances of a type, by the fields that decide about them last.

    Args:
        type_: The type.
        deciding: In which order its fields are decided.
        compiler: Makes functions of its expressions.
        enums: The numbers of its enums.
    """

    def __init__(
        self,
        type_: s.Type,
        deciding: Deciding,
        compiler: Compiler,
        enums: dict[str, frozenset[int]],
    ) -> None:
        self._by_field: dict[str, list[_Computed]] = {}
        for each in type_.instances:
            if each.value is not None and each.valid:
                rule = _Computed(each, compiler, enums.get(each.enum, frozenset()))
                self._by_field.setdefault(deciding.last_of(exprs_of(each)), []).append(rule)

    def after(self, name: str) -> Callable[[Frame], bool] | None:
        """What tells whether those hold that a field decides about, if it is decided."""
        if name not in self._by_field:
            return None
        rules = self._by_field[name]

        def hold(frame: Frame) -> bool:
            if name in frame.holes and name not in frame:
                return True
            for each in rules:  # noqa: SIM110  # `all` would take twice as long
                if not each.holds(frame):
                    return False
            return True

        return hold


class _Computed:
    """The rules of one instance."""

    def __init__(self, instance: s.Field, compiler: Compiler, members: frozenset[int]) -> None:
        self._name = instance.id
        self._condition = (
            None if instance.condition is None else compiler.function(instance.condition)
        )
        self._rules = Rules("_", instance.valid, compiler, members)

    def holds(self, frame: Frame) -> bool:
        """Whether they hold, or nobody can tell yet."""
        try:
            if self._condition is not None and not self._condition(frame):
                return True
            return self._rules.hold(frame, frame[self._name])
        except _NOBODY_KNOWS:
            return True
