"""Files with one tensor: what is saved is loaded, of every tier, and stored as it was."""

from __future__ import annotations

import io
import math
import struct
import tracemalloc
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import quire
from quire import tiers
from quire.kernels.codecs.block_quant import reference
from quire.kernels.codecs.block_quant.codec import BlockQuant
from tests.cases import assert_complete

Floats = npt.NDArray[np.float32]

ARRAY = np.random.default_rng(1).standard_normal((12, 33)).astype(np.float32)
ARRAY[2, :2] *= 1000

OPTIONS: list[dict[str, Any]] = [
    {"bits": 8},
    {"bits": 7, "block_size": 128},
    {"bits": 5, "block_size": 7},
    {"bits": 3, "two_level": False},
    {"bits": 3, "two_level": True},
    {"bits": 3},
]
each_mode = pytest.mark.parametrize("options", OPTIONS, ids=str)


def by_reference(quantized: tiers.QuantizedArray) -> Floats:
    """The values as the definition of the codec gives them."""
    out = np.empty(quantized.shape, np.float32)
    parameters = BlockQuant(
        quantized.shape,
        quantized.bits,
        quantized.block_size,
        quantized.two_level,
        quantized.two_level_blocks,
    )
    reference.decode(quantized.data, out, parameters)
    return out


@each_mode
def test_what_is_saved_is_loaded(options: dict[str, Any], tmp_path: Path) -> None:
    path = tmp_path / "x.qtr"
    tiers.save_tensor(path, ARRAY, **options)
    expected = by_reference(tiers.quantize(ARRAY, **options))
    assert np.array_equal(tiers.load_tensor(path), expected)
    assert np.array_equal(tiers.load_tensor(path.read_bytes()), expected)
    with tiers.open_tensor(path) as file:
        assert (file.shape, file.bits) == ((12, 33), options["bits"])
        assert file.dtype == np.float32
        assert file.block_size == options.get("block_size", 64)
        assert np.array_equal(file.read(), expected)
        assert file.verify() == []


@each_mode
def test_blocks_are_stored_as_they_are(options: dict[str, Any], tmp_path: Path) -> None:
    quantized = tiers.quantize(ARRAY, **options)
    quantized.data[5] ^= 1  # which no quantiser would make of this array
    path = tmp_path / "x.qtr"
    tiers.save_tensor(path, quantized)
    stored = path.read_bytes()
    assert stored[-4 - quantized.nbytes : -4] == quantized.data.tobytes()
    assert stored[-4:] == struct.pack("<I", zlib.crc32(quantized.data.tobytes()))
    assert tiers.pack_tensor(quantized) == stored
    with tiers.open_tensor(path) as file:
        again = file.quantized
    assert (again.shape, again.bits, again.block_size) == ((12, 33), file.bits, file.block_size)
    assert again.two_level == quantized.two_level
    assert again.two_level_blocks == quantized.two_level_blocks
    assert again.data.tobytes() == quantized.data.tobytes()
    assert tiers.pack_tensor(again) == stored


def test_an_array_is_quantised_as_by_quantize() -> None:
    for options in OPTIONS:
        assert tiers.pack_tensor(ARRAY, **options) == tiers.pack_tensor(
            tiers.quantize(ARRAY, **options)
        )
    assert tiers.pack_tensor(ARRAY) == tiers.pack_tensor(ARRAY, 8, block_size=64)


def test_the_blocks_of_an_open_file_are_a_view_of_it(tmp_path: Path) -> None:
    path = tmp_path / "x.qtr"
    array = np.resize(ARRAY, (3 << 20,))  # smaller files are not mapped
    tiers.save_tensor(path, array)
    with tiers.open_tensor(path) as file:
        first, second = file.quantized.data, file.quantized.data
        assert np.shares_memory(first, second)
        assert not first.flags.writeable
        assert first.ctypes.data % 64 == 0
    assert first.tobytes() == tiers.quantize(array, 8).data.tobytes()  # it keeps the file mapped
    with pytest.raises(ValueError, match="the file is closed"):
        file.read()


