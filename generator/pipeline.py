"""The order of the stages, and nothing else."""

from __future__ import annotations

import hashlib
from pathlib import Path

from quire.generator.diagnostics import Problems
from quire.generator.load import load
from quire.generator.parse import parse_spec
from quire.generator.plan import Module
from quire.generator.planning import plan
from quire.generator.python.emit import emit
from quire.generator.resolve import resolve
from quire.generator.source import Source, Span
from quire.generator.types import check_types


def plan_spec(path: Path, problems: Problems) -> Module | None:
    """The plan of a spec file; None, with the problems noted, if it makes no sense."""
    found = Problems()
    try:
        plan = _plan(path, found)
    except RecursionError:
        plan = None
        start = Span(Source(str(path), ""), 1, 1, 1)
        found.error("Q105", "types or values of the spec are nested too deep", start)
    problems.add(found)
    return plan


def _plan(path: Path, problems: Problems) -> Module | None:
    node = load(path, problems)
    if node is None:
        return None
    spec = parse_spec(node, problems)
    names = resolve(spec, problems)
    model = check_types(names, problems)
    if problems.failed:
        return None
    digest = hashlib.sha256(node.span.source.text.encode()).hexdigest()
    return plan(model, path.name, digest)


def emit_module(module: Module, version: str) -> str:
    """The Python text of a plan, made by some version of quire."""
    return emit(module, version)
