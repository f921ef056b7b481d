"""`xor_delta` for GPUs: sums over many tiles, 64-bit words, NaNs, and what is read.

Without a GPU, Triton's kernels run in its interpreter, and those in CUDA C as C++.
"""

from __future__ import annotations

import ctypes
import importlib
import mmap
import sys
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from quire.kernels.codecs.xor_delta import reference
from quire.kernels.codecs.xor_delta.codec import XorDelta
from quire.kernels.codecs.xor_delta.tiles import HEIGHT, cut
from tests.kernels.on_host import compiled

Decode = Callable[[npt.NDArray[np.uint8], npt.NDArray[Any], XorDelta], None]

NUMBERS = "long long, long long, long long, long long, long long, int, long long, long long, int"
KERNELS = {
    "total": f"const unsigned char*, Word*, {NUMBERS}",
    "decode": f"const unsigned char*, const Word*, void*, {NUMBERS}",
}

FORMATS = [
    ("float32", "float16", True, "xor"),
    pytest.param("float32", "float16", False, "xor", marks=pytest.mark.slow),
    ("float32", "float32", True, "xor"),
    pytest.param("float32", "float32", False, "xor", marks=pytest.mark.slow),
    ("int64", "int64", False, "xor"),
    ("int64", "int64", False, "add"),
]
"""(dtype, stored, planes, operation)"""

CUTS = [
    (1, 1, 5),
    pytest.param(1, HEIGHT - 1, 3, marks=pytest.mark.slow),
    (1, HEIGHT, 3),
    pytest.param(1, HEIGHT + 1, 3, marks=pytest.mark.slow),
    pytest.param(1, HEIGHT**2, 1, marks=pytest.mark.slow),
    (1, HEIGHT**2 + 1, 2),
    pytest.param(1, HEIGHT**3 + 1, 1, marks=pytest.mark.slow),
    (3, 300, 3),
    (150, 2 * HEIGHT, 2),
    pytest.param(150, 40, 1, marks=pytest.mark.slow),
    pytest.param(5000, 2, 1, marks=pytest.mark.slow),
    (5000, 1, 2),
]
"""(width, rows, segments): up to four levels of totals, and with ragged ends."""


NO_ACCESS = 0
"""`PROT_NONE` of `mprotect`."""


@pytest.fixture(scope="module")
def cuda_on_host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Decode]:
    """The module for CuPy, on arrays of numpy."""
    name = "quire.kernels.codecs.xor_delta.cupy"
    launches = compiled(tmp_path_factory.mktemp("xor_delta"), name, KERNELS)
    module = importlib.import_module(name)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "_total", launches["total"])
        patch.setattr(module, "_decode", launches["decode"])
        patch.setattr(module, "cupy", np)
        yield module.decode


def _interpreted(
    stored: npt.NDArray[np.uint8], out: npt.NDArray[Any], parameters: XorDelta
) -> None:
    """The module for Triton, on memory of the host."""
    torch: Any = pytest.importorskip("torch", reason="pip install torch")
    pytest.importorskip("triton", reason="pip install triton")
    module = importlib.import_module("quire.kernels.codecs.xor_delta.triton")
    with np.errstate(all="ignore"):  # the interpreter computes with numpy
        module.decode(torch.from_numpy(stored), torch.from_numpy(out), parameters)


def _by_torch(stored: npt.NDArray[np.uint8], out: npt.NDArray[Any], parameters: XorDelta) -> None:
    """The module for Triton, on a GPU."""
    torch: Any = pytest.importorskip("torch", reason="pip install torch")
    module = importlib.import_module("quire.kernels.codecs.xor_delta.triton")
    target = torch.asarray(out, device="cuda")
    module.decode(torch.asarray(stored, device="cuda"), target, parameters)
    out[...] = target.cpu().numpy()


def _by_cupy(stored: npt.NDArray[np.uint8], out: npt.NDArray[Any], parameters: XorDelta) -> None:
    """The module for CuPy, on a GPU."""
    cupy: Any = pytest.importorskip("cupy", reason="pip install cupy-cuda13x")
    module = importlib.import_module("quire.kernels.codecs.xor_delta.cupy")
    target = cupy.asarray(out)
    module.decode(cupy.asarray(stored), target, parameters)
    out[...] = target.get()


@pytest.fixture(params=["triton", "cupy"])
def decode(request: pytest.FixtureRequest, place: str) -> Decode:
    """A decoder of arrays of the host."""
    if place == "cuda":
        return _by_torch if request.param == "triton" else _by_cupy
    if request.param == "triton":
        return _interpreted
    found: Decode = request.getfixturevalue("cuda_on_host")
    return found


def _random(parameters: XorDelta) -> npt.NDArray[np.uint8]:
    return np.random.default_rng(1).integers(0, 256, parameters.stored_size(), np.uint8)


