"""What cannot be read keeps its bytes, and what tells where it stands moves with them."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

import quire
from tests.runtime.writing.test_building import compiled

TEXTS = """
seq:
  - {id: count, type: u2}
  - {id: entries, type: entry, repeat: expr, repeat-expr: count}
types:
  entry:
    seq: [{id: len, type: u2}, {id: ofs, type: u2}]
    instances:
      text: {pos: ofs, size: len, type: str, encoding: ASCII, io: _root._io}
"""

RECORDS = (
    TEXTS.replace("type: str, encoding: ASCII", "type: sized")
    + """
  sized: {seq: [{id: num, type: u1}, {id: rest, size: num}, {id: end, size-eos: true}]}
"""
)

WRONG = "\N{LATIN SMALL LETTER U WITH DIAERESIS}".encode("latin-1")


def _stored(*texts: bytes, between: bytes = b".") -> bytes:
    """Texts, each behind some bytes that nothing tells of."""
    start, entries = 2 + 4 * len(texts), b""
    for text in texts:
        start += len(between)
        entries += len(text).to_bytes(2, "little") + start.to_bytes(2, "little")
        start += len(text)
    return len(texts).to_bytes(2, "little") + entries + b"".join(between + e for e in texts)


def pickled(entry: Any) -> Any:
    return pickle.loads(pickle.dumps(entry))  # noqa: S301  # our own


def of_another_file(entry: Any) -> Any:
    return type(entry._root).from_bytes(entry._root.to_bytes()).entries[1]


def look(record: Any) -> list[object]:
    return [_text(each) for each in record.entries]


def _text(entry: Any) -> object:
    try:
        return entry.text
    except quire.FormatError:
        return None


def _set(i: int, text: str) -> Callable[[Any], None]:
    def edit(record: Any) -> None:
        record.entries[i].text = text

    return edit


@pytest.mark.parametrize("looks", [False, True])
@pytest.mark.parametrize("text", ["longer", "", "a", "xy"])
@pytest.mark.parametrize("at", [0, 2])
def test_text_of_another_encoding_stays_while_others_grow_or_shrink(
    at: int, text: str, tmp_path: Path, *, looks: bool
) -> None:
    kind = compiled(tmp_path, TEXTS)
    texts = [b"ab", WRONG * 3, b"cd", b"", WRONG, b"e"]
    record = kind.from_bytes(_stored(*texts))
    if looks:
        assert look(record) == ["ab", None, "cd", "", None, "e"]
    record.entries[at].text = text
    before, texts[at] = record.entries[at], text.encode()
    for _ in range(2):
        assert record.to_bytes() == _stored(*texts)
        assert look(record) == look(kind.from_bytes(_stored(*texts)))
        assert [each.ofs for each in record.entries] == [
            each.ofs for each in kind.from_bytes(_stored(*texts)).entries
        ]
    before.text = "ab" if at == 0 else "cd"
    assert record.to_bytes() == _stored(b"ab", WRONG * 3, b"cd", b"", WRONG, b"e")


@pytest.mark.parametrize("looks", [False, True])
def test_so_it_is_with_records(tmp_path: Path, *, looks: bool) -> None:
    kind = compiled(tmp_path, RECORDS)
    record = kind.from_bytes(_stored(b"\1ab", b"\5ab", b"\1cd"))
    if looks:
        look(record)
    record.entries[0].text.end = b"longer"
    assert record.to_bytes() == _stored(b"\1alonger", b"\5ab", b"\1cd")
    assert _text(record.entries[1]) is None
    assert (record.entries[2].text.rest, record.entries[2].text.end) == (b"c", b"d")


@pytest.mark.parametrize("looks", [False, True])
def test_it_stays_where_entries_come_and_go(tmp_path: Path, *, looks: bool) -> None:
    kind = compiled(tmp_path, TEXTS)
    record = kind.from_bytes(_stored(b"ab", WRONG * 3, b"cd", WRONG))
    if looks:
        look(record)
    del record.entries[0]
    record.entries.insert(1, {"text": "new"})
    written = record.to_bytes()
    again = kind.from_bytes(written)
    assert look(again) == [None, "new", "cd", None]
    there = [written[each.ofs : each.ofs + each.len] for each in again.entries]
    assert there == [WRONG * 3, b"new", b"cd", WRONG]
    assert look(record) == look(again)
    assert record.to_bytes() == written


def test_it_stays_in_a_long_list_of_which_little_was_looked_at(tmp_path: Path) -> None:
    kind = compiled(tmp_path, TEXTS)
    texts = [b"text%d" % i if i % 3 else WRONG * (i % 7) for i in range(2000)]
    record = kind.from_bytes(_stored(*texts, between=b""))
    record.entries[500].text, texts[500] = "another", b"another"
    written = record.to_bytes()
    assert written == _stored(*texts, between=b"")
    again = kind.from_bytes(written)
    assert [each.ofs for each in record.entries] == [each.ofs for each in again.entries]
    assert look(record) == look(again)
    assert record.to_bytes() == written


POOL = """
seq:
  - {id: count, type: u1}
  - {id: len_head, type: u1}
  - {id: head, size: len_head}
  - {id: entries, type: entry, repeat: expr, repeat-expr: count}
