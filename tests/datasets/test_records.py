"""Parts of lists of records are the rows of the whole list, whatever their layout."""

from __future__ import annotations

import os
import pickle
import struct
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import quire
from quire.columns import NoColumnsError, Table
from quire.datasets import Dataset, kinds
from tests.columns.objects import lists_of, outcome
from tests.columns.test_objects_and_columns import case_of, packages  # noqa: F401  # a fixture
from tests.conformance.conftest import compile_all  # noqa: F401  # the fixture of that
from tests.conformance.test_trees import CASES

WORDS = """
meta: {id: words, endian: le}
seq:
  - {id: num_words, type: u4}
  - {id: words, type: word, repeat: expr, repeat-expr: num_words}
types:
  word:
    seq:
      - {id: len_text, type: u1}
      - {id: text, type: str, size: len_text, encoding: UTF-8}
"""

POINTS = """
meta: {id: points, endian: be}
seq:
  - {id: name, type: strz, encoding: UTF-8}
  - {id: points, type: point, repeat: eos}
types:
  point:
    seq:
      - {id: x, type: f4}
      - {id: y, type: s2}
"""


@pytest.fixture
def words(tmp_path: Path) -> tuple[Path, Path, list[str]]:
    """A spec, a file, and what is in it."""
    texts = [f"wört {i}"[: i % 9] for i in range(20_000)]
    stored = [text.encode() for text in texts]
    data = struct.pack("<I", len(texts)) + b"".join(bytes([len(t)]) + t for t in stored)
    (tmp_path / "words.ksy").write_text(WORDS)
    (tmp_path / "words.bin").write_bytes(data)
    return tmp_path / "words.ksy", tmp_path / "words.bin", texts


def rows_of(dataset: Dataset) -> list[Any]:
    """What the parts read, together, as Python has it."""
    return [row for table in dataset for row in table.tolist()]


def test_parts_together_are_the_list(words: tuple[Path, Path, list[str]]) -> None:
    spec, path, texts = words
    for rows in (7, 1999, 20_000, 30_000):
        dataset = quire.parts(path, "words", rows, spec=spec)
        assert len(dataset) == len(texts)
        assert [row["text"] for row in rows_of(dataset)] == texts


def test_a_part_reads_no_other_part(words: tuple[Path, Path, list[str]]) -> None:
    spec, path, texts = words
    part = quire.parts(path, "words", 100, spec=spec).parts[150]
    assert part.place.start > 4
    data = bytearray(path.read_bytes())
    before = path.stat()
    data[4 : part.place.start] = b"\xff" * (part.place.start - 4)
    data[part.place.stop :] = b"\xff" * (len(data) - part.place.stop)
    path.write_bytes(data)
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert part.read()["text"].tolist() == texts[15_000:15_100]


@pytest.mark.parametrize(("folder", "name"), CASES)
def test_parts_of_samples_are_the_rows_of_their_columns(
    folder: str,
    name: str,
    packages: dict[str, str],  # noqa: F811  # the fixture
    tmp_path: Path,
) -> None:
    kind, data = case_of(folder, name, packages)
    if kind._params or not kind._auto_read:
        return
    (tmp_path / "sample").write_bytes(data)
    for path in lists_of(kind):
        whole = outcome(kind, data, path)
        if not isinstance(whole, Table):
            continue
        for rows in (1, 3):
            dataset = quire.parts(tmp_path / "sample", path, rows, spec=kind)
            assert dataset.names == whole.names
            found = rows_of(dataset)
            if "_parent" not in whole.names:  # which are numbers within a part
                assert repr(found) == repr(whole.tolist())
            assert len(found) == len(whole) == len(dataset)


def test_records_of_one_size_are_cut_without_a_scan(tmp_path: Path) -> None:
    (tmp_path / "points.ksy").write_text(POINTS)
    points = np.zeros(1000, [("x", ">f4"), ("y", ">i2")])
    points["x"], points["y"] = np.arange(1000) / 8, np.arange(1000) - 500
    (tmp_path / "points.bin").write_bytes(b"name\0" + points.tobytes())
    dataset = quire.parts(tmp_path / "points.bin", "points", 300, spec=tmp_path / "points.ksy")
    assert [len(part) for part in dataset.parts] == [300, 300, 300, 100]
    assert dataset.parts[3].place.start == 5 + 900 * 6
    found = np.concatenate([table["y"] for table in dataset])
    assert found.tolist() == points["y"].tolist()


def test_a_damaged_row_is_the_error_of_its_place(words: tuple[Path, Path, list[str]]) -> None:
    spec, path, _ = words
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(quire.FormatError, match=r"words\[19999\]\.text at byte"):
        quire.parts(path, "words", spec=spec)


def test_what_has_no_columns_is_refused(tmp_path: Path) -> None:
    (tmp_path / "words.ksy").write_text(WORDS)
    (tmp_path / "words.bin").write_bytes(bytes(4))
    spec = tmp_path / "words.ksy"
    with pytest.raises(NoColumnsError, match="it is not a list"):
        quire.parts(tmp_path / "words.bin", "num_words", spec=spec)
    with pytest.raises(ValueError, match="path: expected the name of a list"):
        quire.parts(tmp_path / "words.bin", spec=spec)
    with pytest.raises(ValueError, match="give the path of its spec"):
        quire.parts(tmp_path / "words.bin", "words", spec=quire.compile(spec).Words)


def test_an_empty_list_is_one_part_without_rows(tmp_path: Path) -> None:
    (tmp_path / "words.ksy").write_text(WORDS)
    (tmp_path / "words.bin").write_bytes(bytes(4))
    dataset = quire.parts(tmp_path / "words.bin", "words", spec=tmp_path / "words.ksy")
    assert (len(dataset), len(dataset.parts), rows_of(dataset)) == (0, 1, [])


def test_another_spec_of_the_same_name_is_refused(words: tuple[Path, Path, list[str]]) -> None:
    spec, path, _ = words
    part = quire.parts(path, "words", spec=spec).parts[0]
    again = pickle.loads(pickle.dumps(part))  # noqa: S301  # our own
    assert again == part
    spec.write_text(WORDS + "# changed\n")
    kinds._loaded.cache_clear()
    with pytest.raises(ValueError, match="another spec"):
        again.read()
