"""The order of the stages, and nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from quire.generator.diagnostics import Problems
from quire.generator.plan.consistency import refuse_own_fields
from quire.generator.plan.operations import Module
from quire.generator.plan.steps import plan as make_plan
from quire.generator.resolve.foreign import refuse_foreign
from quire.generator.resolve.library import Library, Unit
from quire.generator.resolve.references import resolve
from quire.generator.source import Source, Span
from quire.generator.targets.python.clashes import refuse_clashes
from quire.generator.targets.python.names import attribute
from quire.generator.targets.table import find_target
from quire.generator.targets.target import Setting
from quire.generator.types.check import check_types
from quire.generator.types.members import Asked
from quire.generator.types.model import Model
from quire.runtime.frozen import Frozen


class Options(Frozen):
    """What a user chooses for a run.

    Attributes:
        imports: Folders where imports that begin with `/` are looked for.
        overlays: Files that add keys to specs.
        opaque_types: Whether unknown types are somebody else's classes, where a spec does not say.
        auto_read: Whether an object reads itself when it is made.
        read_write: Whether objects are written as Kaitai's compiler has it.
        allow: The routines and opaque types that may run; None where nothing is run.
    """

    imports: Sequence[Path] = ()
    overlays: Sequence[Path] = ()
    opaque_types: bool = False
    auto_read: bool = True
    read_write: bool = False
    allow: frozenset[str] | None = None


DEFAULTS = Options()


def plan_spec(path: Path, problems: Problems, options: Options = DEFAULTS) -> Module | None:
    """The plan of a spec file; None, with the problems noted, if it makes no sense."""
    found = Problems()
    plans = plan_specs([path], found, options)
    problems.add(found)
    return plans[0] if plans and not found.failed else None


def plan_specs(
    paths: Sequence[Path], problems: Problems, options: Options = DEFAULTS
) -> list[Module]:
    """The plans of spec files and of all that they import; those that make no sense are left out.

    A plan is left out, too, when it imports one that is.
    """
    library = Library(options.imports, options.overlays)
    files = {file.resolve(): file for path in paths for file in library.closure(path)}
    for path in paths:
        for file in library.closure(path)[1:]:
            problems.imported(str(file), str(path))
    problems.add(library.without_spec())
    plans: dict[Path, Module] = {}
    namesakes = _namesakes(files.values(), library)
    for key, file in files.items():
        found = Problems()
        found.add(library.problems(file))
        if file in namesakes:
            found.add(namesakes[file])
        unit = library.unit(file)
        module = _plan(unit, library, options, found) if unit is not None else None
        problems.add(found)
        if module is not None:
            plans[key] = module
    return [
        plan
        for key, plan in plans.items()
        if all(file.resolve() in plans for file in library.closure(files[key]))
    ]


def _namesakes(files: Iterable[Path], library: Library) -> dict[Path, Problems]:
    """The specs that share their `meta/id`, and so would be one module, with that said of each."""
    alike: dict[str, dict[Path, Unit]] = {}
    for file in files:
        if (unit := library.unit(file)) is not None and not library.problems(file).failed:
            alike.setdefault(attribute(unit.id), {})[file] = unit
    found = {}
    for name, units in alike.items():
        for file, unit in units.items() if len(units) > 1 else ():
            others = " and ".join(f"`{other}`" for other in units if other != file)
            found[file] = Problems()
            found[file].error(
                "Q306",
                f"the module `{name}` would be made from this spec and from {others}",
                unit.spec.root.key,
                help="give each a `meta/id` of its own, or compile them one by one",
            )
    return found


def _plan(unit: Unit, library: Library, options: Options, problems: Problems) -> Module | None:
    model = check_unit(unit, library, options, problems)
    if model is None or problems.failed:
        return None
    file = unit.name
    try:
        return make_plan(
            model,
            # It stands in a comment, which ends with its line, as the name of a file need not do.
            file if file.isprintable() else ascii(file),
            unit.digest,
            auto_read=options.auto_read,
            read_write=options.read_write,
        )
    except RecursionError:
        _too_deep(unit, problems)
        return None


def check_unit(
    unit: Unit,
    library: Library,
    options: Options,
    problems: Problems,
    asked: list[Asked] | None = None,
) -> Model | None:
    """The typed model of a spec, even where problems were found; None if it is nested too deep.

    Where there are problems, what they are about has stand-ins, and no plan can be made of it. All
    expressions go to `asked`, if somebody wants to know what is in them.
    """
    imported = (library.unit(file) for file in library.closure(unit.path))
    specs = [other.spec for other in imported if other is not None and other is not unit]
    try:
        names = resolve(unit.spec, specs, problems, opaque_types=options.opaque_types)
        refuse_clashes(unit.spec, problems)
        model = check_types(names, problems, asked)
        if options.allow is not None:
            refuse_foreign(names, options.allow, problems)
        if options.read_write:
            refuse_own_fields(model, problems)
    except RecursionError:
        _too_deep(unit, problems)
        return None
    return model


def _too_deep(unit: Unit, problems: Problems) -> None:
    start = Span(Source(str(unit.path), ""), 1, 1, 1)
    problems.error("Q105", "types or values of the spec are nested too deep", start)


def emit_module(module: Module, version: str, package: str = "", opaque: str = "") -> str:
    """The Python text of a plan, made by some version of quire.

    Modules of other specs are imported from `package`, those of somebody else's types from
    `opaque`; "" is the top.
    """
    [text] = emit_files(module, Setting(version, package, opaque), Problems()).values()
    return text


def emit_files(
    module: Module, setting: Setting, problems: Problems, target: str = "python"
) -> dict[str, str]:
    """The files of a plan, by their names; what the target cannot express is noted."""
    return find_target(target).emit(module, setting, problems)
