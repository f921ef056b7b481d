"""A spec may call anything what generated code, its runtime or Python call something else."""

from __future__ import annotations

import builtins
import keyword
import re
import symtable
from enum import IntEnum
from pathlib import Path
from typing import Any

import pytest

import quire
from quire import runtime
from quire.generator.diagnostics import Problems, SpecError
from quire.generator.pipeline import Options, emit_module, plan_specs
from quire.generator.targets.python import imports, names
from quire.kernels.engine import payload as binding
from quire.runtime.struct import Struct
from quire.runtime.writing.read_write import ReadWriteStruct
from tests.cases import CASES, spec_of

BORROWED = {
    *("LateEnum", "partial", "NDArray", "ArrayLike", "math", "struct", "annotations"),
    *imports._HOME_OF,
    *imports._READ_WRITE,
    *runtime.__all__,
    *(name for name in vars(binding) if not name.startswith("_")),
}
"""What a module may import."""
CLASSES = sorted(
    name
    for name in (*imports._HOME_OF, *imports._READ_WRITE)
    if not (name.islower() or name.isupper())
)


def identifiers() -> list[str]:
    """All those names as a spec would have them: `ReadWriteStruct` is `read_write_struct`."""
    found = BORROWED | {*keyword.kwlist, *names.LOCALS, *names.CALLED, "mro"}
    found |= {name for cls in (Struct, ReadWriteStruct, IntEnum) for name in dir(cls)}
    snakes = (re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower() for name in found)
    # Exceptions are many, and one is as good as another.
    return sorted(
        {name for name in snakes if re.fullmatch("[a-z][a-z0-9_]*(?<!error)(?<!warning)", name)}
    )


ALL = identifiers()
TYPES = [name for name in ALL if name not in ("str", "strz")]
MODES = pytest.mark.parametrize("mode", ["read", "read-write"])


def compiled(text: str, folder: Path, mode: str) -> Any:
    path = folder / "probe.ksy"
    path.write_text(f"meta: {{id: probe, endian: le, encoding: ASCII}}\n{text}", encoding="utf-8")
    return quire.compile(path, read_write=mode == "read-write", imports=[folder]).Probe


def whole(kind: Any, data: bytes, mode: str) -> Any:
    """A file, read, checked, and written again."""
    record = kind.from_bytes(data)
    if mode == "read-write":
        record._read()
        record._fetch_instances()
        record._check()
    else:
        record._fetch_instances()
        kind.validate(record)
        assert kind.to_bytes(record) == data
    return record


MEMBERS = {
    "fields": ("seq:\n", "  - {{id: {n}, type: u1}}\n"),
    "bits": ("seq:\n", "  - {{id: {n}, type: b8}}\n"),
    "lists": (
        "seq:\n",
        "  - {{id: {n}s, size: 1, process: xor(0), repeat: expr, repeat-expr: 1}}\n",
    ),
}


@MODES
@pytest.mark.parametrize("kind", MEMBERS)
def test_fields_may_have_any_name(kind: str, mode: str, tmp_path: Path) -> None:
    head, line = MEMBERS[kind]
    text = head + "".join(line.format(n=name) for name in ALL)
    whole(compiled(text, tmp_path, mode), bytes(len(ALL)), mode)


@MODES
@pytest.mark.parametrize("key", ["value: first_ + 1", "pos: 0, type: u1"])
def test_instances_may_have_any_name(key: str, mode: str, tmp_path: Path) -> None:
    lines = "".join(f"  {name}: {{{key}}}\n" for name in ALL)
    text = f"seq: [{{id: first_, type: u1}}]\ninstances:\n{lines}"
    record = whole(compiled(text, tmp_path, mode), b"\7", mode)
    expected = 8 if "value" in key else 7
    assert {getattr(record, names.attribute(name)) for name in ALL} == {expected}


@MODES
def test_values_of_enums_may_have_any_name(mode: str, tmp_path: Path) -> None:
    labels = "".join(f"    {i}: {name}\n" for i, name in enumerate(ALL))
    text = f"seq: [{{id: first_, type: u2, enum: e}}]\nenums:\n  e:\n{labels}"
    text += "instances: {found: {value: 'first_ == e::mro'}}\n"
    kind = compiled(text, tmp_path, mode)
    record = whole(kind, ALL.index("mro").to_bytes(2, "little"), mode)
    assert record.found
    assert len(kind.E) == len(ALL)


@MODES
@pytest.mark.slow  # two hundred classes in each of two modules
def test_types_may_have_any_name(mode: str, tmp_path: Path) -> None:
    fields = "".join(f"  - {{id: {name}, type: '{name}(1)'}}\n" for name in TYPES)
    inner = "params: [{id: p, type: u1}], seq: [{id: x, type: u2}, {id: y, type: low_, size: p}]"
    types = "".join(f"  {name}: {{{inner}}}\n" for name in TYPES)
    low = "  low_: {seq: [{id: z, size: 1, process: xor(1)}]}\n"
    kind = compiled(f"seq:\n{fields}types:\n{low}{types}", tmp_path, mode)
    whole(kind, bytes(3 * len(TYPES)), mode)


