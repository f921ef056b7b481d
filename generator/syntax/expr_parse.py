"""Stage 2, expressions: text to a tree whose nodes know their place.

Grammar and precedence are those of Kaitai's expression language; `.map`, `.sum` and
`.product` are ordinary method names here, the types decide about them.
"""

from __future__ import annotations

import math
import re
import sys
from typing import NoReturn

from quire.generator.source import Span
from quire.generator.syntax.expr_tree import (
    Binary,
    Call,
    Cast,
    EnumLabel,
    Expr,
    Index,
    Interpolated,
    ListLiteral,
    Literal,
    Member,
    Name,
    SizeOf,
    Ternary,
    TypeName,
    Unary,
    height,
)
from quire.generator.syntax.load import Scalar
from quire.generator.syntax.places import Places, places_in, shifted
from quire.runtime.frozen import Frozen
from quire.runtime.values.numbers import MAX_BITS

MAX_DEPTH = 64
"""Nesting of brackets in one expression; deeper ones are refused rather than overflow the stack."""

MAX_HEIGHT = 150
"""Height of an expression's tree: operators in a chain, members of members."""

MAX_NAMES = 1000
"""What one expression names: each name may stand for a value as large as a file."""


class ExprError(Exception):
    """A text that is no expression, with the place and what to do about it."""

    def __init__(self, message: str, span: Span, help: str = "") -> None:
        self.message = message
        self.span = span
        self.help = help
        super().__init__(message)


class Token(Frozen):
    """A word of the text: its kind, its text and where it begins."""

    kind: str
    text: str
    start: int


_TOKEN = re.compile(
    r"""
      (?P<blank> (?:\s|\\\r?\n)+ )
    | (?P<float> \d[\d_]*\.\d[\d_]*(?:[eE][-+]?\d+)? | \.\d[\d_]*(?:[eE][-+]?\d+)?
               | \d[\d_]*[eE][-+]?\d+ | \d[\d_]*\.(?![\w.]) )
    | (?P<int>   0[xX][0-9a-fA-F_]+ | 0[bB][01_]+ | 0[oO][0-7_]+ | \d[\d_]* )
    | (?P<fstr>  f" )
    | (?P<raw>   '[^']*' )
    | (?P<str>   "(?:[^"\\]|\\.)*" )
    | (?P<name>  [A-Za-z_]\w* )
    | (?P<op>    :: | << | >> | == | != | <= | >= | && | \|\| | [-+*/%~&|^<>?:.,()\[\]!] )
    """,
    re.VERBOSE | re.DOTALL | re.ASCII,
)

_IN_ANGLES = re.compile(r"(?:as|bitsizeof|sizeof)\s*<[\w:\s\[\]]*>")
"""A type in angle brackets, whose closing one is no part of an operator after it."""

_ESCAPES = {
    "a": "\a",
    "b": "\b",
    "t": "\t",
    "n": "\n",
    "v": "\v",
    "f": "\f",
    "r": "\r",
    "e": "\x1b",
}
_ESCAPES |= {"'": "'", '"': '"', "\\": "\\"}

_OR, _AND, _NOT, _COMPARE, _BIT_OR, _BIT_XOR, _BIT_AND, _SHIFT, _SUM, _PRODUCT = range(10)
_LEVELS = {
    "or": _OR, "and": _AND,
    "==": _COMPARE, "!=": _COMPARE, "<": _COMPARE, "<=": _COMPARE, ">": _COMPARE, ">=": _COMPARE,
    "|": _BIT_OR, "^": _BIT_XOR, "&": _BIT_AND, "<<": _SHIFT, ">>": _SHIFT,
    "+": _SUM, "-": _SUM, "*": _PRODUCT, "/": _PRODUCT, "%": _PRODUCT,
}  # fmt: skip  # laid out as a table
"""How tight operators bind; all of them associate to the left."""
_TOO_LARGE = f"the number has more than {MAX_BITS} bits"
_TOO_DEEP = "the expression is nested too deep"
_SLIPS = {"&&": "and", "||": "or", "!": "not"}


def parse(scalar: Scalar) -> Expr:
    """The tree of a YAML scalar's text.

    Raises:
        ExprError: the text is no expression.
    """
    return Parser(scalar.text, places_in(scalar)).whole()


