"""The text of a module: the types of a structural plan as constructs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from quire.generator.targets.construct.checks import is_checked
from quire.generator.targets.construct.expressions import (
    HOLDERS,
    Printer,
    UnsupportedError,
    asks_holder,
    member,
)
from quire.generator.targets.construct.fields import Fields, comment
from quire.generator.targets.construct.names import (
    document_name,
    enum_name,
    routine_module,
    type_name,
)
from quire.generator.targets.construct.order import Order, expressions_of, nodes
from quire.generator.targets.construct.render import Renderer, environment, helper
from quire.generator.targets.construct.stored import Stored
from quire.generator.targets.target import Setting
from quire.runtime import structure as s
from quire.runtime.frozen import Frozen


class Noted(Protocol):
    """Takes what is to be said of a member of the type at a path, and why."""

    def refuse(self, path: str, member: str, why: str) -> None:
        """It cannot be expressed."""

    def warn(self, path: str, member: str, why: str) -> None:
        """It can, and will not be read where that matters."""

    def refuse_name(self, path: str, name: str, other: str) -> None:
        """The type, enum or document at a path would be called like another."""


class Foreign(Frozen):
    """The modules of somebody else's types, and the paths of their routines."""

    types: tuple[str, ...] = ()
    routines: tuple[tuple[str, ...], ...] = ()


class Emitter:
    """Makes the module of one spec."""

    def __init__(self, spec: s.Spec, foreign: Foreign, setting: Setting, problems: Noted) -> None:
        self._spec = spec
        self._foreign = _foreign_imports(foreign, setting.opaque)
        self._setting = setting
        self._problems = problems
        self._types = {type_.path: type_ for type_ in spec.types}
        self._order = Order(self._types)
        self._render = Renderer()
        self._defined: set[str] = set()
        exprs = [expr for type_ in spec.types for expr in _all_expressions(type_)]
        self._asks_streams = any("_io" in path for expr in exprs for path in s.names_in(expr))
        self._asks_holders = any(map(asks_holder, exprs))

    def module(self) -> str:
        """The text."""
        spec, used = self._spec, self._render.used
        self._refuse_clashes()
        types = [self._type(self._types[path]) for path in _innermost_first(spec)]
        enums = [self._enum(enum) for enum in spec.enums]
        enums += [self._document(document) for document in spec.documents]
        made = f"{self._setting.version} from {ascii(spec.file)[1:-1]}"
        header = f"# Made by `quire gen --target construct` {made} (sha256 {spec.digest[:12]})."
        return (
            environment()
            .get_template("module.j2")
            .render(
                header=header,
                doc=repr(f"{spec.title.rstrip('.') or spec.id}."),
                modules=used.modules(),
                constructs=used.constructs(),
                imports=[*map(self._import, spec.imports), *self._foreign],
                parts=[*map(helper, used.helpers()), *enums, *types],
                root=type_name(spec.id),
            )
        )

    def _refuse_clashes(self) -> None:
        """All stand side by side in a module: `a::b` and `a__b` are one name there."""
        spec = self._spec
        named = [(name, type_name(name)) for name in spec.imports]
        named += [(type_.path, type_name(type_.path)) for type_ in spec.types]
        named += [(enum.path, enum_name(enum.path)) for enum in spec.enums]
        named += [(each.path, document_name(each.path)) for each in spec.documents]
        first: dict[str, str] = {}
        for path, name in named:
            if first.setdefault(name, path) != path:
                self._problems.refuse_name(path, name, first[name])

    def _import(self, name: str) -> str:
        return _import(type_name(name), self._setting.package)

    def _enum(self, enum: s.Enum) -> str:
        members = [(repr(member.id), member.value) for member in enum.members]
        return self._render("Enumeration", name=enum_name(enum.path), members=members)

    def _document(self, document: s.Document) -> str:
        """The keys of an object, so far as there is something to know of them."""
        printer = Printer(self._render.used, frozenset(), self._label)
        known = {document.path for document in self._spec.documents}
        told = {
            "defaults": {
                key.name: _default(key, key.default, printer)
                for key in document.keys
                if key.default is not None
            },
            "parts": {
                key.name: f"lambda: {document_name(path)}"
                for key in document.keys
                if (path := key.type.removesuffix("[]")) in known
            },
            "names": {
                key.name: f"lambda this: {printer.text(key.names)}"
                for key in document.keys
                if key.names is not None
            },
        }
        options = [
            f"{word}={{{', '.join(f'{name!r}: {text}' for name, text in said.items())}}}"
            for word, said in told.items()
            if said
        ]
        return self._render(
            "Object",
            name=document_name(document.path),
            options=", ".join(options),
            doc=comment(document.doc),
        )

    def _type(self, type_: s.Type) -> str:
        members: tuple[s.Param | s.Field, ...] = (*type_.params, *type_.fields, *type_.instances)
        streams = frozenset(
            member.id for member in members if member.type in ("stream", "stream[]")
        )
        printer = Printer(self._render.used, streams, self._label)
        stored = Stored(self._render, printer, self._spec.id, self._defined)
        seen = frozenset(each.id for each in members if self._is_seen(each, type_))
        fields = Fields(type_, self._render, printer, stored, seen)
        lines = [
            *self._around(fields),
            *self._params(type_, fields),
        ]
        read: set[str] = set()
        for field in self._order.members(type_):
            if field is None:
                lines += self._endian(type_, fields, printer)
                continue
            if field.checksum is not None and not is_checked(field):
                why = "its checksum is neither verified nor made"
                self._problems.warn(type_.path, field.id, why)
            for late in self._order.too_late(field, type_, read):
                why = f"it, or what is in it, depends on `{late}`, which is read later"
                if late == field.id:
                    why = f"an instance in it depends on `{late}`, which is still being read then"
                self._problems.warn(type_.path, field.id, why)
            read.add(field.id)
            try:
                lines.append(fields.field(field))
            except UnsupportedError as why:
                self._problems.refuse(type_.path, field.id, str(why))
        self._defined.add(type_.path)
        name = type_name(type_.path)
        return self._render("Type", name=name, fields="".join(lines), doc=comment(type_.doc))

    def _label(self, path: str, label: str) -> str:
        """The value of a member of an enum."""
        spec = path.partition("::")[0]
        of = "" if spec == self._spec.id else f"{type_name(spec)}."
        return f"{of}{enum_name(path)}[{label!r}]"

    def _is_seen(self, member: s.Param | s.Field, type_: s.Type) -> bool:
        return isinstance(member, s.Field) and self._order.is_seen(member, type_)

    def _around(self, fields: Fields) -> Iterator[str]:
        """The stream of a record, and what holds it, if the spec asks records for that."""
        if self._asks_streams:
            yield fields.named("_io", self._render("Stream"))
        for word, name in HOLDERS.items() if self._asks_holders else ():
            value = "_" if word == "_parent" else word
            yield fields.named(name, self._render("Param", value=value))

    def _params(self, type_: s.Type, fields: Fields) -> Iterator[str]:
        for param in type_.params:
            of = self._render("Param", value=member("_params", param.id))
            yield fields.named(param.id, of, param.doc)

    def _endian(self, type_: s.Type, fields: Fields, printer: Printer) -> Iterator[str]:
        """Which byte order numbers have, where that is chosen when a file is read."""
        if isinstance(type_.endian, s.Choice):
            yield fields.named("_is_le", self._chosen(type_.endian, printer))
        elif _inherits(type_, self._types):
            yield fields.named("_is_le", self._render("Param", value="_._is_le"))

    def _chosen(self, choice: s.Choice, printer: Printer) -> str:
        otherwise = self._render("Undecided")
        for key, order in reversed(choice.cases):
            then = self._render("Value", value=order == "le")
            if key is None:
                otherwise = then
                continue
            condition = f"lambda this: {printer.text(('eq', choice.on, key))}"
            otherwise = self._render("Either", condition=condition, then=then, otherwise=otherwise)
        return otherwise


