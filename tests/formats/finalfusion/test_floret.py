"""floret's tables as text: files of floret, round trips, bad input."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from quire import FormatError
from quire.finalfusion import FloretVocab, NdArray, load, load_floret, write_floret
from quire.finalfusion.embeddings import Embeddings
from quire.finalfusion.subword import FloretIndexer
from tests.formats.finalfusion.foreign import FOLDER, array, embeddings, facts, refused

NAMES = ["floret_2hash", "floret_4hash"]
SMALL = b"2 1 1 2 1 0 < >\n0 1 \n1 -2.5 \n"


@pytest.mark.parametrize("name", NAMES)
def test_tables_of_floret_hold_what_floret_says(name: str) -> None:
    found = load_floret(FOLDER / f"{name}.floret")
    assert isinstance(found.vocab, FloretVocab)
    assert isinstance(found.storage, NdArray)
    assert found.norms is None
    assert np.array_equal(np.asarray(found.storage), array(name, "matrix"))
    indexer = found.vocab.subword_indexer
    header = [indexer.upper_bound, found.dims, indexer.min_n, indexer.max_n, indexer.n_hashes]
    told = [*map(str, [*header, indexer.seed]), indexer.begin, indexer.end]
    assert told == facts(name)["header"]


@pytest.mark.parametrize("name", NAMES)
def test_vectors_have_the_direction_of_those_of_floret(name: str) -> None:
    found = load_floret(FOLDER / f"{name}.floret")
    for word, vector in zip(facts(name)["queries"], array(name, "queries"), strict=True):
        np.testing.assert_allclose(found[word], vector / np.linalg.norm(vector), atol=1e-3)


@pytest.mark.parametrize("name", NAMES)
def test_what_is_written_is_what_floret_wrote(name: str, tmp_path: Path) -> None:
    path = FOLDER / f"{name}.floret"
    write_floret(tmp_path / "again", load_floret(path))
    assert (tmp_path / "again").read_bytes() == path.read_bytes()


@pytest.mark.parametrize("name", NAMES)
def test_a_finalfusion_file_of_the_table_holds_the_same(name: str, tmp_path: Path) -> None:
    load_floret(FOLDER / f"{name}.floret").write(tmp_path / "x.fifu")
    assert (tmp_path / "x.fifu").read_bytes() == (FOLDER / f"{name}.fifu").read_bytes()
    write_floret(tmp_path / "x.floret", load(tmp_path / "x.fifu"))
    assert (tmp_path / "x.floret").read_bytes() == (FOLDER / f"{name}.floret").read_bytes()


def test_a_file_that_is_cut_in_a_line_is_refused(tmp_path: Path) -> None:
    refused(load_floret, tmp_path / "x", SMALL[: SMALL.index(b"-2.5")], "floret")
    refused(load_floret, tmp_path / "x", SMALL[: SMALL.index(b"1 -2.5")], "floret")
    for length in range(SMALL.index(b"\n")):
        refused(load_floret, tmp_path / "x", SMALL[:length], "floret")


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        (b"2 1 1 2 1 0 < >", b"2 1 1 2 1 0 <", 0),
        (b"2 1 1 2 1 0 < >", b"2 1 1 2 1 0 < > x", 0),
        (b"2 1 1 2 1 0", b"2 1 1 2 1 -1", 0),
        (b"2 1 1 2 1 0", b"2 1 1 2 1 4294967296", 0),
        (b"2 1 1 2 1 0", b"2 1 1 2 5 0", 0),
        (b"2 1 1 2 1 0", b"2 1 1 2 0 0", 0),
        (b"2 1 1 2 1 0", b"2 1 0 2 1 0", 0),
        (b"2 1 1 2 1 0", b"2 1 3 2 1 0", 0),
        (b"2 1 1 2 1 0", b"2 0 1 2 1 0", 0),
        (b"2 1 1 2 1 0", b"0 1 1 2 1 0", 0),
        (b"2 1 1 2 1 0", b"999999999999999999 999999999999999999 1 2 1 0", 0),
        (b"2 1 1 2 1 0", b"3 1 1 2 1 0", 3),
        (b"2 1 1 2 1 0", b"1 1 1 2 1 0", 2),
        (b"<", b"\xff", 0),
        (b"\n0", b"\n1", 1),
        (b"\n1", b"\n01", 2),
        (b"-2.5", b"x", 2),
        (b"-2.5", b"1 2", 2),
    ],
)
def test_what_is_wrong_is_said(old: bytes, new: bytes, line: int, tmp_path: Path) -> None:
    error = refused(load_floret, tmp_path / "x", SMALL.replace(old, new, 1), "floret")
    assert error.path == f"lines[{line}]"


def test_other_vocabularies_are_refused(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="vocabulary: expected floret's, found SimpleVocab"):
        write_floret(tmp_path / "x", embeddings("a"))


@pytest.mark.parametrize("marker", ["", " ", "<\n"])
def test_markers_that_break_the_format_are_refused(marker: str, tmp_path: Path) -> None:
    vocab = FloretVocab(FloretIndexer(2, 1, 2, begin=marker))
    with pytest.raises(FormatError, match="a marker without white space"):
        write_floret(tmp_path / "x", Embeddings(NdArray(np.ones((2, 1), np.float32)), vocab))
    assert not list(tmp_path.iterdir())
