"""Copies of records that are put where these were."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from quire.runtime.errors import FormatError
from tests.runtime.writing.test_building import compiled

FRAMED = """
seq: [{id: box, size: 4, type: box}, {id: rest, size-eos: true}]
instances:
  within: {io: box._io, pos: box.ofs, size: 1}
types:
  box:
    seq: [{id: ofs, type: u1}, {id: x, type: u1}, {id: text, size: 2}]
    instances:
      there: {pos: ofs, size: 2}
"""


def pickled(record: Any) -> Any:
    return pickle.loads(pickle.dumps(record))  # noqa: S301  # our own


@pytest.mark.parametrize("process", ["", "process: xor(3), "])
@pytest.mark.parametrize("looked", [False, True])
@pytest.mark.parametrize("between", [False, True])
@pytest.mark.parametrize("copied", [copy.deepcopy, pickled])
def test_a_copy_in_the_place_of_a_record_in_its_own_stream_is_edited_as_that(
    copied: Any, between: Any, looked: Any, process: str, tmp_path: Path
) -> None:
    def stored(*box: int) -> bytes:
        return bytes(each ^ (3 if process else 0) for each in box) + b"rest"

    kind = compiled(tmp_path, FRAMED.replace("size: 4, ", f"size: 4, {process}"))
    record = kind.from_bytes(stored(2, 1, 65, 66))
    if looked:
        assert (record.box.there, record.within) == (b"AB", b"A")
    record.box = copied(record.box)
    if between:
        assert record.to_bytes() == stored(2, 1, 65, 66)
    record.box.ofs = 1
    assert record.to_bytes() == stored(1, 1, 65, 66)
    assert (record.box.there, record.within) == (b"\1A", b"\1")


AROUND = """
seq:
  - {id: base, type: u1}
  - {id: box, type: box}
  - {id: framed, size: 1, type: box}
  - {id: chunk, type: chunk}
  - {id: boxes, type: box, repeat: eos}
types:
  chunk: {seq: [{id: len_inner, type: u1}, {id: inner, size: len_inner, type: box}]}
  box:
    seq: [{id: a, type: u1}]
    instances:
      total: {value: a + _root.base}
"""

PLACES: dict[str, Any] = {
    "a field": (lambda file: file.box, lambda file, new: setattr(file, "box", new), 1),
    "a stream": (lambda file: file.framed, lambda file, new: setattr(file, "framed", new), 2),
    "a chunk": (
        lambda file: file.chunk.inner,
        lambda file, new: setattr(file.chunk, "inner", new),
        4,
    ),
    "a list": (lambda file: file.boxes[4], lambda file, new: file.boxes.__setitem__(4, new), 9),
}


def built(record: Any) -> Any:
    return type(record).build(a=record.a)


@pytest.mark.parametrize("count", [5, 5000], ids=["few", "many"])
@pytest.mark.parametrize("looked", [False, True])
@pytest.mark.parametrize("value", [9, 10], ids=["as it was", "edited"])
@pytest.mark.parametrize("made", [copy.deepcopy, pickled, built])
@pytest.mark.parametrize("place", [*PLACES])
def test_what_was_put_in_the_place_of_a_record_belongs_to_the_file_once_it_is_written(
    place: str, made: Any, value: int, looked: Any, count: int, tmp_path: Path
) -> None:
    get, put, at = PLACES[place]
    data = bytes([1, 9, 9, 1, 9] + [9] * count)
    record = compiled(tmp_path, AROUND).from_bytes(data)
    if looked:
        assert sum(each.total for each in record.boxes) == 10 * count
    new = made(get(record))
    new.a = value
    put(record, new)
    expected = data[:at] + bytes([value]) + data[at + 1 :]
    assert record.to_bytes() == expected
    holder = record.chunk if place == "a chunk" else record
    assert new._holder is new._parent is holder
    assert new._root is record
    record.base = 100
    assert record.to_bytes() == b"d" + expected[1:]
    assert new.total == 100 + value


ROOMY = """
seq:
  - {id: len_box, type: u1}
  - {id: box, size: len_box, type: box}
types:
  box:
    seq: [{id: text, type: strz, encoding: ASCII}]
