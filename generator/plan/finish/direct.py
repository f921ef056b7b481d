"""Programs that read, by position: what needs the stream itself gets it, the rest does without.

A number at a position of some bytes takes a fifth of the time of one that a stream is asked for.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Self

from quire.generator.plan import operations as p
from quire.generator.plan import program as g
from quire.generator.plan.finish.bits_at import (
    START,
    bits_at,
    reads_bits,
    reads_bits_within,
    whole_bytes,
)
from quire.generator.plan.finish.by_type import KIND, by_member, by_type
from quire.generator.plan.finish.context import POS, constant
from quire.generator.plan.finish.failing import failing
from quire.generator.plan.finish.leaves import is_plain, leaf_of, text_at, with_leaf
from quire.generator.plan.finish.loose import ALIGNED, Left, Loose
from quire.generator.plan.finish.needing import is_stream, needs_stream
from quire.generator.plan.finish.rows import size_of_run
from quire.generator.plan.finish.steps import (
    CHILD,
    asked,
    belongs,
    known_left,
    paid,
    standing,
    to_the_end,
    typed_before,
)
from quire.generator.plan.finish.streams import positions
from quire.generator.plan.finish.together import PLAIN, statements, together
from quire.generator.resolve.scopes import Path
from quire.generator.types import model as m
from quire.runtime.frozen import Frozen, replace
from quire.runtime.lists.rows import FEW
from quire.runtime.reading.budget import FEW_ELEMENTS
from quire.runtime.values.scalars import SCALARS, fixed

MANY, LONG = 64, 1 << 14
"""So many elements, or bytes of any number of them, are a list of which it is worth to know more
than what is in it: to ask for that takes as long as to read a few."""

SIZE = g.variable("size")
VALUE = g.variable("value")


class Direct(Frozen):
    """What reading by position has to know of a module.

    Attributes:
        watching: The instances whose values depend on where their stream stands.
        deciding: The same, and those that decide a byte order: these are kept once it is chosen.
        looking: Those of them that nobody has asked for when their record was read.
        loose: What bits its records leave of a byte.
        bits: How many may be left at this place.
        streams: The types whose records may stand in streams of their own.
        leading: The types of which a file consists that have lists of records, or lead to some.
        records: All types of the module.
        blocks: The blocks of the record that is read.
        fixed: What it takes together, by name; they are found on the way.
        unsigned: The numbers of the record that are never less than nothing.
        tables: What is made on the way: the types of fields that have many, by their names.
        of: The class of the record that is read.
        lazy: Which instance is read, if any: others must not see it before it is whole.
    """

    watching: frozenset[str]
    deciding: frozenset[str]
    looking: frozenset[str]
    loose: Loose
    bits: Left
    streams: frozenset[Path]
    leading: frozenset[Path]
    records: dict[Path, p.Record]
    blocks: dict[str, p.Block]
    fixed: dict[tuple[g.FixedPart, ...], str]
    unsigned: frozenset[str]
    tables: dict[str, g.TypesOf]
    of: g.ClassOf
    lazy: str = ""

    @property
    def is_aligned(self) -> bool:
        """Whether no bits can be left of the byte before this place."""
        return self.bits == ALIGNED

    def _around(self, body: g.Body) -> Self:
        """The same, at the beginning of each turn of a repeat."""
        return replace(self, bits=self.loose.around(body, self.bits))

    # -- statements ---------------------------------------------------------------------------

    def body(self, body: g.Body) -> g.Body:
        """Statements that read by position."""
        found: list[g.Statement] = []
        for statement, steps in self._steps(body):
            for each in steps:
                # What needs the stream in a row gets it once.
                last = found[-1] if found else None
                if isinstance(each, g.WithStream) and isinstance(last, g.WithStream):
                    found[-1] = g.WithStream((*last.body, *each.body), last.moves or each.moves)
                else:
                    found.append(each)
            if isinstance(statement, g.ForCount | g.ReadOnce):
                found += paid(found)
        return by_member(tuple(found))

    def _steps(self, body: g.Body) -> Iterator[tuple[g.Statement, Iterable[g.Statement]]]:
        """Statements, and what each becomes where it stands."""
        left, i = self.bits, 0
        while i < len(body):
            way = self if left == self.bits else replace(self, bits=left)
            if left == ALIGNED and (count := whole_bytes(body[i:], self.loose.runs, self.needs)):
                yield body[i], way.bits_in(body[i : i + count], 0)[0]
            elif left == ALIGNED and (found := self._together(body[i:])):
                count, steps = found
                yield body[i], steps
            else:
                count = 1
                yield body[i], way.statement(body[i])
                left = self.loose.behind(left, body[i])
            i += count

    def _together(self, body: g.Body) -> tuple[int, g.Body] | None:
        """How many statements take what is of constant sizes, and how that is read in one call."""
        found = None if self.lazy else together(body, self.blocks, self.needs)
        if found is None:
            return None
        name = self.fixed.setdefault(found.parts, f"_FIXED_{len(self.fixed)}")
        return found.number, tuple(statements(found, name, self.of))

    def bits_in(self, body: g.Body, left: int) -> tuple[g.Body, int]:
        """Fields of bits that are whole bytes together, and what is asked between them.

        Returns:
            How they are read where so many are left of a byte, and how many are left then.
        """
        found: list[g.Statement] = []
        for statement in body:
            if reads_bits(statement):
                steps, left = bits_at(statement, left, self.loose.runs)
                found += steps
            elif isinstance(statement, g.If) and reads_bits_within(statement):
                ways = [self.bits_in(arm.body, left) for arm in statement.arms]
                orelse, left = self.bits_in(statement.orelse, left)
                pairs = zip(statement.arms, ways, strict=True)
                arms = tuple(replace(arm, body=inner) for arm, (inner, _) in pairs)
                found.append(g.If(arms, orelse))
            else:
                found += self.statement(statement)
        return tuple(found), left

    def statement(self, of: g.Statement) -> Iterator[g.Statement]:
        """What a statement becomes."""
        match of:
            case g.If(orelse=orelse) if (arms := self._known(of.arms)) is not None:
                inner = tuple(replace(arm, body=self.body(arm.body)) for arm in arms)
                yield from self._chosen(inner, self.body(orelse))
            case g.ReadBlock(name=name, slots=slots):
                size = sum(fixed(field.kind).size for field in self.blocks[name].fields)
                yield g.ReachBlock(name, size)
                yield g.TakeBlock(self.of, name, slots)
                yield g.Advance()
            case g.Assign(to=to, value=g.Here(back=back)):
                yield g.Assign(
                    to, m.Op(m.INT, g.NOWHERE, "sub", (POS, constant(back))) if back else POS
                )
            case g.Assign(to=to, value=value) | g.Declare(to=to, value=value) if not self.needs(to):
                yield from self._assign(of, to, value)
            case g.Append(to=to, value=value) if not self.needs(to):
                yield from self._append(of, to, value)
            case g.Expect() if not self.needs((of.found, of.args)):
                yield from self._guard(of)
            case g.Start():
                yield g.Assign(START, POS)
            case g.ReadOnce():
                yield from self._once(of)
            case _:
                yield from typed_before(self._repeat(of))

    def _known(self, arms: tuple[g.Arm, ...]) -> tuple[g.Arm, ...] | None:
        """The arms of a choice, whose conditions ask for no stream; None if some do."""
        found = tuple(replace(arm, condition=self.standing(arm.condition)) for arm in arms)
        return None if any(self.needs(arm.condition) for arm in found) else found

    def standing(self, asked: g.Made) -> g.Made:
        """An expression, where what it asks of the stream is known from where it stands."""
        if not isinstance(asked, m.Expr) or not self.is_aligned:
            return asked
        record = None if self.lazy else self.records.get(self.of.path)
        names = frozenset[str]() if record is None else positions(record)
        return standing(asked, names)

    def _repeat(self, of: g.Statement) -> g.Statement:
        """A repeat, or what there is else."""
        match of:
            case g.ForRest(limit=None, least=least, body=body) if self._around(body).is_aligned:
                return g.WhileLeft(asked(of.index), of.field, least, self.body(body))
            case g.ForTurns(limit=None, least=least, body=body, stop=stop) if (
                way := self._around(body)
            ).is_aligned and not self.needs(stop := way.standing(stop)):
                return g.Forever(asked(of.index), of.field, least, self.body(body), stop)
            case g.Count(limit=None, partial=False, least=least, count=count, field=field) if (
                not self.needs(count)
            ):
                if least:
                    return g.CountWithin(count, field, least)
                return g.CountFew(count, field, FEW_ELEMENTS)
            case g.ReadRows(to=to, type=kind, field=field, to_end=to_end) if self.is_aligned:
                size = self._size_of(kind)
                return g.RowsAt(to, kind, field, to_end, size, FEW // size if size else 0)
            case g.ForCount(body=body):
                return replace(of, body=self._around(body).body(body))
        return _with_stream(of) if self.needs(of) else of

    def _once(self, of: g.ReadOnce) -> Iterator[g.Statement]:
        """Records that are read one by one, unless it takes the stream to tell where each ends."""
        stop = None if of.stop is None else self.standing(of.stop)
        if not self._around(of.orelse).is_aligned or self.needs((of.size, stop)):
            yield from self.body(of.orelse)
        else:
            long = (MANY if of.counted else LONG) if of.nested and not self.lazy else 0
            orelse = self.body(of.orelse) if long else ()
            yield g.OnceAt(
                of.to,
                of.type,
                of.field,
                of.counted,
                of.apart,
                of.by_ways,
                of.size,
                stop,
                long,
                orelse,
            )

    def _size_of(self, kind: g.ClassOf) -> int:
        """How many bytes each record of a type takes; 0 if they differ, or nobody knows."""
        record = self.records.get(kind.path)
        return 0 if record is None or record.flat is None else size_of_run(record.flat)

    def _guard(self, of: g.Expect) -> Iterator[g.Statement]:
        """A check that costs a comparison; only what fails it needs the stream."""
        failed = failing(of)
        if failed is None:
            yield _with_stream(of)
        else:
            yield g.If((g.Arm(failed, (_with_stream(of),)),))

    def _chosen(self, arms: tuple[g.Arm, ...], orelse: g.Body) -> Iterator[g.Statement]:
        """A choice; records that differ in their types alone are chosen by a table of these."""
        found = by_type(arms, self.lazy)
        if found is None or self.tables.setdefault(found.table.name, found.table) != found.table:
            yield g.If(arms, orelse)
            return
        rest = (g.If(found.rest, orelse),) if found.rest else orelse
        yield g.Assign(KIND, g.ChosenType(self.of, found.table.name, found.on))
        yield g.If((g.Arm(g.Result(m.BOOL, g.NOWHERE, g.IsThere(KIND)), found.body),), rest)

    # -- fields -------------------------------------------------------------------------------

    def _assign(self, of: g.Statement, to: g.Made, value: g.Made) -> Iterator[g.Statement]:
        match value:
            case g.ReadContents(value=expected, field=field, place=place):
                yield g.SameBytes(to, expected, field, place)
                yield g.Advance()
            case g.NewRecord() | g.NewAdopted() | g.NewRoot() if isinstance(
                to, g.Slot
            ) and self._is_near(value):
                if self.lazy:
                    yield from self._element(value)
                    yield g.Assign(to, CHILD)
                else:
                    yield from self._child(value, g.NewChild(to, value.type, CHILD))
            case g.NewRecord() | g.NewAdopted() | g.NewRoot() if to == CHILD and self._is_near(
                value
            ):
                yield from self._element(value)
            case _:
                yield from self._value(of, value)

    def _append(self, of: g.Statement, to: g.Made, value: g.Made) -> Iterator[g.Statement]:
        match value:
            case g.NewRecord() | g.NewAdopted() | g.NewRoot() if self._is_near(value):
                yield from self._element(value)
                yield g.Append(to, CHILD)
            case _:
                yield from self._value(of, value)

    def _value(self, of: g.Statement, value: g.Made) -> Iterator[g.Statement]:
        """What is assigned or appended, of which the position is known before and after."""
        assert isinstance(of, g.Assign | g.Append | g.Declare)
        match leaf_of(value):
            case g.ReadNumber(scalar=scalar, field=field):
                size = constant(SCALARS[scalar].size)
                yield g.Reach(size, field, signed=False)
                yield replace(of, value=with_leaf(value, g.NumberAt(scalar)))
                yield g.Advance()
            case (
                g.TakeBytes(limit=None, size=told, field=field)
                | g.Take(limit=None, size=told, field=field)
            ) if self._takes_bytes(told):
                yield from self._sized(told, field)
                yield self._given(of, with_leaf(value, g.UpToEnd()))
                yield g.Advance()
            case g.ReadText(size=told, encoding=encoding, field=field) if self._takes_bytes(told):
                yield from self._sized(told, field)
                yield self._given(of, text_at(g.PartToEnd(), encoding, field))
                yield g.Advance()
            case g.Rest(limit=None) if self.is_aligned:
                yield g.ReachRest()
                yield self._given(of, with_leaf(value, g.RestAt()))
                yield g.PassRest()
            case g.Until(terminator=terminator, field=field) as until if is_plain(until):
                yield g.FindEnd(terminator, field, until.eos_error)
                yield self._given(of, with_leaf(value, g.UpToEnd()))
                yield g.PassEnd(until.eos_error)
            case _:
                yield _with_stream(of) if self.needs(of) else of

    def _given(self, of: g.Statement, value: g.Made) -> g.Statement:
        """The same statement with another value; errors of texts of fields are found to be so."""
        is_field = isinstance(of, g.Assign) and isinstance(of.to, g.Slot) and not self.lazy
        if is_field and type(value) is g.DecodeAt and value.encoding in PLAIN:
            value = g.DecodeHere(value.stored, value.encoding)
        return replace(of, value=value)

    def _is_near(self, value: g.NewRecord) -> bool:
        """Whether a record is read from this stream, or from a part of it whose size is known."""
        if any(map(self.needs, value.args)):
            return False
        if isinstance(value, g.NewAdopted) and self.needs(value.parent):
            return False
        stream = value.stream
        if isinstance(stream, g.SubStream):
            return stream.limit is None and self._takes_bytes(stream.size)
        return is_stream(stream)

    def _element(self, value: g.NewRecord) -> Iterator[g.Statement]:
        """A record that is put into its place when it is read."""
        yield from self._child(value, g.NewElement(value.type, CHILD))

    def _child(self, value: g.NewRecord, new: g.NewChild | g.NewElement) -> Iterator[g.Statement]:
        """How a record is made, what it is told, and how it reads itself."""
        size = value.stream.size if isinstance(value.stream, g.SubStream) else None
        if size is not None:
            yield from self._sized(size, value.field)
        yield new
        yield belongs(value)
        if self.lazy:
            yield g.Assign(g.slot("_name", of="child"), m.Const(m.STR, g.NOWHERE, value.field))
        for name, arg in zip(value.names, value.args, strict=True):
            yield g.Assign(g.slot(name, of="child"), arg)
        if value.ordered:
            order = g.slot("_is_le") if value.chosen else g.Nothing()
            yield g.Assign(g.slot("_is_le", of="child"), order)
        if size is None:
            # Those that a table chooses are all read alike, even if some take nothing.
            if not (self.lazy and self._is_empty(value.type)):
                yield g.ReadChild(CHILD)
        else:
            yield g.ReadWithin(CHILD)
            yield g.Advance()

    def single(self, value: g.Made, type_: g.Annotation) -> g.Body:
        """What gives an instance that is made in one go, as `value`."""
        if not isinstance(value, g.NewRecord):
            return (g.Declare(VALUE, type_, value),)
        return g.Assign(CHILD, value), g.Declare(VALUE, type_, CHILD)

    def instance(self, name: str, position: g.Made, body: g.Body) -> Iterator[g.Statement]:
        """How an instance is read that stands at a position."""
        yield g.GoTo(position)
        if self.loose.amid:  # the stream itself goes there, and drops bits that are left
            yield g.LeaveStream()
        steps, end = to_the_end(replace(self, lazy=name, bits=ALIGNED).body(body))
        yield from steps
        yield g.Ended(name, end)

    def left(self, record: p.Record) -> g.Body:
        """How the stream of a record is left, if somebody may look where it stands."""
        looks = any(lazy.name in self.looking for lazy in record.instances)
        return (g.LeaveStream(),) if looks else ()

    def _is_empty(self, type_: g.Made) -> bool:
        """Whether records of a type take nothing, and nobody looks where they stand."""
        record = self.records.get(type_.path) if isinstance(type_, g.ClassOf) else None
        if record is None or record.read or record.endian is not None:
            return False
        return not record.traced and not self.left(record)

    # -- what needs the stream ----------------------------------------------------------------

    def _takes_bytes(self, size: g.Made) -> bool:
        """Whether so many bytes may be taken by position.

        To take none drops the bits of a byte that was read in part, which only the stream knows.
        """
        return self.is_aligned or (isinstance(size, m.Const) and bool(size.value))

    def _sized(self, size: g.Made, field: str) -> Iterator[g.Statement]:
        """Make sure that there are so many bytes as a size says."""
        left = g.LeftAt() if isinstance(size, g.Left) else known_left(size)
        known = self.standing(left)
        if self.needs(known):
            yield g.WithStream((g.Assign(SIZE, size),), moves=True)
            known = SIZE
        elif left != size:
            yield g.ReachRest()
        yield g.Reach(known, field, self._is_signed(known))

    def _is_signed(self, size: g.Made) -> bool:
        """Whether a size may be less than nothing."""
        if isinstance(size, m.Const):
            return not isinstance(size.value, int) or size.value < 0
        if not isinstance(size, m.Get) or not isinstance(size.of, m.Local):
            return True
        return size.of.name != "self" or size.name not in self.unsigned

    def needs(self, of: object) -> bool:
        """Whether a part of a program needs the stream, or may look where it stands."""
        return needs_stream(of, self.watching)


def _with_stream(of: g.Statement) -> g.WithStream:
    return g.WithStream((of,), moves=not isinstance(of, g.Expect))
