"""Compiling specs: in memory for those who explore, to files for those who ship."""

from __future__ import annotations

import hashlib
import importlib.machinery
import itertools
import linecache
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

from quire import __version__
from quire.generator.diagnostics import Problems, SpecError
from quire.generator.pipeline import DEFAULTS, Options, emit_module, plan_specs

_counter = itertools.count()


@dataclass(frozen=True, slots=True)
class Compiled:
    """The module of a spec: its name and its text."""

    name: str
    text: str


def compile_texts(
    paths: Sequence[Path], problems: Problems, options: Options = DEFAULTS, package: str = ""
) -> list[Compiled]:
    """Compile spec files, and all that they import, to Python; bad ones are noted and left out."""
    plans = plan_specs(paths, problems, options)
    return [Compiled(plan.name, emit_module(plan, __version__, package, package)) for plan in plans]


def compile_spec(
    path: str | os.PathLike[str],
    *,
    imports: Sequence[str | os.PathLike[str]] = (),
    opaque_types: bool = False,
    read_write: bool = False,
) -> ModuleType:
    """Compile a spec and import the result, without writing anything.

    The text stands in `linecache`, so tracebacks and debuggers show its lines.

    Args:
        path: A `.ksy` file.
        imports: Folders where imports that begin with `/` are looked for.
        opaque_types: Whether types that nothing defines are classes of modules of their name.
        read_write: Whether objects are written as those of Kaitai's compiler.

    Returns:
        The module; its class is named after the spec's `meta/id` (`my_format` makes `MyFormat`).

    Raises:
        SpecError: the spec makes no sense; it lists all that was found.
    """
    problems = Problems()
    options = Options(tuple(map(Path, imports)), opaque_types=opaque_types, read_write=read_write)
    plans = plan_specs([Path(path)], problems, options)
    if problems.failed:
        raise SpecError(problems)
    # The modules find each other in a package of their own, and so never those of another call.
    package = f"quire_compiled_{next(_counter)}"
    holder = ModuleType(package, f"Compiled from {path}.")
    holder.__path__ = []
    sys.modules[package] = holder
    compiled = [Compiled(plan.name, emit_module(plan, __version__, package)) for plan in plans]
    modules = [_prepared(holder, each) for each in compiled]
    for module, each in zip(modules, compiled, strict=True):
        code = compile(each.text, str(module.__spec__ and module.__spec__.origin), "exec")
        exec(code, module.__dict__)  # noqa: S102  # the text is the compiler's own
    return modules[0]


def _prepared(package: ModuleType, compiled: Compiled) -> ModuleType:
    """A module that others can import already, though nothing is in it yet."""
    digest = hashlib.sha256(compiled.text.encode()).hexdigest()[:12]
    name, filename = f"{package.__name__}.{compiled.name}", f"<quire {compiled.name} {digest}>"
    module = ModuleType(name)
    module.__spec__ = importlib.machinery.ModuleSpec(name, None, origin=filename)
    lines = compiled.text.splitlines(keepends=True)
    linecache.cache[filename] = (len(compiled.text), None, lines, filename)
    sys.modules[name] = module
    setattr(package, compiled.name, module)
    return module
