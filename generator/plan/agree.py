"""Step 2, sizes: arrays of which nothing is told by their size have to agree with it."""

from __future__ import annotations

from collections.abc import Iterable

from quire.generator.plan import operations as p
from quire.generator.types import model as m
from quire.generator.types.fold import fold
from quire.runtime.frozen import replace

Ops = tuple[p.Op, ...]


def agreeing(ops: Ops, lengths: Iterable[p.Quantity]) -> Ops:
    """Have a writer compare the size of arrays with what the fields say.

    Where a length follows from the array they agree; where a size depends on the stream, it is that
    of what was written.
    """
    told = {step.source for step in lengths if not step.partly}
    return tuple(_agreeing(op, told) for op in ops)


def _agreeing(op: p.Op, told: set[str]) -> p.Op:
    if not isinstance(op, p.Store):
        return p.changed(op, lambda inner: _agreeing(inner, told))
    size = p.size_of(op.value) if isinstance(op.value, p.Array | p.Payload) else None
    if size is None or op.target in told or m.goes_by_stream(size):
        return op
    if isinstance(op.value, p.Array) and fold(size) is not None and _is_constant(op.value.shape):
        return op  # they were compared when the spec was read
    return replace(op, compared=True)


def _is_constant(shape: m.Expr) -> bool:
    return isinstance(shape, m.ListOf) and None not in map(fold, shape.items)
