"""The records in whose streams instances stand."""

from __future__ import annotations

from quire.generator.types import model as m


def owner_of(io: m.Expr | None) -> m.Expr | None:
    """The record that a stream is of; None if it is that of no record that can be named."""
    match io:
        case m.Get(of=of, name="_io"):
            return of
        case m.Op(name="if", args=(condition, *streams)):
            owners = [owner_of(each) for each in streams]
            named = tuple(each for each in owners if each is not None)
            if len(named) == len(owners):
                return m.Op(io.type, io.span, "if", (condition, *named))
    return None


def is_below(io: m.Expr | None) -> bool:
    """Whether a stream is one that the record has itself, in a field or an instance."""
    match io:
        case m.Get(of=of):
            return m.own_field(io) is not None or is_below(of)
        case m.Op(name="if", args=(_, *streams)):
            return any(map(is_below, streams))
    return False
