"""Lists of records that know no place: what an edit leaves alone is copied, and nothing else is.

Whatever is edited, the file is what it would be if all elements were gone through.
"""

from __future__ import annotations

import copy
import random
import zlib
from collections.abc import Callable, Iterator
from functools import wraps
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import quire
from quire.runtime import Struct
from quire.runtime.editing.making import copied_runs
from quire.runtime.editing.pairing import pairing
from quire.runtime.record import Record

VLQ = """
meta: {id: vlq, endian: le}
seq:
  - id: groups
    type: 'group(_index, _index != 0 ? groups[_index - 1].so_far : 0)'
    repeat: until
    repeat-until: not _.has_next
types:
  group:
    params: [{id: idx, type: s4}, {id: before, type: u8}]
    seq: [{id: has_next, type: b1}, {id: low, type: b7}]
    instances: {so_far: {value: before * 128 + low}}
instances: {value: {value: groups.last.so_far}}
"""
PAIRS = """
meta: {id: pairs, endian: le, imports: [vlq]}
seq: [{id: pairs, type: pair, repeat: eos}]
types:
  pair:
    seq:
      - {id: key, type: vlq}
      - {id: body, type: {switch-on: kind, cases: {0: vlq, 1: text, 2: u2}}}
    instances: {kind: {value: key.value % 3}}
  text: {seq: [{id: size, type: vlq}, {id: text, size: size.value}]}
"""
COUNTED = """
meta: {id: counted, endian: le}
seq:
  - {id: head, type: head}
  - {id: table, type: table}
  - {id: end, type: u1}
types:
  head: {seq: [{id: len_name, type: u1}, {id: name, size: len_name}, {id: num_items, type: u1}]}
  table: {seq: [{id: items, type: item, repeat: expr, repeat-expr: _root.head.num_items}]}
  item: {seq: [{id: len_text, type: u1}, {id: text, size: len_text}, {id: kind, type: u1}]}
"""
GROUPS = """
meta: {id: groups, endian: le}
seq: [{id: tag, type: u1}, {id: groups, type: group, repeat: eos}]
types:
  group:
    seq:
      - {id: num_items, type: u1}
      - {id: items, type: item, repeat: expr, repeat-expr: num_items}
  item: {seq: [{id: len_text, type: u1}, {id: text, size: len_text}]}
"""
STREAMS = """
meta: {id: streams, endian: le}
seq: [{id: tracks, type: track, repeat: eos}]
types:
  track: {seq: [{id: len_events, type: u2}, {id: events, size: len_events, type: events}]}
  events: {seq: [{id: tag, type: u1}, {id: events, type: event, repeat: eos}]}
  event:
    seq: [{id: kind, type: u1}, {id: len_text, type: u1}, {id: text, size: len_text}]
    instances: {high: {value: kind >> 4}}
"""
TERMINATED = """
meta: {id: terminated, endian: le}
seq: [{id: items, type: item, repeat: until, repeat-until: _.kind == 9}]
types:
  item:
    seq:
      - {id: kind, type: u1}
      - {id: name, type: strz, size: 6, encoding: ASCII}
      - {id: more, type: strz, encoding: ASCII}
"""
BY_PLACE = """
meta: {id: by_place, endian: le}
seq: [{id: items, type: item, repeat: eos}]
types:
  item:
    seq:
      - {id: len_text, type: u1}
      - {id: text, size: len_text}
      - {id: there, type: u1, if: _io.pos % 2 == 0}
"""
UPWARD = """
meta: {id: upward, endian: le}
seq:
  - {id: scale, type: u1}
  - {id: items, type: item, repeat: eos}
types:
  item:
    seq:
      - {id: len_text, type: u1}
      - {id: text, size: len_text}
      - {id: more, type: u1, if: _parent.scale > 1}
"""
SHOWN = """
meta: {id: shown, endian: le}
seq:
  - {id: scale, type: u1}
  - {id: items, type: item, repeat: eos}
types:
  item:
    seq: [{id: body, type: body}]
    instances: {shown: {value: body.len_text % _parent.scale}}
  body: {seq: [{id: len_text, type: u1}, {id: text, size: len_text}]}
"""
PASSED = """
meta: {id: passed, endian: le}
seq:
  - {id: scale, type: u1}
  - {id: items, type: item(_index * scale), repeat: eos}
types:
  item:
    params: [{id: at, type: u4}]
    seq: [{id: len_text, type: u1}, {id: text, size: len_text}, {id: more, type: u1, if: at > 9}]
"""
ORDERED = """
meta: {id: ordered}
seq: [{id: mark, type: u1}, {id: body, type: body}]
types:
  body:
    meta: {endian: {switch-on: _root.mark, cases: {0: le, _: be}}}
    seq: [{id: items, type: item, repeat: eos}]
    types:
      item: {seq: [{id: len_text, type: u2}, {id: text, size: len_text}]}
"""
OPEN = """
meta: {id: open, endian: le}
seq: [{id: items, type: item, repeat: eos}]
types:
  item: {seq: [{id: kind, type: u1}, {id: text, type: strz, encoding: ASCII, eos-error: false}]}
"""
TAGGED = """
meta: {id: tagged, endian: le}
seq: [{id: items, type: item, repeat: until, repeat-until: _.code == 0}]
types:
  item:
    seq:
      - {id: code, type: u1}
      - {id: body, type: {switch-on: code, cases: {0: none, 1: text, 2: number}}}
  none: {}
  text: {seq: [{id: len_text, type: u1}, {id: text, size: len_text}]}
  number: {seq: [{id: number, type: u2}]}
"""
NEST = """
meta: {id: nest, endian: le}
seq:
  - {id: leaves, type: leaf, repeat: expr, repeat-expr: 5}
  - {id: num_nodes, type: u1}
  - {id: nodes, type: nest, repeat: expr, repeat-expr: num_nodes}
types:
  leaf: {seq: [{id: body, type: text}]}
  text: {seq: [{id: len_text, type: u1}, {id: text, size: len_text}]}
"""
BESIDE = """
meta: {id: beside, endian: le}
seq:
  - {id: num_heads, type: u1}
  - {id: heads, type: head, repeat: expr, repeat-expr: num_heads}
  - {id: bodies, type: body(_index), repeat: expr, repeat-expr: num_heads}
  - {id: notes, type: head, repeat: eos}
types:
  head: {seq: [{id: len_body, type: u1}, {id: len_note, type: u1}, {id: note, size: len_note}]}
  body:
    params: [{id: number, type: u1}]
    seq: [{id: first, size: 1}, {id: body, size: "_parent.heads[number].len_body"}]
"""
MAYBE = """
meta: {id: maybe, endian: le}
seq:
  - {id: kind, type: u1}
  - {id: len_text, type: u1}
  - {id: text, size: len_text, if: kind == 0}
  - {id: items, type: maybe, repeat: expr, repeat-expr: len_text, if: kind == 1}
"""
RAGGED = """
meta: {id: ragged, bit-endian: be}
seq: [{id: items, type: item, repeat: eos}]
types:
  item:
    seq:
      - {id: low, type: b4}
      - {id: high, type: b4, if: low > 7}
      - {id: last, type: b8, if: low == 3}
"""


