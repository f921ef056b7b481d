"""When output has colours."""

from __future__ import annotations

import os
from typing import IO, Any

import click

colour_option = click.option(
    "--color",
    "colour",
    type=click.Choice(["auto", "always", "never"]),
    default="auto",
    help="Whether lines have colours; else on a terminal alone, and not if NO_COLOR is set.",
)
"""The option of commands whose output has colours."""


def in_colour(choice: str, stream: IO[Any] | None) -> bool:
    """Whether what is written to a stream has colours: as chosen, else on a terminal."""
    if choice != "auto":
        return choice == "always"
    is_dumb = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    return stream is not None and stream.isatty() and not is_dumb
