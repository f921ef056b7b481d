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
class Paren:
    """An expression in parentheses of its own."""

    inner: Doc


@dataclass(frozen=True, slots=True)
class Tail:
    """An operator (or `not`, `if`, `else`) and what stands behind it."""

    word: str
    operand: Doc


@dataclass(frozen=True, slots=True)
class Keyword:
    """An argument by its name, which breaks where its value does."""

    name: str
    value: Doc


@dataclass(frozen=True, slots=True)
class Chain:
    """An expression and the places where it may break: before each part but the first."""

    parts: tuple[Doc, ...]


Doc = str | Group | Paren | Tail | Keyword | Chain


def flat(doc: Doc) -> str:
    """The text on one line."""
    if isinstance(doc, str):
        return doc
    if isinstance(doc, Tail):
        return f"{doc.word} {flat(doc.operand)}"
    if isinstance(doc, Keyword):
        return f"{doc.name}={flat(doc.value)}"
    if isinstance(doc, Paren):
        return f"({flat(doc.inner)})"
    if isinstance(doc, Chain):
        return " ".join(map(flat, doc.parts))
    return doc.head + ", ".join(map(flat, doc.parts)) + ("," if doc.comma else "") + doc.tail


def lines(doc: Doc, room: int, behind: int = 0, ahead: int = 0) -> list[str]:
    """The text in lines that are at most `room` wide, where that can be.

    `ahead` is how many characters stand in front on the first line, `behind` how many follow on
    the last.
    """
    if isinstance(doc, str) or ahead + len(flat(doc)) + behind <= room:
        return [flat(doc)]
    if isinstance(doc, Tail):
        first, *rest = lines(doc.operand, room, behind, ahead + len(doc.word) + 1)
        return [f"{doc.word} {first}", *rest]
    if isinstance(doc, Keyword):
        first, *rest = lines(doc.value, room, behind, ahead + len(doc.name) + 1)
        return [f"{doc.name}={first}", *rest]
    if isinstance(doc, Paren):
        return ["(", *(STEP + line for line in lines(doc.inner, room - 4)), ")"]
    if isinstance(doc, Chain):
        leading, *others = doc.parts
        found = lines(leading, room, ahead=ahead)
        return [*found, *(line for part in others for line in lines(part, room))]
    if not doc.parts:
        return [flat(doc)]
    inner = ", ".join(map(flat, doc.parts)) + ("," if doc.comma else "")
    if len(inner) <= room - 4 and _is_call(doc):
        return [doc.head, STEP + inner, doc.tail]
    broken = []
    for part in doc.parts:
        *before, last = lines(part, room - 4, behind=1)
        broken += [STEP + line for line in (*before, f"{last},")]
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
        return [f"{head}(", *(STEP + line for line in lines(doc, room - 4)), f"){tail}"]
    if isinstance(doc, Tail) and len(head + flat(doc) + tail) > room:
        words, operand = _words(doc)
        if isinstance(operand, Paren):
            inner = lines(operand.inner, room - 4)
            return [f"{head}{words} (", *(STEP + line for line in inner), f"){tail}"]
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
    """Two operands, one of which has parentheses already: these are where the line breaks."""
    if len(doc.parts) != 2:
        return None
    left, right = doc.parts
    words, operand = _words(right)
    if isinstance(operand, Paren):
        start, inner, end = f"{head}{flat(left)} {words} (", operand.inner, f"){tail}"
    elif isinstance(left, Paren):
        start, inner, end = f"{head}(", left.inner, f") {flat(right)}{tail}"
    else:
        return None
    found = [start, *(STEP + line for line in lines(inner, room - 4)), end]
    return found if max(map(len, found)) <= room else None


def _words(doc: Doc) -> tuple[str, Doc]:
    """The words in front of an operand (`and not`), and the operand."""
    words = []
    while isinstance(doc, Tail):
        words.append(doc.word)
        doc = doc.operand
    return " ".join(words), doc


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
