"""What is written is read back: for values as a user would give them, and for bytes of any kind."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import quire
from tests.cases import CASES, assert_complete, compiled, data_of, outcome
from tests.properties.strategies import BY_CASE, Fields

kind_of = cache(compiled)


def agrees(found: Any, given: Any) -> bool:
    """Whether a value that was read is the one that was given (a dict for a record)."""
    if isinstance(given, dict):
        return all(agrees(getattr(found, name), value) for name, value in given.items())
    if isinstance(given, np.ndarray):
        return found.dtype == given.dtype and np.array_equal(found, given)
    if isinstance(given, list):
        return len(found) == len(given) and all(map(agrees, found, given))
    return bool(found == given)


@pytest.mark.parametrize("case", BY_CASE)
@settings(deadline=None)
@given(data=st.data())
def test_what_is_built_and_written_is_read_back(case: str, data: st.DataObject) -> None:
    fields: Fields = data.draw(BY_CASE[case])
    written = kind_of(case).build(**fields).to_bytes()
    read = kind_of(case).from_bytes(written)
    assert agrees(read, fields)
    assert read._io.is_eof()
    assert read.to_bytes() == written


UNPACKED = {"TextsOfValues"}
"""Classes of cases with records in what was unpacked, which stand nowhere in the file."""


def stable(kind: Any, data: bytes) -> None:
    """Bytes are refused with a place, or read; what was read is written and read back."""
    record = outcome(kind, data)
    if isinstance(record, quire.FormatError):
        if not (kind.__name__ in UNPACKED and record.offset is None):
            assert_complete(record, len(data))
        assert record.path, str(record)
        return
    try:
        again = record.to_bytes()
    except quire.FormatError:
        return  # a writer may be stricter: a reader has to take what others wrote
    assert kind.from_bytes(again).to_bytes() == again


@pytest.mark.parametrize("case", CASES)
@settings(deadline=None, max_examples=60)
@given(data=st.data())
def test_damaged_bytes_are_refused_or_read(case: str, data: st.DataObject) -> None:
    stored = bytearray(data_of(case))
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(stored) - 1))
        kind = data.draw(st.sampled_from(["change", "insert", "delete", "cut"]))
        if kind == "change":
            stored[at] = data.draw(st.integers(0, 255))
        elif kind == "insert":
            stored.insert(at, data.draw(st.integers(0, 255)))
        elif kind == "delete" and len(stored) > 1:
            del stored[at]
        elif kind == "cut":
            del stored[max(at, 1) :]
    stable(kind_of(case), bytes(stored))


@pytest.mark.parametrize("case", CASES)
@settings(deadline=None, max_examples=30)
@given(data=st.binary(max_size=80))
def test_any_bytes_are_refused_or_read(case: str, data: bytes) -> None:
    stable(kind_of(case), data)


@pytest.mark.parametrize("case", CASES)
def test_a_record_equals_itself_read_again(case: str) -> None:
    kind = kind_of(case)
    assert kind.from_bytes(data_of(case)) == kind.from_bytes(data_of(case))
