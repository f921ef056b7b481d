"""What `valid` says of values, as far as it can be told already."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from quire.runtime import structure as s
from quire.testing.plan.expressions import Compiler, Frame, Function, Unknown

_NAMES = frozenset(["equal", "any_of"])


class Rules:
    """The rules of a field, or of a key of a document.

    Args:
        name: Of the field.
        rules: What its plan has.
        compiler: Makes functions of their arguments.
        members: The numbers of its enum.

    Attributes:
        only: The one value for which they hold, if that is known.
    """

    def __init__(
        self,
        name: str,
        rules: tuple[s.Rule, ...],
        compiler: Compiler,
        members: frozenset[int] = frozenset(),
    ) -> None:
        self._name, self._members = name, members
        self.there_are = bool(rules)
        self._rules: list[tuple[str, list[Function]]] = [
            (rule.kind, [compiler.function(arg) for arg in rule.args]) for rule in rules
        ]
        self._checks = [self._check(rule, compiler) for rule in rules]
        named = [each for rule in rules for arg in rule.args for each in _named(rule.kind, arg)]
        self._constants = compiler.constants(named)
        self._named = [compiler.function(each) for each in named]

        self._goes_by_itself = all(
            rule.kind != "that" and compiler.constants(rule.args) is not None for rule in rules
        )
        is_one = len(rules) == 1 and rules[0].kind == "equal" and self._goes_by_itself
        self.only = self._constants[0] if is_one and self._constants else None

    def always_hold(self, values: Iterable[Any]) -> bool:
        """Whether all of them hold for values, whatever stands in the record."""
        nothing = Frame()
        return self._goes_by_itself and all(
            check(nothing, value) for value in values for check in self._checks
        )

    def named(self, frame: Frame, kind: type) -> list[Any]:
        """The values of a type that the rules name."""
        if not self._named:
            return []
        found = self._constants or [_known(each, frame) for each in self._named]
        return [each for each in found if isinstance(each, kind)]

    def bounds(self, frame: Frame, low: int, high: int) -> tuple[int, int]:
        """Of `low` to `high`, what the rules let through."""
        for rule, args in self._rules:
            if rule in ("at_least", "at_most") and isinstance(end := _known(args[0], frame), int):
                low, high = (max(low, end), high) if rule == "at_least" else (low, min(high, end))
        return low, high

    def hold(self, frame: Frame, value: Any) -> bool:
        """Whether all of them hold for a value."""
        if not self._checks:
            return True
        frame["_"] = frame[self._name] = value
        for check in self._checks:  # `all` would take twice as long
            if not check(frame, value):
                frame.forget()
                return False
        return True

    def _check(self, rule: s.Rule, compiler: Compiler) -> Callable[[Frame, Any], Any]:
        """What tells whether a rule holds for a value."""
        kind, args = rule.kind, [compiler.function(arg) for arg in rule.args]
        if kind == "member":
            return lambda _, value: value in self._members
        constants = compiler.constants(rule.args)
        if kind in _NAMES and constants is not None:
            return lambda _, value: value in constants
        if kind == "any_of":
            return lambda frame, value: value in [arg(frame) for arg in args]
        (arg,) = args
        if kind == "equal":
            return lambda frame, value: value == arg(frame)
        if kind == "at_least":
            return lambda frame, value: value >= arg(frame)
        if kind == "at_most":
            return lambda frame, value: value <= arg(frame)
        return lambda frame, _: arg(frame)  # `that`


def _named(kind: str, arg: s.Expr) -> Iterator[s.Expr]:
    """The values that an argument of a rule names, perhaps where a condition holds."""
    if kind in _NAMES:
        yield arg
    elif kind == "that":
        yield from _equals(arg)


def _equals(expr: s.Expr) -> Iterator[s.Expr]:
    """What an expression compares the value with, to see that it is the same."""
    match expr:
        case ("eq", "_", other) | ("eq", other, "_"):
            yield other
        case ("and" | "or" | "if", *parts):
            for part in parts:
                yield from _equals(part)


def _known(function: Function, frame: Frame) -> Any:
    """What an expression is, if that is known."""
    try:
        return function(frame)
    except (Unknown, LookupError):
        return None
