"""Programs: checksums of bytes that stand in a stream."""

from __future__ import annotations

from quire.generator.plan.program.nodes import Body, Made, Method, Statement, Value


class Here(Value):
    """Where the stream stands, or so many bytes before."""

    back: int


class KeepMarks(Statement):
    """Keep where some edges of fields are."""

    marks: tuple[Made, ...]


class Written(Value):
    """Where what is written stands, or so many bytes before."""

    back: int


class Owe(Statement):
    """Have the checksums of the record put in when its stream is whole."""

    marks: tuple[Made, ...]


class Sums(Method):
    """Tells the checksums of a record."""

    body: Body


class StretchAt(Value):
    """From one mark to another; from the start or to the end of the stream, where there is none."""

    start: int | None
    end: int | None


class InstanceAt(Value):
    """From where to where an instance stands."""

    name: str


class Settings(Value):
    """What is not as usual of a number."""

    init: Made | None
    xor: Made | None
    word: str


class YieldSum(Statement):
    """A checksum, whose field is at a mark; `scalar` is how it is stored, in a chosen order."""

    field: str
    mark: int
    algorithm: str
    size: int | None
    scalar: str
    ordered: bool
    parts: tuple[Made, ...]
    own: int
    base: int | None
    settings: Settings | None
    mask: Made | None
    negated: bool
    inflated: Made | None
    condition: Made | None
