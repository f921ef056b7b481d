"""Whatever is written is read again, by us and by the original program."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from quire.finalfusion import (
    Embeddings,
    ExplicitIndexer,
    ExplicitVocab,
    FastTextIndexer,
    FastTextVocab,
    FinalfusionBucketVocab,
    FinalfusionHashIndexer,
    FloretIndexer,
    FloretVocab,
    Metadata,
    NdArray,
    Norms,
    QuantizedArray,
    SimpleVocab,
    Storage,
    Vocab,
    load,
)
from quire.generated.finalfusion import Finalfusion

FLOATS = st.floats(-1e3, 1e3, width=32)
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
WORDS = st.lists(TEXTS, max_size=6, unique=True)
METADATA = st.dictionaries(
    TEXTS, st.one_of(TEXTS, st.integers(-(2**63), 2**63 - 1), st.booleans(), FLOATS), max_size=3
)


@st.composite
def vocabularies(draw: st.DrawFn) -> Vocab:
    """Any vocabulary, of few rows."""
    words = draw(WORDS)
    min_n = draw(st.integers(1, 4))
    max_n = draw(st.integers(min_n, 6))
    kind = draw(st.integers(0, 4))
    if kind == 0:
        return SimpleVocab(words)
    if kind == 1:
        exponent = draw(st.integers(1, 4))
        return FinalfusionBucketVocab(words, FinalfusionHashIndexer(exponent, min_n, max_n))
    if kind == 2:
        return FastTextVocab(words, FastTextIndexer(draw(st.integers(1, 9)), min_n, max_n))
    if kind == 3:
        size, hashes = draw(st.integers(1, 9)), draw(st.integers(1, 4))
        marks = draw(TEXTS), draw(TEXTS)
        seed = draw(st.integers(0, 2**32 - 1))
        return FloretVocab(FloretIndexer(size, min_n, max_n, hashes, seed, *marks))
    ngrams = draw(WORDS)
    # Every number once, in any order, then some of them again.
    used = draw(st.integers(min(1, len(ngrams)), len(ngrams)))
    first = draw(st.permutations(range(used)))
    more = [draw(st.integers(0, used - 1)) for _ in range(len(ngrams) - used)]
    return ExplicitVocab(words, ExplicitIndexer(ngrams, min_n, max_n, [*first, *more]))


def floats(*shape: int) -> st.SearchStrategy[Any]:
    """Arrays of float32."""
    return arrays.arrays(np.float32, shape, elements=FLOATS)


@st.composite
def storages(draw: st.DrawFn, rows: int) -> Storage:
    """Any storage of so many rows."""
    parts, width = draw(st.integers(1, 3)), draw(st.integers(1, 3))
    columns = parts * width
    if draw(st.booleans()):
        return NdArray(draw(floats(rows, columns)))
    centroids = draw(st.integers(1, 5))
    codes = draw(arrays.arrays(np.uint8, (rows, parts), elements=st.integers(0, centroids - 1)))
    return QuantizedArray(
        codes,
        draw(floats(parts, centroids, width)),
        draw(st.none() | floats(columns, columns)),
        draw(st.none() | floats(rows)),
    )


@st.composite
def embeddings(draw: st.DrawFn) -> Embeddings:
    """Any embeddings."""
    vocab = draw(vocabularies())
    norms = draw(st.none() | floats(len(vocab)).map(Norms))
    metadata = draw(st.none() | METADATA.map(Metadata))
    return Embeddings(draw(storages(vocab.upper_bound)), vocab, norms, metadata)


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file that the next example may overwrite."""
    return tmp_path_factory.mktemp("finalfusion") / "any.fifu"


@settings(deadline=None)
@given(before=embeddings())
def test_what_is_written_is_read_again(path: Path, before: Embeddings) -> None:
    before.write(path)
    for mmap in (False, True):
        after = load(path, mmap)
        assert after.vocab == before.vocab
        assert after.metadata == before.metadata
        assert (after.norms is None) == (before.norms is None)
        if before.norms is not None:
            np.testing.assert_array_equal(np.asarray(after.norms), np.asarray(before.norms))
        assert_same_storage(after.storage, before.storage)
    stored = path.read_bytes()
    assert Finalfusion.from_bytes(stored).to_bytes() == stored


def assert_same_storage(found: Storage, expected: Storage) -> None:
    """Two storages are of one kind, and hold the same."""
    assert type(found) is type(expected)
    if isinstance(found, QuantizedArray) and isinstance(expected, QuantizedArray):
        np.testing.assert_array_equal(found.codes, expected.codes)
        assert found.parameters == expected.parameters
    np.testing.assert_array_equal(np.asarray(found), np.asarray(expected))


# -- the original program --------------------------------------------------------------------------


def samples() -> dict[str, Embeddings]:
    """Embeddings of every kind that the original can read."""
    rng = np.random.default_rng(5)
    words = ["Berlin", "New York", "été", "東京", "😀", ""]
    vocabularies: dict[str, Vocab] = {
        "simple": SimpleVocab(words),
        "bucket": FinalfusionBucketVocab(words, FinalfusionHashIndexer(5, 2, 4)),
        "fasttext": FastTextVocab(words, FastTextIndexer(40, 3, 6)),
        "explicit": ExplicitVocab(words, ExplicitIndexer(["<B", "Be", "京"], 1, 3, [1, 0, 1])),
    }
    made = {}
    for name, vocab in vocabularies.items():
        rows = rng.standard_normal((vocab.upper_bound, 8), dtype=np.float32)
        norms = Norms(rng.random(6, dtype=np.float32) + 1)
        made[name] = Embeddings(NdArray(rows), vocab, norms, Metadata({"a": "b", "n": [1, 2]}))
        codes = rng.integers(0, 7, (vocab.upper_bound, 4)).astype(np.uint8)
        books = rng.standard_normal((4, 7, 2), dtype=np.float32)
        turned = rng.standard_normal((8, 8), dtype=np.float32)
        scales = rng.random(vocab.upper_bound, dtype=np.float32)
        made[f"{name}, quantised"] = Embeddings(QuantizedArray(codes, books, turned, scales), vocab)
    return made


@pytest.mark.parametrize("name", samples())
def test_the_original_reads_the_same_embeddings(name: str, tmp_path: Path) -> None:
    original = pytest.importorskip("finalfusion", reason="needs the package finalfusion")
    ours = samples()[name]
    ours.write(tmp_path / "ours.fifu")
    theirs = original.load_finalfusion(str(tmp_path / "ours.fifu"))
    assert theirs.vocab.words == list(ours.vocab.words)
    np.testing.assert_allclose(theirs.storage[:], np.asarray(ours.storage), rtol=1e-5, atol=1e-5)
    for word in (*ours.vocab.words, "Berliner", "東京都", "x"):
        found, expected = ours.embedding(word), theirs.embedding(word)
        assert (found is None) == (expected is None)
        if found is not None:
            np.testing.assert_allclose(found, expected, rtol=1e-4, atol=1e-5)
    assert theirs.metadata == ours.metadata
    if ours.norms is not None:
        np.testing.assert_array_equal(theirs.norms, np.asarray(ours.norms))
