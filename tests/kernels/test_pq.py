"""`pq`: what the reference and the compiled kernels must give, by other means than their own."""

from __future__ import annotations

import importlib
from dataclasses import replace
from functools import partial
from types import ModuleType
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from quire.kernels.backends import arrays
from quire.kernels.codecs.pq import reference
from quire.kernels.codecs.pq.codec import Pq
from quire.kernels.contract import Operation, ParameterError, StoredError
from quire.kernels.engine.batches import Piece
from quire.kernels.engine.dispatch import select
from quire.kernels.engine.payload import Encoded
from quire.kernels.engine.pipeline import Stage
from quire.kernels.engine.staging import decode_many_on_gpu
from quire.kernels.engine.threads import run
from quire.runtime.errors import EncodingError, FormatError

Floats = npt.NDArray[np.float32]

BOOKS = np.array([[[1, 2], [3, 4], [5, 6]], [[-1, 0], [0, 7], [8, 8]]], np.float32)
"""2 codebooks of 3 centroids of 2 floats."""

CODES = np.array([0, 2, 2, 1, 1, 1], np.uint8)

ROWS = [[1.0, 2.0, 8.0, 8.0], [5.0, 6.0, 0.0, 7.0], [3.0, 4.0, 0.0, 7.0]]
"""What `CODES` name."""


@pytest.fixture(params=["reference", "numba"])
def pq(request: pytest.FixtureRequest) -> ModuleType:
    if request.param == "reference":
        return reference
    pytest.importorskip("numba", reason="pip install numba")
    return importlib.import_module("quire.kernels.codecs.pq.numba")


def _decode(module: ModuleType, stored: npt.NDArray[np.uint8], parameters: Pq) -> Floats:
    out = np.full(parameters.shape, np.nan, np.float32)
    module.decode(stored, out, parameters)
    return out


def _encode(module: ModuleType, array: npt.NDArray[np.floating[Any]], parameters: Pq) -> list[int]:
    out = np.full(parameters.stored_size(), 0xA5, np.uint8)
    module.encode(array, out, parameters)
    return out.tolist()


def _random(
    seed: int, count: int, shape: tuple[int, int, int], *, project: bool = False
) -> tuple[npt.NDArray[np.uint8], Pq]:
    """Codes and parameters, with norms."""
    rng = np.random.default_rng(seed)
    parts, centroids, part = shape
    width = parts * part
    books = rng.standard_normal(shape, np.float32)
    norms = rng.standard_normal(count, np.float32)
    stored = rng.integers(0, min(centroids, 256), count * parts, np.uint8)
    if not project:
        return stored, Pq((count, width), books, None, norms)
    square = np.linalg.qr(rng.standard_normal((width, width)))[0].astype(np.float32)
    return stored, Pq((count, width), books, square, norms)


# -- decoding ------------------------------------------------------------------------------


def test_a_row_is_the_centroids_that_its_codes_name(pq: ModuleType) -> None:
    assert _decode(pq, CODES, Pq((3, 4), BOOKS)).tolist() == ROWS


def test_each_row_is_multiplied_by_its_norm(pq: ModuleType) -> None:
    norms = np.array([2, 0, -1], np.float32)
    expected = [[2, 4, 16, 16], [0, 0, 0, 0], [-3, -4, 0, -7]]
    found = _decode(pq, CODES, Pq((3, 4), BOOKS, norms=norms))
    assert found.tolist() == expected


def test_the_projection_stands_left_of_the_row(pq: ModuleType) -> None:
    # The first component becomes the third, not the third the first.
    turn = np.zeros((4, 4), np.float32)
    turn[2, 0] = turn[0, 1] = turn[1, 3] = 1
    turn[3, 2] = 10
    norms = np.array([1, 1, 3], np.float32)
    found = _decode(pq, CODES, Pq((3, 4), BOOKS, turn, norms))
    assert found.tolist() == [[2, 8, 1, 80], [6, 7, 5, 0], [12, 21, 9, 0]]


@pytest.mark.parametrize("part", [1, 2, 3, 4, 5, 8, 16, 33])
@pytest.mark.parametrize("centroids", [1, 2, 200, 255, 256, 300])
def test_rows_of_all_widths(pq: ModuleType, part: int, centroids: int) -> None:
    for parts in (1, 7, 20):
        stored, parameters = _random(part, 50, (parts, centroids, part))
        assert parameters.norms is not None
        names = stored.reshape(50, parts)
        expected = [
            [value * norm for i, name in enumerate(row) for value in parameters.codebooks[i, name]]
            for row, norm in zip(names, parameters.norms, strict=True)
        ]
        assert _decode(pq, stored, parameters).tolist() == np.array(expected).tolist()


