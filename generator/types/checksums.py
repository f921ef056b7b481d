"""Stage 4: `-checksum`, and what it is over."""

from __future__ import annotations

from quire.generator.diagnostics import hint
from quire.generator.syntax import tree as syntax
from quire.generator.syntax.expr_tree import Expr as Written
from quire.generator.syntax.expr_tree import Name
from quire.generator.syntax.primitives import bit_type
from quire.generator.types import model
from quire.generator.types.checker import Checker
from quire.generator.types.fold import fold
from quire.generator.types.members import Scope
from quire.generator.types.model import BOOL, BYTES, INT, STR
from quire.runtime.coding.digests import HASHES, NUMBERS
from quire.runtime.values.scalars import SCALARS, Scalar

_ELSEWHERE = "payload_bytes"
"""The operator for the bytes of an array of another record."""


class ChecksumChecker(Checker):
    """The checksums of one type."""

    def checksum(self, field: syntax.Field, scope: Scope) -> model.TypedChecksum | None:
        """Check that `-checksum` stands on what can hold it, over what has bytes."""
        key = field.checksum
        if key is None:
            return None
        seq = {member.id: member for member in self._type.seq}
        payload = _payload(key, seq)
        if payload and field.id in _of_payload(payload, seq)[1:]:
            self.not_yet("a second `-checksum` over one field with `-codec`", key.span)
        settings = key.init, key.xor, key.mask, key.negated, key.word, key.base
        if payload and any(settings):
            self.not_yet("a checksum with settings over a field with `-codec`", key.span)
        over = () if payload else self._parts(key, scope)
        elsewhere = [
            part for part in over if isinstance(part, model.Op) and part.name == _ELSEWHERE
        ]
        if not payload and not elsewhere and key.decoded is not None:
            message = "`decoded` is for a checksum over one field with `-codec`"
            self.problems.error("Q206", message, key.span)
        numbers = {
            name: self.expr(node, scope, f"`{name}`", INT)
            for name, node in (("init", key.init), ("xor", key.xor), ("mask", key.mask))
        }
        return model.TypedChecksum(
            key.algorithm,
            payload,
            self._size(field, key),
            self.expr(key.decoded, scope, "`decoded`", BOOL),
            self.expr(key.condition, scope, "`if`", BOOL),
            over,
            **numbers,
            negated=key.negated,
            inflated=self.expr(key.inflated, scope, "`inflated`", BOOL),
            word=key.word,
            own=key.own,
            base=key.base,
        )

    @property
    def _type(self) -> syntax.Type:
        return self.names.types[self.path].syntax

    # -- what it is over ----------------------------------------------------------------------

    def _parts(self, key: syntax.ChecksumKey, scope: Scope) -> tuple[model.Covered, ...]:
        return tuple(
            self._stretch(part)
            if isinstance(part, syntax.Stretch)
            else self._named(part, scope, key)
            for part in key.over
        )

    def _named(self, node: Written, scope: Scope, key: syntax.ChecksumKey) -> model.Covered:
        """A field or an instance of the type, as it is stored; or an expression."""
        if isinstance(node, Name):
            if any(field.id == node.id for field in self._type.seq):
                first, last = (syntax.Edge(node.id, end, node.span) for end in (False, True))
                return self._stretch(syntax.Stretch(first, last, node.span))
            if any(lazy.id == node.id and not lazy.computed for lazy in self._type.instances):
                return model.InstanceBytes(node.id)
        found = self.infer.expr(node, scope)
        if isinstance(found.type, model.PayloadType) and isinstance(found, model.Get):
            name = model.Const(model.STR, node.span, found.name)
            decoded = self.expr(key.decoded, scope, "`decoded`", BOOL)
            args = found.of, name, decoded or model.Const(BOOL, node.span, value=False)
            return model.Op(BYTES, node.span, _ELSEWHERE, args)
        self.infer.require(found, (BYTES,), "what a checksum is over")
        return found

    def _stretch(self, stretch: syntax.Stretch) -> model.StretchOf:
        order = [field.id for field in self._type.seq]
        for edge in (stretch.start, stretch.end):
            if edge is not None and edge.field not in order:
                name = "::".join(self.path)
                message = f"type `{name}` has no field `{edge.field}`"
                self.problems.error("Q302", message, edge.span, help=hint(edge.field, order))
                return model.StretchOf(None, None)
        start, end = stretch.start, stretch.end
        if start is not None and end is not None:
            first, last = ((order.index(edge.field), edge.is_end) for edge in (start, end))
            if last <= first:
                told = f"`{end.field}` stands before `{start.field}`"
                message = f"the stretch ends before it begins: {told}"
                self.problems.error("Q507", message, stretch.span)
        for edge in (start, end):
            if edge is not None and self._is_within_byte(edge):
                verb = "ends" if edge.is_end else "begins"
                message = f"`{edge.field}` {verb} within a byte"
                self.problems.error("Q507", message, edge.span)
        return model.StretchOf(_edge(start), _edge(end))

    def _is_within_byte(self, edge: syntax.Edge) -> bool:
        """Whether fields of bits lead up to a place that no byte begins or ends at."""
        bits = 0
        for field in self._type.seq:
            width = _bits_of(field)
            if field.id == edge.field and not edge.is_end:
                return bool(bits and width)
            bits = 0 if width is None else (bits + width) % 8
            if field.id == edge.field:
                return bool(bits)
        return False

    # -- what holds it ------------------------------------------------------------------------

    def _size(self, field: syntax.Field, key: syntax.ChecksumKey) -> int | None:
        """How many bytes of a hash, or digits, the field holds; None for other numbers."""
        found = self.infer.field_type(self.path, field)
        name = key.algorithm
        a = _article(name)
        if name in NUMBERS and key.base is not None:
            return self._digits(field, key, found)
        if key.base is not None:
            message = f"{a} {name} is no number, and has no digits of a `base`"
            self.problems.error("Q206", message, key.span)
        if name in NUMBERS:
            if key.over:
                self._fits(field, key, found)
            return None
        size = self._room(field)
        most = HASHES[name]
        if found is not BYTES or not isinstance(size, int) or size < 1:
            message = f"{a} {name} is bytes of a constant size, and `{field.id}` is not"
            self.problems.error("Q504", message, key.span)
            return 1
        if size > most:
            message = f"{a} {name} has {most} bytes, and `{field.id}` takes {size}"
            self.problems.error("Q504", message, key.span)
            return most
        return size

    def _room(self, field: syntax.Field) -> int | None:
        """The bytes that a field takes, if that is always the same."""
        return fold(self.infer.expr(field.size, Scope(self.path))) if field.size else None

    def _digits(self, field: syntax.Field, key: syntax.ChecksumKey, found: model.Type) -> int:
        """How many digits a text has room for."""
        size = self._room(field)
        is_whole = field.terminator is None and field.pad_right is None and field.process is None
        if found is not STR or size is None or size < 1 or not is_whole:
            message = f"digits are text of a constant size, and `{field.id}` is not"
            self.problems.error("Q504", message, key.span)
            return 1
        return size

    def _fits(self, field: syntax.Field, key: syntax.ChecksumKey, found: model.Type) -> None:
        name, bits = key.algorithm, NUMBERS[key.algorithm].bits
        a, scalar = _article(name), _scalar(field)
        if found is not INT or scalar is None:
            whole = " of whole bytes" if found is INT else ""
            shown = "not" if whole else str(found)
            message = f"{a} {name} is an integer{whole}, but `{field.id}` is {shown}"
            self.problems.error("Q504", message, key.span)
        elif scalar.size * 8 < bits and key.mask is None:
            message = f"{a} {name} has {bits} bits, and `{field.id}` has {scalar.size * 8}"
            advice = "`mask` says which bits to store"
            self.problems.error("Q504", message, key.span, help=advice)


