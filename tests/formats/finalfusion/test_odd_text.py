"""Text with blanks in words, text that is compressed, and words that a format has no place for."""

from __future__ import annotations

import gzip
from pathlib import Path

import numpy as np
import pytest

import quire
from quire.finalfusion import (
    Embeddings,
    NdArray,
    SimpleVocab,
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
