"""Stage 4: every field with its storage and the types of all its expressions."""

from __future__ import annotations

import codecs
from dataclasses import replace

from quire.generator import model, syntax
from quire.generator.array_types import ArrayChecker
from quire.generator.checker import Checker
from quire.generator.diagnostics import Problems, hint
from quire.generator.fold import fold
from quire.generator.infer import Inference, Scope
from quire.generator.model import (
    BOOL,
    INT,
    Choice,
    Expr,
    Model,
    Names,
    Number,
    Path,
    Raw,
    Storage,
    Text,
    TypedDocument,
    TypedField,
    TypedParam,
    TypedSchema,
    TypedType,
    User,
)
from quire.generator.parse import key_span
from quire.generator.relations import schema_type
from quire.runtime.scalars import SCALARS


def check_types(names: Names, problems: Problems) -> Model:
    """The typed model of a spec."""
    inference = Inference(names, problems)
    types = tuple(_TypeChecker(inference, path).type() for path in names.types)
    documents = tuple(_DocumentChecker(inference, path).document() for path in names.documents)
    return Model(names, types, documents)


class _TypeChecker(Checker):
    """One type of the spec."""

    def type(self) -> TypedType:
        definition = self.names.types[self.path]
        return TypedType(
            definition=definition,
            params=tuple(
                TypedParam(p.id, self.infer.param_type(self.path, p), p.doc)
                for p in definition.syntax.params
            ),
            seq=tuple(self.field(field) for field in definition.syntax.seq),
            instances=tuple(self.field(field) for field in definition.syntax.instances),
            parent=self.infer.parent_type(self.path),
        )

    def field(self, field: syntax.Field) -> TypedField:
        scope = Scope(self.path)
        own = replace(scope, extension=True)
        if "value" in field.given:
            type_ = self.infer.member_type(self.path, field.id, field, field.span)
            return TypedField(
                syntax=field,
                type=type_,
                storage=None,
                value=self.expr(
                    field.value, own if "-value" in field.given else scope, "the value"
                ),
                condition=self.expr(field.condition, scope, "`if`", BOOL),
                default=self.expr(field.default, own, "`-default`", type_),
            )
        element = replace(scope, index=field.repeat is not None)
        element_own = replace(element, extension=True)
        element_type = self.infer.element_type(self.path, field)
        arrays = ArrayChecker(self.infer, self.path)
        arrays.checksum(field)
        array = arrays.array(field, element_own)
        document = field.document
        return TypedField(
            syntax=field,
            type=self.infer.field_type(self.path, field),
            storage=self._storage(field, element),
            size=self.expr(
                field.size, element_own if "-size" in field.given else element, "`size`", INT
            ),
            repeat_expr=self.expr(
                field.repeat_expr,
                own if "-repeat-expr" in field.given else scope,
                "`repeat-expr`",
                INT,
            ),
            repeat_until=self.expr(
                field.repeat_until, replace(element, element=element_type), "`repeat-until`", BOOL
            ),
            condition=self.expr(
                field.condition, own if "-if" in field.given else scope, "`if`", BOOL
            ),
            valid=self.valid(field.valid, element_type, element, key_span(field, "valid")),
            pos=self.expr(field.pos, scope, "`pos`", INT),
            default=self.expr(field.default, own, "`-default`", element_type),
            derive=self.expr(field.derive, own, "`-derive`", element_type),
            limit=self._limit(field),
            array=array,
            codec=arrays.codec(field, array, element_own),
            document=(*self.path, document.schema.class_id) if document else None,
            compact=self.expr(document.compact, own, "`compact`", BOOL) if document else None,
            sort_keys=self.expr(document.sort_keys, own, "`sort-keys`", BOOL) if document else None,
        )

    def _limit(self, field: syntax.Field) -> int | None:
        found = self.expr(field.limit, Scope(self.path), "`-limit`", INT)
        if found is None:
            return None
        value = fold(found)
        if value is None:
            self.not_yet("a `-limit` that is computed", found.span)
        return value

    # -- storage -----------------------------------------------------------------------------

    def _storage(self, field: syntax.Field, scope: Scope) -> Storage:
        if "type" in field.given and field.type is None:
            return Raw()  # what stands there was reported when it was parsed
        text = isinstance(field.type, syntax.TypeRef) and field.type.text in ("str", "strz")
        ended = {"size", "-size", "size-eos", "terminator", "contents"} & field.given.keys()
        if (field.type is None or text) and not ended and field.terminator is None:
            message = f"`{field.id}` has {'no size' if text else 'no type and no size'}"
            help_text = "add `size`, `size-eos` or `terminator`"
            if not text:
                help_text = "add `type`, `size`, `size-eos`, `terminator` or `contents`"
            self.problems.error("Q405", message, field.span, help=help_text)
        if field.type is None:
            return Raw()
        if isinstance(field.type, syntax.TypeRef):
            return self._named(field.type, field, scope)
        on = self.infer.expr(field.type.on, scope)
        cases = []
        for key, ref in field.type.cases:
            typed = self.bound(key, on.type, scope, ordered=False)
            if ref is not None:
                cases.append((typed, self._named(ref, field, scope)))
        return Choice(on, tuple(cases))

    def _named(self, ref: syntax.TypeRef, field: syntax.Field, scope: Scope) -> Storage:
        definition = self.names.types[self.path]
        name = ref.text
        if name in ("str", "strz"):
            return Text(self._encoding(field, definition.encoding))
        if len(ref.path) == 1 and name in SCALARS:
            return Number(name, self._enum(field))
        if len(ref.path) == 1 and name + "le" in SCALARS:
            if definition.endian is None:
                self.problems.error(
                    "Q403",
                    f"`{name}` has no byte order",
                    ref.span,
                    help=f"write `{name}le` or `{name}be`, or set `meta/endian`",
                )
            return Number(name + (definition.endian or "le"), self._enum(field))
        found = self.names.find_type(self.path, ref.path)
        if found is None:
            if len(ref.path) == 1 and name[0] == "b" and name[1:2].isdigit():
                self.not_yet("a bit-sized integer", ref.span)
            return Raw()
        return User(found, self._arguments(ref, found, scope))

    def _arguments(
        self, ref: syntax.TypeRef, path: Path, scope: Scope
    ) -> tuple[tuple[str, Expr], ...]:
        params = self.names.types[path].syntax.params
        args = tuple(self.infer.expr(arg, scope) for arg in ref.args)
        if len(args) != len(params):
            self.problems.error(
                "Q402",
                f"type `{ref.text}` takes {len(params)} arguments, found {len(args)}",
                ref.span,
            )
        for arg, param in zip(args, params, strict=False):
            wanted = self.infer.param_type(path, param)
            if isinstance(wanted, model.Basic):
                self.infer.require(arg, (wanted,), f"argument `{param.id}`")
        return tuple((param.id, arg) for arg, param in zip(args, params, strict=False))

    def _enum(self, field: syntax.Field) -> Path | None:
        if field.enum is None:
            return None
        found = self.names.find_enum(self.path, field.enum)
        if found is None:
            name = "::".join(field.enum)
            known = ["::".join(path[1:]) for path in self.names.enums]
            self.problems.error(
                "Q304", f"unknown enum `{name}`", key_span(field, "enum"), help=hint(name, known)
            )
        return found

    def _encoding(self, field: syntax.Field, inherited: str | None) -> str:
        name = field.encoding or inherited
        if name is None:
            self.problems.error(
                "Q404",
                f"`{field.id}` is text without an encoding",
                field.span,
                help="add `encoding`, here or in `meta`",
            )
            return "utf-8"
        try:
            return codecs.lookup(name).name
        except LookupError:
            self.problems.error("Q404", f"unknown encoding `{name}`", key_span(field, "encoding"))
            return "utf-8"


class _DocumentChecker(Checker):
    """One object of a document."""

    def document(self) -> TypedDocument:
        definition = self.names.documents[self.path]
        return TypedDocument(
            definition, tuple(self._key(schema) for schema in definition.schema.fields or ())
        )

    def _key(self, schema: syntax.Schema) -> TypedSchema:
        scope = Scope(self.path, extension=True)
        type_ = schema_type(schema, self.path[:-1])
        return TypedSchema(
            name=schema.name,
            kind=schema.kind,
            doc=schema.doc,
            path=(*self.path[:-1], schema.class_id) if schema.kind == "object" else None,
            item=self._key(schema.item) if schema.item is not None else None,
            condition=self.expr(schema.condition, scope, "`if`", BOOL),
            optional=schema.optional,
            default=self.expr(schema.default, scope, "`default`", type_),
            valid=self.valid(schema.valid, type_, scope, schema.span),
            span=schema.span,
        )
