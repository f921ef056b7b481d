"""What the commands about words have in common: which embeddings, and which queries."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import click

from quire.cli.output import as_json, bad_input, show
from quire.finalfusion import Embeddings, SimilarityResult, load
from quire.finalfusion.conversion import FORMATS, Loading, find
from quire.progress import Progress

Answer = tuple[str, list[SimilarityResult] | None]
"""A query, and what was found; None if a word of it has no vector."""


def embeddings_options(command: Callable[..., None]) -> Callable[..., None]:
    """The file of a command about words, and what it needs to be read."""
    file = click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
    kind = click.option(
        "--from",
        "source_format",
        type=click.Choice(list(FORMATS)),
        help="The format of FILE; by default it is found from its content.",
    )
    return file(kind(as_json(command)))


def count_option(command: Callable[..., None]) -> Callable[..., None]:
    """How many words are wanted."""
    return click.option(
        "-k", "count", type=click.IntRange(min=1), default=10, show_default=True, help="How many."
    )(command)


def open_words(file: Path, name: str | None) -> Embeddings:
    """Embeddings of any format; those of finalfusion are mapped.

    Raises:
        FormatError: the file is damaged.
        ValueError: it is of no known format.
    """
    known = FORMATS[name] if name is not None else find(file)
    if known is None:
        names = ", ".join(FORMATS)
        raise ValueError(f"it is not in a known format; name its format with --from: {names}")
    if known.name == "finalfusion":
        return load(file, mmap=True)
    progress: Progress = True
    return known.load(file, Loading(), progress)


def queries(given: Sequence[str]) -> Iterator[str]:
    """The queries of the command line; without any, the lines of standard input."""
    lines: Iterable[str] = given or sys.stdin or ()
    return (line.strip() for line in lines if line.strip())


def show_answers(
    file: Path, name: str | None, look: Callable[[Embeddings], Iterable[Answer]], *, as_json: bool
) -> None:
    """Print what is found for each query; exits with status 1 if one has no vector."""
    missing = False
    with bad_input(str(file), as_json=as_json):
        data: list[dict[str, Any]] = []
        for query, found in look(open_words(file, name)):
            missing |= found is None
            if not as_json:
                _print(query, found)
            pairs = (
                None if found is None else [dict(zip(KEYS, pair, strict=True)) for pair in found]
            )
            data.append({"query": query, "found": pairs})
        if as_json:
            show(data, as_json=True, text=str)
    if missing:
        sys.exit(1)


KEYS = ("word", "similarity")


def _print(query: str, found: list[SimilarityResult] | None) -> None:
    if found is None:
        click.echo(f"{query}: no vector", err=True)
    if found:
        lines = [f"{result.word} {result.similarity:.6g}" for result in found]
        show(found, as_json=False, text=lambda: "\n".join(lines))
