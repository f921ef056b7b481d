"""Step 2, building: the fields that a user has to give, since nothing tells them."""

from __future__ import annotations

from collections.abc import Iterator

from quire.generator.plan import operations as p
from quire.generator.plan.told import all_told
from quire.generator.resolve.scopes import Path
from quire.runtime.frozen import replace


def needed(module: p.Module) -> p.Module:
    """Fill in `needed` of every record."""
    records = p.records_of(module.root)
    partly = {(path, step.target) for path, step in all_told(module.root) if p.keeps_bits(step)}
    found: dict[Path, tuple[str, ...]] = {}

    def of(path: Path) -> tuple[str, ...]:
        if path not in records:
            return ()  # of another module: it knows
        if path not in found:
            found[path] = ()  # one that holds itself always can never be built
            record = records[path]
            made = _made(record)
            told = {name for name in record.told if (path, name) not in partly}
            found[path] = tuple(
                name
                for op in record.write
                for name, inner in _always(op)
                if name not in told and (name not in made or of(inner))
            )
        return found[path]

    def filled(record: p.Record) -> p.Record:
        return replace(record, needed=of(record.path), records=tuple(map(filled, record.records)))

    return replace(module, root=filled(module.root))


def _made(record: p.Record) -> set[str]:
    """The fields that a writer fills in, if only with an empty record."""
    return {
        step.target
        for step in record.derive
        if step.holder is None and not (isinstance(step, p.Prepare) or p.keeps_bits(step))
    }


def _always(op: p.Op) -> Iterator[tuple[str, Path]]:
    """The named fields that are always there, each with the record that it holds, if it does."""
    if isinstance(op, p.Ordered):
        for inner in op.le:
            yield from _always(inner)
    elif isinstance(op, p.Store | p.Loop | p.Branch) and not op.target.startswith("_unnamed"):
        value = op.value if isinstance(op, p.Store) else None
        yield op.target, value.path if isinstance(value, p.Nested) else ()