def _bits_of(field: syntax.Field) -> int | None:
    """The bits that a field takes; None where it takes bytes, or nobody knows."""
    if not isinstance(field.type, syntax.TypeRef) or field.repeat is not None:
        return None
    found = bit_type(field.type.text)
    return None if found is None else found.width


def _article(name: str) -> str:
    return "an" if name[0] in "ai" else "a"


def _scalar(field: syntax.Field) -> Scalar | None:
    """How a field is stored that is a number."""
    if not isinstance(field.type, syntax.TypeRef):
        return None
    return SCALARS.get(field.type.text, SCALARS.get(f"{field.type.text}le"))


def _payload(key: syntax.ChecksumKey, seq: dict[str, syntax.Field]) -> str:
    """The one field with `-codec` that a checksum is over, or ""; not that of what is stored."""
    if key.inflated is not None or len(key.over) != 1 or not isinstance(key.over[0], Name):
        return ""
    field = seq.get(key.over[0].id)
    return "" if field is None or field.codec is None else field.id


def _of_payload(payload: str, seq: dict[str, syntax.Field]) -> list[str]:
    """The fields that hold checksums of a payload."""
    return [
        field.id
        for field in seq.values()
        if field.checksum is not None and _payload(field.checksum, seq) == payload
    ]


def _edge(edge: syntax.Edge | None) -> model.FieldEdge | None:
    return None if edge is None else model.FieldEdge(edge.field, edge.is_end)
