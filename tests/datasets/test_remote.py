"""Parts of files behind URLs: their own bytes are fetched, and no others."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

import quire
from quire.datasets import records
from quire.runtime.errors import FileChangedError
from tests.datasets.test_records import POINTS, WORDS
from tests.served import Served, serving

COUNT = 400_000
"""Records: files of some MB, of which parts have some hundred KB."""


@pytest.fixture
def points() -> Iterator[Served]:
    """A file with records of one size."""
    values = np.zeros(COUNT, [("x", ">f4"), ("y", ">i2")])
    values["x"], values["y"] = np.arange(COUNT), np.arange(COUNT) % 1000
    with serving(b"some name\0" + values.tobytes()) as site:
        yield site


@pytest.fixture
def spec(tmp_path: Path) -> Path:
    """What describes them."""
    (tmp_path / "points.ksy").write_text(POINTS)
    return tmp_path / "points.ksy"


@pytest.fixture
def words(tmp_path: Path) -> Path:
    """What describes records of any size."""
    (tmp_path / "words.ksy").write_text(WORDS)
    return tmp_path / "words.ksy"


def test_records_of_one_size_are_planned_from_the_start_of_the_file(
    points: Served, spec: Path
) -> None:
    dataset = quire.parts(points.url, "points", 50_000, spec=spec)
    assert (len(dataset), len(dataset.parts)) == (COUNT, 8)
    assert sum(points.sent) <= 64 << 10
    points.forget()
    table = dataset.parts[3].read()
    assert table["x"].tolist() == list(range(150_000, 200_000))
    assert points.sent == [50_000 * 6 + 64]


def test_records_of_any_size_are_gone_over_once(words: Path) -> None:
    texts = [b"x" * (i % 9) for i in range(COUNT)]
    data = struct.pack("<I", COUNT) + b"".join(bytes([len(t)]) + t for t in texts)
    with serving(data) as site:
        dataset = quire.parts(site.url, "words", 100_000, spec=words)
        assert len(data) <= sum(site.sent) <= len(data) + (64 << 10)
        part = dataset.parts[2]
        site.forget()
        assert part.read()["len_text"].tolist() == [i % 9 for i in range(200_000, 300_000)]
        assert site.sent == [part.place.stop - part.place.start + 64]


def test_an_error_behind_a_url_says_where_it_is(words: Path) -> None:
    damaged = struct.pack("<I", 3) + b"\1a\2bc\3d"
    expected = pytest.raises(quire.FormatError, match=r"words\[2\]\.text at byte")
    with serving(damaged) as site, expected:
        quire.parts(site.url, "words", spec=words)


def test_a_file_that_has_another_size_now_is_not_read(points: Served, spec: Path) -> None:
    part = quire.parts(points.url, "points", spec=spec).parts[0]
    points.data = points.data[:-6]
    records._start.cache_clear()
    with pytest.raises(FileChangedError, match="plan them again"):
        part.read()
