"""Modules of WebAssembly by their spec, against wasmtime, which writes and runs them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import llvmlite.binding as llvm
import numpy as np
import pytest

import quire
from quire.formats import find_format
from quire.generated import wasm as of_wasm

wasmtime: Any = pytest.importorskip("wasmtime", reason="pip install wasmtime")

Wasm: Any = of_wasm.Wasm
Kind: Any = Wasm.Kind

ANSWER = '(func (export "f") (result i32) i32.const 42)'
TEXTS = (
    "",
    ANSWER,
    "(memory 1)",
    "(memory 1 65536)",
    "(memory i64 1 70000)",
    "(memory 1 2 shared)",
    '(memory (export "m") 1) (data (i32.const 8) "hello") (data "passive")',
    '(memory 1) (memory 2) (data (memory 1) (i32.const 300) "second")',
    '(memory 1) (data "x") (func i32.const 0 i32.const 0 i32.const 0 memory.init 0 data.drop 0)',
    "(table 2 funcref) (func) (elem (i32.const 1) 0)",
    "(table 2 9 externref)",
    "(table 3 funcref (ref.null func))",
    "(table 1 funcref) (table 2 funcref) (func) (elem (table 1) (i32.const 0) func 0 0)",
    "(func) (elem func 0) (elem declare func 0)",
    "(table 1 funcref) (func) (elem (i32.const 0) funcref (ref.func 0))",
    "(table 1 funcref) (func) (elem funcref (ref.func 0) (ref.null func))",
    "(table 1 funcref) (table 1 funcref) (elem (table 1) (i32.const 0) funcref (ref.null func))",
    "(elem declare externref (ref.null extern))",
    "(global i32 (i32.const -2147483648)) (global (mut i64) (i64.const 9223372036854775807))",
    "(global f32 (f32.const 1.5)) (global f64 (f64.const -0.25))",
    "(global v128 (v128.const i32x4 1 2 3 4))",
    '(import "env" "g" (global i32)) (global i32 (i32.add (global.get 0) (i32.const 3)))',
    '(import "env" "f" (func (param i32 i64 f32 f64 v128) (result externref funcref)))',
    '(import "env" "t" (table 1 funcref)) (import "env" "m" (memory 1)) (func $s) (start $s)',
    "(type (func (param i32))) (tag (type 0))",
    "(func (local i32 i32 f64 i32) nop) (func (param i64))",
    '(@custom "note" "some bytes") (func $named (param $x i32))',
    "(func) " * 200,
    "(global anyref (ref.null any)) (global exnref (ref.null exn)) (table 1 eqref)",
    '(func (export "n\u00e4me"))',
    f'(func (export "{"long " * 30}"))',
)


def module(text: str) -> bytes:
    """What wasmtime makes of a text."""
    return bytes(wasmtime.wat2wasm(f"(module {text})"))


def called(data: bytes, name: str) -> Any:
    """What an exported function gives."""
    store = wasmtime.Store()
    made = wasmtime.Instance(store, wasmtime.Module(store.engine, data), [])
    return made.exports(store)[name](store)


def expect_valid(data: bytes) -> None:
    wasmtime.Module.validate(wasmtime.Engine(), data)


def section(made: Any, kind: Any) -> Any:
    """The body of a section."""
    return next(each.body for each in made.sections if each.kind == kind)


@pytest.mark.parametrize("text", TEXTS, ids=range(len(TEXTS)))
def test_what_wasmtime_writes_is_read_and_written_back(text: str) -> None:
    data = module(text)
    made = Wasm.from_bytes(data)
    made.validate()
    assert made.to_bytes() == data
    assert not [each for each in made.sections if isinstance(each.body, bytes)]


TYPED = {
    "(type (struct (field i32)))": "types[0].form",
    "(rec (type (func)) (type (func)))": "types[0].form",
    "(type $f (func)) (table 1 (ref null $f))": "tables[0].kind",
    "(type $f (func)) (func (local (ref null $f)))": "functions[0].body.locals[0].kind",
    "(func $f) (elem declare func $f) (global (ref func) (ref.func $f))": "globals[0].type.kind",
    "(type $f (func)) (elem (ref null $f) (ref.null $f))": "segments[0].kind",
}


@pytest.mark.parametrize("text", TYPED)
def test_types_of_more_than_a_byte_are_refused_and_not_taken_for_others(text: str) -> None:
    with pytest.raises(quire.FormatError) as caught:
        Wasm.from_bytes(module(text)).validate()
    assert caught.value.path.partition("body.")[2] == TYPED[text]


def sections_of(*stored: bytes) -> bytes:
    """A module of sections, each a byte for its kind, one for its length, and its body."""
    return b"\0asm\1\0\0\0" + b"".join(stored)


TYPE, FUNCTION, CODE = b"\1\4\1\x60\0\0", b"\3\2\1\0", b"\x0a\4\1\2\0\x0b"
WRONG = {
    "a section twice": (sections_of(TYPE, TYPE), "sections[1].kind"),
    "the wrong order": (sections_of(FUNCTION, TYPE), "sections[1].kind"),
    "across a custom one": (sections_of(FUNCTION, b"\0\2\1x", TYPE), "sections[2].kind"),
    "tags behind globals": (sections_of(b"\6\1\0", b"\x0d\1\0"), "sections[1].kind"),
    "bytes left over": (sections_of(b"\1\5" + TYPE[2:] + b"\0"), "sections[0].body._unnamed2"),
    "no bodies": (sections_of(TYPE, FUNCTION), "is_whole"),
    "fewer segments": (sections_of(b"\x0c\1\1"), "is_counted"),
    "code without end": (
        sections_of(TYPE, FUNCTION, CODE[:-1] + b"\1"),
        "sections[2].body.functions[0].body.code",
    ),
    "a table of numbers": (sections_of(b"\4\4\1\x7f\0\1"), "sections[0].body.tables[0].kind"),
    "shared without end": (sections_of(b"\5\3\1\2\1"), "sections[0].body.memories[0].flags"),
    "a count of 33 bits": (
        sections_of(b"\1\6\x80\x80\x80\x80\x10\0"),
        "sections[0].body.num_types.value",
    ),
    "a constant of 33 bits": (
        sections_of(b"\6\x0a\1\x7f\0\x41\x80\x80\x80\x80\x10\x0b"),
        "sections[0].body.globals[0].value.instructions[0].signed.value",
    ),
    "a reference to nothing known": (
        sections_of(b"\6\6\1\x70\0\xd0\x7f\x0b"),
        "sections[0].body.globals[0].value.instructions[0].signed.value",
    ),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_wasmtime_refuses_for_its_structure_is_refused(name: str) -> None:
    data, path = WRONG[name]
    with pytest.raises(wasmtime.WasmtimeError):
        expect_valid(data)
    with pytest.raises(quire.FormatError) as caught:
        Wasm.from_bytes(data).validate()
    assert caught.value.path == path


def test_sections_of_all_kinds_stand_in_their_order() -> None:
    data = sections_of(
        TYPE, b"\2\1\0", FUNCTION, b"\0\2\1x", b"\4\1\0", b"\5\1\0", b"\x0d\1\0", b"\6\1\0",
        b"\7\1\0", b"\x08\1\0", b"\x09\1\0", b"\x0c\1\0", CODE, b"\x0b\1\0", b"\0\2\1x",
    )  # fmt: skip  # one after another
    expect_valid(data)
    found = Wasm.from_bytes(data)
    found.validate()
    assert found.to_bytes() == data


def test_a_section_in_the_wrong_place_is_not_written() -> None:
    made = Wasm.from_bytes(module(ANSWER))
    made.sections.append({"body": Wasm.Types.build(types=[])})
    with pytest.raises(quire.FormatError) as caught:
        made.to_bytes()
    assert caught.value.path == "sections[4].kind"


def test_an_object_of_a_compiler_is_read_and_written_back() -> None:
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    made = llvm.parse_assembly("define i32 @f(i32 %a) {\n %r = add i32 %a, 3\n ret i32 %r\n}")
    made.triple = "wasm32-unknown-unknown"
    data = llvm.Target.from_triple(made.triple).create_target_machine().emit_object(made)
    found = Wasm.from_bytes(data)
    found.validate()
    names = [each.body.name.text for each in found.sections if each.kind == Kind.custom]
    assert "linking" in names
    assert found.to_bytes() == data


def test_what_is_in_a_module_is_found() -> None:
    made = Wasm.from_bytes(module(" ".join((TEXTS[1], TEXTS[6], *TEXTS[18:21]))))
    (export, memory) = section(made, Kind.exports).exports
    assert (export.name.text, export.kind.name, memory.kind.name) == ("f", "function", "memory")
    (body,) = (each.body for each in section(made, Kind.code).functions)
    assert body.code == bytes([0x41, 42, 0x0B])
    first, second = section(made, Kind.data).segments
    assert (first.data, first.offset.instructions[0].signed.value) == (b"hello", 8)
    assert (second.flags, second.data) == (1, b"passive")
    values = [each.value.instructions[0] for each in section(made, Kind.globals).globals]
    assert [each.signed.value for each in values[:2]] == [-(1 << 31), (1 << 63) - 1]
    assert (values[2].single, values[3].double) == (1.5, -0.25)
    assert values[4].lanes.value == np.array([1, 2, 3, 4], "<i4").tobytes()


def test_code_is_changed_and_runs() -> None:
    made = Wasm.from_bytes(module(ANSWER))
    body = section(made, Kind.code).functions[0].body
    assert called(made.to_bytes(), "f") == 42
    body.code = bytes([0x41, 40, 0x41, 0x80, 1, 0x6A, 0x0B])
    assert called(made.to_bytes(), "f") == 40 + 128
    body.code = bytes([0x41, 1, *[0x41, 1, 0x6A] * 500, 0x0B])
    assert called(made.to_bytes(), "f") == 501


def test_a_function_is_added() -> None:
    made = Wasm.from_bytes(module(ANSWER))
    section(made, Kind.functions).types.append({"index": {"value": 0}})
    code = bytes([0x41, 7, 0x0B])
    section(made, Kind.code).functions.append({"body": {"locals": [], "code": code}})
    name = "seven" * 30
    section(made, Kind.exports).exports.append(
        {"name": {"text": name}, "kind": "function", "index": {"value": 1}}
    )
    made.sections.append({"body": Wasm.Custom.build(name={"text": "note"}, data=b"x" * 200)})
    data = made.to_bytes()
    assert (called(data, "f"), called(data, name)) == (42, 7)
    assert Wasm.from_bytes(data).sections[-1].body.data == b"x" * 200


def test_segments_are_replaced_and_added() -> None:
    made = Wasm.from_bytes(module(TEXTS[6]))
    data = section(made, Kind.data)
    data.segments[0].data = b"long " * 100
    data.segments[0].offset.instructions[0].signed.value = 70_000 - 65_536
    data.segments.append({"flags": 1, "data": b"more"})
    section(made, Kind.memories).memories[0].min.value = 1000
    store = wasmtime.Store()
    found = wasmtime.Instance(store, wasmtime.Module(store.engine, made.to_bytes()), [])
    memory = found.exports(store)["m"]
    assert memory.size(store) == 1000
    assert bytes(memory.read(store, 4464, 4964)) == b"long " * 100


def test_numbers_that_linkers_pad_are_kept_until_they_change() -> None:
    stored = module(ANSWER)
    at = stored.index(bytes([10, 6, 1]))
    padded = stored[: at + 1] + b"\x86\x80\x80\x80\x00" + stored[at + 2 :]
    expect_valid(padded)
    made = Wasm.from_bytes(padded)
    assert made.to_bytes() == padded
    section(made, Kind.code).functions[0].body.code = bytes([0x41, 41, 0x0B])
    assert made.to_bytes() == padded.replace(bytes([0x41, 42]), bytes([0x41, 41]))
    section(made, Kind.code).functions[0].body.code = bytes([0x41, 0, 0x1A, 0x41, 41, 0x0B])
    assert len(made.to_bytes()) == len(stored) + 3
    assert called(made.to_bytes(), "f") == 41


def test_what_is_built_is_valid() -> None:
    table = {"kind": 0x70, "limits": {"flags": 1, "min": {"value": 1}, "max": {"value": 300}}}
    const = {"instructions": [{"opcode": "i32_const", "signed": {"value": 5}}, {"opcode": "end"}]}
    bodies = [
        Wasm.Types.build(types=[{"params": [0x7F] * 200, "results": []}]),
        Wasm.Tables.build(tables=[table]),
        Wasm.Memories.build(memories=[{"flags": 0, "min": {"value": 2}}]),
        Wasm.Globals.build(
            globals=[{"type": {"kind": "i32", "is_mutable": 1}, "value": const}] * 130
        ),
        Wasm.Data.build(segments=[{"flags": 0, "offset": const, "data": b"hello"}]),
    ]
    data = Wasm.build(sections=[{"body": body} for body in bodies]).to_bytes()
    expect_valid(data)
    kinds = [each.kind.name for each in Wasm.from_bytes(data).sections]
    assert kinds == ["types", "tables", "memories", "globals", "data"]


@pytest.mark.parametrize(
    ("at", "byte", "path"),
    [
        (0, 0x01, "magic"),
        (4, 0x0D, "version"),
        (8, 0x0E, "sections[0].kind"),
        (9, 0x7F, "sections[0].body"),
        (9, 0x03, "sections[0].body.types[0].num_results"),
        (11, 0x50, "sections[0].body.types[0].form"),
        (-1, 0xFF, "sections[3].body"),
    ],
)
def test_an_error_names_the_field(at: int, byte: int, path: str) -> None:
    data = bytearray(module(ANSWER))
    if at < 0:
        del data[at]
    else:
        data[at] = byte
    with pytest.raises(quire.FormatError) as caught:
        Wasm.from_bytes(bytes(data))
    assert caught.value.path == path


def test_damaged_modules_are_refused_or_told() -> None:
    stored, chance, refused = module(" ".join(TEXTS[18:21])), np.random.default_rng(7), 0
    for _ in range(500):
        data = bytearray(stored)
        for _ in range(chance.integers(1, 5)):
            data[chance.integers(len(data))] = chance.integers(256)
        cut = chance.choice(np.array([len(data), chance.integers(len(data))]))
        try:
            Wasm.from_bytes(bytes(data[:cut])).validate()
        except quire.FormatError:
            refused += 1
    assert refused > 300


def test_the_format_is_recognised_by_what_it_begins_with(tmp_path: Path) -> None:
    (tmp_path / "some").write_bytes(module(""))
    found = find_format(tmp_path / "some")
    assert found is not None
    assert found.name == "wasm"
