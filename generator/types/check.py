"""Stage 4: every type with the types of all that its keys say."""

from __future__ import annotations

from quire.generator.diagnostics import Problems, hint
from quire.generator.resolve.scopes import Names
from quire.generator.syntax import tree as syntax
from quire.generator.syntax.expr_tree import Expr, ListLiteral, Member, Name
from quire.generator.syntax.parse_field import key_span
from quire.generator.syntax.primitives import bit_type, is_integer, is_primitive
from quire.generator.types import model
from quire.generator.types.array_types import ArrayChecker
from quire.generator.types.checker import Checker
from quire.generator.types.checksums import ChecksumChecker
from quire.generator.types.derived_of_streams import refuse_derived_of_streams
from quire.generator.types.fold import fold
from quire.generator.types.infer import Inference
from quire.generator.types.key_order import check_circles
from quire.generator.types.members import Asked, Scope
from quire.generator.types.model import (
    ANY,
    BOOL,
    BYTES,
    ERROR,
    FLOAT,
    INT,
    STR,
    STREAM,
    EndianChoice,
    EnumType,
    ListType,
    Model,
    OneOf,
    Type,
    TypedDocument,
    TypedField,
    TypedParam,
    TypedSchema,
    TypedType,
)
from quire.generator.types.never import check_order, check_values
from quire.generator.types.ragged import refuse_split_bytes
from quire.generator.types.relations import innermost, schema_type
from quire.generator.types.storage import StorageChecker, check_encoding, is_ended
from quire.generator.types.style import check_style
from quire.generator.types.sync import SyncChecker
from quire.generator.types.tables import TableChecker
from quire.runtime.frozen import replace

_PLAIN = (INT, FLOAT, BOOL, STR, BYTES)
_OF_TEXTS: dict[str, tuple[tuple[Type, ...], ...]] = dict.fromkeys(
    ("json", "literal"), ((INT,), (INT,), (STR,), (STR,), (STR,))
)
_OF_NUMBERS: dict[str, tuple[tuple[Type, ...], ...]] = dict.fromkeys(
    ("vlq", "uleb128", "sleb128"), ()
)
_ARGUMENTS: dict[str, tuple[tuple[Type, ...], ...]] = {
    "xor": ((INT, BYTES),), "rol": ((INT,),), "ror": ((INT,),), "zlib": (),
    **_OF_TEXTS, **_OF_NUMBERS,
}  # fmt: skip  # laid out as a table
"""What the arguments of a routine are; those of texts may be left out."""


def check_types(names: Names, problems: Problems, asked: list[Asked] | None = None) -> Model:
    """The typed model of a spec.

    Args:
        names: The resolved names.
        problems: Where problems go.
        asked: Where all expressions go, if somebody wants to know what is in them.
    """
    inference = Inference(names, problems, asked)
    own = [path for path in names.types if path[0] == names.root[0]]
    types = tuple(_TypeChecker(inference, path).type() for path in own)
    documents = tuple(
        _DocumentChecker(inference, path).document()
        for path in names.documents
        if path[0] == names.root[0]
    )
    check_circles({typed.definition.path: typed for typed in documents}, problems)
    for path in own:
        check_style(names.types[path].syntax, problems)
        check_order(names.types[path].syntax, problems)
    for typed in types:
        refuse_split_bytes(names, typed, problems)
        refuse_derived_of_streams(typed, problems)
        for field in (*typed.seq, *typed.instances):
            check_values(field, problems)
    return Model(names, types, documents)


