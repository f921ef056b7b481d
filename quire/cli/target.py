"""Which class reads a file: that of a known format, or one compiled from a spec that is named."""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Any

import click

from quire.cli.inputs import Source
from quire.formats import FORMATS, Format, SeveralFormats, find_format, shelves, troubles


def import_options(command: Callable[..., None]) -> Callable[..., None]:
    """The options of commands that compile specs: imports, overlays, and what is opaque."""
    folders = click.option(
        "-I",
        "--import-path",
        "imports",
        multiple=True,
        type=click.Path(file_okay=False, path_type=Path),
        help="Folder of the imports that begin with `/`; may be given several times.",
    )
    overlays = click.option(
        "--with",
        "overlays",
        multiple=True,
        type=click.Path(exists=True, dir_okay=False, path_type=Path),
        help="Overlay that adds keys to a spec; may be given several times.",
    )
    opaque = click.option(
        "--opaque-types/--no-opaque-types",
        default=False,
        help="Types that no spec defines are classes in modules of the same name.",
    )
    return folders(overlays(opaque(command)))


def spec_options(command: Callable[..., None]) -> Callable[..., None]:
    """The options of commands that read files: the spec of theirs, how it is compiled and run."""
    spec = click.option(
        "--spec",
        type=click.Path(exists=True, dir_okay=False, path_type=Path),
        help="The spec that describes FILE; otherwise its format is found from its first bytes.",
    )
    allow = click.option(
        "--allow",
        multiple=True,
        metavar="NAME",
        help="Routine or opaque type of the spec that may be imported and run; may be given "
        "several times.",
    )
    return spec(import_options(allow(command)))


def record_class(spec: Path | None, **compiling: Any) -> Callable[[Source], Any]:
    """What tells the class that reads a file; exits with status 1 if the spec is bad.

    Args:
        spec: What describes the files; None for known formats.
        compiling: The values of the other `spec_options`.
    """
    if spec is None:
        kinds: dict[Format, Any] = {}

        def known_class(source: Source) -> Any:
            known = known_format(source)
            if known not in kinds:
                compiled = known.spec and _compiled_class(known.spec, **compiling)
                kinds[known] = compiled or known.record_class()
            return kinds[known]

        return known_class
    kind = _compiled_class(spec, **compiling)
    return lambda _source: kind


def class_named(name: str, **compiling: Any) -> Any:
    """The class of a spec, or of a format or a spec of quire's own by its name.

    Exits with status 1 if the spec is bad, with 2 if nothing is called so.
    """
    path = Path(name)
    if path.is_file():
        return _compiled_class(path, **compiling)
    for shelf in shelves():
        for known in shelf:
            if known.name == name and known.spec is not None:
                return _compiled_class(known.spec, **compiling)
            if known.name == name:
                return known.generated()
    shipped = (Path(each.name) for each in files("quire.specs").iterdir())
    own = {path.stem for path in shipped if path.suffix == ".ksy"}
    if name in own:  # parts of a format have no face, but a class
        return Format(name, name, (), ()).generated()
    names = ", ".join(sorted(own.union(known.name for known in FORMATS)))
    message = f"{name} is no spec, and none of the formats {names}"
    raise click.UsageError(message)


def _compiled_class(spec: Path, **compiling: Any) -> Any:
    from quire.cli.output import show_problems
    from quire.generator.diagnostics import SpecError
    from quire.importing import compile_spec  # the compiler takes time to import

    try:
        module = compile_spec(spec, **compiling)
    except SpecError as error:
        show_problems(error.problems)
        sys.exit(1)
    except ImportError as error:
        message = f"--allow: {error}"
        raise click.UsageError(message) from None
    kind = getattr(module, module.__all__[0])
    if kind._params:
        message = f"{spec} has parameters ({', '.join(kind._params)}), which only Python can give"
        raise click.UsageError(message)
    return kind


def known_format(source: Source, advice: str = "name its spec with --spec") -> Format:
    """The format of a file; exits with status 2 if none is known."""
    try:
        found = find_format(source.path)
    except SeveralFormats as error:
        message = f"{source.name} may be of {error}; {advice}"
        raise click.UsageError(message) from None
    if found is None:
        known = ", ".join(known.name for known in FORMATS)
        what = f"is of no known format ({known})" if source.path.stat().st_size else "has no bytes"
        lines = [f"{source.name} {what}; {advice}", *troubles()]
        raise click.UsageError("\n".join(lines))
    return found
