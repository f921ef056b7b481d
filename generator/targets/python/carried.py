"""The structural plan that a module carries, for `quire.plan_of`."""

from __future__ import annotations

from quire.generator.plan import operations as p
from quire.generator.targets.python.names import class_name
from quire.runtime.structure.carried import carried


def plan_text(module: p.Module) -> str:
    """The plan of a module's spec, with the classes that its types have."""
    assert module.structure is not None
    paths = p.records_of(module.root)
    classes = {".".join(map(class_name, path)): "::".join(path) for path in paths}
    return carried(module.structure, classes)
