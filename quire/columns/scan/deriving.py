"""The scan of a list of a spec: what is read before it, its rows, and their columns."""

from __future__ import annotations

from dataclasses import dataclass, replace

from quire.columns.errors import NoColumnsError
from quire.columns.scan import layout as c
from quire.columns.scan import program as p
from quire.columns.scan.building import COUNTERS, TAKEN
from quire.columns.scan.checked import At
from quire.columns.scan.expressions import Found
from quire.columns.scan.values import Scope, Stream
from quire.columns.scan.walk import DEEPEST, Walk, holds_itself
from quire.runtime import structure as s


@dataclass(frozen=True, slots=True)
class Scan:
    """A scan, not yet as text.

    Attributes:
        field: The field that is the list.
        layout: What it fills.
        find: What goes to where the list begins.
        rows: What goes over the rows.
        record: What goes over one of them, if their type holds itself.
        name: What that is called.
        counters: What the counters are called.
        known: The variables of `find`, which the others may use.
        title: What it does.
    """

    field: s.Field
    layout: c.Layout
    find: list[p.Statement]
    rows: list[p.Statement]
    record: list[p.Statement]
    name: str
    counters: tuple[str, ...]
    known: tuple[str, ...]
    title: str


def scan_of(
    type_: s.Type, spec: s.Spec, path: str, *, wide: bool, raw: tuple[str, ...] = ()
) -> Scan:
    """The scan of a list, by the names that lead to it from a record of a type.

    Fields of the rows that are in `raw` are the bytes that are stored.

    Raises:
        NoColumnsError: it has no columns.
    """
    deriving = Deriving(spec, wide=wide)
    deriving.raw = raw
    return deriving.scan(type_, path)


