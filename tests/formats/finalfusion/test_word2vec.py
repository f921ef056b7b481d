"""word2vec's binary format: files of real programs, round trips, bad input."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from quire import FormatError
from quire.finalfusion import Embeddings, load, load_word2vec, write_word2vec
from quire.finalfusion.vocab import SubwordVocab
from tests.formats.finalfusion.foreign import (
    FOLDER,
    WORD2VEC,
    Foreign,
    array,
    assert_as_the_original,
    assert_same,
    embeddings,
    facts,
    refused,
)

TWO = b"2 1\na \0\0\0@\nb \0\0\0\xc0\n"
"""The words a and b with the vectors 2 and -2."""


@pytest.mark.parametrize("sample", WORD2VEC, ids=str)
def test_files_of_real_programs_hold_what_these_say(sample: Foreign) -> None:
    assert_as_the_original(sample)


def test_a_file_of_gensim_has_no_line_breaks() -> None:
    found = load_word2vec(FOLDER / "gensim_w2v.bin")
    assert list(found.vocab.words) == facts("gensim_w2v.bin")["words"]
    assert found.norms is not None
    vectors = np.asarray(found.storage) * np.asarray(found.norms)[:, None]
    np.testing.assert_allclose(vectors, array("gensim_w2v.bin", "matrix"), rtol=1e-6)


@pytest.mark.parametrize("sample", WORD2VEC, ids=str)
def test_round_trip(sample: Foreign, tmp_path: Path) -> None:
    found = load_word2vec(sample.path)
    write_word2vec(tmp_path / "again.bin", found)
    assert_same(load_word2vec(tmp_path / "again.bin"), found)
    assert (tmp_path / "again.bin").stat().st_size == sample.path.stat().st_size


def test_what_is_written_is_what_word2vec_writes(tmp_path: Path) -> None:
    write_word2vec(tmp_path / "two.bin", embeddings("ab", [[1], [-1]], [2, 2]))
    assert (tmp_path / "two.bin").read_bytes() == TWO


def test_without_norms_rows_are_written_as_they_are(tmp_path: Path) -> None:
    write_word2vec(tmp_path / "two.bin", embeddings("ab", [[2], [-2]]))
    assert (tmp_path / "two.bin").read_bytes() == TWO


@pytest.mark.parametrize("name", ["bucket", "fasttext", "explicit_plain", "pq_bucket_vocab"])
def test_rows_of_ngrams_are_left_out(name: str, tmp_path: Path) -> None:
    source = load(FOLDER / f"{name}.fifu")
    assert isinstance(source.vocab, SubwordVocab)
    words = [re.sub(r"\s", "_", word) for word in source.vocab.words]
    vocab = type(source.vocab)(words, source.vocab.subword_indexer)
    write_word2vec(tmp_path / "words.bin", Embeddings(source.storage, vocab, source.norms))
    found = load_word2vec(tmp_path / "words.bin")
    assert list(found.vocab.words) == words
    assert found.norms is not None
    vectors = np.asarray(found.storage) * np.asarray(found.norms)[:, None]
    norms = np.ones(len(words)) if source.norms is None else np.asarray(source.norms)
    rows = source.storage.rows(0, len(words)) * norms[:, None]
    np.testing.assert_allclose(vectors, rows, rtol=1e-5, atol=1e-6)


def test_quantised_rows_are_reconstructed(tmp_path: Path) -> None:
    source = load(FOLDER / "upstream" / "pq.fifu")
    write_word2vec(tmp_path / "words.bin", source)
    found = load_word2vec(tmp_path / "words.bin")
    assert list(found.vocab.words) == list(source.vocab.words)
    rows = np.asarray(source.storage)
    unit = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    np.testing.assert_allclose(np.asarray(found.storage), unit, atol=1e-6)


def test_many_words_are_written_in_blocks(tmp_path: Path) -> None:
    rows = np.arange(1, 500_001, dtype=np.float32).reshape(-1, 10)
    source = embeddings([f"w{i}" for i in range(50_000)], np.tile(rows, (1, 5)))
    write_word2vec(tmp_path / "many.bin", source)
    found = load_word2vec(tmp_path / "many.bin")
    assert list(found.vocab.words) == list(source.vocab.words)
    assert found.norms is not None
    vectors = np.asarray(found.storage) * np.asarray(found.norms)[:, None]
    np.testing.assert_allclose(vectors, np.asarray(source.storage), rtol=1e-6)


@pytest.mark.parametrize("between", [b"", b"\n", b"\n\n\n"])
def test_line_breaks_before_a_word_are_not_part_of_it(between: bytes, tmp_path: Path) -> None:
    (tmp_path / "x.bin").write_bytes(TWO.replace(b"\n", between).replace(b"2 1", b"2 1\n", 1))
    assert list(load_word2vec(tmp_path / "x.bin").vocab.words) == ["a", "b"]


def test_other_white_space_is_part_of_a_word(tmp_path: Path) -> None:
    (tmp_path / "x.bin").write_bytes(TWO.replace(b"\nb", "\n\xa0b\n".encode()))
    assert list(load_word2vec(tmp_path / "x.bin").vocab.words) == ["a", "\xa0b\n"]


def test_zero_vectors_stay_zero(tmp_path: Path) -> None:
    write_word2vec(tmp_path / "x.bin", embeddings("ab", [[0, 0], [3, 4]]))
    found = load_word2vec(tmp_path / "x.bin")
    assert np.array_equal(np.asarray(found.storage), np.array([[0, 0], [0.6, 0.8]], np.float32))
    assert found.norms is not None
    assert found.norms.tolist() == [0, 5]


@pytest.mark.parametrize("scale", [1e-42, 1e-25, 1e-16, 1e16, 1e25, 1e38])
def test_vectors_of_any_length_become_unit_vectors(scale: float, tmp_path: Path) -> None:
    write_word2vec(tmp_path / "x.bin", embeddings("a", [[0.6 * scale, 0.8 * scale]]))
    found = load_word2vec(tmp_path / "x.bin")
    np.testing.assert_allclose(found["a"], [0.6, 0.8], rtol=1e-2 if scale < 1e-38 else 1e-6)
    assert found.norms is not None
    np.testing.assert_allclose(found.norms, [scale], rtol=1e-2 if scale < 1e-38 else 1e-6)


def test_words_do_not_keep_the_file(tmp_path: Path) -> None:
    path = tmp_path / "x.bin"
    path.write_bytes(TWO)
    found = load_word2vec(path)
    with path.open("r+b") as file:
        file.write(b"x" * len(TWO))
    assert list(found.vocab.words) == ["a", "b"]
    assert found["a"].tolist() == [1]


def test_a_file_can_be_written_over_the_one_that_was_read(tmp_path: Path) -> None:
    path = tmp_path / "x.bin"
    path.write_bytes(TWO)
    write_word2vec(path, load_word2vec(path))
    assert path.read_bytes() == TWO


def test_lossy_reading_replaces_what_is_not_utf8() -> None:
    base = "upstream/utf8-incomplete.bin"
    found = load_word2vec(FOLDER / base, lossy=True)
    assert list(found.vocab.words) == facts(base)["lossy"]["words"]
    assert np.array_equal(np.asarray(found.storage), array(base, "lossy.storage"))
    assert found.norms is not None
    assert np.array_equal(found.norms, array(base, "lossy.norms"))


def test_strict_reading_says_where_a_word_is_not_utf8() -> None:
    with pytest.raises(FormatError) as caught:
        load_word2vec(FOLDER / "upstream" / "utf8-incomplete.bin")
    assert (caught.value.path, caught.value.offset) == ("words[1].text", 26)


def test_a_file_that_is_cut_anywhere_is_refused(tmp_path: Path) -> None:
    data = (FOLDER / "w2v.bin").read_bytes()
    for length in range(len(data) - 1):  # the last line break may be missing
        refused(load_word2vec, tmp_path / "cut.bin", data[:length], "word2vec")


@pytest.mark.parametrize(
    ("data", "path", "offset"),
    [
        (b"", "num_words", 0),
        (b"2 0\na b ", "num_columns", 2),
        (b"99999999999999999999 1\n", "words", 23),
        (b"1 99999999999999999999\na 1234", "words.vector", 23),
        (b"1000000000 300\na 1234", "words", 15),
        (b"x 1\na 1234", "num_words", 2),  # where reading stood when it looked at the number
        (b"-1 5\n", "num_words", 0),
        (TWO.replace(b"\nb ", b"\nbb"), "words[1].text", 10),
        (TWO.replace(b"\nb", b"\na"), "words[1].text", 11),
        (TWO.replace(b"\nb", b"\nb\xff"), "words[1].text", 12),
        (TWO + b"c 1234", "tail", 18),
    ],
)
def test_what_is_wrong_is_said(data: bytes, path: str, offset: int, tmp_path: Path) -> None:
    error = refused(load_word2vec, tmp_path / "bad.bin", data, "word2vec")
    assert (error.path, error.offset) == (path, offset)


@pytest.mark.parametrize("word", ["", "a b", "a\n", "\ta", "a\rb"])
def test_words_that_break_the_format_are_refused(word: str, tmp_path: Path) -> None:
    with pytest.raises(FormatError) as caught:
        write_word2vec(tmp_path / "x.bin", embeddings(["fine", word]))
    assert (caught.value.path, caught.value.found) == ("words[1]", repr(word))
    assert not list(tmp_path.iterdir())


def test_embeddings_without_words_are_refused(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="at least one known word"):
        write_word2vec(tmp_path / "x.bin", load(FOLDER / "floret_2hash.fifu"))
