"""Checking all of a file: what stands at positions too, once, and without keeping it."""

from __future__ import annotations

import struct
import tracemalloc
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import quire
from quire import ChecksumError, FormatError, LimitError

ARCHIVE = """
meta: {id: archive, endian: le, encoding: ASCII}
seq: [{id: magic, contents: AR}, {id: ofs_index, type: u4}]
instances:
  index: {pos: ofs_index, type: entry, repeat: eos}
types:
  entry:
    seq:
      - {id: ofs_body, type: u4}
      - {id: kind, type: u1, valid: {max: 3}}
    instances:
      half: {value: 100 / kind}
      body: {io: _root._io, pos: ofs_body, type: body}
  body:
    seq:
      - {id: len_text, type: u1}
      - {id: text, type: str, size: len_text}
"""

NODES = """
meta: {id: nodes, endian: le}
seq: [{id: first, type: node}]
types:
  node:
    seq:
      - {id: ofs_next, type: u2}
      - {id: ofs_before, type: u2}
      - {id: value, type: u1, valid: {max: 9}}
    instances:
      next: {pos: ofs_next, type: node, if: ofs_next != 0xffff}
      before: {pos: ofs_before, type: node, if: ofs_before != 0xffff}
"""


def compiled(folder: Path, text: str) -> Any:
    """The class of a spec."""
    path = folder / "spec.ksy"
    path.write_text(text, encoding="utf-8")
    module = quire.compile(path)
    return getattr(module, module.__all__[0])


def archive(*kinds: int, texts: bytes = b"abc") -> bytes:
    """An archive whose index is at its end."""
    body = bytes([len(texts)]) + texts
    head = b"AR" + struct.pack("<I", 6 + len(body) * len(kinds))
    index = [struct.pack("<IB", 6 + len(body) * i, kind) for i, kind in enumerate(kinds)]
    return head + body * len(kinds) + b"".join(index)


def chain(*values: int, last: int = 0xFFFF) -> bytes:
    """Nodes that know their neighbours; the last has an offset that is given."""
    nodes = [
        struct.pack("<HHB", 5 * (i + 1), 5 * (i - 1) if i else 0xFFFF, value)
        for i, value in enumerate(values)
    ]
    return b"".join(nodes[:-1]) + struct.pack("<H", last) + nodes[-1][2:]


def test_what_stands_at_positions_is_checked(tmp_path: Path) -> None:
    kind = compiled(tmp_path, ARCHIVE)
    kind.from_bytes(archive(1, 2, 3)).validate()
    with pytest.raises(FormatError) as caught:
        kind.from_bytes(archive(1, 4, 3)).validate()
    assert (caught.value.path, caught.value.offset) == ("index[1].kind", 6 + 3 * 4 + 5 + 4)


def test_what_other_instances_lead_to_is_checked(tmp_path: Path) -> None:
    kind = compiled(tmp_path, ARCHIVE)
    data = archive(1, 2, texts=b"ab\x80")
    with pytest.raises(FormatError) as caught:
        kind.from_bytes(data).validate()
    assert (caught.value.path, caught.value.offset) == ("index[0].body.text", data.index(b"\x80"))


def test_a_value_that_cannot_be_computed_is_an_error(tmp_path: Path) -> None:
    kind = compiled(tmp_path, ARCHIVE)
    with pytest.raises(FormatError, match=r"index\[2\]\.half.*ZeroDivisionError"):
        kind.from_bytes(archive(1, 2, 0)).validate()


def test_offsets_that_lead_back_end(tmp_path: Path) -> None:
    kind = compiled(tmp_path, NODES)
    kind.from_bytes(chain(1, 2, 3, last=0)).validate()
    kind.from_bytes(chain(1, last=0)).validate()
    with pytest.raises(FormatError) as caught:
        kind.from_bytes(chain(1, 2, 10, last=5)).validate()
    assert (caught.value.path, caught.value.offset) == ("first.next.next.value", 14)


def test_nodes_that_many_lead_to_are_checked_once(tmp_path: Path) -> None:
    kind = compiled(tmp_path, NODES)
    kind.from_bytes(chain(*[1] * 300)).validate()  # 2 ** 300 ways lead through them


def test_a_long_chain_has_a_long_path(tmp_path: Path) -> None:
    kind = compiled(tmp_path, NODES)
    with pytest.raises(FormatError) as caught:
        kind.from_bytes(chain(*[1] * 4000, 10)).validate()
    assert caught.value.path == "first" + ".next" * 4000 + ".value"
    assert caught.value.offset == 4000 * 5 + 4


