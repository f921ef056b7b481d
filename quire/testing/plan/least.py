"""How many bytes fields take at least: lists that cannot be there are refused at once."""

from __future__ import annotations

from quire.runtime import structure as s
from quire.testing.plan.spec_plan import SpecPlan


class Least:
    """Tells the least that fields take.

    Args:
        plan: What knows the types.
        with_optional: Whether fields count that are there sometimes.
    """

    def __init__(self, plan: SpecPlan, *, with_optional: bool = False) -> None:
        self._plan, self._with_optional = plan, with_optional
        self._known: dict[str, int] = {}

    def of(self, stored: s.Stored | None) -> int:
        """What one element takes at least."""
        if isinstance(stored, s.Number):
            return stored.size
        if isinstance(stored, s.Bits):
            return stored.width // 8
        if isinstance(stored, s.Bytes | s.Text):
            return self._extent(stored.extent)
        if isinstance(stored, s.Record) and not stored.opaque:
            return (
                self.of_type(stored.path) if stored.extent is None else self._extent(stored.extent)
            )
        if isinstance(stored, s.Switch) and any(case.key is None for case in stored.cases):
            return min(self.of(case.stored) for case in stored.cases)
        return 0

    def of_type(self, path: str) -> int:
        """What a record of a type takes at least."""
        if path not in self._known:
            self._known[path] = 0  # of a type that is in itself
            fields = self._plan.having(path).spec.type(path).fields
            self._known[path] = sum(self._field(field) for field in fields)
        return self._known[path]

    def _field(self, field: s.Field) -> int:
        is_seldom = field.condition is not None and not self._with_optional
        if is_seldom or field.repeat is not None:
            return 0
        return len(field.contents) if field.contents is not None else self.of(field.stored)

    def _extent(self, extent: s.Extent) -> int:
        if isinstance(extent.size, int):
            return max(extent.size, 0)
        if extent.size is None and not extent.to_end and extent.consume and extent.eos_error:
            return len(extent.terminator or b"")
        return 0
