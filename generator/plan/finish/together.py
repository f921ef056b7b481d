"""Neighbouring fields of constant sizes, taken by position in one call: magics and texts, too."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from quire.generator.plan import operations as p
from quire.generator.plan import program as g
from quire.generator.plan.finish.context import POS, constant
from quire.generator.plan.finish.leaves import leaf_of, text_at, with_leaf
from quire.generator.plan.fuse import MAX_FIXED
from quire.generator.types import model as m
from quire.generator.types.fold import fold
from quire.runtime.frozen import Frozen, replace
from quire.runtime.values.scalars import SCALARS, fixed

PLAIN = frozenset(("ascii", "utf-8"))
"""Encodings that every Python has, so that bytes alone can be wrong."""

FEW = 2
"""Reads that are worth a call of their own together."""


class Together(Frozen):
    """Fields that are taken together.

    Attributes:
        parts: Their names and types, and what tells the ones that are wrong.
        slots: Where they go.
        behind: What is done with them then.
        reads: How many statements read them.
        number: How many statements they are.
    """

    parts: tuple[g.FixedPart, ...] = ()
    slots: tuple[g.Made, ...] = ()
    behind: g.Body = ()
    reads: int = 0
    number: int = 0

    @property
    def size(self) -> int:
        """How many bytes they take."""
        return sum(fixed(part.kind).size for part in self.parts)

    @property
    def order(self) -> str:
        """Their byte order; "" where it does not matter."""
        return next(filter(None, map(_order, self.parts)), "")

    def fits(self, parts: tuple[g.FixedPart, ...]) -> bool:
        """Whether others may follow: of the same byte order."""
        return all(_order(part) in ("", self.order or _order(part)) for part in parts)


def together(
    body: g.Body, blocks: dict[str, p.Block], needs: Callable[[object], bool]
) -> Together | None:
    """The fields of constant sizes with which a body begins; None if there are too few."""
    found = Together()
    for statement in body:
        more = _read(statement, found.size, blocks)
        if more is None:
            if not found.parts or not _is_member(statement, found.slots):
                break
            more = Together(behind=(statement,))
        elif needs(more.slots) or not found.fits(more.parts):
            break
        found = Together(
            found.parts + more.parts,
            found.slots + more.slots,
            found.behind + more.behind,
            found.reads + bool(more.parts),
            found.number + 1,
        )
        if more.parts and more.parts[-1].is_last:
            break
    return found if found.reads >= FEW else None


def _order(part: g.FixedPart) -> str:
    scalar = SCALARS.get(part.kind)
    return scalar.order if scalar is not None and scalar.size > 1 else ""


def _read(of: g.Statement, offset: int, blocks: dict[str, p.Block]) -> Together | None:
    """What a statement reads from an offset on, if its size is constant."""
    if isinstance(of, g.ReadBlock):
        fields = blocks[of.name].fields
        return Together(tuple(g.FixedPart(each.name, each.kind) for each in fields), of.slots)
    if not isinstance(of, g.Assign) or not isinstance(of.to, g.Slot):
        return None
    match leaf_of(of.value):
        case g.ReadNumber(scalar=scalar, field=field) as number:
            behind = () if of.value is number else (_made(of, of.to, offset),)
            return Together((g.FixedPart(field, scalar),), (of.to,), behind)
        case g.ReadContents(value=value, field=field, place=place) if _is_few(len(value)):
            part = g.FixedPart(field, f"{len(value)}s", value, place)
            stored = _stored(of.to)
            same = g.SameTaken(of.to, stored, value, field, place, _at(offset))
            return Together((part,), (stored,), (same,))
        case g.ReadText(size=told, encoding=encoding, field=field) if size := _size(told):
            part = g.FixedPart(field, f"{size}s", encoding=encoding)
            stored = _stored(of.to)
            text: g.Value = g.DecodeTaken(stored, "" if encoding == "utf-8" else encoding)
            if encoding not in PLAIN:
                text = text_at(stored, encoding, field, _at(offset))
            return Together((part,), (stored,), (replace(of, value=text),))
        case (g.TakeBytes(size=told, limit=None) | g.Take(size=told, limit=None)) as taken if (
            size := _size(told)
        ):
            is_plain = of.value in (taken, g.Copied(taken))
            part = g.FixedPart(
                taken.field,
                f"{size}s",
                encoding=None if is_plain else "",
                is_last=isinstance(of.value, g.DecodeText),
            )
            if is_plain:
                return Together((part,), (of.to,))
            stored = _stored(of.to)
            return Together((part,), (stored,), (_made(of, stored, offset),))
    return None


def _size(told: g.Made) -> int:
    """A size that is constant; 0 for others."""
    size = fold(told) if isinstance(told, m.Expr) else None
    return size if size is not None and _is_few(size) else 0


def _is_few(size: int) -> bool:
    return 0 < size <= MAX_FIXED


def _stored(slot: g.Slot) -> m.Expr:
    """Where bytes wait to be looked at."""
    return g.variable(f"stored_{slot.name}")


def _at(offset: int) -> m.Expr:
    return m.Op(m.INT, g.NOWHERE, "add", (POS, constant(offset))) if offset else POS


def _made(of: g.Assign, stored: g.Made, offset: int) -> g.Assign:
    """What is made of a value that was taken."""
    value = with_leaf(of.value, stored)
    if isinstance(value, g.DecodeAt):
        value = replace(value, at=_at(offset))
    return replace(of, value=value)


def _is_member(of: g.Statement, taken: tuple[g.Made, ...]) -> bool:
    """Whether a number that was taken becomes the member of an enum."""
    return (
        isinstance(of, g.Assign)
        and of.to in taken
        and isinstance(of.value, g.Member)
        and of.value.value == of.to
    )


def statements(found: Together, name: str, of: g.ClassOf) -> Iterator[g.Statement]:
    """How they are read."""
    yield g.ReachBlock(name, found.size)
    yield g.TakeBlock(of, name, found.slots)
    yield from found.behind
    yield g.Advance()
