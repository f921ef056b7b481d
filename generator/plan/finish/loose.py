"""Bits that are left of a byte: how many there may be at each place where a record is read.

Where none are left, all is read by position. The stream alone knows the others, unless it is sure
how many there are.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import reduce

from quire.generator.plan import operations as p
from quire.generator.plan import program as g
from quire.generator.plan.finish.context import IO, Context
from quire.generator.plan.finish.reading import read_ops
from quire.generator.plan.finish.streams import has_bits
from quire.generator.resolve.scopes import Path
from quire.generator.types import model as m
from quire.runtime.frozen import Frozen, replace

Left = frozenset[int]
"""How many bits may be left at a place."""

ALIGNED: Left = frozenset((0,))
ANY: Left = frozenset(range(8))
_DROPPING = (
    g.ReadNumber, g.ReadContents, g.ReadText, g.Take, g.TakeBytes, g.Rest, g.Until, g.SubStream,
    g.ViewArray, g.ReadPayload,
)  # fmt: skip  # laid out as a table
"""What takes bytes, and so drops the bits that are left, even if it takes none."""


class Run(Frozen):
    """Bits that are read in one go."""

    order: str
    width: int


def bits_of(value: object) -> g.ReadBits | None:
    """The bits that a value is made of, if it is."""
    if isinstance(value, g.IsOne | g.Member):
        return bits_of(value.value)
    return value if isinstance(value, g.ReadBits) else None


class Loose(Frozen):
    """What bits the records of a module leave.

    Attributes:
        found: Whether any does; else there is nothing to ask.
        amid: The types that ask for an instance where bits may be left: to read one drops them.
        path: The type that is read.
        own: The spec whose types these are.
        begins: How many may be left where a type begins.
        ends: How many where it ends.
        lazy: The names of its instances: to ask for one may move the stream, and so drop bits.
        ragged: The types of other specs that may end within a byte.
        instances: Those of the record that is read.
        runs: Its runs of bits.
    """

    found: bool
    amid: set[Path]
    path: Path
    own: str
    begins: dict[Path, Left]
    ends: dict[Path, Left]
    lazy: frozenset[str]
    ragged: frozenset[Path]
    instances: frozenset[str]
    runs: dict[str, Run]

    def of_record(self, record: p.Record) -> Loose:
        """The same, for a record that is read."""
        instances = frozenset(lazy.name for lazy in record.instances)
        return replace(self, path=record.path, instances=instances, runs=_runs_of(record))

    def after(self, body: g.Body, left: Left) -> Left:
        """How many bits are left after statements."""
        return reduce(self.behind, body, left) if self.found else left

    def around(self, body: g.Body, left: Left) -> Left:
        """How many bits may be left at the beginning of each turn of a repeat."""
        while not (more := self.after(body, left)) <= left:
            left |= more
        return left

    def behind(self, left: Left, of: g.Statement) -> Left:
        """How many bits are left after a statement."""
        if not self.found:
            return left
        if not left <= ALIGNED and self._may_move(of):
            self.amid.add(self.path)
            left |= ALIGNED
        match of:
            case g.If(arms=arms, orelse=orelse):
                bodies = (*(arm.body for arm in arms), orelse)
                return frozenset[int]().union(*(self.after(body, left) for body in bodies))
            case (
                g.ForCount(body=body)
                | g.ForTurns(body=body)
                | g.ForRest(body=body)
                | g.ReadOnce(orelse=body)
            ):
                return self.around(body, left)
            case g.ReadBlock() | g.ReadSynced():
                return ALIGNED
            case g.ReadRun(name=name):
                return _less(left, self.runs[name].width)
            case g.Assign(value=value) | g.Append(value=value) | g.Declare(value=value):
                return self._taken(value, left)
            case g.ReadRows(type=kind):
                return left | self._record(kind.path, left)
            case g.Expect() | g.Start() | g.StartOfBits() | g.Count() | g.NewList() | g.KeepMarks():
                return left
        return ANY

    def _taken(self, value: g.Made, left: Left) -> Left:
        if bits := bits_of(value):
            return _less(left, bits.width)
        if isinstance(value, g.NewRecord) and value.stream == IO:
            return self._record(value.type.path, left)
        if isinstance(value, g.NewOpaque) and value.stream == IO:
            return ANY
        return ALIGNED if _has(value, _DROPPING) else left

    def _record(self, path: Path, left: Left) -> Left:
        """How many bits a record leaves; where it begins is noted."""
        if path[0] != self.own:
            return ANY if path in self.ragged else left | ALIGNED
        self.begins[path] |= left
        return self.ends[path]

    def _may_move(self, of: object) -> bool:
        """Whether a part of a program asks for what may look at a stream."""
        if isinstance(of, m.Get) and self._is_lazy(of):
            return True
        if isinstance(of, tuple):
            return any(map(self._may_move, of))
        if not isinstance(of, g.Node | m.Expr):
            return False
        return any(map(self._may_move, vars(of).values()))

    def _is_lazy(self, of: m.Get) -> bool:
        """Whether a member may be an instance."""
        if isinstance(of.of, m.Local) and of.of.name == "self":
            return of.name in self.instances
        foreign = isinstance(of.of.type, m.RecordType) and of.of.type.path[:1] != (self.own,)
        return foreign or of.name in self.lazy


def _less(left: Left, width: int) -> Left:
    return frozenset((each - width) % 8 for each in left)


def _has(of: object, kinds: tuple[type, ...]) -> bool:
    if isinstance(of, tuple):
        return any(_has(each, kinds) for each in of)
    if not isinstance(of, g.Node | m.Expr):
        return False
    return isinstance(of, kinds) or any(_has(each, kinds) for each in vars(of).values())


def _runs_of(record: p.Record) -> dict[str, Run]:
    """The runs of bits of a record."""
    bodies = [record.read, *(lazy.read for lazy in p.positioned(record))]
    runs = (op for body in bodies for op in p.walk(body) if isinstance(op, p.BitRun))
    return {run.name: Run(run.order, sum(each.bits.width for each in run.fields)) for run in runs}


def loose(root: p.Record) -> Loose:
    """What bits the records of a module leave."""
    records = p.records_of(root)
    found = Loose(
        has_bits(root),
        set(),
        root.path,
        root.path[0],
        dict.fromkeys(records, ALIGNED),
        dict.fromkeys(records, frozenset()),
        frozenset(lazy.name for record in records.values() for lazy in record.instances),
        frozenset(_ragged(records.values())),
        frozenset(),
        {},
    )
    before = None
    while found.found and before != (before := (dict(found.begins), dict(found.ends))):
        for path, record in records.items():
            each = found.of_record(record)
            body = read_ops(record.read, Context())
            found.ends[path] |= each.after(body, found.begins[path])
            for lazy in p.positioned(record):
                each.after(read_ops(lazy.read, Context()), ALIGNED)
    return found


def _ragged(records: Iterable[p.Record]) -> Iterator[Path]:
    for record in records:
        bodies = [record.read, *(lazy.read for lazy in p.positioned(record))]
        for op in (op for body in bodies for op in p.walk(body)):
            if isinstance(op, p.Store) and isinstance(op.value, p.Nested) and op.value.ragged:
                yield op.value.path
