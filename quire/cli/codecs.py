"""`quire codecs`."""

from __future__ import annotations

import click

from quire.cli.output import as_json, show
from quire.kernels.engine.matrix import Entry, matrix, reading
from quire.kernels.engine.registry import of_packages


@click.command("codecs")
@as_json
def command(as_json: bool) -> None:  # a command-line flag
    """List the codecs, and which kernels can run here."""
    others, refused = of_packages()
    entries = [*matrix(others), reading()]
    show(
        [_plain(entry) for entry in entries],
        as_json=as_json,
        text=lambda: "\n".join(map(_line, entries)),
    )
    for reason in refused:
        click.echo(reason, err=True)


def _plain(entry: Entry) -> dict[str, object]:
    return entry._asdict()


def _line(entry: Entry) -> str:
    mark = "*" if entry.chosen else " "
    where = f"{entry.codec:10} {entry.operation:7} {entry.device:5} {entry.backend:10}"
    return f"{mark} {where} {'ready' if entry.usable else entry.reason}"
