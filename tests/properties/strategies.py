"""Values for some of the language's cases, as a user would give them to `build`."""

from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

Fields = dict[str, Any]


def integers(bits: int, *, signed: bool = False) -> st.SearchStrategy[int]:
    """All integers of a width."""
    low = -(1 << (bits - 1)) if signed else 0
    return st.integers(low, low + (1 << bits) - 1)


u1, u2, u4, u8 = (integers(bits) for bits in (8, 16, 32, 64))
s1, s2, s4, s8 = (integers(bits, signed=True) for bits in (8, 16, 32, 64))
f4 = st.floats(width=32, allow_nan=False)
f8 = st.floats(allow_nan=False)
ascii_text = st.text(st.characters(min_codepoint=0x21, max_codepoint=0x7E, exclude_characters=";"))


def sized(size: int) -> st.SearchStrategy[bytes]:
    """Bytes of one length."""
    return st.binary(min_size=size, max_size=size)


INTEGERS = st.fixed_dictionaries(
    {
        "a": u1,
        "b": s1,
        "c": u2,
        "d": s2,
        "e": u4,
        "f": s4,
        "g": u8,
        "h": s8,
        "i": u2,
        "j": s2,
        "k": u4,
        "low": s4,
        "m": u8,
        "n": s8,
        "o": u2,
        "p": st.fixed_dictionaries({"q": u4, "r": s2}),
    }
)

FLOATS = st.fixed_dictionaries(
    {
        "single_be": f4,
        "single_le": f4,
        "double_be": f8,
        "double_le": f8,
        "infinite": f4,
        "negative_zero": f8,
    }
)

FUSED_BLOCK = st.fixed_dictionaries(
    {
        "width": u2,
        "kind": u1,
        "height": u4,
        "big": u2,
        "offset": st.integers(-3, 32767),
        "name": sized(3),
        "alone": u4,
    }
)

STRINGS = st.fixed_dictionaries(
    {
        "name": st.text(max_size=60),
        "zero_ended": st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0")),
        "latin": st.text(st.characters(min_codepoint=1, max_codepoint=255)),
        "wide": st.text(
            st.characters(max_codepoint=0xFFFF, exclude_categories=["Cs"]), min_size=3, max_size=3
        ),
        "padded": ascii_text.filter(lambda text: len(text) <= 6),
        "field": ascii_text.filter(lambda text: len(text) <= 5),
        "line": ascii_text,
        "kept": ascii_text.map(lambda text: text + "\n"),
        "raw": st.binary().map(lambda data: data.replace(b";", b"")),
        "raw_padded": st.binary(max_size=4).map(lambda data: data.rstrip(b"\xff")),
        "rest": st.text(),
    }
)

PAIRS = st.fixed_dictionaries({"a": u1, "b": u1})

REPEAT = st.fixed_dictionaries(
    {
        "values": st.lists(u2, max_size=255),
        "pairs": st.lists(PAIRS, min_size=2, max_size=2),
        "growing": st.tuples(sized(1), sized(2), sized(3)).map(list),
        "until_zero": st.lists(st.integers(1, 255)).map(lambda numbers: [*numbers, 0]),
        "until_last": st.just([{"a": 7, "b": 0}]) | st.just([{"a": 1, "b": 1}] * 5),
        "kinds": st.lists(u1, min_size=2, max_size=2),
        "rest": st.lists(s1),
    }
)


@st.composite
def conditions(draw: st.DrawFn) -> Fields:
    """Flags, and exactly the fields that they ask for."""
    flags = draw(u1)
    wanted: dict[str, tuple[bool, st.SearchStrategy[Any]]] = {
        "size": (flags & 1 != 0, u4),
        "color": (flags & 2 != 0 and flags < 0x80, u2),
        "name": (flags != 0, sized(2)),
        "extra": (flags & 4 != 0, st.fixed_dictionaries({"value": u1})),
        "tags": (flags & 8 != 0, st.lists(u1, min_size=2, max_size=2)),
    }
    return {
        "flags": flags,
        "last": draw(u1),
        **{name: draw(strategy) for name, (there, strategy) in wanted.items() if there},
    }


@st.composite
def grids(draw: st.DrawFn) -> Fields:
    """Arrays whose shape the fields in front of them state."""
    rows, columns = draw(st.integers(0, 20)), draw(st.integers(0, 20))
    return {
        "rows": rows,
        "columns": columns,
        "grid": draw(arrays("<i2", (rows, columns))),
        "big": draw(arrays(">u4", 2)),
        "by_column": draw(arrays("u1", (2, 3))),
        "halves": draw(arrays("<f2", 2, elements=st.floats(width=16, allow_nan=False))),
        "plane": draw(arrays("u1", (2, 2))),
        "nothing": np.empty((0, 4)),
    }


def nodes() -> st.SearchStrategy[Fields]:
    """Trees of nodes."""
    leaf = st.fixed_dictionaries({"value": u1, "children": st.just([])})
    return st.recursive(
        leaf,
        lambda inner: st.fixed_dictionaries({"value": u1, "children": st.lists(inner, max_size=4)}),
        max_leaves=12,
    )


REFERENCES = st.fixed_dictionaries(
    {"tree": nodes(), "first": st.just({"third": {"a": 1, "again": {"third": {"a": 0}}}})}
)

DEFAULTS = st.fixed_dictionaries(
    {"base": st.integers(0, 127)},
    optional={"version": u2, "name": ascii_text.filter(lambda text: len(text) == 4), "kind": u1},
)

BY_CASE: dict[str, st.SearchStrategy[Fields]] = {
    "integers": INTEGERS,
    "floats": FLOATS,
    "fused_block": FUSED_BLOCK,
    "strings": STRINGS,
    "repeat": REPEAT,
    "condition": conditions(),
    "array": grids(),
    "references": REFERENCES,
    "default": DEFAULTS,
}