@pytest.mark.parametrize("offset", [0, 4, 16, 48])
@pytest.mark.parametrize("scaled", [False, True])
@pytest.mark.parametrize("part", [1, 2, 3, 4, 8, 16, 32])
@pytest.mark.parametrize("cached_bytes", [0, 1 << 30])
def test_rows_past_the_cache_and_through_it_are_those_of_the_reference(
    monkeypatch: pytest.MonkeyPatch, cached_bytes: int, part: int, offset: int, *, scaled: bool
) -> None:
    pytest.importorskip("numba", reason="pip install numba")
    numba = importlib.import_module("quire.kernels.codecs.pq.numba")
    monkeypatch.setattr(arrays, "CACHED_BYTES", cached_bytes)
    monkeypatch.setattr(numba, "TILED_BYTES", 20_000)  # rows are in more than one part
    for parts, centroids in ((1, 256), (8, 256), (16, 100), (19, 256), (32, 256), (37, 100)):
        stored, parameters = _random(part, 101, (parts, centroids, part))
        if not scaled:
            parameters = replace(parameters, norms=None)
        wanted = _decode(reference, stored, parameters)
        memory = np.full(wanted.nbytes + 256, 0xA5, np.uint8)
        start = -memory.ctypes.data % 64 + 64 + offset
        stop = start + wanted.nbytes
        numba.decode(stored, memory[start:stop].view(np.float32).reshape(wanted.shape), parameters)
        assert memory[start:stop].tobytes() == wanted.tobytes()
        assert (memory[:start] == 0xA5).all()
        assert (memory[stop:] == 0xA5).all()


@pytest.mark.parametrize("count", [1, 3, 2000])
@pytest.mark.parametrize("shape", [(6, 256, 5), (150, 40, 2)])
def test_projected_rows_are_those_of_float64(
    pq: ModuleType, shape: tuple[int, int, int], count: int
) -> None:
    stored, parameters = _random(1, count, shape, project=True)
    assert parameters.projection is not None
    assert parameters.norms is not None
    plain = _decode(pq, stored, replace(parameters, projection=None, norms=None)).astype(float)
    expected = plain @ parameters.projection.astype(float).T * parameters.norms[:, np.newaxis]
    found = _decode(pq, stored, parameters)
    rounding = shape[0] * shape[2] * np.finfo(np.float32).eps
    np.testing.assert_allclose(found, expected, rtol=0, atol=rounding * np.abs(expected).max())


@pytest.mark.parametrize("project", [False, True])
@pytest.mark.parametrize("shape", [(0, 5, 3), (4, 0, 2), (4, 9, 2), (4, 9, 0)])
def test_there_may_be_nothing_to_decode(
    pq: ModuleType, shape: tuple[int, int, int], *, project: bool
) -> None:
    width = shape[0] * shape[2]
    square = np.zeros((width, width), np.float32) if project else None
    count = 3 if shape[2] == 0 or shape[0] == 0 else 0
    norms = np.ones(count, np.float32)
    parameters = Pq((count, width), np.zeros(shape, np.float32), square, norms)
    stored = np.zeros(parameters.stored_size(), np.uint8)
    assert _decode(pq, stored, parameters).shape == (count, width)
    assert _encode(pq, np.zeros((count, width), np.float32), parameters) == stored.tolist()


def _moved(array: npt.NDArray[Any], offset: int) -> npt.NDArray[Any]:
    """The same values, read-only, `offset` bytes after an aligned address."""
    memory = np.empty(array.nbytes + 128, np.uint8)
    start = -memory.ctypes.data % 64 + offset
    moved = memory[start : start + array.nbytes].view(array.dtype).reshape(array.shape)
    moved[...] = array
    moved.flags.writeable = False
    return moved


