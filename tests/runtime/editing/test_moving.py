"""Elements of a list that move when others before them grow: what leads to them says so."""

from __future__ import annotations

import random
import struct
import zlib
from pathlib import Path
from typing import Any

import pytest

import quire
from quire.runtime.editing.moving.shifted import Shifted
from quire.runtime.editing.pairing import entries
from quire.runtime.writing.layout import Layout
from quire.runtime.writing.pieces import Pieces

SPEC = """
meta: {id: archive, endian: le}
seq:
  - {id: version, type: u1}
  - {id: sections, type: section, repeat: eos}
types:
  section:
    seq:
      - {id: kind, type: u1}
      - {id: body, type: {switch-on: kind, cases: {1: file, 2: entry, 3: end}}}
  file:
    seq:
      - {id: head, type: head}
      - {id: data, size: head.len_data}
  head:
    seq:
      - {id: len_data, type: u1}
      - {id: crc, type: u4, -checksum: {algorithm: crc32, over: _parent.data}}
      - {id: len_name, type: u1}
      - {id: low, type: b3}
      - {id: name, type: str, size: len_name, encoding: ASCII}
      - {id: extra, type: extra, size: 3}
  extra: {seq: [{id: number, type: u1}]}
  entry:
    seq:
      - {id: flags, type: u1}
      - {id: ofs, type: u2}
      - {id: crc, type: u4, -derive: there.body.as<file>.head.crc}
      - {id: len_name, type: u1}
      - id: name
        type: str
        size: len_name
        encoding: ASCII
        -derive: there.body.as<file>.head.name
    instances:
      there: {pos: ofs, type: section}
  end:
    seq:
      - {id: len_files, type: u2, -derive: '_root.sections.map(_.kind == 1 ? _._sizeof : 0).sum'}
      - {id: len_index, type: u2, -derive: '_root.sections.map(_.kind == 2 ? _._sizeof : 0).sum'}
      - {id: num, type: u1, -derive: '_root.sections.map(_.kind == 2 ? 1 : 0).sum'}
"""
COUNT = 12
File = tuple[bytes, bytes]
"""A name, and what is in the file."""
FILES: list[File] = [(b"n%d" % n, bytes([n]) * (n % 3)) for n in range(COUNT)]


def compiled(folder: Path, spec: str) -> Any:
    """The class of the archives of a spec."""
    (folder / "archive.ksy").write_text(spec)
    return quire.compile(folder / "archive.ksy").Archive


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Any:
    return compiled(tmp_path_factory.mktemp("spec"), SPEC)


OTHERS = {
    "big": (SPEC.replace("{id: ofs, type: u2}", "{id: ofs, type: s4be}"), ">i"),
    "with a condition": (SPEC.replace("type: section}", "type: section, if: ofs != 0}"), "<H"),
    "one before it": (SPEC.replace("pos: ofs,", "pos: ofs + 1,"), "<H"),
}
"""Specs in which a position is stored otherwise, and the number that it is stored as."""


@pytest.fixture(autouse=True)
def few_are_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(entries, "FEW", 1)


def stored(
    files: list[File],
    bits: int = 0x40,
    rest: bytes = b"\7\0\0",
    *,
    ofs: str = "<H",
    base: int = 0,
) -> bytes:
    """An archive, with a byte that has bits which no field takes, and bytes of which one is one."""
    data, index = b"\1", b""
    for name, each in files:
        crc, size = zlib.crc32(each), len(name)
        place = struct.pack(ofs, len(data) - base)
        index += b"\2\x09" + place + struct.pack("<IB", crc, size) + name
        data += struct.pack("<BBIBB", 1, len(each), crc, size, bits) + name + rest + each
    return data + index + struct.pack("<BHHB", 3, len(data) - 1, len(index), len(files))


def with_one(file: File) -> list[File]:
    return [*FILES[:5], file, *FILES[6:]]


def of_file(record: Any) -> Any:
    return record.sections[5].body


