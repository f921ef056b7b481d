"""`quire lsp`."""

from __future__ import annotations

import gc
import os
import sys
from pathlib import Path

import click

from quire.cli.target import import_options

GARBAGE = 1_000_000
"""Objects more than before at which the collector comes unasked."""


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
    # A spec is a hundred thousand objects, made anew while somebody types, and nearly all of them
    # go without a collector. The server asks for one when nobody waits.
    gc.freeze()
    gc.set_threshold(GARBAGE)
    options = Options([each.resolve() for each in imports], overlays, opaque_types)
    # The server closes what it writes to; the command flushes its own output afterwards.
    output = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    make_server(options).start_io(stdout=output)
