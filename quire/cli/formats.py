"""`quire formats`."""

from __future__ import annotations

import click

from quire.cli.output import as_json, show
from quire.formats import Format, shelves, troubles


@click.command("formats")
@as_json
def command(as_json: bool) -> None:  # a command-line flag
    """List the formats that files are recognised as, in the order in which they are looked for."""
    found = [known for shelf in shelves() for known in shelf]
    width = max(len(known.name) for known in found)
    lines = (_line(known, width) for known in found)
    show(list(map(_plain, found)), as_json=as_json, text=lambda: "\n".join(lines))
    for trouble in troubles():
        click.echo(trouble, err=True)


def _plain(known: Format) -> dict[str, object]:
    return {
        "format": known.name,
        "title": known.title,
        "extensions": list(known.extensions),
        "recognised": bool(known.starts),
        "spec": None if known.spec is None else str(known.spec),
    }


def _line(known: Format, width: int) -> str:
    usual = " ".join(known.extensions[:4]) + (" …" if known.extensions[4:] else "")
    where = "" if known.spec is None else f"  {known.spec}"
    return f"{known.name:{width}} {usual:22} {known.title}{where}"
