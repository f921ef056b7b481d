"""How values are stored, as constructs."""

from __future__ import annotations

from quire.generator.syntax.primitives import NOTATIONS
from quire.generator.targets.construct.expressions import Printer, UnsupportedError
from quire.generator.targets.construct.names import (
    document_name,
    enum_name,
    routine_class,
    routine_module,
    type_name,
)
from quire.generator.targets.construct.rebuilt import is_plain, shared_extent
from quire.generator.targets.construct.render import Renderer
from quire.generator.targets.construct.tables import NUMBERS
from quire.runtime import structure as s
from quire.runtime.frozen import replace
from quire.runtime.values.base256 import is_base256


class Stored:
    """Prints what is stored where `this` is the context of one type."""

    def __init__(self, render: Renderer, printer: Printer, home: str, defined: set[str]) -> None:
        self._render = render
        self._printer = printer
        self._home = home
        self._defined = defined

    def text(self, stored: s.Stored, seen: str = "") -> str:
        """The construct of an element; `seen` is the member that is looked at while it is read."""
        match stored:
            case s.Number():
                return self._number(stored)
            case s.Bits():
                return self._bits(stored)
            case s.Bytes():
                return self._bytes(stored.extent)
            case s.Text(encoding=encoding) if is_base256(encoding):
                message = "it has no numbers in digits or in binary, as `base256` has them"
                raise UnsupportedError(message)
            case s.Text():
                encoded = self._bytes(stored.extent)
                return self._render("Text", of=encoded, encoding=repr(stored.encoding))
            case s.Record():
                return self._record(stored, seen)
        return self._switch(stored, seen)

    def members(self, of: str, enum: str) -> str:
        """A number as a member of an enum."""
        return self._render("Members", of=of, enum=self.enum(enum)) if enum else of

    def enum(self, path: str) -> str:
        """The members of an enum, as they are called here."""
        return self._of(path) + enum_name(path)

    def _of(self, path: str) -> str:
        """What leads to a name: the module of another spec."""
        spec = path.partition("::")[0]
        return "" if spec == self._home else f"{type_name(spec)}."

    def document(self, stored: s.Bytes | s.Text, document: s.Object) -> str:
        """A document, as large as something says, or where something ends it."""
        said = {"compact": document.compact, "sort_keys": document.sort_keys}
        options = "".join(
            f", {name}={self._printer.param(how)}" for name, how in said.items() if how is not None
        )
        keys, size = document_name(document.path), stored.extent.size
        if size is None or not is_plain(stored):
            return self._render("Document", of=self.text(stored), keys=keys, options=options)
        of = self._render("Document", of=self.text(all_of(stored)), keys=keys, options=options)
        return self._render("Sized", size=self._printer.param(size), of=of)

    # -- numbers ---------------------------------------------------------------------------------

    def _number(self, stored: s.Number) -> str:
        name = NUMBERS[stored.kind, stored.size]
        order = {"le": "l", "chosen": ""}.get(stored.endian, "b")
        return self.members(self._render("Number", name=f"{name}{order}"), stored.enum)

    def _bits(self, stored: s.Bits) -> str:
        options = ", little=True" if stored.endian == "le" else ""
        options += ", flag=True" if stored.flag else ""
        return self.members(self._render("Bits", width=stored.width, options=options), stored.enum)

    # -- bytes -----------------------------------------------------------------------------------

    def _bytes(self, extent: s.Extent) -> str:
        plain = extent.process is None and extent.terminator is None and extent.pad is None
        if plain and extent.size is not None and extent.fill is not None:
            of = self._render("Given", of=self._render("AllBytes"), value="b''")
            return self._sized(extent, self._printer.param(extent.size), of)
        if plain and extent.size is not None:
            return self._render("Bytes", size=self._printer.param(extent.size))
        of = self._within(extent, self._render("AllBytes"), whole=False)
        if extent.limit is not None and extent.size is None:
            return self._render("Valid", of=of, condition=f"len(obj) <= {extent.limit}")
        return of

    def _within(self, extent: s.Extent, of: str, *, whole: bool) -> str:
        """Something in bytes that end somewhere; `whole` if positions count from their first."""
        of = self._render("Whole", of=of) if whole else of
        of = self._processed(extent.process, of) if extent.process is not None else of
        bounded = extent.size is not None or extent.to_end
        if extent.terminator is not None:
            written = not (bounded or extent.include) and extent.consume
            options = _ending(extent, bounded=bounded)
            of = self._render("Terminated" if written else "Cut", of=of, options=options)
        if extent.pad is not None and bytes([extent.pad]) != extent.terminator:
            of = self._render("Stripped", of=of, pad=repr(bytes([extent.pad])))
        if extent.size is not None:
            return self._sized(extent, self._printer.param(extent.size), of)
        if bounded and extent.terminator is not None:
            return self._render("Whole", of=of)  # what stands after the terminator is read, too
        return of

    def _sized(self, extent: s.Extent, size: str, of: str) -> str:
        """Something of a size, which building fills up with what ends the value when it is read."""
        fill = bytes([extent.fill or extent.pad or 0])
        end = b"" if extent.include else extent.terminator or b""
        if (end + fill).strip(b"\0"):
            shown = f", end={end!r}" if end and end != fill else ""
            return self._render("Filled", size=size, of=of, fill=repr(fill), end=shown)
        return self._render("Sized", size=size, of=of)

    def _processed(self, process: s.Process, of: str) -> str:
        args = process.args
        if process.routine == "xor":
            return self._render("Xor", of=of, key=self._printer.param(args[0]))
        if process.routine in ("rol", "ror"):
            amount = args[0] if process.routine == "rol" else ("neg", args[0])
            return self._render("Rotated", of=of, amount=self._printer.param(amount))
        if process.routine == "zlib":
            return self._render("Zlib", of=of)
        if process.routine in NOTATIONS:
            message = f"it cannot take a value apart as `process: {process.routine}` does"
            raise UnsupportedError(message)
        path = tuple(process.routine.split("."))
        args_text = ", ".join(map(self._printer.text, args))
        routine = f"{routine_module(path)}.{routine_class(path)}({args_text})"
        return self._render("Foreign", of=of, routine=routine)

    # -- records ---------------------------------------------------------------------------------

    def _record(self, stored: s.Record, seen: str) -> str:
        if stored.opaque and stored.args:
            raise UnsupportedError("the parameters of a type that nothing defines have no names")
        name = self._of(stored.path) + type_name(stored.path)
        known, options = stored.path in self._defined, self._relation(stored)
        of = self._render("Seen", name=repr(seen), of=name) if seen and not options else name
        of = self._render("Record" if known else "Later", name=of)
        of = self._render("Within", of=of, options=options) if options else of
        return of if stored.extent is None else self._within(stored.extent, of, whole=True)

    def _relation(self, stored: s.Record) -> str:
        """What a record knows of what is around it, where it is not as usual."""
        options = ""
        if stored.parent is not None and stored.parent != "self":
            options += f", parent={self._printer.param(stored.parent)}"
        if stored.foreign:
            options += ", root=True"
        if stored.args:
            args = (f"{name!r}: {self._printer.param(arg)}" for name, arg in stored.args)
            options += f", params={{{', '.join(args)}}}"
        return options

    # -- choices ---------------------------------------------------------------------------------

    def _switch(self, stored: s.Switch, seen: str) -> str:
        extent = shared_extent(stored)
        if extent is not None:  # said once, and not in each case
            cases = tuple(replace(case, stored=all_of(case.stored)) for case in stored.cases)
            of = self._cases(replace(stored, cases=cases), seen)
            return self._within(extent, of, whole=True)
        return self._cases(stored, seen)

    def _cases(self, stored: s.Switch, seen: str) -> str:
        cases = [(case.key, self.text(case.stored, seen)) for case in stored.cases]
        rest = [text for key, text in cases if key is None]
        otherwise = rest[0] if rest else ""
        keyed = [(key, text) for key, text in cases if key is not None]
        if all(_constant(key) for key, _ in keyed):
            shown = [(self._key(key), text) for key, text in keyed]
            on = self._printer.param(stored.on)
            on = f"lambda this: {on}" if _constant(stored.on) else on
            return self._render("Switch", on=on, cases=shown, otherwise=otherwise)
        otherwise = otherwise or self._render("Nothing")
        for key, text in reversed(keyed):
            condition = f"lambda this: {self._printer.text(('eq', stored.on, key))}"
            otherwise = self._render("Either", condition=condition, then=text, otherwise=otherwise)
        return otherwise

    def _key(self, key: s.Expr) -> str:
        if isinstance(key, tuple) and key[0] == "enum":
            return repr(key[2])
        return self._printer.text(key)


def all_of(stored: s.Stored) -> s.Stored:
    """The same, of all the bytes that there are."""
    if isinstance(stored, s.Record):
        return replace(stored, extent=None)
    assert isinstance(stored, s.Bytes | s.Text)
    return replace(stored, extent=s.Extent(to_end=True))


def _constant(expr: s.Expr) -> bool:
    if isinstance(expr, tuple):
        return expr[0] in ("text", "enum") or (
            expr[0] == "neg" and not isinstance(expr[-1], tuple | str)
        )
    return not isinstance(expr, str)


def _ending(extent: s.Extent, *, bounded: bool) -> str:
    """The options of what a terminator ends; within a size it need not be there."""
    options = f", term={extent.terminator!r}"
    options += ", include=True" if extent.include else ""
    options += ", consume=False" if not (extent.consume or bounded) else ""
    return options + (", require=False" if bounded or not extent.eos_error else "")
