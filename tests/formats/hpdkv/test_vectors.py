"""Files of the original program are read as it reads them, and written as it writes them."""

from __future__ import annotations

import tracemalloc
from functools import partial
from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np
import pytest

import quire
from quire.generated.hpdkv import Hpdkv
from quire.hpdkv import (
    estimate_hpdkv_size,
    load_residuals,
    pack_residuals,
    sparse_residuals,
    unpack_residuals,
    view_residuals,
)
from tests.formats.hpdkv import layout
from tests.formats.hpdkv.samples import ALL, BAD, HUGE, MADE, READABLE, SPARSE, Sample, same

each_readable = pytest.mark.parametrize("sample", READABLE, ids=str)
each_sparse = pytest.mark.parametrize("sample", SPARSE, ids=str)
each_made = pytest.mark.parametrize("sample", MADE, ids=str)
TIES = Sample("topk_ties")


def test_there_are_as_many_vectors_as_the_readme_lists() -> None:
    readme = (ALL[0].path.parent / "README.md").read_text("utf-8")
    assert [s.name for s in ALL if f"`{s.name}.hpdv`" in readme] == [s.name for s in ALL]
    assert readme.count(".hpdv` |") == len(ALL) == 49


@each_readable
def test_a_blob_decodes_to_what_the_original_makes_of_it(sample: Sample) -> None:
    assert same(unpack_residuals(sample.data), sample.expected)
    assert same(load_residuals(sample.path), sample.expected)


@each_readable
def test_the_independent_reader_agrees(sample: Sample) -> None:
    found = layout.read(sample.data)
    words = np.array(found.dense(), np.uint16).reshape(found.shape)
    assert words.tobytes() == unpack_residuals(sample.data).tobytes()
    if not found.compressed:
        assert layout.write(found) == sample.data


@each_readable
def test_what_is_read_is_written_as_it_was(sample: Sample) -> None:
    assert Hpdkv.from_bytes(sample.data).to_bytes() == sample.data


@each_sparse
def test_what_is_stored_is_there_without_the_tensor(sample: Sample) -> None:
    found, wanted = sparse_residuals(sample.data), layout.read(sample.data)
    assert found.indices.tolist() == list(wanted.indices or ())
    assert found.values.view(np.uint16).tolist() == list(wanted.words)
    assert found.values.dtype == sample.expected.dtype
    assert found.shape == wanted.shape


@pytest.mark.parametrize("sample", [s for s in READABLE if s not in SPARSE], ids=str)
def test_dense_values_are_viewed_where_they_are(sample: Sample) -> None:
    if sample.facts["flags"]:
        with pytest.raises(ValueError, match="these are dense and compressed"):
            view_residuals(sample.path)
        return
    for source in (sample.path, sample.data):
        found = view_residuals(source)
        assert same(found, sample.expected)
        assert not found.flags.writeable


@each_made
def test_packing_gives_the_blob_of_the_original(sample: Sample) -> None:
    call = sample.facts["call"]
    options: dict[str, Any] = {"dtype": "float16", "compress": call.get("compress", False)}
    if 0 < call.get("store_topk", 1) < 1:
        options["store_topk"] = call["store_topk"]
    made = pack_residuals(sample.input, **options)
    found, wanted = layout.read(made), layout.read(sample.data)
    if sample == TIES:  # which of them are kept, the original does not define
        assert len(found.indices or ()) == len(wanted.indices or ())
        assert sorted(word & 0x7FFF for word in found.words) == sorted(
            word & 0x7FFF for word in wanted.words
        )
        return
    places = [
        dict(zip(each.indices or range(len(each.words)), each.words, strict=True))
        for each in (found, wanted)
    ]
    assert places[0] == places[1]
    assert (found.shape, found.dtype) == (wanted.shape, wanted.dtype)
    if not sample.facts["flags"]:
        assert made == sample.data


