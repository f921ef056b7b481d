"""Stage 4, members: the type of each field, instance and parameter."""

from __future__ import annotations

from abc import ABC, abstractmethod

from quire.generator.diagnostics import Problems
from quire.generator.resolve.scopes import Names, Path
from quire.generator.source import Span
from quire.generator.syntax import expr_tree as written
from quire.generator.syntax import tree as syntax
from quire.generator.syntax.primitives import bit_type, is_primitive
from quire.generator.types.model import (
    ANY,
    BOOL,
    BYTES,
    ERROR,
    FLOAT,
    INT,
    STR,
    STREAM,
    ArrayType,
    DocumentType,
    EnumType,
    Expr,
    ListType,
    PayloadType,
    RecordType,
    TableType,
    Type,
)
from quire.generator.types.relations import common
from quire.generator.types.sizes import Sizes
from quire.runtime.frozen import Frozen

CASTS: dict[str, Type] = {
    "bytes": BYTES,
    "io": STREAM,
    "any": ANY,
    "struct": RecordType(()),
    "bool": BOOL,
}
"""Words of `.as<…>` and of params that are no types elsewhere."""


ANY_RECORD = RecordType(())


class Scope(Frozen):
    """What an expression may name.

    Attributes:
        path: The type or the document object that it stands in.
        index: Whether `_index` is there.
        element: Type of `_`, or None.
        extension: Whether it stands in a key of quire's own.
        on: What `_on` is: the value that a switch depends on, or None.
        sizes: The field whose whole size it is, where only a reader asks for that; or "".
    """

    path: Path
    index: bool = False
    element: Type | None = None
    extension: bool = False
    on: Expr | None = None
    sizes: str = ""


class Asked(Frozen):
    """An expression, what it may name, and what it means."""

    node: written.Expr
    scope: Scope
    found: Expr


class Members(ABC):
    """Types of members, worked out once each.

    Those of value instances are those of their expressions, which name members in turn.

    Args:
        names: The resolved names.
        problems: Where problems go.
    """

    def __init__(self, names: Names, problems: Problems) -> None:
        self.names = names
        self.problems = problems
        self.sizes = Sizes(names, self._constant)
        self.casts = 0
        """How many casts the expression that is looked at stands in."""
        self._values: dict[tuple[Path, str], Type | None] = {}
        self._parents: dict[Path, Type | None] = {}
        self._members: dict[Path, dict[str, syntax.Member]] = {}

    @abstractmethod
    def expr(self, node: written.Expr, scope: Scope) -> Expr:
        """The typed tree of an expression."""

    def members(self, path: Path) -> dict[str, syntax.Member]:
        """The members of a type by name."""
        if path not in self._members:
            listed = syntax.members(self.names.types[path].syntax)
            named = (member for member in listed if not member.id.startswith("_unnamed"))
            self._members[path] = {member.id: member for member in named}
        return self._members[path]

    def member_type(
        self, path: Path, name: str, member: syntax.Field | syntax.Param, span: Span
    ) -> Type:
        """The type of a member; value instances are inferred, each at most once at a time."""
        if isinstance(member, syntax.Param):
            return self.param_type(path, member)
        if not member.computed:
            return self.field_type(path, member)
        if member.value is None:
            return ERROR  # no expression: that was reported when it was parsed
        key = (path, name)
        if key in self._values:
            found = self._values[key]
            if found is None and self.casts:
                return ANY  # the cast says what it is
            if found is None:
                self.problems.error("Q401", f"`{name}` depends on itself", span)
            return found or ERROR
        self._values[key] = None
        found = self.expr(member.value, Scope(path, extension="-value" in member.given)).type
        if member.enum is not None:
            enum = self.names.find_enum(path, member.enum)
            found = EnumType(enum) if enum else ERROR
        if member.codec is not None and found is BYTES:
            found = PayloadType()
        self._values[key] = found
        return found

    def param_type(self, path: Path, param: syntax.Param) -> Type:
        """The type of a parameter."""
        if param.enum is not None:
            enum = self.names.find_enum(path, param.enum)
            found: Type = EnumType(enum) if enum else ERROR
        elif param.type is None:
            found = BYTES
        elif param.type.text in CASTS:
            found = CASTS[param.type.text]
        else:
            found = self.named_type(path, param.type.path)
        for _ in range(param.arrays):
            found = ListType(found)
        return found

    def named_type(self, path: Path, name: Path) -> Type:
        """The type of a value of a named type."""
        if is_primitive(name):
            if name[0].startswith("str"):
                return STR
            if name[0].startswith("f"):
                return FLOAT
            bits = bit_type(name[0])
            return BOOL if bits is not None and bits.width == 1 else INT
        found = self.names.find_type(path, name)
        return RecordType(found) if found else ERROR

    def field_type(self, path: Path, field: syntax.Field) -> Type:
        """The type of a field's attribute."""
        found = self.element_type(path, field)
        if field.repeat is None:
            return found
        table = field.array is not None and isinstance(found, RecordType)
        return TableType(found) if table else ListType(found)

    def element_type(self, path: Path, field: syntax.Field) -> Type:
        """The type of one element of a field."""
        if field.codec is not None:
            return PayloadType()
        if field.array is not None and field.repeat is None:
            return ArrayType(field.array.dtype if isinstance(field.array.dtype, str) else "")
        if field.document is not None:
            return DocumentType((*path, field.document.schema.class_id))
        if field.enum is not None:
            enum = self.names.find_enum(path, field.enum)
            return EnumType(enum) if enum else ERROR
        if isinstance(field.type, syntax.Switch):
            cases = [
                self.named_type(path, ref.path) for _, ref in field.type.cases if ref is not None
            ]
            # What no case names stays bytes, where there is a size.
            if (field.size or field.size_eos) and all(key for key, _ in field.type.cases):
                cases.append(BYTES)
            return common(cases) if cases else ANY
        return self.named_type(path, field.type.path) if field.type is not None else BYTES

    def parent_type(self, path: Path) -> Type:
        """The static type of `_parent`: what all uses of a type in its own spec agree on."""
        if path not in self._parents:
            self._parents[path] = None  # while it is being worked out
            found = {
                self.expr(use.field.parent, Scope(use.owner)).type
                if use.field.parent is not None
                else RecordType(use.owner)
                for use in self.names.uses.get(path, ())
                if not use.field.orphan and use.owner[0] == path[0]
            }
            same = found.pop() if len(found) == 1 else ANY_RECORD
            self._parents[path] = same if isinstance(same, RecordType) else ANY_RECORD
        return self._parents[path] or ANY_RECORD

    @abstractmethod
    def _constant(self, node: written.Expr, owner: Path) -> int | None:
        """The value of an expression that stands in a type, or None if it is not constant."""
