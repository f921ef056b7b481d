"""`quire lsp`."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click

from quire.cli.target import import_options


@click.command("lsp")
@import_options
def command(imports: tuple[Path, ...], overlays: tuple[Path, ...], opaque_types: bool) -> None:
    """Answer an editor about specs while they are written: a language server.

    It speaks the Language Server Protocol over standard input and output, so editors start it.
    """
    from quire.generator.pipeline import Options

    try:
        from quire.lsp.features import make_server
    except ImportError:
        message = "the language server needs pygls: pip install 'quire[lsp]'"
        raise click.ClickException(message) from None
    options = Options([each.resolve() for each in imports], overlays, opaque_types)
    # The server closes what it writes to; the command flushes its own output afterwards.
    output = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    make_server(options).start_io(stdout=output)
