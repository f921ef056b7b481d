"""`quire fixtures SPEC -o DIR`."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import click

from quire.cli.target import class_named, import_options
from quire.storage.atomic import write_files


@click.command("fixtures")
@click.argument("spec")
@click.option(
    "-o", "--output", required=True, type=click.Path(file_okay=False, path_type=Path),
    help="Folder for the files; it must be empty, or not be there yet.",
)  # fmt: skip  # laid out as a table
@click.option(
    "-n", "number", type=click.IntRange(min=1), default=10, show_default=True,
    help="How many valid files, and how many broken ones.",
)  # fmt: skip  # laid out as a table
@click.option("--seed", type=int, default=0, show_default=True, help="What decides which ones.")
@click.option("--broken", is_flag=True, help="Broken files, too.")
@click.option(
    "--evil", is_flag=True,
    help="Valid files with values at which parsers break: bounds, odd floats, long texts.",
)  # fmt: skip  # laid out as a table
@click.option(
    "--larger", type=click.IntRange(min=1), default=1, metavar="TIMES",
    help="How many times as many bytes valid files have where the spec does not say how many.",
)  # fmt: skip  # laid out as a table
@click.option(
    "--branches", type=click.IntRange(min=1, max=4), metavar="DEPTH",
    help="As many files as it takes for all branches of the spec, and so many of them together.",
)  # fmt: skip  # laid out as a table
@import_options
def command(
    spec: str,
    output: Path,
    number: int,
    seed: int,
    broken: bool,
    evil: bool,
    larger: int,
    branches: int | None,
    **compiling: Any,
) -> None:
    """Make files of SPEC, a spec or the name of a format: valid ones, and broken ones.

    `manifest.json` describes each file, and says which error a reader must report for a broken one.
    """
    from quire.testing import Refused
    from quire.testing.fixtures import Fixtures

    if output.exists() and any(output.iterdir()):
        message = f"{output} is not empty: name another folder"
        raise click.UsageError(message)
    kind = class_named(spec, **compiling)
    maker = Fixtures(kind, seed, branches or 0, evil, larger)
    try:
        valid = maker.valid(number)
    except (Refused, TypeError) as error:
        click.echo(f"no files of {spec} can be made: {error}", err=True)
        sys.exit(1)
    files: list[dict[str, Any]] = []
    stored: dict[str, bytes] = {}
    for i, each in enumerate(valid):
        files.append({"file": _name("valid", i), "valid": True, "validates": each.validates})
        stored[files[-1]["file"]] = each.data
    for i, (base, bad) in enumerate(maker.broken(valid, number) if broken else ()):
        files.append({"file": _name("broken", i), "valid": False, "of": _name("valid", base)})
        told = ("what", "changed", "error", "path", "offset", "by")
        files[-1] |= {name: getattr(bad, name) for name in told}
        stored[files[-1]["file"]] = bad.data
    manifest: dict[str, Any] = {"spec": spec, "seed": seed, "files": files}
    if branches:
        manifest["branches"] = sorted(" > ".join(way) for way in maker.taken)
        manifest["not_reached"] = maker.not_taken()
    stored["manifest.json"] = (json.dumps(manifest, indent=2) + "\n").encode()
    write_files(output, stored)
    click.echo(f"{len(valid)} valid and {len(files) - len(valid)} broken files in {output}")
    if branches and manifest["not_reached"]:
        missing = len(manifest["not_reached"])
        click.echo(f"{missing} branches were not reached: see manifest.json", err=True)


def _name(what: str, number: int) -> str:
    return f"{what}-{number:05}.bin"
