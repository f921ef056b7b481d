"""Lists of records that are edited: what is put in, taken out and moved, and what is wrong."""

from __future__ import annotations

import copy
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import quire
from tests.runtime.writing.test_building import compiled

SPEC = """
meta: {id: lists, endian: le}
seq:
  - {id: num_entries, type: u2}
  - {id: entries, type: entry, repeat: expr, repeat-expr: num_entries}
  - {id: num_chunks, type: u2}
  - {id: chunks, type: chunk, repeat: expr, repeat-expr: num_chunks}
  - {id: num_rows, type: u2}
  - {id: rows, type: row, repeat: expr, repeat-expr: num_rows}
  - {id: num_groups, type: u1}
  - {id: groups, type: group, repeat: expr, repeat-expr: num_groups}
  - {id: num_nums, type: u1}
  - {id: nums, type: u2, repeat: expr, repeat-expr: num_nums}
  - {id: num_boxes, type: u1}
  - {id: boxes, type: box(2), repeat: expr, repeat-expr: num_boxes}
  - {id: num_cells, type: u1}
  - {id: cells, type: pair, repeat: expr, repeat-expr: num_cells, -array: {}}
types:
  entry:
    seq: [{id: ofs, type: u4}, {id: len, type: u4}]
    instances:
      body: {pos: ofs, size: len, io: _root._io}
  chunk:
    seq:
      - {id: tag, type: u1}
      - {id: len_body, type: u1}
      - id: body
        size: len_body
        type: {switch-on: tag, cases: {1: text, 2: pair}}
  text: {seq: [{id: value, type: str, size-eos: true, encoding: ASCII}]}
  pair: {seq: [{id: a, type: u1}, {id: b, type: u1}]}
  row: {seq: [{id: x, type: u4}, {id: y, type: u4}]}
  group:
    seq:
      - {id: num_subs, type: u1}
      - {id: subs, type: sub, repeat: expr, repeat-expr: num_subs}
  sub: {seq: [{id: len_name, type: u1}, {id: name, type: str, size: len_name, encoding: ASCII}]}
  box:
    params: [{id: k, type: u1}]
    seq: [{id: v, size: k}]
"""

CHUNKS = [b"\x01\x03abc", b"\x02\x02\x05\x06", b"\x09\x01z"]
ROWS = [struct.pack("<2I", i, 2 * i) for i in range(600)]
GROUPS = [b"\x01\x02ab", b"\x02\x01x\x01y"]
BODIES = [b"hello", b"you"]


