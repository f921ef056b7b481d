"""What callers give to functions of tiers: taken for what it is, or refused."""

from __future__ import annotations

import copy
import gc
import pickle
import subprocess
import sys
import weakref
from collections.abc import Callable
from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np
import pytest

from quire import tiers
from quire.runtime.errors import EncodingError, FormatError, LimitError
from tests.formats.tiers.stores import tensor_of

VALUES = tensor_of(1)
CODES = tiers.quantize(VALUES, 8)

ROOT = Path(__file__).parents[3]


def again(data: Any, **more: Any) -> tiers.QuantizedArray:
    return tiers.QuantizedArray(data, CODES.shape, 8, **more)


@pytest.mark.parametrize("dtype", [float, np.int32, np.int8, np.bool_])
def test_blocks_of_another_dtype_are_refused(dtype: Any) -> None:
    with pytest.raises(TypeError, match=r"data: expected uint8 \(n,\)"):
        again(CODES.data.astype(dtype))


def test_blocks_of_two_axes_are_refused() -> None:
    with pytest.raises(TypeError, match=r"data: expected uint8 \(n,\), found uint8 \(2, "):
        again(CODES.data.reshape(2, -1))


@pytest.mark.parametrize("data", [None, "text", 5, [1, 2]])
def test_what_is_no_buffer_has_no_blocks(data: Any) -> None:
    with pytest.raises(TypeError, match="data: expected bytes, found"):
        again(data)


def spread(data: Any) -> Any:
    """The same, with something between them."""
    return np.repeat(data, 2)[::2]


@pytest.mark.parametrize("make", [bytes, bytearray, memoryview, spread])
def test_blocks_are_bytes_of_any_kind(make: Callable[[Any], Any]) -> None:
    np.testing.assert_array_equal(again(make(CODES.data)).dequantize(), CODES.dequantize())


def test_a_shape_may_be_a_list_and_a_choice_one_of_numpy() -> None:
    cold = tiers.quantize(VALUES, 3, two_level=np.True_)  # type: ignore[arg-type]  # on purpose
    assert cold.two_level is True
    assert cold.nbytes == tiers.quantize(VALUES, 3, two_level=True).nbytes
    found = tiers.QuantizedArray(cold.data, [6, 40], 3, two_level=np.True_)  # type: ignore[arg-type]  # on purpose
    np.testing.assert_array_equal(found.dequantize(), cold.dequantize())
    assert tiers.TierConfig(two_level=np.False_).two_level is False  # type: ignore[arg-type]  # on purpose


@pytest.mark.parametrize("two_level", [1, 0, "yes", None, np.array([True, False])])
def test_a_choice_that_is_none_is_refused(two_level: Any) -> None:
    with pytest.raises(ValueError, match='two_level: expected True, False or "auto"'):
        tiers.quantize(VALUES, 3, two_level=two_level)
    with pytest.raises(ValueError, match='two_level: expected True, False or "auto"'):
        tiers.pack_tensor(VALUES, 3, two_level=two_level)
    with pytest.raises(FormatError, match="two_level: expected auto, True or False"):
        tiers.TierConfig(two_level=two_level)


NAN = float("nan")


@pytest.mark.parametrize(
    "action",
    [
        lambda: tiers.QuantConfig(two_level_threshold=NAN),
        lambda: tiers.QuantConfig(two_level_threshold=-1),
        lambda: tiers.QuantConfig(block_size=1.5),  # type: ignore[arg-type]  # on purpose
        lambda: tiers.quantize(VALUES, 3, threshold=NAN),
        lambda: tiers.quantize(VALUES, 3, threshold="5"),  # type: ignore[arg-type]  # on purpose
        lambda: tiers.quantize(VALUES, 8, 64.0),  # type: ignore[arg-type]  # on purpose
        lambda: tiers.quantize(VALUES, 8.0),  # type: ignore[arg-type]  # on purpose
        lambda: tiers.compute_delta(VALUES, VALUES + 1, threshold=NAN),
        lambda: tiers.compute_deltas(VALUES, VALUES + 1, max_change_fraction=NAN),
        lambda: tiers.DeltaPolicy.between("a", VALUES, VALUES + 1, threshold=NAN),
        lambda: tiers.FactorSet.from_matrix(VALUES, max_error=NAN),
        lambda: tiers.SegmentPolicy(drift_pct_q8=NAN),  # type: ignore[arg-type]  # on purpose
        lambda: tiers.TierConfig(alpha=NAN),
    ],
)
def test_numbers_that_are_none_are_refused(action: Callable[[], object]) -> None:
    with pytest.raises((ValueError, FormatError), match=r"expected|bits"):
        action()


