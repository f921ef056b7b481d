"""`quire dump`: what stands at positions, what leads back, and no more than people look at."""

from __future__ import annotations

import struct
from pathlib import Path

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