def test_instances_without_end_that_take_nothing_are_an_error(tmp_path: Path) -> None:
    text = "meta: {id: hall}\nseq: []\ninstances: {mirror: {type: hall}}\n"
    with pytest.raises(LimitError, match="less nesting"):
        compiled(tmp_path, text).from_bytes(b"").validate()


def test_another_type_at_the_same_place_is_checked_too(tmp_path: Path) -> None:
    text = """
meta: {id: twice}
seq: [{id: a, type: u1}]
instances: {first: {pos: 0, type: one}, second: {pos: 0, type: two}}
types:
  one: {seq: [{id: a, type: u1}]}
  two: {seq: [{id: b, type: u1, valid: 3}]}
"""
    with pytest.raises(FormatError, match=r"second\.b"):
        compiled(tmp_path, text).from_bytes(b"\x04").validate()


def test_streams_that_are_made_of_bytes_are_told_apart(tmp_path: Path) -> None:
    text = """
meta: {id: packed}
seq: [{id: parts, type: part, repeat: eos}]
types:
  part: {seq: [{id: len_box, type: u1}, {id: box, type: box, size: len_box, process: zlib}]}
  box: {seq: [{id: a, type: u1}], instances: {value: {pos: 1, type: value}}}
  value: {seq: [{id: b, type: u1, valid: {max: 9}}]}
"""
    parts = [zlib.compress(data) for data in (b"\1\1", b"\1\2", b"\1\x0a")]
    data = b"".join(bytes([len(part)]) + part for part in parts)
    with pytest.raises(FormatError, match=r"parts\[2\]\.box\.value\.b"):
        compiled(tmp_path, text).from_bytes(data).validate()


def test_a_payload_in_an_instance_is_verified(tmp_path: Path) -> None:
    text = """
meta: {id: held, endian: le}
seq: [{id: ofs_box, type: u1}]
instances: {box: {pos: ofs_box, type: box}}
types:
  box:
    seq:
      - {id: crc, type: u4, -checksum: {algorithm: crc32, over: body}}
      - {id: body, size: 8, -array: {dtype: f4, shape: ["2"]}, -codec: []}
"""
    kind = compiled(tmp_path, text)
    body = np.array([1, 2], "<f4").tobytes()
    data = struct.pack("<BI", 1, zlib.crc32(body)) + body
    kind.from_bytes(data).validate()
    with pytest.raises(ChecksumError, match=r"box\.body"):
        kind.from_bytes(data[:-1] + b"\x41").validate()


def test_what_was_read_for_the_check_is_let_go(tmp_path: Path) -> None:
    text = """
meta: {id: large, endian: le}
seq: [{id: entries, type: entry, repeat: expr, repeat-expr: 64}]
types:
  entry:
    seq: [{id: key, type: u1}]
    instances: {body: {io: _root._io, pos: 64, size: 1000000, process: xor(key)}}
"""
    record = compiled(tmp_path, text).from_bytes(bytes(1_000_064))
    kept = record.entries[3].body
    tracemalloc.start()
    record.validate()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 8_000_000
    assert [hasattr(entry, "_m_body") for entry in record.entries[2:5]] == [False, True, False]
    assert record.entries[3].body is kept


def test_what_was_built_is_checked_as_far_as_it_is_there(tmp_path: Path) -> None:
    kind = compiled(tmp_path, ARCHIVE)
    kind.build(index=[{"kind": 1, "body": {"text": "abc"}}]).validate()


def test_an_instance_whose_name_is_a_keyword_is_checked(tmp_path: Path) -> None:
    text = """
meta: {id: kw}
seq: [{id: a, type: u1}]
instances: {class: {pos: 0, type: x}, is: {pos: 0, type: x, repeat: expr, repeat-expr: 2}}
types: {x: {seq: [{id: b, type: u1, valid: {max: 3}}]}}
"""
    kind = compiled(tmp_path, text)
    with pytest.raises(FormatError) as caught:
        kind.from_bytes(b"\x09").validate()
    assert caught.value.path == "class.b"
    with pytest.raises(FormatError) as caught:
        kind.from_bytes(b"\x01\x09").validate()
    assert caught.value.path == "is[1].b"


def test_instances_that_read_the_same_bytes_again_and_again_are_limited(tmp_path: Path) -> None:
    text = """
meta: {id: echo}
seq: [{id: parts, type: part, repeat: expr, repeat-expr: 4000}]
types:
  part: {seq: [{id: a, type: u1}], instances: {rest: {pos: 0, type: part, repeat: eos}}}
"""
    record = compiled(tmp_path, text).from_bytes(bytes(100_000))
    with quire.limits(max_decoded=1_000_000), pytest.raises(LimitError) as caught:
        record.validate()  # 400 MB otherwise
    assert caught.value.path == "parts[0].rest[9].rest"  # the eleventh 100,000 bytes
