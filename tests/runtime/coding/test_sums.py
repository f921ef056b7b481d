"""Checksums over stored bytes: verified when a record is validated, made when it is written."""

from __future__ import annotations

import copy
import hashlib
import struct
import zlib
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

import quire


@pytest.fixture
def spec(tmp_path: Path) -> Any:
    """Compile the text of a spec, without `meta`, to its class."""

    def compiled(text: str, meta: str = "") -> Any:
        path = tmp_path / "probe.ksy"
        path.write_text(f"meta: {{id: probe, endian: le, encoding: ASCII{meta}}}\n{text}")
        return quire.compile(path).Probe

    return compiled


CHUNKS = """
seq:
  - {id: magic, contents: CHUNKY}
  - {id: total, type: u4be, -checksum: {algorithm: sum32, over: {behind: total}}}
  - {id: chunks, type: chunk, repeat: eos}
types:
  chunk:
    seq:
      - {id: len_body, type: u4be}
      - {id: kind, type: str, size: 4}
      - {id: body, size: len_body, type: {switch-on: kind, cases: {'"text"': text}}}
      - {id: crc, type: u4be, -checksum: {over: {from: kind, to: body}}}
  text:
    seq:
      - {id: key, type: strz}
      - {id: value, type: str, size-eos: true}
"""


def chunk(kind: bytes, body: bytes) -> bytes:
    crc = zlib.crc32(kind + body)
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", crc)


def chunky(*chunks: bytes) -> bytes:
    return b"CHUNKY" + struct.pack(">I", sum(b"".join(chunks))) + b"".join(chunks)


IMAGE = chunk(b"IDAT", bytes(range(50)))
FILE = chunky(chunk(b"text", b"a\0hello"), IMAGE)
LONGER = chunky(chunk(b"text", b"a\0goodbye"), IMAGE)


def test_what_is_edited_has_checksums_that_fit(spec: Any) -> None:
    record = spec(CHUNKS).from_bytes(FILE)
    record.validate()
    assert record.to_bytes() == FILE
    record.chunks[0].body.value = "goodbye"
    assert record.to_bytes() == LONGER
    assert (record.total, record.chunks[0].crc) == (
        int.from_bytes(LONGER[6:10], "big"),
        zlib.crc32(b"texta\0goodbye"),
    )


def test_what_is_built_has_checksums_that_need_not_be_given(spec: Any) -> None:
    kind = spec(CHUNKS)
    chunks = [
        {"kind": "text", "body": {"key": "a", "value": "goodbye"}},
        {"kind": "IDAT", "body": bytes(range(50))},
    ]
    assert kind.build(chunks=chunks).to_bytes() == LONGER
    sink = BytesIO()
    kind.build(chunks=(each for each in chunks)).write_to(sink)
    assert sink.getvalue() == LONGER


def test_a_checksum_that_was_given_has_to_fit(spec: Any) -> None:
    kind = spec(CHUNKS)
    good = {"kind": "IDAT", "body": b"abc", "crc": zlib.crc32(b"IDATabc")}
    assert kind.build(chunks=[good]).to_bytes() == chunky(chunk(b"IDAT", b"abc"))
    with pytest.raises(
        quire.ContradictionError,
        match=r"chunks\[0\].crc: given 7, but the crc32 of the bytes that it covers makes it",
    ):
        kind.build(chunks=[{**good, "crc": 7}]).to_bytes()


@pytest.mark.parametrize(
    ("at", "path", "offset"),
    [(7, "total", 6), (24, "total", 6), (len(FILE) - 1, "total", 6)],
)
def test_damage_is_found_where_a_checksum_is_over_it(
    spec: Any, at: int, path: str, offset: int
) -> None:
    bad = bytearray(FILE)
    bad[at] ^= 1
    record = spec(CHUNKS).from_bytes(bytes(bad))  # reading compares nothing
    with pytest.raises(quire.ChecksumError) as caught:
        record.validate()
    assert (caught.value.path, caught.value.offset) == (path, offset)


