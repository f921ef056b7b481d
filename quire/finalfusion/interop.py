"""Embeddings as objects of other libraries, and back."""

from __future__ import annotations

from typing import Any

import numpy as np

from quire.finalfusion.embeddings import Embeddings
from quire.finalfusion.scaling import original_rows, to_unit
from quire.finalfusion.storage import NdArray, QuantizedArray
from quire.finalfusion.vocab import SimpleVocab
from quire.runtime import BackendUnavailable


def to_gensim(embeddings: Embeddings) -> Any:
    """Gensim's `KeyedVectors` with the known words, their vectors times their norms.

    Raises:
        quire.BackendUnavailable: gensim is not installed.
    """
    try:
        from gensim.models import KeyedVectors  # for those who use it
    except ImportError as error:
        raise BackendUnavailable("to_gensim takes gensim (pip install 'quire[gensim]')") from error

    words = list(embeddings.vocab.words)
    vectors = KeyedVectors(embeddings.dims, count=len(words), dtype=np.float32)
    vectors.index_to_key = words
    vectors.key_to_index = {word: row for row, word in enumerate(words)}
    for start, block in original_rows(embeddings):
        vectors.vectors[start : start + len(block)] = block
    return vectors


def from_gensim(vectors: Any) -> Embeddings:
    """The words of gensim's `KeyedVectors`: unit vectors, with the norms that they had.

    Raises:
        quire.FormatError: a word has no UTF-8.
    """
    rows = np.array(vectors.vectors, np.float32)
    norms = to_unit(rows)
    return Embeddings(NdArray(rows), SimpleVocab(list(vectors.index_to_key)), norms)


def to_torch(embeddings: Embeddings, device: str = "cpu") -> Any:
    """All rows as a tensor, (rows, dims) float32.

    On the CPU it shares the memory of a storage that is not quantised; rows of a mapped file,
    which cannot be written to, are copied. Quantised rows are reconstructed on the device.

    Raises:
        quire.BackendUnavailable: torch is not installed, or there is no such device.
    """
    try:
        import torch  # for those who use it
    except ImportError as error:
        raise BackendUnavailable("to_torch takes torch (pip install 'quire[torch]')") from error

    storage = embeddings.storage
    if isinstance(storage, QuantizedArray):
        return storage.decode(device=device, framework="torch")
    rows = np.asarray(storage)
    return torch.from_numpy(rows if rows.flags.writeable else rows.copy()).to(device)
