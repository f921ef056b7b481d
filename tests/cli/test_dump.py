"""`quire dump`: what stands at positions, what leads back, and no more than people look at."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

import click
import pytest

from tests.cli.conftest import Done, Quire

TREE = """
meta: {id: tree, endian: le, encoding: ASCII}
seq: [{id: ofs_first, type: u2}]
instances:
  first: {pos: ofs_first, type: node}
  twice: {value: ofs_first * 2}
  same: {value: first}
types:
  node:
    seq: [{id: ofs_next, type: u2}, {id: kind, type: u1}]
    instances:
      next: {pos: ofs_next, type: node}
      owner: {value: _root}
      half: {value: 100 / kind}
"""
NODES = struct.pack("<HHBHB", 2, 5, 4, 2, 5)
"""Two nodes, each of which is next to the other."""

ARCHIVE = """
meta: {id: archive, endian: le, encoding: ASCII}
seq: [{id: magic, contents: AR}]
instances:
  ofs_index: {pos: _io.size - 2, type: u2}
  index: {pos: ofs_index, type: entry, repeat: expr, repeat-expr: 3}
types:
  entry:
    seq: [{id: ofs, type: u2}, {id: len, type: u2}]
    instances:
      body: {io: _root._io, pos: ofs, size: len, type: str}
"""
STORED = b"ARonetwothree" + struct.pack("<7H", 2, 3, 5, 3, 8, 5, 13)


@pytest.fixture
def dumped(quire: Quire) -> Quire:
    """`dumped(spec, data, *options)`: what `quire dump` does with a file of such bytes."""

    def call(spec: str, data: bytes, *options: str) -> Done:
        Path("spec.ksy").write_text(spec, encoding="utf-8")
        Path("x.bin").write_bytes(data)
        return quire("dump", "x.bin", "--spec", "spec.ksy", *options)

    return call


def test_an_archive_with_its_index_at_the_end_is_shown(dumped: Quire) -> None:
    done = dumped(ARCHIVE, STORED)
    assert (done.status, done.err) == (0, "")
    assert done.out.splitlines() == [
        "magic: bytes=2, hex=41 52",
        "@ofs_index: 13",
        "@index:",
        "  [0]: ofs=2, len=3, @body=one",
        "  [1]: ofs=5, len=3, @body=two",
        "  [2]: ofs=8, len=5, @body=three",
    ]


def test_instances_are_told_from_fields_in_json_too(dumped: Quire) -> None:
    tree = dumped(ARCHIVE, STORED, "--json").json()
    assert list(tree) == ["magic", "@ofs_index", "@index"]
    assert tree["@index"][2] == {"ofs": 8, "len": 5, "@body": "three"}


def test_what_was_shown_before_is_a_reference(dumped: Quire) -> None:
    tree = dumped(TREE, NODES, "--json").json()
    node = tree["@first"]
    assert (tree["@twice"], tree["@same"]) == (4, {"->": "first"})
    assert (node["kind"], node["@half"], node["@owner"]) == (4, 25, {"->": "_root"})
    assert node["@next"]["kind"] == 5
    assert node["@next"]["@next"]["@next"] == {"->": "first.next"}
    assert "      @next: -> first.next" in dumped(TREE, NODES).out.splitlines()


def test_an_instance_that_cannot_be_read_says_why_and_the_rest_is_shown(dumped: Quire) -> None:
    data = NODES[:4] + b"\0" + NODES[5:6] + b"\xff" + b"\5"
    done = dumped(TREE, data)
    assert done.status == 1
    assert done.err == "x.bin: 2 instances cannot be read\n"
    lines = [line.strip() for line in done.out.splitlines()]
    assert lines[:3] == ["ofs_first: 2", "@first:", "ofs_next: 5"]
    assert any(line.startswith("@next: ! tree: first.next.next") for line in lines)
    assert any(line.startswith("@half: ! tree: first.half") for line in lines)
    assert "@twice: 4" in lines


def test_of_a_long_list_the_first_elements_are_shown_and_the_others_counted(dumped: Quire) -> None:
    spec = "meta: {id: long}\nseq: [{id: a, type: u1, repeat: eos}]\n"
    done = dumped(spec, bytes(range(200)) * 5000)
    assert done.out == "a: [" + ", ".join(map(str, range(100))) + " ... 999900 more\n"
    found = dumped(spec, bytes(range(200)), "--json").json()
    assert found == {"a": {"first": list(range(100)), "...": 100}}
    assert dumped(spec, bytes(range(200)), "--json", "--all").json() == {"a": list(range(200))}


def test_of_many_records_the_first_are_shown(dumped: Quire) -> None:
    spec = "meta: {id: many}\nseq: [{id: a, type: r, repeat: eos}]\n"
    spec += "types: {r: {seq: [{id: b, type: u1}, {id: c, type: u1}]}}\n"
    lines = dumped(spec, bytes([1, 2]) * 101).out.splitlines()
    assert (len(lines), lines[1], lines[-1]) == (102, "  [0]: b=1, c=2", "  ... 1 more")
    assert len(dumped(spec, bytes([1, 2]) * 101, "--all").out.splitlines()) == 102


def test_a_long_text_is_cut(dumped: Quire) -> None:
    spec = "meta: {id: text, encoding: ASCII}\nseq: [{id: a, type: str, size-eos: true}]\n"
    assert dumped(spec, b"x" * 5000).out == "a: " + "x" * 1000 + " ... 4000 more\n"
    assert dumped(spec, b"x" * 5000, "--all").out == "a: " + "x" * 5000 + "\n"


def test_a_long_chain_is_shown_to_some_depth(dumped: Quire) -> None:
    spec = """
