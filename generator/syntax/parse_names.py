"""Stage 2: identifiers, and types, enums and routines as a spec names them."""

from __future__ import annotations

import re

from quire.generator.diagnostics import Problems
from quire.generator.source import Span
from quire.generator.syntax.expr_parse import ExprError, Parser
from quire.generator.syntax.expr_tree import Expr, ListLiteral
from quire.generator.syntax.load import Scalar
from quire.generator.syntax.node_reader import NodeReader
from quire.generator.syntax.places import places_in, shifted
from quire.generator.syntax.tree import Process, TypeRef

_ID = re.compile(r"[a-z][a-z0-9_]*")
# Possessive: a text that does not match is not tried again and again.
_TYPE = re.compile(
    r"\s*+(?P<path>[A-Za-z_]\w*+(?:\s*+::\s*+\w++)*+)\s*+(?P<args>\(.*\))?\s*+", re.DOTALL
)
_ROUTINE = re.compile(
    r"\s*+(?P<path>[a-z][a-z0-9_]*+(?:\.[a-z][a-z0-9_]*+)*+)\s*+(?P<args>\(.*\))?\s*+", re.DOTALL
)


def identifier(node: Scalar | None, problems: Problems, place: Span | None = None) -> str:
    """The text of a name, checked; "" if it is not there. Problems are shown at its `place`."""
    if node is None:
        return ""
    if not _ID.fullmatch(node.text):
        help_text = "use a letter, then letters, digits and `_`, all in lower case"
        problems.error(
            "Q204", f"`{node.text}` is not a valid name", place or node.span, help=help_text
        )
    return node.text


def type_name(node: Scalar, problems: Problems) -> TypeRef | None:
    """A type as written, with its arguments."""
    match = _TYPE.fullmatch(node.text)
    if match is None:
        problems.error("Q301", f"`{node.text}` is not the name of a type", node.span)
        return None
    args = _arguments(node, match, problems)
    if args is None:
        return None
    return TypeRef(tuple(re.split(r"\s*::\s*", match["path"])), args, node.span)


def array_type_name(node: Scalar, problems: Problems) -> tuple[TypeRef | None, int]:
    """The type of a parameter, and how many `[]` stand after it."""
    text, arrays = node.text.strip(), 0
    while text.endswith("[]"):
        text, arrays = text[:-2], arrays + 1
    return type_name(Scalar(text, node.kind, node.span, node.exact), problems), arrays


def routine(node: Scalar, problems: Problems) -> Process | None:
    """A routine of `process`, with its arguments."""
    match = _ROUTINE.fullmatch(node.text)
    if match is None:
        problems.error(
            "Q301", f"`{node.text}` is not a routine of `process`, such as `xor(0x5a)`", node.span
        )
        return None
    args = _arguments(node, match, problems)
    return None if args is None else Process(tuple(match["path"].split(".")), args, node.span)


def _arguments(node: Scalar, match: re.Match[str], problems: Problems) -> tuple[Expr, ...] | None:
    """The expressions in parentheses; None, with the problem noted, if they make no sense."""
    written = match["args"]
    if not written:
        return ()
    if not written[1:-1].strip():
        message = f"`{node.text}` has parentheses without arguments"
        problems.error("Q301", message, node.span, help="leave them out")
        return None
    place = shifted(places_in(node), match.start("args"))
    try:
        listed = Parser(f"[{written[1:-1]}]", place).whole()
    except ExprError as error:
        problems.error("Q301", error.message, error.span, help=error.help)
        return None
    return listed.items if isinstance(listed, ListLiteral) else ()


def enum_path(reader: NodeReader) -> tuple[str, ...] | None:
    """The enum that `enum` names."""
    text = reader.text("enum")
    return tuple(re.split(r"\s*::\s*", text)) if "enum" in reader else None
