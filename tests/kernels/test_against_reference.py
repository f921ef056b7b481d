"""Every kernel of the table gives the bits of its reference, and touches nothing else.

Kernels are enumerated from the registry; a codec of arrays without an entry in `CASES` fails here.
What encodes bytes may do so in its own way: `test_zstd_literals.py` has the kernel that does.
"""

from __future__ import annotations

import importlib
import importlib.util
import math
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from quire.kernels.codecs.affine_int.codec import AffineInt
from quire.kernels.codecs.affine_u4.codec import AffineU4
from quire.kernels.codecs.affine_u8.codec import AffineU8
from quire.kernels.codecs.bf16.codec import Bf16
from quire.kernels.codecs.block_quant.codec import BlockQuant
from quire.kernels.codecs.bmp_rows.codec import BmpRows
from quire.kernels.codecs.bmp_runs.codec import BmpRuns
from quire.kernels.codecs.dictionary_planes.codec import DictionaryPlanes
from quire.kernels.codecs.fp16.codec import Fp16
from quire.kernels.codecs.ggml_blocks.codec import KINDS, GgmlBlocks
from quire.kernels.codecs.gif_rows.codec import GifRows
from quire.kernels.codecs.pq.codec import Pq
from quire.kernels.codecs.raw.codec import Raw
from quire.kernels.codecs.short_int.codec import ShortInt
from quire.kernels.codecs.sparse_scatter.codec import SparseScatter
from quire.kernels.codecs.xor_delta.codec import XorDelta
from quire.kernels.contract import (
    ArrayCodec,
    FixedCodec,
    Kernel,
    Operation,
    VaryingCodec,
    reference,
)
from quire.kernels.engine.obstacles import DISTRIBUTIONS
from quire.kernels.engine.registry import CODECS, all_kernels, codec, codecs
from tests.kernels.group_frames import group_bytes, group_parameters
from tests.kernels.image_rows import image_parameters, image_rows

Shape = tuple[int, ...]

SHAPES: tuple[Shape, ...] = (
    (),
    (0,),
    (0, 3),
    (3, 0),
    (1,),
    (15,),
    (16,),
    (17,),
    (3, 5),
    (1023,),
    (4096,),
    (2, 8, 257),
    (2 * 4096 + 5,),
)
"""Empty, odd, about powers of two, and larger than the block of a launch (4096 values)."""

OFFSETS = {"cpu": (0, 1, 2, 7), "cuda": (0, 1)}
"""By device: bytes after an aligned address where stored bytes lie."""

GUARD = 32
"""Items before and after an output that must stay as they were."""


@dataclass(frozen=True)
class Case:
    """How to exercise a codec: its parameters for a shape, and what its bytes and arrays hold.

    Stored bytes of a codec whose size depends on the data are what its reference makes of values.
    """

    parameters: Callable[[Shape], list[Any]]
    stored: Callable[[int], npt.NDArray[np.uint8]]
    values: Callable[[int], npt.NDArray[np.float64]]


