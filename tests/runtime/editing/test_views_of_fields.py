"""An instance over the bytes of a field: a record of the field, or bits in a list."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import quire
from tests.runtime.writing.test_building import compiled

HEADED = """
seq: [{id: head, type: head}, {id: tail, type: u1}]
instances:
  view: {pos: 0, type: head}
  inner: {pos: 1, type: part}
types:
  head:
    seq:
      - {id: num, type: b4}
      - {id: more, type: b4, repeat: expr, repeat-expr: num}
      - {id: part, type: part}
  part: {seq: [{id: name, type: strz}]}
"""
FILE = b"\x1f" + b"ab\0" + b"!"


@pytest.fixture
def headed(tmp_path: Path) -> Any:
    return compiled(tmp_path, HEADED)


@pytest.mark.parametrize("looked", [False, True])
@pytest.mark.parametrize("name", ["", "ab", "longer"])
def test_a_view_is_of_the_record_that_has_replaced_another_in_its_field(
    headed: Any, name: str, *, looked: bool
) -> None:
    record = headed.from_bytes(FILE)
    if looked:
        assert record.view.part.name == record.inner.name == "ab"
    record.head = {"more": [5], "part": {"name": name}}
    written = record.to_bytes()
    assert written == b"\x15" + name.encode() + b"\0!"
    again = headed.from_bytes(written)
    assert again.view.part.name == again.inner.name == name


def test_a_list_of_bits_is_edited_by_a_view(headed: Any) -> None:
    record = headed.from_bytes(FILE)
    record.view.more[0] = 3
    assert record.to_bytes() == b"\x13" + FILE[1:]


STRINGS = """
seq:
  - {id: num, type: u1}
  - {id: items, type: item, repeat: expr, repeat-expr: num}
  - {id: len_strings, type: u1}
  - {id: strings, type: strings, size: len_strings}
types:
  item:
    seq: [{id: ofs_name, type: u1}]
    instances: {name: {io: _root.strings._io, pos: ofs_name, type: strz}}
  strings: {seq: [{id: entries, type: strz, repeat: eos}]}
"""
TAIL = "main", "aim", "im", "fini"
"""Names of which one is the end of another one."""


def named(strings: tuple[str, ...], places: tuple[int, ...]) -> bytes:
    table = b"".join(each.encode() + b"\0" for each in strings)
    return bytes([len(places), *places, len(table)]) + table


@pytest.mark.parametrize("looked", [False, True])
@pytest.mark.parametrize(
    ("edited", "places", "names"),
    [
        (("main", "aim", "fini"), (0, 5, 6, 9), TAIL),
        (("m", "aim", "fini"), (0, 2, 3, 6), ("m", *TAIL[1:])),
        (("", "aim", "fini"), (0, 1, 2, 5), ("", *TAIL[1:])),
        (("mainly", "aim", "fini"), (0, 7, 8, 11), ("mainly", *TAIL[1:])),
        (("main", "claim", "fini"), (0, 5, 8, 11), ("main", "claim", *TAIL[2:])),
        (("main", "aims", "fini"), (0, 5, 6, 10), ("main", "aims", "ims", *TAIL[3:])),
        (("main", "new", "aim", "fini"), (0, 9, 10, 13), TAIL),
        (("main", "bit", "fini"), (0, 5, 6, 9), ("main", "bit", "it", *TAIL[3:])),
    ],
)
def test_what_a_view_is_over_moves_with_texts_that_grow_in_front_of_it(
    edited: tuple[str, ...],
    places: tuple[int, ...],
    names: tuple[str, ...],
    tmp_path: Path,
    *,
    looked: bool,
) -> None:
    kind = compiled(tmp_path, STRINGS)
    record = kind.from_bytes(named(("main", "aim", "fini"), (0, 5, 6, 9)))
    if looked:
        assert tuple(each.name for each in record.items) == TAIL
    record.strings.entries = [*edited]
    for _ in range(2):
        written = record.to_bytes()
        assert tuple(each.name for each in kind.from_bytes(written).items) == names
        assert written == named(edited, places)


EVEN = """
meta: {id: even}
seq:
  - {id: ofs_note, type: u1}
  - {id: ofs_second, type: u1}
  - {id: len_title, type: u1}
  - {id: title, size: len_title}
  - {id: texts, type: text, repeat: expr, repeat-expr: 3}
  - {id: notes, size: 2}
