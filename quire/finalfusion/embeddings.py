"""Embeddings: what they are made of, how they were made, and other forms of them."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from importlib import import_module
from typing import Any

import numpy as np

from quire.finalfusion.container import read_parts
from quire.finalfusion.io import write_chunks
from quire.finalfusion.matrix import NdArray, Norms, Storage, original_rows, to_unit
from quire.finalfusion.metadata import Metadata, StoredMetadata
from quire.finalfusion.quantized import QuantizedArray
from quire.finalfusion.vectors import Vector, WordVectors
from quire.finalfusion.vocab import BucketVocab, SimpleVocab, Vocab
from quire.kernels.engine.given import device_name, expect_a, expect_list, given_names
from quire.runtime import BackendUnavailable
from quire.sources import Given, Source


class Embeddings(WordVectors):
    """A vocabulary, a storage with a row for each of its words and n-grams, and what goes with it.

    Pickles and deep copies of a mapped file open it again; those of other embeddings hold all data.

    Args:
        storage: The rows.
        vocab: Which row is whose.
        norms: Norms that the vectors of the words had before they were normalised.
        metadata: How they were made.
        origin: Where they are from.

    Raises:
        quire.FormatError: storage or norms do not have as many rows as the vocabulary.
        TypeError: a plain storage is not float32, or there is no vocabulary; of methods, one word
            was given where a list of words belongs.
        ValueError: of methods, an `out`, a `default` or a query has another shape.
    """

    _metadata: Metadata | StoredMetadata | None

    def __init__(
        self,
        storage: Storage | Vector,
        vocab: Vocab,
        norms: Vector | None = None,
        metadata: dict[str, Any] | StoredMetadata | None = None,
        origin: str = "<memory>",
    ) -> None:
        super().__init__(storage, vocab, norms)
        self.metadata, self.origin = metadata, origin
        self._mapped: str | None = None

    def __reduce__(self) -> tuple[Any, ...]:
        state = {"_norms": self._norms, "_metadata": self._metadata}
        if self._mapped is not None:
            return load, (self._mapped, True), state
        return type(self), (self._storage, self._vocab, None, None, self.origin), state

    @property
    def metadata(self) -> Metadata | None:
        """How the embeddings were made, or None.

        Raises:
            quire.FormatError: what stands in the file is not TOML.
        """
        if isinstance(self._metadata, StoredMetadata):
            self._metadata = self._metadata.parsed()
        return self._metadata

    @metadata.setter
    def metadata(self, metadata: dict[str, Any] | StoredMetadata | None) -> None:
        if not (metadata is None or isinstance(metadata, Metadata | StoredMetadata)):
            expect_a(Mapping, metadata, "metadata")
            metadata = Metadata(metadata)
        self._metadata = metadata

    def set_mapped(self, path: str) -> None:
        """Have pickles and deep copies open a file again, of which the arrays are views."""
        self._mapped = path

    @property
    def metadata_text(self) -> str | None:
        """The metadata as they are stored: TOML, if they were written as they should."""
        if isinstance(self._metadata, Metadata):
            return self._metadata.dumps()
        return None if self._metadata is None else self._metadata.text

    def chunks(self) -> list[Metadata | Vocab | Storage | Norms]:
        """What is stored, in the order of the file."""
        parts = (self.metadata, self.vocab, self.storage, self.norms)
        return [part for part in parts if part is not None]

    def __repr__(self) -> str:
        kind = type(self.storage).__name__
        return f"<Embeddings: {self.n_words} words, {self.dims} dimensions, {kind}, {self.origin}>"

    # -- as something else -------------------------------------------------------------------

    def bucket_to_explicit(self) -> Embeddings:
        """The same with a list of the n-grams of the words, and rows for these alone.

        Metadata are left out: they would not say how these were made.

        Raises:
            TypeError: the n-grams are not hashed into buckets.
        """
        if not isinstance(self.vocab, BucketVocab):
            raise TypeError(f"expected hashed n-grams, found {type(self.vocab).__name__}")
        vocab, buckets = self.vocab.explicit()
        words = len(self.vocab)
        rows = np.concatenate([np.arange(words), words + buckets])
        storage = self.storage
        if isinstance(storage, QuantizedArray):
            return Embeddings(storage.picked(rows), vocab, self._norms)
        return Embeddings(NdArray(storage.take(rows)), vocab, self._norms)

    def select(self, words: Iterable[str], *, skip_unknown: bool = False) -> Embeddings:
        """Embeddings of some words alone, plain rows, each with the vector that it has here.

        Args:
            words: Known or not, as often as one likes: each counts once.
            skip_unknown: Whether words without a vector are left out.

        Raises:
            KeyError: a word has no vector.
        """
        expect_list(words, "words", "words")
        words = given_names(words, "words")
        found = {word: self._vector_and_norm(word) for word in dict.fromkeys(words)}
        unknown = [word for word, pair in found.items() if pair is None]
        if unknown and not skip_unknown:
            raise KeyError(unknown[0])
        pairs = {word: pair for word, pair in found.items() if pair is not None}
        rows = np.empty((len(pairs), self.dims), np.float32)
        for row, (vector, _) in enumerate(pairs.values()):
            rows[row] = vector
        norms = [norm for _, norm in pairs.values()]
        return Embeddings(
            NdArray(rows),
            SimpleVocab(list(pairs)),
            None if self._norms is None else Norms(np.array(norms, np.float32)),
        )

    def _vector_and_norm(self, word: str) -> tuple[Vector, float] | None:
        if self._norms is not None:
            return self.embedding_with_norm(word)
        vector = self.embedding(word)
        return None if vector is None else (vector, 1.0)

    def to_gensim(self) -> Any:
        """Gensim's `KeyedVectors` with the known words, their vectors times their norms.

        Raises:
            quire.BackendUnavailable: gensim is not installed.
        """
        words = list(self._vocab.words)
        models = installed("gensim.models", "to_gensim takes gensim", "gensim")
        vectors = models.KeyedVectors(self.dims, count=len(words), dtype=np.float32)
        vectors.index_to_key = words
        vectors.key_to_index = {word: row for row, word in enumerate(words)}
        for start, block in original_rows(self._storage, self._norms, len(words)):
            vectors.vectors[start : start + len(block)] = block
        return vectors

    @staticmethod
    def from_gensim(vectors: Any) -> Embeddings:
        """The words of gensim's `KeyedVectors`: unit vectors, with the norms that they had."""
        if not hasattr(vectors, "index_to_key"):
            found = type(vectors).__name__
            raise TypeError(f"vectors: expected KeyedVectors of gensim, found {found}")
        rows = np.array(vectors.vectors, np.float32)
        norms = to_unit(rows)
        return Embeddings(NdArray(rows), SimpleVocab(list(vectors.index_to_key)), norms)

    def to_torch(self, device: str = "cpu") -> Any:
        """All rows as a tensor, (rows, dims) float32.

        On the CPU it shares the memory of a storage that is not quantised; rows of a mapped file,
        which cannot be written to, are copied. Quantised rows are reconstructed on the device.

        Raises:
            quire.BackendUnavailable: torch is not installed, or there is no such device.
        """
        torch = installed("torch", "to_torch takes torch", "torch")
        if isinstance(self._storage, QuantizedArray):
            return self._storage.decode(device=device, framework="torch")
        rows = np.asarray(self._storage)
        where = device_name(device)
        return torch.from_numpy(rows if rows.flags.writeable else rows.copy()).to(where)

    def write(self, file: str | os.PathLike[str]) -> None:
        """Write a finalfusion file, which appears whole or not at all."""
        parts = (self._metadata, self._vocab, self._storage, self._norms)
        write_chunks(file, [part.record() for part in parts if part is not None])