def test_a_threshold_that_is_infinite_turns_two_scales_off() -> None:
    assert not tiers.quantize(np.eye(64), 3, threshold=float("inf")).two_level_blocks


def test_a_permutation_may_be_a_list() -> None:
    recipe = tiers.FactorPolicy(source="a", permutation=[1, 0])  # type: ignore[arg-type]  # on purpose
    made = recipe.reconstruct(np.array([[3.0, 4.0]], np.float32), (1, 2), 10)
    assert made.tolist() == [[4.0, 3.0]]
    with pytest.raises(FormatError, match="permutation"):
        tiers.FactorPolicy(source="a", permutation=[0.5])  # type: ignore[arg-type]  # on purpose


def test_places_and_values_of_a_delta_are_in_range() -> None:
    record = tiers.DeltaRecord(0, 0, 0, 1.0, [1, 3], [-4, 4])  # type: ignore[arg-type]  # on purpose
    assert tiers.apply_delta(np.zeros(4), record).tolist() == [0, -4, 0, 4]
    for indices, values in (([70_000], [1]), ([-1], [1]), ([0], [40_000]), ([0.5], [1])):
        with pytest.raises(FormatError, match="expected integers from"):
            tiers.DeltaRecord(0, 0, 0, 1.0, np.array(indices), np.array(values))


@pytest.mark.parametrize("dtype", [np.float16, ml_dtypes.bfloat16, ">f2"])
def test_numbers_of_16_bits_are_what_they_are_as_float32(dtype: Any) -> None:
    values = tensor_of(3, (50, 70)).astype(dtype)
    for given in (values, values[::-1, ::2]):
        expected = tiers.quantize(given.astype(np.float32), 8)
        np.testing.assert_array_equal(tiers.quantize(given, 8).data, expected.data)


def test_numbers_of_16_bits_take_little_memory() -> None:
    """32 MiB of them: as float32, and codes."""
    code = """
import resource, numpy as np
from quire import tiers
values = np.ones(16 << 20, np.float16)
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
tiers.quantize(values, 8)
print((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) >> 10)
"""
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, cwd=ROOT)
    # 64 and 17, and what loads the kernels, or compiles them: 150 to 190. As float64, 64 more.
    assert int(done.stdout) < 290


def test_tensors_of_torch_are_taken_with_gradients_and_as_bfloat16() -> None:
    torch = pytest.importorskip("torch", reason="pip install torch")
    given = torch.tensor(VALUES, requires_grad=True)
    np.testing.assert_array_equal(tiers.quantize(given, 8).data, CODES.data)
    half = given.bfloat16()
    expected = tiers.quantize(VALUES.astype(ml_dtypes.bfloat16).astype(np.float32), 8)
    store = tiers.TieredStore()
    store.put("a", half)
    np.testing.assert_array_equal(store.get("a"), expected.dequantize())
    out = torch.zeros(6, 40)
    CODES.dequantize(out)
    np.testing.assert_array_equal(out.numpy(), CODES.dequantize())
    assert CODES.dequantize(device=torch.device("cpu"), framework="torch").shape == (6, 40)


def test_a_store_takes_what_is_quantised() -> None:
    store = tiers.TieredStore()
    store.put("a", CODES)
    np.testing.assert_allclose(store.get("a"), CODES.dequantize(), atol=0.02)


def test_masked_numbers_are_refused() -> None:
    masked = np.ma.masked_array(VALUES, VALUES > 0)
    for action in (tiers.quantize, lambda values, _: tiers.TieredStore().put("a", values)):
        with pytest.raises(TypeError, match="masked"):
            action(masked, 8)


def test_metadata_that_json_has_not_are_refused() -> None:
    for value in (NAN, float("inf"), {"deep": [NAN]}):
        with pytest.raises(ValueError, match="metadata"):
            tiers.pack_tensor(VALUES, metadata={"a": value})


@pytest.mark.parametrize("depth", [128, 1_000, 100_000])
def test_metadata_that_no_reader_goes_into_are_refused(depth: int) -> None:
    value: Any = 1
    for _ in range(depth):
        value = [value]
    with pytest.raises(LimitError, match=r"^tiers: metadata: expected at most 128 lists"):
        tiers.pack_tensor(VALUES, metadata={"a": value})


