"""What the Construct target makes of each part of a spec, by what its modules parse and build."""

from __future__ import annotations

import construct
import pytest

from tests.targets.conftest import Made


def test_numbers_texts_and_sizes_are_read_and_built(construct_module: Made) -> None:
    module = construct_module("""
meta: {id: note, endian: be, encoding: UTF-8}
seq:
  - {id: magic, contents: NOTE}
  - {id: len_text, type: u2}
  - {id: text, type: str, size: len_text}
  - {id: height, type: f4le}
""")
    data = b"NOTE\x00\x02hi\x00\x00\xc0\x3f"
    found = module.note.parse(data)
    assert (found.len_text, found.text, found.height) == (2, "hi", 1.5)
    assert module.note.build(found) == data
    assert module._schema is module.note
    with pytest.raises(construct.ConstError):
        module.note.parse(b"TONE\x00\x00\x00\x00\x00\x00")
    with pytest.raises(construct.StreamError):
        module.note.parse(data[:-1])


def test_members_of_enums_are_labels_that_are_numbers(construct_module: Made) -> None:
    module = construct_module("""
meta: {id: pets}
seq:
  - {id: pets, type: u1, enum: pet, repeat: eos}
instances:
  first: {value: "pets[0] == pet::cat ? 1 : 2", enum: pet}
  other: {value: pet::dog.to_i}
enums:
  pet: {1: dog, 2: cat}
""")
    found = module.pets.parse(b"\x02\x01\x09")
    assert found.pets == ["cat", "dog", 9]
    assert list(map(int, found.pets)) == [2, 1, 9]
    assert (found.first, found.other) == ("dog", 1)


@pytest.mark.parametrize("endian", ["be", "le"])
def test_bits_go_on_in_the_next_field_and_are_built(construct_module: Made, endian: str) -> None:
    module = construct_module(f"""
meta: {{id: bits, bit-endian: {endian}}}
seq:
  - {{id: a, type: b3}}
  - {{id: b, type: b9}}
  - {{id: c, type: b1}}
  - {{id: whole, type: u1}}
""")
    data = bytes([0b1011_0001, 0b0001_0001, 0b1111_0000])
    found = module.bits.parse(data)
    expected = (
        ("".join(f"{byte:08b}" for byte in data[:2]))
        if endian == "be"
        else f"{int.from_bytes(data[:2], 'little'):016b}"[::-1]
    )
    flip = -1 if endian == "le" else 1
    assert found.a == int(expected[:3][::flip], 2)
    assert found.b == int(expected[3:12][::flip], 2)
    assert found.c is (expected[12] == "1")
    assert found.whole == 0b1111_0000
    built = module.bits.build(found)
    again = module.bits.parse(built)
    assert (again.a, again.b, again.c, again.whole) == (found.a, found.b, found.c, found.whole)


def test_a_damaged_last_element_is_an_error_and_no_end(construct_module: Made) -> None:
    module = construct_module("meta: {id: x, endian: le}\nseq: [{id: a, type: u2, repeat: eos}]\n")
    assert module.x.parse(b"") == {"a": []} | {"_io": module.x.parse(b"")._io}
    assert module.x.parse(b"\1\0\2\0").a == [1, 2]
    with pytest.raises(construct.StreamError):
        module.x.parse(b"\1\0\2")


def test_positions_in_a_sized_record_count_from_its_first_byte(construct_module: Made) -> None:
    module = construct_module("""
meta: {id: outer}
seq:
  - {id: skipped, size: 3}
  - {id: part, size: 4, type: inner}
types:
  inner:
    instances:
      third: {pos: 2, type: u1}
      size: {value: _io.size}
""")
    part = module.outer.parse(bytes(range(10, 17))).part
    assert (part.third, part.size) == (15, 4)


def test_an_instance_is_read_before_what_needs_it(construct_module: Made) -> None:
    module = construct_module("""
meta: {id: early}
seq:
  - {id: count, type: u1}
  - {id: rows, type: row, repeat: expr, repeat-expr: half}
types:
  row:
    seq: [{id: cells, size: _parent.width}]
instances:
  half: {value: count / 2}
  width: {value: half + 1}
""")
    found = module.early.parse(b"\x04abcdef")
    assert [row.cells for row in found.rows] == [b"abc", b"def"]


