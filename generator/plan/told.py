"""Step 2, contradicting: the fields that follow from others, so that what is given may be wrong."""

from __future__ import annotations

from collections.abc import Iterator

from quire.generator.plan import operations as p
from quire.generator.plan.sizes import lengths_of
from quire.generator.resolve.scopes import Path
from quire.generator.types import model as m
from quire.runtime.frozen import replace


def told(module: p.Module) -> p.Module:
    """Fill in `told` of every record; those of another one may tell fields, too."""
    found = dict.fromkeys((path, step.target) for path, step in all_told(module.root))

    def filled(record: p.Record) -> p.Record:
        names = tuple(name for path, name in found if path == record.path)
        return replace(record, told=names, records=tuple(map(filled, record.records)))

    return replace(module, root=filled(module.root))


def all_told(record: p.Record) -> Iterator[tuple[Path, p.Derive]]:
    """The steps that tell fields, each with the record that its field is of."""
    for step in _steps(record):
        type_ = m.RecordType(record.path) if step.holder is None else step.holder.type
        yield getattr(type_, "path", record.path), step
    for nested in record.records:
        yield from all_told(nested)


def _steps(record: p.Record) -> Iterator[p.Derive]:
    yield from (step for step in record.derive if isinstance(step, p.Told))
    yield from lengths_of(record.ready)
    for lazy in record.instances:
        if isinstance(lazy, p.Placed):
            yield from lengths_of(lazy.ready)
            yield from lazy.found
