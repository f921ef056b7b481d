"""Any value of files of others is set to another one: the edit is written, and nothing else than
follows from it; or it is refused, and the record is what it was.
"""

from __future__ import annotations

import io
import random
import re
import sqlite3
import zipfile
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import quire
from quire.generated.arrow import Arrow
from quire.generated.pcap import Pcap
from quire.generated.sqlite import Sqlite
from quire.generated.zip import Zip
from tests.members import members

CAPTURES = Path(__file__).parents[1] / "formats" / "pcap" / "captures"


def captures() -> list[bytes]:
    return [path.read_bytes() for path in sorted(CAPTURES.glob("*.pcap"))][:12]


def database() -> list[bytes]:
    with closing(sqlite3.connect(":memory:")) as made:
        made.execute("pragma page_size = 512")
        made.execute("create table beasts (name text, legs integer, weight real, image blob)")
        rows = [
            ("cat", 4, 3.5, b"\1\2"),
            ("wren", 2, None, bytes(20)),
            ("é" * 300, 1 << 40, 1.0, b""),
        ]
        made.executemany("insert into beasts values (?, ?, ?, ?)", rows)
        made.commit()
        return [made.serialize()]


def batches() -> list[bytes]:
    pa: Any = pytest.importorskip("pyarrow", reason="pip install pyarrow")
    table = pa.table({"n": [1, 2, 3], "word": ["a", None, "ccc"], "list": [[1], [], [2, 3]]})
    sink = io.BytesIO()
    with pa.ipc.new_file(sink, table.schema) as writer:
        writer.write_table(table)
    return [sink.getvalue()]


def archive() -> list[bytes]:
    sink = io.BytesIO()
    with zipfile.ZipFile(sink, "w") as file:
        file.writestr("a.txt", b"stored as it is")
        file.writestr("folder/b.txt", bytes(500), zipfile.ZIP_DEFLATED)
        file.comment = b"a comment"
    return [sink.getvalue()]


FORMATS: dict[str, tuple[Any, Callable[[], list[bytes]]]] = {
    "arrow": (Arrow, batches),
    "pcap": (Pcap, captures),
    "sqlite": (Sqlite, database),
    "zip": (Zip, archive),
}


def places(record: Any, way: str = "") -> Iterator[tuple[str, Any, str]]:
    """The fields of records in a record, with the way there; of instances, those of one level."""
    for name in record._fields:
        if name in record._params:
            continue
        value = getattr(record, name, None)
        yield way, record, name
        for i, each in enumerate(value) if isinstance(value, list) else [(None, value)]:
            if hasattr(each, "_fields") and hasattr(each, "_root"):
                step = name if i is None else f"{name}.{i}"
                yield from places(each, f"{way}.{step}".strip("."))
    for name in record._placed if "@" not in way else ():
        with_it = getattr(record, name, None)
        if hasattr(with_it, "_fields"):
            yield from places(with_it, f"{way}.{name}@".strip("."))


def led(record: Any, way: str) -> Any:
    for step in filter(None, way.replace("@", "").split(".")):
        record = record[int(step)] if step.isdigit() else getattr(record, step)
    return record


@cache
def known(name: str) -> list[tuple[bytes, dict[str, list[tuple[str, str]]]]]:
    """The files of a format, with the values in them, by what leads to those that are alike."""
    kind, made = FORMATS[name]
    files = []
    for data in made():
        found: dict[str, list[tuple[str, str]]] = {}
        for way, record, field in places(kind.from_bytes(data)):
            if isinstance(getattr(record, field, None), int | str | bytes):
                found.setdefault(re.sub(r"\d+", "", f"{way}.{field}"), []).append((way, field))
        files.append((data, found))
    return files


def other(value: Any, rng: random.Random) -> Any:
    """Another value of the same type."""
    if isinstance(value, int):
        return rng.choice([value + 1, value - 1, value ^ 1, 0, 255, rng.randrange(1 << 16)])
    if isinstance(value, str):
        return rng.choice([value[::-1] + "x", value[:-1], "q" * len(value), ""])
    return rng.choice([bytes(len(value)), value + b"z", value[:-1], b"U" * len(value), b""])


class Edit(NamedTuple):
    """One of a file that was read: of which bytes, where, and what to."""

    data: bytes
    way: str
    field: str
    value: Any
    is_looked_at: bool


def drawn(name: str, rng: random.Random) -> Edit:
    data, found = rng.choice(known(name))
    way, field = rng.choice(found[rng.choice(sorted(found))])
    value = other(getattr(led(FORMATS[name][0].from_bytes(data), way), field), rng)
    return Edit(data, way, field, value, rng.random() < 0.5)


def expect_written_or_refused(kind: Any, edit: Edit) -> bool:
    """Make an edit; whether it was written."""
    record = kind.from_bytes(edit.data)
    if edit.is_looked_at:
        assert [*places(record)]
    holder = led(record, edit.way)
    was = getattr(holder, edit.field)
    setattr(holder, edit.field, edit.value)
    before = members(record)
    try:
        made = record.to_bytes()
    except quire.FormatError:
        assert members(record) == before
        setattr(holder, edit.field, was)
        assert record.to_bytes() == edit.data
        return False
    again = kind.from_bytes(made)
    there = led(again, edit.way)
    assert getattr(there, edit.field) == edit.value
    assert [*places(again)]  # all of it can be read
    if len(made) == len(edit.data):
        expect_no_other_bytes(edit.data, made, again, there, edit.field)
    return True


def expect_no_other_bytes(data: bytes, made: bytes, again: Any, holder: Any, field: str) -> None:
    """What is other than before is the field, or one that can be derived."""
    may_differ = bytearray(len(data))
    derived = ((record, name) for _, record, name in places(again) if name in record._derived)
    for record, name in ((holder, field), *derived):
        start, end = record.span_of(name)
        may_differ[start:end] = b"\1" * (end - start)
    pairs = zip(data, made, strict=True)
    assert [i for i, pair in enumerate(pairs) if pair[0] != pair[1] and not may_differ[i]] == []


def expect_edits(name: str, count: int) -> None:
    rng, kind = random.Random(20), FORMATS[name][0]  # noqa: S311  # no secret
    written = sum(expect_written_or_refused(kind, drawn(name, rng)) for _ in range(count))
    assert written > count // 8


@pytest.mark.parametrize("name", FORMATS)
def test_an_edit_of_any_field_is_written_with_what_follows_or_refused(name: str) -> None:
    expect_edits(name, 40)


@pytest.mark.slow  # the same, thirty times as often
@pytest.mark.parametrize("name", FORMATS)
def test_many_edits_are_written_with_what_follows_or_refused(name: str) -> None:
    expect_edits(name, 1_200)