def _half_patterns(count: int) -> npt.NDArray[np.uint8]:
    """All 65536 of them, shuffled, again and again."""
    patterns = np.random.default_rng(1).permutation(65536).astype("<u2")
    return np.resize(patterns, count // 2).view(np.uint8)


def _half_values(count: int) -> npt.NDArray[np.float64]:
    """Values of all magnitudes that float16 rounds, with those that it cannot hold."""
    rng = np.random.default_rng(2)
    values = rng.standard_normal(count) * 2.0 ** rng.integers(-30, 20, count)
    special = [0.0, -0.0, np.inf, -np.inf, np.nan, 65504, 65519.9, 65520, 2**-24, 2**-25, 1e-30]
    values[: len(special)] = special[:count]
    return values


def _pq_parameters(shape: Shape) -> list[Any]:
    """For rows as wide as the last axis, in parts of all widths that there can be."""
    width = shape[-1] if shape else 1
    rows = int(np.prod(shape[:-1]))
    rng = np.random.default_rng(5)
    norms = rng.standard_normal(rows, dtype=np.float32)
    found = []
    for part in (1, 2, 3, 4, 5, 16, 257):
        if width % part == 0:
            books = rng.standard_normal((width // part, 256, part), dtype=np.float32)
            found += [Pq((rows, width), books)]
            found += [Pq((rows, width), books, norms=norms)]
    return found


def _delta_parameters(shape: Shape) -> list[Any]:
    """In rows as wide as the last axis, in narrow ones, and in one; with segments and without."""
    words = int(np.prod(shape))
    found = []
    for width in sorted({shape[-1] if shape else 1, 3, 1, words}):
        for rows in (0, 1, 2):
            fits = width == words == 0 or (width and words % (width * max(rows, 1)) == 0)
            for stored in ("float16", "float32") if fits else ():
                found += [
                    XorDelta(shape, "float32", stored, width, rows, planes)
                    for planes in (False, True)
                ]
    return found


def _sparse_parameters(shape: Shape) -> list[Any]:
    """No values, some in rising order, all in any order, and places that stand there again."""
    size = int(np.prod(shape))
    rng = np.random.default_rng(11)
    every = rng.permutation(size).astype(np.uint32)
    again = rng.integers(0, max(size, 1), size, np.uint32)
    return [
        SparseScatter(shape, dtype, indices)
        for dtype in ("float16", "float32")
        for indices in (every[:0], np.sort(every[: size // 3]), every, again[:size])
    ]


def _block_parameters(shape: Shape) -> list[Any]:
    """All widths, in blocks of the usual size, of more, of less than vectors hold, and in one."""
    found = [
        BlockQuant(shape, bits, size, two)
        for bits, two in ((8, False), (7, False), (5, False), (3, False), (3, True))
        for size in (64, 160, 7, sys.maxsize)
    ]
    for size in (64, 7, sys.maxsize):
        blocks = -(-int(np.prod(shape)) // size)
        mixed = np.random.default_rng(13).integers(0, 2, blocks, np.uint8)
        bitmap = np.packbits(mixed, bitorder="little").tobytes()
        found.append(BlockQuant(shape, 3, size, two_level_blocks=bitmap))
    return found


CASES = {
    "fp16": Case(
        parameters=lambda shape: [Fp16(shape)],
        stored=_half_patterns,
        values=_half_values,
    ),
    "affine_u8": Case(
        parameters=lambda shape: [
            AffineU8(shape, 0.0123, -1.5),
            AffineU8(shape, -2.0, 7.0),
            AffineU8(shape, 1e-40, 0.1),  # a subnormal scale
            AffineU8(shape, 3e38, -1e38),  # most codes overflow
        ],
        stored=lambda count: np.random.default_rng(3).integers(0, 256, count, dtype=np.uint8),
        values=lambda count: np.random.default_rng(4).standard_normal(count),
    ),
    "pq": Case(
        parameters=_pq_parameters,
        stored=lambda count: np.random.default_rng(6).integers(0, 256, count, dtype=np.uint8),
        values=lambda count: np.random.default_rng(7).standard_normal(count),
    ),
    "bf16": Case(
        parameters=lambda shape: [Bf16(shape)],
        stored=_half_patterns,
        values=_half_values,
    ),
    "affine_u4": Case(
        parameters=lambda shape: [
            AffineU4(shape, 0.123, -1.5),
            AffineU4(shape, -2.0, 7.0),
            AffineU4(shape, 3e38, -1e38),  # most codes overflow
        ],
        stored=lambda count: np.random.default_rng(3).integers(0, 256, count, dtype=np.uint8),
        values=lambda count: np.random.default_rng(4).standard_normal(count),
    ),
    "affine_int": Case(
        parameters=lambda shape: [
            AffineInt(shape, stored, scale, offset)
            for stored in ("int16", "uint16", "int8")
            for scale, offset in ((0.0123, -1.5), (-2.0, 7.0), (1e-40, 0.1), (3e38, -1e38))
        ],
        stored=lambda count: np.random.default_rng(3).integers(0, 256, count, dtype=np.uint8),
        values=lambda count: 400 * np.random.default_rng(4).standard_normal(count),
    ),
    "block_quant": Case(
        parameters=_block_parameters,
        stored=lambda count: np.random.default_rng(14).integers(0, 256, count, dtype=np.uint8),
        values=_half_values,
    ),
    "group_quant": Case(group_parameters, group_bytes, _half_values),
    "dictionary_planes": Case(
        parameters=lambda shape: [DictionaryPlanes(shape)],
        stored=lambda _count: np.empty(0, np.uint8),
        values=_half_values,
    ),
    "raw": Case(
        parameters=lambda shape: [Raw(shape, "float32")],
        stored=lambda count: np.random.default_rng(8).integers(0, 256, count, dtype=np.uint8),
        values=lambda count: np.random.default_rng(9).standard_normal(count),
    ),
    "xor_delta": Case(
        parameters=_delta_parameters,
        stored=lambda count: np.random.default_rng(10).integers(0, 256, count, dtype=np.uint8),
        values=_half_values,
    ),
    "png_rows": Case(
        parameters=image_parameters,
        stored=image_rows,
        values=lambda count: np.random.default_rng(18).integers(0, 2, count).astype(float),
    ),
    "bmp_rows": Case(
        parameters=lambda shape: [
            BmpRows((1, math.prod(shape), 1), "uint8", bits) for bits in (1, 2, 4, 8)
        ],
        stored=lambda count: np.random.default_rng(19).integers(0, 256, count, dtype=np.uint8),
        values=lambda count: np.random.default_rng(20).integers(0, 2, count).astype(float),
    ),
    "bmp_runs": Case(
        parameters=lambda shape: [BmpRuns((1, math.prod(shape), 1), "uint8", b) for b in (4, 8)],
        stored=lambda _count: np.empty(0, np.uint8),
        values=lambda count: np.random.default_rng(21).integers(0, 3, count).astype(float),
    ),
    "gif_rows": Case(
        parameters=lambda shape: [
            GifRows((math.prod(shape[:-1]), shape[-1] if shape else 1), "uint8")
        ],
        stored=lambda count: np.random.default_rng(22).integers(0, 256, count, dtype=np.uint8),
        values=lambda count: np.random.default_rng(23).integers(0, 256, count).astype(float),
    ),
    "ggml_blocks": Case(
        parameters=lambda shape: [
            GgmlBlocks((min(math.prod(shape), 200), 2 * values), kind)  # 64 at least in a row
            for kind, (values, _) in KINDS.items()
        ],
        stored=lambda count: np.random.default_rng(24).integers(0, 124, count, dtype=np.uint8),
        values=lambda count: np.random.default_rng(25).standard_normal(count),
    ),
    "short_int": Case(
        parameters=lambda shape: [
            ShortInt(shape, dtype, width)
            for dtype, width in (("int32", 3), ("uint32", 3), ("int16", 1), ("int64", 5))
        ],
        stored=lambda count: np.random.default_rng(15).integers(0, 256, count, dtype=np.uint8),
        values=lambda count: np.random.default_rng(16).integers(0, 128, count).astype(float),
    ),
    "sparse_scatter": Case(
        parameters=_sparse_parameters,
        stored=lambda count: np.random.default_rng(12).integers(0, 256, count, dtype=np.uint8),
        values=_half_values,
    ),
}
"""By codec; those of bytes, whose definition is a library, have tests of their own."""

KERNELS = all_kernels()

UNREADABLE = {"unknown"}
"""Decodes nothing."""

ARRAY_CODECS = [
    known for known in codecs() if issubclass(known, ArrayCodec) and known.name not in UNREADABLE
]


def _kernels(operation: Operation) -> list[Any]:
    """The kernels to compare, as parameters of a test."""
    return [
        pytest.param(
            kernel,
            id=f"{kernel.codec}-{kernel.backend}",
            # Triton has an interpreter, CUDA C has none.
            marks=[pytest.mark.gpu] if kernel.backend == "cupy" else [],
        )
        for kernel in KERNELS
        if kernel.operation is operation and kernel.backend not in {"reference", "library"}
        if issubclass(codec(kernel.codec), ArrayCodec)
    ]


COSTLY = {"block_quant", "ggml_blocks", "pq", "xor_delta"}
"""Codecs of many parameters: of their large shapes, the largest shows the most."""


def _cases(operation: Operation) -> list[Any]:
    """The same with each shape."""
    return [
        pytest.param(
            *kernel.values,
            shape,
            id=f"{kernel.id}-{shape}",
            marks=[*kernel.marks, pytest.mark.slow] if is_slow else kernel.marks,
        )
        for kernel in _kernels(operation)
        for shape in SHAPES
        for is_slow in [
            kernel.values[0].codec in COSTLY and shape in {(1023,), (4096,), (2, 8, 257)}
        ]
    ]


def _load(kernel: Kernel) -> tuple[Callable[..., Any], Callable[..., Any]]:
    """(kernel, reference), or skip if what the kernel needs is not installed."""
    missing = [name for name in kernel.needs if importlib.util.find_spec(name) is None]
    if missing:
        names = " ".join(DISTRIBUTIONS.get(name, name) for name in missing)
        pytest.skip(f"pip install {names}")
    definition = importlib.import_module(reference(codec(kernel.codec)))
    module = importlib.import_module(kernel.module)
    name = kernel.operation.value
    return getattr(module, name), getattr(definition, name)


def _guarded(count: int, dtype: str) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
    """(whole, middle): memory full of 0xA5, or NaN for floats, with a guard at both ends."""
    whole = np.full(count + 2 * GUARD, np.nan if dtype == "float32" else 0xA5, dtype)
    return whole, whole[GUARD : GUARD + count]


def _check_guards(whole: npt.NDArray[Any]) -> None:
    fresh, _ = _guarded(whole.size - 2 * GUARD, whole.dtype.name)
    assert whole[:GUARD].tobytes() == fresh[:GUARD].tobytes()
    assert whole[-GUARD:].tobytes() == fresh[-GUARD:].tobytes()


def _stored(case: Case, parameters: Any) -> npt.NDArray[np.uint8]:
    """Bytes that mean something with these parameters."""
    if isinstance(parameters, FixedCodec):
        return case.stored(parameters.stored_size())
    spec = parameters.output()
    values = case.values(spec.size).astype(spec.dtype).reshape(spec.shape)
    encode = importlib.import_module(reference(type(parameters))).encode
    return np.frombuffer(encode(values, parameters), np.uint8)


def _at_offset(data: npt.NDArray[np.uint8], offset: int) -> npt.NDArray[np.uint8]:
    """The same bytes, read-only, `offset` bytes after an aligned address."""
    memory = np.empty(data.size + 128, np.uint8)
    start = -memory.ctypes.data % 64 + offset
    placed = memory[start : start + data.size]
    placed[:] = data
    placed.flags.writeable = False
    return placed


def _decode(
    kernel: Kernel,
    decode: Callable[..., Any],
    stored: npt.NDArray[np.uint8],
    whole: npt.NDArray[np.float32],
    parameters: Any,
    place: str,
) -> None:
    """Run a decoder on the arrays of its backend; the result ends up in `whole`."""
    count = whole.size - 2 * GUARD
    # A copy that can be written, as torch warns of other memory; new memory is aligned.
    offset = stored.ctypes.data % 64
    moved = np.concatenate([np.zeros(offset, np.uint8), stored])
    if kernel.backend == "triton":
        torch = importlib.import_module("torch")
        memory = torch.from_numpy(whole)
        source = torch.empty(moved.size, dtype=torch.uint8, device=place)
        source.copy_(torch.from_numpy(moved))
        target, source = memory.to(place), source[offset:]
        with np.errstate(all="ignore"):  # the interpreter computes with numpy
            decode(source, target[GUARD : GUARD + count].view(parameters.shape), parameters)
        memory.copy_(target)
    elif kernel.backend == "cupy":
        cupy = importlib.import_module("cupy")
        target, source = cupy.asarray(whole), cupy.asarray(moved)[offset:]
        decode(source, target[GUARD : GUARD + count].reshape(parameters.shape), parameters)
        whole[...] = target.get()
    else:
        out = whole[GUARD : GUARD + count].reshape(parameters.shape)
        assert decode(stored, out, parameters) is None


def offsets(kernel: Kernel, number: int, place: str) -> Sequence[int]:
    """The offsets to decode at: one for each set of parameters, in turn, in an interpreter."""
    known = OFFSETS[kernel.device]
    in_turn = kernel.device == "cuda" and place == "cpu"
    return known[number % len(known) :][:1] if in_turn else known


@pytest.mark.parametrize(("kernel", "shape"), _cases(Operation.DECODE))
def test_decoding_gives_the_bits_of_the_reference(kernel: Kernel, shape: Shape, place: str) -> None:
    decode, wanted = _load(kernel)
    case = CASES[kernel.codec]
    for number, parameters in enumerate(case.parameters(shape)):
        spec = parameters.output()
        data = _stored(case, parameters)
        expected = np.empty(spec.shape, spec.dtype)
        wanted(data, expected, parameters)
        for offset in offsets(kernel, number, place):
            whole, out = _guarded(spec.size, spec.dtype)
            _decode(kernel, decode, _at_offset(data, offset), whole, parameters, place)
            assert out.tobytes() == expected.tobytes()
            _check_guards(whole)


def _layouts(values: npt.NDArray[np.float64], shape: Shape) -> Iterator[npt.NDArray[Any]]:
    """The same values in every layout that a caller may have, in both precisions."""
    for dtype in ("float32", "float64"):
        with np.errstate(over="ignore"):
            array = values.astype(dtype).reshape(shape)
        yield array
        yield np.asfortranarray(array)
        yield array[::-1] if shape else array
        spread = np.zeros((*shape, 3), dtype)
        spread[..., 1] = array
        yield spread[..., 1]
        yield array.astype(array.dtype.newbyteorder(">"))
        shifted = np.empty(array.nbytes + 1, np.uint8)[1:].view(dtype).reshape(shape)
        shifted[...] = array
        yield shifted


@pytest.mark.parametrize(("kernel", "shape"), _cases(Operation.ENCODE))
def test_encoding_gives_the_bytes_of_the_reference(
    kernel: Kernel, shape: Shape, place: str
) -> None:
    encode, wanted = _load(kernel)
    case = CASES[kernel.codec]
    if kernel.device == "cuda":
        if kernel.backend == "cupy":  # the memory of both is that of a tensor
            cupy, on_cupy = importlib.import_module("cupy"), encode

            def encode(array: Any, out: Any, parameters: Any) -> None:
                on_cupy(cupy.from_dlpack(array), cupy.from_dlpack(out), parameters)

        _check_encoding_on_gpu(encode, wanted, case, shape, place)
        return
    for parameters in case.parameters(shape):
        spec = parameters.output()
        for array in _layouts(case.values(spec.size), spec.shape):
            array.flags.writeable = False
            if isinstance(parameters, VaryingCodec):
                assert encode(array, parameters) == wanted(array, parameters)
                continue
            size = parameters.stored_size()
            expected = np.empty(size, np.uint8)
            wanted(array, expected, parameters)
            whole, out = _guarded(size, "uint8")
            encode(array, out, parameters)
            assert out.tobytes() == expected.tobytes()
            _check_guards(whole)


def _check_encoding_on_gpu(
    encode: Callable[..., Any], wanted: Callable[..., Any], case: Case, shape: Shape, place: str
) -> None:
    torch = importlib.import_module("torch")
    for parameters in case.parameters(shape):
        spec = parameters.output()
        with np.errstate(over="ignore"):
            array = case.values(spec.size).astype(np.float32).reshape(spec.shape)
        expected = np.empty(parameters.stored_size(), np.uint8)
        wanted(array, expected, parameters)
        whole = torch.full((expected.size + 2 * GUARD,), 0xA5, dtype=torch.uint8, device=place)
        stored = whole[GUARD : GUARD + expected.size]
        with np.errstate(all="ignore"):  # the interpreter computes with numpy
            encode(torch.from_numpy(array).to(place), stored, parameters)
        assert stored.cpu().numpy().tobytes() == expected.tobytes()
        _check_guards(whole.cpu().numpy())


@pytest.mark.parametrize("precision", ["float32", "float64"])
@pytest.mark.parametrize(("kernel", "shape"), _cases(Operation.FIT))
def test_fitting_gives_the_parameters_of_the_reference(
    kernel: Kernel, shape: Shape, precision: str
) -> None:
    fit, wanted = _load(kernel)
    for array in _layouts(CASES[kernel.codec].values(int(np.prod(shape))), shape):
        assert repr(fit(array, precision)) == repr(wanted(array, precision))


def test_every_codec_has_a_reference_for_all_that_its_kernels_do() -> None:
    for kernel in KERNELS:
        if kernel.codec not in CASES:
            continue
        module = importlib.import_module(reference(codec(kernel.codec)))
        assert hasattr(module, kernel.operation.value)
        named = ("reference", "cpu", module.__name__)
        assert any(
            (other.codec, other.operation) == (kernel.codec, kernel.operation)
            and (other.backend, other.device, other.module) == named
            for other in KERNELS
        )


def test_every_codec_is_exercised_here() -> None:
    assert CASES.keys() == {known.name for known in ARRAY_CODECS}
    assert {kernel.codec for kernel in KERNELS} == set(CODECS)


@pytest.mark.parametrize(
    "known",
    [each for each in ARRAY_CODECS if each.row_range is not ArrayCodec.row_range],
    ids=lambda known: known.name,
)
def test_rows_decode_alone_to_what_they_are_in_the_whole(known: Any) -> None:
    module = importlib.import_module(reference(known))
    for parameters in CASES[known.name].parameters((7, 3, 2)):
        stored = _stored(CASES[known.name], parameters)
        whole = np.empty(parameters.output().shape, np.float32)
        module.decode(stored, whole, parameters)
        for start, stop in ((0, 7), (2, 5), (6, 7), (3, 3)):
            begin, end, sliced = parameters.row_range(start, stop)
            part = np.empty(sliced.output().shape, np.float32)
            module.decode(stored[begin:end], part, sliced)
            assert part.tobytes() == whole[start:stop].tobytes()
