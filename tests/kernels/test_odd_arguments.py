"""Kernels that are called with odd arguments refuse them, or stay within their memory.

Parameters are changed as a file could: numbers of any size, arrays of other shapes and dtypes,
names of anything. What a codec takes all the same is decoded and encoded by every kernel, with
memory behind the stored bytes that must not be read, and around the output, not to be written.
"""

from __future__ import annotations

import ctypes
import importlib
import math
import mmap
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import fields, replace
from functools import partial
from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from quire.kernels.codecs.dictionary_planes.codec import DictionaryPlanes
from quire.kernels.contract import (
    ArrayCodec,
    Kernel,
    Operation,
    ParameterError,
    StoredError,
    VaryingCodec,
)
from quire.runtime.errors import EncodingError
from tests.kernels.test_against_reference import (
    CASES,
    GUARD,
    _kernels,
    _load,
)

DRAWS = 60
MOST = 1 << 16
"""Values and stored bytes of what is run."""

SHAPES = ((), (0,), (1,), (17,), (3, 5), (0, 3), (2, 8, 9), (64, 4), (4, 16, 3), (1023,))
_SIZES = (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 15, 16, 24, 31, 32, 33, 63, 64, 65, 255, 256, 1000)
_HUGE = (-1, -8, 1 << 31, 1 << 32, 1 << 62, 1 << 63, 1 << 64, (1 << 64) + 1)
_FLOATS = (0.0, -0.0, 1.5, -2.0, math.nan, math.inf, -math.inf, 1e-40, 3e38, 1e308, 5e-324)
_NAMES = (
    "float16", "float32", "float64", "uint8", "int8", "int16", "uint16", "int32", "uint32", "int64",
    "uint64", "bool", "q4_0", "q8_0", "q6_k", "xor", "add_half", "even", "nothing", "",
)  # fmt: skip  # laid out as a table

_PAGE = mmap.PAGESIZE
_libc = ctypes.CDLL(None, use_errno=True)


