"""The bytes of a file, of its spec and its values: everything is put down again and again, until
what follows from other fields stays as it is. It is slow, and knows nothing of quire.
"""

from __future__ import annotations

import struct
import zlib
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from tests.properties.drawn import specs as s

Path = tuple[Any, ...]
"""Names of fields, and indices."""

Span = tuple[int, int]


class Chosen(NamedTuple):
    """What a tag chose."""

    tag: int
    value: Any


@dataclass(frozen=True)
class Numbers:
    """An array: its numbers, some to a row, or in one row."""

    dtype: str
    width: int
    numbers: tuple[float, ...]

    def __len__(self) -> int:
        return len(self.numbers) // max(self.width, 1)


class CannotBeStoredError(Exception):
    """No file says these values."""


class Stream:
    """Bytes that grow, and bits."""

    def __init__(self) -> None:
        self.data = bytearray()
        self.bits = ""
        self.order = "be"

    def align(self) -> None:
        """Fill up the byte that bits began."""
        if self.bits:
            self.put_bits(-len(self.bits) % 8, 0, self.order)

    def put(self, data: bytes) -> None:
        """Add bytes."""
        self.align()
        self.data += data

    def put_bits(self, width: int, value: int, order: str) -> None:
        """Add bits, the highest or the lowest first."""
        step, self.order = -1 if order == "le" else 1, order
        self.bits += format(value, f"0{width}b")[::step] if width else ""
        while len(self.bits) >= 8:
            self.data.append(int(self.bits[:8][::step], 2))
            self.bits = self.bits[8:]


class Draft:
    """One attempt: with what was known, and what came out."""

    def __init__(self, known: dict[Path, Any], order: dict[Path, int]) -> None:
        self.known = known
        self.order = order
        self.found: dict[Path, Any] = {}
        self.later: list[tuple[s.Record, s.Field, Any, Path]] = []
        """What stands at positions; nothing of that depends on a parameter."""
        self.within: dict[Path, list[tuple[s.Record, s.Field, Any, Path]]] = {}
        """The same of the streams within that of the file, by the fields that have them."""

    def record(
        self, record: s.Record, value: dict[str, Any], path: Path, to: Stream, arg: int = 0
    ) -> None:
        """Put down a record that is told a number."""
        spans: dict[str, Span] = {}
        for field in record.placed:
            later = self.within.setdefault((*path, field.io), []) if field.io else self.later
            later.append((record, field, value, path))
        for field in record.fields:
            if is_there(record, field, value):
                with_key = replace(field, process=keyed(field.process, record, arg))
                spans[field.name] = self.field(with_key, value, path, to)
        for field in record.fields:
            if field.rule is not None and field.name in spans and not is_of_placed(field, record):
                known = {name: self.known.get((*path, name), 0) for name in spans}
                self.found[*path, field.name] = follows(field, value, spans, to, known)

    def field(self, field: s.Field, value: dict[str, Any], path: Path, to: Stream) -> Span:
        """Put down a field, where it is; one that begins within a byte does not begin there."""
        if is_bytes(field) and not (field.repeat and not value[field.name]):
            to.align()
        begin = len(to.data)
        self.elements(field, value, path, to)
        return begin, len(to.data)

    def elements(self, field: s.Field, value: dict[str, Any], path: Path, to: Stream) -> None:
        """Put down a field, or all elements of one."""
        here = (*path, field.name)
        if field.rule is not None:
            self.one(field, self.known.get(here, 0), here, to)
        elif field.name not in value:
            if isinstance(field.kind, s.Const | s.Padding):
                self.one(field, None, here, to)
        elif field.repeat:
            ends = [index for index, each in enumerate(value[field.name]) if each == 0]
            if field.repeat == "until" and ends != [len(value[field.name]) - 1]:
                raise CannotBeStoredError
            for index, each in enumerate(value[field.name]):
                self.one(with_arg(field.one, value, index), each, (*here, index), to)
        else:
            self.one(with_arg(field, value, 0), value[field.name], here, to)

    def one(self, field: s.Field, value: Any, path: Path, to: Stream) -> None:
        """Put down a field, or an element of one."""
        if field.window is None:
            self.bare(field, value, path, to)
            return
        inner = Stream()
        self.bare(field, value, path, inner)
        inner.align()
        self.place(self.within.pop(path, []), inner)
        to.put(windowed(field, processed(field.process, bytes(inner.data))))

    def bare(self, field: s.Field, value: Any, path: Path, to: Stream) -> None:
        """Put down a value, in no window."""
        match field.kind:
            case s.Int(type=name) | s.Float(type=name):
                to.put(number(name, value))
            case s.Bits(width=width, order=order):
                to.put_bits(width, value, order)
            case s.Bytes():
                to.put(value)
            case s.Text(encoding=encoding):
                to.put(value.encode(encoding) + (b"" if field.window else b"\0"))
            case s.Array(dtype=name):
                to.put(b"".join(number(name, each) for each in value.numbers))
            case s.Const(data=data):
                to.put(data)
            case s.Padding(align=align):
                to.put(bytes(-len(to.data) % align))
            case s.Sub(record=record, arg=arg):
                self.record(record, value, path, to, int(arg))
            case s.Switch(cases=cases):
                kind = dict(cases)[value.tag]
                self.bare(s.Field(field.name, kind), value.value, path, to)

    def place(self, later: list[tuple[s.Record, s.Field, Any, Path]], to: Stream) -> None:
        """Put down what stands at positions of a stream, after all else."""
        there = [each for each in later if each[1].name in each[2]]
        far = 1 << 40
        for record, field, value, path in sorted(
            there, key=lambda each: self.order.get(ofs_of(*each), far)
        ):
            begin, end = self.field(field, value, path, to)
            to.align()
            told = self.order.get((*path, f"ofs_{field.name}"), begin)
            self.found[*path, f"ofs_{field.name}"] = begin if begin < end else told
            if any(each.name == f"len_{field.name}" for each in record.fields):
                self.found[*path, f"len_{field.name}"] = end - begin


