"""Step 1: the typed model to plain operations, one type at a time."""

from __future__ import annotations

from quire.generator.plan import operations as p
from quire.generator.plan.lower_fields import Lowering, check_ops, given_rules, guards, users_of
from quire.generator.plan.raw import raw_of
from quire.generator.resolve.references import enum_name
from quire.generator.resolve.scopes import Path
from quire.generator.syntax import tree as syntax
from quire.generator.syntax.primitives import OWN_ROUTINES
from quire.generator.types import model as m
from quire.generator.types.key_order import taken
from quire.runtime.frozen import replace


def lower(model: m.Model, spec: str, digest: str, *, auto_read: bool, read_write: bool) -> p.Module:
    """Every type as a record whose operations follow its fields one to one."""
    written = model.names.spec
    lowering = _Types(
        model, auto_read=auto_read and not (read_write or written.debug), read_write=read_write
    )
    fields = [field for typed in model.types for field in (*typed.seq, *typed.instances)]
    users = [user for field in fields for user in users_of(field.storage)]
    processes = [field.process.path for field in fields if field.process is not None]
    return p.Module(
        name=written.root.id,
        title=written.title,
        spec=spec,
        digest=digest,
        imports=tuple(sorted({path[0] for path in model.names.types} - {written.root.id})),
        opaque=tuple(sorted({user.path[0] for user in users if user.opaque})),
        routines=tuple(sorted(set(processes) - OWN_ROUTINES)),
        root=lowering.record(model.names.root),
        imports_places=any(
            _places(definition.syntax)
            for path, definition in model.names.types.items()
            if path[0] != written.root.id
        ),
    )


def _places(written: syntax.Type) -> bool:
    """Whether a type has checksums, or instances that stand at positions."""
    return any(field.checksum is not None for field in written.seq) or any(
        field.pos is not None or field.io is not None for field in written.instances
    )


class _Types:
    """The types of one spec."""

    def __init__(self, model: m.Model, *, auto_read: bool, read_write: bool) -> None:
        self._names = model.names
        self._types = {typed.definition.path: typed for typed in model.types}
        self._documents = {typed.definition.path: typed for typed in model.documents}
        self._auto_read = auto_read
        self._read_write = read_write
        self._traced = model.names.spec.debug

    def record(self, path: Path) -> p.Record:
        """One type, with those nested in it."""
        typed = self._types[path]
        written = typed.definition.syntax
        lowering = Lowering(
            typed, auto_read=self._auto_read, read_write=self._read_write, traced=self._traced
        )
        read = lowering.read()
        instances = tuple(_instance(field, lowering) for field in typed.instances)
        later = [lazy.read for lazy in instances if isinstance(lazy, p.Positioned)]
        return p.Record(
            path=path,
            doc=written.doc,
            params=tuple(p.Attribute(param.id, param.type, param.doc) for param in typed.params),
            attributes=tuple(
                p.Attribute(field.id, field.type, field.syntax.doc) for field in typed.seq
            ),
            read=read,
            write=lowering.write(),
            checks=tuple(op for field in typed.seq for op in check_ops(field)),
            derive=tuple(step for field in typed.seq for step in given_rules(field)),
            ready=(),
            instances=instances,
            raw=(*raw_of(read), *(r for ops in later for r in raw_of(ops, lazy=True))),
            pipelines=tuple(
                _pipeline(field)
                for field in (*typed.seq, *typed.instances)
                if field.codec is not None
            ),
            sums=lowering.marking.sums(),
            enums=tuple(
                p.EnumClass(
                    (*path, enum_name(written, enum)),
                    tuple((label.id, label.value, label.doc) for label in enum.labels),
                )
                for enum in written.enums
            ),
            documents=tuple(self._document(d) for d in self._names.documents if d[:-1] == path),
            records=tuple(self.record((*path, nested.id)) for nested in written.types),
            parent=typed.parent,
            size=None,
            span=written.span,
            endian=_endian(typed),
            to_string=typed.to_string,
            auto_read=self._auto_read,
            traced=self._traced,
            read_write=self._read_write,
        )

    def _document(self, path: Path) -> p.DocumentClass:
        typed = self._documents[path]
        definition = typed.definition
        keys = tuple(_key(key) for key in typed.keys)
        order = taken(typed, self._documents)
        return p.DocumentClass(
            path, definition.schema.doc, definition.parent, definition.root, keys, order
        )


def _endian(typed: m.TypedType) -> p.Endian | None:
    definition = typed.definition
    if definition.endian != "chosen":
        return None
    place = "/" + "/".join(f"types/{name}" for name in definition.path[1:])
    if typed.endian is None:
        return p.Endian(place)
    return p.Endian(place, typed.endian.on, typed.endian.cases)


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
        keys=key.keys,
        condition=key.condition,
        optional=key.optional,
        default=key.default,
        derived=derived,
        guards=guards(key.name, replace(valid, eq=None) if valid is not None else None, None),
    )


def _key_type(key: m.TypedSchema) -> m.Type:
    if key.kind == "object" and key.path is not None:
        return m.DocumentType(key.path)
    if key.kind == "list":
        return m.ListType(_key_type(key.item) if key.item is not None else m.ANY)
    return {"int": m.INT, "float": m.FLOAT, "bool": m.BOOL, "str": m.STR}.get(key.kind, m.ANY)


# -- instances and pipelines ---------------------------------------------------------------------


def _instance(field: m.TypedField, lowering: Lowering) -> p.Lazy:
    lazy = (field.id, field.type, field.syntax.doc, field.condition, field.default)
    if field.value is not None:
        number = field.value.type is m.INT
        enum = field.type.path if number and isinstance(field.type, m.EnumType) else None
        pieces = m.pieces_of(field.value) if field.codec is not None else None
        checks = guards(field.id, field.valid, None, enum, field.syntax.place)
        return p.Computed(*lazy, field.value, enum, pieces, checks)
    plain = replace(field, condition=None)
    read = lowering.instance(plain, reading=True)
    write = lowering.instance(plain, reading=False)
    return p.Positioned(*lazy, field.pos, field.io, read, write, align=field.align)


def _pipeline(field: m.TypedField) -> p.Pipeline:
    dtypes = None if field.array is None else field.array.choice
    if isinstance(field.codec, m.CodecChoice):
        cases = tuple((key, _stages(stages)) for key, stages in field.codec.cases)
        return p.Pipeline(field.id, field.codec.on, cases, dtypes)
    return p.Pipeline(field.id, None, ((None, _stages(field.codec or ())),), dtypes)


def _stages(stages: tuple[m.CodecStage, ...]) -> tuple[p.Stage, ...]:
    return tuple(p.Stage(stage.codec, stage.args) for stage in stages)