def load(
    file: Given | Source,
    mmap: bool = False,  # noqa: FBT001, FBT002  # as its users know it
    *,
    storage_options: Mapping[str, Any] | None = None,
) -> Embeddings:
    """Read a finalfusion file.

    Args:
        file: Its path, or what else `quire.open` takes.
        mmap: Whether arrays are views of the mapped file, which cannot be written to; otherwise
            all of it is read into memory.
        storage_options: As of `quire.open`.

    Raises:
        quire.FormatError: it is no finalfusion file, or its parts do not fit together.
    """
    source = Source.of(file, storage_options)
    made = Embeddings(*read_parts(source, mmap=mmap), origin=source.name)
    if mmap and source.path is not None:
        made.set_mapped(source.path)
    return made


def save_finalfusion(target: str | os.PathLike[str], embeddings: Embeddings) -> None:
    """Write a finalfusion file, which appears whole or not at all; see `save_matrix` for an array.

    Args:
        target: Its path.
        embeddings: Words and rows.

    Raises:
        TypeError: `embeddings` is something else.
    """
    expect_embeddings(embeddings)
    embeddings.write(target)


def installed(module: str, who: str, extra: str) -> Any:
    """A module for those who use it; a BackendUnavailable if it is not installed."""
    try:
        return import_module(module)
    except ImportError as error:
        raise BackendUnavailable(f"{who} (pip install 'quire[{extra}]')") from error


def expect_embeddings(value: object) -> None:
    """Refuse to write something else; an array is something else, too."""
    if not isinstance(value, Embeddings):
        found = f"{type(value).__name__}; `save_matrix` takes arrays"
        raise TypeError(f"embeddings: expected Embeddings, found {found}")
