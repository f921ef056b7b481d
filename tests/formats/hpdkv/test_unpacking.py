"""To numpy and torch, into given memory, from files and streams, within limits."""

from __future__ import annotations

import io
import sys
from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np
import numpy.typing as npt
import pytest

import quire
from quire.hpdkv import (
    load_residuals,
    pack_residuals,
    save_residuals,
    sparse_residuals,
    unpack_residuals,
    view_residuals,
)
from tests.formats.hpdkv import layout
from tests.formats.hpdkv.samples import READABLE, Sample, same

torch: Any = pytest.importorskip("torch", reason="pip install torch")

each_readable = pytest.mark.parametrize("sample", READABLE, ids=str)

HALVES = np.random.default_rng(3).standard_normal((30, 40)).astype(np.float16)
BRAINS = HALVES.astype(ml_dtypes.bfloat16)
BLOBS = {
    f"{array.dtype} {share} {compress}": pack_residuals(array, store_topk=share, compress=compress)
    for array in (HALVES, BRAINS)
    for share in (None, 0.1)
    for compress in (False, True)
}
each_blob = pytest.mark.parametrize("blob", BLOBS.values(), ids=list(BLOBS))


def to_numpy(tensor: Any) -> npt.NDArray[Any]:
    """A tensor of torch by way of its words."""
    words: npt.NDArray[Any] = tensor.view(torch.int16).numpy()
    return words.view(np.float16 if tensor.dtype is torch.float16 else ml_dtypes.bfloat16)


@each_readable
def test_torch_gets_the_same_bits(sample: Sample) -> None:
    found = unpack_residuals(sample.data, framework="torch")
    assert same(to_numpy(found), sample.expected)
    assert found.shape == sample.expected.shape


@each_blob
def test_memory_that_is_given_is_filled(blob: bytes) -> None:
    expected = unpack_residuals(blob)
    out = np.full(expected.shape, 7, expected.dtype)
    assert unpack_residuals(blob, out=out) is out
    assert out.tobytes() == expected.tobytes()
    tensor = torch.full(expected.shape, 7, dtype=getattr(torch, str(expected.dtype)))
    assert unpack_residuals(blob, out=tensor) is tensor
    assert to_numpy(tensor).tobytes() == expected.tobytes()


@pytest.mark.parametrize(
    "out",
    [np.zeros((40, 30), np.float16), np.zeros((30, 40), np.float32), np.zeros((40, 30), "f2").T],
    ids=["shape", "dtype", "strides"],
)
def test_memory_that_does_not_fit_is_refused(out: npt.NDArray[Any]) -> None:
    with pytest.raises(ValueError, match="out: expected"):
        unpack_residuals(pack_residuals(HALVES), out=out)


@each_blob
def test_what_is_unpacked_can_be_written_to(blob: bytes) -> None:
    assert unpack_residuals(blob).flags.writeable
    unpack_residuals(blob, framework="torch").add_(1)


@each_blob
@pytest.mark.parametrize("kind", [bytes, bytearray, memoryview, np.frombuffer], ids=str)
def test_any_bytes_will_do(blob: bytes, kind: Any) -> None:
    source = np.frombuffer(blob, np.uint8) if kind is np.frombuffer else kind(blob)
    assert unpack_residuals(source).tobytes() == unpack_residuals(blob).tobytes()
    odd = memoryview(b"x" + blob)[1:]
    assert unpack_residuals(odd).tobytes() == unpack_residuals(blob).tobytes()


@each_blob
def test_files_and_streams_are_read_and_written(blob: bytes, tmp_path: Path) -> None:
    expected = layout.read(blob)
    array = unpack_residuals(blob)
    options: Any = {"compress": expected.compressed}
    if expected.indices is not None:
        options["store_topk"] = 0.1
    path, stream = tmp_path / "some.hpdv", io.BytesIO()
    stream.write(b"before")
    save_residuals(path, array, **options)
    save_residuals(stream, array, **options)
    assert path.read_bytes() == stream.getvalue()[6:] == blob
    stream.seek(6)
    for source in (path, str(path), stream):
        assert load_residuals(source).tobytes() == array.tobytes()
    out = np.zeros_like(array)
    assert load_residuals(path, out=out) is out
    assert out.tobytes() == array.tobytes()


def test_a_writer_that_fails_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "some.hpdv"
    path.write_bytes(b"old")
    with pytest.raises(TypeError):
        save_residuals(path, np.ones(3, np.int8))
    assert path.read_bytes() == b"old"
    assert [each.name for each in tmp_path.iterdir()] == ["some.hpdv"]


def test_a_view_keeps_its_file_mapped_and_copies_nothing(tmp_path: Path) -> None:
    path = tmp_path / "some.hpdv"
    save_residuals(path, HALVES)
    view = view_residuals(path)
    path.unlink()
    assert same(view, HALVES)
    blob = bytearray(pack_residuals(HALVES))
    shared = view_residuals(blob)
    assert shared.ctypes.data % 16 == (np.frombuffer(blob, np.uint8).ctypes.data + 16) % 16
    blob[16:18] = np.float16(9).tobytes()
    assert shared[0, 0] == 9


