"""What a value takes from the stream, and the same value made of something else."""

from __future__ import annotations

from quire.generator.plan import program as g
from quire.generator.plan.finish.context import POS
from quire.runtime.frozen import replace
from quire.runtime.values.base256 import is_base256

_INNER = {
    g.Member: "value", g.DecodeText: "stored", g.Trim: "stored", g.Copied: "view",
}  # fmt: skip  # laid out as a table
"""What makes a value of bytes, by the name of the part that gives them."""


def _uncopied(part: g.Made) -> g.Made:
    """Bytes of which a text is made, which need no copy before."""
    match part:
        case g.UpToEnd():
            return g.PartToEnd()
        case g.RestAt():
            return g.PartToRest()
    return part


def leaf_of(value: g.Made) -> g.Made:
    """What takes something from the stream, below all that is made of it."""
    inner = _INNER.get(type(value))
    return value if inner is None else leaf_of(getattr(value, inner))


def with_leaf(value: g.Made, leaf: g.Made) -> g.Made:
    """The same value, made of something else."""
    inner = _INNER.get(type(value))
    if inner is None:
        return leaf
    below = with_leaf(getattr(value, inner), leaf)
    if isinstance(value, g.DecodeText):
        return g.DecodeAt(_uncopied(below), value.encoding, value.field, POS)
    if isinstance(value, g.Copied):
        return below
    return replace(value, **{inner: below})


def text_at(stored: g.Made, encoding: str, field: str, at: g.Made = POS) -> g.DecodeAt:
    """The text that bytes are."""
    kind = g.DigitsAt if is_base256(encoding) else g.DecodeAt
    return kind(stored, encoding, field, at)


def is_plain(until: g.Until) -> bool:
    """Whether bytes end at one byte, which is passed over."""
    plain = until.consume and not until.include and until.limit is None
    return plain and type(until) is g.Until and len(until.terminator) == 1
