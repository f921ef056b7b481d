"""What goes wrong in the middle of a record, and names that could."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import quire
from quire import FormatError, LimitError


def test_nesting_without_end_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "deep.ksy"
    path.write_text(
        "meta: {id: deep}\nseq:\n"
        "  - {id: more, type: u1}\n  - {id: inner, type: deep, if: more == 1}\n",
        encoding="utf-8",
    )
    kind = quire.compile(path).Deep
    assert kind.from_bytes(b"\x01" * 50 + b"\x00").inner.inner.more == 1
    with pytest.raises(LimitError) as caught:
        kind.from_bytes(b"\x01" * 100_000)
    assert caught.value.format == "deep"


@pytest.mark.parametrize(
    "expression", ["a / b", "a % b", "list[a]", "name.to_i", "1 << b - 1", "big * big"]
)
def test_an_expression_that_cannot_be_computed_is_the_files_fault(
    expression: str, tmp_path: Path
) -> None:
    path = tmp_path / "wild.ksy"
    path.write_text(
        "meta: {id: wild, endian: le, encoding: ASCII}\nseq:\n"
        "  - {id: a, type: u1}\n  - {id: b, type: u1}\n"
        "  - {id: big, type: u8}\n  - {id: name, type: str, size: 2}\n"
        "  - {id: list, type: u1, repeat: expr, repeat-expr: 2}\n"
        f"  - {{id: data, size: '{expression}'}}\n",
        encoding="utf-8",
    )
    data = b"\x05\x00" + b"\xff" * 8 + b"xy\x00\x00"
    with pytest.raises(FormatError) as caught:
        quire.compile(path).Wild.from_bytes(data)
    assert caught.value.format == "wild"


@pytest.mark.parametrize(
    ("expression", "data"),
    [
        ("a / b", b"\x01\x00"),
        ("list[a]", b"\x05\x00"),
        ("name.to_i", b"xy"),
        ("1 << b.as<s1> - 1", b"\x01\x00"),
        ("half.to_i", b"\x00\x00" + b"\x00\x00\x80\x7f"),
    ],
)
def test_an_instance_that_cannot_be_computed_is_the_files_fault_too(
    expression: str, data: bytes, tmp_path: Path
) -> None:
    path = tmp_path / "wild.ksy"
    path.write_text(
        "meta: {id: wild, endian: le, encoding: ASCII}\n"
        "seq: [{id: a, type: u1}, {id: b, type: u1}, {id: half, type: f4}]\n"
        "instances:\n  name: {pos: 0, type: str, size: 2}\n"
        "  list: {pos: 0, type: u1, repeat: expr, repeat-expr: 2}\n"
        f"  value: {{value: '{expression}'}}\n",
        encoding="utf-8",
    )
    record = quire.compile(path).Wild.from_bytes(data.ljust(6, b"\x00"))
    with pytest.raises(FormatError) as caught:
        _ = record.value
    assert caught.value.path == "value"
    assert caught.value.format == "wild"


@pytest.mark.parametrize(
    ("value", "spec"),
    [
        ([1, 2, 3], "{id: x, type: u1, repeat: expr, repeat-expr: 2}"),
        ([1, 0, 2, 0], "{id: x, type: u1, repeat: until, repeat-until: _ == 0}"),
        ([1, 2], "{id: x, type: u1, repeat: until, repeat-until: _ == 0}"),
        ([], "{id: x, type: u1, repeat: until, repeat-until: _ == 0}"),
        ("a\x00b", "{id: x, type: strz}"),
        ("a;b", "{id: x, type: str, terminator: 0x3b}"),
        ("ab  ", "{id: x, type: str, size: 6, pad-right: 0x20}"),
        ("no end", "{id: x, type: str, terminator: 0x3b, include: true}"),
        ({"a": b"1234"}, "{id: x, type: rest, size: 2}"),
        ({"a": b"1"}, "{id: x, type: rest, size: 2}"),
    ],
    ids=["count", "early", "never", "none", "zero", "end inside", "pad", "no end", "long", "short"],
)
def test_what_would_not_be_read_back_is_not_written(value: Any, spec: str, tmp_path: Path) -> None:
    path = tmp_path / "same.ksy"
    path.write_text(
        f"meta: {{id: same, encoding: ASCII}}\nseq:\n  - {spec}\n  - {{id: y, type: u1}}\n"
        "types: {rest: {seq: [{id: a, size-eos: true}]}}\n",
        encoding="utf-8",
    )
    kind = quire.compile(path).Same
    with pytest.raises(FormatError) as caught:
        kind.build(x=value, y=9).to_bytes()
    assert caught.value.path.startswith("x")


@pytest.mark.parametrize(
    "name",
    [
        "io",
        "i",
        "item",
        "self",
        "int",
        "bytes",
        "str",
        "list",
        "len",
        "close",
        "build",
        "each",
        "math",
        "validate",
        "to_bytes",
        "from_bytes",
        "to_file",
        "keys",
        "other",
        "property",
        "struct",
        "cls",
        "tuple",
        "object",
        "range",
    ],
)
def test_any_name_may_be_a_field(name: str, tmp_path: Path) -> None:
    path = tmp_path / "named.ksy"
    path.write_text(
        f"meta: {{id: named, encoding: ASCII}}\nseq:\n  - {{id: {name}, type: u1}}\n"
        f"  - {{id: x, size: {name}}}\n  - {{id: y, type: u1, repeat: expr, repeat-expr: {name}}}\n"
        f"  - {{id: z, type: str, size: {name} * 2}}\n",
        encoding="utf-8",
    )
    kind = quire.compile(path).Named
    data = b"\x02ab\x03\x04wxyz"
    record = quire.compile(path).Named.from_bytes(data)
    assert (record.x, record.y, record.z) == (b"ab", [3, 4], "wxyz")
    assert getattr(record, name) == 2
    assert kind.build(x=b"ab", y=[3, 4], z="wxyz") is not None
