"""Lists within records, and in each other, come element by element, as those of a file do."""

from __future__ import annotations

import struct
import tracemalloc
from pathlib import Path
from typing import Any

import pytest

from quire.generated.gzip import Gzip
from quire.generated.midi import Midi
from quire.generated.sqlite import Sqlite
from quire.generated.wav import Wav
from quire.listing.growing import GrowingTree
from quire.listing.nodes import Limits, Listing
from quire.listing.outline import outline
from quire.listing.reading import tree_of
from quire.runtime.feeding.part_types import parted
from quire.testing import generated_bytes
from tests.listing.conftest import Compile
from tests.listing.test_growing import AT_ONCE, IN_PARTS, PLAIN, shown

TYPES = """
  rec:
    seq: [{id: kind, type: u1}, {id: len_name, type: u1}, {id: name, type: str, size: len_name}]
    instances: {twice: {value: kind * 2}}
"""
IN_A_RECORD = f"""
meta: {{id: nested, endian: le, encoding: UTF-8}}
seq: [{{id: magic, contents: NM}}, {{id: body, type: body}}, {{id: last, type: u1}}]
types:
  body:
    seq:
      - {{id: num, type: u2}}
      - {{id: recs, type: rec, repeat: expr, repeat-expr: num}}
      - {{id: mark, type: u1}}
    instances: {{double: {{value: num * 2}}}}
{TYPES}
"""
IN_A_WINDOW = f"""
meta: {{id: windowed, endian: le, encoding: UTF-8}}
seq: [{{id: len, type: u4}}, {{id: body, type: body, size: len}}, {{id: last, type: u1}}]
types:
  body: {{seq: [{{id: version, type: u1}}, {{id: recs, type: rec, repeat: eos}}]}}
{TYPES}
"""
TO_THE_END = IN_A_WINDOW.replace("size: len}, {id: last, type: u1}]", "size-eos: true}]")
UNTIL = f"""
meta: {{id: stopped, endian: le, encoding: UTF-8}}
seq: [{{id: magic, contents: NM}}, {{id: body, type: body}}, {{id: last, type: u1}}]
types:
  body:
    seq: [{{id: recs, type: rec, repeat: until, repeat-until: _.kind == 9}}, {{id: mark, type: u1}}]
{TYPES}
"""
CHUNKS = f"""
meta: {{id: chunked, endian: le, encoding: UTF-8}}
seq: [{{id: magic, contents: NM}}, {{id: chunks, type: chunk, repeat: eos}}]
types:
  chunk:
    seq:
      - {{id: tag, type: u1}}
      - {{id: len, type: u2}}
      - id: body
        size: len
        type: {{switch-on: tag, cases: {{1: recs, 2: counted}}}}
      - {{id: crc, type: u1}}
  recs: {{seq: [{{id: recs, type: rec, repeat: eos}}]}}
  counted:
    seq: [{{id: num, type: u1}}, {{id: recs, type: rec, repeat: expr, repeat-expr: num}}]
{TYPES}
"""
IN_EACH_OTHER = f"""
meta: {{id: groups, endian: le, encoding: UTF-8}}
seq: [{{id: num, type: u1}}, {{id: groups, type: group, repeat: expr, repeat-expr: num}}]
types:
  group:
    seq:
      - {{id: len, type: u1}}
      - {{id: recs, type: rec, repeat: expr, repeat-expr: len}}
      - {{id: after, type: u1, if: len > 2}}
      - {{id: inner, type: inner, if: len > 3}}
  inner:
    seq: [{{id: recs, type: rec, repeat: until, repeat-until: _.kind == 9}}]
{TYPES}
"""


def record(i: int, kind: int | None = None) -> bytes:
    return bytes([i % 7 if kind is None else kind, i % 5]) + b"abcde"[: i % 5]


def records(number: int) -> bytes:
    return b"".join(map(record, range(number)))


