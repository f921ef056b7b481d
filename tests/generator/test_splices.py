"""No place tears an expression that is put there, whatever it is: it has its meaning everywhere.

Each place of a spec that takes an expression is filled with every kind of expression. Python has to
take the module, and wherever a part of an expression stands, the whole of it has to stand, as one
node of Python's tree; alone it is an instance, whose value is known.
"""

from __future__ import annotations

import ast
import builtins
import dataclasses
import dis
import inspect
import re
import sys
from collections.abc import Iterator
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
from quire.generator.targets.python.format import code_of, formatted
from quire.generator.types import model as m
from tests.generator.every_expression import (
    BOOLS,
    BYTES,
    INTS,
    LOOSEST,
    STRINGS,
    TERMS,
    VALUES_OF,
    Term,
    every,
    expressions,
)
from tests.generator.every_place import DATA, Fill, Filled, Place, filled

OTHER = "meta: {id: other, endian: le}\nseq: [{id: x, type: u1}]\n"


MODES = ("plain", "read_write", "debug")
QUICK_MODES = ["plain", *(pytest.param(mode, marks=pytest.mark.slow) for mode in MODES[1:])]


@dataclasses.dataclass(frozen=True)
class Emitted:
    """A spec as a module: its text, Python's tree of it, and the module."""

    spec: Filled
    text: str
    tree: ast.Module
    module: ModuleType


def spec_of(mode: str, fill: Fill) -> Filled:
    """The spec for a mode; quire's own keys are no part of `--read-write`."""
    return filled(fill, own=mode == "plain", debug=mode == "debug")


def program_of(folder: Path, mode: str, spec: Filled) -> g.Module:
    """The program of a spec."""
    (folder / "other.ksy").write_text(OTHER, encoding="utf-8")
    path = folder / "probe.ksy"
    path.write_text(spec.text, encoding="utf-8")
    problems = Problems()
    plans = plan_specs([path], problems, Options(read_write=mode == "read_write"))
    assert not problems.failed, problems.text()[:2000]
    return finish(next(plan for plan in plans if plan.name == "probe"))


def emitted(folder: Path, mode: str, fill: Fill) -> Emitted:
    """Compile the spec with what `fill` gives; its imports are there, though empty."""
    spec = spec_of(mode, fill)
    text = emit(program_of(folder, mode, spec), "0")
    module = ModuleType("probe")
    imported = {name: ModuleType(name) for name in ("other", "stranger", "my")}
    vars(imported["my"])["OwnFx"] = object
    with pytest.MonkeyPatch.context() as patch:
        for name, empty in imported.items():
            patch.setitem(sys.modules, name, empty)
        exec(compile(text, "probe.py", "exec"), module.__dict__)  # noqa: S102  # what is tested
    return Emitted(spec, text, ast.parse(text), module)


# -- what is checked ------------------------------------------------------------------------------


def torn(of: Emitted) -> list[str]:
    """The places without their expression, or where a part of it stands without the rest."""
    alone = {
        method.name: method
        for kind in of.tree.body
        if isinstance(kind, ast.ClassDef)
        for method in kind.body
        if isinstance(method, ast.FunctionDef) and method.name.startswith("expression_")
    }
    inside = {node for method in alone.values() for node in ast.walk(method)}
    owning = {node for method in _beside(of.tree) for node in ast.walk(method)}
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
        same: dict[ast.AST, bool] = {}
        for node in marks.get(mark, []):
            above = [*_above(node, around)]
            allowed = [*forms, *map(_owner, forms)] if node in owning else forms
            for each in above:
                if each not in same:
                    same[each] = any(_matches(form, each) for form in allowed)
            if not any(same[each] for each in above):
                line = of.text.splitlines()[node.lineno - 1].strip()
                found.append(f"{place}: {text} is torn in {line}")
    return found


