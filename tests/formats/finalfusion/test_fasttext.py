"""fastText's models: what fastText says of them, round trips, bad input."""

from __future__ import annotations

import struct
from pathlib import Path

import numpy as np
import pytest

from quire import FormatError, LimitError
from quire.finalfusion import (
    Embeddings,
    FastTextIndexer,
    FastTextVocab,
    Metadata,
    NdArray,
    SimpleVocab,
    load,
    load_fasttext,
    write_fasttext,
)
from quire.generated.fasttext import Fasttext
from tests.formats.finalfusion.foreign import (
    FOLDER,
    array,
    assert_same,
    embeddings,
    facts,
    model,
    refused,
)

NAMES = ["fasttext_cbow", "fasttext_skipgram", "fasttext_min1", "fasttext_no_subwords"]
SUBWORDS = NAMES[:3]


@pytest.mark.parametrize("name", NAMES)
def test_words_have_the_vectors_that_fasttext_gives(name: str) -> None:
    found = load_fasttext(FOLDER / f"{name}.bin")
    assert list(found.vocab.words) == facts(name)["words"]
    assert found.norms is not None
    vectors = found.storage.rows(0, found.n_words) * np.asarray(found.norms)[:, None]
    np.testing.assert_allclose(vectors, array(name, "words"), rtol=1e-5, atol=1e-6)
    np.testing.assert_allclose(
        np.linalg.norm(found.storage.rows(0, found.n_words), axis=1), 1, rtol=1e-6
    )


