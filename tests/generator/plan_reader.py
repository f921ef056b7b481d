"""A reader that knows nothing but structural plans: what they leave out, it cannot read."""

from __future__ import annotations

import json
import keyword
import operator
import zlib
from collections.abc import Callable
from typing import Any, Self

import numpy as np

from quire.runtime import structure as s

_OPERATORS: dict[str, Callable[..., Any]] = {
    "add": operator.add, "sub": operator.sub, "mul": operator.mul, "div": operator.truediv,
    "floordiv": operator.floordiv, "mod": operator.mod, "neg": operator.neg, "plus": operator.pos,
    "eq": operator.eq, "ne": operator.ne, "lt": operator.lt, "le": operator.le,
    "gt": operator.gt, "ge": operator.ge, "not": operator.not_, "invert": operator.invert,
    "bit_and": operator.and_, "bit_or": operator.or_, "bit_xor": operator.xor,
    "bit_shl": operator.lshift, "bit_shr": operator.rshift,
    "to_i": int, "to_s": lambda value, *code: value.decode(*code) if code else str(value),
    "size": len, "length": len, "item": operator.getitem, "list": lambda *parts: list(parts),
    "format": lambda *parts: "".join(map(str, parts)),
    "substring": lambda text, start, end: text[start:end],
    "slice": lambda items, start, end: items[start:end],
}  # fmt: skip  # laid out as a table


ABSENT = object()
"""What a switch without a case that holds leaves."""


