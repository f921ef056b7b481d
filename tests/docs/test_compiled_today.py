"""What the page of the language says is refused, is not written, and is not as in Kaitai."""

from __future__ import annotations

import zlib
from pathlib import Path
from typing import Any

import kaitaistruct
import pytest

from quire.generator.diagnostics import Problems
from quire.generator.pipeline import plan_spec
from quire.importing import compile_spec
from quire.runtime.errors import FormatError, LimitError

META = "meta: {id: example, endian: le, encoding: ASCII}"
ARRAY = "-array: {dtype: f4, shape: [2]}"
PAYLOAD = f"{{id: a, size: 4, {ARRAY}, -codec: [fp16]}}"
CHOSEN = "meta: {id: example, endian: {switch-on: 1, cases: {1: le}}}"
U1 = "types: {t: {seq: [{id: b, type: u1}]}}"
TWO = "types: {t: {seq: [{id: b, type: u1}]}, u: {seq: [{id: c, type: u2}]}}"
CHOICE = "type: {switch-on: _index, cases: {0: u1}}"
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
        ("seq: [{id: a, type: u1, repeat: expr, repeat-expr: 2, -array: {}}]", "Q901"),
        (f"seq: [{{id: a, type: t, repeat: eos, -array: {{}}}}]\n{U1}", "Q901"),
        (
            (
                "meta: {id: example, ks-debug: true}\n"
                f"seq: [{{id: a, type: t, repeat: expr, repeat-expr: 2, -array: {{}}}}]\n{U1}"
            ),
            "Q901",
        ),
        ("seq: [{id: a, size: 4, -array: {shape: [4]}}]", "Q901"),
        (f"{CHOSEN}\nseq: [{{id: a, size: 8, {ARRAY}}}]", "Q901"),
        ("seq: [{id: a, size: 4, -array: {dtype: bf2be, shape: [2]}}]", "Q901"),
        ("seq: [{id: a, size: 4, -array: {dtype-name: '\"f4\"', shape: [1]}, -codec: []}]", "Q901"),
        ("seq: [{id: a, size: 4, -codec: []}]", "Q901"),
        ("seq: [{id: a, size: 4, -codec: [zstd]}]", "Q901"),
        (f"seq: [{{id: a, size: 4, {ARRAY}, -codec: [zstd, lz4]}}]", "Q901"),
        ("seq: [{id: a, size: 4, -array: {dtype: f4be, shape: [1]}, -codec: []}]", "Q901"),
        (
            "seq: [{id: a, size: 4, -array: {dtype: f4, shape: [2], order: F}, -codec: [fp16]}]",
            "Q901",
        ),
        (f"seq: [{PAYLOAD}, {{id: c, type: u4, -checksum: {{over: a, init: 1}}}}]", "Q901"),
        (
            (
                f"seq: [{PAYLOAD}, {{id: c, type: u4, -checksum: {{over: a}}}},"
                " {id: d, type: u4, -checksum: {over: a}}]"
            ),
            "Q901",
        ),
        ("seq: [{id: len_a, type: u1}, {id: a, size: len_a, -limit: len_a + 1}]", "Q901"),
        ("seq: [{id: a, type: str, size: 4, -document: {format: toml}}]", "Q203"),
        (
            f"seq: [{PAYLOAD}, {{id: c, type: u4, -checksum: {{algorithm: sha3, over: a}}}}]",
            "Q203",
        ),
        (f"seq: [{{id: a, size: 4, {ARRAY}, -codec: [lossless]}}]", "Q501"),
    ],
)
def test_what_is_not_compiled_is_refused_as_such(body: str, code: str, tmp_path: Path) -> None:
    problems = Problems()
    plan_spec(written(tmp_path, body), problems)
    assert {problem.code for problem in problems.sorted()} == {code}


