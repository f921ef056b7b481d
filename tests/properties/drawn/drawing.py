"""Draws specs, piece by piece: a field, and those that follow from it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Any

from hypothesis import strategies as st

from tests.properties.drawn import specs as s
from tests.properties.drawn.files import free
from tests.properties.drawn.naive import is_bytes

Draw = Callable[..., Any]


@dataclass
class Drawing:
    """What was drawn so far."""

    draw: Draw
    depth: int
    """How many types may still be in each other."""
    names: Iterator[int] = field(default_factory=lambda: count(1))
    types: list[s.Record] = field(default_factory=list)
    """Complete types, which may be used again."""

    def name(self) -> str:
        return f"f{next(self.names)}"

    @property
    def deeper(self) -> Drawing:
        """The same, for a type within a type."""
        return replace(self, depth=self.depth - 1)

    def of(self, *options: Any) -> Any:
        return self.draw(st.sampled_from(options))

    def chance(self) -> bool:
        return bool(self.draw(st.booleans()))


ORDERS = ("le", "be")
LENGTHS = ("u1", "u2be", "u2le", "u4be", "u4le")


def int_type(d: Drawing) -> str:
    size: str = d.of("u1", "s1", "u2", "s2", "u4", "s4", "u8", "s8")
    return size if size.endswith("1") else f"{size}{d.of(*ORDERS)}"


def scalar(d: Drawing) -> s.Kind:
    number = s.Int(int_type(d))
    kind: s.Kind = d.of(
        s.Int("u1"), s.Int("u2le", enum=True), number, s.Float(d.of("f4le", "f8be"))
    )
    return kind


def a_scalar(d: Drawing) -> list[s.Field]:
    return [s.Field(d.name(), scalar(d))]


def a_number(d: Drawing) -> list[s.Field]:
    return [s.Field(d.name(), s.Int("u1"))]


def some_bits(d: Drawing) -> list[s.Field]:
    widths = d.draw(st.lists(st.integers(1, 13), min_size=1, max_size=3))
    return [s.Field(d.name(), s.Bits(width)) for width in widths]


def a_constant(d: Drawing) -> list[s.Field]:
    return [s.Field(d.name(), s.Const(d.of(b"q", b"PK\1\2")))]


def a_padding(d: Drawing) -> list[s.Field]:
    return [s.Field(d.name(), s.Padding(d.of(2, 4)))]


def a_text(d: Drawing) -> list[s.Field]:
    encoding = d.of("ASCII", "UTF-8", "ISO-8859-1")
    if d.chance():
        return [s.Field(d.name(), s.Text(encoding))]
    ends = d.of((0, None), (None, 0x20), (0x3B, 0x20), (None, None))
    return [s.Field(d.name(), s.Text(encoding, *ends), window=d.of(1, 4, 7))]


def fixed_bytes(d: Drawing) -> list[s.Field]:
    return [s.Field(d.name(), s.Bytes(), window=d.of(1, 3, 8))]


def content(d: Drawing) -> s.Kind:
    """What stands in a window."""
    options: list[Callable[[], s.Kind]] = [s.Bytes, lambda: s.Text(d.of("UTF-8", "ASCII"))]
    if d.depth:
        options.append(lambda: s.Sub(a_record(d.deeper, ends=True)))
    kind: s.Kind = d.of(*options)()
    return kind


def process(d: Drawing, kind: s.Kind) -> str | None:
    return None if isinstance(kind, s.Text) else d.of(None, None, "zlib", "xor(0x5a)")


def a_sized(d: Drawing) -> list[s.Field]:
    name, kind = d.name(), content(d)
    plus = d.of(0, 0, 2)
    length = s.Field(f"len_{name}", s.Int(d.of(*LENGTHS)), s.LengthOf(name, plus))
    size = f"len_{name} - {plus}" if plus else f"len_{name}"
    return [length, s.Field(name, kind, window=size, process=process(d, kind))]


def element(d: Drawing, *, whole: bool = False) -> s.Field:
    """What a list has many of."""
    options = [
        lambda: s.Field("", scalar(d)),
        lambda: fixed_bytes(d)[0],
        lambda: s.Field("", s.Text("UTF-8")),
    ]
    if d.depth:
        options.append(lambda: s.Field("", s.Sub(a_record(d.deeper, whole=whole))))
    field: s.Field = d.of(*options)()
    return field


def a_list(d: Drawing) -> list[s.Field]:
    name = d.name()
    plus = d.of(0, 0, 1)
    number = s.Field(f"num_{name}", s.Int(d.of(*LENGTHS)), s.CountOf(name, plus))
    how_many = f"num_{name} - {plus}" if plus else number.name
    return [number, replace(element(d), name=name, repeat=how_many)]


def a_sum(d: Drawing) -> list[s.Field]:
    """A list, the sum of it, and twice that."""
    number, numbers = a_list(replace(d, depth=0))
    numbers = replace(numbers, kind=s.Int(d.of("u1", "u2be")), window=None)
    total = s.Field(d.name(), s.Int("u4le"), s.SumOf(numbers.name))
    twice = s.Field(d.name(), s.Int("u4be"), s.TwiceOf(total.name))
    return [*d.of((twice, total), (total,)), number, numbers]


def entries(d: Drawing) -> list[s.Field]:
    """A list of records that say where something stands, and how long it is."""
    name, there = d.name(), d.name()
    size = s.Field(f"len_{there}", s.Int(d.of("u2be", "u4le")), s.LengthOf(there))
    body = s.Field(there, d.of(s.Bytes(), s.Text("UTF-8")), window=size.name, has_some=True)
    place = s.Field(f"ofs_{there}", s.Int(d.of("u2le", "u4be")), s.PositionOf(there))
    record = s.Record(
        f"t{d.name()[1:]}", (*a_scalar(d), *d.of((size, place), (place, size))), (body,)
    )
    number = s.Field(f"num_{name}", s.Int("u1"), s.CountOf(name))
    return [number, s.Field(name, s.Sub(record), repeat=number.name)]


def a_list_until(d: Drawing) -> list[s.Field]:
    return [s.Field(d.name(), s.Int("u1"), repeat="until")]


def a_sub(d: Drawing) -> list[s.Field]:
    if not d.depth:
        return a_scalar(d)
    return [s.Field(d.name(), s.Sub(a_record(d.deeper)))]


def a_choice(d: Drawing) -> list[s.Field]:
    if not d.depth:
        return a_scalar(d)
    name, sized = d.name(), d.chance()
    many = d.draw(st.integers(1, 3))
    cases = [s.Sub(a_case(d.deeper, ends=sized)) for _ in range(many)]
    tag = s.Field(f"tag_{name}", s.Int(d.of("u1", "u2be")), s.TagOf(name))
    body = s.Field(name, s.Switch(tag.name, tuple(enumerate(cases, 1))))
    if not sized:
        return [tag, body]
    length = s.Field(f"len_{name}", s.Int(d.of(*LENGTHS)), s.LengthOf(name))
    return [tag, length, replace(body, window=f"len_{name}")]


def a_case(d: Drawing, *, ends: bool) -> s.Record:
    """A type that its fields tell from others."""
    record = a_record(d, ends=ends, new=True)
    if any(each.flag is None for each in free(record)):
        return record
    if record in d.types:
        d.types.remove(record)
    return replace(record, fields=(*a_scalar(d), *record.fields))


def a_size(d: Drawing) -> list[s.Field]:
    """A size that is measured, right in front of what it is of."""
    field = d.of(a_sub, a_list_until, a_text)(d)[0]
    if isinstance(field.kind, s.Sub) and begins_with_bits(field.kind.record):
        return [field]
    return [s.Field(d.name(), s.Int(d.of(*LENGTHS)), s.SizeOf(field.name)), field]


def begins_with_bits(record: s.Record) -> bool:
    """Whether a record may begin within a byte, or end there."""
    return not (is_bytes(record.fields[0]) and is_bytes(record.fields[-1])) or any(
        each.flag for each in record.fields
    )


def a_place(d: Drawing) -> tuple[s.Field, s.Field]:
    """Something at a position, behind all else, and the number that says where."""
    there = replace(d.of(a_scalar, a_sub, a_text, fixed_bytes)(d)[0], has_some=True)
    number = s.Int(d.of("u2le", "u2be", "u4le"))
    return s.Field(f"ofs_{there.name}", number, s.PositionOf(there.name)), there


def an_option(d: Drawing) -> list[s.Field]:
    fields = d.of(a_scalar, a_sized, a_list, a_sub, fixed_bytes)(d)
    name = f"has_{fields[-1].name}"
    flag = s.Field(name, s.Bits(1), s.FlagOf(fields[-1].name))
    return [flag, *(replace(each, flag=name) for each in fields)]


PIECES = [
    a_scalar,
    a_sized,
    a_list,
    a_sub,
    some_bits,
    a_text,
    fixed_bytes,
    a_constant,
    a_padding,
    a_list_until,
    a_choice,
    an_option,
    a_size,
    a_sum,
]


def an_end(d: Drawing) -> s.Field:
    """What goes on to the end of its stream."""
    if d.chance():
        return s.Field(d.name(), s.Bytes(), window="eos")
    return replace(element(d, whole=True), name=d.name(), repeat="eos")


def a_record(d: Drawing, *, ends: bool = False, new: bool = False, whole: bool = False) -> s.Record:
    """A type; its last field may go on to the end of its stream, or has to be a whole byte."""
    if d.types and not new and not whole and d.draw(st.integers(0, 3)) == 3:
        known: s.Record = d.of(*d.types)
        return known
    pieces = d.draw(st.lists(st.sampled_from(PIECES), min_size=1, max_size=4))
    fields = [each for piece in pieces for each in piece(d)]
    early = [each for each in fields if can_be_early(each) and d.chance()]
    fields = [*early, *(each for each in fields if each not in early)]
    fields += sums(d, fields)
    to_end = ends and d.chance()
    if whole or to_end:
        fields += a_number(d)
    if to_end:
        fields.append(an_end(d))
    record = s.Record(f"t{d.name()[1:]}", tuple(fields), computed=tuple(computed(d, fields)))
    if not to_end:
        d.types.append(record)
    return record


def computed(d: Drawing, fields: list[s.Field]) -> list[s.Computed]:
    """What is computed from a number, if there is one."""
    plain = [
        each.name
        for each in fields
        if isinstance(each.kind, s.Int)
        and not (each.kind.enum or each.rule or each.repeat or each.flag)
    ]
    return [s.Computed(d.name(), d.of(*plain), 3)] if plain and d.chance() else []


def can_be_early(field: s.Field) -> bool:
    return field.flag is None and isinstance(
        field.rule, s.LengthOf | s.CountOf | s.FlagOf | s.TagOf
    )


def sums(d: Drawing, fields: list[s.Field]) -> list[s.Field]:
    if d.draw(st.integers(0, 3)) < 3:
        return []
    over = [each.name for each in fields if is_bytes(each) and each.flag is None]
    if not over:
        return []
    targets = d.draw(st.lists(st.sampled_from(over), min_size=1, max_size=3, unique=True))
    return [s.Field(d.name(), s.Int("u4le"), s.DigestOf(tuple(targets), d.of("crc32", "adler32")))]


@st.composite
def specs(draw: Draw) -> s.Record:
    """A spec, its types a few levels deep; what stands at a position is behind all else."""
    d = Drawing(draw, depth=2)
    if draw(st.integers(0, 2)) < 2:
        return replace(a_record(d, ends=True, new=True), name="root")
    record = a_record(d, new=True)
    if d.chance():
        number, there = a_place(d.deeper)
        return replace(record, name="root", fields=(number, *record.fields), placed=(there,))
    index = entries(d)
    fields = d.of((*index, *record.fields), (*record.fields, *index))
    return replace(record, name="root", fields=fields)
