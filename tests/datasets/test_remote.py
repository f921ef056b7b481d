"""Parts of files behind URLs: their own bytes are fetched, and no others."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

import quire
from quire.runtime.errors import FileChangedError
from tests.datasets.test_records import POINTS, WORDS
from tests.served import Served, served

COUNT = 400_000
"""Records: files of some MB, of which parts have some hundred KB."""


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Served]:
    """The folder behind a URL."""
    with served(tmp_path) as told:
        yield told


@pytest.fixture
def points(tmp_path: Path) -> Path:
    """Records of one size."""
    values = np.zeros(COUNT, [("x", ">f4"), ("y", ">i2")])
    values["x"], values["y"] = np.arange(COUNT), np.arange(COUNT) % 1000
    (tmp_path / "points.bin").write_bytes(b"some name\0" + values.tobytes())
    (tmp_path / "points.ksy").write_text(POINTS)
    return tmp_path / "points.ksy"


def test_records_of_one_size_are_planned_from_the_start_of_the_file(
    points: Path, site: Served
) -> None:
    dataset = quire.parts(site.url + "points.bin", "points", 50_000, spec=points)
    assert (len(dataset), len(dataset.parts)) == (COUNT, 8)
    assert sum(site.sent) <= 64 << 10
    site.sent.clear()
    table = dataset.parts[3].read()
    assert table["x"].tolist() == list(range(150_000, 200_000))
    assert [size for size in site.sent if size] == [50_000 * 6 + 64]


def test_records_of_any_size_are_gone_over_once(tmp_path: Path, site: Served) -> None:
    texts = [b"x" * (i % 9) for i in range(COUNT)]
    data = struct.pack("<I", COUNT) + b"".join(bytes([len(t)]) + t for t in texts)
    (tmp_path / "words.bin").write_bytes(data)
    (tmp_path / "words.ksy").write_text(WORDS)
    url = site.url + "words.bin"
    dataset = quire.parts(url, "words", 100_000, spec=tmp_path / "words.ksy")
    assert len(data) <= sum(site.sent) <= len(data) + (64 << 10)
    part = dataset.parts[2]
    site.sent.clear()
    assert part.read()["len_text"].tolist() == [i % 9 for i in range(200_000, 300_000)]
    assert [n for n in site.sent if n] == [part.place.stop - part.place.start + 64]


def test_an_error_behind_a_url_says_where_it_is(tmp_path: Path, site: Served) -> None:
    data = struct.pack("<I", 3) + b"\1a\2bc\3d"
    (tmp_path / "words.bin").write_bytes(data)
    (tmp_path / "words.ksy").write_text(WORDS)
    with pytest.raises(quire.FormatError, match=r"words\[2\]\.text at byte"):
        quire.parts(site.url + "words.bin", "words", spec=tmp_path / "words.ksy")


def test_a_file_that_has_another_size_now_is_not_read(points: Path, site: Served) -> None:
    part = quire.parts(site.url + "points.bin", "points", spec=points).parts[0]
    file = points.with_suffix(".bin")
    file.write_bytes(file.read_bytes()[:-6])
    from quire.datasets import records

    records._start.cache_clear()
    with pytest.raises(FileChangedError, match="plan them again"):
        part.read()
