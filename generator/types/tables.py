"""Stage 4: repeats that are tables (`-array` on a repeat of records)."""

from __future__ import annotations

from collections.abc import Iterator

from quire.generator.resolve.scopes import Path
from quire.generator.syntax import tree as syntax
from quire.generator.syntax.expr_tree import Expr as Written
from quire.generator.syntax.primitives import TEXT, bit_type, is_number
from quire.generator.types import model
from quire.generator.types.checker import Checker
from quire.generator.types.encodings import find_encoding
from quire.generator.types.members import Scope

_PLAIN = frozenset(
    ["id", "doc", "doc-ref", "type", "enum", "size", "-size", "terminator", "encoding", "-array"]
) | {"valid", "-usual"}
"""The keys that a field of a table's records may have."""

_TABLE = frozenset(
    ["id", "doc", "doc-ref", "type", "repeat", "repeat-expr", "-repeat-expr", "if", "-if", "-limit"]
) | {"-array"}
"""The keys that a table may have."""

_WORDS = frozenset(["_io", "_index", "_"])
"""Words that differ from record to record."""


class TableChecker(Checker):
    """The tables among the fields of one type."""

    def table(self, field: syntax.Field) -> None:
        """Report what a scan cannot walk over, where a field is a table."""
        key = field.array
        if key is None or field.repeat is None:
            return
        if isinstance(field.type, syntax.TypeRef) and is_number(field.type.text):
            self.not_yet("`-array` on a repeat of numbers", key.span)
            return
        if field.repeat != "expr":
            self.not_yet("a table without `repeat-expr`", key.span)
        if self.names.spec.debug:
            self.not_yet("a table with `ks-debug`", key.span)
        if key.dtype is not None or key.shape is not None or key.order != "C":
            message = "the columns of a table have the types of its records: leave this empty"
            self.problems.error("Q505", message, key.span, help="write `-array: {}`")
        for reason in self._reasons(field):
            self.problems.error("Q505", f"not a table: {reason}", key.span)

    def _reasons(self, field: syntax.Field) -> Iterator[str]:
        """Why a field cannot be a table."""
        ref = field.type
        path = (
            self.names.find_type(self.path, ref.path) if isinstance(ref, syntax.TypeRef) else None
        )
        if not isinstance(ref, syntax.TypeRef) or path is None or path[:1] != self.path[:1]:
            yield "its elements are no records of a type of this spec"
            return
        for name in sorted(field.given.keys() - _TABLE):
            yield f"it has `{name}`"
        if any(
            self._differs(arg, Scope(self.path, index=True, extension=True)) for arg in ref.args
        ):
            yield "an argument of its type differs from record to record"
        definition = self.names.types[path]
        if definition.endian == "chosen":
            yield "the byte order of its records is chosen"
        if definition.syntax.instances or definition.syntax.to_string is not None:
            yield f"`{ref.text}` is more than its fields"
        if not definition.syntax.seq:
            yield f"`{ref.text}` has no fields"
        for each in definition.syntax.seq:
            yield from self._cell(path, each)

    def _differs(self, node: Written, scope: Scope) -> bool:
        return bool(model.locals_of(self.infer.expr(node, scope)) & _WORDS)

    def _cell(self, path: Path, field: syntax.Field) -> Iterator[str]:
        """Why a field cannot be a cell."""
        name = f"`{field.id}`"
        if field.id.startswith("_unnamed"):
            yield "one of its fields has no name"
        for key in sorted(field.given.keys() - _PLAIN):
            yield f"{name} has `{key}`"
        if isinstance(field.type, syntax.TypeRef) and is_number(field.type.text):
            yield from self._ruled(path, field)
            return
        if field.valid is not None:
            yield f"{name} is no number, and has `valid`"
        if _is_whole_bytes(field):
            return
        if isinstance(field.type, syntax.TypeRef) and field.type.text in TEXT:
            encoding = field.encoding or self.names.types[path].encoding or "UTF-8"
            if find_encoding(encoding).python.lower().replace("-", "") != "utf8":
                yield f"{name} is text in another encoding than UTF-8"
        elif field.type is not None:
            yield f"{name} is neither a number of whole bytes nor bytes nor text"
        if field.size is not None:
            yield from self._sized(path, field)

    def _ruled(self, path: Path, field: syntax.Field) -> Iterator[str]:
        """Why the rules of a number cannot be those of a column."""
        if (valid := field.valid) is None:
            return
        if valid.expr is not None:
            yield f"the `valid` of `{field.id}` has `expr`"
        bounds = (valid.eq, valid.min, valid.max, *(valid.any_of or ()))
        if not all(self._is_constant(path, self._typed(path, each)) for each in bounds):
            yield f"the `valid` of `{field.id}` is not the same in all records"

    def _sized(self, path: Path, field: syntax.Field) -> Iterator[str]:
        """Why a field with a size cannot be a cell."""
        name = f"`{field.id}`"
        if field.terminator is not None or _is_type(field, "strz"):
            yield f"{name} has a size and a terminator"
        size = self._typed(path, field.size)
        if field.array is None and self._is_counted(path, field, model.own_field(size)):
            return
        if not self._is_constant(path, size):
            number = (
                "" if field.array is not None else "an unsigned number of its own before it, nor "
            )
            yield f"the size of {name} is not {number}the same in all records"
        if field.array is not None and not self._is_constant(
            path, self._typed(path, field.array.shape)
        ):
            yield f"the shape of {name} is not the same in all records"
        if field.array is not None and field.array.order != "C":
            yield f"the order of {name} is not `C`"
        if field.array is not None and not isinstance(field.array.dtype, str):
            yield f"the dtype of {name} is chosen"

    def _is_counted(self, path: Path, field: syntax.Field, name: str | None) -> bool:
        """Whether a field is as long as an unsigned number before it, and no other is."""
        seq = self.names.types[path].syntax.seq
        before = seq[: seq.index(field)]
        sizes = {model.own_field(self._typed(path, each.size)) for each in before}
        return name not in sizes and any(
            each.id == name and _is_type(each, "u1", "u2", "u4", "u8") for each in before
        )

    def _is_constant(self, path: Path, expr: model.Expr | None) -> bool:
        """Whether an expression has the same value in all records."""
        if expr is None:
            return True
        own = {each.id for each in self.names.types[path].syntax.seq}
        return not (model.own_fields(expr) & own or model.locals_of(expr) & _WORDS)

    def _typed(self, path: Path, node: Written | None) -> model.Expr | None:
        return None if node is None else self.infer.expr(node, Scope(path, extension=True))


def _is_whole_bytes(field: syntax.Field) -> bool:
    """Whether a field is an integer of bits that fill bytes (`b24`, `b128le`)."""
    bits = bit_type(field.type.text) if isinstance(field.type, syntax.TypeRef) else None
    return bits is not None and bits.width % 8 == 0


def _is_type(field: syntax.Field, *names: str) -> bool:
    """Whether a field is of one of some types of the language, in any byte order."""
    return isinstance(field.type, syntax.TypeRef) and (
        field.type.text.removesuffix("le").removesuffix("be") in names
    )
