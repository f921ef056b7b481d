"""Specs out of choices: what the compiler is fuzzed with."""

from __future__ import annotations

from quire.testing.choices import Choices

_TYPES = (
    "u1", "u2", "u4le", "s8be", "f4", "b3", "b1", "b12le", "str", "strz", "inner", "inner(a)",
    "other", "{switch-on: a, cases: {1: u1, 2: inner, _: u2}}", "'a::b'",
    "{switch-on: a, cases: {'kind::x': u1}}", "u3", "b65", "deep", "none",
)  # fmt: skip  # laid out as a table
_EXPRESSIONS = (
    "a", "a + 1", "a * 2 - b", "a / 2", "_.a", "_parent.a", "_root.a", "_io.size", "_io.eof",
    "a > 1 ? 2 : 3", "'\"x\"'", "[1, 2].size", "b.length", "a.to_s", "kind::x", "b.to_i",
    "_index", "_.size > 3", "a.as<u2>", "'\"a\" + \"b\"'", "not (a == b)", "0x7fffffff", "-1",
    "a << 70", "a % 0", "b[0]", "inner.a.b.c", "_io.pos % 4", "1.5", "true", "~a", "a.b",
    "rows.last.a", "sizeof<inner>", "bitsizeof<u1>", "a.as<inner>.b", "((((a))))", "_on",
)  # fmt: skip  # laid out as a table
_KEYS = (
    ("size", _EXPRESSIONS),
    ("if", _EXPRESSIONS),
    ("repeat", ("eos", "expr", "until", "never")),
    ("repeat-expr", _EXPRESSIONS),
    ("repeat-until", _EXPRESSIONS),
    ("valid", (*_EXPRESSIONS, "{min: 1, max: a}", "{any-of: [1, 2]}", "{expr: _ > 1}")),
    ("enum", ("kind", "other::kind", "none")),
    ("encoding", ("UTF-8", "ASCII", "UTF-16LE", "none")),
    ("terminator", ("0", "256", "[0, 0]")),
    ("contents", ("[1, 2]", "abc", "[300]", "'[\"a\", 1]'")),
    ("size-eos", ("true", "false", "maybe")),
    ("process", ("zlib", "xor(a)", "rol(3)", "my.own(1)")),
    ("pad-right", ("0", "a")),
    ("doc", ("'''\"\"\"'", "\\N{NULL}", "x")),
    ("-limit", ("3", "a", "-1")),
    ("-default", _EXPRESSIONS),
    ("-usual", _EXPRESSIONS),
    ("-array", ("{}", "{dtype: u1, shape: [-1]}", "{dtype: f4, shape: [a, b]}")),
    ("-codec", ("[zlib]", "[raw: {}]", "[none: {a: 1}]")),
    ("-checksum", ("{algorithm: crc32, over: b}", "{algorithm: length, over: {from: a, to: b}}")),
    ("-document", ("{format: json, fields: {a: {type: int}}}",)),
    ("-align", ("4", "a")),
    ("-derive", _EXPRESSIONS),
    ("-fill", ("0",)),
    ("-if", _EXPRESSIONS),
    ("-size", _EXPRESSIONS),
)
_INSTANCE_KEYS = (("value", _EXPRESSIONS), ("pos", _EXPRESSIONS), ("io", ("_root._io", "_io")))
_NAMES = ("a", "b", "c", "rows", "inner", "kind", "size", "class", "len_b", "_a", "A")

_OTHERS = (
    "params", "instances", "types", "enums", "meta", "imports", "endian", "switch-on", "cases",
    "doc-ref", "bit-endian", "ks-opaque-types", "in-enum", "consume", "eos-error", "include",
    "parent", "to-string", "-columns", "-value", "-marked",
)  # fmt: skip  # laid out as a table

WORDS = sorted(
    {
        *(f"{key}: ".encode() for key, _ in (*_KEYS, *_INSTANCE_KEYS)),
        *(f"{key}: ".encode() for key in _OTHERS),
        *(each.encode() for each in (*_EXPRESSIONS, *_TYPES, *_NAMES)),
        *(b"&x ", b"*x", b"<<: ", b"!!binary ", b"- ", b"  ", b"\n", b"{", b"}", b"[", b"]", b"'"),
    }
)
"""What stands in specs."""


def some_spec(draw: Choices) -> bytes:
    """A spec: wrong in most cases, and right in most of its parts."""
    lines = ["meta: {id: fuzzed, endian: le, encoding: UTF-8}", "seq:"]
    lines += _fields(draw, "  ")
    lines += ["types:", "  inner:"]
    lines += draw.one_of(([], ["    params: [{id: p, type: u1}]"]))
    lines += ["    seq:", *_fields(draw, "      ")]
    lines += ["instances:", *_instances(draw)]
    lines += ["enums: {kind: {1: x, 2: y}}"]
    return "\n".join(lines).encode() + b"\n"


def _fields(draw: Choices, indent: str) -> list[str]:
    found = [f"{indent}- {{id: a, type: u1}}", f"{indent}- {{id: b, type: u2}}"]
    for number in range(draw.few(5)):
        found += [f"{indent}- id: {draw.one_of(_NAMES)}{number}"]
        if draw.byte() < 0xC0:
            found += [f"{indent}  type: {draw.one_of(_TYPES)}"]
        for _ in range(draw.few(4)):
            key, values = draw.one_of(_KEYS)
            found += [f"{indent}  {key}: {draw.one_of(values)}"]
    return found


def _instances(draw: Choices) -> list[str]:
    found = ["  one: {value: 1}"]
    for number in range(draw.few(4)):
        key, values = draw.one_of(_INSTANCE_KEYS)
        found += [f"  i{number}:", f"    {key}: {draw.one_of(values)}"]
        if key != "value":
            found += [f"    type: {draw.one_of(_TYPES)}"]
    return found
