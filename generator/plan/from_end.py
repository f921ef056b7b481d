"""Step 2, positions that are found from the end of the file: a footer, an index after all else."""

from __future__ import annotations

from quire.generator.plan import operations as p
from quire.generator.plan.limits import takes_all
from quire.generator.plan.program import NOWHERE
from quire.generator.plan.solution import Place, place_of
from quire.generator.types import model as m

_OF_ROOT: Place = ("_root", "_io")
_SELF = m.Local(m.ANY, NOWHERE, "self")


def before_end(
    lazy: p.Positioned, pos: m.Expr, record: p.Record, root: p.Record, searched: str | None
) -> m.Expr | None:
    """How many bytes before the end an instance stands whose position, inlined, is `pos`.

    None, if it does not depend on the end; or if fields go on to there, which have those bytes.

    Args:
        lazy: The instance.
        pos: Its position, inlined.
        record: The record that has it.
        root: The record of the file.
        searched: The instance of the record that stands where the same search leads.
    """
    if (found := _less_than_found(pos, searched)) is not None:
        return found
    streams = {_OF_ROOT} if record is not root else {_OF_ROOT, ("_io",), ("self", "_io")}
    of_root = lazy.io is not None and place_of(lazy.io) == _OF_ROOT
    if not (record is root or of_root) or takes_all(root, p.records_of(root)):
        return None
    return _less_than_size(pos, streams)


def is_search(pos: m.Expr) -> bool:
    """Whether a position is that of bytes which are looked for from the end.

    What is found so is written so that the stream ends with it.
    """
    return isinstance(pos, m.Op) and pos.name == "last_index"


def _less_than_found(pos: m.Expr, searched: str | None) -> m.Expr | None:
    """The size of what a search finds, and what is taken from its position."""
    if searched is None or not isinstance(pos, m.Op):
        return None
    if is_search(pos):
        return m.Op(m.INT, pos.span, "size_put", (_SELF, m.Const(m.STR, pos.span, searched)))
    if pos.name != "sub" or m.goes_by_stream(pos.args[1]):
        return None
    before = _less_than_found(pos.args[0], searched)
    return None if before is None else m.Op(m.INT, pos.span, "add", (before, pos.args[1]))


def _less_than_size(expr: m.Expr, streams: set[Place]) -> m.Expr | None:
    """What is taken from the size of a stream."""
    if not isinstance(expr, m.Op):
        return None
    if expr.name == "stream_size":
        return m.Const(m.INT, expr.span, 0) if place_of(expr.args[0]) in streams else None
    if expr.name != "sub":
        return None
    size, less = expr.args
    before = _less_than_size(size, streams)
    if before is None or m.goes_by_stream(less):
        return None
    is_none = isinstance(before, m.Const)
    return less if is_none else m.Op(m.INT, expr.span, "add", (before, less))
