"""What building works out by itself: lengths, counts and flags, from what is there.

One text for each field, of a function of `this`, the context; what was given is the field itself.
"""

from __future__ import annotations

from collections.abc import Iterable

from quire.generator.targets.construct.expressions import Printer, UnsupportedError, member
from quire.generator.targets.construct.names import Used
from quire.runtime import structure as s

_DIGITS = {2: "b", 8: "o", 10: "d", 16: "x"}
"""What Python's formats call the bases of digits."""

_SIGNS = {"add": "+", "subtract": "-", "multiply": "*", "divide": "//"}


class Rebuilt:
    """What the fields of one type follow from."""

    def __init__(self, type_: s.Type, printer: Printer, used: Used) -> None:
        self._fields = {field.id: field for field in type_.fields}
        self._members = self._fields | {field.id: field for field in type_.instances}
        self._edges = [edge for edge in type_.edges if edge.field in self._fields]
        self._told = {edge.field for edge in self._edges}
        self._printer = printer
        self._used = used

    def text(self, name: str) -> str | None:
        """What a field of the type follows from; None if it has to be given."""
        field = self._fields.get(name)
        if field is None:  # an instance
            return None
        if field.derive is not None:
            return self._printed(field.derive)
        if field.repeat is not None:
            return None
        return self._first(field, [edge for edge in self._edges if edge.field == name])

    def _printed(self, expr: s.Expr) -> str | None:
        try:
            return self._printer.text(labelled(expr))
        except UnsupportedError:
            return None

    def _first(self, field: s.Field, edges: list[s.Edge]) -> str | None:
        """The first of the edges that holds says what a field is, and itself if none does."""
        flags = [edge for edge in edges if isinstance(edge, s.Flag)]
        if flags:
            return self._flag(field, flags)
        given = member("this", field.id)
        found = ""
        for edge in edges:
            number = self._number(edge, given) if self._is_known(edge) else None
            if number is None:
                continue
            holds = self._holds(edge)
            found += number if not holds else f"{number} if {holds} else "
            if not holds:
                return found
        return found + given if found else None

    def _is_known(self, edge: s.Edge) -> bool:
        """Whether what it depends on is not worked out after it, and is not itself."""
        order = list(self._fields)
        behind = order[order.index(str(edge.field)) :]
        late = {name for name in behind if name in self._told or self._fields[name].derive}
        exprs = [edge.condition, *(operand for _, operand in getattr(edge, "steps", ()))]
        return late.isdisjoint(path[0] for expr in exprs for path in s.names_in(expr))

    def _holds(self, edge: s.Edge) -> str:
        """When it tells the field; "" if always."""
        asked = []
        if edge.condition is not None:
            asked.append(self._printer.operand(edge.condition))
        if self._members[edge.of].condition is not None:
            asked.append(is_there(edge.of))
        return " and ".join(asked)

    def _flag(self, field: s.Field, flags: Iterable[s.Flag]) -> str | None:
        """Yes, if one of what it tells is there; a given value that says so already is kept."""
        said = {(flag.yes, flag.no) for flag in flags}
        if len(said) > 1:
            return None
        [(yes, no)] = said
        there = " or ".join(dict.fromkeys(is_there(flag.of) for flag in flags))
        if (yes, no) == (True, False) and isinstance(yes, bool):
            return there
        given, shown = member("this", field.id), self._printer.text(yes)
        if no is None:
            return f"{shown} if {there} else {given}"
        if no == 0:
            return f"({given} or {shown}) if {there} else 0"
        none = self._printer.text(no)
        return f"({shown} if {given} in (None, {none}) else {given}) if {there} else {none}"

    def _number(self, edge: s.Edge, given: str) -> str | None:
        """What an edge says."""
        of = self._members[edge.of]
        match edge:
            case s.Count() if of.repeat is not None:
                return self._stepped(f"len({self._value(of)})", edge.steps)
            case s.ElementLength() if is_plain(of.stored) and isinstance(of.stored, s.Bytes):
                first = member("this", of.id)
                length = self._stepped(f"len({first}[0])", edge.steps)
                return f"({length} if {first} else {given})" if length else None
            case s.Length() if of.repeat is None:
                length = self._stepped(self._length(of), edge.steps)
                if length is None or not edge.at_least:
                    return length
                return f"max({given} or 0, {length})"
        return None

    def _value(self, of: s.Field) -> str:
        """What will be in a member; one that is derived is not there yet."""
        derived = self.text(of.id) if of.derive is not None else None
        return derived or member("this", of.id)

    def _length(self, of: s.Field) -> str | None:
        """The bytes that a value takes."""
        value = self._value(of)
        if of.document is None and is_plain(of.stored):
            if isinstance(of.stored, s.Text):
                return f"len({value}.encode({of.stored.encoding!r}))"
            return f"len({value})"
        if _is_sized(of.stored) and (of.document is None or is_plain(of.stored)):
            return f"{self._used['length']}(this, {of.id!r})"
        return None

    def _stepped(self, number: str | None, steps: s.Steps) -> str | None:
        """What leads from a number to the field that tells it."""
        for i, (word, operand) in enumerate(steps):
            if number is None:
                return None
            if word == "digits":
                return _spelled(number, operand)
            if word == "part":
                number = _part(f"({number})", operand)
                continue
            shown, number = self._printer.operand(operand), f"({number})" if i else number
            if word == "from":
                number = f"{shown} - {number}"
            elif word == "exponent":
                number = f"({number} // {shown}).bit_length() - 1"
            else:
                number = f"{number} {_SIGNS[word]} {shown}"
        return number


def _part(number: str, bits: s.Expr) -> str | None:
    """Some bits of a number, from one on up to another."""
    match bits:
        case (_, int(low), int(above)):
            shifted = f"{number} >> {low}"
            return shifted if above < 0 else f"({shifted}) & {(1 << above - low) - 1:#x}"
    return None


def _spelled(number: str, digits: s.Expr) -> str | None:
    """A number as a text of digits, if Python has a format for their base."""
    match digits:
        case (_, int(base), int(width), _) if base in _DIGITS:
            return f"format({number}, '0{width}{_DIGITS[base]}')"
    return None


def labelled(expr: s.Expr) -> s.Expr:
    """A member of an enum as its label, which building takes as well."""
    if not isinstance(expr, tuple) or expr[0] not in ("enum", "if"):
        return expr
    if expr[0] == "enum":
        return ("text", expr[2])
    return ("if", expr[1], *map(labelled, expr[2:]))


def is_there(name: str) -> str:
    """Whether an own member is there."""
    return f"this.get({name!r}) is not None"


def is_plain(stored: s.Stored | None) -> bool:
    """Bytes, or text, as long as they are stored."""
    if not isinstance(stored, s.Bytes | s.Text):
        return False
    extent = stored.extent
    same = extent.process is None or extent.process.routine in ("xor", "rol", "ror")
    return same and extent.terminator is None and extent.pad is None


def _is_sized(stored: s.Stored | None) -> bool:
    """Whether it stands in as many bytes as something says."""
    if isinstance(stored, s.Switch):
        return shared_extent(stored) is not None
    extent = getattr(stored, "extent", None)
    return extent is not None and extent.size is not None


def shared_extent(stored: s.Switch) -> s.Extent | None:
    """The extent of a switch all of whose cases have the same, and are stored in it as they are."""
    extents = [getattr(case.stored, "extent", None) for case in stored.cases]
    first = extents[0]
    if first is None or any(extent != first for extent in extents):
        return None
    if stored.cases[-1].key is not None or first.process is not None:
        return None
    ends = first.terminator is not None or first.pad is not None
    return None if ends or first.size is None else first