def _beside(tree: ast.Module) -> Iterator[ast.FunctionDef]:
    """The methods that give the record in whose stream an instance stands."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("_beside_"):
            yield node


def _owner(expr: ast.expr) -> ast.expr:
    """The record that a stream is of."""
    if isinstance(expr, ast.IfExp):
        return ast.IfExp(expr.test, _owner(expr.body), _owner(expr.orelse))
    return expr.value if isinstance(expr, ast.Attribute) and expr.attr == "_io" else expr


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
    """An expression as it may stand in a place: a `not` or a sign may have gone."""
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
        # Others of the same operator may stand beside it, without parentheses.
        inner, outer = _operands(form), _operands(node)
        places = range(len(outer) - len(inner) + 1)
        return type(form.op) is type(node.op) and any(
            _matches(inner, outer[at : at + len(inner)]) for at in places
        )
    if isinstance(form, list):
        same = isinstance(node, list) and len(form) == len(node)
        return same and all(map(_matches, form, node))
    if isinstance(form, ast.AST):
        if type(form) is not type(node):
            return False
        return all(_matches(getattr(form, name), getattr(node, name)) for name in form._fields)
    return bool(form == node and type(form) is type(node))


def _operands(junction: ast.BoolOp) -> list[ast.expr]:
    """What `and` or `or` joins, however it is nested."""
    found: list[ast.expr] = []
    for value in junction.values:
        same = isinstance(value, ast.BoolOp) and type(value.op) is type(junction.op)
        found += _operands(value) if same and isinstance(value, ast.BoolOp) else [value]
    return found


def unknown_names(of: Emitted) -> set[str]:
    """The names that functions look up, and that nothing defines."""
    return set(_globals(compile(of.text, "probe.py", "exec"))) - {*vars(of.module), *dir(builtins)}


def _globals(code: CodeType) -> Iterator[str]:
    for instruction in dis.get_instructions(code):
        if instruction.opname == "LOAD_GLOBAL":
            yield instruction.argval
    for const in code.co_consts:
        if isinstance(const, CodeType):
            yield from _globals(const)


def wrong_values(of: Emitted, values: dict[str, Any] = VALUES_OF) -> list[str]:
    """The expressions that are something else than they should be."""
    record = of.module.Probe.from_bytes(DATA)
    if not record._auto_read:
        record._read()
    found = []
    for (text, _), name in of.spec.alone.items():
        if text in values:
            value, expected = getattr(record, name), values[text]
            if value != expected or type(value) is not type(expected):
                found.append(f"{text} is {value!r}, not {expected!r}")
    return found


def parts(part: Any) -> Iterator[g.Node | m.Expr]:
    """All nodes and expressions of a program."""
    if isinstance(part, tuple):
        for each in part:
            yield from parts(each)
    elif isinstance(part, g.Node | m.Expr):
        yield part
        for value in vars(part).values():
            yield from parts(value)


# -- everything, everywhere -----------------------------------------------------------------------

ABSTRACT = {g.Node, g.Value, g.Statement, g.Method, g.Constant, g.Class}
NODES = {
    kind
    for kind in vars(g).values()
    if inspect.isclass(kind) and issubclass(kind, g.Node | m.Expr) and kind.__module__ == g.__name__
} - ABSTRACT
IN_ONE_PLACE = {
    "has_at",
    "last_index",
    "len_deflated",
    "len_sub_blocks",
    "len_varint",
    "payload_bytes",
    "size_put",
}
"""What stands in one key alone, and is tested with the formats that have it."""

OPERATORS = {
    *printer._BINARY, *printer._UNARY, *printer._CALLS, *printer._POSTFIX,
    "dtype_of", "format", "if", "in", "not", "or_none", "substring",
}  # fmt: skip  # laid out as a table


def in_turn(number: int) -> Fill:
    """One kind of expression after the other, from place to place."""

    def fill(place: Place) -> str:
        # `_index` alone has no name of the place's own by which it would be found.
        kinds = [kind for kind in expressions(place.type, place.names) if kind != "$index"]
        return kinds[(number + place.number) % len(kinds)]

    return fill


def all_kinds() -> Fill:
    """The same, but kinds first that no place has yet."""
    used: set[tuple[str, str]] = set()

    def fill(place: Place) -> str:
        kinds = expressions(place.type, place.names)
        new = (text for text in kinds if (place.type, text) not in used)
        found = next(new, kinds[place.number % len(kinds)])
        used.add((place.type, found))
        return found

    return fill


def loosest(place: Place) -> str:
    """What binds as loose as can be, at both of its ends."""
    return LOOSEST[place.type]


@pytest.mark.parametrize("mode", ["plain", pytest.param("read_write", marks=pytest.mark.slow)])
def test_every_operator_stands_whole_in_every_place(mode: str, tmp_path: Path) -> None:
    whole = emitted(tmp_path, mode, lambda place: every(place.type, place.names))
    assert torn(whole) == []
    assert mode != "plain" or wrong_values(whole) == []


@pytest.mark.parametrize("mode", QUICK_MODES)
def test_a_choice_stands_whole_in_every_place(mode: str, tmp_path: Path) -> None:
    whole = emitted(tmp_path, mode, loosest)
    assert torn(whole) == []
    assert unknown_names(whole) == set()
    broken = formatted(whole.text)
    assert broken != whole.text
    assert code_of(broken) == code_of(whole.text), "line breaks change no meaning"


def test_every_node_and_every_operator_is_in_one_of_these_modules(tmp_path: Path) -> None:
    found: list[g.Node | m.Expr] = []
    for mode in MODES:
        found += parts(program_of(tmp_path, mode, spec_of(mode, all_kinds())))
    assert {kind.__name__ for kind in NODES} - {type(part).__name__ for part in found} == set()
    assert (
        OPERATORS - IN_ONE_PLACE - {part.name for part in found if isinstance(part, m.Op)} == set()
    )


def test_every_kind_of_expression_has_its_value(tmp_path: Path) -> None:
    whole = emitted(tmp_path, "plain", all_kinds())
    assert {text for text, _ in whole.spec.alone} >= {*INTS, *BOOLS, *STRINGS, *BYTES}
    assert wrong_values(whole) == []


@pytest.mark.slow  # ever so many modules, where the tests above take what tears first
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("number", range(len(expressions("int", "io"))))
def test_every_kind_of_expression_stands_whole_in_every_place(
    number: int, mode: str, tmp_path: Path
) -> None:
    whole = emitted(tmp_path, mode, in_turn(number))
    assert torn(whole) == []


def check_any(drawn: dict[str, list[Term]], mode: str, folder: Path) -> None:
    """Expressions nobody thought of, one after the other, from place to place."""
    terms = {kind: [term for term in found if "$" in term.text] for kind, found in drawn.items()}

    def fill(place: Place) -> str:
        found = terms.get(place.type)
        return found[place.number % len(found)].text if found else loosest(place)

    whole = emitted(folder, mode, fill)
    assert torn(whole) == []
    known = {term.text: term.value for found in terms.values() for term in found}
    assert wrong_values(whole, known) == []


ANY = st.fixed_dictionaries({kind: st.lists(each, max_size=20) for kind, each in TERMS.items()})
ONE_FOLDER = [HealthCheck.function_scoped_fixture, HealthCheck.too_slow]


@settings(max_examples=1, deadline=None, suppress_health_check=ONE_FOLDER)
@given(ANY)
def test_any_expression_means_the_same_everywhere(
    tmp_path: Path, drawn: dict[str, list[Term]]
) -> None:
    check_any(drawn, "plain", tmp_path)


@pytest.mark.slow  # the same, for longer
@pytest.mark.parametrize("mode", MODES)
@settings(max_examples=30, deadline=None, suppress_health_check=ONE_FOLDER)
@given(drawn=ANY)
def test_many_expressions_mean_the_same_everywhere(
    tmp_path: Path, mode: str, drawn: dict[str, list[Term]]
) -> None:
    check_any(drawn, mode, tmp_path)
