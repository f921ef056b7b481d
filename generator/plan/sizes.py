"""Step 2, sizes: the fields that are the size or the count of others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeVar

from quire.generator.plan import operations as p
from quire.generator.plan.solution import Place, Solution, Unsolved, is_exact, place_of
from quire.generator.plan.solve import Solver, opposite
from quire.generator.types import model as m
from quire.runtime.frozen import replace

Ops = tuple[p.Op, ...]
Q = TypeVar("Q", bound=p.Quantity)


_NO_ROOM = ("digits", "part", "whole")
"""Steps to fields of which it cannot be told by themselves whether they tell more."""


class Sizes:
    """Fields that are the size or the count of others.

    Args:
        solver: The equations of the record.
        known: The fields that something else tells.
        firm: Those of which no size or count tells just some bits, or about how much.
    """

    def __init__(
        self, solver: Solver, known: frozenset[Place], firm: frozenset[Place] = frozenset()
    ) -> None:
        self._solver = solver
        self._known = known
        self._firm = firm

    def places(self, ops: Ops) -> frozenset[Place]:
        """The fields that sizes and counts are."""
        return places(self._exact(ops))

    def sure(self, ops: Ops) -> frozenset[Place]:
        """Those of them that are it in every record."""
        return places(step for step in self._exact(ops) if not step.partly)

    def _exact(self, ops: Ops) -> Iterator[p.Quantity]:
        steps = (*self.steps(ops), *lengths_of(self.ready(ops)))
        return (step for step in steps if is_exact(step.undo))

    def steps(self, ops: Ops) -> list[p.Quantity]:
        """What can be told before anything is written."""
        return [step for op in ops for step in self._steps(op, None)]

    def _steps(self, op: p.Op, condition: m.Expr | None) -> Iterator[p.Quantity]:
        if isinstance(op, p.Store):
            if not op.element and not is_made(op.value):
                yield from self._length(op, condition)
        elif isinstance(op, (p.When, p.Ordered)):
            test = op.condition if isinstance(op, p.When) else condition
            for inner in p.bodies(op)[0]:
                yield from self._steps(inner, test)
        elif isinstance(op, p.Loop):
            count = op.repeat.count if isinstance(op.repeat, p.Times) else None
            for found in self._solutions(count):
                yield derived(found, p.Count("", op.target, condition=condition))
            yield from self._each(op, condition)

    def _each(self, op: p.Loop, condition: m.Expr | None) -> Iterator[p.Quantity]:
        """The length that all elements of a list have."""
        match op.body:
            case (p.Store(value=p.Sized(size=size, trim=None, fill=None, process=None)),):
                for found in self._solutions(None if "_index" in m.locals_of(size) else size):
                    yield derived(found, p.LengthOfEach("", op.target, condition=condition))

    def _length(self, op: p.Store, condition: m.Expr | None = None) -> Iterator[p.Length]:
        raw = p.raw_of(op.value)
        for found in self._solutions(p.size_of(op.value)) if raw is not None else ():
            form = p.Length
            if raw is not None and raw.trim is not None:
                form = p.Ended
            elif raw is not None and raw.fill is not None:
                form = p.Room
            elif isinstance(op.value, p.Nested) and not found.undo:
                form = p.Window
            if form in (p.Ended, p.Room) and any(word in _NO_ROOM for word, _ in found.undo):
                continue  # only a whole number can be too large for what is there
            yield derived(found, form("", op.target, op.value, condition=condition))

    def ready(self, ops: Ops) -> Ops:
        """What has to be stored before its length can be told; what is told by others, last."""
        left = [found for op in ops for found in self._ready(op, chosen=False)]
        ordered = []
        while left:
            waits = (any(_tells(other, op) for other in left if other is not op) for op in left)
            ordered.append(left.pop(next((i for i, told in enumerate(waits) if not told), 0)))
        return tuple(ordered)

    def _ready(self, op: p.Op, *, chosen: bool) -> Iterator[p.Op]:
        if isinstance(op, p.Ordered):
            for inner in op.le:  # the length is that of either order
                yield from self._ready(inner, chosen=chosen)
        elif isinstance(op, p.Store):
            if not op.element and (chosen or is_made(op.value)):
                lengths = tuple(filter(_is_in_record, self._length(op)))
                if lengths:
                    yield p.Ready(op.target, op.value, lengths)
        elif isinstance(op, (p.When, p.Branch)):
            inside = chosen or isinstance(op, p.Branch)
            bodies = tuple(
                tuple(found for inner in body for found in self._ready(inner, chosen=inside))
                for body in p.bodies(op)
            )
            if any(bodies):
                yield p.with_bodies(op, bodies)

    def positions(
        self, lazy: p.Positioned, told: frozenset[Place] = frozenset()
    ) -> tuple[p.Position, ...]:
        """What the place of an instance tells: one field, or as many as conditions choose from.

        Args:
            lazy: The instance.
            told: What the places of other instances tell.
        """
        found = () if lazy.pos is None else self._solver.positions(lazy.pos, told)
        told_by = p.Position("", lazy.name)
        return tuple(derived(each, told_by) for each in found if self._may_tell(each))

    def _solutions(self, expr: m.Expr | None) -> tuple[Solution, ...]:
        found = self._solver.solutions(expr, self._known) if expr is not None else ()
        return tuple(filter(self._may_tell, found))

    def _may_tell(self, found: Solution) -> bool:
        return is_exact(found.undo) or place_of(found.field) not in self._firm

    def unsolved(self, ops: Ops) -> Iterator[tuple[str, str]]:
        """The fields that sizes and counts depend on without telling them, and why."""
        for op in p.walk(ops):
            expr, what = _size_or_count(op)
            found = self._solver.solve(expr, self._known) if expr is not None else None
            if isinstance(found, Unsolved):
                for field in found.fields:
                    yield field.name, f"{what} does not tell it: {found.reason}"


def _size_or_count(op: p.Op) -> tuple[m.Expr | None, str]:
    """The expression that tells how much an operation takes, and what that is in words."""
    match op:
        case p.Loop(target=target, repeat=p.Times(count=count)):
            return count, f"the number of elements of `{target}`"
        case p.Store(target=target, value=value):
            return p.size_of(value), f"the size of `{target}`"
    return None, ""


def derived(found: Solution, step: Q) -> Q:
    """A step for the field of a solution."""
    of = found.field.of
    holder = None if isinstance(of, m.Local) and of.name == "self" else of
    condition = step.condition
    if (elsewhere := found.unless) is not None:
        here = opposite(elsewhere)
        condition = here if condition is None else both(condition, here)
    return replace(
        step,
        target=found.field.name,
        undo=found.undo,
        holder=holder,
        condition=condition,
        partly=elsewhere is not None,
    )


def _is_in_record(length: p.Length) -> bool:
    return length.holder is None or "self" in m.locals_of(length.holder)


def both(one: m.Expr, other: m.Expr) -> m.Expr:
    """Both of two conditions."""
    return m.Op(m.BOOL, one.span, "and", (one, other))


def is_made(value: p.Value) -> bool:
    """Whether the length of a value is known only once it has been stored."""
    if isinstance(value, p.Nested):
        return True
    raw = p.raw_of(value)
    return raw is not None and isinstance(raw.process, p.Resizing)


def ready_names(ops: Ops) -> Iterator[p.Ready]:
    """What is stored before it is written, wherever it stands."""
    return (op for op in p.walk(ops) if isinstance(op, p.Ready))


def lengths_of(ops: Ops) -> Iterator[p.Length]:
    """The lengths that are told by what is stored before it is written."""
    return (length for op in ready_names(ops) for length in op.lengths)


def cached(ops: Ops, names: set[str]) -> Ops:
    """What is stored for its length is not stored again."""
    if not names:
        return ops
    found: list[p.Op] = []
    for op in ops:
        if isinstance(op, p.Store):
            stored = op.target in names and not op.element and p.raw_of(op.value) is not None
            found.append(replace(op, cached=True) if stored else op)
        else:
            found.append(p.with_bodies(op, tuple(cached(body, names) for body in p.bodies(op))))
    return tuple(found)


def places(steps: Iterable[p.Derive]) -> frozenset[Place]:
    """The fields that steps set."""
    return frozenset(place(step) for step in steps if not isinstance(step, p.Choose))


def place(step: p.Derive) -> Place:
    """The field that a step sets."""
    return (*((place_of(step.holder) or ()) if step.holder is not None else ("self",)), step.target)


def _tells(op: p.Op, other: p.Op) -> bool:
    """Whether a length that an operation tells is kept in what another one stores."""
    stored = {each.target for each in p.walk((other,)) if isinstance(each, p.Ready)}
    holders = (length.holder for length in lengths_of((op,)))
    return any(m.own_fields(holder) & stored for holder in holders if holder is not None)