def test_bytes_of_a_file_are_not_copied() -> None:
    data = tiers.pack_tensor(ARRAY)
    with tiers.open_tensor(data) as file:
        assert np.shares_memory(file.quantized.data, np.frombuffer(data, np.uint8))


@pytest.mark.parametrize("shape", [(), (0,), (4, 0), (1,), (130,), (2, 3, 5, 7), (1,) * 64])
@pytest.mark.parametrize("bits", [8, 7, 5, 3])
def test_tensors_of_any_shape(shape: tuple[int, ...], bits: int) -> None:
    array = np.random.default_rng(2).standard_normal(shape).astype(np.float32)
    expected = by_reference(tiers.quantize(array, bits))
    data = tiers.pack_tensor(array, bits)
    found = tiers.load_tensor(data)
    assert found.shape == shape
    assert np.array_equal(found, expected)
    with tiers.open_tensor(data) as file:
        blocks = list(file.blocks())
        assert (file.shape, file.ndim, file.size) == (shape, len(shape), math.prod(shape))
    assert sum(len(block) for block in blocks) == (shape[0] if shape else 1)
    assert b"".join(block.tobytes() for block in blocks) == expected.tobytes()


def test_iterating_gives_blocks_of_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("quire.arrays.BLOCK_BYTES", 5 * 33 * 4 + 1)
    with tiers.open_tensor(tiers.pack_tensor(ARRAY, 3)) as file:
        blocks = list(file.blocks())
        assert [len(block) for block in blocks] == [5, 5, 2]
        assert np.array_equal(np.concatenate(blocks), file.read())


def test_metadata_is_kept() -> None:
    metadata = {"name": "layer ä", "epoch": 3, "parts": [1, {"a": None}], "rate": 0.5}
    with tiers.open_tensor(tiers.pack_tensor(ARRAY, metadata=metadata)) as file:
        assert file.metadata == metadata
        file.metadata["more"] = 1
        assert file.metadata == metadata
        assert file.reconstruct is None
    with tiers.open_tensor(tiers.pack_tensor(ARRAY)) as file:
        assert file.metadata == {}


@pytest.mark.parametrize(
    ("metadata", "kind"),
    [({"reconstruct": {}}, ValueError), ({"a": object()}, TypeError), ({"a": b""}, TypeError)],
)
def test_metadata_that_cannot_be_kept(
    metadata: dict[str, Any], kind: type[Exception], tmp_path: Path
) -> None:
    with pytest.raises(kind):
        tiers.save_tensor(tmp_path / "x.qtr", ARRAY, metadata=metadata)
    assert list(tmp_path.iterdir()) == []


def test_saving_fills_what_can_be_written_to() -> None:
    target = io.BytesIO(b"before")
    target.seek(0, io.SEEK_END)
    tiers.save_tensor(target, ARRAY, 5)
    assert target.getvalue() == b"before" + tiers.pack_tensor(ARRAY, 5)


def test_what_is_quantised_is_written_and_read_without_a_copy(tmp_path: Path) -> None:
    path = tmp_path / "x.qtr"
    quantized = tiers.quantize(np.zeros((1000, 4096), np.float32), 8)
    out = np.ones((4, 4096), np.float32)

    def written_and_read() -> None:
        tiers.save_tensor(path, quantized)
        with tiers.open_tensor(path) as file:
            file.read(slice(500, 504), out)

    written_and_read()  # compiled code is loaded
    out[...] = 1
    tracemalloc.start()
    written_and_read()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < quantized.nbytes / 4
    assert not out.any()


