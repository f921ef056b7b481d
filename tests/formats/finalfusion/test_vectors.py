"""Files that the original programs made, and what they say they hold."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from quire import FormatError
from quire.finalfusion import (
    Embeddings,
    ExplicitVocab,
    FinalfusionBucketVocab,
    FloretVocab,
    NdArray,
    QuantizedArray,
    load,
    load_metadata,
    load_norms,
    load_storage,
    load_vocab,
)
from quire.generated.finalfusion import Finalfusion
from quire.kernels.engine.payload import Encoded
from tests.formats.finalfusion.samples import (
    ALL,
    ASSEMBLED,
    BAD,
    CANONICAL,
    DESCRIBED,
    FOLDER,
    HIDING,
    QUANTIZED,
    SHORT,
    Sample,
    sample,
)


def assert_close(found: Any, expected: Any) -> None:
    """Numbers agree as the README of the vectors asks for where numbers were added up."""
    np.testing.assert_allclose(found, expected, rtol=1e-5, atol=1e-5)


each_described = pytest.mark.parametrize("vector", DESCRIBED, ids=str)
mapped_or_not = pytest.mark.parametrize("mmap", [False, True], ids=["eager", "mapped"])


@pytest.mark.parametrize("vector", ALL, ids=str)
def test_a_vector_is_the_file_that_its_facts_describe(vector: Sample) -> None:
    assert hashlib.sha256(vector.path.read_bytes()).hexdigest() == vector.facts["sha256"]


@mapped_or_not
@each_described
def test_the_vocabulary_is_that_of_the_original(vector: Sample, *, mmap: bool) -> None:
    vocab, facts = load(vector.path, mmap).vocab, vector.facts["vocab"]
    assert type(vocab).__name__ == facts["type"]
    assert list(vocab.words) == facts["words"]
    assert vocab.upper_bound == facts["upper_bound"]
    assert [vocab.word_index[word] for word in facts["words"]] == list(range(len(vocab)))
    for name in ("min_n", "max_n"):
        assert getattr(vocab, name, None) == facts.get(name)
    if isinstance(vocab, FinalfusionBucketVocab):
        assert vocab.subword_indexer.buckets_exp == facts["bucket_exponent"]
    if isinstance(vocab, ExplicitVocab):
        assert [list(pair) for pair in vocab.subword_indexer.items()] == facts["ngrams"]


@mapped_or_not
@each_described
def test_the_rows_are_those_of_the_original(vector: Sample, *, mmap: bool) -> None:
    storage = load(vector.path, mmap).storage
    assert type(storage).__name__ == vector.facts["storage"]["type"]
    exact = isinstance(storage, NdArray)
    expected = vector.array("storage")
    assert storage.shape == expected.shape
    if exact:
        np.testing.assert_array_equal(np.asarray(storage), expected)
    else:
        assert_close(np.asarray(storage), expected)


@each_described
def test_norms_and_metadata_are_those_of_the_original(vector: Sample) -> None:
    embeddings = load(vector.path)
    assert embeddings.metadata == vector.facts["metadata"]
    if vector.facts["norms"] is None:
        assert embeddings.norms is None
    else:
        np.testing.assert_array_equal(np.asarray(embeddings.norms), vector.array("norms"))


@pytest.mark.parametrize("vector", QUANTIZED, ids=str)
def test_quantised_storage_stays_quantised(vector: Sample) -> None:
    storage = load(vector.path).storage
    assert isinstance(storage, QuantizedArray)
    np.testing.assert_array_equal(storage.codes, vector.array("codes"))
    parameters = storage.parameters
    np.testing.assert_array_equal(parameters.codebooks, vector.array("codebooks"))
    arrays = (("projection", parameters.projection), ("pqnorms", parameters.norms))
    for name, found in arrays:
        assert (found is not None) == vector.has(name)
        if found is not None:
            np.testing.assert_array_equal(found, vector.array(name))


@mapped_or_not
@each_described
def test_words_have_the_vectors_of_the_original(vector: Sample, *, mmap: bool) -> None:
    embeddings = load(vector.path, mmap)
    expected = vector.array("lookups")
    for query in vector.facts["lookups"]:
        found = embeddings.embedding(query["word"])
        assert (found is None) == (query["row"] is None)
        assert (query["word"] in embeddings) == (query["index"] is not None)
        wanted = query["index"] if query["index"] is not None else query["subword_indices"]
        assert embeddings.vocab.idx(query["word"]) == wanted
        if found is None:
            continue
        assert_close(found, expected[query["row"]])
        if query["norm"] is not None and embeddings.norms is not None:
            again = embeddings.embedding_with_norm(query["word"])
            assert again is not None
            assert_close(again[1], query["norm"])


@each_described
def test_many_words_at_once_have_the_same_vectors(vector: Sample) -> None:
    embeddings = load(vector.path)
    words = [q["word"] for q in vector.facts["lookups"] if q["row"] is not None]
    rows = [q["row"] for q in vector.facts["lookups"] if q["row"] is not None]
    assert_close(embeddings.embeddings(words), vector.array("lookups")[rows])


def assert_ranked(found: Any, expected: list[list[Any]]) -> None:
    """Results are the words and similarities of the original."""
    assert [result.word for result in found] == [word for word, _ in expected]
    similarities = [result.similarity for result in found]
    assert_close(similarities, [value for _, value in expected])


@pytest.mark.parametrize("vector", [s for s in DESCRIBED if "similar" in s.facts], ids=str)
def test_what_is_near_is_what_the_original_finds(vector: Sample) -> None:
    embeddings = load(vector.path)
    for query in vector.facts["similar"]:
        assert_ranked(embeddings.word_similarity(query["query"], query["k"]), query["results"])
    for query in vector.facts["analogy"]:
        first, second, third = query["query"]
        found = embeddings.analogy(first, second, third, k=query["k"])
        assert_ranked(found, query["results"])


def test_the_rankings_of_the_original_tests() -> None:
    rankings = json.loads((FOLDER / "upstream/rankings.json").read_text(encoding="utf-8"))
    for query in rankings["similar"]:
        embeddings = load(FOLDER / "upstream" / query["file"])
        assert_ranked(embeddings.word_similarity(query["query"], query["k"]), query["results"])
    for query in rankings["analogy"]:
        embeddings = load(FOLDER / "upstream" / query["file"])
        skip = set(query["skip"]) if query.get("skip") is not None else None
        first, second, third = query["query"]
        found = embeddings.analogy(first, second, third, query["k"], skip)
        if query["results"] is None:
            assert found is None
        else:
            assert_ranked(found, query["results"])


@pytest.mark.parametrize("vector", ASSEMBLED, ids=str)
def test_floret_rows_and_vectors(vector: Sample) -> None:
    embeddings = load(vector.path)
    assert isinstance(embeddings.vocab, FloretVocab)
    text = Sample(vector.path.with_suffix("")).path
    facts = json.loads(text.with_suffix(".json").read_text(encoding="utf-8"))
    matrix = np.load(text.with_suffix(".matrix.npy"))
    np.testing.assert_array_equal(np.asarray(embeddings.storage), matrix)
    # floret gives the mean of the rows, finalfusion its direction.
    means = np.load(text.with_suffix(".queries.npy"))
    units = means / np.linalg.norm(means, axis=1)[:, None]
    np.testing.assert_allclose(embeddings.embeddings(facts["queries"]), units, atol=1e-3)


@mapped_or_not
@pytest.mark.parametrize("vector", CANONICAL, ids=str)
def test_what_was_read_is_written_as_the_same_bytes(
    vector: Sample, tmp_path: Path, *, mmap: bool
) -> None:
    load(vector.path, mmap).write(tmp_path / "again.fifu")
    assert (tmp_path / "again.fifu").read_bytes() == vector.path.read_bytes()


@pytest.mark.parametrize("vector", CANONICAL, ids=str)
def test_the_generated_class_alone_gives_the_same_bytes(vector: Sample) -> None:
    data = vector.path.read_bytes()
    assert Finalfusion.from_bytes(data).to_bytes() == data


@pytest.mark.parametrize("vector", SHORT, ids=str)
def test_the_length_of_an_explicit_vocabulary_is_put_right(vector: Sample, tmp_path: Path) -> None:
    before = vector.path.read_bytes()
    load(vector.path).write(tmp_path / "again.fifu")
    after = (tmp_path / "again.fifu").read_bytes()
    chunk = next(each for each in vector.facts["chunks"] if each["id"] == 8)
    start = chunk["offset"] + 4
    assert after[:start] + after[start + 8 :] == before[:start] + before[start + 8 :]
    assert int.from_bytes(after[start : start + 8], "little") == chunk["length"]


@pytest.mark.parametrize("vector", HIDING, ids=str)
def test_norms_that_the_header_hides_are_read_and_then_listed(
    vector: Sample, tmp_path: Path
) -> None:
    assert 6 not in Finalfusion.from_file(vector.path).chunk_kinds
    embeddings = load(vector.path)
    assert embeddings.norms is not None
    embeddings.write(tmp_path / "again.fifu")
    again = Finalfusion.from_file(tmp_path / "again.fifu")
    assert again.chunk_kinds == [chunk.kind for chunk in again.chunks]
    assert again.chunk_kinds[-1] == 6
    assert_same(load(tmp_path / "again.fifu"), embeddings)


def assert_same(found: Embeddings, expected: Embeddings) -> None:
    """Two embeddings hold the same."""
    assert found.vocab == expected.vocab
    np.testing.assert_array_equal(np.asarray(found.storage), np.asarray(expected.storage))
    np.testing.assert_array_equal(np.asarray(found.norms), np.asarray(expected.norms))
    assert found.metadata == expected.metadata


def test_a_file_may_hold_a_single_chunk() -> None:
    facts = sample("simple_norms_metadata").facts
    assert list(load_vocab(FOLDER / "chunk_vocab.fifu").words) == facts["vocab"]["words"]
    expected = np.load(FOLDER / "chunk_storage.expected.npy")
    for mmap in (False, True):
        storage = load_storage(FOLDER / "chunk_storage.fifu", mmap=mmap)
        np.testing.assert_array_equal(np.asarray(storage), expected)
    expected = np.load(FOLDER / "chunk_norms.expected.npy")
    np.testing.assert_array_equal(load_norms(FOLDER / "chunk_norms.fifu"), expected)
    assert load_metadata(FOLDER / "chunk_metadata.fifu") == facts["metadata"]


def test_parts_of_whole_files_are_found_whatever_is_before_them() -> None:
    vector = sample("explicit_from_bucket")  # whose vocabulary is longer than its chunk says
    np.testing.assert_array_equal(np.asarray(load_storage(vector.path)), vector.array("storage"))
    np.testing.assert_array_equal(load_norms(vector.path), vector.array("norms"))
    assert load_vocab(vector.path) == load(vector.path).vocab


def test_a_bare_chunk_of_the_original_tests() -> None:
    facts = json.loads((FOLDER / "upstream/quantized_storage.json").read_text(encoding="utf-8"))
    data = (FOLDER / "upstream/quantized_storage.bin").read_bytes()
    matrix = Finalfusion.Chunk.from_bytes(data, 0).data
    assert isinstance(matrix, Finalfusion.QuantizedMatrix)
    assert len(matrix.padding) == 4  # though the position is a multiple of 4
    expected = np.load(FOLDER / "upstream" / facts["expected"])
    assert isinstance(matrix.rows, Encoded)
    assert_close(matrix.rows.decode(), expected)


@mapped_or_not
@pytest.mark.parametrize("vector", BAD, ids=str)
def test_damaged_files_are_refused_with_their_place(vector: Sample, *, mmap: bool) -> None:
    with pytest.raises(FormatError) as caught:
        load(vector.path, mmap)
    error = caught.value
    assert error.format == "finalfusion"
    assert error.path
    assert error.offset is not None
    assert 0 <= error.offset <= vector.path.stat().st_size