instances:
  note: {pos: ofs_note, type: u1}
  second: {pos: ofs_second, type: text}
types:
  text: {seq: [{id: len_body, type: u1}, {id: body, size: len_body}]}
"""


@pytest.mark.parametrize("is_seen", [False, True])
@pytest.mark.parametrize(
    ("edits", "written"),
    [
        ({"title": b"", "texts[2]": b"xC"}, b"\x0b\x05\0\1A\1B\2xCNn"),
        ({"texts[0]": b"", "texts[2]": b"xC"}, b"\x0b\x05\1T\0\1B\2xCNn"),
        ({"texts[0]": b"xA", "texts[1]": b""}, b"\x0b\x07\1T\2xA\0\1CNn"),
        ({"texts[0]": b"a", "texts[2]": b"c"}, b"\x0b\x06\1T\1a\1B\1cNn"),
    ],
)
def test_what_is_between_edits_that_make_up_for_each_other_is_led_to(
    tmp_path: Path, edits: dict[str, bytes], written: bytes, *, is_seen: bool
) -> None:
    """The file is as long as before, and the note where it was; the second text may have moved."""
    path = tmp_path / "even.ksy"
    path.write_text(EVEN, "utf-8")
    record = quire.compile(path).Even.from_bytes(b"\x0b\x06\1T\1A\1B\1CNn")
    assert not is_seen or (record.note, record.second.body) == (ord("n"), b"B")
    for name, value in edits.items():
        if name == "title":
            record.title = value
        else:
            record.texts[int(name[6])].body = value
    assert record.to_bytes() == written


UNPACKED = """
meta: {id: packed}
seq: [{id: len_box, type: u1}, {id: box, size: len_box, PROCESStype: box}]
types:
  box:
    seq:
      - {id: ofs_second, type: u1}
      - {id: len_title, type: u1}
      - {id: title, size: len_title}
      - {id: texts, type: text, repeat: eos}
    instances: {second: {pos: ofs_second, type: text}}
  text: {seq: [{id: len_body, type: u1}, {id: body, size: len_body}]}
"""


def inverted(data: bytes) -> bytes:
    return bytes(byte ^ 0xFF for byte in data)


@pytest.mark.parametrize("is_seen", [False, True])
@pytest.mark.parametrize(
    ("process", "pack", "unpack"),
    [
        ("", bytes, bytes),
        ("process: xor(255), ", inverted, inverted),
        ("process: zlib, ", zlib.compress, zlib.decompress),
    ],
)
def test_positions_in_a_stream_that_is_unpacked_follow_what_moves_in_it(
    tmp_path: Path,
    process: str,
    pack: Callable[[bytes], bytes],
    unpack: Callable[[bytes], bytes],
    *,
    is_seen: bool,
) -> None:
    path = tmp_path / "packed.ksy"
    path.write_text(UNPACKED.replace("PROCESS", process), "utf-8")
    stored = pack(b"\6\1T\2ab\1B")
    record = quire.compile(path).Packed.from_bytes(bytes([len(stored)]) + stored)
    assert not is_seen or record.box.second.body == b"B"
    record.box.title = b"TTT"
    assert unpack(record.to_bytes()[1:]) == b"\x08\3TTT\2ab\1B"
    record.box.title, record.box.texts[0].body = b"", b"abc"
    assert unpack(record.to_bytes()[1:]) == b"\6\0\3abc\1B"


BYTES = """
seq:
  - {id: num, type: u2}
  - {id: deep, type: deep}
  - {id: rest, size-eos: true}
