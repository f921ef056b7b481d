"""Weights come back from their reconstruction and what was kept of the difference."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

import quire
from quire.hpdkv import (
    add_residuals,
    pack_residuals,
    residual,
    restore,
    sparse_residuals,
    unpack_residuals,
)

torch: Any = pytest.importorskip("torch", reason="pip install torch")

DTYPES = {"float16": np.float16, "bfloat16": ml_dtypes.bfloat16}

few = settings(max_examples=60, deadline=None)
each_dtype = pytest.mark.parametrize("name", DTYPES)

NF4 = np.array(
    [
        *(-1, -0.6961928, -0.52507305, -0.39491749, -0.28444138, -0.18477343, -0.09105004, 0),
        *(0.0795803, 0.1609302, 0.2461123, 0.33791524, 0.44070983, 0.562617, 0.72295684, 1),
    ],
    np.float32,
)
"""Table 5 of the QLoRA paper (arXiv 2305.14314, appendix E), rounded to float32."""


def quantised(weights: npt.NDArray[Any]) -> npt.NDArray[np.float32]:
    """The nearest values of NF4 in blocks of 64, each scaled by its largest magnitude."""
    blocks = weights.astype(np.float32).reshape(-1, 64)
    scales = np.abs(blocks).max(axis=1, keepdims=True)
    nearest = np.abs(blocks[..., None] / scales[..., None] - NF4).argmin(axis=2)
    made: npt.NDArray[np.float32] = (NF4[nearest] * scales).reshape(weights.shape)
    return made


def gaussian(name: str, shape: tuple[int, ...] = (64, 1024)) -> npt.NDArray[Any]:
    """Weights as a layer has them."""
    made: npt.NDArray[Any] = (np.random.default_rng(5).standard_normal(shape) * 0.02).astype(
        DTYPES[name]
    )
    return made


@each_dtype
def test_weights_of_a_quantised_layer_come_back_exactly(name: str) -> None:
    weights = gaussian(name)
    start = quantised(weights).astype(DTYPES[name])
    kept = residual(weights, start)
    assert kept.dtype == weights.dtype
    for compress in (False, True):
        found = restore(start, pack_residuals(kept, compress=compress))
        assert found.dtype == weights.dtype
        assert np.array_equal(found, weights)


@each_dtype
def test_torch_agrees_with_numpy(name: str) -> None:
    weights = gaussian(name, (8, 64))
    start = quantised(weights).astype(DTYPES[name])
    dtype = getattr(torch, name)
    held, begin = (torch.from_numpy(a.astype(np.float32)).to(dtype) for a in (weights, start))
    kept = residual(held, begin)
    assert kept.dtype is dtype
    assert pack_residuals(kept) == pack_residuals(residual(weights, start))
    blob = pack_residuals(kept)
    assert torch.equal(restore(begin, blob), held)
    added = (begin.float() + unpack_residuals(blob, framework="torch").float()).to(dtype)
    assert torch.equal(added, held)  # what anybody does without this function


@few
@given(data=st.data(), name=st.sampled_from(list(DTYPES)))
def test_a_residual_is_exact_or_refused(data: Any, name: str) -> None:
    words = data.draw(arrays.arrays(np.uint16, (2, 9)))
    weights, start = words.view(DTYPES[name])
    try:
        kept = residual(weights, start)
    except quire.EncodingError as error:
        place = int(str(error).rpartition(" ")[2])
        w, r = (float(each[place]) for each in (weights, start))
        assert r != 0
        assert not np.isfinite(r) or w * r < 0 or not abs(w) / 2 <= abs(r) <= 2 * abs(w)
        return
    found = restore(start, pack_residuals(kept))
    assert np.array_equal(found.astype(np.float32), weights.astype(np.float32), equal_nan=True)


@few
@given(data=st.data(), name=st.sampled_from(list(DTYPES)))
def test_it_is_exact_where_the_reconstruction_is_near(data: Any, name: str) -> None:
    dtype = DTYPES[name]
    words = data.draw(arrays.arrays(np.uint16, 9))
    weights = words.view(dtype)
    assume(np.isfinite(weights.astype(np.float32)).all())
    factors = data.draw(arrays.arrays(np.float32, 9, elements=st.floats(0.5, 2, width=32)))
    with np.errstate(all="ignore"):
        start = (weights.astype(np.float32) * factors).astype(dtype)
    held, begin = (np.abs(each.astype(np.float64)) for each in (weights, start))
    assume(((held / 2 <= begin) & (begin <= 2 * held)).all())
    assert np.array_equal(restore(start, pack_residuals(residual(weights, start))), weights)


def test_what_sixteen_bits_do_not_hold_is_refused_or_rounded() -> None:
    weights = np.array([1, 0.001, 2], np.float16)
    start = np.array([1, 1000, 2], np.float16)
    with pytest.raises(
        quire.EncodingError, match=r"weight 0.00100\d* and .* 1000.0 at flat index 1"
    ):
        residual(weights, start)
    kept = residual(weights, start, exact=False)
    assert kept.tolist() == [0, -1000, 0]
    assert restore(start, pack_residuals(kept)).tolist() == [1, 0, 2]


def test_wide_weights_are_for_those_who_do_not_mind() -> None:
    weights, start = np.ones(3, np.float32), np.zeros(3, np.float32)
    with pytest.raises(ValueError, match="exact: expected weights of float16, found float32"):
        residual(weights, start)
    assert residual(weights, start, exact=False).dtype == np.float16
    assert residual(weights, start, dtype="bfloat16", exact=False).dtype == ml_dtypes.bfloat16


def test_shapes_must_agree() -> None:
    blob = pack_residuals(np.ones((2, 3), np.float16))
    other = np.ones((3, 2), np.float16)
    with pytest.raises(ValueError, match=r"reconstruction: expected shape \(3, 2\)"):
        residual(other, np.ones((2, 3), np.float16))
    for call in (restore, add_residuals):
        with pytest.raises(ValueError, match=r"expected shape \(2, 3\), found \(3, 2\)"):
            call(other, blob)


@each_dtype
@pytest.mark.parametrize("order", ["magnitude", "index"])
def test_sparse_residuals_restore_what_they_keep(name: str, order: Any) -> None:
    weights = gaussian(name)
    start = quantised(weights).astype(DTYPES[name])
    kept = residual(weights, start)
    blob = pack_residuals(kept, store_topk=0.1, order=order)
    found, places = restore(start, blob), sparse_residuals(blob).indices
    stored = np.zeros(weights.shape, bool)
    stored.reshape(-1)[places] = True
    assert np.array_equal(found[stored], weights[stored])
    assert np.array_equal(found[~stored], start[~stored])


@pytest.mark.parametrize("share", [None, 0.2])
@pytest.mark.parametrize("dtype", ["float16", "bfloat16", "float32", "float64"])
def test_residuals_are_added_in_place(dtype: str, share: float | None) -> None:
    rng = np.random.default_rng(6)
    blob = pack_residuals(rng.standard_normal((40, 50)).astype(np.float16), store_topk=share)
    target = rng.standard_normal((40, 50)).astype(np.dtype(DTYPES.get(dtype, dtype)))
    wide = np.float64 if dtype == "float64" else np.float32
    expected = (target.astype(wide) + unpack_residuals(blob).astype(wide)).astype(target.dtype)
    tensor = torch.from_numpy(target.astype(np.float64)).to(getattr(torch, dtype))
    assert add_residuals(target, blob) is target
    assert np.array_equal(target, expected)
    assert add_residuals(tensor, blob) is tensor
    assert np.array_equal(tensor.double().numpy(), expected.astype(np.float64))


def test_a_sum_can_go_elsewhere_and_be_of_another_dtype() -> None:
    start = np.array([[1, 2048.0]], np.float32)
    blob = pack_residuals(np.array([[0.5, 1]], np.float16))
    assert restore(start, blob).tolist() == [[1.5, 2048.0]]  # half to even
    assert restore(start, blob, dtype="float32").tolist() == [[1.5, 2049.0]]
    out = np.zeros((1, 2), np.float64)
    assert restore(start, blob, out=out) is out
    assert out.tolist() == [[1.5, 2049.0]]
    assert start.tolist() == [[1, 2048.0]]
    assert restore(start.T.copy().T, blob).tolist() == [[1.5, 2048.0]]


@pytest.mark.parametrize("case", ["strides", "read-only"])
def test_a_target_that_cannot_be_written_is_refused(case: str) -> None:
    target = np.zeros((4, 2), np.float32).T
    if case == "read-only":
        target = np.zeros((2, 4), np.float32)
        target.flags.writeable = False
    with pytest.raises(ValueError, match="C-contiguous array that can be written to"):
        add_residuals(target, pack_residuals(np.ones((2, 4), np.float16)))


def test_integers_are_no_target() -> None:
    blob, integers = pack_residuals(np.ones(3, np.float16)), np.ones(3, np.int32)
    for call in (restore, add_residuals):
        with pytest.raises(TypeError, match="expected a floating-point tensor, found int32"):
            call(integers, blob)
    with pytest.raises(TypeError, match="found int32"):
        restore(np.ones(3), blob, out=integers)
    with pytest.raises(TypeError, match="found int32"):
        residual(np.ones(3, np.float16), integers)


def test_nothing_is_added_of_a_damaged_blob() -> None:
    blob = bytearray(pack_residuals(np.arange(500, dtype=np.float16), compress=True))
    blob[-1] ^= 1
    target = np.zeros(500, np.float32)
    with pytest.raises(quire.FormatError):
        add_residuals(target, bytes(blob))
    assert not target.any()
