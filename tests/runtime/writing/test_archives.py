"""Archives with an index: built of what is in them, and edited; positions and sums follow."""

from __future__ import annotations

import copy
import importlib
import zlib
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import quire

ENTRY = """
  entry:
    seq:
      - {id: len_name, type: u1}
      - {id: name, type: str, size: len_name, encoding: UTF-8}
      - {id: ofs_body, type: u4}
      - {id: len_body, type: u4}
      - {id: crc32, type: u4, -checksum: {algorithm: crc32, over: body}}
    instances:
      body: {io: _root._io, pos: ofs_body, size: len_body}
"""
IN_FRONT = """
meta: {id: front, endian: le}
seq: [{id: magic, contents: BOX1}, {id: ofs_index, type: u4}, {id: num_entries, type: u4}]
instances:
  entries: {pos: ofs_index, type: entry, repeat: expr, repeat-expr: num_entries}
types:"""
FROM_END = """
meta: {id: tail, endian: le}
seq: [{id: magic, contents: TAIL}]
instances:
  end: {pos: _io.size - 12, type: locator}
types:
  locator:
    seq: [{id: ofs_index, type: u4}, {id: num_entries, type: u4}, {id: magic, contents: LIAT}]
    instances:
      entries:
        {io: _root._io, pos: ofs_index, type: entry, repeat: expr, repeat-expr: num_entries}"""


class Archive(NamedTuple):
    """A format, which record has the index, and the bytes that a file has without entries."""

    kind: Any
    root_of: Callable[[Any], Any]
    overhead: int

    def built(self, **bodies: bytes) -> bytes:
        """A file that is built of nothing."""
        entries = [{"name": name, "body": body} for name, body in bodies.items()]
        fields = (
            {"entries": entries} if "Front" in str(self.kind) else {"end": {"entries": entries}}
        )
        data: bytes = self.kind.build(**fields).to_bytes()
        return data

    def read(self, data: bytes) -> dict[str, bytes]:
        """What is in a file, all of it told by fields alone, in the order of the index."""
        record = self.kind.from_bytes(data)
        record.validate()
        entries = self.root_of(record).entries
        stood = sorted((each.ofs_body, each.ofs_body + each.len_body) for each in entries)
        assert all(end <= start for (_, end), (start, _) in pairwise(stood))
        assert [zlib.crc32(each.body) for each in entries] == [each.crc32 for each in entries]
        sizes = sum(13 + len(each.name) + each.len_body for each in entries)
        assert len(data) == self.overhead + sizes, "nothing else is in the file"
        return {each.name: each.body for each in entries}


