"""Edits of what was read: the change is written, what follows from it, and not one byte more."""

from __future__ import annotations

import math
import struct
import zlib
from pathlib import Path
from typing import Any

import pytest

import quire
from quire.runtime.editing.comparing import same_values as alike

TAGGED = """
meta: {id: tagged, endian: le, encoding: ASCII}
seq:
  - {id: magic, contents: "TG"}
  - {id: flags, type: b3}
  - {id: num_chunks, type: u1}
  - {id: chunks, type: chunk, repeat: expr, repeat-expr: num_chunks}
  - {id: ofs_note, type: u1}
  - {id: level, type: f4}
instances:
  note: {pos: ofs_note, type: strz, size: 4}
  first: {pos: 4, type: u1}
types:
  chunk:
    seq:
      - {id: len_body, type: u1}
      - {id: body, type: text, size: len_body}
  text: {seq: [{id: kind, type: u1}, {id: text, type: strz, size-eos: true}]}
"""
# Unused bits, what stands after terminators, and not a number of other bits than Python's.
NAN = b"\x01\0\xa0\x7f"
FILE = b"TG" + b"\xff\2" + b"\5\1ab\0?" + b"\4\2xyz" + b"\x16" + NAN + b"..n\0??.."


@pytest.fixture(scope="module")
def tagged(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The class of files of chunks, with a note at a position."""
    return compiled(tmp_path_factory.mktemp("spec"), TAGGED).Tagged


def compiled(folder: Path, spec: str) -> Any:
    """The module of a spec."""
    path = folder / "spec.ksy"
    path.write_text(spec, "utf-8")
    return quire.compile(path)


def test_the_file_is_what_the_tests_say(tagged: Any) -> None:
    record = tagged.from_bytes(FILE)
    assert [each.body.text for each in record.chunks] == ["ab", "xyz"]
    assert (record.flags, record.ofs_note, record.note, record.first) == (7, 22, "n", 5)
    assert math.isnan(record.level)


@pytest.mark.parametrize("looked", [False, True])
@pytest.mark.parametrize(
    ("edit", "place", "new"),
    [
        (lambda r: setattr(r, "flags", 5), 2, b"\xbf"),  # the bits that no field takes stay
        (lambda r: setattr(r.chunks[0].body, "kind", 9), 5, b"\x09"),
        (lambda r: setattr(r.chunks[0].body, "text", "cb"), 6, b"cb\0?"),
        (lambda r: setattr(r.chunks[1].body, "text", "zyx"), 12, b"zyx"),
        (lambda r: setattr(r, "note", "m"), 22, b"m\0??"),
        (lambda r: setattr(r, "level", 0.5), 16, struct.pack("<f", 0.5)),
        (lambda r: setattr(r, "ofs_note", 20), 15, b"\x14"),
    ],
)
def test_an_edit_changes_the_bytes_of_its_field_alone(
    tagged: Any, edit: Any, place: int, new: bytes, *, looked: bool
) -> None:
    record = tagged.from_bytes(FILE)
    if looked:
        assert (record.note, record.first) == ("n", 5)
    edit(record)
    for _ in range(2):
        assert record.to_bytes() == FILE[:place] + new + FILE[place + len(new) :]


@pytest.mark.parametrize(
    ("edit", "message"),
    [
        (lambda r: setattr(r, "num_chunks", 1), "num_chunks: given 1, but chunks makes it 2"),
        (
            lambda r: setattr(r.chunks[1], "len_body", 3),
            r"chunks\[1\].len_body: given 3, but body makes it 4",
        ),
        (lambda r: setattr(r, "magic", b"GT"), "magic: given b'GT', but the format makes it b'TG'"),
    ],
)
def test_what_is_derived_cannot_be_set_to_something_else(
    tagged: Any, edit: Any, message: str, tmp_path: Path
) -> None:
    path = tmp_path / "a.tg"
    path.write_bytes(FILE)
    record = tagged.from_file(path)
    edit(record)
    for _ in range(2):  # it stays refused, and what was set stays
        with pytest.raises(quire.ContradictionError, match=message):
            record.to_file(path)
    assert path.read_bytes() == FILE


def test_a_length_may_be_set_with_what_it_counts(tagged: Any) -> None:
    record = tagged.from_bytes(FILE)
    record.chunks[0].body.text, record.chunks[0].len_body = "longer", 7
    written = record.to_bytes()
    assert written == FILE[:4] + b"\7\1longer" + FILE[10:15] + b"\x18" + FILE[16:]
    # What was derived by the first write was not set by anybody.
    record.chunks[0].body.text = "longer still"
    again = tagged.from_bytes(record.to_bytes())
    assert (again.chunks[0].len_body, again.chunks[0].body.text) == (13, "longer still")


def test_a_built_record_may_be_given_its_lengths_after_it_was_made(tagged: Any) -> None:
    chunk = tagged.Chunk.build(body={"kind": 1, "text": "a"})
    chunk.len_body = 9
    record = tagged.build(flags=0, chunks=[chunk], ofs_note=0, level=0.0)
    assert tagged.from_bytes(record.to_bytes()).chunks[0].len_body == 9
    chunk.len_body = 1
    with pytest.raises(quire.ContradictionError, match=r"chunks\[0\].len_body: given 1"):
        tagged.build(flags=0, chunks=[chunk], ofs_note=0, level=0.0).to_bytes()


def test_an_edit_that_leaves_a_file_which_cannot_be_read_is_refused(tmp_path: Path) -> None:
    kind = compiled(
        tmp_path,
        "meta: {id: counted}\n"
        "seq: [{id: n, type: u1}, {id: m, type: u1}, {id: a, size: n + m}, {id: b, type: u1}]",
    ).Counted
    path = tmp_path / "a.bin"
    path.write_bytes(b"\1\2abcd")
    record = kind.from_file(path)
    record.n = 2
    with pytest.raises(quire.FormatError, match=r"a at byte 2: expected 4 bytes .*, found 3 bytes"):
        record.to_file(path)
    assert path.read_bytes() == b"\1\2abcd"


def test_an_edit_that_would_be_read_as_something_else_is_refused(tmp_path: Path) -> None:
    kind = compiled(
        tmp_path,
        "meta: {id: scaled}\n"
        "seq: [{id: n, type: u1}, {id: rows, type: row, repeat: expr, repeat-expr: n % 4},"
        " {id: rest, size-eos: true}]\n"
        "types: {row: {seq: [{id: x, type: u1}]}}",
    ).Scaled
    record = kind.from_bytes(b"\x01\7\x08")
    record.n = 2
    with pytest.raises(quire.FormatError, match=r"^scaled: rows: expected 2 elements .*, found 1"):
        record.to_bytes()
    record.rows, record.rest = [{"x": 7}, {"x": 8}], b""
    assert record.to_bytes() == b"\x02\7\x08"


def test_numbers_of_four_bytes_are_rounded(tagged: Any) -> None:
    record = tagged.from_bytes(FILE)
    record.level = 0.1
    assert (
        tagged.from_bytes(record.to_bytes()).level == struct.unpack("<f", struct.pack("<f", 0.1))[0]
    )


def test_two_views_of_the_same_bytes_are_edited_together_unless_they_disagree(tagged: Any) -> None:
    record = tagged.from_bytes(FILE)
    assert record.first == record.chunks[0].len_body == 5
    record.first = 6
    with pytest.raises(quire.FormatError):  # then the first chunk would be longer
        record.to_bytes()
    record.first = 4
    record.chunks[0].body.text = "cb"
    with pytest.raises(quire.FormatError):
        record.to_bytes()
    record.first = 5
    assert record.to_bytes() == FILE[:6] + b"c" + FILE[7:]


def test_trees_without_end_are_edited(tmp_path: Path) -> None:
    kind = compiled(
        tmp_path,
        "meta: {id: ring}\n"
        "seq: [{id: first, type: node}, {id: second, type: node}]\n"
        "types:\n"
        "  node:\n"
        "    seq: [{id: ofs_next, type: u1}, {id: value, type: u1}]\n"
        "    instances: {next: {io: _root._io, pos: ofs_next, type: node}}",
    ).Ring
    record = kind.from_bytes(b"\2\7\0\x09")
    assert record.first.next.next.next.value == 9
    record.second.value = 8
    assert record.to_bytes() == b"\2\7\0\x08"
    record = kind.from_bytes(b"\2\7\0\x09")
    record.first.next.next.next.value = 8
    assert record.to_bytes() == b"\2\7\0\x08"
    record.second.value = 5
    with pytest.raises(quire.FormatError):
        record.to_bytes()


def test_what_nobody_has_looked_at_is_not_followed(tmp_path: Path) -> None:
    kind = compiled(
        tmp_path,
        "meta: {id: pointing, endian: le}\n"
        "seq: [{id: ofs, type: u4}, {id: len_there, type: u4}, {id: x, type: u1}]\n"
        "instances: {there: {pos: ofs, size: len_there}}",
    ).Pointing
    record = kind.from_bytes(b"\xff\xff\xff\x7f\xff\xff\0\0\1")
    record.x = 2
    assert record.to_bytes() == b"\xff\xff\xff\x7f\xff\xff\0\0\2"
    record.ofs = 1
    assert record.to_bytes() == b"\1\0\0\0\xff\xff\0\0\2"


def test_a_compressed_payload_is_left_alone(tmp_path: Path) -> None:
    kind = compiled(
        tmp_path,
        "meta: {id: packed}\n"
        "seq: [{id: x, type: u1}, {id: len_body, type: u1},"
        " {id: body, size: len_body, type: inner, process: zlib}, {id: y, type: u1}]\n"
        "types: {inner: {seq: [{id: a, type: u1}, {id: rest, size-eos: true}]}}",
    ).Packed
    stored = zlib.compress(b"\1" + b"abc" * 20, 0)  # no writer of ours would store it so
    data = b"\1" + bytes([len(stored)]) + stored + b"\2"
    for look in (False, True):
        record = kind.from_bytes(data)
        assert not look or record.body.rest == b"abc" * 20
        record.y = 3
        assert record.to_bytes() == data[:-1] + b"\3"
    record.body.a = 2
    again = kind.from_bytes(record.to_bytes())
    assert (again.body.a, again.body.rest, again.y) == (2, b"abc" * 20, 3)


ARCHIVE = """
meta: {id: archive, endian: le, encoding: ASCII}
seq:
  - {id: magic, contents: "AR"}
  - {id: ofs_index, type: u2}
  - {id: len_index, type: u2}
instances:
  index: {pos: ofs_index, size: len_index, type: index}
types:
  index: {seq: [{id: entries, type: entry, repeat: eos}]}
  entry:
    seq:
      - {id: name, type: strz, size: 4}
      - {id: ofs_body, type: u2}
      - {id: len_body, type: u1}
    instances:
      body: {io: _root._io, pos: ofs_body, size: len_body}
"""


def archive(bodies: list[bytes]) -> bytes:
    """An archive of files `a`, `b`, …: its index stands after their bodies."""
    index, ofs = b"", 6
    for name, body in zip("abcdef", bodies, strict=False):
        index += name.encode() + b"\0??" + struct.pack("<HB", ofs, len(body))
        ofs += len(body)
    return b"AR" + struct.pack("<HH", ofs, len(index)) + b"".join(bodies) + index


@pytest.mark.parametrize("i", range(4))
@pytest.mark.parametrize("new", [b"", b"x", b"longer than before", b"y" * 200])
def test_what_an_index_behind_it_leads_to_grows_and_shrinks(
    i: int, new: bytes, tmp_path: Path
) -> None:
    kind = compiled(tmp_path, ARCHIVE).Archive
    bodies = [b"first", b"2nd", b"the third", b"last"]
    record = kind.from_bytes(archive(bodies))
    record.index.entries[i].body = new
    bodies[i] = new
    again = kind.from_bytes(record.to_bytes())
    assert [each.body for each in again.index.entries] == bodies
    assert [each.name for each in again.index.entries] == ["a", "b", "c", "d"]
    if len(new) > 1:  # else the gap that is left stays
        assert record.to_bytes() == archive(bodies)


def test_a_length_in_a_stream_in_front_follows_what_is_compressed(tmp_path: Path) -> None:
    kind = compiled(
        tmp_path,
        "meta: {id: boxed}\n"
        "seq:\n"
        "  - {id: len_head, type: u1}\n"
        "  - {id: head, type: head, size: len_head}\n"
        "  - {id: toc, type: toc, size: head.len_toc, process: zlib}\n"
        "types:\n"
        "  head: {seq: [{id: len_toc, type: u1}, {id: rest, size-eos: true}]}\n"
        "  toc: {seq: [{id: text, size-eos: true}]}",
    ).Boxed
    toc = zlib.compress(b"a table of contents", 1)
    data = b"\3" + bytes([len(toc)]) + b"??" + toc
    record = kind.from_bytes(data)
    record.toc.text = b"another table, which is longer"
    written = record.to_bytes()
    assert written[:4] == b"\3" + bytes([len(written) - 4]) + b"??"
    assert zlib.decompress(written[4:]) == b"another table, which is longer"


PROCESSED = """
meta: {id: processed, endian: le}
seq:
  - {id: tag, type: u1}
  - {id: sizes, type: u1, repeat: expr, repeat-expr: 4}
  - {id: parts, size: 'sizes[_index]', process: zlib, repeat: expr, repeat-expr: 4}
  - {id: records, size: 'sizes[_index]', process: zlib, type: one, repeat: expr, repeat-expr: 4}
types: {one: {seq: [{id: a, type: u1}, {id: rest, size-eos: true}]}}
"""


def test_elements_that_were_compressed_stay_as_they_were(tmp_path: Path) -> None:
    (tmp_path / "processed.ksy").write_text(PROCESSED)
    processed = quire.compile(tmp_path / "processed.ksy").Processed
    bodies = [b"a" * 40, b"b" * 40, b"a" * 40, b"c" * 40]
    parts = [zlib.compress(body, level) for body, level in zip(bodies, (1, 0, 0, 9), strict=True)]
    sizes = bytes(map(len, parts))
    file = b"\7" + sizes + b"".join(parts) * 2
    record = processed.from_bytes(file)
    record.tag = 8
    assert record.to_bytes() == b"\x08" + file[1:]
    last = zlib.compress(b"d" * 40)
    assert len(last) == len(parts[3])
    record.parts[3] = b"d" * 40
    at = 5 + sum(sizes[:3])
    assert record.to_bytes() == b"\x08" + file[1:at] + last + file[at + len(last) :]
    record.records[3].a = ord("d")
    assert record.to_bytes()[: 5 + sum(sizes[:4]) + sum(sizes[:3])] == (
        b"\x08" + file[1:at] + last + file[at + len(last) : 5 + sum(sizes[:4]) + sum(sizes[:3])]
    )


NESTED = """
meta: {id: nested, endian: le}
seq: [{id: top, type: node}]
types:
  node:
    seq:
      - {id: kind, type: u1}
      - {id: len_body, type: u2}
      - id: body
        size: len_body
        type: {switch-on: kind, cases: {1: node, 0: leaf}}
  leaf: {seq: [{id: data, size-eos: true}]}
"""


def nested_file(depth: int, data: bytes) -> bytes:
    for level in range(depth):
        data = struct.pack("<BH", min(level, 1), len(data)) + data
    return data


def test_what_is_compared_grows_with_the_depth_of_nesting_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "nested.ksy").write_text(NESTED)
    nested = quire.compile(tmp_path / "nested.ksy").Nested
    fields, compared = alike._fields, 0

    def counted(column: Any, groups: Any) -> Any:
        nonlocal compared
        compared += 1
        return fields(column, groups)

    monkeypatch.setattr(alike, "_fields", counted)
    counts = []
    for depth in (20, 80):
        record = nested.from_bytes(nested_file(depth, b"data"))
        node = record.top
        for _ in range(depth):
            node = node.body
        node.data += b"!"
        compared = 0
        assert record.to_bytes() == nested_file(depth, b"data!")
        counts.append(compared)
    assert counts[1] < 6 * counts[0]
