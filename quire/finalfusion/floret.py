"""floret's embeddings as text: rows of hashed n-grams, and no words."""

from __future__ import annotations

import os

from quire.finalfusion.embeddings import Embeddings, expect_embeddings
from quire.finalfusion.lines import Lines
from quire.finalfusion.matrix import NdArray
from quire.finalfusion.subword import FloretIndexer
from quire.finalfusion.vocab import FloretVocab
from quire.finalfusion.words import WHITE_SPACE
from quire.kernels.services.decimals import format_rows
from quire.progress import Progress, telling
from quire.runtime import FormatError
from quire.sources import Given, PathLike, Source
from quire.storage.atomic import atomic_file

HEADER = "buckets dim minn maxn hashes seed bow eow"


def load_floret(file: Given | Source, *, progress: Progress = None) -> Embeddings:
    """Read a table that floret wrote: a header, then a line for each bucket, in order.

    Rows stay as they are. The vector of a word is the direction of the sum of its rows, where
    floret has their mean.

    Args:
        file: See `quire.open`; it may be compressed by gzip.
        progress: Called with (lines read, lines in all).

    Raises:
        quire.FormatError: the header has impossible values, or a line has no number of its row, or
            not as many values as the header says.
    """
    source = Source.of(file)
    with Lines(source, "floret") as lines:
        columns, indexer = _header(lines)
        lines.skip()
        words, matrix = lines.vectors(indexer.upper_bound, columns, progress)
    for number, stored in enumerate(words.stored):  # rows are numbered from 0 on
        if stored != b"%d" % number:
            raise words.wrong(number, f"row {number}", repr(stored[:40]))
    return Embeddings(NdArray(matrix), FloretVocab(indexer), origin=source.name)


def _header(lines: Lines) -> tuple[int, FloretIndexer]:
    """Columns, and what gives the rows."""
    (buckets, columns, min_n, max_n, hashes, seed), markers = lines.header(6, HEADER)
    lines.expect_room(buckets, columns)
    if seed >= 1 << 32:
        raise lines.wrong(f"a seed of at most {(1 << 32) - 1}", seed)
    try:
        begin, end = (each.decode() for each in markers)
        return columns, FloretIndexer(buckets, min_n, max_n, hashes, seed, begin, end)
    except UnicodeDecodeError as error:
        raise lines.wrong("markers in UTF-8", error.reason) from error
    except FormatError as error:
        raise lines.wrong(f"`{error.path}`: {error.expected}", error.found) from error


def write_floret(file: PathLike, embeddings: Embeddings, *, progress: Progress = None) -> None:
    """Write a table as floret does; the file appears whole or not at all.

    Args:
        file: Its path.
        embeddings: With a `FloretVocab`.
        progress: Called with (lines written, lines in all).

    Raises:
        quire.FormatError: the vocabulary is not floret's, or its markers have white space.
    """
    expect_embeddings(embeddings)
    vocab = embeddings.vocab
    if not isinstance(vocab, FloretVocab):
        raise FormatError("vocabulary", "floret's", type(vocab).__name__, format="floret")
    header = _header_of(vocab.subword_indexer, embeddings.dims)
    count = vocab.upper_bound
    telling_rows = telling(progress, f"writing {os.fspath(file)}", count)
    with atomic_file(file) as target, telling_rows as tell:
        target.write(header)
        for start, rows in embeddings.storage.blocks(0, count):
            for number, values in enumerate(format_rows(rows), start):
                target.write(b"%d %b \n" % (number, values))
            tell(len(rows))


def _header_of(indexer: FloretIndexer, columns: int) -> bytes:
    markers = indexer.begin, indexer.end
    for marker in markers:
        if not marker or WHITE_SPACE.search(marker):
            expected = "a marker without white space"
            raise FormatError("header", expected, repr(marker), format="floret")
    numbers = indexer.upper_bound, columns, indexer.min_n, indexer.max_n, indexer.n_hashes
    return " ".join(map(str, (*numbers, indexer.seed, *markers))).encode() + b"\n"
