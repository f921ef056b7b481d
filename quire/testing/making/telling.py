"""Numbers that tell of other fields: filled in when what they tell of was made."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from quire.runtime import structure as s
from quire.runtime.values.numbers import digits
from quire.testing.plan.expressions import Compiler, Frame, Function, Hole, Unknown
from quire.testing.plan.told import told_by_others
from quire.testing.stored.stream import Refused

Told = s.Length | s.Position

Tell = Callable[[int, Frame], None]


class Telling:
    """What the fields of a type tell of the sizes and the places of others.

    Args:
        type_: The type.
        compiler: Makes functions of its expressions.

    Attributes:
        seldom: The fields that tell something only where a condition holds.
    """

    def __init__(self, type_: s.Type, compiler: Compiler) -> None:
        self._edges: dict[tuple[type[Told], str], list[_Edge]] = {}
        for edge in (*told_by_others(type_), *_between(type_)):
            if isinstance(edge, Told):
                there = self._edges.setdefault((type(edge), edge.of), [])
                there.append(_Edge(edge, compiler.function))
        self.seldom = _seldom(type_)
        self._has_default = {each.id for each in type_.fields if each.default is not None}
        self._records = {
            str(edge.field[1])
            for edge in told_by_others(type_)
            if isinstance(edge, s.Length) and isinstance(edge.field, tuple)
        }

    def is_told_in(self, name: str) -> bool:
        """Whether a number in the record that a field is tells how long another field is."""
        return name in self._records

    def opener(self, name: str) -> Callable[[Frame], bool] | None:
        """What tells whether the number that tells how long a field is, is not known yet.

        None if no number tells that.
        """
        edges = self._edges.get((s.Length, name), [])
        if len(edges) == 1:  # as a rule
            return edges[0].is_open
        return (lambda frame: any(each.is_open(frame) for each in edges)) if edges else None

    def only_teller(self, name: str) -> str | None:
        """The number of the same record that tells how long a field is, if nothing else does."""
        edges = self._edges.get((s.Length, name), [])
        is_one = len(edges) == 1 and edges[0].is_own and edges[0].is_always
        return edges[0].name if is_one else None

    def tellers(self, name: str) -> set[str] | None:
        """The numbers of the same record that tell how long a field is; None if others do."""
        edges = self._edges.get((s.Length, name), [])
        return {edge.name for edge in edges} if all(edge.is_own for edge in edges) else None

    def plain_teller(self, name: str) -> str | None:
        """The same, if it is just the number of bytes."""
        edges = self._edges.get((s.Length, name), [])
        return self.only_teller(name) if edges and edges[0].is_plain else None

    def teller(self, name: str, kind: type[Told]) -> Tell | None:
        """What fills in the numbers that tell the length (in bytes), or the position, of a field.

        None if no number tells that. It raises:
            Refused: the numbers cannot tell it.
        """
        edges = self._edges.get((kind, name), [])

        def tell(number: int, frame: Frame) -> None:
            for edge in edges:
                edge.tell(number, frame)

        if len(edges) == 1:
            return edges[0].teller()
        return tell if edges else None

    def defaults(self, name: str) -> list[str]:
        """The fields that tell where a field is, and have a default where nothing is there."""
        edges = self._edges.get((s.Position, name), [])
        return [edge.name for edge in edges if edge.is_own and edge.name in self._has_default]

    def gap(self, name: str, begin: int, frame: Frame) -> int:
        """How many bytes come before a field that could begin at `begin`.

        Its position may be told in units: sectors, pages.
        """
        gaps = (edge.gap(begin, frame) for edge in self._edges.get((s.Position, name), []))
        return next((gap for gap in gaps if gap is not None), 0)


def _between(type_: s.Type) -> Iterator[s.Length]:
    """The positions that tell a length, too: of what stands between two of them."""
    positions = {edge.field for edge in told_by_others(type_) if isinstance(edge, s.Position)}
    for each in type_.instances:
        match getattr(each.stored, "extent", None):
            case s.Extent(size=("sub", str(end), str(begin))) if {end, begin} <= positions:
                yield s.Length(field=end, of=each.id, steps=(("add", begin),))


def _seldom(type_: s.Type) -> list[str]:
    """The fields of a type that tell something only where a condition holds."""
    there = {each.id for each in type_.fields}
    seldom = {each.id for each in type_.instances if each.condition is not None}
    found = {
        edge.field: None
        for edge in told_by_others(type_)
        if isinstance(edge, Told) and (edge.condition is not None or edge.of in seldom)
    }
    return [field for field in found if isinstance(field, str) and field in there]


class _Edge:
    """What a field tells of another one.

    Args:
        edge: Its plan.
        function: Makes functions of expressions.

    Attributes:
        name: The field that tells.
        is_own: Whether it is in the same record.
        is_always: Whether it tells in all records.
        is_plain: Whether it is just the number of bytes.
    """

    def __init__(self, edge: Told, function: Callable[[s.Expr], Function]) -> None:
        self._holds = None if edge.condition is None else function(edge.condition)
        field = edge.field
        self._record = function(field[1]) if isinstance(field, tuple) else None
        self.name = str(field[2] if isinstance(field, tuple) else field)
        self.is_own = self._record is None
        self._steps = [(step, function(operand)) for step, operand in edge.steps]
        self.is_always, self.is_plain = self._holds is None, not edge.steps

    def hole(self, frame: Frame) -> Hole | None:
        """The number that tells, if it is not known yet."""
        try:
            there: Frame = frame if self._record is None else self._record(frame)
        except Unknown:  # there is no record that could be told
            return None
        return there.holes.get(self.name)

    def is_open(self, frame: Frame) -> bool:
        """Whether it tells, and the number is not known yet."""
        return self.hole(frame) is not None and (self._holds is None or bool(self._holds(frame)))

    def teller(self) -> Tell:
        """What fills in the number, if it is not known yet."""
        name = self.name

        def tell(number: int, frame: Frame) -> None:
            if name in frame.holes:
                frame.holes[name].fill(number)

        return tell if self.is_own and self.is_always and not self._steps else self.tell

    def tell(self, number: int, frame: Frame) -> None:
        """Fill in the number, if it is not known yet: what it tells of is there."""
        if self._holds is not None and not self._holds(frame):
            return
        if (hole := self.hole(frame)) is not None:
            hole.fill(self._told(number, frame) if self._steps else number)

    def _told(self, number: int, frame: Frame) -> int | str:
        """The number of the field, of the one that it tells; or its text."""
        for step, operand in self._steps:
            value = operand(frame)
            if step == "digits":
                base, width, wider = value
                return digits(number, base, width, self.name, wider=bool(wider))
            if step == "add":
                number += value
            elif step == "subtract":
                number -= value
            elif step == "from":
                number = value - number
            elif value and number % value == 0:
                number //= value
            else:
                raise Refused("a remainder")
        return number

    def gap(self, begin: int, frame: Frame) -> int | None:
        """How many bytes are missing to what can be told; None if all can."""
        number, sign = begin, 1
        for step, operand in self._steps:
            value: int = operand(frame)
            if step in ("add", "subtract"):
                number += value if step == "add" else -value
            elif step == "from":
                number, sign = value - number, -sign
            elif step == "digits":
                return None
            else:
                return -number * sign % value if value else 0
        return None
