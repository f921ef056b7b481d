"""Segments of `quire.tiers`: those of the original program, and those that are damaged."""

from __future__ import annotations

import json
import struct
import tracemalloc
import zlib
from contextlib import suppress
from mmap import ACCESS_READ, mmap
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import quire
from quire import tiers

VECTORS = Path(__file__).parent / "vectors"
SEGMENTS = [
    (case, segment)
    for case in json.loads((VECTORS / "segments.json").read_text())
    for segment in case["segments"]
]
GROUPS = json.loads((VECTORS / "group_quant_f16.json").read_text())
DAMAGED = json.loads((VECTORS / "damaged.json").read_text())
HALVES = json.loads((VECTORS / "f16_scales.json").read_text())

Floats = npt.NDArray[np.float32]

FRAMES = np.random.default_rng(1).standard_normal((4, 100)).astype(np.float32)
BLOB = tiers.encode_segment(FRAMES, 3)
LENGTH_AT = 22 + 2 * 2
"""Where the length of the codes stands."""

each_segment = pytest.mark.parametrize(
    ("case", "segment"), SEGMENTS, ids=[segment["file"][9:-5] for _, segment in SEGMENTS]
)


def _blob(segment: dict[str, Any]) -> bytes:
    path: str = segment["file"]
    return (VECTORS / path).read_bytes()


def _decoded(segment: dict[str, Any], key: str = "decoded") -> Floats:
    found: Floats = np.load(VECTORS / segment[key])
    return found.reshape(segment["frame_count"], segment["tensor_len"])


def _with(blob: bytes, at: int, form: str, *values: int) -> bytes:
    patch = struct.pack(form, *values)
    return blob[:at] + patch + blob[at + len(patch) :]


@each_segment
def test_foreign_segments_are_read(case: dict[str, Any], segment: dict[str, Any]) -> None:
    blob, expected = _blob(segment), _decoded(segment)
    assert tiers.decode_segment(blob, strict=True).tobytes() == expected.tobytes(), case["name"]
    info = tiers.segment_info(blob)
    assert (info.bits, info.group_len) == (segment["bits"], segment["group_len"])
    assert (info.num_frames, info.num_values) == expected.shape
    assert (info.scales.size, info.nbytes) == (segment["scale_count"], len(blob))
    assert info.compression_ratio == expected.nbytes / len(blob)


@each_segment
def test_foreign_segments_are_read_as_the_original_does(
    case: dict[str, Any], segment: dict[str, Any]
) -> None:
    different = segment["upstream_decoder"] == "different"
    assert different == (case["name"] == "subnormal_scales")
    expected = _decoded(segment, "decoded_by_upstream" if different else "decoded")
    found = tiers.decode_segment(_blob(segment), scale_decoding="ruvector")
    assert found.tobytes() == expected.tobytes()


@each_segment
def test_a_frame_is_read_without_the_others(case: dict[str, Any], segment: dict[str, Any]) -> None:
    blob, expected = _blob(segment), _decoded(segment)
    count = len(expected)
    for frame in range(-count, count):
        found = tiers.decode_segment(blob, frame)
        assert found.tobytes() == expected[frame].tobytes(), case["name"]
    for frames in (slice(1, None), slice(-1, 9), slice(2, 1)):
        assert tiers.decode_segment(blob, frames).tobytes() == expected[frames].tobytes()


@pytest.mark.parametrize("case", GROUPS, ids=lambda c: f"{c['input']}-{c['bits']}-{c['group_len']}")
def test_one_frame_becomes_the_bytes_of_the_original(case: dict[str, Any]) -> None:
    array = np.load(VECTORS / "inputs" / f"{case['input']}.npy")
    form: Any = (array[np.newaxis], case["bits"], case["group_len"])
    blob = tiers.encode_segment(*form, scale_encoding="ruvector")
    scales = np.array(case["scales_f16"], "<u2").tobytes()
    assert blob[22:] == scales + struct.pack("<I", len(case["packed"]) // 2) + bytes.fromhex(
        case["packed"]
    )
    decoded = tiers.decode_segment(blob, scale_decoding="ruvector")
    if case["has_infinite_scale"]:
        assert np.isnan(decoded).any()
        with pytest.raises(quire.EncodingError, match="expected magnitudes below"):
            tiers.encode_segment(*form)
    else:
        assert zlib.crc32(decoded.tobytes()) == case["decoded_crc32"]
        small = case["has_subnormal_scale"] or case["input"] in ("subnormal_32", "tiny_scale_32")
        assert (tiers.encode_segment(*form) == blob) != small