meta: {id: chain, endian: le}
seq: [{id: ofs_next, type: u2}]
instances: {next: {pos: ofs_next, type: chain, if: ofs_next < 6000}}
"""
    done = dumped(spec, b"".join(struct.pack("<H", i) for i in range(2, 6002, 2)))
    assert (done.status, done.err) == (0, "")
    lines = done.out.splitlines()
    assert 100 < len(lines) < 300
    assert lines[-1].strip() == "@next: ... Chain"


def test_a_stream_is_named_by_its_type(dumped: Quire) -> None:
    spec = "meta: {id: s}\nseq: [{id: a, type: u1}]\ninstances: {io: {value: _io}}\n"
    assert dumped(spec, b"\1", "--json").json() == {"a": 1, "@io": {"object": "Reader"}}


NOTES = """
meta: {id: notes, endian: le, encoding: UTF-8}
seq:
  - {id: magic, contents: NOTE}
  - {id: notes, type: note, repeat: eos}
types:
  note:
    seq: [{id: len_text, type: u1}, {id: text, type: str, size: len_text}, {id: kind, type: u1}]
"""
THREE = b"NOTE" + b"\2hi\1" + b"\x0agood day..\2" + b"\0\3"


def test_fields_are_shown_beside_their_bytes(dumped: Quire) -> None:
    done = dumped(NOTES, THREE, "-x", "--max-items", "2")
    assert (done.status, done.err) == (0, "")
    assert done.out.splitlines() == [
        " 00000000   4e 4f 54 45              NOTE      magic: 4 bytes",
        " 00000004                                      notes:",
        " 00000004                                        [0]:",
        " 00000004   02                       .             len_text: 2",
        " 00000005   68 69                    hi            text: hi",
        " 00000007   01                       .             kind: 1",
        " 00000008                                        [1]:",
        " 00000008   0a                       .             len_text: 10",
        " 00000009   67 6f 6f 64 20 64 61 79  good day      text: good day..",
        " 00000011   2e 2e                    ..",
        " 00000013   02                       .             kind: 2",
        "                                                 ... 1 more",
    ]


def test_what_was_unpacked_has_offsets_of_its_own(dumped: Quire) -> None:
    spec = """
meta: {id: packed, endian: le}
seq:
  - {id: before, type: u1}
  - {id: body, type: pair, process: zlib, size-eos: true}
