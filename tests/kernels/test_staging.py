"""Stored bytes of the host become arrays of other libraries, with the bits of the reference."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from quire.kernels.codecs.affine_int.codec import AffineInt
from quire.kernels.codecs.affine_u4.codec import AffineU4
from quire.kernels.codecs.affine_u8.codec import AffineU8
from quire.kernels.codecs.affine_u8.reference import decode as decode_affine
from quire.kernels.codecs.bf16.codec import Bf16
from quire.kernels.codecs.block_quant.codec import BlockQuant
from quire.kernels.codecs.fp16.codec import Fp16
from quire.kernels.codecs.fp16.reference import decode as decode_half
from quire.kernels.codecs.group_quant.codec import GroupQuant
from quire.kernels.codecs.pq.codec import Pq
from quire.kernels.contract import ArrayCodec
from quire.kernels.engine import dispatch, staging
from quire.kernels.engine.batches import Batch, Decoder, Piece, cut, together
from quire.kernels.engine.lanes import decode_batches
from quire.kernels.engine.staging import decode_many_on_gpu, decode_on_gpu, to_framework
from quire.runtime.errors import BackendUnavailable
from tests.kernels.stand_in import Gpu

REFERENCES: dict[type[ArrayCodec], Any] = {AffineU8: decode_affine, Fp16: decode_half}


def _pieces(width: int, *rows: int) -> tuple[list[Piece], np.ndarray[Any, Any]]:
    """Pieces of alternating codecs, stored from the last to the first; and what they hold."""
    rng = np.random.default_rng(7)
    out, row = np.empty((sum(rows), width), np.float32), 0
    pieces: list[Piece] = []
    for i, count in enumerate(rows):
        if i % 2:
            codes = rng.integers(0, 256, count * width + 1, np.uint8)[1:]
            affine = AffineU8((count, width), 0.0123 * i, -1.5)
            piece = Piece(affine, codes, row)
        else:
            halves = rng.standard_normal(count * width).astype("<f2").view(np.uint8)
            piece = Piece(Fp16((count, width)), halves, row)
        REFERENCES[type(piece.codec)](piece.stored, out[row : row + count], piece.codec)
        pieces.insert(0, piece)
        row += count
    return pieces, out


class HostLane:
    """A lane without a GPU: its "pinned" memory is overwritten, as the real one is."""

    stream = 0

    def __init__(self, size: int, room: int | None = None) -> None:
        self.memory = np.empty(size if room is None else room, np.uint8)
        self.log: list[int] = []
        self.finished = False

    def decode(self, batch: Batch, decoders: Any, out: Any) -> None:
        staged = self.memory[: batch.size]
        batch.fill(staged)
        self.log.append(batch.size)
        batch.decode(staged, decoders, out)

    def finish(self) -> None:
        self.finished = True

    def put(self, source: Any, target: Any) -> None:
        target[...] = source

    def get(self, source: Any) -> Any:
        return source


DECODERS = {kind: Decoder(decode) for kind, decode in REFERENCES.items()}


@pytest.mark.parametrize("limit", [1, 6, 35, 36, 1000, 10**6])
@pytest.mark.parametrize("filled", [7, 10**6])
def test_batches_cover_the_pieces_and_fit_in_the_buffers(
    monkeypatch: pytest.MonkeyPatch, limit: int, filled: int
) -> None:
    monkeypatch.setattr("quire.kernels.engine.batches.FILLED_BYTES", filled)
    pieces, expected = _pieces(3, 5, 0, 1, 40, 12)
    parts = list(cut(pieces, limit))
    row_bytes = {AffineU8: 3, Fp16: 6}
    assert all(part.stored.size <= max(limit, row_bytes[type(part.codec)]) for part in parts)
    batches = list(together(parts, limit))
    assert [each.part for batch in batches for each in batch.placed] == parts
    for batch in batches:
        contents = [batch.content(each) for each in batch.placed]
        assert len(contents) == 1 or contents[-1].stop <= limit
        assert all(content.start % 256 == 0 for content in contents)
    lanes = [HostLane(max(batch.size for batch in batches)) for _ in range(2)]
    out = np.full_like(expected, np.nan)
    decode_batches(batches, DECODERS, lanes, out)
    assert out.tobytes() == expected.tobytes()
    assert all(lane.finished for lane in lanes)
    assert [lane.log for lane in lanes] == [[batch.size for batch in batches[i::2]] for i in (0, 1)]


def test_small_pieces_are_one_batch() -> None:
    pieces, _ = _pieces(3, 5, 0, 1, 40, 12)
    [batch] = together(cut(pieces, 10**6), 10**6)
    assert len(batch.placed) == 5


def test_a_single_value_is_a_part() -> None:
    piece = Piece(AffineU8((), 2.0, 1.0), np.array([3], np.uint8))
    out = np.empty((), np.float32)
    batches = list(together(cut([piece], 1), 1))
    decode_batches(batches, DECODERS, [HostLane(256)], out)
    assert out == 7


BOOKS = np.random.default_rng(5).standard_normal((8, 7, 2)).astype(np.float32)

SCALES = np.random.default_rng(6).standard_normal(7).astype(np.float16)


def _of_width(kind: str, shape: tuple[int, int], i: int) -> Any:
    """A codec of so many rows; those of several pieces differ as they may."""
    count, width = shape
    if kind == "pq":
        return Pq((count, 2 * len(BOOKS)), BOOKS)
    if kind == "pq with norms":
        return Pq((count, 2 * len(BOOKS)), BOOKS, norms=np.linspace(i, 2, count, dtype=np.float32))
    known: dict[str, Any] = {
        "affine_u8": lambda: AffineU8(shape, 0.1 * i, -i),
        "affine_u4": lambda: AffineU4(shape, 0.1 * i, -i),
        "affine_int int16": lambda: AffineInt(shape, "int16", 0.1 * i, -i),
        "affine_int uint16": lambda: AffineInt(shape, "uint16", 0.1 * i, -i),
        "affine_int int8": lambda: AffineInt(shape, "int8", 0.1 * i, -i),
        "block_quant 8": lambda: BlockQuant(shape, 8, 64),
        "block_quant 5": lambda: BlockQuant(shape, 5, 40 + i),
        "block_quant two": lambda: BlockQuant(shape, 3, 33, two_level=True),
        "group_quant": lambda: GroupQuant(shape, 5, SCALES[: -(-width // 7)], 7),
        "fp16": lambda: Fp16(shape),
        "bf16": lambda: Bf16(shape),
    }
    return known[kind]()


@pytest.fixture
def answers(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], list[bool]]]:
    """Has calls of a codec's `decode_many` noted: whether they were launched."""

    def watch(codec: str) -> list[bool]:
        module: Any = importlib.import_module(f"quire.kernels.codecs.{codec}.triton")
        many, found = module.decode_many, []

        def watched(*given: Any) -> bool:
            found.append(many(*given))
            return bool(found[-1])

        monkeypatch.setattr(module, "decode_many", watched)
        dispatch.load_many.cache_clear()
        return found

    yield watch
    dispatch.load_many.cache_clear()


