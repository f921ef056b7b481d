"""Stage 4, expressions: the type of each."""

from __future__ import annotations

from collections.abc import Callable

from quire.generator.diagnostics import Problems, hint
from quire.generator.resolve.scopes import Names, Path
from quire.generator.source import Span
from quire.generator.syntax import expr_tree as written
from quire.generator.syntax import tree as syntax
from quire.generator.syntax.primitives import is_primitive
from quire.generator.types import model
from quire.generator.types.encodings import find_encoding
from quire.generator.types.fold import fold
from quire.generator.types.members import CASTS, Asked, Members, Scope
from quire.generator.types.methods import ELEMENTS, MEMBERS, METHODS, NUMERIC, OWN
from quire.generator.types.model import (
    ANY,
    BOOL,
    BYTES,
    ERROR,
    FLOAT,
    INT,
    STR,
    STREAM,
    DocumentType,
    EnumType,
    Expr,
    ListType,
    OneOf,
    RecordType,
    Type,
)
from quire.generator.types.relations import (
    common,
    comparable,
    elements_of,
    kind_of,
    schema_type,
)
from quire.generator.types.sizes import whole_bytes
from quire.runtime.frozen import replace
from quire.runtime.values.numbers import MAX_BITS

_ARITHMETIC = {"+": "add", "-": "sub", "*": "mul", "/": "div", "%": "mod"}
_BITS = {"&": "and", "|": "or", "^": "xor", "<<": "shl", ">>": "shr"}
_COMPARE = {"==": "eq", "!=": "ne", "<": "lt", "<=": "le", ">": "gt", ">=": "ge"}