def test_the_error_shows_what_was_expected_and_what_is_there(spec: Any) -> None:
    bad = chunky(IMAGE[:-1] + b"\0")
    crc = zlib.crc32(IMAGE[4:-4])
    stored = crc & 0xFFFFFF00
    with pytest.raises(
        quire.ChecksumError,
        match=rf"chunks\[0\].crc at byte 68: expected crc32 0x{crc:08x}, found 0x{stored:08x}",
    ):
        spec(CHUNKS).from_bytes(bad).validate()


def test_damage_that_nobody_touches_is_kept_and_an_edit_does_not_hide_it(spec: Any) -> None:
    kind = spec(CHUNKS.replace(", -checksum: {algorithm: sum32, over: {behind: total}}", ""))
    damaged = chunky(chunk(b"text", b"a\0hello"), IMAGE[:-1] + b"\0")
    record = kind.from_bytes(damaged)
    record.chunks[0].body.value = "goodbye"
    found = record.to_bytes()
    assert found[10:] == LONGER[10:-1] + b"\0"
    record = kind.from_bytes(damaged)
    record.chunks[1].body = b"other"
    with pytest.raises(quire.ChecksumError, match=r"chunks\[1\].crc at byte"):
        record.to_bytes()
    del record.chunks[1].crc  # now it is made anew
    assert kind.from_bytes(record.to_bytes()).chunks[1].crc == zlib.crc32(b"IDATother")


