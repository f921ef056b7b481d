"""Stage 2: the key `valid`, which fields and documents share."""

from __future__ import annotations

from quire.generator.diagnostics import Problems
from quire.generator.syntax import keys
from quire.generator.syntax.load import Mapping
from quire.generator.syntax.node_reader import NodeReader
from quire.generator.syntax.tree import Valid


def valid_key(reader: NodeReader, problems: Problems, key: str = "valid") -> Valid | None:
    """`valid`, or `-valid`, in any of its forms."""
    node = reader.node.get(key)
    if node is None:
        return None
    if not isinstance(node, Mapping):
        return Valid(eq=reader.as_expr(node))
    rules = NodeReader(node, keys.VALID, "`valid`", problems)
    families = [
        family
        for family in (("eq",), ("min", "max"), ("any-of",), ("expr",), ("in-enum",))
        if any(k in rules for k in family)
    ]
    help_text = "`min` and `max` may stand together"
    if not families:
        problems.error("Q206", "`valid` has exactly one rule", node.span, help=help_text)
    for family in families[1:]:
        other = next(name for name in family if name in rules)
        problems.error("Q206", "`valid` has exactly one rule", rules.span(other), help=help_text)
    if "in-enum" in rules and not rules.says("in-enum"):
        problems.error("Q206", "`in-enum` is `true`, or not there", rules.span("in-enum"))
    any_of = tuple(
        found for item in rules.items("any-of") if (found := rules.as_expr(item)) is not None
    )
    return Valid(
        eq=rules.expr("eq"),
        min=rules.expr("min"),
        max=rules.expr("max"),
        any_of=any_of if "any-of" in rules else None,
        expr=rules.expr("expr"),
        expr_text=" ".join(rules.text("expr").split()),  # errors have one line
        in_enum=rules.boolean("in-enum", default=False),
    )