def test_nothing_is_laid_out_when_a_member_grows(
    archive: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(Layout, "settle")
    record = archive.from_bytes(stored(FILES))
    of_file(record).data = b"0123456789"
    assert record.to_bytes() == stored(with_one((FILES[5][0], b"0123456789")))
    for file, entry in zip(record.sections, record.sections[COUNT:-1], strict=False):
        assert entry.body.there is file


@pytest.mark.parametrize("name", ["abcd", "ab"])
def test_a_file_is_joined_once_whatever_follows_from_a_change(
    name: str, archive: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = [(b"ab", bytes(100)) for _ in range(COUNT)]
    record, joined = archive.from_bytes(stored(files)), list[int]()
    join = Pieces.getvalue

    def noted(pieces: Pieces) -> bytes:
        joined.append(pieces.size)
        return join(pieces)

    monkeypatch.setattr(Pieces, "getvalue", noted)
    of_file(record).head.name = name
    of_file(record).data = bytes(99) + b"1"  # its checksum follows, and what the entry says of both
    files[5] = name.encode(), bytes(99) + b"1"
    assert record.to_bytes() == stored(files)
    assert sum(size > len(stored(files)) // 2 for size in joined) == 1


def test_a_member_and_its_entry_grow_by_its_name(
    archive: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(Layout, "settle")
    record = archive.from_bytes(stored(FILES))
    of_file(record).head.name = "longer"
    assert record.to_bytes() == stored(with_one((b"longer", FILES[5][1])))
    of_file(record).head.name = ""
    assert record.to_bytes() == stored(with_one((b"", FILES[5][1])))


@pytest.mark.parametrize("which", OTHERS)
def test_positions_that_are_stored_otherwise_follow(
    which: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    spec, ofs = OTHERS[which]
    base = int("ofs + 1" in spec)
    monkeypatch.delattr(Layout, "settle")
    record = compiled(tmp_path, spec).from_bytes(stored(FILES, ofs=ofs, base=base))
    of_file(record).data = b"0123456789"
    assert record.to_bytes() == stored(with_one((FILES[5][0], b"0123456789")), ofs=ofs, base=base)


def test_positions_behind_a_text_follow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = SPEC.splitlines(keepends=True)
    ofs = next(each for each in lines if "id: ofs," in each)
    lines.remove(ofs)
    lines.insert(next(i for i, each in enumerate(lines) if "instances:" in each), ofs)
    monkeypatch.delattr(Layout, "settle")

    def behind(files: list[File]) -> bytes:
        data = stored(files)
        end = len(data) - 6
        start = end - sum(9 + len(name) for name, _ in files)
        index, pos = b"", start
        for name, _ in files:
            one = data[pos : pos + 9 + len(name)]
            index += one[:2] + one[4:] + one[2:4]
            pos += len(one)
        return data[:start] + index + data[end:]

    record = compiled(tmp_path, "".join(lines)).from_bytes(behind(FILES))
    of_file(record).data = b"0123456789"
    assert record.to_bytes() == behind(with_one((FILES[5][0], b"0123456789")))


@pytest.mark.parametrize("out", [[0], [5], [COUNT - 1], [3, 4, 5], [0, 2, 11]])
@pytest.mark.parametrize("more", [b"", b"0123456789"])
def test_members_are_taken_out_with_their_entries(
    out: list[int], more: bytes, archive: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = [each for i, each in enumerate(FILES) if i not in out]
    record = archive.from_bytes(stored(FILES))
    was = [*record.sections]
    for i in reversed([*out, *(COUNT + i for i in out)]):
        del record.sections[i]
    record.sections[1].body.data += more
    files[1] = files[1][0], files[1][1] + more
    with monkeypatch.context() as patch:
        patch.delattr(Layout, "settle")
        assert record.to_bytes() == stored(files)
    for file, entry in zip(record.sections, record.sections[len(files) : -1], strict=False):
        assert entry.body.there is file
    record.sections[1].body.data = record.sections[1].body.data.removesuffix(more or b"-")
    record.sections[:] = was
    assert record.to_bytes() == stored(FILES)


def test_a_member_is_not_taken_out_while_an_entry_leads_to_it(archive: Any) -> None:
    record = archive.from_bytes(stored(FILES))
    del record.sections[5]
    with pytest.raises(quire.FormatError):
        record.to_bytes()


def test_an_entry_alone_may_be_taken_out(archive: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    record = archive.from_bytes(stored(FILES))
    entries_at = len(stored(FILES)) - 6 - sum(9 + len(name) for name, _ in FILES)
    del record.sections[COUNT]
    size = 9 + len(FILES[0][0])
    plain = stored(FILES)
    end = struct.pack("<BHHB", 3, entries_at - 1, len(plain) - 6 - entries_at - size, COUNT - 1)
    monkeypatch.delattr(Layout, "settle")
    assert record.to_bytes() == plain[:entries_at] + plain[entries_at + size : -6] + end


def test_what_counts_the_elements_follows_when_some_are_taken_out(tmp_path: Path) -> None:
    counted = SPEC.replace(
        "type: section, repeat: eos}", "type: section, repeat: expr, repeat-expr: version}"
    )
    record = compiled(tmp_path, counted).from_bytes(bytes([2 * COUNT + 1]) + stored(FILES)[1:])
    del record.sections[COUNT + 5], record.sections[5]
    files = [*FILES[:5], *FILES[6:]]
    assert record.to_bytes() == bytes([2 * COUNT - 1]) + stored(files)[1:]


def test_an_edit_that_is_undone_leaves_the_file(archive: Any) -> None:
    record = archive.from_bytes(stored(FILES))
    was = of_file(record).data
    of_file(record).data = b"more than it was"
    assert record.to_bytes() != stored(FILES)
    of_file(record).data = was
    assert record.to_bytes() == stored(FILES)
    assert [each.body.ofs for each in record.sections if each.kind == 2] == [
        each.body.ofs for each in archive.from_bytes(stored(FILES)).sections if each.kind == 2
    ]


def test_what_no_field_takes_stays_in_elements_that_move(archive: Any) -> None:
    record = archive.from_bytes(stored(FILES, 0x55, b"\7\x08\x09"))
    of_file(record).data += b"more"
    more = with_one((FILES[5][0], FILES[5][1] + b"more"))
    plain, made = stored(more), record.to_bytes()
    start = sum(13 + len(name) + len(data) for name, data in more[:5]) + 1
    one = slice(start, start + 13 + len(more[5][0]) + len(more[5][1]))
    whole = stored(more, 0x55, b"\7\x08\x09")
    assert made[: one.start] == whole[: one.start]
    assert made[one.stop :] == whole[one.stop :]
    assert archive.from_bytes(made).to_bytes() == made != plain


@pytest.mark.parametrize("last", [b"x" * 9, b"x" * 200])
def test_a_position_without_room_is_refused_and_nothing_is_lost(
    last: bytes, tmp_path: Path
) -> None:
    narrow = compiled(tmp_path, SPEC.replace("id: ofs, type: u2", "id: ofs, type: u1"))
    record = narrow.from_bytes(stored(FILES, ofs="<B"))
    before = [each.body.ofs for each in record.sections if each.kind == 2]
    record.sections[0].body.data = last
    files = [(FILES[0][0], last), *FILES[1:]]
    if len(last) < 200:
        assert record.to_bytes() == stored(files, ofs="<B")
        return
    with pytest.raises(quire.FormatError, match="ofs"):
        record.to_bytes()
    assert [each.body.ofs for each in record.sections if each.kind == 2] == before
    record.sections[0].body.data = FILES[0][1]
    assert record.to_bytes() == stored(FILES, ofs="<B")


def edited(archive: Any, data: bytes, seed: int) -> tuple[Any, list[Any]]:
    """A record, and what comes of some edits of it, some of which was looked at."""
    draw = random.Random(seed)  # noqa: S311  # no secret
    record = archive.from_bytes(data)
    _look(record, draw)
    came: list[Any] = []
    for _ in range(3):
        for _ in range(draw.randrange(1, 3)):
            _edit(record, draw)
        try:
            came.append(record.to_bytes())
        except quire.FormatError as error:
            came.append(str(error))
        if draw.randrange(2):
            _look(record, draw)
    return record, came


def _look(record: Any, draw: random.Random) -> None:
    for _ in range(draw.choice((0, 0, 2))):
        each = draw.choice(record.sections)
        _ = each.body.there if each.kind == 2 else None


def _edit(record: Any, draw: random.Random) -> None:
    sections = record.sections
    each = draw.choice(sections)
    way = draw.randrange(12)
    if draw.randrange(6) == 0:
        _take_out(record, draw)
    elif way == 0:
        record.version = draw.randrange(9)
    elif way == 1 and draw.randrange(3) == 0:
        sections.insert(draw.randrange(len(sections)), sections.pop())
    elif each.kind == 1:
        _edit_file(each.body, draw, way)
    elif each.kind == 2:
        _edit_entry(each.body, draw, way, sections)
    else:
        each.body.num = draw.randrange(COUNT + 1)


def _take_out(record: Any, draw: random.Random) -> None:
    """Take out a member with its entry, most often; one of both, or some others, too."""
    sections = record.sections
    files = [each for each in sections if each.kind == 1]
    way = draw.randrange(6)
    if way < 4 and len(files) > 1:
        i = draw.randrange(len(files))
        entries_there = [each for each in sections if each.kind == 2]
        out = [files[i], *entries_there[i : i + 1]]
    elif way == 4:
        start = draw.randrange(len(sections))
        out = sections[start : start + draw.randrange(3)]
    else:
        out = [draw.choice(sections)]
    ids = {*map(id, out)}
    sections[:] = [each for each in sections if id(each) not in ids]


def _edit_file(file: Any, draw: random.Random, way: int) -> None:
    if way < 4:
        file.head.name = draw.choice(["abcd", "n3", "", "longer"])
    elif way < 9:
        file.data = draw.choice([file.data + b"more", file.data[:-1], b"", b"x" * 200])
    elif way == 9:
        file.head.extra.number = draw.randrange(9)
    elif way == 10:
        file.head.low = draw.randrange(8)
    else:
        file.head.crc = 5


def _edit_entry(entry: Any, draw: random.Random, way: int, sections: list[Any]) -> None:
    if way < 4:
        entry.ofs = draw.choice(sections[COUNT:-1]).body.ofs if draw.randrange(2) else 1
    elif way < 6:
        entry.there.body.head.name = "view"
    elif way < 8:
        entry.flags = draw.randrange(9)
    elif way < 10:
        entry.there = sections[draw.randrange(COUNT)]
    else:
        entry.name = draw.choice(["name", "n3"])


def outcome(archive: Any, data: bytes, seed: int) -> Any:
    """What comes of the edits, and what the record shows then."""
    try:
        record, came = edited(archive, data, seed)
    except (AttributeError, IndexError) as error:  # an edit of what was led elsewhere
        return str(error)
    shown = []
    for each in record.sections:
        body = each.body
        there = _there(body) if each.kind == 2 else None
        place = next((i for i, one in enumerate(record.sections) if one is there), None)
        shown.append((each.kind, place, repr(body)))
    return came, shown


def _there(body: Any) -> Any:
    try:
        return body.there
    except quire.FormatError:
        return None


@pytest.mark.parametrize("seed", range(150))
def test_edits_do_the_same_as_if_the_file_was_laid_out(
    seed: int, archive: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = stored(FILES)
    found = outcome(archive, data, seed)
    monkeypatch.setattr(Shifted, "_moving", None)
    assert found == outcome(archive, data, seed)


@pytest.mark.parametrize("which", OTHERS)
def test_so_do_those_where_positions_are_stored_otherwise(
    which: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    spec, ofs = OTHERS[which]
    kind, data = compiled(tmp_path, spec), stored(FILES, ofs=ofs, base=int("ofs + 1" in spec))
    found = [outcome(kind, data, seed) for seed in range(20)]
    monkeypatch.setattr(Shifted, "_moving", None)
    assert found == [outcome(kind, data, seed) for seed in range(20)]


@pytest.mark.parametrize("seed", range(100))
def test_members_that_are_taken_out_leave_what_a_layout_of_all_leaves(
    seed: int, archive: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = stored(FILES)
    found = without_some(archive, data, seed)
    monkeypatch.setattr(entries, "FEW", 1 << 30)
    assert found == without_some(archive, data, seed)


def without_some(archive: Any, data: bytes, seed: int) -> list[Any]:
    """What comes of a record from which members are taken out, while others are edited."""
    draw = random.Random(seed)  # noqa: S311  # no secret
    record = archive.from_bytes(data)
    came: list[Any] = []
    for _ in range(3):
        _look(record, draw)
        _take_out(record, draw)
        files = [each.body for each in record.sections if each.kind == 1]
        for file in draw.sample(files, draw.randrange(3)):
            _edit_file(file, draw, draw.randrange(11))
        try:
            came.append(record.to_bytes())
        except quire.FormatError as error:
            came.append(str(error))
    return [came, [repr(each) for each in record.sections]]
