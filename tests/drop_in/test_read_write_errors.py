"""With `--read-write`, errors have the texts and the attributes of Kaitai's, word for word."""

from __future__ import annotations

import pickle
from io import BytesIO
from typing import Any

import kaitaistruct as ks
import pytest

from tests.drop_in.conftest import Compile

KINDS = "\nenums: {kind: {1: small}}"
RULES = [
    ("valid: 123", ks.ValidationNotEqualError, (123,)),
    ("valid: {min: 123}", ks.ValidationLessThanError, (123,)),
    ("valid: {max: 12}", ks.ValidationGreaterThanError, (12,)),
    ("valid: {any-of: [5, 6]}", ks.ValidationNotAnyOfError, ()),
    ("valid: {expr: _ < 5}", ks.ValidationExprError, ()),
    ("enum: kind, valid: {in-enum: true}", ks.ValidationNotInEnumError, ()),
]


def assert_is(error: Any, expected: Any) -> None:
    """An error says what another one says, and knows what it knows."""
    assert str(error) == str(expected)
    assert error.args == expected.args
    assert {name: getattr(error, name) for name in vars(expected)} == vars(expected)


@pytest.mark.parametrize(("rule", "kind", "bounds"), RULES)
def test_a_check_before_writing(
    rule: str, kind: type[Exception], bounds: tuple[int, ...], compiled: Compile
) -> None:
    made = compiled(f"meta: {{id: a}}\nseq: [{{id: x, type: u1, {rule}}}]{KINDS}", read_write=True)
    record = made()
    record.x = 80
    with pytest.raises(kind) as caught:
        record._check()
    assert_is(caught.value, kind(*bounds, 80, None, "/seq/0"))


@pytest.mark.parametrize(("rule", "kind", "bounds"), RULES)
def test_a_check_after_reading(
    rule: str, kind: type[Exception], bounds: tuple[int, ...], compiled: Compile
) -> None:
    text = f"meta: {{id: a}}\nseq: [{{id: w, size: 2}}, {{id: x, type: u1, {rule}}}]{KINDS}"
    record = compiled(text, read_write=True).from_bytes(b"ab\x50")
    with pytest.raises(kind) as caught:
        record._read()
    assert_is(caught.value, kind(*bounds, 80, record._io, "/seq/1"))
    assert str(caught.value).startswith("/seq/1: at pos 3: validation failed: ")


def test_contents(compiled: Compile) -> None:
    text = "meta: {id: a}\nseq: [{id: x, contents: QA}]"
    record = compiled(text, read_write=True).from_bytes(b"PA")
    with pytest.raises(ks.ValidationNotEqualError) as caught:
        record._read()
    assert_is(caught.value, ks.ValidationNotEqualError(b"QA", b"PA", record._io, "/seq/0"))
    with pytest.raises(ks.ValidationNotEqualError) as caught:
        record._check()
    assert_is(caught.value, ks.ValidationNotEqualError(b"QA", b"PA", None, "/seq/0"))


@pytest.mark.parametrize(
    "field",
    ["type: u4", "size: 3", "type: u1, repeat: expr, repeat-expr: 3", "size: -1", "type: b20"],
)
def test_an_end_too_soon(field: str, compiled: Compile) -> None:
    class Plain(ks.KaitaiStruct):  # type: ignore[misc]  # kaitaistruct has no types
        reads: Any = {
            "type: u4": lambda io: io.read_u4le(),
            "size: 3": lambda io: io.read_bytes(3),
            "size: -1": lambda io: io.read_bytes(-1),
            "type: b20": lambda io: io.read_bits_int_be(20),
        }.get(field, lambda io: [io.read_u1() for _ in range(3)])

    text = f"meta: {{id: a, endian: le}}\nseq: [{{id: x, {field}}}]"
    record = compiled(text, read_write=True).from_bytes(b"ab")
    with pytest.raises(ks.KaitaiStructError) as caught:
        record._read()
    with pytest.raises(ks.KaitaiStructError) as expected:
        Plain.reads(ks.KaitaiStream(BytesIO(b"ab")))
    assert isinstance(caught.value, expected.type)
    assert_is(caught.value, expected.value)
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(expected.value)  # noqa: S301  # made here


def test_no_terminator_and_no_byte_order(compiled: Compile) -> None:
    record = compiled("meta: {id: a}\nseq: [{id: x, terminator: 0}]", read_write=True)
    record = record.from_bytes(b"ab")
    with pytest.raises(ks.NoTerminatorFoundError) as caught:
        record._read()
    assert_is(caught.value, ks.NoTerminatorFoundError(b"\0", 0))
    text = "meta: {id: a, endian: {switch-on: 1, cases: {2: le}}}\nseq: [{id: x, type: u2}]"
    with pytest.raises(ks.UndecidedEndiannessError) as undecided:
        compiled(text, read_write=True).from_bytes(b"ab")._read()
    assert_is(undecided.value, ks.UndecidedEndiannessError("/"))


def test_text_that_is_none(compiled: Compile) -> None:
    text = "meta: {id: a, encoding: ASCII}\nseq: [{id: x, type: str, size: 2}]"
    with pytest.raises(UnicodeDecodeError) as caught:
        compiled(text, read_write=True).from_bytes(b"a\xff")._read()
    with pytest.raises(UnicodeDecodeError) as expected:
        b"a\xff".decode("ascii")
    assert str(caught.value) == str(expected.value)


def test_what_an_instance_read_is_there_when_its_check_failed(compiled: Compile) -> None:
    text = "meta: {id: a}\ninstances: {x: {pos: 1, type: u1, valid: 80}}"
    record = compiled(text, read_write=True).from_bytes(b"ab")
    record._read()
    with pytest.raises(ks.ValidationNotEqualError, match="at pos 2: "):
        _ = record.x
    assert record._m_x == ord("b")
    with pytest.raises(ks.ValidationNotEqualError) as caught:
        record._check()
    assert_is(caught.value, ks.ValidationNotEqualError(80, 98, None, "/instances/x"))


def test_an_element_is_in_its_list_once_it_was_read(compiled: Compile) -> None:
    text = """
    meta: {id: a, ks-debug: true}
    seq: [{id: xs, type: x, repeat: expr, repeat-expr: 3}]
    types: {x: {seq: [{id: data, size: 3 - _parent.xs.size}]}}
    """
    record = compiled(text).from_bytes(b"abcdef")
    record._read()
    assert [x.data for x in record.xs] == [b"abc", b"de", b"f"]
    record = compiled(text).from_bytes(b"abcd")
    with pytest.raises(ks.EndOfStreamError) as caught:
        record._read()
    assert caught.value.path == "xs[1].data"
    assert len(record.xs) == 2  # the one that failed is there, too
