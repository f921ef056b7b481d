"""Compiling specs: in memory for those who explore, to files for those who ship."""

from __future__ import annotations

import gc
import hashlib
import importlib.machinery
import itertools
import linecache
import os
import re
import sys
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import CodeType, ModuleType

from quire import __version__
from quire.generator.diagnostics import Problems, SpecError
from quire.generator.pipeline import DEFAULTS, Options, emit_files, plan_specs
from quire.generator.plan.operations import Module, records_of
from quire.generator.source import Span
from quire.generator.targets.python.names import Names
from quire.generator.targets.target import Setting
from quire.runtime.frozen import Frozen

_counter = itertools.count()


class Compiled(Frozen):
    """The module of a spec: its name, its text, and that compiled by Python."""

    name: str
    text: str
    code: CodeType


def compile_texts(
    paths: Sequence[Path],
    problems: Problems,
    options: Options = DEFAULTS,
    package: str = "",
    target: str = "python",
) -> list[Compiled]:
    """Compile spec files, and all that they import, to Python; bad ones are noted and left out."""
    setting = Setting(__version__, package, package)
    with _uncollected():
        return _compiled(plan_specs(paths, problems, options), problems, setting, target)


@contextmanager
def _uncollected() -> Iterator[None]:
    """Stages make many objects and no garbage: collections in between would find nothing."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


def _compiled(
    plans: Sequence[Module], problems: Problems, setting: Setting, target: str = "python"
) -> list[Compiled]:
    """The modules of plans; one that cannot be made is left out, and those that need it."""
    found = {plan.name: _module(plan, problems, setting, target) for plan in plans}
    bad = {name for name, compiled in found.items() if compiled is None}
    whole = [found[plan.name] for plan in plans if bad.isdisjoint((plan.name, *plan.imports))]
    return [compiled for compiled in whole if compiled is not None]


def _module(plan: Module, problems: Problems, setting: Setting, target: str) -> Compiled | None:
    """The module of a plan; None, with the problem noted, if the target or Python refuses it."""
    found = Problems()
    try:
        [(file, text)] = emit_files(plan, setting, found, target).items()
        problems.add(found)
        if found.failed:
            return None
        digest = hashlib.sha256(text.encode()).hexdigest()[:12]
        code = compile(text, f"<quire {plan.name} {digest}>", "exec")
        return Compiled(file.removesuffix(".py"), text, code)
    except (RecursionError, MemoryError):
        problems.error("Q105", "the spec is nested too deep for Python", plan.root.span)
    except SyntaxError as error:
        problems.error(
            "Q902",
            f"the Python that quire makes of this is wrong: {error}",
            _type_at(error.lineno or 1, text, plan),
            help="this is a bug of quire; please report it with the spec",
        )
    return None


def _type_at(line: int, text: str, plan: Module) -> Span:
    """The type whose class has a line of a module's text."""
    classes: list[str] = []
    for above in text.splitlines()[:line]:
        if match := re.match(r"( *)class (\w+)\(_?(?:ReadWrite)?Struct\):", above):
            classes[len(match[1]) // 4 :] = [match[2]]
    path = ".".join(classes)
    types, names = records_of(plan.root).values(), Names(plan.name)
    return next((t.span for t in types if names.class_of(t.path) == path), plan.root.span)


def compile_spec(
    path: str | os.PathLike[str],
    *,
    imports: Sequence[str | os.PathLike[str]] = (),
    opaque_types: bool = False,
    read_write: bool = False,
    allow: Collection[str] = (),
) -> ModuleType:
    """Compile a spec and import the result, without writing anything.

    The text stands in `linecache`, so tracebacks and debuggers show its lines.

    Args:
        path: A `.ksy` file.
        imports: Folders where imports that begin with `/` are looked for.
        opaque_types: Whether types that nothing defines are classes of modules of their name.
        read_write: Whether objects are written as those of Kaitai's compiler.
        allow: The code from elsewhere that may be imported and run: routines of `process` and
            opaque types, by the names that the spec has for them.

    Returns:
        The module; its class is named after the spec's `meta/id` (`my_format` makes `MyFormat`).

    Raises:
        SpecError: the spec makes no sense, or names code that is not allowed; it lists all that
            was found.
        ImportError: what is allowed is not there.
    """
    if isinstance(allow, str):
        message = f"allow: expected a list of names, found {allow!r}"
        raise TypeError(message)
    problems = Problems()
    options = Options(
        tuple(map(Path, imports)),
        opaque_types=opaque_types,
        read_write=read_write,
        allow=frozenset(allow),
    )
    # The modules find each other in a package of their own, and so never those of another call.
    package = f"quire_compiled_{next(_counter)}"
    with _uncollected():
        plans = plan_specs([Path(path)], problems, options)
        compiled = (
            [] if problems.failed else _compiled(plans, problems, Setting(__version__, package))
        )
    if problems.failed:
        raise SpecError(problems)
    holder = ModuleType(package, f"Compiled from {path}.")
    holder.__path__ = []
    sys.modules[package] = holder
    modules = [_prepared(holder, each) for each in compiled]
    try:
        for module, each in zip(modules, compiled, strict=True):
            exec(each.code, module.__dict__)  # noqa: S102  # the text is the compiler's own
    except BaseException:  # what it imports may do anything
        for name in (package, *(module.__name__ for module in modules)):
            del sys.modules[name]
        raise
    return modules[0]


def _prepared(package: ModuleType, compiled: Compiled) -> ModuleType:
    """A module that others can import already, though nothing is in it yet."""
    name, filename = f"{package.__name__}.{compiled.name}", compiled.code.co_filename
    module = ModuleType(name)
    module.__spec__ = importlib.machinery.ModuleSpec(name, None, origin=filename)
    lines = compiled.text.splitlines(keepends=True)
    linecache.cache[filename] = (len(compiled.text), None, lines, filename)
    sys.modules[name] = module
    setattr(package, compiled.name, module)
    return module