"""


@pytest.mark.parametrize("is_dict", [False, True])
def test_what_was_built_leaves_no_room_however_often_it_is_written(
    is_dict: Any, tmp_path: Path
) -> None:
    kind = compiled(tmp_path, ROOMY)
    record = kind.from_bytes(b"\5hi\0\0\0")
    record.box = {"text": "hi"} if is_dict else kind.Box.build(text="hi")
    for _ in range(3):
        assert record.to_bytes() == b"\3hi\0"
    record.box.text = "hello"
    assert record.to_bytes() == b"\6hello\0"
    assert copy.deepcopy(record).to_bytes() == pickled(record).to_bytes() == b"\6hello\0"


LED = """
seq:
  - {id: count, type: u1}
  - {id: entries, type: entry, repeat: expr, repeat-expr: count}
types:
  entry:
    seq: [{id: kind, type: u1}, {id: ofs, type: u1}]
    instances:
      body: {pos: ofs, size: 2}
"""


@pytest.mark.parametrize("copied", [copy.deepcopy, pickled])
@pytest.mark.parametrize("looked", [False, True])
@pytest.mark.parametrize("at", [0, 1, 2])
def test_a_copy_that_was_put_in_front_and_taken_out_again_leaves_the_file_as_it_was(
    copied: Any, looked: Any, at: int, tmp_path: Path
) -> None:
    stored = b"\2\0\5\0\7abcd!"
    record = compiled(tmp_path, LED).from_bytes(stored)
    if looked:
        assert [each.body for each in record.entries] == [b"ab", b"cd"]
    record.entries.insert(at, copied(record.entries[0]))
    assert len(record.to_bytes()) == len(stored) + 4
    if looked:
        assert record.entries[at].body == b"ab"
    del record.entries[at]
    assert record.to_bytes() == stored
    assert [each.ofs for each in record.entries] == [5, 7]


SHARED = """
seq:
  - {id: count, type: u1}
  - {id: head, type: head}
types:
  head: {seq: [{id: entries, type: entry, repeat: expr, repeat-expr: _root.count}]}
  entry:
    seq: [{id: ofs, type: u1}, {id: len_body, type: u1}]
    instances:
      body: {pos: ofs, size: len_body}
      text: {pos: ofs, type: str, size: 2, encoding: ASCII}
"""

EDITS: dict[str, tuple[Callable[[Any], Any], tuple[bytes, bytes]]] = {
    "nothing": (lambda _: None, (b"\2\5\3\7\2abcd!", b"\2\7\2\5\2ab\xffd!")),
    "a length": (
        lambda head: setattr(head.entries[0], "len_body", head.entries[0].len_body - 1),
        (b"\2\5\2\7\2abcd!", b"\2\7\1\5\2ab\xffd!"),
    ),
    "a body": (
        lambda head: setattr(head.entries[1], "body", b"xyzw"),
        (b"\2\5\3\7\4abxyzw!", b"\2\t\2\5\4xyzw\xffd!"),
    ),
}

WHERE: dict[str, Callable[[Any, Callable[[Any], Any]], None]] = {
    "a field": lambda file, copied: setattr(file, "head", copied(file.head)),
    "a list": lambda file, copied: setattr(file.head, "entries", all_of(file.head.entries, copied)),
    "the first": lambda file, copied: replace(file.head.entries, 0, copied),
    "the last": lambda file, copied: replace(file.head.entries, 1, copied),
}


def replace(entries: list[Any], i: int, copied: Callable[[Any], Any]) -> None:
    entries[i] = copied(entries[i])


def all_of(entries: list[Any], copied: Callable[[Any], Any]) -> list[Any]:
    some: list[Any] = copied(entries)
    return some if copied is copy.deepcopy else [*map(copied, some)]


def look(file: Any) -> None:
    for each in file.head.entries:
        with suppress(FormatError):
            _ = each.body, each.text


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy])
@pytest.mark.parametrize("looked", [False, True])
@pytest.mark.parametrize("edit", [*EDITS])
@pytest.mark.parametrize("where", [*WHERE])
@pytest.mark.parametrize("stored", [0, 1], ids=["shared bytes", "text that cannot be read"])
def test_a_copy_in_the_place_of_a_record_leads_where_that_led(
    stored: int, where: str, edit: str, looked: Any, copied: Any, tmp_path: Path
) -> None:
    change, expected = EDITS[edit]
    file = compiled(tmp_path, SHARED).from_bytes(EDITS["nothing"][1][stored])
    if looked:
        look(file)
    WHERE[where](file, copied)
    change(file.head)
    for _ in range(2):
        assert file.to_bytes() == expected[stored]


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy])
@pytest.mark.parametrize("between", [False, True])
def test_what_a_copy_has_taken_the_place_of_can_be_set_back(
    copied: Any, between: Any, tmp_path: Path
) -> None:
    stored = EDITS["nothing"][1][0]
    file = compiled(tmp_path, SHARED).from_bytes(stored)
    look(file)
    before = file.head
    file.head = copied(before)
    file.head.entries[0].len_body = 1
    if between:
        assert file.to_bytes() == b"\2\5\1\7\2abcd!"
    file.head = before
    before.entries[0].len_body = 3
    assert file.to_bytes() == stored
    assert before.entries[0]._parent is before


LOOKED_UP = """
seq:
  - {id: count, type: u1}
  - {id: entries, type: entry, repeat: expr, repeat-expr: count}
