"""Use that would give a wrong answer, or make a file that cannot be read, is refused."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from quire import BackendUnavailable, FormatError
from quire.finalfusion import (
    Embeddings,
    ExplicitIndexer,
    FastTextIndexer,
    FastTextVocab,
    FinalfusionHashIndexer,
    FloretIndexer,
    Metadata,
    NdArray,
    Norms,
    QuantizedArray,
    SimilarityResult,
    SimpleVocab,
    Storage,
    load,
    save_finalfusion,
    write_fasttext,
    write_floret,
    write_text,
    write_text_dims,
    write_word2vec,
)
from quire.kernels.contract import ParameterError

WORDS = ["B", "e", "r", "n", "Bern"]
ROWS = np.eye(5, dtype=np.float32)
BOOKS = np.arange(12, dtype=np.float32).reshape(2, 3, 2)
CODES = np.array([[0, 1], [2, 0]], np.uint8)


@pytest.fixture
def five() -> Embeddings:
    """A word, and its letters."""
    return Embeddings(NdArray(ROWS.copy()), SimpleVocab(WORDS), Norms(ROWS.sum(axis=0)))


@pytest.mark.parametrize("name", ["storage", "vocab"])
def test_storage_and_vocabulary_are_not_exchanged(five: Embeddings, name: str) -> None:
    with pytest.raises(AttributeError):
        setattr(five, name, getattr(five, name))


@pytest.mark.parametrize(
    "codes",
    [
        CODES.astype(np.int32),
        CODES.astype(np.int8),
        -CODES.astype(np.int64),
        CODES.astype(np.float32),
        CODES[:, :1],
        CODES.reshape(-1),
        CODES.tolist(),
        np.ma.masked_array(CODES, CODES > 1),
    ],
    ids=["int32", "int8", "negative", "floats", "too few", "flat", "a list", "masked"],
)
def test_codes_that_are_none_are_refused(codes: Any) -> None:
    with pytest.raises(ParameterError, match=r"codes: expected a uint8 array \(any, 2\), found"):
        QuantizedArray(codes, BOOKS)


def test_codes_that_name_no_centroid_are_refused() -> None:
    with pytest.raises(FormatError, match=r"codes\[1\]: expected codes below 3, found 3"):
        QuantizedArray(np.array([[0, 1], [2, 3]], np.uint8), BOOKS)


def test_codes_that_become_wrong_are_not_written(tmp_path: Path) -> None:
    storage = QuantizedArray(CODES.copy(), BOOKS)
    storage.codes[1, 1] = 7
    with pytest.raises(FormatError, match="expected codes below 3, found 7"):
        Embeddings(storage, SimpleVocab(["a", "b"])).write(tmp_path / "a.fifu")
    assert list(tmp_path.iterdir()) == []


def test_a_quantised_storage_fills_only_what_fits() -> None:
    outs: list[Any] = [
        np.empty((2, 3), np.float32),
        np.empty((2, 4)),
        np.empty((4, 2), np.float32).T,
    ]
    for out in outs:
        with pytest.raises(ValueError, match="out: expected"):
            QuantizedArray(CODES, BOOKS).decode(out)


def test_one_word_is_not_a_list_of_letters(five: Embeddings) -> None:
    query = np.ones(5, np.float32)
    with pytest.raises(TypeError, match="skip: expected a list of words"):
        five.embedding_similarity(query, skip="Bern")
    with pytest.raises(TypeError, match="skip: expected a list of words"):
        five.analogy("B", "e", "r", skip="Bern")
    with pytest.raises(TypeError, match="words: expected a list of strings, found a single text"):
        SimpleVocab("Bern")
    with pytest.raises(TypeError, match="ngrams: expected a list of strings, found a single text"):
        ExplicitIndexer("Bern")
    found = five.embedding_similarity(query, skip=["Bern"])
    assert {result.word for result in found} == {"B", "e", "r", "n"}


@pytest.mark.parametrize("key", [3, 0, None, b"Bern", ("B",), np.int64(1)], ids=repr)
def test_what_is_no_word_is_a_missing_key(five: Embeddings, key: Any) -> None:
    with pytest.raises(KeyError):
        five[key]


def test_results_are_ordered_by_similarity_alone() -> None:
    results = [SimilarityResult("a", 0.5), SimilarityResult("b", -1.0), SimilarityResult("c", 2.0)]
    assert [result.word for result in sorted(results)] == ["b", "a", "c"]
    assert max(results).word == "c"
    assert results[1] < results[0] <= SimilarityResult("z", 0.5) >= results[0] > results[1]
    assert results[0] != SimilarityResult("z", 0.5)


@pytest.mark.parametrize("dtype", [np.int64, np.bool_])
def test_vectors_are_not_cut_down_to_what_is_to_be_filled(five: Embeddings, dtype: Any) -> None:
    with pytest.raises(TypeError, match="same_kind"):
        five.embedding("B", out=np.zeros(5, dtype))
    with pytest.raises(TypeError, match="same_kind"):
        five.embedding_with_norm("B", out=np.zeros(5, dtype))


def test_a_query_that_float32_has_no_room_for_is_refused(five: Embeddings) -> None:
    with pytest.raises(ValueError, match="float32: expected magnitudes below"):
        five.embedding_similarity([1e39, 0, 0, 0, 0])


@pytest.mark.parametrize("module", ["torch", "gensim"])
def test_what_is_not_installed_is_named(
    module: str, five: Embeddings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    monkeypatch.setitem(sys.modules, f"{module}.models", None)
    with pytest.raises(BackendUnavailable, match=rf"pip install 'quire\[{module}\]'"):
        getattr(five, f"to_{module}")()


# -- copies ----------------------------------------------------------------------------------


def file_of(storage: Storage, folder: Path) -> Path:
    """Embeddings of two words, with metadata and norms."""
    vocab = FastTextVocab(["Bär", "Café"], FastTextIndexer(1, 3, 4))
    rows = storage if len(np.asarray(storage)) == 3 else NdArray(np.eye(3, 4, dtype=np.float32))
    made = Embeddings(rows, vocab, Norms(np.ones(2, np.float32)), Metadata({"a": 1}))
    made.write(folder / "a.fifu")
    return folder / "a.fifu"


STORAGES = {
    "plain": NdArray(np.arange(12, dtype=np.float32).reshape(3, 4)),
    "quantised": QuantizedArray(np.array([[0, 1], [2, 0], [1, 1]], np.uint8), BOOKS),
}


@pytest.mark.parametrize("how", [{}, {"mmap": True}], ids=["in memory", "mapped"])
@pytest.mark.parametrize("kind", STORAGES)
def test_embeddings_are_pickled_for_other_processes(kind: str, how: Any, tmp_path: Path) -> None:
    embeddings = load(file_of(STORAGES[kind], tmp_path), **how)
    embeddings.norms = Norms(np.array([3, 4], np.float32))
    (tmp_path / "pickle").write_bytes(pickle.dumps(embeddings))
    # Another process hashes with another key.
    program = (
        "import pickle, sys\n"
        "found = pickle.load(open(sys.argv[1], 'rb'))\n"
        "print(found['Café'].tolist(), found['unknown'].tolist(), found.vocab['Bär'],"
        " found.norms.tolist(), found.metadata['a'], found.origin)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, tmp_path / "pickle"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip  # one argument a thought
    expected = [
        embeddings["Café"].tolist(), embeddings["unknown"].tolist(), 0, [3.0, 4.0], 1,
        embeddings.origin,
    ]  # fmt: skip  # the same
    assert done.stdout == " ".join(map(str, expected)) + "\n"


@pytest.mark.parametrize("how", [{}, {"mmap": True}], ids=["in memory", "mapped"])
@pytest.mark.parametrize("kind", STORAGES)
def test_a_deep_copy_stands_alone(kind: str, how: Any, tmp_path: Path) -> None:
    embeddings = load(file_of(STORAGES[kind], tmp_path), **how)
    found = copy.deepcopy(embeddings)
    assert found.vocab == embeddings.vocab
    assert np.array_equal(np.asarray(found.storage), np.asarray(embeddings.storage))
    assert found.metadata == {"a": 1}
    found.norms = None
    assert embeddings.norms is not None


def test_a_pickle_of_a_vocabulary_has_its_words_alone(tmp_path: Path) -> None:
    rows = np.zeros((3, 50_000), np.float32)
    vocab = FastTextVocab(["Bär", "Café"], FastTextIndexer(1, 3, 4))
    Embeddings(NdArray(rows), vocab).write(tmp_path / "a.fifu")
    for mmap in (False, True):
        assert len(pickle.dumps(load(tmp_path / "a.fifu", mmap=mmap).vocab)) < 2000


def test_scores_of_rows_that_are_not_there_are_none() -> None:
    rows = np.asarray(STORAGES["quantised"])
    query = np.ones(4, np.float32)
    for start, stop in ((1, 99), (-2, 3), (2, 1), (7, 9)):
        expected = rows[start:stop] @ query
        for storage in (STORAGES["quantised"], NdArray(rows.copy())):
            np.testing.assert_allclose(storage.scores(query, start, stop), expected)


@pytest.mark.parametrize("word", [3, None, ["B"]], ids=repr)
def test_what_is_no_text_has_no_vector(five: Embeddings, word: Any) -> None:
    calls = (five.embedding, five.embedding_with_norm, five.word_similarity)
    for call in calls:
        with pytest.raises(TypeError, match="word: expected a text"):
            call(word)


def test_one_word_has_no_rows_of_letters() -> None:
    for indexer in (FastTextIndexer(9), ExplicitIndexer(["Ber"])):
        with pytest.raises(TypeError, match="words: expected a list"):
            indexer.indices_of("Bern")


@pytest.mark.parametrize("numbers", [[0.5, 1.2], [True, False], ["0", "1"], [np.nan, 1]])
def test_indices_of_ngrams_are_integers(numbers: Any) -> None:
    with pytest.raises(FormatError, match="expected integers as indices"):
        ExplicitIndexer(["ab", "bc"], ngram_index=numbers)


def test_an_array_has_no_words_to_be_saved(tmp_path: Path) -> None:
    with pytest.raises(TypeError, match="save_matrix"):
        save_finalfusion(tmp_path / "x.fifu", np.ones((2, 2), np.float32))  # type: ignore[arg-type]  # is refused
    assert list(tmp_path.iterdir()) == []


INDEXERS: dict[str, Callable[[], object]] = {
    "n_buckets": lambda: FastTextIndexer(2.5),  # type: ignore[arg-type]  # wrong use, as all here
    "bucket_exp": lambda: FinalfusionHashIndexer(2.5),  # type: ignore[arg-type]  # wrong use
    "n_hashes": lambda: FloretIndexer(20, 3, 6, 2.0),  # type: ignore[arg-type]  # wrong use
    "seed": lambda: FloretIndexer(20, 3, 6, seed=1.5),  # type: ignore[arg-type]  # wrong use
    "min_n": lambda: FastTextIndexer(20, 1.5),  # type: ignore[arg-type]  # wrong use
    "max_n": lambda: FastTextIndexer(20, 3, 6.0),  # type: ignore[arg-type]  # wrong use
}


@pytest.mark.parametrize("argument", INDEXERS)
def test_numbers_of_an_indexer_are_whole(argument: str) -> None:
    """Of 2.5 buckets rows were numbers with a fraction, or those of 2, without a word."""
    with pytest.raises(TypeError, match=f"^{argument}: expected a whole number"):
        INDEXERS[argument]()
    for marker in ("begin", "end"):
        with pytest.raises(TypeError, match=f"{marker}: expected str, found bytes"):
            FloretIndexer(20, 3, 6, **{marker: b"<"})  # type: ignore[arg-type]  # as above
    with pytest.raises(TypeError, match=r"^n_buckets: expected a whole number"):
        FloretIndexer(2.5, 3, 6)  # type: ignore[arg-type]  # as above


def test_a_vector_is_put_into_one_of_its_shape_alone() -> None:
    """Numpy would put it into each row."""
    embeddings = Embeddings(NdArray(np.eye(3, dtype=np.float32)), SimpleVocab(list("abc")))
    embeddings.norms = np.ones(3, np.float32)
    out = np.empty((2, 3), np.float32)
    for give in (embeddings.embedding, embeddings.embedding_with_norm):
        with pytest.raises(ValueError, match=r"out: expected shape \(3,\), found \(2, 3\)"):
            give("a", out)
    assert embeddings.embedding("b", np.zeros(3, np.float32)).tolist() == [0, 1, 0]  # type: ignore[union-attr]  # known


WRITERS = (write_text, write_text_dims, write_word2vec, write_fasttext, write_floret)


@pytest.mark.parametrize("write", [*WRITERS, save_finalfusion])
@pytest.mark.parametrize("given", [None, np.eye(3)], ids=["nothing", "an array"])
def test_only_embeddings_are_written(
    write: Callable[..., None], given: Any, tmp_path: Path
) -> None:
    with pytest.raises(TypeError, match="embeddings: expected Embeddings, found"):
        write(tmp_path / "a", given)
    assert not list(tmp_path.iterdir())


def test_what_is_something_else_is_told_by_name() -> None:
    rows = NdArray(np.eye(3, dtype=np.float32))
    with pytest.raises(TypeError, match="vocab: expected Vocab, found list"):
        Embeddings(rows, ["a", "b", "c"])  # type: ignore[arg-type]  # wrong use, as all here
    embeddings = Embeddings(rows, SimpleVocab(["a", "b", "c"]))
    with pytest.raises(TypeError, match="out: expected ndarray, found list"):
        embeddings.embedding("a", [0, 0, 0])  # type: ignore[arg-type]  # wrong use
    for look in (embeddings.embeddings, embeddings.select):
        for words in (None, 1.5):
            with pytest.raises(TypeError, match="words: expected a list of words, found"):
                look(words)  # type: ignore[arg-type]  # wrong use
    with pytest.raises(TypeError, match="sep: expected str, found float"):
        write_text("/nowhere", embeddings, 1.5)  # type: ignore[arg-type]  # wrong use