@pytest.mark.parametrize("project", [False, True])
@pytest.mark.parametrize("part", [1, 2, 3, 4])
@pytest.mark.parametrize("offset", [1, 4])
def test_arrays_may_lie_anywhere(pq: ModuleType, offset: int, part: int, *, project: bool) -> None:
    stored, parameters = _random(2, 40, (6, 256, part), project=project)
    expected = _decode(pq, stored, parameters)
    names = ("codebooks", "projection", "norms")
    arrays = {name: getattr(parameters, name) for name in names}
    moved: dict[str, Any] = {k: v if v is None else _moved(v, offset) for k, v in arrays.items()}
    out = _moved(np.empty(parameters.shape, np.float32), offset)
    out.flags.writeable = True
    pq.decode(_moved(stored, offset), out, replace(parameters, **moved))
    assert out.tobytes() == expected.tobytes()
    spread: dict[str, Any] = {
        k: v if v is None else np.repeat(v, 2, axis=-1)[..., ::2] for k, v in arrays.items()
    }
    assert _decode(pq, stored, replace(parameters, **spread)).tobytes() == expected.tobytes()


def test_a_code_without_a_centroid_is_refused_before_anything_is_written(pq: ModuleType) -> None:
    stored = CODES.copy()
    stored[[3, 5]] = 3, 9
    out = np.full((3, 4), 77, np.float32)
    with pytest.raises(StoredError, match="stored byte 3: expected codes below 3, found 3") as bad:
        pq.decode(stored, out, Pq((3, 4), BOOKS))
    assert (bad.value.index, bad.value.expected, bad.value.found) == (3, "codes below 3", "3")
    assert (out == 77).all()


def test_chunks_decode_in_threads(pq: ModuleType) -> None:
    stored, parameters = _random(3, 1000, (20, 256, 2))
    expected = _decode(pq, stored, parameters)
    out = np.empty_like(expected)
    jobs = []
    for start in range(0, 1000, 70):
        begin, end, part = parameters.row_range(start, min(start + 70, 1000))
        jobs.append(partial(pq.decode, stored[begin:end], out[start : start + 70], part))
    run(jobs, 2)
    assert out.tobytes() == expected.tobytes()


def test_gathered_rows_are_those_of_the_whole(pq: ModuleType) -> None:
    stored, parameters = _random(4, 100, (8, 200, 3))
    whole = _decode(pq, stored, parameters)
    assert parameters.norms is not None
    wanted = [7, 7, 99, 0]
    codes = stored.reshape(-1, parameters.codes)[wanted]
    some = replace(parameters, shape=(4, parameters.shape[1]), norms=parameters.norms[wanted])
    out = np.empty(some.shape, np.float32)
    select(Pq, Operation.DECODE, nbytes=out.nbytes)(codes.reshape(-1), out, some)
    assert out.tobytes() == whole[wanted].tobytes()


# -- encoding ------------------------------------------------------------------------------


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_the_nearest_centroid_is_chosen_and_of_several_the_first(
    pq: ModuleType, dtype: str
) -> None:
    books = np.array([[[0, 0], [4, 0], [4, 0], [0, 2]]], np.float32)
    points = np.array([[1, 0], [2, 0], [3, 0], [0, 1], [0, 1.001], [1e30, 0], [-9, 50]], dtype)
    parameters = Pq(points.shape, books)
    assert _encode(pq, points, parameters) == [0, 0, 1, 0, 3, 0, 3]


def test_distances_are_computed_in_the_precision_of_the_array(pq: ModuleType) -> None:
    parameters = Pq((1, 1), np.array([[[0], [2]]], np.float32))
    assert _encode(pq, np.array([[1 + 1e-12]]), parameters) == [1]
    assert _encode(pq, np.array([[1 + 1e-12]], np.float32), parameters) == [0]


@pytest.mark.parametrize("project", [False, True])
@pytest.mark.parametrize("centroids", [1, 16, 256, 400])
@pytest.mark.parametrize("part", [1, 2, 3, 5, 8])
def test_what_was_decoded_is_encoded_to_the_same_codes(
    pq: ModuleType, part: int, centroids: int, *, project: bool
) -> None:
    # Grids, whose neighbours are further apart than roundings.
    rng = np.random.default_rng(5)
    stored, parameters = _random(6, 300, (4, centroids, part), project=project)
    books = rng.integers(-2, 3, (4, centroids, part)).astype(np.float32)
    books[..., 0] = rng.permutation(centroids)
    norms = rng.choice([-3, 0.25, 1], 300).astype(np.float32)
    parameters = replace(parameters, codebooks=books, norms=norms)
    assert _encode(pq, _decode(pq, stored, parameters), parameters) == stored.tolist()