@MODES
def test_enums_may_have_any_name(mode: str, tmp_path: Path) -> None:
    fields = "".join(f"  - {{id: {name}, type: u1, enum: {name}}}\n" for name in ALL)
    enums = "".join(f"  {name}: {{0: zero}}\n" for name in ALL)
    whole(compiled(f"seq:\n{fields}enums:\n{enums}", tmp_path, mode), bytes(len(ALL)), mode)


def test_objects_of_documents_may_have_any_name(tmp_path: Path) -> None:
    fields = "".join(f"{name}: {{id: {name}, fields: {{x: int}}}}, " for name in ALL)
    document = f"-document: {{format: json, fields: {{{fields}}}}}"
    text = f"seq: [{{id: d_, type: str, size-eos: true, {document}}}]"
    shown = ",".join(f'"{name}":{{"x":{i}}}' for i, name in enumerate(ALL))
    record = whole(compiled(text, tmp_path, "read"), f"{{{shown}}}".encode(), "read")
    assert record.d_.tree()["document"] == {"x": ALL.index("document")}


@pytest.mark.parametrize("name", ["self", "super"])
def test_a_param_is_not_called_what_constructors_need(name: str, tmp_path: Path) -> None:
    text = (
        f"seq: [{{id: a, type: tt_(1)}}]\ntypes: {{tt_: {{params: [{{id: {name}, type: u1}}]}}}}\n"
    )
    with pytest.raises(SpecError, match=rf"Q204.*a param cannot be called `{name}`"):
        compiled(text, tmp_path, "read")


@MODES
def test_params_may_have_any_other_name(mode: str, tmp_path: Path) -> None:
    params = [name for name in ALL if name not in ("self", "super")]
    listed = "".join(f"      - {{id: {name}, type: u1}}\n" for name in params)
    text = (
        f"seq: [{{id: a_, type: u1}}, {{id: b_, type: 'tt_({', '.join(['a_'] * len(params))})'}}]\n"
        "types:\n  tt_:\n    meta: {endian: {switch-on: io.as<u1>, cases: {1: le, 2: be}}}\n"
        f"    params:\n{listed}    seq: [{{id: x_, type: u2}}]\n"
    )
    record = whole(compiled(text, tmp_path, mode), b"\2\1\0", mode)
    assert {getattr(record.b_, names.attribute(name)) for name in params} == {2}
    assert record.b_.x_ == 0x100


FULL = """
  - {id: a, type: u1}
  - {id: b, type: inner_(a)}
  - {id: c, type: u1, enum: kind_, valid: {in-enum: true}}
  - {id: rows, type: row_, repeat: expr, repeat-expr: 2}
  - {id: turned, process: rol(1), size: 1}
  - {id: until, type: u1, repeat: until, repeat-until: _ == 0, valid: {max: 3}}
  - {id: chosen, size: 1, type: {switch-on: a + 1, cases: {6: inner_(1), 7: row_}}}
  - {id: bits, type: b4}
  - {id: named, type: b4, enum: kind_}
  - {id: padded, size: 2, pad-right: 0, terminator: 1, type: rest_}
types:
  inner_: {params: [{id: p, type: u1}], seq: [{id: x, type: u1}]}
  row_: {seq: [{id: x, type: u1}, {id: y, type: u2}]}
  rest_: {seq: [{id: x, size-eos: true}]}
enums:
  kind_: {1: one}
instances:
  value: {value: a * 2}
  shifted: {value: 1 << a}
  text: {value: 'f"{a}{a}"'}
  placed: {pos: 0, type: row_, repeat: expr, repeat-expr: 2}
"""


@MODES
@pytest.mark.parametrize("name", [*CLASSES, "class", "document", "block", "writer"])
def test_a_spec_may_have_a_name_that_its_module_uses(name: str, mode: str, tmp_path: Path) -> None:
    snake = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()
    path = tmp_path / "named.ksy"
    path.write_text(f"meta: {{id: {snake}, endian: le}}\nseq:{FULL}", encoding="utf-8")
    module = quire.compile(path, read_write=mode == "read-write")
    data = b"\5\6\1\1\2\3\1\2\3\0\0\7\x11\1\0"
    record = whole(getattr(module, module.__all__[0]), data, mode)
    assert (record.value, record.shifted, record.text, record.chosen.x) == (10, 32, "55", 7)