def test_types_take_parameters_and_those_of_other_specs_are_their_own_root(
    construct_module: Made,
) -> None:
    module = construct_module(
        """
meta: {id: main, imports: [other]}
seq:
  - {id: n, type: u1}
  - {id: named, type: sized(n + 1)}
  - {id: rest, type: other}
types:
  sized:
    params: [{id: len, type: u1}]
    seq: [{id: bytes, size: len}]
""",
        other="""
meta: {id: other}
seq:
  - {id: n, type: u1}
  - {id: part, type: part}
types:
  part:
    seq: [{id: bytes, size: _root.n}]
""",
    )
    found = module.main.parse(b"\x01ab\x02xyz")
    assert found.named.bytes == b"ab"
    assert found.rest.part.bytes == b"xy"


@pytest.mark.parametrize(
    ("process", "stored"),
    [("xor(0x20)", b"HEY"), ("rol(4)", bytes([0x86, 0x56, 0x97])), ("ror(4)", b"\x86\x56\x97")],
)
def test_processed_bytes_are_decoded_and_built(
    construct_module: Made, process: str, stored: bytes
) -> None:
    module = construct_module(f"meta: {{id: x}}\nseq: [{{id: a, size: 3, process: '{process}'}}]\n")
    found = module.x.parse(stored)
    assert found.a == b"hey"
    assert module.x.build(found) == stored


def test_what_valid_says_holds_for_each_element(construct_module: Made) -> None:
    module = construct_module(
        "meta: {id: x}\nseq: [{id: a, type: u1, repeat: eos, valid: {min: 2, max: 4}}]\n"
    )
    assert module.x.parse(b"\2\4").a == [2, 4]
    with pytest.raises(construct.ValidationError):
        module.x.parse(b"\2\5")


def test_lengths_and_counts_are_worked_out_when_building(construct_module: Made) -> None:
    module = construct_module("""
meta: {id: x, endian: le, encoding: UTF-8}
seq:
  - {id: len_text, type: u2}
  - {id: text, type: str, size: len_text}
  - {id: num_rows, type: u1}
  - {id: rows, type: row, repeat: expr, repeat-expr: num_rows}
types:
  row:
    seq:
      - {id: len_cell, type: u1}
      - {id: cell, size: len_cell}
""")
    given = {"text": "\u00e9", "rows": [{"cell": b"ab"}, {"cell": b""}]}
    assert module.x.build(given) == b"\2\0\xc3\xa9\2\2ab\0"


def test_padding_is_built_as_it_is_stripped(construct_module: Made) -> None:
    module = construct_module("""
meta: {id: x, encoding: ASCII}
seq:
  - {id: padded, type: str, size: 4, pad-right: 0x40}
  - {id: ended, type: str, size: 4, terminator: 0x2e, pad-right: 0x40}
  - {id: full, type: str, size: 2, terminator: 0x2e, include: true}
""")
    found = module.x.parse(b"ab@@cd.@xy")
    assert (found.padded, found.ended, found.full) == ("ab", "cd", "xy")
    built = module.x.build(found)
    assert built[:4] == b"ab@@"
    again = module.x.parse(built)
    assert (again.padded, again.ended, again.full) == ("ab", "cd", "xy")


def test_a_list_is_looked_at_while_it_is_read_and_built(construct_module: Made) -> None:
    module = construct_module("""
meta: {id: x}
seq:
  - {id: sizes, type: u1, repeat: until, repeat-until: sizes.size == 3}
  - {id: cells, size: cells.size + 1, repeat: expr, repeat-expr: 2}
  - {id: rows, type: row, repeat: eos}
types:
  row:
    seq:
      - {id: v, size: _parent.rows.size}
""")
    data = b"\1\2\3abc123"
    found = module.x.parse(data)
    assert (found.sizes, found.cells) == ([1, 2, 3], [b"a", b"bc"])
    assert [row.v for row in found.rows] == [b"", b"1", b"23"]
    built = module.x.build({"sizes": [4, 5, 6], "cells": [b"a", b"bc"], "rows": []})
    assert built == b"\4\5\6abc"


