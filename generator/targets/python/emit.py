"""The text of a module: its program through the templates."""

from __future__ import annotations

from quire.generator.plan import program as g
from quire.generator.targets.python.carried import plan_text
from quire.generator.targets.python.docstrings import docstring
from quire.generator.targets.python.imports import imports
from quire.generator.targets.python.names import Names, class_name
from quire.generator.targets.python.render import Renderer, environment
from quire.runtime.contract import CURRENT


def emit(module: g.Module, version: str, package: str = "", opaque: str = "") -> str:
    """The module as Python, a statement a line.

    Args:
        module: Its program.
        version: That of quire, for the header.
        package: Where the modules of other specs stand; "" for the top.
        opaque: Where those of somebody else's types stand.
    """
    # The name of a file may hold anything, and this is a comment.
    spec = "".join(letter if letter.isprintable() else "?" for letter in module.spec)
    made = f"{version} from {spec} (sha256 {module.digest[:12]})"
    names = Names(module.root.name)
    body = Renderer(names).text(module.root)
    return (
        environment()
        .get_template("module.j2")
        .render(
            header=f"# Made by `quire gen` {made}. Do not edit.",
            doc=docstring([f"{module.title.rstrip('.')}."], 0),
            contract=CURRENT,
            imports=imports(module, names, package, opaque),
            root=class_name(module.root.name),
            body=body.rstrip(),
            tables=sorted(names.tables.items()),
            plan=plan_text(module),
        )
    )