@pytest.mark.parametrize("name", NAMES)
def test_any_word_has_the_direction_that_fasttext_gives(name: str) -> None:
    found = load_fasttext(FOLDER / f"{name}.bin")
    for word, vector in zip(facts(name)["queries"], array(name, "queries"), strict=True):
        norm = np.linalg.norm(vector)
        if norm == 0:
            assert found.embedding(word) is None
        else:
            np.testing.assert_allclose(found[word], vector / norm, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("name", SUBWORDS)
def test_rows_of_ngrams_stay_as_they_are(name: str) -> None:
    found = load_fasttext(FOLDER / f"{name}.bin")
    rows = array(name, "input_matrix")
    assert np.array_equal(np.asarray(found.storage)[found.n_words :], rows[found.n_words :])


def test_a_model_without_ngrams_has_a_simple_vocabulary() -> None:
    found = load_fasttext(FOLDER / "fasttext_no_subwords.bin")
    assert isinstance(found.vocab, SimpleVocab)
    assert found.storage.shape[0] == found.n_words


def test_without_strict_ngrams_are_those_of_finalfusion() -> None:
    found = load_fasttext(FOLDER / "upstream" / "fasttext.bin", strict=False)
    base = "upstream/fasttext_bin"
    assert list(found.vocab.words) == facts(base)["vocab"]["words"]
    np.testing.assert_allclose(np.asarray(found.storage), array(base, "storage"), atol=1e-6)
    assert found.norms is not None
    np.testing.assert_allclose(found.norms, array(base, "norms"), rtol=1e-6)
    lookups = array(base, "lookups")
    for lookup in facts(base)["lookups"]:
        result = found.embedding_with_norm(lookup["word"])
        assert (result is None) == (lookup["row"] is None)
        if result is not None:
            np.testing.assert_allclose(result[0], lookups[lookup["row"]], rtol=1e-5, atol=1e-6)
            assert result[1] == pytest.approx(lookup["norm"], rel=1e-5)


@pytest.mark.parametrize(("name", "same"), [("fasttext_cbow", 18), ("fasttext_min1", 0)])
def test_the_two_rules_differ_where_they_should(name: str, same: int) -> None:
    strict, other = (load_fasttext(FOLDER / f"{name}.bin", strict=each) for each in (True, False))
    words = strict.n_words
    close = np.isclose(strict.storage.rows(0, words), other.storage.rows(0, words), atol=1e-6)
    assert close.all(axis=1).sum() == same  # all but `</s>`, or none
    assert not close[0].all()


def test_metadata_tell_how_the_model_was_trained() -> None:
    found = load_fasttext(FOLDER / "fasttext_skipgram.bin").metadata
    assert found == {
        "dims": 6,
        "window_size": 5,
        "epoch": 10,
        "min_count": 1,
        "ns": 5,
        "word_ngrams": 1,
        "loss": "HierarchicalSoftmax",
        "model": "SkipGram",
        "buckets": 77,
        "min_n": 2,
        "max_n": 4,
        "lr_update_rate": 100,
        "sampling_threshold": 0.0001,
    }


def test_labels_of_a_supervised_model_are_left_out() -> None:
    found = load_fasttext(FOLDER / "fasttext_supervised.bin")
    assert list(found.vocab.words) == facts("fasttext_supervised")["words"]
    assert found.metadata is not None
    assert found.metadata["model"] == "Supervised"
    assert found.storage.shape[0] == found.n_words + found.metadata["buckets"]


def test_shortest_ngrams_of_no_character_are_those_of_one(tmp_path: Path) -> None:
    data = bytearray((FOLDER / "fasttext_min1.bin").read_bytes())
    struct.pack_into("<i", data, 44, 0)  # fastText gives the same vectors then, too
    (tmp_path / "x.bin").write_bytes(data)
    found = load_fasttext(tmp_path / "x.bin")
    assert_same(found, load_fasttext(FOLDER / "fasttext_min1.bin"))


@pytest.mark.parametrize(("buckets", "min_n", "max_n"), [(0, 2, 3), (2, 0, 0), (2, 4, 3)])
def test_where_there_are_no_ngrams_rows_of_words_are_their_vectors(
    buckets: int, min_n: int, max_n: int, tmp_path: Path
) -> None:
    path = tmp_path / "x.bin"
    path.write_bytes(model([b"abc", b"d"], buckets=buckets, min_n=min_n, max_n=max_n))
    found = load_fasttext(path)
    assert isinstance(found.vocab, SimpleVocab)
    np.testing.assert_allclose(np.asarray(found.storage), np.full((2, 2), 0.5**0.5), rtol=1e-6)


def test_zero_vectors_stay_zero(tmp_path: Path) -> None:
    path = tmp_path / "x.bin"
    path.write_bytes(model([b"abc", b"d"], input_matrix=np.zeros((4, 2))))
    found = load_fasttext(path)
    assert not np.asarray(found.storage).any()
    assert found.norms is not None
    assert not found.norms.any()


def test_values_need_not_be_finite(tmp_path: Path) -> None:
    path = tmp_path / "x.bin"
    path.write_bytes(model([b"abc", b"d"], input_matrix=np.full((4, 2), np.inf)))
    found = load_fasttext(path)
    write_fasttext(path, found)
    assert load_fasttext(path).n_words == 2


# -- writing ---------------------------------------------------------------------------------


@pytest.mark.parametrize("strict", [True, False])
@pytest.mark.parametrize("name", NAMES)
def test_what_is_written_has_the_rows_that_were_read(
    *, name: str, strict: bool, tmp_path: Path
) -> None:
    found = load_fasttext(FOLDER / f"{name}.bin", strict=strict)
    write_fasttext(tmp_path / "again.bin", found)
    assert_same(load_fasttext(tmp_path / "again.bin", strict=strict), found)
    with Fasttext.from_file(tmp_path / "again.bin") as record:
        assert isinstance(record.input, Fasttext.Matrix)
        assert isinstance(record.output, Fasttext.Matrix)
        np.testing.assert_allclose(record.input.rows, array(name, "input_matrix"), atol=1e-5)
        assert record.output.rows.shape == array(name, "output_matrix").shape
        assert record.dictionary.num_pruned == -1


@pytest.mark.parametrize("name", NAMES)
def test_what_is_written_says_how_the_model_was_trained(name: str, tmp_path: Path) -> None:
    write_fasttext(tmp_path / "again.bin", load_fasttext(FOLDER / f"{name}.bin"))
    data = (tmp_path / "again.bin").read_bytes()
    assert data[:64] == (FOLDER / f"{name}.bin").read_bytes()[:64]


def test_vectors_survive_a_finalfusion_file(tmp_path: Path) -> None:
    found = load_fasttext(FOLDER / "fasttext_cbow.bin", strict=False)
    found.write(tmp_path / "x.fifu")
    again = load(tmp_path / "x.fifu")
    assert again.metadata == found.metadata
    write_fasttext(tmp_path / "x.bin", again)
    data = (tmp_path / "x.bin").read_bytes()
    assert data[:64] == (FOLDER / "fasttext_cbow.bin").read_bytes()[:64]
    assert_same(load_fasttext(tmp_path / "x.bin", strict=False), found)


def test_embeddings_of_another_origin_are_written(tmp_path: Path) -> None:
    source = embeddings(["a", "b c", ""], norms=[1, 2, 0.5])
    write_fasttext(tmp_path / "x.bin", source)
    found = load_fasttext(tmp_path / "x.bin")
    assert_same(found, source)
    assert found.metadata is not None
    assert (found.metadata["model"], found.metadata["window_size"]) == ("SkipGram", -1)


def test_quantised_rows_are_reconstructed(tmp_path: Path) -> None:
    source = load(FOLDER / "upstream" / "pq.fifu")
    write_fasttext(tmp_path / "x.bin", source)
    found = load_fasttext(tmp_path / "x.bin")
    rows = np.asarray(source.storage)
    unit = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    np.testing.assert_allclose(np.asarray(found.storage), unit, atol=1e-6)


def test_names_of_rust_in_metadata_are_known(tmp_path: Path) -> None:
    source = embeddings("ab", norms=[1, 1])
    source.metadata = Metadata({"model": "Cbow", "neg": 7, "loss": "NegativeSampling"})
    write_fasttext(tmp_path / "x.bin", source)
    found = load_fasttext(tmp_path / "x.bin").metadata
    assert found is not None
    assert (found["model"], found["ns"], found["loss"]) == ("CBOW", 7, "NegativeSampling")


def test_metadata_that_the_format_cannot_hold_are_refused(tmp_path: Path) -> None:
    source = embeddings("ab")
    source.metadata = Metadata({"epoch": 2**40})
    with pytest.raises(FormatError, match=r"arguments\.epoch"):
        write_fasttext(tmp_path / "x.bin", source)
    assert not list(tmp_path.iterdir())


def test_other_vocabularies_are_refused(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="FinalfusionBucketVocab"):
        write_fasttext(tmp_path / "x.bin", load(FOLDER / "bucket.fifu"))


def test_a_word_with_a_nul_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="no byte 0x00 in it"):
        write_fasttext(tmp_path / "x.bin", embeddings(["a", "b\0"]))
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("name", [*NAMES, "fasttext_supervised"])
def test_fasttext_loads_what_is_written(name: str, tmp_path: Path) -> None:
    fasttext = pytest.importorskip("fasttext", reason="fastText is not installed")
    write_fasttext(tmp_path / "x.bin", load_fasttext(FOLDER / f"{name}.bin"))
    original, written = (
        fasttext.load_model(str(path)) for path in (FOLDER / f"{name}.bin", tmp_path / "x.bin")
    )
    for word in [*facts(name)["words"], "Hausboot", "xyz"]:
        np.testing.assert_allclose(
            written.get_word_vector(word), original.get_word_vector(word), atol=1e-5
        )


