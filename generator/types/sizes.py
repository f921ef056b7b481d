"""Stage 4: sizes that are constant: of types, and of fields."""

from __future__ import annotations

from collections.abc import Callable

from quire.generator.resolve.scopes import Names, Path
from quire.generator.syntax import tree as syntax
from quire.generator.syntax.expr_tree import Expr
from quire.generator.syntax.primitives import bit_type, is_primitive
from quire.runtime.values.scalars import SCALARS


class Sizes:
    """Sizes of the types of some specs, in bits.

    Args:
        names: The types.
        constant: The value of an expression that stands in a type, or None if it is not constant.
    """

    def __init__(self, names: Names, constant: Callable[[Expr, Path], int | None]) -> None:
        self._names = names
        self._constant = constant
        self._known: dict[Path, int | None] = {}

    def type_bits(self, path: Path) -> int | None:
        """The size of a type; None if it depends on the data, or if the type contains itself."""
        if path not in self._names.types:
            return None
        if path not in self._known:
            self._known[path] = None
            total: int | None = 0
            for field in self._names.types[path].syntax.seq:
                bits = self.field_bits(path, field)
                if total is None or bits is None:
                    total = None
                    break
                aligned = total if _is_bits(field) else whole_bytes(total) * 8
                total = aligned + bits
            self._known[path] = total
        return self._known[path]

    def field_bits(self, owner: Path, field: syntax.Field) -> int | None:
        """The size of a field, all its elements together; its `if` does not count."""
        one = self._element_bits(owner, field)
        if field.repeat is None or one is None:
            return one
        written = field.repeat_expr
        count = self._constant(written, owner) if written is not None else None
        return None if count is None else one * count

    def named_bits(self, owner: Path, name: Path) -> int | None:
        """The size of a type by its name in a scope."""
        if not is_primitive(name):
            found = self._names.find_type(owner, name)
            return self.type_bits(found) if found is not None else None
        if (bits := bit_type(name[0])) is not None:
            return bits.width
        scalar = SCALARS.get(name[0]) or SCALARS.get(name[0] + "le")
        return scalar.size * 8 if scalar is not None else None

    def _element_bits(self, owner: Path, field: syntax.Field) -> int | None:
        if field.contents is not None:
            return len(field.contents) * 8
        if field.size is not None:
            size = self._constant(field.size, owner)
            return None if size is None else size * 8
        if field.size_eos or field.terminator is not None:
            return None
        if not isinstance(field.type, syntax.TypeRef):
            return None
        return self.named_bits(owner, field.type.path)


def whole_bytes(bits: int) -> int:
    """Bytes that hold so many bits."""
    return (bits + 7) // 8


def _is_bits(field: syntax.Field) -> bool:
    written = field.type
    return isinstance(written, syntax.TypeRef) and bit_type(written.text) is not None
