"""`quire convert SOURCE TARGET`."""

from __future__ import annotations

from pathlib import Path

import click

from quire.cli.output import as_json, bad_input, show_written
from quire.finalfusion.conversion import FORMATS, EmbeddingFormat, Loading, by_extension, find
from quire.finalfusion.embeddings import Embeddings
from quire.finalfusion.quantize import Quantizer, quantize
from quire.progress import Progress

SHOWN: Progress = True
"""A terminal is told how far reading and writing have come."""

format_name = click.Choice(list(FORMATS))


@click.command("convert")
@click.argument("source", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.argument("target", type=click.Path(dir_okay=False, path_type=Path))
@click.option(
    "--from",
    "source_format",
    type=format_name,
    help="The format of SOURCE; by default it is found from its content.",
)
@click.option(
    "--to",
    "target_format",
    type=format_name,
    help="The format of TARGET; by default its extension tells.",
)
@click.option("--lossy", is_flag=True, help="Bytes in words that are not UTF-8 become U+FFFD.")
@click.option(
    "--strict/--no-strict",
    default=True,
    show_default=True,
    help="N-grams of a model of fastText follow its own rule, or finalfusion's.",
)
@click.option("--blanks", is_flag=True, help="Words of a text may have white space in them.")
@click.option("--skip", is_flag=True, help="Leave out words that the target has no place for.")
@click.option(
    "--explicit",
    is_flag=True,
    help="List the n-grams of the words, instead of hashing them into buckets (finalfusion).",
)
@click.option(
    "--quantize",
    "parts",
    type=click.IntRange(min=1),
    help="Quantise rows to so many codes, a divisor of the dimensions (finalfusion; takes faiss).",
)
@click.option("--bits", type=click.IntRange(1, 8), default=8, show_default=True, help="Of a code.")
@click.option("--opq", is_flag=True, help="Train a rotation, too, which makes codes nearer.")
@as_json
def command(
    source: Path,
    target: Path,
    source_format: str | None,
    target_format: str | None,
    lossy: bool,
    strict: bool,
    blanks: bool,
    skip: bool,
    explicit: bool,
    parts: int | None,
    bits: int,
    opq: bool,
    as_json: bool,
) -> None:  # the command line's own
    """Convert embeddings from one format to another.

    Vectors of words are kept with their norms; the formats of word2vec and text have no n-grams.
    """
    writer = _writer(target, target_format)
    reader = _reader(source, source_format)
    for option, is_given, lacks in (
        ("--quantize", parts is not None, "quantised rows"),
        ("--explicit", explicit, "lists of n-grams"),
    ):
        if is_given and writer.name != "finalfusion":
            message = f"{option} is for finalfusion: {writer.name} has no {lacks}"
            raise click.UsageError(message)
    with bad_input(str(source), as_json=as_json):
        embeddings, left = reader.load(source, Loading(lossy, strict, blanks), SHOWN), 0
        if skip:
            embeddings, left = writer.selected(embeddings)
        if explicit:
            embeddings = _explicit(embeddings)
        if parts is not None:
            embeddings = quantize(embeddings, Quantizer(parts, bits=bits, optimized=opq))
        writer.write(target, embeddings, SHOWN)
    found = {
        "file": str(target),
        "from": reader.name,
        "to": writer.name,
        "words": embeddings.n_words,
        "skipped": left,
        "dims": embeddings.dims,
        "bytes": target.stat().st_size,
    }
    show_written(
        target,
        found,
        as_json=as_json,
        text=lambda: (
            f"{target}: {writer.name}, {found['words']} words in {found['dims']} dimensions, "
            f"{found['bytes']} bytes" + (f"; {left} words left out" if left else "")
        ),
    )


def _explicit(embeddings: Embeddings) -> Embeddings:
    try:
        return embeddings.bucket_to_explicit()
    except TypeError as error:  # a file of another kind was given
        raise ValueError(f"--explicit: {error}") from error


def _writer(target: Path, name: str | None) -> EmbeddingFormat:
    if name is not None:
        return FORMATS[name]
    try:
        return by_extension(target)
    except ValueError as error:
        raise click.UsageError(f"{error} (--to)") from error


def _reader(source: Path, name: str | None) -> EmbeddingFormat:
    found = FORMATS[name] if name is not None else find(source)
    if found is None:
        known = ", ".join(FORMATS)
        raise click.UsageError(
            f"{source} is not in a known format; name its format with --from: {known}"
        )
    return found