types:
  entry:
    seq: [{id: ofs, type: u1}]
    instances: {text: {pos: ofs, type: strz, io: _root._io}}
"""


def _pool(head: bytes, texts: list[bytes], which: list[int]) -> bytes:
    """Texts one behind the other, and entries that lead to some of them."""
    start = 2 + len(head) + len(which)
    begin = [start + sum(len(each) + 1 for each in texts[:i]) for i in range(len(texts))]
    entries = bytes(begin[i] for i in which)
    return bytes([len(which), len(head)]) + head + entries + b"".join(t + b"\0" for t in texts)


@pytest.mark.parametrize("looks", [False, True])
@pytest.mark.parametrize("head", [b"", b"longer", b"abc"])
@pytest.mark.parametrize("rest", ["", "\n  - {id: rest, size-eos: true}"])
def test_fields_have_its_bytes(head: bytes, rest: str, tmp_path: Path, *, looks: bool) -> None:
    kind = compiled(tmp_path, POOL.replace("repeat-expr: count}", "repeat-expr: count}" + rest))
    texts, which = [b"ab", WRONG * 2, b"cd", WRONG], [1, 0, 3, 2, 1]
    record = kind.from_bytes(_pool(b"abc", texts, which))
    if looks:
        look(record)
    record.head = head
    assert record.to_bytes() == record.to_bytes() == _pool(head, texts, which)


@pytest.mark.parametrize("looks", [False, True])
@pytest.mark.parametrize("which", [[1, 1, 3], [1, 3, 1], [2, 3, 1, 1], [0, 1, 1, 3], [3, 0, 3]])
def test_others_lead_to_what_an_entry_led_to_that_is_gone(
    which: list[int], tmp_path: Path, *, looks: bool
) -> None:
    kind = compiled(tmp_path, POOL)
    texts = [b"ab", WRONG * 2, b"cd", WRONG]
    for i, gone in enumerate(which):
        record = kind.from_bytes(_pool(b"", texts, which))
        if looks:
            look(record)
        del record.entries[i]
        others = [*which[:i], *which[i + 1 :]]
        written = record.to_bytes()
        assert record.to_bytes() == written
        left = [each for j, each in enumerate(texts) if j != gone or j in others]
        assert written == _pool(b"", left, [left.index(texts[j]) for j in others])


@pytest.mark.parametrize("looks", [False, True])
@pytest.mark.parametrize("head", [b"", b"longer", b"abc"])
@pytest.mark.parametrize("at", [0, 1, 3])
def test_it_is_set_after_a_writing_has_moved_it(
    at: int, head: bytes, tmp_path: Path, *, looks: bool
) -> None:
    kind = compiled(tmp_path, POOL)
    texts, which = [WRONG, WRONG * 2, b"cd", WRONG], [0, 1, 2, 3]
    record = kind.from_bytes(_pool(b"abc", texts, which))
    record.head = head
    assert record.to_bytes() == _pool(head, texts, which)
    if looks:
        look(record)
    record.entries[at].text, texts[at] = "set", b"set"
    assert record.to_bytes() == record.to_bytes() == _pool(head, texts, which)
    del record.entries[2]
    del texts[2]
    assert record.to_bytes() == _pool(head, texts, [0, 1, 2])


@pytest.mark.parametrize("looks", [False, True])
@pytest.mark.parametrize("texts", [[b"", WRONG], [b"a", b"", WRONG, b"b"], [WRONG, b"", WRONG]])
def test_an_empty_text_in_front_of_it_is_set(
    texts: list[bytes], tmp_path: Path, *, looks: bool
) -> None:
    kind = compiled(tmp_path, TEXTS)
    for order in permutations(range(len(texts))):
        stored = _in_order(texts, order)
        record = kind.from_bytes(stored)
        if looks:
            look(record)
        i = order.index(texts.index(b""))
        record.entries[i].text = "new"
        assert record.to_bytes() == _in_order([e or b"new" for e in texts], order)


def _in_order(texts: list[bytes], order: tuple[int, ...]) -> bytes:
    """Texts one behind the other, and entries that lead to them in another order."""
    start = 2 + 4 * len(texts)
    begin = [start + sum(map(len, texts[:i])) for i in range(len(texts))]
    both = ((len(texts[i]), begin[i]) for i in order)
    entries = b"".join(a.to_bytes(2, "little") + b.to_bytes(2, "little") for a, b in both)
    return len(texts).to_bytes(2, "little") + entries + b"".join(texts)


@pytest.mark.parametrize("looks", [False, True])
@pytest.mark.parametrize("text", ["longer", "", "a"])
def test_it_is_set(text: str, tmp_path: Path, *, looks: bool) -> None:
    record = compiled(tmp_path, TEXTS).from_bytes(_stored(b"ab", WRONG * 3, b"cd", WRONG))
    if looks:
        look(record)
    record.entries[1].text, record.entries[0].text = text, "abc"
    written = _stored(b"abc", text.encode(), b"cd", WRONG)
    assert record.to_bytes() == record.to_bytes() == written


def test_a_position_that_was_set_stays(tmp_path: Path) -> None:
    stored = _stored(b"ab", WRONG * 3, b"cd")
    record = compiled(tmp_path, TEXTS).from_bytes(stored)
    record.entries[0].text = "longer"
    record.entries[1].ofs = len(stored) + 4 - 4
    again = copy.deepcopy(record)
    for each in (record, again):
        assert each.to_bytes()[8:10] == (len(stored)).to_bytes(2, "little")


SUMMED = """
seq:
  - {id: count, type: u2}
  - {id: entries, type: entry, repeat: expr, repeat-expr: count}
