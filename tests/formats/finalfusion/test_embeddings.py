"""What users do with embeddings."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from quire import FormatError, LimitError
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
    load,
)
from tests.formats.finalfusion.samples import sample

WORDS = ["Berlin", "Paris", "Rom", "été"]
ROWS = np.array([[3, 4, 0], [0, 5, 12], [8, 0, 15], [0, 0, 0]], np.float32)
NORMS = np.array([5, 13, 17, 0], np.float32)


def simple() -> Embeddings:
    """Four words, no subwords, with norms."""
    return Embeddings(NdArray(ROWS.copy()), SimpleVocab(WORDS), Norms(NORMS.copy()))


def quantized() -> Embeddings:
    """Four words in two parts of two centroids, with norms of their own."""
    books = np.array([[[1, 0], [0, 1]], [[2, 2], [3, 0]]], np.float32)
    codes = np.array([[0, 0], [0, 1], [1, 0], [1, 1]], np.uint8)
    storage = QuantizedArray(codes, books, None, np.array([1, 2, 3, 4], np.float32))
    return Embeddings(storage, SimpleVocab(WORDS))


QUANTIZED = np.array([[1, 0, 2, 2], [2, 0, 6, 0], [0, 3, 6, 6], [0, 4, 12, 0]], np.float32)


def bucketed() -> Embeddings:
    """Four words, and four buckets."""
    indexer = FinalfusionHashIndexer(2, 3, 4)
    rows = np.concatenate([ROWS, np.eye(4, 3, dtype=np.float32)])
    return Embeddings(NdArray(rows), FinalfusionBucketVocab(WORDS, indexer))


def test_a_known_word_has_its_row() -> None:
    embeddings = simple()
    np.testing.assert_array_equal(embeddings["Rom"], ROWS[2])
    np.testing.assert_array_equal(embeddings.embedding("été"), ROWS[3])
    assert "Rom" in embeddings
    assert "Wien" not in embeddings
    assert 7 not in embeddings
    assert (embeddings.n_words, embeddings.dims) == (4, 3)


def test_an_unknown_word_without_subwords_has_none() -> None:
    embeddings = simple()
    assert embeddings.embedding("Wien") is None
    assert embeddings.embedding("\ud800") is None  # no text that a file could hold
    with pytest.raises(KeyError, match="Wien"):
        embeddings["Wien"]
    default = np.ones(3, np.float32)
    assert embeddings.embedding("Wien", default=default) is default
    assert embeddings.word_similarity("Wien") is None
    assert embeddings.analogy("Berlin", "Wien", "Rom") is None


def test_vectors_go_where_they_are_told_to() -> None:
    embeddings, out = simple(), np.full(3, -1, np.float32)
    assert embeddings.embedding("Paris", out) is out
    np.testing.assert_array_equal(out, ROWS[1])
    assert embeddings.embedding("Wien", out) is None
    np.testing.assert_array_equal(out, ROWS[1])  # it is left alone
    assert embeddings.embedding("Wien", out, np.zeros(3, np.float32)) is out
    np.testing.assert_array_equal(out, 0)


def test_a_vector_with_its_norm() -> None:
    embeddings, out = simple(), np.empty(3, np.float32)
    found = embeddings.embedding_with_norm("Paris", out)
    assert found is not None
    assert found[0] is out
    assert found[1] == 13
    assert embeddings.embedding_with_norm("Wien") is None
    given = np.ones(3, np.float32), 2.0
    assert embeddings.embedding_with_norm("Wien", default=given) == given
    embeddings.norms = None
    with pytest.raises(TypeError, match="norms"):
        embeddings.embedding_with_norm("Paris")


def test_an_unknown_word_is_the_direction_of_its_subwords() -> None:
    embeddings = bucketed()
    vocab = embeddings.vocab
    rows = vocab.idx("Wien")
    assert isinstance(rows, list)
    assert all(4 <= row < 8 for row in rows)
    total = np.asarray(embeddings.storage)[rows].sum(axis=0)
    norm = np.linalg.norm(total)
    np.testing.assert_allclose(embeddings["Wien"], total / norm, rtol=1e-6)
    embeddings.norms = Norms(NORMS.copy())
    found = embeddings.embedding_with_norm("Wien")
    assert found is not None
    assert found[1] == pytest.approx(norm)
    assert "Wien" not in embeddings
    assert embeddings.embedding("") is None  # `<>` is too short for n-grams of 3


def test_a_sum_of_nothing_stays_zero() -> None:
    embeddings = bucketed()
    np.asarray(embeddings.storage)[4:] = 0
    np.testing.assert_array_equal(embeddings["Wien"], 0)  # not NaN
    np.testing.assert_array_equal(embeddings.embeddings(["Wien", "Rom"]), [[0, 0, 0], ROWS[2]])


def test_many_words_at_once() -> None:
    embeddings = bucketed()
    words = ["Rom", "Wien", "Rom", "Berlin", "Bern"]
    found = embeddings.embeddings(words)
    assert found.dtype == np.float32
    np.testing.assert_allclose(found, np.stack([embeddings[word] for word in words]), rtol=1e-6)
    out = np.empty((5, 3), np.float32)
    assert embeddings.embeddings(words, out) is out
    np.testing.assert_array_equal(out, found)
    assert embeddings.embeddings([]).shape == (0, 3)
    with pytest.raises(ValueError, match="out: expected"):
        embeddings.embeddings(words, np.empty((4, 3), np.float32))


def test_many_words_of_which_some_have_no_vector() -> None:
    embeddings = simple()
    with pytest.raises(KeyError, match="Wien"):
        embeddings.embeddings(["Rom", "Wien"])
    found = embeddings.embeddings(["Rom", "Wien"], default=np.nan)
    np.testing.assert_array_equal(found, [ROWS[2], [np.nan] * 3])
    found = embeddings.embeddings(["Wien", "Rom"], default=np.array([1, 2, 3], np.float32))
    np.testing.assert_array_equal(found, [[1, 2, 3], ROWS[2]])


def test_iterating_gives_words_with_their_vectors_and_norms() -> None:
    for number, (word, vector, norm) in enumerate(simple()):
        assert (word, norm) == (WORDS[number], NORMS[number])
        np.testing.assert_array_equal(vector, ROWS[number])
    assert number == 3
    pairs = list(quantized())
    assert [word for word, _ in pairs] == WORDS
    np.testing.assert_array_equal([vector for _, vector in pairs], QUANTIZED)


# -- what is near ----------------------------------------------------------------------------------


def test_the_nearest_words_by_their_dot_product() -> None:
    found = simple().word_similarity("Berlin")
    assert found is not None
    assert [(each.word, each.similarity) for each in found] == [
        ("Rom", 24.0),
        ("Paris", 20.0),
        ("été", 0.0),
    ]
    assert [each.word for each in simple().word_similarity("Berlin", 1) or ()] == ["Rom"]
    assert simple().word_similarity("Berlin", 0) == []
    assert list(found[0]) == ["Rom", 24.0]


@pytest.mark.parametrize("is_quantised", [False, True])
def test_rows_of_what_is_not_finite_are_near_to_nothing(*, is_quantised: bool) -> None:
    rows = np.array([[0, 1], [np.inf, 1], [np.nan, 0], [1, 1]], np.float32)
    storage: Any = NdArray(rows)
    if is_quantised:
        factors = np.array([1, np.inf, np.nan, 2], np.float32)
        codebooks = np.array([[[0], [1]], [[1], [0]]], np.float32)
        codes = np.array([[0, 0], [1, 1], [0, 0], [0, 0]], np.uint8)
        storage = QuantizedArray(codes, codebooks, norms=factors)
    embeddings = Embeddings(storage, SimpleVocab(["a", "b", "c", "d"]))
    found = embeddings.embedding_similarity(np.array([0, 1], np.float32), 4)
    assert {each.word: each.similarity for each in found}["a"] == 1
    assert {each.word: each.similarity for each in found}["c"] == -np.inf


def test_words_of_equal_similarity_are_in_their_order() -> None:
    rows = np.zeros((4, 3), np.float32)
    embeddings = Embeddings(NdArray(rows), SimpleVocab(["d", "b", "c", "a"]))
    found = embeddings.embedding_similarity(np.ones(3, np.float32))
    assert [each.word for each in found] == ["a", "b", "c", "d"]


def test_skipped_words_do_not_cost_others_their_place() -> None:
    query = np.array([1, 1, 1], np.float32)
    embeddings = simple()
    assert [each.word for each in embeddings.embedding_similarity(query, 2)] == ["Rom", "Paris"]
    found = embeddings.embedding_similarity(query, 2, skip={"Rom", "Wien", "Paris"})
    assert [each.word for each in found] == ["Berlin", "été"]
    assert embeddings.embedding_similarity(query, 10, skip=set(WORDS)) == []


def test_a_vector_of_another_length_is_refused() -> None:
    with pytest.raises(ValueError, match="3 dimensions"):
        simple().embedding_similarity(np.ones(4, np.float32))


def test_what_is_no_number_is_near_to_nothing() -> None:
    rows = ROWS.copy()
    rows[1] = np.nan
    embeddings = Embeddings(NdArray(rows), SimpleVocab(WORDS))
    found = embeddings.word_similarity("Berlin", 2)
    assert [each.word for each in found or ()] == ["Rom", "été"]


def test_an_analogy_skips_its_words_unless_told_otherwise() -> None:
    embeddings = simple()
    query = ROWS[1] - ROWS[0] + ROWS[2]
    query /= np.linalg.norm(query)
    for skip, expected in ((None, [3]), (set(), [0, 1, 2, 3]), ({"Rom"}, [0, 1, 3])):
        found = embeddings.analogy("Berlin", "Paris", "Rom", k=10, skip=skip)
        scores = {WORDS[row]: float(ROWS[row] @ query) for row in expected}
        assert found is not None
        assert [each.word for each in found] == sorted(scores, key=scores.get, reverse=True)  # type: ignore[arg-type]  # every word has a score
        assert [each.similarity for each in found] == pytest.approx(
            sorted(scores.values(), reverse=True)
        )


def test_quantised_storage_is_searched_as_it_decodes() -> None:
    embeddings = quantized()
    found = embeddings.embedding_similarity(np.array([0, 1, 1, 0], np.float32), 4)
    scores = QUANTIZED @ np.array([0, 1, 1, 0], np.float32)
    assert [each.word for each in found] == [WORDS[i] for i in np.argsort(-scores)]
    assert [each.similarity for each in found] == sorted(scores, reverse=True)


def test_blocks_make_no_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(3)
    rows = rng.standard_normal((1000, 6), dtype=np.float32)
    words = [f"w{i}" for i in range(1000)]
    embeddings = Embeddings(NdArray(rows), SimpleVocab(words))
    query = rng.standard_normal(6, dtype=np.float32)
    order = np.argsort(-(rows @ query))[:20]
    for size in (1, 7, 1000):
        monkeypatch.setattr("quire.finalfusion.similarity.SCORES", size)
        found = embeddings.embedding_similarity(query, 20)
        assert [each.word for each in found] == [words[i] for i in order]


# -- parts ---------------------------------------------------------------------------------------


def test_storages_are_indexed_as_arrays() -> None:
    for storage, rows in ((NdArray(ROWS), ROWS), (quantized().storage, QUANTIZED)):
        assert storage.shape == rows.shape
        for index in (0, -1, np.int64(2)):
            np.testing.assert_array_equal(storage[index], rows[index])
        for indices in ([2, 0, 2], np.array([3]), np.array([True, False, True, False])):
            np.testing.assert_array_equal(storage[indices], rows[indices])
        for part in (slice(1, 3), slice(None, None, -2), slice(0, 0)):
            assert type(storage[part]) is type(storage)
            np.testing.assert_array_equal(np.asarray(storage[part]), rows[part])
        with pytest.raises(IndexError):
            storage[4]
        np.testing.assert_array_equal(np.stack(list(storage)), rows)


def test_arrays_of_another_kind_are_no_storage() -> None:
    with pytest.raises(TypeError, match="2-d array of float32, float64 or integers"):
        NdArray(ROWS.astype(np.float16))
    with pytest.raises(TypeError, match="2-d float32"):
        Embeddings(NdArray(ROWS.astype(np.float64)), SimpleVocab(WORDS))
    with pytest.raises(TypeError, match="1-d float32"):
        Norms(ROWS)


def test_parts_that_do_not_go_together_are_refused() -> None:
    with pytest.raises(FormatError, match="storage: expected 4 rows"):
        Embeddings(NdArray(ROWS[:3]), SimpleVocab(WORDS))
    with pytest.raises(FormatError, match="norms: expected 4 norms"):
        Embeddings(NdArray(ROWS), SimpleVocab(WORDS), Norms(NORMS[:3]))
    with pytest.raises(FormatError, match=r"words\[1\]: expected each one once, found 'a'"):
        SimpleVocab(["a", "a"])
    with pytest.raises(FormatError, match=r"words\[0\]: expected text in UTF-8"):
        SimpleVocab(["\ud800"])


def test_vocabularies_are_collections_of_words() -> None:
    vocab = SimpleVocab(WORDS)
    assert list(vocab) == WORDS
    assert vocab.words == WORDS
    assert len(vocab) == vocab.upper_bound == 4
    assert dict(vocab.word_index) == {word: row for row, word in enumerate(WORDS)}
    assert vocab.idx("Rom") == vocab["Rom"] == 2
    assert vocab.idx("Wien") is None
    assert vocab.idx("Wien", -1) == -1
    assert ["Rom", "Paris"] in vocab
    with pytest.raises(KeyError):
        vocab["Wien"]
    assert vocab == SimpleVocab(WORDS)
    assert vocab != SimpleVocab(WORDS[:3])
    assert vocab != FastTextVocab(WORDS, FastTextIndexer(4))


def test_subwords_and_their_rows() -> None:
    vocab = FastTextVocab(WORDS, FastTextIndexer(10, 3, 4))
    assert vocab.subwords("ab") == ["<ab>", "<ab", "ab>"]
    assert vocab.subwords("abc", bracket=False) == ["abc"]
    rows = vocab.subword_indices("ab")
    assert vocab.subword_indices("ab", with_ngrams=True) == [
        (ngram, row) for ngram, row in zip(vocab.subwords("ab"), rows, strict=True)
    ]
    assert rows == [4 + vocab.subword_indexer(ngram) for ngram in vocab.subwords("ab")]
    assert vocab.idx("ab") == rows
    assert (vocab.min_n, vocab.max_n, vocab.upper_bound) == (3, 4, 14)


def test_floret_has_a_row_for_each_hash_of_each_item() -> None:
    vocab = FloretVocab(FloretIndexer(50, 3, 3, n_hashes=2, seed=7, begin="^", end="$"))
    pairs = vocab.subword_indices("abc", with_ngrams=True)
    assert [item for item, _ in pairs[::2]] == ["^abc$", "^ab", "abc", "bc$"]
    assert [row for _, row in pairs] == vocab.subword_indices("abc")
    assert len(vocab) == 0
    assert vocab.upper_bound == 50


@pytest.mark.parametrize(
    ("make", "path"),
    [
        (lambda: FinalfusionHashIndexer(0), "bucket_exponent"),
        (lambda: FinalfusionHashIndexer(64), "bucket_exponent"),
        (lambda: FinalfusionHashIndexer(5, 0, 3), "min_n"),
        (lambda: FastTextIndexer(0), "num_buckets"),
        (lambda: FastTextIndexer(1 << 32), "num_buckets"),
        (lambda: FastTextIndexer(5, 4, 3), "max_n"),
        (lambda: FloretIndexer(4, 1, 2, n_hashes=5), "num_hashes"),
        (lambda: FloretIndexer(0, 1, 2), "num_buckets"),
        (lambda: FloretIndexer(4, 1, 2, seed=1 << 32), "seed"),
        (lambda: ExplicitIndexer(["ab", "ab"]), "ngrams[1]"),
        (lambda: ExplicitIndexer(["ab"], ngram_index=[1]), "ngrams[0].index"),
        (lambda: ExplicitIndexer(["ab", "bc"], ngram_index=[1, 1]), "ngrams"),
        (lambda: ExplicitIndexer(["ab", "bc"], ngram_index=[1]), "ngrams"),
    ],
)
def test_indexers_refuse_what_no_file_may_say(make: object, path: str) -> None:
    with pytest.raises(FormatError) as caught:
        make()  # type: ignore[operator]  # a function
    assert caught.value.path == path


def test_an_explicit_indexer_is_a_mapping() -> None:
    indexer = ExplicitIndexer(["<ab", "bc>", "abc"], 3, 3, {"<ab": 1, "bc>": 0, "abc": 1})
    assert dict(indexer) == {"<ab": 1, "bc>": 0, "abc": 1}
    assert indexer("abc") == 1
    assert indexer("xyz") is None
    assert indexer.upper_bound == 2
    vocab = ExplicitVocab(["abc"], indexer)
    assert vocab.subword_indices("abc") == [2, 2, 1]
    assert vocab.idx("abcd") == [2, 2]  # `<ab` and `abc`, and not `bcd` nor `cd>`


def test_words_with_too_many_subwords_are_refused() -> None:
    vocab = FastTextVocab(["a"], FastTextIndexer(4, 1, 1 << 31))
    with pytest.raises(LimitError, match="n-grams"):
        vocab.idx("x" * 10_000)


# -- as something else -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "result"),
    [("bucket", "explicit_from_bucket"), ("fasttext_min2_max4", "explicit_from_fasttext")],
)
def test_buckets_become_explicit_as_in_the_original(name: str, result: str, tmp_path: Path) -> None:
    explicit = load(sample(name).path).bucket_to_explicit()
    expected = load(sample(result).path)
    assert explicit.vocab == expected.vocab
    np.testing.assert_array_equal(np.asarray(explicit.storage), np.asarray(expected.storage))
    np.testing.assert_array_equal(np.asarray(explicit.norms), np.asarray(expected.norms))
    assert explicit.metadata is None
    explicit.write(tmp_path / "explicit.fifu")
    assert load(tmp_path / "explicit.fifu").vocab == expected.vocab


def test_quantised_buckets_stay_quantised_when_they_become_explicit() -> None:
    before = load(sample("pq_bucket_vocab").path)
    explicit = before.bucket_to_explicit()
    assert isinstance(explicit.storage, QuantizedArray)
    for word in before.vocab:
        np.testing.assert_array_equal(explicit[word], before[word])
        numbers = before.vocab.subword_rows([word])[0]
        again = explicit.vocab.subword_rows([word])[0]
        np.testing.assert_allclose(
            explicit.storage.take(again), before.storage.take(numbers), rtol=1e-6
        )


def test_only_buckets_become_explicit() -> None:
    with pytest.raises(TypeError, match="SimpleVocab"):
        simple().bucket_to_explicit()


def test_metadata_that_are_changed_are_written_anew(tmp_path: Path) -> None:
    embeddings = simple()
    embeddings.metadata = Metadata({"name": "a \\x b\n", "mixed": [1, "two"], "n": {"m": -5}})
    embeddings.write(tmp_path / "metadata.fifu")
    again = load(tmp_path / "metadata.fifu")
    assert again.metadata == embeddings.metadata
    assert again.metadata is not None
    again.metadata["n"]["m"] = 7
    again.write(tmp_path / "metadata.fifu")
    third = load(tmp_path / "metadata.fifu").metadata
    assert third is not None
    assert third["n"] == {"m": 7}


def test_a_write_that_fails_leaves_what_was_there(tmp_path: Path) -> None:
    path = tmp_path / "kept.fifu"
    simple().write(path)
    before = path.read_bytes()
    embeddings = simple()
    embeddings.metadata = Metadata({"no": object()})
    with pytest.raises(TypeError):
        embeddings.write(path)
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def test_a_mapped_file_may_be_written_over(tmp_path: Path) -> None:
    path = tmp_path / "same.fifu"
    simple().write(path)
    embeddings = load(path, mmap=True)
    embeddings.metadata = Metadata({"a": 1})
    embeddings.write(path)  # though its rows are a view of it
    np.testing.assert_array_equal(np.asarray(embeddings.storage), ROWS)
    np.testing.assert_array_equal(np.asarray(load(path).storage), ROWS)


def test_rows_in_memory_can_be_changed_and_mapped_ones_cannot(tmp_path: Path) -> None:
    simple().write(tmp_path / "rows.fifu")
    embeddings = load(tmp_path / "rows.fifu")
    embeddings["Rom"][:] = 1
    np.testing.assert_array_equal(embeddings["Rom"], 1)
    mapped = load(tmp_path / "rows.fifu", mmap=True)
    with pytest.raises(ValueError, match="read-only"):
        mapped["Rom"][:] = 1


def test_rows_as_a_tensor() -> None:
    torch = pytest.importorskip("torch", reason="torch is an extra")
    embeddings = simple()
    tensor = embeddings.to_torch()
    assert tensor.dtype == torch.float32
    embeddings["Rom"][:] = 7
    assert tensor[2].tolist() == [7, 7, 7]  # the memory is shared
    np.testing.assert_array_equal(quantized().to_torch().numpy(), QUANTIZED)


def test_words_in_gensim_and_back() -> None:
    models = pytest.importorskip("gensim.models", reason="gensim is an extra")
    rows = np.divide(ROWS, [[5], [13], [17], [1]], dtype=np.float32)
    before = Embeddings(NdArray(rows), SimpleVocab(WORDS), Norms(NORMS))
    vectors = before.to_gensim()
    assert isinstance(vectors, models.KeyedVectors)
    assert vectors.index_to_key == WORDS
    np.testing.assert_allclose(vectors["Paris"], ROWS[1], rtol=1e-6)
    after = Embeddings.from_gensim(vectors)
    assert after.vocab == before.vocab
    np.testing.assert_allclose(np.asarray(after.storage), rows, rtol=1e-6)
    np.testing.assert_allclose(np.asarray(after.norms), NORMS, rtol=1e-6)