SUMMED = """
meta: {id: summed, endian: le}
seq: [{id: tag, type: u1}, {id: items, type: item, repeat: eos}]
types:
  item: {seq: [{id: kind, type: u1}, {id: body, type: body}]}
  body:
    seq:
      - {id: len_text, type: u1}
      - {id: text, size: len_text}
      - {id: crc, type: u4, -checksum: {algorithm: crc32, over: text}}
"""


class Case(NamedTuple):
    """A format, and what makes files of it."""

    spec: str
    make: Callable[[random.Random], bytes]


def text(drawn: random.Random) -> bytes:
    """A length, and as many bytes."""
    size = drawn.randrange(5)
    return bytes([size]) + bytes(drawn.randrange(1, 100) for _ in range(size))


def vlq(value: int, *, longer: bool = False) -> bytes:
    groups = [value % 128]
    while value := value // 128:
        groups.append(value % 128 + 128)
    return bytes([128] * longer + groups[::-1])


def pair(drawn: random.Random) -> bytes:
    key, more = drawn.randrange(300), drawn.random() < 0.3
    body = text(drawn)
    made = [vlq(drawn.randrange(9), longer=more), vlq(body[0], longer=more) + body[1:], body * 2]
    made[2] = bytes(drawn.randrange(256) for _ in range(2))
    return vlq(key, longer=more) + made[key % 3]


def some(make: Callable[[random.Random], bytes]) -> Callable[[random.Random], bytes]:
    """Many of them."""
    return lambda drawn: b"".join(make(drawn) for _ in range(drawn.randrange(3, 40)))


def counted(drawn: random.Random) -> bytes:
    count = drawn.randrange(40)
    items = b"".join(text(drawn) + b"k" for _ in range(count))
    return text(drawn) + bytes([count]) + items + b"e"


def group(drawn: random.Random) -> bytes:
    count = drawn.randrange(12)
    return bytes([count]) + b"".join(text(drawn) for _ in range(count))


def track(drawn: random.Random) -> bytes:
    events = b"t" + some(lambda drawn: b"\x12" + text(drawn))(drawn)
    return len(events).to_bytes(2, "little") + events


def named(drawn: random.Random) -> bytes:
    name = bytes(drawn.randrange(1, 100) for _ in range(drawn.randrange(5))) + b"\0"
    return b"\1" + name.ljust(6, b"\0") + name


