"""Fields and instances, as members of a `Struct`."""

from __future__ import annotations

import re
import textwrap

from quire.generator.targets.construct.checks import Checks
from quire.generator.targets.construct.expressions import Printer, asks_end, is_around
from quire.generator.targets.construct.rebuilt import Rebuilt, is_there, labelled
from quire.generator.targets.construct.render import Renderer
from quire.generator.targets.construct.stored import Stored
from quire.runtime import structure as s
from quire.runtime.frozen import replace

_WIDTH = 90
_COMPARED = {"equal": "eq", "at_least": "ge", "at_most": "le"}


class Fields:
    """Prints the members of one type."""

    def __init__(
        self,
        type_: s.Type,
        render: Renderer,
        printer: Printer,
        stored: Stored,
        seen: frozenset[str],
    ) -> None:
        self._rebuilt = Rebuilt(type_, printer, render.used)
        self._seen = seen
        self._checks = Checks(type_, printer, render.used)
        self._between = _between_bits(type_)
        self._render = render
        self._printer = printer
        self._stored = stored

    def field(self, field: s.Field) -> str:
        """A member, and what is checked before it and after it."""
        digest = self._checks.digests.get(field.id)
        doc = f"{field.doc}\n\n{digest.comment}" if digest and digest.comment else field.doc
        before = "".join(self._check(*said) for said in self._checks.before(field))
        behind = "".join(self._check(*said) for said in self._checks.behind(field))
        return before + self.named(field.id, self._value(field), doc) + behind

    def _check(self, holds: str, asked: str) -> str:
        of = self._render("Check", condition=holds)
        of = self._render("Optional", condition=f"lambda this: {asked}", of=of) if asked else of
        return self._render("Unnamed", of=of)

    def named(self, name: str, of: str, doc: str = "") -> str:
        """A construct with its name."""
        return self._render("Field", name=repr(name), of=of, doc=comment(doc))

    def _value(self, field: s.Field) -> str:
        of = self._computed(field) if field.value is not None else self._read(field)
        if field.pos is not None:
            of = self._placed(field, field.pos, of)
        elif field.io is not None:
            of = self._render("Elsewhere", of=of, stream=self._printer.param(field.io))
        if field.condition is not None:
            return self._render("Optional", condition=self._told(field, field.condition), of=of)
        return of

    def _told(self, field: s.Field, condition: s.Expr) -> str:
        """A condition; one that asks for the end of a stream, which is not there to be built."""
        if field.value is None and asks_end(condition):
            shown = self._printer.text(condition)
            return f"lambda this: {is_there(field.id)} if this._building else {shown}"
        return self._printer.param(condition)

    def _computed(self, field: s.Field) -> str:
        assert field.value is not None
        value = self._printer.param(field.value)
        of = self._render("Value", value=value)
        return self._valid(field, self._stored.members(of, field.enum))

    def _read(self, field: s.Field) -> str:
        assert field.stored is not None
        of = self._contents(field, field.stored)
        if field.id in self._between:
            of = self._render("FromByte", of=of)
        of = self._valid(field, of)
        digest = self._checks.digests.get(field.id)
        if digest is not None and digest.is_plain:
            data = self._printer.param(digest.over.id)
            algorithm = self._checks.algorithm(digest)
            return self._render("Verified", of=of, algorithm=algorithm, data=data)
        if field.repeat is not None:
            of = self._repeated(field, field.repeat, of)
        return self._built(field, of)

    def _built(self, field: s.Field, of: str) -> str:
        """What building makes of a value, or where there is none."""
        digest = self._checks.digests.get(field.id)
        value = self._rebuilt.text(field.id)
        if digest is not None:
            value = self._checks.rebuilt(digest) if digest.of_bytes else None
        if value is not None:
            return self._render("Derived", of=of, value=value)
        default = _empty(field) if field.default is None else labelled(field.default)
        if default is None:
            return of
        return self._render("Given", of=of, value=self._printer.param(default))

    def _contents(self, field: s.Field, stored: s.Stored) -> str:
        """What is stored, which may be a document, or always the same bytes."""
        if field.document is not None and isinstance(stored, s.Bytes | s.Text):
            return self._stored.document(stored, field.document)
        if field.contents is None:
            seen = field.id if field.repeat is None and field.id in self._seen else ""
            return self._stored.text(stored, seen)
        value = repr(field.contents)
        if isinstance(stored, s.Bytes) and stored.extent.process is not None:
            return self._render("Constant", value=value, of=self._stored.text(stored))
        return self._render("Contents", value=value)

    def _repeated(self, field: s.Field, repeat: s.Repeat, of: str) -> str:
        if field.id in self._seen:
            of = self._render("Growing", name=repr(field.id), of=of, more=self._more(repeat))
        else:
            of = self._many(repeat, of)
        if isinstance(field.stored, s.Switch) and field.stored.cases[-1].key is not None:
            of = self._render("Matched", of=of)
        if repeat.count is None and repeat.limit is not None:
            return self._render("Valid", of=of, condition=f"len(obj) <= {repeat.limit}")
        return of

    def _many(self, repeat: s.Repeat, of: str) -> str:
        if repeat.count is not None:
            return self._render("Repeated", count=self._printer.param(repeat.count), of=of)
        if repeat.until is not None:
            return self._render("Until", condition=self._printer.text(repeat.until), of=of)
        return self._render("ToEnd", of=of)

    def _more(self, repeat: s.Repeat) -> str:
        """What holds while a list goes on; it is to the end where nothing is said."""
        if repeat.count is not None:
            return f"len(found) < {self._printer.text(repeat.count)}"
        return (
            "" if repeat.until is None else f"not (found and ({self._printer.text(repeat.until)}))"
        )

    def _placed(self, field: s.Field, pos: s.Expr, of: str) -> str:
        options = "" if field.io is None else f", stream={self._printer.param(field.io)}"
        of = self._render("Placed", pos=self._printer.param(pos), of=of, options=options)
        return of if field.io is None or is_around(field.io) else self._render("ReadOnly", of=of)

    def _valid(self, field: s.Field, of: str) -> str:
        """What holds for a value, or for each element; what is computed is let pass."""
        if not field.valid or field.value is not None:
            return of
        first = field.valid[0]
        if len(field.valid) == 1 and first.kind == "equal":
            value = first.args[0]
            if isinstance(value, bool | int | bytes):
                return self._render("Constant", value=self._printer.text(value), of=of)
        conditions = [self._condition(rule, field) for rule in field.valid]
        shown = conditions[0] if len(conditions) == 1 else " and ".join(map(_bracketed, conditions))
        return self._render("Valid", of=of, condition=shown)

    def _condition(self, rule: s.Rule, field: s.Field) -> str:
        if field.repeat is None:  # its own name is the value that is looked at
            rule = replace(rule, args=tuple(_renamed(arg, field.id) for arg in rule.args))
        if rule.kind in _COMPARED:
            return self._printer.text((_COMPARED[rule.kind], "_", rule.args[0]))
        if rule.kind == "any_of":
            listed = [self._printer.text(("eq", "_", arg)) for arg in rule.args]
            return " or ".join(listed)
        if rule.kind == "that":
            return self._printer.text(rule.args[0])
        enum = field.enum or getattr(field.stored, "enum", "")
        return f"obj in {self._stored.enum(enum)}"


