"""What an expression of a plan is for a record that was read."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from typing import Any, NamedTuple

from quire.runtime.paths import attribute
from quire.runtime.reading.reader import Reader
from quire.runtime.record import Record
from quire.runtime.standing import kept, place_in
from quire.runtime.structure.expressions import Expr
from quire.runtime.structure.tree import Spec
from quire.runtime.values.numbers import shift_left

_OPERATORS: dict[str, Callable[..., Any]] = {
    "add": operator.add, "sub": operator.sub, "mul": operator.mul, "div": operator.truediv,
    "floordiv": operator.floordiv, "mod": operator.mod, "neg": operator.neg, "plus": operator.pos,
    "eq": operator.eq, "ne": operator.ne, "lt": operator.lt, "le": operator.le,
    "gt": operator.gt, "ge": operator.ge, "not": operator.not_, "invert": operator.invert,
    "bit_and": operator.and_, "bit_or": operator.or_, "bit_xor": operator.xor,
    "bit_shl": shift_left, "bit_shr": operator.rshift,
    "to_i": int, "to_s": lambda value, *code: value.decode(*code) if code else str(value),
    "to_b": lambda text, code: text.encode(code), "as<bytes>": bytes,
    "length": len, "first": lambda items: items[0], "last": lambda items: items[-1],
    "min": min, "max": max, "sum": sum, "sort": sorted, "product": math.prod,
    "distinct": lambda items: [*dict.fromkeys(items)],
    "index_of": lambda data, byte: data.find(byte),
    "reverse": lambda text: text[::-1], "item": operator.getitem,
    "list": lambda *parts: [*parts], "format": lambda *parts: "".join(map(str, parts)),
    "substring": lambda text, start, end: text[start:end],
    "slice": lambda items, start, end: items[start:end],
}  # fmt: skip  # laid out as a table


class Here(NamedTuple):
    """Where an expression is asked for.

    Attributes:
        record: Whose members its names are.
        spec: The plan that it is of.
        io: The stream of the record.
        bit: Where it stands in that stream, in bits.
        field: What is read there.
        number: The number of the element, in a repeat.
    """

    record: Any
    spec: Spec
    io: Reader
    bit: int
    field: str
    number: int | None = None


class Unknown(Exception):  # no error of a file: nobody can tell
    """An expression that cannot be told from what was read."""


def value_of(expr: Expr, here: Here) -> Any:
    """What an expression is.

    Raises:
        Unknown: it depends on the position of another stream, or on an enum of another spec.
    """
    if isinstance(expr, str):
        return _named(expr, here)
    if not isinstance(expr, tuple):
        return expr
    name, *operands = expr
    if name == "text":
        return operands[0]
    if name == "enum":
        return _member(str(operands[0]), str(operands[1]), here.spec)
    if name == "get":
        found = getattr(value_of(operands[0], here), attribute(str(operands[1])))
        return _so_far(found, here) if isinstance(found, list) else found
    if name in ("if", "and", "or"):
        return _branch(str(name), operands, here)
    args = [value_of(operand, here) for operand in operands]
    if name in ("pos", "eof", "size"):
        return _of_stream(str(name), args[0], here)
    if name not in _OPERATORS:
        raise Unknown(name)
    return _OPERATORS[str(name)](*args)


def _named(name: str, here: Here) -> Any:
    if name == "self":
        return here.record
    if name == "_io":
        return here.io
    if name == "_index":
        return here.number
    found = getattr(here.record, attribute(name))
    if name == here.field and isinstance(found, list):
        return found[: here.number]
    return _so_far(found, here) if isinstance(found, list) else found


def _so_far(values: list[Any], here: Here) -> Any:
    """A list as it was when what is asked for was read, which may be one of its elements."""
    each = here.record
    while isinstance(each, Record):
        holder: Any = each._holder
        if isinstance(holder, Record):
            name, index = place_in(holder, each)
            if index is not None and kept(holder, name) is values:
                return values[:index]
        each = holder
    return values


def _branch(name: str, operands: list[Expr], here: Here) -> Any:
    """What is only asked for as far as it has to be."""
    first = value_of(operands[0], here)
    if name == "if":
        return value_of(operands[1 if first else 2], here)
    return first if bool(first) == (name == "or") else value_of(operands[1], here)


def _of_stream(name: str, of: Any, here: Here) -> Any:
    """The size of something, or where a stream stood when the field was read."""
    if not isinstance(of, Reader):
        return len(of)
    if name == "size":
        return of.size()
    if of is not here.io:
        raise Unknown(name)
    return -(-here.bit // 8) if name == "pos" else here.bit >= of.size() * 8


def _member(path: str, label: str, spec: Spec) -> int:
    try:
        members = spec.enum(path).members
    except KeyError as error:  # of another spec
        raise Unknown(path) from error
    return next(member.value for member in members if member.id == label)
