"""Databases by their spec, against Python's sqlite3."""

from __future__ import annotations

import itertools
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import quire
from quire.formats import find_format
from quire.generated import sqlite as of_sqlite

Sqlite: Any = of_sqlite.Sqlite

SIZES = (512, 1024, 4096, 65536)
ENCODINGS = ("UTF-8", "UTF-16le", "UTF-16be")
EDGES = [
    sign * ((1 << bits) + more)
    for bits in (0, 7, 15, 23, 31, 47, 62)
    for more in (-1, 0, 1)
    for sign in (1, -1)
]
VALUES: list[Any] = [
    *EDGES, (1 << 63) - 1, -(1 << 63), None, 0.0, -1.5, 1e300, "", "x", "gr\u00f6\u00dfer",
    "w" * 120, b"", b"\0", bytes(range(256)),
]  # fmt: skip  # laid out as a table


def made(path: Path, size: int = 4096, encoding: str = "UTF-8", number: int = 300) -> Path:
    """A database with values of all kinds, in a table of rows and one without, and an index."""
    with closing(sqlite3.connect(path)) as database:
        database.execute(f"PRAGMA page_size = {size}")
        database.execute(f"PRAGMA encoding = '{encoding}'")
        database.execute("CREATE TABLE t (a, b)")
        database.execute("CREATE TABLE w (k TEXT PRIMARY KEY, v) WITHOUT ROWID")
        database.execute("CREATE INDEX i ON t (b)")
        database.execute("CREATE VIEW v AS SELECT a FROM t")
        pairs = zip(itertools.cycle(VALUES), itertools.cycle([*VALUES[::-1], 1]))
        database.executemany("INSERT INTO t VALUES (?, ?)", itertools.islice(pairs, number))
        texts = ((f"key {n}", n) for n in range(number))
        database.executemany("INSERT INTO w VALUES (?, ?)", texts)
        if number:
            numbered = [(-5, "five"), ((1 << 63) - 1, "last"), (1 << 40, "far")]
            database.executemany("INSERT INTO t (rowid, a) VALUES (?, ?)", numbered)
        database.commit()
    return path


def asked(path: Path, text: str) -> list[Any]:
    with closing(sqlite3.connect(path)) as database:
        return database.execute(text).fetchall()


def rows(page: Any) -> Iterator[Any]:
    """The cells of a tree that have records, in their order."""
    for cell in page.cells:
        if page.is_interior:
            yield from rows(cell.body.child.page)
        if not (page.is_interior and page.is_table):
            yield cell.body
    if page.is_interior:
        yield from rows(page.last_child.page)


def value_of(value: Any) -> Any:
    if value.kind == 0:
        return None
    if value.kind == 7:
        return value.fraction
    if value.kind < 12:  # the number of a value that is none of these is 0
        return value.number
    if value.kind % 2 == 0:
        return value.blob
    texts = (getattr(value.text, name, None) for name in ("utf8", "utf16le", "utf16be"))
    return next(text for text in texts if text is not None)


def record_of(row: Any) -> tuple[Any, ...]:
    return tuple(map(value_of, row.record.values))


def trees(found: Any) -> dict[str, Any]:
    return {value_of(each.record.values[1]): each.tree for each in rows(found.schema)}


def whole(row: Any) -> bytes:
    """The bytes of a record that is in several pages."""
    data, piece = row.start, row.rest
    while piece.number:
        data, piece = data + piece.page.data, piece.page.rest
    return bytes(data[: row.len_payload.value])


@pytest.mark.parametrize(
    ("size", "encoding", "number"), [*itertools.product(SIZES, ENCODINGS, (0, 300))]
)
def test_what_sqlite_writes_is_read_and_written_back(
    size: int, encoding: str, number: int, tmp_path: Path
) -> None:
    path = made(tmp_path / "some.db", size, encoding, number)
    found = Sqlite.from_file(path)
    found.validate()
    assert (found.page_size, found.header.version) == (size, asked_version())
    assert found.header.num_pages == asked(path, "PRAGMA page_count")[0][0]
    made_of = [record_of(each) for each in rows(found.schema)]
    assert made_of == asked(path, "SELECT * FROM sqlite_schema")
    tables = trees(found)
    held = {each.row.value: record_of(each) for each in rows(tables["t"]) if not each.is_long}
    long = {each.row.value for each in rows(tables["t"]) if each.is_long}
    expected = {row: (a, b) for row, a, b in asked(path, "SELECT rowid, a, b FROM t")}
    assert held == {row: values for row, values in expected.items() if row not in long}
    assert len(held) + len(long) == len(expected)
    assert sorted(map(record_of, rows(tables["w"]))) == asked(path, "SELECT * FROM w ORDER BY k")
    indexed = [row for row in rows(tables["i"]) if not row.is_long]
    assert {record_of(row)[1]: record_of(row)[0] for row in indexed}.items() <= {
        row: b for row, (_, b) in expected.items()
    }.items()
    assert found.to_bytes() == path.read_bytes()


