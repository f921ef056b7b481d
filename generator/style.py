"""Stage 4: the names that Kaitai's style guide asks for, as warnings."""

from __future__ import annotations

from quire.generator import syntax
from quire.generator.diagnostics import Problems
from quire.generator.expr_tree import Expr, Name
from quire.generator.primitives import TEXT


def check_style(written: syntax.Type, problems: Problems) -> None:
    """Warn of members that are the size or the count of others, and are not named so."""
    members = {member.id: member for member in syntax.members(written)}
    for field in (*written.seq, *written.instances):
        for expr, wanted in ((_size(field), "len"), (field.repeat_expr, "num")):
            if not isinstance(expr, Name) or expr.id not in members:
                continue
            better = f"{wanted}_{field.id}"
            if expr.id != better:
                member = members[expr.id]
                what = "the byte size" if wanted == "len" else "the number of elements"
                message = f"`{expr.id}` is {what} of `{field.id}`; the style guide says `{better}`"
                place = member.span if member in written.instances else member.given.get("id")
                problems.warning("Q208", message, place or member.span)


def _size(field: syntax.Field) -> Expr | None:
    """The size of bytes, or of a type of the spec."""
    plain = isinstance(field.type, syntax.TypeRef) and field.type.text not in TEXT
    return field.size if field.type is None or plain else None
