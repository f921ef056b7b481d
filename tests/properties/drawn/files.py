"""Draws the values of a file: a dict for a record, without what follows from other fields."""

from __future__ import annotations

from itertools import chain
from typing import Any

from hypothesis import strategies as st

from tests.properties.drawn import specs as s
from tests.properties.drawn.naive import Chosen, Numbers

ALPHABETS = {"ASCII": "abz", "ISO-8859-1": "abé", "UTF-8": "abé€"}


def free(record: s.Record) -> list[s.Field]:
    """The fields that nothing tells."""
    told = s.Const, s.Padding
    fields = (*record.fields, *record.placed)
    return [each for each in fields if each.rule is None and not isinstance(each.kind, told)]


def records(record: s.Record) -> st.SearchStrategy[dict[str, Any]]:
    """The values of a record."""
    fields = free(record)
    must = {each.name: values(each) for each in fields if each.flag is None}
    may = {each.name: values(each) for each in fields if each.flag is not None}
    return st.fixed_dictionaries(must, optional=may)


def values(field: s.Field) -> st.SearchStrategy[Any]:
    """The values of a field."""
    if field.repeat == "until":
        return st.lists(st.integers(1, 255), max_size=3).map(lambda found: [*found, 0])
    if field.repeat:
        return st.lists(values(field.one), max_size=3)
    drawn = stored(field.kind, field.window)
    return drawn.filter(lambda value: value not in (b"", "")) if field.has_some else drawn


def stored(kind: s.Kind, window: int | str | None) -> st.SearchStrategy[Any]:
    match kind:
        case s.Int(type=name):
            return integers(name)
        case s.Float(type=name):
            return floats(name)
        case s.Bits(width=width):
            return st.integers(0, (1 << width) - 1)
        case s.Bytes():
            return (
                st.binary(max_size=9)
                if isinstance(window, str)
                else st.binary(min_size=window or 0, max_size=window)
            )
        case s.Text():
            return texts(kind, window)
        case s.Array(dtype=name, width=width):
            rows = st.lists(
                st.lists(numbers(name), min_size=width or 1, max_size=width or 1), max_size=4
            )
            return rows.map(lambda found: Numbers(name, width, tuple(chain(*found))))
        case s.Sub(record=record):
            return records(record)
        case s.Switch(cases=cases):
            return st.one_of(
                [st.builds(Chosen, st.just(tag), stored(each, None)) for tag, each in cases]
            )
    raise AssertionError(kind)


def numbers(name: str) -> st.SearchStrategy[float]:
    return floats(name) if name[0] == "f" else integers(name)


def floats(name: str) -> st.SearchStrategy[float]:
    return st.floats(width=32 if name[1] == "4" else 64, allow_nan=False)


def integers(name: str) -> st.SearchStrategy[int]:
    bits = 8 * int(name[1])
    low = -(1 << (bits - 1)) if name[0] == "s" else 0
    return st.integers(low, low + (1 << bits) - 1)


def texts(kind: s.Text, window: int | str | None) -> st.SearchStrategy[str]:
    alphabet = ALPHABETS[kind.encoding]
    if not isinstance(window, int):
        return st.text(alphabet, max_size=6)
    least = 0 if kind.terminator is not None or kind.pad is not None else window
    whole = st.text(alphabet[:2], min_size=least, max_size=window)
    return whole if least else st.one_of(whole, st.text(alphabet, max_size=window // 3))