def chunk(tag: int, body: bytes) -> bytes:
    return struct.pack("<BH", tag, len(body)) + body + b"\xcc"


def group(number: int) -> bytes:
    inner = records(number) + record(1, 9) if number > 3 else b""
    return bytes([number]) + records(number) + b"\x05" * (number > 2) + inner


FILES = {
    "in a record": (IN_A_RECORD, b"NM" + struct.pack("<H", 12) + records(12) + b"\x63\x64"),
    "in a window": (
        IN_A_WINDOW,
        struct.pack("<I", 1 + len(records(9))) + b"\1" + records(9) + b"e",
    ),
    "to the end": (TO_THE_END, struct.pack("<I", 0) + b"\1" + records(9)),
    "until": (UNTIL, b"NM" + records(9) + record(3, 9) + b"\x63\x64"),
    "chunks": (
        CHUNKS,
        b"NM"
        + chunk(1, records(5))
        + chunk(2, b"\4" + records(4))
        + chunk(3, b"bytes")
        + chunk(1, b"")
        + chunk(2, b"\6" + records(6) + b"left over")
        + chunk(1, records(7)),
    ),
    "in each other": (IN_EACH_OTHER, b"\5" + b"".join(map(group, (3, 0, 6, 1, 4)))),
}
COUNTED = ("in a record", "chunks", "in each other")
LIMITS = [Limits(), Limits(2), Limits(None, None, None), Limits(0), Limits(1, depth=3)]


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("limits", LIMITS, ids=str)
def test_they_are_shown_as_if_the_file_were_read_at_once(
    compiled: Compile, tmp_path: Path, name: str, limits: Limits
) -> None:
    spec, data = FILES[name]
    path, kind = tmp_path / "file", compiled(spec)
    path.write_bytes(data)
    found, expected = (shown(kind, path, limits, small) for small in (IN_PARTS, AT_ONCE))
    assert found == expected
    assert found["text, error"] == "None"


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("limits", [Limits(), Limits(1)], ids=str)
def test_so_are_those_of_a_file_that_is_cut_off_anywhere(
    compiled: Compile, tmp_path: Path, name: str, limits: Limits
) -> None:
    spec, data = FILES[name]
    path, kind = tmp_path / "file", compiled(spec)
    for size in range(4, len(data), len(data) // 50 + 1):
        path.write_bytes(data[:size])
        found, expected = (shown(kind, path, limits, small) for small in (IN_PARTS, AT_ONCE))
        del found["hex"], expected["hex"]  # it knows better where elements stand
        if name in COUNTED:  # and what is wrong with the last element
            assert found["text, error"] == expected["text, error"], size
        else:
            assert found == expected, size


@pytest.mark.usefixtures("small")
def test_an_element_that_is_wrong_is_shown_where_it_stands(
    compiled: Compile, tmp_path: Path
) -> None:
    path = tmp_path / "file"
    good = chunk(1, records(5))
    path.write_bytes(b"NM" + good + chunk(1, records(3) + b"\1\2\xff\xfe" + records(2)) + good)
    tree = tree_of(compiled(CHUNKS), path, places=False, small=IN_PARTS)
    lines = "".join(outline(Listing(tree, Limits()).top(), PLAIN)).splitlines()
    at = lines.index("  [1]:")
    where = 2 + len(good) + 3 + len(records(3)) + 2
    assert lines[at + 3 : at + 8] == [
        "    body:",
        "      recs:",
        "        [0]: kind=0, len_name=0, name=, @twice=0",
        "        [1]: kind=1, len_name=1, name=a, @twice=2",
        "        [2]: kind=2, len_name=2, name=ab, @twice=4",
    ]
    wrong = f"name: ! chunked: chunks[1].body.recs[3].name at byte {where}: "
    assert any(line.lstrip().startswith(wrong) for line in lines[at:])
    assert str(tree.error).startswith(f"chunked: chunks[1].body.recs[3].name at byte {where}: ")


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("kind", [Gzip, Midi, Sqlite, Wav])
def test_so_are_files_of_formats_damaged_ones_too(kind: Any, tmp_path: Path) -> None:
    path = tmp_path / "file"
    for seed in range(6):
        data = generated_bytes(kind, seed=seed)
        changed = bytearray(data)
        changed[seed * 7919 % len(data)] ^= 1 << seed
        for each in (data, changed, data[: len(data) * (seed + 2) // 8]):
            path.write_bytes(each)
            found, expected = (shown(kind, path, Limits(), size) for size in (IN_PARTS, AT_ONCE))
            assert found["text, error"] == expected["text, error"], seed
            if each is data:
                assert (found["text"], found["json"]) == (expected["text"], expected["json"]), seed


@pytest.mark.parametrize("name", ["in a record", "to the end", "until", "one chunk"])
def test_nothing_is_read_before_it_is_asked_for_and_little_is_kept(
    compiled: Compile, tmp_path: Path, name: str
) -> None:
    path, peaks = tmp_path / "file", []
    for number in (20_000, 60_000):
        body = records(number)
        if name == "one chunk":
            spec = CHUNKS.replace("{id: len, type: u2}", "{id: len, type: u4}")
            data = b"NM\1" + struct.pack("<I", len(body)) + body + b"\xcc"
        elif name == "in a record":
            spec = IN_A_RECORD.replace("type: u2}", "type: u4}")
            data = b"NM" + struct.pack("<I", number) + body + b"\x63\x64"
        else:
            spec = FILES[name][0]
            head = struct.pack("<I", 0) + b"\1" if name == "to the end" else b"NM"
            data = head + body + record(3, 9) + b"\x63\x64" * (name == "until")
        path.write_bytes(data)
        passed: list[int] = []
        tree = tree_of(compiled(spec), path, places=False, passed=passed.append, small=IN_PARTS)
        assert isinstance(tree, GrowingTree)
        lines = outline(Listing(tree, Limits()).top(), PLAIN)
        tracemalloc.start()
        first = [next(lines) for _ in range(50)]
        assert passed[-1] < 10_000
        rest = "".join(lines)
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
        assert first[-1].lstrip().startswith("[")
        assert f"... {number + (name in ('to the end', 'until')) - 100} more\n" in rest
        assert tree.error is None
    assert max(peaks) < 1_500_000


def test_lists_whose_elements_others_go_by_are_kept(compiled: Compile) -> None:
    asked = IN_A_RECORD.replace("num * 2", "'recs[0].kind'")
    kind = compiled(asked)
    assert kind in parted(kind).kinds
    assert kind.Body not in parted(kind).kinds
    assert compiled(IN_A_RECORD).Body in parted(compiled(IN_A_RECORD)).kinds


def test_little_is_kept_of_bytes_that_are_cut_off_either(compiled: Compile, tmp_path: Path) -> None:
    path, body = tmp_path / "file", records(60_000)
    path.write_bytes(struct.pack("<I", len(body) + 1) + b"\1" + body[:-7])
    tree = tree_of(compiled(IN_A_WINDOW), path, places=False, small=IN_PARTS)
    tracemalloc.start()
    text = "".join(outline(Listing(tree, Limits(2)).top(), PLAIN))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    size = path.stat().st_size
    missing = f"requested {len(body) + 1} bytes, but only {size - 4} bytes available"
    lines = text.splitlines()
    assert lines[:5] == [
        f"len: {len(body) + 1}",
        "body:",
        "  version: 1",
        "  recs:",
        "    [0]: kind=0, len_name=0, name=, @twice=0",
    ]
    assert lines[6] == f"    ... {60_000 - 2 - 2} more"
    assert lines[-1] == f"  !: windowed: body at byte 4: {missing}"
    assert str(tree.error) == f"windowed: body at byte 4: {missing}"
    assert peak < 1_500_000
