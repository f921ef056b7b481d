"""Records that were read elsewhere, edited there, and put into a file."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from quire import ContradictionError, FormatError
from tests.runtime.writing.test_building import compiled

LISTED = """
seq:
  - {id: count, type: u1}
  - {id: entries, type: entry, repeat: expr, repeat-expr: count}
types:
  entry:
    seq:
      - {id: head, type: head}
      - {id: ofs, type: u1}
    instances:
      there: {pos: ofs, size: 2, io: _root._io}
  head:
    seq: [{id: len_text, type: u1}, {id: text, size: len_text}]
"""

FLAT = """
seq:
  - {id: count, type: u1}
  - {id: entries, type: entry, repeat: expr, repeat-expr: count}
types:
  entry: {seq: [{id: len_text, type: u1}, {id: text, size: len_text}]}
"""

TABLE = """
seq:
  - {id: count, type: u1}
  - {id: entries, type: entry, repeat: expr, repeat-expr: count}
types:
  entry:
    seq: [{id: ofs, type: u1}, {id: len, type: u1}]
    instances:
      text: {pos: ofs, size: len}
"""

STORED = b"\3\3abc\x0d\2de\x0d\1f\x0dXYZWUV"


def deep(record: Any) -> Any:
    return copy.deepcopy(record.entries[0])


def pickled(record: Any) -> Any:
    return pickle.loads(pickle.dumps(record.entries[0]))  # noqa: S301  # our own


def in_a_copy(record: Any) -> Any:
    return copy.deepcopy(record).entries[0]


def of_another_file(record: Any) -> Any:
    return type(record).from_bytes(STORED).entries[0]


def taken_out(record: Any) -> Any:
    return type(record).from_bytes(STORED).entries.pop(0)


def among_others_taken_out(record: Any) -> Any:
    other = type(record).from_bytes(STORED)
    del other.entries[1:]
    return other.entries.pop(0)


BROUGHT = [deep, pickled, in_a_copy, of_another_file, taken_out, among_others_taken_out]

brought = pytest.mark.parametrize("bring", BROUGHT)


def append(record: Any, entry: Any) -> Any:
    record.entries.append(entry)
    return record


def replace(record: Any, entry: Any) -> Any:
    record.entries[0] = entry
    return record


def build(record: Any, entry: Any) -> Any:
    return type(record).build(entries=[entry])


@brought
@pytest.mark.parametrize("put", [append, replace, build])
@pytest.mark.parametrize("is_before", [True, False])
def test_a_length_that_somebody_has_set_is_told(
    bring: Callable[[Any], Any], put: Any, is_before: Any, tmp_path: Path
) -> None:
    kind = compiled(tmp_path, LISTED)
    record = kind.from_bytes(STORED)
    entry = bring(record)
    if is_before:
        entry.head.len_text = 2
    record = put(record, entry)
    entry.head.len_text = 2
    with pytest.raises(ContradictionError, match="len_text: given 2, but text makes it 3"):
        record.to_bytes()
    entry.head.text = b"de"
    assert kind.from_bytes(record.to_bytes()).entries[-1 if put is append else 0].head.text == b"de"


@brought
@pytest.mark.parametrize("put", [append, replace, build])
def test_a_length_that_nobody_has_set_follows(bring: Any, put: Any, tmp_path: Path) -> None:
    kind = compiled(tmp_path, LISTED)
    record = kind.from_bytes(STORED)
    entry = bring(record)
    entry.head.text = b"longer"
    record = put(record, entry)
    again = kind.from_bytes(record.to_bytes()).entries[-1 if put is append else 0]
    assert (again.head.len_text, again.head.text, again.there) == (6, b"longer", b"XY")


@pytest.mark.parametrize("bring", [deep, pickled, in_a_copy, of_another_file])
def test_a_position_that_somebody_has_set_stays(bring: Any, tmp_path: Path) -> None:
    record = compiled(tmp_path, LISTED).from_bytes(STORED)
    record.entries[0] = bring(record)
    record.entries[0].ofs = 14
    assert record.to_bytes() == b"\3\3abc\x0e\2de\x0d\1f\x0dXYZWUV"


def test_what_was_edited_before_it_was_copied_is_told(tmp_path: Path) -> None:
    record = compiled(tmp_path, LISTED).from_bytes(STORED)
    record.entries[0].head.len_text = 2
    record.entries[0] = copy.deepcopy(record.entries[0])
    with pytest.raises(ContradictionError, match="len_text: given 2, but text makes it 3"):
        record.to_bytes()


def test_what_was_written_before_it_was_copied_is_told(tmp_path: Path) -> None:
    record = compiled(tmp_path, LISTED).from_bytes(STORED)
    record.entries[0].head.text = b"hello"
    record.to_bytes()
    record.entries[0] = copy.deepcopy(record.entries[0])
    record.entries[0].head.len_text = 3
    with pytest.raises(ContradictionError, match="len_text: given 3, but text makes it 5"):
        record.to_bytes()


def test_many_copies_are_put_in_one_after_the_other(tmp_path: Path) -> None:
    """Each takes its file along; the files that those before have taken along are not copied."""
    spec = LISTED.replace("    instances:\n      there: {pos: ofs, size: 2, io: _root._io}\n", "")
    kind = compiled(tmp_path, spec)
    record = kind.from_bytes(STORED)
    for i in range(100):
        record.entries.append(copy.deepcopy(record.entries[0]))
        record.entries[-1].head.text = b"%d" % i
    again = kind.from_bytes(record.to_bytes())
    assert [each.head.text for each in again.entries[3:]] == [b"%d" % i for i in range(100)]
    assert record.entries[-1]._holder is record


def test_a_copy_of_a_file_with_records_of_others_has_copies_of_these(tmp_path: Path) -> None:
    record = compiled(tmp_path, LISTED).from_bytes(STORED)
    record.entries.append(copy.deepcopy(record.entries[1]))
    copied = copy.deepcopy(record)
    copied.entries[3].head.text = b"other"
    assert record.entries[3].head.text == b"de"
    assert [each.head.text for each in copied.entries] == [b"abc", b"de", b"f", b"other"]
    assert copied.to_bytes()[:1] == record.to_bytes()[:1] == b"\4"


HELD = """
seq: [{id: head, type: text}, {id: ofs, type: u1}]
instances: {there: {pos: ofs, type: text}}
types: {text: {seq: [{id: len_text, type: u1}, {id: text, size: len_text}]}}
"""


@pytest.mark.parametrize("name", ["head", "there"])
def test_a_copy_of_a_file_has_what_was_set_of_a_copy_in_it(name: str, tmp_path: Path) -> None:
    record = compiled(tmp_path, HELD).from_bytes(b"\3abc\5\3def")
    text = copy.deepcopy(getattr(record, name))
    text.len_text = 2
    setattr(record, name, text)
    copied = copy.deepcopy(copy.deepcopy(record))
    for each in (copied, record):
        with pytest.raises(ContradictionError, match="len_text: given 2, but text makes it 3"):
            each.to_bytes()
    getattr(copied, name).text = b"xy"
    written = b"\2xy\4\3def" if name == "head" else b"\3abc\5\2xy"
    assert copied.to_bytes() == written


@pytest.mark.parametrize("put", [append, replace])
def test_a_shallow_copy_has_what_was_set_of_it(put: Any, tmp_path: Path) -> None:
    kind = compiled(tmp_path, FLAT)
    record = kind.from_bytes(b"\2\3abc\2de")
    entry = copy.copy(record.entries[0])
    entry.len_text = 2
    put(record, entry)
    with pytest.raises(ContradictionError, match="len_text: given 2, but text makes it 3"):
        record.to_bytes()
    entry.text = b"fg"
    assert kind.from_bytes(record.to_bytes()).entries[-1 if put is append else 0].text == b"fg"
    assert kind.from_bytes(b"\2\3abc\2de").entries[0].text == b"abc"


FLAGGED = """
seq:
  - {id: flags, type: flags}
  - {id: name, size: 2, if: flags.has_name}
  - {id: rest, size-eos: true}
