"""`xor_delta`: what reference and compiled kernels must give, by other means than theirs."""

from __future__ import annotations

import importlib
import json
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quire.kernels.backends import arrays
from quire.kernels.codecs.xor_delta import reference
from quire.kernels.codecs.xor_delta.codec import XorDelta
from quire.kernels.contract import ITEM_SIZES, ParameterError
from quire.runtime.errors import EncodingError

VECTORS = Path(__file__).parents[1] / "formats" / "cdd" / "vectors"
"""Files of the program that these transforms come from, with what they decode to."""

PAIRS = [("float32", "float16"), ("float32", "float32"), ("int64", "int64")]


@pytest.fixture(params=["reference", "numba"])
def kernels(request: pytest.FixtureRequest) -> ModuleType:
    return _kernels(request.param)


def _kernels(backend: str) -> ModuleType:
    if backend == "numba":
        pytest.importorskip("numba", reason="pip install numba")
    return importlib.import_module(f"quire.kernels.codecs.xor_delta.{backend}")


def _decode(
    module: ModuleType, stored: bytes, parameters: XorDelta, *, fresh: bool = False
) -> npt.NDArray[Any]:
    out = np.full(parameters.shape, 77, parameters.dtype)
    placed = np.frombuffer(b"x" + stored, np.uint8)[1:]  # at an odd address, read-only
    module.decode(placed, out, parameters, fresh=fresh)
    return out


def _encode(module: ModuleType, array: npt.NDArray[Any], parameters: XorDelta) -> bytes:
    memory = np.full(parameters.stored_size() + 2, 0xA5, np.uint8)
    module.encode(array, memory[1:-1], parameters)
    assert (memory[0], memory[-1]) == (0xA5, 0xA5)
    return memory[1:-1].tobytes()