def test_a_row_without_length_is_encoded_as_it_is(pq: ModuleType) -> None:
    parameters = Pq((3, 4), BOOKS, norms=np.array([2, 0, 1], np.float32))
    array = np.array(ROWS, np.float32)
    array[0] *= 2
    assert _encode(pq, array, parameters) == CODES.tolist()


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
def test_what_is_not_finite_cannot_be_encoded(pq: ModuleType, bad: float) -> None:
    stored, parameters = _random(7, 3000, (2, 256, 2))
    array = np.zeros(parameters.shape, np.float32)
    array[2999, 1] = bad
    with pytest.raises(EncodingError, match=f"pq: expected finite values, found {bad} .* 11997"):
        _encode(pq, array, parameters)
    assert stored.size == 6000


def test_centroids_that_are_no_numbers_are_never_near(pq: ModuleType) -> None:
    books = np.array([[[np.nan], [np.inf], [5]], [[np.inf], [np.nan], [-np.inf]]], np.float32)
    parameters = Pq((2, 2), books)
    assert _encode(pq, np.array([[1, 1], [9, 9]], np.float32), parameters) == [2, 0, 2, 0]


# -- parameters ----------------------------------------------------------------------------


def test_sizes_are_known_before_anything_runs() -> None:
    norms = np.arange(3, dtype=np.float32)
    parameters = Pq((3, 4), BOOKS, norms=norms)
    assert (parameters.output().dtype, parameters.output().nbytes) == ("float32", 48)
    assert parameters.stored_size() == 6
    assert parameters.row_range(1, 3) == (2, 6, Pq((2, 4), BOOKS, norms=norms[1:]))


@pytest.mark.parametrize(
    ("name", "value", "text"),
    [
        ("shape", (12,), r"shape: expected \(rows, d\), found \(12,\)"),
        ("shape", (-3, 4), "shape: expected dimensions"),
        ("shape", (3, 5), r"codebooks: expected \(q, c, d / q\) where d is 5, found \(2, 3, 2\)"),
        (
            "codebooks",
            BOOKS[0],
            r"codebooks: expected .* \(any, any, any\), found float32 \(3, 2\)",
        ),
        ("codebooks", BOOKS.astype(float), r"codebooks: .* found float64 \(2, 3, 2\)"),
        ("codebooks", BOOKS.astype(">f4"), r"codebooks: .* found >f4 \(2, 3, 2\)"),
        ("codebooks", BOOKS[:, :0], r"codebooks: expected centroids .*, found \(2, 0, 2\)"),
        ("codebooks", BOOKS.tolist(), "codebooks: expected a float32 array .*, found list"),
        ("projection", np.zeros((4, 3), np.float32), r"projection: .* \(4, 4\), found .* \(4, 3\)"),
        ("projection", np.zeros((4, 4)), "projection: .* found float64"),
        ("norms", np.zeros(4, np.float32), r"norms: expected a float32 array \(3\), found"),
        ("norms", np.zeros(3, np.float16), "norms: .* found float16"),
    ],
)
def test_parameters_are_checked(name: str, value: Any, text: str) -> None:
    arguments: dict[str, Any] = {"shape": (3, 4), "codebooks": BOOKS, name: value}
    with pytest.raises(ParameterError, match=text) as bad:
        Pq(**arguments)
    assert bad.value.parameter in (name, "codebooks")


def test_parameters_are_equal_by_value() -> None:
    _, parameters = _random(8, 5, (2, 3, 2), project=True)
    names = ("codebooks", "projection", "norms")
    copied = replace(parameters, **{name: getattr(parameters, name).copy() for name in names})
    assert copied == parameters
    assert parameters != 3
    assert replace(parameters, shape=(5, 4)) == parameters
    for name in names:
        other = getattr(parameters, name).copy()
        other.flat[1] += 1
        assert replace(parameters, **{name: other}) != parameters
    assert replace(parameters, norms=None) != parameters
    assert replace(parameters, norms=None) == replace(copied, norms=None)
    nothing = np.full(BOOKS.shape, np.nan, np.float32)
    assert Pq((3, 4), nothing) == Pq((3, 4), nothing.copy())
    with pytest.raises(TypeError, match="unhashable"):
        hash(parameters)


