"""The text of a module: the view through the templates. Nothing is decided here."""

from __future__ import annotations

from functools import cache

import jinja2

from quire.generator.plan import operations as p
from quire.generator.targets.python.carried import plan_text
from quire.generator.targets.python.classes import view
from quire.generator.targets.python.imports import imports
from quire.generator.targets.python.namesake import keep_name
from quire.runtime.contract import CURRENT


@cache
def _environment() -> jinja2.Environment:
    return jinja2.Environment(
        loader=jinja2.PackageLoader("quire.generator.targets.python"),
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=False,  # noqa: S701  # Python is emitted, not HTML
    )


def emit(module: p.Module, version: str, package: str = "", opaque: str = "") -> str:
    """The module as Python, formatted as `ruff format` would.

    Args:
        module: The plan.
        version: That of quire, for the header.
        package: Where the modules of other specs stand; "" for the top.
        opaque: Where those of somebody else's types stand.
    """
    seen = view(module, version)
    body = _environment().get_template("class.py.j2").render(cls=seen.root)
    whole = _environment().get_template("module.py.j2")
    groups = imports(body, module, package, opaque)
    body, groups = keep_name(body, groups, module.root.path[-1])
    return whole.render(
        module=seen, contract=CURRENT, imports=groups, body=body.rstrip(), plan=plan_text(module)
    )
