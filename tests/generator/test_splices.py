"""No place tears an expression that is put there, whatever it is: it has its meaning everywhere.

Each place of a spec that takes an expression is filled with every kind of expression. Python has to
take the module, and wherever a part of an expression stands, the whole of it has to stand, as one
node of Python's tree; alone it is an instance, whose value is known.
"""

from __future__ import annotations

import ast
import builtins
import dataclasses
import inspect
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from quire.generator.diagnostics import Problems
from quire.generator.pipeline import Options, plan_specs
from quire.generator.plan import program as g
from quire.generator.plan.finish.classes import finish
from quire.generator.targets.python import expressions as printer
from quire.generator.targets.python.emit import emit
from quire.generator.targets.python.format import formatted
from quire.generator.types import model as m
from tests.generator.every_expression import TERMS, Term, expressions
from tests.generator.every_place import DATA, Filled, Place, filled

OTHER = "meta: {id: other, endian: le}\nseq: [{id: x, type: u1}]\n"
NOT_LOOKED_AT = ("stream", "record", "enum", "texts", "any")


@dataclasses.dataclass(frozen=True)
class Emitted:
    """A spec as a module: its program, its text, Python's tree of it, and the module."""

    spec: Filled
    program: g.Module
    text: str
    tree: ast.Module
    module: ModuleType


def emitted(folder: Path, spec: Filled, *, read_write: bool = False) -> Emitted:
    """Compile a spec; its imports are there, though nothing is in them."""
    (folder / "other.ksy").write_text(OTHER, encoding="utf-8")
    path = folder / "probe.ksy"
    path.write_text(spec.text, encoding="utf-8")
    problems = Problems()
    plans = plan_specs([path], problems, Options(read_write=read_write))
    assert not problems.failed, problems.text()
    program = finish(next(plan for plan in plans if plan.name == "probe"))
    text = emit(program, "0")
    module = ModuleType("probe")
    for name in ("other", "stranger", "my"):
        sys.modules[name] = ModuleType(name)
    vars(sys.modules["my"])["OwnFx"] = object
    try:
        exec(compile(text, "probe.py", "exec"), module.__dict__)
    finally:
        for name in ("other", "stranger", "my"):
            del sys.modules[name]
    return Emitted(spec, program, text, ast.parse(text), module)


# -- what is checked ------------------------------------------------------------------------------


def torn(of: Emitted) -> list[str]:
    """The places that do not have their expression, or where a part of it stands without the rest."""
    alone = {
        method.name: method
        for method in of.tree.body[-2].body  # type: ignore[attr-defined]  # the class of the file
        if isinstance(method, ast.FunctionDef) and method.name.startswith("expression_")
    }
    inside = {node for method in alone.values() for node in ast.walk(method)}
    around = {child: node for node in ast.walk(of.tree) for child in ast.iter_child_nodes(node)}
    marks: dict[str, list[ast.Attribute]] = {}
    for node in around:
        if isinstance(node, ast.Attribute) and node not in inside:
            marks.setdefault(node.attr.rpartition("_")[2], []).append(node)
    texts = {name: ast.unparse(_returned(method)) for name, method in alone.items()}
    found = []
    for place, text in of.spec.places:
        mark = f"p{place.number}"
        whole = re.sub(r"_p\d+\b", f"_{mark}", texts[of.spec.alone[text, "o" in place.names]])
        forms = _forms(ast.parse(whole, mode="eval").body)
        if "$" in text and mark not in marks:
            found.append(f"{place}: {text} is nowhere")
        for node in marks.get(mark, []):
            above = [*_above(node, around)]
            if not any(_matches(form, each) for each in above for form in forms):
                line = of.text.splitlines()[node.lineno - 1].strip()
                found.append(f"{place}: {text} is torn in {line}")
    return found


def _above(node: ast.AST, around: dict[ast.AST, ast.AST]) -> Iterator[ast.expr]:
    """A node and what it stands in, as far as that is one expression."""
    while isinstance(node, ast.expr | ast.comprehension):
        if isinstance(node, ast.expr):
            yield node
        node = around[node]


def _returned(method: ast.FunctionDef) -> ast.expr:
    """What an instance is, without the bound around it."""
    first = method.body[1]
    assert isinstance(first, ast.Return | ast.AnnAssign)
    found = first.value
    assert found is not None
    if isinstance(found, ast.Call) and isinstance(found.func, ast.Name):
        return found.args[0] if found.func.id == "bounded" else found
    return found


def _forms(expr: ast.expr) -> list[ast.expr]:
    """An expression as it may stand in a place: `not` before it, or a sign, may have been dropped."""
    forms = [expr]
    if isinstance(expr, ast.UnaryOp) and isinstance(expr.op, ast.Not | ast.USub):
        forms.append(expr.operand)
    opposite = {ast.Eq: ast.NotEq(), ast.NotEq: ast.Eq()}
    if isinstance(expr, ast.Compare) and type(expr.ops[0]) in opposite:
        forms.append(ast.Compare(expr.left, [opposite[type(expr.ops[0])]], expr.comparators))
    return forms


def _matches(form: Any, node: Any) -> bool:
    """Whether two trees are the same; what is looked at has other names elsewhere."""
    if isinstance(form, ast.Attribute) and form.attr.startswith(("item_", "index_")):
        return isinstance(node, ast.expr)
    if isinstance(form, ast.List) and isinstance(node, ast.Tuple):
        return _matches(form.elts, node.elts)
    if isinstance(form, ast.BoolOp) and isinstance(node, ast.BoolOp):
        # What is joined to an expression of the same operator stands behind it.
        several = node.values[: len(form.values)]
        return type(form.op) is type(node.op) and _matches(form.values, several)
    if isinstance(form, list):
        same = isinstance(node, list) and len(form) == len(node)
        return same and all(map(_matches, form, node))
    if isinstance(form, ast.AST):
        if type(form) is not type(node):
            return False
        return all(_matches(getattr(form, name), getattr(node, name)) for name in form._fields)
    return bool(form == node and type(form) is type(node))


def unknown_names(of: Emitted) -> set[str]:
    """The names that functions look up, and that nothing defines."""
    return set(_globals(compile(of.text, "probe.py", "exec"))) - {*vars(of.module), *dir(builtins)}


def _globals(code: CodeType) -> Iterator[str]:
    import dis

    for instruction in dis.get_instructions(code):
        if instruction.opname == "LOAD_GLOBAL":
            yield instruction.argval
    for const in code.co_consts:
        if isinstance(const, CodeType):
            yield from _globals(const)


def wrong_values(of: Emitted, values: dict[str, Any]) -> list[str]:
    """The expressions that are something else than they should be."""
    record = of.module.Probe.from_bytes(DATA)
    found = []
    for (text, _), name in of.spec.alone.items():
        if text in values:
            value, expected = getattr(record, name), values[text]
            if value != expected or type(value) is not type(expected):
                found.append(f"{text} is {value!r}, not {expected!r}")
    return found


def nodes(part: Any) -> Iterator[type]:
    """The kinds of the nodes of a program."""
    if isinstance(part, tuple):
        for each in part:
            yield from nodes(each)
    elif isinstance(part, g.Node | m.Expr):
        yield type(part)
        for field in dataclasses.fields(part):
            yield from nodes(getattr(part, field.name))


def operators(part: Any) -> Iterator[str]:
    """The operators of the expressions of a program."""
    if isinstance(part, tuple):
        for each in part:
            yield from operators(each)
    elif isinstance(part, g.Node | m.Expr):
        if isinstance(part, m.Op):
            yield part.name
        for field in dataclasses.fields(part):
            yield from operators(getattr(part, field.name))