def is_there(record: s.Record, field: s.Field, value: dict[str, Any]) -> bool:
    """Whether a record has a field."""
    return field.flag is None or getattr(record.field(field.flag).rule, "target", "") in value


def with_arg(field: s.Field, value: dict[str, Any], index: int) -> s.Field:
    """A field with the number that its record is told."""
    kind = field.kind
    if not isinstance(kind, s.Sub) or isinstance(kind.arg, int):
        return field
    arg = index if kind.arg == "_index" else value[kind.arg]
    return replace(field, kind=replace(kind, arg=arg))


def keyed(process: str | None, record: s.Record, arg: int) -> str | None:
    """How a field is processed, if the key may be a parameter."""
    return f"xor({arg})" if process == f"xor({record.param})" else process


def is_of_placed(field: s.Field, record: s.Record) -> bool:
    """Whether a field follows from what stands at a position."""
    target = getattr(field.rule, "target", None)
    return any(each.name == target for each in record.placed)


def is_bytes(field: s.Field) -> bool:
    return field.window is not None or not isinstance(field.kind, s.Bits | s.Sub | s.Switch)


def number(name: str, value: float) -> bytes:
    code = {"u1": "B", "s1": "b", "u2": "H", "s2": "h", "u4": "I", "s4": "i", "u8": "Q", "s8": "q"}
    order = ">" if name.endswith("be") else "<"
    try:
        return struct.pack(order + {**code, "f4": "f", "f8": "d"}[name[:2]], value)
    except struct.error as error:
        raise CannotBeStoredError from error


def processed(process: str | None, data: bytes) -> bytes:
    match process:
        case None:
            return data
        case "zlib":
            return zlib.compress(data)
    return bytes(byte ^ int(process.removeprefix("xor(").removesuffix(")"), 0) for byte in data)


def windowed(field: s.Field, data: bytes) -> bytes:
    if not isinstance(field.window, int):
        return data
    if len(data) > field.window:
        raise CannotBeStoredError
    kind = field.kind
    if isinstance(kind, s.Text) and len(data) < field.window:
        if kind.terminator is not None:
            data += bytes([kind.terminator])
        return data.ljust(field.window, bytes([kind.pad or 0]))
    return data.ljust(field.window, b"\0")


def follows(
    field: s.Field,
    value: dict[str, Any],
    spans: dict[str, Span],
    to: Stream,
    known: dict[str, int],
) -> int:
    """What a field is that follows from others."""
    there = value.get(getattr(field.rule, "target", ""))
    match field.rule:
        case s.LengthOf(target=target, plus=plus, unit=unit):
            begin, end = spans[target]
            if (end - begin) % unit:
                raise CannotBeStoredError
            return (end - begin) // unit + plus
        case s.SizeOf(target=target):
            begin, end = spans[target]
            return end - begin
        case s.TwiceOf(target=target):
            return 2 * known[target]
        case s.SumOf(target=target):
            return sum(value[target])
        case s.CountOf(plus=plus):
            return len(there or []) + plus
        case s.FlagOf():
            return int(there is not None)
        case s.TagOf():
            return there.tag if there is not None else known[field.name]
        case s.DigestOf(targets=targets, algorithm=algorithm, stretch=stretch):
            data = between(field, targets, spans, to) if stretch else over(targets, spans, to)
            return {"crc32": zlib.crc32, "adler32": zlib.adler32}[algorithm](data)
    return known[field.name]


def over(targets: Path, spans: dict[str, Span], to: Stream) -> bytes:
    """The bytes of some fields, one after the other."""
    return b"".join(to.data[slice(*spans[each])] for each in targets)


def between(field: s.Field, targets: Path, spans: dict[str, Span], to: Stream) -> bytes:
    """The bytes of a stretch; the field that has their sum counts as zeros."""
    assert isinstance(field.rule, s.DigestOf)
    data = bytearray(to.data)
    begin, end = spans[field.name]
    data[begin:end] = bytes(end - begin)
    edges = {"from": 0, "behind": 1, "to": 1, "before": 0}
    there = zip(targets, field.rule.stretch, strict=True)
    first, last = (spans[target][edges[key]] for target, key in there)
    return bytes(data[first:last])


def stored(
    root: s.Record, value: dict[str, Any], order: dict[Path, int] | None = None, arg: int = 0
) -> tuple[bytes, dict[Path, Any]]:
    """The file, and what follows in it from other fields.

    What stands at positions comes in an `order`: where it should be, of each that is told. A type
    with a parameter is told `arg`.
    """
    known: dict[Path, Any] = {}
    for _ in range(50):
        draft, stream = Draft(known, order or {}), Stream()
        draft.record(root, value, (), stream, arg)
        stream.align()
        draft.place(draft.later, stream)
        if draft.found == known:
            return bytes(stream.data), known
        known = draft.found
    raise CannotBeStoredError


def ofs_of(_: s.Record, field: s.Field, __: Any, path: Path) -> Path:
    """Which field says where something stands."""
    return (*path, f"ofs_{field.name}")