instances:
  low: {pos: 0, type: u1}
  text: {pos: 3, type: strz}
types:
  deep: {seq: [{id: raw, size: 4}]}
"""
OF_BYTES = b"\1\2ab\0cde"


def test_a_field_shows_what_a_view_of_its_bytes_has_written(tmp_path: Path) -> None:
    record = compiled(tmp_path, BYTES).from_bytes(OF_BYTES)
    assert (record.num, record.deep.raw) == (0x201, b"ab\0c")
    record.low = 7
    assert record.to_bytes() == b"\7" + OF_BYTES[1:]
    assert record.num == 0x207
    record.low = 8  # once more, by the same view
    assert record.to_bytes() == b"\x08" + OF_BYTES[1:]
    assert record.num == 0x208
    record.num = 0x309  # the field has the say of what the view does not show
    with pytest.raises(quire.FormatError, match="low: given other bytes, but other fields"):
        record.to_bytes()
    record.low = 9
    assert record.to_bytes() == b"\x09\3" + OF_BYTES[2:]
    record.text = "B"
    assert record.to_bytes() == b"\x09\3aB\0cde"
    assert record.deep.raw == b"aB\0c"


LISTED = """
seq: [{id: block, type: block}, {id: rest, size-eos: true}]
instances: {again: {pos: 0, type: block}}
types:
  block: {seq: [{id: len, type: u1}, {id: numbers, size: len, type: numbers}]}
  numbers: {seq: [{id: all, type: u1, repeat: eos}]}
"""


def test_a_list_of_numbers_shows_what_a_view_of_its_bytes_has_written(tmp_path: Path) -> None:
    record = compiled(tmp_path, LISTED).from_bytes(b"\3abc...")
    numbers, view = record.block.numbers.all, record.again.numbers.all
    view[1] = ord("B")
    assert record.to_bytes() == b"\3aBc..."
    assert bytes(numbers) == b"aBc"
    assert record.block.numbers.all is numbers
    view[1] = ord("b")
    assert record.to_bytes() == b"\3abc..."
    assert bytes(numbers) == b"abc"
    numbers[2] = ord("C")
    assert record.to_bytes() == b"\3abC..."
    assert bytes(view) == b"abC"


def test_a_view_that_takes_other_bytes_is_refused_with_what_to_change(tmp_path: Path) -> None:
    for text, size in ("", 1), ("bc", 3), ("b" * 20, 21):
        record = compiled(tmp_path, BYTES).from_bytes(OF_BYTES)
        record.text = text
        refused = f"text: given {size} bytes, but other fields have 2 bytes there: change these"
        with pytest.raises(quire.FormatError, match=refused):
            record.to_bytes()


WORDS = """
seq:
  - {id: pixels, size: 4, -array: {dtype: u1, shape: ['4']}}
  - {id: left, size: 2}
  - {id: right, size: 2}
  - {id: last, size: 2}
instances:
  word: {pos: 0, type: u4}
  first: {pos: 4, type: u2}
  second: {pos: 6, type: u2}
"""


def test_an_array_shows_what_a_view_of_its_bytes_has_written(tmp_path: Path) -> None:
    record = compiled(tmp_path, WORDS).from_bytes(bytes(range(10)))
    record.word = 0x01020304
    written = record.to_bytes()
    assert written == b"\4\3\2\1" + bytes(range(4, 10))
    assert record.pixels.tolist() == [4, 3, 2, 1]
    record.word = 0x05060708
    assert record.to_bytes()[:4] == b"\x08\7\6\5"
    assert record.pixels.tolist() == [8, 7, 6, 5]
    del record.word
    record.pixels = record.pixels + 1
    assert record.to_bytes()[:4] == b"\x09\x08\7\6"


def test_views_of_several_fields_are_edited_together(tmp_path: Path) -> None:
    record = compiled(tmp_path, WORDS).from_bytes(bytes(range(10)))
    record.first, record.second = 0x4142, 0x4344
    assert record.to_bytes() == b"\0\1\2\3BADC\x08\x09"
    assert (record.left, record.right, record.last) == (b"BA", b"DC", b"\x08\x09")
    record.left = b"zz"
    with pytest.raises(quire.FormatError, match="other fields are at the same place"):
        record.to_bytes()


INDEXED = """
seq:
  - {id: num, type: u1}
  - {id: items, type: item, repeat: expr, repeat-expr: num}
  - {id: entries, type: entry, repeat: expr, repeat-expr: num}
