"""Specs as modules in memory, for those who explore: compiled, or found compiled, and imported."""

from __future__ import annotations

import importlib.machinery
import itertools
import linecache
import os
import sys
from collections.abc import Collection, Iterable, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

from quire.compiled_before import Before, Made

_counter = itertools.count()


def compile_spec(
    path: str | os.PathLike[str],
    *,
    imports: Sequence[str | os.PathLike[str]] = (),
    overlays: Sequence[str | os.PathLike[str]] = (),
    opaque_types: bool = False,
    read_write: bool = False,
    allow: Collection[str] = (),
) -> ModuleType:
    """Compile a spec and import the module, without writing a file of it.

    The result is cached on disk for the next process, as Python does it for modules. Tracebacks and
    debuggers show the lines of the module.

    Args:
        path: A `.ksy` file, or an overlay of one.
        imports: Folders where imports that begin with `/` are looked for.
        overlays: Files that add keys to specs.
        opaque_types: Whether types that no spec defines are classes in modules of the same name.
        read_write: Whether objects are written as those of Kaitai's compiler.
        allow: Your own code that may be imported and run: routines of `process` and opaque types,
            by the names that the spec has for them.

    Returns:
        The module; its class is named after the spec's `meta/id` (`my_format` makes `MyFormat`).

    Raises:
        SpecError: the spec has errors, or names code that is not allowed; lists all errors.
        ImportError: code that is allowed cannot be imported.
        TypeError: an argument is of another kind.
    """
    names = _listed(allow, "allow", "names")
    if not all(isinstance(name, str) for name in names):
        message = f"allow: expected a list of names, found {allow!r}"
        raise TypeError(message)
    made = _made(
        Path(path),
        tuple(map(Path, _listed(imports, "imports", "paths"))),
        tuple(map(Path, _listed(overlays, "overlays", "paths"))),
        opaque_types=opaque_types,
        read_write=read_write,
        allow=frozenset(names),
    )
    return _imported(made, f"Compiled from {path}.")


def _listed(values: Any, argument: str, of: str) -> tuple[Any, ...]:
    """What a list has; of one text the letters would be taken."""
    if isinstance(values, str | os.PathLike) or not isinstance(values, Iterable):
        message = f"{argument}: expected a list of {of}, found {values!r}"
        raise TypeError(message)
    return tuple(values)


def _made(
    path: Path,
    imports: tuple[Path, ...],
    overlays: tuple[Path, ...],
    *,
    opaque_types: bool,
    read_write: bool,
    allow: frozenset[str],
) -> list[Made]:
    """The modules of a spec; the compiler, which takes time to import, is not asked twice."""
    options = f"{opaque_types} {read_write} {sorted(allow)}"
    before = None if overlays else Before.of(path, options)
    if before is not None and (found := before.found()):
        return [found]
    from quire.compiler import compile_alone
    from quire.generator.pipeline import Options

    compiled = compile_alone(
        path,
        Options(imports, overlays, opaque_types=opaque_types, read_write=read_write, allow=allow),
    )
    made = [Made(each.name, each.text, each.code) for each in compiled if each.code is not None]
    if before is not None:
        before.keep(*made)
    return made


def _imported(made: list[Made], doc: str) -> ModuleType:
    """The first of some modules; they are in a package of their own, not that of another call."""
    package = f"quire_compiled_{next(_counter)}"
    holder = ModuleType(package, doc)
    holder.__path__ = []
    sys.modules[package] = holder
    modules = [_prepared(holder, each) for each in made]
    try:
        for module, each in zip(modules, made, strict=True):
            exec(each.code, module.__dict__)  # noqa: S102  # the text is the compiler's own
    except BaseException:  # what it imports may do anything
        for name in (package, *(module.__name__ for module in modules)):
            del sys.modules[name]
        raise
    return modules[0]


def _prepared(package: ModuleType, made: Made) -> ModuleType:
    """A module that others can import already, though nothing is in it yet."""
    name, filename = f"{package.__name__}.{made.name}", made.code.co_filename
    module = ModuleType(name)
    module.__spec__ = importlib.machinery.ModuleSpec(name, None, origin=filename)
    lines = made.text.splitlines(keepends=True)
    linecache.cache[filename] = (len(made.text), None, lines, filename)
    sys.modules[name] = module
    setattr(package, made.name, module)
    return module