class Deriving(Walk):
    """Makes one scan.

    Attributes:
        known: The variables that are known where the list begins.
    """

    known: tuple[str, ...] = ()
    title = "The columns of {}: a scan"

    def scan(self, type_: s.Type, path: str) -> Scan:
        """Make the scan of a list, by the names that lead to it from a record of a type."""
        if type_.params:
            raise NoColumnsError(type_.path, "it takes parameters, which a file does not tell")
        root = Scope(type_, Stream("0", "size"), None, None)
        root.root = root
        find = self.code
        scope, field, repeat = self._list_at(root, path.split("."))
        self.begin(field, scope)
        count = self.limit(repeat, scope) or "-1"
        values = ("pos", scope.stream.end, "0", count, scope.stream.start)
        self.code.close()
        self.code.add(*(p.Let(f"state[{i}]", value) for i, value in enumerate(values)))
        self.known = ("size", *sorted(self._names - TAKEN))
        return self._rows(field, repeat, scope, find.body, f"{type_.path}.{path}")

    def _list_at(self, scope: Scope, names: list[str]) -> tuple[Scope, s.Field, s.Repeat]:
        """Go to where the list begins."""
        name, *others = names
        wanted = next((each for each in scope.type.fields if each.id == name), None)
        if wanted is None:
            self.place = f"{scope.type.path}.{name}"
            there = ", ".join(each.id for each in scope.type.fields if each.repeat) or "none"
            raise self.refused(f"there is no such field; the lists are {there}")
        for field in scope.type.fields:
            if field is wanted:
                break
            self.field(field, scope, None)
        self.begin(wanted, scope)
        if wanted.condition is not None:
            self.expect(self.expressions(scope).condition(wanted.condition))
        if not others:
            if wanted.repeat is None:
                raise self.refused("it is not a list")
            self.expect_whole()
            return scope, wanted, wanted.repeat
        if not isinstance(wanted.stored, s.Record) or wanted.repeat is not None:
            raise self.refused("what leads to a list has to be a record")
        inner = self.inside(wanted, wanted.stored, scope)
        if wanted.stored.extent is not None:
            self.window(wanted.stored.extent, scope, inner, wanted.id)
        return self._list_at(inner, others)

    def _rows(
        self, field: s.Field, repeat: s.Repeat, around: Scope, find: list[p.Statement], place: str
    ) -> Scan:
        scope = self.moved(around)
        stored = field.stored
        if stored is None:
            raise self.refused("it is not stored")
        self.expect_fields(stored)
        self.code = p.Block()
        counter = self.counter()
        name, record = "", p.Block()
        top: c.Column | None
        if isinstance(stored, s.Record) and holds_itself(stored.path, self.spec):
            name, record, top = self._itself(stored, counter)
            self.code.add(p.Go(name, "start", "end", "-1", "0"))
            if field.valid or repeat.until is not None:
                raise self.refused("`valid` or `repeat-until` on a list whose type contains itself")
            if stored.extent is not None:
                raise self.refused("a type that contains itself, with a `size`")
            until = ""
        else:
            scope.index = "i"
            at = At(counter, self.row(counter))
            found, top = self.value(field, stored, scope, at)
            self.check(field, found, scope)
            self.expect_whole()
            until = self.last(repeat, found, scope)
        if repeat.count is None and repeat.until is None:
            self.expect("pos > before")
        self.code.add(p.Let("i", "i + 1"))
        if repeat.limit is not None:
            self.expect(f"i <= {repeat.limit}", p.WRONG)
        goes_on = self.more(repeat, scope)
        rows: list[p.Statement] = [p.Repeat(goes_on, self._kept(), until)]
        if top is None:
            raise self.refused("nothing is stored")
        layout = c.Layout(place, top, tuple(self.cells), self.counters)
        counters = tuple(map(self.number_of, range(self.counters)))
        title = self.title.format(place)
        return Scan(field, layout, find, rows, record.body, name, counters, self.known, title)

    def expect_fields(self, stored: s.Stored) -> None:
        """Refuse names of what shall be bytes that are no fields of the rows."""
        known = []
        if isinstance(stored, s.Record) and not (stored.foreign or stored.opaque):
            known = [each.id for each in self.spec.type(stored.path).fields]
        for name in self.raw:
            if name not in known:
                raise self.refused(f"its rows have no field {name!r} to be left as bytes")

    def more(self, repeat: s.Repeat, scope: Scope) -> str:
        """What holds as long as there are more rows."""
        return self.goes_on(repeat, "i", "state[3]", scope)

    def last(self, repeat: s.Repeat, found: Found, scope: Scope) -> str:
        """What holds if a row is the last one; "" if it does not tell."""
        return self.until(repeat, found, scope)

    def _kept(self) -> list[p.Statement]:
        """The statements of a row, and then where the scan stands is noted."""
        kept: list[p.Statement] = [p.Let("before", "pos"), *self.code.body]
        kept += [p.Let("state[0]", "pos"), p.Let("state[2]", "i")]
        kept += [p.Let(f"state[{COUNTERS + i}]", self.number_of(i)) for i in range(self.counters)]
        return kept

    def moved(self, scope: Scope) -> Scope:
        """The record that holds the list, as the scan of its rows knows it."""
        moved = replace(scope, stream=Stream("start", "end"))
        if scope.root is scope:
            moved.root = moved
        return moved

    def _itself(self, stored: s.Record, counter: int) -> tuple[str, p.Block, c.Struct]:
        """What goes over a record of a type that holds itself: a function that calls itself."""
        if stored.args:
            raise self.refused("it holds itself, and has parameters")
        self.shared, self.itself, self.within = True, stored.path, (stored.path,)
        around, self.code = self.code, p.Block()
        self._names |= {"row", "up", "depth"}
        self.expect(f"depth < {DEEPEST}")
        number = self.number_of(counter)
        self.code.add(
            p.Row(number, self.room_of(counter), self.no_row(counter)), p.Let("row", number)
        )
        self.code.add(p.Let(number, "row + 1"))
        up = self.array("up", "s8" if self.wide else "s4", counter)
        self.code.add(p.Put(up.name, "row", "up"))
        scope = Scope(self.spec.type(stored.path), Stream("start", "end"), None, None)
        columns = self.fields(scope, At(counter, "row"))
        self.expect_whole()
        code, self.code = self.code, around
        return (
            f"scan_{stored.path.rpartition('::')[2]}",
            code,
            c.Struct(columns, counter, scope.type, up),
        )
