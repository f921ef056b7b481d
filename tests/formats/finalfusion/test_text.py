"""Embeddings as text: files of real programs, round trips, bad input."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from quire import FormatError
from quire.finalfusion import (
    Embeddings,
    load,
    load_text,
    load_text_dims,
    write_text,
    write_text_dims,
)
from tests.formats.finalfusion.foreign import (
    FOLDER,
    TEXT,
    TEXT_DIMS,
    Foreign,
    array,
    assert_as_the_original,
    assert_same,
    embeddings,
    facts,
    refused,
)


@pytest.mark.parametrize("sample", TEXT + TEXT_DIMS, ids=str)
def test_files_of_real_programs_hold_what_these_say(sample: Foreign) -> None:
    assert_as_the_original(sample)


def test_a_file_of_gensim() -> None:
    found = load_text_dims(FOLDER / "gensim_w2v.txt")
    assert list(found.vocab.words) == facts("gensim_w2v.txt")["words"]
    assert found.norms is not None
    vectors = np.asarray(found.storage) * np.asarray(found.norms)[:, None]
    np.testing.assert_allclose(vectors, array("gensim_w2v.txt", "matrix"), rtol=1e-6)


@pytest.mark.parametrize("sep", [" ", "\t", "  "])
@pytest.mark.parametrize("sample", TEXT + TEXT_DIMS, ids=str)
def test_round_trips(sample: Foreign, sep: str, tmp_path: Path) -> None:
    found = sample.load(sample.path)
    write_text(tmp_path / "a.txt", found, sep)
    write_text_dims(tmp_path / "a.vec", found, sep)
    assert_same(load_text(tmp_path / "a.txt"), found)
    assert_same(load_text_dims(tmp_path / "a.vec"), found)


def test_what_is_written_is_shortest_and_exact(tmp_path: Path) -> None:
    rows = [[0.1, -1, 1e-7], [1 / 3, 3e38, 123456.7]]
    write_text_dims(tmp_path / "x", embeddings(["ä", "b"], rows), "\t")
    expected = "2 3\nä\t0.1 -1.0 1e-07\nb\t0.33333334 3e+38 123456.7\n"
    assert (tmp_path / "x").read_text(encoding="utf-8") == expected


def test_vectors_are_multiplied_by_their_norms(tmp_path: Path) -> None:
    write_text(tmp_path / "x", embeddings("ab", [[1, 0], [0.6, 0.8]], [3, 0.5]))
    assert (tmp_path / "x").read_text(encoding="utf-8") == "a 3.0 0.0\nb 0.3 0.4\n"


def test_white_space_of_ascii_alone_separates(tmp_path: Path) -> None:
    data = "a\xa0b\t 1 \x0b\x0c2 \r\n\u2003c 3 4\r\n 5 6"
    (tmp_path / "x").write_bytes(data.encode())
    found = load_text(tmp_path / "x")
    assert list(found.vocab.words) == ["a\xa0b", "\u2003c", ""]
    assert found.norms is not None
    np.testing.assert_allclose(found.norms, [5**0.5, 5, 61**0.5], rtol=1e-6)


def test_values_need_not_be_finite(tmp_path: Path) -> None:
    (tmp_path / "x").write_bytes(b"a nan 1\nb -inf 1\nc 1e40 1\nd 0 0\ne 3 4\n")
    found = load_text(tmp_path / "x")
    assert np.isnan(np.asarray(found.storage)[:3, 0]).all()
    assert found["d"].tolist() == [0, 0]
    assert found["e"].tolist() == np.array([0.6, 0.8], np.float32).tolist()


@pytest.mark.parametrize(
    ("load_it", "name", "line", "offset"),
    [
        (load_text, "upstream/utf8-incomplete.txt", 1, 16),
        (load_text_dims, "upstream/utf8-incomplete.dims", 2, 20),
    ],
)
def test_what_is_not_utf8_is_refused_or_replaced(
    load_it: Callable[..., Embeddings], name: str, line: int, offset: int
) -> None:
    with pytest.raises(FormatError) as caught:
        load_it(FOLDER / name)
    assert (caught.value.path, caught.value.offset) == (f"lines[{line}]", offset)
    found = load_it(FOLDER / name, lossy=True)
    assert list(found.vocab.words) == facts(name)["lossy"]["words"]
    assert np.array_equal(np.asarray(found.storage), array(name, "lossy.storage"))
    assert found.norms is not None
    assert np.array_equal(found.norms, array(name, "lossy.norms"))


BAD_LINES = [
    (b"", "no number", 0),
    (b"\n", "no number", 0),
    (b"word\n", "no number", 0),
    (b"a 1 2\nb 1\n", "1", 6),
    (b"a 1 2\nb 1 2 3\n", "more", 6),
    (b"a 1 2\n\nb 1 2\n", "0", 6),
    (b"a 1 2\nb 1 2\n\n", "0", 12),
    (b"a 1 2\nb 1 x\n", "b'x'", 10),
    (b"a 1 2\nb 1 0x1\n", "b'0x1'", 10),
    (b"a 1 2\nb 1 1_0\n", "b'1_0'", 10),
    (b"a 1 2\nb 1 1,5\n", "b'1,5'", 10),
    (b"a 1 2\nb 1 1e\n", "b'1e'", 10),
    (b"a 1 2\nb 1 " + b"9" * 100 + b"x\n", repr(b"9" * 40), 10),
    (b"a 1 2\nb 1 2\0\n", "b'2\\x00'", 10),
    (b"a 1 2\na 1 2\n", "'a'", 6),
]


@pytest.mark.parametrize(("data", "found", "offset"), BAD_LINES)
def test_a_bad_line_is_refused(data: bytes, found: str, offset: int, tmp_path: Path) -> None:
    error = refused(load_text, tmp_path / "x", data, "text")
    line = data[:offset].count(b"\n")
    assert (error.path, error.found, error.offset) == (f"lines[{line}]", found, offset)


@pytest.mark.parametrize(("data", "found", "offset"), BAD_LINES[3:])
def test_a_bad_line_behind_a_header_is_refused(
    data: bytes, found: str, offset: int, tmp_path: Path
) -> None:
    # A line too many is seen before that it is empty.
    rows = data.count(b"\n")
    header = b"%d 2\n" % rows
    error = refused(load_text_dims, tmp_path / "x", header + data, "textdims")
    if rows * 4 > len(data):  # too short for as many vectors
        assert error.path == "lines[0]"
        return
    line = data[:offset].count(b"\n") + 1
    place = offset + len(header)
    assert (error.path, error.found, error.offset) == (f"lines[{line}]", found, place)


@pytest.mark.parametrize(
    ("data", "line", "offset"),
    [
        (b"", 0, 0),
        (b"a 1 2\n", 0, 0),
        (b"1\na 1\n", 0, 0),
        (b"-1 2\na 1 2\n", 0, 0),
        (b"1 0\na\n", 0, 0),
        (b"9999999999999 300\na 1\n", 0, 0),
        (b"1 9999999999999999999999\na 1\n", 0, 0),
        (b"9" * 5000 + b" 1\na 1\n", 0, 0),
        (b"3 1\na 1\nbb 1\n", 3, 13),
        (b"1 1\na 1\nb 1\n", 2, 8),
    ],
)
def test_a_header_that_is_wrong_is_refused(
    data: bytes, line: int, offset: int, tmp_path: Path
) -> None:
    error = refused(load_text_dims, tmp_path / "x", data, "textdims")
    assert (error.path, error.offset) == (f"lines[{line}]", offset)


def test_a_large_file_is_read_as_a_small_one(tmp_path: Path) -> None:
    source = embeddings(
        [f"w{i}" for i in range(60_000)], np.random.default_rng(3).normal(size=(60_000, 40))
    )
    write_text(tmp_path / "large", source)
    found = load_text(tmp_path / "large")
    assert list(found.vocab.words) == list(source.vocab.words)
    assert found.norms is not None
    vectors = np.asarray(found.storage) * np.asarray(found.norms)[:, None]
    np.testing.assert_allclose(vectors, np.asarray(source.storage), rtol=1e-6)


@pytest.mark.parametrize("row", [0, 1, 30_000, 59_999])
def test_a_bad_line_of_a_large_file_is_found(row: int, tmp_path: Path) -> None:
    lines = [b"w%d" % i + b" 0.125" * 40 for i in range(60_000)]
    lines[row] += b"x"
    data = b"\n".join(lines)
    if row == 0:
        lines[row] = lines[row][:-1] + b" 1"
        data = b"\n".join(lines)
    error = refused(load_text, tmp_path / "large", data, "text")
    bad = max(row, 1)  # the first line says how many values there are
    assert error.path == f"lines[{bad}]"
    start = sum(len(line) + 1 for line in lines[:bad])
    assert error.offset is not None
    assert start <= error.offset < start + len(lines[bad])


def test_memory_goes_by_the_file_and_not_by_what_the_first_line_promises(tmp_path: Path) -> None:
    data = b"a" + b" 1" * 100_000 + b"\n" * 1_000_000  # 400 GB, if all lines were like the first
    assert refused(load_text, tmp_path / "x", data, "text").path == "lines[1]"


@pytest.mark.parametrize("write", [write_text, write_text_dims])
@pytest.mark.parametrize("word", ["", "a b", "a\n", "\ta", "a\x0cb"])
def test_words_that_break_the_format_are_refused(
    write: Callable[[Path, Embeddings], None], word: str, tmp_path: Path
) -> None:
    with pytest.raises(FormatError) as caught:
        write(tmp_path / "x", embeddings(["fine", word]))
    assert (caught.value.path, caught.value.found) == ("words[1]", repr(word))
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("sep", ["", ",", "\n", " ,", "\xa0"])
def test_a_separator_that_does_not_separate_is_refused(sep: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="sep: expected blanks or tabs"):
        write_text(tmp_path / "x", embeddings("a"), sep)


def test_embeddings_without_words_are_refused(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="at least one known word"):
        write_text(tmp_path / "x", load(FOLDER / "floret_2hash.fifu"))
