"""The structural plan, fields: what each is, from the typed model."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from quire.generator.plan.expressions import plain
from quire.generator.plan.words import path_name, type_name
from quire.generator.types import model as m
from quire.generator.types.fold import fold
from quire.runtime import structure as s
from quire.runtime.values.scalars import SCALARS

T = TypeVar("T")
U = TypeVar("U")

_KINDS = {"u": "unsigned", "s": "signed", "f": "float"}


def field_of(field: m.TypedField) -> s.Field:
    """A field as data; where it stands is not known yet."""
    written = field.syntax
    return s.Field(
        id=field.id,
        type=type_name(field.type),
        stored=_stored(field, field.storage) if field.value is None else None,
        contents=written.contents,
        repeat=_repeat(field),
        condition=maybe(field.condition),
        pos=maybe(field.pos),
        io=maybe(field.io),
        value=maybe(field.value),
        enum=_computed_enum(field),
        valid=rules(field.valid),
        default=maybe(field.default),
        derive=maybe(field.derive),
        usual=maybe(field.usual),
        array=_array(field.array),
        codec=_pipeline(field.codec),
        checksum=_checksum(field.checksum),
        document=_document(field),
        doc=written.doc,
    )


def _computed_enum(field: m.TypedField) -> str:
    """The enum that a computed number is a member of."""
    number = field.value is not None and field.value.type is m.INT
    return path_name(field.type.path) if number and isinstance(field.type, m.EnumType) else ""


def maybe(expr: m.Expr | None) -> s.Expr | None:
    """An expression as data, if there is one."""
    return None if expr is None else plain(expr)


def rules(valid: m.TypedValid | None) -> tuple[s.Rule, ...]:
    """The rules of `valid`."""
    if valid is None:
        return ()
    each = (("equal", valid.eq), ("at_least", valid.min), ("at_most", valid.max))
    found = [s.Rule(kind=kind, args=(plain(arg),)) for kind, arg in each if arg is not None]
    if valid.any_of is not None:
        found.append(s.Rule(kind="any_of", args=tuple(map(plain, valid.any_of))))
    if valid.expr is not None:
        found.append(s.Rule(kind="that", args=(plain(valid.expr),)))
    return (*found, s.Rule(kind="member")) if valid.in_enum else tuple(found)


def _repeat(field: m.TypedField) -> s.Repeat | None:
    written = field.syntax
    if written.repeat is None:
        return None
    return s.Repeat(
        count=_number(field.repeat_expr),
        until=maybe(field.repeat_until),
        limit=field.limit,
        sync=field.sync,
        table=isinstance(field.type, m.TableType),
    )


# -- how it is stored ----------------------------------------------------------------------------


def _stored(field: m.TypedField, storage: m.Storage | None) -> s.Stored | None:
    if isinstance(storage, m.Number):
        return _scalar(storage)
    if isinstance(storage, m.Bits):
        return s.Bits(
            width=storage.width, endian=storage.order, enum=_path(storage.enum), flag=storage.flag
        )
    if isinstance(storage, m.Text):
        zero = bytes(storage.unit) if storage.zero else None
        return s.Text(encoding=storage.encoding, extent=_extent(field, zero))
    if isinstance(storage, m.User):
        return _record(field, storage)
    if isinstance(storage, m.Choice):
        return _switch(field, storage)
    return None if storage is None else s.Bytes(extent=_extent(field))


def _scalar(storage: m.Number) -> s.Number:
    endian = storage.scalar[2:]
    known = SCALARS.get(storage.scalar) or SCALARS[f"{storage.scalar}le"]
    chosen = "chosen" if storage.scalar not in SCALARS else ""
    return s.Number(
        kind=_KINDS[storage.scalar[0]],
        size=known.size,
        endian=endian or chosen,
        enum=_path(storage.enum),
    )


def _record(field: m.TypedField, storage: m.User) -> s.Record:
    extent = _extent(field)
    bounded = extent.size is not None or extent.to_end or extent.terminator is not None
    return s.Record(
        path=path_name(storage.path),
        args=tuple((name, plain(arg)) for name, arg in storage.args),
        extent=extent if bounded else None,
        parent=maybe(storage.parent),
        orphan=storage.orphan,
        foreign=storage.foreign,
        opaque=storage.opaque,
    )


def _switch(field: m.TypedField, storage: m.Choice) -> s.Switch:
    found = []
    for key, case in storage.cases:
        stored = _stored(field, case)
        assert stored is not None
        found.append(s.Case(key=maybe(key), stored=stored))
    sized = field.size is not None or field.syntax.size_eos
    if sized and all(key is not None for key, _ in storage.cases):
        # What no case names stays as it is stored, to the end of its size.
        whole = s.Extent(
            size=_number(field.size), to_end=field.syntax.size_eos, process=_process(field)
        )
        found.append(s.Case(stored=s.Bytes(extent=whole)))
    return s.Switch(on=plain(storage.on), cases=tuple(found))


def _extent(field: m.TypedField, zero: bytes | None = None) -> s.Extent:
    """Where the bytes of an element end; what ends them by itself is `zero`."""
    written = field.syntax
    size = _number(field.size)
    if written.contents is not None and size is None:
        size = len(written.contents)
    return s.Extent(
        size=size,
        to_end=written.size_eos,
        terminator=zero if written.terminator is None else bytes([written.terminator]),
        include=written.include,
        consume=written.consume,
        eos_error=written.eos_error,
        pad=written.pad_right if size is not None or written.size_eos else None,
        fill=written.fill,
        limit=field.limit if written.repeat is None else None,
        process=_process(field),
    )


def _number(expr: m.Expr | None) -> s.Expr | None:
    """A size or a count; one that is constant is a number, however it is written."""
    value = fold(expr) if isinstance(expr, m.Op) else None
    return maybe(expr) if value is None else value


def _process(field: m.TypedField) -> s.Process | None:
    if field.process is None:
        return None
    routine = ".".join(field.process.path)
    return s.Process(routine=routine, args=tuple(map(plain, field.process.args)))


def _path(path: tuple[str, ...] | None) -> str:
    return path_name(path) if path is not None else ""


# -- what its bytes stand for --------------------------------------------------------------------


def _array(array: m.TypedArray | None) -> s.Array | None:
    if array is None:
        return None
    dtype = _name(array.dtype) if array.choice is None else choice(array.choice)
    return s.Array(dtype=dtype, shape=plain(array.shape), order=_name(array.order))


def _name(written: str | m.Expr) -> str | s.Computed:
    return written if isinstance(written, str) else s.Computed(name=plain(written))


def choice(chosen: m.DtypeChoice | m.EndianChoice) -> s.Choice:
    """What is chosen when a file is read."""
    return s.Choice(on=plain(chosen.on), cases=_cases(chosen.cases, str))


def _pipeline(codec: tuple[m.CodecStage, ...] | m.CodecChoice | None) -> s.Pipeline | None:
    if codec is None:
        return None
    if isinstance(codec, m.CodecChoice):
        return s.Pipeline(on=plain(codec.on), cases=_cases(codec.cases, _stages))
    return s.Pipeline(cases=((None, _stages(codec)),))


def _stages(stages: tuple[m.CodecStage, ...]) -> tuple[s.Stage, ...]:
    return tuple(
        s.Stage(codec=stage.codec, args=tuple((name, plain(arg)) for name, arg in stage.args))
        for stage in stages
    )


def _cases(
    cases: tuple[tuple[m.Expr | None, T], ...], made: Callable[[T], U]
) -> tuple[tuple[s.Expr | None, U], ...]:
    return tuple((maybe(key), made(case)) for key, case in cases)


def _checksum(checksum: m.TypedChecksum | None) -> s.Checksum | None:
    if checksum is None:
        return None
    return s.Checksum(
        algorithm=checksum.algorithm,
        over=checksum.over,
        size=checksum.size,
        decoded=maybe(checksum.decoded),
        condition=maybe(checksum.condition),
        parts=tuple(map(_covered, checksum.parts)),
        own=checksum.own,
        base=checksum.base,
        init=maybe(checksum.init),
        word=checksum.word,
        negated=checksum.negated,
        xor=maybe(checksum.xor),
        mask=maybe(checksum.mask),
        inflated=maybe(checksum.inflated),
    )


def _covered(part: m.Covered) -> s.Covered:
    if isinstance(part, m.InstanceBytes):
        return s.Covered(instance=part.name)
    if isinstance(part, m.Expr):
        return s.Covered(value=maybe(part))
    start, end = part.start, part.end
    return s.Covered(
        start="" if start is None else start.field,
        behind=start is not None and start.is_end,
        end="" if end is None else end.field,
        before=end is not None and not end.is_end,
    )


def _document(field: m.TypedField) -> s.Object | None:
    if field.document is None:
        return None
    return s.Object(
        path=path_name(field.document),
        compact=maybe(field.compact),
        sort_keys=maybe(field.sort_keys),
    )
