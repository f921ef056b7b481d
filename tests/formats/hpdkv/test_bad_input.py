"""Whatever bytes come in: a tensor, or a `FormatError` that says where; and little memory."""

from __future__ import annotations

import itertools
import struct
import tracemalloc
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import quire
from quire.generated.hpdkv import Hpdkv
from quire.hpdkv import pack_residuals, sparse_residuals, unpack_residuals
from tests.cases import assert_complete
from tests.formats.hpdkv import layout
from tests.formats.hpdkv.samples import READABLE, Sample

VALUES = np.arange(12, dtype=np.float16).reshape(3, 4)
BLOBS = {
    f"{share} {compress}": pack_residuals(VALUES, store_topk=share, compress=compress)
    for share in (None, 0.25)
    for compress in (False, True)
}
each_blob = pytest.mark.parametrize("blob", BLOBS.values(), ids=list(BLOBS))


def outcome(data: bytes) -> Any:
    """What unpacking gives: a tensor, or the error."""
    try:
        return unpack_residuals(data)
    except quire.FormatError as error:
        return error


@each_blob
def test_a_blob_that_is_cut_is_refused_wherever_it_is(blob: bytes) -> None:
    for end in range(len(blob)):
        error = outcome(blob[:end])
        assert isinstance(error, quire.FormatError)
        assert_complete(error, end)


@each_blob
def test_nothing_may_follow_a_blob(blob: bytes) -> None:
    for behind in (b"\0", b"\0\0", blob):
        error = outcome(blob + behind)
        assert isinstance(error, quire.FormatError)
        assert_complete(error, len(blob + behind))
        assert error.path == "values"


@each_blob
def test_every_byte_of_the_header_in_turn(blob: bytes) -> None:
    wrong = {0: "magic", 1: "magic", 2: "magic", 3: "magic", 4: "version", 5: "dtype"}
    for place, value in itertools.product(range(8), (0, 1, 2, 3, 64, 65, 127, 255)):
        if blob[place] == value:
            continue
        data = blob[:place] + bytes([value]) + blob[place + 1 :]
        found = outcome(data)
        if place == 5 and value == 1:
            assert found.dtype == "bfloat16"
            continue
        assert isinstance(found, quire.FormatError), (place, value)
        assert_complete(found, len(data))
        if place in wrong:
            assert (found.path, found.offset) == (wrong[place], 0 if place < 4 else place)


@pytest.mark.parametrize("flags", range(4, 256))
def test_flags_that_are_not_known_are_refused(flags: int) -> None:
    blob = bytearray(BLOBS["None False"])
    blob[7] = flags
    error = outcome(bytes(blob))
    assert isinstance(error, quire.FormatError)
    assert (error.path, error.offset) == ("reserved", 7)


@pytest.mark.parametrize("rank", [65, 66, 255])
def test_more_dimensions_than_arrays_have_are_refused(rank: int) -> None:
    data = layout.write(layout.Blob(0, (1,) * rank, (0x3C00,)))
    error = outcome(data)
    assert isinstance(error, quire.LimitError)
    assert (error.path, error.offset) == ("shape", 8)
    assert unpack_residuals(layout.write(layout.Blob(0, (1,) * 64, (0x3C00,)))).ndim == 64


@pytest.mark.parametrize("sparse", [False, True])
@pytest.mark.parametrize("compressed", [False, True])
@pytest.mark.parametrize(
    "shape",
    [
        (2**32 - 1,),
        (2**32 - 1, 2**32 - 1),
        (2**32 - 1,) * 64,
        (65536, 65536),
        (2**25 + 1,),
        (0, 2**32 - 1, 2**32 - 1, 2**32 - 1),
    ],
    ids=str,
)
def test_a_small_blob_gets_little_memory(
    shape: tuple[int, ...], *, sparse: bool, compressed: bool
) -> None:
    blob = layout.Blob(0, shape, (0x3C00,), (0,) if sparse else None, compressed)
    data = layout.write(blob)
    tracemalloc.start()
    error = outcome(data)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 1 << 20
    assert isinstance(error, quire.FormatError)
    assert_complete(error, len(data))


