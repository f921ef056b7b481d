"""Step 1, fields: what each takes, as operations."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from quire.generator.plan import operations as p
from quire.generator.plan.sums import Marking, told
from quire.generator.resolve.scopes import Path
from quire.generator.syntax import tree as syntax
from quire.generator.syntax.primitives import NOTATIONS, OWN_ROUTINES
from quire.generator.types import model as m
from quire.generator.types.fold import fold
from quire.runtime.frozen import replace
from quire.runtime.values.scalars import SCALARS


class Lowering:
    """The fields of one type.

    Args:
        typed: The type.
        auto_read: Whether records read themselves when they are made.
        read_write: Whether they are written as Kaitai's compiler has it.
        traced: Whether records note where their fields stand.
    """

    def __init__(
        self, typed: m.TypedType, *, auto_read: bool, read_write: bool, traced: bool
    ) -> None:
        self._typed = typed
        self.marking = Marking(typed)
        self._auto_read = auto_read and not read_write
        self._read_write = read_write
        self._traced = traced
        self._chosen = typed.definition.endian == "chosen"

    def read(self) -> tuple[p.Op, ...]:
        """What reading the whole `seq` takes.

        A digest is verified once both it and what it is of have been read.
        """
        order = [field.id for field in self._typed.seq]
        pending: dict[str, list[p.Op]] = {}
        for field in self._typed.seq:
            if (key := field.checksum) is not None and key.over:
                named = m.own_fields(key.decoded) | m.own_fields(key.condition)
                last = max({field.id, key.over} | named & {*order}, key=order.index)
                digest: p.Op = p.Digest(
                    field.id, key.over, key.algorithm, key.size, key.decoded, key.condition
                )
                pending.setdefault(last, []).append(
                    p.When(field.condition, (digest,)) if field.condition is not None else digest
                )

        def ops(endian: str) -> tuple[p.Op, ...]:
            return (
                self.marking.start()
                + tuple(
                    op
                    for field in self._typed.seq
                    for op in (
                        *self.marking.around(field, self._field(field, endian, reading=True)),
                        *pending.get(field.id, ()),
                    )
                )
                + self.marking.end()
            )

        return self._ordered(ops)

    def write(self) -> tuple[p.Op, ...]:
        """What writing the whole `seq` takes."""

        def ops(endian: str) -> tuple[p.Op, ...]:
            return (
                self.marking.start()
                + tuple(
                    op
                    for field in self._typed.seq
                    for op in self.marking.around(field, self._field(field, endian, reading=False))
                )
                + self.marking.end()
            )

        return self._ordered(ops)

    def instance(self, field: m.TypedField, *, reading: bool) -> tuple[p.Op, ...]:
        """What reading or writing an instance takes."""
        return self._ordered(lambda endian: self._field(field, endian, reading=reading))

    def _ordered(self, ops: Callable[[str], tuple[p.Op, ...]]) -> tuple[p.Op, ...]:
        """Operations, in both byte orders where that makes a difference and is not known yet."""
        if not self._chosen:
            return ops("")
        le, be = ops("le"), ops("be")
        return le if le == be else (p.Ordered(le, be),)

    def _field(self, field: m.TypedField, endian: str, *, reading: bool) -> tuple[p.Op, ...]:
        """A field: its value and its checks, around them the repeat and the condition."""
        repeated = isinstance(field.type, m.ListType) and field.syntax.repeat is not None
        body = self._element(field, endian, element=repeated, reading=reading)
        traced = self._traced and reading
        if repeated:
            indexed = traced or _names_index(field, reading=reading)
            form = p.Loop if field.syntax.array is None else p.Table
            repeat = _repeat(field, partial=reading and not self._auto_read)
            body = (form(field.id, body, indexed, repeat, field.sync),)
            if traced:
                body = (p.Trace(field.id, "list"), *body, p.Trace(field.id, "end"))
        return (p.When(field.condition, body),) if field.condition is not None else body

    def _element(
        self, field: m.TypedField, endian: str, *, element: bool, reading: bool
    ) -> tuple[p.Op, ...]:
        def ops(of: m.TypedField, storage: m.Storage) -> tuple[p.Op, ...]:
            return self._ops(of, storage, endian, element=element, reading=reading)

        choice = field.storage
        assert choice is not None
        if not isinstance(choice, m.Choice):
            return ops(field, choice)
        cases = [(key, ops(field, storage)) for key, storage in choice.cases]
        sized = field.size is not None or field.syntax.size_eos
        if sized and all(key is not None for key, _ in cases):
            # What no case names stays as it is stored, to the end of its size.
            plain = replace(field.syntax, terminator=None, pad_right=None)
            cases.append((None, ops(replace(field, syntax=plain), m.Raw())))
        return (p.Branch(choice.on, tuple(cases), field.id),)

    def _ops(
        self, field: m.TypedField, storage: m.Storage, endian: str, *, element: bool, reading: bool
    ) -> tuple[p.Op, ...]:
        if isinstance(storage, m.Number) and storage.scalar not in SCALARS:
            storage = replace(storage, scalar=storage.scalar + endian)
        value = self._value(field, storage, reading=reading)
        store = p.Store(field.id, value, element)
        if not reading:
            return (store,)
        valid = field.valid
        if field.syntax.contents is not None and not isinstance(value, p.Contents):
            valid = m.TypedValid(eq=_contents(field))
        back = SCALARS[value.scalar].size if isinstance(value, p.Number) else None
        marked = back is None and valid is not None
        stored: tuple[p.Op, ...] = (replace(store, marked=True) if marked else store,)
        if self._traced:
            trace = p.Trace(field.id, "start", element)
            stored = (trace, *stored, replace(trace, edge="end"))
        return (
            *stored,
            *(
                replace(guard, element=element, marked=back is None)
                for guard in guards(field.id, valid, back, enum_of(storage), field.syntax.place)
            ),
        )

    def _value(self, field: m.TypedField, storage: m.Storage, *, reading: bool) -> p.Value:
        written = field.syntax
        raw = _raw(field, storage)
        if not reading and isinstance(raw, p.Sized) and _follows(raw.size):
            kept = {name: getattr(raw, name) for name in ("limit", "trim", "fill", "process")}
            raw = p.Rest(**kept, ended=True)
        if isinstance(storage, m.Number):
            return p.Number(storage.scalar, storage.enum)
        if isinstance(storage, m.Bits):
            return p.Bits(storage.width, storage.order, storage.enum, storage.flag)
        if isinstance(storage, m.User):
            return self._nested(storage, raw)
        assert raw is not None
        if field.codec is not None:
            return p.Payload(raw)
        if field.array is not None:
            return p.Array(field.array.dtype, field.array.shape, field.array.order, raw)
        if field.document is not None:
            return p.Document(field.document, raw, field.compact, field.sort_keys)
        if isinstance(storage, m.Text):
            return p.Text(raw, storage.encoding)
        # Objects that do not read themselves can be looked at when a check of theirs has failed.
        if written.contents is not None and field.process is None and self._auto_read:
            return p.Contents(written.contents, written.place)
        return raw

    def _nested(self, storage: m.User, window: p.Bytes | None) -> p.Nested:
        return p.Nested(
            path=storage.path,
            args=storage.args,
            window=window,
            parent=storage.parent,
            orphan=storage.orphan,
            foreign=storage.foreign,
            ordered=storage.ordered,
            chosen=storage.chosen,
            opaque=storage.opaque,
            ragged=storage.ragged,
            apart=not self._auto_read and (self._read_write or not storage.opaque),
        )


def _raw(field: m.TypedField, storage: m.Storage) -> p.Bytes | None:
    """The bytes of one element, unless it tells its size by itself."""
    written, size, terminator = field.syntax, field.size, _terminator(field.syntax, storage)
    if written.contents is not None and size is None:
        size = m.Const(m.INT, written.span, len(written.contents))
    limit = field.limit if not isinstance(field.type, m.ListType) else None
    process = _process(field.process)
    trim = None
    if size is None and not written.size_eos:
        if terminator is None:
            return None
        rules = (written.include, written.consume, written.eos_error)
        return p.Terminated(terminator, *rules, limit=limit, process=process)
    if written.pad_right is not None or terminator is not None:
        trim = p.Trim(written.pad_right, terminator, written.include)
    if size is None:
        return p.Rest(limit=limit, trim=trim, fill=written.fill, process=process)
    return p.Sized(size, limit=limit, trim=trim, fill=written.fill, process=process)


def _follows(size: m.Expr) -> bool:
    """Whether a size is that of whatever is written, and tells nothing else.

    Such bytes tell where they end, as deflated data does, or go on but for so many to the end.
    """
    while isinstance(size, m.Op) and size.name == "sub" and fold(size.args[1]) is not None:
        size = size.args[0]
    match size:
        case m.Op(
            name="sub",
            args=(m.Op(name="stream_size", args=whole), m.Op(name="stream_pos", args=here)),
        ):
            return whole == here and isinstance(whole[0], m.Local)
    return isinstance(size, m.Op) and size.name in m.ENDS


def _terminator(written: syntax.Field, storage: m.Storage) -> bytes | None:
    """The terminator's bytes; that of `strz` is a whole character."""
    if written.terminator is None:
        return bytes(storage.unit) if isinstance(storage, m.Text) and storage.zero else None
    return bytes([written.terminator])