@pytest.fixture(scope="module", params=["in front", "from the end"])
def archive(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Archive:
    """Archives whose index is told in front, and found from the end."""
    path = tmp_path_factory.mktemp("spec") / "spec.ksy"
    in_front = request.param == "in front"
    path.write_text((IN_FRONT if in_front else FROM_END) + ENTRY, "utf-8")
    module = quire.compile(path)
    if in_front:
        return Archive(module.Front, lambda record: record, 12)
    return Archive(module.Tail, lambda record: record.end, 16)


BODIES = {"a": b"alpha", "b": b"beta!", "c": b"gamma ray"}


def edited(archive: Archive, edit: Callable[[Any], object], *, looked: bool) -> dict[str, bytes]:
    record = archive.kind.from_bytes(archive.built(**BODIES))
    if looked:
        assert [each.body for each in archive.root_of(record).entries] == [*BODIES.values()]
    edit(archive.root_of(record))
    return archive.read(record.to_bytes())


def test_an_index_without_checksums_is_written_in_its_new_order(tmp_path: Path) -> None:
    path = tmp_path / "spec.ksy"
    entry = ENTRY.replace(", -checksum: {algorithm: crc32, over: body}", ", -default: 0")
    path.write_text(FROM_END + entry, "utf-8")
    kind = quire.compile(path).Tail
    entries = [{"name": name, "body": body} for name, body in BODIES.items()]
    record = kind.from_bytes(kind.build(end={"entries": entries}).to_bytes())
    record.end.entries.reverse()
    again = kind.from_bytes(record.to_bytes())
    found = [(each.name, each.body) for each in again.end.entries]
    assert found == [*reversed(BODIES.items())]


def test_an_archive_is_built_of_nothing(archive: Archive) -> None:
    assert archive.read(archive.built(**BODIES)) == BODIES
    assert archive.read(archive.built()) == {}


EDITS: dict[str, tuple[Callable[[Any], object], dict[str, bytes]]] = {
    "remove": (lambda at: at.entries.pop(1), {"a": b"alpha", "c": b"gamma ray"}),
    "remove the first": (lambda at: at.entries.pop(0), {"b": b"beta!", "c": b"gamma ray"}),
    "remove all": (lambda at: at.entries.clear(), {}),
    "add": (
        lambda at: at.entries.append({"name": "dd", "body": b"delta"}),
        {**BODIES, "dd": b"delta"},
    ),
    "add in front": (
        lambda at: at.entries.insert(0, {"name": "dd", "body": b"delta"}),
        {"dd": b"delta", **BODIES},
    ),
    "add what is empty": (
        lambda at: at.entries.append({"name": "", "body": b""}),
        {**BODIES, "": b""},
    ),
    "reorder": (lambda at: at.entries.reverse(), dict(reversed(BODIES.items()))),
    "replace": (
        lambda at: setattr(at.entries[1], "body", b"a longer body"),
        {**BODIES, "b": b"a longer body"},
    ),
    "shrink": (lambda at: setattr(at.entries[0], "body", b""), {**BODIES, "a": b""}),
    "rename": (
        lambda at: setattr(at.entries[0], "name", "alphabet"),
        {"alphabet": b"alpha", "b": b"beta!", "c": b"gamma ray"},
    ),
    "some of it": (
        lambda at: setattr(at, "entries", [at.entries[2], at.entries[0]]),
        {"c": b"gamma ray", "a": b"alpha"},
    ),
}


@pytest.mark.parametrize("looked", [False, True])
@pytest.mark.parametrize("name", EDITS)
def test_what_is_edited_in_an_archive_is_all_there_is(
    archive: Archive, name: str, *, looked: bool
) -> None:
    edit, expected = EDITS[name]
    found = edited(archive, edit, looked=looked)
    assert list(found.items()) == list(expected.items())


def test_an_archive_is_edited_again_and_again(archive: Archive) -> None:
    record = archive.kind.from_bytes(archive.built(**BODIES))
    index = archive.root_of(record)
    index.entries.append({"name": "dd", "body": b"delta"})
    assert archive.read(record.to_bytes()) == {**BODIES, "dd": b"delta"}
    index.entries.append({"name": "ee", "body": b"epsilon"})
    del index.entries[0]
    index.entries[0].body = b"b"
    expected = {"b": b"b", "c": b"gamma ray", "dd": b"delta", "ee": b"epsilon"}
    assert archive.read(record.to_bytes()) == expected
    assert archive.read(record.to_bytes()) == expected


def test_an_archive_that_was_empty_is_filled(archive: Archive) -> None:
    record = archive.kind.from_bytes(archive.built())
    archive.root_of(record).entries.append({"name": "q", "body": b"w"})
    assert archive.read(record.to_bytes()) == {"q": b"w"}


def test_what_comes_from_another_archive_brings_its_body(archive: Archive) -> None:
    record = archive.kind.from_bytes(archive.built(a=b"alpha"))
    other = archive.kind.from_bytes(archive.built(**BODIES))
    archive.root_of(record).entries.append(archive.root_of(other).entries[2])
    assert archive.read(record.to_bytes()) == {"a": b"alpha", "c": b"gamma ray"}


def test_a_body_that_two_entries_share_stays_for_the_other(tmp_path: Path) -> None:
    path = tmp_path / "spec.ksy"
    path.write_text(IN_FRONT + ENTRY, "utf-8")
    kind = quire.compile(path).Front
    data = bytearray(kind.build(entries=[{"name": n, "body": b"same"} for n in "ab"]).to_bytes())
    first, second = (entry.ofs_body for entry in kind.from_bytes(bytes(data)).entries)
    at = data.index(second.to_bytes(4, "little"))
    data[at : at + 4] = first.to_bytes(4, "little")
    record = kind.from_bytes(bytes(data[:-4]))
    assert [entry.body for entry in record.entries] == [b"same", b"same"]
    del record.entries[0]
    again = kind.from_bytes(record.to_bytes())
    assert [(entry.name, entry.body) for entry in again.entries] == [("b", b"same")]


def test_an_index_that_is_found_from_the_end_has_to_end_there(tmp_path: Path) -> None:
    path = tmp_path / "spec.ksy"
    path.write_text(
        "meta: {id: tail}\n"
        "seq: [{id: magic, contents: T}]\n"
        "instances: {end: {pos: _io.size - 4, type: end}}\n"
        "types: {end: {seq: [{id: len_note, type: u1}, {id: note, size: len_note}]}}",
        "utf-8",
    )
    kind = quire.compile(path).Tail
    assert kind.build(end={"note": b"abc"}).to_bytes() == b"T\3abc"
    with pytest.raises(quire.FormatError, match="end: expected 4 bytes"):
        kind.build(end={"note": b"abcd"}).to_bytes()
    record = kind.from_bytes(b"T...\3abc")
    record.end.note = b"ABC"
    assert record.to_bytes() == b"T...\3ABC"
    record.end.note = b"ab"
    with pytest.raises(quire.FormatError):
        record.to_bytes()


MAP = """
meta: {id: spec, endian: le}
seq: [{id: kind, type: u1}]
instances:
  ofs_end:
    value: _io.size
    -value: '_io.last_index_of([0x45, 0x4e, 0x44])'
  end: {pos: ofs_end, type: end}
  map: {pos: ofs_end - 4, type: map, if: kind == 2}
types:
  end: {seq: [{id: magic, contents: END}, {id: num, type: u1}]}
  map: {seq: [{id: magic, contents: MAP}, {id: num, type: u1, -default: _root.kind}]}
"""


def test_a_record_found_from_the_end_is_there_where_its_if_holds(tmp_path: Path) -> None:
    (tmp_path / "spec.ksy").write_text(MAP, "utf-8")
    kind = quire.compile(tmp_path / "spec.ksy").Spec
    assert kind.build(kind=1, end={"num": 7}).to_bytes() == b"\1END\7"
    assert kind.build(kind=2, end={"num": 7}).to_bytes() == b"\2MAP\2END\7"
    assert kind.build(kind=2, end={"num": 7}, map={"num": 3}).to_bytes() == b"\2MAP\3END\7"
    record = kind.from_bytes(b"\2MAP\3END\7")
    record.end.num = 8
    assert record.to_bytes() == b"\2MAP\3END\x08"
    with pytest.raises(quire.FormatError, match="map"):
        kind.build(kind=1, end={"num": 7}, map={"num": 3}).to_bytes()


MARKED = """
meta: {id: spec}
seq: [{id: body, size: 4}]
instances:
  is_marked: {value: 'false', -value: '_io.has_at(at, [0x4e, 0x4f])'}
  at: {value: 'body[0] - 4'}
"""


@pytest.mark.parametrize(
    ("data", "found"),
    [
        (b"\5NO!", 1),
        (b"\5N!O", 0),
        (b"\6.NO", 1),
        (b"\7..N", 0),  # which ends too early
        (b"\x09NOO", 0),
        (b"\3NON", 0),  # a position in front of all
    ],
)
def test_bytes_are_looked_for_at_a_position(data: bytes, found: int, tmp_path: Path) -> None:
    (tmp_path / "spec.ksy").write_text(MARKED, "utf-8")
    record = quire.compile(tmp_path / "spec.ksy").Spec.from_bytes(data)
    assert record.is_marked is bool(found)
    assert record._io.pos() == 4


def test_a_place_that_is_looked_at_is_quires_own(tmp_path: Path) -> None:
    spec = MARKED.replace("value: 'false', -value", "value")
    (tmp_path / "spec.ksy").write_text(spec, "utf-8")
    with pytest.raises(quire.SpecError, match="`has_at` is quire's own"):
        quire.compile(tmp_path / "spec.ksy")


def test_a_reader_is_not_led_astray_by_what_was_built() -> None:
    zip_ = importlib.import_module("quire.generated.zip").Zip
    end = {"entries": [{"name": b"a", "local": {"data": b"x"}}]}
    with pytest.raises(
        quire.FormatError, match=r"end: expected the bytes that a reader searches for at byte 8"
    ):
        zip_.build(end=end | {"comment": b"PK\5\6 begins an end record"}).to_bytes()
    assert zip_.build(end=end | {"comment": b"PK\5"}).to_bytes().endswith(b"PK\5")


# -- an index that leads to records which fields have, too ----------------------------------------

SECTIONS = """
meta: {id: sections, endian: le, encoding: UTF-8}
seq: [{id: sections, type: section, repeat: eos}]
types:
  section:
    seq:
      - {id: kind, type: u1}
      - {id: body, type: {switch-on: kind, cases: {1: member, 2: entry, 3: end}}}
  member:
    seq: [{id: header, type: header}, {id: body, size: header.len_body}]
  header:
    seq:
      - {id: crc32, type: u4, -checksum: {algorithm: crc32, over: _parent.body}}
      - {id: len_body, type: u2}
      - {id: len_name, type: u1}
      - {id: name, type: str, size: len_name}
  entry:
    seq:
      - {id: crc32, type: u4, -derive: there.body.as<member>.header.crc32}
      - {id: ofs_there, type: u2}
      - {id: len_name, type: u1}
      - {id: name, type: str, size: len_name, -derive: there.body.as<member>.header.name}
      - {id: len_comment, type: u1}
      - {id: comment, type: str, size: len_comment}
    instances: {there: {pos: ofs_there, type: section}}
  end:
    seq:
      - {id: num_entries, type: u1, -derive: '_root.sections.map(_.kind == 2 ? 1 : 0).sum'}
      - {id: len_index, type: u2, -derive: '_root.sections.map(_.kind == 2 ? _._sizeof : 0).sum'}
      - {id: ofs_index, type: u2, -derive: '_root.sections.map(_.kind == 1 ? _._sizeof : 0).sum'}
"""


@pytest.fixture(scope="module")
def sections(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Files as zip has them: members, then an index whose entries lead back to them."""
    path = tmp_path_factory.mktemp("spec") / "spec.ksy"
    path.write_text(SECTIONS, "utf-8")
    return quire.compile(path).Sections


def stored(members: dict[str, bytes], comments: dict[str, str] | None = None) -> bytes:
    """Such a file, put together by hand."""
    data, index = b"", b""
    for name, body in members.items():
        crc, comment = zlib.crc32(body).to_bytes(4, "little"), (comments or {}).get(name, "")
        named = bytes([len(name)]) + name.encode()
        index += b"\2" + crc + len(data).to_bytes(2, "little") + named
        index += bytes([len(comment)]) + comment.encode()
        data += b"\1" + crc + len(body).to_bytes(2, "little") + named + body
    ends = (len(each).to_bytes(2, "little") for each in (index, data))
    return data + index + b"\3" + bytes([len(members)]) + b"".join(ends)


def built(kind: Any, members: dict[str, bytes]) -> bytes:
    """The same, built: an entry is given the section that it leads to."""
    there = [
        kind.Section.build(body={"header": {"name": name}, "body": body})
        for name, body in members.items()
    ]
    entries = [{"body": {"there": each, "comment": ""}} for each in there]
    data: bytes = kind.build(sections=[*there, *entries, {"kind": 3, "body": {}}]).to_bytes()
    return data


def test_an_entry_is_given_the_record_that_it_leads_to(sections: Any) -> None:
    assert built(sections, BODIES) == stored(BODIES)
    assert built(sections, {}) == stored({})


SECTION_EDITS: dict[str, tuple[Callable[[Any], object], dict[str, bytes]]] = {
    "nothing": (lambda _: None, BODIES),
    "rename": (
        lambda at: setattr(at[0].body.header, "name", "alphabet"),
        {"alphabet": b"alpha", "b": b"beta!", "c": b"gamma ray"},
    ),
    "rename, same size": (
        lambda at: setattr(at[0].body.header, "name", "x"),
        {"x": b"alpha", "b": b"beta!", "c": b"gamma ray"},
    ),
    "replace": (
        lambda at: setattr(at[1].body, "body", b"a longer body"),
        {**BODIES, "b": b"a longer body"},
    ),
    "replace, same size": (
        lambda at: setattr(at[1].body, "body", b"BETA?"),
        {**BODIES, "b": b"BETA?"},
    ),
    "remove": (lambda at: (at.pop(4), at.pop(1)), {"a": b"alpha", "c": b"gamma ray"}),
    "remove the first": (lambda at: (at.pop(3), at.pop(0)), {"b": b"beta!", "c": b"gamma ray"}),
    "remove all": (lambda at: at.__delitem__(slice(6)), {}),
    "reorder": (
        lambda at: (at.insert(0, at.pop(1)), at.insert(3, at.pop(4))),
        {"b": b"beta!", "a": b"alpha", "c": b"gamma ray"},
    ),
}


@pytest.mark.parametrize("looked", [False, True])
@pytest.mark.parametrize("name", SECTION_EDITS)
def test_what_leads_to_records_of_fields_follows_them(
    sections: Any, name: str, *, looked: bool
) -> None:
    edit, expected = SECTION_EDITS[name]
    record = sections.from_bytes(stored(BODIES))
    if looked:
        names = [each.body.there.body.header.name for each in record.sections[3:6]]
        assert names == [*BODIES]
    edit(record.sections)
    assert record.to_bytes() == stored(expected)
    assert record.to_bytes() == stored(expected)


def test_a_copy_of_a_record_is_led_to_by_a_new_entry(sections: Any) -> None:
    record = sections.from_bytes(stored(BODIES))
    member, entry = (copy.deepcopy(record.sections[i]) for i in (1, 4))
    member.body.header.name, member.body.body = "dd", b"delta"
    entry.body.there = member
    record.sections.insert(3, member)
    record.sections.insert(7, entry)
    assert record.to_bytes() == stored({**BODIES, "dd": b"delta"})


def test_an_entry_that_leads_to_what_was_taken_out_is_refused(sections: Any) -> None:
    record = sections.from_bytes(stored(BODIES))
    del record.sections[1]
    with pytest.raises(quire.FormatError, match=r"sections\[3\].body.there: .*taken out"):
        record.to_bytes()
    record.sections[3].body.there = record.sections[1]
    there = [each.body.ofs_there for each in sections.from_bytes(record.to_bytes()).sections[2:5]]
    assert there[1] == there[2]


def test_a_change_through_an_entry_that_moves_is_refused_with_advice(sections: Any) -> None:
    record = sections.from_bytes(stored(BODIES))
    record.sections[3].body.there.body.header.name = "alphabet"
    with pytest.raises(quire.FormatError, match=r"sections\[0\] is at the same place"):
        record.to_bytes()


def test_what_is_computed_comes_before_what_goes_by_it(sections: Any) -> None:
    record = sections.from_bytes(stored(BODIES))
    record.sections[2].body.header.name = "a much longer name"
    record.sections[5].body.comment = "seen"
    expected = {"a": b"alpha", "b": b"beta!", "a much longer name": b"gamma ray"}
    assert record.to_bytes() == stored(expected, {"a much longer name": "seen"})


def test_a_circle_names_its_fields(tmp_path: Path) -> None:
    path = tmp_path / "spec.ksy"
    path.write_text(
        "meta: {id: ring}\n"
        "seq:\n"
        "  - {id: total, type: u4le, -derive: rows.map(_._sizeof).sum}\n"
        "  - {id: rows, type: row, repeat: expr, repeat-expr: 1}\n"
        "types:\n"
        "  row:\n"
        "    seq:\n"
        "      - {id: pad, size: '_root.total % 2 == 0 ? 1 : 0', -fill: 0}\n"
        "      - {id: count, type: u4le}\n",
        "utf-8",
    )
    kind = quire.compile(path).Ring
    with pytest.raises(quire.FormatError, match=r"a circle: .*total"):
        kind.build(rows=[{"count": 1}]).to_bytes()


def test_records_that_are_packed_together_are_led_to_and_measured(tmp_path: Path) -> None:
    path = tmp_path / "spec.ksy"
    path.write_text(
        "meta: {id: bundle, endian: le}\n"
        "seq:\n"
        "  - {id: num_members, type: u1}\n"
        "  - {id: members, type: member, repeat: expr, repeat-expr: num_members}\n"
        "  - {id: entries, type: entry, repeat: expr, repeat-expr: num_members}\n"
        "  - {id: ofs_entries, type: u1, -derive: 'members.map(_._sizeof).sum + 1'}\n"
        "types:\n"
        "  member: {seq: [{id: len_body, type: u1}, {id: body, size: len_body}]}\n"
        "  entry:\n"
        "    seq: [{id: ofs_member, type: u1}]\n"
        "    instances: {member: {pos: ofs_member, type: member}}\n",
        "utf-8",
    )
    kind = quire.compile(path).Bundle
    members = [kind.Member.build(body=body) for body in (b"one", b"three")]
    entries = [{"member": member} for member in reversed(members)]
    data = kind.build(members=members, entries=entries).to_bytes()
    assert data == b"\2\3one\5three" + b"\5\1" + b"\x0b"
    record = kind.from_bytes(data)
    record.members[0].body = b"ten"
    assert record.to_bytes() == b"\2\3ten\5three" + b"\5\1" + b"\x0b"
    record.members[0].body = b"twenty"
    assert record.to_bytes() == b"\2\6twenty\5three" + b"\x08\1" + b"\x0e"
    assert record.entries[1].member.body == b"twenty"


ITEMS = """
meta: {id: items, endian: le}
seq:
  - {id: num_items, type: u1}
  - {id: items, type: item, repeat: expr, repeat-expr: num_items}
types:
  item:
    seq: [{id: name, type: u1}, {id: ofs_body, type: u1}, {id: len_body, type: u1}]
    instances: {body: {pos: ofs_body, size: len_body}}
"""


def test_what_is_taken_out_leaves_the_file_when_another_comes(tmp_path: Path) -> None:
    (tmp_path / "items.ksy").write_text(ITEMS)
    kind = quire.compile(tmp_path / "items.ksy").Items
    items = kind.from_bytes(bytes([2, 1, 7, 4, 2, 11, 4]) + b"abcdWXYZ")
    items.items[0].body = b"aaaa"
    del items.items[1]
    items.items.insert(0, {"name": 9, "body": b"new"})
    items.items[1].body = b"7"
    assert b"WXYZ" not in items.to_bytes()


def test_an_element_that_moved_and_was_edited_is_told_by_where_its_body_is(tmp_path: Path) -> None:
    (tmp_path / "items.ksy").write_text(ITEMS)
    kind = quire.compile(tmp_path / "items.ksy").Items
    record = kind.from_bytes(bytes([2, 1, 7, 4, 2, 11, 4]) + b"abcdWXYZ")
    record.items[1] = {"name": 9, "body": b"new"}
    record.items.reverse()
    record.items[1].name = 5
    assert record.to_bytes() == bytes([2, 9, 11, 3, 5, 7, 4]) + b"abcdnew"