def test_a_frame_of_zeros_does_not_make_all_frames_zeros() -> None:
    frames = np.zeros((4, 128), np.float32)
    frames[1:] = tensor_of(5, (3, 128))
    found = tiers.decode_segment(tiers.encode_segment(frames, 8))
    np.testing.assert_allclose(found, frames, atol=np.abs(frames).max() / 127)
    as_there = tiers.decode_segment(tiers.encode_segment(frames, 8, scale_encoding="ruvector"))
    assert not as_there.any()  # its scales are those of the first frame


def test_later_frames_are_not_clamped() -> None:
    frames = np.linspace(0.1, 1, 10)[:, np.newaxis] * tensor_of(6, (1, 64))
    found = tiers.decode_segment(tiers.encode_segment(frames, 7))
    assert np.abs(found - frames).max() <= np.abs(frames).max() / 126 * 1.01


def test_an_array_of_numpy_is_made_of_a_file(tmp_path: Path) -> None:
    large = np.zeros((33, 200_000), np.float32)  # more than a block
    tiers.save_tensor(tmp_path / "large.qtr", large)
    with tiers.open_tensor(tmp_path / "large.qtr") as file:
        assert np.asarray(file).shape == large.shape
        assert len(file) == 33
        assert next(iter(file)).shape == (200_000,)
        assert sum(len(block) for block in file.blocks()) == 33


def test_a_single_value_has_no_rows() -> None:
    file = tiers.open_tensor(tiers.pack_tensor(np.float32(3)))
    assert np.asarray(file).shape == ()
    assert float(file[()]) == pytest.approx(3)
    with pytest.raises(TypeError, match="a single value has no length"):
        len(file)
    with pytest.raises(TypeError, match="a single value has no length"):
        next(iter(file))
    with pytest.raises(IndexError):
        file[0]


def test_rows_without_values_come_to_an_end() -> None:
    file = tiers.open_tensor(tiers.pack_tensor(np.zeros((1 << 10, 0), np.float32)))
    assert [block.shape for block in file.blocks()] == [(1 << 10, 0)]
    assert sum(1 for _ in file) == 1 << 10
    with pytest.raises(FormatError, match="rows without values"):
        tiers.pack_tensor(np.zeros((1 << 40, 0), np.float32))


def pickled(value: Any) -> Any:
    return pickle.loads(pickle.dumps(value))  # noqa: S301  # made here


each_copy = pytest.mark.parametrize("again", [pickled, copy.deepcopy, copy.copy])


@each_copy
def test_records_are_copied(again: Callable[[Any], Any]) -> None:
    delta = again(tiers.compute_delta(VALUES, VALUES + 1, max_change_fraction=2))
    np.testing.assert_allclose(tiers.apply_delta(VALUES, delta), VALUES + 1, atol=1e-3)
    recipe = again(tiers.FactorPolicy(tiers.FactorSet.from_matrix(VALUES, 6)))
    np.testing.assert_allclose(recipe.reconstruct(None, (6, 40), 240), VALUES, atol=1e-4)
    for value in (tiers.TierConfig(), tiers.BlockKey(1, 2), tiers.AbsentTensor((2, 3))):
        assert again(value) == value
    with tiers.TieredStore() as store:
        store.put("a", VALUES)
        assert again(store.meta("a")) == store.meta("a")
        assert again(store.metrics()) == store.metrics()


@each_copy
def test_a_store_is_copied_by_its_path_or_not_at_all(
    again: Callable[[Any], Any], tmp_path: Path
) -> None:
    for store in (tiers.TieredStore(), tiers.TieredStore(tmp_path, durable=False)):
        store.put("a", VALUES)
        with pytest.raises(TypeError, match="has no copies: open its folder"):
            again(store)
        store.close()
    with again(tiers.TieredStore(tmp_path, mode="r")) as reader:
        np.testing.assert_array_equal(reader.get("a"), CODES.dequantize())


@pytest.mark.parametrize(
    "error",
    [
        tiers.TensorNeeded("a", ["b", "c"]),
        tiers.ReconstructionFailed("a"),
        tiers.ReconstructionDepthExceeded(3, ["a", "b"]),
        tiers.ReconstructionNeeded("a"),
        tiers.TierZeroNoPolicy(),
        tiers.InvalidBitWidth(9),
        tiers.InputTooSmall(4, 3),
        tiers.OutputTooSmall(4, 3),
        tiers.ChainFull("deltas", 3, 4),
    ],
    ids=lambda error: type(error).__name__,
)
def test_errors_go_from_one_process_to_another(error: Exception) -> None:
    found = pickled(error)
    assert type(found) is type(error)
    assert str(found) == str(error)


