"""What is said of values besides: rules, and columns of what is not there."""

from __future__ import annotations

from dataclasses import dataclass

from quire.columns.scan import layout as c
from quire.columns.scan import program as p
from quire.columns.scan.expressions import Found
from quire.columns.scan.stored import StoredValues
from quire.columns.scan.values import Scope, Value
from quire.runtime import structure as s


@dataclass(frozen=True, slots=True)
class At:
    """A row: which counter counts it, and its number."""

    counter: int
    row: str


class CheckedValues(StoredValues):
    """Refuses what a scan cannot read, checks what it can, and stores that nothing is there."""

    def begin(self, field: s.Field, scope: Scope) -> None:
        """Refuse what a scan cannot check or decode."""
        self.place = f"{scope.type.path}.{field.id}"
        said = (
            (field.codec, "its payload is decoded (`-codec`)"),
            (field.array, "it is an array (`-array`)"),
            (field.checksum, "it is a checksum, which is verified (`-checksum`)"),
            (field.document, "it is a document (`-document`)"),
        )
        for fact, reason in said:
            if fact is not None:
                raise self.refused(reason)

    def check(self, field: s.Field, found: Found, scope: Scope) -> None:
        """What `contents` and `valid` say of a value."""
        self.place = f"{scope.type.path}.{field.id}"
        ask = self.expressions(scope, found)
        if field.contents is not None:
            self.expect(ask.equal(found, field.contents), p.WRONG)
        for rule in field.valid:
            self.expect(self._rule(rule, field, found, scope), p.WRONG)

    def _rule(self, rule: s.Rule, field: s.Field, found: Found, scope: Scope) -> str:
        ask = self.expressions(scope, found)
        if isinstance(found, Value) and found.kind == "none":
            raise self.refused(f"`valid` on it: {found.text}")
        if isinstance(found, Value) and found.whole and rule.kind != "that":
            self.expect(f"{found.text} >= 0")
        if rule.kind == "member":
            members = self.spec.enum(getattr(field.stored, "enum", "")).members
            found_in = [ask.equal(found, member.value) for member in members]
            return " or ".join(found_in) or "False"
        if rule.kind == "that":
            return ask.condition(rule.args[0])
        if rule.kind == "any_of":
            return " or ".join(ask.equal(found, arg) for arg in rule.args) or "False"
        how = {"equal": "eq", "at_least": "ge", "at_most": "le"}[rule.kind]
        return ask.compared(how, found, rule.args[0])

    def absent(self, column: c.Column | None, at: At | None) -> None:
        """Store in a row that nothing is there."""
        if column is None or at is None or isinstance(column, c.Below):
            return
        if column.valid is not None:
            self.note(column.valid, at.row, "0", bit=True)
        if isinstance(column, c.Numbers):
            self.blank(column, at.row)
        elif isinstance(column, c.Pieces):
            used = self.number_of(column.data.counter)
            self.note(column.offsets, f"{at.row} + 1", used)
        elif isinstance(column, c.Lists):
            used = self.number_of(counter_of(column.element))
            self.note(column.offsets, f"{at.row} + 1", used)
        elif isinstance(column, c.Struct):
            for _, each in column.fields:
                self.absent(each, at)
        else:
            nothing = len(column.cases) - 1
            self.note(column.tags, at.row, str(nothing))
            self.note(column.places, at.row, "0")

    def blank(self, column: c.Numbers, row: str) -> None:
        """Store a number where there is none."""
        self.code.add(p.Put(column.cells.name, row, "0"))


def counter_of(column: c.Column) -> int:
    """What counts the rows of a column."""
    if isinstance(column, c.Numbers):
        return column.cells.counter
    if isinstance(column, c.Pieces | c.Lists):
        return column.offsets.counter
    if isinstance(column, c.Union):
        return column.tags.counter
    if isinstance(column, c.Struct):
        return column.counter
    message = "rows below are counted with all others"
    raise TypeError(message)
