"""Expressions of a structural plan as Python that Construct evaluates."""

from __future__ import annotations

import keyword
from collections.abc import Callable

from quire.generator.targets.construct.names import Used
from quire.generator.targets.construct.tables import OF_CONTAINERS
from quire.runtime import structure as s

(
    _CHOICE, _OR, _AND, _NOT, _COMPARE, _BIT_OR, _XOR, _BIT_AND, _SHIFT, _SUM, _PRODUCT, _SIGN,
    _ATOM,
) = range(13)  # fmt: skip  # from loosest to tightest

_BINARY = {
    "or": ("or", _OR), "and": ("and", _AND),
    "eq": ("==", _COMPARE), "ne": ("!=", _COMPARE), "lt": ("<", _COMPARE),
    "le": ("<=", _COMPARE), "gt": (">", _COMPARE), "ge": (">=", _COMPARE),
    "bit_or": ("|", _BIT_OR), "bit_xor": ("^", _XOR), "bit_and": ("&", _BIT_AND),
    "bit_shl": ("<<", _SHIFT), "bit_shr": (">>", _SHIFT), "add": ("+", _SUM), "sub": ("-", _SUM),
    "mul": ("*", _PRODUCT), "div": ("/", _PRODUCT), "floordiv": ("//", _PRODUCT),
    "mod": ("%", _PRODUCT),
}  # fmt: skip  # laid out as a table
_UNARY = {"neg": ("-", _SIGN), "plus": ("+", _SIGN), "invert": ("~", _SIGN), "not": ("not ", _NOT)}

_CALLS = {
    "to_i": "int({0})", "to_s": "str({0})", "length": "len({0})", "size": "len({0})",
    "min": "min({0})", "max": "max({0})", "sum": "sum({0})", "sort": "sorted({0})",
    "distinct": "[*dict.fromkeys({0})]",
    "as<bytes>": "bytes({0})",
}  # fmt: skip  # laid out as a table
_OF_OPERANDS = {
    ("to_i", 2): "int({0}, {1})", ("to_s", 2): "{0}.decode({1})", ("to_b", 2): "{0}.encode({1})",
    ("first", 1): "{0}[0]", ("last", 1): "{0}[-1]", ("reverse", 1): "{0}[::-1]",
    ("substring", 3): "{0}[{1}:{2}]", ("slice", 3): "{0}[{1}:{2}]", ("item", 2): "{0}[{1}]",
    ("index_of", 2): "{0}.find({1})", ("pos", 1): "{0}.tell()",
}  # fmt: skip  # laid out as a table


HOLDERS = {"_parent": "_parent", "_root": "_top"}
"""Members of records that know what holds them, where a spec asks for that."""


class UnsupportedError(Exception):
    """What Construct cannot express, and why."""


def member(of: str, name: str) -> str:
    """A member of a container."""
    bare = name not in OF_CONTAINERS and not keyword.iskeyword(name)
    return f"{of}.{name}" if bare else f"{of}[{name!r}]"


