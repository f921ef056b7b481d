"""`quire analogy FILE [A B C]`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

from quire.cli.words import Answer, count_option, embeddings_options, queries, show_answers
from quire.finalfusion import Embeddings


@click.command("analogy")
@embeddings_options
@click.argument("words", metavar="[A B C]", nargs=-1)
@count_option
@click.option(
    "--include",
    type=click.Choice(["a", "b", "c"]),
    multiple=True,
    help="A word of the query that may be an answer; may be given several times.",
)
def command(
    file: Path,
    words: tuple[str, ...],
    count: int,
    include: tuple[str, ...],
    source_format: str | None,
    as_json: bool,
) -> None:
    """Print what is to C as B is to A, the nearest first.

    FILE has word embeddings of any format. Without A, B and C, each line of standard input has
    three words.
    """
    if len(words) not in (0, 3):
        raise click.UsageError(f"expected three words, found {len(words)}")

    def look(embeddings: Embeddings) -> Iterator[Answer]:
        for query in queries([" ".join(words)] if words else []):
            parts = query.split() if not words else list(words)
            if len(parts) != 3:
                raise ValueError(f"expected three words in a line, found {query!r}")
            skip = [word for name, word in zip("abc", parts, strict=True) if name not in include]
            yield query, embeddings.analogy(parts[0], parts[1], parts[2], count, skip)

    show_answers(file, source_format, look, as_json=as_json)
