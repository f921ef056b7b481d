"""Draws specs, piece by piece: a field, and those that follow from it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from hypothesis import strategies as st

from tests.properties.drawn import specs as s
from tests.properties.drawn.files import free
from tests.properties.drawn.leaves import (
    LENGTHS,
    Draw,
    Drawing,
    a_constant,
    a_list_until,
    a_number,
    a_padding,
    a_scalar,
    a_text,
    an_array,
    fixed_bytes,
    is_number,
    process,
    scalar,
    some_bits,
)
from tests.properties.drawn.naive import is_bytes


def content(d: Drawing) -> s.Kind:
    """What stands in a window."""
    options: list[Callable[[], s.Kind]] = [s.Bytes, lambda: s.Text(d.of("UTF-8", "ASCII"))]
    if d.depth:
        options.append(lambda: a_sub_of(a_record(d.deeper, ends=True)))
    kind: s.Kind = d.of(*options)()
    return kind


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
    if not whole:
        options.append(lambda: s.Field("", s.Bits(d.draw(st.integers(1, 13)), d.order)))
    if d.depth:
        options.append(lambda: s.Field("", a_sub_of(a_record(d.deeper, whole=whole))))
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
    kinds: list[s.Kind] = [s.Bytes(), s.Text("UTF-8"), a_sub_of(a_record(d.deeper, whole=True))]
    kind: s.Kind = d.of(*kinds)
    form = process(d, kind)
    body = s.Field(there, kind, window=size.name, process=form, has_some=True)
    place = s.Field(f"ofs_{there}", s.Int(d.of("u2le", "u4be")), s.PositionOf(there))
    record = s.Record(
        f"t{d.name()[1:]}", (*a_scalar(d), *d.of((size, place), (place, size))), (body,)
    )
    number = s.Field(f"num_{name}", s.Int("u1"), s.CountOf(name))
    return [number, s.Field(name, s.Sub(record), repeat=number.name)]


def a_sub(d: Drawing) -> list[s.Field]:
    if not d.depth:
        return a_scalar(d)
    return [s.Field(d.name(), a_sub_of(a_record(d.deeper)))]


def a_choice(d: Drawing) -> list[s.Field]:
    if not d.depth:
        return a_scalar(d)
    name, sized = d.name(), d.chance()
    many = d.draw(st.integers(1, 3))
    cases = [a_sub_of(a_case(d.deeper, ends=sized)) for _ in range(many)]
    tag = s.Field(f"tag_{name}", s.Int(d.of("u1", "u2be")), s.TagOf(name))
    body = s.Field(name, s.Switch(tag.name, tuple(enumerate(cases, 1))))
    if not sized:
        return [tag, body]
    length = s.Field(f"len_{name}", s.Int(d.of(*LENGTHS)), s.LengthOf(name))
    return [tag, length, replace(body, window=f"len_{name}")]


def a_sub_of(record: s.Record) -> s.Sub:
    """A record, told a number that it takes."""
    return s.Sub(record) if record.always is None else s.Sub(record, record.always)


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
    """Something at a position, after all else, and the number that says where."""
    there = replace(d.of(a_scalar, a_sub, a_text, fixed_bytes)(d)[0], has_some=True)
    number = s.Int(d.of("u2le", "u2be", "u4le"))
    return s.Field(f"ofs_{there.name}", number, s.PositionOf(there.name)), there


def a_place_within(d: Drawing) -> list[s.Field]:
    """A record in a stream of its own, and something at a position there."""
    if not d.depth:
        return a_scalar(d)
    name = d.name()
    length = s.Field(f"len_{name}", s.Int(d.of(*LENGTHS)), s.LengthOf(name))
    kind = a_sub_of(a_record(d.deeper, whole=True))
    number, there = a_place(d.deeper)
    part = s.Field(name, kind, window=length.name, process=process(d, kind))
    d.within.append(replace(there, io=name))
    return [*d.of((number, length, part), (length, part, number), (length, number, part))]


def an_option(d: Drawing) -> list[s.Field]:
    fields = d.of(a_scalar, a_sized, a_list, a_sub, fixed_bytes)(d)
    name = f"has_{fields[-1].name}"
    flag = s.Field(name, s.Bits(1, d.order), s.FlagOf(fields[-1].name))
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
    an_array,
]


def an_end(d: Drawing) -> s.Field:
    """What goes on to the end of its stream."""
    if d.chance():
        return s.Field(d.name(), s.Bytes(), window="eos")
    return replace(element(d, whole=True), name=d.name(), repeat="eos")


def by_parameter(d: Drawing) -> tuple[dict[str, Any], list[s.Field]]:
    """A parameter of a type, and what depends on it."""
    param, name = f"p{next(d.names)}", d.name()
    if d.chance():
        always = d.of(1, 3)
        fixed = s.Field(name, s.Bytes(), window=always, by=param)
        return {"param": param, "always": always}, [fixed]
    length = s.Field(f"len_{name}", s.Int(d.of(*LENGTHS)), s.LengthOf(name))
    kind = d.of(s.Bytes(), a_sub_of(a_record(d.deeper, ends=True))) if d.depth else s.Bytes()
    return {"param": param}, [
        length,
        s.Field(name, kind, window=length.name, process=f"xor({param})"),
    ]


def with_args(d: Drawing, fields: list[s.Field]) -> list[s.Field]:
    """Fields, and what those whose types have a parameter are told."""
    found: list[s.Field] = []
    for each in fields:
        kind = each.kind
        if isinstance(kind, s.Sub) and kind.record.param and kind.record.always is None:
            known = [other.name for other in found if is_number(other)]
            kind = s.Sub(kind.record, d.of(5, *known, *["_index"] * bool(each.repeat)))
        elif isinstance(kind, s.Sub) and kind.record.always is not None:
            kind = s.Sub(kind.record, kind.record.always)
        found.append(replace(each, kind=kind))
    return found


def a_record(
    d: Drawing, *, ends: bool = False, new: bool = False, whole: bool = False, root: bool = False
) -> s.Record:
    """A type; its last field may go on to the end of its stream, or has to be a whole byte."""
    if d.types and not new and not whole and d.draw(st.integers(0, 3)) == 3:
        known: s.Record = d.of(*d.types)
        return known
    kinds = [*PIECES, a_place_within] if d.streams else PIECES
    pieces = d.draw(st.lists(st.sampled_from(kinds), min_size=1, max_size=4))
    d = replace(d, within=[])
    fields = [each for piece in pieces for each in piece(d)]
    told: dict[str, Any] = {}
    if not root and d.draw(st.integers(0, 3)) == 3:
        told, by = by_parameter(d)
        fields += by
    early = [each for each in fields if can_be_early(each) and d.chance()]
    fields = [*early, *(each for each in fields if each not in early)]
    digests = sums(d, fields)
    fields = d.of([*fields, *digests], [*digests, *fields])
    to_end = ends and d.chance()
    if whole or to_end:
        fields += a_number(d)
    if to_end:
        fields.append(an_end(d))
    fields = with_args(d, fields)
    more = tuple(computed(d, fields, told.get("param", "")))
    record = s.Record(f"t{d.name()[1:]}", tuple(fields), tuple(d.within), more, **told)
    if not to_end:
        d.types.append(record)
    return record


def computed(d: Drawing, fields: list[s.Field], param: str) -> list[s.Computed]:
    """What is computed from a number, if there is one."""
    plain = [
        each.name
        for each in fields
        if isinstance(each.kind, s.Int)
        and not (each.kind.enum or each.rule or each.repeat or each.flag)
    ]
    return [s.Computed(d.name(), d.of(*plain), param or 3)] if plain and d.chance() else []


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
    rule = s.DigestOf(tuple(targets), d.of("crc32", "adler32"))
    edges = [each.name for each in fields if each.name in over and not each.repeat]
    if edges and d.chance():
        rule = replace(rule, **a_stretch(d, edges))
    return [s.Field(d.name(), s.Int("u4le"), rule)]


def a_stretch(d: Drawing, edges: list[str]) -> dict[str, Any]:
    """From one field to another one, or the same."""
    first, last = sorted(d.draw(st.integers(0, len(edges) - 1)) for _ in range(2))
    keys = d.of("from", "behind") if first < last else "from", d.of("to", "before")
    if first == last:
        keys = "from", "to"
    return {"targets": (edges[first], edges[last]), "stretch": keys}


def with_view(d: Drawing, record: s.Record) -> s.Record:
    """A type with one more field in front, and something else that is over its bytes.

    What two have a checksum of is refused: it would follow from both.
    """
    field = d.of(a_scalar, fixed_bytes, a_sub)(d)[0]
    if isinstance(field.kind, s.Sub) and any(map(has_sum, s.below(field.kind.record))):
        return record
    view = s.View(d.name(), field.name)
    return replace(record, fields=(field, *record.fields), views=(view,))


def has_sum(record: s.Record) -> bool:
    """Whether a field of a type is a checksum."""
    return any(isinstance(each.rule, s.DigestOf) for each in record.fields)


@st.composite
def specs(draw: Draw, *, streams: bool = False) -> s.Record:
    """A spec, its types a few levels deep; what stands at a position is after all else."""
    d = Drawing(draw, depth=2, order=draw(st.sampled_from(["be", "le"])), streams=streams)
    root = replace(a_root(d), name="root")
    return with_view(d, root) if draw(st.integers(0, 3)) == 3 else root


def a_root(d: Drawing) -> s.Record:
    """The type of the file."""
    if d.draw(st.integers(0, 2)) < 2:
        return a_record(d, ends=True, new=True, root=True)
    record = a_record(d, new=True, root=True)
    if d.chance():
        number, there = a_place(d.deeper)
        return replace(record, fields=(number, *record.fields), placed=(there,))
    index = entries(d)
    return replace(record, fields=d.of((*index, *record.fields), (*record.fields, *index)))
