"""Chunks and sections by number and by metadata, and sections packed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from quire import FormatError
from quire.cvc import (
    get_cvc_info,
    load_cvc,
    load_cvc_chunked,
    load_cvc_range,
    open_cvc,
    pack_cvc,
    pack_cvc_sections,
)
from tests.formats.cvc.layout import (
    CODES,
    HALVES,
    SMALL,
    SMALL_VALUES,
    Header,
    Layout,
    assert_same_values,
    header_start,
    v0,
    v1,
)
from tests.formats.cvc.samples import FOLDER, Sample

SECTIONS = [Sample(f"v{layout}_sections_{name}") for layout in (0, 1) for name in ("fp16", "int8")]
WITH_METADATA = [Sample("v0_int8_chunk_metadata"), Sample("v1_int8_chunk_metadata")]

each_sample = pytest.mark.parametrize("sample", SECTIONS, ids=str)


def rows_of(sample: Sample, key: str, value: Any) -> npt.NDArray[np.float32]:
    """The rows of all sections with this metadata, by the facts."""
    bounds = ((each["start_index"], each["end_index"], each) for each in header(sample))
    parts = [
        sample.expected[start:stop] for start, stop, e in bounds if e["metadata"][key] == value
    ]
    return np.concatenate(parts)


def header(sample: Sample) -> list[Header]:
    """The sections, by the facts."""
    found: list[Header] = sample.facts["header"]["sections"]
    return found


@each_sample
@pytest.mark.parametrize(("key", "value"), [("source", "a"), ("source", "c"), ("part", 1)])
def test_all_sections_that_match_come_in_order(sample: Sample, key: str, value: Any) -> None:
    found = load_cvc_range(sample.path, section_key=key, section_value=value)
    assert_same_values(found, rows_of(sample, key, value))


@each_sample
def test_packing_the_sections_gives_the_same_bytes(sample: Sample, tmp_path: Path) -> None:
    with open_cvc(sample.path) as reader:
        sections = [(sample.input[s.start : s.stop], s.metadata) for s in reader.sections]
        scheme = reader.header.compression
    path = tmp_path / "packed.cvc"
    pack_cvc_sections(sections, path, scheme, 20, format_version=sample.version)
    assert path.read_bytes() == sample.path.read_bytes()


@pytest.mark.parametrize("sample", WITH_METADATA, ids=str)
def test_chunks_are_found_by_their_metadata(sample: Sample) -> None:
    found = load_cvc_range(sample.path, metadata_key="source", metadata_value="wiki")
    expected = np.load(FOLDER / "v1_int8_chunk_metadata.filtered.npy")
    if sample.version == 1:
        assert_same_values(found, expected)
    assert found.shape == expected.shape


@pytest.mark.parametrize("sample", [Sample("v0_int8_multi"), Sample("v1_int8_multi")], ids=str)
@pytest.mark.parametrize("asked", [[2, 0, 0], [0, 1, 2], [], [1]])
def test_chunks_come_in_the_order_asked_and_as_often(sample: Sample, asked: list[int]) -> None:
    with open_cvc(sample.path) as reader:
        parts = [sample.expected[c.start : c.stop] for c in reader.chunks]
    expected = np.concatenate([sample.expected[:0], *(parts[i] for i in asked)])
    assert_same_values(load_cvc_range(sample.path, asked), expected)
    found = list(load_cvc_chunked(sample.path, asked))
    assert [index for index, _ in found] == asked
    for index, part in found:
        assert_same_values(part, parts[index])


@pytest.mark.parametrize("sample", [Sample("v1_mmap_int8"), Sample("v1_lossless_multi")], ids=str)
def test_all_chunks_are_the_whole(sample: Sample) -> None:
    assert_same_values(load_cvc_range(sample.path), sample.expected)
    parts = [part for _, part in load_cvc_chunked(sample.path)]
    assert_same_values(np.concatenate(parts), sample.expected)


@pytest.mark.parametrize(
    ("how", "word"),
    [
        ({"chunk_indices": [3]}, "expected 0 to 2, found 3"),
        ({"chunk_indices": [-1]}, "found -1"),
        ({"metadata_key": "source", "metadata_value": "x"}, "no chunk has source='x'"),
        ({"section_key": "source", "section_value": "x"}, "no section has source='x'"),
        ({"section_key": "none", "section_value": None}, "no section has none=None"),
        ({"section_key": "source", "metadata_key": "source"}, "found more"),
        ({"section_key": "source", "chunk_indices": [0]}, "found more"),
    ],
)
def test_what_is_not_there_is_the_callers_error(how: dict[str, Any], word: str) -> None:
    with pytest.raises(ValueError, match=word):
        load_cvc_range(SECTIONS[0].path, **how)


@each_sample
def test_the_info_has_the_sections(sample: Sample) -> None:
    info = get_cvc_info(sample.path)
    assert info["sections"] == header(sample)
    assert info["num_vectors"] == len(sample.expected)
    assert (info["format_type"], info["format_version"]) == ("single", sample.version)


def test_the_info_has_the_chunks() -> None:
    info = get_cvc_info(WITH_METADATA[1].path)
    assert (info["num_chunks"], info["dimension"], info["compression"]) == (3, 8, "int8")
    assert [chunk["rows"] for chunk in info["chunks"]] == [20, 20, 10]
    assert info["chunks"][0]["metadata"] == {"n": 1, "source": "wiki"}
    assert info["file_size"] == WITH_METADATA[1].path.stat().st_size


def test_empty_sections_are_kept(tmp_path: Path) -> None:
    path, empty = tmp_path / "a.cvc", np.empty((0, 2))
    pack_cvc_sections([(empty, 1), (np.ones((3, 2)), 2), (empty, 3)], path, chunk_size=2)
    with open_cvc(path) as reader:
        assert [(s.start, s.stop, s.metadata) for s in reader.sections] == [
            (0, 0, 1),
            (0, 3, 2),
            (3, 3, 3),
        ]
    assert load_cvc(path).tolist() == np.ones((3, 2)).tolist()


@pytest.mark.parametrize(
    ("sections", "word"),
    [
        ([], "found none"),
        ([(np.ones((2, 2)), 1), (np.ones((2, 3)), 1)], "expected dimension 2, found 3"),
        ([(np.ones(2), 1)], "dimension"),
        ([(np.ones((2, 2)), {1})], "sections: JSON cannot keep"),
    ],
)
def test_sections_that_do_not_fit_are_refused(sections: Any, word: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=word):
        pack_cvc_sections(sections, tmp_path / "a.cvc")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("depth", [129, 1_000, 100_000])
def test_metadata_that_no_reader_goes_into_are_refused(depth: int, tmp_path: Path) -> None:
    value: Any = 1
    for _ in range(depth):
        value = [value]
    with pytest.raises(ValueError, match="sections: JSON cannot keep"):
        pack_cvc_sections([(np.ones((2, 2)), value)], tmp_path / "a.cvc")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("section", "key"),
    [
        ({"start_index": 0, "end_index": 6}, "end_index"),
        ({"start_index": 3, "end_index": 2}, "end_index"),
        ({"start_index": -1, "end_index": 2}, "start_index"),
        ({"start_index": 0}, "end_index"),
        ({"start_index": "0", "end_index": 2}, "start_index"),
    ],
)
@pytest.mark.parametrize("layout", [v0, v1])
def test_a_section_outside_the_rows_is_refused(
    section: Header, key: str, layout: Layout, tmp_path: Path
) -> None:
    path = tmp_path / "bad.cvc"
    path.write_bytes(layout({**SMALL, "sections": [section]}, HALVES, CODES))
    with pytest.raises(FormatError) as caught:
        load_cvc(path)
    assert caught.value.path == f"header.sections[0].{key}"
    assert caught.value.offset == header_start(layout)


# -- damaged chunks --------------------------------------------------------------------------------


@pytest.fixture
def damaged(tmp_path: Path) -> Path:
    """A file of version 1 whose second chunk of two is damaged."""
    path = tmp_path / "damaged.cvc"
    data = bytearray(v1(SMALL, HALVES, CODES))
    data[-1] ^= 1
    path.write_bytes(data)
    return path


def test_a_damaged_chunk_can_be_skipped(damaged: Path) -> None:
    found = load_cvc(damaged, on_corruption="skip", fill_value=7.0)
    assert_same_values(found[:3], SMALL_VALUES[:3])
    assert (found[3:] == 7).all()


def test_a_damaged_chunk_can_be_skipped_with_a_warning(damaged: Path) -> None:
    with pytest.warns(RuntimeWarning, match=r"chunks\[1\].payload.*its rows are 0.0"):
        found = load_cvc(damaged, on_corruption="warn")
    assert (found[3:] == 0).all()


def test_a_damaged_chunk_is_an_error_else(damaged: Path) -> None:
    with pytest.raises(FormatError):
        load_cvc(damaged)
    with pytest.raises(ValueError, match="expected raise, skip or warn, found 'ignore'"):
        load_cvc(damaged, on_corruption="ignore")
    with pytest.raises(ValueError, match="for all rows"):
        load_cvc(damaged, on_corruption="skip", rows=slice(0, 1))


def test_a_good_file_is_the_same_however_damage_is_taken(tmp_path: Path) -> None:
    path, out = tmp_path / "good.cvc", np.empty((5, 4), np.float32)
    pack_cvc(SMALL_VALUES, path, chunk_size=2)
    assert load_cvc(path, on_corruption="warn", out=out) is out
    assert_same_values(out, load_cvc(path))