def _together(codecs: list[Any], gpu: Gpu) -> None:
    """Decode random bytes by codecs of the same width, as the references do."""
    rng, row = np.random.default_rng(3), 0
    rows, width = [codec.shape[0] for codec in codecs], codecs[0].shape[1]
    expected = np.empty((sum(rows), width), np.float32)
    pieces: list[Piece] = []
    for codec in codecs:
        reference: Any = importlib.import_module(f"quire.kernels.codecs.{codec.name}.reference")
        most = 7 if codec.name == "pq" else 256
        stored = rng.integers(0, most, codec.stored_size() + 1, np.uint8)[1:]
        with np.errstate(all="ignore"):
            reference.decode(stored, expected[row : row + codec.shape[0]], codec)
        pieces.insert(0, Piece(codec, stored, row))
        row += codec.shape[0]
    found = decode_many_on_gpu(pieces, expected.shape, backend="triton")
    assert len(gpu.stored) == len(rows)
    np.testing.assert_array_equal(found.cpu().numpy(), expected)  # of NaN any bits
    numbers = ~np.isnan(expected)
    assert found.cpu().numpy()[numbers].tobytes() == expected[numbers].tobytes()


@pytest.mark.parametrize("width", [16, 48, 33])
@pytest.mark.parametrize(
    "kind",
    [
        "affine_u8",
        "affine_u4",
        "affine_int int16",
        "affine_int uint16",
        "affine_int int8",
        "block_quant 8",
        "block_quant 5",
        "block_quant two",
        "group_quant",
        "pq",
        "pq with norms",
        "fp16",
        "bf16",
    ],
)
def test_many_pieces_are_one_launch_that_gives_the_bits_of_the_reference(
    kind: str, width: int, gpu: Gpu, answers: Callable[[str], list[bool]]
) -> None:
    """Rows that are no whole vectors go one by one; an empty piece has no program."""
    launched = answers(kind.split(maxsplit=1)[0])
    codecs = [_of_width(kind, (count, width), i) for i, count in enumerate((700, 0, 1, 3, 257))]
    _together(codecs, gpu)
    assert launched == [width % 16 == 0 or kind.startswith("pq")]