types: {pair: {seq: [{id: a, type: u2}, {id: b, type: u2}]}}
"""
    lines = dumped(spec, b"\7" + zlib.compress(b"\1\0\2\0"), "-x").out.splitlines()
    assert lines[0] == " 00000000   07                       .         before: 7"
    assert lines[-2:] == [
        "~00000000   01 00                    ..          a: 1",
        "~00000002   02 00                    ..          b: 2",
    ]


def test_levels_and_elements_are_limited(dumped: Quire) -> None:
    assert dumped(NOTES, THREE, "--depth", "1").out == (
        "magic: bytes=4, hex=4e 4f 54 45\nnotes: ... 3 more\n"
    )
    assert dumped(NOTES, THREE, "--depth", "2").out.splitlines()[1:] == [
        "notes:", "  [0]: ... Note", "  [1]: ... Note", "  [2]: ... Note",
    ]  # fmt: skip  # lines as they are printed
    assert dumped(NOTES, THREE, "--max-items", "1").out.splitlines()[1:] == [
        "notes:", "  [0]: len_text=2, text=hi, kind=1", "  ... 2 more",
    ]  # fmt: skip  # lines as they are printed
    found = dumped(NOTES, THREE, "--max-items", "1", "--json").json()["notes"]
    assert found == {"first": [{"len_text": 2, "text": "hi", "kind": 1}], "...": 2}
    assert dumped(NOTES, THREE, "--depth", "1", "--json").json()["notes"] == {
        "first": [], "...": 3,
    }  # fmt: skip  # lines as they are printed


LINKED = """
meta: {id: linked}
seq: [{id: num, type: u1}]
instances:
  all: {value: end.entries}
  one: {value: 'all[1]'}
  whole: {value: end.up}
  end: {pos: 1, type: directory}
types:
  directory:
    seq: [{id: entries, type: entry, repeat: expr, repeat-expr: _root.num}]
    instances: {up: {value: _root}}
  entry:
    seq: [{id: kind, type: u1}]
    instances: {first: {value: '_parent.entries[0]'}}
"""


@pytest.mark.parametrize(
    ("path", "shown"),
    [
        ("all[1].kind", " 98"),
        ("one.kind", " 98"),
        ("one.first.first.kind", " 97"),
        ("whole.whole.end.up.all[0].kind", " 97"),
        ("end.entries[1]", "\n  kind: 98\n  @first: -> end.entries[0]"),
        ("one", "\n  kind: 98\n  @first: -> end.entries[0]"),
    ],
)
def test_a_path_leads_through_what_the_tree_only_links_to(
    path: str, shown: str, dumped: Quire
) -> None:
    done = dumped(LINKED, b"\2ab", "--path", path)
    assert (done.status, done.out, done.err) == (0, f"{path}:{shown}\n", "")


def test_a_part_of_a_file_is_shown_by_its_path(dumped: Quire) -> None:
    done = dumped(NOTES, THREE, "--path", "notes[1]", "--path", "$.notes[*].kind")
    assert done.out.splitlines() == [
        "notes[1]: len_text=10, text=good day.., kind=2",
        "notes[0].kind: 1",
        "notes[1].kind: 2",
        "notes[2].kind: 3",
    ]
    beside = dumped(NOTES, THREE, "--path", "notes[2]", "-x").out.splitlines()
    assert beside[1] == " 00000014   00                       .           len_text: 0"
    done = dumped(NOTES, THREE, "--path", "notes[7]")
    assert (done.status, done.out, done.err) == (
        1,
        "",
        "x.bin: nothing is at notes[7]: notes has 3 elements\n",
    )
    done = dumped(NOTES, THREE, "--path", "notes[")
    assert (done.status, done.out, len(done.err.splitlines())) == (1, "", 1)


def test_what_is_left_of_a_damaged_file_is_shown_with_the_bytes_that_are_wrong(
    dumped: Quire,
) -> None:
    done = dumped(NOTES, THREE[:12])
    wrong = "notes: notes[1].text at byte 9: requested 10 bytes, but only 3 bytes available"
    assert (done.status, done.err) == (1, f"x.bin: EndOfStreamError: {wrong}\n")
    assert done.out.splitlines() == [
        "magic: bytes=4, hex=4e 4f 54 45",
        "notes:",
        "  [0]: len_text=2, text=hi, kind=1",
        "  [1]:",
        "    len_text: 10",
        f"    text: ! {wrong}",
        "      byte 9: 67 6f 6f",
    ]
    beside = dumped(NOTES, THREE[:12], "-x").out.splitlines()
    assert beside[-1] == f" 00000009   67 6f 6f                 goo           text: ! {wrong}"


def test_so_it_is_in_json_with_the_error_at_its_end(dumped: Quire) -> None:
    done = dumped(NOTES, THREE[:12], "--json")
    found = done.json()
    assert (done.status, done.err) == (1, "")
    assert found["notes"][0] == {"len_text": 2, "text": "hi", "kind": 1}
    assert found["notes"][1]["len_text"] == 10
    assert found["notes"][1]["text"]["hex"] == "67 6f 6f"
    assert (found["!"]["error"], found["!"]["path"]) == ("EndOfStreamError", "notes[1].text")
    assert found["!"]["offset"] == 9


def test_a_list_that_cannot_be_as_long_as_is_said_is_shown_as_far_as_it_goes(
    dumped: Quire,
) -> None:
    spec = """