def placed(drawn: random.Random) -> bytes:
    made = b""
    for _ in range(drawn.randrange(3, 30)):
        made += text(drawn)
        made += b"" if len(made) % 2 else b"p"
    return made


def passed(drawn: random.Random) -> bytes:
    scale = drawn.randrange(4)
    count = drawn.randrange(3, 20)
    return bytes([scale]) + b"".join(text(drawn) + b"m" * (i * scale > 9) for i in range(count))


def ordered(drawn: random.Random) -> bytes:
    zero = bytes([mark := drawn.randrange(2)])
    some = (text(drawn) for _ in range(drawn.randrange(3, 20)))
    return zero + b"".join((b"\0" + each if mark else each[:1] + b"\0" + each[1:]) for each in some)


def tagged(drawn: random.Random) -> bytes:
    return drawn.choice((b"\1" + text(drawn), b"\2nn"))


def beside(drawn: random.Random) -> bytes:
    """Bodies whose sizes are told by a list in front of them."""
    sizes = [drawn.randrange(4) for _ in range(drawn.randrange(3, 9))]
    heads = b"".join(bytes([size]) + text(drawn) for size in sizes)
    bodies = b"".join(b"b" + bytes(size) for size in sizes)
    return bytes([len(sizes)]) + heads + bodies + some(lambda drawn: b"\0" + text(drawn))(drawn)


def ragged(drawn: random.Random) -> bytes:
    digits = "".join(
        drawn.choice(("1", "2", "8f", "9a", "344")) for _ in range(drawn.randrange(4, 20))
    )
    return bytes.fromhex(digits + "1" * (len(digits) % 2))


def maybe(drawn: random.Random, depth: int = 0) -> bytes:
    """A text, or a list of more of these."""
    if depth == 3 or (depth and drawn.random() < 0.6):
        return b"\0" + text(drawn)
    inside = [maybe(drawn, depth + 1) for _ in range(drawn.randrange(2, 6))]
    return bytes([1, len(inside)]) + b"".join(inside)


def summed(drawn: random.Random) -> bytes:
    body = text(drawn)
    return b"k" + body + (zlib.crc32(body[1:]) ^ (drawn.random() < 0.1)).to_bytes(4, "little")


CASES = {
    "pairs": Case(PAIRS, some(pair)),
    "counted": Case(COUNTED, counted),
    "groups": Case(GROUPS, lambda drawn: b"g" + some(group)(drawn)),
    "streams": Case(STREAMS, lambda drawn: b"".join(track(drawn) for _ in range(3))),
    "terminated": Case(TERMINATED, lambda drawn: some(named)(drawn) + b"\x09" + named(drawn)[1:]),
    "by_place": Case(BY_PLACE, placed),
    "upward": Case(UPWARD, lambda drawn: b"\2" + some(lambda drawn: text(drawn) + b"m")(drawn)),
    "shown": Case(SHOWN, lambda drawn: b"\2" + some(text)(drawn)),
    "passed": Case(PASSED, passed),
    "ordered": Case(ORDERED, ordered),
    "open": Case(
        OPEN, lambda drawn: some(lambda drawn: b"\1" + text(drawn)[1:] + b"\0")(drawn)[:-1]
    ),
    "tagged": Case(TAGGED, lambda drawn: some(tagged)(drawn) + b"\0"),
    "beside": Case(BESIDE, beside),
    "maybe": Case(MAYBE, maybe),
    "summed": Case(SUMMED, lambda drawn: b"t" + some(summed)(drawn)),
    "ragged": Case(RAGGED, ragged),
}


@pytest.fixture(autouse=True)
def of_any_length(monkeypatch: pytest.MonkeyPatch) -> None:
    """Short lists are copied in runs as long ones are."""
    monkeypatch.setattr(copied_runs, "MANY", 0)