types:
  item: {seq: [{id: name, type: str, size: 4}, {id: len, type: u1}, {id: body, size: len}]}
  entry:
    seq:
      - {id: ofs, type: u1}
      - {id: name, type: str, size: 4, -derive: upper}
    instances:
      item: {pos: ofs, type: item}
      upper: {value: item.name}
"""


@pytest.mark.parametrize("looked", [False, True])
def test_what_follows_from_a_view_follows_an_edit_that_stays_in_place(
    tmp_path: Path, *, looked: bool
) -> None:
    kind = compiled(tmp_path, INDEXED)
    record = kind.from_bytes(b"\2" + b"aaaa\1x" + b"bbbb\0" + b"\1aaaa" + b"\7bbbb")
    if looked:
        assert [each.item.name for each in record.entries] == ["aaaa", "bbbb"]
    record.items[0].name = "cccc"
    assert record.to_bytes() == b"\2" + b"cccc\1x" + b"bbbb\0" + b"\1cccc" + b"\7bbbb"
    record.items[0].name = "aaaa"
    record.items[1].name = "dddd"
    assert record.to_bytes() == b"\2" + b"aaaa\1x" + b"dddd\0" + b"\1aaaa" + b"\7dddd"


BEYOND = """
seq: [{id: len, type: u1}, {id: name, type: str, size: len}, {id: num, type: u1}]
instances:
  view: {pos: 1, size: 6}
  nothing: {pos: 9, size: 0}
  body: {pos: 10, size: 2}
  longer: {pos: 10, size: 4}
"""
BEHIND = b"\2ab\7" + b"cdefgh" + b"ijklmn"
"""Fields of four bytes, then what instances and nobody has."""


def test_what_stands_behind_a_view_stays_when_what_it_is_over_is_edited(tmp_path: Path) -> None:
    kind = compiled(tmp_path, BEYOND)
    record = kind.from_bytes(BEHIND)
    assert (record.view, record.nothing, record.body) == (b"ab\7cde", b"", b"ij")
    assert record.longer == b"ijkl"
    record.num = 8
    record.body = b"IJ"
    assert record.to_bytes() == b"\2ab\x08cdefghIJklmn"


def test_what_stands_behind_a_view_moves_with_what_grows(tmp_path: Path) -> None:
    record = compiled(tmp_path, GROWING).from_bytes(b"\4\2ab\7" + b"cdefgh")
    assert record.view == b"ab\7cde"
    record.name = "abc"
    made = record.to_bytes()
    assert made[1:6] == b"\3abc\7"
    assert made[6:] == b"cdefgh"


GROWING = """
seq:
  - {id: ofs, type: u1}
  - {id: len, type: u1}
  - {id: name, type: str, size: len}
  - {id: num, type: u1}
instances:
  view: {pos: 2, size: 6}
"""


@pytest.mark.parametrize("ofs", [0, 9])
def test_a_gap_in_front_of_what_takes_nothing_stays(tmp_path: Path, ofs: int) -> None:
    kind = compiled(tmp_path, GAPS)
    record = kind.from_bytes(bytes([2, ofs, 11]) + b"ab" + b"cdefgh" + b"ij")
    assert (record.nothing, record.body) == (b"", b"ij")
    record.name = "abc"
    assert record.to_bytes()[3:] == b"abc" + b"cdefgh" + b"ij"


def test_a_gap_in_front_of_what_is_emptied_stays(tmp_path: Path) -> None:
    kind = compiled(tmp_path, EMPTIED)
    record = kind.from_bytes(b"\7\2\x0b" + b"ab" + b"cd" + b"ef" + b"gh" + b"ij")
    assert (record.first, record.second) == (b"ef", b"ij")
    record.first = b""
    assert record.to_bytes() == b"\7\0\x09" + b"ab" + b"cd" + b"gh" + b"ij"


GAPS = """
seq:
  - {id: len, type: u1}
  - {id: ofs_nothing, type: u1}
  - {id: ofs_body, type: u1}
  - {id: name, type: str, size: len}
