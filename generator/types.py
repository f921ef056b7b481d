"""Stage 4: every field with its storage and the types of all its expressions."""

from __future__ import annotations

import codecs
from dataclasses import replace

from quire.generator import model, syntax
from quire.generator.codec_args import check_stages
from quire.generator.diagnostics import Problems, hint
from quire.generator.expr_tree import Expr as Written
from quire.generator.expr_tree import ListLiteral
from quire.generator.fold import fold
from quire.generator.infer import Inference, Scope
from quire.generator.model import (
    BOOL,
    BYTES,
    ERROR,
    INT,
    Choice,
    Expr,
    ListType,
    Model,
    Names,
    Number,
    Path,
    Raw,
    Storage,
    Text,
    Type,
    TypedArray,
    TypedDocument,
    TypedField,
    TypedParam,
    TypedSchema,
    TypedType,
    TypedValid,
    User,
)  # fmt: skip
from quire.generator.parse import key_span
from quire.generator.relations import comparable, schema_type
from quire.generator.source import Span
from quire.runtime.scalars import SCALARS

FLOATING = ("f2", "bf2", "f4", "f8")
NUMPY_KINDS = {"u": "u", "s": "i", "f": "f", "b": "f"}
"""The letter of numpy for each kind of number."""


def check_types(names: Names, problems: Problems) -> Model:
    """The typed model of a spec."""
    inference = Inference(names, problems)
    types = tuple(_TypeChecker(inference, path).type() for path in names.types)
    documents = tuple(_DocumentChecker(inference, path).document() for path in names.documents)
    return Model(names, types, documents)


class _Checker:
    """What types and documents have in common."""

    def __init__(self, inference: Inference, path: Path) -> None:
        self.infer = inference
        self.problems = inference.problems
        self.names = inference.names
        self.path = path

    def expr(self, node: Written | None, scope: Scope, what: str, *kinds: Type) -> Expr | None:
        """An expression that must have one of some types (any, if none is named)."""
        if node is None:
            return None
        found = self.infer.expr(node, scope)
        if kinds:
            self.infer.require(found, kinds, what)
        return found

    def valid(
        self, rule: syntax.Valid | None, type_: Type, scope: Scope, span: Span
    ) -> TypedValid | None:
        """`valid`, whose values must be comparable with the field's."""
        if rule is None:
            return None
        bounds = {
            name: self._bound(getattr(rule, name), type_, scope, ordered=name != "eq")
            for name in ("eq", "min", "max")
        }
        any_of = (
            tuple(self.infer.expr(item, scope) for item in rule.any_of)
            if rule.any_of is not None
            else None
        )
        for item in any_of or ():
            self._comparable(item, type_, ordered=False)
        if rule.in_enum and not isinstance(type_, model.EnumType):
            self.problems.error("Q401", "`in-enum` needs a field with `enum`", span)
        condition = self.expr(rule.expr, replace(scope, element=type_), "`valid/expr`", BOOL)
        return TypedValid(
            **bounds, any_of=any_of, expr=condition, expr_text=rule.expr_text, in_enum=rule.in_enum
        )

    def _bound(
        self, node: Written | None, type_: Type, scope: Scope, *, ordered: bool
    ) -> Expr | None:
        if node is None:
            return None
        found = self.infer.expr(node, scope)
        self._comparable(found, type_, ordered=ordered)
        return found

    def _comparable(self, expr: Expr, type_: Type, *, ordered: bool) -> None:
        if ERROR not in (expr.type, type_) and not comparable(type_, expr.type, ordered=ordered):
            self.problems.error(
                "Q401", f"a value of {type_} cannot be compared with {expr.type}", expr.span
            )


