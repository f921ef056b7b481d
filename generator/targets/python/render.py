"""Programs through the templates. Nothing is decided here."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import SimpleNamespace

import jinja2

from quire.generator.plan import program as g
from quire.generator.targets.python.docstrings import docstring, listed, summary_lines
from quire.generator.targets.python.expressions import (
    Code,
    Printer,
    as_tuple,
    quoted,
    quoted_bytes,
)
from quire.generator.targets.python.kept import kept
from quire.generator.targets.python.names import (
    Names,
    attribute,
    class_name,
    label_name,
    routine_class,
)
from quire.generator.types import model as m

Macro = Callable[[SimpleNamespace, Names], str]


class _Templates(jinja2.FileSystemLoader):
    """Templates, in which `$name` is a name that the module imports where it is used."""

    def get_source(
        self, environment: jinja2.Environment, template: str
    ) -> tuple[str, str, Callable[[], bool]]:
        """The text of a template as Jinja takes it, where it stands, whether it is still that."""
        text, place, is_current = super().get_source(environment, template)
        return re.sub(r"\$(\w+)", r"{{ m['\1'] }}", text), place, is_current


class _Environment(jinja2.Environment):
    """`op.name` in a template is an attribute, and never anything else."""

    getattr = staticmethod(getattr)  # type: ignore[assignment]  # called as the method is


@cache
def environment() -> jinja2.Environment:
    """The templates, compiled once."""
    made = _Environment(
        loader=_Templates(Path(__file__).parent / "templates"),
        bytecode_cache=kept(),
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=False,  # Python is emitted, not HTML
    )
    filters: dict[str, Callable[..., str]] = {
        "attribute": attribute,
        "block": _block,
        "bare": _bare,
        "class": class_name,
        "label": label_name,
        "names": lambda slots: as_tuple([quoted(_bare(slot)) for slot in slots]),
        "number": lambda block: block.removeprefix("_BLOCK"),
        "named": lambda slot: quoted(_bare(slot)),
        "path": lambda names: ".".join(map(attribute, names)),
        "routine": routine_class,
        "targets": _targets,
        "tuple": as_tuple,
        "quoted": _quoted,
    }
    made.filters.update(filters)
    return made


def _block(text: str) -> str:
    """Statements one step to the right."""
    moved = "    " + (text or "pass").rstrip("\n").replace("\n", "\n    ")
    while "\n    \n" in moved:  # empty lines stay so
        moved = moved.replace("\n    \n", "\n\n")
    return moved


def _targets(texts: tuple[str, ...]) -> str:
    """What the parts of a tuple are assigned to."""
    return ", ".join(texts) if len(texts) > 1 else as_tuple(texts)


def _bare(slot: str) -> str:
    """The name of an attribute of an object."""
    name = slot.removeprefix("self.")
    assert "." not in name, f"`{name}` is no name"
    return name


def _quoted(value: str | bytes | int | None) -> str:
    """A literal."""
    if value is None or isinstance(value, int):
        return str(value)
    return quoted_bytes(value) if isinstance(value, bytes) else quoted(value)


@cache
def macros() -> dict[str, Macro]:
    """The template of every node, by its name."""
    found: dict[str, Macro] = {}
    for name in environment().list_templates(filter_func=lambda name: name != "module.j2"):
        module = environment().get_template(name).module
        found |= {key: value for key, value in vars(module).items() if key[:1].isupper()}
    return found


_PLAIN = frozenset([str, int, bool, bytes, type(None)])
"""Parts that templates show as they are."""


class Renderer:
    """Renders the programs of a module, whose names it looks up."""

    def __init__(self, names: Names) -> None:
        self._names = names
        self._printer = Printer(names, self._node)
        self._depth = 0

    def text(self, part: g.Class) -> str:
        """A class, with all that is nested in it."""
        self._depth += 1
        text = self._node(part)
        self._depth -= 1
        return text

    def value(self, value: g.Made) -> Code:
        """What makes something."""
        if isinstance(value, m.Expr):
            return self._printer.code(value)
        if isinstance(value, g.ClassOf):
            return Code(self._names.class_of(value.path))
        if isinstance(value, g.Annotation):
            return Code(self._printer.annotation(value.type, optional=value.optional))
        return Code(self._node(value))

    def _node(self, node: g.Node) -> str:
        return macros()[type(node).__name__](self._view(node), self._names)

    def _view(self, node: g.Node) -> SimpleNamespace:
        """The parts of a node as texts, where they are no plain words and numbers."""
        parts = {
            name: part if type(part) in _PLAIN else self._part(part)
            for name, part in vars(node).items()
        }
        return SimpleNamespace(**parts)

    def _part(self, part: object) -> object:
        if isinstance(part, tuple):
            if part and isinstance(part[0], g.Statement):
                return "".join([self._node(each) for each in part])
            return tuple([each if type(each) in _PLAIN else self._part(each) for each in part])
        if isinstance(part, (m.Expr, g.Value)):
            return self.value(part)
        if isinstance(part, (g.Statement, g.Constant)):
            return self._node(part)
        return self._described(part) if isinstance(part, g.Node) else self._typed(part)

    def _described(self, part: g.Node) -> object:
        """What has text for people, whose lines get shorter as classes are nested deeper."""
        if isinstance(part, g.Class):
            return self.text(part)
        if isinstance(part, g.Method):
            self._depth += 1
            text = self._node(part)
            self._depth -= 1
            return text
        return self._doc(part) if isinstance(part, g.Doc) else self._view(part)

    def _doc(self, doc: g.Doc) -> str:
        entries = [(_bare(self.value(slot)), text) for slot, text in doc.attributes]
        lines = summary_lines(doc.text, doc.fallback, self._depth)
        return docstring([*lines, *listed("Attributes", entries, self._depth)], self._depth)

    def _typed(self, part: object) -> object:
        return self._printer.given(part) if isinstance(part, m.Type) else part
