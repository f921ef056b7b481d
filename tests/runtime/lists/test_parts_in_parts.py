"""Lists of parts that stand in the stream of a part, each with what it has in a stream of its own.

So are files of RIFF in the public specs: `io: chunk.data_slot._io`.
"""

from __future__ import annotations

import copy
import struct
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import quire
from quire.runtime.editing.instances.own_streams import stands_below
from quire.runtime.lists.lazy import is_lazy
from quire.runtime.writing.layout import Layout
from tests.runtime.editing.test_lists_not_looked_at import compiled

SPEC = """
meta: {id: parts, endian: le}
seq: [{id: part, type: part}]
instances:
  kind: {value: inside.kind}
  inside: {io: part.slot._io, pos: 0, type: inside}
  items: {io: inside.slot._io, pos: 0, type: item, repeat: eos, if: kind == 7}
types:
  slot: {}
  part:
    seq: [{id: id, type: u1}, {id: len, type: u2}, {id: slot, type: slot, size: len}]
  inside: {seq: [{id: kind, type: u1}, {id: slot, type: slot, size-eos: true}]}
  item:
    seq: [{id: part, type: part}]
    instances:
      text: {io: part.slot._io, pos: 0, type: text}
  text: {seq: [{id: first, type: u1}, {id: rest, size-eos: true}]}
"""
TEXTS = [bytes([i]) + b"." * (i % 5) for i in range(100)]


def file_of(texts: list[bytes]) -> bytes:
    """A file as the spec has it, made without it."""
    inside = b"\x07" + b"".join(struct.pack("<BH", each[0], len(each)) + each for each in texts)
    return struct.pack("<BH", 1, len(inside)) + inside


def texts_in(record: Any) -> Iterator[bytes]:
    """What items have, as they show it."""
    yield from (bytes([each.text.first]) + each.text.rest for each in record.items)


@pytest.fixture
def kind(tmp_path: Path) -> Any:
    """The class of files of the spec."""
    return compiled(tmp_path, SPEC)


def test_what_stays_as_long_in_a_stream_of_a_part_is_made_in_place(
    kind: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    laid_out: list[object] = []
    monkeypatch.setattr(Layout, "settle", lambda layout, *_: laid_out.append(layout))
    record = kind.from_bytes(file_of(TEXTS))
    record.items[4].text.rest = b"!!!!"

    written = record.to_bytes()

    assert written == file_of([*TEXTS[:4], b"\x04!!!!", *TEXTS[5:]])
    assert not laid_out


Edit = Callable[[Any], None]


def _grow(i: int, rest: bytes) -> Edit:
    def edit(items: Any) -> None:
        items[i].text.rest = rest

    return edit


def _put_in(i: int, of: int) -> Edit:
    def edit(items: Any) -> None:
        items.insert(i, copy.deepcopy(items[of]))

    return edit


def _exchange(i: int, j: int) -> Edit:
    def edit(items: Any) -> None:
        items[i], items[j] = items[j], items[i]

    return edit


def _take_out(i: int) -> Edit:
    def edit(items: Any) -> None:
        del items[i % len(items)]

    return edit


def _texts(edit: Edit) -> list[bytes]:
    """What is to be in a file after an edit: done to records that nobody has read."""
    items = [_Item(each) for each in TEXTS]
    edit(items)
    return [each.stored for each in items]


class _Item:
    """An item as a model of the edits has it."""

    def __init__(self, stored: bytes) -> None:
        self.first, self.rest = stored[:1], stored[1:]

    @property
    def text(self) -> _Item:
        return self

    @property
    def stored(self) -> bytes:
        return self.first + self.rest


EDITS = {
    "nothing": lambda _: None,
    "as long": _grow(4, b"!!!!"),
    "grown": _grow(50, b"!" * 70),
    "shrunk": _grow(4, b""),
    "put in": _put_in(3, 70),
    "put behind": _put_in(999, 4),
    "taken out": _take_out(60),
    "the last one taken out": _take_out(-1),
    "exchanged": _exchange(0, 2),
    "exchanged backwards": _exchange(80, 7),
}


@pytest.mark.parametrize("edit", EDITS.values(), ids=EDITS)
def test_who_edits_one_of_them_leaves_the_others_unread(kind: Any, edit: Edit) -> None:
    texts = _texts(edit)
    record = kind.from_bytes(file_of(TEXTS))
    edit(record.items)

    written = record.to_bytes()

    assert written == file_of(texts)
    assert is_lazy(record.items)
    assert len(record.items._made) <= 3
    assert [*texts_in(record)] == texts
    assert record.to_bytes() == written


@pytest.mark.parametrize("edit", EDITS.values(), ids=EDITS)
@pytest.mark.parametrize("before", EDITS.values(), ids=EDITS)
def test_one_edit_follows_another(kind: Any, before: Edit, edit: Edit) -> None:
    def both(items: Any) -> None:
        before(items)
        edit(items)

    record = kind.from_bytes(file_of(TEXTS))
    before(record.items)
    record.to_bytes()
    edit(record.items)

    written = record.to_bytes()

    assert written == file_of(_texts(both))
    assert [*texts_in(record)] == _texts(both)


@pytest.mark.parametrize(
    ("line", "other"),
    [
        ("slot: {}", "slot: {seq: [{id: all, size-eos: true}]}"),
        ("slot: {}", "slot: {instances: {all: {pos: 0, size-eos: true}}}"),
        ("text: {io", "first: {io: part.slot._io, pos: 0, type: u1}\n      text: {io"),
    ],
)
def test_bytes_that_something_else_shows_are_shown_as_they_are(
    line: str, other: str, tmp_path: Path
) -> None:
    record = compiled(tmp_path, SPEC.replace(line, other)).from_bytes(file_of(TEXTS))
    record.items[4].text.rest = b"!!!!"
    texts = [*TEXTS[:4], b"\x04!!!!", *TEXTS[5:]]

    written = record.to_bytes()

    assert written == file_of(texts)
    assert [*texts_in(record)] == texts
    assert getattr(record.inside.slot, "all", file_of(texts)[4:]) == file_of(texts)[4:]


@pytest.mark.parametrize(
    ("line", "other", "is_below"),
    [
        ("", "", True),
        ("slot: {}", "slot: {seq: [{id: all, size-eos: true}]}", False),
        ("type: slot, size: len}]", "type: slot}, {id: body, size: len}]", False),
        ("text: {io", "first: {io: part.slot._io, pos: 0, type: u1}\n      text: {io", False),
    ],
)
def test_a_record_has_a_stream_to_itself(
    line: str, other: str, tmp_path: Path, *, is_below: bool
) -> None:
    kind = compiled(tmp_path, SPEC.replace(line, other))

    assert stands_below(kind.Item, "text") is is_below


def test_an_error_tells_which_of_them_it_is_in(kind: Any) -> None:
    inside = b"\x07" + struct.pack("<BHBBH", 0, 1, 5, 1, 4)
    record = kind.from_bytes(struct.pack("<BH", 1, len(inside)) + inside)

    with pytest.raises(quire.FormatError, match=r"items\[1\]\.part\.slot"):
        _ = record.items
