"""Fields that stand side by side, made at once: by a function that is made as source."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from quire.runtime import structure as s
from quire.runtime.structure.expressions import names_in
from quire.testing.choices import LARGEST
from quire.testing.making.contents import is_plain
from quire.testing.making.context import TypeContext
from quire.testing.making.run_source import TOLD, Part, late_of, order_of, run
from quire.testing.making.steps import Ways, tried
from quire.testing.plan.deciding import exprs_of
from quire.testing.stored.scalars import CODES


def steps_of(owner: TypeContext, alone: Callable[[s.Field], Ways]) -> Iterator[Ways]:
    """What makes the fields of records of a type: one by one, or many at once.

    Args:
        owner: The type.
        alone: Gives what makes one field.
    """
    parts: list[Part] = []
    for part in _parts(owner):
        if not _goes_with(owner, parts, part):
            yield from _made(owner, parts, alone)
            parts = []
        if _goes_with(owner, parts, part):
            parts.append(part)
        else:
            yield from map(alone, part[1])
    yield from _made(owner, parts, alone)


def _made(
    owner: TypeContext, parts: list[Part], alone: Callable[[s.Field], Ways]
) -> Iterator[Ways]:
    each = [alone(field) for _, fields in parts for field in fields]
    if len(each) < 2:
        yield from each
    else:
        step = run(owner, parts, each)
        has_several_ways = any(once is not careful for once, careful in each)
        yield step, tried(step) if has_several_ways else step


# -- which fields are made at once ---------------------------------------------------------------


def _parts(owner: TypeContext) -> Iterator[Part]:
    """The fields, in their order; those that are made alone are called ""."""
    bits: list[s.Field] = []
    for field in owner.type.fields:
        if not isinstance(field.stored, s.Bits):
            yield from _whole(owner, bits)
            bits = []
            yield _code(owner, field), [field]
        else:
            bits.append(field)
    yield from _whole(owner, bits)


def _whole(owner: TypeContext, fields: list[s.Field]) -> Iterator[Part]:
    """Bits side by side: together, if they are whole bytes of one order."""
    stored = [field.stored for field in fields if isinstance(field.stored, s.Bits)]
    width = sum(each.width for each in stored)
    is_one = len({each.endian for each in stored}) == 1 and width % 8 == 0
    is_one = is_one and owner.sums.spans.isdisjoint(field.id for field in fields)
    if is_one and all(_is_plain(owner, field) for field in fields):
        yield f"{width // 8}s", fields
    else:
        yield from (("", [field]) for field in fields)


def _code(owner: TypeContext, field: s.Field) -> str:
    """What `struct` calls a field; "" if it is made alone."""
    if not _is_plain(owner, field):
        return ""
    stored = field.stored
    if field.contents is not None:
        return f"{len(field.contents)}s"
    if isinstance(stored, s.Bytes | s.Text):
        return _code_of_bytes(owner, field, stored.extent)
    return CODES.get((stored.kind, stored.size), "") if isinstance(stored, s.Number) else ""


def _code_of_bytes(owner: TypeContext, field: s.Field, extent: s.Extent) -> str:
    size = extent.size
    if not is_plain(field, extent) or size is None or _asks_stream(owner, size):
        return ""
    return TOLD if not isinstance(size, int) else f"{size}s" if 0 <= size <= LARGEST else ""


def _is_plain(owner: TypeContext, field: s.Field) -> bool:
    """Whether a field is always there, and nothing is asked where it is made."""
    return (
        field.repeat is None
        and field.condition is None
        and field.id not in owner.maker.mined.told_from_afar
        and not any(_asks_stream(owner, expr) for expr in _said(owner, field))
    )


def _said(owner: TypeContext, field: s.Field) -> Iterator[s.Expr | None]:
    """What decides about the value of a field."""
    yield field.usual
    yield field.default
    for rule in field.valid:
        yield from rule.args
    if owner.computed_rules.after(field.id) is not None:
        yield from (expr for each in owner.type.instances if each.valid for expr in exprs_of(each))


def _goes_with(owner: TypeContext, parts: list[Part], part: Part) -> bool:
    """Whether some fields are made at once with those before them."""
    code, (field, *_) = part
    if not code or order_of([*parts, part]) is None:
        return False
    if code != TOLD:
        return owner.telling.teller(field.id, s.Length) is None
    late_ones = {each.id for each in owner.type.fields if late_of(owner, each)}
    tellers = owner.telling.tellers(field.id)
    if tellers is None or late_ones.isdisjoint(tellers):
        return tellers is not None
    teller = owner.telling.plain_teller(field.id)
    others = [owner.telling.plain_teller(each.id) for told, (each, *_) in parts if told == TOLD]
    return teller not in others and any(teller == each.id for _, (each, *_) in parts)


def _asks_stream(owner: TypeContext, expr: s.Expr | None) -> bool:
    """Whether an expression depends on where the stream is, through what is computed too."""
    values = {each.id: each.value for each in owner.type.instances}
    names, pending = set[str](), [expr]
    while pending:
        new = {path[0] for path in names_in(pending.pop())} - names
        names |= new
        pending += [values[name] for name in new if name in values]
    return "_io" in names