types:
  entry:
    seq: [{id: next, type: u1}, {id: x, type: u1}]
    instances:
      other: {value: "_root.entries[next]"}
"""


@pytest.mark.parametrize("looked", [False, True])
def test_what_a_copy_looks_up_is_in_the_file_that_it_is_put_into(
    looked: Any, tmp_path: Path
) -> None:
    file = compiled(tmp_path, LOOKED_UP).from_bytes(b"\2\1\5\0\6")
    if looked:
        assert file.entries[0].other is file.entries[1]
    file.entries[0] = copy.deepcopy(file.entries[0])
    file.entries[0].other.x = 9
    assert file.to_bytes() == b"\2\1\5\0\t"


NESTED = """
seq: [{id: outer, type: outer}, {id: tail, type: u1}]
types:
  outer: {seq: [{id: inner, type: inner}, {id: more, type: u1}]}
  inner: {seq: [{id: len_text, type: u1}, {id: text, size: len_text}]}
"""


def _copied(where: str, how: Callable[[Any], Any]) -> Callable[[Any], None]:
    def do(record: Any) -> None:
        holder = record if where == "outer" else record.outer
        setattr(holder, where, how(getattr(holder, where)))

    return do


def _contradicted(record: Any) -> None:
    record.outer.inner.len_text = 1


WAYS = [_copied(where, how) for where in ("outer", "inner") for how in (copy.copy, copy.deepcopy)]


@pytest.mark.parametrize("first", WAYS)
@pytest.mark.parametrize("second", WAYS)
@pytest.mark.parametrize("place", range(3))
def test_what_is_set_of_a_copy_of_a_copy_is_not_lost(
    first: Callable[[Any], None], second: Callable[[Any], None], place: int, tmp_path: Path
) -> None:
    record = compiled(tmp_path, NESTED).from_bytes(b"\2ab!?")
    edits = [first, second]
    edits.insert(place, _contradicted)
    for edit in edits:
        edit(record)
    with pytest.raises(FormatError, match=r"outer.inner.len_text: given 1, but text makes it 2"):
        record.to_bytes()
    record.outer.inner.text = b"c"
    assert record.to_bytes() == b"\1c!?"


HEADED = """
seq:
  - {id: head, type: head}
  - {id: items, type: item, repeat: expr, repeat-expr: head.num}
types:
  head: {seq: [{id: num, type: u1}, {id: mark, type: u1}]}
  item:
    seq: [{id: a, type: u1}]
    instances:
      again: {io: _root._io, pos: 0, type: head}
      mark: {io: _root._io, pos: 1, type: u1}
"""


@pytest.mark.parametrize("looked", ["nothing", "the original", "the copy", "all"])
def test_views_of_a_shallow_copy_show_what_those_of_the_original_do(
    looked: str, tmp_path: Path
) -> None:
    file = compiled(tmp_path, HEADED).from_bytes(b"\2!ab")
    if looked in ("the original", "all"):
        assert [(each.again.num, each.mark) for each in file.items] == [(2, ord("!"))] * 2
    file.items.insert(1, copy.copy(file.items[1]))
    if looked in ("the copy", "all"):
        assert (file.items[1].again.num, file.items[1].mark) == (2, ord("!"))
    file.head.mark = ord("?")
    for _ in range(2):
        assert file.to_bytes() == b"\3?abb"
        shown = {(each.again.num, each.again.mark, each.mark) for each in file.items}
        assert shown == {(3, ord("?"), ord("?"))}


def test_an_edit_in_a_view_of_a_shallow_copy_is_not_lost(tmp_path: Path) -> None:
    file = compiled(tmp_path, HEADED).from_bytes(b"\2!ab")
    file.items.insert(1, copy.copy(file.items[1]))
    file.items[1].again.mark = ord("x")
    with pytest.raises(FormatError, match=r"items\[1\].again"):
        file.to_bytes()