class Inference(Members):
    """Types of expressions, worked out once each.

    Args:
        names: The resolved names.
        problems: Where problems go.
        asked: Where all expressions go, if somebody wants to know what is in them.
    """

    def __init__(self, names: Names, problems: Problems, asked: list[Asked] | None = None) -> None:
        super().__init__(names, problems)
        self._asked = asked

    def expr(self, node: written.Expr, scope: Scope) -> Expr:
        """The typed tree of an expression; a part that makes no sense has type `error`."""
        handler: Callable[[written.Expr, Scope], Expr] = getattr(
            self, f"_{type(node).__name__.lower()}"
        )
        found = handler(node, scope)
        if self._asked is not None:
            self._asked.append(Asked(node, scope, found))
        return found

    def _constant(self, node: written.Expr, owner: Path) -> int | None:
        before, self._asked = self._asked, None  # it is asked again where it stands
        found = fold(self.expr(node, Scope(owner, index=True, extension=True)))
        self._asked = before
        return found

    def wrong(self, code: str, message: str, span: Span, help: str = "") -> Expr:
        """Note a problem, and give an expression that causes no further ones."""
        self.problems.error(code, message, span, help=help)  # type: ignore[arg-type]  # codes are literals here
        return model.Const(ERROR, span, 0)

    def _literal(self, node: written.Literal, _scope: Scope) -> Expr:
        kinds: dict[type, Type] = {bool: BOOL, int: INT, float: FLOAT, str: STR}
        return model.Const(kinds[type(node.value)], node.span, node.value, node.text)

    def _interpolated(self, node: written.Interpolated, scope: Scope) -> Expr:
        parts = tuple(self.expr(part, scope) for part in node.parts)
        for part in parts:
            if part.type not in (INT, STR, ERROR):
                self.wrong(
                    "Q401", f"an f-string takes integers and strings, found {part.type}", part.span
                )
        return model.Op(STR, node.span, "format", parts)

    def _listliteral(self, node: written.ListLiteral, scope: Scope) -> Expr:
        items = tuple(self.expr(item, scope) for item in node.items)
        values = [_byte_of(item) for item in items]
        if None not in values:
            return model.Const(BYTES, node.span, bytes(v for v in values if v is not None))
        return self.list_of(items, node.span)

    def list_of(self, items: tuple[Expr, ...], span: Span) -> Expr:
        """A list, whose elements must have a common type."""
        kinds = [item.type for item in items]
        found = common(kinds) if kinds else ANY
        if isinstance(found, OneOf):
            listed = ", ".join(dict.fromkeys(map(str, kinds)))
            return self.wrong("Q401", f"the elements differ: {listed}", span)
        return model.ListOf(ListType(found), span, items)

    def _name(self, node: written.Name, scope: Scope) -> Expr:
        local = self._local(node, scope)
        if local is not None:
            return local
        myself = model.Local(self._own_type(scope.path), node.span, "self")
        return self._member_of(myself, node.id, node.span, scope)

    def _own_type(self, path: Path) -> Type:
        return DocumentType(path) if path in self.names.documents else RecordType(path)

    def _local(self, node: written.Name, scope: Scope) -> Expr | None:
        found: Type | None = None
        if node.id == "_index" and scope.index:
            found = INT
        elif node.id == "_" and scope.element is not None:
            found = scope.element
        elif node.id == "_on" and scope.on is not None:
            return scope.on
        elif node.id == "_sizeof":
            return self._size_of(RecordType(scope.path), None, node.span, bits=False)
        elif node.id == "_io" and scope.path in self.names.types:
            found = STREAM
        elif node.id == "_root":
            found = RecordType(scope.path[:1])
        elif node.id == "_parent" and scope.path in self.names.types:
            found = self.parent_type(scope.path)
        elif (
            node.id == "_parent" and (outer := self.names.documents[scope.path].parent) is not None
        ):
            found = DocumentType(outer)
        return model.Local(found, node.span, node.id) if found is not None else None

    def _enumlabel(self, node: written.EnumLabel, scope: Scope) -> Expr:
        name, label = node.path[:-1], node.path[-1]
        around = scope.path[:1] if node.absolute else scope.path
        path = self.names.find_enum(around, name) if name else None
        if path is None:
            known = ["::".join(known[1:]) for known in self.names.enums]
            return self.wrong(
                "Q304", f"unknown enum `{'::'.join(name)}`", node.span, hint("::".join(name), known)
            )
        labels = [known.id for known in self.names.enums[path].syntax.labels]
        if label not in labels:
            return self.wrong(
                "Q304", f"enum `{'::'.join(name)}` has no `{label}`", node.span, hint(label, labels)
            )
        return model.EnumValue(EnumType(path), node.span, path, label)

    # -- members of values ---------------------------------------------------------------

    def _member(self, node: written.Member, scope: Scope) -> Expr:
        of = self.expr(node.of, scope)
        if node.name == "_sizeof":
            if scope.extension and isinstance(of, model.Local) and of.name == "_":
                return self._written_size(of, node.span)
            return self._size_of(of.type, of, node.span, bits=False)
        return self._member_of(of, node.name, node.span, scope)

    def _member_of(self, of: Expr, name: str, span: Span, scope: Scope) -> Expr:
        if of.type in (ERROR, ANY):
            return model.Get(of.type, span, of, name)
        if isinstance(of.type, RecordType):
            return self._record_member(of, of.type.path, name, span)
        if isinstance(of.type, DocumentType):
            return self._document_member(of, of.type.path, name, span, scope)
        if of.type is STREAM and name in model.ENDS:
            return self._ends_itself(of, name, span, scope)
        if isinstance(of.type, ListType) and (
            found := self._list_member(of, of.type, name, span, scope)
        ):
            return found
        kind = kind_of(of.type)
        if (kind, name) in MEMBERS:
            operator, result = MEMBERS[kind, name]
            return model.Op(result, span, operator, (of,))
        known = [known for known_kind, known in MEMBERS if known_kind == kind]
        return self.wrong("Q302", f"{of.type} has no `{name}`", span, hint(name, known))

    def _record_member(self, of: Expr, path: Path, name: str, span: Span) -> Expr:
        if name == "_io":
            return model.Get(STREAM, span, of, name)
        if name == "_root":
            return model.Get(RecordType(_root_of(of.type)), span, of, name)
        if not path:
            return (
                self.wrong(
                    "Q302",
                    f"`{name}` is unknown: the record can be of any type",
                    span,
                    "cast it with `.as<type>`",
                )
                if name != "_parent"
                else model.Get(of.type, span, of, name)
            )
        if name == "_parent":
            return model.Get(self.parent_type(path), span, of, name)
        if path not in self.names.types:
            return model.Get(ANY, span, of, name)  # somebody else's class: nothing is known of it
        members = self.members(path)
        if name not in members:
            return self.wrong(
                "Q302", f"type `{'::'.join(path)}` has no `{name}`", span, hint(name, members)
            )
        return model.Get(self.member_type(path, name, members[name], span), span, of, name)

    def _document_member(self, of: Expr, path: Path, name: str, span: Span, scope: Scope) -> Expr:
        if not scope.extension:
            message = f"`{name}` is a key of a document, which other tools know nothing of"
            return self.wrong("Q302", message, span, "say it in a key that begins with `-`")
        definition = self.names.documents[path]
        if name == "_parent" and definition.parent is not None:
            return model.Get(DocumentType(definition.parent), span, of, name)
        schemas = {schema.name: schema for schema in definition.schema.fields or ()}
        if name not in schemas:
            return self.wrong(
                "Q302",
                f"document `{'::'.join(path[1:])}` has no `{name}`",
                span,
                hint(name, schemas),
            )
        return model.Get(schema_type(schemas[name], definition.path[:-1]), span, of, name)

    def _list_member(
        self, of: Expr, type_: ListType, name: str, span: Span, scope: Scope
    ) -> Expr | None:
        if name in ELEMENTS:
            return model.Op(type_.of, span, name, (of,))
        if name in NUMERIC and scope.extension:
            if type_.of not in (INT, FLOAT, ERROR):
                return self.wrong("Q401", f"`{name}` needs a list of numbers, found {type_}", span)
            return model.Op(type_ if name == "sort" else type_.of, span, name, (of,))
        if name == "reverse" and scope.extension:
            return model.Op(type_, span, name, (of,))
        if name == "distinct" and scope.extension:
            if type_.of not in (INT, STR, BYTES, ERROR):
                message = f"`distinct` needs a list of integers, texts or bytes, found {type_}"
                return self.wrong("Q401", message, span)
            return model.Op(type_, span, name, (of,))
        if name == "joined" and scope.extension:
            if type_.of not in (BYTES, ERROR):
                return self.wrong("Q401", f"`joined` needs a list of bytes, found {type_}", span)
            return model.Op(BYTES, span, name, (of,))
        return self._own(name, span) if name in OWN else None

    def _ends_itself(self, of: Expr, name: str, span: Span, scope: Scope) -> Expr:
        """How many bytes it takes to where data ends that tells it: what only a reader asks."""
        if not scope.sizes:
            message = f"`{name}` can only be the whole of a `-size`"
            return self.wrong("Q302", message, span)
        return model.Op(INT, span, name, (of, model.Const(STR, span, scope.sizes)))

    def _own(self, name: str, span: Span) -> Expr:
        help_ = "use it in keys that begin with `-`"
        return self.wrong("Q302", f"`{name}` is quire's own", span, help_)

    def _call(self, node: written.Call, scope: Scope) -> Expr:
        of = self.expr(node.of, scope)
        if of.type is ERROR:
            return of
        if (
            node.name in ("map", "where")
            and isinstance(of.type, ListType)
            and scope.extension
            and len(node.args) == 1
        ):
            body = self.expr(node.args[0], replace(scope, element=of.type.of))
            if node.name == "map":
                return model.MapOver(ListType(body.type), node.span, of, body)
            self.require(body, (model.BOOL,), "the condition of `where`")
            return model.Where(of.type, node.span, of, body)
        method = METHODS.get((kind_of(of.type), node.name))
        if method is not None and of.type is STREAM and not scope.extension:
            return self._own(node.name, node.span)
        if node.name == "slice" and isinstance(of.type, ListType) and scope.extension:
            method = ("substring", (INT, INT), of.type)
        return self._called(node, of, method, scope)

    def _called(
        self,
        node: written.Call,
        of: Expr,
        method: tuple[str, tuple[Type, ...], Type] | None,
        scope: Scope,
    ) -> Expr:
        """What a method gives, of the types that it takes."""
        if method is None:
            known = [known for kind, known in METHODS if kind == kind_of(of.type)]
            return self.wrong(
                "Q302", f"{of.type} has no method `{node.name}`", node.span, hint(node.name, known)
            )
        operator, wanted, result = method
        args = tuple(self.expr(arg, scope) for arg in node.args)
        if len(args) != len(wanted):
            return self.wrong(
                "Q402", f"`{node.name}` takes {len(wanted)} arguments, found {len(args)}", node.span
            )
        for arg, expected in zip(args, wanted, strict=True):
            self.require(arg, (expected,), f"an argument of `{node.name}`")
        if operator in ("decode", "to_b"):
            return self._coded(node, model.Op(result, node.span, operator, (of, *args)))
        return model.Op(result, node.span, operator, (of, *args))

    def _coded(self, node: written.Call, op: model.Op) -> Expr:
        """Text to bytes or back, in an encoding that is known now."""
        name = op.args[1]
        if not isinstance(name, model.Const) or not isinstance(name.value, str):
            message = f"the encoding of `{node.name}` must be a text in quotes"
            return self.wrong("Q401", message, name.span)
        return replace(op, args=(op.args[0], replace(name, value=find_encoding(name.value).python)))

    def _index(self, node: written.Index, scope: Scope) -> Expr:
        of, at = self.expr(node.of, scope), self.expr(node.at, scope)
        self.require(at, (INT,), "an index")
        if of.type is ERROR:
            return of
        if isinstance(of.type, ListType):
            return model.Op(of.type.of, node.span, "item", (of, at))
        if of.type is ANY:
            return model.Op(ANY, node.span, "item", (of, at))
        if of.type is BYTES:
            return model.Op(INT, node.span, "item", (of, at))
        return self.wrong("Q401", f"only lists and bytes have an index, found {of.type}", node.span)

    # -- casts and operators ---------------------------------------------------------------

    def _cast(self, node: written.Cast, scope: Scope) -> Expr:
        name = node.type.path
        basic = CASTS.get(name[0]) if len(name) == 1 else None
        target = basic or self.named_type(scope.path, name)
        if target is ERROR:
            self.expr(node.of, scope)
            return self.wrong("Q303", f"unknown type `{'::'.join(name)}`", node.span)
        for _ in range(node.type.arrays):
            target = ListType(target)
        if isinstance(node.of, written.ListLiteral):
            return self._cast_list(node.of, target, scope)
        self.casts += 1
        found = self.expr(node.of, scope)
        self.casts -= 1
        if type(found) is model.Get and (model.is_several(found.type) or self._may_lack(found)):
            return model.Narrowed(target, found.span, found.of, found.name)
        return replace(found, type=target)

    def _may_lack(self, found: model.Get) -> bool:
        """Whether something is an instance that need not be there."""
        path = found.of.type.path if isinstance(found.of.type, RecordType) else ()
        if path not in self.names.types:
            return False
        instances = self.names.types[path].syntax.instances
        return any(each.id == found.name and each.condition is not None for each in instances)

    def _cast_list(self, node: written.ListLiteral, target: Type, scope: Scope) -> Expr:
        """A literal list as bytes, or as a list of some type."""
        items = tuple(self.expr(item, scope) for item in node.items)
        if target is not BYTES:
            return model.ListOf(target, node.span, items)
        for item in items:
            self.require(item, (INT,), "an element of bytes")
        listed = model.ListOf(ListType(INT), node.span, items)
        return model.Op(BYTES, node.span, "bytes_of", (listed,))

    def _sizeof(self, node: written.SizeOf, scope: Scope) -> Expr:
        name = node.type.path
        if not is_primitive(name) and self.names.find_type(scope.path, name) is None:
            return self.wrong("Q303", f"unknown type `{'::'.join(name)}`", node.span)
        size = self.sizes.named_bits(scope.path, name)
        return self._size(size, f"`{'::'.join(name)}`", node.span, bits=node.bits)

    def _size_of(self, type_: Type, of: Expr | None, span: Span, *, bits: bool) -> Expr:
        """`_sizeof` of a record, or of a field."""
        if type_ is ERROR:
            return model.Const(ERROR, span, 0)
        size = None
        if isinstance(of, model.Get) and isinstance(of.of.type, RecordType) and of.of.type.path:
            member = self.members(of.of.type.path).get(of.name)
            if isinstance(member, syntax.Field):
                size = self.sizes.field_bits(of.of.type.path, member)
        elif isinstance(type_, RecordType):
            size = self.sizes.type_bits(type_.path)
        return self._size(size, "this", span, bits=bits)

    def _written_size(self, of: model.Local, span: Span) -> Expr:
        """`_._sizeof` of an element: what it takes when it is written."""
        known = self.sizes.type_bits(of.type.path) if isinstance(of.type, RecordType) else None
        if known is not None or not isinstance(of.type, RecordType):
            return self._size_of(of.type, of, span, bits=False)
        return model.Op(INT, span, "written_size", (of,))

    def _size(self, size: int | None, what: str, span: Span, *, bits: bool) -> Expr:
        if size is None:
            message = f"the size of {what} is not constant: it depends on the data"
            return self.wrong("Q406", message, span)
        return model.Const(INT, span, size if bits else whole_bytes(size))

    def _unary(self, node: written.Unary, scope: Scope) -> Expr:
        of = self.expr(node.of, scope)
        if node.operator == "not":
            self.require(of, (BOOL,), "the operand of `not`")
            return model.Op(BOOL, node.span, "not", (of,))
        self.require(
            of,
            (INT,) if node.operator == "~" else (INT, FLOAT),
            f"the operand of `{node.operator}`",
        )
        name = {"-": "neg", "+": "pos", "~": "invert"}[node.operator]
        return model.Op(of.type, node.span, name, (of,))

    def _binary(self, node: written.Binary, scope: Scope) -> Expr:
        left, right = self.expr(node.left, scope), self.expr(node.right, scope)
        if ERROR in (left.type, right.type):
            return model.Const(ERROR, node.span, 0)
        operator, args = node.operator, (left, right)
        if operator in ("and", "or"):
            for side in args:
                self.require(side, (BOOL,), f"an operand of `{operator}`")
            return model.Op(BOOL, node.span, operator, args)
        if operator in _COMPARE:
            return self._comparison(node, left, right, scope)
        if operator in _BITS:
            for side in args:
                self.require(side, (INT,), f"an operand of `{operator}`")
            count = fold(right) if operator in ("<<", ">>") else None
            if count is not None and not 0 <= count <= MAX_BITS:
                return self.wrong("Q401", f"expected a shift by 0 to {MAX_BITS} bits", right.span)
            return model.Op(INT, node.span, f"bit_{_BITS[operator]}", args)
        if operator == "+" and (left.type, right.type) == (STR, STR):
            return model.Op(STR, node.span, "add", args)
        fits = [self.require(side, (INT, FLOAT), f"an operand of `{operator}`") for side in args]
        if not all(fits):
            return model.Const(ERROR, node.span, 0)
        result = common([left.type, right.type])
        name = _ARITHMETIC[operator]
        return model.Op(
            result, node.span, "floordiv" if name == "div" and result is INT else name, args
        )

    def _comparison(self, node: written.Binary, left: Expr, right: Expr, scope: Scope) -> Expr:
        ordered, types = node.operator not in ("==", "!="), (left.type, right.type)
        if scope.extension and not ordered:  # of lists: whether all their elements are equal
            types = elements_of(*types)
        if not comparable(*types, ordered=ordered):
            message = f"`{node.operator}` cannot compare {left.type} with {right.type}"
            return self.wrong("Q401", message, node.span, self._quotes(left.type, right.type))
        return model.Op(BOOL, node.span, _COMPARE[node.operator], (left, right))

    @staticmethod
    def _quotes(left: Type, right: Type) -> str:
        return "use `.to_i` on the enum" if isinstance(left, EnumType) and right is INT else ""

    def _ternary(self, node: written.Ternary, scope: Scope) -> Expr:
        condition = self.expr(node.condition, scope)
        self.require(condition, (BOOL,), "a condition")
        then, otherwise = self.expr(node.then, scope), self.expr(node.otherwise, scope)
        found = common([then.type, otherwise.type])
        if isinstance(found, OneOf) and not {type(then.type), type(otherwise.type)} & {OneOf}:
            return self.wrong(
                "Q401", f"the branches differ: {then.type} and {otherwise.type}", node.span
            )
        return model.Op(found, node.span, "if", (condition, then, otherwise))

    def require(self, expr: Expr, kinds: tuple[Type, ...], what: str) -> bool:
        """Whether an expression has one of some types; a problem if not."""
        if expr.type in (*kinds, ERROR, ANY) or (FLOAT in kinds and expr.type is INT):
            return True
        listed = " or ".join(str(kind) for kind in kinds)
        self.wrong("Q401", f"{what} must be {listed}, found {expr.type}", expr.span)
        return False


def _byte_of(expr: Expr) -> int | None:
    """The value of a constant that is a byte, or None."""
    if isinstance(expr, model.Const) and expr.type is INT and isinstance(expr.value, int):
        return expr.value if 0 <= expr.value <= 255 else None
    return None


def _root_of(type_: Type) -> Path:
    """The record of the whole file, for a record of some type."""
    return type_.path[:1] if isinstance(type_, RecordType) else ()
