"""Step 4, bits: neighbouring fields of bits become one run, read and written as one number."""

from __future__ import annotations

from collections.abc import Iterator

from quire.generator.plan import operations as p
from quire.runtime.frozen import replace

Ops = tuple[p.Op, ...]
Run = tuple[tuple[str, p.Bits], ...]


def bit_runs(module: p.Module) -> p.Module:
    """Find the runs of every record.

    Where in a byte a run begins need not be known, nor whether it ends with one: a run takes the
    bits that its fields would take one by one, and nothing looks at the stream in between.
    """
    return replace(module, root=_record(module.root))


def _record(record: p.Record) -> p.Record:
    records = tuple(_record(nested) for nested in record.records)
    # Of an object that does not read itself, what was read before an error can be looked at.
    if not record.auto_read:
        return replace(record, records=records)
    # A type in both byte orders has the same bits in each.
    found = dict.fromkeys(_runs(record.read))
    runs = [_run(f"_BITS_{i}", run) for i, run in enumerate(found)]
    members = {field.name: run for run in runs for field in run.fields}
    return replace(
        record,
        read=_fused(record.read, members),
        write=_fused(record.write, members),
        records=records,
    )


def _runs(ops: Ops) -> Iterator[Run]:
    """Fields of bits that stand together, two or more.

    One with a check stands alone: that fails before the fields after it are missed.
    """
    checked = {op.target for op in ops if isinstance(op, p.Guard)}
    run: list[tuple[str, p.Bits]] = []
    for op in ops:
        bits = _bits(op, checked)
        if run and (bits is None or bits[1].order != run[-1][1].order):
            yield from _whole(run)
            run = []
        if bits is not None:
            run.append(bits)
        for body in p.bodies(op):
            yield from _runs(body)
    yield from _whole(run)


def _bits(op: p.Op, checked: set[str]) -> tuple[str, p.Bits] | None:
    """A field that can be part of a run."""
    if not isinstance(op, p.Store) or not isinstance(op.value, p.Bits):
        return None
    return None if op.element or op.target in checked else (op.target, op.value)


def _whole(run: list[tuple[str, p.Bits]]) -> Iterator[Run]:
    """A run, if it is one."""
    if len(run) > 1:
        yield tuple(run)


def _run(name: str, run: Run) -> p.BitRun:
    order = run[0][1].order
    fields = []
    below = 0 if order == "le" else sum(bits.width for _, bits in run)
    for target, bits in run:
        below -= bits.width if order == "be" else 0
        fields.append(p.BitField(target, bits, below))
        below += bits.width if order == "le" else 0
    return p.BitRun(name, order, tuple(fields))


def _fused(ops: Ops, members: dict[str, p.BitRun]) -> Ops:
    """The same operations, with runs in the place of their fields."""
    if not members:
        return ops
    found: list[p.Op] = []
    for op in ops:
        run = members.get(op.target) if isinstance(op, p.Store) else None
        if run is None:
            bodies = tuple(_fused(body, members) for body in p.bodies(op))
            found.append(p.with_bodies(op, bodies))
        elif found[-1:] != [run]:
            found.append(run)
    return tuple(found)