@pytest.mark.parametrize("count", [0, 1, 5, 13, 2**31, 2**32 - 1])
def test_a_count_that_is_wrong_is_refused(count: int) -> None:
    blob = BLOBS["0.25 False"]
    error = outcome(blob[:16] + struct.pack("<I", count) + blob[20:])
    assert isinstance(error, quire.FormatError)
    assert_complete(error, len(blob))


def test_more_indices_than_elements_are_refused() -> None:
    data = layout.write(layout.Blob(0, (2,), (1, 2, 3), (0, 1, 1)))
    error = outcome(data)
    assert isinstance(error, quire.FormatError)
    assert error.path == "values.indices"
    assert "at most 2 indices, found 3" in str(error)


@pytest.mark.parametrize("name", ["dense_f16_2d_no_padding", "topk_3d"])
def test_padding_is_not_looked_at(name: str) -> None:
    sample = Sample(name)
    begin = 8 + 4 * len(sample.expected.shape)
    end = begin + -begin % 16
    data = sample.data[:begin] + b"\7" * (end - begin) + sample.data[end:]
    assert unpack_residuals(data).tobytes() == sample.expected.tobytes()


@settings(max_examples=100, deadline=None)
@given(data=st.data())
def test_damage_is_an_error_or_another_tensor(data: Any) -> None:
    blob = bytearray(data.draw(st.sampled_from(READABLE)).data)
    for _ in range(data.draw(st.integers(1, 3))):
        blob[data.draw(st.integers(0, len(blob) - 1))] = data.draw(st.integers(0, 255))
    found = outcome(bytes(blob))
    if isinstance(found, quire.FormatError):
        assert_complete(found, len(blob))
    try:
        sparse_residuals(bytes(blob))
    except quire.FormatError as error:
        assert_complete(error, len(blob))
    except ValueError:
        assert not Hpdkv.from_bytes(bytes(blob)).has_indices


@settings(max_examples=100, deadline=None)
@given(junk=st.binary(max_size=80), flags=st.integers(0, 3), rank=st.integers(0, 3))
def test_junk_behind_a_header_is_an_error_or_a_tensor(junk: bytes, flags: int, rank: int) -> None:
    data = b"HPDV\1\0" + bytes([rank, flags]) + junk
    found = outcome(data)
    if isinstance(found, quire.FormatError):
        assert_complete(found, len(data))
    else:
        assert found.shape == Hpdkv.from_bytes(data).values.shape


def test_what_is_no_bytes_is_a_mistake_of_the_caller() -> None:
    with pytest.raises(TypeError):
        unpack_residuals("HPDV")  # type: ignore[arg-type]  # is refused


@pytest.mark.parametrize("index", [slice(None, None, 3), slice(None, None, -3), [1, 0]], ids=str)
def test_rows_of_a_sparse_file_are_worth_its_bytes_with_any_step(index: Any) -> None:
    """Found by `quire fuzz face-hpdkv`: 92 bytes that tell of 26 GiB."""
    data = bytes.fromhex(
        "48504456010002010600000304000040"
        "0c000000000000000c00000011000000000000000700000016" + "00" * 51
    )
    with quire.open(data, "hpdkv") as file, pytest.raises(quire.LimitError, match="decoded bytes"):
        file[index]


def test_a_single_value_that_is_sparse_is_read() -> None:
    with quire.open(pack_residuals(np.array(2.5, np.float16), store_topk=0.5), "hpdkv") as file:
        assert file.shape == ()
        assert file.read() == 2.5
        assert file.read() == 2.5


def test_some_rows_of_a_sparse_file_are_worth_its_bytes_together_with_all_rows() -> None:
    """Found by `quire fuzz face-hpdkv`: 88 MiB for a small file, all rows and a copy of most."""
    rows = np.zeros((4, 8), np.float16)
    rows[2, 3] = 1
    blob = pack_residuals(rows, store_topk=1 / 32)
    assert rows.nbytes == 64
    for index, most in ((slice(None), 64), (slice(1, None), 64 + 48), ([2, 0], 64 + 32)):
        with quire.limits(max_decoded=most), quire.open(blob, "hpdkv") as file:
            assert np.array_equal(file[index], rows[index])
        with (
            quire.limits(max_decoded=most - 1),
            quire.open(blob, "hpdkv") as file,
            pytest.raises(quire.LimitError, match="decoded bytes"),
        ):
            file[index]
