"""What is found in a file that is read by its plan."""

from __future__ import annotations

from dataclasses import dataclass
from dataclasses import field as has
from typing import Any, Protocol

from quire.runtime import structure as s
from quire.testing.plan.expressions import Frame, Function, Unknown
from quire.testing.stored.window import Window


class ScannedType(Protocol):
    """What has read a record.

    Attributes:
        plan: The type of the record.
        names: Its fields and instances.
        computed: What its instances are.
    """

    plan: s.Type
    names: set[str]
    computed: dict[str, Function]

    def value(self, expr: s.Expr, scan: Scan, path: str, offset: int | None) -> Any:
        """What an expression is."""


class Scan(Frame):
    """A record that was read by its plan.

    Attributes:
        type: What reads its type.
        path: Where it is in the tree.
        window: Its stream.
        led_by: The case of a switch that chose what is read in it now.
    """

    __slots__ = ("computed", "led_by", "path", "spans", "type", "window")

    def __init__(self, type_: ScannedType, path: str, window: Window) -> None:
        super().__init__()
        self.computed, self.spans = type_.computed, {}
        self.type, self.path, self.window = type_, path, window
        self.led_by = ""

    def __missing__(self, name: str) -> Any:
        """An instance.

        Raises:
            AttributeError: it is a field that this record does not have.
        """
        if name in self.computed:
            self[name] = value = self.computed[name](self)
            return value
        if name in self.type.names:
            raise AttributeError(name)
        raise Unknown(name)

    def forget(self) -> None:
        """What was read stays as it is."""


@dataclass(frozen=True)
class Found:
    """A value that stands in a file.

    Attributes:
        field: Its plan.
        stored: How it is stored.
        path: Where in the tree.
        begin, end: Where in the file; of bits, the bytes that they are in.
        scan: The record that it is in.
        window: The stream that it was read from.
        value: What it is.
        bit: Of bits, how many of the last byte are after it (or before it in its first).
    """

    field: s.Field
    stored: s.Stored | None
    path: str
    begin: int
    end: int
    scan: Scan
    window: Window
    value: Any = None
    bit: int = 0


@dataclass
class Reading:
    """A file that was read by its plan.

    Attributes:
        top: The record that it is.
        found: The values in it, in the order in which they were read.
        branches: Those of the spec that it takes, each after those that led there.
    """

    found: list[Found] = has(default_factory=list)
    branches: set[tuple[str, ...]] = has(default_factory=set)
    top: Any = None
