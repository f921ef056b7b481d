"""Draws what needs no type of its own: a field, and those that follow from it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Any

from hypothesis import strategies as st

from tests.properties.drawn import specs as s

Draw = Callable[..., Any]


@dataclass
class Drawing:
    """What was drawn so far."""

    draw: Draw
    depth: int
    """How many types may still be in each other."""
    names: Iterator[int] = field(default_factory=lambda: count(1))
    order: str = "be"
    """Which bits come first."""
    streams: bool = False
    """Whether something stands at positions of streams within."""
    within: list[s.Field] = field(default_factory=list)
    """What stands at positions of the streams within that of a type."""
    types: list[s.Record] = field(default_factory=list)
    """Complete types, which may be used again."""

    def name(self) -> str:
        return f"f{next(self.names)}"

    @property
    def deeper(self) -> Drawing:
        """The same, for a type within a type."""
        return replace(self, depth=self.depth - 1)

    def of(self, *options: Any) -> Any:
        # By its number: Hypothesis groups what it draws by the hash of what it draws from, which
        # of a function that is made here is where it stands in memory.
        return options[self.draw(st.sampled_from(range(len(options))))]

    def chance(self) -> bool:
        return bool(self.draw(st.booleans()))


ORDERS = ("le", "be")
LENGTHS = ("u1", "u2be", "u2le", "u4be", "u4le")


def int_type(d: Drawing) -> str:
    size: str = d.of("u1", "s1", "u2", "s2", "u4", "s4", "u8", "s8")
    return size if size.endswith("1") else f"{size}{d.of(*ORDERS)}"


def scalar(d: Drawing) -> s.Kind:
    number = s.Int(int_type(d))
    kind: s.Kind = d.of(
        s.Int("u1"), s.Int("u2le", enum=True), number, s.Float(d.of("f4le", "f8be"))
    )
    return kind


def a_scalar(d: Drawing) -> list[s.Field]:
    return [s.Field(d.name(), scalar(d))]


def a_number(d: Drawing) -> list[s.Field]:
    return [s.Field(d.name(), s.Int("u1"))]


def some_bits(d: Drawing) -> list[s.Field]:
    widths = d.draw(st.lists(st.integers(1, 13), min_size=1, max_size=3))
    return [s.Field(d.name(), s.Bits(width, d.order)) for width in widths]


def a_constant(d: Drawing) -> list[s.Field]:
    return [s.Field(d.name(), s.Const(d.of(b"q", b"PK\1\2")))]


def a_padding(d: Drawing) -> list[s.Field]:
    return [s.Field(d.name(), s.Padding(d.of(2, 4)))]


def a_text(d: Drawing) -> list[s.Field]:
    encoding = d.of("ASCII", "UTF-8", "ISO-8859-1")
    if d.chance():
        return [s.Field(d.name(), s.Text(encoding))]
    ends = d.of((0, None), (None, 0x20), (0x3B, 0x20), (None, None))
    return [s.Field(d.name(), s.Text(encoding, *ends), window=d.of(1, 4, 7))]


def fixed_bytes(d: Drawing) -> list[s.Field]:
    return [s.Field(d.name(), s.Bytes(), window=d.of(1, 3, 8))]


def a_list_until(d: Drawing) -> list[s.Field]:
    return [s.Field(d.name(), s.Int("u1"), repeat="until")]


def process(d: Drawing, kind: s.Kind) -> str | None:
    return None if isinstance(kind, s.Text) else d.of(None, None, "zlib", "xor(0x5a)")


def is_number(field: s.Field) -> bool:
    """Whether a field is a byte that follows from no other, and is always there."""
    plain = field.rule is None and field.flag is None and field.repeat is None
    return plain and field.kind == s.Int("u1")


def an_array(d: Drawing) -> list[s.Field]:
    """An array of numpy, and how many rows it has."""
    name, width = d.name(), d.of(0, 1, 3)
    dtype = d.of("u1", *(f"{kind}{order}" for kind in ("s2", "u4", "f4", "f8") for order in ORDERS))
    size = int(dtype[1]) * max(width, 1)
    number = s.Field(f"num_{name}", s.Int(d.of(*LENGTHS)), s.LengthOf(name, unit=size))
    kind = s.Array(dtype, width, number.name)
    return [number, s.Field(name, kind, window=f"{number.name} * {size}")]
