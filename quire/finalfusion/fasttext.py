"""fastText's models. The layout is `specs/fasttext.ksy`.

fastText keeps a row for each word and one for each bucket of n-grams; the vector of a word is the
mean of its row and those of its n-grams. Embeddings here hold the vectors.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from typing import Any, cast

import numpy as np

from quire.finalfusion.embeddings import Embeddings, expect_embeddings
from quire.finalfusion.matrix import Matrix, NdArray, original_rows, to_unit
from quire.finalfusion.metadata import Metadata
from quire.finalfusion.subword import FastTextIndexer
from quire.finalfusion.unpacking import unpacked
from quire.finalfusion.vocab import FastTextVocab, SimpleVocab, Vocab
from quire.finalfusion.words import Words, expect_words
from quire.generated.fasttext import Fasttext
from quire.kernels.services.ngrams import sum_rows
from quire.kernels.services.tables.parts import copied
from quire.progress import Progress, Tell, telling
from quire.runtime import FormatError, LimitError
from quire.runtime.errors import within
from quire.sources import Given, PathLike, Source

MAX_WORK = 1024
"""Steps of hashing for a byte of the file. Models take 20 or less; a long word whose n-grams may
be of any length would take years."""

WORDS = 4096
"""Words whose n-grams are held at a time."""

LOSSES = {
    Fasttext.Loss.hierarchical_softmax: "HierarchicalSoftmax",
    Fasttext.Loss.negative_sampling: "NegativeSampling",
    Fasttext.Loss.softmax: "Softmax",
    Fasttext.Loss.one_vs_all: "OneVsAll",
}
LOSS_NUMBERS = {name: number for number, name in LOSSES.items()}

MODELS = {
    Fasttext.Model.cbow: "CBOW",
    Fasttext.Model.skipgram: "SkipGram",
    Fasttext.Model.supervised: "Supervised",
}


TOLD_ALIKE = ("window_size", "epoch", "min_count", "lr_update_rate", "sampling_threshold")
"""What metadata and the model call by the same name, and may lack."""


def load_fasttext(
    file: Given | Source,
    lossy: bool = False,  # noqa: FBT001, FBT002  # as its users know it
    *,
    strict: bool = True,
    progress: Progress = None,
) -> Embeddings:
    """Read a model of fastText (`.bin`).

    The vectors of the words are those that fastText gives, scaled to unit length; their norms are
    kept. Rows of n-grams stay as they are. Labels of a supervised model are left out.

    Args:
        file: See `quire.open`; it may be compressed by gzip.
        lossy: Whether bytes that are not UTF-8 become U+FFFD; otherwise they are an error.
        strict: Whether n-grams are fastText's: `</s>` has none, and a boundary marker alone is
            none. Without it they are finalfusion's, which differ for `</s>`, and for all words if
            n-grams may have 1 character. A finalfusion file does not keep this: embeddings
            that are read from one follow finalfusion's rule.
        progress: Called with (words whose vectors are made of their n-grams, words in all).

    Returns:
        Embeddings with a `FastTextVocab`, or with a `SimpleVocab` if the model has no n-grams,
        and what the model says of its training as metadata.

    Raises:
        quire.FormatError: the file is cut off or contradicts itself, its matrix is quantised or
            its dictionary pruned, or a word is not UTF-8 or stands twice.
    """
    source = Source.of(file)
    with Fasttext.from_io(unpacked(source)) as record:
        _refuse_unsupported(record)
        words = _words(record)
        vocab = words.vocab(partial(_vocab, record.arguments, strict=strict), lossy=lossy)
        _expect_shape(record)
        # Any other matrix was refused.
        matrix = np.array(
            cast("Fasttext.Matrix", record.input).rows[: vocab.upper_bound], np.float32
        )
        size = record._io.size()
    if isinstance(vocab, FastTextVocab):
        _refuse_endless(words, vocab, size)
        with telling(progress, f"reading {source.name}", len(vocab)) as tell:
            _change_words(matrix, vocab, _to_means, tell)
    norms = to_unit(matrix[: len(vocab)])
    metadata = _metadata(record.arguments)
    return Embeddings(NdArray(matrix), vocab, norms, metadata, source.name)


# -- reading ---------------------------------------------------------------------------------


def _refuse_unsupported(record: Fasttext) -> None:
    dictionary = record.dictionary
    if dictionary.num_pruned > 0:
        expected = "a dictionary that is not pruned"
        raise record._wrong("dictionary.num_pruned", expected, dictionary.num_pruned)
    if record.is_quantized:
        expected = "a matrix that is not quantised"
        raise record._wrong("is_quantized", expected, record.is_quantized)


def _words(record: Fasttext) -> Words:
    count, entries = record.dictionary.num_words, record.dictionary.entries
    if not 0 <= count <= len(entries):
        expected = f"at most {len(entries)}, the entries"
        raise record._wrong("dictionary.num_words", expected, count)
    stored: Any = entries.column("word")[:count]
    words = Words(copied(stored), stored.starts, "fasttext", "dictionary.entries[{}].word")
    is_label = np.asarray(entries.column("kind"))[:count] != Fasttext.Kind.word
    if is_label.any():
        raise words.wrong(int(np.argmax(is_label)), "a word", "a label")
    return words


def _vocab(
    arguments: Fasttext.Arguments, words: Any, *, strict: bool
) -> SimpleVocab | FastTextVocab:
    # In fastText, too, the shortest n-grams have 1 character where the model says 0.
    buckets, min_n, max_n = arguments.num_buckets, max(arguments.min_n, 1), arguments.max_n
    if not buckets or min_n > max_n:
        return SimpleVocab(words)
    return FastTextVocab(words, FastTextIndexer(buckets, min_n, max_n, strict=strict))


def _expect_shape(record: Fasttext) -> None:
    rows = record.dictionary.num_words + record.arguments.num_buckets
    if record.input.num_rows != rows:
        expected = f"{rows}, the words and buckets"
        raise record._wrong("input.num_rows", expected, record.input.num_rows)
    if record.input.num_columns != record.arguments.dim:
        expected = f"{record.arguments.dim}, as `arguments.dim` is"
        raise record._wrong("input.num_columns", expected, record.input.num_columns)


def _refuse_endless(words: Words, vocab: FastTextVocab, size: int) -> None:
    """Refuse words so long that hashing their n-grams would not end."""
    lengths = words.stored.lengths + 2.0
    work = lengths * np.minimum(lengths, vocab.max_n) ** 2
    if work.sum() > MAX_WORK * size:
        number = int(np.argmax(work))
        expected = f"words whose n-grams of up to {vocab.max_n} characters can be hashed"
        path, offset = f"dictionary.entries[{number}].word", int(words.offsets[number])
        found = f"one of {words.stored.lengths[number]} bytes"
        raise LimitError(path, expected, found, offset=offset, format="fasttext")


def _metadata(arguments: Fasttext.Arguments) -> Metadata:
    """How the model was trained, in finalfusion's words."""
    given = {
        "dims": arguments.dim,
        "window_size": arguments.window_size,
        "epoch": arguments.epoch,
        "min_count": arguments.min_count,
        "ns": arguments.negatives,
        "word_ngrams": arguments.word_ngrams,
        "loss": LOSSES.get(arguments.loss, int(arguments.loss)),  # type: ignore[call-overload]  # or a number
        "model": MODELS.get(arguments.model, int(arguments.model)),  # type: ignore[call-overload]  # the same
        "buckets": arguments.num_buckets,
        "min_n": arguments.min_n,
        "max_n": arguments.max_n,
        "lr_update_rate": arguments.lr_update_rate,
        "sampling_threshold": arguments.sampling_threshold,
    }
    # Python's literals of these are TOML's.
    return Metadata.parse("".join(f"{name} = {value!r}\n" for name, value in given.items()))


