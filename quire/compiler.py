"""Compiling specs: in memory for those who explore, to files for those who ship."""

from __future__ import annotations

import hashlib
import importlib.machinery
import linecache
import os
import sys
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

from quire import __version__
from quire.generator.diagnostics import Problems, SpecError
from quire.generator.pipeline import emit_module, plan_spec


@dataclass(frozen=True, slots=True)
class Compiled:
    """The module of a spec: its name and its text."""

    name: str
    text: str


def compile_text(path: Path, problems: Problems) -> Compiled | None:
    """Compile a spec file to Python; None, with the problems noted, if it makes no sense."""
    plan = plan_spec(path, problems)
    return None if plan is None else Compiled(plan.name, emit_module(plan, __version__))


def compile_spec(path: str | os.PathLike[str]) -> ModuleType:
    """Compile a spec and import the result, without writing anything.

    The text stands in `linecache`, so tracebacks and debuggers show its lines.

    Args:
        path: A `.ksy` file.

    Returns:
        The module; its class is named after the spec's `meta/id` (`my_format` makes `MyFormat`).

    Raises:
        SpecError: the spec makes no sense; it lists all that was found.
    """
    problems = Problems()
    compiled = compile_text(Path(path), problems)
    if compiled is None:
        raise SpecError(problems)
    digest = hashlib.sha256(compiled.text.encode()).hexdigest()[:12]
    name = f"quire.compiled.{digest}.{compiled.name}"
    filename = f"<quire {path} {digest}>"
    module = ModuleType(name, f"Compiled from {path}.")
    module.__spec__ = importlib.machinery.ModuleSpec(name, None, origin=filename)
    linecache.cache[filename] = (
        len(compiled.text),
        None,
        compiled.text.splitlines(keepends=True),
        filename,
    )
    # Annotations are looked up in the module by name, as everywhere.
    sys.modules[name] = module
    exec(compile(compiled.text, filename, "exec"), module.__dict__)  # noqa: S102  # the text is the compiler's own
    return module