def test_elements_of_no_case_are_left_out(construct_module: Made) -> None:
    module = construct_module("""
meta: {id: x}
seq: [{id: a, type: {switch-on: _index, cases: {1: u1}}, repeat: expr, repeat-expr: 3}]
""")
    assert module.x.parse(b"\7").a == [7]


def test_bits_behind_no_bytes_begin_with_another_byte(construct_module: Made) -> None:
    module = construct_module("""
meta: {id: x}
seq: [{id: a, type: b4}, {id: n, size: 0}, {id: b, type: b4}]
""")
    found = module.x.parse(b"\x12\x34")
    assert (found.a, found.b) == (1, 3)
    assert module.x.build(found) == b"\x10\x30"


def test_records_know_what_holds_them_where_they_are_asked(construct_module: Made) -> None:
    module = construct_module("""
meta: {id: x}
seq:
  - {id: n, type: u1}
  - {id: part, type: part}
  - {id: body, size: part._parent.n}
  - {id: same, size: part._root.n}
types:
  part: {seq: [{id: v, type: u1}]}
""")
    found = module.x.parse(b"\2\7abcd")
    assert (found.body, found.same) == (b"ab", b"cd")
    assert found.part == construct.Container(v=7)
    assert module.x.build(found) == b"\2\7abcd"
    assert module.x.build({"n": 1, "part": {"v": 7}, "body": b"a", "same": b"b"}) == b"\1\7ab"


def test_an_instance_is_read_where_another_stream_stands(construct_module: Made) -> None:
    module = construct_module("""
meta: {id: x}
seq: [{id: part, type: part, size: 3}, {id: end, size: 1}]
types:
  part: {seq: [{id: v, type: u1}]}
instances:
  behind: {io: part._io, type: u1}
""")
    assert module.x.parse(b"\1\2\3\4").behind == 2


def test_contents_are_processed(construct_module: Made) -> None:
    module = construct_module(
        "meta: {id: x}\nseq: [{id: a, contents: KEY, process: xor(0x20), size: 3}]\n"
    )
    assert module.x.parse(b"key").a == b"KEY"
    with pytest.raises(construct.ConstError):
        module.x.parse(b"KEY")


def test_a_byte_order_is_chosen_by_an_instance_or_a_parameter(construct_module: Made) -> None:
    module = construct_module("""
meta: {id: x, endian: {switch-on: mark, cases: {0x4949: le, 0x4d4d: be}}}
seq: [{id: mark_again, type: u2}, {id: v, type: u2}, {id: part, type: part(1)}]
instances: {mark: {pos: 0, type: u2be}}
types:
  part:
    meta: {endian: {switch-on: how, cases: {1: be, _: le}}}
    params: [{id: how, type: u1}]
    seq: [{id: w, type: u2}]
""")
    little, big = module.x.parse(b"II\1\0\0\2"), module.x.parse(b"MM\0\1\0\2")
    assert (little.v, little.part.w, big.v, big.part.w) == (1, 2, 1, 2)
    assert module.x.build(little) == b"II\1\0\0\2"
    with pytest.raises(construct.ExplicitError):
        module.x.parse(b"XX\1\0\0\2")


def test_many_types_that_hold_each_other_are_compiled(construct_module: Made) -> None:
    text = "meta: {id: x}\nseq: [{id: a, type: t0}]\ntypes:\n"
    for i in range(30):
        text += f"  t{i}:\n    seq:\n      - {{id: n, type: u1}}\n"
        for j in range(8):
            text += f"      - {{id: f{j}, type: t{(i + j) % 30}, if: n == {j} and _root.a.n < 9}}\n"
    module = construct_module(text)
    assert module.x.parse(b"\1\2\x09").a.f1.f2.n == 9