# -- means -----------------------------------------------------------------------------------


def _to_means(rows: Matrix, sums: Matrix, counts: Matrix) -> Matrix:
    return (rows + sums) / counts


def _from_means(means: Matrix, sums: Matrix, counts: Matrix) -> Matrix:
    return means * counts - sums


def _change_words(
    matrix: Matrix,
    vocab: FastTextVocab,
    change: Callable[[Matrix, Matrix, Matrix], Matrix],
    tell: Tell,
) -> None:
    """Change the rows of words, in place, some at a time.

    By the sums of the rows of their n-grams, and how many rows that are with that of the word.
    """
    for start in range(0, len(vocab), WORDS):
        words = list(vocab.words[start : start + WORDS])
        with within("dictionary.entries", "fasttext"):
            flat, starts = vocab.subword_rows(words)
        sums = np.empty((len(words), matrix.shape[1]), np.float32)
        sum_rows(matrix, flat, starts, sums)
        counts = (np.diff(starts) + 1).astype(np.float32)[:, None]
        rows = slice(start, start + len(words))
        with np.errstate(all="ignore"):  # what is not finite stays so
            matrix[rows] = change(matrix[rows], sums, counts)
        tell(len(words))


# -- writing ---------------------------------------------------------------------------------


def write_fasttext(file: PathLike, embeddings: Embeddings, *, progress: Progress = None) -> None:
    """Write a model that fastText loads; the file appears whole or not at all.

    Vectors are multiplied by their norms. The rows of words are chosen so that fastText computes
    these vectors again, up to rounding, by the vocabulary's own rule of n-grams. What embeddings
    do not keep is missing: every word has the count 1, and the output matrix is zero, so the
    model cannot be trained further.

    Args:
        file: Its path.
        embeddings: With a `FastTextVocab` or a `SimpleVocab`. Metadata as `load_fasttext` gives
            them say how the model was trained; what they lack is -1. The model is never supervised.
        progress: Called with (words whose n-grams are taken out of their vectors, words in all).

    Raises:
        quire.FormatError: the vocabulary is another one, has no words, or a word with a NUL.
    """
    expect_embeddings(embeddings)
    vocab = embeddings.vocab
    if not isinstance(vocab, FastTextVocab | SimpleVocab):
        found = type(vocab).__name__
        raise FormatError("vocabulary", "a simple one, or fastText's", found, format="fasttext")
    expect_words(len(vocab), "fasttext")
    with telling(progress, f"writing {os.fspath(file)}", len(vocab)) as tell:
        matrix = _rows(embeddings, tell)
    Fasttext.build(
        arguments=_arguments(embeddings),
        dictionary=_dictionary(vocab),
        input=Fasttext.Matrix.build(rows=matrix),
        output=Fasttext.Matrix.build(rows=np.zeros((len(vocab), embeddings.dims), np.float32)),
    ).to_file(file)