types:
  flags: {seq: [{id: has_name, type: b1}, {id: others, type: b7}]}
"""


@pytest.mark.parametrize("copied", [copy.deepcopy, copy.copy])
def test_a_flag_that_was_set_in_a_copy_in_the_place_of_a_record_counts(
    copied: Any, tmp_path: Path
) -> None:
    record = compiled(tmp_path, FLAGGED).from_bytes(b"\1rest")
    record.flags = copied(record.flags)
    record.flags.has_name = True
    with pytest.raises(FormatError, match="name: expected a value"):
        record.to_bytes()
    record.name = b"ab"
    assert record.to_bytes() == b"\x81abrest"


IMAGES = """
seq:
  - {id: count, type: u1}
  - {id: images, type: image, repeat: expr, repeat-expr: count}
types:
  image:
    seq: [{id: len_data, type: u1}, {id: ofs_data, type: u1}]
    instances:
      data: {pos: ofs_data, size: len_data, io: _root._io}
      mark: {pos: ofs_data, size: 1, io: _root._io}
"""

LOOKS: dict[str, Callable[[Any], Any]] = {
    "none": lambda _: None,
    "data": lambda image: image.data,
    "mark": lambda image: image.mark,
    "both": lambda image: (image.mark, image.data),
}


@pytest.mark.parametrize("look", LOOKS.values(), ids=LOOKS.keys())
@pytest.mark.parametrize("brought", [deep, pickled], ids=["deep", "pickled"])
def test_a_look_at_a_copy_before_a_length_of_it_is_set_changes_nothing(
    look: Callable[[Any], Any], brought: Any, tmp_path: Path
) -> None:
    kind = compiled(tmp_path, IMAGES.replace("images", "entries"))
    record = kind.from_bytes(b"\1\3\3abc")
    image = brought(record)
    look(image)
    image.len_data = 2
    record.entries.append(image)
    written = kind.from_bytes(record.to_bytes())
    assert [each.data for each in written.entries] == [b"abc", b"ab"]
    assert [each.data for each in record.entries] == [b"abc", b"ab"]
    image = brought(record)
    look(image)
    image.len_data = 200
    record.entries.append(image)
    with pytest.raises(FormatError, match="data: expected a change after which it can"):
        record.to_bytes()
    image.len_data = 2
    image.data = b"xyz"
    with pytest.raises(FormatError, match=r"len_data: given 2, but data makes it 3"):
        record.to_bytes()


BASED = """
seq:
  - {id: num, type: u1}
  - {id: base, type: u1}
  - {id: entries, type: entry, repeat: expr, repeat-expr: num}