class _TypeChecker(_Checker):
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
        self._check_checksum(field)
        element = replace(scope, index=field.repeat is not None)
        element_own = replace(element, extension=True)
        element_type = self.infer.element_type(self.path, field)
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
            array=self._array(field, element_own),
            codec=self._codec(field, element_own),
            document=(*self.path, document.schema.class_id) if document else None,
            compact=self.expr(document.compact, own, "`compact`", BOOL) if document else None,
            sort_keys=self.expr(document.sort_keys, own, "`sort-keys`", BOOL) if document else None,
        )

    def _check_checksum(self, field: syntax.Field) -> None:
        key = field.checksum
        if key is None:
            return
        members = {member.id: member for member in self.names.types[self.path].syntax.seq}
        if self.infer.field_type(self.path, field) is not INT:
            found = self.infer.field_type(self.path, field)
            message = f"a {key.algorithm} is an integer, but `{field.id}` is {found}"
            self.problems.error("Q504", message, key.span)
        if key.over and key.over[0] not in members:
            name = "::".join(self.path)
            message = f"type `{name}` has no `{key.over[0]}`"
            self.problems.error("Q302", message, key.over_span, help=hint(key.over[0], members))
        elif key.over and members[key.over[0]].codec is None:
            message = "a `-checksum` over a field without `-codec`"
            self._not_yet(message, key.span)
        if len(key.over) > 1 or key.condition is not None:
            self._not_yet("a `-checksum` with `if` or over several fields", key.span)

    def _not_yet(self, what: str, span: Span) -> None:
        self.problems.error("Q901", f"{what} is understood, but not compiled yet", span)

    def _limit(self, field: syntax.Field) -> int | None:
        found = self.expr(field.limit, Scope(self.path), "`-limit`", INT)
        if found is None:
            return None
        value = fold(found)
        if value is None:
            self._not_yet("a `-limit` that is computed", found.span)
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
            typed = self._bound(key, on.type, scope, ordered=False)
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
                self.problems.error(
                    "Q901", "bit-sized integers are understood, but not compiled yet", ref.span
                )
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

    # -- quire's own keys ----------------------------------------------------------------------

    def _array(self, field: syntax.Field, scope: Scope) -> TypedArray | None:
        key = field.array
        if key is None:
            return None
        if field.repeat is not None:
            self.problems.error(
                "Q901", "`-array` on a repeat is understood, but not compiled yet", key.span
            )
        if not isinstance(key.dtype, str):
            self.problems.error(
                "Q901",
                "a `dtype` that is chosen or left out is understood, but not compiled yet",
                key.span,
            )
            return None
        if key.shape is None:
            self.problems.error("Q203", "`-array` needs a `shape`", key.span)
            return None
        dtype, shape = self._dtype(key.dtype, key.span), self._shape(key.shape, scope)
        return TypedArray(key.dtype, dtype, shape, key.order)

    def _dtype(self, name: str, span: Span) -> str:
        """The name of numpy's dtype, little-endian unless told otherwise."""
        plain, order = (name[:-2], name[-2:]) if name[-2:] in ("le", "be") else (name, "")
        if plain not in FLOATING and plain + "le" not in SCALARS and plain not in SCALARS:
            self.problems.error(
                "Q203", f"unknown dtype `{name}`", span, help=hint(name, [*FLOATING, *SCALARS])
            )
            return "u1"
        if not order and plain not in ("u1", "s1"):
            order = self.names.types[self.path].endian or ""
            if not order:
                self.problems.error("Q403", f"dtype `{name}` has no byte order", span)
        if plain == "bf2":
            self.problems.error("Q901", "bfloat16 is understood, but not compiled yet", span)
        if plain in ("u1", "s1"):
            return NUMPY_KINDS[plain[0]] + "1"
        return (">" if order == "be" else "<") + NUMPY_KINDS[plain[0]] + plain[-1]

    def _shape(self, node: Written, scope: Scope) -> Expr:
        if isinstance(node, ListLiteral):
            items = tuple(self.infer.expr(item, scope) for item in node.items)
            found = self.infer.list_of(items, node.span)
        else:
            found = self.infer.expr(node, scope)
        if found.type not in (ListType(INT), BYTES, ERROR, ListType(model.ANY)):
            self.problems.error(
                "Q401", f"a shape must be a list of integers, found {found.type}", found.span
            )
        return found

    def _codec(
        self, field: syntax.Field, scope: Scope
    ) -> tuple[model.CodecStage, ...] | model.CodecChoice | None:
        key = field.codec
        if key is None:
            return None
        if not isinstance(key, syntax.Switch):
            return self._stages(key, field, scope)
        on = self.infer.expr(key.on, scope)
        cases = tuple(
            (self._bound(value, on.type, scope, ordered=False), self._stages(stages, field, scope))
            for value, stages in key.cases
        )
        return model.CodecChoice(on, cases)

    def _stages(
        self, stages: tuple[syntax.Stage, ...], field: syntax.Field, scope: Scope
    ) -> tuple[model.CodecStage, ...]:
        typed = tuple(
            (stage, tuple((name, self.infer.expr(value, scope)) for name, value in stage.args))
            for stage in stages
        )
        return check_stages(
            typed, self._array(field, scope), key_span(field, "-codec"), self.problems
        )


class _DocumentChecker(_Checker):
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
