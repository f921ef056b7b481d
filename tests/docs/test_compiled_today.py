"""What the page of the language says is compiled is; what it says is refused is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from quire.compiler import compile_spec
from quire.generator.diagnostics import Problems
from quire.generator.pipeline import plan_spec


def written(folder: Path, body: str, meta: str) -> Path:
    """A spec file with this `meta` and this rest."""
    path = folder / "example.ksy"
    path.write_text(f"meta: {{id: example, {meta}}}\n{body}\n", encoding="utf-8")
    return path


U1 = "seq: [{id: a, type: u1}]"
WITH_ENUM = "enums: {e: {1: x}}"
WITH_PARAM = "types: {t: {params: [{id: n, type: u1}], seq: [{id: b, size: n * 2}]}}"


@pytest.mark.parametrize(
    ("body", "meta"),
    [
        ("seq: [{id: a, type: b1}]", ""),
        ("seq: [{id: a, type: b12le}]", ""),
        ("seq: [{id: a, size: 4, process: zlib}]", ""),
        (U1, "imports: [other]"),
        (U1, "endian: {switch-on: 1, cases: {1: le}}"),
        (U1, "ks-debug: true"),
        (U1, "ks-opaque-types: true"),
        ("instances: {a: {io: _root._io, pos: 0, type: u1}}", ""),
        ("seq: [{id: a, type: u1, parent: _root}]", ""),
        ("to-string: '\"a\"'", ""),
        ("seq: [{id: a, size: 'sizeof<u4le>'}]", ""),
        ("seq: [{id: a, size: 'bitsizeof<u4le>'}]", ""),
        ("seq: [{id: a, type: u1, -type: u2le}]", ""),
        ("seq: [{id: a, type: u1, repeat: eos, -array: {}}]", ""),
        ("seq: [{id: a, size: 4, -array: {shape: [4]}}]", ""),
        ("seq: [{id: a, size: 4, -array: {dtype: {switch-on: 1, cases: {}}, shape: [4]}}]", ""),
        ("seq: [{id: a, size: 4, -array: {dtype: f4le, shape: [2]}, -codec: []}]", ""),
        ("seq: [{id: a, size: 4, -array: {dtype: f4le, shape: [2]}, -codec: [fp16, fp16]}]", ""),
        ("seq: [{id: n, type: u1}, {id: a, size: n, -limit: n + 1}]", ""),
    ],
)
def test_what_is_not_compiled_is_refused_as_such(body: str, meta: str, tmp_path: Path) -> None:
    problems = Problems()
    plan_spec(written(tmp_path, body, meta), problems)
    assert {problem.code for problem in problems.sorted()} == {"Q901"}


@pytest.mark.parametrize(
    ("body", "data"),
    [
        ("seq: [{id: a, type: u2}, {id: b, type: s8be}, {id: c, type: f4}]", bytes(range(14))),
        ("seq: [{id: n, type: u1}, {id: a, size: n}]", b"\3abc"),
        ("seq: [{id: a, size-eos: true}]", b"abc"),
        ("seq: [{id: a, terminator: 10}, {id: b, terminator: 10, include: true}]", b"a\nb\n"),
        ("seq: [{id: a, type: strz}, {id: b, type: str, size: 4, pad-right: 32}]", b"a\0bc  "),
        ("seq: [{id: a, type: str, size: 4, encoding: UTF-16LE}]", b"a\0b\0"),
        ("seq: [{id: a, contents: [0x41, BC, 10]}]", b"ABC\n"),
        ("seq: [{id: a, type: t}]\ntypes: {t: {seq: [{id: b, type: u1}]}}", b"a"),
        ("seq: [{id: a, type: t, size: 1}]\ntypes: {t: {seq: [{id: b, type: u1}]}}", b"a"),
        ("seq: [{id: a, type: s::t}]\ntypes: {s: {types: {t: {seq: [{id: b, type: u1}]}}}}", b"a"),
        ("seq: [{id: n, type: u1}, {id: a, type: example, if: n != 0}]", b"\2\1\0"),
        ("seq: [{id: n, type: u1}, {id: a, type: u2, repeat: expr, repeat-expr: n}]", b"\1ab"),
        ("seq: [{id: a, type: u2, repeat: eos}]", b"abcd"),
        ("seq: [{id: a, type: u1, repeat: until, repeat-until: _ == 0}]", b"ab\0"),
        ("seq: [{id: a, size: _index, repeat: expr, repeat-expr: 3}]", b"abc"),
        ("seq: [{type: u1}, {type: u1, doc: Nameless.}]", b"ab"),
        ("seq: [{id: a, type: u1, valid: {min: 1, max: 9}}]", b"\5"),
        ("seq: [{id: a, type: u1, valid: {any-of: [1, 5]}}]", b"\5"),
        ("seq: [{id: a, type: u1, valid: {expr: _ % 5 == 0}}]", b"\5"),
        ("seq: [{id: a, type: u1, enum: e}]\nenums: {e: {1: {id: x, doc: One.}}}", b"\1"),
        (f"seq: [{{id: a, type: u1, enum: e, valid: {{in-enum: true}}}}]\n{WITH_ENUM}", b"\1"),
        (f"seq: [{{id: a, type: t(2)}}]\n{WITH_PARAM}", b"abcd"),
        (f"seq: [{{id: a, type: {{switch-on: 1, cases: {{1: t(2)}}}}}}]\n{WITH_PARAM}", b"abcd"),
        ("seq: [{id: a, size: 0, -size: 2}, {id: b, type: u1, if: false, -if: true}]", b"abc"),
        ("seq: [{id: a, type: u1, repeat: eos, -repeat-expr: 2}]", b"ab"),
        ("seq: [{id: a, size: 2}, {id: p, size: (4 - _io.pos) % 4, -fill: 0}]", b"ab\0\0"),
    ],
)
def test_what_is_compiled_is_read_and_written_back(body: str, data: bytes, tmp_path: Path) -> None:
    kind = compile_spec(written(tmp_path, body, "endian: le, encoding: UTF-8")).Example
    assert kind.from_bytes(data).to_bytes() == data


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("7 / 2", 3), ("-7 / 2", -4), ("-7 % 3", 2), ("0x1_0 + 0b11 + 0o17", 34),
        ("1 << 3 | 1", 9), ("~5 & 0xff", 250), ("n > 3 ? 1 : 2", 1),
        ("n == 9 and not (n < 2)", True),
        ("n.to_s + s", "9123"), ('f"{n}-{s}"', "9-123"), ("s.length", 3), ("s.reverse", "321"),
        ("s.substring(0, 2)", "12"), ("s.to_i", 123), ("s.to_i(16)", 0x123),
        ('s.to_b("ASCII").size', 3), ("[1, 2, 300].max", 300), ("[1, 2, 300].first", 1),
        ("[5, 6].last", 6), ("[300, 400][1]", 400), ("[300, 400].size", 2), ("f.to_i", 2),
        ("(n > 3).to_i", 1), ('[0x41, 0x42].to_s("ASCII")', "AB"), ("[7, 8].index_of(8)", 1),
        ("e::nine.to_i", 9), ("_io.size", 8), ("_io.pos", 8), ("_io.eof", True),
        ("n.as<u1> + 1", 10), ("_root.n", 9),
    ],
)  # fmt: skip  # laid out as a table
def test_expressions_have_their_value(expression: str, value: object, tmp_path: Path) -> None:
    quoted = expression.replace("'", "''")
    body = (
        "seq: [{id: n, type: u1}, {id: s, type: str, size: 3}, {id: f, type: f4}]\n"
        f"instances: {{v: {{value: '{quoted}'}}}}\n"
        "enums: {e: {9: nine}}"
    )
    kind = compile_spec(written(tmp_path, body, "endian: le, encoding: UTF-8")).Example
    found = kind.from_bytes(b"\x09123\0\0\x20\x40").v
    assert found == value
    assert type(found) is type(value)
