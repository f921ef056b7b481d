"""Stage 4: `-array` and `-codec`, which make an array of a field's bytes."""

from __future__ import annotations

from quire.generator.diagnostics import hint
from quire.generator.source import Span
from quire.generator.syntax import tree as syntax
from quire.generator.syntax.expr_tree import Expr as Written
from quire.generator.syntax.expr_tree import ListLiteral
from quire.generator.syntax.parse_field import key_span
from quire.generator.syntax.primitives import FLOATING, OTHER_DTYPES
from quire.generator.types import model
from quire.generator.types.checker import Checker
from quire.generator.types.codec_args import bytes_of, check_stages, codec_dtype, stored_size
from quire.generator.types.fold import fold
from quire.generator.types.members import Scope
from quire.generator.types.model import (
    BOOL,
    BYTES,
    ERROR,
    INT,
    STR,
    Const,
    Expr,
    ListType,
    Op,
    TypedArray,
)
from quire.runtime.values.scalars import SCALARS

NUMPY_KINDS = {"u": "u", "s": "i", "f": "f", "b": "f"}
"""The letter of numpy for each kind of number."""


class ArrayChecker(Checker):
    """The keys of the arrays of one type."""

    def array(self, field: syntax.Field, scope: Scope) -> TypedArray | None:
        """What `-array` says, if it is there."""
        key = field.array
        if key is None or field.repeat is not None:
            return None
        if key.dtype is None:
            self.not_yet("a `dtype` that is left out", key.span)
            return None
        if key.shape is None:
            self.problems.error("Q203", "`-array` needs a `shape`", key.span)
            return None
        shape, coded = self._shape(key.shape, scope), field.codec is not None
        if coded:
            self._expect_told(shape)
        order = self._order(key.order, scope)
        if isinstance(key.dtype, str):
            dtype = self._dtype(key.dtype, key.span, coded=coded)
            return TypedArray(key.dtype, dtype, shape, order)
        if coded and isinstance(key.dtype, syntax.Switch):
            return TypedArray("", "", shape, order, self._choice(key.dtype, scope))
        if coded:
            self.not_yet("a `dtype-name` beside `-codec`", key.span)
            return None
        return TypedArray("", self._name(key.dtype, scope), shape, order)

    def _order(self, order: str | Written, scope: Scope) -> str | Expr:
        if isinstance(order, str):
            return order
        found = self.infer.expr(order, scope)
        self.infer.require(found, (STR,), "an `order`")
        return found

    def _name(self, dtype: syntax.Switch | Written, scope: Scope) -> Expr:
        """The element type that somebody names, as numpy has it; "" if no case does."""
        if not isinstance(dtype, syntax.Switch):
            found = self.infer.expr(dtype, scope)
            self.infer.require(found, (STR,), "a `dtype-name`")
            return found
        on, span = self.infer.expr(dtype.on, scope), dtype.span
        name: Expr = Const(STR, span, "")
        for value, each in reversed(dtype.cases):
            here = Const(STR, span, self._dtype(str(each), span, coded=False))
            if (case := self.bound(value, on.type, scope, ordered=False)) is None:
                name = here
            else:
                name = Op(STR, span, "if", (Op(BOOL, span, "eq", (on, case)), here, name))
        return name

    def _choice(self, switch: syntax.Switch, scope: Scope) -> model.DtypeChoice:
        on = self.infer.expr(switch.on, scope)
        cases = []
        for value, name in switch.cases:
            if isinstance(name, str):
                dtype = self._dtype(name, switch.span, coded=True)
                bound = self.bound(value, on.type, scope, ordered=False)
                cases.append((bound, codec_dtype(name, dtype, switch.span, self.problems)))
            else:
                self.problems.error("Q203", "a case of `dtype` is a name", switch.span)
        return model.DtypeChoice(on, tuple(cases))

    def _dtype(self, name: str, span: Span, *, coded: bool) -> str:
        """The name of numpy's dtype, little-endian unless told otherwise."""
        if name in OTHER_DTYPES and not coded:
            return OTHER_DTYPES[name]
        plain, order = (name[:-2], name[-2:]) if name[-2:] in ("le", "be") else (name, "")
        if plain not in FLOATING and plain + "le" not in SCALARS and plain not in SCALARS:
            self.problems.error(
                "Q203",
                f"unknown dtype `{name}`",
                span,
                help=hint(name, [*FLOATING, *SCALARS, *OTHER_DTYPES]),
            )
            return "u1"
        if not order and plain not in ("u1", "s1"):
            order = self.names.types[self.path].endian or ""
            if order == "chosen":
                self.not_yet("a `dtype` whose byte order is chosen", span)
                order = "le"
            if not order:
                self.problems.error("Q403", f"dtype `{name}` has no byte order", span)
        if plain == "bf2" and not coded:
            if order == "be":
                self.not_yet("bfloat16 whose bytes come highest first", span)
            return "bfloat16"
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
        if isinstance(found, model.ListOf) and [fold(item) for item in found.items].count(-1) > 1:
            message = "only one axis of a shape can be -1"
            self.problems.error("Q203", message, found.span)
        return found

    def codec(
        self, field: syntax.Field, array: TypedArray | None, scope: Scope
    ) -> tuple[model.CodecStage, ...] | model.CodecChoice | None:
        """The stages of `-codec`, or the choice among them, whose last makes `array`."""
        key = field.codec
        if key is None:
            return None
        if not isinstance(key, syntax.Switch):
            return self._stages(key, field, array, scope)
        on = self.infer.expr(key.on, scope)
        cases = tuple(
            (
                self.bound(value, on.type, scope, ordered=False),
                self._stages(stages, field, array, scope),
            )
            for value, stages in key.cases
        )
        return model.CodecChoice(on, cases)

    def _stages(
        self,
        stages: tuple[syntax.Stage, ...],
        field: syntax.Field,
        array: TypedArray | None,
        scope: Scope,
    ) -> tuple[model.CodecStage, ...]:
        typed = tuple(
            (stage, tuple((name, self._argument(value, scope)) for name, value in stage.args))
            for stage in stages
        )
        return check_stages(typed, field.id, array, key_span(field, "-codec"), self.problems)

    def _argument(self, node: Written, scope: Scope) -> Expr:
        """An argument; None takes the place of a field of this record that is not there."""
        found = self.infer.expr(node, scope)
        self._expect_told(found)
        conditional = {
            member.id for member in self.names.types[self.path].syntax.seq if member.condition
        }
        if (
            isinstance(found, model.Get)
            and isinstance(found.of, model.Local)
            and found.of.name == "self"
            and found.name in conditional
        ):
            return model.Op(found.type, found.span, "or_none", (found,))
        return found

    def _expect_told(self, expr: Expr) -> None:
        """Refuse what only a stream tells: a payload is made before it is in one."""
        if model.goes_by_stream(expr):
            message = "arguments of a `-codec` and its `shape` can use fields, but not the stream"
            help_ = "in a `shape`, -1 is the axis that follows from the size of the field"
            self.problems.error("Q503", message, expr.span, help=help_)

    def agree(
        self,
        array: TypedArray | None,
        codec: tuple[model.CodecStage, ...] | model.CodecChoice | None,
        size: Expr | None,
    ) -> None:
        """Refuse a size that is not the one that an array takes, where both are constant."""
        said = fold(size) if size is not None else None
        if array is None or size is None or said is None or isinstance(codec, model.CodecChoice):
            return
        taken = bytes_of(array) if codec is None else stored_size(codec)
        if taken is not None and taken != said:
            how = "of its dtype" if codec is None else f"in `{codec[-1].codec}`"
            message = f"the field has {said} bytes, but an array of this shape takes {taken} {how}"
            self.problems.error("Q506", message, size.span)
