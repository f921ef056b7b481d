"""Expressions of every kind, with their values, over the values that `every_place` gives.

Each begins and ends with a name: what stands around a place tears at the ends of an expression.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st

from tests.generator.every_place import LONG

N, M, F, S, RAW, LIST, LARGE = 12, -3, 2.5, "7x1", b"\x05\x01\x09", [3, 1, 2], 300

_LONG_CHOICE = f"${LONG} > 299 ? ${LONG} * 2 + $n : ${LONG} / 3 - $m"
_DEEP = "($n + " * 30 + "$m" + ")" * 30

INTS: dict[str, Any] = {
    "$n": N,
    "-$n": -N,
    "+$n": N,
    "~$n": ~N,
    "$n + $m": N + M,
    "$n - $m": N - M,
    "$n * $m": N * M,
    "$n / $m": N // M,
    "$n % $m": N % M,
    "$n & $m": N & M,
    "$n | $m": N | M,
    "$n ^ $m": N ^ M,
    "$n << 2": N << 2,
    "$n << $n": N << N,
    "$n >> $n % 5": N >> (N % 5),
    "$b ? $n : $m": N,
    "$c ? $n : $b ? $m : $n": M,
    "($b ? $c : $b) ? $n : $m": M,
    "$n == $m ? $n : $n - $m": N - M,
    "-1 - $n": -1 - N,
    "$n * -1": -N,
    "$n | 0x10": N | 0x10,
    "0b1 | $n": 1 | N,
    "$b.to_i": 1,
    "($n > $m).to_i": 1,
    "$f.to_i": 2,
    "($f + $n).to_i": 14,
    "$s.substring(0, 1).to_i": 7,
    "$s.substring(0, 1).to_i($n)": 7,
    "$k.to_i": 2,
    "$s.length": 3,
    "($s + $s).length": 6,
    "$raw.size": 3,
    "$list.size": 3,
    "$list.first": 3,
    "$list.last": 2,
    "$raw.min": 1,
    "$list.max": 3,
    "$list[$n - 12]": 3,
    "($b ? $list : $list)[1]": 1,
    "$raw.index_of($n - 3)": 2,
    "$io.size": 29,
    "$io.pos": 29,
    "$r.class + $r.self": 14,
    "$rs[$r.class - 5].not_": 7,
    "($n.as<u4> + $m).as<u8> * $m": -27,
    _LONG_CHOICE: LARGE * 2 + N,
    _DEEP: N * 30 + M,
}

BOOLS: dict[str, Any] = {
    "$b": True,
    "not $b": False,
    "not not $b": True,
    "not ($b and $c)": True,
    "not $n == 12": False,
    "$n == $m": False,
    "$n != $m": True,
    "$n < $m": False,
    "$n <= $m": False,
    "$n > $m": True,
    "$n >= $m": True,
    "($n == $m) == $b": False,
    "$b == ($n == $m)": False,
    "$b and $c": False,
    "$b or $c": True,
    "$c and $c or $b": True,
    "$c and ($c or $b)": False,
    "$b or $c and $c": True,
    "$n == 12 or $n == 3": True,
    "$c or $n == 2 or $n == 3 or $b": True,
    "$n & 4 == 4": True,
    "$b ? $c : $b": False,
    "($b ? $c : $b) == $c": True,
    "$io.eof": True,
    '$s == "7x1"': True,
    "$k == kind::class": False,
    f"${LONG} > 3 and ${LONG} < 999 or ${LONG} == 1000 and ${LONG} != 3 and not $b": True,
}

_QUOTES = r'"\"\\\"{}%s\n" + $s'

STRINGS: dict[str, Any] = {
    "$s": S,
    "$s + $s": S + S,
    "$b ? $s : $n.to_s": S,
    "$n.to_s": "12",
    "(-$n).to_s": "-12",
    'f"<{$n}>{$s}"': "<12>7x1",
    'f"{$n - 1}\'\\"\\\\{f"{$s}"}"': "11'\"\\7x1",
    _QUOTES: '"\\"{}%s\n7x1',
    "$s + 'it''s' '\\'": S + "its\\",
    '$raw.to_s("ASCII")': "\x05\x01\t",
    "$s.reverse": "1x7",
    "($s + $s).substring($n - 11, 3)": "x1",
    f"${LONG} > 299 ? $s + ${LONG}.to_s + $s + $s : $s + $s + ${LONG}.to_s": "7x13007x17x1",
}

BYTES: dict[str, Any] = {
    "$raw": RAW,
    "[$n, 255].as<bytes>": b"\x0c\xff",
    "[].as<bytes> == $raw ? $raw : $raw": RAW,
    '$s.to_b("ASCII")': b"7x1",
    '($s + $s).to_b("ASCII")': b"7x17x1",
    "$b ? $raw : [34, 39, 92]": RAW,
}

LISTS: dict[str, Any] = {
    "$list": LIST,
    "[$n, $m]": [N, M],
    "[$b ? $n : $m]": [N],
    "$b ? $list : [$n, $m]": LIST,
}

FLOATS: dict[str, Any] = {
    "$f": F,
    "-$f": -F,
    "$f / $n": F / N,
    "$n / $f": N / F,
    "$f - $n": F - N,
    "1e3 * $f": 2500.0,
    "$b ? $f : .5": F,
    "$f % $n": F % N,
}

OWN_INTS: dict[str, Any] = {
    "$list.sum": 6,
    "$list.product": 6,
    "$list.sort.first": 1,
    "$list.map(-_).sort[1]": -2,
    "$list.sort == $list.sort.map(_) and $list != $list.sort ? 5 : 6": 5,
    "$list == $list.slice(0, 2) ? 5 : 6": 6,
    "$list.sort == [1, 2, 3].as<u1[]> ? 5 : 6": 5,
    "$list.map(_ * $n).sum": 72,
    "$list.map(_ % 2).distinct.size": 2,
    "$list.map(_.to_s).distinct.size - $list.map($n.to_s).distinct.size": 2,
    "$list.map(_ > 1 ? _ : $n).max": 12,
    "$list.map(_ + $n).size": 3,
    "$list.map($list.map(_ + $n).sum - _).last": 40,
    "$list.slice($n - 12, 2).size": 2,
    "$list.map($b ? _ : $n)[1]": 1,
    "$list.where(_ < 3).map(_ + $n).sum": 27,
    "$list.where(_ < 3 or $b).first": 3,
    "$list.where(_ * $n > 12).where(_ < 3).first": 2,
}

OWN_LISTS: dict[str, Any] = {
    "$list.sort": [1, 2, 3],
    "$list.where(_ > 1).sort.reverse": [3, 2],
    "$list.map(_ / 2).distinct.reverse": [0, 1],
    "$list.map(_ + $n)": [15, 13, 14],
    "$list.slice($n - 12, 2)": [3, 1],
    "$b ? $list.map(_ - $n) : $list": [-9, -11, -10],
    "$list.where(_ > 1)": [3, 2],
    "$list.where($b ? _ > 1 : false)": [3, 2],
}

OTHERS: dict[str, tuple[str, ...]] = {
    "int": ("$unknown.member.other.as<u4>", "$unknown.member.as<u4> - $n"),
    "stream": ("$io", "$r._io", "$b ? $io : $r._io"),
    "record": ("$r", "$rs[$n - 12]", "$b ? $r : $rs.last"),
    "enum": ("$k", "$b ? $k : kind::class", "$b ? kind::one : $k", "kind::class"),
    "texts": ("$texts", '["p", $s]', "$texts.map(_ + $s)", "$b ? $texts : [$s]"),
    "any": ("$unknown", "$unknown.member", "$unknown.member[$n].other"),
}
"""Expressions whose values are no plain data, or are not looked at."""

TABLES: dict[str, dict[str, Any]] = {
    "int": INTS, "bool": BOOLS, "str": STRINGS, "bytes": BYTES, "list": LISTS, "float": FLOATS,
}  # fmt: skip  # laid out as a table
OWN_TABLES = {"int": OWN_INTS, "list": OWN_LISTS}

LOOKS = {
    "inti": ("$index", "$n - $index", "$index == 1 ? $n : $index"),
    "bool_": ("$item > $n", "$n < 3 or $item == $n", "$b ? $item == 3 : $c", "$item - $n == $item"),
    "booli": ("$index == $n", "$n + $index > 3", "$b ? $index == 1 : $c"),
}
"""Expressions that look at `_` and `_index`."""


LOOSEST = {
    "int": "$c ? $n : $b ? $m : $n",
    "bool": "$b ? $c : $b",
    "str": "$b ? $s : $n.to_s + $s",
    "bytes": "$b ? $raw : [34, 39, 92]",
    "list": "$b ? $list : [$n, $m]",
    "float": "$b ? $f : 0 - $f",
    "stream": "$b ? $io : $r._io",
    "record": "$b ? $r : $rs.last",
    "enum": "$b ? $k : $k",
    "texts": "$b ? $texts : [$s]",
    "any": "$unknown.member[$n].other",
}
"""Of each type, what binds as loose as can be."""


def expressions(kind: str, names: str) -> tuple[str, ...]:
    """All kinds of expression for a place, by its type and what it may name."""
    found = tuple(TABLES.get(kind, ()))
    if "t" not in names:
        found += OTHERS.get(kind, ())
        found += tuple(OWN_TABLES.get(kind, ())) if "o" in names else ()
    for looked in set("_i").intersection(names):
        found += LOOKS.get(kind + looked, ())
    return found


VALUES_OF = {
    text: value
    for table in (*TABLES.values(), *OWN_TABLES.values())
    for text, value in table.items()
}
"""What the expressions of the tables are."""


_EVERY_INT = """\
$n | -1 ^ 2 & ~3 + (4 << 5 >> 1) * +6 / 7 % 8 - ($n << $n) + (1 < 2).to_i + ($f / 2).to_i
+ "7".to_i + "7".to_i(8) + ("4" + 2.to_s + f"{1}").to_i + kind::one.to_i
+ "abc".substring(0, 2).reverse.length + [300].size + [1, 2].first + [300, 1].last + [300].min
+ [300].max + [300][0] + [1, 2].index_of(2) + $io.size - $io.pos + ($io.eof ? 1 : 2)
+ [$n].as<bytes>.size + [65].to_s("ASCII").length + "x".to_b("UTF-8").length
+ (1 <= 2 and 2 >= 1 or not (1 > 2) and 1 != 2 or $n == 1 or $n == 3 ? 1 : $m)
"""
_EVERY_OWN_INT = (
    f"[300, 1].map(_ + $n).sum + [300, 2].product + [300].slice(0, 1).size + [300, 0].sort.first"
    f" + ([300] == [300, 1] ? 1 : 0) - {_EVERY_INT}"
)
_EVERY = {
    "int": "{}",
    "bool": "$b and {} > $n or not $c",
    "str": "({}).to_s + $s",
    "bytes": "$n == {} ? $raw : $raw",
    "list": "[$m, {}, $n]",
    "float": "$f * 2 + ({}) / $f",
    "stream": "{} == $n ? $io : $r._io",
    "record": "{} == $n ? $r : $rs.last",
    "enum": "{} == $n ? $k : kind::one",
    "texts": "[$s, ({}).to_s]",
    "any": "$unknown.member[{}].other",
}


def every(kind: str, names: str) -> str:
    """An expression of all operators for a place."""
    own = "o" in names and "t" not in names
    return _EVERY[kind].format(" ".join((_EVERY_OWN_INT if own else _EVERY_INT).split()))


def _every_int() -> int:
    """The same in Python, where names are their values."""
    return (
        N | -1 ^ 2 & ~3 + (4 << 5 >> 1) * +6 // 7 % 8 - (N << N) + 1 + 1
        + 7 + 7 + 421 + 1
        + 2 + 1 + 1 + 1 + 300
        + 300 + 300 + 1 + 29 - 29 + 1
        + 1 + 1 + 1
        + 1
    )  # fmt: skip  # laid out as the expression is


def _every_own_int() -> int:
    return (
        325 + 600 + 1 - N | -1 ^ 2 & ~3 + (4 << 5 >> 1) * +6 // 7 % 8 - (N << N) + 1 + 1
        + 7 + 7 + 421 + 1
        + 2 + 1 + 1 + 1 + 300
        + 300 + 300 + 1 + 29 - 29 + 1
        + 1 + 1 + 1
        + 1
    )  # fmt: skip  # laid out as the expression is


VALUES_OF |= {
    every("int", ""): _every_int(),
    every("int", "o"): _every_own_int(),
    every("str", ""): f"{_every_int()}7x1",
    every("bool", ""): True,
    every("list", ""): [M, _every_int(), N],
    every("float", ""): F * 2 + _every_int() / F,
}

# -- expressions nobody thought of ----------------------------------------------------------------

(CHOICE, OR, AND, NOT, COMPARE, BIT_OR, BIT_XOR, BIT_AND, SHIFT, SUM, PRODUCT, SIGN, ATOM) = range(
    13
)


@dataclass(frozen=True)
class Term:
    """An expression, how tight its outermost operator binds in specs, and its value."""

    text: str
    level: int
    value: Any

    def beside(self, level: int) -> str:
        """The same as an operand of an operator."""
        return f"({self.text})" if self.level < level else self.text


Terms = st.SearchStrategy[Term]

_ON_INTS: dict[str, tuple[int, Callable[[int, int], Any]]] = {
    "|": (BIT_OR, operator.or_),
    "^": (BIT_XOR, operator.xor),
    "&": (BIT_AND, operator.and_),
    "+": (SUM, operator.add),
    "-": (SUM, operator.sub),
    "*": (PRODUCT, operator.mul),
    "/": (PRODUCT, operator.floordiv),
    "%": (PRODUCT, operator.mod),
}
_COMPARISONS: dict[str, Callable[[int, int], bool]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


def _infix(word: str, level: int, left: Term, right: Term, value: Any) -> Term:
    """An operator between two operands; those of comparisons do not chain."""
    least = level + 1 if level == COMPARE else level
    return Term(f"{left.beside(least)} {word} {right.beside(level + 1)}", level, value)


@st.composite
def choices(draw: st.DrawFn, values: Terms, depth: int) -> Term:
    """One value or another."""
    condition, then, otherwise = draw(bools(depth)), draw(values), draw(values)
    text = f"{condition.beside(OR)} ? {then.text} : {otherwise.text}"
    return Term(text, CHOICE, then.value if condition.value else otherwise.value)


@st.composite
def ints(draw: st.DrawFn, depth: int = 3) -> Term:
    """Integers."""
    if depth == 0:
        leaf = draw(st.sampled_from(["$n", "$m", "7", "0x1F", f"${LONG}"]))
        known = {"$n": N, "$m": M, "7": 7, "0x1F": 31, f"${LONG}": LARGE}
        return Term(leaf, ATOM, known[leaf])
    below = ints(depth - 1)
    form = draw(st.sampled_from(["infix", "infix", "shift", "sign", "choice", "call", "item"]))
    if form == "choice":
        return draw(choices(below, depth - 1))
    first = draw(below)
    if form == "infix":
        word = draw(st.sampled_from(sorted(_ON_INTS)))
        level, apply = _ON_INTS[word]
        second = draw(below)
        if word in "/%" and second.value == 0:
            return first
        return _infix(word, level, first, second, apply(first.value, second.value))
    if form == "shift":
        by = draw(st.integers(0, 5))
        if draw(st.booleans()):
            return _infix("<<", SHIFT, first, Term(str(by), ATOM, by), first.value << by)
        count = Term(f"$n / $n * {by}", PRODUCT, by)
        return _infix(">>", SHIFT, first, count, first.value >> by)
    if form == "sign":
        word = draw(st.sampled_from("-+~"))
        value = {"-": -first.value, "+": first.value, "~": ~first.value}[word]
        return Term(f"{word}{first.beside(SIGN)}", SIGN, value)
    if form == "call":
        flag = draw(bools(depth - 1))
        called = Term(f"{flag.beside(ATOM)}.to_i", ATOM, int(flag.value))
        return _infix("+", SUM, called, first, called.value + first.value)
    return Term(f"[$n, {first.text}, $m][$n - 11]", ATOM, first.value)


@st.composite
def bools(draw: st.DrawFn, depth: int = 3) -> Term:
    """Booleans."""
    if depth == 0:
        leaf = draw(st.sampled_from(["$b", "$c"]))
        return Term(leaf, ATOM, leaf == "$b")
    below = bools(depth - 1)
    form = draw(st.sampled_from(["and", "or", "not", "compare", "choice"]))
    if form == "choice":
        return draw(choices(below, depth - 1))
    if form == "compare":
        word = draw(st.sampled_from(sorted(_COMPARISONS)))
        left, right = draw(ints(depth - 1)), draw(ints(depth - 1))
        value = _COMPARISONS[word](left.value, right.value)
        return _infix(word, COMPARE, left, right, value)
    first = draw(below)
    if form == "not":
        return Term(f"not {first.beside(NOT)}", NOT, not first.value)
    second = draw(below)
    if form == "and":
        return _infix("and", AND, first, second, first.value and second.value)
    return _infix("or", OR, first, second, first.value or second.value)


@st.composite
def strings(draw: st.DrawFn, depth: int = 3) -> Term:
    """Texts, with quotes of all kinds."""
    if depth == 0:
        if draw(st.booleans()):
            return Term("$s", ATOM, S)
        text = draw(st.text("'\"\\{}%a\n\u20ac", max_size=4))
        return Term(_written(text), ATOM, text)
    below = strings(depth - 1)
    form = draw(st.sampled_from(["add", "format", "choice", "call", "to_s"]))
    if form == "choice":
        return draw(choices(below, depth - 1))
    if form == "to_s":
        number = draw(ints(depth - 1))
        return Term(f"{number.beside(ATOM)}.to_s", ATOM, str(number.value))
    first = draw(below)
    if form == "add":
        second = draw(below)
        return _infix("+", SUM, first, second, first.value + second.value)
    if form == "call":
        return Term(f"({first.text}).reverse", ATOM, first.value[::-1])
    number = draw(ints(depth - 1))
    return Term(f'f"<{{{number.text}}}>{{{first.text}}}"', ATOM, f"<{number.value}>{first.value}")


def _written(text: str) -> str:
    """A text in quotes, as specs have it."""
    for plain, escaped in (("\\", "\\\\"), ('"', '\\"'), ("\n", "\\n")):
        text = text.replace(plain, escaped)
    return f'"{text}"'


TERMS: dict[str, Terms] = {
    "int": ints(),
    "bool": bools(),
    "str": strings(),
    "bytes": strings(2).map(lambda s: Term(f'({s.text}).to_b("UTF-8")', ATOM, s.value.encode())),
    "list": st.lists(ints(2), min_size=1, max_size=3).map(
        lambda found: Term(
            f"[{', '.join(each.text for each in found)}, $n, 300]",
            ATOM,
            [*(each.value for each in found), N, 300],
        )
    ),
    "float": ints(2).map(lambda n: Term(f"$f * {n.beside(SIGN)}", PRODUCT, F * n.value)),
}