def _process(written: m.Process | None) -> p.Process | None:
    if written is None:
        return None
    if written.path not in OWN_ROUTINES:
        return p.Custom(written.args, written.path)
    match written.path[0], written.args:
        case "zlib", args:
            return p.Zlib(args)
        case notation, args if notation in NOTATIONS:
            return p.Tagged(args, notation)
        case "ror", (amount,):
            return p.Rotate((m.Op(m.INT, amount.span, "neg", (amount,)),))
        case "rol", args:
            return p.Rotate(args)
    return p.Xor(written.args)


def _repeat(field: m.TypedField, *, partial: bool) -> p.Times | p.Until | p.ToEnd:
    if field.repeat_expr is not None:
        return p.Times(field.repeat_expr, field.limit, partial=partial)
    if field.repeat_until is not None:
        return p.Until(field.repeat_until, field.limit)
    return p.ToEnd(field.limit)


def users_of(storage: m.Storage | None) -> Iterator[m.User]:
    """The records that a field may hold."""
    if isinstance(storage, m.User):
        yield storage
    for _, case in storage.cases if isinstance(storage, m.Choice) else ():
        yield from users_of(case)


def enum_of(storage: m.Storage | None) -> Path | None:
    """The enum of a number."""
    return storage.enum if isinstance(storage, m.Number | m.Bits) else None


