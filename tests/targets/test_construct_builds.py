"""What modules of the Construct target work out when they build."""

from __future__ import annotations

import zlib
from pathlib import Path

import construct
import pytest

from tests.targets.conftest import Made


def test_numbers_follow_by_the_steps_that_lead_to_them(construct_module: Made) -> None:
    module = construct_module("""
meta: {id: x, endian: be}
seq:
  - {id: len_all, type: u2}
  - {id: body, size: len_all - 4}
  - {id: num_words, type: u1}
  - {id: words, size: num_words * 8}
  - {id: rest_of, type: u1}
  - {id: rest, size: 16 - rest_of}
  - {id: num_rows, type: u1}
  - {id: rows, type: u1, repeat: expr, repeat-expr: (num_rows - 1) * 2}
""")
    given = {"body": b"abc", "words": bytes(24), "rest": b"xy", "rows": [1, 2, 3, 4]}
    built = module.x.build(given)
    assert built == b"\0\7abc\3" + bytes(24) + b"\x0exy\3\1\2\3\4"
    found = module.x.parse(built)
    assert (found.len_all, found.num_words, found.rest_of, found.num_rows) == (7, 3, 14, 3)


def test_fields_get_their_bits_of_a_length(construct_module: Made) -> None:
    module = construct_module("""
meta: {id: x, endian: be}
seq:
  - {id: high, type: u1}
  - {id: low, type: u2}
  - {id: body, size: (low | high << 16) - 2}
  - {id: flags, type: u1}
  - {id: rest, size: flags & 7}
""")
    built = module.x.build({"body": bytes(0x1FFFF), "flags": 0x82, "rest": b"xy"})
    assert built == b"\2\0\1" + bytes(0x1FFFF) + b"\x82xy"
    with pytest.raises(KeyError, match="flags"):  # whose other bits nothing tells
        module.x.build({"body": b"", "rest": b"xy"})


def test_a_length_that_does_not_divide_is_refused(construct_module: Made) -> None:
    module = construct_module("""
meta: {id: x}
seq: [{id: n, type: u1}, {id: words, size: n * 8}]
""")
    with pytest.raises(construct.ConstructError):
        module.x.build({"words": bytes(9)})


def test_lengths_of_records_and_of_what_is_packed_are_measured(construct_module: Made) -> None:
    module = construct_module("""
meta: {id: x, encoding: UTF-8, endian: le}
seq:
  - {id: len_part, type: u2}
  - {id: part, size: len_part, type: part}
  - {id: len_packed, type: u2}
  - {id: packed, size: len_packed, process: zlib}
types:
  part: {seq: [{id: name, type: strz}, {id: names, type: strz, repeat: eos}]}
""")
    packed = zlib.compress(b"a" * 100)
    built = module.x.build({"part": {"name": "hi", "names": ["you"]}, "packed": b"a" * 100})
    assert built == b"\7\0hi\0you\0" + len(packed).to_bytes(2, "little") + packed
    found = module.x.parse(built)
    found.part.names = ["there", "again"]
    assert module.x.parse(module.x.build(found)).part.names == ["there", "again"]


def test_room_that_is_enough_is_kept(construct_module: Made) -> None:
    module = construct_module("""
meta: {id: x}
seq: [{id: n, type: u1}, {id: part, size: n, type: part}]
types:
  part: {seq: [{id: v, type: u1}]}
""")
    assert module.x.build(module.x.parse(b"\3\7\0\0")) == b"\3\7\0\0"
    assert module.x.build({"part": {"v": 7}}) == b"\1\7"


def test_lengths_of_what_a_switch_chooses_are_measured(construct_module: Made) -> None:
    module = construct_module("""
meta: {id: x}
seq:
  - {id: kind, type: u1}
  - {id: len_body, type: u1}
  - {id: body, size: len_body, type: {switch-on: kind, cases: {1: one, 2: two}}}
types:
  one: {seq: [{id: a, type: u1}]}
  two: {seq: [{id: a, type: u1}, {id: b, type: u1}]}
""")
    assert module.x.build({"kind": 1, "body": {"a": 1}}) == b"\1\1\1"
    assert module.x.build({"kind": 2, "body": {"a": 1, "b": 2}}) == b"\2\2\1\2"
    assert module.x.build({"kind": 3, "body": b"abc"}) == b"\3\3abc"


