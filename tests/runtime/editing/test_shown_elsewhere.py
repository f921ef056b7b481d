"""What records show that stand elsewhere after a write, or that can no longer be read."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

import quire
from quire.runtime.record import Record
from tests.runtime.editing.test_looked_at_later import has, looked
from tests.runtime.writing.test_building import compiled

LED = """
seq:
  - {id: ofs, type: u1}
  - {id: len_tail, type: u1}
  - {id: tail, size: len_tail}
  - {id: rest, size-eos: true}
instances:
  object: {pos: ofs, size: 6, type: object}
  plain: {pos: ofs, type: object}
types:
  object:
    seq:
      - {id: x, type: u1}
      - {id: where, type: u1}
      - {id: kids, type: kid, repeat: expr, repeat-expr: 2}
    instances:
      inner: {pos: where, type: u1}
      some: {pos: where, type: u1, repeat: expr, repeat-expr: 2}
      kid: {pos: where, type: kid}
  kid:
    seq: [{id: k, type: u1}]
    instances:
      there: {pos: k % 6, type: u1, io: _root.object._io}
"""

FIRST, SECOND = bytes((10, 4, 1, 2, 14, 15)), bytes((20, 3, 2, 5, 24, 25))
STORED = bytes((6, 2, 200, 201, 202, 203)) + FIRST + SECOND + bytes((30, 5, 5, 4, 1, 2, 3))


@pytest.fixture(scope="module")
def kind(tmp_path_factory: pytest.TempPathFactory) -> Any:
    return compiled(tmp_path_factory.mktemp("elsewhere"), LED)


def pickled(record: Any) -> Any:
    return pickle.loads(pickle.dumps(record))  # noqa: S301  # the test's own record


@pytest.mark.parametrize("copied", [lambda each: each, copy.deepcopy, pickled])
@pytest.mark.parametrize("grown", [b"", b"!"])
def test_what_is_within_an_instance_that_was_led_elsewhere_is_read_there(
    copied: Callable[[Any], Any], grown: bytes, kind: Any
) -> None:
    record = kind.from_bytes(STORED)
    assert (record.object.x, record.object.kids[0].k) == (10, 1)
    record.ofs = 12 + len(grown)
    record.tail += grown
    written = record.to_bytes()
    object_, stood = copied(record).object, written[written[0] :]
    assert record.ofs == written[0]
    assert (object_.x, object_.where) == (stood[0], stood[1])
    at = object_.where
    assert (object_.inner, object_.some) == (stood[at], [*stood[at : at + 2]])
    assert (object_.kid.k, object_.kids[1].there) == (stood[at], stood[stood[3] % 6])


def test_a_look_at_it_is_no_edit(kind: Any) -> None:
    record = kind.from_bytes(STORED)
    object_ = record.object
    record.ofs = 12
    written = record.to_bytes()
    assert written == b"\x0c" + STORED[1:]
    assert looked(object_) == looked(kind.from_bytes(written).object)
    assert record.to_bytes() == written
    record.tail = bytes(300)
    with pytest.raises(quire.FormatError, match="len_tail"):
        record.to_bytes()
    assert looked(object_) == looked(kind.from_bytes(written).object)
    record.ofs, record.tail = 6, STORED[2:4]
    assert record.to_bytes() == STORED
    assert record.object is object_
    assert looked(object_) == looked(kind.from_bytes(STORED).object)


@pytest.mark.parametrize("name", ["object", "plain"])
@pytest.mark.parametrize("writes", [1, 2])
def test_a_look_within_what_only_a_write_has_changed_is_none_either(
    name: str, writes: int, kind: Any
) -> None:
    record = kind.from_bytes(STORED)
    record.ofs = 12
    record.to_bytes()
    record.rest = record.rest[:9] + b"\0" + record.rest[10:]
    written = b"\x0c" + STORED[1:13] + b"\0" + STORED[14:]
    assert record.to_bytes() == written
    inside = getattr(record, name)
    some, kid = inside.some, inside.kid
    for _ in range(writes):
        assert record.to_bytes() == written
        assert (inside.some, inside.kid) == (some, kid)
        assert inside.some is some
        assert looked(record) == looked(kind.from_bytes(written))
    some[1] += 1
    with pytest.raises(quire.FormatError, match=r"to be set before .* is read and edited"):
        record.to_bytes()


def test_what_was_looked_at_under_an_edit_of_its_bytes_shows_what_is_there_without_it(
    kind: Any,
) -> None:
    record = kind.from_bytes(STORED)
    record.rest = record.rest[:4] + b"\3" + record.rest[5:]
    record.to_bytes()
    assert (record.object.kids[0].k, record.object.kids[0].there) == (3, 2)
    record.rest = STORED[4:]
    assert record.to_bytes() == STORED
    assert (record.object.kids[0].k, record.object.kids[0].there) == (1, 4)


def test_an_edit_of_it_is_refused(kind: Any) -> None:
    record = kind.from_bytes(STORED)
    assert record.object.x == 10
    record.ofs = 12
    record.to_bytes()
    record.object.some[1] = 99
    with pytest.raises(quire.FormatError, match="to be set before some is read and edited"):
        record.to_bytes()


@pytest.mark.parametrize("seed", range(60))
def test_whatever_is_led_elsewhere_and_looked_at_shows_what_was_written(
    seed: int, kind: Any
) -> None:
    draw = Random(seed)  # noqa: S311  # the same each time
    record = kind.from_bytes(STORED)
    for _ in range(4):
        if draw.random() < 0.7:
            looked(record, draw)
        grown = len(record.tail) - 2
        match draw.choice(["ofs", "tail", "rest", "rest"]):
            case "ofs":
                record.ofs = draw.choice([6, 12, 17, 18, 19]) + grown
            case "tail":
                record.tail = bytes(draw.randrange(9) for _ in range(draw.choice([2, grown + 3])))
            case _:
                rest = bytearray(record.rest)
                rest[draw.randrange(len(rest))] = draw.randrange(6)
                record.rest = bytes(rest)
        try:
            written = record.to_bytes()
            shown = looked(kind.from_bytes(written))
        except quire.FormatError:
            break
        assert has(shown, looked(record, draw))
        assert record.to_bytes() == written
        assert has(shown, looked(record, draw))


BOXES = """
seq: [{id: head, type: head}, {id: rest, size-eos: true}]
instances:
  box: {pos: 2, type: box}
  boxes: {pos: 2, type: box, repeat: expr, repeat-expr: 2}
  late: {pos: 2, type: box}
