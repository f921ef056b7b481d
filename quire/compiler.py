"""Compiling specs to the files of a target, or to modules that Python has compiled as well."""

from __future__ import annotations

import gc
import hashlib
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import CodeType

from quire import __version__
from quire.generator.diagnostics import Problems, SpecError
from quire.generator.pipeline import DEFAULTS, Options, emit_files, plan_specs
from quire.generator.plan.operations import Module, records_of
from quire.generator.source import Span
from quire.generator.targets.python.kept import code_of
from quire.generator.targets.python.names import Names
from quire.generator.targets.target import Setting
from quire.runtime.frozen import Frozen


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


def compile_alone(path: Path, options: Options = DEFAULTS) -> list[Compiled]:
    """The modules of a spec and of its imports, which find each other in one package.

    Raises:
        SpecError: the spec makes no sense, or names code that is not allowed.
    """
    problems, setting = Problems(), Setting(__version__, ".", checked=False)
    with _uncollected():
        plans = plan_specs([path], problems, options)
        compiled = [] if problems.failed else _compiled(plans, problems, setting)
    if problems.failed:
        raise SpecError(problems)
    return compiled
