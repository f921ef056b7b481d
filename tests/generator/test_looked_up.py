"""Classes say what their records look up outside themselves: all that their methods name of it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from quire.generator.diagnostics import Problems
from quire.generator.pipeline import plan_spec
from quire.generator.plan.finish.classes import finish
from quire.generator.targets.python.emit import emit

TESTS = Path(__file__).parents[1]
FOLDERS = [
    TESTS.parent / "specs",
    TESTS / "targets" / "gallery",
    TESTS / "conformance" / "own" / "specs",
    TESTS / "conformance" / "kaitai" / "specs",
]
SPECS = [path for folder in FOLDERS for path in sorted(folder.glob("*.ksy"))]
OUT = ("_parent", "_root")
LED = """
meta: {id: led}
seq:
  - {id: num, type: u1}
  - {id: head, type: head}
  - {id: items, type: items}
  - {id: later, type: later}
types:
  head: {seq: [{id: class, type: u1}]}
  items: {seq: [{id: each, type: item, repeat: expr, repeat-expr: 2}]}
  sole: {seq: [{id: y, type: u1}]}
  item:
    seq:
      - {id: a, size: _root.head.class % 7}
      - {id: b, type: u1, if: _parent._parent.num > 1}
  later:
    seq:
      - {id: inside, type: sole}
      - {id: c, size: inside._parent.inside.y}
      - {id: d, type: u1, if: _parent._io.size > 9}
"""
WRITING = ("_derive", "_check", "_write__seq", "_sums")
"""Methods that make no record but in tables: others hand `_root` on to those that they make."""

Way = tuple[str, ...]


def classes_of(path: Path) -> list[ast.ClassDef]:
    """The classes of records that a spec becomes, as Python has them."""
    plan = plan_spec(path, Problems())
    tree = ast.parse("" if plan is None else emit(finish(plan), "0"))
    kinds = (each for each in ast.walk(tree) if isinstance(each, ast.ClassDef))
    return [each for each in kinds if "Struct" in map(ast.unparse, each.bases)]


def told(kind: ast.ClassDef) -> set[Way]:
    """What a class says."""
    values = (
        ast.literal_eval(each.value)
        for each in kind.body
        if isinstance(each, ast.AnnAssign) and each.value is not None and _name(each) == "_looks_up"
    )
    return {tuple(way.split(".")) for way in next(values, ())}


def _name(each: ast.AnnAssign) -> str:
    return each.target.id if isinstance(each.target, ast.Name) else ""


def named(kind: ast.ClassDef) -> Iterator[Way]:
    """What the methods of a class name; `_root` alone for what comes back from something."""
    for method in kind.body:
        if isinstance(method, ast.FunctionDef) and method.name != "__init__":
            inside = {id(e.value) for e in ast.walk(method) if isinstance(e, ast.Attribute)}
            for each in ast.walk(method):
                if isinstance(each, ast.Attribute) and id(each) not in inside and _is_read(each):
                    yield from _ways(each, hands_on=method.name not in WRITING)


def _is_read(each: ast.Attribute) -> bool:
    return isinstance(each.ctx, ast.Load)


def _ways(each: ast.Attribute, *, hands_on: bool) -> Iterator[Way]:
    names, of = [each.attr], each.value
    while isinstance(of, ast.Attribute):
        names.insert(0, of.attr)
        of = of.value
    if names == ["_root"] and hands_on:
        return
    if isinstance(of, ast.Name) and of.id in ("self", "this") and names[0] in OUT:
        yield tuple(names)
    elif not {*names}.isdisjoint(OUT):
        yield ("_root",)


def untold(kind: ast.ClassDef) -> set[Way]:
    """What methods of a class name that it does not say: a method of a value is none of its own.

    Who looks into a stream may ask the record that has it.
    """
    said = told(kind)
    streams = {way[:-1] for way in said if way[-1] == "_io"}
    return {
        way
        for way in named(kind)
        if not any(way[: len(each)] == each for each in said)
        and not {way, way[:-1] if way[-1] == "_peek" else way} & streams
    }


@pytest.mark.parametrize("path", SPECS, ids=lambda path: f"{path.parents[1].name}-{path.stem}")
def test_a_class_says_all_that_its_methods_look_up_outside_its_records(path: Path) -> None:
    assert not [(kind.name, untold(kind)) for kind in classes_of(path) if untold(kind)]


def test_what_nobody_follows_is_the_whole_file(tmp_path: Path) -> None:
    path = tmp_path / "led.ksy"
    path.write_text(LED, encoding="utf-8")
    found = {kind.name: told(kind) for kind in classes_of(path)}
    assert found["Item"] == {("_root", "head", "class_"), ("_parent", "_parent", "num")}
    assert found["Later"] == {("_root",), ("_parent", "_io")}
    assert found["Head"] == found["Items"] == set()