def _expected(stored: npt.NDArray[np.uint8], parameters: XorDelta) -> npt.NDArray[Any]:
    out = np.empty(parameters.shape, parameters.dtype)
    reference.decode(stored, out, parameters)
    return out


@pytest.mark.parametrize(("dtype", "stored", "planes", "operation"), FORMATS)
@pytest.mark.parametrize(("width", "rows", "segments"), CUTS)
def test_sums_over_tiles_are_those_of_the_reference(
    decode: Decode,
    width: int,
    rows: int,
    segments: int,
    dtype: str,
    stored: str,
    planes: bool,  # noqa: FBT001  # a parameter of the test
    operation: str,
) -> None:
    shape, within = (segments * rows, width), 0 if segments == 1 else rows
    parameters = XorDelta(shape, dtype, stored, width, within, planes, operation)
    data = _random(parameters)
    out = np.zeros(shape, dtype)
    decode(data, out, parameters)
    assert out.tobytes() == _expected(data, parameters).tobytes()


@pytest.mark.parametrize("planes", [False, True])
def test_every_half_is_widened_as_by_numpy(decode: Decode, planes: bool) -> None:  # noqa: FBT001  # a parameter of the test
    halves = np.arange(65536, dtype="<u2")
    parameters = XorDelta((65536,), "float32", "float16", 65536, planes=planes)
    stored = halves.view(np.uint8)
    stored = np.ascontiguousarray(stored.reshape(-1, 2).T).reshape(-1) if planes else stored
    out = np.zeros(65536, np.float32)
    decode(stored, out, parameters)
    assert out.tobytes() == halves.view("<f2").astype(np.float32).tobytes()


def test_nans_of_float32_keep_their_payloads(decode: Decode) -> None:
    bits = np.array([[0x7F800001, 0xFFC12345], [0x7FBFFFFF, 0x00000001]], "<u4")
    parameters = XorDelta((2, 2), "float32", "float32", 2)
    stored = np.stack([bits[0], bits[0] ^ bits[1]]).reshape(-1).view(np.uint8)
    out = np.zeros((2, 2), np.float32)
    decode(stored, out, parameters)
    assert out.view(np.uint32).tolist() == bits.tolist()


def _beside_a_wall(
    data: npt.NDArray[np.uint8], *, before: bool
) -> tuple[mmap.mmap, npt.NDArray[np.uint8]]:
    """(memory, the same bytes in it), before or after a page that no one may touch."""
    page = mmap.PAGESIZE
    pages = -(-data.size // page)
    memory = mmap.mmap(-1, (pages + 1) * page)
    whole = np.frombuffer(memory, np.uint8)
    wall = pages * page if before else 0
    start = wall - data.size if before else page
    placed = whole[start : start + data.size]
    placed[:] = data
    libc = ctypes.CDLL(None, use_errno=True)
    address, size = ctypes.c_void_p(whole.ctypes.data + wall), ctypes.c_size_t(page)
    assert libc.mprotect(address, size, NO_ACCESS) == 0
    return memory, placed


@pytest.mark.skipif(sys.platform != "linux", reason="pages are protected as on Linux")
@pytest.mark.parametrize("before", [True, pytest.param(False, marks=pytest.mark.slow)])
@pytest.mark.parametrize(("dtype", "stored", "planes", "operation"), FORMATS)
@pytest.mark.parametrize(("width", "rows"), [(1, 0), (7, 11), (517, 0)])
def test_nothing_beside_the_arrays_is_touched(
    decode: Decode,
    place: str,
    width: int,
    rows: int,
    dtype: str,
    stored: str,
    planes: bool,  # noqa: FBT001  # a parameter of the test
    operation: str,
    before: bool,  # noqa: FBT001  # a parameter of the test
) -> None:
    if place == "cuda":
        pytest.skip("the memory of a GPU has no walls")
    parameters = XorDelta((33, width), dtype, stored, width, rows, planes, operation)
    data = _random(parameters)
    expected = _expected(data, parameters)
    _, walled = _beside_a_wall(data, before=before)
    _, out = _beside_a_wall(np.zeros(expected.nbytes, np.uint8), before=before)
    decode(walled, out.view(dtype).reshape(parameters.shape), parameters)
    assert out.tobytes() == expected.tobytes()


@pytest.mark.parametrize(("width", "rows"), [(1, 1), (1, 2), (1, 10**7), (150, 2000), (7, 17)])
@pytest.mark.parametrize("segments", [1, 3])
def test_tiles_cover_the_rows(width: int, rows: int, segments: int) -> None:
    tiles = cut(segments * rows * width, width, rows)
    assert (tiles.tiles - 1) * tiles.height < rows <= tiles.tiles * tiles.height
    assert tiles.height <= HEIGHT
    assert tiles.lanes == segments * tiles.tiles * width
