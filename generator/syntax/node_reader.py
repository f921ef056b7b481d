"""Typed access to the keys of a YAML mapping; whatever does not fit becomes a problem."""

from __future__ import annotations

from functools import lru_cache

from quire.generator.diagnostics import Problems, hint, nearest
from quire.generator.source import Span
from quire.generator.syntax.expr_parse import ExprError, parse
from quire.generator.syntax.expr_tree import Expr
from quire.generator.syntax.keys import EXTENSIONS, Place
from quire.generator.syntax.load import Mapping, Node, Scalar, Sequence

MAX_DIGITS = 1000
"""Those of an integer; no key has use for as many."""

SHOWN = 80
"""Characters of a text that are shown where it is not what was expected."""


class NodeReader:
    """The keys of one mapping, each read as what it should be.

    Args:
        node: The mapping.
        legal: The plain keys that may stand here, with the shapes of their values.
        what: What the mapping describes, for messages.
        problems: Where problems go.
        extensions: Whether quire's own keys may stand here.
    """

    def __init__(
        self,
        node: Mapping,
        legal: Place,
        what: str,
        problems: Problems,
        *,
        extensions: bool = False,
    ) -> None:
        self.node = node
        self._values = node.values
        self.problems = problems
        self._legal = legal | EXTENSIONS if extensions else legal
        self._what = what
        for key, _ in node.items:
            if key.text.startswith("-"):
                self._check_extension(key, legal, extensions=extensions)
            elif key.text not in legal:
                problems.error(
                    "Q201",
                    f"unknown key `{key.text}` in {what}",
                    key.span,
                    help=self._advice(key.text, legal, extensions=extensions),
                )

    def _advice(self, key: str, legal: Place, *, extensions: bool) -> str:
        """The legal key that one was meant to be."""
        if extensions and f"-{key}" in EXTENSIONS:
            return f"did you mean `-{key}`?"
        return hint(key, legal)

    def _check_extension(self, key: Scalar, legal: Place, *, extensions: bool) -> None:
        if key.text in EXTENSIONS and not extensions:
            self.problems.error(
                "Q201",
                f"`{key.text}` has no meaning in {self._what}",
                key.span,
                help="write it on a field of `seq` or on an instance",
            )
        elif key.text not in EXTENSIONS and extensions:
            plain, close = key.text.removeprefix("-"), _slip_of(key.text)
            advice = f"did you mean `{close}`?" if close else ""
            if plain in legal:
                advice = f"`{plain}` has no form for quire alone: write `{plain}`"
            if advice:
                message = f"`{key.text}` is not a key of quire and is ignored"
                self.problems.warning("Q202", message, key.span, help=advice)

    def __contains__(self, key: str) -> bool:
        return self._values.get(key) is not None

    def says(self, key: str) -> bool:
        """Whether a key is there, and is not `false`."""
        node = self._values.get(key)
        false = isinstance(node, Scalar) and node.kind == "bool" and node.text.lower() == "false"
        return node is not None and not false

    def title(self) -> str:
        """A title, which may be of any shape; only a text is shown."""
        node = self.node.get("title")
        return node.text if isinstance(node, Scalar) else ""

    def span(self, key: str) -> Span:
        """Where the value of a key stands."""
        node = self._values.get(key)
        return node.span if node is not None else self.node.span

    def spans(self) -> dict[str, Span]:
        """All keys, with the places of their values."""
        return {key.text: value.span for key, value in self.node.items}

    def wrong(self, node: Node, expected: str) -> None:
        """Note that a value is of the wrong kind."""
        advice = ""
        if isinstance(node, Mapping) and expected in ("a text", "an expression"):
            advice = "a `: ` in it makes a mapping of a text: put the text into quotes"
        message = f"expected {expected}, found {describe(node)}"
        self.problems.error("Q104", message, node.span, help=advice)

    def scalar(self, key: str, expected: str) -> Scalar | None:
        """A single value."""
        node = self._values.get(key)
        if node is None or isinstance(node, Scalar):
            return node
        self.wrong(node, expected)
        return None

    def text(self, key: str) -> str:
        """A text; "" if it is not there."""
        node = self.scalar(key, "a text")
        if node is not None and node.kind == "null":
            self.wrong(node, "a text")
        return node.text if node is not None else ""

    def documentation(self) -> str:
        """The documentation: `doc`, then a paragraph for each `doc-ref`."""
        references = []
        for node in self.items("doc-ref"):
            if isinstance(node, Scalar) and node.kind == "str":
                references.append(node.text)
            else:
                self.wrong(node, "a text")
        return "\n\n".join([self.text("doc"), *(f"See {text}" for text in references)]).strip()

    def boolean(self, key: str, *, default: bool) -> bool:
        """`true` or `false`, not their text."""
        node = self.scalar(key, "`true` or `false`")
        if node is None:
            return default
        if node.kind != "bool":
            self.wrong(node, "`true` or `false`")
            return default
        return node.text.lower() == "true"

    def integer(self, key: str) -> int | None:
        """An integer within the range of its shape."""
        node = self._values.get(key)
        if node is None or key not in self._legal:
            return None
        shape = self._legal[key].shape
        low, high = shape["minimum"], shape["maximum"]
        if isinstance(node, Scalar) and node.kind == "int" and len(node.text) < MAX_DIGITS:
            value = yaml_integer(node.text)
            if low <= value <= high:
                return value
        self.wrong(node, f"an integer from {low} to {high}")
        return None

    def expr(self, key: str) -> Expr | None:
        """An expression; YAML's numbers and booleans are taken by their text."""
        node = self._values.get(key)
        return None if node is None else self.as_expr(node)

    def as_expr(self, node: Node) -> Expr | None:
        """The expression that a node holds."""
        if not isinstance(node, Scalar):
            self.wrong(node, "an expression")
            return None
        try:
            return parse(node)
        except ExprError as error:
            self.problems.error("Q301", error.message, error.span, help=error.help)
            return None

    def mapping(self, key: str) -> Mapping | None:
        """A mapping."""
        node = self._values.get(key)
        if node is None or isinstance(node, Mapping):
            return node
        self.wrong(node, "a mapping")
        return None

    def items(self, key: str) -> tuple[Node, ...]:
        """A list, or a single value taken as a list of one."""
        node = self._values.get(key)
        if node is None:
            return ()
        return node.items if isinstance(node, Sequence) else (node,)

    def sequence(self, key: str) -> tuple[Node, ...]:
        """A list."""
        node = self._values.get(key)
        if node is None:
            return ()
        if isinstance(node, Sequence):
            return node.items
        self.wrong(node, "a list")
        return ()

    def choice(self, key: str, default: str) -> str:
        """One of the words of its shape."""
        node = self.scalar(key, "a word")
        if node is None or key not in self._legal:
            return default
        words: list[str] = self._legal[key].shape["enum"]
        if node.text not in words:
            self.problems.error(
                "Q203", f"`{key}` cannot be `{node.text}`", node.span, help=hint(node.text, words)
            )
            return default
        return node.text


@lru_cache(maxsize=256)
def _slip_of(key: str) -> str:
    """Quire's own key that one may be a slip of, or ""; most specs have others, and those often."""
    return nearest(key, EXTENSIONS)


def yaml_integer(text: str) -> int:
    """An integer as YAML 1.2 has it: `010` is ten, `0x10` and `0o20` are sixteen."""
    return int(text, 0) if text[:2] in ("0x", "0o") else int(text)


def describe(node: Node) -> str:
    """What a node is, for messages."""
    if isinstance(node, Mapping):
        return "a mapping"
    if isinstance(node, Sequence):
        return "a list"
    shown = node.text if len(node.text) <= SHOWN else f"{node.text[:SHOWN]}…"
    return "nothing" if node.kind == "null" else f"`{shown}`"