@pytest.fixture(scope="module")
def kinds(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The classes of the formats."""
    folder = tmp_path_factory.mktemp("specs")
    (folder / "vlq.ksy").write_text(VLQ, "utf-8")
    found = {}
    for name, case in CASES.items():
        (folder / f"{name}.ksy").write_text(case.spec, "utf-8")
        module = quire.compile(folder / f"{name}.ksy", imports=[folder])
        found[name] = getattr(module, module.__all__[0])
    return found


def records(value: Any) -> Iterator[Any]:
    """A record, and all below it."""
    if isinstance(value, Record):
        yield value
        for name in value._fields:
            yield from records(getattr(value, name, None))
    elif isinstance(value, list):
        for each in value:
            yield from records(each)


def member(record: Any, name: str) -> Any:
    """What a record has of a name; why not, if it has none."""
    try:
        return getattr(record, name, None)
    except quire.FormatError as error:
        return str(error)


def shown(value: Any) -> Any:
    """All that records show."""
    if isinstance(value, Record):
        return {name: shown(member(value, name)) for name in (*value._fields, *value._instances)}
    return [*map(shown, value)] if isinstance(value, list) else value


def edit(record: Any, drawn: random.Random) -> None:
    """Do something to a record, or to one below it, or only look at it."""
    there = [*records(record)]
    one = drawn.choice(there[: drawn.choice((1, len(there)))])
    held = [(each, name) for each in there for name in each._fields]
    lists = [
        elements for each, name in held if isinstance(elements := getattr(each, name, None), list)
    ]
    elements = drawn.choice(lists)
    size = len(elements)
    at, to = (drawn.choice((drawn.randrange(size + 1), size)) for _ in range(2))
    match drawn.randrange(8):
        case 0 | 1 if at < len(elements):
            del elements[at]
        case 2 if at < len(elements):
            elements.insert(to, copy.deepcopy(elements[at]))
        case 3 if at < len(elements):
            elements.insert(to, elements.pop(at))
        case 4 | 5:
            numbers = [name for name in one._fields if type(getattr(one, name, None)) is int]
            if numbers:
                setattr(one, drawn.choice(numbers), drawn.randrange(4))
        case 6:
            texts = [name for name in one._fields if type(getattr(one, name, None)) is bytes]
            if texts:
                setattr(one, texts[0], bytes(drawn.randrange(6)))
        case _:
            shown(one)


def outcome(record: Any) -> tuple[str, Any]:
    """What a record is written as, or why not, and what it shows then."""
    try:
        return record.to_bytes().hex(), shown(record)
    except quire.FormatError as error:
        return str(error), shown(record)


def story(kind: Any, case: Case, seed: int) -> list[tuple[str, Any]]:
    """What comes of some edits."""
    drawn = random.Random(seed)  # noqa: S311  # no secret
    record, found = kind.from_bytes(case.make(drawn)), list[tuple[str, Any]]()
    for _ in range(drawn.randrange(1, 4)):
        for _ in range(drawn.randrange(1, 3)):
            edit(record, drawn)
        found.append(outcome(record))
    return found


@pytest.mark.parametrize("name", CASES)
def test_what_is_copied_is_what_would_be_written(
    name: str, kinds: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    kind, case = kinds[name], CASES[name]
    copied = [story(kind, case, seed) for seed in range(60)]
    monkeypatch.setattr(pairing, "may_wait", lambda *_: False)
    assert copied == [story(kind, case, seed) for seed in range(60)]
    written = [said for each in copied for said, _ in each if set(said) <= set("0123456789abcdef")]
    assert len(written) > 20


@pytest.fixture
def worked(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The records that are derived, or written."""
    worked = list[Any]()
    for name in ("_derive_all", "_write_all"):
        work = getattr(Struct, name)

        def noted(one: Any, *args: Any, work: Any = work) -> None:
            worked.append(one)
            work(one, *args)

        monkeypatch.setattr(Struct, name, noted)
    return worked


def test_few_of_many_elements_are_derived_and_written(
    kinds: dict[str, Any], worked: list[Any]
) -> None:
    pairs = [vlq(3 * n) + vlq(n) for n in range(400)]
    record = kinds["pairs"].from_bytes(b"".join(pairs))
    del record.pairs[200], pairs[200]
    assert record.to_bytes() == b"".join(pairs)
    assert len(worked) < 100


def test_so_they_are_of_a_list_that_not_every_record_has(
    kinds: dict[str, Any], worked: list[Any]
) -> None:
    data = b"\1\2" + (b"\1\x80" + b"\0\1a" * 128) * 2
    record = kinds["maybe"].from_bytes(data)
    record.items[1].items[64].text = b"b"
    assert record.to_bytes() == data[: -63 * 3 - 1] + b"b" + data[-63 * 3 :]
    assert len(worked) < 50


def test_lists_in_lists_are_not_read_again_for_each_level(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, depth, read = tmp_path / "nest.ksy", 60, list[Any]()
    path.write_text(NEST, "utf-8")
    kind = quire.compile(path).Nest
    leaves = b"".join(b"\1" + bytes([n]) for n in range(5))
    data = (leaves + b"\1") * (depth - 1) + leaves + b"\0"
    record = kind.from_bytes(data)
    node = record
    while node.nodes:
        node = node.nodes[0]
    node.leaves[2].body.text = b"?"
    read_at = kind.Leaf._read_at

    @wraps(read_at)
    def noted(one: Any, *args: Any) -> Any:
        read.append(one)
        return read_at(one, *args)

    monkeypatch.setattr(kind.Leaf, "_read_at", noted)
    assert record.to_bytes() == data[:-6] + b"?" + data[-5:]
    assert len(read) < 8 * 5 * depth
