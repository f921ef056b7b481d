"""Step 1: the typed model to plain operations, one field at a time."""

from __future__ import annotations

from dataclasses import replace

from quire.generator import model as m
from quire.generator import plan as p
from quire.generator import syntax
from quire.generator.model import Path
from quire.runtime.scalars import SCALARS


def lower(model: m.Model, spec: str, digest: str) -> p.Module:
    """Every type as a record whose operations follow its fields one to one."""
    types = {typed.definition.path: typed for typed in model.types}
    documents = {typed.definition.path: typed for typed in model.documents}
    lowering = _Lowering(model.names, types, documents)
    written = model.names.spec
    return p.Module(
        name=written.root.id,
        title=written.title,
        spec=spec,
        digest=digest,
        root=lowering.record(model.names.root),
    )


class _Lowering:
    """The lowering of one spec."""

    def __init__(
        self, names: m.Names, types: dict[Path, m.TypedType], documents: dict[Path, m.TypedDocument]
    ) -> None:
        self._names = names
        self._types = types
        self._documents = documents

    def record(self, path: Path) -> p.Record:
        """One type, with those nested in it."""
        typed = self._types[path]
        written = typed.definition.syntax
        return p.Record(
            path=path,
            doc=written.doc,
            params=tuple(p.Attribute(param.id, param.type, param.doc) for param in typed.params),
            attributes=tuple(
                p.Attribute(field.id, field.type, field.syntax.doc) for field in typed.seq
            ),
            read=_read_ops(typed.seq),
            write=tuple(op for field in typed.seq for op in _field_ops(field, reading=False)),
            checks=tuple(op for field in typed.seq for op in _check_ops(field)),
            derive=tuple(step for field in typed.seq for step in _given_rules(field)),
            instances=tuple(_instance(field) for field in typed.instances),
            pipelines=tuple(_pipeline(field) for field in typed.seq if field.codec is not None),
            enums=tuple(
                p.EnumClass(
                    (*path, enum.id),
                    tuple((label.id, label.value, label.doc) for label in enum.labels),
                )
                for enum in written.enums
            ),
            documents=tuple(self._document(d) for d in self._names.documents if d[:-1] == path),
            records=tuple(self.record((*path, nested.id)) for nested in written.types),
            parent=typed.parent,
            size=None,
            span=written.span,
            notes=(),
        )

    def _document(self, path: Path) -> p.DocumentClass:
        typed = self._documents[path]
        definition = typed.definition
        keys = tuple(_key(key) for key in typed.keys)
        return p.DocumentClass(
            path, definition.schema.doc, definition.parent, definition.root, keys
        )


def _key(key: m.TypedSchema) -> p.Key:
    valid = key.valid
    derived = valid.eq if valid is not None else None
    return p.Key(
        name=key.name,
        kind=key.kind,
        type=_key_type(key),
        doc=key.doc,
        path=key.path,
        item=_key(key.item) if key.item is not None else None,
        condition=key.condition,
        optional=key.optional,
        default=key.default,
        derived=derived,
        guards=_guards(key.name, replace(valid, eq=None) if valid is not None else None, None),
    )


def _key_type(key: m.TypedSchema) -> m.Type:
    if key.kind == "object" and key.path is not None:
        return m.DocumentType(key.path)
    if key.kind == "list":
        return m.ListType(_key_type(key.item) if key.item is not None else m.ANY)
    return {"int": m.INT, "float": m.FLOAT, "bool": m.BOOL, "str": m.STR}.get(key.kind, m.ANY)


# -- fields ------------------------------------------------------------------------------------


def _read_ops(fields: tuple[m.TypedField, ...]) -> tuple[p.Op, ...]:
    """What reading takes; a digest is verified once both it and what it is of have been read."""
    order = [field.id for field in fields]
    pending: dict[str, list[p.Op]] = {}
    for field in fields:
        if (key := field.syntax.checksum) is not None:
            last = max(field.id, key.over[0], key=order.index)
            digest: p.Op = p.Digest(field.id, key.over[0], key.algorithm)
            pending.setdefault(last, []).append(
                p.When(field.condition, (digest,)) if field.condition is not None else digest
            )
    return tuple(
        op
        for field in fields
        for op in (*_field_ops(field, reading=True), *pending.get(field.id, ()))
    )


def _names_index(field: m.TypedField, *, reading: bool) -> bool:
    """Whether an expression of a repeated field names `_index`; writers check the end apart."""
    until = field.repeat_until if reading else None
    exprs = [field.size, until, *_exprs_of(field.storage)]
    return any(expr is not None and "_index" in m.locals_of(expr) for expr in exprs)


def _exprs_of(storage: m.Storage | None) -> list[m.Expr]:
    if isinstance(storage, m.User):
        return [arg for _, arg in storage.args]
    if isinstance(storage, m.Choice):
        return [storage.on, *(expr for _, case in storage.cases for expr in _exprs_of(case))]
    return []


def _field_ops(field: m.TypedField, *, reading: bool) -> tuple[p.Op, ...]:
    """What a field takes: its value and its checks, around them the repeat and the condition."""
    repeated = field.type if isinstance(field.type, m.ListType) else None
    body = _element_ops(field, element=repeated is not None, reading=reading)
    if repeated is not None:
        indexed = _names_index(field, reading=reading)
        body = (
            p.Loop(
                field.id, body, field.repeat_expr, field.repeat_until, field.limit, indexed=indexed
            ),
        )
    return (p.When(field.condition, body),) if field.condition is not None else body