def _rows(embeddings: Embeddings, tell: Tell) -> Matrix:
    """The rows of a model: as they were before they became means of unit length."""
    vocab, storage = embeddings.vocab, embeddings.storage
    matrix = np.empty(storage.shape, np.float32)
    for start, rows in original_rows(embeddings.storage, embeddings.norms, embeddings.n_words):
        matrix[start : start + len(rows)] = rows
    for start, rows in storage.blocks(len(vocab), len(matrix)):
        matrix[start : start + len(rows)] = rows
    if isinstance(vocab, FastTextVocab):
        _change_words(matrix, vocab, _from_means, tell)
    return matrix


def _dictionary(vocab: Vocab) -> Fasttext.Dictionary:
    count = len(vocab)
    entries = {
        "word": [word.encode() for word in vocab.words],
        "count": np.ones(count, np.int64),  # gensim leaves out words that never occur
        "kind": np.full(count, Fasttext.Kind.word),
    }
    return Fasttext.Dictionary.build(
        num_words=count, num_labels=0, num_tokens=count, num_pruned=-1, entries=entries
    )


def _arguments(embeddings: Embeddings) -> Fasttext.Arguments:
    """How the model was trained, as far as the metadata tell."""
    told: dict[str, Any] = embeddings.metadata or {}
    is_cbow = str(told.get("model")).lower() == "cbow"  # Rust's has small letters
    indexer = getattr(embeddings.vocab, "subword_indexer", None)
    return Fasttext.Arguments.build(
        dim=embeddings.dims,
        negatives=told.get("ns", told.get("neg", -1)),  # that of Python, that of Rust
        word_ngrams=told.get("word_ngrams", 1),
        loss=LOSS_NUMBERS.get(str(told.get("loss")), Fasttext.Loss.softmax),
        # fastText crashes when it asks a supervised model for labels and there are none.
        model=Fasttext.Model.cbow if is_cbow else Fasttext.Model.skipgram,
        num_buckets=indexer.n_buckets if indexer else 0,
        min_n=indexer.min_n if indexer else 0,
        max_n=indexer.max_n if indexer else 0,
        **{name: told.get(name, -1) for name in TOLD_ALIKE},
    )