def test_a_file_appears_whole_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "x.qtr"
    tiers.save_tensor(path, ARRAY)
    before = path.read_bytes()

    def full(_handle: int) -> None:
        raise OSError("no space left")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OSError, match="no space left"):
        tiers.save_tensor(path, ARRAY * 2)
    assert [each.name for each in tmp_path.iterdir()] == ["x.qtr"]
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("tensor", "options", "expected"),
    [
        (tiers.quantize(ARRAY, 7), {"bits": 8}, "bits: asked for 8, but .* as it is: 7"),
        (tiers.quantize(ARRAY, 7), {"block_size": 32}, "block_size: asked for 32"),
        (tiers.quantize(ARRAY, 3), {"two_level": False}, "two_level: asked for False, .*: auto"),
        (
            tiers.quantize(ARRAY, 3, two_level=True),
            {"two_level": False},
            "two_level: asked for False",
        ),
        (tiers.AbsentTensor((3,)), {"bits": 8}, "bits: asked for 8, but .* as it is: 0"),
    ],
)
def test_what_is_quantised_already_is_not_asked_to_be_otherwise(
    tensor: Any, options: dict[str, Any], expected: str
) -> None:
    with pytest.raises(ValueError, match=expected):
        tiers.pack_tensor(tensor, **options)


@pytest.mark.parametrize(
    ("tensor", "options"),
    [
        (ARRAY, {"bits": 4}),
        (ARRAY, {"bits": 0}),
        (ARRAY, {"block_size": 0}),
        (ARRAY, {"block_size": 1 << 32}),
        (ARRAY, {"bits": 7, "two_level": True}),
        (["a"], {}),
    ],
)
def test_what_cannot_be_quantised_leaves_no_file(
    tensor: Any, options: dict[str, Any], tmp_path: Path
) -> None:
    with pytest.raises((quire.FormatError, quire.EncodingError)):
        tiers.save_tensor(tmp_path / "x.qtr", tensor, **options)
    assert list(tmp_path.iterdir()) == []


# -- tier 0 ------------------------------------------------------------------------------------


@pytest.mark.parametrize("shape", [(), (0, 5), (4, 5), (3, 1, 2)])
def test_an_absent_tensor_reads_as_zeros(shape: tuple[int, ...], tmp_path: Path) -> None:
    path = tmp_path / "gone.qtr"
    tiers.save_tensor(path, tiers.AbsentTensor(shape), metadata={"name": "a"})
    assert path.stat().st_size <= 128
    with tiers.open_tensor(path) as file:
        assert (file.bits, file.shape, file.metadata) == (0, shape, {"name": "a"})
        assert file.verify() == []
        assert np.array_equal(np.concatenate(list(file.blocks())), np.atleast_1d(np.zeros(shape)))
    found = tiers.load_tensor(path)
    assert (found.dtype, found.shape, found.any()) == (np.float32, shape, False)


def test_rows_of_an_absent_tensor() -> None:
    data = tiers.pack_tensor(tiers.AbsentTensor((4, 5)))
    assert tiers.load_tensor(data, 2).shape == (5,)
    assert tiers.load_tensor(data, slice(3, 0, -2)).shape == (2, 5)
    out = np.ones((2, 5), np.float32)
    assert tiers.load_tensor(data, slice(2), out) is out
    assert not out.any()
    with pytest.raises(IndexError):
        tiers.load_tensor(data, 4)
    with pytest.raises(ValueError, match="out: expected"):
        tiers.load_tensor(data, 2, out)


def test_an_absent_tensor_without_a_policy_can_fail_fast() -> None:
    data = tiers.pack_tensor(tiers.AbsentTensor((4, 5)))
    with pytest.raises(tiers.TierZeroNoPolicy) as caught:
        tiers.load_tensor(data, fast_fail=True)
    assert_complete(caught.value, len(data))
    assert caught.value.offset == 12 + 2 * 8 + 4
    present = tiers.pack_tensor(ARRAY)
    assert tiers.load_tensor(present, fast_fail=True).shape == ARRAY.shape