@MODES
@pytest.mark.parametrize("name", ["io", "value", "count", "i", "class", "math", "bounded", "item"])
def test_another_spec_may_have_a_name_that_methods_use(
    name: str, mode: str, tmp_path: Path
) -> None:
    (tmp_path / f"{name}.ksy").write_text(
        f"meta: {{id: {name}}}\nparams: [{{id: p, type: u1}}]\nseq: [{{id: x, type: u1}}]\n"
        "enums: {e: {0: zero}}\n",
        encoding="utf-8",
    )
    path = tmp_path / "probe.ksy"
    path.write_text(
        f"meta: {{id: probe, imports: [{name}]}}\n"
        f"seq:\n  - {{id: a, type: {name}(1)}}\n"
        f"  - {{id: {name}s, type: {name}(1), repeat: expr, repeat-expr: 2}}\n"
        f"  - {{id: e, type: u1, enum: '{name}::e'}}\n"
        "  - {id: turned, size: 1, process: rol(1)}\n"
        "instances:\n"
        f"  value_: {{value: 'e == {name}::e::zero'}}\n  q: {{pos: 0, type: {name}(2)}}\n",
        encoding="utf-8",
    )
    kind = quire.compile(path, read_write=mode == "read-write").Probe
    record = whole(kind, bytes(5), mode)
    assert (record.value_, record.q.p) == (True, 2)


@MODES
@pytest.mark.parametrize("name", sorted({*CLASSES} - names.BASES))
def test_the_class_of_a_spec_has_the_name_that_kaitai_gives_it(
    name: str, mode: str, tmp_path: Path
) -> None:
    identifier = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()
    own = names.class_name(identifier)
    (tmp_path / f"{identifier}.ksy").write_text(
        f"meta: {{id: {identifier}, endian: le}}\n"
        "seq:\n  - {id: n, type: u1}\n"
        "  - {id: parts, type: part, repeat: expr, repeat-expr: n}\n"
        "  - {id: blob, size: 2, type: part}\n"
        "types:\n  part: {seq: [{id: x, type: u1}]}\n"
        f"instances: {{again: {{pos: 0, type: {identifier}}}, e: {{value: n, enum: e}}}}\n"
        "enums: {e: {2: two}}\n",
        encoding="utf-8",
    )
    path = tmp_path / "probe.ksy"
    path.write_text(
        f"meta: {{id: probe, imports: [{identifier}]}}\nseq: [{{id: a, type: {identifier}}}]\n",
        encoding="utf-8",
    )
    data = b"\x02abcd"
    alone = quire.compile(tmp_path / f"{identifier}.ksy", read_write=mode == "read-write")
    assert alone.__all__ == [own]
    kind = getattr(alone, own)
    assert kind.__name__ == own
    record = kind.from_bytes(data)
    if mode == "read-write":
        record._read()
    assert [part.x for part in record.parts] == [97, 98]
    assert (record.blob.x, record.e) == (99, kind.E.two)
    probe = quire.compile(path, read_write=mode == "read-write").Probe.from_bytes(data)
    if mode == "read-write":
        probe._read()
    assert probe.a.n == 2


def test_names_of_one_attribute_are_refused(tmp_path: Path) -> None:
    text = "seq: [{id: class, type: u1}, {id: class_, type: u1}]\n"
    with pytest.raises(SpecError, match=r"Q205.*`class_` is called like another member"):
        compiled(text, tmp_path, "read")
    text = "seq: []\nenums: {e: {1: if, 2: if_}}\n"
    with pytest.raises(SpecError, match=r"Q205.*`if_` is called like another label"):
        compiled(text, tmp_path, "read")


def scopes(text: str) -> list[symtable.SymbolTable]:
    """The functions of a module, and its classes."""
    pending, found = [symtable.symtable(text, "module", "exec")], []
    while pending:
        scope = pending.pop()
        pending += scope.get_children()
        found.append(scope)
    return found[1:]


@pytest.mark.parametrize("read_write", [False, True], ids=["read", "read-write"])
def test_every_name_that_methods_look_up_is_known_to_those_who_name_things(
    *, read_write: bool
) -> None:
    options, looked_up, local = Options(read_write=read_write), set(), set()
    for case in CASES:
        for plan in plan_specs([spec_of(case)], Problems(), options):
            for scope in scopes(emit_module(plan, "1")):
                if scope.get_type() == "function":
                    symbols = scope.get_symbols()
                    looked_up |= {s.get_name() for s in symbols if s.is_global()}
                    local |= {s.get_name() for s in symbols if s.is_local()}
    borrowed = {name for name in looked_up if name in BORROWED or hasattr(builtins, name)}
    classes = {name for name in borrowed if not name.islower() and not name.isupper()}
    assert classes <= {*CLASSES}
    assert {name for name in borrowed if name.islower()} <= names.CALLED
    assert {"count", "io", "self"} <= local
