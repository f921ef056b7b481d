"""Texts that are values, and the parts of values: JSON and literals of Python."""

from __future__ import annotations

import ast
import json
import struct
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some

import quire
from quire.generator.diagnostics import SpecError
from quire.runtime.values.tagged import Tagged

VALUES = some.recursive(
    some.none()
    | some.booleans()
    | some.integers(-(1 << 80), 1 << 80)
    | some.floats(allow_nan=False, allow_infinity=False)
    | some.text(),
    lambda inner: some.lists(inner) | some.dictionaries(some.text(), inner),
    max_leaves=20,
)
SPEC = """
meta: {id: whole, endian: le}
seq: [{id: value, size-eos: true, process: %s}]
"""


def whole(folder: Path, routine: str) -> Any:
    """A class that reads a whole file by a routine."""
    (folder / "whole.ksy").write_text(SPEC % routine, encoding="utf-8")
    return quire.compile(folder / "whole.ksy").Whole


def as_lists(value: Any) -> Any:
    """A value with lists for tuples."""
    if isinstance(value, dict):
        return {key: as_lists(each) for key, each in value.items()}
    return [as_lists(each) for each in value] if isinstance(value, list | tuple) else value


@given(VALUES)
def test_a_value_comes_back_from_its_parts_in_both_notations(value: Any) -> None:
    parts = Tagged("json").decode(json.dumps(value).encode())
    assert json.loads(Tagged("json").encode(parts)) == value
    assert Tagged("literal").decode(repr(value).encode()) == parts
    assert as_lists(ast.literal_eval(Tagged("literal").encode(parts).decode())) == value


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("null", b"\0"),
        ("[true, false]", b"\7" + struct.pack("<I", 2) + b"\2\1"),
        ("-2", b"\3" + struct.pack("<q", -2)),
        ("0.5", b"\4" + struct.pack("<d", 0.5)),
        ('"\\u00e9"', b"\5" + struct.pack("<I", 2) + b"\xc3\xa9"),
        ("[]", b"\6" + bytes(4)),
        ("[1, 2]", b"\6" + struct.pack("<Iqq", 2, 1, 2)),
        ("[1, 2.0]", b"\7" + struct.pack("<Ibqbd", 2, 3, 1, 4, 2)),
        ('{"k": null}', b"\x08" + struct.pack("<II", 1, 1) + b"k\0"),
        ("9223372036854775808", b"\x09" + struct.pack("<I", 19) + b"9223372036854775808"),
    ],
)
def test_parts_are_as_the_table_of_the_reference_says(text: str, parts: bytes) -> None:
    assert Tagged("json").decode(text.encode()) == parts


def test_first_keys_come_first_at_all_depths_and_others_keep_their_order() -> None:
    parts = Tagged("json", 1, 0, "b a").decode(b'{"z": {"q": 0, "a": 1, "b": 2}, "a": 3, "y": 4}')
    assert Tagged("json").encode(parts) == b'{"a":3,"z":{"b":2,"a":1,"q":0},"y":4}'


def test_the_value_of_a_key_may_stay_a_text() -> None:
    routine = Tagged("literal", 1, 0, "", "descr")
    parts = routine.decode(b"{'descr': [('a', '<i4')], 'n': (1,)}")
    assert b"[('a', '<i4')]" in parts
    assert routine.encode(parts) == b"{'descr': [('a', '<i4')], 'n': (1,), }\n"


@pytest.mark.parametrize("align", [1, 8, 64])
def test_a_text_is_filled_to_a_multiple(align: int) -> None:
    for start in (0, 10):
        for size in range(20):
            parts = Tagged("json").decode(json.dumps("x" * size).encode())
            for notation, end in (("json", b""), ("literal", b"\n")):
                text = Tagged(notation, align, start).encode(parts)
                assert (start + len(text)) % align == 0
                assert text.endswith(end)
                assert len(text) <= size + 2 + align