@pytest.mark.usefixtures("made_anew")
@pytest.mark.parametrize(
    ("body", "data", "back"),
    [
        ("seq: [{id: a, type: u1}]\ninstances: {b: {type: u1}}", b"ab", b"ab"),
        ("seq: [{id: a, size: 4, terminator: 0x3b}]", b"a;bc", b"a;\0\0"),
        ("seq: [{id: a, size: 4, terminator: 0x3b, pad-right: 0x20}]", b"a;bc", b"a;  "),
        (
            "seq: [{id: a, type: b4}, {id: b, type: u1}, {id: c, type: b1}]",
            b"\xf1a\xff",
            b"\xf0a\x80",
        ),
        (
            "seq: [{id: a, size-eos: true, process: zlib}]",
            zlib.compress(b"aaaa", level=0),
            zlib.compress(b"aaaa", level=0),
        ),
        (
            "seq: [{id: num_a, type: s1}, {id: a, type: u1, repeat: expr, repeat-expr: num_a}]",
            b"\xff",
            b"\0",
        ),
    ],
)
def test_what_comes_back_is_what_the_page_says(
    body: str, data: bytes, back: bytes, tmp_path: Path
) -> None:
    assert compiled(tmp_path, body).from_bytes(data).to_bytes() == back


@pytest.mark.parametrize(
    ("body", "fields"),
    [
        ("seq: [{id: len_a, type: u1}, {id: a, size: (len_a + 1) / 2}]", {"a": b"ab"}),
        (
            "seq: [{id: len_a, type: u1}, {id: a, type: str, size: len_a, repeat: eos}]",
            {"a": ["ab"]},
        ),
    ],
)
def test_a_size_that_is_not_derived_must_be_given(
    body: str, fields: dict[str, Any], tmp_path: Path
) -> None:
    record = compiled(tmp_path, body).build(**fields)
    with pytest.raises(
        FormatError, match="len_a: expected a value: give one, as it cannot be derived"
    ):
        record.to_bytes()
    assert compiled(tmp_path, body).build(**fields, len_a=1)


@pytest.mark.usefixtures("made_anew")
@pytest.mark.parametrize(
    ("body", "data"),
    [
        (f"seq: [{{id: a, repeat: expr, repeat-expr: 2, {CHOICE}}}]", b"a"),
    ],
)
def test_what_a_writer_cannot_know_is_an_error(body: str, data: bytes, tmp_path: Path) -> None:
    record = compiled(tmp_path, body).from_bytes(data)
    with pytest.raises(FormatError):
        record.to_bytes()


def test_the_size_of_a_file_that_is_built_is_not_known(tmp_path: Path) -> None:
    kind = compiled(tmp_path, "seq: [{id: a, type: u1}, {id: b, type: u1, if: _io.size > 1}]")
    assert kind.from_bytes(b"ab").to_bytes() == b"ab"
    with pytest.raises(FormatError, match="cannot be known before everything is written"):
        kind.build(a=1, b=2).to_bytes()


def test_a_param_is_what_the_field_passes(tmp_path: Path) -> None:
    kind = compiled(tmp_path, f"seq: [{{id: m, type: u1}}, {{id: a, type: t(m)}}]\n{PARAM}")
    for given in ({}, {"n": 2}):
        assert kind.build(m=2, a=kind.T.build(b=b"ab", **given)).to_bytes() == b"\2ab"
    with pytest.raises(FormatError, match="given 7, but the record around it passes 2"):
        kind.build(m=2, a=kind.T.build(n=7, b=b"ab")).to_bytes()


def test_a_dict_for_one_of_several_types_needs_a_tag_or_fields_of_its_own(tmp_path: Path) -> None:
    choice = "type: {switch-on: k, cases: {1: t, 2: u}}"
    kind = compiled(tmp_path, f"seq: [{{id: k, type: u1}}, {{id: a, {choice}}}]\n{TWO}")
    assert kind.build(a=kind.T.build(b=5)).to_bytes() == b"\1\5"
    assert kind.build(a={"c": 5}).to_bytes() == b"\2\5\0"
    same = TWO.replace("{id: c", "{id: b")
    kind = compiled(tmp_path, f"seq: [{{id: k, type: u1}}, {{id: a, {choice}}}]\n{same}")
    assert kind.build(k=2, a={"b": 5}).to_bytes() == b"\2\5\0"
    with pytest.raises(FormatError, match="expected the fields of one of"):
        kind.build(a={"b": 5}).to_bytes()


# -- what is different from Kaitai's compiler --------------------------------------------------


