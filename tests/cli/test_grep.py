"""`quire grep`: values that hold something, their paths and offsets, and a status as grep's."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

import click
import pytest

from quire.cli.main import COMMANDS
from tests.cli.conftest import Quire

SPEC = """
meta: {id: log, endian: le, encoding: UTF-8}
seq:
  - {id: magic, contents: LOG}
  - {id: entries, type: entry, repeat: eos}
types:
  entry:
    seq:
      - {id: level, type: u1, enum: levels}
      - {id: code, type: u2}
      - {id: len_text, type: u1}
      - {id: text, type: str, size: len_text}
      - {id: raw, size: 3}
enums: {levels: {1: info, 2: warning}}
"""
ENTRIES = [
    (1, 500, "Haus am Wald", b"\xde\xad\xbe"),
    (2, 31, "grüne Wälder", b"Wal"),
    (1, 1500, "500 Bäume", b"\xad\xbe\xef"),
]


def stored(level: int, code: int, text: str, raw: bytes) -> bytes:
    name = text.encode()
    return struct.pack("<BHB", level, code, len(name)) + name + raw


DATA = b"LOG" + b"".join(stored(*entry) for entry in ENTRIES)
SECOND = 3 + len(stored(*ENTRIES[0]))
THIRD = SECOND + len(stored(*ENTRIES[1]))


@pytest.fixture
def grep(quire: Quire) -> Quire:
    """`grep(pattern, *options)`: looks in `x.log`."""
    Path("log.ksy").write_text(SPEC, encoding="utf-8")
    Path("x.log").write_bytes(DATA)
    return lambda *arguments: quire("grep", *arguments, "x.log", "--spec", "log.ksy")


def test_texts_and_bytes_hold_it_anywhere(grep: Quire) -> None:
    done = grep("W[aä]ld?")
    assert (done.status, done.err) == (0, "")
    assert done.out.splitlines() == [
        "entries[0].text at byte 7: Haus am Wald",
        f"entries[1].text at byte {SECOND + 4}: grüne Wälder",
        f"entries[1].raw at byte {THIRD - 3}: 57 61 6c",
    ]


@pytest.mark.parametrize("number", ["500", "0x1f4", "5e2", "[56]00"])
def test_numbers_are_it_as_a_whole(grep: Quire, number: str) -> None:
    lines = grep(number).out.splitlines()
    assert lines[0] == "entries[0].code at byte 4: 500"
    assert [line for line in lines if "code" in line] == lines[:1]


def test_members_of_enums_are_found_by_name_and_by_number(grep: Quire) -> None:
    wanted = f"entries[1].level at byte {SECOND}: name=warning, value=2\n"
    assert grep("warning").out == wanted
    assert grep("2").out == wanted
    assert grep("warn").status == 1


def test_bytes_are_found_where_they_stand_in_a_field(grep: Quire) -> None:
    assert grep("-x", "ad be").out.splitlines() == [
        f"entries[0].raw at byte {SECOND - 2}: de ad be",
        f"entries[2].raw at byte {len(DATA) - 3}: ad be ef",
    ]


def test_a_pattern_may_be_plain_and_letters_alike(grep: Quire) -> None:
    assert grep("[56]00", "-F").status == 1
    assert grep("-i", "HAUS").out == "entries[0].text at byte 7: Haus am Wald\n"


def test_the_status_is_that_of_grep(grep: Quire, quire: Quire) -> None:
    assert (grep("nowhere").status, grep("nowhere").out) == (1, "")
    Path("cut.log").write_bytes(DATA[:-2])
    done = quire("grep", "Haus", "cut.log", "x.log", "--spec", "log.ksy")
    assert done.status == 2
    assert done.out.splitlines() == [
        "cut.log: entries[0].text at byte 7: Haus am Wald",
        "x.log: entries[0].text at byte 7: Haus am Wald",
    ]
    assert done.err.startswith("cut.log: EndOfStreamError: log: entries[2].raw at byte ")
    assert quire("grep", "Haus", "x.log", "--spec", "bad.ksy").status == 2
    assert quire("grep", "Haus", "x.log").status == 2


def test_what_is_no_pattern_is_wrong_usage(grep: Quire) -> None:
    for arguments in (["["], ["-x", "wald"], ["(" * 100_000]):
        done = grep(*arguments)
        assert (done.status, done.out) == (2, "")
        assert "Error:" in done.err


def test_data_for_programs_and_names_alone(grep: Quire, quire: Quire) -> None:
    assert grep("am", "--json").json() == [
        {"file": "x.log", "path": "entries[0].text", "offset": 7, "value": "Haus am Wald"}
    ]
    assert grep("nowhere", "--json").json() == []
    Path("none.log").write_bytes(b"LOG")
    names = quire("grep", "-l", "W", "x.log", "none.log", "x.log", "--spec", "log.ksy")
    assert (names.status, names.out) == (0, "x.log\nx.log\n")
    names = quire("grep", "-l", "W", "x.log", "none.log", "--spec", "log.ksy", "--json")
    assert names.json() == [{"file": "x.log"}]


def test_of_a_long_value_what_is_around_it_is_shown(quire: Quire) -> None:
    spec = "meta: {id: t, encoding: ASCII}\nseq: [{id: a, type: str, size-eos: true}]\n"
    Path("t.ksy").write_text(spec, encoding="utf-8")
    Path("t.bin").write_bytes(b"x" * 1000 + b"needle" + b"y" * 1000)
    done = quire("grep", "needle", "t.bin", "--spec", "t.ksy")
    assert done.out == f"a at byte 0: ... {'x' * 20}needle{'y' * 34} ...\n"


def test_instances_and_what_was_unpacked_are_looked_into_once(quire: Quire) -> None:
    spec = """
meta: {id: p, endian: le, encoding: ASCII}
seq: [{id: body, type: names, process: zlib, size-eos: true}]
types:
  names:
    seq: [{id: name, type: strz}]
    instances: {again: {value: name}, up: {value: _parent}}
"""
    Path("p.ksy").write_text(spec, encoding="utf-8")
    Path("p.bin").write_bytes(zlib.compress(b"needle\0"))
    done = quire("grep", "needle", "p.bin", "--spec", "p.ksy")
    assert done.out == "body.name: needle\nbody.again: needle\n"


def test_colours_are_asked_for(grep: Quire) -> None:
    coloured = grep("Haus", "--color", "always").out
    assert "\x1b[34mentries[0].text\x1b[0m" in coloured
    assert click.unstyle(coloured) == grep("Haus").out


def test_it_looks_into_large_files_piece_by_piece(quire: Quire) -> None:
    Path("log.ksy").write_text(SPEC, encoding="utf-8")
    many = stored(1, 7, "x", b"abc") * 200_000
    Path("large.log").write_bytes(b"LOG" + many + stored(1, 8, "needle", b"abc") + many)
    done = quire("grep", "needle", "large.log", "--spec", "log.ksy")
    assert done.out == f"entries[200000].text at byte {3 + len(many) + 4}: needle\n"
    assert "grep" in COMMANDS
