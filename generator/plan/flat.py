"""Step 5: records that always take the same bytes, as one run of numbers, however deep it goes."""

from __future__ import annotations

from quire.generator.plan import operations as p
from quire.generator.resolve.scopes import Path
from quire.generator.types import model as m

MOST = 16
"""Records within a record, at most, that are made along with it."""

Records = dict[Path, p.Record]


def flat(record: p.Record, records: Records) -> p.Flat | None:
    """What a record consists of, with all that is in it; None if its bytes are not one run."""
    run = _Run(records)
    if not run.add(record, 0):
        return None
    orders = {field.kind[-2:] for field in run.fields} & {"le", "be"}
    return (
        p.Flat(tuple(run.fields), tuple(run.children)) if run.fields and len(orders) < 2 else None
    )


class _Run:
    """What is known of a run; methods tell whether it goes on."""

    def __init__(self, records: Records) -> None:
        self._records = records
        self.fields: list[p.FlatField] = []
        self.children: list[p.FlatChild] = []

    def add(self, record: p.Record, of: int) -> bool:
        """Add what a record consists of, which is the child of that number."""
        plain = not record.params and record.endian is None
        if not plain or record.traced or not record.auto_read:
            return False
        return all(self._number(op, of) or self._child(op, of) for op in record.read)

    def _number(self, op: p.Op, of: int) -> bool:
        match op:
            case p.Block():
                self.fields += (p.FlatField(of, f.name, f.kind, f.enum) for f in op.fields)
            case p.Store(value=p.Number(scalar=scalar, enum=enum), marked=False):
                self.fields.append(p.FlatField(of, op.target, scalar, enum))
            case p.Store(value=p.Sized(size=m.Const(value=int() as n)) as value, marked=False) if (
                value == p.Sized(value.size) and n >= 0
            ):
                self.fields.append(p.FlatField(of, op.target, f"{n}s", None))
            case _:
                return False
        return True

    def _child(self, op: p.Op, of: int) -> bool:
        match op:
            case p.Store(value=p.Nested() as element, marked=False):
                count, listed = 1, False
            case p.Loop(repeat=p.Times(count=m.Const(value=int() as count), limit=None)) if (
                count > 0
            ):
                found, listed = p.record_of(op), True
                if found is None:
                    return False
                element = found
            case _:
                return False
        inner = self._records.get(element.path)
        if inner is None or inner.instances or element != p.Nested(inner.path, (), None):
            return False
        return all(self._one(inner, of, op.target, listed=listed) for _ in range(count))

    def _one(self, inner: p.Record, of: int, name: str, *, listed: bool) -> bool:
        self.children.append(p.FlatChild(inner.path, of, name, listed))
        return len(self.children) <= MOST and self.add(inner, len(self.children))
