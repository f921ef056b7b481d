"""`quire similar FILE [WORD...]`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

from quire.cli.words import Answer, count_option, embeddings_options, queries, show_answers
from quire.finalfusion import Embeddings


@click.command("similar")
@embeddings_options
@click.argument("words", metavar="[WORD]...", nargs=-1)
@count_option
def command(
    file: Path, words: tuple[str, ...], count: int, source_format: str | None, as_json: bool
) -> None:
    """Print the words that are nearest to each WORD, the nearest first.

    FILE has word embeddings of any format. Without WORD, each line of standard input is one.
    """

    def look(embeddings: Embeddings) -> Iterator[Answer]:
        for word in queries(words):
            yield word, embeddings.word_similarity(word, count)

    show_answers(file, source_format, look, as_json=as_json)
