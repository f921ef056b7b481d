"""`quire fuzz SPEC...`."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import click

from quire.cli.target import class_named, import_options

if TYPE_CHECKING:
    from quire.testing.fuzzing import Engine, Target

FACE = "face-"
"""What the names of faces begin with here."""

_UNITS = {"": 1, "s": 1, "m": 60, "h": 3600}


def _seconds(_context: click.Context, _parameter: click.Parameter, value: str) -> float:
    """A number of seconds, of minutes or of hours."""
    match = re.fullmatch(r"(\d+(?:\.\d+)?)([smh]?)", value)
    if match is None:
        message = f"{value} is not a time: write 90, 90s, 5m or 1h"
        raise click.BadParameter(message)
    return float(match[1]) * _UNITS[match[2]]


@click.command("fuzz")
@click.argument("specs", metavar="SPEC...", nargs=-1, required=True)
@click.option(
    "--time", "seconds", metavar="TIME",
    callback=_seconds, default="60s", show_default=True,
    help="Processor time of each process, for all of them together: 90s, 5m, 1h.",
)  # fmt: skip  # laid out as a table
@click.option(
    "--corpus", type=click.Path(file_okay=False, path_type=Path),
    help="Folder where inputs and finds are kept, and taken up again the next time.",
)  # fmt: skip  # laid out as a table
@click.option("--jobs", type=click.IntRange(min=1), default=1, show_default=True, help="Processes.")
@click.option("--seed", type=int, default=0, show_default=True, help="What decides about changes.")
@import_options
def command(
    specs: tuple[str, ...],
    seconds: float,
    corpus: Path | None,
    jobs: int,
    seed: int,
    **compiling: Any,
) -> None:
    """Search for files at which readers and writers of SPEC, the compiler or the faces fail.

    SPEC is a spec, the name of a format or of a spec of quire's own, `compiler`, `face-NAME` for
    what quire has for the users of a format, or `faces` for all of these. Exit status 1: something
    was found.
    """
    if jobs > 1 and corpus is None:
        message = "--jobs: processes share what they find in a folder: name one with --corpus"
        raise click.UsageError(message)
    specs = tuple(_each(specs))
    kinds = [_kind(spec, compiling) for spec in specs]  # what is misspelt is told before any search
    found = False
    for spec, kind in zip(specs, kinds, strict=True):
        each = seconds / len(specs)
        if jobs == 1:
            found |= _search(spec, kind, each, corpus, seed)
            continue
        tasks = [(spec, compiling, each, corpus, seed + i) for i in range(jobs)]
        with get_context("spawn").Pool(jobs) as pool:
            found |= any(pool.starmap(_search_in_process, tasks))
    sys.exit(1 if found else 0)


def _each(specs: tuple[str, ...]) -> Iterator[str]:
    """What is fuzzed, one by one."""
    for spec in specs:
        if spec == "faces":
            from quire.cli.face_uses import USES

            yield from (FACE + name for name in USES)
        else:
            yield spec


def _kind(spec: str, compiling: dict[str, Any]) -> Any:
    """The class that is fuzzed, or of the files that are; None for the compiler."""
    if spec == "compiler":
        return None
    if spec.startswith(FACE):
        from quire.cli.face_uses import USES

        spec = spec.removeprefix(FACE)
        if spec not in USES:
            raise click.UsageError(f"{FACE}{spec}: after `{FACE}` give one of {', '.join(USES)}")
    return class_named(spec, **compiling)


def _search_in_process(spec: str, compiling: dict[str, Any], *how: Any) -> bool:
    """The same as `_search`, where the class has to be made first: no process can send it."""
    return _search(spec, _kind(spec, compiling), *how)


def _search(spec: str, kind: Any, seconds: float, corpus: Path | None, seed: int) -> bool:
    """Fuzz one of them; whether something was found."""
    with TemporaryDirectory(prefix="quire-fuzz-") as folder:
        target = _target(spec, kind, Path(folder))
        engine = _searched(target, seconds, corpus and corpus / target.name, Path(folder), seed)
    kept = corpus and corpus / target.name
    for find in engine.finds.by_stack.values():
        where = f", in {kept / 'finds' / find.name}.bin" if kept else ""
        click.echo(f"  {find.what}{where}\n    {find.data[:60]!r}")
    return bool(engine.finds.by_stack)


def _searched(target: Target, seconds: float, kept: Path | None, folder: Path, seed: int) -> Engine:
    """Search by atheris if it is there, else by quire's own loop."""
    from quire.testing.fuzzing import Engine, Report, by_atheris

    def tell(report: Report) -> None:
        if sys.stderr.isatty():
            click.echo(f"\r{target.name}: {report}", err=True, nl=False)

    if by_atheris.is_there():
        engine = by_atheris.search(target, kept or folder / "kept", seconds, seed)
        click.echo(f"{target.name}: {len(engine.finds.by_stack)} finds")
        return engine
    engine = Engine(target, kept, seed)
    click.echo(f"{target.name}: {engine.search(seconds, tell)}")
    return engine


def _target(spec: str, kind: Any, folder: Path) -> Target:
    from quire.testing.fuzzing import FaceTarget, RecordTarget, SpecTarget

    if kind is None:
        return SpecTarget(_compile, folder)
    if not spec.startswith(FACE):
        return RecordTarget(Path(spec).stem, kind)
    from quire.cli.face_samples import samples_of
    from quire.cli.face_uses import USES

    name = spec.removeprefix(FACE)
    return FaceTarget(name, kind, USES[name], folder, samples_of(name, folder))


def _compile(path: Path) -> None:
    """Compile a spec to a module and to a declaration of Construct.

    Raises:
        AssertionError: what quire has made of it is no Python.
    """
    from quire.compiler import compile_texts
    from quire.generator.diagnostics import Problems

    for target in ("python", "construct"):
        problems = Problems()
        compile_texts([path], problems, target=target)
        wrong = [each for each in problems.sorted() if each.code == "Q902"]
        if wrong:
            raise AssertionError(wrong[0].message)
