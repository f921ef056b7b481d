"""From the structural plan to a scan: records, lists and choices, as columns and as code."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain

from quire.columns.scan import layout as c
from quire.columns.scan import program as p
from quire.columns.scan.building import REST
from quire.columns.scan.checked import At, CheckedValues
from quire.columns.scan.expressions import Found
from quire.columns.scan.raw import as_stored, is_over_any
from quire.columns.scan.stored import Read
from quire.columns.scan.values import Scope, Stream, Value
from quire.runtime import frozen
from quire.runtime import structure as s

DEEPEST = 200
"""How deep records of a type that holds itself are gone into."""


class Walk(CheckedValues):
    """Goes over the fields of a type; without a row, they are passed over.

    Attributes:
        within: The types of the records that are being gone over.
        itself: The type of the rows, if it holds itself.
        missing: How many things that may be missing are around.
        is_held: Whether a place was found where it holds itself.
        lists: How many lists are around that are no rows of it.
        raw: The fields of the rows that are the bytes that are stored.
    """

    within: tuple[str, ...] = ()
    itself: str = ""
    missing: int = 0
    is_held: bool = False
    lists: int = 0
    raw: tuple[str, ...] = ()

    # -- fields --------------------------------------------------------------------------------

    def fields(self, scope: Scope, at: At | None) -> tuple[tuple[str, c.Column], ...]:
        """Go over all fields of a record."""
        found = [(each.id, self.field(each, scope, at)) for each in scope.type.fields]
        return tuple((name, column) for name, column in found if column is not None)

    def field(self, field: s.Field, scope: Scope, at: At | None) -> c.Column | None:
        """Go over a field, if it is there."""
        if self.raw and at is not None and len(self.within) == 1:
            field = self.left_as_bytes(field, scope)
        self.begin(field, scope)
        if field.condition is None:
            return self._present(field, scope, at)
        there = self.fresh(f"has_{field.id}")
        condition = self.expressions(scope).condition(field.condition)
        self.code.add(p.Let(there, condition))
        self.missing += 1
        with self.block() as then:
            column = self._present(field, scope, at)
            if column is not None and at is not None and not isinstance(column, c.Union | c.Below):
                valid = self.array(f"{field.id}_valid", "bit", at.counter)
                column = replace(column, valid=valid)
                self.note(valid, at.row, "1", bit=True)
        self.missing -= 1
        with self.block() as otherwise:
            self.absent(column, at)
        self.code.add(p.When(there, then, otherwise))
        if field.id in scope.records:
            scope.records[field.id].there = there
        if field.id in scope.values:
            scope.values[field.id] = replace(scope.values[field.id], there=there)
        return column

    def left_as_bytes(self, field: s.Field, scope: Scope) -> s.Field:
        """A field of the rows: bytes if they are wanted, and without a checksum of such."""
        if field.id not in self.raw:
            is_over = field.checksum is not None and is_over_any(field.checksum, self.raw)
            return frozen.replace(field, checksum=None) if is_over else field
        found = as_stored(field)
        if found is None:
            self.place = f"{scope.type.path}.{field.id}"
            raise self.refused("its size is known only from its own fields")
        return found

    def _present(self, field: s.Field, scope: Scope, at: At | None) -> c.Column | None:
        if field.stored is None:
            raise self.refused("it is not stored")
        if field.repeat is not None:
            return self._list(field, field.stored, field.repeat, scope, at)
        found, column = self.value(field, field.stored, scope, at)
        self.check(field, found, scope)
        if isinstance(found, Scope):
            scope.records[field.id] = found
        elif isinstance(found, Value):
            scope.values[field.id] = found
        return column

    # -- one value -----------------------------------------------------------------------------

    def value(
        self, field: s.Field, stored: s.Stored, scope: Scope, at: At | None
    ) -> tuple[Found, c.Column | None]:
        """Go over a value: what it is to expressions, and its column."""
        if isinstance(stored, s.Number):
            return self.column_of(field.id, self.number(stored, scope, field.id), stored.enum, at)
        if isinstance(stored, s.Bits):
            return self.column_of(field.id, self.bits(stored, scope, field.id), stored.enum, at)
        if isinstance(stored, s.Bytes | s.Text):
            return self.pieces(field.id, stored, scope, at)
        if isinstance(stored, s.Record):
            return self.record(field, stored, scope, at)
        return self.switch(field, stored, scope, at)

    def column_of(
        self, name: str, read: Read, enum: str, at: At | None
    ) -> tuple[Found, c.Column | None]:
        """Store a number that was read."""
        if at is None:
            return read.value, None
        cells = self.array(name, read.word, at.counter)
        self.code.add(p.Put(cells.name, at.row, read.variable))
        return read.value, c.Numbers(cells, read.dtype, enum)

    def pieces(
        self, name: str, stored: s.Bytes | s.Text, scope: Scope, at: At | None
    ) -> tuple[Found, c.Column | None]:
        """Go over bytes or a text; of texts that are stored, it is asked later what they are."""
        begin, length = self.extent(stored.extent, scope, name)
        encoding = stored.encoding if isinstance(stored, s.Text) else ""
        found = Value("text" if encoding else "bytes", begin, length=length, encoding=encoding)
        if at is not None:
            return found, self.put_bytes(begin, length, at.counter, at.row, name, encoding)
        if encoding:
            self.expect(f"is_text(buf, {begin}, {length}, {encoding!r})", p.WRONG)
        return found, None

    def record(
        self, field: s.Field, stored: s.Record, scope: Scope, at: At | None
    ) -> tuple[Found, c.Column | None]:
        """Go over a record within one."""
        if stored.opaque or stored.foreign:
            raise self.refused("it is of a type of another spec")
        inner = self.inside(field, stored, scope)
        after = ""
        if stored.extent is not None:
            after = self.window(stored.extent, scope, inner, field.id)
        if stored.path in self.within:
            self.go(stored, inner, at)
            column: c.Column | None = c.Below()
        else:
            around, self.within = self.within, (*self.within, stored.path)
            columns = self.fields(inner, at)
            self.within = around
            column = None if at is None else c.Struct(columns, at.counter, inner.type)
        if after:
            self.leave(after, inner, at)
        return inner, column

    def leave(self, after: str, inner: Scope, at: At | None) -> None:
        """Go on behind the stream of a record."""
        self.align()
        self.code.close()
        if at is not None:
            self.code.add(p.When(f"pos < {inner.stream.end}", [p.Let(f"state[{REST}]", "1")], []))
        self.code.add(p.Let("pos", after))

    def inside(self, field: s.Field, stored: s.Record, scope: Scope) -> Scope:
        """The scope of a record within one: what its names mean."""
        parent: Scope | None = None if stored.orphan else scope
        if stored.parent is not None:
            found = self.expressions(scope).of(stored.parent)
            parent = found if isinstance(found, Scope) else None
        inner = Scope(self.spec.type(stored.path), scope.stream, parent, scope.root)
        inner.order = scope.order
        for name, arg in stored.args:
            given = self.expressions(scope).of(arg)
            if isinstance(given, Scope):
                inner.records[name] = given
            elif isinstance(given, Value) and given.kind in ("int", "bool"):
                variable = self.fresh(f"{field.id}_{name}")
                self.code.add(p.Let(variable, given.text))
                inner.values[name] = replace(given, text=variable)
            elif isinstance(given, Value):
                inner.values[name] = given
            else:
                raise self.refused(f"its parameter `{name}`")
        if isinstance(inner.type.endian, s.Choice):
            inner.order = self.chosen(inner.type.endian, inner)
        return inner

    def chosen(self, choice: s.Choice, scope: Scope) -> str:
        """Have the byte order of a record be chosen; gives what holds for the lowest byte first."""
        ask = self.expressions(scope)
        on = ask.of(choice.on)
        order, known = self.fresh("order"), {"le": "1", "be": "0"}
        rest = next((known[name] for key, name in choice.cases if key is None), "-1")
        chosen = rest
        for key, name in reversed(choice.cases):
            if key is not None:
                chosen = f"{known[name]} if {ask.equal(on, key)} else {chosen}"
        self.code.close()
        self.code.add(p.Let(order, chosen))
        if rest == "-1":
            self.expect(f"{order} >= 0")
        return order

    def window(self, extent: s.Extent, scope: Scope, inner: Scope, name: str) -> str:
        """Have a record stand in a stream of its own; gives where the outer one goes on."""
        begin, length = self.extent(extent, scope, name)
        after, end = self.fresh(f"{name}_after"), self.fresh(f"{name}_end")
        self.code.close()
        self.code.add(p.Let(after, "pos"), p.Let(end, f"{begin} + {length}"), p.Let("pos", begin))
        inner.stream = Stream(begin, end)
        return after

    def go(self, stored: s.Record, inner: Scope, at: At | None) -> None:
        """Go over a record of a type that holds itself."""
        if stored.path != self.itself or at is None:
            raise self.refused(f"{stored.path} holds itself, and is not the type of the rows")
        if stored.args:
            raise self.refused("it holds itself, and has parameters")
        if self.is_held or self.lists:
            raise self.refused(f"{stored.path} holds itself in several ways")
        self.is_held = True
        if self.bit:
            raise self.refused("bits that end within a byte, before a type that holds itself")
        self.code.close()
        function = stored.path.rpartition("::")[2]
        stream = inner.stream
        self.code.add(p.Go(f"scan_{function}", stream.start, stream.end, "row", "depth + 1"))

    # -- several -------------------------------------------------------------------------------

    def switch(
        self, field: s.Field, stored: s.Switch, scope: Scope, at: At | None
    ) -> tuple[Found, c.Column | None]:
        """Go over what is one of several: a column for each, and which one it is."""
        on = self.expressions(scope).of(stored.on)
        tags = places = None
        if at is not None:
            tags = self.array(f"{field.id}_tag", "s1", at.counter)
            places = self.array(f"{field.id}_place", "s4", at.counter)
        cases: list[tuple[str, c.Case]] = []
        arms: list[tuple[str, list[p.Statement]]] = []
        for number, (keys, case) in enumerate(_cases(stored)):
            self.place = f"{scope.type.path}.{field.id}"
            ask = self.expressions(scope)
            condition = " or ".join(ask.equal(on, key) for key in keys if key is not None)
            counter = -1 if at is None else self.counter()
            with self.block() as body:
                inner = None
                if at is not None and tags is not None and places is not None:
                    inner = At(counter, self.row(counter))
                    self.note(tags, at.row, str(number))
                    self.note(places, at.row, inner.row)
                _, column = self.value(field, case, scope, inner)
            arms.append(("" if None in keys else condition, body))
            if isinstance(column, c.Below):
                raise self.refused(f"a case is of {self.itself}, the type of the rows")
            if column is not None:
                cases.append(
                    (_case_name(case, [name for name, _ in cases]), c.Case(column, counter))
                )
        rest = next((body for condition, body in arms if not condition), None)
        union = None
        if at is not None and tags is not None and places is not None:
            if rest is None or self.missing or field.condition is not None:
                cases.append(("", c.Case(None, -1)))
            union = c.Union(tags, places, tuple(cases))
        if rest is None:
            with self.block() as rest:
                self.absent(union, at)
        for condition, body in reversed([each for each in arms if each[0]]):
            rest = [p.When(condition, body, rest)]
        self.code.close()
        self.code.add(*rest)
        self.code.close()
        return Value("none", "it is of several types"), union

    def _list(
        self,
        field: s.Field,
        stored: s.Stored,
        repeat: s.Repeat,
        scope: Scope,
        at: At | None,
    ) -> c.Column | None:
        """Go over a list, element by element."""
        below = isinstance(stored, s.Record) and stored.path in self.within
        inside = At(self.counter(), "") if at is not None and not below else None
        offsets = None if inside is None or at is None else self.offsets(field.id, at.counter)
        number, around = self.fresh("i"), scope.index
        limit = self.limit(repeat, scope)
        self.code.add(p.Let(number, "0"))
        scope.index = number
        before = self.fresh("before")
        self.lists += not below
        with self.block() as body:
            self.code.add(p.Let(before, "pos"))
            if inside is not None:
                inside = At(inside.counter, self.row(inside.counter))
            found, element = self.value(field, stored, scope, at if below else inside)
            self.check(field, found, scope)
            if repeat.count is None:
                self.expect(f"pos > {before}")
            until = self.until(repeat, found, scope)
            self.code.add(p.Let(number, f"{number} + 1"))
        self.lists -= not below
        scope.index = around
        self.code.add(p.Repeat(self.goes_on(repeat, number, limit, scope), body, until))
        if repeat.limit is not None:
            self.expect(f"{number} <= {repeat.limit}", p.WRONG)
        scope.values[field.id] = Value("list", number, length=number)
        if offsets is None or inside is None or at is None or element is None:
            return element if below else None
        used = self.number_of(inside.counter)
        self.note(offsets, f"{at.row} + 1", used)
        return c.Lists(offsets, element)

    def limit(self, repeat: s.Repeat, scope: Scope) -> str:
        """How many elements there are, if a number says it: no more than bytes are left."""
        if repeat.count is None:
            return ""
        found = self.expressions(scope).integer(repeat.count)
        name = self.fresh("count")
        self.code.add(p.Let(name, found.text))
        self.expect(f"0 <= {name} <= {scope.stream.end} - pos")
        return name

    def until(self, repeat: s.Repeat, found: Found, scope: Scope) -> str:
        """What ends a list that goes on until something holds."""
        if repeat.until is None:
            return ""
        last = self.fresh("is_last")
        self.code.add(p.Let(last, self.expressions(scope, found).condition(repeat.until)))
        return last

    def goes_on(self, repeat: s.Repeat, number: str, limit: str, scope: Scope) -> str:
        """What holds as long as a list goes on."""
        if repeat.count is not None:
            return f"{number} < {limit}"
        return f"pos < {scope.stream.end}" if repeat.until is None else "True"


def _cases(stored: s.Switch) -> list[tuple[list[s.Expr | None], s.Stored]]:
    """The cases of a switch; those that are stored alike are one."""
    found: list[tuple[list[s.Expr | None], s.Stored]] = []
    for case in stored.cases:
        same = next((keys for keys, each in found if each == case.stored), None)
        if same is None:
            found.append(([case.key], case.stored))
        else:
            same.append(case.key)
    return found


def _case_name(stored: s.Stored, taken: list[str]) -> str:
    """What the column of a case is called: its type."""
    if isinstance(stored, s.Record):
        name = stored.path.rpartition("::")[2]
    elif isinstance(stored, s.Number):
        name = f"{stored.kind[0]}{stored.size}"
    else:
        name = type(stored).__name__.lower()
    numbered = (f"{name}_{i}" for i in range(2, len(taken) + 3))
    return next(each for each in chain([name], numbered) if each not in taken)


def holds_itself(path: str, spec: s.Spec) -> bool:
    """Whether records of a type may hold others of it, at any depth."""
    seen: set[str] = set()
    open_ = [path]
    while open_:
        try:
            type_ = spec.type(open_.pop())
        except KeyError:  # of another spec
            continue
        for each in chain.from_iterable(_paths(field.stored) for field in type_.fields):
            if each == path:
                return True
            if each not in seen:
                seen.add(each)
                open_.append(each)
    return False


def _paths(stored: s.Stored | None) -> list[str]:
    """The types of the records that a value may be."""
    if isinstance(stored, s.Switch):
        return [path for case in stored.cases for path in _paths(case.stored)]
    return [stored.path] if isinstance(stored, s.Record) else []
