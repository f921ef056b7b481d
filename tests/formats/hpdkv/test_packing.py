"""What is kept, in which order, as which dtype; and how large it becomes."""

from __future__ import annotations

import math
from typing import Any

import ml_dtypes
import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from quire.hpdkv import (
    estimate_hpdkv_size,
    pack_residuals,
    sparse_residuals,
    unpack_residuals,
)
from tests.formats.hpdkv import layout
from tests.formats.hpdkv.samples import same

torch: Any = pytest.importorskip("torch", reason="pip install torch")

DTYPES = {"float16": np.float16, "bfloat16": ml_dtypes.bfloat16}

few = settings(max_examples=60, deadline=None)
each_dtype = pytest.mark.parametrize("name", DTYPES)

shapes = arrays.array_shapes(min_dims=0, max_dims=5, min_side=0, max_side=9)
shares = st.floats(min_value=1e-9, max_value=1, exclude_max=True)


@st.composite
def tensors(draw: Any, *, some: bool = False) -> npt.NDArray[Any]:
    """Tensors of any 16-bit patterns, in both dtypes; with elements, if there must be some."""
    shape = draw(shapes.filter(lambda shape: not some or math.prod(shape) > 0))
    words = draw(arrays.arrays(np.uint16, shape))
    found: npt.NDArray[Any] = words.view(draw(st.sampled_from(list(DTYPES.values()))))
    return found


def key(word: int, infinity: int) -> int:
    """Magnitude of a word; NaN is the largest."""
    return min(word & 0x7FFF, infinity + 1)


def wanted_indices(array: npt.NDArray[Any], count: int) -> list[int]:
    """The largest magnitudes by sorting all of them; equal ones by index."""
    infinity = 0x7C00 if array.dtype == np.float16 else 0x7F80
    words = np.ascontiguousarray(array).reshape(-1).view(np.uint16).tolist()
    return sorted(range(len(words)), key=lambda i: (-key(words[i], infinity), i))[:count]


@few
@given(array=tensors(), compress=st.booleans())
def test_dense_tensors_come_back_bit_for_bit(array: npt.NDArray[Any], *, compress: bool) -> None:
    blob = pack_residuals(array, compress=compress)
    back = unpack_residuals(blob)
    assert (back.dtype, back.shape) == (array.dtype, array.shape)
    assert back.tobytes() == array.tobytes()
    found = layout.read(blob)
    assert (found.shape, found.indices, found.compressed) == (array.shape, None, compress)
    assert found.dtype == list(DTYPES.values()).index(array.dtype.type)


@few
@given(array=tensors(some=True), share=shares, compress=st.booleans(), by_index=st.booleans())
def test_exactly_the_largest_magnitudes_are_kept(
    array: npt.NDArray[Any], share: float, *, compress: bool, by_index: bool
) -> None:
    order: Any = "index" if by_index else "magnitude"
    blob = pack_residuals(array, store_topk=share, compress=compress, order=order)
    wanted = wanted_indices(array, math.ceil(share * array.size))
    found = layout.read(blob)
    assert list(found.indices or ()) == (sorted(wanted) if by_index else wanted)
    words = np.ascontiguousarray(array).reshape(-1).view(np.uint16)
    dense = np.zeros_like(words)
    dense[wanted] = words[wanted]
    assert unpack_residuals(blob).tobytes() == dense.tobytes()
    stored = sparse_residuals(blob)
    assert stored.values.tobytes() == words[stored.indices].tobytes()


@few
@given(array=tensors(), share=st.none() | shares, compress=st.booleans())
def test_the_estimate_is_exact_or_an_upper_bound(
    array: npt.NDArray[Any], share: float | None, *, compress: bool
) -> None:
    share = share if array.size else None
    size = len(pack_residuals(array, store_topk=share, compress=compress))
    for given_ in (array, array.shape, torch.empty(array.shape)):
        found = estimate_hpdkv_size(given_, store_topk=share, compress=compress)
        assert found >= size if compress else found == size


def test_the_estimate_takes_a_number_and_holds_for_what_does_not_compress() -> None:
    assert estimate_hpdkv_size(10) == 16 + 20
    for size in (0, 1, 50, 8191, 8192, 100_000):
        noise = np.random.default_rng(size).integers(0, 2**16, size, np.uint16).view(np.float16)
        blob = pack_residuals(noise, compress=True)
        assert len(blob) <= estimate_hpdkv_size((size,), compress=True)


def test_many_blocks_keep_what_one_would(monkeypatch: pytest.MonkeyPatch) -> None:
    array = np.random.default_rng(1).integers(0, 99, 1000).astype(np.float16)
    whole = pack_residuals(array, store_topk=0.3)
    monkeypatch.setattr("quire.kernels.codecs.sparse_scatter.largest.BLOCK", 7)
    assert pack_residuals(array, store_topk=0.3) == whole