types:
  head: {seq: [{id: len_raw, type: u1}, {id: raw, size: len_raw}]}
  box: {seq: [{id: magic, contents: M}, {id: x, type: u1}]}
"""


@pytest.mark.parametrize("copied", [lambda each: each, copy.deepcopy, pickled])
@pytest.mark.parametrize("raw", [b"?XaMb", b"?XaMbc"], ids=["in place", "grown"])
def test_what_can_no_longer_be_read_is_an_error_until_it_can(
    copied: Callable[[Any], Any], raw: bytes, tmp_path: Path
) -> None:
    kind = compiled(tmp_path, BOXES)
    record = kind.from_bytes(b"\x05?MaMbrest")
    box, boxes = record.box, record.boxes
    record.head.raw = raw
    written = bytes([len(raw)]) + raw + b"rest"
    for _ in range(2):
        assert record.to_bytes() == written
        again = copied(record)
        for name in ("box", "late", "boxes", "box"):
            with pytest.raises(quire.FormatError) as caught:
                getattr(again, name)
            with pytest.raises(quire.FormatError) as expected:
                getattr(kind.from_bytes(written), name)
            assert str(caught.value) == str(expected.value)
    record.head.raw = raw.replace(b"Xa", b"Mz")
    record.to_bytes()
    assert (record.box, record.boxes) == (box, boxes)
    assert (box.x, boxes[0].x, record.late.x) == (ord("z"),) * 3
    record.head.raw = b"?MaMb"
    assert record.to_bytes() == b"\x05?MaMbrest"
    assert record.box is box
    assert record.boxes is boxes
    assert (box.x, boxes[0].x, record.late.x) == (ord("a"),) * 3


ITEMS = """
seq: [{id: items, type: item, repeat: expr, repeat-expr: 2}, {id: raw, size-eos: true}]
types:
  item: {seq: [{id: ofs, type: u1}], instances: {box: {pos: ofs, type: box}}}
  box: {seq: [{id: magic, contents: M}, {id: x, type: u1}]}
