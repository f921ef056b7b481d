"""Line breaks: what does not fit is broken as `ruff format` breaks it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

WIDTH = 100
STEP = "    "


@dataclass(frozen=True, slots=True)
class Group:
    """Brackets: `head` ends in the opening one, `tail` begins with the closing one.

    A tuple of one keeps its comma also where it fits on a line.
    """

    head: str
    parts: tuple[Doc, ...]
    tail: str
    comma: bool = False


@dataclass(frozen=True, slots=True)
class Chain:
    """An expression and the places where it may break: before each part but the first."""

    parts: tuple[str, ...]


Doc = str | Group | Chain


def flat(doc: Doc) -> str:
    """The text on one line."""
    if isinstance(doc, str):
        return doc
    if isinstance(doc, Chain):
        return " ".join(doc.parts)
    return doc.head + ", ".join(map(flat, doc.parts)) + ("," if doc.comma else "") + doc.tail


def lines(doc: Doc, room: int, behind: int = 0) -> list[str]:
    """The text in lines that are at most `room` wide, where that can be.

    `behind` is how many characters follow on the last line.
    """
    if isinstance(doc, str) or len(flat(doc)) + behind <= room:
        return [flat(doc)]
    if isinstance(doc, Chain):
        return list(doc.parts)
    if not doc.parts:
        return [flat(doc)]
    inner = ", ".join(map(flat, doc.parts)) + ("," if doc.comma else "")
    if len(inner) <= room - 4 and _is_call(doc):
        return [doc.head, STEP + inner, doc.tail]
    broken = []
    for part in doc.parts:
        *first, last = lines(part, room - 4, behind=1)
        broken += [STEP + line for line in (*first, f"{last},")]
    return [doc.head, *broken, doc.tail]


def _is_call(doc: Group) -> bool:
    """Whether the brackets are those of a call; ruff gives each element of a tuple its own line."""
    return doc.head[-2:-1].isidentifier() or doc.head[-2:-1] in (")", "]")


def statement(head: str, doc: Doc, depth: int, tail: str = "") -> list[str]:
    """A line that ends in an expression; what breaks outside of brackets gets parentheses."""
    room = WIDTH - 4 * depth
    if isinstance(doc, Chain) and len(head + flat(doc) + tail) > room:
        if hugged := _hugged(head, doc, tail, room):
            return hugged
        fits = len(flat(doc)) <= room - 4
        parts = (flat(doc),) if fits else doc.parts
        return [f"{head}(", *(STEP + part for part in parts), f"){tail}"]
    if isinstance(doc, Group):
        return lines(Group(head + doc.head, doc.parts, doc.tail + tail, doc.comma), room)
    whole = head + flat(doc) + tail
    if len(whole) > room >= len(flat(doc)) + 4 and " " in head:
        return [f"{head}(", STEP + flat(doc), f"){tail}"]
    return [whole]


def returned(doc: Doc, depth: int) -> list[str]:
    """A `return` statement."""
    return statement("return ", doc, depth)


def _hugged(head: str, doc: Chain, tail: str, room: int) -> list[str] | None:
    """Two operands, one of which has brackets already: these are where the line breaks."""
    if len(doc.parts) != 2:
        return None
    left, right = doc.parts
    word, _, operand = right.partition(" ")
    if (inner := _inside(operand)) is not None:
        found = [f"{head}{left} {word} (", STEP + inner, f"){tail}"]
    elif (inner := _inside(left)) is not None:
        found = [f"{head}(", STEP + inner, f") {right}{tail}"]
    else:
        return None
    return found if max(map(len, found)) <= room else None


def _inside(text: str) -> str | None:
    """What stands in brackets around a whole text, or None."""
    if not text.startswith("("):
        return None
    depth = 0
    for at, char in enumerate(text):
        depth += (char == "(") - (char == ")")
        if depth == 0:
            return text[1:-1] if at == len(text) - 1 else None
    return None


def call(head: str, args: Sequence[Doc], tail: str, depth: int) -> list[str]:
    """A call (or any other brackets) as a statement."""
    return lines(Group(head, tuple(args), tail), WIDTH - 4 * depth)


def quoted(text: str) -> str:
    """A string literal, in double quotes unless single ones take fewer escapes."""
    return _in_quotes(repr(text), text.count('"'), text.count("'"))


def quoted_bytes(data: bytes) -> str:
    """A bytes literal."""
    return "b" + _in_quotes(repr(data)[1:], data.count(b'"'), data.count(b"'"))


def _in_quotes(literal: str, doubles: int, singles: int) -> str:
    """Python's own literal, in the quotes that ruff prefers."""
    body = literal[1:-1].replace("\\'", "'") if literal[0] == "'" else literal[1:-1]
    if doubles > singles:
        return "'" + body.replace("'", "\\'") + "'"
    return '"' + body.replace('"', '\\"') + '"'
