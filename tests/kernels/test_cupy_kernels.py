"""The kernels for CuPy with all that is around their launch, in memory of the host."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import quire
from quire.kernels.codecs.affine_int.codec import AffineInt
from quire.kernels.codecs.affine_u4.codec import AffineU4
from quire.kernels.codecs.affine_u8.codec import AffineU8
from quire.kernels.codecs.bf16.codec import Bf16
from quire.kernels.codecs.block_quant.codec import BlockQuant
from quire.kernels.codecs.dictionary_planes.codec import DictionaryPlanes
from quire.kernels.codecs.fp16.codec import Fp16
from quire.kernels.codecs.group_quant.codec import GroupQuant
from quire.kernels.codecs.pq.codec import Pq
from quire.kernels.contract import StoredError
from quire.kernels.engine import obstacles
from quire.kernels.engine.encoding_there import encoded_on_gpu
from quire.runtime.errors import EncodingError
from tests.cases import record_class
from tests.kernels import numpy_as_cupy
from tests.kernels import test_dictionary_planes as dictionary
from tests.kernels.numpy_as_cupy import Array, Cupy


@pytest.fixture
def cupy(monkeypatch: pytest.MonkeyPatch) -> Iterator[Cupy]:
    """Numpy in its place."""
    with numpy_as_cupy.installed(monkeypatch) as found:
        yield found


def _kernel(codec: Any, backend: str) -> Any:
    return importlib.import_module(f"quire.kernels.codecs.{codec.name}.{backend}")


def _there(array: Any) -> Array:
    return np.array(array).view(Array)


SHAPES = [(0,), (1,), (3, 5), (7, 64), (4099,), (2, 8, 257)]

HALF = np.random.default_rng(1).integers(0, 2, 4200, np.uint8)


def _codecs(shape: tuple[int, ...]) -> list[Any]:
    count = int(np.prod(shape))
    mixed = np.packbits(HALF[: -(-count // 32)], bitorder="little").tobytes()
    return [
        Fp16(shape),
        Bf16(shape),
        AffineU8(shape, 0.03, -4.0),
        AffineU8(shape, 1e-40, 0.0),
        AffineU4(shape, 0.5, -4.0),
        AffineInt(shape, "int16", 1e-3, 0.1),
        AffineInt(shape, "uint16", 1e-3, -4.0),
        AffineInt(shape, "int8", 0.1, 0.0),
        *(BlockQuant(shape, bits, size) for bits in (8, 7, 5, 3) for size in (1, 32, 10**9)),
        *(BlockQuant(shape, 3, size, two_level=True) for size in (1, 32, 10**9)),
        BlockQuant(shape, 3, 32, two_level_blocks=mixed),
    ]


def _values(shape: tuple[int, ...], name: str) -> Any:
    rng = np.random.default_rng(2)
    values = rng.standard_normal(shape).astype(np.float32)
    values *= 2.0 ** rng.integers(-30, 20, shape) if name in ("fp16", "bf16") else 2
    flat = values.reshape(-1)
    special = [np.inf, -np.inf, 0.0, -0.0, 65519.9, 65520, 2**-24, 2**-25, 0.25, -1e30, np.nan]
    if name.startswith("affine"):  # refuses NaN
        special = special[:-1]
    flat[: len(special)] = special[: flat.size]
    return values


@pytest.mark.usefixtures("cupy")
@pytest.mark.parametrize("shape", SHAPES)
def test_what_encodes_gives_the_bytes_of_the_reference_and_decodes_them(
    shape: tuple[int, ...],
) -> None:
    for codec in _codecs(shape):
        values = _values(shape, codec.name)
        expected = np.zeros(codec.stored_size(), np.uint8)
        with np.errstate(all="ignore"):
            _kernel(codec, "reference").encode(values, expected, codec)
            stored = _there(np.full_like(expected, 0xA5))
            _kernel(codec, "cupy").encode(_there(values), stored, codec)
        assert stored.get().tobytes() == expected.tobytes(), codec
        _decodes(codec, expected)


def _decodes(codec: Any, stored: Any) -> None:
    expected = np.zeros(codec.shape, np.float32)
    out = _there(np.full_like(expected, np.nan))
    with np.errstate(all="ignore"):
        _kernel(codec, "reference").decode(stored, expected, codec)
    _kernel(codec, "cupy").decode(_there(stored), out, codec)
    np.testing.assert_array_equal(out.get(), expected)


@pytest.mark.usefixtures("cupy")
@pytest.mark.parametrize("rows", [0, 1, 700])
def test_codecs_with_arrays_as_parameters_decode(rows: int) -> None:
    rng = np.random.default_rng(3)
    books = rng.standard_normal((4, 16, 2)).astype(np.float32)
    norms = rng.random(rows, np.float32)
    scales = rng.random(4).astype(np.float16)
    for codec in (
        Pq((rows, 8), books),
        Pq((rows, 8), books, norms=norms),
        GroupQuant((rows, 200), 5, scales, 64),
    ):
        _decodes(codec, rng.integers(0, 16, codec.stored_size(), np.uint8))


@pytest.mark.usefixtures("cupy")
@pytest.mark.parametrize("scale", [0.0, 0.5])
@pytest.mark.parametrize("wrong", [np.nan, 7.0])
def test_what_cannot_be_stored_is_told_as_by_the_reference(scale: float, wrong: float) -> None:
    values = np.full((2, 9), 1.0, np.float32)
    for codec in (
        AffineU8((2, 9), scale, 1.0),
        AffineU4((2, 9), scale, 1.0),
        AffineInt((2, 9), "int16", scale, 1.0),
    ):
        found: list[bytes | str] = []
        for value in (1.0, wrong):
            values[1, 3] = value
            stored = np.full(codec.stored_size(), 0xA5, np.uint8)
            for backend, there in (("reference", np.array), ("cupy", _there)):
                out = there(stored)
                try:
                    _kernel(codec, backend).encode(there(values), out, codec)
                    found.append(out.tobytes())
                except EncodingError as error:
                    found.append(str(error))
        assert found[0] == found[1]
        assert found[2] == found[3]
        assert isinstance(found[2], str) == (np.isnan(wrong) or scale == 0)


@pytest.mark.usefixtures("cupy")
def test_codes_of_planes_without_a_meaning_are_told() -> None:
    codec, stored = DictionaryPlanes((2, 2)), np.frombuffer(dictionary.STORED, np.uint8).copy()
    _decodes(codec, stored)
    stored[13] |= 0b00_00_11_00  # the third code of the first plane
    with pytest.raises(StoredError, match="codes below 3, found 3"):
        _decodes(codec, stored)
    with pytest.raises(StoredError, match="codes below 3, found 3"):
        _kernel(codec, "cupy").decode(_there(stored), _there(np.zeros((2, 2), np.float32)), codec)


SPEC = """
meta: {id: quantised, endian: le}
seq:
  - {id: num_rows, type: u4}
  - id: rows
    size-eos: true
    -array: {dtype: f4, shape: [num_rows, 7]}
    -codec: CODEC
