"""The fields of a record that may be missing."""

from __future__ import annotations

from collections.abc import Iterator

from quire.generator.plan import operations as p


def may_be_missing(ops: tuple[p.Op, ...], *, chosen: bool = False) -> Iterator[str]:
    """The fields that are not there where a condition does not hold, or no case is chosen."""
    for op in ops:
        match op:
            case p.Block(fields=fields) | p.BitRun(fields=fields) if chosen:
                yield from (each.name for each in fields)
            case p.Store(target=target, element=False) | p.Loop(target=target) if chosen:
                yield target
            case p.When() | p.Branch() | p.Ordered():
                for body in p.bodies(op):
                    yield from may_be_missing(body, chosen=chosen or not _is_sure(op))


def _is_sure(op: p.Op) -> bool:
    """Whether one of the bodies of a choice is always done."""
    has_rest = isinstance(op, p.Branch) and any(key is None for key, _ in op.cases)
    return has_rest or isinstance(op, p.Ordered)
