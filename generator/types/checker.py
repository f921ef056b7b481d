"""Stage 4: what the checks of types, documents and quire's own keys have in common."""

from __future__ import annotations

from quire.generator.resolve.scopes import Path
from quire.generator.source import Span
from quire.generator.syntax import tree as syntax
from quire.generator.syntax.expr_tree import Expr as Written
from quire.generator.types import model
from quire.generator.types.infer import Inference
from quire.generator.types.members import Scope
from quire.generator.types.model import BOOL, ERROR, Expr, OneOf, Type, TypedValid
from quire.generator.types.relations import comparable
from quire.runtime.frozen import replace


class Checker:
    """What types and documents have in common."""

    def __init__(self, inference: Inference, path: Path) -> None:
        self.infer = inference
        self.problems = inference.problems
        self.names = inference.names
        self.path = path

    def expr(self, node: Written | None, scope: Scope, what: str, *kinds: Type) -> Expr | None:
        """An expression that must have one of some types (any, if none is named)."""
        if node is None:
            return None
        found = self.infer.expr(node, scope)
        if kinds:
            several = [one for kind in kinds if isinstance(kind, OneOf) for one in kind.of]
            self.infer.require(found, (*kinds, *several), what)
        return found

    def valid(
        self, rule: syntax.Valid | None, type_: Type, scope: Scope, span: Span
    ) -> TypedValid | None:
        """`valid`, whose values must be comparable with the field's."""
        if rule is None:
            return None
        bounds = {
            name: self.bound(getattr(rule, name), type_, scope, ordered=name != "eq")
            for name in ("eq", "min", "max")
        }
        any_of = (
            tuple(self.infer.expr(item, scope) for item in rule.any_of)
            if rule.any_of is not None
            else None
        )
        for item in any_of or ():
            self.comparable(item, type_, ordered=False)
        if rule.in_enum and not isinstance(type_, model.EnumType):
            self.problems.error("Q401", "`in-enum` needs a field with `enum`", span)
        condition = self.expr(rule.expr, replace(scope, element=type_), "`valid/expr`", BOOL)
        return TypedValid(
            **bounds, any_of=any_of, expr=condition, expr_text=rule.expr_text, in_enum=rule.in_enum
        )

    def bound(
        self, node: Written | None, type_: Type, scope: Scope, *, ordered: bool
    ) -> Expr | None:
        """An expression whose values must be comparable with those of a type."""
        if node is None:
            return None
        found = self.infer.expr(node, scope)
        self.comparable(found, type_, ordered=ordered)
        return found

    def comparable(self, expr: Expr, type_: Type, *, ordered: bool) -> None:
        """Report an expression that cannot be compared with a value of a type."""
        if ERROR not in (expr.type, type_) and not comparable(type_, expr.type, ordered=ordered):
            self.problems.error(
                "Q401", f"a value of {type_} cannot be compared with {expr.type}", expr.span
            )

    def not_yet(self, what: str, span: Span) -> None:
        """Report what is legal, but not compiled yet."""
        self.problems.error("Q901", f"{what} is understood, but not compiled yet", span)
