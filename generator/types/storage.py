"""Stage 4: how each field is stored: numbers, bits, bytes, text, records."""

from __future__ import annotations

from quire.generator.diagnostics import Problems
from quire.generator.resolve.scopes import Path, TypeDef
from quire.generator.syntax import tree as syntax
from quire.generator.syntax.expr_tree import Expr as Written
from quire.generator.syntax.expr_tree import Name
from quire.generator.syntax.parse_field import key_span
from quire.generator.syntax.primitives import TEXT, bit_type, is_number, is_primitive
from quire.generator.types.checker import Checker
from quire.generator.types.encodings import find_encoding
from quire.generator.types.members import Scope
from quire.generator.types.model import (
    ANY,
    ERROR,
    STR,
    Bits,
    Choice,
    Expr,
    ListType,
    Number,
    Raw,
    RecordType,
    Storage,
    Text,
    Type,
    User,
)
from quire.generator.types.ragged import is_ragged
from quire.runtime.frozen import replace
from quire.runtime.values.scalars import SCALARS


class StorageChecker(Checker):
    """The storage of the fields of one type."""

    def storage(self, field: syntax.Field, scope: Scope) -> Storage:
        """How an element of a field is stored."""
        if "type" in field.given and field.type is None:
            return Raw()  # what stands there was reported when it was parsed
        self._check_size(field)
        if field.type is None:
            return Raw()
        if isinstance(field.type, syntax.TypeRef):
            return self._named(field.type, field, scope)
        on = self.infer.expr(field.type.on, scope)
        cases = []
        for key, ref in field.type.cases:
            typed = self._key(key, on, scope)
            if ref is not None:
                cases.append((typed, self._named(ref, field, scope)))
        return Choice(on, tuple(cases))

    def _key(self, key: Written | None, on: Expr, scope: Scope) -> Expr | None:
        """The value of a case; a text without quotes is a name."""
        if on.type is STR and isinstance(key, Name) and key.id not in self.infer.members(self.path):
            message = f"type `{'::'.join(self.path)}` has no `{key.id}`"
            advice = f"""for the text, quote it: '"{key.id}"'"""
            self.problems.error("Q302", message, key.span, help=advice)
            return None
        return self.bound(key, on.type, replace(scope, on=on), ordered=False)

    def _check_size(self, field: syntax.Field) -> None:
        """Bytes and text must end somewhere."""
        text = isinstance(field.type, syntax.TypeRef) and field.type.text in TEXT
        zero = isinstance(field.type, syntax.TypeRef) and field.type.text == "strz"
        if (field.type is None or text) and not is_ended(field) and not zero:
            message = f"`{field.id}` has {'no size' if text else 'no type and no size'}"
            help_text = "add `size`, `size-eos` or `terminator`"
            if not text:
                help_text = "add `type`, `size`, `size-eos`, `terminator` or `contents`"
            self.problems.error("Q405", message, field.span, help=help_text)

    def _named(self, ref: syntax.TypeRef, field: syntax.Field, scope: Scope) -> Storage:
        name = ref.text
        if ref.args and is_primitive(ref.path):
            self.problems.error("Q402", f"`{name}` takes no arguments", ref.span)
        if name == "str" and field.type is not ref and not is_ended(field):
            message = "text that a switch chooses needs a size or a terminator"
            self.problems.error("Q405", message, ref.span)
        if name in TEXT:
            return self._text(field, ref)
        if len(ref.path) == 1 and is_number(name):
            return Number(self._ordered(ref), self._enum(field))
        bits = bit_type(name)
        if bits is not None:
            order = bits.order or self.names.types[self.path].bit_endian
            enum = self._enum(field)
            return Bits(bits.width, order, enum, bits.width == 1 and enum is None)
        found = self.names.find_type(self.path, ref.path)
        if found is None:
            return Raw()  # reported when names were resolved
        return self._user(ref, found, field, scope)

    def _ordered(self, ref: syntax.TypeRef) -> str:
        """A number with its byte order; without one where it is chosen when the type is read."""
        if ref.text in SCALARS:
            return ref.text
        endian = self.names.types[self.path].endian
        if endian is None:
            help_text = f"write `{ref.text}le` or `{ref.text}be`, or set `meta/endian`"
            message = f"`{ref.text}` has no byte order"
            self.problems.error("Q403", message, ref.span, help=help_text)
        return ref.text + ("" if endian == "chosen" else endian or "le")

    def _enum(self, field: syntax.Field) -> Path | None:
        return self.names.find_enum(self.path, field.enum) if field.enum is not None else None

    def _user(self, ref: syntax.TypeRef, found: Path, field: syntax.Field, scope: Scope) -> User:
        holder = self.names.types[self.path]
        target = self.names.types.get(found)
        parent = self.expr(field.parent, scope, "`parent`")
        known = parent is not None and parent.type not in (ERROR, ANY)
        if parent is not None and known and not isinstance(parent.type, RecordType):
            message = f"`parent` must be a record, found {parent.type}"
            self.problems.error("Q401", message, parent.span)
        own = found[0] == self.path[0]
        inherits = target is not None and target.endian == "chosen" and target.chooser != found
        return User(
            path=found,
            args=self._arguments(ref, found, scope),
            parent=parent,
            orphan=field.orphan,
            foreign=not own,
            ordered=target is not None and target.endian == "chosen",
            chosen=own and inherits and holder.endian == "chosen",
            opaque=target is None,
            ragged=not own and target is not None and is_ragged(self.names, self.path[0]),
        )

    def _arguments(
        self, ref: syntax.TypeRef, path: Path, scope: Scope
    ) -> tuple[tuple[str, Expr], ...]:
        args = tuple(self.infer.expr(arg, scope) for arg in ref.args)
        if path not in self.names.types:
            return tuple((str(i), arg) for i, arg in enumerate(args))
        params = self.names.types[path].syntax.params
        if len(args) != len(params):
            self.problems.error(
                "Q402",
                f"type `{ref.text}` takes {len(params)} arguments, found {len(args)}",
                ref.span,
            )
        for arg, param in zip(args, params, strict=False):
            wanted = self.infer.param_type(path, param)
            if not _assignable(arg.type, wanted):
                message = f"argument `{param.id}` must be {wanted}, found {arg.type}"
                self.problems.error("Q401", message, arg.span)
        return tuple((param.id, arg) for arg, param in zip(args, params, strict=False))

    # -- text -------------------------------------------------------------------------------

    def _text(self, field: syntax.Field, ref: syntax.TypeRef) -> Storage:
        inherited = self.names.types[self.path].encoding
        name = field.encoding or inherited
        if name is None:
            self.problems.error(
                "Q404",
                f"`{field.id}` is text without an encoding",
                field.span if field.type is ref else ref.span,
                help="add `encoding`, here or in `meta`",
            )
            return Text("utf-8", 1, zero=False)
        found = find_encoding(name)
        if field.encoding is not None and found.advice and "-encoding" not in field.given:
            self.problems.warning("Q407", found.advice, key_span(field, "encoding"))
        return Text(found.python, found.unit, zero=ref.text == "strz")


def is_ended(field: syntax.Field) -> bool:
    """Whether a field says where its bytes end."""
    ends = {"size", "-size", "terminator", "contents"} & field.given.keys()
    return bool(ends) or field.size_eos


def check_encoding(definition: TypeDef, problems: Problems) -> None:
    """Warn of an `encoding` in `meta` that other tools may not know."""
    written = definition.syntax
    if written.encoding is not None and (advice := find_encoding(written.encoding).advice):
        problems.warning("Q407", advice, written.encoding_span or written.span)


def _assignable(found: Type, wanted: Type) -> bool:
    """Whether a value may be given for a parameter of some type."""
    if found in (ERROR, ANY) or wanted in (ERROR, ANY) or found == wanted:
        return True
    if isinstance(found, RecordType) and isinstance(wanted, RecordType):
        return not wanted.path or not found.path
    if isinstance(found, ListType) and isinstance(wanted, ListType):
        return _assignable(found.of, wanted.of)
    return False
