"""Files that the original program made, and what it says they hold."""

from __future__ import annotations

import hashlib
from pathlib import Path

import numpy as np
import pytest

from quire import FormatError
from quire.cvc import load_cvc, open_cvc, pack_cvc
from quire.generated.cvc import Cvc
from tests.formats.cvc.layout import assert_same_values
from tests.formats.cvc.samples import (
    ALL,
    BUILDABLE,
    COLUMNAR,
    OVERRUN,
    PACKABLE,
    READABLE,
    Sample,
)

each_readable = pytest.mark.parametrize("sample", READABLE, ids=str)


@pytest.mark.parametrize("sample", ALL, ids=str)
def test_a_vector_is_the_file_that_its_facts_describe(sample: Sample) -> None:
    assert hashlib.sha256(sample.path.read_bytes()).hexdigest() == sample.facts["sha256"]


@pytest.mark.parametrize("backend", ["auto", "numba", "reference"])
@each_readable
def test_load_gives_what_the_original_decoded(sample: Sample, backend: str) -> None:
    assert_same_values(load_cvc(sample.path, backend=backend), sample.expected)


@each_readable
def test_the_blocks_of_a_reader_are_the_whole_in_order(sample: Sample) -> None:
    with open_cvc(sample.path) as reader:
        blocks = [np.array(block) for block in reader.blocks()]
        assert reader.shape == sample.expected.shape
    whole = np.concatenate([np.empty((0, sample.expected.shape[1]), np.float32), *blocks])
    assert_same_values(whole, sample.expected)


@each_readable
def test_each_chunk_of_a_reader_is_its_share_of_the_rows(sample: Sample) -> None:
    with open_cvc(sample.path) as reader:
        whole = list(reader.iter_chunks())
        assert len(whole) == len(reader.chunks)
        for i, chunk in enumerate(reader.chunks):
            expected = sample.expected[chunk.start : chunk.stop]
            assert_same_values(reader.chunk(i), expected)
            assert_same_values(whole[i], expected)


@each_readable
def test_each_payload_of_the_generated_reader_decodes_by_itself(sample: Sample) -> None:
    file = Cvc.from_file(sample.path)
    start = 0
    for info, chunk in zip(file.header.chunks, file.chunks, strict=True):
        expected = sample.expected[start : start + info.rows]
        assert chunk.payload.shape == expected.shape
        assert np.dtype(chunk.payload.dtype) == np.float32
        assert_same_values(chunk.payload.decode(), expected)
        start += info.rows
    assert start == len(sample.expected)


@each_readable
def test_the_header_is_the_one_in_the_facts(sample: Sample) -> None:
    file = Cvc.from_file(sample.path)
    assert file.len_header == sample.facts["header_length"]
    assert file.format_version == sample.version
    if "header" in sample.facts:
        assert file.header.tree() == sample.facts["header"]


@each_readable
def test_a_reader_tells_how_each_chunk_is_stored(sample: Sample) -> None:
    with open_cvc(sample.path) as reader:
        assert reader.format_version == sample.version
        header = sample.facts.get("header") or reader.header.tree()
        for info, chunk in zip(header["chunks"], reader.chunks, strict=True):
            compression = info.get("compression", header["compression"])
            assert chunk.rows == chunk.stop - chunk.start == info["rows"]
            assert chunk.compression == compression
            assert chunk.metadata == info.get("metadata")
            if compression != "lossless":
                width = {"fp16": 2, "int8": 1}[compression]
                assert chunk.stored_bytes == info["rows"] * sample.expected.shape[1] * width
            if compression == "int8":
                assert (chunk.min, chunk.scale) == (info["min"], info["scale"])


@each_readable
def test_writing_back_what_was_read_gives_the_same_bytes(sample: Sample) -> None:
    assert Cvc.from_file(sample.path).to_bytes() == sample.path.read_bytes()


@pytest.mark.parametrize("sample", BUILDABLE, ids=str)
def test_building_from_a_header_and_arrays_gives_the_same_bytes(sample: Sample) -> None:
    header = Cvc.from_file(sample.path).header.tree()
    stops = np.cumsum([chunk["rows"] for chunk in header["chunks"]])
    parts = np.split(sample.input, stops)[:-1]
    built = Cvc.build(
        header=header, chunks=[{"payload": part} for part in parts], format_version=sample.version
    )
    assert built.to_bytes() == sample.path.read_bytes()


@pytest.mark.parametrize("sample", PACKABLE, ids=str)
def test_packing_the_input_gives_the_same_bytes(sample: Sample, tmp_path: Path) -> None:
    path = tmp_path / "packed.cvc"
    call = sample.facts["call"]
    if "chunk_metadata" in call:  # the facts lack the order of the keys
        metadata = [chunk.metadata for chunk in open_cvc(sample.path).chunks]
        assert metadata == call["chunk_metadata"]
        call = {**call, "chunk_metadata": metadata}
    pack_cvc(sample.input, path, **call, format_version=sample.version)
    assert path.read_bytes() == sample.path.read_bytes()


@each_readable
def test_a_good_file_verifies(sample: Sample) -> None:
    with open_cvc(sample.path) as reader:
        assert not reader.verify()


@pytest.mark.parametrize("sample", COLUMNAR, ids=str)
def test_a_columnar_file_is_refused_by_its_version(sample: Sample) -> None:
    with pytest.raises(FormatError) as caught:
        load_cvc(sample.path)
    error = caught.value
    assert error.path == "version.major"
    assert error.offset == 4
    assert error.expected == "rows (1), or no version"
    assert error.found == "columns (2); `load_cvc_columns` reads it"


def test_a_header_that_was_written_over_the_first_chunk_is_refused() -> None:
    with pytest.raises(FormatError) as caught:
        load_cvc(OVERRUN.path)
    error = caught.value
    end_of_header = 12 + OVERRUN.facts["header_length"]
    assert OVERRUN.facts["header"]["chunks"][0]["file_offset"] == 4096 < end_of_header
    assert error.path == "chunks[0].gap"
    assert error.offset == end_of_header
    assert error.expected == "a size of 0 or more bytes"
    assert error.found == str(4096 - end_of_header)
