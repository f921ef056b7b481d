"""Every node of a program has one template, which shows what it becomes and decides nothing."""

from __future__ import annotations

import inspect
from functools import cache
from pathlib import Path

import pytest
from jinja2 import nodes

from quire.generator.plan import program as g
from quire.generator.targets.python import render

FOLDER = Path(render.__file__).parent / "templates"
TEMPLATES = sorted(FOLDER.glob("*.j2"))

PRINTED = {g.ClassOf, g.Annotation}
"""Values that are names: the printer of expressions has them."""
PARTS = {
    g.Arm, g.Belonging, g.MatchCase, g.Argument, g.Parameter, g.Doc, g.Annotated,
    g.Given, g.PartOf, g.FixedPart, g.Module, g.Entry,
}  # fmt: skip  # laid out as a table
"""Parts of nodes, which the templates of these show."""
KINDS = [
    kind
    for kind in vars(g).values()
    if inspect.isclass(kind)
    and issubclass(kind, g.Node)
    and kind not in (g.Node, g.Value, g.Statement, g.Method, g.Constant, g.Class, g.Fetched)
]

DECIDING = (nodes.Compare, nodes.Test, nodes.And, nodes.Or, nodes.CondExpr)
"""What a template may have over an optional part of its output alone: whether it is there."""


@cache
def _parsed(path: Path) -> nodes.Template:
    return render.environment().parse(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_a_node_has_one_template(kind: type[g.Node]) -> None:
    found = [
        path.name
        for path in TEMPLATES
        for macro in _parsed(path).find_all(nodes.Macro)
        if macro.name == kind.__name__
    ]
    wanted = kind.__module__.rpartition(".")[2] + ".j2"
    assert found == ([] if kind in PRINTED | PARTS else [wanted])


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.name)
def test_a_template_is_of_a_node(path: Path) -> None:
    names = {macro.name for macro in _parsed(path).find_all(nodes.Macro)}
    assert {name for name in names if name[:1].isupper()} <= {kind.__name__ for kind in KINDS}


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.name)
def test_a_template_asks_for_parts_that_its_node_has(path: Path) -> None:
    kinds = {kind.__name__: kind for kind in KINDS}
    for macro in _parsed(path).find_all(nodes.Macro):
        if macro.name not in kinds:
            continue
        asked = {
            get.attr
            for get in macro.find_all(nodes.Getattr)
            if isinstance(get.node, nodes.Name) and get.node.name == "op"
        }
        assert asked <= {*kinds[macro.name]._names}, macro.name


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.name)
def test_a_template_compares_nothing_but_with_none(path: Path) -> None:
    tree = _parsed(path)
    assert not list(tree.find_all((nodes.And, nodes.Or, nodes.CondExpr, nodes.Compare)))
    assert {test.name for test in tree.find_all(nodes.Test)} <= {"none"}


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.name)
def test_a_template_imports_what_it_uses_of_the_runtime(path: Path) -> None:
    """A name after `$` is known to the imports."""
    from quire.generator.targets.python import imports  # beside what it is for

    known = {*imports._HOME_OF, *imports._READ_WRITE, *imports._MODULES}
    asked = {
        get.arg.value
        for get in _parsed(path).find_all(nodes.Getitem)
        if isinstance(get.node, nodes.Name)
        and get.node.name == "m"
        and isinstance(get.arg, nodes.Const)
    }
    assert asked <= known


def test_there_are_templates() -> None:
    assert {path.name for path in TEMPLATES} >= {"read.j2", "write.j2", "classes.j2", "module.j2"}
