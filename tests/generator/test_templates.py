"""Templates decide nothing: loops, choices on ready values, includes, names, one filter."""

from pathlib import Path

import pytest
from jinja2 import Environment, nodes

import quire.generator.targets.python.emit as emitter

FOLDER = Path(emitter.__file__).parent / "templates"
TEMPLATES = sorted(FOLDER.rglob("*.j2"))

ALLOWED = (
    nodes.Template,
    nodes.Output,
    nodes.TemplateData,
    nodes.Name,
    nodes.Getattr,
    nodes.Const,
    nodes.For,
    nodes.If,
    nodes.Include,
    nodes.With,
    nodes.FilterBlock,
    nodes.Filter,
    nodes.Tuple,
    nodes.Scope,
)


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.name)
def test_a_template_has_nothing_that_decides(path: Path) -> None:
    tree = Environment(autoescape=True).parse(path.read_text(encoding="utf-8"))
    found = [type(node).__name__ for node in tree.find_all(nodes.Node)]
    assert set(found) <= {kind.__name__ for kind in ALLOWED}


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.name)
def test_the_only_filter_is_indent(path: Path) -> None:
    tree = Environment(autoescape=True).parse(path.read_text(encoding="utf-8"))
    assert {node.name for node in tree.find_all(nodes.Filter)} <= {"indent"}


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.name)
def test_a_choice_asks_one_ready_value(path: Path) -> None:
    tree = Environment(autoescape=True).parse(path.read_text(encoding="utf-8"))
    for choice in tree.find_all(nodes.If):
        assert isinstance(choice.test, nodes.Getattr | nodes.Name)


def test_there_are_templates() -> None:
    assert {path.name for path in TEMPLATES} >= {"module.py.j2", "class.py.j2", "method.py.j2"}
