"""Step 1, stored bytes: which `_raw_…` a class has, as those of Kaitai's compiler."""

from __future__ import annotations

from collections.abc import Iterator

from quire.generator.plan import operations as p


def raw_of(ops: tuple[p.Op, ...], *, lazy: bool = False) -> tuple[p.Raw, ...]:
    """The stored bytes that reading leaves beside values: those of a routine, and of a window.

    Args:
        ops: What reads.
        lazy: Whether it reads an instance.
    """
    found: dict[str, p.Raw] = {}
    for store in _stores(ops):
        raw, nested = p.raw_of(store.value), isinstance(store.value, p.Nested)
        if raw is None or not (nested or raw.process):
            continue
        kept = raw.process is not None
        before = found.get(store.target)
        twice = kept and (nested or (before is not None and before.twice))
        found[store.target] = p.Raw(store.target, lazy, kept, twice)
    return tuple(found.values())


def _stores(ops: tuple[p.Op, ...]) -> Iterator[p.Store]:
    for op in p.walk(ops):
        if isinstance(op, p.Store) and not isinstance(op.value, p.Document):
            yield op