"""


def test_what_is_in_a_list_is_an_error_by_its_path(tmp_path: Path) -> None:
    kind = compiled(tmp_path, ITEMS)
    record = kind.from_bytes(b"\2\4MaMb")
    assert isinstance(record.items[0].box, Record)
    record.raw = b"XaXb"
    written = record.to_bytes()
    for i in range(2):  # one was looked at, and one was not
        with pytest.raises(quire.FormatError, match=rf"items\[{i}\]\.box\.magic at byte") as caught:
            record.items[i].box.x  # noqa: B018  # which raises it
        with pytest.raises(quire.FormatError) as expected:
            kind.from_bytes(written).items[i].box.x  # noqa: B018  # the same
        assert str(caught.value) == str(expected.value)


POINTERS = """
seq:
  - {id: title, type: strz, encoding: ASCII}
  - {id: ofs, type: u1}
  - {id: len, type: u1}
instances: {sub: {pos: ofs, size: len, type: sub}}
types:
  sub:
    seq: [{id: x, type: u1}, {id: where, type: u1}]
    instances: {there: {pos: where, type: end, io: _root._io}}
  end: {seq: [{id: y, type: u1}]}
"""


@pytest.mark.parametrize("look", [lambda _: None, lambda record: record.sub, looked])
def test_what_it_has_in_the_stream_of_the_file_is_read_where_that_has_moved(
    look: Callable[[Any], Any], tmp_path: Path
) -> None:
    kind = compiled(tmp_path, POINTERS)
    record = kind.from_bytes(b"abc\0" + bytes((6, 2, 10, 9, 11, 12, 13)))
    look(record)
    record.len, record.title = 3, "a"
    written = record.to_bytes()
    assert written == b"a\0" + bytes((4, 3, 10, 7, 11, 12, 13))
    assert (record.sub.where, record.sub.there.y) == (7, 12)
    assert record.to_bytes() == written


CHUNKS = """
seq: [{id: slot, type: slot, size-eos: true}]
instances:
  chunks: {io: slot._io, pos: 0, type: chunk, repeat: eos}
types:
  slot: {}
  chunk:
    seq: [{id: len_body, type: u1}, {id: body, type: slot, size: len_body}]
    instances: {items: {io: body._io, pos: 0, type: item, repeat: eos}}
  item:
    seq: [{id: len_body, type: u1}, {id: body, type: slot, size: len_body}]
    instances: {text: {io: body._io, pos: 0, type: strz, encoding: ASCII}}
"""


def texts(record: Any) -> list[list[str]]:
    return [[text(item) for item in chunk.items] for chunk in record.chunks]


def text(item: Any) -> str:
    try:
        return str(item.text)
    except quire.FormatError as error:
        return str(error)


@pytest.mark.parametrize("copied", [lambda each: each, copy.deepcopy, pickled])
@pytest.mark.parametrize("looks", [False, True])
def test_what_could_not_be_read_is_no_other_thing_once_it_has_moved(
    copied: Callable[[Any], Any], tmp_path: Path, *, looks: bool
) -> None:
    kind = compiled(tmp_path, CHUNKS)
    record = kind.from_bytes(b"\3\2a\0\7\3\xc3\xbc\0\2b\0\4\3zz\0")
    if looks:
        assert [each[-1] for each in texts(record)] == ["a", "b", "zz"]
    gone = record.chunks.pop(0)
    written = record.to_bytes()
    assert written == b"\7\3\xc3\xbc\0\2b\0\4\3zz\0"
    record = copied(record)
    for _ in range(2):
        [[of_first, other], last] = texts(record)
        assert "text in ascii, found byte 0xc3" in of_first
        assert (other, last) == ("b", ["zz"])
        assert record.to_bytes() == written
    assert text(gone.items[0]) == "a"