def _all_expressions(type_: s.Type) -> Iterator[s.Expr]:
    """The expressions that reading depends on."""
    for field in (*type_.fields, *type_.instances):
        yield from expressions_of(field)
    if isinstance(type_.endian, s.Choice):
        yield type_.endian.on


def _default(key: s.Key, default: s.Expr, printer: Printer) -> str:
    """What a key is that was left out; nothing, where it has no business."""
    text = f"lambda this: {printer.text(default)}"
    if key.condition is None:
        return text
    return f"{text} if {printer.text(key.condition)} else None"


def _import(module: str, package: str) -> str:
    return f"from {package} import {module}" if package else f"import {module}"


def _foreign_imports(foreign: Foreign, package: str) -> list[str]:
    """The imports of what is somebody else's: types stand in a package, routines at the top."""
    types = [_import(name, package) for name in foreign.types]
    return [*types, *(f"import {routine_module(path)}" for path in foreign.routines)]


def _innermost_first(spec: s.Spec) -> list[str]:
    """The paths of types, those that others consist of first, so far as there is no circle."""
    types, found, begun = {type_.path: type_ for type_ in spec.types}, [], set()

    def visit(path: str) -> None:
        if path in begun or path not in types:
            return
        begun.add(path)
        for field in (*types[path].fields, *types[path].instances):
            for record in nodes(field, s.Record):
                visit(record.path)
        found.append(path)

    for type_ in spec.types:
        visit(type_.path)
    return found


def _inherits(type_: s.Type, types: dict[str, s.Type]) -> bool:
    """Whether numbers in a type, or in what it holds, have the byte order of what is around it."""
    waiting, seen = [type_], {type_.path}
    for each in waiting:  # which grows
        if each.endian:
            continue
        for field in (*each.fields, *each.instances):
            if any(number.endian == "chosen" for number in nodes(field, s.Number)):
                return True
            held = {record.path for record in nodes(field, s.Record)} - seen
            waiting += [types[path] for path in held if path in types]
            seen |= held
    return False
