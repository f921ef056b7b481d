"""Elements of a list that know where they began: an edit of one leaves those alone that are far."""

from __future__ import annotations

import random
import struct
import zlib
from collections.abc import Callable
from typing import Any

import pytest

import quire
from quire.runtime.editing.pairing import entries
from quire.runtime.editing.pairing.pairing import Pairing

SPEC = """
meta: {id: archive, endian: le}
seq:
  - {id: version, type: u1}
  - {id: sections, type: section, repeat: eos}
types:
  section:
    seq:
      - {id: kind, type: u1}
      - {id: body, type: {switch-on: kind, cases: {1: file, 2: entry, 3: count}}}
  file:
    seq:
      - {id: head, type: head}
      - {id: data, size: head.size}
  head:
    seq:
      - {id: size, type: u1}
      - {id: crc, type: u4, -checksum: {algorithm: crc32, over: _parent.data}}
      - {id: name, type: str, size: 4, encoding: ASCII}
      - {id: flags, type: flags, size: 2}
  flags: {seq: [{id: low, type: u1}]}
  entry:
    seq:
      - {id: ofs, type: u1}
      - {id: name, type: str, size: 4, encoding: ASCII, -derive: there.body.as<file>.head.name}
      - {id: crc, type: u4, -derive: there.body.as<file>.head.crc}
    instances:
      there: {pos: ofs, type: section}
  count:
    seq: [{id: num, type: u1, -derive: '_root.sections.map(_.kind == 2 ? 1 : 0).sum'}]
"""

COUNT = 12


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Any:
    path = tmp_path_factory.mktemp("specs") / "archive.ksy"
    path.write_text(SPEC)
    return quire.compile(path).Archive


def stored(names: list[bytes], data: list[bytes]) -> bytes:
    files, places = b"\1", []
    for name, each in zip(names, data, strict=True):
        places.append(len(files))
        files += struct.pack("<BBI4sBB", 1, len(each), zlib.crc32(each), name, 9, 8) + each
    rows = zip(places, names, data, strict=True)
    index = (struct.pack("<BB4sI", 2, at, name, zlib.crc32(each)) for at, name, each in rows)
    return files + b"".join(index) + bytes([3, len(names)])


NAMES = [b"n%03d" % n for n in range(COUNT)]
DATA = [bytes([n]) * (n % 3) for n in range(COUNT)]


def all_looked_at(record: Any) -> None:
    for each in record.sections:
        _ = each.body.there.body.head.flags if each.kind == 2 else None


@pytest.mark.parametrize("look", [lambda _: None, all_looked_at], ids=["unseen", "seen"])
def test_what_leads_to_an_edited_element_follows_and_nothing_else_is_paired(
    look: Callable[[Any], None], archive: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(entries, "FEW", 1)
    paired: list[Any] = []
    within = Pairing._within

    def counted(self: Any, left: Any, right: Any, part: Any) -> Any:
        paired.append(left)
        return within(self, left, right, part)

    monkeypatch.setattr(Pairing, "_within", counted)
    record = archive.from_bytes(stored(NAMES, DATA))
    look(record)
    file = record.sections[5].body
    file.head.name, file.data = "else", b"xy"
    names, data = [*NAMES[:5], b"else", *NAMES[6:]], [*DATA[:5], b"xy", *DATA[6:]]
    assert record.to_bytes() == stored(names, data)
    assert {id(each.body) for each in record.sections}.intersection(map(id, paired)) == {
        id(record.sections[i].body)
        for i in (5, 5 + COUNT, -1)  # the last one counts all of them
    }


def test_an_element_that_goes_by_what_is_around_it_is_made_anew(
    archive: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(entries, "FEW", 1)
    data = stored(NAMES, DATA)
    record = archive.from_bytes(data)
    del record.sections[-2]
    assert record.to_bytes() == data[:-12] + bytes([3, COUNT - 1])


def test_wrong_entries_far_from_an_edit_stay_wrong(
    archive: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(entries, "FEW", 1)
    data = bytearray(stored(NAMES, DATA))
    data[-8] ^= 1  # in the name that the last entry has
    record = archive.from_bytes(bytes(data))
    record.sections[0].body.head.name = "else"
    file, entry = 1 + 6, len(data) - 2 - 10 * COUNT + 2  # where the name of the first one stands
    data[file : file + 4] = data[entry : entry + 4] = b"else"
    assert record.to_bytes() == bytes(data)


def test_an_element_that_was_built_takes_the_place_of_one_that_was_read(
    archive: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(entries, "FEW", 1)
    data = stored(NAMES, DATA)
    record = archive.from_bytes(data)
    record.sections[-1] = archive.Section.build(kind=3, body=archive.Count.build())
    assert record.to_bytes() == data


def edited(archive: Any, data: bytes, seed: int) -> Any:
    """What comes of some edits, of a file that some of was looked at."""
    draw = random.Random(seed)  # noqa: S311  # no secret
    record = archive.from_bytes(data)
    for _ in range(draw.randrange(3)):
        each = draw.choice(record.sections)
        _ = each.body.there if each.kind == 2 else None
    came = []
    for _ in range(2):
        for _ in range(draw.randrange(1, 4)):
            _edit(record, draw)
        try:
            came.append(record.to_bytes())
        except quire.FormatError as error:
            came.append(str(error))
    return came


def _edit(record: Any, draw: random.Random) -> None:
    sections = record.sections
    each = draw.choice(sections)
    body = each.body
    way = draw.randrange(8)
    if way == 0:
        record.version = draw.randrange(9)
    elif way == 1:
        sections.insert(draw.randrange(len(sections)), sections.pop())
    elif each.kind == 1:
        if way < 4:
            body.head.name = draw.choice(["abcd", "n003"])
        elif way < 6:
            body.data = bytes(body.data[:-1]) + b"?" * draw.randrange(1, 3)
        elif way == 6:
            body.head.flags.low = draw.randrange(9)
        else:
            body.head.crc = 5
    elif each.kind == 2:
        if way < 4:
            body.ofs = draw.choice(sections).body.ofs if draw.randrange(2) else 1
        elif way < 6:
            body.there.body.head.name = "view"
        else:
            body.name = "name"
    else:
        body.num = draw.randrange(COUNT + 1)


@pytest.mark.parametrize("seed", range(150))
def test_edits_do_the_same_as_if_all_elements_were_gone_through(
    seed: int, archive: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = stored(NAMES, DATA)
    monkeypatch.setattr(entries, "FEW", 1 << 30)
    expected = outcome(archive, data, seed)
    monkeypatch.setattr(entries, "FEW", 1)
    assert outcome(archive, data, seed) == expected


def outcome(archive: Any, data: bytes, seed: int) -> Any:
    try:
        return edited(archive, data, seed)
    except AttributeError as error:  # an edit of what an earlier one has led elsewhere
        return str(error)