# -- bad input -------------------------------------------------------------------------------


def test_a_file_that_is_cut_anywhere_is_refused(tmp_path: Path) -> None:
    data = (FOLDER / "fasttext_no_subwords.bin").read_bytes()
    for length in range(len(data)):
        refused(load_fasttext, tmp_path / "cut.bin", data[:length], "fasttext")


def test_a_quantised_and_pruned_model_is_refused(tmp_path: Path) -> None:
    data = (FOLDER / "fasttext_quantized.ftz").read_bytes()
    error = refused(load_fasttext, tmp_path / "x", data, "fasttext")
    assert (error.path, error.expected) == (
        "dictionary.num_pruned",
        "a dictionary that is not pruned",
    )


def test_a_quantised_model_is_refused(tmp_path: Path) -> None:
    matrix = struct.pack("<bqqi", 0, 3, 2, 3) + bytes(3)
    matrix += struct.pack("<4i", 2, 1, 2, 2) + bytes(2 * 256 * 4)
    plain = model([b"a"])
    at = plain.index(b"a\0") + 11
    data = plain[:at] + b"\1" + matrix + plain[at + 17 + 24 :]
    error = refused(load_fasttext, tmp_path / "x", data, "fasttext")
    assert (error.path, error.offset) == ("is_quantized", at)
    assert error.expected == "a matrix that is not quantised"


