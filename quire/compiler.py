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
from quire.generator.targets.python.kept import code_of
from quire.generator.targets.python.names import Names
from quire.generator.targets.target import Setting
from quire.runtime.frozen import Frozen

_counter = itertools.count()


class Compiled(Frozen):
    """A file that is made of a spec, and that compiled by Python, if it is a module."""

    file: str
    text: str
    code: CodeType | None = None

    @property
    def name(self) -> str:
        """What the module is called."""
        return self.file.removesuffix(".py")


def compile_texts(
    paths: Sequence[Path],
    problems: Problems,
    options: Options = DEFAULTS,
    package: str = "",
    target: str = "python",
) -> list[Compiled]:
    """Compile spec files, and all that they import, to files of a target; bad ones are left out."""
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
    """The files of plans; of one that is refused there are none, nor of those that need it."""
    found = {plan.name: _files(plan, problems, setting, target) for plan in plans}
    bad = {name for name, files in found.items() if files is None}
    whole = [found[plan.name] for plan in plans if bad.isdisjoint((plan.name, *plan.imports))]
    return [file for files in whole for file in files or ()]


def _files(
    plan: Module, problems: Problems, setting: Setting, target: str
) -> list[Compiled] | None:
    """The files of a plan; None, with the problem noted, if the target or Python refuses it."""
    found, files = Problems(), dict[str, str]()
    try:
        files = emit_files(plan, setting, found, target)
        problems.add(found)
        return None if found.failed else [_file(*each, plan) for each in files.items()]
    except (RecursionError, MemoryError):
        problems.error("Q105", "the spec is nested too deep for Python", plan.root.span)
    except SyntaxError as error:
        problems.error(
            "Q902",
            f"the Python that quire makes of this is wrong: {error}",
            _type_at(error.lineno or 1, next(iter(files.values()), ""), plan),
            help="this is a bug of quire; please report it with the spec",
        )
    return None


def _file(name: str, text: str, plan: Module) -> Compiled:
    """A file; Python has to take it, if it is a module."""
    if not name.endswith(".py"):
        return Compiled(name, text)
    digest = hashlib.sha256(text.encode()).hexdigest()[:12]
    return Compiled(name, text, code_of(text, f"<quire {plan.name} {digest}>", plan.name))


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
    overlays: Sequence[str | os.PathLike[str]] = (),
    opaque_types: bool = False,
    read_write: bool = False,
    allow: Collection[str] = (),
) -> ModuleType:
    """Compile a spec and import the result, which no file is made of.

    What Python compiled is kept for the next process, as Python keeps that of files. The text
    stands in `linecache`, so tracebacks and debuggers show its lines.

    Args:
        path: A `.ksy` file, or an overlay of one.
        imports: Folders where imports that begin with `/` are looked for.
        overlays: Files that add keys to specs.
        opaque_types: Whether types that no spec defines are classes in modules of the same name.
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
        tuple(map(Path, overlays)),
        opaque_types=opaque_types,
        read_write=read_write,
        allow=frozenset(allow),
    )
    with _uncollected():
        compiled = _in_memory(Path(path), problems, options)
        if problems.failed:
            raise SpecError(problems)
        return _imported(compiled, f"Compiled from {path}.")


def _in_memory(path: Path, problems: Problems, options: Options) -> list[Compiled]:
    """The modules of a spec and of its imports, which find each other in one package."""
    plans = plan_specs([path], problems, options)
    setting = Setting(__version__, ".", checked=False)
    return [] if problems.failed else _compiled(plans, problems, setting)


def _imported(compiled: list[Compiled], doc: str) -> ModuleType:
    """The first of some modules; they are in a package of their own, not that of another call."""
    package = f"quire_compiled_{next(_counter)}"
    holder = ModuleType(package, doc)
    holder.__path__ = []
    sys.modules[package] = holder
    codes = [each.code for each in compiled if each.code is not None]
    modules = [_prepared(holder, *each) for each in zip(compiled, codes, strict=True)]
    try:
        for module, code in zip(modules, codes, strict=True):
            exec(code, module.__dict__)  # noqa: S102  # the text is the compiler's own
    except BaseException:  # what it imports may do anything
        for name in (package, *(module.__name__ for module in modules)):
            del sys.modules[name]
        raise
    return modules[0]


def _prepared(package: ModuleType, compiled: Compiled, code: CodeType) -> ModuleType:
    """A module that others can import already, though nothing is in it yet."""
    name, filename = f"{package.__name__}.{compiled.name}", code.co_filename
    module = ModuleType(name)
    module.__spec__ = importlib.machinery.ModuleSpec(name, None, origin=filename)
    lines = compiled.text.splitlines(keepends=True)
    linecache.cache[filename] = (len(compiled.text), None, lines, filename)
    sys.modules[name] = module
    setattr(package, compiled.name, module)
    return module
