"""What files of a spec begin with is found in the spec: the table of known formats is of that."""

from __future__ import annotations

from pathlib import Path

import pytest

from quire.formats import FORMATS, find_format
from quire.starts import signature

SPEC = "meta: {{id: x, endian: le}}\nseq:\n{fields}"

FIELDS = {
    "- {id: a, contents: [0x1f, 0x8b]}\n- {id: b, contents: Z}": [{0: b"\x1f\x8b", 2: b"Z"}],
    "- {id: a, contents: [1, AB, [2]]}": [{0: b"\1AB\2"}],
    "- {id: a, type: u2, valid: 0x0102}": [{0: b"\x02\x01"}],
    "- {id: a, type: u2be, valid: 0x0102}": [{0: b"\x01\x02"}],
    "- {id: a, type: s4, valid: {any-of: [-2, 1]}}": [{0: b"\xfe\xff\xff\xff"}, {0: b"\1\0\0\0"}],
    "- {id: a, type: u1, enum: e, valid: {in-enum: true}}\nenums: {e: {7: x, 9: y}}": [
        {0: b"\x07"},
        {0: b"\x09"},
    ],
    "- {id: a, type: t}\ntypes: {t: {seq: [{id: b, contents: GIF}]}}": [{0: b"GIF"}],
    "- {id: a, type: t, repeat: eos}\ntypes: {t: {seq: [{id: b, contents: GIF}]}}": [{0: b"GIF"}],
    "- {id: a, contents: RIFF}\n- {id: n, type: u4}\n- {id: b, size: n, type: t}\n"
    "- {id: c, contents: late}\ntypes: {t: {seq: [{id: b, contents: WAVE}]}}": [
        {0: b"RIFF", 8: b"WAVE"}
    ],
    "- {id: a, contents: A}\n- {id: b, size: 3, type: t}\n- {id: c, contents: Z}\n"
    "types: {t: {seq: [{id: b, contents: B}]}}": [{0: b"A", 1: b"B", 4: b"Z"}],
    "- {id: a, type: u1, valid: 7}\n- {id: b, contents: late}": [{0: b"\7", 1: b"late"}],
    "- {id: a, type: u2, valid: {min: 3}}": [],
    "- {id: a, type: u1}\n- {id: b, contents: late}": [],
    "- {id: a, type: str, size: 4}\n- {id: b, contents: late}": [],
    "- {id: a, contents: AB, if: _io.size > 3}": [],
    "- {id: a, type: t, repeat: expr, repeat-expr: 2}\n"
    "types: {t: {seq: [{id: b, contents: B}]}}": [],
    "- {id: a, type: t}\ntypes: {t: {seq: [{id: a, type: t}]}}": [],
    "- {id: a, contents: A}\n- {id: n, size: 5000}\n- {id: b, contents: far}": [{0: b"A"}],
}


@pytest.mark.parametrize("fields", FIELDS)
def test_the_first_fields_tell_what_files_begin_with(fields: str, tmp_path: Path) -> None:
    path = tmp_path / "x.ksy"
    path.write_text(SPEC.format(fields=fields), encoding="utf-8")
    assert [dict(start) for start in signature(path).starts] == FIELDS[fields]


@pytest.mark.parametrize(
    "text", ["", "seq: []", "- a", "meta: {id: x", "meta: {id: x}\nseq: 3", "meta: [x]", "\x00"]
)
def test_what_is_no_spec_is_told(text: str, tmp_path: Path) -> None:
    path = tmp_path / "x.ksy"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match=r"x\.ksy: expected a spec, found"):
        signature(path)


def named(path: Path, data: bytes) -> str | None:
    path.write_bytes(data)
    found = find_format(path)
    return None if found is None else found.name


def test_first_bytes_count_for_more_than_the_extension(tmp_path: Path) -> None:
    assert named(tmp_path / "x.wav", b"\x89PNG\r\n\x1a\nmore") == "png"
    assert named(tmp_path / "x.bin", bytes([0xBA, 0x16, 0x4F, 0x2F])) == "fasttext"


@pytest.mark.parametrize("form", [b"AVI ", b"WEBP", b"ACON"])
def test_other_forms_of_riff_are_no_sound(form: bytes, tmp_path: Path) -> None:
    assert named(tmp_path / "x", b"RIFF\4\0\0\0WAVE") == "wav"
    assert named(tmp_path / "x", b"RIFF\4\0\0\0" + form) is None


def test_the_usual_extension_counts_where_first_bytes_tell_nothing(tmp_path: Path) -> None:
    assert named(tmp_path / "x.png", b"damaged") == "png"
    assert named(tmp_path / "x.w2v", b"2 3\nword") == "word2vec"
    assert named(tmp_path / "x.bin", b"2 3\nword") is None  # files of many kinds are called so
    assert named(tmp_path / "x.cdd", b"") == "cdd"
    assert named(tmp_path / "x.txt", b"text") is None


def test_each_known_format_has_its_class() -> None:
    assert len({known.record_class() for known in FORMATS}) >= len(FORMATS) - 1  # a tree for two