types:
  entry:
    seq: [{id: ofs, type: u1}, {id: len, type: u1}]
    instances:
      body: {io: _root._io, pos: _root.base + ofs, size: len}
"""


@pytest.mark.parametrize(("is_seen", "ofs", "body"), [(True, 1, b"aa"), (False, 2, b"ab")])
def test_a_copy_is_the_same_in_each_write(
    ofs: int, body: bytes, tmp_path: Path, *, is_seen: bool
) -> None:
    stored = b"\3\x08\0\2\2\2\4\2aabbcc"
    record = compiled(tmp_path, BASED).from_bytes(stored)
    if is_seen:
        assert [each.body for each in record.entries] == [b"aa", b"bb", b"cc"]
    record.entries.insert(2, copy.copy(record.entries[0]))
    record.base = 9  # all that was not looked at is read a byte later; then 2 more are in front
    for _ in range(3):
        assert record.to_bytes() == bytes([4, 9, 0, 2, 2, 2, ofs, 2, 4, 2]) + b"aabbcc"
        assert record.entries[2].body == body
    record.base = 8
    del record.entries[2]
    assert record.to_bytes() == stored


CHAIN = """
seq:
  - {id: count, type: u1}
  - {id: items, type: item, repeat: expr, repeat-expr: count}
  - {id: tail, size: 4}
types:
  item:
    seq: [{id: ofs, type: u1}, {id: len_text, type: u1}, {id: text, size: len_text}]
    instances:
      led: {io: _root._io, pos: ofs, type: item, if: ofs != 0}
"""


def chain(*items: tuple[bytes, bytes]) -> bytes:
    """Items, each with its text and that of the one that it leads to; none with nothing."""
    places, at = {b"": 0}, 1
    for text, _ in items:
        places.setdefault(text, at)
        at += 2 + len(text)
    stored = b"".join(bytes([places[led], len(text)]) + text for text, led in items)
    return bytes([len(items)]) + stored + b"tail"


@pytest.mark.parametrize("is_seen", [False, True])
@pytest.mark.parametrize("is_written", [False, True])
def test_a_copy_and_its_original_lead_to_what_has_moved_once_more(
    tmp_path: Path, *, is_written: bool, is_seen: bool
) -> None:
    there = [(b"aa", b"b"), (b"b", b"b"), (b"ccc", b"dd"), (b"dd", b"")]
    record = compiled(tmp_path, CHAIN).from_bytes(chain(*there))
    if is_seen:
        assert [each.led and each.led.text for each in record.items] == [b"b", b"b", b"dd", None]
    record.items[1], record.items[3] = record.items[3], record.items[1]
    there[1], there[3] = there[3], there[1]
    if is_written:
        assert record.to_bytes() == chain(*there)
    record.items.insert(1, copy.copy(record.items[2]))
    there.insert(1, there[2])
    for _ in range(3):
        assert record.to_bytes() == chain(*there)


VIEWED = """
seq:
  - {id: count, type: u1}
  - {id: entries, type: entry, repeat: expr, repeat-expr: count}
  - {id: data, size-eos: true}
types:
  entry:
    seq: [{id: ofs, type: u1}, {id: len, type: u1}]
    instances:
      body: {io: _root._io, pos: ofs, size: len}
      first: {io: _root._io, pos: ofs, type: number}
  number: {seq: [{id: value, type: u1}]}