@pytest.mark.parametrize(
    ("data", "path", "offset"),
    [
        (b"", "magic", 0),
        (b"FiFu" + model([b"a"])[4:], "magic", 0),
        (model([b"a"], version=11), "version", 4),
        (model([b"a"], dim=0), "arguments.dim", 8),
        (model([b"a"], buckets=-1, input_matrix=np.zeros((0, 2))), "arguments.num_buckets", 40),
        (model([b"a"], num_entries=-1), "dictionary.num_entries", 64),
        (model([b"a"], num_entries=2**31 - 1), "dictionary.entries", 92),
        (model([b"a"], num_words=2), "dictionary.num_words", 68),
        (model([b"a"], num_words=-1), "dictionary.num_words", 68),
        (model([b"a", b"b"], labels=1, num_words=2), "dictionary.entries[1].word", 103),
        (model([b"a"], num_pruned=2**60), "dictionary.pruned", 103),
        (model([b"a", b"a"]), "dictionary.entries[1].word", 103),
        (model([b"a", b"b\xff"]), "dictionary.entries[1].word", 104),
        (model([b"a"], num_rows=2, input_matrix=np.ones((2, 2))), "input.num_rows", 104),
        (model([b"a"], num_columns=1, input_matrix=np.ones((3, 1))), "input.num_columns", 112),
        (model([b"a"], num_rows=2**60), "input.rows", 120),
        (model([b"a"], num_rows=-1), "input.num_rows", 104),
        (model([b"a"], num_columns=2**62), "input.rows", 120),
        (model([b"a"], num_rows=6, num_columns=1), "input.num_rows", 104),
        (model([b"a"])[:-1], "output.rows", 161),
    ],
)
def test_what_is_wrong_is_said(data: bytes, path: str, offset: int, tmp_path: Path) -> None:
    error = refused(load_fasttext, tmp_path / "x", data, "fasttext")
    assert (error.path, error.offset) == (path, offset)


def test_bad_utf8_is_replaced_if_one_wants(tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_bytes(model([b"a", b"b\xff"]))
    assert list(load_fasttext(path, lossy=True).vocab.words) == ["a", "b\ufffd"]


@pytest.mark.parametrize("words", [[b"x" * 100_000], [b"x" * 900 + b"%d" % i for i in range(1000)]])
def test_words_with_ngrams_without_end_are_refused(words: list[bytes], tmp_path: Path) -> None:
    data = model(words, min_n=1, max_n=2**31 - 1)
    error = refused(load_fasttext, tmp_path / "x", data, "fasttext")
    assert isinstance(error, LimitError)


def test_long_words_with_short_ngrams_are_read(tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_bytes(model([b"x" * 100_000, b"y"], min_n=3, max_n=6))
    assert load_fasttext(path).n_words == 2


def test_many_words_are_averaged_in_blocks(tmp_path: Path) -> None:
    words = [f"word{i}" for i in range(10_000)]
    rows = np.random.default_rng(5).normal(size=(10_100, 3)).astype(np.float32)
    vocab = FastTextVocab(words, FastTextIndexer(100, 3, 4, strict=True))
    write_fasttext(tmp_path / "x", Embeddings(NdArray(rows), vocab))
    found = load_fasttext(tmp_path / "x")
    assert found.norms is not None
    vectors = found.storage.rows(0, 10_000) * np.asarray(found.norms)[:, None]
    np.testing.assert_allclose(vectors, rows[:10_000], atol=1e-5)