class Parser:
    """A precedence parser over the tokens of one text.

    Args:
        text: What is parsed.
        place: Where so many of its characters from one on stand in the file.
        depth: How deep in brackets it stands.
    """

    def __init__(self, text: str, place: Places, depth: int = 0) -> None:
        self._text = text
        self._place = place
        self._depth = depth
        self._tokens = self._tokenize()
        self._at = 0

    def whole(self) -> Expr:
        """The expression that the text is, with nothing after it."""
        found = self._ternary()
        if self._peek().kind != "end":
            self._fail("an operator or the end of the expression")
        if height(found) > MAX_HEIGHT:
            self._raise(_TOO_DEEP, 0, 1)
        if sum(token.kind == "name" for token in self._tokens) > MAX_NAMES:
            self._raise(f"the expression has more than {MAX_NAMES} names", 0, 1)
        return found

    # -- tokens ----------------------------------------------------------------------

    def _tokenize(self) -> list[Token]:
        tokens, at, angle = [], 0, -1
        while at < len(self._text):
            if (found := _IN_ANGLES.match(self._text, at)) is not None:
                angle = found.end() - 1
            match = _TOKEN.match(self._text, at)
            if match is None:
                self._raise(f"unexpected character `{self._text[at]}`", at, 1)
            kind, text = str(match.lastgroup), match.group()
            if at == angle:
                text = ">"
            if kind == "fstr":
                text = self._fstring_text(at)
            if text in _SLIPS:
                self._raise(
                    f"unknown operator `{text}`", at, len(text), f"did you mean `{_SLIPS[text]}`?"
                )
            if kind != "blank":
                tokens.append(Token(kind, text, at))
            at += len(text)
        tokens.append(Token("end", "", len(self._text)))
        return tokens

    def _fstring_text(self, start: int, inside: int = 0) -> str:
        """The text of an f-string up to its closing quote, past expressions in braces."""
        if inside > MAX_DEPTH:
            self._raise(_TOO_DEEP, start, 1)
        at, depth = start + 2, 0
        while at < len(self._text):
            char = self._text[at]
            if depth and self._text.startswith('f"', at):
                at += len(self._fstring_text(at, inside + 1))
                continue
            if depth and char in "'\"":
                inner = _TOKEN.match(self._text, at)
                at = inner.end() if inner else len(self._text)
                continue
            if char == '"':
                return self._text[start : at + 1]
            depth = max(depth + (char == "{") - (char == "}"), 0)
            at += 2 if char == "\\" else 1
        return self._raise("the f-string has no closing quote", start, 2)

    def _raise(self, message: str, start: int, length: int, help: str = "") -> NoReturn:
        raise ExprError(message, self._place(start, length), help)

    def _fail(self, expected: str) -> NoReturn:
        token = self._peek()
        found = f"`{token.text}`" if token.text else "the end"
        self._raise(f"expected {expected}, found {found}", token.start, len(token.text))

    def _peek(self, ahead: int = 0) -> Token:
        return self._tokens[min(self._at + ahead, len(self._tokens) - 1)]

    def _next(self) -> Token:
        token = self._peek()
        self._at += 1
        return token

    def _take(self, *texts: str) -> Token | None:
        token = self._peek()
        if token.kind in ("op", "name") and token.text in texts:
            return self._next()
        return None

    def _want(self, text: str) -> Token:
        return self._take(text) or self._fail(f"`{text}`")

    def _from(self, start: Token) -> Span:
        last = self._tokens[self._at - 1]
        return self._place(start.start, last.start + len(last.text) - start.start)

    # -- precedence --------------------------------------------------------------------

    def _ternary(self) -> Expr:
        start = self._peek()
        self._depth += 1
        if self._depth > MAX_DEPTH:
            self._raise(_TOO_DEEP, start.start, 1)
        found = self._binary(_OR)
        if self._take("?"):
            then = self._ternary()
            self._want(":")
            otherwise = self._ternary()
            found = Ternary(self._from(start), found, then, otherwise)
        self._depth -= 1
        return found

    def _binary(self, least: int) -> Expr:
        """Operands joined by operators that bind at least as tight as `least`."""
        start = self._peek()
        found = self._prefix(least)
        while (level := self._level()) is not None and level >= least:
            operator = self._next()
            right = self._binary(level + 1)
            found = Binary(self._from(start), operator.text, found, right)
            if level == _COMPARE and self._level() == _COMPARE:
                help_text = "put parentheses around one of them"
                self._raise("comparisons cannot be chained", self._peek().start, 1, help_text)
        return found

    def _level(self) -> int | None:
        token = self._peek()
        return _LEVELS.get(token.text) if token.kind in ("op", "name") else None

    def _prefix(self, least: int) -> Expr:
        words = []
        while least <= _NOT and (word := self._take("not")):
            words.append(word)
        if words:
            found = self._binary(_COMPARE)
            for word in reversed(words):
                found = Unary(self._from(word), "not", found)
            return found
        signs = []
        while sign := self._take("-", "+", "~"):
            signs.append(sign)
        found = self._postfix()
        for sign in reversed(signs):
            found = Unary(self._from(sign), sign.text, found)
        return found

    def _postfix(self) -> Expr:
        start = self._peek()
        found = self._atom()
        while True:
            if self._take("["):
                at = self._ternary()
                self._want("]")
                found = Index(self._from(start), found, at)
            elif self._take("."):
                found = self._member(start, found)
            else:
                return found

    def _member(self, start: Token, of: Expr) -> Expr:
        at = self._here()
        name = self._name()
        if name == "as" and self._take("<"):
            type_name = self._type_name()
            self._want(">")
            return Cast(self._from(start), of, type_name)
        if self._take("("):
            args = self._list(")")
            return Call(self._from(start), of, name, args, at)
        return Member(self._from(start), of, name, at)

    # -- atoms ---------------------------------------------------------------------------

    def _here(self) -> Span:
        token = self._peek()
        return self._place(token.start, len(token.text))

    def _name(self) -> str:
        if self._peek().kind != "name":
            self._fail("a name")
        return self._next().text

    def _list(self, closing: str) -> tuple[Expr, ...]:
        items: list[Expr] = []
        while not self._take(closing):
            items.append(self._ternary())
            if not self._take(","):
                self._want(closing)
                break
        return tuple(items)

    def _atom(self) -> Expr:
        token = self._peek()
        if token.kind == "int":
            self._next()
            digits = token.text.replace("_", "").lower()
            if digits.isdigit() and digits[0] == "0" and digits != "0":
                self._raise("a number does not begin with 0", token.start, len(token.text))
            # Python refuses decimal texts of some thousand digits; no number is as long.
            value = int(digits, 0) if len(digits) <= MAX_BITS + 2 else 1 << MAX_BITS
            if value.bit_length() > MAX_BITS:
                self._raise(_TOO_LARGE, token.start, len(token.text))
            return Literal(self._from(token), value, digits)
        if token.kind == "float":
            self._next()
            number = float(token.text.replace("_", ""))
            if math.isinf(number):
                self._raise("the number is too large", token.start, len(token.text))
            return Literal(self._from(token), number)
        if token.kind in ("raw", "str", "fstr"):
            return self._string()
        if token.kind == "name" or token.text == "::":
            return self._word()
        if self._take("("):
            found = self._ternary()
            self._want(")")
            return found
        if self._take("["):
            items = self._list("]")
            return ListLiteral(self._from(token), items)
        return self._fail("a value")

    def _string(self) -> Expr:
        """One literal, or several side by side, which join."""
        start, parts = self._peek(), []
        while self._peek().kind in ("raw", "str", "fstr"):
            token = self._next()
            if token.kind == "fstr":
                parts += self._interpolations(token)
            elif token.kind == "raw":
                parts.append(Literal(self._from(token), token.text[1:-1]))
            else:
                parts.append(
                    Literal(self._from(token), self._unescape(token.text[1:-1], token.start + 1))
                )
        span = self._from(start)
        if all(isinstance(part, Literal) for part in parts):
            return Literal(
                span, "".join(str(part.value) for part in parts if isinstance(part, Literal))
            )
        return Interpolated(span, tuple(parts))

    def _interpolations(self, token: Token) -> list[Expr]:
        parts: list[Expr] = []
        body, at, text = token.text[2:-1], 0, ""
        while at < len(body):
            if body[at] == "{":
                parts.append(Literal(self._from(token), self._unescape(text, token.start)))
                end = self._closing_brace(body, at, token)
                inner = shifted(self._place, token.start + 2 + at + 1)
                parser = Parser(body[at + 1 : end], inner, depth=self._depth)
                parts.append(parser.whole())
                text, at = "", end + 1
            else:
                step = 2 if body[at] == "\\" else 1
                text += body[at : at + step]
                at += step
        if len(parts) > MAX_NAMES:
            self._raise(f"the text has more than {MAX_NAMES} parts", token.start, 2)
        return [*parts, Literal(self._from(token), self._unescape(text, token.start))]

    def _closing_brace(self, body: str, start: int, token: Token) -> int:
        at = start + 1
        while at < len(body) and body[at] != "}":
            inner = _TOKEN.match(body, at)
            if inner is not None and inner.lastgroup == "fstr":
                at += len(self._fstring_text(token.start + 2 + at))
            else:
                at = inner.end() if inner else at + 1
        if at >= len(body):
            self._raise("the brace is not closed", token.start + 2 + start, 1)
        return at

    def _unescape(self, text: str, start: int) -> str:
        def replace(match: re.Match[str]) -> str:
            escape = match.group(1)
            if escape[0] in "01234567" and (code := int(escape, 8)) <= sys.maxunicode:
                return chr(code)
            if escape[0] == "u" and len(escape) == 5:
                return chr(int(escape[1:], 16))
            if escape not in _ESCAPES:
                self._raise(f"unknown escape `\\{escape[:9]}`", start + match.start(), 2)
            return _ESCAPES[escape]

        return re.sub(r"\\([0-7]+|u[0-9a-fA-F]{4}|.)", replace, text, flags=re.DOTALL)

    def _word(self) -> Expr:
        start = self._peek()
        absolute = self._take("::") is not None
        if self._peek().text in ("sizeof", "bitsizeof") and self._peek(1).text == "<":
            bits = self._name() == "bitsizeof"
            self._want("<")
            type_name = self._type_name()
            self._want(">")
            return SizeOf(self._from(start), type_name, bits)
        path = [self._name()]
        while self._take("::"):
            path.append(self._name())
        span = self._from(start)
        if absolute or len(path) > 1:
            return EnumLabel(span, tuple(path), absolute)
        if path[0] in ("true", "false"):
            return Literal(span, path[0] == "true")
        return Name(span, path[0])

    def _type_name(self) -> TypeName:
        start = self._peek()
        path = [self._name()]
        while self._take("::"):
            path.append(self._name())
        arrays = 0
        while self._take("["):
            self._want("]")
            arrays += 1
        return TypeName(tuple(path), arrays, self._from(start))