def test_flags_follow_from_what_is_there(construct_module: Made) -> None:
    module = construct_module("""
meta: {id: x}
seq:
  - {id: has_a, type: b1}
  - {id: rest, type: b7}
  - {id: kind, type: u1}
  - {id: mode, type: u1}
  - {id: a, type: u1, if: has_a}
  - {id: b, type: u1, if: kind == 1}
  - {id: c, type: u1, if: mode != 0}
""")
    assert module.x.build({"rest": 0, "a": 9, "b": 8, "c": 7}) == b"\x80\1\1\x09\x08\x07"
    given = {"rest": 1, "kind": 5, "mode": 4, "a": None, "b": None, "c": 2}
    assert module.x.build(given) == b"\1\5\4\2"
    assert module.x.build({**given, "c": None}) == b"\1\5\0"


def test_the_length_of_what_is_not_there_is_the_one_that_is_given(construct_module: Made) -> None:
    module = construct_module("""
meta: {id: x}
seq:
  - {id: kind, type: u1}
  - {id: n, type: u1}
  - {id: a, size: n, if: kind == 1}
""")
    assert module.x.build({"kind": 1, "a": b"abc"}) == b"\1\3abc"
    assert module.x.build({"kind": 0, "n": 9, "a": None}) == b"\0\x09"


def test_defaults_and_derived_values_are_put_in(construct_module: Made) -> None:
    module = construct_module("""
meta: {id: x}
seq:
  - {id: version, type: u1, -default: 2}
  - {id: num_pairs, type: u1, -derive: pairs.size / 2}
  - {id: kind, type: u1, enum: kind, -derive: "pairs.size == 2 ? kind::short : kind::long"}
  - {id: pairs, size: num_pairs * 2}
  - {id: gap, size: 3, -fill: 0x20}
enums:
  kind: {1: short, 2: long}
""")
    assert module.x.build({"pairs": b"ab"}) == b"\2\1\1ab   "
    assert module.x.build({"pairs": b"abcd", "version": 1, "gap": b"-"}) == b"\1\2\2abcd-  "


SEALED = """
meta: {{id: x, endian: le}}
seq:
  - {first}
  - {second}
"""
CRC = "{id: crc, type: u4, -checksum: {algorithm: crc32, over: values}}"
VALUES = "{id: values, size: 4, -array: {dtype: f4, shape: [1]}, -codec: [raw]}"


CRC_OF_ABCD = zlib.crc32(b"abcd").to_bytes(4, "little")


@pytest.mark.parametrize(
    ("first", "second", "data"),
    [(VALUES, CRC, b"abcd" + CRC_OF_ABCD), (CRC, VALUES, CRC_OF_ABCD + b"abcd")],
)
def test_a_checksum_is_verified_and_made_anew(
    construct_module: Made, first: str, second: str, data: bytes
) -> None:
    module = construct_module(SEALED.format(first=first, second=second))
    assert module.x.build({"values": b"abcd"}) == data
    found = module.x.parse(data)
    assert found["values"] == b"abcd"
    for at in range(8):
        damaged = bytearray(data)
        damaged[at] ^= 1
        with pytest.raises(construct.ConstructError):
            module.x.parse(bytes(damaged))
    found["values"] = b"efgh"
    assert module.x.parse(module.x.build(found)).crc == zlib.crc32(b"efgh")


def test_a_checksum_is_verified_where_its_condition_holds(construct_module: Made) -> None:
    crc = "{id: crc, type: u4, -checksum: {algorithm: crc32, over: values, if: safe == 1}}"
    text = SEALED.format(first="{id: safe, type: u1}", second=crc) + f"  - {VALUES}\n"
    module = construct_module(text)
    crc_of = zlib.crc32(b"abcd").to_bytes(4, "little")
    assert module.x.build({"safe": 0, "values": b"abcd"}) == b"\0" + crc_of + b"abcd"
    assert module.x.parse(b"\0\1\2\3\4abcd").crc == 0x04030201
    with pytest.raises(construct.CheckError):
        module.x.parse(b"\1\1\2\3\4abcd")
    assert module.x.parse(b"\1" + crc_of + b"abcd")["values"] == b"abcd"


def test_a_digest_of_bytes_is_the_first_of_the_hash(construct_module: Made) -> None:
    blake3 = pytest.importorskip("blake3", reason="pip install blake3")
    digest = "{id: hash, size: 8, -checksum: {algorithm: blake3, over: values}}"
    module = construct_module(SEALED.format(first=VALUES, second=digest))
    data = b"abcd" + blake3.blake3(b"abcd").digest(8)
    assert module.x.build({"values": b"abcd"}) == data
    assert module.x.parse(data).hash == data[4:]
    with pytest.raises(construct.ChecksumError):
        module.x.parse(b"abce" + data[4:])


