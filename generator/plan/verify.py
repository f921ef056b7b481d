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
    piped = {pipeline.target for pipeline in record.pipelines}
    read, written = dict[str, None](), dict[str, None]()
    _targets(record.read, read, piped, where)
    _targets(record.write, written, piped, where)
    assert list(read) == declared, f"{where}: reads {list(read)}, declares {declared}"
    assert list(written) == declared, f"{where}: writes {list(written)}, reads {declared}"
    placed = [lazy.name for lazy in record.instances if isinstance(lazy, p.Placed)]
    for step in record.derive:
        known = [*declared, *placed] if isinstance(step, p.Make) else declared
        assert step.holder is not None or step.target in known, (
            f"{where}: derives {step.target}, which is no field"
        )
    for nested in record.records:
        _record(nested)


def _targets(ops: Iterable[p.Op], found: dict[str, None], piped: set[str], where: str) -> None:
    """Find the fields that operations read or write, each once, in order."""
    for op in ops:
        if isinstance(op, p.Store):
            found[op.target] = None
            if isinstance(op.value, p.Payload):
                assert op.target in piped, f"{where}: payload {op.target} has no pipeline"
        elif isinstance(op, p.Compound):
            for body in p.bodies(op):
                _targets(body, found, piped, where)
        elif isinstance(op, (p.Block, p.BitRun)):
            assert len(op.fields) > 1, f"{where}: {op.name} is no run"
            found.update(dict.fromkeys([field.name for field in op.fields]))
