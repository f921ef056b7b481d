"""In which order the fields of a type are decided: some wait for those after them."""

from __future__ import annotations

from collections.abc import Iterator

from quire.runtime import structure as s
from quire.runtime.structure.expressions import names_in


class Deciding:
    """What depends on what among the fields of a type.

    Args:
        type_: The type.

    Attributes:
        late: The fields that are decided when all others of their record are.
    """

    def __init__(self, type_: s.Type) -> None:
        self._fields = [field.id for field in type_.fields]
        self._values = {each.id: each for each in type_.instances if each.value is not None}
        self.late = [field.id for field in type_.fields if self._is_late(field)]

    def last_of(self, exprs: Iterator[s.Expr | None]) -> str:
        """The field that expressions depend on which is decided last; "" if they depend on none."""
        names = self._fields_in(exprs)
        order = [name for name in self._fields if name not in self.late] + self.late
        return next((each for each in reversed(order) if each in names), "")

    def _is_late(self, field: s.Field) -> bool:
        """Whether a field follows from others, or has a default by those after it."""
        if field.derive is not None:
            return True
        if field.default is None or field.repeat is not None:
            return False
        behind = self._fields[self._fields.index(field.id) + 1 :]
        return not self._fields_in(iter([field.default])).isdisjoint(behind)

    def _fields_in(self, exprs: Iterator[s.Expr | None]) -> set[str]:
        """The fields that expressions depend on, through what is computed too."""
        names, pending = set[str](), _first_names(exprs)
        while pending:
            name = pending.pop()
            if name not in names:
                names.add(name)
                pending += _first_names(exprs_of(self._values.get(name)))
        return names


def exprs_of(instance: s.Field | None) -> Iterator[s.Expr | None]:
    """What a computed instance depends on, and what its rules do."""
    if instance is not None:
        yield instance.value
        yield instance.condition
        for rule in instance.valid:
            yield from rule.args


def _first_names(exprs: Iterator[s.Expr | None]) -> list[str]:
    return [path[0] for expr in exprs if expr is not None for path in names_in(expr)]
