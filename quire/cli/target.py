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


Spec = Path | Format | None
"""What describes files: a spec, a format that is known by its name, or what their bytes tell."""


class _Spec(click.ParamType):  # type: ignore[type-arg]  # no class, before click 8.4
    """A spec, or the name of a format."""

    name = "spec"

    def convert(self, value: Any, param: Any, ctx: Any) -> Path | Format:
        path = Path(value)
        if path.is_file():
            return path
        if (found := _named(value)) is None:
            self.fail(f"'{value}' is not a file, and not one of the formats {_names()}", param, ctx)
        return found


def spec_option(command: Callable[..., None]) -> Callable[..., None]:
    """The option that names what describes files."""
    return click.option(
        "--spec",
        type=_Spec(),
        help="The spec that describes FILE, or the name of a format; otherwise its format is found "
        "from its first bytes.",
    )(command)


def spec_options(command: Callable[..., None]) -> Callable[..., None]:
    """The options of commands that read files: the spec of theirs, how it is compiled and run."""
    allow = click.option(
        "--allow",
        multiple=True,
        metavar="NAME",
        help="Routine or opaque type of the spec that may be imported and run; may be given "
        "several times.",
    )
    return spec_option(import_options(allow(command)))


def record_class(spec: Spec, **compiling: Any) -> Callable[[Source], Any]:
    """What tells the class that reads a file; exits with status 1 if the spec is bad.

    Args:
        spec: What describes the files; None for known formats.
        compiling: The values of the other `spec_options`.
    """
    if isinstance(spec, Path):
        kind = _compiled_class(spec, **compiling)
        return lambda _source: kind
    kinds: dict[Format, Any] = {}

    def known_class(source: Source) -> Any:
        known = known_format(source) if spec is None else spec
        if known not in kinds:
            compiled = known.spec and _compiled_class(known.spec, **compiling)
            kinds[known] = compiled or known.record_class()
        return kinds[known]

    return known_class


def class_named(name: str, **compiling: Any) -> Any:
    """The class of a spec, or of a format or a spec of quire's own by its name.

    Exits with status 1 if the spec is bad, with 2 if nothing is called so.
    """
    path = Path(name)
    if path.is_file():
        return _compiled_class(path, **compiling)
    if (found := _named(name)) is None:
        raise click.UsageError(
            f"{name} is not a file with a spec, and not one of the formats {_names()}"
        )
    if found.spec is not None:
        return _compiled_class(found.spec, **compiling)
    return found.generated()


def _named(name: str) -> Format | None:
    """The format that is called so; or what quire has a spec of, and is a part of formats."""
    known = next((each for shelf in shelves() for each in shelf if each.name == name), None)
    return Format(name, name, (), ()) if known is None and name in _own() else known


def spec_of(known: Format) -> Path:
    """The spec of a format."""
    return known.spec or Path(str(files("quire.specs") / f"{known.name}.ksy"))


def _names() -> str:
    """What formats are called."""
    return ", ".join(sorted(_own().union(known.name for known in FORMATS)))


def _own() -> set[str]:
    """What quire's own specs are called."""
    shipped = (Path(each.name) for each in files("quire.specs").iterdir())
    return {path.stem for path in shipped if path.suffix == ".ksy"}


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
        what = (
            f"is not in a known format ({known})" if source.path.stat().st_size else "has no bytes"
        )
        lines = [f"{source.name} {what}; {advice}", *troubles()]
        raise click.UsageError("\n".join(lines))
    return found