def test_an_edit_that_moves_nothing_makes_those_anew_that_are_over_it(
    spec: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    damaged = IMAGE[:-1] + b"\0"
    record = spec(CHUNKS).from_bytes(chunky(chunk(b"text", b"a\0hello"), damaged))
    record.chunks[0].body.value = "jello"
    monkeypatch.setattr(quire.runtime.Struct, "_write_anew", None)  # nothing is laid out
    assert record.to_bytes() == chunky(chunk(b"text", b"a\0jello"), damaged)
    record.chunks[0].body.value = "hello"
    assert record.to_bytes() == chunky(chunk(b"text", b"a\0hello"), damaged)


def test_a_file_is_read_from_a_pipe_a_mapping_and_a_copy(spec: Any, tmp_path: Path) -> None:
    kind = spec(CHUNKS)
    big = chunky(*[chunk(b"IDAT", bytes(3000))] * 500)
    (tmp_path / "big").write_bytes(big)
    with kind.from_file(tmp_path / "big") as record:
        record.validate()
        record.chunks[3].body = b"x"
        assert len(record.to_bytes()) == len(big) - 2999
    record = kind.from_io(BytesIO(FILE))
    record.validate()
    copy.deepcopy(record).validate()
    assert record == kind.from_bytes(FILE)
    assert "_marks" not in vars(record)


# -- what a checksum is over ------------------------------------------------------------------


def test_a_header_counts_its_own_field_as_zeros_or_as_any_byte(spec: Any) -> None:
    text = """
seq:
  - {id: name, size: 4}
  - {id: sum, type: u2, -checksum: {algorithm: sum16, over: {from: name, to: rest}, own: OWN}}
  - {id: rest, size: 3}
"""
    for own in (0, 0x20):
        kind = spec(text.replace("OWN", str(own)))
        made = kind.build(name=b"abcd", rest=b"xyz").to_bytes()
        assert made == b"abcd" + struct.pack("<H", sum(b"abcdxyz") + 2 * own) + b"xyz"
        kind.from_bytes(made).validate()


def test_an_internet_header_has_the_checksum_that_is_published(spec: Any) -> None:
    kind = spec("""
seq:
  - {id: front, size: 10}
  - id: checksum
    type: u2be
    -checksum: {algorithm: internet, over: {from: front, to: addresses}}
  - {id: addresses, size: 8}
""")
    front = bytes.fromhex("45000073000040004011")
    addresses = bytes.fromhex("c0a80001c0a800c7")
    assert kind.build(front=front, addresses=addresses).to_bytes()[10:12] == b"\xb8\x61"


def test_a_pseudo_header_is_made_of_other_records(spec: Any) -> None:
    kind = spec("""
seq:
  - {id: source, size: 4}
  - {id: target, size: 4}
  - {id: protocol, type: u1}
  - {id: datagram, type: udp}
types:
  udp:
    seq:
      - {id: ports, size: 4}
      - {id: len_all, type: u2be, -derive: body.size + 8}
      - id: checksum
        type: u2be
        -checksum:
          algorithm: internet
          over:
            - _root.source
            - _root.target
            - '[0, _root.protocol, len_all >> 8, len_all & 0xff].as<bytes>'
            - {from: ports, to: body}
      - {id: body, size: len_all - 8}
""")
    made = kind.build(
        source=bytes.fromhex("98010080"),
        target=bytes.fromhex("98010099"),
        protocol=17,
        datagram={"ports": bytes.fromhex("04d20050"), "body": b"hello"},
    ).to_bytes()
    pseudo = made[:8] + bytes([0, 17, 0, 13]) + made[9:15] + b"\0\0" + b"hello\0"
    total = sum(int.from_bytes(pseudo[i : i + 2], "big") for i in range(0, len(pseudo), 2))
    total = (total & 0xFFFF) + (total >> 16)
    assert made[15:17] == (0xFFFF ^ total).to_bytes(2, "big")
    kind.from_bytes(made).validate()
    with pytest.raises(quire.ChecksumError, match=r"datagram\.checksum"):
        kind.from_bytes(b"\x99" + made[1:]).validate()


def test_fields_are_taken_in_the_order_in_which_they_are_named(spec: Any) -> None:
    kind = spec("""
seq:
  - {id: a, type: strz}
  - {id: crc, type: u4, -checksum: {over: [c, a]}}
  - {id: b, type: u1}
  - {id: c, type: u2be, repeat: expr, repeat-expr: 2}
""")
    made = kind.build(a="hi", b=1, c=[2, 3]).to_bytes()
    assert made == b"hi\0" + struct.pack("<I", zlib.crc32(b"\0\2\0\3hi\0")) + b"\1\0\2\0\3"
    kind.from_bytes(made).validate()


def test_what_stands_before_and_behind_goes_to_the_ends_of_the_stream(spec: Any) -> None:
    kind = spec("""
seq:
  - {id: len_box, type: u1}
  - {id: box, type: box, size: len_box}
  - {id: rest, size-eos: true}
types:
  box:
    seq:
      - {id: head, size: 2}
      - {id: before, type: u1, -checksum: {algorithm: xor8, over: {before: before}}}
      - {id: behind, type: u1, -checksum: {algorithm: sum8, over: {behind: behind}}}
      - {id: body, size: 3}
""")
    made = kind.build(len_box=9, box={"head": b"ab", "body": b"xyz"}, rest=b"not this").to_bytes()
    box = b"ab" + bytes([ord("a") ^ ord("b"), sum(b"xyz") & 0xFF]) + b"xyz\0\0"
    assert made == b"\x09" + box + b"not this"
    kind.from_bytes(made).validate()
    left = made[:9] + b"\1" + made[10:]
    with pytest.raises(quire.ChecksumError, match=r"box\.behind at byte 4"):
        kind.from_bytes(left).validate()


def test_an_instance_is_added_up_where_it_stands(spec: Any) -> None:
    kind = spec("""
seq:
  - {id: ofs_index, type: u4}
  - {id: crc, type: u4, -checksum: {over: index}}
  - {id: data, size: 5}
instances:
  index: {pos: ofs_index, type: entry, repeat: expr, repeat-expr: 2}
types:
  entry: {seq: [{id: value, type: u2be}]}
""")
    made = kind.build(data=b"hello", index=[{"value": 1}, {"value": 2}]).to_bytes()
    assert made == struct.pack("<II", 13, zlib.crc32(b"\0\1\0\2")) + b"hello" + b"\0\1\0\2"
    record = kind.from_bytes(made)
    record.validate()
    record.index[1].value = 3
    assert record.to_bytes()[4:8] == struct.pack("<I", zlib.crc32(b"\0\1\0\3"))
    with pytest.raises(quire.ChecksumError, match="crc at byte 4"):
        kind.from_bytes(made[:-1] + b"\x07").validate()


def test_one_checksum_goes_over_another_and_a_length_by_both(spec: Any) -> None:
    kind = spec("""
seq:
  - {id: outer, size: 20, -checksum: {algorithm: sha1, over: {behind: outer}}}
  - {id: len_body, type: u1}
  - {id: body, size: len_body}
  - {id: inner, type: u4be, -checksum: {algorithm: adler32, over: body}}
  - {id: twice, type: u4be, -derive: inner}
""")
    made = kind.build(body=b"Wikipedia").to_bytes()
    behind = b"\x09Wikipedia" + 2 * bytes.fromhex("11e60398")
    assert made == hashlib.sha1(behind, usedforsecurity=False).digest() + behind
    record = kind.from_bytes(made)
    record.validate()
    record.body = b""
    assert record.to_bytes()[20:] == b"\0" + 2 * b"\0\0\0\1"


def test_checksums_over_each_other_are_refused(spec: Any) -> None:
    kind = spec("""
seq:
  - {id: a, type: u4, -checksum: {over: b}}
  - {id: b, type: u4, -checksum: {over: a}}
""")
    with pytest.raises(quire.FormatError, match="checksums that do not cover each other"):
        kind.build().to_bytes()


def test_what_is_optional_has_no_checksum_where_it_is_not_there(spec: Any) -> None:
    kind = spec("""
seq:
  - {id: flags, type: u1}
  - {id: crc, type: u4, if: flags != 0, -checksum: {over: body, if: flags != 2}}
  - {id: body, size: 3}
""")
    assert kind.build(flags=0, body=b"abc").to_bytes() == b"\0abc"
    made = kind.build(flags=1, body=b"abc").to_bytes()
    assert made == b"\1" + struct.pack("<I", zlib.crc32(b"abc")) + b"abc"
    kind.from_bytes(b"\0abc").validate()
    kind.from_bytes(b"\2____abc").validate()
    with pytest.raises(quire.ChecksumError):
        kind.from_bytes(b"\1____abc").validate()


# -- numbers ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("type_", "key", "stored"),
    [
        ("u2be", "algorithm: crc16_modbus", b"\x4b\x37"),
        ("u2le", "algorithm: crc16_xmodem", b"\xc3\x31"),
        ("u4", "algorithm: crc32c", b"\x83\x92\x06\xe3"),
        ("s4be", "algorithm: crc32", b"\xcb\xf4\x39\x26"),
        ("u4be", "algorithm: crc24_openpgp", b"\x00\x21\xcf\x02"),
        ("u2be", "algorithm: crc32, mask: 0xffff", b"\x39\x26"),
        ("u4be", "algorithm: crc32, xor: 0", b"\x34\x0b\xc6\xd9"),
        ("u4be", "algorithm: crc32_mpeg2, init: 0, xor: 0xffff_ffff", b"\x76\x5e\x76\x80"),
        ("u1", "algorithm: sum8, negated: true", bytes([-sum(b"123456789") & 0xFF])),
        ("u2be", "algorithm: sum16, word: u2be, init: 5", b"\x09\xd9"),
        ("u8be", "algorithm: crc64_xz", bytes.fromhex("995dc9bbdf1939fa")),
    ],
)
def test_a_number_is_stored_as_its_field_says(
    spec: Any, type_: str, key: str, stored: bytes
) -> None:
    kind = spec(f"""
seq:
  - {{id: body, size: 9}}
  - {{id: sum, type: {type_}, -checksum: {{{key}, over: body}}}}
""")
    made = kind.build(body=b"123456789").to_bytes()
    assert made[9:] == stored
    kind.from_bytes(made).validate()
    with pytest.raises(quire.ChecksumError):
        kind.from_bytes(b"_" + made[1:]).validate()