instances:
  nothing: {pos: ofs_nothing, size: 0}
  body: {pos: ofs_body, size: 2}
"""
EMPTIED = """
seq:
  - {id: ofs_first, type: u1}
  - {id: len_first, type: u1}
  - {id: ofs_second, type: u1}
  - {id: name, type: str, size: 2}
instances:
  first: {pos: ofs_first, size: len_first}
  second: {pos: ofs_second, size: 2}
"""


LONGER = """
seq: [{id: code, type: u1}, {id: sub, type: sub}, {id: name, size: 2}]
instances:
  whole: {pos: 0, type: whole}
types:
  sub: {instances: {flag: {pos: 0, type: b1}}}
  whole: {seq: [{id: code, type: u1}, {id: rest, terminator: 0x28}]}
"""


@pytest.mark.parametrize("looked", [False, True])
@pytest.mark.parametrize("first", [0x7B, 0xFB])
def test_a_view_that_is_longer_than_all_fields_is_edited_beside_a_view_that_was_looked_at(
    tmp_path: Path, first: int, *, looked: bool
) -> None:
    record: Any = compiled(tmp_path, LONGER).from_bytes(bytes([first]) + b"ab" + b"cd(")
    if looked:
        assert record.sub.flag == (first > 0x7F)
    record.whole.code = 0
    assert record.to_bytes() == b"\0abcd("
    assert record.code == 0


AGAIN = """
seq:
  - {id: block, type: block}
  - {id: ofs, type: u1}
instances:
  again: {pos: ofs, type: block}
types:
  block:
    seq: [{id: len, type: u1}, {id: numbers, type: u1, repeat: expr, repeat-expr: len}]
"""


@pytest.mark.parametrize("is_seen", [False, True])
def test_numbers_of_a_record_are_those_that_a_view_of_it_was_given(
    tmp_path: Path, *, is_seen: bool
) -> None:
    record = compiled(tmp_path, AGAIN).from_bytes(b"\3abc\0")
    numbers = record.block.numbers
    if is_seen:
        assert list(record.again.numbers) == [*b"abc"]
    record.again.numbers[1] = ord("Z")
    assert record.to_bytes() == b"\3aZc\0"
    assert numbers is record.block.numbers
    assert list(numbers) == list(record.again.numbers) == [*b"aZc"]
    numbers[1] = ord("b")
    with pytest.raises(quire.FormatError, match=r"numbers\[1\]: .* the file would have 90"):
        record.to_bytes()
    record.again.numbers[1] = ord("b")
    for _ in range(2):
        assert record.to_bytes() == b"\3abc\0"
        assert list(numbers) == list(record.again.numbers) == [*b"abc"]


PLACED = """
seq:
  - {id: len_name, type: u1}
  - {id: name, size: len_name}
  - {id: ofs, type: u1}
  - {id: len_data, type: u1}
  - {id: data, size: len_data}
  - {id: more, size: 2}