def test_a_digest_of_decoded_values_is_given_and_said_not_to_be_verified(
    construct_module: Made,
) -> None:
    crc = "{id: crc, type: u4, -checksum: {algorithm: crc32, over: values, decoded: true}}"
    module = construct_module(SEALED.format(first=VALUES, second=crc))
    assert module.x.parse(b"abcd\1\0\0\0").crc == 1
    assert module.x.build({"values": b"abcd", "crc": 1}) == b"abcd\1\0\0\0"
    assert module.__file__ is not None
    text = Path(module.__file__).read_text(encoding="utf-8")
    assert "# Not verified: a digest of what `values` decodes to." in text


@pytest.mark.parametrize(
    ("seq", "good", "bad"),
    [
        ("{id: a, size: n, -limit: 3}", b"\3abc", b"\4abcd"),
        ("{id: a, type: u1, repeat: expr, repeat-expr: n, -limit: 3}", b"\3abc", b"\4abcd"),
        ("{id: a, type: u1, repeat: eos, -limit: 3}", b"\0abc", b"\0abcd"),
        (
            "{id: a, type: u1, repeat: until, repeat-until: _ == 0, -limit: 3}",
            b"\0ab\0",
            b"\0abc\0",
        ),
        ("{id: a, size-eos: true, -limit: 3}", b"\0abc", b"\0abcd"),
        ("{id: a, type: part, size: n, -limit: 3}", b"\3abc", b"\4abcd"),
    ],
)
def test_more_than_a_limit_is_refused(
    construct_module: Made, seq: str, good: bytes, bad: bytes
) -> None:
    text = f"meta: {{id: x}}\nseq:\n  - {{id: n, type: u1}}\n  - {seq}\n"
    module = construct_module(text + "types: {part: {seq: [{id: b, size-eos: true}]}}\n")
    assert "a" in module.x.parse(good)
    with pytest.raises((construct.CheckError, construct.ValidationError)):
        module.x.parse(bad)


def test_elements_that_take_no_bytes_do_not_go_on_forever(construct_module: Made) -> None:
    module = construct_module("meta: {id: x}\nseq: [{id: a, size: 0, repeat: eos}]\n")
    assert module.x.parse(b"").a == []
    with pytest.raises(construct.RangeError):
        module.x.parse(b"a")


def test_positions_in_what_is_built_are_those_of_its_own_stream(construct_module: Made) -> None:
    module = construct_module("""
meta: {id: x, encoding: ASCII}
seq:
  - {id: name, type: strz}
  - {id: gap, size: (4 - _io.pos) % 4, -fill: 0}
  - {id: rest, type: u1, repeat: until, repeat-until: _io.eof}
  - {id: more, type: u1, if: not _io.eof}
""")
    found = module.x.parse(b"ab\0\0\1\2\3")
    assert module.x.build(found) == b"ab\0\0\1\2\3"
    found.name, found.gap = "abcd", None
    assert module.x.build(found) == b"abcd\0\0\0\0\1\2\3"
    given = {"name": "abc", "rest": [1, 2], "more": None}
    assert module.x.build(given) == b"abc\0\1\2"


def test_a_document_is_built_as_it_was_but_for_what_was_changed(construct_module: Made) -> None:
    module = construct_module("""
meta: {id: x, encoding: UTF-8}
seq:
  - {id: n, type: u1}
  - id: head
    type: str
    size: n
    -document:
      format: json
      compact: true
      fields: {version: {type: int, default: 1}, name: {type: str}}
""")
    data = b'\x0c{"name":"a"}'
    found = module.x.parse(data)
    assert (found.head.version, found.head.name) == (1, "a")
    assert module.x.build(found) == data
    found.head.version = 2
    assert b'"version":2' in module.x.build(found)
    assert module.x.build({"head": {"name": "b"}}) == b'\x0c{"name":"b"}'


def test_what_has_no_name_or_no_bytes_need_not_be_given(construct_module: Made) -> None:
    module = construct_module("""
meta: {id: x, endian: le}
seq: [{type: u2}, {size: 3}, {id: none, size: 0}, {type: b8}, {id: end, type: u1}]
""")
    assert module.x.build({"end": 7}) == bytes(6) + b"\7"
    data = b"\1\2\3\4\5\6\7"
    assert module.x.build(module.x.parse(data)) == data


def test_what_is_in_a_stream_that_is_built_already_is_refused(construct_module: Made) -> None:
    module = construct_module("""
meta: {id: x}
seq: [{id: part, size: 3, type: part}]
types: {part: {}}
instances: {inner: {io: part._io, pos: 1, type: u1}}
""")
    found = module.x.parse(b"abc")
    assert found.inner == ord("b")
    with pytest.raises(construct.ConstructError, match="built already"):
        module.x.build(found)
    assert module.x.build({"part": {}, "inner": None}) == bytes(3)