class Fenced:
    """Bytes at the very end of memory: who reads one more is killed."""

    def __init__(self, data: bytes) -> None:
        room = -(-max(len(data), 1) // _PAGE) * _PAGE
        self._memory = mmap.mmap(-1, room + _PAGE)
        whole = np.frombuffer(self._memory, np.uint8)
        fence = ctypes.c_void_p(whole.ctypes.data + room)
        assert _libc.mprotect(fence, ctypes.c_size_t(_PAGE), 0) == 0
        self.bytes = whole[room - len(data) : room]
        self.bytes[:] = np.frombuffer(data, np.uint8)
        self.bytes.flags.writeable = False


def _other(value: Any, random: Random) -> Any:
    """Another value of a parameter."""
    if isinstance(value, tuple):
        return _shape(value, random)
    if isinstance(value, np.ndarray):
        return _array(value, random)
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return random.choice((*_SIZES, *_HUGE, value + 1, value - 1))
    if isinstance(value, float):
        return random.choice(_FLOATS)
    if isinstance(value, str):
        return random.choice(_NAMES)
    if isinstance(value, bytes):
        return random.choice((b"", value[:-1], value + b"\xff", random.randbytes(4)))
    return random.choice((None, 0, 3, -1, 1 << 40))


def _shape(shape: tuple[int, ...], random: Random) -> tuple[int, ...]:
    made = list(shape)
    for _ in range(random.choice((1, 1, 2))):
        sizes = _HUGE if random.random() < 0.2 else _SIZES
        if made and random.random() < 0.7:
            made[random.randrange(len(made))] = random.choice(sizes)
        else:
            made.insert(random.randrange(len(made) + 1), random.choice(sizes[:8]))
    return tuple(made)


def _array(array: npt.NDArray[Any], random: Random) -> npt.NDArray[Any]:
    """Other values, fewer of them, another shape, dtype or layout."""
    flat = array.reshape(-1)
    ways = (
        lambda: np.frombuffer(random.randbytes(array.nbytes), array.dtype).reshape(array.shape),
        lambda: flat[: random.randrange(flat.size + 1)],
        lambda: np.concatenate([flat, flat]),
        lambda: array.reshape((*array.shape, 1)),
        lambda: array.astype(random.choice(("<f8", "<i8", ">f4", ">u4", "<u2", "u1"))),
        lambda: np.repeat(array, 2, -1)[..., ::2] if array.ndim else array,
        lambda: array[::-1] if array.ndim else array,
    )
    with np.errstate(all="ignore"):
        return random.choice(ways)()


def _drawn(name: str, seed: str) -> Iterator[Any]:
    """Parameters, most of them changed; those that the codec takes."""
    random = Random(seed)  # noqa: S311  # no secret
    for _ in range(DRAWS):
        known = CASES[name].parameters(random.choice(SHAPES[1:]))
        if not known:
            continue
        made = random.choice(known)
        for _ in range(random.choice((0, 1, 1, 2))):
            field = random.choice(fields(made)).name
            try:
                made = replace(made, **{field: _other(getattr(made, field), random)})
            except ParameterError:
                break
        else:
            yield made


def _is_small(parameters: ArrayCodec) -> bool:
    return parameters.output().size <= MOST and parameters.bounds()[0] <= MOST


def _sizes(parameters: ArrayCodec, random: Random) -> list[int]:
    """Sizes that stored bytes may have: the engine refuses others before any kernel is asked."""
    low, high = parameters.bounds()
    high = min(high, low + 300, MOST)
    return sorted({low, high, random.randint(low, max(low, high))})


@contextmanager
def _guarded(size: int, dtype: str) -> Iterator[npt.NDArray[Any]]:
    """An array amid bytes that must stay as they are."""
    around = GUARD * 8
    whole = np.full(size * np.dtype(dtype).itemsize + 2 * around, 0xA5, np.uint8)
    middle = whole[around : whole.size - around]
    try:
        yield middle.view(dtype)
    finally:
        assert (whole[:around] == 0xA5).all()
        assert (whole[whole.size - around :] == 0xA5).all()


def _result(decode: Any, data: bytes, parameters: Any) -> Any:
    """The array, or where the stored bytes are wrong."""
    fenced, spec = Fenced(data), parameters.output()
    try:
        with np.errstate(all="ignore"), _guarded(spec.size, spec.dtype) as out:
            parameters.check(fenced.bytes)
            decode(fenced.bytes, out.reshape(spec.shape), parameters)
            if out.dtype.kind == "f":
                out[np.isnan(out)] = np.nan  # which of two that are added stays, nobody says
            return out.tobytes()
    except StoredError as error:
        return error.index, error.expected, error.found


@pytest.mark.parametrize("kernel", _kernels(Operation.DECODE))
def test_odd_parameters_are_refused_or_decoded_within_their_memory(kernel: Kernel) -> None:
    if kernel.device != "cpu":
        pytest.skip("its memory is elsewhere")
    decode, wanted = _load(kernel)
    random = Random(kernel.codec)  # noqa: S311  # no secret
    run = 0
    for parameters in _drawn(kernel.codec, kernel.codec):
        if not _is_small(parameters):
            continue
        for size in _sizes(parameters, random):
            for data in (bytes(size), random.randbytes(size), b"\xff" * size):
                found = _result(decode, data, parameters)
                assert found == _result(wanted, data, parameters), (parameters, data)
                run += 1
    assert run > 20


@pytest.mark.parametrize("kernel", _kernels(Operation.ENCODE))
def test_odd_arrays_are_refused_or_encoded_as_by_the_reference(kernel: Kernel, place: str) -> None:
    encode, wanted = _load(kernel)
    if kernel.device != "cpu":
        encode = partial(_encode_on_gpu, encode, place)
    random = Random(kernel.codec)  # noqa: S311  # no secret
    run = 0
    for parameters in _drawn(kernel.codec, kernel.codec):
        if not _is_small(parameters) or parameters.bounds()[1] > MOST:
            continue
        spec = parameters.output()
        values = np.frombuffer(random.randbytes(4 * spec.size), np.float32).reshape(spec.shape)
        for array in (values, np.zeros(spec.shape, np.float64), np.full(spec.shape, np.inf, "f4")):
            if kernel.device != "cpu" and array.dtype != np.float32:
                continue  # the engine gives it float32 alone
            with np.errstate(all="ignore"):
                found = _encoded(encode, array, parameters)
                assert found == _encoded(wanted, array, parameters), (parameters, array)
            run += 1
    assert run > 20


def _encode_on_gpu(
    encode: Any, place: str, array: npt.NDArray[Any], out: npt.NDArray[Any], parameters: Any
) -> None:
    torch = importlib.import_module("torch")
    stored = torch.from_numpy(out).to(place)
    encode(torch.from_numpy(array.copy()).to(place), stored, parameters)
    out[...] = stored.cpu().numpy()


def _encoded(encode: Any, array: npt.NDArray[Any], parameters: Any) -> Any:
    if isinstance(parameters, VaryingCodec):
        return encode(array, parameters)
    try:
        with _guarded(parameters.stored_size(), "uint8") as out:
            encode(array, out, parameters)
            return out.tobytes()
    except EncodingError as error:
        return str(error)


@pytest.mark.parametrize(
    ("first", "total"), [(3, 8), (-1, 8), (0, 5), (1 << 31, 8), (0, -1), (0, 1 << 40)]
)
def test_rows_that_are_not_among_the_stored_values_are_refused(first: int, total: int) -> None:
    with pytest.raises(ParameterError, match=r"first|total"):
        DictionaryPlanes((6,), first, total)
    assert DictionaryPlanes((6,), 2, 8).stored_values == 8