def _summed(stored: bytes, parameters: XorDelta) -> bytes:
    """The words after decoding, by the definition, in plain Python."""
    size, width = ITEM_SIZES[parameters.stored], parameters.width
    count = len(stored) // size
    step = count if parameters.planes else 1
    words: list[int] = []
    for i in range(count):
        first = i if parameters.planes else i * size
        word = int.from_bytes(bytes(stored[first + step * b] for b in range(size)), "little")
        new = i < width or (parameters.rows and i // width % parameters.rows == 0)
        above = 0 if new else words[i - width]
        words.append((word + above) % 2**64 if parameters.operation == "add" else word ^ above)
    return b"".join(word.to_bytes(size, "little") for word in words)


@st.composite
def _cases(draw: st.DrawFn) -> tuple[XorDelta, bytes]:
    """All combinations of parameters, with random bytes, of which many are NaN."""
    dtype, stored = draw(st.sampled_from(PAIRS))
    width, rows, segments = (draw(st.integers(1, n)) for n in (40, 9, 5))
    count = width * rows * segments * draw(st.sampled_from([1, 1, 1, 0]))
    parameters = XorDelta(
        shape=(count,),
        dtype=dtype,
        stored=stored,
        width=width,
        rows=draw(st.sampled_from([0, rows])),
        planes=stored != "int64" and draw(st.booleans()),
        operation=draw(st.sampled_from(["xor", "add"])) if stored == "int64" else "xor",
    )
    seed = draw(st.integers(0, 2**32 - 1))
    words = np.random.default_rng(seed).integers(0, 2**64, count, np.uint64, endpoint=False)
    special = [0, 0x7C007C00, 0xFC017E00, 0x7F800001FFC00000, 0x8000000000000001]
    words[: len(special)] = special[:count]
    return parameters, words.tobytes()[: parameters.stored_size()]


@pytest.mark.parametrize("backend", ["reference", "numba"])
@settings(deadline=None)  # kernels are compiled on the way
@given(case=_cases())
def test_decoding_follows_the_definition(backend: str, case: tuple[XorDelta, bytes]) -> None:
    parameters, stored = case
    words = np.frombuffer(_summed(stored, parameters), f"<{np.dtype(parameters.stored).str[1:]}")
    found = _decode(_kernels(backend), stored, parameters)
    assert found.tobytes() == words.astype(parameters.dtype).tobytes()


@pytest.mark.parametrize("backend", ["reference", "numba"])
@settings(deadline=None)  # kernels are compiled on the way
@given(case=_cases())
def test_encoding_is_the_reverse(backend: str, case: tuple[XorDelta, bytes]) -> None:
    parameters, stored = case
    module = _kernels(backend)
    assert _encode(module, _decode(reference, stored, parameters), parameters) == stored


def _book(rows: int, dtype: str = "float32") -> npt.NDArray[Any]:
    return np.random.default_rng(4).standard_normal((rows, 50, 3)).astype(dtype)


@pytest.mark.parametrize("stored", ["float16", "float32"])
@pytest.mark.parametrize("rows", [1, 2, 7, 1000, 3000, 50_000])
@pytest.mark.parametrize("fresh", [False, True])
def test_order_books_of_all_sizes_come_back(
    kernels: ModuleType, stored: str, rows: int, *, fresh: bool
) -> None:
    """The largest are written past the cache."""
    array = _book(rows)
    parameters = XorDelta(array.shape, "float32", stored, 150, planes=True)
    encoded = _encode(kernels, array, parameters)
    assert encoded == _encode(reference, array, parameters)
    found = _decode(kernels, encoded, parameters, fresh=fresh)
    assert found.tobytes() == array.astype(stored).astype("float32").tobytes()


@pytest.mark.parametrize("cached", [arrays.CACHED_BYTES, 0])
@pytest.mark.parametrize("planes", [False, True])
@pytest.mark.parametrize(("dtype", "stored"), PAIRS)
@pytest.mark.parametrize(("width", "rows"), [(1, 0), (1, 4096), (3, 1), (5000, 2), (1, 3)])
def test_long_runs_come_back(
    kernels: ModuleType,
    monkeypatch: pytest.MonkeyPatch,
    dtype: str,
    stored: str,
    width: int,
    rows: int,
    cached: int,
    *,
    planes: bool,
) -> None:
    """Across the blocks that kernels cut them into, by way of the cache and past it."""
    monkeypatch.setattr(arrays, "CACHED_BYTES", cached)
    count = width * max(rows, 1) * max(1, 300_000 // (width * max(rows, 1)))
    if planes and stored == "int64":
        pytest.skip("words of 8 bytes have no planes")
    parameters = XorDelta((count,), dtype, stored, width, rows, planes)
    data = np.random.default_rng(5).integers(0, 256, parameters.stored_size(), np.uint8).tobytes()
    found = _decode(kernels, data, parameters)
    assert found.tobytes() == _decode(reference, data, parameters).tobytes()
    assert _encode(kernels, found, parameters) == data


@pytest.mark.parametrize(("dtype", "stored"), PAIRS)
def test_the_output_may_be_at_any_address(kernels: ModuleType, dtype: str, stored: str) -> None:
    parameters = XorDelta((3000,), dtype, stored, 150)
    data = np.random.default_rng(6).integers(0, 256, parameters.stored_size(), np.uint8)
    memory = np.full(3000 * ITEM_SIZES[dtype] + 2, 0xA5, np.uint8)
    kernels.decode(data, memory[1:-1].view(dtype), parameters)
    wanted = _decode(reference, data.tobytes(), parameters)
    assert memory.tobytes() == b"\xa5" + wanted.tobytes() + b"\xa5"


def test_a_row_is_the_difference_to_the_row_before(kernels: ModuleType) -> None:
    array = np.array([[1, 2], [1, 3], [5, 3], [5, 3]], np.int64)
    parameters = XorDelta((4, 2), "int64", "int64", 2)
    words = np.frombuffer(_encode(kernels, array, parameters), "<i8")
    assert words.tolist() == [1, 2, 0, 1, 4, 0, 0, 0]
    parameters = XorDelta((4, 2), "int64", "int64", 2, rows=2, operation="add")
    words = np.frombuffer(_encode(kernels, array, parameters), "<i8")
    assert words.tolist() == [1, 2, 0, 1, 5, 3, 0, 0]


def test_differences_wrap_around(kernels: ModuleType) -> None:
    array = np.array([2**63 - 1, -(2**63), 0], np.int64)
    parameters = XorDelta((3,), "int64", "int64", 1, operation="add")
    stored = _encode(kernels, array, parameters)
    assert np.frombuffer(stored, "<i8").tolist() == [2**63 - 1, 1, -(2**63)]
    assert _decode(kernels, stored, parameters).tolist() == array.tolist()


def test_bytes_are_cut_into_planes(kernels: ModuleType) -> None:
    array = np.array([0x03020100, 0x13121110], np.uint32).view(np.float32)
    parameters = XorDelta((2,), "float32", "float32", 2, planes=True)
    assert _encode(kernels, array, parameters).hex() == "0010011102120313"


def test_float16_rounds_half_to_even_and_overflows_to_infinity(kernels: ModuleType) -> None:
    array = np.array([1 + 2**-11, 65520, -1e9, 2**-25, np.nan, 3e-8, -0.0], np.float32)
    parameters = XorDelta((7,), "float32", "float16", 7)
    found = np.frombuffer(_encode(kernels, array, parameters), "<u2").tolist()
    assert found == [0x3C00, 0x7C00, 0xFC00, 0, 0x7E00, 1, 0x8000]


def test_arrays_of_any_layout_are_encoded(kernels: ModuleType) -> None:
    array = _book(40)
    parameters = XorDelta(array.shape, "float32", "float16", 150, planes=True)
    wanted = _encode(reference, array, parameters)
    spread = np.zeros((40, 50, 3, 2), np.float32)
    spread[..., 1] = array
    for layout in (
        np.asfortranarray(array),
        array.astype(">f4"),
        spread[..., 1],
        array.astype("f8"),
    ):
        assert _encode(kernels, layout, parameters) == wanted


def test_fractions_are_not_stored_as_integers(kernels: ModuleType) -> None:
    parameters = XorDelta((2,), "int64", "int64", 1)
    with pytest.raises(EncodingError, match="expected an array of int64, found float64"):
        _encode(kernels, np.zeros(2), parameters)


def test_sizes_are_known_before_anything_runs() -> None:
    parameters = XorDelta((3, 5), "float32", "float16", 5)
    assert (parameters.output().dtype, parameters.output().nbytes) == ("float32", 60)
    assert parameters.stored_size() == 30
    assert XorDelta((4, 2), "float32", "float32", 2).row_range(0, 1) is None


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"dtype": "float64"}, "dtype: expected float32 or int64, found float64"),
        ({"stored": "int64"}, "stored: expected float16 or float32, found int64"),
        ({"dtype": "int64"}, "stored: expected int64, found float16"),
        ({"operation": "add"}, "operation: expected xor with float16, found add"),
        ({"operation": "sub"}, "operation: expected xor or add, found sub"),
        ({"dtype": "int64", "stored": "int64", "planes": True}, "planes: expected false"),
        ({"width": 0}, "width: expected a divisor of 12, found 0"),
        ({"width": 5}, "width: expected a divisor of 12, found 5"),
        ({"width": -1}, "width: expected a divisor of 12, found -1"),
        ({"rows": 4}, "rows: expected 0, or a divisor of 6, found 4"),
        ({"rows": -1}, "rows: expected 0, or a divisor of 6, found -1"),
        ({"shape": (-1, 2)}, "shape: expected dimensions"),
        ({"shape": (2**62, 8)}, "shape: expected at most"),
    ],
)
def test_parameters_that_make_no_sense_are_refused(changed: dict[str, Any], message: str) -> None:
    good: dict[str, Any] = {"shape": (4, 3), "dtype": "float32", "stored": "float16", "width": 2}
    XorDelta(**good)
    with pytest.raises(ParameterError, match=message):
        XorDelta(**(good | changed))