def test_the_number_kept_is_counted_in_floating_point() -> None:
    for share, size, count in ((0.07, 100, 8), (0.29, 100, 29), (1e-9, 5, 1), (0.999999, 3, 3)):
        blob = pack_residuals(np.ones(size, np.float16), store_topk=share)
        assert len(layout.read(blob).words) == count


@pytest.mark.parametrize("share", [0, -1, 1.01, 2, math.nan, math.inf])
def test_a_share_that_is_none_is_refused(share: float) -> None:
    for call in (pack_residuals, estimate_hpdkv_size):
        with pytest.raises(ValueError, match="store_topk: expected a share above 0, at most 1"):
            call(np.ones(3, np.float16), store_topk=share)


def test_one_is_dense() -> None:
    array = np.ones(3, np.float16)
    assert pack_residuals(array, store_topk=1) == pack_residuals(array)
    assert pack_residuals(array[:0], store_topk=1.0) == pack_residuals(array[:0])


def test_nothing_has_no_largest() -> None:
    with pytest.raises(ValueError, match="expected a tensor with elements"):
        pack_residuals(np.ones((3, 0), np.float16), store_topk=0.5)


def test_dimensions_and_indices_are_of_32_bits() -> None:
    with pytest.raises(ValueError, match="shape: expected dimensions from 0 to 4294967295"):
        estimate_hpdkv_size((2**32,))
    with pytest.raises(ValueError, match="expected at most 4294967296 elements"):
        estimate_hpdkv_size((2**31, 3), store_topk=0.1)
    assert estimate_hpdkv_size((2**31, 2), store_topk=2**-32) == 16 + 8 + 2
    vast = np.lib.stride_tricks.as_strided(np.ones(1, np.float16), (2**32, 1), (0, 0))
    with pytest.raises(ValueError, match="shape: expected dimensions"):
        pack_residuals(vast)


def test_float32_becomes_float16_and_bfloat16_stays() -> None:
    values = np.array([1.1, 65519, -1e-9, np.nan, np.inf, 2049], np.float32)
    for given_ in (values, torch.from_numpy(values), values.astype(">f4"), values[::-1][::-1]):
        with np.errstate(over="ignore"):
            assert same(unpack_residuals(pack_residuals(given_)), values.astype(np.float16))
    brain = values.astype(ml_dtypes.bfloat16)
    for given_ in (brain, torch.from_numpy(values).to(torch.bfloat16)):
        assert same(unpack_residuals(pack_residuals(given_)), brain)
        as_half = unpack_residuals(pack_residuals(given_, dtype="float16"))
        with np.errstate(over="ignore"):
            assert same(as_half, brain.astype(np.float16))
    assert same(unpack_residuals(pack_residuals(values, dtype="bfloat16")), brain)


def test_float64_is_rounded_once_if_it_is_said_to_what() -> None:
    # By way of float32 they would be 1.
    for name, value, rounded in (
        ("float16", 1 + 2**-11 + 2**-40, 1 + 2**-10),
        ("bfloat16", 1 + 2**-8 + 2**-40, 1 + 2**-7),
    ):
        with pytest.raises(TypeError, match="found float64"):
            pack_residuals(np.array([value]))
        assert unpack_residuals(pack_residuals(np.array([value]), dtype=name))[0] == rounded


@pytest.mark.parametrize("dtype", [np.int16, np.bool_, np.complex64])
def test_what_is_no_floating_point_is_refused(dtype: type[Any]) -> None:
    for asked in (None, "float16"):
        with pytest.raises(TypeError, match="found"):
            pack_residuals(np.ones(3, dtype), dtype=asked)


def test_other_words_are_refused() -> None:
    with pytest.raises(ValueError, match="dtype: expected float16 or bfloat16, found 'float32'"):
        pack_residuals(np.ones(3, np.float16), dtype="float32")
    with pytest.raises(ValueError, match="order: expected magnitude or index, found 'any'"):
        pack_residuals(np.ones(3, np.float16), order="any")  # type: ignore[arg-type]  # is refused


@each_dtype
def test_any_strides_are_packed_in_the_order_of_the_shape(name: str) -> None:
    array = np.arange(24).reshape(2, 3, 4).astype(DTYPES[name])
    tensor = torch.arange(24).reshape(2, 3, 4).to(getattr(torch, name))
    for found, wanted in (
        (array.T, array.T),
        (tensor.permute(2, 1, 0), array.T),
        (array[:, ::-1], array[:, ::-1]),
        (np.asfortranarray(array), array),
    ):
        assert same(unpack_residuals(pack_residuals(found)), np.ascontiguousarray(wanted))
    wanted = np.where(array.T >= 20, array.T, 0).astype(array.dtype)
    assert same(unpack_residuals(pack_residuals(array.T, store_topk=1 / 6)), wanted)
