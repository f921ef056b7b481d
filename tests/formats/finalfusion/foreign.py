"""Files of other formats in `data/`, with what their README and JSON say about them."""

from __future__ import annotations

import json
import struct
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from quire import FormatError
from quire.finalfusion import (
    Embeddings,
    NdArray,
    Norms,
    SimpleVocab,
    load_text,
    load_text_dims,
    load_word2vec,
)

FOLDER = Path(__file__).parent / "data"

Load = Callable[[Path], Embeddings]
Array = npt.NDArray[Any]


@dataclass(frozen=True)
class Foreign:
    """A file, and what the original program found in it."""

    file: str
    base: str
    load: Load

    def __str__(self) -> str:
        return self.file

    @property
    def path(self) -> Path:
        """Where it is."""
        return FOLDER / self.file

    @property
    def facts(self) -> dict[str, Any]:
        """What its JSON says."""
        return facts(self.base)

    def array(self, name: str) -> Array:
        """One of its arrays."""
        return array(self.base, name)


def facts(base: str) -> dict[str, Any]:
    """What a JSON says."""
    found: dict[str, Any] = json.loads((FOLDER / f"{base}.json").read_text(encoding="utf-8"))
    return found


def array(base: str, name: str) -> Array:
    """An array."""
    found: Array = np.load(FOLDER / f"{base}.{name}.npy")
    return found


WORD2VEC = [
    Foreign("w2v.bin", "w2v", load_word2vec),
    Foreign("w2v_from_bucket.bin", "w2v_from_bucket", load_word2vec),
    Foreign("upstream/analogy.bin", "upstream/analogy_bin", load_word2vec),
    Foreign("upstream/similarity.bin", "upstream/similarity_bin", load_word2vec),
    Foreign("upstream/embeddings.w2v", "upstream/embeddings_w2v", load_word2vec),
]
TEXT = [
    Foreign("text.txt", "text", load_text),
    Foreign("upstream/embeddings.txt", "upstream/embeddings_txt", load_text),
    Foreign("upstream/similarity.nodims", "upstream/similarity_nodims", load_text),
]
TEXT_DIMS = [
    Foreign("textdims.txt", "textdims", load_text_dims),
    Foreign("upstream/embeddings.dims.txt", "upstream/embeddings_dims_txt", load_text_dims),
    Foreign("upstream/similarity.txt", "upstream/similarity_txt", load_text_dims),
]


def assert_as_the_original(sample: Foreign) -> None:
    """Words, rows, norms, lookups and neighbours are those that the original program gives."""
    found = sample.load(sample.path)
    assert list(found.vocab.words) == sample.facts["vocab"]["words"]
    assert np.array_equal(np.asarray(found.storage), sample.array("storage"))
    assert found.norms is not None
    assert np.array_equal(found.norms, sample.array("norms"))
    lookups = sample.array("lookups")
    for lookup in sample.facts["lookups"]:
        result = found.embedding_with_norm(lookup["word"])
        assert (result is None) == (lookup["row"] is None)
        if result is not None:
            assert np.array_equal(result[0], lookups[lookup["row"]])
            assert result[1] == lookup["norm"]
    for query in sample.facts.get("similar", ()):
        results = found.word_similarity(query["query"], query["k"])
        assert results is not None
        assert [result.word for result in results] == [word for word, _ in query["results"]]


def assert_same(first: Embeddings, second: Embeddings) -> None:
    """Words are the same; vectors and norms too, up to rounding. Rows of n-grams do not count."""
    words = first.n_words
    assert list(first.vocab.words) == list(second.vocab.words)
    left, right = (np.asarray(each.storage)[:words] for each in (first, second))
    np.testing.assert_allclose(left, right, rtol=1e-5, atol=1e-6)
    assert first.norms is not None
    assert second.norms is not None
    np.testing.assert_allclose(first.norms, second.norms, rtol=1e-5)


def refused(load: Load, path: Path, data: bytes, format: str) -> FormatError:
    """The error that a file with these bytes gives: it says what, and where."""
    path.write_bytes(data)
    with pytest.raises(FormatError) as caught:
        load(path)
    error = caught.value
    assert error.format == format
    assert error.path
    assert error.expected
    assert error.expected != error.found
    assert error.offset is not None
    assert 0 <= error.offset <= len(data)
    return error


def embeddings(
    words: Sequence[str], rows: Any | None = None, norms: Any | None = None
) -> Embeddings:
    """Embeddings with a simple vocabulary; the rows are random, of unit length, by default."""
    if rows is None:
        rows = np.random.default_rng(1).normal(size=(len(words), 5))
        rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    scales = None if norms is None else Norms(np.array(norms, np.float32))
    return Embeddings(NdArray(np.array(rows, np.float32)), SimpleVocab(list(words)), scales)


def model(
    words: Sequence[bytes],
    *,
    labels: int = 0,
    num_entries: int | None = None,
    num_words: int | None = None,
    buckets: int = 2,
    min_n: int = 2,
    max_n: int = 3,
    dim: int = 2,
    version: int = 12,
    num_pruned: int = -1,
    quantized: int = 0,
    num_rows: int | None = None,
    num_columns: int | None = None,
    input_matrix: Array | None = None,
) -> bytes:
    """A model of fastText, byte by byte; the last of the words are labels."""
    count = len(words) - labels
    rows = count + buckets
    matrix = np.ones((rows, dim)) if input_matrix is None else input_matrix
    arguments = dim, 5, 10, 1, 5, 1, 2, 1, buckets, min_n, max_n, 100, 1e-4
    return b"".join(
        [
            struct.pack("<2i12id", 793712314, version, *arguments),
            struct.pack("<i", len(words) if num_entries is None else num_entries),
            struct.pack("<2i", count if num_words is None else num_words, labels),
            struct.pack("<2q", 7, num_pruned),
            *(word + struct.pack("<xqb", 1, i >= count) for i, word in enumerate(words)),
            struct.pack("<b", quantized),
            struct.pack("<q", rows if num_rows is None else num_rows),
            struct.pack("<q", dim if num_columns is None else num_columns),
            matrix.astype("<f4").tobytes(),
            struct.pack("<bqq", 0, count, dim),
            bytes(4 * count * dim),
        ]
    )
