"""What follows from a stream as a whole: while a file is written, nobody knows its end yet."""

from __future__ import annotations

from quire.generator.diagnostics import Problems
from quire.generator.types import model as m

_OF_STREAMS = frozenset(("stream_eof", "stream_pos", "stream_size"))


def refuse_derived_of_streams(typed: m.TypedType, problems: Problems) -> None:
    """Refuse a `-derive` that asks for the size of a stream, or where it stands.

    A record that was read would answer with those of the file that it was read from.
    """
    computed = {each.syntax.id: each.value for each in typed.instances if each.value is not None}
    for field in (*typed.seq, *typed.instances):
        if field.derive is not None and _asks_stream(field.derive, computed):
            problems.error(
                "Q901",
                "`-derive` from `_io` is understood, but not compiled yet",
                field.derive.span,
                help="leave `-derive` out, and write `valid`: a wrong value is refused then",
            )


def _asks_stream(expr: m.Expr, computed: dict[str, m.Expr]) -> bool:
    """Whether an expression does, or a value instance of the record that it names."""
    if isinstance(expr, m.Op) and expr.name in _OF_STREAMS:
        return True
    named = computed.get(m.own_field(expr) or "")
    if named is not None:
        rest = {name: value for name, value in computed.items() if value is not named}
        return _asks_stream(named, rest)
    return any(_asks_stream(part, computed) for part in m.parts_of(expr))