@pytest.mark.parametrize(
    ("routine", "text", "offset"),
    [
        ("json", b"{", 1),
        ("json", b'{"a": 1, "a": 2}', 0),
        ("json", b"[1e999]", 0),
        ("json", b'"\\ud800"', 0),
        ("json", b'"\xff"', 1),
        ("json", b"[" * 200 + b"]" * 200, 0),
        ("literal", b"{1: 2}", 0),
        ("literal", b"{1, 2}", 0),
        ("literal", b"b'x'", 0),
        ("literal", b"1 + 2j", 0),
        ("literal", b"open('x')", 0),
        ("literal", b"\xff", 0),
        ("literal", b"(" * 5000 + b")" * 5000, 0),
        ("literal", b"-" * 5000 + b"1", 0),
        ("literal", b"[" * 150 + b"]" * 150, 0),
        ("literal", b"'\\0", 0),
        ("literal", b"", 0),
    ],
)
def test_a_text_that_is_no_value_is_refused(
    routine: str, text: bytes, offset: int, tmp_path: Path
) -> None:
    kind = whole(tmp_path, routine)
    with pytest.raises(quire.FormatError) as caught:
        kind.from_bytes(text)
    assert (caught.value.path, caught.value.offset) == ("value", offset)


KEY_TWICE = b"\x08\2\0\0\0" + b"\1\0\0\0k\0" * 2
NO_PARTS = (
    b"", b"\x0a", b"\0\0", b"\3", b"\5\2\0\0\0x", b"\5\1\0\0\0\xff", b"\6\xff\xff\xff\xff",
    b"\7\1\0\0\0", b"\x08\1\0\0\0", KEY_TWICE, b"\x09\1\0\0\0x", b"\7\xff\xff\xff\xff",
)  # fmt: skip  # laid out as a table


@pytest.mark.parametrize("parts", NO_PARTS)
def test_parts_that_are_none_are_refused(parts: bytes, tmp_path: Path) -> None:
    kind = whole(tmp_path, "json")
    with pytest.raises(quire.FormatError):
        kind.build(value=parts).to_bytes()


def test_a_text_is_kept_as_it_was_while_it_says_the_same(tmp_path: Path) -> None:
    kind = whole(tmp_path, "json")
    stored = b' { "a" : 1.0e1 } '
    made = kind.from_bytes(stored)
    assert made.to_bytes() == stored
    made.value = Tagged("json").decode(b'{"a": 10.0}')
    assert made.to_bytes() == stored
    made.value = Tagged("json").decode(b'{"a": 10}')
    assert made.to_bytes() == b'{"a":10}'


def test_no_text_makes_python_warn(recwarn: pytest.WarningsRecorder) -> None:
    assert Tagged("literal").decode(b"'\\d'") == b"\5\2\0\0\0\\d"
    assert not recwarn.list


def test_an_argument_of_another_type_or_one_too_many_is_a_mistake_of_the_spec(
    tmp_path: Path,
) -> None:
    for arguments in ('"x"', "1, 2, 3", '1, 2, "a", "b", 5'):
        with pytest.raises(SpecError):
            whole(tmp_path, f"'json({arguments})'")


@pytest.mark.parametrize("encoding", ["ISO-8859-1", "UTF-16LE", "UTF-8"])
def test_a_text_is_in_its_encoding(encoding: str, tmp_path: Path) -> None:
    kind = whole(tmp_path, f"""'json(1, 0, "", "", "{encoding}")'""")
    stored = '{"gr\u00fcn": "\u00c3\u00a4"}'.replace(" ", "").encode(encoding)
    parts = kind.from_bytes(stored).value
    assert parts == Tagged("json").decode('{"gr\u00fcn":"\u00c3\u00a4"}'.encode())
    assert kind.build(value=parts).to_bytes() == stored


@pytest.mark.parametrize(
    ("encoding", "data"),
    [("UTF-16LE", b'"\0a'), ("ASCII", b'"\xe4"'), ("no such", b'""'), ("zlib", b'""')],
)
def test_a_text_in_another_encoding_is_refused(encoding: str, data: bytes, tmp_path: Path) -> None:
    kind = whole(tmp_path, f"""'json(1, 0, "", "", "{encoding}")'""")
    with pytest.raises(quire.FormatError, match=f"text in {encoding}") as caught:
        kind.from_bytes(data)
    assert (caught.value.path, caught.value.offset) == ("value", 0)


@pytest.mark.parametrize("encoding", ["ASCII", "no such", "zlib"])
def test_a_text_that_its_encoding_has_not_is_not_written(encoding: str, tmp_path: Path) -> None:
    kind = whole(tmp_path, f"""'json(1, 0, "", "", "{encoding}")'""")
    value = Tagged("json").decode('"\u00e4"'.encode())
    with pytest.raises(quire.FormatError, match=f"text in {encoding}"):
        kind.build(value=value).to_bytes()