def test_an_empty_array_may_have_rows_of_any_width(kernels: ModuleType) -> None:
    for width in (0, 1, 7):
        for rows in (0, 3):
            parameters = XorDelta((5, 0), "float32", "float16", width, rows, planes=True)
            assert _decode(kernels, b"", parameters).shape == (5, 0)
            assert _encode(kernels, np.zeros((5, 0), np.float32), parameters) == b""


def _golden() -> list[Any]:
    """Chunks of that program's files: (payload, array, parameters)."""
    files = {case["file"]: case for case in json.loads((VECTORS / "cases.json").read_text())}
    names = ("okx", "okx_special_values", "binance", "generic", "temporal_1d", "temporal_2d")
    found = []
    for name in names:
        case = files[f"upstream/{name}.cdd"]
        for place, chunk in zip(case["layout"]["chunks"], case["chunks"], strict=True):
            label = f"{name}-{chunk['codec']}-{chunk['shape']}"
            found.append(pytest.param(case["file"], place, chunk, id=label))
    return found


def _golden_parameters(codec: str, shape: list[int]) -> XorDelta:
    temporal, integers = codec.startswith("TEMPORAL"), "_I64" in codec
    stored = "int64" if integers else "float16" if "_F16" in codec else "float32"
    return XorDelta(
        shape=tuple(shape),
        dtype="int64" if integers else "float32",
        stored=stored,
        width=1 if temporal else shape[1] * shape[2],
        rows=shape[0] if codec.startswith("TEMPORAL_2D") else 0,
        planes=not integers,
        operation="add" if codec.endswith("DELTA") else "xor",
    )


@pytest.mark.parametrize(("file", "place", "chunk"), _golden())
def test_payloads_of_the_original_program(
    kernels: ModuleType, file: str, place: dict[str, int], chunk: dict[str, Any]
) -> None:
    zstandard = pytest.importorskip("zstandard", reason="pip install zstandard")
    begin = place["payload_offset"]
    frame = (VECTORS / file).read_bytes()[begin : begin + place["payload_size"]]
    stored = zstandard.ZstdDecompressor().decompress(frame)
    wanted = np.load(VECTORS / chunk["expected"])
    parameters = _golden_parameters(chunk["codec"], chunk["shape"])
    assert _decode(kernels, stored, parameters).tobytes() == wanted.tobytes()
    assert _encode(kernels, wanted, parameters) == stored