instances: {body: {pos: ofs, size: 2}, inner: {pos: ofs, type: inner}}
types: {inner: {seq: [{id: first, type: u1}]}}
"""


@pytest.mark.parametrize("is_seen", [False, True])
@pytest.mark.parametrize("more", [b"..", b"!?"])
@pytest.mark.parametrize("name", [b"n", b"nn", b"", b"m"])
@pytest.mark.parametrize("data", [b"abcd", b"abXY", b"ABCD", b"abcdE", b"abc"])
def test_a_view_moves_with_the_field_that_it_is_over_whatever_else_is_edited(
    data: bytes, name: bytes, more: bytes, tmp_path: Path, *, is_seen: bool
) -> None:
    def stored(name: bytes, data: bytes, more: bytes) -> bytes:
        ofs = 1 + len(name) + 2 + 1  # the second byte of the data
        return bytes([len(name)]) + name + bytes([ofs, len(data)]) + data + more

    record = compiled(tmp_path, PLACED).from_bytes(stored(b"n", b"abcd", b".."))
    if is_seen:
        assert (record.body, record.inner.first) == (b"bc", ord("b"))
    record.data, record.name, record.more = data, name, more
    for _ in range(2):
        assert record.to_bytes() == stored(name, data, more)
        assert (record.body, record.inner.first) == (data[1:3], data[1])


LED_TO = """
seq:
  - {id: lims, type: lim, repeat: expr, repeat-expr: 3}
  - {id: recs, type: rec, repeat: eos}
types:
  lim: {seq: [{id: low, type: u1}, {id: high, type: u1}]}
  rec:
    seq: [{id: ofs, type: u1}]
    instances:
      lim: {io: _root._io, pos: ofs, type: lim}
"""
LED = b"aAbBcC" + bytes([0, 2, 4, 0])


def _exchange(record: Any) -> None:
    recs = record.recs
    recs[0], recs[1] = recs[1], recs[0]


@pytest.mark.parametrize("between", [0, 1])
def test_a_view_is_edited_that_was_kept_while_something_moved(tmp_path: Path, between: int) -> None:
    record = compiled(tmp_path, LED_TO).from_bytes(LED)
    kept = record.recs[3].lim
    _exchange(record)
    for _ in range(1 + between):
        assert record.to_bytes() == b"aAbBcC" + bytes([2, 0, 4, 0])
    kept.high = ord("!")
    assert record.to_bytes() == record.to_bytes() == b"a!bBcC" + bytes([2, 0, 4, 0])
    assert record.lims[0].high == record.recs[3].lim.high == ord("!")
    kept.high = ord("?")
    assert record.to_bytes() == b"a?bBcC" + bytes([2, 0, 4, 0])


def _led_away(folder: Path) -> tuple[Any, Any]:
    """A record, and a view that was kept over a write, and is led elsewhere since."""
    record = compiled(folder, LED_TO).from_bytes(LED)
    kept = record.recs[3].lim
    _exchange(record)
    assert record.to_bytes() == b"aAbBcC" + bytes([2, 0, 4, 0])
    record.recs[3].ofs = 2
    assert record.to_bytes() == b"aAbBcC" + bytes([2, 0, 4, 2])
    return record, kept


def test_a_view_that_was_kept_is_led_elsewhere(tmp_path: Path) -> None:
    record, kept = _led_away(tmp_path)
    assert (kept.low, kept.high) == (ord("b"), ord("B"))
    record.recs[3].ofs = 0
    assert record.to_bytes() == b"aAbBcC" + bytes([2, 0, 4, 0])
    kept.low = ord("!")
    assert record.to_bytes() == record.to_bytes() == b"!AbBcC" + bytes([2, 0, 4, 0])


def test_a_view_that_was_kept_is_edited_where_it_is_led(tmp_path: Path) -> None:
    record, kept = _led_away(tmp_path)
    kept.low = ord("!")
    assert record.to_bytes() == record.to_bytes() == b"aA!BcC" + bytes([2, 0, 4, 2])


def test_a_view_that_was_kept_contradicts_what_took_its_place(tmp_path: Path) -> None:
    record = compiled(tmp_path, LED_TO).from_bytes(LED)
    kept = record.recs[3].lim
    _exchange(record)
    record.to_bytes()
    kept.low, record.lims[0].low = b"!?"
    with pytest.raises(quire.FormatError, match=r"lims\[0\] is at the same place"):
        record.to_bytes()
