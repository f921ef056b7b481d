"""Files that are broken on purpose are refused: by the error, the path and the offset as named."""

from __future__ import annotations

import json
import struct
import zlib
from pathlib import Path
from typing import Any

import pytest

import quire
from quire.testing import Broken, broken
from tests.testing.bases import FORMATS, files, kind_of

MANY = 10_000
AT_A_TIME = 250


def raised(kind: Any, data: bytes) -> tuple[str, str, int | None, str]:
    """The error of a file, its path and its offset, and who has raised it."""
    by = "read"
    try:
        record = kind.from_bytes(data)
        by = "validate"
        record.validate()
    except quire.FormatError as error:
        return type(error).__name__, error.path, error.offset, by
    return "", "", None, ""


def expect_as_named(kind: Any, each: Broken) -> None:
    named = each.error, each.path, each.offset, each.by
    assert raised(kind, each.data) == named, f"{each.changed}: {each.what}: {each.data.hex()}"


def take(name: str, number: int, at_a_time: int) -> None:
    kind, left = kind_of(name), number
    for seed, data in enumerate(files(name)):
        for each in broken(kind, data, seed=seed, most=min(at_a_time, left)):
            expect_as_named(kind, each)
            left -= 1
        if not left:
            return


@pytest.mark.parametrize("name", FORMATS)
def test_the_error_is_the_one_that_is_named(name: str) -> None:
    take(name, 100, 20)


@pytest.mark.slow
@pytest.mark.parametrize("name", FORMATS)
def test_the_error_is_the_one_that_is_named_in_many_files(name: str) -> None:
    take(name, MANY, AT_A_TIME)


def test_every_spec_is_among_them() -> None:
    specs = {path.stem for path in (Path(__file__).parents[2] / "specs").glob("*.ksy")}
    assert {name.partition(".")[0] for name in FORMATS} == specs


# -- what is named, by hand --------------------------------------------------------------------

BOOK = """
seq:
  - {id: magic, contents: BOOK}
  - {id: len_title, type: u2}
  - {id: title, type: str, encoding: UTF-8, size: len_title, -limit: 12}
  - {id: kind, type: u1, enum: kind, valid: {in-enum: true}}
  - {id: num_marks, type: u1}
  - {id: marks, type: mark, repeat: expr, repeat-expr: num_marks}
  - {id: crc, type: u4, -checksum: {algorithm: crc32, over: {from: magic, before: crc}}}
  - {id: ofs_end, type: u1}
instances:
  end: {pos: ofs_end, type: u2, valid: {max: 9}}
types:
  mark: {seq: [{id: page, type: u2, valid: {min: 1}}, {id: note, type: strz, encoding: ASCII}]}
enums: {kind: {3: short, 200: long}}
"""

BODY = b"BOOK\3\0abc\xc8\2\1\0x\0\2\0\0"
BASE = BODY + struct.pack("<I", zlib.crc32(BODY)) + bytes([23, 5, 0])


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Any:
    path = tmp_path_factory.mktemp("book") / "book.ksy"
    path.write_text("meta: {id: book, endian: le}\n" + BOOK)
    return quire.compile(path).Book


def named(kind: Any) -> set[tuple[str, str, str, int | None]]:
    return {(each.changed, each.error, each.path, each.offset) for each in broken(kind, BASE)}


def test_all_that_is_broken_of_a_file_is_as_named(book: Any) -> None:
    book.from_bytes(BASE).validate()
    for each in broken(book, BASE):
        expect_as_named(book, each)


@pytest.mark.parametrize(
    "wrong",
    [
        ("magic", "ValidationNotEqualError", "magic", 0),
        ("magic", "EndOfStreamError", "magic", 0),
        ("len_title", "EndOfStreamError", "title", 6),
        ("len_title", "LimitError", "title", 6),
        ("title", "UnicodeDecodeError", "title", 8),
        ("kind", "ValidationNotInEnumError", "kind", 9),
        ("num_marks", "EndOfStreamError", "marks", 11),
        ("marks[0].page", "ValidationLessThanError", "marks[0].page", 11),
        ("marks[1].note", "UnicodeDecodeError", "marks[1].note", 17),
        ("marks[1].page", "ChecksumError", "crc", 18),
        ("crc", "ChecksumError", "crc", 18),
        ("ofs_end", "EndOfStreamError", "end", 255),
        ("ofs_end", "EndOfStreamError", "end", 25),
        ("end", "ValidationGreaterThanError", "end", 23),
    ],
)
def test_fields_are_broken_as_their_kinds_can_be(
    book: Any, wrong: tuple[str, str, str, int]
) -> None:
    assert wrong in named(book)


def test_sums_are_left_wrong_and_made_right(book: Any) -> None:
    bits = [each for each in broken(book, BASE) if each.what.startswith("a bit of the first byte")]
    assert {each.error for each in bits if each.changed == "title"} == {"ChecksumError"}
    again = [each for each in broken(book, BASE) if each.what.endswith(", sums made right")]
    assert {each.path for each in again} == {"end"}


def test_a_dtype_without_a_case_is_told_before_bytes_that_are_missing(tmp_path: Path) -> None:
    path = tmp_path / "sized.ksy"
    path.write_text(
        "meta: {id: sized, endian: le}\n"
        "seq:\n"
        "  - {id: kind, type: u1}\n"
        "  - id: rows\n"
        "    size: 'kind == 1 ? 4 : 400'\n"
        "    -array: {dtype: {switch-on: kind, cases: {1: u4}}, shape: [1]}\n"
        "    -codec: []\n"
    )
    kind = quire.compile(path).Sized
    found = list(broken(kind, b"\1abcd"))
    for each in found:
        expect_as_named(kind, each)
    named = {(each.changed, each.error, each.path, each.offset) for each in found}
    assert ("kind", "FormatError", "rows", 1) in named


