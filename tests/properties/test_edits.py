"""Whatever edits are made of a file with an index, one after the other: it is what is put together
by hand of what should be in it, or the edit is refused and nothing is lost.

What the spec derives (lengths, counts, positions, sizes, checksums) is derived by a few lines here.
"""

from __future__ import annotations

import copy
import zlib
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

import quire

SPEC = """
meta: {id: sections, endian: le, encoding: UTF-8}
seq:
  - {id: version, type: b3}
  - {id: num_entries, type: u1, -derive: 'sections.map(_.kind == 2 ? 1 : 0).sum'}
  - {id: len_sections, type: u4, -derive: sections.map(_._sizeof).sum}
  - {id: sections, type: section, repeat: until, repeat-until: _.kind == 3}
  - {id: check, type: u4, -checksum: {algorithm: adler32, over: {from: sections, to: sections}}}
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
      - {id: name, type: strz, size: len_name}
  entry:
    seq:
      - {id: crc32, type: u4, -derive: there.body.as<member>.header.crc32}
      - {id: ofs_there, type: u4}
      - {id: name, type: strz, -derive: there.body.as<member>.header.name}
      - {id: num_tags, type: u1}
      - {id: tags, type: u2, repeat: expr, repeat-expr: num_tags}
    instances: {there: {pos: ofs_there, type: section}}
  end:
    seq:
      - id: ofs_index
        type: u4
        -derive: 'six + _root.sections.map(_.kind == 1 ? _._sizeof : 0).sum'
    instances: {six: {value: 6}}
"""


class Member(NamedTuple):
    """What is in the file: the name and the bytes of a member, and its entry's tags."""

    name: str
    body: bytes
    tags: tuple[int, ...]


def number(value: int, size: int) -> bytes:
    return value.to_bytes(size, "little")


def stored(members: list[Member]) -> bytes:
    """The file, put together by hand; names fill their field but for the zero after them."""
    data = index = b""
    for name, body, tags in members:
        crc, text = number(zlib.crc32(body), 4), name.encode() + b"\0"
        index += b"\2" + crc + number(6 + len(data), 4) + text
        index += number(len(tags), 1) + b"".join(number(tag, 2) for tag in tags)
        data += b"\1" + crc + number(len(body), 2) + number(len(text), 1) + text + body
    sections = data + index + b"\3" + number(6 + len(data), 4)
    head = b"\xa0" + number(len(members), 1) + number(len(sections), 4)
    return head + sections + number(zlib.adler32(sections), 4)


@pytest.fixture(scope="module")
def kind(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The class of the files."""
    path = tmp_path_factory.mktemp("spec") / "spec.ksy"
    path.write_text(SPEC, "utf-8")
    return quire.compile(path).Sections


names = st.text("abcé", min_size=1, max_size=4)
bodies = st.binary(max_size=9)
tags = st.lists(st.integers(0, 65535), max_size=3).map(tuple)
members = st.builds(Member, names, bodies, tags)
places = st.integers(0, 9)

Edit = Callable[[Any, list[Member]], None]
"""Changes a record that was read, and what should be in it."""


def entry_of(record: Any, at: int, count: int) -> Any:
    return record.sections[count + at].body


def rename(at: int, name: str) -> Edit:
    def edit(record: Any, model: list[Member]) -> None:
        if model:
            i = at % len(model)
            header = record.sections[i].body.header
            header.name = name
            header.len_name = len(name.encode()) + 1
            model[i] = model[i]._replace(name=name)

    return edit


def replace(at: int, body: bytes) -> Edit:
    def edit(record: Any, model: list[Member]) -> None:
        if model:
            i = at % len(model)
            record.sections[i].body.body = body
            model[i] = model[i]._replace(body=body)

    return edit


def tag(at: int, values: tuple[int, ...]) -> Edit:
    def edit(record: Any, model: list[Member]) -> None:
        if model:
            i = at % len(model)
            entry_of(record, i, len(model)).tags[:] = values
            model[i] = model[i]._replace(tags=values)

    return edit


def remove(at: int) -> Edit:
    def edit(record: Any, model: list[Member]) -> None:
        if model:
            i = at % len(model)
            del record.sections[len(model) + i], record.sections[i], model[i]

    return edit


def add(at: int, member: Member) -> Edit:
    def edit(record: Any, model: list[Member]) -> None:
        i, kind = at % (len(model) + 1), type(record)
        header = kind.Header.build(name=member.name, len_name=len(member.name.encode()) + 1)
        there = kind.Section.build(kind=1, body=kind.Member.build(header=header, body=member.body))
        entry = kind.Section.build(kind=2, body=kind.Entry.build(there=there, tags=[*member.tags]))
        record.sections.insert(len(model) + i, entry)
        record.sections.insert(i, there)
        model.insert(i, member)

    return edit


def double(at: int) -> Edit:
    def edit(record: Any, model: list[Member]) -> None:
        if model:
            i, count = at % len(model), len(model)
            there, entry = (copy.deepcopy(record.sections[j]) for j in (i, count + i))
            entry.body.there = there
            record.sections.insert(count, entry)
            record.sections.insert(0, there)
            model.insert(0, model[i])

    return edit


def turn(at: int) -> Edit:
    def edit(record: Any, model: list[Member]) -> None:
        count, i = len(model), at % (len(model) + 1)
        there, index = record.sections[:count], record.sections[count : 2 * count]
        record.sections[: 2 * count] = [*there[i:], *there[:i], *index[i:], *index[:i]]
        model[:] = [*model[i:], *model[:i]]

    return edit


def look(_: int) -> Edit:
    def edit(record: Any, model: list[Member]) -> None:
        there = (entry_of(record, i, len(model)).there for i in range(len(model)))
        assert all(each.kind == 1 for each in there)

    return edit


def write(_: int) -> Edit:
    def edit(record: Any, model: list[Member]) -> None:
        assert record.to_bytes() == stored(model)

    return edit


edits = st.one_of(
    st.builds(rename, places, names),
    st.builds(replace, places, bodies),
    st.builds(tag, places, tags),
    st.builds(remove, places),
    st.builds(add, places, members),
    st.builds(double, places),
    st.builds(turn, places),
    st.builds(look, places),
    st.builds(write, places),
)


def check(kind: Any, before: list[Member], done: list[Edit]) -> None:
    record, model = kind.from_bytes(stored(before)), [*before]
    for edit in done:
        edit(record, model)
    data = record.to_bytes()
    assert data == stored(model)
    assert kind.from_bytes(data).to_bytes() == data
    kind.from_bytes(data).validate()


drawn = given(st.lists(members, max_size=4), st.lists(edits, min_size=1, max_size=6))
fixed = settings(
    deadline=None, derandomize=True, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


TWINS = [Member("a", b"", ()), Member("a", b"", ())]


@settings(fixed, max_examples=120)
@example(TWINS, [double(1), write(0), double(1), write(0)])  # copies that a writing has told apart
@drawn
def test_edits_are_what_is_put_together_by_hand(
    kind: Any, before: list[Member], done: list[Edit]
) -> None:
    check(kind, before, done)


def test_a_copy_that_was_written_goes_on_in_the_place_of_its_original(kind: Any) -> None:
    one = Member("a", b"", ())
    check(kind, [one], [double(0), write(0), remove(1), add(0, one)])


@pytest.mark.slow  # the same, a hundred times as often
@settings(fixed, max_examples=12_000)
@drawn
def test_many_edits_are_what_is_put_together_by_hand(
    kind: Any, before: list[Member], done: list[Edit]
) -> None:
    check(kind, before, done)