def test_a_byte_order_that_is_chosen_is_that_of_the_checksum(spec: Any) -> None:
    kind = spec(
        """
seq:
  - {id: mark, type: str, size: 1}
  - {id: body, type: body}
types:
  body:
    meta: {endian: {switch-on: _root.mark, cases: {'"L"': le, '"B"': be}}}
    seq:
      - {id: number, type: u4}
      - {id: sum, type: u2, -checksum: {algorithm: sum16, over: number}}
"""
    )
    assert kind.build(mark="L", body={"number": 7}).to_bytes() == b"L\7\0\0\0\7\0"
    made = kind.build(mark="B", body={"number": 7}).to_bytes()
    assert made == b"B\0\0\0\7\0\7"
    kind.from_bytes(made).validate()


def test_hashes_are_as_many_bytes_as_the_field_has(spec: Any) -> None:
    for name, size in (("md5", 16), ("sha1", 4), ("sha256", 32)):
        kind = spec(f"""
seq:
  - {{id: hash, size: {size}, -checksum: {{algorithm: {name}, over: body}}}}
  - {{id: body, size-eos: true}}
""")
        made = kind.build(body=b"abc").to_bytes()
        assert made == hashlib.new(name, b"abc").digest()[:size] + b"abc"
        kind.from_bytes(made).validate()
        with pytest.raises(quire.ChecksumError, match=f"hash at byte 0: expected {name} "):
            kind.from_bytes(made[:-1] + b"_").validate()


