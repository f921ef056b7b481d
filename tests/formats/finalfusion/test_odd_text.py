"""Text with blanks in words, text that is compressed, and words that a format has no place for."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import quire
from quire.finalfusion import (
    Embeddings,
    ExplicitIndexer,
    ExplicitVocab,
    FastTextIndexer,
    FastTextVocab,
    FinalfusionBucketVocab,
    FinalfusionHashIndexer,
    NdArray,
    SimpleVocab,
    Vocab,
    convert,
    load,
    load_fasttext,
    load_text,
    load_text_dims,
    load_word2vec,
)

LINES = "a 3 4\n. . . 0 1\nat b.com 2 0\nb\t5 12\n"
WORDS = ["a", ". . .", "at b.com", "b"]
NORMS = [5, 1, 2, 13]

VOCABS: dict[str, Callable[[], Vocab]] = {
    "simple": lambda: SimpleVocab(["a", "b"]),
    "fastText": lambda: FastTextVocab(["a", "b"], FastTextIndexer(20)),
    "hashed": lambda: FinalfusionBucketVocab(["a", "b"], FinalfusionHashIndexer(5)),
    "listed": lambda: ExplicitVocab(["a", "b"], ExplicitIndexer(["<ab", "bd>", "bc>"])),
}


def test_words_with_blanks_are_taken_when_that_is_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "glove.txt"
    path.write_text(LINES)
    with pytest.raises(quire.FormatError, match=r"lines\[1\] at byte 8: expected a number"):
        load_text(path)
    found = load_text(path, blanks=True)
    assert list(found.vocab.words) == WORDS
    assert found.norms is not None
    assert found.norms.tolist() == NORMS
    assert found["b"].tolist() == pytest.approx([5 / 13, 12 / 13])
    path.write_text("4 2\n" + LINES)
    assert list(load_text_dims(path, blanks=True).vocab.words) == WORDS


@pytest.mark.parametrize("line", ["x 1", "x 1 y", "1", ""])
def test_a_line_without_a_whole_vector_is_wrong_with_blanks_too(line: str, tmp_path: Path) -> None:
    path = tmp_path / "glove.txt"
    path.write_text(f"a 3 4\n{line}\nb 1 2\n")
    with pytest.raises(quire.FormatError, match=r"lines\[1\] at byte"):
        load_text(path, blanks=True)


def test_blanks_in_many_lines_are_found_by_compiled_code_too(tmp_path: Path) -> None:
    numba = pytest.importorskip("numba", reason="pip install numba")
    assert numba is not None
    path = tmp_path / "glove.txt"
    path.write_text("".join(f"w{i}{' x' * (i % 3 == 2)} {i} 1\n" for i in range(3000)))
    found = load_text(path, blanks=True)
    assert [*found.vocab.words[2:5]] == ["w2 x", "w3", "w4"]
    assert found.norms is not None
    assert np.allclose(found.norms, np.hypot(np.arange(3000), 1))


def test_text_that_is_compressed_is_unpacked(tmp_path: Path) -> None:
    path = tmp_path / "glove.txt.gz"
    path.write_bytes(gzip.compress(b"a 3 4\nb 5 12\n"))
    assert list(load_text(path).vocab.words) == ["a", "b"]
    convert(path, tmp_path / "x.fifu")
    assert list(load(tmp_path / "x.fifu").vocab.words) == ["a", "b"]


def test_compressed_text_that_is_damaged_or_too_much_is_refused(tmp_path: Path) -> None:
    path, packed = tmp_path / "x.txt.gz", gzip.compress(b"a 3 4\n" * 100)
    for data in (packed[:-9], packed[:30], packed[:-5] + b"12345", packed[:12] + b"\xff" * 20):
        path.write_bytes(data)
        with pytest.raises(quire.FormatError):
            load_text(path)
        with pytest.raises(quire.FormatError):
            convert(path, tmp_path / "x.fifu")
    path.write_bytes(gzip.compress(bytes(1000)))
    with quire.limits(max_decoded=500), pytest.raises(quire.LimitError, match="at most 500"):
        load_text(path)


@pytest.mark.parametrize("format", ["word2vec", "text", "textdims"])
def test_words_that_a_format_has_no_place_for_are_left_out_when_that_is_asked_for(
    format: str, tmp_path: Path
) -> None:
    source, target = tmp_path / "x.fifu", tmp_path / "y"
    rows = np.eye(3, dtype=np.float32)
    Embeddings(NdArray(rows), SimpleVocab(["New York", "a", ""])).write(source)
    with pytest.raises(quire.FormatError, match="New York"):
        convert(source, target, target_format=format)
    assert not target.exists()
    made = convert(source, target, target_format=format, skip=True)
    assert list(made.vocab.words) == ["a"]
    read = {"word2vec": load_word2vec, "text": load_text, "textdims": load_text_dims}[format](
        target
    )
    assert list(read.vocab.words) == ["a"]
    assert read["a"].tolist() == [0, 1, 0]


def test_formats_that_have_a_place_for_all_words_keep_them(tmp_path: Path) -> None:
    source = tmp_path / "x.fifu"
    Embeddings(NdArray(np.eye(2, dtype=np.float32)), SimpleVocab(["New York", "a"])).write(source)
    for name, read in (("finalfusion", load), ("fasttext", load_fasttext)):
        convert(source, tmp_path / "y", target_format=name, skip=True)
        assert list(read(tmp_path / "y").vocab.words) == ["New York", "a"]


@pytest.mark.parametrize("vocab", VOCABS)
def test_a_word_that_no_file_could_hold_is_unknown_alone_and_among_others(vocab: str) -> None:
    """Among others it was an error; its n-grams were a stray UnicodeEncodeError."""
    known = VOCABS[vocab]()
    rows = np.arange(2 * known.upper_bound, dtype=np.float32).reshape(-1, 2)
    embeddings = Embeddings(NdArray(rows), known)
    odd = "\ud800b"
    assert embeddings.embedding(odd) is None
    found = embeddings.embeddings(["a", odd, "a"], default=7)
    assert found.tolist() == [[0, 1], [7, 7], [0, 1]]
    with pytest.raises(KeyError):
        embeddings.embeddings([odd])
    assert known.idx(odd) is None
    assert odd not in embeddings
    assert embeddings.embedding_similarity([1, 0], skip=[odd, "a"])[0].word == "b"
    if not isinstance(known, SimpleVocab):
        assert known.subword_indices(odd) == []  # type: ignore[attr-defined]  # all others have it
        flat, starts = known.subword_rows(["abc", odd, "abd"])
        one, other = (known.subword_indices(word) for word in ("abc", "abd"))  # type: ignore[attr-defined]  # all others have it
        assert (flat.tolist(), starts.tolist()) == (one + other, [0, len(one), len(one), len(flat)])


@pytest.mark.parametrize("k", [2.5, "3", None], ids=repr)
def test_the_number_of_results_is_whole(k: Any) -> None:
    embeddings = Embeddings(NdArray(np.eye(2, dtype=np.float32)), SimpleVocab(["a", "b"]))
    with pytest.raises(TypeError, match="k: expected a whole number"):
        embeddings.word_similarity("a", k)