@each_made
def test_the_estimate_is_exact_or_not_too_low(sample: Sample) -> None:
    call = sample.facts["call"]
    share = call.get("store_topk") if 0 < call.get("store_topk", 1) < 1 else None
    found = estimate_hpdkv_size(
        sample.input, store_topk=share, compress=call.get("compress", False)
    )
    if call.get("compress"):
        assert found >= len(sample.data)
    else:
        assert found == len(sample.data) == sample.facts["estimate"]


REFUSED = [
    ("bad_cut_magic", "magic", 0, "requested 4 bytes, but only 3"),
    ("bad_cut_header", "shape", 8, "requested 8 bytes, but only 2"),
    ("bad_cut_payload", "values", 16, "expected 12 bytes .*, found 10 bytes"),
    ("bad_cut_payload_odd", "values", 16, "expected 12 bytes .*, found 11 bytes"),
    ("bad_dtype", "dtype", 5, "found 2"),
    ("bad_index_duplicate", "index_block.indices[1]", 24, "is not there twice, found 0"),
    ("bad_index_range", "index_block.indices[0]", 20, "an index below 6, found 99"),
    ("bad_k_huge", "index_block.indices", 20, "requested 17179869180 bytes"),
    ("bad_k_zero", "index_block.num_indices", 16, "found 0"),
    ("bad_magic", "magic", 0, "HPDW"),
    ("bad_shape_overflow", "values.shape", 32, "at most 9223372036854775807 bytes"),
    ("bad_trailing", "values", 16, "expected 12 bytes .*, found 14 bytes"),
    ("bad_unknown_flag", "reserved", 7, "expected 0, found 1"),
    ("bad_version", "version", 4, "expected 1, found 2"),
    ("bad_zlib_bomb", "values", 16, "expected a stream of 8 bytes, found more than 8"),
    ("bad_zlib_cut", "values", 424, "expected the rest of the stream"),
    ("bad_zlib_damaged", "values", 16, "expected a stream of zlib"),
    ("bad_zlib_trailing", "values", 427, "expected nothing after the stream, found 4 bytes"),
]
"""Each bad vector: its name, and where it is refused with what."""


@pytest.mark.parametrize(("name", "path", "offset", "message"), REFUSED)
def test_a_bad_blob_is_refused_at_its_place(
    name: str, path: str, offset: int, message: str, tmp_path: Path
) -> None:
    sample = Sample(name)
    copy = tmp_path / "bad.hpdv"
    copy.write_bytes(sample.data)
    tracemalloc.start()
    for read in (partial(unpack_residuals, sample.data), partial(load_residuals, copy)):
        with pytest.raises(quire.FormatError, match=message) as caught:
            read()
        error = caught.value
        assert (error.format, error.path, error.offset) == ("hpdkv", path, offset)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 1 << 20


def test_every_bad_blob_is_in_that_table() -> None:
    assert {row[0] for row in REFUSED} == {sample.name for sample in BAD}


def test_the_last_of_indices_that_are_alike_counts_if_that_is_allowed() -> None:
    sample = Sample("bad_index_duplicate")
    found = unpack_residuals(sample.data, strict=False)
    blob = layout.read(sample.data)
    assert found.view(np.uint16).reshape(-1).tolist() == list(blob.dense())
    assert sparse_residuals(sample.data, strict=False).indices.tolist() == list(blob.indices or ())


def test_a_huge_shape_needs_no_memory() -> None:
    tracemalloc.start()
    with pytest.raises(quire.LimitError, match=r"at most 67108864 .*8589672450") as caught:
        unpack_residuals(HUGE.data)
    assert (caught.value.path, caught.value.offset) == ("values", 24)
    with pytest.raises(quire.LimitError, match="at most 67108864 decoded bytes"):
        Hpdkv.from_bytes(HUGE.data).values.decode()
    Hpdkv.from_bytes(HUGE.data).validate()
    found = sparse_residuals(HUGE.data)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 1 << 20
    assert (found.indices.tolist(), found.values.tolist()) == ([0], [1.0])
    assert found.shape == (65535, 65535)


def test_bfloat16_is_written_as_it_is() -> None:
    sample = Sample("bf16_range")
    values = sample.expected
    assert values.dtype == ml_dtypes.bfloat16
    assert pack_residuals(values) == sample.data
