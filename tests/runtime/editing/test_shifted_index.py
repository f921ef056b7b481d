"""An index that stands at a position itself: what it leads to moves, and nothing is laid out."""

from __future__ import annotations

import random
import struct
from typing import Any

import pytest

import quire
from quire.runtime.editing.making.in_place import InPlace
from quire.runtime.editing.moving.shifted import Shifted
from quire.runtime.errors import FormatError
from quire.runtime.lists import rows as lists
from quire.runtime.writing.layout import Layout

ITEM = """
types:
  item:
    seq: [{id: ofs, type: u2}, {id: len, type: u2}, NAME]
    instances:
      body: {pos: ofs, size: len, IO}
"""
FIRST = """
meta: {id: archive, endian: le}
seq:
  - {id: magic, type: u2}
  - {id: num, type: u2}
  - {id: items, type: item, repeat: expr, repeat-expr: num}
"""
PLACED = """
meta: {id: archive, endian: le}
seq:
  - {id: ofs_items, type: u2}
  - {id: num, type: u2}
instances:
  items: {pos: ofs_items, type: item, repeat: expr, repeat-expr: num}
"""
SIZED = """
meta: {id: archive, endian: le}
seq:
  - {id: ofs_items, type: u2}
  - {id: len_items, type: u2}
instances:
  index: {pos: ofs_items, size: len_items, type: index}
"""
INDEX = "  index: {seq: [{id: items, type: item, repeat: eos}]}\n"
HEADER = 4
NUMBER = "{id: name, type: u2}"
TEXT = "{id: name, type: str, size: 2, encoding: ASCII}"
ROW = 6
OF_FILE = "io: _root._io"


def spec_of(top: str, name: str = NUMBER, io: str = "") -> str:
    item = ITEM.replace("NAME", name).replace(", IO", f", {io}" if io else "")
    return top + item + (INDEX if top is SIZED else "")


SPECS = {
    "in front, in the stream of the file": spec_of(FIRST, io=OF_FILE),
    "at a position": spec_of(PLACED),
    "at a position, in the stream of the file": spec_of(PLACED, io=OF_FILE),
    "of a size": spec_of(SIZED, io=OF_FILE),
    "of a size, in its own stream": spec_of(SIZED),
    "with texts": spec_of(PLACED, TEXT, OF_FILE),
    "of a size, with texts": spec_of(SIZED, TEXT, OF_FILE),
}
Rows = list[tuple[int, int, bytes]]


