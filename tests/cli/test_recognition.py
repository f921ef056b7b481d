"""What files of a spec begin with is found in the spec: the table of known formats is of that."""

from __future__ import annotations

from pathlib import Path

import pytest

import quire
from quire.cli.recognition import starts
from quire.formats import FORMATS, find_format

SPEC = "meta: {{id: x, endian: le}}\nseq:\n{fields}"

FIELDS = {
    "- {id: a, contents: [0x1f, 0x8b]}\n- {id: b, contents: Z}": [b"\x1f\x8b"],
    "- {id: a, type: u2, valid: 0x0102}": [b"\x02\x01"],
    "- {id: a, type: u2be, valid: 0x0102}": [b"\x01\x02"],
    "- {id: a, type: s4, valid: {any-of: [-2, 1]}}": [b"\xfe\xff\xff\xff", b"\x01\0\0\0"],
    "- {id: a, type: u1, enum: e, valid: {in-enum: true}}\nenums: {e: {7: x, 9: y}}": [
        b"\x07",
        b"\x09",
    ],
    "- {id: a, type: t}\ntypes: {t: {seq: [{id: b, contents: GIF}]}}": [b"GIF"],
    "- {id: a, type: u2, valid: {min: 3}}": [],
    "- {id: a, type: u1}\n- {id: b, contents: late}": [],
    "- {id: a, contents: AB, if: _io.size > 3}": [],
}


@pytest.mark.parametrize("fields", FIELDS)
def test_the_first_field_tells_what_files_begin_with(fields: str, tmp_path: Path) -> None:
    path = tmp_path / "x.ksy"
    path.write_text(SPEC.format(fields=fields))
    assert list(starts(quire.plan_of(quire.compile(path)))) == FIELDS[fields]


def named(path: Path, data: bytes) -> str | None:
    path.write_bytes(data)
    found = find_format(path)
    return None if found is None else found.name


def test_first_bytes_count_for_more_than_the_extension(tmp_path: Path) -> None:
    assert named(tmp_path / "x.wav", b"\x89PNG\r\n\x1a\nmore") == "png"
    assert named(tmp_path / "x.bin", bytes([0xBA, 0x16, 0x4F, 0x2F])) == "fasttext"


def test_the_usual_extension_counts_where_first_bytes_tell_nothing(tmp_path: Path) -> None:
    assert named(tmp_path / "x.png", b"damaged") == "png"
    assert named(tmp_path / "x.w2v", b"2 3\nword") == "word2vec"
    assert named(tmp_path / "x.bin", b"2 3\nword") is None  # files of many kinds are called so
    assert named(tmp_path / "x.cdd", b"") == "cdd"
    assert named(tmp_path / "x.txt", b"text") is None


def test_each_known_format_has_its_class() -> None:
    assert len({known.record_class() for known in FORMATS}) >= len(FORMATS) - 1  # a tree for two