def test_scales_are_rounded_half_up_as_the_original_does() -> None:
    bits = np.array(HALVES["f32_bits"], np.uint32)
    positive = bits < 0x7F800000
    maxima, expected = bits[positive].view(np.float32), np.array(HALVES["upstream_f16_bits"])
    frame = np.array([maxima])  # with 2 bits, the largest code is 1
    blob = tiers.encode_segment(frame, 2, 1, scale_encoding="ruvector")
    found = tiers.segment_info(blob).scales.view(np.uint16)
    assert found.tolist() == expected[positive].tolist()
    nearest = np.array(HALVES["ieee_nearest_even_f16_bits"])[positive]
    assert (found != nearest).any()


def test_small_scales_are_raised_to_where_all_readers_agree() -> None:
    array = np.array([[1e-6, -1e-7], [0, 0]], np.float32)
    blob = tiers.encode_segment(array, 8, 1)
    assert tiers.segment_info(blob).scales.tolist() == [2**-14, 2**-14]
    exact = tiers.decode_segment(blob)
    assert (exact == tiers.decode_segment(blob, scale_decoding="ruvector")).all()
    assert np.abs(exact - array).max() <= 2**-15
    assert tiers.segment_info(tiers.encode_segment([[0.0]], 8)).scales.tolist() == [0]


