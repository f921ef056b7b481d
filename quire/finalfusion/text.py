"""Embeddings as text: GloVe's, and word2vec's with a first line that says how many there are."""

from __future__ import annotations

import os

from quire.finalfusion.embeddings import Embeddings, expect_embeddings
from quire.finalfusion.lines import Lines
from quire.finalfusion.matrix import NdArray, original_rows, to_unit
from quire.finalfusion.vocab import SimpleVocab
from quire.finalfusion.words import expect_words, unbroken
from quire.kernels.engine.given import expect_a
from quire.kernels.services.decimals import format_rows
from quire.progress import Progress, telling
from quire.sources import Given, PathLike, Source
from quire.storage.atomic import atomic_file

SEPARATORS = frozenset(" \t")


def load_text(
    file: Given | Source,
    lossy: bool = False,  # noqa: FBT001, FBT002  # as its users know it
    *,
    blanks: bool = False,
    progress: Progress = None,
) -> Embeddings:
    """Read embeddings as GloVe writes them: lines of a word and the values of its vector.

    ASCII white space separates them; other white space is part of a word. The first line says
    how many values a vector has. Vectors are scaled to unit length, their norms are kept;
    those that are zero stay so.

    Args:
        file: See `quire.open`; it may be compressed by gzip.
        lossy: Whether bytes that are not UTF-8 become U+FFFD; otherwise they are an error.
        blanks: Whether words may have white space in them, as some of GloVe's have: a line with
            more than the first ends with its vector. The first line has none.
        progress: Called with (lines read, lines in all).

    Raises:
        quire.FormatError: a line is not like the first, a value is no number, a word is not
            UTF-8 or stands twice. Lines count from 0.
    """
    source = Source.of(file)
    with Lines(source, "text", blanks=blanks) as lines:
        columns = lines.columns()
        if not columns:
            raise lines.wrong("a word and its vector", "no number")
        # A value takes two bytes at least: where lines are too many, one of them is too short.
        rows = min(lines.count(), lines.left() // (2 * columns) + 1)
        return _embeddings(source, lines, rows, columns, progress, lossy=lossy)


def load_text_dims(
    file: Given | Source,
    lossy: bool = False,  # noqa: FBT001, FBT002  # as its users know it
    *,
    blanks: bool = False,
    progress: Progress = None,
) -> Embeddings:
    """Read embeddings as word2vec writes them as text: a line `rows columns`, then as GloVe's.

    Args:
        file: See `quire.open`; it may be compressed by gzip.
        lossy: As of `load_text`.
        blanks: As of `load_text`, also in the first line of a vector.
        progress: As of `load_text`.

    Raises:
        quire.FormatError: as of `load_text`; or there are more or fewer lines than the first says.
    """
    source = Source.of(file)
    with Lines(source, "textdims", blanks=blanks) as lines:
        (rows, columns), _ = lines.header(2, "rows columns")
        lines.expect_room(rows, columns)
        lines.skip()
        return _embeddings(source, lines, rows, columns, progress, lossy=lossy)


def _embeddings(
    source: Source, lines: Lines, rows: int, columns: int, progress: Progress, *, lossy: bool
) -> Embeddings:
    words, matrix = lines.vectors(rows, columns, progress)
    vocab, norms = words.vocab(SimpleVocab, lossy=lossy), to_unit(matrix)
    return Embeddings(NdArray(matrix), vocab, norms, origin=source.name)


def write_text(
    file: PathLike, embeddings: Embeddings, sep: str = " ", *, progress: Progress = None
) -> None:
    """Write the vectors of the known words as GloVe does; the file appears whole or not at all.

    Vectors are multiplied by their norms. Values are written with the fewest digits that give
    them back.

    Args:
        file: Its path.
        embeddings: Those of n-grams are left out.
        sep: What stands between a word and its vector: blanks or tabs.
        progress: Called with (lines written, lines in all).

    Raises:
        quire.FormatError: a word is empty or has white space in it, or there is none.
        ValueError: `sep` is something else.
    """
    _write(file, embeddings, sep, b"", "text", progress)


def write_text_dims(
    file: PathLike, embeddings: Embeddings, sep: str = " ", *, progress: Progress = None
) -> None:
    """Write the same after a line `rows columns`; see `write_text`."""
    expect_embeddings(embeddings)
    header = b"%d %d\n" % (embeddings.n_words, embeddings.dims)
    _write(file, embeddings, sep, header, "textdims", progress)


def _write(
    file: PathLike, embeddings: Embeddings, sep: str, header: bytes, format: str, progress: Progress
) -> None:
    expect_embeddings(embeddings)
    expect_a(str, sep, "sep")
    if not sep or not SEPARATORS.issuperset(sep):
        raise ValueError(f"sep: expected blanks or tabs, found {sep!r}")
    expect_words(embeddings.n_words, format)
    between, all_words = sep.encode(), embeddings.vocab.words
    count = embeddings.n_words
    telling_rows = telling(progress, f"writing {os.fspath(file)}", count)
    with atomic_file(file) as target, telling_rows as tell:
        target.write(header)
        for start, rows in original_rows(embeddings.storage, embeddings.norms, count):
            words = unbroken(all_words[start : start + len(rows)], start, format)
            for word, values in zip(words, format_rows(rows), strict=True):
                target.write(b"%b%b%b\n" % (word, between, values))
            tell(len(rows))