def _contents(field: m.TypedField) -> m.Const:
    return m.Const(m.BYTES, field.syntax.span, field.syntax.contents or b"")


def _names_index(field: m.TypedField, *, reading: bool) -> bool:
    """Whether an expression of a repeated field names `_index`; writers check the end apart."""
    until = field.repeat_until if reading else None
    args = field.process.args if field.process is not None else ()
    exprs = [field.size, until, *args, *_exprs_of(field.storage)]
    if reading and field.valid is not None:
        rule = field.valid
        exprs += [rule.eq, rule.min, rule.max, rule.expr, *(rule.any_of or ())]
    return any(expr is not None and "_index" in m.locals_of(expr) for expr in exprs)


def _exprs_of(storage: m.Storage | None) -> list[m.Expr]:
    if isinstance(storage, m.User):
        return [arg for _, arg in storage.args] + ([storage.parent] if storage.parent else [])
    if isinstance(storage, m.Choice):
        keys = [key for key, _ in storage.cases if key is not None]
        inner = [expr for _, case in storage.cases for expr in _exprs_of(case)]
        return [storage.on, *keys, *inner]
    return []


# -- checks and derivations ------------------------------------------------------------------------


def check_ops(field: m.TypedField) -> tuple[p.Op, ...]:
    """`valid` again, for an object that is about to be written."""
    place = field.syntax.place
    rules: tuple[p.Op, ...] = guards(field.id, field.valid, None, enum_of(field.storage), place)
    if field.syntax.contents is not None and not isinstance(field.type, m.ListType):
        rules = (p.Guard(field.id, "equal", (_contents(field),), place),)
    if rules and isinstance(field.type, m.ListType):
        each = tuple(replace(g, element=True) for g in rules if isinstance(g, p.Guard))
        indexed = any("_index" in m.locals_of(arg) for rule in each for arg in rule.args)
        rules = (p.Each(field.id, each, indexed),)
    if field.repeat_expr is not None:
        rules = (p.Guard(field.id, "count", (field.repeat_expr,)), *rules)
    if field.repeat_until is not None:
        rules = (p.Guard(field.id, "until", (field.repeat_until,)), *rules)
    return (p.When(field.condition, rules),) if rules and field.condition is not None else rules


def guards(
    target: str,
    valid: m.TypedValid | None,
    back: int | None,
    enum: Path | None = None,
    place: str = "",
) -> tuple[p.Guard, ...]:
    """The rules of `valid`."""
    if valid is None:
        return ()
    rules = [
        (rule, (expr,))
        for rule, expr in (("equal", valid.eq), ("at_least", valid.min), ("at_most", valid.max))
        if expr is not None
    ]
    found = [p.Guard(target, rule, args, place, back=back) for rule, args in rules]
    if valid.any_of is not None:
        found.append(p.Guard(target, "any_of", valid.any_of, place, back=back))
    if valid.expr is not None:
        found.append(p.Guard(target, "that", (valid.expr,), place, valid.expr_text, back=back))
    if valid.in_enum:
        found.append(p.Guard(target, "member", (), place, enum=enum, back=back))
    return tuple(found)


def given_rules(field: m.TypedField) -> tuple[p.Derive, ...]:
    """`-derive` and `-default`."""
    if summed := told(field):
        return summed
    if field.measure is not None:
        return (p.Measured(field.id, field.measure.of, field.measure.ahead),)
    found: list[p.Derive] = []
    if (value := field.default) is not None:  # first: `-derive` may depend on what the field has
        found.append(p.Default(field.id, value, condition=field.condition))
    if (value := field.derive) is not None:
        found.append(p.ValueOf(field.id, value, condition=field.condition, said=True))
    return tuple(found)