@pytest.fixture(scope="module")
def kinds(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The classes of all specs."""
    found = {}
    for number, (which, spec) in enumerate(SPECS.items()):
        path = tmp_path_factory.mktemp("spec") / f"spec{number}.ksy"
        path.write_text(spec)
        found[which] = quire.compile(path).Archive
    return found


@pytest.fixture(autouse=True)
def short_is_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lists, "APART", 0)


def items_of(record: Any) -> Any:
    return record.index.items if hasattr(type(record), "index") else record.items


def body_of(item: Any) -> Any:
    """The body of an item; None, if it cannot be read."""
    try:
        return item.body
    except FormatError:
        return None


def shown(record: Any) -> list[Any]:
    """What the items of a file say."""
    return [(each.ofs, each.len, each.name, body_of(each)) for each in items_of(record)]


def file_of(which: str, rows: Rows, index: int, data: bytes) -> bytes:
    """A file with an index, which stands somewhere within or behind what it leads to."""
    made = b"".join(struct.pack("<HH", ofs, size) + name for ofs, size, name in rows)
    if "in front" in which:
        return struct.pack("<HH", 7, len(rows)) + made + data
    number = len(made) if "of a size" in which else len(rows)
    head = struct.pack("<HH", index, number)
    before = index - HEADER
    return head + data[:before] + made + data[before + len(made) :]


def drawn_file(which: str, drawn: random.Random) -> bytes:
    """One with bodies in any order: gaps, some that overlap, or cannot be read."""
    count = drawn.choice((3, 20, 900))
    pos, rows, index = HEADER, Rows(), 0
    at = drawn.choice((0, count, drawn.randrange(count + 1)))
    if "in front" in which:
        pos += ROW * count
    for number in range(count + 1):
        if number == at and "in front" not in which:
            index = pos
            pos += ROW * count + drawn.choice((0, 0, 3))
        if number == count:
            break
        name = b"%c%c" % (65 + number % 20, 65 + drawn.randrange(20))
        match drawn.randrange(40):
            case 0:
                rows.append((0xFFFF, 3, name))
            case 1 if rows:
                rows.append((*rows[drawn.randrange(len(rows))][:2], name))
            case 2 if rows and drawn.random() < 0.3:
                rows.append((pos - drawn.randint(1, 3), 3, name))
            case _:
                size = drawn.randint(0, 6)
                rows.append((pos, size, name))
                pos += size + drawn.choice((0, 0, 0, 0, 2))
    if drawn.random() < 0.5:
        drawn.shuffle(rows)
    return file_of(which, rows, index, drawn.randbytes(pos + drawn.randrange(4)))


def written(record: Any) -> bytes | None:
    """Its file; None, if that is refused."""
    try:
        made: bytes = record.to_bytes()
    except FormatError:
        return None
    return made


def edited(kind: Any, data: bytes, seed: int) -> tuple[Any, list[Any]]:
    """A record that was edited, and its files, with what it says then; None for what is refused."""
    drawn = random.Random(seed)  # noqa: S311  # no secret
    record = kind.from_bytes(data)
    if drawn.random() < 0.3:
        shown(record)
    made: list[Any] = []
    is_text = any(type(each.name) is str for each in items_of(kind.from_bytes(data)))
    for _ in range(drawn.choice((1, 1, 2))):
        for _ in range(drawn.randint(1, 3)):
            _edit(items_of(record), drawn, is_text=is_text)
        made.append(written(record))
        if made[-1] is None:
            break
        if drawn.random() < 0.5:
            made.append(shown(record))
    return record, made


def _edit(items: Any, drawn: random.Random, *, is_text: bool) -> None:
    """Change something, add it, or take it out."""
    name: Any = drawn.choice(("xy", "ab")) if is_text else 77
    new = {"name": name, "body": drawn.choice((b"", b"new one"))}
    match drawn.randrange(12):
        case 10 if items:
            i, j = drawn.randrange(len(items)), drawn.randrange(len(items))
            items[i], items[j] = items[j], items[i]
        case 11 if items:
            items.insert(drawn.randrange(len(items)), items.pop(drawn.randrange(len(items))))
        case 0:
            items.append(new)
        case 1:
            items.insert(drawn.randrange(len(items) + 1), new)
        case 2 | 3 if items:
            del items[drawn.randrange(len(items))]
        case _ if items:
            item = items[drawn.randrange(len(items))]
            if isinstance(item, dict):
                item["name"] = name
            elif (body := body_of(item)) is not None and drawn.random() < 0.8:
                more = (body + b"more", body[:-1], body[::-1], b"", b"123" + body)
                item.body = drawn.choice(more)
            else:
                item.name = name


@pytest.mark.parametrize("seed", range(30))
@pytest.mark.parametrize("which", SPECS)
def test_the_file_is_what_a_layout_of_it_makes(
    which: str, seed: int, kinds: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    data = drawn_file(which, random.Random(seed))  # noqa: S311  # the same
    record, made = edited(kinds[which], data, seed)
    monkeypatch.setattr(Shifted, "can_shift", False)
    monkeypatch.setattr(InPlace, "_may_be_rearranged", lambda self: not self._rearranged)
    other, laid_out = edited(kinds[which], data, seed)
    assert made == laid_out
    if made[-1] is not None:
        assert written(record) == written(other)  # once more
        assert shown(record) == shown(other)


def plain_file(which: str, bodies: list[bytes]) -> bytes:
    """One with an index behind all bodies, if it is at a position."""
    pos = HEADER + (ROW * len(bodies) if "in front" in which else 0)
    rows, data = Rows(), b"".join(bodies)
    for number, body in enumerate(bodies):
        rows.append((pos, len(body), b"%02d" % (number % 100)))
        pos += len(body)
    return file_of(which, rows, pos, data + bytes(ROW * len(bodies)) * ("in front" not in which))


@pytest.mark.parametrize("more", [b"x" * 9, b"", b"abcd"])
@pytest.mark.parametrize("which", SPECS)
def test_nothing_is_laid_out(
    which: str, more: bytes, kinds: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    if "own stream" in which:
        pytest.skip("the bodies would be in the index")
    count = 900
    bodies = [b"%04d" % number for number in range(count)]
    record = kinds[which].from_bytes(plain_file(which, bodies))
    items_of(record)[450].body = bodies[450] = more
    monkeypatch.delattr(Layout, "settle")
    made = plain_file(which, bodies)
    assert record.to_bytes() == made
    assert len(items_of(record)._made) == 1
    assert items_of(record)[800].body == b"0800"
    assert shown(record) == shown(kinds[which].from_bytes(made))
    assert record.to_bytes() == made


def _moved(items: Any) -> None:
    items.insert(700, items.pop(30))


def _swapped(items: Any) -> None:
    items[30], items[700] = items[700], items[30]


def _put_in(items: Any) -> None:
    items.insert(300, {"name": "ne" if type(items[0].name) is str else 77, "body": b"new one"})


def _put_behind(items: Any) -> None:
    items.append({"name": "ne" if type(items[0].name) is str else 77, "body": b"new one"})


def _taken_out(items: Any) -> None:
    del items[450]


CHANGES = [_moved, _swapped, _put_in, _put_behind, _taken_out]


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("which", SPECS)
def test_an_index_has_other_items_and_nothing_is_laid_out(
    which: str, change: Any, kinds: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    if "own stream" in which or ("in front" in which and change in CHANGES[2:]):
        pytest.skip("the bodies would be in the index, or move with the fields")
    record = kinds[which].from_bytes(plain_file(which, [b"%04d" % n for n in range(900)]))
    items = items_of(record)
    with monkeypatch.context() as patched:
        patched.delattr(Layout, "settle")
        change(items)
        made = record.to_bytes()
    assert len(items._made) <= 3
    assert made == _changed_file(which, change)
    assert shown(record) == shown(kinds[which].from_bytes(made))
    assert record.to_bytes() == made


def _changed_file(which: str, change: Any) -> bytes:
    """The file after a change, made without the spec: what is new stands in front of the index."""
    start = HEADER + (ROW * 900 if "in front" in which else 0)
    rows = [(start + 4 * n, 4, b"%02d" % (n % 100)) for n in range(900)]
    bodies = [b"%04d" % n for n in range(900)]
    new = start + 4 * 900, 7, b"ne" if "text" in which else struct.pack("<H", 77)
    match change.__name__:
        case "_moved":
            rows.insert(700, rows.pop(30))
        case "_swapped":
            rows[30], rows[700] = rows[700], rows[30]
        case "_put_in":
            rows.insert(300, new)
            bodies.append(b"new one")
        case "_put_behind":
            rows.append(new)
            bodies.append(b"new one")
        case "_taken_out":
            del bodies[450]
            rows = rows[:450] + [(ofs - 4, size, name) for ofs, size, name in rows[451:]]
    data = b"".join(bodies)
    return file_of(
        which, rows, start + len(data), data + bytes(ROW * len(rows)) * (start == HEADER)
    )


@pytest.mark.parametrize("which", SPECS)
def test_an_index_of_nothing_gets_something(
    which: str, kinds: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    if "own stream" in which or "in front" in which:
        pytest.skip("the bodies would be in the index, or move with the fields")
    monkeypatch.delattr(Layout, "settle")
    start, rows = 9, [(HEADER, 0, b"%02d" % i) for i in range(5)]  # nobody has what is before it
    data = file_of(which, rows, start, b"12345" + bytes(ROW * len(rows)))
    record = kinds[which].from_bytes(data)
    name: Any = "ne" if "text" in which else 77
    items_of(record).insert(2, {"name": name, "body": b"new"})
    again = kinds[which].from_bytes(record.to_bytes())
    assert [each.body for each in items_of(again)] == [b"", b"", b"new", b"", b"", b""]
    assert [each.name for each in items_of(again)][2] == name
