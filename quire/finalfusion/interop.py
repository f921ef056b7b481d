"""Embeddings as objects of other libraries."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import numpy.typing as npt

from quire.finalfusion.matrix import Storage
from quire.finalfusion.quantized import QuantizedArray
from quire.runtime import BackendUnavailable


def to_gensim(
    words: list[str], columns: int, rows: Iterable[tuple[int, npt.NDArray[np.float32]]]
) -> Any:
    """Gensim's `KeyedVectors`.

    Args:
        words: The words.
        columns: Dimensions of a vector.
        rows: The vectors, some at a time: (number of the first, (n, columns) float32).

    Raises:
        quire.BackendUnavailable: gensim is not installed.
    """
    try:
        from gensim.models import KeyedVectors  # for those who use it
    except ImportError as error:
        raise BackendUnavailable("to_gensim takes gensim (pip install 'quire[gensim]')") from error

    vectors = KeyedVectors(columns, count=len(words), dtype=np.float32)
    vectors.index_to_key = words
    vectors.key_to_index = {word: row for row, word in enumerate(words)}
    for start, block in rows:
        vectors.vectors[start : start + len(block)] = block
    return vectors


def to_torch(storage: Storage, device: str = "cpu") -> Any:
    """All rows as a tensor, (rows, columns) float32.

    On the CPU it shares the memory of a storage that is not quantised; rows of a mapped file,
    which cannot be written to, are copied. Quantised rows are reconstructed on the device.

    Raises:
        quire.BackendUnavailable: torch is not installed, or there is no such device.
    """
    try:
        import torch  # for those who use it
    except ImportError as error:
        raise BackendUnavailable("to_torch takes torch (pip install 'quire[torch]')") from error

    if isinstance(storage, QuantizedArray):
        return storage.decode(device=device, framework="torch")
    rows = np.asarray(storage)
    return torch.from_numpy(rows if rows.flags.writeable else rows.copy()).to(device)
