"""The invariants of a plan, after every step; one that is broken is a bug of the compiler."""

from __future__ import annotations

from collections.abc import Iterable

from quire.generator.plan import operations as p


def verify(module: p.Module) -> None:
    """Check a plan.

    Raises:
        AssertionError: with the record and what is wrong there.
    """
    _record(module.root)


def _record(record: p.Record) -> None:
    declared = [attribute.name for attribute in record.attributes]
    where = "::".join(record.path)
    assert len(set(declared)) == len(declared), f"{where}: an attribute is declared twice"
    reads = list(p.walk(record.read))
    read, written = _targets(reads), _targets(p.walk(record.write))
    assert read == declared, f"{where}: reads {read}, declares {declared}"
    assert written == read, f"{where}: writes {written}, reads {read}"
    piped = {pipeline.target for pipeline in record.pipelines}
    for op in reads:
        if isinstance(op, (p.Block, p.BitRun)):
            assert len(op.fields) > 1, f"{where}: {op.name} is no run"
        if isinstance(op, p.Store) and isinstance(op.value, p.Payload):
            assert op.target in piped, f"{where}: payload {op.target} has no pipeline"
    for step in record.derive:
        own = step.holder is None
        assert not own or step.target in declared, (
            f"{where}: derives {step.target}, which is no field"
        )
    for nested in record.records:
        _record(nested)


def _targets(ops: Iterable[p.Op]) -> list[str]:
    """The fields that operations read or write, each once, in order."""
    seen: dict[str, None] = {}
    for op in ops:
        if isinstance(op, p.Store):
            seen[op.target] = None
        elif isinstance(op, (p.Block, p.BitRun)):
            seen |= dict.fromkeys(field.name for field in op.fields)
    return list(seen)