@pytest.mark.parametrize("bits", range(2, 9))
@pytest.mark.parametrize("group_len", [64, 20, 7, 1000])
def test_what_comes_back_is_within_half_a_step(bits: int, group_len: int) -> None:
    frames = np.tile(FRAMES[:1], (3, 1))
    blob = tiers.encode_segment(frames, bits, group_len)
    info = tiers.segment_info(blob)
    steps = np.repeat(info.scales.astype(np.float32), group_len)[:100]
    # A scale that was rounded down does not reach the largest value quite.
    error = np.abs(tiers.decode_segment(blob) - frames)
    assert (error <= steps * (0.5 + 2 ** (bits - 11)) * (1 + 1e-6)).all()
    assert info.scales.size == -(-100 // group_len)


def test_what_is_larger_in_later_frames_is_clamped() -> None:
    blob = tiers.encode_segment([[1.0, -0.5], [9.0, -9.0]], 3)
    top = 3 * float(tiers.segment_info(blob).scales[0])
    assert tiers.decode_segment(blob, 1).tolist() == [top, -top]


def test_a_frame_goes_where_it_is_told_to() -> None:
    out = np.empty((4, 100), np.float32)
    assert tiers.decode_segment(BLOB, out=out) is out
    assert tiers.decode_segment(BLOB, 2, out=out[1]) is not None
    assert (out[1] == out[2]).all()
    one: Any = np.int64(2)
    assert (tiers.decode_segment(BLOB, one) == out[2]).all()
    for wrong in (np.empty((4, 100)), np.empty((3, 100), np.float32), out[:, ::2], out[0]):
        with pytest.raises(ValueError, match="out: expected"):
            tiers.decode_segment(BLOB, out=wrong)  # type: ignore[arg-type]  # is refused


def test_blobs_may_be_any_buffer_and_files_are_mapped(tmp_path: Path) -> None:
    path = tmp_path / "frames.tqtc"
    tiers.save_segment(path, FRAMES, 3)
    assert path.read_bytes() == BLOB
    expected = tiers.decode_segment(BLOB)
    assert (tiers.load_segment(path) == expected).all()
    assert (tiers.load_segment(path, -1) == expected[-1]).all()
    with path.open("rb") as file:
        mapped = mmap(file.fileno(), 0, access=ACCESS_READ)
    for blob in (bytearray(BLOB), memoryview(BLOB), mapped):
        assert (tiers.decode_segment(blob) == expected).all()
    with pytest.raises(quire.FormatError, match="group_len"):
        tiers.save_segment(path, FRAMES, 3, 0)
    assert [each.name for each in tmp_path.iterdir()] == ["frames.tqtc"]


@pytest.mark.parametrize("dtype", [np.int16, np.bool_, np.float16, ">f4", np.float64])
def test_numbers_of_other_dtypes_are_rounded(dtype: Any) -> None:
    frames = np.array([[1, 0, 1], [0, 1, 1]], dtype)[:, ::-1]
    found = tiers.decode_segment(tiers.encode_segment(frames, 2))
    assert found.dtype == np.float32
    assert found.tolist() == frames.astype(float).tolist()


@pytest.mark.parametrize("shape", [(0, 0), (3, 0), (0, 100)])
def test_nothing_becomes_nothing(shape: tuple[int, int]) -> None:
    blob = tiers.encode_segment(np.empty(shape), 5)
    assert tiers.decode_segment(blob, strict=True).shape == shape
    assert tiers.segment_info(blob).compression_ratio == 0


@pytest.mark.parametrize(
    ("arguments", "error", "expected"),
    [
        ((FRAMES, 1), tiers.InvalidBitWidth, "bits: expected 2 to 8, found 1"),
        ((FRAMES, 9), tiers.InvalidBitWidth, "bits: expected 2 to 8, found 9"),
        ((FRAMES, 8, 0), quire.FormatError, "group_len: expected 1 to 4294967295, found 0"),
        ((FRAMES, 8, 2**32), quire.FormatError, "group_len: expected 1 to 4294967295"),
        ((FRAMES[0], 8), quire.EncodingError, "expected frames .num_frames, num_values."),
        (([[1j]], 8), quire.EncodingError, "expected an array of real numbers"),
        (([[1e7]], 8), quire.EncodingError, "expected magnitudes below 8321040 .*found 10000000"),
    ],
)
def test_encoding_refuses_what_cannot_be(
    arguments: tuple[Any, ...], error: type[Exception], expected: str
) -> None:
    with pytest.raises(error, match=expected):
        tiers.encode_segment(*arguments)


def test_choices_are_those_that_there_are() -> None:
    with pytest.raises(ValueError, match="scale_encoding: expected normal or ruvector"):
        tiers.encode_segment(FRAMES, 8, scale_encoding="exact")  # type: ignore[arg-type]  # is refused
    with pytest.raises(ValueError, match="scale_decoding: expected exact or ruvector"):
        tiers.decode_segment(BLOB, scale_decoding="normal")  # type: ignore[arg-type]  # is refused
    with pytest.raises(ValueError, match="a slice whose step is 1, found 2"):
        tiers.decode_segment(BLOB, slice(None, None, 2))
    for frame in (4, -5):
        with pytest.raises(IndexError, match=f"expected one of 4, found {frame}"):
            tiers.decode_segment(BLOB, frame)


@pytest.mark.parametrize("case", DAMAGED, ids=lambda case: Path(case["file"]).stem)
def test_damaged_segments_are_refused(case: dict[str, Any]) -> None:
    blob = (VECTORS / case["file"]).read_bytes()
    if case["expect"].startswith("decodes"):
        original = (VECTORS / case["derived_from"]).read_bytes()
        assert (tiers.decode_segment(blob) == tiers.decode_segment(original)).all()
        with pytest.raises(quire.FormatError, match=r"frames\[2\] at byte 143: expected 4 zero"):
            tiers.decode_segment(blob, strict=True)
        return
    for read in (tiers.decode_segment, tiers.segment_info):
        with pytest.raises(quire.FormatError, match=r"tqtc: \w+ at byte \d+: "):
            read(blob)


@pytest.mark.parametrize(
    ("at", "form", "value", "field"),
    [
        (0, "<B", 0, "magic"),
        (4, "<B", 0, "version"),
        (5, "<B", 0, "num_bits"),
        (5, "<B", 2, "len_frames"),
        (6, "<I", 0, "group_size"),
        (6, "<I", 10, "num_scales"),
        (10, "<I", 129, "num_scales"),
        (10, "<I", 104, "len_frames"),
        (14, "<I", 5, "len_frames"),
        (18, "<I", 1, "num_scales"),
        (LENGTH_AT, "<I", 151, "len_frames"),
    ],
)
def test_each_field_that_is_wrong_is_told(at: int, form: str, value: int, field: str) -> None:
    with pytest.raises(quire.FormatError, match=f"tqtc: {field} at byte"):
        tiers.decode_segment(_with(BLOB, at, form, value))


def test_nothing_may_be_missing_or_follow() -> None:
    for end in range(len(BLOB)):
        with pytest.raises(quire.FormatError):
            tiers.decode_segment(BLOB[:end])
    with pytest.raises(quire.FormatError, match="end at byte"):
        tiers.decode_segment(BLOB + b"\0")


def test_strict_reading_refuses_a_code_that_no_encoder_writes() -> None:
    at = LENGTH_AT + 4 + 2 * 38  # the third frame: codes 13 and 14 are bits 39 to 44
    word = int.from_bytes(BLOB[at : at + 38], "little") | 7 << 39
    blob = BLOB[:at] + word.to_bytes(38, "little") + BLOB[at + 38 :]
    scale = float(tiers.segment_info(blob).scales[0])
    assert tiers.decode_segment(blob)[2, 13] == 4 * scale
    with pytest.raises(quire.FormatError, match=rf"frames\[2\] at byte {at + 4}: .* found 7"):
        tiers.decode_segment(blob, strict=True)


def test_codes_of_one_bit_are_read() -> None:
    head = struct.pack("<4sBBIIII", b"TQTC", 1, 1, 4, 5, 2, 2)
    blob = head + np.array([2, 3], "<f2").tobytes() + struct.pack("<I", 2) + b"\x11\x06"
    assert tiers.decode_segment(blob).tolist() == [[2, 0, 0, 0, 3], [0, 2, 2, 0, 0]]


@pytest.mark.parametrize(("num_values", "num_frames"), [(0, 2**18), (2**32 - 1, 0), (0, 0), (1, 0)])
def test_segments_that_declare_much_of_nothing_cost_nothing(
    num_values: int, num_frames: int
) -> None:
    scales = min(num_values, 1)
    head = struct.pack("<4sBBIIII", b"TQTC", 1, 8, 2**32 - 1, num_values, num_frames, scales)
    blob = head + bytes(2 * scales + 4)
    tracemalloc.start()
    try:
        found = tiers.decode_segment(blob, strict=True)
        assert tracemalloc.get_traced_memory()[1] < 1 << 20
    finally:
        tracemalloc.stop()
    assert found.shape == (num_frames, num_values)


@pytest.mark.parametrize(
    "encoding",
    ["ruvector", pytest.param("normal", marks=pytest.mark.slow)],  # which looks at all frames
)
def test_more_codes_than_a_header_can_tell_are_refused(encoding: Any) -> None:
    frames = np.lib.stride_tricks.as_strided(np.zeros(1, np.float32), (2**17, 2**16), (0, 0))
    with pytest.raises(quire.FormatError, match="frames: expected at most 4294967295 bytes"):
        tiers.encode_segment(frames, 8, scale_encoding=encoding)


def test_segments_with_random_damage_are_read_or_refused() -> None:
    rng = np.random.default_rng(7)
    read = 0
    for _ in range(3000):
        blob = bytearray(BLOB)
        for at in rng.integers(0, rng.choice([30, len(BLOB)]), rng.integers(1, 5)):
            blob[at] = rng.choice([0, 1, 255, int(rng.integers(256))])
        with suppress(quire.FormatError):
            read += tiers.decode_segment(bytes(blob)).size > 0
            tiers.decode_segment(bytes(blob), strict=True)
    assert 0 < read < 3000


@settings(deadline=None)  # kernels are compiled on the way
@given(
    st.integers(2, 8),
    st.integers(1, 40),
    st.integers(0, 3),
    st.lists(st.floats(width=32), min_size=1, max_size=50),
)
def test_any_frames_come_back(bits: int, group_len: int, repeats: int, values: list[float]) -> None:
    frame = np.array(values, np.float32)
    frames = np.tile(frame, (repeats, 1))
    finite = np.where(np.isfinite(frame), frame, 0)
    try:
        blob = tiers.encode_segment(frames, bits, group_len)
    except quire.EncodingError:
        assert np.abs(finite).max() > 65519 * (2 ** (bits - 1) - 1)
        return
    found, again = tiers.decode_segment(blob, strict=True), tiers.segment_info(blob).scales
    steps = np.repeat(again.astype(np.float32), group_len)[: frame.size]
    least = 2.0**-149 * 2**bits  # a step below that is 0
    assert (np.abs(found - finite) <= steps * (0.5 + 2 ** (bits - 11)) * (1 + 1e-5) + least).all()