def test_what_was_stored_is_let_go_at_once(tmp_path: Path) -> None:
    store = tiers.TieredStore(tmp_path, durable=False)
    gc.disable()
    try:
        actions: list[Callable[[Any], None]] = [
            lambda values: store.put("a", values),
            lambda values: store.put_many({"a": values, "b": values}),
            lambda values: tiers.save_tensor(tmp_path / "a.qtr", values),
            lambda values: tiers.save_segment(tmp_path / "a.tqtc", values, 8),
        ]
        for action in actions:
            values = VALUES.copy()
            gone = weakref.ref(values)
            action(values)
            del values
            assert gone() is None
    finally:
        gc.enable()
        store.close()


def test_only_numbers_of_at_most_64_bits_are_taken() -> None:
    for dtype in (np.longdouble, np.complex64, object, "U4", "datetime64[s]"):
        with pytest.raises(EncodingError, match="array: expected an array of real numbers"):
            tiers.quantize(np.zeros(4, np.int64).astype(dtype), 8)


def test_what_is_no_block_is_not_decoded_as_one() -> None:
    for wrong in (b"abc", CODES):
        with pytest.raises(TypeError, match="block: expected a QuantizedBlock, found"):
            tiers.dequantize(wrong)  # type: ignore[arg-type]  # wrong on purpose


WIDTHS: dict[str, Callable[[Any], object]] = {
    "packed": lambda bits: tiers.pack_bits([1], bits),
    "unpacked": lambda bits: tiers.unpack_bits(b"abc", bits, 2),
    "a block": lambda bits: tiers.OneScaleBlock(np.zeros(3, np.uint8), 1.0, bits, 3),
    "blocks": lambda bits: tiers.quantize_bits(VALUES, bits),
    "blocks of one or two scales": lambda bits: tiers.quantize(VALUES, bits),
    "a segment": lambda bits: tiers.encode_segment(np.ones((2, 2)), bits),
    "a policy": lambda bits: tiers.SegmentPolicy(warm_bits=bits),
}


@pytest.mark.parametrize("bits", [3.0, 2.5, "3", None, 9, np.array([3, 5])], ids=repr)
@pytest.mark.parametrize("what", WIDTHS)
def test_a_width_is_a_whole_number_that_there_is(what: str, bits: Any) -> None:
    with pytest.raises(tiers.InvalidBitWidth, match="bits: expected"):
        WIDTHS[what](bits)


COUNTS: dict[str, Callable[[], object]] = {
    "count": lambda: tiers.unpack_bits(b"abc", 3, 2.0),  # type: ignore[arg-type]  # wrong use
    "num_values": lambda: tiers.FrameWriter(2.5),  # type: ignore[arg-type]  # as above
}


@pytest.mark.parametrize("argument", COUNTS)
def test_a_count_is_a_whole_number(argument: str) -> None:
    with pytest.raises(TypeError, match=f"^{argument}: expected a whole number"):
        COUNTS[argument]()


def test_the_length_of_a_group_is_a_whole_number() -> None:
    with pytest.raises(FormatError, match="group_len: expected a whole number"):
        tiers.encode_segment(np.ones((2, 2)), 3, 2.5)  # type: ignore[arg-type]  # wrong use


def test_codes_with_one_scale_may_be_bytes() -> None:
    block = tiers.quantize_block(VALUES, 5)
    again = tiers.OneScaleBlock(block.data.tobytes(), block.scale, 5, block.count)  # type: ignore[arg-type]  # bytes
    assert np.array_equal(again.dequantize(), block.dequantize())
    with pytest.raises(TypeError, match="data: expected bytes, found list"):
        tiers.OneScaleBlock([1, 2], 1.0, 8, 2)  # type: ignore[arg-type]  # wrong use


def test_deltas_without_a_source_are_no_policy() -> None:
    """A tensor of one value would become NaN."""
    with pytest.raises(FormatError, match="source: expected the tensor that deltas are added to"):
        tiers.DeltaPolicy(None, ())  # type: ignore[arg-type]  # wrong use


def test_what_is_no_number_is_told_by_name() -> None:
    for name in ("threshold", "max_change_fraction"):
        with pytest.raises(ValueError, match=f"{name}: expected a number, 0 or more, found x"):
            tiers.compute_delta([1, 2], [1, 3], **{name: "x"})  # type: ignore[arg-type]  # wrong use
    blob = tiers.encode_segment(np.ones((2, 2)), 3)
    with pytest.raises(TypeError, match=r"frame: expected a whole number, found 1\.5"):
        tiers.decode_segment(blob, 1.5)  # type: ignore[arg-type]  # as above
    for budget in ("byte_budget", "op_budget"):
        with tiers.TieredStore() as store, pytest.raises(TypeError, match=f"{budget}: expected"):
            store.tick(**{budget: 1.5})  # type: ignore[arg-type]  # as above