def test_parameters_print_what_their_arrays_are() -> None:
    norms = np.ones(3, np.float32)
    expected = (
        "Pq(shape=(3, 4), codebooks=<float32 (2, 3, 2)>, projection=None, norms=<float32 (3,)>)"
    )
    assert repr(Pq((3, 4), BOOKS, norms=norms)) == expected


def test_all_codes_mean_something_to_256_centroids() -> None:
    every = np.arange(256, dtype=np.uint8)
    Pq((256, 2), np.zeros((1, 256, 2), np.float32)).check(every)
    Pq((256, 2), np.zeros((1, 9999, 2), np.float32)).check(every)
    with pytest.raises(StoredError, match="stored byte 255: expected codes below 255, found 255"):
        Pq((256, 2), np.zeros((1, 255, 2), np.float32)).check(every)


# -- payloads ------------------------------------------------------------------------------


def _payload(stored: npt.NDArray[np.uint8]) -> Encoded:
    stage = Stage("pq", shape=(3, 4), codebooks=BOOKS, norms=np.ones(3, np.float32))
    return Encoded((stage,), field="rows", stored=stored.tobytes())


def test_a_payload_decodes_and_tells_what_it_is() -> None:
    payload = _payload(CODES)
    assert repr(payload) == "<Encoded pq: float32 (3, 4), 6 bytes>"
    assert np.asarray(payload).tolist() == ROWS
    assert payload.decode(rows=slice(1, 3)).tolist() == ROWS[1:]
    assert payload == _payload(CODES)
    assert payload != _payload(CODES[::-1])


def test_a_payload_with_a_bad_code_is_a_format_error() -> None:
    stored = CODES.copy()
    stored[4] = 200
    payload = _payload(stored)
    assert payload.decode(rows=slice(0, 2)).tolist() == ROWS[:2]
    actions = (payload.decode, partial(payload.decode, rows=slice(2, 3)), payload.verify)
    for action in actions:
        with pytest.raises(FormatError, match="rows: expected codes below 3, found 200"):
            action()


def test_bad_arrays_are_a_format_error() -> None:
    stage = Stage("pq", shape=(3, 4), codebooks=BOOKS[:1])
    with pytest.raises(FormatError, match=r"rows\.codebooks: expected \(q, c, d / q\)"):
        Encoded((stage,), field="rows", stored=bytes(3))


# -- on a GPU ------------------------------------------------------------------------------


def test_bad_codes_never_reach_a_gpu(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("quire.kernels.engine.staging.library", lambda _name: None)
    piece = Piece(Pq((3, 4), BOOKS), np.full(6, 9, np.uint8))
    with pytest.raises(StoredError, match="stored byte 0: expected codes below 3, found 9"):
        decode_many_on_gpu([piece], (3, 4))


@pytest.mark.parametrize("count", [1, 3, 1000])
def test_triton_projects_in_float32(
    monkeypatch: pytest.MonkeyPatch, place: str, count: int
) -> None:
    torch = pytest.importorskip("torch", reason="pip install torch")
    pytest.importorskip("triton", reason="pip install triton")
    module = importlib.import_module("quire.kernels.codecs.pq.triton")
    stored, parameters = _random(9, count, (6, 200, 5), project=True)
    monkeypatch.setattr(module, "PROJECTED_BYTES", 333 * 30 * 4)
    out = torch.full(parameters.shape, float("nan"), device=place)
    before = torch.get_float32_matmul_precision()
    module.decode(torch.from_numpy(stored).to(place), out, parameters)
    assert torch.get_float32_matmul_precision() == before
    np.testing.assert_allclose(
        out.cpu().numpy(), _decode(reference, stored, parameters), rtol=0, atol=1e-5
    )


@pytest.mark.gpu
@pytest.mark.parametrize("project", [False, True])
@pytest.mark.parametrize("backend", ["triton", "cupy"])
def test_every_backend_projects_and_multiplies_on_a_gpu(backend: str, *, project: bool) -> None:
    stored, parameters = _random(10, 5000, (150, 256, 2), project=project)
    piece = Piece(parameters, stored)
    found = decode_many_on_gpu([piece], parameters.shape, framework="numpy", backend=backend)
    on_host = found.get() if hasattr(found, "get") else found.cpu().numpy()
    expected = _decode(reference, stored, parameters)
    np.testing.assert_allclose(on_host, expected, rtol=0, atol=1e-4 if project else 0)