def test_an_instance_that_fails_fails_again(tmp_path: Path) -> None:
    body = "seq: []\ninstances: {a: {pos: 0, type: u1, valid: 5}}"
    record = compiled(tmp_path, body).from_bytes(b"\1")
    for _ in range(2):
        with pytest.raises(kaitaistruct.ValidationNotEqualError):
            _ = record.a


@pytest.mark.parametrize(
    ("body", "data", "kind"),
    [
        ("seq: [{id: a, size: 2}]", b"a", kaitaistruct.EndOfStreamError),
        ("seq: [{id: a, type: strz}]", b"a", kaitaistruct.NoTerminatorFoundError),
        ("seq: [{id: a, type: u1, valid: {in-enum: true}, enum: e}]\nenums: {e: {1: x}}", b"\2",
         kaitaistruct.ValidationNotInEnumError),
        ("seq: [{id: a, type: str, size: 1}]", b"\xff", UnicodeDecodeError),
        ("seq: [{id: a, size-eos: true, process: zlib}]", b"a", zlib.error),
        ("seq: [{id: a, type: u1, valid: 1 / (_io.size - 1)}]", b"a", ZeroDivisionError),
        ("seq: [{id: a, type: u1, valid: 1 << (_io.size + 4096)}]", b"a", ValueError),
        ("seq: [{id: a, type: t, repeat: eos}]\ntypes: {t: {}}", b"a", FormatError),
        ("seq: [{id: a, type: t, repeat: until, repeat-until: false}]\ntypes: {t: {}}", b"a",
         FormatError),
        ("seq: [{id: a, type: example}]", b"a", RecursionError),
        ("seq: [{id: a, size-eos: true, process: zlib}]", zlib.compress(bytes((64 << 20) + 1)),
         LimitError),
        ("seq: [{id: a, size-eos: true, process: zlib, -limit: 99}]", zlib.compress(bytes(100)),
         LimitError),
    ],
)  # fmt: skip  # laid out as a table
def test_errors_are_of_both_kinds(
    body: str, data: bytes, kind: type[Exception], tmp_path: Path
) -> None:
    with pytest.raises(kind) as caught:
        compiled(tmp_path, body).from_bytes(data)
    assert isinstance(caught.value, FormatError)


def test_bits_beyond_the_end_leave_the_stream_where_it_was(tmp_path: Path) -> None:
    body = "meta: {id: example, ks-debug: true}\nseq: [{id: a, type: b4}, {id: b, type: b12}]"
    record = compiled(tmp_path, body).from_bytes(b"\x12")
    with pytest.raises(kaitaistruct.EndOfStreamError):
        record._read()
    assert record._io.pos() == 1
    assert record._io.bits_left == 4


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ("seq: [{id: a, size-eos: yes}]", "Q104"),
        ("types: {row_1: {}, row__1: {}}\n", "Q207"),
    ],
)
def test_some_specs_are_refused(body: str, code: str, tmp_path: Path) -> None:
    problems = Problems()
    plan_spec(written(tmp_path, body), problems)
    assert code in {problem.code for problem in problems.sorted()}


def test_enums_take_all_of_64_bits(tmp_path: Path) -> None:
    enums = "enums: {e: {0xffffffffffffffff: most}}"
    kind = compiled(tmp_path, f"seq: [{{id: a, type: u8, enum: e}}]\n{enums}")
    assert kind.from_bytes(b"\xff" * 8).a is kind.E.most


def test_elements_that_no_case_fits_are_bytes(tmp_path: Path) -> None:
    body = f"seq: [{{id: a, repeat: expr, repeat-expr: 2, size: 1, {CHOICE}}}]"
    assert compiled(tmp_path, body).from_bytes(b"ab").a == [97, b"b"]


@pytest.mark.parametrize(("type_", "value"), [("u1", 256), ("s2", -32769), ("b4", 16)])
def test_numbers_that_do_not_fit_are_not_written(type_: str, value: int, tmp_path: Path) -> None:
    record = compiled(tmp_path, f"seq: [{{id: a, type: {type_}}}]").build(a=value)
    with pytest.raises(FormatError, match="an integer from"):
        record.to_bytes()
