"""What users of the Python package call: parts of files by their kind, and the quantiser."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import quire
from quire import finalfusion
from quire.finalfusion import (
    Embeddings,
    ExplicitVocab,
    FastTextIndexer,
    FastTextVocab,
    FinalfusionBucketVocab,
    FinalfusionHashIndexer,
    Metadata,
    NdArray,
    Norms,
    QuantizedArray,
    SimpleVocab,
    Vocab,
    load_metadata,
    load_ndarray,
    load_norms,
    load_quantized_array,
    load_vocab,
)

WORDS = ["Haus", "Hof", "Katze"]
BUCKETS = FinalfusionBucketVocab(WORDS, FinalfusionHashIndexer(3, 3, 4))

VOCABS: dict[str, Vocab] = {
    "simple": SimpleVocab(WORDS),
    "finalfusion_bucket": BUCKETS,
    "fasttext": FastTextVocab(WORDS, FastTextIndexer(10, 3, 4)),
    "explicit": BUCKETS.to_explicit(),
}


@pytest.mark.parametrize("kind", VOCABS)
def test_a_vocabulary_alone_is_written_and_read_by_its_kind(kind: str, tmp_path: Path) -> None:
    path = tmp_path / "v.fifu"
    VOCABS[kind].write(path)
    for name in VOCABS:
        read: Callable[[Any], Vocab] = getattr(finalfusion, f"load_{name}_vocab")
        if name == kind:
            assert read(path) == VOCABS[kind]
            assert read(path.read_bytes()) == VOCABS[kind]
        else:
            with pytest.raises(quire.FormatError, match=f"found {type(VOCABS[kind]).__name__}"):
                read(path)
    assert load_vocab(path) == VOCABS[kind]
    with pytest.raises(quire.FormatError, match="storage"):
        load_ndarray(path)


def test_an_explicit_vocabulary_knows_its_ngrams_again(tmp_path: Path) -> None:
    path = tmp_path / "v.fifu"
    VOCABS["explicit"].write(path)
    read = load_vocab(path)
    assert isinstance(read, ExplicitVocab)
    assert read.subword_indices("Hafen") == BUCKETS.to_explicit().subword_indices("Hafen")


def test_rows_norms_and_metadata_alone_are_written_and_read(tmp_path: Path) -> None:
    path = tmp_path / "x.fifu"
    rows = np.arange(6, dtype=np.float32).reshape(3, 2)
    NdArray(rows).write(path)
    for mmap in (False, True):
        assert np.array_equal(load_ndarray(path, mmap), rows)
    with pytest.raises(quire.FormatError, match="QuantizedArray"):
        load_quantized_array(path)
    Norms(rows[:, 0].copy()).write(path)
    assert load_norms(path).tolist() == [0, 2, 4]
    Metadata({"dims": 2}).write(path)
    assert load_metadata(path) == {"dims": 2}


CODES = np.array([[0, 1], [2, 0], [1, 1]], np.uint8)
CODEBOOKS = np.arange(12, dtype=np.float32).reshape(2, 3, 2)
SCALES = np.array([1, 2, 4], np.float32)


def expected_rows() -> np.ndarray[Any, np.dtype[np.float32]]:
    """Each row by hand: the centroids that its codes name, one after another, times its norm."""
    parts = [np.concatenate([CODEBOOKS[i, code] for i, code in enumerate(row)]) for row in CODES]
    return np.stack(parts) * SCALES[:, None]


@pytest.mark.parametrize("projected", [False, True])
def test_quantised_rows_tell_of_their_quantiser(tmp_path: Path, *, projected: bool) -> None:
    path = tmp_path / "q.fifu"
    projection = np.eye(4, dtype=np.float32)[::-1].copy() if projected else None
    QuantizedArray(CODES, CODEBOOKS, projection, SCALES).write(path)
    read = load_quantized_array(path)
    wanted = expected_rows()[:, ::-1] if projected else expected_rows()
    assert read.quantized_len == 2
    assert np.array_equal(read.embedding(slice(None)), wanted)
    out = np.empty(4, np.float32)
    assert read.embedding(1, out) is out
    assert np.array_equal(out, wanted[1])
    with pytest.raises(ValueError, match="out"):
        read.embedding(slice(None), out)
    quantizer = read.quantizer
    sizes = quantizer.n_centroids, quantizer.quantized_len, quantizer.reconstructed_len
    assert sizes == (3, 2, 4)
    assert np.array_equal(quantizer.subquantizers, CODEBOOKS)
    assert (quantizer.projection is None) is not projected
    assert np.array_equal(quantizer.reconstruct(CODES), wanted / SCALES[:, None])
    assert np.array_equal(quantizer.reconstruct(CODES[2]), wanted[2] / 4)
    with pytest.raises(quire.FormatError, match="code"):
        quantizer.reconstruct(np.array([0, 3], np.uint8))
    with pytest.raises(ValueError, match="codes"):
        quantizer.reconstruct(np.zeros((1, 3), np.uint8))


def test_some_words_are_selected_with_the_vectors_that_they_have() -> None:
    rows = np.random.default_rng(2).normal(size=(3 + 8, 4)).astype(np.float32)
    whole = Embeddings(NdArray(rows), BUCKETS, SCALES)
    some = whole.select(["Katze", "Hafen", "Haus", "Katze"])
    assert list(some.vocab.words) == ["Katze", "Hafen", "Haus"]
    for word in some.vocab:
        found, wanted = some.embedding_with_norm(word), whole.embedding_with_norm(word)
        assert found is not None
        assert wanted is not None
        assert np.array_equal(found[0], wanted[0])
        assert found[1] == pytest.approx(wanted[1])


def test_words_without_a_vector_are_refused_or_left_out() -> None:
    whole = Embeddings(NdArray(np.eye(3, dtype=np.float32)), SimpleVocab(WORDS))
    with pytest.raises(KeyError, match="Hafen"):
        whole.select(["Haus", "Hafen"])
    some = whole.select(["Haus", "Hafen"], skip_unknown=True)
    assert list(some.vocab.words) == ["Haus"]
    assert some.norms is None
    assert whole.select([]).n_words == 0
    with pytest.raises(TypeError, match="words"):
        whole.select("Haus")