UNLIKE: dict[str, list[Any]] = {
    "dtypes of codes": [AffineInt((2, 16), "int8", 1.0, 0.0), AffineInt((2, 16), "int16", 1.0, 0)],
    "bits of codes": [BlockQuant((2, 16), 8, 64), BlockQuant((2, 16), 5, 64)],
    "numbers of scales": [BlockQuant((2, 16), 3, 64), BlockQuant((2, 16), 3, 64, two_level=True)],
    "scales of each block": [BlockQuant((2, 16), 3, 16, two_level_blocks=b"\1")] * 2,
    "scales": [GroupQuant((2, 16), 5, SCALES[:3], 7), GroupQuant((2, 16), 5, SCALES[3:6], 7)],
    "codebooks": [Pq((2, 16), BOOKS), Pq((2, 16), BOOKS + 1)],
    "norms": [Pq((2, 16), BOOKS), Pq((2, 16), BOOKS, norms=np.ones(2, np.float32))],
}


@pytest.mark.parametrize("what", UNLIKE)
def test_pieces_that_differ_in_more_go_one_by_one(
    what: str, gpu: Gpu, answers: Callable[[str], list[bool]]
) -> None:
    codecs = UNLIKE[what]
    launched = answers(codecs[0].name)
    _together(codecs, gpu)
    assert launched == [False]


@pytest.mark.parametrize(
    ("shape", "row"),
    [((4, 3), 2), ((4, 3), -1), ((3, 3), 0), ((4, 2), 0), ((12,), 0), ((), 0)],
)
def test_pieces_outside_of_the_whole_are_refused(shape: tuple[int, ...], row: int) -> None:
    pytest.importorskip("torch", reason="pip install torch")
    piece = Piece(AffineU8((4, 3), 1.0, 0.0), np.zeros(12, np.uint8), row)
    with pytest.raises(ValueError, match=r"pieces: expected rows of an array .*, found \[4, 3\]"):
        decode_many_on_gpu([piece], shape)


def test_no_pieces_have_no_dtype() -> None:
    pytest.importorskip("torch", reason="pip install torch")
    with pytest.raises(ValueError, match="pieces: expected one dtype, found no piece"):
        decode_many_on_gpu([], (0, 3))


def test_torch_shares_the_memory_of_an_array() -> None:
    torch: Any = pytest.importorskip("torch", reason="pip install torch")
    array = np.arange(6, dtype=np.float32).reshape(2, 3)
    tensor = to_framework(array, "torch")
    assert isinstance(tensor, torch.Tensor)
    assert tensor.shape == (2, 3)
    tensor[1, 2] = 9
    assert array[1, 2] == 9


