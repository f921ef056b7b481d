"""What needs the stream itself, and cannot be read by position."""

from __future__ import annotations

from functools import cache

from quire.generator.plan import program as g
from quire.generator.plan.finish.context import IO
from quire.generator.types import model as m

_OF_STREAM = (
    g.ReadNumber, g.ReadBits, g.ReadContents, g.ReadText, g.Take, g.TakeBytes, g.Rest, g.Left,
    g.Until, g.SubStream, g.Window, g.WindowOf, g.ViewArray, g.ReadPayload, g.Inflate, g.Tag,
    g.DecodeText, g.ReadBlock, g.ReadRun, g.Start, g.StartOfBits, g.Count, g.ForTurns, g.ForRest,
    g.ReadTable, g.ReadRows, g.ReadFound, g.ParseDocument,
)  # fmt: skip  # laid out as a table
"""What takes from the stream, which its template names."""
WORDS = frozenset([str, int, bool, bytes, type(None), m.Basic])
"""Parts of nodes that have no parts."""


def needs_stream(of: object, watching: frozenset[str]) -> bool:
    """Whether a part of a program needs the stream, or may look where it stands."""
    if isinstance(of, tuple):
        return any(needs_stream(part, watching) for part in of)
    if not isinstance(of, (g.Node, m.Expr)):
        return False
    kind: type = type(of)
    if _takes(kind) or is_stream(of):
        return True
    if isinstance(of, g.Expect) and of.back is not None:
        return True
    if isinstance(of, m.Get | g.Slot) and of.name in watching:
        return True
    parts = (part for part in vars(of).values() if type(part) not in WORDS)
    return any(needs_stream(part, watching) for part in parts)


@cache
def _takes(kind: type) -> bool:
    """Whether nodes of a kind take from the stream: to ask for one of so many takes long."""
    return issubclass(kind, _OF_STREAM)


def is_stream(of: object) -> bool:
    """Whether a part of a program is the stream, which methods call so."""
    return isinstance(of, m.Local) and of.name == IO.name
