"""The plan of a type, for who reads its records by it."""

from __future__ import annotations

from typing import Any

from quire.runtime import structure as s
from quire.testing.plan.expressions import Function, Unknown
from quire.testing.plan.rules import Rules
from quire.testing.plan.spec_plan import SpecPlan
from quire.testing.reading.found import Scan
from quire.testing.reading.notes import Notes
from quire.testing.stored.payloads import Payload
from quire.testing.stored.window import Unsure, Wrong

IMPOSSIBLE = (ArithmeticError, AttributeError, IndexError, ValueError)
"""What comes of an expression that has no value."""


class TypePlan:
    """The plan of a type.

    Args:
        spec: The spec that it is in.
        path: The type.
        notes: Takes what is found.

    Attributes:
        names: Its fields and instances.
        rules: What `valid` says of each, with what kind of rule that is.
    """

    def __init__(self, spec: SpecPlan, path: str, notes: Notes) -> None:
        self.spec, self.plan, self.notes = spec, spec.spec.type(path), notes
        fields = (*self.plan.fields, *self.plan.instances)
        self.names = {each.id for each in fields}
        self.rules = {each.id: [self._rule(each, rule) for rule in each.valid] for each in fields}
        self._functions: dict[s.Expr, Function] = {}
        self._payloads: dict[str, Payload] = {}

    def payload(self, field: s.Field, codec: s.Pipeline) -> Payload:
        """What decodes a field."""
        if field.id not in self._payloads:
            self._payloads[field.id] = Payload(field, codec, self.spec.compiler)
        return self._payloads[field.id]

    def _rule(self, field: s.Field, rule: s.Rule) -> tuple[str, Rules]:
        stored = field.stored
        enum = stored.enum if isinstance(stored, s.Number | s.Bits) else field.enum
        members = self.spec.members(enum)
        name = field.id if field.value is None else "_"
        return rule.kind, Rules(name, (rule,), self.spec.compiler, members)

    def value(self, expr: s.Expr, scan: Scan, path: str, offset: int | None) -> Any:
        """What an expression is.

        Raises:
            Wrong: it cannot be computed.
            Unsure: the plan does not tell.
        """
        if expr not in self._functions:
            self._functions[expr] = self.spec.compiler.function(expr)
        try:
            return self._functions[expr](scan)
        except IMPOSSIBLE as error:
            raise Wrong(type(error).__name__, path, offset) from None
        except (Unknown, TypeError, KeyError, RecursionError) as error:
            raise Unsure(str(error)) from None
