"""The templates: one macro for each kind of the plan. Nothing is decided here."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

import jinja2
from jinja2.ext import Extension

from quire.generator.targets.construct.names import Used
from quire.generator.targets.construct.tables import ORDERED


class _Used(Extension):
    """`$Name` in a template: a name that the module imports or defines where it is used."""

    def preprocess(self, source: str, *_: str | None, **__: str | None) -> str:
        """The text of a template as Jinja takes it."""
        return re.sub(r"\$(\w+)", r"{{ m['\1'] }}", source)


@cache
def environment() -> jinja2.Environment:
    """The templates, compiled once."""
    return jinja2.Environment(
        loader=jinja2.PackageLoader("quire.generator.targets.construct"),
        extensions=[_Used],
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=False,  # noqa: S701  # Python is emitted, not HTML
    )


@cache
def macros(*templates: str) -> dict[str, Callable[..., str]]:
    """The macros of some templates, by their names."""
    found: dict[str, Callable[..., str]] = {}
    for name in templates:
        module = environment().get_template(name).module
        found |= {key: value for key, value in vars(module).items() if key[:1].isupper()}
    return found


class Renderer:
    """Renders nodes of one module, and knows the names that it uses."""

    def __init__(self) -> None:
        self.used = Used()

    def __call__(self, macro: str, **parts: object) -> str:
        """What the macro of a kind makes of its parts."""
        return macros("stored.j2", "field.j2")[macro](self.used, **parts)


def helper(name: str) -> str:
    """The text of something that Construct lacks."""
    if name in ORDERED:
        return macros("helpers.j2")["Ordered"](name)
    return macros("helpers.j2")[name[0].upper() + name[1:]]()
