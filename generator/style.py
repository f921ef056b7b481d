"""Stage 4: the names that Kaitai's style guide asks for, as warnings."""

from __future__ import annotations

from collections.abc import Iterator

from quire.generator import syntax
from quire.generator.diagnostics import Problems
from quire.generator.expr_tree import Expr, Name, children


def check_style(written: syntax.Type, problems: Problems) -> None:
    """Warn of a field that is only the size or the count of another, and not named so."""
    members = {member.id: member for member in (*written.seq, *written.instances)}
    wanted: dict[str, set[str]] = {}
    others: set[str] = set()
    for field in members.values():
        for expr, prefix in _roles(field):
            if isinstance(expr, Name) and prefix:
                wanted.setdefault(expr.id, set()).add(prefix + field.id)
            else:
                others |= set(_names(expr))
    for name, better in wanted.items():
        if name in members and name not in others and len(better) == 1 and name not in better:
            message = f"`{name}` is only used as that; the style guide calls it `{min(better)}`"
            problems.warning("Q208", message, members[name].given.get("id", members[name].span))


def _roles(field: syntax.Field) -> Iterator[tuple[Expr, str]]:
    """The expressions of a field, and what it should be called that one of them names alone."""
    if field.size is not None:
        yield field.size, "len_"
    if field.repeat_expr is not None:
        yield field.repeat_expr, "num_"
    valid = field.valid or syntax.Valid()
    process = field.process.args if field.process is not None else ()
    plain = (field.repeat_until, field.condition, field.pos, field.io, field.value, field.parent)
    rules = (valid.eq, valid.min, valid.max, valid.expr, *(valid.any_of or ()), *process)
    refs = field.type.cases if isinstance(field.type, syntax.Switch) else ((None, field.type),)
    switch = (field.type.on,) if isinstance(field.type, syntax.Switch) else ()
    args = (arg for _, ref in refs if ref is not None for arg in ref.args)
    for expr in (*plain, *rules, *switch, *args, *(key for key, _ in refs)):
        if expr is not None:
            yield expr, ""


def _names(expr: Expr) -> Iterator[str]:
    if isinstance(expr, Name):
        yield expr.id
    for part in children(expr):
        yield from _names(part)