def test_documents_are_broken_by_key(tmp_path: Path) -> None:
    path = tmp_path / "noted.ksy"
    path.write_text(
        "meta: {id: noted, endian: le}\n"
        "seq:\n"
        "  - {id: len_note, type: u2}\n"
        "  - id: note\n"
        "    type: str\n"
        "    encoding: UTF-8\n"
        "    size: len_note\n"
        "    -document: {format: json, fields: {rows: {type: int}, scale: {type: float}}}\n"
    )
    kind = quire.compile(path).Noted
    text = json.dumps({"rows": 1, "scale": 1.5}).encode()
    data = len(text).to_bytes(2, "little") + text
    found = {(each.what, each.path) for each in broken(kind, data)}
    assert ("document: scale is NaN", "note.scale") in found
    assert ("document: scale is not there", "note.scale") in found
    assert ("document: scale is there twice", "note") in found
    for each in broken(kind, data):
        expect_as_named(kind, each)


def test_a_seed_gives_the_same_files_again(book: Any) -> None:
    first = list(broken(book, seed=3, most=20))
    assert first == list(broken(book, seed=3, most=20))
    assert len(first) == 20


def test_a_file_that_is_not_valid_is_no_beginning(book: Any) -> None:
    with pytest.raises(ValueError, match="not valid: magic at byte 0: ValidationNotEqualError"):
        list(broken(book, b"BOOM" + BASE[4:]))


# -- lists -------------------------------------------------------------------------------------

INNER = "{inner: {seq: [{id: n, type: u1}, {id: a, type: u2, valid: {max: 9}}, {id: b, size: n}]}}"
CHOSEN = "{switch-on: kind, cases: {1: u2, 2: inner, 3: strz, 4: f4, 5: b3, 6: u1}}"
LISTS = {
    "counted": f"type: {CHOSEN}, repeat: expr, repeat-expr: num",
    "to_end": f"type: {CHOSEN}, repeat: eos",
    "until": f"type: {CHOSEN}, repeat: until, repeat-until: _index == 4",
    "sized": f"type: {CHOSEN.replace('5: b3, ', '')}, size: 4, repeat: eos",
    "sized_by_a_field": "type: inner, size: kind, repeat: eos",
    "held": "type: inner, repeat: eos, valid: {expr: _.a > 3}",
}


@pytest.mark.parametrize("name", LISTS)
def test_what_is_wrong_in_a_list_is_named_as_it_is_told(name: str, tmp_path: Path) -> None:
    path = tmp_path / "listed.ksy"
    path.write_text(
        "meta: {id: listed, endian: le, encoding: UTF-8, bit-endian: be}\n"
        "seq:\n"
        "  - {id: kind, type: u1}\n"
        "  - {id: num, type: u8}\n"
        f"  - {{id: values, {LISTS[name]}}}\n"
        f"types: {INNER}\n"
    )
    kind = quire.compile(path).Listed
    found = [each for seed in range(12) for each in broken(kind, seed=seed)]
    for each in found:
        expect_as_named(kind, each)
    assert len(found) > 40


def test_more_elements_than_a_file_may_have_are_named(tmp_path: Path) -> None:
    path = tmp_path / "listed.ksy"
    path.write_text(
        "meta: {id: listed, endian: le}\n"
        "seq:\n"
        "  - {id: num, type: u8}\n"
        "  - {id: kind, type: u1, -default: 1}\n"
        "  - id: values\n"
        "    type: {switch-on: kind, cases: {1: u1}}\n"
        "    repeat: expr\n"
        "    repeat-expr: num\n"
    )
    kind = quire.compile(path).Listed
    found = list(broken(kind, kind.build(kind=1, values=[7, 8]).to_bytes()))
    for each in found:
        expect_as_named(kind, each)
    assert {"LimitError", "EndOfStreamError"} <= {each.error for each in found}


def test_a_text_in_a_list_that_is_none_is_told_with_its_byte(tmp_path: Path) -> None:
    path = tmp_path / "listed.ksy"
    chosen = "{switch-on: kind, cases: {1: strz, 2: b3}}"  # read by a stream, because of the bits
    path.write_text(
        "meta: {id: listed, encoding: UTF-8}\n"
        f"seq: [{{id: kind, type: u1}}, {{id: texts, type: {chosen}, repeat: eos}}]\n"
    )
    kind = quire.compile(path).Listed
    data = b"\1one\0t\xffwo\0"
    assert raised(kind, data) == ("UnicodeDecodeError", "texts", data.index(b"\xff"), "read")


LIMITED = """
meta: {id: limited, encoding: UTF-8}
seq:
  - {id: len_header, type: u1}
  - id: header
    type: str
    size: len_header
    -document:
      format: json
      fields:
        sizes: {items: int}
        total: {type: int, valid: sizes.sum}
        layers: {items: {id: layer, fields: {part: {type: int, valid: {max: _parent.total}}}}}
"""


def test_keys_within_a_key_are_held_to_what_follows_from_others_around_them(tmp_path: Path) -> None:
    (tmp_path / "limited.ksy").write_text(LIMITED, encoding="utf-8")
    kind = quire.compile(tmp_path / "limited.ksy").Limited
    text = json.dumps({"sizes": [1, 2], "total": 3, "layers": [{"part": 2}]}).encode()
    found = [*broken(kind, bytes([len(text)]) + text)]
    for each in found:
        expect_as_named(kind, each)
    assert len(found) > 10