def _element_ops(field: m.TypedField, *, element: bool, reading: bool) -> tuple[p.Op, ...]:
    if isinstance(field.storage, m.Choice):
        cases = [
            (key, _ops(field, storage, element=element, reading=reading))
            for key, storage in field.storage.cases
        ]
        if field.size is not None and all(key is not None for key, _ in cases):
            cases.append((None, _ops(field, m.Raw(), element=element, reading=reading)))
        return (p.Branch(field.storage.on, tuple(cases), field.id),)
    assert field.storage is not None
    return _ops(field, field.storage, element=element, reading=reading)


def _ops(
    field: m.TypedField, storage: m.Storage, *, element: bool, reading: bool
) -> tuple[p.Op, ...]:
    value = _value(field, storage)
    store = p.Store(field.id, value, element)
    if not reading:
        return (store,)
    back = SCALARS[value.scalar].size if isinstance(value, p.Number) else None
    return (
        replace(store, marked=back is None and field.valid is not None),
        *(
            replace(guard, element=element, marked=back is None)
            for guard in _guards(field.id, field.valid, back, _enum_of(field))
        ),
    )


def _value(field: m.TypedField, storage: m.Storage) -> p.Value:
    written = field.syntax
    sized = field.size is not None or written.size_eos
    limit = field.limit if not isinstance(field.type, m.ListType) else None
    raw = p.Bytes(
        size=field.size,
        limit=limit,
        terminator=_terminator(written, storage),
        include=written.include,
        consume=written.consume,
        eos_error=written.eos_error,
        pad=written.pad_right,
        fill=written.fill,
    )
    if field.codec is not None:
        return p.Payload(raw)
    if field.array is not None:
        return p.Array(field.array.dtype, field.array.shape, field.array.order, raw)
    if field.document is not None:
        return p.Document(field.document, raw, field.compact, field.sort_keys)
    if isinstance(storage, m.Number):
        return p.Number(storage.scalar, storage.enum)
    if isinstance(storage, m.Text):
        return p.Text(raw, storage.encoding)
    if isinstance(storage, m.User):
        return p.Nested(
            storage.path, storage.args, raw if sized or written.terminator is not None else None
        )
    return p.Contents(written.contents) if written.contents is not None else raw


def _terminator(written: syntax.Field, storage: m.Storage) -> bytes | None:
    """The terminator's bytes; that of `strz` is a whole character."""
    if written.terminator is None:
        return None
    units = 1
    if "terminator" not in written.given and isinstance(storage, m.Text):
        units = {"utf-16": 2, "utf-32": 4}.get(storage.encoding[:6], 1)
    return bytes([written.terminator]) * units


def _enum_of(field: m.TypedField) -> Path | None:
    return field.storage.enum if isinstance(field.storage, m.Number) else None


def _check_ops(field: m.TypedField) -> tuple[p.Op, ...]:
    """`valid` again, for an object that is about to be written."""
    guards: tuple[p.Op, ...] = _guards(field.id, field.valid, None, _enum_of(field))
    if field.syntax.contents is not None and not isinstance(field.type, m.ListType):
        constant = m.Const(m.BYTES, field.syntax.span, field.syntax.contents)
        guards = (p.Guard(field.id, "equal", (constant,)),)
    if guards and isinstance(field.type, m.ListType):
        guards = (
            p.Loop(
                field.id, tuple(replace(g, element=True) for g in guards if isinstance(g, p.Guard))
            ),
        )
    if field.repeat_expr is not None:
        guards = (p.Guard(field.id, "count", (field.repeat_expr,)), *guards)
    if field.repeat_until is not None:
        guards = (p.Guard(field.id, "until", (field.repeat_until,)), *guards)
    return (p.When(field.condition, guards),) if guards and field.condition is not None else guards


def _guards(
    target: str, valid: m.TypedValid | None, back: int | None, enum: Path | None = None
) -> tuple[p.Guard, ...]:
    if valid is None:
        return ()
    rules = [
        (rule, (expr,))
        for rule, expr in (("equal", valid.eq), ("at_least", valid.min), ("at_most", valid.max))
        if expr is not None
    ]
    found = [p.Guard(target, rule, args, back=back) for rule, args in rules]
    if valid.any_of is not None:
        found.append(p.Guard(target, "any_of", valid.any_of, back=back))
    if valid.expr is not None:
        found.append(p.Guard(target, "that", (valid.expr,), text=valid.expr_text, back=back))
    if valid.in_enum:
        found.append(p.Guard(target, "member", (), enum=enum, back=back))
    return tuple(found)


def _given_rules(field: m.TypedField) -> tuple[p.Derive, ...]:
    """`-derive` and `-default`."""
    rules = (("value", field.derive), ("default", field.default))
    return tuple(
        p.Derive(field.id, how, value=value, condition=field.condition)
        for how, value in rules
        if value is not None
    )


# -- instances and pipelines ---------------------------------------------------------------------


def _instance(field: m.TypedField) -> p.Lazy:
    read = (
        () if field.value is not None else _field_ops(replace(field, condition=None), reading=True)
    )
    enum = (
        field.type.path
        if isinstance(field.type, m.EnumType)
        and field.value is not None
        and field.value.type is m.INT
        else None
    )
    return p.Lazy(
        field.id,
        field.type,
        field.syntax.doc,
        field.value,
        field.pos,
        read,
        field.condition,
        field.default,
        enum,
    )


def _pipeline(field: m.TypedField) -> p.Pipeline:
    if isinstance(field.codec, m.CodecChoice):
        cases = tuple((key, _stages(stages)) for key, stages in field.codec.cases)
        return p.Pipeline(field.id, field.codec.on, cases)
    return p.Pipeline(field.id, None, ((None, _stages(field.codec or ())),))


def _stages(stages: tuple[m.CodecStage, ...]) -> tuple[p.Stage, ...]:
    return tuple(p.Stage(stage.codec, stage.args) for stage in stages)
