"""Stage 4: the names that Kaitai's style guide asks for, as warnings."""

from __future__ import annotations

from quire.generator.diagnostics import Problems
from quire.generator.syntax import tree as syntax
from quire.generator.syntax.expr_tree import Expr, Name
from quire.generator.syntax.primitives import TEXT


def check_style(written: syntax.Type, problems: Problems) -> None:
    """Warn of members that are the size or the count of others, and are not named so.

    One that several fields depend on is named once: no name is right for all of them.
    """
    members = {member.id: member for member in syntax.members(written)}
    found: dict[str, list[tuple[str, str]]] = {}
    for field in (*written.seq, *written.instances):
        for expr, wanted in ((_size(field), "len"), (field.repeat_expr, "num")):
            if isinstance(expr, Name) and expr.id in members:
                found.setdefault(expr.id, []).append((wanted, field.id))
    for name, uses in found.items():
        others = [(wanted, of) for wanted, of in uses if f"{wanted}_{of}" != name]
        if others:
            member, (wanted, of) = members[name], others[0]
            what = "the byte size" if wanted == "len" else "the number of elements"
            message = f"`{name}` is {what} of `{of}`; the style guide says `{wanted}_{of}`"
            help_text = (
                "several fields use it: a name for all of them is fine, too"
                if len(uses) > 1
                else ""
            )
            place = member.span if member in written.instances else member.given.get("id")
            problems.warning("Q208", message, place or member.span, help=help_text)


def _size(field: syntax.Field) -> Expr | None:
    """The size of bytes, or of a type of the spec."""
    plain = isinstance(field.type, syntax.TypeRef) and field.type.text not in TEXT
    return field.size if field.type is None or plain else None
