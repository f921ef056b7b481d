"""Each field of each case is edited: the edit is in the file and changes nothing else, or refused.

What a spec derives is told by the class (`_derived`); all else is compared here field by field.
"""

from __future__ import annotations

import copy
import struct
from collections.abc import Iterator
from typing import Any

import pytest

import quire
from quire.runtime.record import Record
from tests.conformance.conftest import CompileAll
from tests.conformance.test_round_trips import CASES, read

Path = tuple[tuple[str, int | None], ...]
"""The way to a value: names, each with the index in its list."""

MOST = 12
"""Edits of a case: of longer ones, some that are spread over it."""


@pytest.fixture(scope="module")
def packages(compile_all: CompileAll) -> dict[str, str]:
    """The packages that the specs of the folders were compiled to."""
    return compile_all()


NOT_OURS = {"own-opq_mixed", "own-process_custom_forms"}
"""Cases with classes and routines that are not ours, which raise what they like."""


@pytest.mark.parametrize("name", sorted({*CASES} - NOT_OURS))
def test_an_edit_is_in_the_file_alone_or_refused(name: str, packages: dict[str, str]) -> None:
    record, data = read(name, packages)
    there = dict(leaves(record))
    for path in [*there][:: len(there) // MOST + 1]:
        record, _ = read(name, packages)
        old = put(record, path, other(there[path]))
        try:
            written = record.to_bytes()
        except (quire.FormatError, quire.EncodingError):
            assert same(get(record, path), other(old))
            put(record, path, old)  # what was refused has broken nothing
            assert record.to_bytes() == data, path
            continue
        again = type(record).from_bytes(written)
        assert same(get(again, path), other(old)), path
        expect_all_else(path, there, dict(leaves(again)))
        assert record.to_bytes() == written, path


def expect_all_else(path: Path, before: dict[Path, Any], now: dict[Path, Any]) -> None:
    """Compare all fields but the one that was edited: what is derived, and padding, may differ."""
    assert before.keys() == now.keys(), path
    for each, value in before.items():
        if each != path and not (isinstance(value, bytes) and set(value + now[each]) <= {0, 32}):
            assert same(value, now[each]), (path, each)


def leaves(record: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """The numbers, texts and bytes in the fields of a record that no other field tells."""
    for name in record._fields:
        if name in record._params or name in record._derived:
            continue
        value = getattr(record, name, None)
        for i, each in enumerate(value) if isinstance(value, list) else [(None, value)]:
            way = (*path, (name, i))
            if isinstance(each, Record):
                if each._parent is record:
                    yield from leaves(each, way)
            elif isinstance(each, int | float | str | bytes) and each not in ("", b""):
                yield way, each


def other(value: Any) -> Any:
    """A value that differs in a bit."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):  # an enum's member, too
        return int(value) ^ 1
    if isinstance(value, float):
        return value + 1
    return value[:-1] + (
        chr(ord(value[-1]) ^ 1) if isinstance(value, str) else bytes([value[-1] ^ 1])
    )


def get(record: Any, path: Path) -> Any:
    """The value at the end of a way."""
    for name, i in path:
        record = getattr(record, name)
        record = record if i is None else record[i]
    return record


def put(record: Any, path: Path, value: Any) -> Any:
    """Put another value there, and give back what was."""
    old = copy.copy(get(record, path))
    *way, (name, i) = path
    holder = get(record, tuple(way))
    if i is None:
        setattr(holder, name, value)
    else:
        getattr(holder, name)[i] = value
    return old


def same(left: Any, right: Any) -> bool:
    """Whether two are the same, as far as four bytes can tell numbers apart."""
    if isinstance(left, float) and isinstance(right, float):
        return left == right or struct.pack("<f", left) == struct.pack("<f", right)
    return bool(left == right)
