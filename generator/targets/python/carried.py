"""The structural plan that a module carries, for `quire.plan_of`."""

from __future__ import annotations

from quire.generator.plan import program as g
from quire.generator.targets.python.names import class_name
from quire.runtime.structure.carried import carried


def plan_text(module: g.Module) -> str:
    """The plan of a module's spec, with the classes that its types have."""
    classes = {".".join(map(class_name, path)): "::".join(path) for path in module.types}
    return carried(module.structure, classes)
