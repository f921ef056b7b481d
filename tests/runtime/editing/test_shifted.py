"""What stands behind an instance that grows or shrinks: nothing is laid out for it."""

from __future__ import annotations

import copy
import random
import struct
from pathlib import Path
from typing import Any

import pytest

import quire
from quire.runtime import Struct
from quire.runtime.editing.moving.shifted import Shifted
from quire.runtime.errors import FormatError
from quire.runtime.writing.layout import Layout

TABLE = """
meta: {id: table, endian: le}
seq:
  - {id: num_items, type: u2}
  - {id: items, type: item, repeat: expr, repeat-expr: num_items}
types:
  item:
    seq: [{id: kind, type: u1}, {id: ofs_body, type: u2}, {id: len_body, type: u2}]
    instances:
      body: {pos: ofs_body, size: len_body, if: ofs_body != 0}
"""
SCALED = TABLE.replace("pos: ofs_body", "pos: ofs_body * 4")
BITS = TABLE.replace("{id: kind, type: u1}", "{id: kind, type: b3}")
TWO = TABLE.replace("{id: len_body, type: u2}", "{id: ofs_more, type: u2}").replace(
    "size: len_body, if: ofs_body != 0}", "size: 2}\n      more: {pos: ofs_more, size: 2}"
)
BY_SIZE = TABLE.replace("if: ofs_body != 0", "if: ofs_body < _io.size")
FIELDS = 5
Rows = list[tuple[int, int, int]]


def kind_of(folder: Path, spec: str) -> Any:
    """The class of files of a spec."""
    path = folder / "spec.ksy"
    path.write_text(spec, "utf-8")
    return quire.compile(path).Table


def file_of(rows: Rows, data: bytes) -> bytes:
    """A file with some rows, and what stands behind them."""
    told = b"".join(struct.pack("<BHH", *row) for row in rows)
    return struct.pack("<H", len(rows)) + told + data


def body_of(item: Any) -> Any:
    """The body of a row; None without one, or if it cannot be read."""
    try:
        return item.body
    except FormatError:
        return None


def bodies_of(record: Any) -> list[Any]:
    """Those of all rows."""
    return [*map(body_of, record.items)]


def drawn_file(drawn: random.Random) -> bytes:
    """A table of bodies in any order: gaps, none, bytes that two have, such as overlap."""
    count = drawn.choice((20, 400))  # a few are made at once, many when somebody looks
    pos, rows = 2 + FIELDS * count + drawn.randint(0, 3), Rows()
    for number in range(count):
        match drawn.randrange(12):
            case 0:
                rows.append((number % 256, 0, drawn.randrange(9)))
            case 1:
                rows.append((number % 256, 60_000, 3))
            case 2 if rows and drawn.random() < 0.3:
                rows.append((number % 256, *rows[drawn.randrange(len(rows))][1:]))
            case 3 if rows and drawn.random() < 0.2:
                rows.append((number % 256, pos - drawn.randint(1, 3), 3))
            case _:
                size = drawn.randint(0, 6)
                rows.append((number % 256, pos, size))
                pos += size + drawn.choice((0, 0, 0, 2))
    drawn.shuffle(rows)
    return file_of(rows, drawn.randbytes(pos - 2 - FIELDS * count + 4))


def edited(kind: Any, data: bytes, seed: int) -> tuple[Any, bytes | None]:
    """A record that was edited, and the file of it; None if it is refused."""
    drawn = random.Random(seed)  # noqa: S311  # no secret
    record = kind.from_bytes(data)
    if drawn.random() < 0.3:
        bodies_of(record)
    for _ in range(drawn.randint(1, 3)):
        item = record.items[drawn.randrange(len(record.items))]
        if (body := body_of(item)) is not None:
            item.body = drawn.choice((body + b"more", body[:-1], body[::-1], b"", b"123" + body))
        if drawn.random() < 0.3:
            item.kind = 7
    try:
        return record, record.to_bytes()
    except FormatError:
        return record, None


