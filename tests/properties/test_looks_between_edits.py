"""To look is no edit, whenever it is done: before, between or after edits of what an instance goes
by, a length, a count or a position. The file has the numbers that were set, and else what it had.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import quire

SPEC = """
meta: {id: shelf, endian: le}
seq:
  - {id: num_items, type: u1}
  - {id: items, type: item, repeat: expr, repeat-expr: num_items}
types:
  item:
    seq: [{id: name, type: u1}, {id: ofs_body, type: u1}, {id: size, type: u1}]
    instances:
      body: {io: _root._io, pos: ofs_body, BODY}
  part: {seq: [{id: first, type: u1}, {id: rest, size-eos: true}]}
  pair: {seq: [{id: left, type: u1}, {id: right, type: u1}]}
"""
BODIES = {
    "bytes": "size: size",
    "record": "size: size, type: part",
    "numbers": "type: u1, repeat: expr, repeat-expr: size",
    "records": "type: pair, repeat: expr, repeat-expr: size",
    "maybe": "size: 2, if: size > 1",
}
ITEMS = [(65, 10, 2), (66, 12, 3), (67, 15, 2)]
DATA = bytes([len(ITEMS), *sum(ITEMS, ())]) + b"aabbbccdd"


class Step(NamedTuple):
    """A field of an item that is set to a number, or looked at, if that is None."""

    at: int
    name: str
    value: int | None


@pytest.fixture(scope="module")
def kinds(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The classes of the files, by what their bodies are."""
    folder, found = tmp_path_factory.mktemp("specs"), {}
    for name, body in BODIES.items():
        path = folder / f"{name}.ksy"
        path.write_text(SPEC.replace("BODY", body), "utf-8")
        found[name] = quire.compile(path).Shelf
    return found


def do(record: Any, step: Step) -> None:
    item = record.items[step.at]
    if step.value is not None:
        setattr(item, step.name, step.value)
        return
    with suppress(quire.FormatError):  # past the end, as it was set
        _ = item.body


def patched(steps: list[Step]) -> bytes:
    """The file with the numbers that were set, put there by hand."""
    data = bytearray(DATA)
    for at, name, value in steps:
        if value is not None:
            data[2 + 3 * at + (name == "size")] = value
    return bytes(data)


places = st.integers(0, len(ITEMS) - 1)
looks = st.builds(Step, places, st.just("body"), st.none())
sizes = st.builds(Step, places, st.just("size"), st.integers(1, 4))
positions = st.builds(Step, places, st.just("ofs_body"), st.integers(10, 17))
check: Callable[[Any], Any] = settings(deadline=None, derandomize=True, max_examples=150)


@pytest.mark.parametrize("body", BODIES)
@check
@given(edits=st.lists(sizes | positions, max_size=4), seen=st.lists(looks, max_size=4))
def test_what_was_looked_at_after_edits_is_written_as_if_nobody_had_looked(
    body: str, edits: list[Step], seen: list[Step], kinds: dict[str, Any]
) -> None:
    record = kinds[body].from_bytes(DATA)
    for step in (*edits, *seen):
        do(record, step)
    assert written(record) == patched(edits)


def written(record: Any) -> bytes:
    """What is written of a record, twice: what it shows stays."""
    shown = [vars(item).get("body") for item in record.items]
    try:
        data: bytes = record.to_bytes()
    except quire.FormatError as error:
        # A file that nobody could read is none that was meant.
        assume("can still be read" not in str(error))
        raise
    assert [vars(item).get("body") for item in record.items] == shown
    assert record.to_bytes() == data
    return data


@pytest.mark.parametrize("body", BODIES)
@check
@given(steps=st.lists(sizes | positions | looks, max_size=8))
def test_what_was_looked_at_between_edits_is_as_it_was_or_refused(
    body: str, steps: list[Step], kinds: dict[str, Any]
) -> None:
    record = kinds[body].from_bytes(DATA)
    for step in steps:
        do(record, step)
    try:
        data = record.to_bytes()
    except quire.FormatError as error:
        assert error.path.startswith("items")  # noqa: PT017  # of either kind
        return
    assert data == patched(steps)


def test_what_was_edited_after_it_was_looked_at_too_late_is_refused(kinds: dict[str, Any]) -> None:
    for body, edit in (
        ("record", lambda value: setattr(value, "first", 90)),
        ("numbers", lambda value: value.append(90)),
        ("records", lambda value: setattr(value[0], "left", 90)),
    ):
        record = kinds[body].from_bytes(DATA)
        record.items[0].ofs_body = 12
        edit(record.items[0].body)
        with pytest.raises(quire.FormatError, match=r"to be set before body is read") as told:
            record.to_bytes()
        assert (told.value.path, told.value.found) == (
            "items[0].body",
            f"an edit of bytes 12 to {14 + 2 * (body == 'records')}, where it was before",
        )
        del record.items[0].body
        assert record.to_bytes() == patched([Step(0, "ofs_body", 12)])


def test_what_was_set_after_it_was_looked_at_too_late_is_written(kinds: dict[str, Any]) -> None:
    record = kinds["bytes"].from_bytes(DATA)
    item = record.items[0]
    item.size = 1
    item.body += b"bc"
    del item.size
    assert item.body == b"abc"
    again = kinds["bytes"].from_bytes(record.to_bytes())
    assert [each.body for each in again.items] == [b"abc", b"bbb", b"cc"]


@pytest.mark.parametrize("body", ["bytes", "record"])
@check
@given(edits=st.lists(sizes, max_size=4), seen=st.lists(looks, max_size=4))
def test_bytes_that_no_length_tells_any_more_move_with_the_rest(
    body: str, edits: list[Step], seen: list[Step], kinds: dict[str, Any]
) -> None:
    record = kinds[body].from_bytes(DATA)
    new = {"first": 88, "rest": b"Y"} if body == "record" else b"XY"
    record.items.append({"name": 68, "size": 2, "body": new})
    for step in (*edits, *seen):
        do(record, step)
    was = bytearray(patched(edits))
    was[0] = 4
    was[2:10:3] = [each + 3 for each in was[2:10:3]]
    assert record.to_bytes() == bytes([*was[:10], 68, 22, 2, *b"aabbbccddXY"])


NESTED = """
meta: {id: shelf, endian: le}
seq: [{id: ofs, type: u1}]
instances: {index: {pos: ofs, type: index}}
types:
  index:
    seq: [{id: num, type: u1}, {id: items, type: item, repeat: expr, repeat-expr: num}]
  item:
    seq: [{id: ofs_body, type: u1}, {id: size, type: u1}]
    instances: {body: {io: _root._io, pos: ofs_body, size: size}}
"""


@pytest.mark.parametrize("looked", [False, True])
@pytest.mark.parametrize("stream", ["", ", size: 5"])
def test_a_size_in_an_index_at_a_position_is_set_whether_looked_at_or_not(
    tmp_path: Path, stream: str, *, looked: bool
) -> None:
    spec = NESTED.replace("pos: ofs, type: index", f"pos: ofs, type: index{stream}")
    (tmp_path / "nested.ksy").write_text(spec, "utf-8")
    record = quire.compile(tmp_path / "nested.ksy").Shelf.from_bytes(b"\1\2\6\2\x08\3aabbb")
    if looked:
        assert [each.body for each in record.index.items] == [b"aa", b"bbb"]
    record.index.items[0].size = 1
    assert record.to_bytes() == b"\1\2\6\1\x08\3aabbb"