def test_lists_of_small_records_are_verified_and_written(spec: Any) -> None:
    kind = spec("""
seq: [{id: rows, type: row, repeat: eos}]
types:
  row:
    seq:
      - {id: a, type: u2be}
      - {id: b, type: u1}
      - {id: sum, type: u1, -checksum: {algorithm: sum8, over: {from: a, to: b}}}
""")
    rows = [{"a": i, "b": i % 256} for i in range(3000)]
    made = kind.build(rows=rows).to_bytes()
    wanted = [(i, i % 256, (i // 256 + 2 * (i % 256)) % 256) for i in range(3000)]
    assert made == b"".join(struct.pack(">HBB", *row) for row in wanted)
    kind.from_bytes(made).validate()
    bad = bytearray(made)
    bad[8001] ^= 1
    with pytest.raises(quire.ChecksumError, match=r"rows\[2000\].sum at byte 8003"):
        kind.from_bytes(bytes(bad)).validate()


def test_objects_that_note_where_they_stand_have_the_same_checksums(spec: Any) -> None:
    record = spec(CHUNKS, ", ks-debug: true").from_bytes(FILE)
    record._read()
    record.validate()
    assert record.chunks[0]._debug["crc"]["start"] == 25


def test_a_checksum_of_an_imported_type_is_written_by_those_who_hold_it(tmp_path: Path) -> None:
    (tmp_path / "inner.ksy").write_text(
        "meta: {id: inner, endian: be}\n"
        "seq:\n  - {id: body, size: 9}\n  - {id: crc, type: u4, -checksum: {over: body}}\n"
    )
    (tmp_path / "outer.ksy").write_text(
        "meta: {id: outer, imports: inner}\nseq: [{id: a, type: u1}, {id: inner, type: inner}]\n"
    )
    outer = quire.compile(tmp_path / "outer.ksy").Outer
    made = outer.build(a=1, inner={"body": b"123456789"}).to_bytes()
    assert made == b"\x01123456789\xcb\xf4\x39\x26"
    sink = BytesIO()
    outer.build(a=1, inner={"body": b"123456789"}).write_to(sink)
    assert sink.getvalue() == made


def test_a_number_too_large_for_its_field_is_refused(spec: Any) -> None:
    kind = spec("""
seq:
  - {id: bits, type: u2}
  - {id: sum, type: u1, -checksum: {algorithm: crc32, over: body, mask: bits}}
  - {id: body, size: 9}
""")
    assert kind.build(bits=0xFF, body=b"123456789").to_bytes()[2] == 0x26
    with pytest.raises(quire.FormatError, match="sum: expected an integer from 0 to 255"):
        kind.build(bits=0xFFF, body=b"123456789").to_bytes()


def test_a_digest_may_be_that_of_what_bytes_inflate_to(spec: Any) -> None:
    kind = spec("""
seq:
  - {id: method, type: u1}
  - {id: len_body, type: u4}
  - {id: body, size: len_body}
  - {id: crc, type: u4, -checksum: {algorithm: crc32, over: body, inflated: method == 8}}
  - {id: len_inflated, type: u4, -checksum: {algorithm: length, over: body, inflated: method == 8}}
""")
    packed = zlib.compress(b"hello" * 9)[2:-4]
    for method, body, plain in ((8, packed, b"hello" * 9), (0, b"abc", b"abc")):
        made = kind.build(method=method, body=body).to_bytes()
        assert made[-8:] == struct.pack("<II", zlib.crc32(plain), len(plain))
        kind.from_bytes(made).validate()
    with pytest.raises(quire.FormatError, match=r"probe: crc: .*incomplete or truncated"):
        kind.from_bytes(b"\x08\3\0\0\0abc" + bytes(8)).validate()


def test_what_inflates_to_too_much_is_refused(spec: Any) -> None:
    kind = spec("""
seq:
  - {id: crc, type: u4, -checksum: {algorithm: crc32, over: body, inflated: true}}
  - {id: body, size-eos: true}
""")
    bomb = bytes(4) + zlib.compress(bytes(5_000_000))[2:-4]
    with quire.limits(max_decoded=1_000_000), pytest.raises(quire.LimitError, match="crc"):
        kind.from_bytes(bomb).validate()


def test_the_length_of_a_file_is_one_of_its_fields(spec: Any) -> None:
    kind = spec("""
seq:
  - {id: len_file, type: u4, -checksum: {algorithm: length, over: {}}}
  - {id: len_rest, type: u4, -checksum: {algorithm: length, over: {behind: len_rest}}}
  - {id: names, type: strz, repeat: eos}
""")
    made = kind.build(names=["a", "bc"]).to_bytes()
    assert made == struct.pack("<II", 13, 5) + b"a\0bc\0"
    record = kind.from_bytes(made)
    record.validate()
    record.names.append("def")
    assert record.to_bytes() == struct.pack("<II", 17, 9) + b"a\0bc\0def\0"
    with pytest.raises(quire.ChecksumError, match="len_file at byte 0: expected length 0x0000000e"):
        kind.from_bytes(made + b"\0").validate()


def test_a_view_of_other_fields_does_not_put_its_checksum_over_theirs(spec: Any) -> None:
    kind = spec("""
seq: [{id: part, type: part}]
instances:
  view: {pos: 0, type: part}
types:
  part:
    seq:
      - {id: body, size: 9}
      - {id: crc, type: u4be, -checksum: {over: body}}
""")
    made = b"123456789\xcb\xf4\x39\x26"
    record = kind.from_bytes(b"000000000" + zlib.crc32(b"000000000").to_bytes(4, "big"))
    assert record.view.body == b"000000000"
    record.part.body = b"123456789"
    assert record.to_bytes() == made


def test_what_comes_through_a_pipe_is_read_to_its_end_where_a_checksum_goes_that_far(
    spec: Any,
) -> None:
    kind = spec("""
seq:
  - {id: first, type: u1, -checksum: {algorithm: sum8, over: next}}
  - {id: next, type: u1}
  - {id: crc, type: u4, if: next != 0, -checksum: {over: {behind: crc}}}
""")
    rest = bytes(range(256)) * 4096

    class Pipe(BytesIO):
        def seekable(self) -> bool:
            return False

    record = kind.from_io(Pipe(b"\1\1" + struct.pack("<I", zlib.crc32(rest)) + rest))
    record.validate()
    with pytest.raises(quire.ChecksumError, match="crc at byte 2"):
        kind.from_io(Pipe(b"\1\1" + struct.pack("<I", zlib.crc32(rest)) + rest[1:])).validate()


def test_bits_that_are_whole_bytes_together_are_added_up(spec: Any) -> None:
    kind = spec(
        """
seq:
  - {id: version, type: b4}
  - {id: len_words, type: b4}
  - {id: flags, type: b3}
  - {id: offset, type: b13}
  - {id: sum, type: u2be, -checksum: {algorithm: internet, over: {from: version, to: sum}}}
""",
        ", bit-endian: be",
    )
    made = kind.build(version=4, len_words=5, flags=3, offset=100).to_bytes()
    words = 0x4560 + 0x6400
    assert made == b"\x45\x60\x64" + struct.pack(">H", 0xFFFF ^ words)
    kind.from_bytes(made).validate()


@pytest.mark.parametrize("value", [0, 1])
def test_a_dict_in_the_place_of_all_records_with_checksums_gets_one(spec: Any, value: int) -> None:
    kind = spec("""
seq: [{id: one, type: summed}]
types:
  summed:
    seq: [{id: value, type: u1}, {id: crc, type: u4, -checksum: {algorithm: crc32, over: value}}]
""")
    record = kind.from_bytes(b"\0" + zlib.crc32(b"\0").to_bytes(4, "little"))
    record.one = {"value": value}
    data = bytes([value])
    assert record.to_bytes() == data + zlib.crc32(data).to_bytes(4, "little")


def test_a_checksum_that_somebody_sets_is_no_edit_that_is_dropped(spec: Any) -> None:
    kind = spec(CHUNKS)
    record = kind.from_bytes(FILE)
    record.chunks[1].crc = 5
    with pytest.raises(quire.ContradictionError, match=r"chunks\[1\].crc: given 5, but the crc32"):
        record.to_bytes()
    record.chunks[1].crc = zlib.crc32(b"IDAT" + bytes(range(50)))
    assert record.to_bytes() == FILE
    record.chunks[0].body.value = "goodbye"
    assert record.to_bytes() == LONGER
    record.chunks[0].crc = 5
    with pytest.raises(quire.ContradictionError, match=r"chunks\[0\].crc: given 5"):
        record.to_bytes()


@pytest.mark.parametrize("first", ["crc", "length"])
def test_a_length_stands_beside_a_digest_of_the_same_decoded_bytes(spec: Any, first: str) -> None:
    """Neither of the two is for the payload to compare alone."""
    sums = {
        "crc": "- {id: crc, type: u4, -checksum: {over: data, decoded: true}}",
        "length": "- {id: len_plain, type: u4, -checksum: "
        "{algorithm: length, over: data, inflated: true, mask: 0xffff}}",
    }
    behind = [sums.pop(first), *sums.values()]
    kind = spec(
        "seq:\n- {id: len_data, type: u4}\n- {id: data, size: len_data,"
        " -array: {dtype: u1, shape: [-1]}, -codec: [deflate]}\n" + "\n".join(behind)
    )
    for plain in (b"", b"hello " * 99, bytes(0x10005)):
        made = kind.build(data=plain).to_bytes()
        told = {"crc": zlib.crc32(plain), "length": len(plain) & 0xFFFF}
        values = [told.pop(first), *told.values()]
        assert struct.unpack("<II", made[-8:]) == tuple(values)
        record = kind.from_bytes(made)
        record.validate()
        record.data = plain + b"!"
        edited = kind.from_bytes(record.to_bytes())
        edited.validate()
        assert (edited.len_plain, edited.crc) == (
            (len(plain) + 1) & 0xFFFF,
            zlib.crc32(plain + b"!"),
        )
        for place in (-8, -4):
            wrong = bytearray(made)
            wrong[place] ^= 1
            with pytest.raises(quire.ChecksumError):
                kind.from_bytes(bytes(wrong)).validate()


@pytest.mark.parametrize(("algorithm", "of_none"), [("internet", 0), ("udp", 0xFFFF)])
def test_a_sum_of_udp_that_comes_out_as_0_is_stored_as_all_ones(
    spec: Any, algorithm: str, of_none: int
) -> None:
    """RFC 768: a stored 0 says that there is no sum."""
    kind = spec(f"""
seq:
  - {{id: sum, type: u2be, -checksum: {{algorithm: {algorithm}, over: body}}}}
  - {{id: body, size-eos: true}}
""")
    assert kind.build(body=b"\0\1\xf2\3").to_bytes()[:2] == b"\x0d\xfb"  # ~(0x0001 + 0xf203)
    assert kind.build(body=b"\xff\xfe\0\1").to_bytes()[:2] == of_none.to_bytes(2, "big")
    assert kind.build(body=b"\0\0").to_bytes()[:2] == b"\xff\xff"
    record = kind.from_bytes(kind.build(body=b"\0\1").to_bytes())
    record.body = b"\xff\xff"
    assert record.to_bytes() == of_none.to_bytes(2, "big") + b"\xff\xff"
    record.validate()
