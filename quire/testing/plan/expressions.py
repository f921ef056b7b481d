"""Expressions of a plan as functions of what was decided so far."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from types import MappingProxyType
from typing import Any, Protocol, TypeAlias, TypeVar

from quire.runtime.structure.expressions import Expr, Written, names_in
from quire.runtime.structure.tree import Spec

T = TypeVar("T")

Function: TypeAlias = "Callable[[Frame], Any]"


class Unknown(Exception):  # no error of a file: it is not decided yet
    """What an expression needs is not decided yet, or nobody can tell."""


_NOT_COMPUTED = (Unknown, TypeError, ValueError, LookupError, ArithmeticError)


class Hole(Protocol):
    """A number that is not known yet."""

    at: int
    """Where it stands in its stream."""
    never: frozenset[int]
    """What it is not."""

    @property
    def is_waiting(self) -> bool:
        """Whether nobody may ask now."""

    def choose(self) -> Any:
        """Decide what it is."""

    def settled(self) -> Any:
        """What it is once its record is there."""

    def asked(self) -> AbstractContextManager[None]:
        """While something is found out that may depend on the number itself."""

    def fill(self, value: Any) -> Any:
        """Write it where it stands; it is known now."""


_NOTHING: Mapping[str, Any] = MappingProxyType({})


class Frame(dict[str, Any]):
    """What was decided of one record: the values of its fields, and the words that lead elsewhere.

    A record is a frame, an enum member its number. What few of them have is of the class: they are
    begun quickly.

    Attributes:
        computed: The values of its type that are computed, by name.
        holes: The numbers that are not known yet.
        spans: From where to where its fields stand in the stream.
        endian: The byte order of its numbers, where that is chosen.
        depth: How many records are around it.
        wanted: The values that fields have to have, since something looks for a record with them.
        like: The record of a file that it is made like; None if no file is followed.
        of_next: Those of the record that is made next in this one.
        remembered: How many of its values are computed ones that were kept.
    """

    __slots__ = ("__dict__",)

    computed: Mapping[str, Function] = _NOTHING
    holes: dict[str, Hole] = {}  # noqa: RUF012  # of one that is no record, which has none
    spans: dict[str, tuple[int, int]] = {}  # noqa: RUF012  # the same
    endian = ""
    depth = remembered = 0
    wanted: Mapping[str, Any] = _NOTHING
    of_next: Mapping[str, Any] = _NOTHING
    like: Any = None

    def __missing__(self, name: str) -> Any:
        """A value that is computed.

        Raises:
            Unknown: it is not decided yet.
        """
        if name in self.computed:
            return self.computed[name](self)
        if name in self.holes and not (hole := self.holes[name]).is_waiting:
            return hole.fill(hole.choose())  # since it is needed; what it tells of follows
        raise Unknown(name)

    def is_sentinel(self, name: str, value: int) -> bool:
        """Whether a field has the value that says that the number is elsewhere.

        One that is not known yet is never that.
        """
        if name in self.holes and name not in self and name not in self.computed:
            self.holes[name].never |= {value}
            return False
        return bool(self[name] == value)

    def forget(self) -> None:
        """Compute values anew that were kept: a value that they depend on was only tried."""
        if (stream := self.get("_io")) is not None:  # which keys of documents do not have
            stream.draw.forget()

    def __hash__(self) -> int:  # type: ignore[override]  # records are themselves
        return id(self)


def frames_of(computed: Mapping[str, Function]) -> type[Frame]:
    """The class of the records of a type; `holes`, `spans` and `depth` are set when one begins.

    Args:
        computed: The values that are computed.
    """
    return type("Record", (Frame,), {"__slots__": _OF_RECORDS, "computed": computed})


_OF_RECORDS = ("depth", "holes", "spans")

SENTINELS = frozenset([0xFF, 0xFFFF, 0xFFFFFFFF, 0xFFFFFFFFFFFFFFFF])
"""What says that a number is elsewhere: all its bits are set."""


def _size(of: Any) -> int:
    """Of a stream, or of a list or bytes."""
    return int(of.size()) if callable(getattr(of, "size", None)) else len(of)


_INFIX = {
    "add": "+", "sub": "-", "mul": "*", "div": "/", "floordiv": "//", "mod": "%",
    "eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">=", "and": "and",
    "or": "or", "bit_and": "&", "bit_or": "|", "bit_xor": "^", "bit_shr": ">>",
}  # fmt: skip  # laid out as a table
_WRITTEN = {
    "list": "[{all}]", "length": "len({0})", "first": "{0}[0]", "last": "{0}[-1]",
    "item": "{0}[{1}]", "pos": "{0}.pos()", "eof": "{0}.eof()", "as<bytes>": "bytes({0})",
    "min": "min({all})", "max": "max({all})", "sum": "sum({all})",
}  # fmt: skip  # laid out as a table
_PREFIX = {"neg": "-", "plus": "+", "invert": "~", "not": "not "}
_CALLED: dict[str, Callable[..., Any]] = {
    "bit_shl": lambda value, count: value << min(count, 4096),
    "to_i": lambda value, base=10: int(value, base) if isinstance(value, str) else int(value),
    "to_s": lambda value, *code: value.decode(*code) if code else str(value),
    "to_b": lambda text, code: text.encode(code),
    "sort": sorted, "product": math.prod,
    "distinct": lambda items: [*dict.fromkeys(items)],
    "index_of": lambda data, byte: data.find(byte),
    "reverse": lambda text: text[::-1],
    "joined": b"".join,
    "last_index_of": lambda stream, data: stream.last_index_of(data),
    "has_at": lambda stream, pos, data: stream.has_at(pos, data),
    "format": lambda *parts: "".join(map(str, parts)),
    "substring": lambda text, start, end: text[start:end],
    "slice": lambda items, start, end: items[start:end],
    "size": _size,
}  # fmt: skip  # laid out as a table


class Compiler:
    """Makes functions of expressions."""

    def __init__(self, spec: Spec) -> None:
        self._members = {
            (enum.path, member.id): member.value for enum in spec.enums for member in enum.members
        }
        self._made: dict[int, tuple[Expr, Function]] = {}

    def function(self, expr: Expr) -> Function:
        """What an expression is, of a frame.

        The function raises:
            Unknown: it is not decided yet, or depends on what nobody can tell.
        """
        if id(expr) not in self._made:  # expressions that are equal may differ: `1`, `true`
            self._made[id(expr)] = expr, self._evaluated("f", expr)
        return self._made[id(expr)][1]

    def following(self, expr: Expr) -> Callable[[Frame, Any], int]:
        """A number that an expression is, of a frame and its stream."""
        found: Callable[[Frame, Any], int] = self._evaluated("f, _", expr, "int({})")
        return found

    def constants(self, exprs: Sequence[Expr]) -> list[Any] | None:
        """What expressions are that are the same of all frames; None if one of them is not."""
        if any(True for expr in exprs for _ in names_in(expr)):
            return None
        try:
            return [self.function(expr)(Frame()) for expr in exprs]
        except _NOT_COMPUTED:
            return None

    def looked_up(
        self, expr: Expr, by: Mapping[Any, T], rest: T | None
    ) -> Callable[[Frame], T | None]:
        """What an expression stands for."""
        found: Callable[[Frame], T | None] = self._evaluated(
            "f", expr, "by.get({}, rest)", {"by": by, "rest": rest}
        )
        return found

    def _evaluated(
        self, names: str, expr: Expr, within: str = "{}", known: Mapping[str, Any] = _NOTHING
    ) -> Any:
        try:
            source = self.source(expr)
        except Unknown as error:
            return _never(str(error))
        return eval(f"lambda {names}: {within.format(source)}", {**NAMES, **known})  # noqa: S307  # made here of names that are quoted

    def source(self, expr: Expr) -> str:
        """An expression in Python, of the frame `f` and of `NAMES`.

        Raises:
            Unknown: nobody can tell what it is.
        """
        if isinstance(expr, str):
            return "f" if expr == "self" else f"f[{expr!r}]"
        if not isinstance(expr, tuple):
            return repr(int(expr)) if isinstance(expr, Written) else repr(expr)
        name, *operands = expr
        if name == "text":
            return repr(operands[0])
        if name == "enum":
            return self._member(*operands)
        if name == "get":
            return f"{self.source(operands[0])}[{operands[1]!r}]"
        if name in ("eq", "ne") and operands[1] in SENTINELS and _is_field(operands[0]):
            of, field = ("self", operands[0]) if isinstance(operands[0], str) else operands[0][1:]  # type: ignore[index]  # it is a `get`
            asked = f"{self.source(of)}.is_sentinel({field!r}, {operands[1]})"
            return asked if name == "eq" else f"(not {asked})"
        if name == "or_none":
            return f"or_none(lambda: {self.source(operands[0])})"
        return _operation(str(name), [self.source(operand) for operand in operands])

    def _member(self, path: Expr, label: Expr) -> str:
        if (found := self._members.get((str(path), str(label)))) is None:
            raise Unknown(path)
        return str(found)


def _is_field(expr: Expr) -> bool:
    """Whether an expression is a field of a record, and nothing else."""
    return isinstance(expr, str) or (isinstance(expr, tuple) and expr[0] == "get")


def _operation(name: str, parts: list[str]) -> str:
    if name in ("map", "where"):
        return f"each(f, {parts[0]}, lambda f: {parts[1]}, only={name == 'where'})"
    if name == "if":
        return f"({parts[1]} if {parts[0]} else {parts[2]})"
    if name in _INFIX:
        return f"({parts[0]} {_INFIX[name]} {parts[1]})"
    if name in _PREFIX:
        return f"({_PREFIX[name]}{parts[0]})"
    if name in _WRITTEN:
        return _WRITTEN[name].format(*parts, all=", ".join(parts))
    if name in _CALLED:
        return f"call[{name!r}]({', '.join(parts)})"
    if name.startswith("as<"):
        return parts[0]  # what has another type has not the fields of that one
    raise Unknown(name)


def _each(frame: Frame, items: list[Any], of: Function, *, only: bool) -> list[Any]:
    found = []
    for item in items:
        frame["_"] = item
        value = of(frame)
        if not only:
            found.append(value)
        elif value:
            found.append(item)
    return found


def _or_none(value: Callable[[], Any]) -> Any:
    """A field, or nothing where a record does not have it."""
    try:
        return value()
    except (AttributeError, Unknown):
        return None


NAMES: Mapping[str, Any] = {"call": _CALLED, "each": _each, "or_none": _or_none}
"""What expressions in Python call."""


def _never(what: str) -> Callable[..., Any]:
    def unknown(*_: Frame) -> Any:
        raise Unknown(what)

    return unknown