"""


@pytest.mark.usefixtures("cupy")
@pytest.mark.parametrize("dtype", ["float32", "float16", "float64", "int32"])
@pytest.mark.parametrize("stages", ["[fp16]", "[{affine_u4: {scale: 0.5, min: -4.0}}]", "[raw]"])
def test_an_array_of_cupy_is_stored_as_that_of_numpy_is(
    tmp_path: Path, dtype: str, stages: str
) -> None:
    """`raw` has no kernel that encodes, and others none for float64: these arrays are copied."""
    (path := tmp_path / "quantised.ksy").write_text(SPEC.replace("CODEC", stages), "utf-8")
    kind = record_class(quire.compile(path))
    array = (4 * np.random.default_rng(1).standard_normal((300, 7))).astype(dtype)
    expected = kind.build(num_rows=300, rows=array).to_bytes()
    assert kind.build(num_rows=300, rows=_there(array)).to_bytes() == expected
    turned = np.asfortranarray(array).view(Array)  # the same values, in another order in memory
    assert kind.build(num_rows=300, rows=turned).to_bytes() == expected


def test_a_tensor_is_encoded_by_cupy_where_there_is_no_triton(
    cupy: Cupy, monkeypatch: pytest.MonkeyPatch
) -> None:
    torch: Any = pytest.importorskip("torch", reason="pip install torch")
    monkeypatch.setitem(obstacles.ON_GPU, "triton", lambda: "no triton")
    values = np.arange(-3, 3, dtype=np.float32)
    for dtype in (torch.float32, torch.bfloat16):
        tensor = torch.from_numpy(values).to(dtype)
        stored = encoded_on_gpu(tensor, Fp16((6,)))
        assert stored is not None
        assert stored.tobytes() == values.astype("<f2").tobytes()
    assert encoded_on_gpu(torch.full((6,), 7e4), Fp16((6,))) is None  # the host names the value
    assert encoded_on_gpu(cupy.ones(6), Fp16((6,))) is None  # float64
