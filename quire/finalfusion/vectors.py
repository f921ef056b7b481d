"""Vectors of words, known or not, and what is near to them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Any

import numpy as np
import numpy.typing as npt

from quire.finalfusion.matrix import FLOAT32, NdArray, Norms, Storage, expect_kept, to_unit
from quire.finalfusion.similarity import SimilarityResult, nearest
from quire.finalfusion.vocab import Vocab
from quire.kernels.backends.arrays import given_numbers, refuse_overflow
from quire.kernels.engine.given import expect_a, expect_list, to_fill, whole_number
from quire.kernels.services.ngrams import sum_rows
from quire.runtime import FormatError

Vector = npt.NDArray[np.float32]


class WordVectors:
    """A vocabulary, and a storage with a row for each of its words and n-grams: `Embeddings`."""

    def __init__(
        self, storage: Storage | Vector, vocab: Vocab, norms: Vector | None = None
    ) -> None:
        expect_a(Vocab, vocab, "vocab")
        storage = storage if isinstance(storage, Storage) else NdArray(storage)
        if isinstance(storage, NdArray):
            expect_kept(storage, 2, FLOAT32, "float32 array")
        if storage.shape[0] != vocab.upper_bound:
            expected = f"{vocab.upper_bound} rows, as the vocabulary has"
            raise FormatError("storage", expected, f"{storage.shape[0]}")
        self._storage, self._vocab = storage, vocab
        # Without the class of a storage in between, which costs as much as finding the word.
        self._rows: Any = storage.view(np.ndarray) if isinstance(storage, NdArray) else storage
        self._row_of = vocab.row_of
        self.norms = norms

    @property
    def storage(self) -> Storage:
        """The rows; other rows make other embeddings."""
        return self._storage

    @property
    def vocab(self) -> Vocab:
        """Which row is whose; another vocabulary makes other embeddings."""
        return self._vocab

    @property
    def norms(self) -> Norms | None:
        """Norms of the words, or None."""
        return self._norms

    @norms.setter
    def norms(self, norms: Vector | None) -> None:
        norms = norms if norms is None or isinstance(norms, Norms) else Norms(norms)
        if norms is not None and len(norms) != len(self.vocab):
            expected = f"{len(self.vocab)} norms, as there are words"
            raise FormatError("norms", expected, f"{len(norms)}")
        self._norms = norms

    @property
    def dims(self) -> int:
        """Dimensions of a vector."""
        return self.storage.shape[1]

    @property
    def n_words(self) -> int:
        """Known words."""
        return len(self.vocab)

    # -- lookup ------------------------------------------------------------------------------

    def __contains__(self, word: object) -> bool:
        return word in self.vocab

    def __getitem__(self, word: object) -> Vector:
        found = self.embedding(word) if isinstance(word, str) else None
        if found is None:
            raise KeyError(word)
        return found

    def __len__(self) -> int:
        return self.n_words

    def __iter__(self) -> Iterator[tuple[Any, ...]]:
        blocks = (block for _, block in self.storage.blocks(0, len(self.vocab)))
        rows = chain.from_iterable(blocks)
        norms = () if self._norms is None else (self._norms,)
        return zip(self.vocab.words, rows, *norms, strict=True)

    def embedding(
        self, word: str, out: Vector | None = None, default: Vector | None = None
    ) -> Vector | None:
        """The vector of a word: its row, or the direction of the sum of those of its n-grams.

        Args:
            word: Known or not.
            out: (dims,) float32, to be filled and returned.
            default: What is returned if there is no vector, or put into `out`.

        Returns:
            (dims,) float32. That of a known word may be a view of the storage.
        """
        row = self._row(word)
        if row >= 0:
            vector: Vector | None = self._rows[row]
        else:
            found = self._made(word)
            vector = default if found is None else found[0]
        return vector if out is None or vector is None else _filled(out, vector)

    def embedding_with_norm(
        self, word: str, out: Vector | None = None, default: tuple[Vector, float] | None = None
    ) -> tuple[Vector, float] | None:
        """The vector of a word, and its norm.

        Args:
            word: Known or not. The norm of one that is not is that of the sum of its n-grams.
            out: (dims,) float32, to be filled.
            default: What is returned if there is no vector.

        Raises:
            TypeError: there are no norms.
        """
        if self._norms is None:
            raise TypeError("these embeddings have no norms")
        row = self._row(word)
        found = self._made(word) if row < 0 else (self._rows[row], float(self._norms[row]))
        if found is None:
            found = default
        return found if out is None or found is None else (_filled(out, found[0]), found[1])

    def _row(self, word: str) -> int:
        """The row of a known word; -1 for any other."""
        try:
            return self._row_of(word)
        except AttributeError:
            raise TypeError(f"word: expected a text, found {type(word).__name__}") from None

    def _made(self, word: str) -> tuple[Vector, float] | None:
        """The direction of the sum of the rows of a word's n-grams, and the norm of the sum."""
        flat, starts = self.vocab.subword_rows([word])
        if not flat.size:
            return None
        sums = np.empty((1, self.dims), np.float32)
        vector: Vector = sums[0]
        with np.errstate(all="ignore"):  # what is too large is infinite
            self._add_up(flat, starts, sums)
            norm = math.sqrt(vector.dot(vector))
            if norm:
                vector /= norm
        return vector, norm

    def embeddings(
        self,
        words: Sequence[str],
        out: npt.NDArray[np.float32] | None = None,
        default: float | Vector | None = None,
    ) -> npt.NDArray[np.float32]:
        """The vectors of many words at once.

        Args:
            words: Known or not, as often as one likes.
            out: (words, dims) float32, C-contiguous, to be filled and returned.
            default: What rows of words without a vector are filled with: a number or a vector.

        Returns:
            (words, dims) float32.

        Raises:
            KeyError: a word has no vector, and there is no `default`.
        """
        expect_list(words, "words", "words")
        out = to_fill(out, (len(words), self.dims), np.dtype(np.float32))
        rows = self.vocab.rows_of(words)
        known, others = np.flatnonzero(rows >= 0), np.flatnonzero(rows < 0)
        out[known] = self.storage.take(rows[known])
        if others.size:
            self._fill_others([words[i] for i in others.tolist()], others, out, default)
        return out

    def _fill_others(
        self, words: list[str], places: Any, out: npt.NDArray[np.float32], default: Any
    ) -> None:
        if default is not None:
            default = given_numbers(default, "default")
            if default.shape not in ((), (self.dims,)):
                expected = f"a number, or a vector of {self.dims} dimensions"
                raise ValueError(f"default: expected {expected}, found {default.shape}")
        flat, starts = self.vocab.subword_rows(words)
        missing = np.flatnonzero(starts[1:] == starts[:-1])
        if missing.size and default is None:
            raise KeyError(words[missing[0]])
        sums = np.empty((len(words), self.dims), np.float32)
        self._add_up(flat, starts, sums)
        to_unit(sums)
        sums[missing] = 0 if default is None else default
        out[places] = sums

    def _add_up(self, flat: Any, starts: Any, out: npt.NDArray[np.float32]) -> None:
        if isinstance(self.storage, NdArray):
            sum_rows(self.storage.view(np.ndarray), flat, starts, out)
            return
        rows, places = np.unique(flat, return_inverse=True)
        sum_rows(self.storage.take(rows), places.reshape(-1), starts, out)

    # -- what is near ------------------------------------------------------------------------

    def word_similarity(self, query: str, k: int = 10) -> list[SimilarityResult] | None:
        """The known words whose vectors have the greatest dot product with that of a word.

        That is the cosine where rows are unit vectors, as converted files have them.

        Args:
            query: The word, which is not among the results; known or not.
            k: How many at most.

        Returns:
            Sorted, the nearest first; None if the word has no vector.
        """
        vector = self.embedding(query)
        return None if vector is None else self._nearest(vector, k, (query,))

    def embedding_similarity(
        self, query: npt.ArrayLike, k: int = 10, skip: Iterable[str] | None = None
    ) -> list[SimilarityResult]:
        """The known words whose vectors have the greatest dot product with a vector.

        Args:
            query: (dims,), taken as it is.
            k: How many at most.
            skip: Words that are not among the results.

        Raises:
            ValueError: the query is no vector of numbers.
            TypeError: it has masked elements.
        """
        vector = given_numbers(query, "query")
        refuse_overflow(vector, "float32")
        return self._nearest(vector.astype(np.float32, copy=False), k, () if skip is None else skip)

    def analogy(
        self, word1: str, word2: str, word3: str, k: int = 1, skip: Iterable[str] | None = None
    ) -> list[SimilarityResult] | None:
        """What is to `word3` as `word2` is to `word1`: near to `word2 - word1 + word3`.

        Args:
            word1: Known or not, as the others.
            word2: What belongs to `word1`.
            word3: What the result belongs to, as `word2` does to `word1`.
            k: How many results at most.
            skip: Words that are not among the results; the three words if it is None.

        Returns:
            Sorted, the nearest first; None if one of the words has no vector.
        """
        words = (word1, word2, word3)
        vectors = [self.embedding(word) for word in words]
        first, second, third = vectors
        if first is None or second is None or third is None:
            return None
        query = (second - first + third)[None]
        to_unit(query)
        return self._nearest(query[0], k, words if skip is None else skip)

    def _nearest(self, query: Vector, k: int, skip: Iterable[str]) -> list[SimilarityResult]:
        if query.shape != (self.dims,):
            message = f"query: expected a vector of {self.dims} dimensions, found {query.shape}"
            raise ValueError(message)
        k = whole_number(k, "k")
        expect_list(skip, "skip", "words")
        rows = self.vocab.rows_of(list(skip))
        return nearest(self.storage, self.vocab.words, query, k, frozenset(rows.tolist()))


def _filled(out: Vector, vector: Vector) -> Vector:
    """What is given to be filled, with a vector in it, which numpy would put into each row."""
    expect_a(np.ndarray, out, "out")
    if out.shape != vector.shape:
        raise ValueError(f"out: expected shape {vector.shape}, found {out.shape}")
    np.copyto(out, vector, casting="same_kind")
    return out
