"""`quire select FILE WORDS -o FILE`."""

from __future__ import annotations

from pathlib import Path
from typing import TextIO

import click

from quire.cli.output import bad_input, show_written
from quire.cli.words import embeddings_options, open_words


@click.command("select")
@embeddings_options
@click.argument("words", type=click.File(encoding="utf-8"))
@click.option(
    "-o",
    "--output",
    required=True,
    type=click.Path(dir_okay=False, path_type=Path),
    help="The finalfusion file.",
)
@click.option("--skip", is_flag=True, help="Leave out words without a vector.")
def command(
    file: Path,
    words: TextIO,
    output: Path,
    skip: bool,
    source_format: str | None,
    as_json: bool,
) -> None:
    """Write the vectors of some words alone, as a finalfusion file.

    FILE has word embeddings of any format; WORDS is a text with a word a line, `-` is standard
    input. A word that FILE does not know gets the vector of its n-grams, if there are any.
    """
    with bad_input(str(file), as_json=as_json):
        wanted = [line.strip() for line in words if line.strip()]
        embeddings = open_words(file, source_format)
        try:
            made = embeddings.select(wanted, skip_unknown=skip)
        except KeyError as error:
            raise ValueError(f"{error.args[0]!r} has no vector; --skip leaves it out") from None
        made.write(output)
    found = {"file": str(output), "words": made.n_words, "dims": made.dims}
    show_written(
        output,
        found,
        as_json=as_json,
        text=lambda: f"{output}: {made.n_words} words in {made.dims} dimensions",
    )