def test_a_quantiser_has_two_scales_or_one() -> None:
    with pytest.raises(ValueError, match="two_level: expected True, False"):
        tiers.TensorQuantizer(3, "no")  # type: ignore[arg-type]  # wrong use
    with pytest.raises(FormatError, match="two_level: expected True or False, found auto"):
        tiers.TensorQuantizer(3, "auto")  # type: ignore[arg-type]  # as above


DELTA = tiers.DeltaRecord(0, 0, 0, 1.0, np.array([0]), np.array([1]))

WRONG: dict[str, Callable[[], object]] = {
    "out": lambda: tiers.pack_bits([1], 3, "x"),  # type: ignore[arg-type]  # wrong use, as all here
    "out: ": lambda: tiers.unpack_bits(b"abc", 3, 2, []),  # type: ignore[arg-type]  # wrong use
    "data": lambda: tiers.unpack_bits(None, 3, 2),
    "policy": lambda: next(tiers.encode_frames([[1, 2]], "x")),  # type: ignore[arg-type]  # wrong use
    "access_count": lambda: next(tiers.encode_frames([[1, 2]], access_count="x")),  # type: ignore[arg-type]  # wrong use
    "delta": lambda: tiers.apply_delta([1, 2], "x"),  # type: ignore[arg-type]  # wrong use
    "blob": lambda: tiers.decode_delta(None),  # type: ignore[arg-type]  # wrong use
    "blob: ": lambda: tiers.decode_segment("x"),  # type: ignore[arg-type]  # wrong use
    "rank": lambda: tiers.FactorSet.from_matrix(np.eye(3), "x"),  # type: ignore[arg-type]  # wrong use
    "config": lambda: tiers.quantize_s8([1, 2], "x"),  # type: ignore[arg-type]  # wrong use
    "config: ": lambda: tiers.TensorQuantizer(8).quantize_block([1, 2], 3),  # type: ignore[arg-type]  # wrong use
    "reconstruct": lambda: tiers.AbsentTensor((2,), "x"),  # type: ignore[arg-type]  # wrong use
    "metadata": lambda: tiers.pack_tensor(VALUES, metadata=[1]),  # type: ignore[arg-type]  # wrong use
}


@pytest.mark.parametrize("argument", WRONG)
def test_what_is_something_else_is_told_by_name(argument: str) -> None:
    with pytest.raises(TypeError, match=f"^{argument.rstrip(': ')}: expected"):
        WRONG[argument]()


@pytest.mark.parametrize("field", ["tier", "bits", "scale", "ema_rate", "dtype", "reconstruct"])
def test_a_record_of_a_block_has_numbers(field: str) -> None:
    numbers = {"tier": 1, "bits": 8, "scale": 1.0, "checksum": 0, "block_bytes": 3}
    assert tiers.BlockRecord(0, 0, **numbers).key == (0, 0)  # type: ignore[arg-type]  # ints and a float
    for wrong in (None, "x"):
        with pytest.raises(FormatError, match=f"{field}: expected"):
            tiers.BlockRecord(0, 0, **(numbers | {field: wrong}))  # type: ignore[arg-type]  # wrong use


def test_what_is_no_array_is_not_filled_by_a_store() -> None:
    with tiers.TieredStore() as store:
        store.put("a", VALUES)
        for rows in (None, slice(0, 2)):
            with pytest.raises(TypeError, match="out: expected an array, found str"):
                store.get("a", "x", rows=rows)  # type: ignore[arg-type]  # wrong use


def test_numbers_that_are_none_are_not_passed_over() -> None:
    """A block of NaN values was one of all; threads are looked at where one does the work."""
    codes = tiers.quantize(VALUES, 8)
    for size in (float("nan"), "x", 2.5):
        with pytest.raises(FormatError, match="block_size: expected a whole number, 1 or more"):
            tiers.QuantizedArray(codes.data, codes.shape, 8, size)  # type: ignore[arg-type]  # wrong use, as all here
    with pytest.raises(TypeError, match="workers: expected a whole number"):
        codes.dequantize(workers="x")  # type: ignore[arg-type]  # wrong use
    with pytest.raises(ValueError, match="workers: expected at least 1"):
        codes.dequantize(workers=0)
    with pytest.raises(TypeError, match="scale: expected Real, found str"):
        tiers.OneScaleBlock(b"ab", "x", 8, 2)  # type: ignore[arg-type]  # wrong use
