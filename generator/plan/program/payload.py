"""Programs: pipelines of codecs, and tables."""

from __future__ import annotations

from quire.generator.plan.program.nodes import Body, Entry, Made, Method, Node, Statement, Value


class Match(Statement):
    """What the case of a value says."""

    value: Made
    cases: tuple[MatchCase, ...]


class MatchCase(Node):
    """What is done for some values; a variable stands for any other one."""

    keys: tuple[Made, ...]
    body: Body


class NoCase(Statement):
    """Refuse a value that no case names; `what` is "dtype", or "" for stages."""

    on: Made
    field: str
    keys: tuple[Made, ...]
    what: str


class FromDtypes(Statement):
    """Give back the dtype that the table has for a value, or else `rest`; without it, refuse."""

    field: str
    on: Made
    rest: Made | None


class Stage(Value):
    """A stage of a pipeline."""

    codec: str
    args: tuple[Argument, ...]


class Argument(Node):
    """An argument by name."""

    name: str
    value: Made


class Several(Value):
    """A tuple."""

    items: tuple[Made, ...]


class AsTuple(Value):
    """A list as a tuple."""

    value: Made


class Cell(Value):
    """A part of every record of a table."""

    name: str
    scalar: str
    size: Made | None
    size_of: str
    terminator: int | None
    encoding: str
    order: str
    dtype: str
    shape: Made | None
    rules: tuple[CellRule, ...]


class CellRule(Value):
    """A rule that every number of a column keeps, which `function` checks of one."""

    function: str
    args: tuple[Made, ...]
    place: str


class TableOf(Method):
    """What a record of a table consists of."""

    cells: tuple[Cell, ...]


class StagesOf(Method):
    """The stages of a payload."""

    field: str
    body: Body


class DtypeOf(Method):
    """The dtype of the array of a payload."""

    field: str
    body: Body


class DtypesOf(Method):
    """The dtypes that the array of a payload may have, as a table."""

    field: str
    entries: tuple[Entry, ...]


class Assembled(Value):
    """A payload of bytes that were put together."""

    field: str
    stored: Made


class PutPieces(Method):
    """Puts an array into the fields of whose bytes an instance is made."""

    name: str
    body: Body


class Pieces(Statement):
    """Give the stored bytes of an array to a field of some records, one after another."""

    name: str
    records: Made
    field: str
