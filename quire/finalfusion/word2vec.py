"""word2vec's binary format. The layout is `specs/word2vec.ksy`."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from quire.finalfusion.embeddings import Embeddings, expect_embeddings
from quire.finalfusion.matrix import NdArray, original_rows, to_unit
from quire.finalfusion.unpacking import unpacked
from quire.finalfusion.vocab import SimpleVocab
from quire.finalfusion.words import Words, expect_words, unbroken
from quire.generated.word2vec import Word2vec
from quire.kernels.services.columns import Columns
from quire.kernels.services.tables.parts import Parts, copied
from quire.runtime import FormatError
from quire.runtime.writing.writer import Writer
from quire.sources import Given, PathLike, Source

Array = npt.NDArray[Any]

LINE_BREAK = ord("\n")


def load_word2vec(file: Given | Source, lossy: bool = False) -> Embeddings:  # noqa: FBT001, FBT002  # as its users know it
    """Read a file of word2vec, of gensim, or of another program, in the binary format.

    Vectors are scaled to unit length, their norms are kept; those that are zero stay so. Line
    breaks between a vector and the next word belong to neither.

    Args:
        file: See `quire.open`; it may be compressed by gzip.
        lossy: Whether bytes that are not UTF-8 become U+FFFD; otherwise they are an error.

    Raises:
        quire.FormatError: the file is cut off, has more than it says, or a word is not UTF-8 or
            stands twice.
    """
    source = Source.of(file)
    with Word2vec.from_io(unpacked(source)) as record:
        if tail := record.tail.strip():
            offset = record._io.size() - len(record.tail.lstrip())
            found = f"{len(tail)} bytes after them"
            expected = f"{record.num_words} words"
            raise FormatError("tail", expected, found, offset=offset, format="word2vec")
        words = _words(record.words.column("text"))
        vocab = words.vocab(SimpleVocab, lossy=lossy)
        matrix = np.ascontiguousarray(record.words.column("vector"), np.float32)
    norms = to_unit(matrix)
    return Embeddings(NdArray(matrix), vocab, norms, origin=source.name)


def _words(stored: Any) -> Words:
    """The words without the line breaks before them."""
    starts, lengths = stored.starts.copy(), stored.lengths.copy()
    broken = _broken(stored.buffer, starts, lengths)
    starts[broken] += 1
    lengths[broken] -= 1
    for row in _broken(stored.buffer, starts, lengths).tolist():  # hardly any has another
        word = bytes(stored.buffer[starts[row] : starts[row] + lengths[row]])
        more = len(word) - len(word.lstrip(b"\n"))
        starts[row] += more
        lengths[row] -= more
    words = Parts(stored.buffer, starts, lengths, "")
    return Words(copied(words), starts, "word2vec", "words[{}].text")


def _broken(buffer: Array, starts: Array, lengths: Array) -> Array:
    rows = np.flatnonzero(lengths)
    found: Array = rows[buffer[starts[rows]] == LINE_BREAK]
    return found


def write_word2vec(file: PathLike, embeddings: Embeddings) -> None:
    """Write the vectors of the known words; the file appears whole or not at all.

    Vectors are multiplied by their norms; after each there is a line break, as word2vec has it.

    Args:
        file: Its path.
        embeddings: Those of n-grams are left out.

    Raises:
        quire.FormatError: a word is empty or has white space in it, or there is none.
    """
    expect_embeddings(embeddings)
    expect_words(embeddings.n_words, "word2vec")
    words, columns = _Rows(embeddings), str(embeddings.dims)
    Word2vec.build(num_columns=columns, words=words, tail=b"\n").to_file(file)


class _Rows(Columns):
    """The words with their vectors, made when they are written, some at a time."""

    def __init__(self, embeddings: Embeddings) -> None:
        self._embeddings = embeddings
        self._record = Word2vec.Word(embeddings.dims)
        self.table = self._record._table()

    def __len__(self) -> int:
        return self._embeddings.n_words

    def write(self, io: Writer) -> None:
        embeddings = self._embeddings
        words = embeddings.vocab.words
        for start, rows in original_rows(embeddings.storage, embeddings.norms, embeddings.n_words):
            texts = unbroken(words[start : start + len(rows)], start, "word2vec")
            texts = [b"\n" + text if number else text for number, text in enumerate(texts, start)]
            io.put(Columns.of({"text": texts, "vector": rows}, self._record, "words").stored)