types:
  entry:
    seq:
      - {id: sum, type: u1, -checksum: {algorithm: sum8, over: text}}
      - {id: len, type: u1}
      - {id: ofs, type: u1}
    instances:
      text: {pos: ofs, size: len, type: str, encoding: ASCII, io: _root._io}
"""


@pytest.mark.parametrize("text", ["b", "longer"])
def test_it_keeps_the_checksum_that_it_had(text: str, tmp_path: Path) -> None:
    head, wrong = b"\2\0", sum(WRONG)
    stored = head + bytes([97, 1, 8, wrong, 1, 9]) + b"a" + WRONG
    record = compiled(tmp_path, SUMMED).from_bytes(stored)
    record.entries[0].text = text
    entries = bytes([sum(text.encode()) % 256, len(text), 8, wrong, 1, 8 + len(text)])
    assert record.to_bytes() == head + entries + text.encode() + WRONG


@pytest.mark.parametrize("bring", [copy.deepcopy, pickled, of_another_file])
@pytest.mark.parametrize("spec", [TEXTS, RECORDS])
def test_it_is_not_brought_from_elsewhere(
    spec: str, bring: Callable[[Any], Any], tmp_path: Path
) -> None:
    kind = compiled(tmp_path, spec)
    texts = [b"\1ab", b"\5ab" + WRONG, b"\1cd"]
    record = kind.from_bytes(_stored(*texts))
    record.entries.append(bring(record.entries[1]))
    with pytest.raises(quire.FormatError, match=r"entries\[3\].text: expected text to be set"):
        record.to_bytes()
    record.entries[3].text = record.entries[2].text
    record.to_bytes()
    record.entries[3] = record.entries[1]  # the same leads to the same bytes
    written = record.to_bytes()
    ofs, again = record.entries[1].ofs, kind.from_bytes(written)
    assert [each.ofs for each in again.entries] == [each.ofs for each in record.entries]
    assert (again.entries[3].ofs, written[ofs : ofs + 4]) == (ofs, texts[1])


TAGGED = """
seq:
  - {id: num, type: u1}
  - {id: entries, type: entry, repeat: expr, repeat-expr: num}
types:
  entry:
    seq: [{id: tag, type: u1}, {id: ofs, type: u1}, {id: len, type: u1}]
    instances:
      body:
        io: _root._io
        pos: ofs
        size: len
        type: {switch-on: tag, cases: {1: pair, 2: one}}
  one: {seq: [{id: a, type: u1}]}
  pair: {seq: [{id: a, type: u1}, {id: b, type: u1}]}
"""


@pytest.mark.parametrize("writes", [False, True])
@pytest.mark.parametrize("tag", [2, 3])
def test_what_could_not_be_read_moves_when_it_is_told_to_be_another(
    tmp_path: Path, tag: int, *, writes: bool
) -> None:
    data = bytes([3, 1, 10, 1, 2, 11, 1, 1, 12, 2]) + b"xyzz"  # one byte is no pair
    record = compiled(tmp_path, TAGGED).from_bytes(data)
    record.entries[0].tag = tag
    if writes:
        assert record.to_bytes() == data[:1] + bytes([tag]) + data[2:]
    del record.entries[1]
    expected = bytes([2, tag, 7, 1, 1, 8, 2]) + b"xzz"
    assert record.to_bytes() == record.to_bytes() == expected
