"""`quire similar`, `analogy` and `select`: questions about words."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from quire.cli.main import main
from quire.finalfusion import Embeddings, NdArray, SimpleVocab, load
from tests.cli.conftest import Quire

WORDS = ["king", "queen", "man", "woman", "bread"]
ROWS = np.array([[1, 1], [1, -1], [0.2, 1], [0.2, -1], [-1, 0]], np.float32)


@pytest.fixture
def fifu(quire: Quire) -> str:
    """Embeddings in two dimensions: one is royal, the other one of two."""
    assert quire is not None
    rows = ROWS / np.linalg.norm(ROWS, axis=1, keepdims=True)
    Embeddings(NdArray(rows), SimpleVocab(WORDS)).write("w.fifu")
    return "w.fifu"


def nearest(word: str) -> list[tuple[str, float]]:
    """The other words by their cosine, by hand."""
    row = ROWS[WORDS.index(word)]
    cosines = ROWS @ row / np.linalg.norm(ROWS, axis=1) / np.linalg.norm(row)
    pairs = [pair for pair in zip(WORDS, cosines.tolist(), strict=True) if pair[0] != word]
    return sorted(pairs, key=lambda pair: -pair[1])


def test_the_nearest_words_are_printed(quire: Quire, fifu: str) -> None:
    done = quire("similar", fifu, "king", "-k", "2")
    first, second = nearest("king")[:2]
    assert done.out == f"{first[0]} {first[1]:.6g}\n{second[0]} {second[1]:.6g}\n"
    found = quire("similar", fifu, "king", "bread", "--json").json()
    assert [each["query"] for each in found] == ["king", "bread"]
    for each in found:
        pairs = [(pair["word"], pair["similarity"]) for pair in each["found"]]
        assert [word for word, _ in pairs] == [word for word, _ in nearest(each["query"])]
        assert np.allclose(
            [near for _, near in pairs], [near for _, near in nearest(each["query"])]
        )


def test_words_come_from_standard_input_too(fifu: str) -> None:
    done = CliRunner().invoke(main, ["similar", fifu, "-k", "1"], input="king\n\nwoman\n")
    assert [line.split()[0] for line in done.stdout.splitlines()] == ["man", "queen"]
    done = CliRunner().invoke(main, ["analogy", fifu, "-k", "1"], input="man king woman\n")
    assert done.stdout.split()[0] == "queen"


def test_an_analogy_is_printed(quire: Quire, fifu: str) -> None:
    done = quire("analogy", fifu, "man", "king", "woman", "-k", "1")
    assert (done.status, done.out.split()[0]) == (0, "queen")
    asked = quire("analogy", fifu, "man", "king", "woman", "--include", "c", "-k", "5").out
    assert [line.split()[0] for line in asked.splitlines()].count("woman") == 1
    assert quire("analogy", fifu, "man", "king").status == 2


def test_words_without_a_vector_are_told_and_end_with_1(quire: Quire, fifu: str) -> None:
    done = quire("similar", fifu, "zebra", "king", "-k", "1")
    assert (done.status, done.err) == (1, "zebra: no vector\n")
    assert done.out.split()[0] == "man"
    assert quire("similar", fifu, "zebra", "--json").json() == [{"query": "zebra", "found": None}]


def test_a_line_that_is_no_analogy_is_an_error(fifu: str) -> None:
    done = CliRunner().invoke(main, ["analogy", fifu], input="man king\n")
    assert done.exit_code == 1
    assert "expected three words in a line, found 'man king'" in done.stderr


def test_words_are_selected(quire: Quire, fifu: str) -> None:
    Path("list.txt").write_text("woman\nking\n")
    done = quire("select", fifu, "list.txt", "-o", "some.fifu")
    assert done.out == "some.fifu: 2 words in 2 dimensions\n"
    assert list(load("some.fifu").vocab.words) == ["woman", "king"]
    assert np.array_equal(load("some.fifu")["king"], load(fifu)["king"])
    Path("list.txt").write_text("woman\nzebra\n")
    done = quire("select", fifu, "list.txt", "-o", "none.fifu")
    assert (done.status, Path("none.fifu").exists()) == (1, False)
    assert "'zebra' has no vector; --skip leaves it out" in done.err
    assert quire("select", fifu, "list.txt", "-o", "none.fifu", "--skip").status == 0


def test_other_formats_are_asked_too_and_what_is_none_is_refused(quire: Quire, fifu: str) -> None:
    assert quire("convert", fifu, "w.vec").status == 0
    assert quire("similar", "w.vec", "king", "-k", "1").out.split()[0] == "man"
    assert quire("similar", "w.vec", "king", "-k", "1", "--from", "textdims").status == 0
    assert quire("similar", "good.bin", "king").status == 1


def test_convert_leaves_out_words_when_that_is_asked_for(quire: Quire) -> None:
    Path("g.txt").write_text("a 1 2\nNew York 3 4\n")
    assert quire("convert", "g.txt", "g.fifu").status == 1
    assert quire("convert", "g.txt", "g.fifu", "--blanks").status == 0
    to_text = ("convert", "g.fifu", "h.txt", "--to", "text")
    assert quire(*to_text).status == 1
    done = quire(*to_text, "--skip")
    assert done.out == "h.txt: text, 1 words in 2 dimensions, 10 bytes; 1 words left out\n"
    assert quire(*to_text, "--skip", "--json").json()["skipped"] == 1