"""


@pytest.mark.parametrize("bring", [lambda each: each, copy.copy, copy.deepcopy])
@pytest.mark.parametrize("is_seen", [False, True])
def test_what_comes_from_a_file_that_was_edited_and_written_is_what_that_has(
    bring: Callable[[Any], Any], tmp_path: Path, *, is_seen: bool
) -> None:
    kind = compiled(tmp_path, VIEWED)
    stored = b"\2\5\2\7\2aabb"
    source, target = kind.from_bytes(stored), kind.from_bytes(stored)
    if is_seen:
        assert (source.entries[0].body, source.entries[0].first.value) == (b"aa", ord("a"))
    source.data = b"AABB"
    assert source.to_bytes() == b"\2\5\2\7\2AABB"
    target.entries.append(bring(source.entries[0]))
    for _ in range(2):
        assert target.to_bytes() == b"\3\7\2\x09\2\x0b\2aabbAA"
        assert [each.body for each in target.entries] == [b"aa", b"bb", b"AA"]
        assert target.entries[2].first.value == ord("A")
    assert source.to_bytes() == b"\2\5\2\7\2AABB"
    assert target.entries[2].body == b"AA"


MAGIC = """
seq:
  - {id: count, type: u1}
  - {id: items, type: item, repeat: expr, repeat-expr: count}
types:
  item: {seq: [{id: magic, contents: M}, {id: held, type: held}]}
  held: {seq: [{id: len_text, type: u1}, {id: text, size: len_text}]}
"""


@pytest.mark.parametrize("way", ["of another file", "copy", "deepcopy", "built", "dict"])
def test_what_contradicts_is_refused_after_a_write_as_before(way: str, tmp_path: Path) -> None:
    kind = compiled(tmp_path, MAGIC)
    stored = b"\1M\2aa"
    record = kind.from_bytes(stored)
    new: dict[str, Callable[[], Any]] = {
        "of another file": lambda: kind.from_bytes(stored).items[0],
        "copy": lambda: copy.copy(record.items[0]),
        "deepcopy": lambda: copy.deepcopy(record.items[0]),
        "built": lambda: kind.Item.build(held={"text": b"aa"}),
        "dict": lambda: {"held": {"text": b"aa"}},
    }
    record.items.append(new[way]())
    assert record.to_bytes() == b"\2M\2aaM\2aa"
    record.items[1].magic = b"K"
    with pytest.raises(FormatError, match=r"items\[1\].magic: given b'K'"):
        record.to_bytes()
    record.items[1].magic = b"M"
    record.items[1].held.len_text = 1
    with pytest.raises(FormatError, match=r"held.len_text: given 1, but text makes it 2"):
        record.to_bytes()
    for text in (b"b", b"cde"):
        record.items[1].held.text = text
        other = text if way == "copy" else b"aa"  # which shares what is in it
        parts = (b"M" + bytes([len(each)]) + each for each in (other, text))
        assert record.to_bytes() == b"\2" + b"".join(parts)


@pytest.mark.parametrize("looked", [False, True])
@pytest.mark.parametrize(("of", "at"), [(0, 0), (0, 3), (4, 0), (2, 5)])
def test_a_copy_of_a_copy_that_was_written_is_put_in(
    tmp_path: Path, of: int, at: int, *, looked: bool
) -> None:
    table = compiled(tmp_path, TABLE)
    texts = [b"a", b"bb", b"ccc", b"dd"]
    record = table.from_bytes(b"\4\x09\1\x0a\2\x0c\3\x0f\2abbcccdd")
    record.entries.insert(of, copy.deepcopy(record.entries[3]))
    texts.insert(of, b"dd")
    assert [each.text for each in table.from_bytes(record.to_bytes()).entries] == texts
    if looked:
        assert [each.text for each in record.entries] == texts
    record.entries.insert(at, copy.deepcopy(record.entries[of]))
    texts.insert(at, b"dd")
    assert [each.text for each in table.from_bytes(record.to_bytes()).entries] == texts
    record.entries[at].text = texts[at] = b"eeee"
    assert [each.text for each in table.from_bytes(record.to_bytes()).entries] == texts


PADDED = """
seq: [{id: all, type: chunk, repeat: eos}]
types:
  chunk:
    seq: [{id: len, type: u1}, {id: data, size: len}, {id: pad, size: len % 2, -fill: 0}]
"""


@pytest.mark.parametrize("of", [copy.copy, copy.deepcopy])
def test_padding_of_a_copy_is_as_long_as_it_has_to_be(
    tmp_path: Path, of: Callable[[Any], Any]
) -> None:
    kind = compiled(tmp_path, PADDED)
    record = kind.from_bytes(b"\3abc\0\2de")
    record.all.append(of(record.all[0]))
    record.all[2].data = b"four"
    assert record.to_bytes() == b"\3abc\0\2de\4four"
    record.all[2].data = b"fives"
    assert record.to_bytes() == b"\3abc\0\2de\5fives\0"
    record.all.append(kind.Chunk.build(data=b"four", pad=b"\0"))
    with pytest.raises(FormatError, match=r"all\[3\].pad"):
        record.to_bytes()