class _TypeChecker(Checker):
    """One type of the spec."""

    def type(self) -> TypedType:
        definition = self.names.types[self.path]
        written = definition.syntax
        scope = Scope(self.path)
        check_encoding(definition, self.problems)
        return TypedType(
            definition=definition,
            params=tuple(self._param(param) for param in written.params),
            seq=tuple(self.field(field) for field in written.seq),
            instances=tuple(self.field(field) for field in written.instances),
            parent=self.infer.parent_type(self.path),
            to_string=self.expr(written.to_string, scope, "`to-string`", STR),
            endian=self._endian(written.endian, scope),
        )

    def _param(self, param: syntax.Param) -> TypedParam:
        found = self.infer.param_type(self.path, param)
        place = param.given.get("enum") or param.given.get("type") or param.span
        if innermost(found) is ERROR:
            written = "::".join(param.enum) if param.enum else param.type and param.type.text
            self.problems.error("Q303", f"unknown type `{written}`", place)
        if param.type is not None and not _is_pure(param.type.text):
            message = f"a param is a plain number or text, not `{param.type.text}`"
            self.problems.error("Q303", message, place)
        if param.enum is not None and (param.type is None or not is_integer(param.type.text)):
            self.problems.error("Q401", "an enum needs an integer", param.span)
        return TypedParam(param.id, found, param.doc)

    def _endian(self, written: str | syntax.Switch | None, scope: Scope) -> EndianChoice | None:
        if not isinstance(written, syntax.Switch):
            return None
        on = self.infer.expr(written.on, scope)
        cases = tuple(
            (self.bound(key, on.type, scope, ordered=False), order) for key, order in written.cases
        )
        return EndianChoice(on, cases)

    def field(self, field: syntax.Field) -> TypedField:
        if field.computed:
            return self._value_instance(field)
        listed = field.repeat is not None
        scope, own = Scope(self.path), Scope(self.path, extension=True)
        element = Scope(self.path, index=True) if listed else scope
        element_own = Scope(self.path, index=True, extension=True) if listed else own
        element_type = self.infer.element_type(self.path, field)
        whole_type = self.infer.field_type(self.path, field)
        measure = self._measure(field)
        arrays = ArrayChecker(self.infer, self.path)
        array = arrays.array(field, element_own)
        TableChecker(self.infer, self.path).table(field)
        codec = arrays.codec(field, array, element_own)
        sizes = self._sizes(field, element_own) if "-size" in field.given else element
        size = self.expr(field.size, sizes, "`size`", INT)
        arrays.agree(array, codec, size)
        document = field.document
        self._check_enum(field)
        return TypedField(
            syntax=field,
            type=whole_type,
            storage=StorageChecker(self.infer, self.path).storage(field, element),
            size=size,
            repeat_expr=self.expr(
                field.repeat_expr,
                own if "-repeat-expr" in field.given else scope,
                "`repeat-expr`",
                INT,
            ),
            repeat_until=self.expr(
                field.repeat_until,
                Scope(self.path, index=listed, element=element_type),
                "`repeat-until`",
                BOOL,
            ),
            condition=self.expr(
                field.condition, own if "-if" in field.given else scope, "`if`", BOOL
            ),
            valid=self.valid(field.valid, element_type, element, key_span(field, "valid")),
            pos=self.expr(field.pos, scope, "`pos`", INT),
            io=self.expr(field.io, scope, "`io`", STREAM),
            align=self.expr(field.align, own, "`-align`", INT),
            process=self._process(field, element),
            default=self.expr(field.default, own, "`-default`", whole_type),
            derive=None if measure else self.expr(field.derive, own, "`-derive`", whole_type),
            usual=self._usual(field.usual, element_own, element_type),
            measure=measure,
            limit=self._limit(field),
            sync=SyncChecker(self.infer, self.path).sync(field),
            array=array,
            codec=codec,
            checksum=ChecksumChecker(self.infer, self.path).checksum(field, own),
            document=(*self.path, document.schema.class_id) if document else None,
            compact=self.expr(document.compact, own, "`compact`", BOOL) if document else None,
            sort_keys=self.expr(document.sort_keys, own, "`sort-keys`", BOOL) if document else None,
        )

    def _usual(self, written: Expr | None, scope: Scope, type_: Type) -> model.Expr | None:
        """`-usual`: a list of values, each of which an element of the field could have."""
        if isinstance(type_, OneOf) and BYTES in type_.of:
            type_ = BYTES  # of a switch, what no case takes
        if written is not None and not (type_ in _PLAIN or isinstance(type_, EnumType)):
            message = "`-usual` needs a number, bytes or text"
            self.problems.error("Q206", message, written.span)
            return None
        if not isinstance(written, ListLiteral):
            kinds = (ListType(INT), BYTES) if type_ is INT else (ListType(type_),)  # `[1]` is bytes
            return self.expr(written, scope, "`-usual`", *kinds)
        items = [self.expr(item, scope, "`-usual`", type_) for item in written.items]
        known = tuple(item for item in items if item is not None)
        return model.ListOf(ListType(type_), written.span, known)

    @staticmethod
    def _sizes(field: syntax.Field, scope: Scope) -> Scope:
        """What a `-size` may name: where it is nothing else, where data ends by itself."""
        is_member = isinstance(field.size, Member)
        return replace(scope, sizes=field.id) if is_member else scope

    def _measure(self, field: syntax.Field) -> model.Measured | None:
        """The field whose size `-derive: field._sizeof` is, where that depends on the data.

        It has to stand after this one, and what is between them to be bytes, always as many.
        """
        node = field.derive
        if not isinstance(node, Member) or node.name != "_sizeof" or not isinstance(node.of, Name):
            return None
        definition = self.names.types[self.path]
        names = [each.id for each in definition.syntax.seq]
        if field.id not in names:
            return None
        behind = names[names.index(field.id) + 1 :]
        if node.of.id not in behind or definition.endian == "chosen":
            return None
        here, there = names.index(field.id), names.index(node.of.id)
        measured = definition.syntax.seq[there]
        known = self.infer.sizes.field_bits(self.path, measured) is not None
        if known or measured.condition is not None:
            return None
        sizes = [self._always(each) for each in definition.syntax.seq[here:there]]
        ahead = sum(size for size in sizes if size is not None)
        return None if None in sizes else model.Measured(node.of.id, ahead)

    def _always(self, field: syntax.Field) -> int | None:
        """The bytes that a field takes, if they are whole, and always as many."""
        bits = self.infer.sizes.field_bits(self.path, field)
        if bits is None or bits % 8 or field.condition is not None:
            return None
        own = isinstance(field.type, syntax.TypeRef) and bit_type(field.type.text) is not None
        return None if own else bits // 8

    def _value_instance(self, field: syntax.Field) -> TypedField:
        scope = Scope(self.path)
        own = Scope(self.path, extension=True)
        type_ = self.infer.member_type(self.path, field.id, field, field.span)
        value = self.expr(field.value, own if "-value" in field.given else scope, "the value")
        if field.enum is not None and value is not None:
            self._check_enum(field)
            if value.type not in (INT, ERROR, ANY):
                message = f"an enum needs an integer, found {value.type}"
                self.problems.error("Q401", message, key_span(field, "enum"))
        if field.array is not None or field.codec is not None:
            self._check_made(field, value)
        arrays = ArrayChecker(self.infer, self.path)
        array = arrays.array(field, own)
        return TypedField(
            syntax=field,
            type=type_,
            storage=None,
            value=value,
            array=array,
            codec=arrays.codec(field, array, own),
            condition=self.expr(
                field.condition, own if "-if" in field.given else scope, "`if`", BOOL
            ),
            valid=self.valid(field.valid, type_, own, key_span(field, "-valid")),
            default=self.expr(field.default, own, "`-default`", type_),
        )

    def _check_made(self, field: syntax.Field, value: model.Expr | None) -> None:
        """The bytes of which an array is made: those of fields, one after another."""
        key = "-codec" if field.codec is not None else "-array"
        if field.array is None or field.codec is None:
            message = "an array of computed bytes needs `-array` and `-codec`"
            self.problems.error("Q206", message, key_span(field, key))
        elif value is not None and value.type is not ERROR and model.pieces_of(value) is None:
            message = "an array is made of the bytes of fields: `list.map(_.field).joined`"
            self.problems.error("Q401", message, value.span)

    def _check_enum(self, field: syntax.Field) -> None:
        if field.enum is None or self.names.find_enum(self.path, field.enum) is not None:
            return
        name = "::".join(field.enum)
        known = ["::".join(path[1:]) for path in self.names.enums]
        self.problems.error(
            "Q304", f"unknown enum `{name}`", key_span(field, "enum"), help=hint(name, known)
        )

    def _process(self, field: syntax.Field, scope: Scope) -> model.Process | None:
        """The routine of `process`, whose own routines take arguments of some types."""
        written = field.process
        if written is None:
            return None
        if not is_ended(field):
            message = "`process` needs bytes: a `size`, `size-eos` or `terminator`"
            self.problems.error("Q405", message, field.span)
        args = tuple(self.infer.expr(arg, scope) for arg in written.args)
        name = ".".join(written.path)
        if (kinds := _ARGUMENTS.get(name)) is not None:
            fewest = 0 if name in _OF_TEXTS else len(kinds)
            if not fewest <= len(args) <= len(kinds):
                wanted = f"at most {len(kinds)}" if fewest < len(kinds) else fewest
                message = f"`{name}` takes {wanted} arguments, found {len(args)}"
                self.problems.error("Q402", message, written.span)
            for arg, of in zip(args, kinds, strict=False):
                self.infer.require(arg, of, f"the argument of `{name}`")
        return model.Process(written.path, args)

    def _limit(self, field: syntax.Field) -> int | None:
        if field.limit is None:
            return None
        found = self.expr(field.limit, Scope(self.path), "`-limit`", INT)
        if found is None:
            return None
        value = fold(found)
        if value is None:
            self.not_yet("a `-limit` that is computed", found.span)
        elif value < 0:
            self.problems.error("Q401", "a `-limit` is not negative", found.span)
        return value


def _is_pure(name: str) -> bool:
    """Whether a type is one of values, not of how they are stored."""
    return name != "strz" and not (is_primitive((name,)) and name[-2:] in ("le", "be"))


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
            keys=self.expr(schema.keys, scope, "`keys`", ListType(STR)),
            condition=self.expr(schema.condition, scope, "`if`", BOOL),
            optional=schema.optional,
            default=self.expr(schema.default, scope, "`default`", type_),
            valid=self.valid(schema.valid, type_, scope, schema.span),
            span=schema.span,
        )