def test_torch_gets_a_copy_of_what_cannot_be_written_without_a_warning() -> None:
    pytest.importorskip("torch", reason="pip install torch")
    array = np.arange(6, dtype=np.float32)
    array.flags.writeable = False
    tensor = to_framework(array, "torch")  # a warning would be an error
    tensor[0] = 9
    assert array[0] == 0


def test_numpy_is_a_framework() -> None:
    array = np.zeros(1)
    assert to_framework(array, "numpy") is array


def test_an_unknown_framework_is_refused() -> None:
    message = "framework: expected numpy, torch or cupy, found jax"
    with pytest.raises(ValueError, match=message):
        to_framework(np.zeros(1), "jax")
    with pytest.raises(ValueError, match=message):
        decode_on_gpu(Fp16((1,)), np.zeros(2, np.uint8), framework="jax")


@pytest.mark.parametrize(("name", "wanted"), [("torch", "torch"), ("cupy", "cupy-cuda13x")])
def test_a_missing_library_is_named(
    monkeypatch: pytest.MonkeyPatch, name: str, wanted: str
) -> None:
    monkeypatch.setitem(sys.modules, name, None)
    message = rf"framework `{name}` is not installed \(pip install {wanted}\)"
    with pytest.raises(BackendUnavailable, match=message):
        to_framework(np.zeros(1), name)


def test_cupy_without_a_gpu_is_unavailable() -> None:
    cupy: Any = pytest.importorskip("cupy", reason="pip install cupy-cuda13x")
    try:
        cupy.cuda.runtime.getDeviceCount()
    except cupy.cuda.runtime.CUDARuntimeError:
        with pytest.raises(BackendUnavailable, match="CuPy finds no GPU"):
            to_framework(np.zeros(1), "cupy")
    else:
        assert to_framework(np.arange(3), "cupy").get().tolist() == [0, 1, 2]


@pytest.mark.gpu
@pytest.mark.parametrize("framework", ["torch", "cupy"])
@pytest.mark.parametrize("backend", ["triton", "cupy"])
@pytest.mark.parametrize("rows", [0, 1, 4097])
def test_every_backend_serves_every_framework(framework: str, backend: str, rows: int) -> None:
    library: Any = pytest.importorskip(framework, reason=f"pip install {framework}")
    parameters = AffineU8((rows, 3), 0.0123, -1.5)
    stored = np.random.default_rng(1).integers(0, 256, rows * 3 + 1, np.uint8)[1:]
    array = decode_on_gpu(parameters, stored, framework=framework, backend=backend)
    expected = np.empty((rows, 3), np.float32)
    importlib.import_module("quire.kernels.codecs.affine_u8.reference").decode(
        stored, expected, parameters
    )
    assert isinstance(array, library.Tensor if framework == "torch" else library.ndarray)
    _check(array, expected)


@pytest.mark.gpu
@pytest.mark.parametrize("backend", ["triton", "cupy"])
@pytest.mark.parametrize("limit", [1000, 100_000, staging.STAGE_BYTES])
def test_many_pieces_become_one_array(
    monkeypatch: pytest.MonkeyPatch, backend: str, limit: int
) -> None:
    monkeypatch.setattr(staging, "STAGE_BYTES", limit)
    pieces, expected = _pieces(33, 5, 0, 1, 4000, 1201)
    for framework in ("torch", "cupy"):
        pytest.importorskip(framework, reason=f"pip install {framework}")
        array = decode_many_on_gpu(pieces, expected.shape, framework=framework, backend=backend)
        _check(array, expected)


def _check(array: Any, expected: np.ndarray[Any, Any]) -> None:
    on_host = array.get() if hasattr(array, "get") else array.cpu().numpy()
    assert on_host.shape == expected.shape
    assert on_host.tobytes() == expected.tobytes()