class Printer:
    """Prints expressions where `this` is the context of a type.

    Args:
        used: Takes the names that the text needs.
        streams: The members of the type that are streams.
        values: The value of a member of an enum, by its path and label.
    """

    def __init__(
        self, used: Used, streams: frozenset[str], values: Callable[[str, str], str]
    ) -> None:
        self._used = used
        self._streams = streams
        self._values = values

    def param(self, expr: s.Expr) -> str:
        """What a construct is told: a constant, a path, or a function of the context."""
        if isinstance(expr, bool | int | float | bytes) or _is_text(expr):
            return self.text(expr)
        text = self.text(expr)
        if _place(expr):
            self._used["this"]
            return text
        return f"lambda this: {text}"

    def text(self, expr: s.Expr) -> str:
        """An expression of `this`, and of `obj`, the value that it is about."""
        return self._print(expr, _CHOICE)

    def operand(self, expr: s.Expr) -> str:
        """An expression in parentheses, where it needs them anywhere."""
        return self._print(expr, _SIGN)

    def _print(self, expr: s.Expr, around: int) -> str:
        text, level = self._any(expr)
        return f"({text})" if level < around else text

    def _any(self, expr: s.Expr) -> tuple[str, int]:
        if isinstance(expr, str):
            return _name(expr), _ATOM
        if not isinstance(expr, tuple):
            shown = expr.text if isinstance(expr, s.Written) else repr(expr)
            return shown, _SIGN if shown.startswith("-") else _ATOM
        name, *operands = expr
        if name in _BINARY:
            return self._binary(str(name), *operands)
        if name in _UNARY:
            symbol, level = _UNARY[str(name)]
            return symbol + self._print(operands[0], level), level
        if name == "if":
            condition, then, otherwise = operands
            shown = (
                f"{self._print(then, _OR)} if {self._print(condition, _OR)}"
                f" else {self._print(otherwise, _CHOICE)}"
            )
            return shown, _CHOICE
        return self._tight(str(name), tuple(operands)), _ATOM

    def _binary(self, name: str, left: s.Expr, right: s.Expr) -> tuple[str, int]:
        symbol, level = _BINARY[name]
        if name in ("eq", "ne"):  # labels are texts, and compared as such
            first, second = (_label(side) or side for side in (left, right))
        else:
            first, second = left, right
        before = level + (level == _COMPARE)
        return f"{self._print(first, before)} {symbol} {self._print(second, level + 1)}", level

    def _tight(self, name: str, operands: tuple[s.Expr, ...]) -> str:
        """What needs no parentheses."""
        if name == "text":
            return repr(operands[0])
        if name == "enum":
            path, label = map(str, operands)
            return f"{self._used['EnumIntegerString']}.new({self._values(path, label)}, {label!r})"
        if name == "list":
            return f"[{', '.join(map(self.text, operands))}]"
        if name == "get":
            return self._get(operands[0], str(operands[1]))
        if name == "format":
            parts = "".join("{}" for _ in operands)
            return f"{parts!r}.format({', '.join(map(self.text, operands))})"
        if name == "map":
            listed, each = operands
            return f"[{self.text(each)} for obj in {self._print(listed, _OR)}]"
        if name == "where":
            listed, test = operands
            return f"[obj for obj in {self._print(listed, _OR)} if {self._print(test, _OR)}]"
        if name == "index_of":
            return f"{self._print(operands[0], _ATOM)}.find({self.text(operands[1])})"
        return self._call(name, operands)

    def _call(self, name: str, operands: tuple[s.Expr, ...]) -> str:
        first = operands[0]
        if name == "to_i" and isinstance(first, tuple) and first[0] == "enum":
            return self._values(str(first[1]), str(first[2]))
        if name == "eof":
            return f"{self._used['at_end']}({self.text(first)})"
        if name == "size" and self._is_stream(first):
            return f"{self._used['stream_size']}({self.text(first)})"
        if name == "product":
            return f"{self._used['math']}.prod({self.text(first)})"
        if (name, len(operands)) in _OF_OPERANDS:
            others = map(self.text, operands[1:])
            return _OF_OPERANDS[name, len(operands)].format(self._print(first, _ATOM), *others)
        if name in _CALLS and len(operands) == 1:
            return _CALLS[name].format(self.text(first))
        message = f"it has nothing like `{name}`"
        raise UnsupportedError(message)

    def _get(self, of: s.Expr, name: str) -> str:
        first = self._print(of, _ATOM)
        if name in ("_parent", "_root") and not _around(of):
            return f"{first}.{HOLDERS[name]}"
        if name == "_root":
            return "this._root"
        return f"{first}._" if name == "_parent" else member(first, name)

    def _is_stream(self, expr: s.Expr) -> bool:
        if isinstance(expr, tuple):
            if expr[0] == "if":
                return self._is_stream(expr[2])
            of_list = expr[0] == "item" and expr[1] in self._streams
            return of_list or _is_own_stream(expr)
        return expr == "_io" or expr in self._streams


def _name(name: str) -> str:
    special = {"_": "obj", "_parent": "this._", "self": "this"}
    return special.get(name) or member("this", name)


def _label(expr: s.Expr) -> s.Expr | None:
    """The label of a member of an enum, as a text."""
    if isinstance(expr, tuple) and expr[0] == "enum":
        return ("text", expr[2])
    return None


def _around(expr: s.Expr) -> bool:
    """Whether it is a context: the record itself, or one around it."""
    if isinstance(expr, tuple):
        return expr[0] == "get" and expr[2] in ("_parent", "_root") and _around(expr[1])
    return expr in ("self", "_parent", "_root")


def is_around(stream: s.Expr) -> bool:
    """Whether it is the stream of the record itself, or of one around it, or one that is given."""
    if isinstance(stream, tuple):
        return stream[0] == "get" and stream[2] == "_io" and _around(stream[1])
    return True


def asks_holder(expr: s.Expr) -> bool:
    """Whether it asks a record that was read for what holds it."""
    if not isinstance(expr, tuple):
        return False
    if expr[0] == "get" and expr[2] in HOLDERS and not _around(expr[1]):
        return True
    return expr[0] not in ("text", "enum") and any(map(asks_holder, expr[1:]))


def asks_end(expr: s.Expr) -> bool:
    """Whether it asks how much there is in a stream, or whether anything is left."""
    if not isinstance(expr, tuple) or expr[0] in ("text", "enum"):
        return False
    if expr[0] == "eof" or (expr[0] == "size" and _is_own_stream(expr[1])):
        return True
    return any(map(asks_end, expr[1:]))


def _is_text(expr: s.Expr) -> bool:
    return isinstance(expr, tuple) and expr[0] == "text"


def _is_own_stream(expr: s.Expr) -> bool:
    """Whether it is the stream of a record."""
    return expr == "_io" or (isinstance(expr, tuple) and expr[0] == "get" and expr[2] == "_io")


def _place(expr: s.Expr) -> bool:
    """Whether names lead to it, and so `this` needs no function."""
    if isinstance(expr, tuple):
        return expr[0] == "get" and _place(expr[1])
    return isinstance(expr, str) and expr != "_"
