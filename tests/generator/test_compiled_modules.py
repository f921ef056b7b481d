"""`quire.compile`: a module in memory that behaves as one from a file."""

import linecache
import pickle
import sys
import traceback
from pathlib import Path
from typing import get_type_hints

import pytest

import quire
from quire.compiler import compile_texts
from quire.generator.diagnostics import Problems
from tests.cases import compiled, data_of, spec_of


def test_a_traceback_shows_the_lines_of_the_module() -> None:
    kind = compiled("nested_types")
    with pytest.raises(quire.TruncatedError) as caught:
        kind.from_bytes(b"\x01")
    shown = "".join(traceback.format_exception(caught.value))
    assert "pos = child._read_at(buf, pos, end)" in shown


def test_two_specs_of_one_name_live_side_by_side(tmp_path: Path) -> None:
    kinds = []
    for size in (1, 2):
        path = tmp_path / f"{size}.ksy"
        path.write_text(f"meta: {{id: same}}\nseq: [{{id: a, size: {size}}}]\n", encoding="utf-8")
        kinds.append(quire.compile(path).Same)
    assert [kind.from_bytes(b"xyz").a for kind in kinds] == [b"x", b"xy"]


def test_two_compilations_at_one_path_keep_their_own_lines(tmp_path: Path) -> None:
    path = tmp_path / "x.ksy"
    path.write_text("meta: {id: x}\nseq: [{id: first, type: u1}]\n", encoding="utf-8")
    old = quire.compile(path).X
    path.write_text(
        "meta: {id: x}\ndoc: Longer.\nseq: [{id: second, type: u1}]\n", encoding="utf-8"
    )
    quire.compile(path)
    with pytest.raises(quire.TruncatedError) as caught:
        old.from_bytes(b"")
    shown = "".join(traceback.format_exception(caught.value))
    assert 'buf, end = self._reach(stop - pos, "first", pos)' in shown


def test_the_module_exports_the_class_of_the_spec() -> None:
    module = quire.compile(spec_of("integers"))
    assert module.__all__ == ["Integers"]
    assert module.Integers.__module__ == module.__name__
    assert sys.modules[module.__name__] is module


def test_annotations_can_be_resolved() -> None:
    kind = compiled("repeat")
    hints = get_type_hints(kind)
    assert hints["num_values"] is int
    assert hints["pairs"].__args__ == (kind.Pair,)


def test_an_error_can_be_pickled() -> None:
    with pytest.raises(quire.TruncatedError) as caught:
        compiled("integers").from_bytes(data_of("integers")[:5])
    again = pickle.loads(pickle.dumps(caught.value))  # noqa: S301  # made here
    assert str(again) == str(caught.value)
    assert again.offset == caught.value.offset


def test_a_path_may_be_a_text() -> None:
    assert quire.compile(str(spec_of("integers"))).Integers


@pytest.mark.parametrize(
    "identifier",
    [
        "struct",
        "document",
        "block",
        "keys",
        "writer",
        "reader",
        "encoded",
        "stage",
        "any",
        "class_var",
        "int_enum",
        "instance",
        "math",
        "true",
        "none",
        "type_error",
    ],
)
@pytest.mark.parametrize("place", ["spec", "type", "enum"])
def test_a_class_may_have_a_name_that_generated_code_uses(
    identifier: str, place: str, tmp_path: Path
) -> None:
    names = {"spec": "outer", "type": "inner", "enum": "kind"} | {place: identifier}
    path = tmp_path / "named.ksy"
    path.write_text(
        f"meta: {{id: {names['spec']}, endian: le, encoding: ASCII}}\n"
        "seq:\n  - {id: a, type: u1}\n"
        f"  - {{id: b, type: '{names['type']}(a)'}}\n"
        f"  - {{id: c, type: u1, enum: {names['enum']}}}\n"
        "  - {id: d, type: str, size: 2, -document: {format: json, fields: {}}}\n"
        "  - {id: e, size: 4, -array: {dtype: f4, shape: [2]}, -codec: [fp16]}\n"
        f"types:\n  {names['type']}:\n    params: [{{id: p, type: u1}}]\n"
        "    seq: [{id: x, type: u1}, {id: y, type: u2}]\n"
        f"enums:\n  {names['enum']}: {{1: one}}\n"
        "instances:\n  z: {value: a * 2}\n",
        encoding="utf-8",
    )
    data = b"\x05\x06\x07\x00\x01{}\x00\x3c\x00\x40"
    module = quire.compile(path)
    record = getattr(module, module.__all__[0]).from_bytes(data)
    assert (record.b.y, record.c, record.z) == (7, 1, 10)
    assert record.d.tree() == {}
    assert record.to_bytes() == data