meta: {id: few, endian: le}
seq: [{id: num, type: u1}, {id: box, type: box}]
types:
  box:
    seq: [{id: parts, type: part, repeat: expr, repeat-expr: _root.num}]
  part: {seq: [{id: len, type: u1}, {id: body, size: len}]}
"""
    done = dumped(spec, b"\x09\1a\2bc")
    wrong = "few: box.parts at byte 1: requested 9 bytes, but only 5 bytes available"
    assert (done.status, done.err) == (1, f"x.bin: EndOfStreamError: {wrong}\n")
    assert done.out.splitlines()[1:] == [
        "box:",
        "  parts:",
        "    [0]:",
        "      len: 1",
        "      body: bytes=1, hex=61",
        "    [1]:",
        "      len: 2",
        "      body: bytes=2, hex=62 63",
        f"    [2]: ! {wrong}",
        "      byte 1: 01 61 02 62 63",
    ]


def test_bytes_and_json_exclude_each_other(dumped: Quire) -> None:
    done = dumped(NOTES, THREE, "-x", "--json")
    assert (done.status, done.out) == (2, "")
    assert "-x is for people" in done.err


def test_colours_are_asked_for_or_not(dumped: Quire) -> None:
    plain = dumped(NOTES, THREE).out
    coloured = dumped(NOTES, THREE, "--color", "always").out
    assert "\x1b" not in plain
    assert "\x1b[34mmagic\x1b[0m" in coloured
    assert click.unstyle(coloured) == plain
    assert click.unstyle(dumped(NOTES, THREE, "-x", "--color", "always").out) == (
        dumped(NOTES, THREE, "-x").out
    )


def test_numbers_that_json_does_not_have_are_texts(dumped: Quire) -> None:
    spec = "meta: {id: f, endian: le}\nseq: [{id: a, type: f4, repeat: eos}]\n"
    data = struct.pack("<3f", float("nan"), float("-inf"), 1.5)
    assert dumped(spec, data, "--json").json() == {"a": ["nan", "-inf", 1.5]}


def test_a_large_file_is_read_up_to_a_path(dumped: Quire) -> None:
    large = b"NOTE" + b"\2hi\1" * (1 << 19)
    done = dumped(NOTES, large[:-1], "--path", "notes[7].text", "--path", "notes[70000]")
    assert (done.status, done.err) == (0, "")
    assert done.out.splitlines() == [
        "notes[7].text: hi",
        "notes[70000]: len_text=2, text=hi, kind=1",
    ]
    done = dumped(NOTES, large[:-1], "--path", f"notes[{(1 << 19) - 1}]", "--json")
    assert done.status == 1
    assert "EndOfStreamError" in done.out