def comment(doc: str) -> list[str]:
    """Text in lines: as it was written, but for paragraphs with lines that are too long."""
    found: list[str] = []
    for paragraph in re.split(r"\n\s*\n", "\n".join(doc.strip().splitlines())):
        indents = [re.match(r" *", line.expandtabs())[0] for line in paragraph.splitlines()]  # type: ignore[index]  # it always matches
        lines = [_printable(" ".join(line.split())) for line in paragraph.splitlines()]
        if len(set(indents)) == 1 and max(map(len, lines)) > _WIDTH:
            indents, lines = indents[:1], [" ".join(lines)]
        pairs = zip(lines, indents, strict=True)
        found += [*[""] * bool(found), *(part for pair in pairs for part in _wrapped(*pair))]
    return found


def _printable(line: str) -> str:
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in line)


def _between_bits(type_: s.Type) -> set[str]:
    """What may be no bytes at all, between bits: those after it are of another byte."""
    found: set[str] = set()
    behind: list[str] | None = None
    for field in type_.fields:
        if isinstance(field.stored, s.Bits):
            found.update(behind or ())
            behind = []
        elif behind is not None and isinstance(field.stored, s.Bytes | s.Text) and not field.size:
            behind.append(field.id)
        else:
            behind = None
    return found


def _wrapped(line: str, indent: str) -> list[str]:
    return textwrap.wrap(
        line,
        _WIDTH,
        initial_indent=indent,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    )


def _empty(field: s.Field) -> s.Expr | None:
    """What is there if nothing is given: no bytes, or zeros where nothing has a name."""
    if field.repeat is not None or field.contents is not None or field.valid:
        return None
    if isinstance(field.stored, s.Bytes) and field.stored.extent.fill is None:
        size = field.stored.extent.size
        unnamed = field.id.startswith("_") and isinstance(size, int)
        return b"" if size == 0 else ("mul", b"\0", size) if unnamed and size is not None else None
    unnamed = field.id.startswith("_") and isinstance(field.stored, s.Number | s.Bits)
    return 0 if unnamed else None


def _renamed(expr: s.Expr, name: str) -> s.Expr:
    """An expression in which an own member is called `_`."""
    if isinstance(expr, tuple):
        if expr[0] in ("text", "enum"):
            return expr
        last = (expr[2],) if expr[0] == "get" else tuple(_renamed(e, name) for e in expr[2:])
        return (expr[0], *(_renamed(e, name) for e in expr[1:2]), *last)
    return "_" if expr == name else expr


def _bracketed(condition: str) -> str:
    return f"({condition})"