def asked_version() -> int:
    """The version of SQLite, as files have it."""
    major, minor, patch = sqlite3.sqlite_version_info
    return major * 1_000_000 + minor * 1000 + patch


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("length", [400, 5000, 300_000])
def test_records_in_several_pages_are_followed(size: int, length: int, tmp_path: Path) -> None:
    path, data = made(tmp_path / "some.db", size, number=0), bytes(n % 251 for n in range(length))
    with closing(sqlite3.connect(path)) as database:
        database.execute("INSERT INTO t (a) VALUES (?)", (data,))
        database.commit()
    found = Sqlite.from_file(path)
    found.validate()
    (row,) = rows(trees(found)["t"])
    if row.is_long:
        assert whole(row).endswith(data)
        assert row.len_payload.value == len(whole(row))
    else:
        assert record_of(row) == (data, None)


def test_pages_that_are_free_are_not_looked_into(tmp_path: Path) -> None:
    path = made(tmp_path / "some.db", 512)
    with closing(sqlite3.connect(path)) as database:
        database.execute("DROP TABLE t")
        database.commit()
    found = Sqlite.from_file(path)
    found.validate()
    assert found.header.num_free == asked(path, "PRAGMA freelist_count")[0][0] > 10
    assert trees(found).keys() == {"w", "v"}


def test_values_of_the_same_size_are_edited(tmp_path: Path) -> None:
    path = made(tmp_path / "some.db", 512)
    found = Sqlite.from_file(path)
    row = next(row for row in rows(trees(found)["t"]) if record_of(row)[0] == 1 << 31)
    row.record.values[0].integer_48 = 12_345
    found.header.user_version = 77
    found.to_file(tmp_path / "edited.db")
    text = "SELECT rowid, a FROM t"
    expected = [(n, 12_345 if n == row.row.value else a) for n, a in asked(path, text)]
    assert asked(tmp_path / "edited.db", text) == expected
    assert asked(tmp_path / "edited.db", "PRAGMA user_version") == [(77,)]
    assert asked(tmp_path / "edited.db", "PRAGMA integrity_check") == [("ok",)]


@pytest.mark.parametrize(
    ("name", "value", "wrong"),
    [
        ("record.values[0].text.utf8", "longer", "expected 4 bytes"),
        ("record.values[1].integer", 800, "an integer from -128 to 127"),
        ("record.values[1].number", 8, "it is computed from"),
        ("record.kinds.all[1].groups", [9], "no case fits"),
        ("row.groups", [0x81, 0], "expected 4096 bytes"),
    ],
)
def test_what_does_not_fit_its_place_is_refused(
    name: str, value: Any, wrong: str, tmp_path: Path
) -> None:
    path = tmp_path / "some.db"
    with closing(sqlite3.connect(path)) as database:
        database.execute("CREATE TABLE t (a, b)")
        database.execute("INSERT INTO t VALUES ('Haus', 7)")
        database.commit()
    found = Sqlite.from_file(path)
    cell = trees(found)["t"].cells[0].body
    owner, _, field = name.rpartition(".")
    for step in re.findall(r"\w+", owner):
        cell = cell[int(step)] if step.isdigit() else getattr(cell, step)
    setattr(cell, field, value)
    with pytest.raises(quire.FormatError, match=wrong):
        found.to_bytes()


def test_a_tree_that_leads_to_itself_is_followed_as_far_as_somebody_asks(tmp_path: Path) -> None:
    path = made(tmp_path / "some.db", 512)
    page = trees(Sqlite.from_file(path))["t"]
    data = bytearray(path.read_bytes())
    at = (page.number - 1) * 512 + 8
    data[at : at + 4] = page.number.to_bytes(4, "big")
    found = Sqlite.from_bytes(bytes(data))
    found.validate()
    page = trees(found)["t"]
    for _ in range(1000):
        page = page.last_child.page
    assert page.number == trees(found)["t"].number


@pytest.mark.parametrize(
    ("at", "byte", "path"),
    [
        (0, 0x54, "header.magic"),
        (16, 0x03, "header.len_page"),
        (21, 0x41, "header.most_of_payload"),
        (59, 0x04, "header.encoding"),
        (100, 0x07, "schema.kind"),
        (103, 0xFF, "schema.cells"),
    ],
)
def test_an_error_names_the_field(at: int, byte: int, path: str, tmp_path: Path) -> None:
    data = bytearray(made(tmp_path / "some.db").read_bytes())
    data[at] = byte
    with pytest.raises(quire.FormatError) as caught:
        Sqlite.from_bytes(bytes(data)).validate()
    assert caught.value.path == path


def test_damaged_files_are_refused_or_told(tmp_path: Path) -> None:
    path = made(tmp_path / "some.db", 512, number=20)
    stored, chance, refused = path.read_bytes(), np.random.default_rng(7), 0
    for _ in range(100):
        data = bytearray(stored)
        for _ in range(20):
            data[chance.integers(len(data))] = chance.integers(256)
        cut = chance.choice(np.array([len(data), chance.integers(len(data))]))
        try:
            Sqlite.from_bytes(bytes(data[:cut])).validate()
        except quire.FormatError:
            refused += 1
    assert refused > 60


def test_the_format_is_recognised_by_what_it_begins_with(tmp_path: Path) -> None:
    found = find_format(made(tmp_path / "some"))
    assert found is not None
    assert found.name == "sqlite"