class Stream:
    """Bytes and a place in them; bits that were not read yet are kept."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.at = self.bit = 0

    @property
    def pos(self) -> int:
        return self.at + (self.bit > 0)

    @property
    def eof(self) -> bool:
        return self.pos >= len(self.data)

    def __len__(self) -> int:
        return len(self.data)

    def bits(self, width: int, endian: str) -> int:
        value = 0
        for number in range(width):
            byte = self.data[self.at]
            found = byte >> (self.bit if endian == "le" else 7 - self.bit) & 1
            value = value | found << number if endian == "le" else value << 1 | found
            self.at, self.bit = (self.at + 1, 0) if self.bit == 7 else (self.at, self.bit + 1)
        return value

    def take(self, size: int) -> bytes:
        self.at, self.bit = self.pos, 0
        assert 0 <= size <= len(self.data) - self.at
        self.at += size
        return self.data[self.at - size : self.at]


class PlanReader:
    """Reads files by the plan of a spec."""

    def __init__(self, spec: s.Spec) -> None:
        self.spec = spec

    def read(self, data: bytes) -> Any:
        """What bytes stand for, as `expected.json` of a case has it."""
        return self._shown(self.record(self.spec.types[0], Stream(data), {}, None))

    def record(self, type_: s.Type, io: Stream, args: dict[str, Any], parent: Any) -> Any:
        record = {"_type": type_, "_io": io, "_parent": parent, **args}
        record["_root"] = record if parent is None else parent["_root"]
        record["_endian"] = self.endian(type_, record)
        for field in type_.fields:
            if field.condition is None or self.value(field.condition, record):
                record[field.id] = self.field(field, record, io)
        return record

    def endian(self, type_: s.Type, record: Any) -> str:
        if isinstance(type_.endian, str):
            return type_.endian or (record["_parent"] or {}).get("_endian", "")
        on = self.value(type_.endian.on, record)
        cases = ((key, order) for key, order in type_.endian.cases)
        return next(o for key, o in cases if key is None or self.value(key, record) == on)

    def field(self, field: s.Field, record: Any, io: Stream) -> Any:
        repeat = field.repeat
        assert field.stored is not None
        if repeat is None:
            start = io.pos
            return self.made(field, self.stored(field.stored, record, io), record, start)
        found = Table() if repeat.table else []
        count = None if repeat.count is None else self.value(repeat.count, record)
        while len(found) != count if count is not None else not io.eof:
            record["_index"] = len(found)
            found.append(self.stored(field.stored, record, io))
            record["_"] = found[-1]
            if repeat.until is not None and self.value(repeat.until, record):
                break
        return found

    def stored(self, stored: s.Stored, record: Any, io: Stream) -> Any:
        if isinstance(stored, s.Number):
            data = io.take(stored.size)
            order = record["_endian"] if stored.endian == "chosen" else stored.endian
            kind = {"unsigned": "u", "signed": "i", "float": "f"}[stored.kind]
            number = np.frombuffer(data, f"{'>' if order == 'be' else '<'}{kind}{stored.size}")
            return self.member(stored.enum, number[0].item())
        if isinstance(stored, s.Bits):
            bits = io.bits(stored.width, stored.endian)
            return bool(bits) if stored.flag else self.member(stored.enum, bits)
        if isinstance(stored, s.Switch):
            on = self.value(stored.on, record)
            keys = [
                None if case.key is None else self.value(case.key, record) for case in stored.cases
            ]
            if on not in keys and None not in keys:
                return ABSENT
            at = keys.index(on if on in keys else None)
            return self.stored(stored.cases[at].stored, record, io)
        if isinstance(stored, s.Record):
            inner = io if stored.extent is None else Stream(self.taken(stored.extent, record, io))
            args = {name: self.value(arg, record) for name, arg in stored.args}
            parent = record if stored.parent is None else self.value(stored.parent, record)
            return self.record(self.spec.type(stored.path), inner, args, parent)
        data = self.taken(stored.extent, record, io)
        return data.decode(stored.encoding) if isinstance(stored, s.Text) else data

    def taken(self, extent: s.Extent, record: Any, io: Stream) -> bytes:
        """The bytes of an extent, cut at their end, and as a routine makes them."""
        ends, unit = extent.terminator, len(extent.terminator or b"")
        if extent.size is not None or extent.to_end:
            size = len(io) - io.pos if extent.size is None else self.value(extent.size, record)
            data = io.take(size)
            if extent.pad is not None:
                data = data.rstrip(bytes([extent.pad]))
            if ends is not None and ends in data:
                data = data[: data.index(ends) + (unit if extent.include else 0)]
        else:
            assert ends is not None
            at = next(at for at in range(io.pos, len(io), unit) if io.data[at : at + unit] == ends)
            data = io.take(at - io.pos) + (ends if extent.include else b"")
            io.take(unit if extent.consume else 0)
        return data if extent.process is None else self.processed(extent.process, data, record)

    def processed(self, process: s.Process, data: bytes, record: Any) -> bytes:
        if process.routine == "zlib":
            return zlib.decompress(data)
        (by,) = (self.value(arg, record) for arg in process.args)
        if process.routine == "xor":
            key = bytes([by]) if isinstance(by, int) else by
            return bytes(byte ^ key[at % len(key)] for at, byte in enumerate(data))
        left = by if process.routine == "rol" else 8 - by
        return bytes((byte << left | byte >> (8 - left)) & 255 for byte in data)

    def made(self, field: s.Field, value: Any, record: Any, start: int) -> Any:
        """What the bytes of a field stand for; payloads are not decoded."""
        if field.array is not None and field.codec is not None:
            payload = Payload(value)
            payload.offset, payload.shape = start, self.value(field.array.shape, record)
            return payload
        if field.array is not None and field.codec is None:
            assert isinstance(field.array.dtype, str)
            array = np.frombuffer(value, field.array.dtype)
            shape = self.value(field.array.shape, record)
            return array.reshape(shape, order="F" if field.array.order == "F" else "C")
        return json.loads(value) if field.document is not None else value

    # -- expressions and values ------------------------------------------------------------------

    def member(self, enum: str, number: Any) -> Any:
        """A number, with its enum so that it is the member, too."""
        return number if not enum else Numbered(number, self.spec.enum(enum))

    def value(self, expr: s.Expr, record: Any) -> Any:
        if isinstance(expr, str):
            return self.attribute(record, expr)
        if not isinstance(expr, tuple):
            return expr
        name, *operands = expr
        if name == "text":
            return operands[0]
        if name == "enum":
            enum = self.spec.enum(str(operands[0]))
            return next(Numbered(m.value, enum) for m in enum.members if m.id == operands[1])
        if name == "get":
            return self.attribute(self.value(operands[0], record), str(operands[1]))
        if name in ("if", "and", "or"):
            first = self.value(operands[0], record)
            if name == "if":
                return self.value(operands[1 if first else 2], record)
            return first if first == (name == "or") else self.value(operands[1], record)
        found = [self.value(operand, record) for operand in operands]
        if name in ("pos", "eof"):
            return getattr(found[0], str(name))
        return _OPERATORS[str(name)](*found)

    def attribute(self, of: Any, name: str) -> Any:
        """A member of a record, which may be an instance."""
        if name in of or "_type" not in of:
            return of[name]
        field = of["_type"].field(name)
        if field.value is not None:
            return self.value(field.value, of)
        io = of["_io"] if field.io is None else self.value(field.io, of)
        there = Stream(io.data)
        there.at = there.pos if field.pos is None else self.value(field.pos, of)
        return self.field(field, of, there)

    def _shown(self, value: Any) -> Any:
        """A value as data of JSON, as `dump` shows it."""
        if isinstance(value, dict) and "_type" in value:
            type_ = value["_type"]
            given = [param for param in type_.params if not isinstance(value[param.id], dict)]
            members = (*given, *type_.fields)
            names = [m.id for m in members if value.get(m.id, ABSENT) is not ABSENT]
            return {_attribute(name): self._shown(value[name]) for name in names}
        if isinstance(value, Table):
            columns = (
                {"columns": [_attribute(f.id) for f in value[0]["_type"].fields]} if value else {}
            )
            return {"records": len(value), **columns}
        if isinstance(value, list):
            return [self._shown(element) for element in value]
        if isinstance(value, Payload):
            return {"shape": value.shape, "stored": len(value), "offset": value.offset}
        if isinstance(value, bytes):
            return {"bytes": len(value), "hex": value.hex(" ")}
        if isinstance(value, np.ndarray):
            return {"dtype": str(value.dtype), "shape": [*value.shape]}
        if isinstance(value, Numbered):
            names = [m.id for m in value.enum.members if m.value == value]
            return {"name": _attribute(names[0]), "value": int(value)} if names else int(value)
        return value


def _attribute(name: str) -> str:
    return f"{name}_" if keyword.iskeyword(name) else name


class Payload(bytes):
    """Stored bytes that are not decoded, and what is told of their array."""

    offset: int
    shape: list[int]


class Table(list[Any]):
    """Records that are looked at column by column."""


class Numbered(int):
    """A number of an enum."""

    enum: s.Enum

    def __new__(cls, number: int, enum: s.Enum) -> Self:
        found = super().__new__(cls, number)
        found.enum = enum
        return found
