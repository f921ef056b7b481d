"""What the page of the language says is refused is refused; what is not written back is not."""

from __future__ import annotations

import zlib
from pathlib import Path
from typing import Any

import pytest

from quire.compiler import compile_spec
from quire.generator.diagnostics import Problems
from quire.generator.pipeline import plan_spec

META = "meta: {id: example, endian: le, encoding: ASCII}"
ARRAY = "-array: {dtype: f4, shape: [2]}"
U1 = "types: {t: {seq: [{id: b, type: u1}]}}"
TWO = "types: {t: {seq: [{id: b, type: u1}]}, u: {seq: [{id: c, type: u2}]}}"
PARAM = "types: {t: {params: [{id: n, type: u1}], seq: [{id: b, size: n}]}}"


def written(folder: Path, body: str) -> Path:
    """A spec file with this rest."""
    path = folder / "example.ksy"
    path.write_text(body if body.startswith("meta") else f"{META}\n{body}\n", encoding="utf-8")
    return path


def compiled(folder: Path, body: str) -> Any:
    """The class of a spec with this rest."""
    return compile_spec(written(folder, body)).Example


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ("seq: [{id: a, type: u1, -type: u2le}]", "Q901"),
        ("seq: [{id: a, type: u1, repeat: eos, -array: {}}]", "Q901"),
        ("seq: [{id: a, size: 4, -array: {shape: [4]}}]", "Q901"),
        ("seq: [{id: a, size: 4, -array: {dtype: {switch-on: 1, cases: {}}, shape: [4]}}]", "Q901"),
        (
            "meta: {id: example, endian: {switch-on: 1, cases: {1: le}}}\n"
            f"seq: [{{id: a, size: 8, {ARRAY}}}]",
            "Q901",
        ),
        ("seq: [{id: a, size: 4, -array: {dtype: bf2, shape: [2]}}]", "Q901"),
        (f"seq: [{{id: a, size: 4, {ARRAY}, -codec: []}}]", "Q901"),
        (f"seq: [{{id: a, size: 4, {ARRAY}, -codec: [fp16, fp16]}}]", "Q901"),
        (
            "seq: [{id: a, size: 4, -array: {dtype: f4, shape: [2], order: F}, -codec: [fp16]}]",
            "Q901",
        ),
        ("seq: [{id: a, size: 4}, {id: c, type: u4, -checksum: {over: a}}]", "Q901"),
        (
            f"seq: [{{id: a, size: 4, {ARRAY}, -codec: [fp16]}}, "
            "{id: c, type: u4, -checksum: {over: a, if: true}}]",
            "Q901",
        ),
        (
            f"seq: [{{id: a, size: 4, {ARRAY}, -codec: [fp16]}}, "
            "{id: c, type: u4, -checksum: {over: [a, a]}}]",
            "Q901",
        ),
        ("seq: [{id: len_a, type: u1}, {id: a, size: len_a, -limit: len_a + 1}]", "Q901"),
        ("seq: [{id: a, type: str, size: 4, -document: {format: toml}}]", "Q203"),
        (
            f"seq: [{{id: a, size: 4, {ARRAY}, -codec: [fp16]}}, "
            "{id: c, type: u4, -checksum: {algorithm: blake3, over: a}}]",
            "Q203",
        ),
        (f"seq: [{{id: a, size: 4, {ARRAY}, -codec: [lossless]}}]", "Q501"),
    ],
)
def test_what_is_not_compiled_is_refused_as_such(body: str, code: str, tmp_path: Path) -> None:
    problems = Problems()
    plan_spec(written(tmp_path, body), problems)
    assert {problem.code for problem in problems.sorted()} == {code}


@pytest.mark.parametrize(
    ("body", "data", "back"),
    [
        ("seq: [{id: a, type: u1}]\ninstances: {b: {pos: 1, type: u1}}", b"ab", b"a"),
        (f"seq: [{{id: a, type: t, size: 3}}]\n{U1}", b"abc", b"a\0\0"),
        (f"seq: [{{id: a, type: t, terminator: 0x3b}}]\n{U1}", b"abc;", b"a;"),
        (f"seq: [{{id: a, type: t, size-eos: true}}]\n{U1}", b"abc", b"a"),
        ("seq: [{id: a, size: 4, terminator: 0x3b}]", b"a;bc", b"a;\0\0"),
        ("seq: [{id: a, size: 4, terminator: 0x3b, pad-right: 0x20}]", b"a;bc", b"a;  "),
        ("seq: [{id: a, terminator: 0x3b, eos-error: false}]", b"a", b"a;"),
        ("seq: [{id: a, type: b4}, {id: b, type: u1}, {id: c, type: b1}]", b"\xf1a\xff", b"\xf0a\x80"),
        (
            "seq: [{id: a, size-eos: true, process: zlib}]",
            zlib.compress(b"aaaa", level=0),
            zlib.compress(b"aaaa"),
        ),
        (
            "seq: [{id: num_a, type: s1}, {id: a, type: u1, repeat: expr, repeat-expr: num_a}]",
            b"\xff",
            b"\0",
        ),
    ],
)  # fmt: skip  # laid out as a table
def test_what_comes_back_is_what_the_page_says(
    body: str, data: bytes, back: bytes, tmp_path: Path
) -> None:
    assert compiled(tmp_path, body).from_bytes(data).to_bytes() == back


@pytest.mark.parametrize(
    "body",
    [
        "seq: [{id: len_a, type: u1}, {id: a, size: len_a, process: zlib}]",
        "seq: [{id: len_a, type: u1}, {id: a, size: len_a, pad-right: 0}]",
        "seq: [{id: len_a, type: u1}, {id: a, size: len_a, -fill: 0}]",
        "seq: [{id: len_a, type: u1}, {id: a, size: len_a * 2}]",
    ],
)
def test_a_size_that_is_not_derived_must_be_given(body: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="len_a: expected a value, which cannot be derived"):
        _as_value_error(lambda: compiled(tmp_path, body).build(a=b"abcd").to_bytes())


def _as_value_error(call: Any) -> None:
    try:
        call()
    except Exception as error:
        raise ValueError(str(error)) from error