@pytest.mark.parametrize(
    "called",
    ["int", "str", "len", "enumerate", "encode_text", "xor", "rotate_left", "expect_equal"],
)
def test_a_list_may_have_a_name_whose_singular_generated_code_calls(
    called: str, tmp_path: Path
) -> None:
    repeat = "repeat: expr, repeat-expr: 2"
    turned = f"process: rol(4), valid: '[0x10]', {repeat}"
    path = tmp_path / "lists.ksy"
    path.write_text(
        "meta: {id: lists, encoding: ASCII}\n"
        "seq:\n  - {id: bits, type: bits}\n  - {id: texts, type: texts}\n"
        "  - {id: mixed, type: mixed}\n  - {id: turned, type: turned}\n"
        "types:\n"
        f"  bits: {{seq: [{{id: {called}s, type: b1, {repeat}}}, {{id: rest, type: b6}}]}}\n"
        f"  texts: {{seq: [{{id: {called}s, type: str, size: _index.to_s.length, {repeat}}}]}}\n"
        f"  mixed: {{seq: [{{id: {called}s, size: 1, process: xor(1), {repeat}}}]}}\n"
        f"  turned: {{seq: [{{id: {called}s, size: 1, {turned}}}]}}\n",
        encoding="utf-8",
    )
    data = b"\x80ab\x02\x03\x01\x01"
    record = quire.compile(path).Lists.from_bytes(data)
    found = [getattr(part, f"{called}s") for part in (record.bits, record.texts, record.mixed)]
    assert found == [[True, False], ["a", "b"], [b"\x03", b"\x02"]]
    assert record.to_bytes() == data


def test_records_in_streams_of_their_own_are_not_copied(tmp_path: Path) -> None:
    path = tmp_path / "windows.ksy"
    path.write_text(
        "meta: {id: windows}\n"
        "seq:\n"
        "  - {id: sized, type: rest, size: 3}\n"
        "  - {id: padded, type: rest, size: 4, pad-right: 0x20, terminator: 0x3b}\n"
        "  - {id: ended, type: rest, terminator: 0}\n"
        "  - {id: last, type: rest, size-eos: true}\n"
        "types: {rest: {seq: [{id: data, size-eos: true}]}}\n",
        encoding="utf-8",
    )
    data = b"abcde; fg\0hi"
    record = quire.compile(path).Windows.from_bytes(data)
    found = [record.sized, record.padded, record.ended, record.last]
    assert [part.data for part in found] == [b"abc", b"de", b"fg", b"hi"]
    assert all(part._io._buffer.obj is data for part in found)
    assert [part._io.offset() for part in found] == [3, 5, 9, 12]
    assert record._raw_padded == b"de"


def test_only_what_has_a_size_is_padded(tmp_path: Path) -> None:
    path = tmp_path / "ended.ksy"
    path.write_text(
        "meta: {id: ended}\nseq: [{id: a, terminator: 0, pad-right: 0x20}]\n", encoding="utf-8"
    )
    kind = quire.compile(path).Ended
    assert kind.from_bytes(b"ab  \0").a == b"ab  "  # as Kaitai's readers have it
    assert kind.from_bytes(b"ab  \0").to_bytes() == b"ab  \0"
    extent = quire.plan_of(kind).field("a").stored.extent
    assert (extent.terminator, extent.pad) == (b"\0", None)


def test_a_type_and_an_enum_may_share_a_name(tmp_path: Path) -> None:
    path = tmp_path / "both.ksy"
    path.write_text(
        "meta: {id: both}\n"
        "seq:\n"
        "  - {id: kind, type: u1, enum: kind}\n"
        "  - {id: body, type: {switch-on: kind, cases: {_: kind, 'kind::small': u1}}}\n"
        "types: {kind: {seq: [{id: x, type: u1, enum: kind}]}}\n"
        "enums: {kind: {1: small, 2: large}}\n"
        "instances: {is_small: {value: 'kind == both::kind::small'}}\n",
        encoding="utf-8",
    )
    both = quire.compile(path).Both
    large, small = both.from_bytes(b"\2\1"), both.from_bytes(b"\1\7")
    assert (type(large.body), large.body.x, large.is_small) == (
        both.Kind,
        both.KindEnum.small,
        False,
    )
    assert (small.body, small.is_small) == (7, True)


def test_in_memory_there_is_nothing_that_only_type_checkers_read() -> None:
    path = spec_of("nested_types")
    code = quire.compile(path).NestedTypes._read_at.__code__
    memory = "".join(linecache.getlines(code.co_filename))
    [emitted] = [file.text for file in compile_texts([path], Problems())]
    assert "class NestedTypes" in memory
    assert "class _Fields" not in memory
    assert "class _Fields" in emitted