@pytest.mark.parametrize("policy", ["delta", "factor"])
def test_an_absent_tensor_with_a_policy_is_not_zeros(policy: Any) -> None:
    reconstruct = tiers.Reconstruct(policy, "base")
    data = tiers.pack_tensor(tiers.AbsentTensor((4, 5), reconstruct), metadata={"a": 1})
    with tiers.open_tensor(data) as file:
        assert file.reconstruct == reconstruct
        assert file.metadata == {"a": 1}
        for fast_fail in (False, True):
            with pytest.raises(tiers.ReconstructionNeeded, match="the tensor 'base'") as caught:
                file.read(fast_fail=fast_fail)
            assert caught.value.source == "base"
            assert_complete(caught.value, len(data))


def test_an_absent_tensor_has_no_blocks() -> None:
    with (
        tiers.open_tensor(tiers.pack_tensor(tiers.AbsentTensor((4, 5)))) as file,
        pytest.raises(quire.FormatError, match="num_bits at byte 5: expected blocks"),
    ):
        _ = file.quantized


def test_zeros_are_made_up_to_a_limit() -> None:
    most = (64 << 20) // 4
    data = tiers.pack_tensor(tiers.AbsentTensor((most // 8 + 1, 8)))
    with pytest.raises(quire.LimitError, match="expected at most 67108864 decoded") as caught:
        tiers.load_tensor(data)
    assert_complete(caught.value, len(data))
    assert tiers.load_tensor(data, slice(0, 10)).shape == (10, 8)
    with tiers.open_tensor(data) as file:
        with quire.limits(max_decoded=4 * most + 32):
            assert file.read().shape == (most // 8 + 1, 8)
        with quire.limits(max_decoded=63), pytest.raises(quire.LimitError):
            file.read(slice(2))
        with pytest.raises(quire.LimitError):
            next(file.blocks())
        with pytest.raises(quire.LimitError):
            np.asarray(file)


@pytest.mark.parametrize("shape", [(1 << 62,), (1 << 40, 1 << 40), (-1,)])
def test_an_absent_tensor_has_the_shape_of_an_array(shape: tuple[int, ...]) -> None:
    with pytest.raises(quire.FormatError, match="shape: expected"):
        tiers.AbsentTensor(shape)


@pytest.mark.parametrize(
    "shape", [(1 << 62,), (1 << 40, 1 << 40), (2**64 - 1,), (0, 2**63), (1, 7, 1 << 57, 0)]
)
def test_a_file_with_another_shape_is_refused(shape: tuple[int, ...], tmp_path: Path) -> None:
    data = tiers.pack_tensor(tiers.AbsentTensor((1,) * len(shape)))
    path = tmp_path / "x.qtr"
    path.write_bytes(
        data[:12] + struct.pack(f"<{len(shape)}Q", *shape) + data[12 + 8 * len(shape) :]
    )
    with pytest.raises(quire.FormatError) as caught:
        tiers.open_tensor(path)
    assert (caught.value.path, caught.value.offset) == ("shape", 12)
    assert math.prod(shape) == 0 or "expected" in str(caught.value)


def test_an_absent_tensor_becomes_zeros_of_torch() -> None:
    torch = pytest.importorskip("torch", reason="pip install torch")
    data = tiers.pack_tensor(tiers.AbsentTensor((4, 5)))
    found = tiers.load_tensor(data, framework="torch")
    assert torch.equal(found, torch.zeros(4, 5))
    with pytest.raises(ValueError, match="device: "):
        tiers.load_tensor(data, device="cuda")


def test_zeros_are_limited_however_they_are_read(tmp_path: Path) -> None:
    path = tmp_path / "z.qtr"
    tiers.save_tensor(path, tiers.AbsentTensor((1 << 40,)))
    with tiers.open_tensor(path) as file:
        looks: list[Callable[[], object]] = [
            file.read,
            lambda: file.read(slice(None, None, -1)),
            lambda: file.read(progress=lambda _done, _total: None),
            lambda: file[::2],
            lambda: np.asarray(file),
        ]
        for look in looks:
            with pytest.raises(quire.LimitError, match="shape"):
                look()
        assert file[5] == 0