@pytest.mark.parametrize("seed", range(150))
def test_the_file_is_what_a_layout_of_it_makes(
    seed: int, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    kind = kind_of(tmp_path_factory.mktemp("spec"), TABLE)
    data = drawn_file(random.Random(seed))  # noqa: S311  # the same
    record, made = edited(kind, data, seed)
    monkeypatch.setattr(Shifted, "can_shift", False)
    other, laid_out = edited(kind, data, seed)
    assert made == laid_out
    if made is not None:
        assert record.to_bytes() == made  # once more
        assert bodies_of(record) == bodies_of(other)


def test_nothing_is_laid_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    count = 500
    begin = 2 + FIELDS * count
    rows = [(n % 7, begin + 10 * n, 10) for n in range(count)]
    record = kind_of(tmp_path, TABLE).from_bytes(file_of(rows, bytes(10 * count)))
    record.items[300].body = b"x" * 14
    monkeypatch.delattr(Layout, "settle")
    moved = [
        (kind, ofs + 4 * (n > 300), 10 + 4 * (n == 300)) for n, (kind, ofs, _) in enumerate(rows)
    ]
    assert record.to_bytes() == file_of(moved, bytes(3000) + b"x" * 14 + bytes(1990))
    assert record.items[300].len_body == 14
    assert record.items[400].body == bytes(10)


def test_few_rows_are_written_though_all_were_looked_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    count = 1000
    begin = 2 + FIELDS * count
    rows = [(7, begin + 4 * n, 4) for n in range(count)]
    record = kind_of(tmp_path, TABLE).from_bytes(file_of(rows, b"abcd" * count))
    assert bodies_of(record) == [b"abcd"] * count
    record.items[500].kind, record.items[501].body, written = 8, b"dcba", list[Any]()
    put = Struct._write_all

    def noted(one: Any, io: Any) -> None:
        written.append(one)
        put(one, io)

    monkeypatch.setattr(Struct, "_write_all", noted)
    rows[500] = 8, *rows[500][1:]
    made = file_of(rows, b"abcd" * 501 + b"dcba" + b"abcd" * (count - 502))
    assert record.to_bytes() == made
    assert len(written) < 20


def test_bits_that_no_field_takes_stay(tmp_path: Path) -> None:
    begin = 2 + FIELDS * 40
    rows = [(n | 0x15, begin + 3 * n, 3) for n in range(40)]
    record = kind_of(tmp_path, BITS).from_bytes(file_of(rows, b"abc" * 40))
    record.items[3].body = b"abcd"
    moved = [(kind, ofs + (n > 3), 3 + (n == 3)) for n, (kind, ofs, _) in enumerate(rows)]
    assert record.to_bytes() == file_of(moved, b"abc" * 3 + b"abcd" + b"abc" * 36)


def test_a_position_that_cannot_be_told_is_refused(tmp_path: Path) -> None:
    begin = 2 + FIELDS * 42
    rows = [(n, begin // 4 + n, 4) for n in range(42)]
    record = kind_of(tmp_path, SCALED).from_bytes(file_of(rows, b"abcd" * 42))
    record.items[3].body = b"abcdefgh"
    assert record.to_bytes()[begin:] == b"abcd" * 3 + b"abcdefgh" + b"abcd" * 38
    record.items[3].body = b"abcde"
    with pytest.raises(FormatError):
        record.to_bytes()


def test_what_goes_by_the_size_of_the_file_is_looked_at_again(tmp_path: Path) -> None:
    begin = 2 + FIELDS * 40
    rows = [(n, begin + 4 * n, 4) for n in range(39)] + [(39, begin + 4 * 39 + 2, 0)]
    data = file_of(rows, b"abcd" * 39)
    record = kind_of(tmp_path, BY_SIZE).from_bytes(data)
    record.items[3].body = b"abcdefgh"
    made = record.to_bytes()
    again = type(record).from_bytes(made)
    assert bodies_of(again)[:39] == [b"abcd"] * 3 + [b"abcdefgh"] + [b"abcd"] * 35


def test_records_say_where_their_bodies_are_now_though_nobody_had_looked(tmp_path: Path) -> None:
    kind = kind_of(tmp_path, TABLE)
    sizes = [number % 4 for number in range(2000)]
    starts = [2 + FIELDS * len(sizes) + sum(sizes[:number]) for number in range(len(sizes))]
    data = file_of([(0, *each) for each in zip(starts, sizes, strict=True)], bytes(range(256)) * 12)

    def places(file: Any) -> list[tuple[int, Any]]:
        return [(item.ofs_body, body_of(item)) for item in file.items]

    file, body = kind.from_bytes(data), kind.from_bytes(data).items[3].body
    file.items[3].body = b"longer"
    grown = file.to_bytes()
    assert type(file.items).__name__ == "Lazy"
    assert file.items[1500].ofs_body == starts[1500] + 3
    assert file.items[1502].body == kind.from_bytes(data).items[1502].body
    copied = copy.deepcopy(file)
    assert (places(copied), copied.to_bytes()) == (places(kind.from_bytes(grown)), grown)
    assert file.to_bytes() == grown
    file.items[1000].body = b"was empty"
    again = file.to_bytes()
    assert places(file) == places(kind.from_bytes(again))
    file.items[1000].body, file.items[3].body = b"", body
    assert file.to_bytes() == data
    assert places(file) == places(kind.from_bytes(data))


@pytest.mark.parametrize("can_shift", [True, False])
def test_two_bodies_of_one_row_in_one_place_move_both(
    *, can_shift: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not can_shift:
        monkeypatch.setattr(Shifted, "can_shift", False)
    begin = 2 + FIELDS * 2
    record = kind_of(tmp_path, TWO).from_bytes(
        file_of([(0, begin, begin + 2), (1, begin + 2, begin + 2)], b"aabb")
    )
    del record.items[0]
    begin -= FIELDS
    assert record.to_bytes() == file_of([(1, begin, begin)], b"bb")