@pytest.mark.parametrize("options", [{"compress": True}, {"store_topk": 0.5}], ids=str)
def test_what_cannot_be_viewed_is_refused(options: Any) -> None:
    with pytest.raises(ValueError, match="only dense values that are not compressed"):
        view_residuals(pack_residuals(HALVES, **options))


def test_sparse_values_of_torch_can_be_put_to_work() -> None:
    blob = BLOBS["bfloat16 0.1 True"]
    found = sparse_residuals(blob, framework="torch")
    assert (found.indices.dtype, found.values.dtype) == (torch.int64, torch.bfloat16)
    dense = torch.zeros(1200, dtype=torch.bfloat16)
    dense[found.indices] = found.values
    assert torch.equal(dense.view(found.shape), unpack_residuals(blob, framework="torch"))


def test_dense_blobs_have_no_indices_to_give() -> None:
    with pytest.raises(ValueError, match="the blob is dense"):
        sparse_residuals(pack_residuals(HALVES))


def test_the_caller_says_how_much_memory_there_is() -> None:
    blob = layout.write(layout.Blob(0, (1000, 1000, 100), (0x3C00,), (99_999_999,)))
    with pytest.raises(quire.LimitError, match=r"at most 67108864 decoded .*found 200000000"):
        unpack_residuals(blob)
    with (
        quire.limits(max_decoded=199_999_999),
        pytest.raises(quire.LimitError, match="at most 199999999 decoded"),
    ):
        unpack_residuals(blob)
    out = np.empty((1000, 1000, 100), np.float16)
    assert unpack_residuals(blob, out=out)[-1, -1, -1] == 1
    assert np.count_nonzero(out) == 1
    small = pack_residuals(HALVES)
    with quire.limits(max_decoded=2399), pytest.raises(quire.LimitError, match="2399"):
        unpack_residuals(small)
    with quire.limits(max_decoded=2400):
        assert same(unpack_residuals(small), HALVES)


def test_zeros_that_zlib_compresses_well_are_unpacked_when_that_is_asked_for() -> None:
    zeros = np.zeros(50_000_000, np.float16)
    blob = pack_residuals(zeros, compress=True)
    assert len(blob) < 300_000
    with pytest.raises(quire.LimitError, match=r"values.*quire.limits\(max_decoded=...\)"):
        unpack_residuals(blob)
    with quire.limits(max_decoded=100_000_000):
        assert not unpack_residuals(blob).any()


def test_many_indices_are_looked_through_for_repeats() -> None:
    count = 200_000
    places = np.random.default_rng(4).permutation(3 * count)[:count].astype(np.uint32)
    words = tuple(range(1, 1 + 1000)) * (count // 1000)
    whole = layout.write(layout.Blob(0, (3 * count,), words, tuple(places.tolist())))
    assert np.count_nonzero(unpack_residuals(whole).view(np.uint16)) == count
    places[150_000] = places[77]
    again = layout.write(layout.Blob(0, (3 * count,), words, tuple(places.tolist())))
    with pytest.raises(quire.FormatError, match="is not there twice") as caught:
        unpack_residuals(again)
    assert caught.value.path == "index_block.indices[150000]"
    assert caught.value.offset == 16 + 4 + 4 * 150_000


@pytest.mark.skipif(not torch.cuda.is_available(), reason="needs an NVIDIA GPU")
@each_blob
def test_a_gpu_gives_the_same_bits(blob: bytes) -> None:
    expected = unpack_residuals(blob)
    found = unpack_residuals(blob, device="cuda")
    assert found.device.type == "cuda"
    assert to_numpy(found.cpu()).tobytes() == expected.tobytes()
    out = torch.zeros_like(found)
    assert unpack_residuals(blob, out=out) is out
    assert to_numpy(out.cpu()).tobytes() == expected.tobytes()


@pytest.mark.skipif(torch.cuda.is_available(), reason="there is a GPU")
@pytest.mark.parametrize("rows", [None, slice(0, 1), 0], ids=repr)
@each_blob
def test_rows_for_a_device_that_is_not_there_are_refused(blob: bytes, rows: Any) -> None:
    for device in ("cuda", "cuda:1", 0):
        with pytest.raises(quire.BackendUnavailable, match="to decode on cuda"):
            load_residuals(blob, rows=rows, device=device)


def test_a_device_that_is_not_there_is_named() -> None:
    if torch.cuda.is_available():
        pytest.skip("there is a GPU")
    with pytest.raises(quire.BackendUnavailable, match="cuda"):
        unpack_residuals(pack_residuals(HALVES), device="cuda")
    with pytest.raises(quire.BackendUnavailable, match="cuda"):
        unpack_residuals(pack_residuals(HALVES, store_topk=0.1), device="cuda")


def test_the_device_may_be_given_by_place() -> None:
    blob = pack_residuals(np.ones((2, 3), np.float16))
    assert unpack_residuals(blob, "cpu").tolist() == [[1] * 3] * 2


def test_whoever_uses_torch_gets_its_tensors_when_that_is_left_open(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    blob = pack_residuals(np.ones(3, np.float16))
    monkeypatch.delitem(sys.modules, "torch")
    assert isinstance(unpack_residuals(blob, framework="auto"), np.ndarray)
    monkeypatch.undo()
    assert isinstance(unpack_residuals(blob, framework="auto"), torch.Tensor)
