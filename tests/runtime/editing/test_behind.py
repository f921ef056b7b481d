"""Records with bodies at positions that are put into a list, or taken out: nothing is laid out."""

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
  - {id: len_title, type: u1}
  - {id: title, size: len_title}
  - {id: items, type: item, repeat: expr, repeat-expr: num_items}
types:
  item:
    seq: [{id: kind, type: b3}, {id: ofs_body, type: u2}, {id: len_body, type: u2}]
    instances: {body: {pos: ofs_body, size: len_body}}
"""
NAMED = TABLE.replace(
    "seq: [{id: kind, type: b3},", "seq: [{id: kind, type: strz, encoding: ASCII},"
)
BOTH = TABLE.replace(
    "{id: len_body, type: u2}]", "{id: len_body, type: u2}, {id: ofs_more, type: u2}]"
).replace("size: len_body}}", "size: len_body}, more: {pos: ofs_more, size: 2}}")
TO_END = TABLE.replace(
    "size: len_body}}", "size: len_body}, rest: {pos: ofs_body, size-eos: true}}"
)
BY_SIZE = TABLE.replace("size: len_body}}", "size: 'len_body + _io.size - _io.size'}}")
GIVEN = TABLE.replace("pos: ofs_body", "pos: ofs_body / 2")
SPECS = [TABLE, TABLE.replace("type: b3", "type: u1"), NAMED, BOTH, TO_END, BY_SIZE, GIVEN]
FIELDS = 5
Item = tuple[int, bytes]


def kind_of(folder: Path, spec: str) -> Any:
    """The class of files of a spec."""
    path = folder / "spec.ksy"
    path.write_text(spec, "utf-8")
    return quire.compile(path).Table


def file_of(items: list[Item], bodies: list[bytes] | None = None, rest: bytes = b"") -> bytes:
    """A file with some items; bits of each that no field takes are there, too.

    Args:
        items: Their first bytes, and their bodies.
        bodies: These in the order in which they stand, if that is another one.
        rest: What no field describes.
    """
    start, places = 4 + FIELDS * len(items), dict[bytes, int]()
    for body in bodies or [body for _, body in items]:
        places[body] = start
        start += len(body)
    told = (struct.pack("<BHH", kind, places[body], len(body)) for kind, body in items)
    return struct.pack("<HB", len(items), 1) + b"t" + b"".join(told) + b"".join(places) + rest


def some(count: int) -> list[Item]:
    return [(n % 256, b"%d." % n) for n in range(count)]


def shown(item: Any) -> list[Any]:
    """What an item says, and what stands where it leads."""
    found = [getattr(item, name) for name in item._fields]
    for name in item._instances:
        try:
            found.append(getattr(item, name))
        except FormatError as error:
            found.append(error.path)
    return found


@pytest.fixture
def no_layout(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(Layout, "settle")


@pytest.mark.usefixtures("no_layout")
@pytest.mark.parametrize("count", [3, 1000])
def test_new_bodies_stand_behind_all(count: int, tmp_path: Path) -> None:
    items = some(count)
    record = kind_of(tmp_path, TABLE).from_bytes(file_of(items, rest=b"undescribed"))
    record.items.append({"kind": 5, "body": b"first"})
    record.items.insert(1, {"kind": 6, "body": b"second"})
    now = [items[0], (6 << 5, b"second"), *items[1:], (5 << 5, b"first")]
    bodies = [*(body for _, body in items), b"undescribed", b"second", b"first"]
    made = file_of(now, bodies)
    assert record.to_bytes() == made
    assert record.items[1].ofs_body == len(made) - len(b"secondfirst")
    assert [each.body for each in record.items] == [body for _, body in now]
    assert record.to_bytes() == made


@pytest.mark.usefixtures("no_layout")
@pytest.mark.parametrize("count", [3, 1000])
def test_bodies_of_those_taken_out_are_gone(count: int, tmp_path: Path) -> None:
    items = some(count)
    record = kind_of(tmp_path, TABLE).from_bytes(file_of(items, rest=b"undescribed"))
    del record.items[1]
    del items[1]
    assert record.to_bytes() == file_of(items, rest=b"undescribed")
    assert [each.body for each in record.items] == [body for _, body in items]


@pytest.mark.usefixtures("no_layout")
def test_a_title_that_grows_moves_all_behind_it(tmp_path: Path) -> None:
    items = some(40)
    record = kind_of(tmp_path, TABLE).from_bytes(file_of(items))
    record.title = b"title"
    places = [place + 4 for place in _places(file_of(items), 4)]
    made = record.to_bytes()
    assert (made[:8], _places(made, 8)) == (struct.pack("<HB", 40, 5) + b"title", places)
    assert made.endswith(b"".join(body for _, body in items))


def _places(data: bytes, start: int) -> list[int]:
    """Where the bodies of forty items are that begin somewhere in a file."""
    rows = struct.iter_unpack("<BHH", data[start : start + 40 * FIELDS])
    return [place for _, place, _ in rows]


@pytest.mark.usefixtures("no_layout")
@pytest.mark.parametrize("edit", ["append", "insert", "delete"])
def test_few_records_are_made(edit: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = TABLE.replace("type: b3", "type: u1")
    record, made = kind_of(tmp_path, plain).from_bytes(file_of(some(5000))), list[Any]()
    put = Struct._write_all

    def noted(one: Any, io: Any) -> None:
        made.append(one)
        put(one, io)

    monkeypatch.setattr(Struct, "_write_all", noted)
    match edit:
        case "append":
            record.items.append({"kind": 1, "body": b"new"})
        case "insert":
            record.items.insert(2500, {"kind": 1, "body": b"new"})
        case _:
            del record.items[2500]
    record.to_bytes()
    assert len(made) < 10
    assert len(record.items._made) <= 1


def drawn(seed: int, spec: str) -> bytes:
    """A file with bodies in any order: gaps, none, bytes that two have."""
    random_ = random.Random(seed)  # noqa: S311  # no secret
    count = random_.choice((3, 20, 400))
    sizes = [random_.randrange(6) for _ in range(count)]
    begin = 4 + (FIELDS + 2 * (spec == BOTH)) * count
    places = [begin + random_.randrange(3)]
    for size in sizes:
        places.append(places[-1] + size + random_.choice((0, 0, 0, 2)))
    rows = [*zip(places, sizes, strict=False)]
    random_.shuffle(rows)
    if random_.random() < 0.3:
        rows[0] = rows[-1] if random_.random() < 0.5 else (0, 0)
    told = b""
    for n, (place, size) in enumerate(rows):
        kind = bytes([n % 256]) if spec != NAMED else b"\0"
        told += kind + struct.pack("<HH", place * (2 if spec == GIVEN else 1), size)
        told += struct.pack("<H", place) if spec == BOTH else b""
    return struct.pack("<HB", count, 1) + b"t" + told + random_.randbytes(places[-1] - begin + 4)


def edited(kind: Any, spec: str, seed: int) -> list[Any]:
    """What becomes of an edited file, twice, and what it shows then."""
    random_ = random.Random(seed)  # noqa: S311  # the same
    record = kind.from_bytes(drawn(seed, spec))
    if random_.random() < 0.3:
        [each.body for each in record.items]
    found: list[Any] = []
    for _ in range(2):
        for _ in range(random_.randint(1, 3)):
            _edit(record, spec, random_)
        try:
            found.append(record.to_bytes())
            found.append([*map(shown, record.items)])
        except FormatError:
            found.append(None)
    return found


def _edit(record: Any, spec: str, random_: random.Random) -> None:
    items, i = record.items, random_.randrange(len(record.items))
    new: dict[str, Any] = {"kind": "a" if spec == NAMED else 3, "body": random_.randbytes(3)}
    new |= {"more": b"mm"} if spec == BOTH else {}
    match random_.randrange(8):
        case 0 | 1:
            items.append(new)
        case 2 | 3:
            items.insert(i, new)
        case 4 if len(items) > 1:
            del items[i]
        case 5:
            items.append(copy.deepcopy(items[i]))
        case 6 if isinstance(items[i], Struct):
            items[i].body = items[i].body + b"more"
        case _:
            record.title = random_.randbytes(random_.randrange(4))


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("seed", range(15))
def test_the_file_is_what_a_layout_makes_of_it(
    seed: int, spec: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kind = kind_of(tmp_path, spec)
    found = edited(kind, spec, seed)
    monkeypatch.setattr(Shifted, "can_shift", False)
    assert found == edited(kind, spec, seed)


def test_a_position_that_is_given_is_kept(tmp_path: Path) -> None:
    items = some(40)
    record = kind_of(tmp_path, TABLE).from_bytes(file_of(items))
    end = len(file_of(items))
    record.items.append({"kind": 5, "body": b"new", "ofs_body": end + 20})
    made = record.to_bytes()
    assert made[end + 20 :] == b"new"
    assert record.items[-1].ofs_body == end + 20


def test_what_cannot_be_read_is_as_in_the_file(tmp_path: Path) -> None:
    data = struct.pack("<HB", 2, 1) + b"t" + struct.pack("<BHHBHH", 0, 14, 1, 0, 14, 3) + b"x"
    record = kind_of(tmp_path, TABLE).from_bytes(data)
    record.items.append({"kind": 1, "body": b"longer"})
    again = type(record).from_bytes(record.to_bytes())
    assert [*map(shown, record.items)] == [*map(shown, again.items)]