def file_of(
    *,
    bodies: list[bytes] = BODIES,
    chunks: list[bytes] = CHUNKS,
    rows: list[bytes] = ROWS,
    groups: list[bytes] = GROUPS,
    nums: tuple[int, ...] = (7, 8),
    boxes: bytes = b"kk",
) -> bytes:
    """The bytes of a file that has these elements, its bodies after all fields."""
    rest = struct.pack("<H", len(chunks)) + b"".join(chunks)
    rest += struct.pack("<H", len(rows)) + b"".join(rows)
    rest += bytes([len(groups)]) + b"".join(groups)
    rest += bytes([len(nums)]) + struct.pack(f"<{len(nums)}H", *nums)
    rest += bytes([len(boxes) // 2]) + boxes + b"\x02\1\2\3\4"
    place = 2 + 8 * len(bodies) + len(rest)
    index = struct.pack("<H", len(bodies))
    for body in bodies:
        index += struct.pack("<2I", place, len(body))
        place += len(body)
    return index + rest + b"".join(bodies)


DATA = file_of()


@pytest.fixture(scope="module")
def kind(tmp_path_factory: pytest.TempPathFactory) -> Any:
    path = tmp_path_factory.mktemp("lists") / "lists.ksy"
    path.write_text(SPEC, encoding="utf-8")
    return quire.compile(path).Lists


@pytest.fixture(params=["not looked at", "looked at"])
def file(request: pytest.FixtureRequest, kind: Any) -> Any:
    record = kind.from_bytes(DATA)
    if request.param == "looked at":
        look(record)
    return record


def look(record: Any) -> None:
    repr([record.chunks, [*record.rows], record.groups, [entry.body for entry in record.entries]])


HI = b"\x01\x02hi"


def added(name: str, edit: Callable[[Any, Any], Any], **expected: Any) -> Any:
    return pytest.param(edit, expected, id=name)


def assigned(name: str, value: Callable[[Any], Any]) -> Callable[[Any, Any], Any]:
    return lambda file, _: setattr(file, name, value(file))


@pytest.mark.parametrize(
    ("edit", "expected"),
    [
        added(
            "a dict is appended",
            lambda f, _: f.chunks.append({"tag": 1, "body": {"value": "hi"}}),
            chunks=[*CHUNKS, HI],
        ),
        added(
            "its fields tell the tag",
            lambda f, _: f.chunks.append({"body": {"a": 1, "b": 2}}),
            chunks=[*CHUNKS, b"\x02\x02\1\2"],
        ),
        added(
            "a tag without a case has bytes",
            lambda f, _: f.chunks.insert(0, {"tag": 7, "body": b"qq"}),
            chunks=[b"\x07\x02qq", *CHUNKS],
        ),
        added(
            "a record that was built",
            lambda f, k: f.chunks.extend([k.Chunk.build(body=k.Text.build(value="hi"))] * 2),
            chunks=[*CHUNKS, HI, HI],
        ),
        added(
            "a slice",
            lambda f, _: f.chunks.__setitem__(slice(0, 2), [{"body": {"value": "hi"}}]),
            chunks=[HI, CHUNKS[2]],
        ),
        added(
            "+=",
            lambda f, _: f.chunks.__iadd__([{"body": {"value": "hi"}}]),
            chunks=[*CHUNKS, HI],
        ),
        added(
            "a list of dicts and records",
            assigned("chunks", lambda f: [f.chunks[2], {"body": {"value": "hi"}}]),
            chunks=[CHUNKS[2], HI],
        ),
        added(
            "a tuple of dicts and records",
            assigned("chunks", lambda f: ({"body": {"value": "hi"}}, f.chunks[1])),
            chunks=[HI, CHUNKS[1]],
        ),
        added("an element is removed", lambda f, _: f.chunks.pop(1), chunks=CHUNKS[::2]),
        added("all are removed", lambda f, _: f.chunks.clear(), chunks=[]),
        added("the order", lambda f, _: f.chunks.reverse(), chunks=CHUNKS[::-1]),
        added(
            "a record twice",
            lambda f, _: f.chunks.append(f.chunks[0]),
            chunks=[*CHUNKS, CHUNKS[0]],
        ),
        added(
            "rows of a lazy list",
            lambda f, _: f.rows.insert(5, {"x": 1, "y": 2}),
            rows=[*ROWS[:5], struct.pack("<2I", 1, 2), *ROWS[5:]],
        ),
        added(
            "rows go", lambda f, _: f.rows.__delitem__(slice(9, 500)), rows=ROWS[:9] + ROWS[500:]
        ),
        added("rows turn", lambda f, _: f.rows.reverse(), rows=ROWS[::-1]),
        added("a row twice", lambda f, _: f.rows.append(f.rows[3]), rows=[*ROWS, ROWS[3]]),
        added(
            "a slice of them",
            assigned("rows", lambda f: f.rows[7:9]),
            rows=ROWS[7:9],
        ),
        added(
            "lists in dicts",
            lambda f, _: f.groups.append({"subs": [{"name": "q"}, {"name": "rr"}]}),
            groups=[*GROUPS, b"\x02\x01q\x02rr"],
        ),
        added(
            "a list in an element",
            lambda f, _: f.groups[1].subs.append({"name": "new"}),
            groups=[GROUPS[0], b"\x03\x01x\x01y\x03new"],
        ),
        added(
            "from one list to another",
            lambda f, _: f.groups[0].subs.append(f.groups[1].subs.pop()),
            groups=[b"\x02\x02ab\x01y", b"\x01\x01x"],
        ),
        added("numbers", lambda f, _: f.nums.append(9), nums=(7, 8, 9)),
        added("a tuple of numbers", assigned("nums", lambda _: (1, 2, 3)), nums=(1, 2, 3)),
        added("a type with a parameter", lambda f, _: f.boxes.append({"v": b"ab"}), boxes=b"kkab"),
        added("a body", lambda f, _: f.entries.append({"body": b"new"}), bodies=[*BODIES, b"new"]),
    ],
)
def test_lists_take_dicts_and_records_and_their_number_follows(
    file: Any, kind: Any, edit: Callable[[Any, Any], Any], expected: dict[str, Any]
) -> None:
    edit(file, kind)
    assert file.to_bytes() == file_of(**expected)
    assert file.to_bytes() == file_of(**expected)


def test_entries_turn_round_with_what_they_have_at_positions(file: Any, kind: Any) -> None:
    file.entries.reverse()
    file.entries.insert(1, {"body": b"new"})
    found = kind.from_bytes(file.to_bytes())
    assert [entry.body for entry in found.entries] == [b"you", b"new", b"hello"]


OTHER = file_of(
    bodies=[b"HELLO", b"of another file"],
    chunks=[HI],
    rows=[struct.pack("<2I", 9, 9)] * 700,
    groups=[b"\x02\x01p\x01q"],
)


@pytest.mark.parametrize("is_looked_at", [False, True])
def test_records_of_another_file_bring_what_they_have(
    file: Any, kind: Any, *, is_looked_at: bool
) -> None:
    other = kind.from_bytes(OTHER)
    if is_looked_at:
        look(other)
    file.entries[0] = other.entries[0]  # as long, and at another place
    file.entries.append(other.entries[1])
    file.chunks += other.chunks
    file.rows.append(other.rows[650])
    file.groups[0].subs.extend(other.groups[0].subs)
    found = kind.from_bytes(file.to_bytes())
    assert [each.body for each in found.entries] == [b"HELLO", b"you", b"of another file"]
    assert [each.body for each in found.chunks][3:] == [kind.Text.build(value="hi")]
    assert ((found.rows[600].x, found.rows[599].x), found.num_rows) == ((9, 599), 601)
    assert [each.name for each in found.groups[0].subs] == ["ab", "p", "q"]
    with pytest.raises(quire.FormatError, match=r"put a copy into another one \(`copy.deepcopy`\)"):
        other.to_bytes()  # its entries say where their bodies are in `file`


def test_copies_of_records_leave_the_other_file_as_it_was(file: Any, kind: Any) -> None:
    other = kind.from_bytes(OTHER)
    file.entries += copy.deepcopy(other.entries[1:])
    assert bodies(kind, file) == [b"hello", b"you", b"of another file"]
    assert other.to_bytes() == OTHER


def test_a_record_of_a_file_with_the_same_numbers_is_an_edit(file: Any, kind: Any) -> None:
    other = kind.from_bytes(file_of(bodies=[b"HELLO", b"YOU"]))
    file.entries[1] = other.entries[1]
    assert bodies(kind, file) == [b"hello", b"YOU"]
    again = kind.from_bytes(DATA)
    again.entries = kind.from_bytes(file_of(bodies=[b"HELLO", b"YOU"])).entries
    assert bodies(kind, again) == [b"HELLO", b"YOU"]


def bodies(kind: Any, file: Any) -> list[bytes]:
    """What the entries of a file have when it was written, and written again, and read."""
    data = file.to_bytes()
    assert file.to_bytes() == data
    return [entry.body for entry in kind.from_bytes(data).entries]


def test_a_record_of_a_closed_file_says_that_its_bodies_are_gone(file: Any, kind: Any) -> None:
    other = kind.from_bytes(OTHER)
    file.entries.append(other.entries[1])
    other.close()
    with pytest.raises(quire.FormatError, match=r"body: .* closed too early: close"):
        file.to_bytes()


WRONG: dict[str, tuple[Callable[[Any], Any], str]] = {
    "a name": (
        lambda f: f.chunks.append({"tagg": 1}),
        r"^lists: chunks\[3\]: Lists.Chunk has no field 'tagg'; .*did you mean 'tag'",
    ),
    "a name below": (
        lambda f: f.chunks.append({"tag": 2, "body": {"a": 1, "c": 2}}),
        r"^lists: chunks\[3\].body: Lists.Pair has no field 'c'; it has a, b",
    ),
    "a name of no case": (
        lambda f: f.chunks.append({"body": {"a": 1, "c": 2}}),
        r"^lists: chunks\[3\].body: expected the fields of one of Lists.Text \(value\) or Lists",
    ),
    "a name in a list of an element": (
        lambda f: f.groups[1].subs.append({"nme": "q"}),
        r"^lists: groups\[1\].subs\[2\]: Lists.Sub has no field 'nme'",
    ),
    "a name in lists of dicts": (
        lambda f: f.groups.append({"subs": [{"name": "a"}, {"nme": "q"}]}),
        r"^lists: groups\[2\].subs\[1\]: Lists.Sub has no field 'nme'",
    ),
    "a value": (
        lambda f: f.chunks.append({"body": {"a": "x", "b": 2}}),
        r"^lists: chunks\[3\].body.a: expected an integer from 0 to 255 \(u1\), found x",
    ),
    "a length": (
        lambda f: f.groups.append({"subs": [{"name": "q"}, {"name": "x" * 300}]}),
        r"^lists: groups\[2\].subs\[1\].len_name.*from 0 to 255 \(u1\), found 300",
    ),
    "none": (
        lambda f: f.rows.append({"x": 1}),
        r"^lists: rows\[600\].y: expected a value: give one",
    ),
    "a number": (lambda f: f.nums.extend([1, 70_000]), r"^lists: nums\[3\].*found 70000"),
    "a text": (lambda f: f.nums.insert(1, "x"), r"^lists: nums\[1\].*found x"),
    "no record": (lambda f: f.rows.append(7), r"^lists: rows\[600\]: expected a record, found 7"),
    "nothing": (lambda f: f.rows.append(None), r"^lists: rows\[600\]: expected a record, found N"),
    "another record": (
        lambda f: f.chunks.append(f.rows[0]),
        r"^lists: chunks\[3\]: expected a record of Lists.Chunk, found Lists.Row",
    ),
    "a dict for a list": (
        lambda f: setattr(f, "chunks", {"tag": 1}),
        "^lists: chunks: expected a list, found dict",
    ),
    "a table": (lambda f: f.cells.append({"a": 1, "b": 2}), r"a table does not change: give"),
    "its elements": (lambda f: f.cells.__setitem__(0, {"a": 1}), r"a table does not change: give"),
}


@pytest.mark.parametrize("case", WRONG)
def test_what_is_wrong_is_told_with_its_path_and_index(file: Any, case: str) -> None:
    edit, message = WRONG[case]

    def write() -> None:
        edit(file)
        file.to_bytes()

    with pytest.raises((quire.FormatError, TypeError), match=message):
        write()


def test_a_table_is_given_a_list_instead(file: Any) -> None:
    file.cells = [*file.cells, {"a": 5, "b": 6}]
    assert file.to_bytes()[:-8] == DATA.replace(b"\x02\1\2\3\4", b"\x03\1\2\3\4\5\6")[:-8].replace(
        DATA[:18], file.to_bytes()[:18]
    )


@pytest.mark.parametrize("twice", [0, 1])
@pytest.mark.parametrize("edited", [0, 1])
@pytest.mark.parametrize("put", ["at the end", "in front", "in the place of the other"])
def test_a_record_that_is_there_twice_beside_an_edit_goes_without_a_trace(
    kind: Any, twice: int, edited: int, put: str
) -> None:
    file = kind.from_bytes(file_of())
    entries, before = file.entries, [*file.entries]
    match put:
        case "at the end":
            entries.append(entries[twice])
        case "in front":
            entries.insert(0, entries[twice])
        case _:
            entries[1 - twice] = entries[twice]
    before[edited].body = b"longer than before"
    bodies = [each.body for each in entries]
    assert [each.body for each in kind.from_bytes(file.to_bytes()).entries] == bodies
    del before[edited].body
    entries[:] = before
    assert file.to_bytes() == file_of()


TAGGED = """
meta: {id: tagged, endian: le}
seq:
  - {id: num_items, type: u1}
  - {id: items, type: item, repeat: expr, repeat-expr: num_items}
types:
  item:
    seq: [{id: tag, type: u1}, {id: ofs, type: u1}, {id: len, type: u1}]
    instances: {body: {pos: ofs, size: len}}
"""


@pytest.mark.parametrize("looked", [False, True])
@pytest.mark.parametrize("writes", [(), (0,), (1,), (0, 1)])
def test_what_was_built_and_written_is_not_taken_for_one_that_was_read(
    tmp_path: Path, writes: tuple[int, ...], *, looked: bool
) -> None:
    (tmp_path / "tagged.ksy").write_text(TAGGED)
    kind = quire.compile(tmp_path / "tagged.ksy").Tagged
    file = kind.from_bytes(b"\3\1\x0a\4\2\x0e\1\3\x0f\2AAAAxBCbehind")
    if looked:
        assert [each.body for each in file.items] == [b"AAAA", b"x", b"BC"]
    file.items.pop(1)
    if 0 in writes:
        file.to_bytes()
    file.items.append({"tag": 4, "body": b"new"})
    if 1 in writes:
        file.to_bytes()
    file.items[1].tag = 9
    again = kind.from_bytes(file.to_bytes())
    told = [(each.tag, each.body) for each in again.items]
    assert told == [(1, b"AAAA"), (9, b"BC"), (4, b"new")]


def test_a_copy_that_was_written_follows_its_data_as_often_as_they_change(tmp_path: Path) -> None:
    (tmp_path / "tagged.ksy").write_text(TAGGED)
    kind = quire.compile(tmp_path / "tagged.ksy").Tagged
    file = kind.from_bytes(b"\1\1\x04\2AA")
    file.items.append(copy.deepcopy(kind.from_bytes(b"\1\5\x04\0").items[0]))
    for body in (b"", b"BBB", b"", b"C", b""):
        file.items[1].body = body
        again = kind.from_bytes(file.to_bytes())
        assert [each.body for each in again.items] == [b"AA", body]


def test_what_was_empty_grows_in_front_of_what_is_taken_out(tmp_path: Path) -> None:
    (tmp_path / "tagged.ksy").write_text(TAGGED)
    kind = quire.compile(tmp_path / "tagged.ksy").Tagged
    file = kind.from_bytes(b"\3\1\x0a\0\2\x0a\4\3\x0e\2AAAABC")
    file.items[0].body = b"longer"
    del file.items[1]
    assert file.to_bytes() == b"\2\1\7\6\3\x0d\2longerBC"


BOXES = """
meta: {id: boxed, endian: le}
seq:
  - {id: len_all, type: u1}
  - {id: all, type: all, size: len_all}
types:
  all: {seq: [{id: boxes, type: box, repeat: eos}]}
  box: {seq: [{id: len_body, type: u1}, {id: body, type: body, size: len_body}]}
  body:
    seq:
      - {id: sum, type: u4, -checksum: {algorithm: crc32, over: data}}
      - {id: data, size-eos: true}
"""


def test_a_record_with_a_stream_of_its_own_is_there_twice(tmp_path: Path) -> None:
    (tmp_path / "boxed.ksy").write_text(BOXES)
    kind = quire.compile(tmp_path / "boxed.ksy").Boxed
    box = kind.Box.build(body={"data": b"abc"})
    data = kind.build(all={"boxes": [box, box]}).to_bytes()
    file = kind.from_bytes(data)
    file.validate()
    assert data[1:9] == data[9:]
    file.all.boxes.append(file.all.boxes[0])
    file.all.boxes[0].body.data = b"other"
    again = kind.from_bytes(file.to_bytes())
    again.validate()
    assert [each.body.data for each in again.all.boxes] == [b"other", b"abc", b"other"]


NAMED = """
meta: {id: named, endian: le, encoding: ASCII}
seq: [{id: num_items, type: u1}, {id: ofs_items, type: u1}]
instances:
  items: {pos: ofs_items, type: item, repeat: expr, repeat-expr: num_items}
types:
  item: {seq: [{id: len_name, type: u1}, {id: name, type: str, size: len_name}]}
"""


@pytest.mark.parametrize("looked", [False, True])
@pytest.mark.parametrize("to", range(3))
@pytest.mark.parametrize("of", range(3))
def test_a_record_in_the_place_of_another_one_is_there_twice(
    tmp_path: Path, to: int, of: int, *, looked: bool
) -> None:
    (tmp_path / "named.ksy").write_text(NAMED)
    kind = quire.compile(tmp_path / "named.ksy").Named
    data = b"\3\2\5first\1x\4last"
    file, told = kind.from_bytes(data), ["first", "x", "last"]
    if looked:
        assert [each.name for each in file.items] == told
    before, told[to] = [*file.items], told[of]
    file.items[to] = file.items[of]
    again = kind.from_bytes(file.to_bytes())
    assert [each.name for each in again.items] == [each.name for each in file.items] == told
    file.items[:] = before
    assert file.to_bytes() == data


INDEX = """
seq: [{id: entries, type: entry, repeat: expr, repeat-expr: 2}]
types:
  entry:
    seq: [{id: pos_group, type: u1}, {id: len_group, type: u1}]
    instances: {group: {pos: pos_group, size: len_group, type: group}}
  group: {seq: [{id: items, type: item, repeat: eos}]}
  item: {seq: [{id: letter, type: str, size: 1}]}
"""


@pytest.mark.parametrize(("empty", "index"), [(0, b"\4\1\5\2"), (1, b"\5\2\4\1")])
def test_an_empty_list_grows_in_front_of_what_begins_where_it_stands(
    empty: int, index: bytes, tmp_path: Path
) -> None:
    data = (b"\4\0\4\2", b"\4\2\4\0")[empty] + b"ab"
    record = compiled(tmp_path, INDEX).from_bytes(data)
    record.entries[empty].group.items.append({"letter": "c"})
    assert record.to_bytes() == index + b"cab"
    record.entries[empty].group.items.clear()
    assert record.to_bytes() == data


PLACES = """
seq:
  - {id: count, type: u1}
  - {id: entries, type: entry, repeat: expr, repeat-expr: count}
types:
  entry:
    seq: [{id: ofs, type: u1}, {id: len, type: u1}]
    instances: {body: {io: _root._io, pos: ofs, size: len}}
"""


@pytest.mark.parametrize("is_seen", [False, True])
@pytest.mark.parametrize("is_written", [False, True])
@pytest.mark.parametrize(("to", "like"), [(3, 2), (2, 3), (1, 0), (0, 1)])
def test_an_element_of_a_reversed_list_is_set_to_what_another_one_is(
    to: int, like: int, tmp_path: Path, *, is_written: bool, is_seen: bool
) -> None:
    data = b"abccdd"
    places = [(9, 1), (10, 1), (11, 2), (13, 2)]

    def stored() -> bytes:
        return b"\4" + b"".join(map(bytes, places)) + data

    record = compiled(tmp_path, PLACES).from_bytes(stored())
    if is_seen:
        assert [each.body for each in record.entries] == [b"a", b"b", b"cc", b"dd"]
    record.entries.reverse()
    places.reverse()
    if is_written:
        assert record.to_bytes() == stored()
    record.entries[to].ofs = places[like][0]
    places[to] = places[like]
    bodies = [data[at - 9 : at - 9 + size] for at, size in places]
    for _ in range(3):
        assert record.to_bytes() == stored()
        assert [each.body for each in record.entries] == bodies
