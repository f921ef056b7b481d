"""Segments: frames of one tensor over time in groups that share scales (ADR-017, "TQTC")."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from mmap import mmap
from typing import Any, Unpack, cast

import numpy as np
import numpy.typing as npt

from quire.arrays import Options, Selection
from quire.generated.tqtc import Tqtc
from quire.kernels.codecs.group_quant.codec import GroupQuant
from quire.kernels.contract import Operation
from quire.kernels.engine.dispatch import select
from quire.kernels.engine.given import given_bytes, whole_number
from quire.kernels.engine.payload import Encoded
from quire.kernels.engine.pipeline import Stage
from quire.kernels.services.bits.layout import bias
from quire.runtime.errors import EncodingError, FormatError
from quire.runtime.values.number_at import largest
from quire.sources import Given, Source, Target, write_record
from quire.tiers.blocks.numbers import Floats, check_number, check_width, fitting, real_numbers
from quire.tiers.segments.file import SegmentFile, refuse_noncanonical
from quire.tiers.segments.scales import (
    Halves,
    ScaleDecoding,
    ScaleEncoding,
    group_maxima,
    stored_scales,
    widened,
)

Blob = bytes | bytearray | memoryview | mmap


@dataclass(frozen=True, slots=True, eq=False)
class SegmentInfo:
    """What the header of a segment says.

    Attributes:
        bits: Of a code, 1 to 8.
        group_len: Values that share a scale; the last group of a frame may be shorter.
        num_values: Of a frame.
        num_frames: How many there are.
        scales: (ceil(num_values / group_len),) float16, as they are stored.
        nbytes: Of the whole segment.
    """

    bits: int
    group_len: int
    num_values: int
    num_frames: int
    scales: Halves
    nbytes: int

    @property
    def compression_ratio(self) -> float:
        """Bytes of the frames in float32, divided by those of the segment."""
        return 4 * self.num_values * self.num_frames / self.nbytes


def encode_segment(
    frames: npt.ArrayLike,
    bits: int,
    group_len: int = 64,
    *,
    scale_encoding: ScaleEncoding = "normal",
) -> bytes:
    """Quantise frames to one segment.

    Its scales reach the largest magnitudes of all frames. With "ruvector" they are those of the
    first frame, and what is larger in others is clamped, as in that program; where the first frame
    is zeros, all of them become zeros.

    Args:
        frames: (num_frames, num_values) numbers; they are rounded to float32. What is not finite
            becomes 0.
        bits: Of a code, 2 to 8.
        group_len: Values that share a scale.
        scale_encoding: "normal" keeps scales where all readers agree: what is above 0 is at least
            2^-14. "ruvector" writes the bytes of that program, which decodes smaller ones wrongly.

    Raises:
        InvalidBitWidth: there are no such codes.
        FormatError: `group_len` is below 1, or frames are more than a segment can have.
        EncodingError: these are no frames of real numbers, or a scale is too large for float16.
        ValueError: there is no such `scale_encoding`.
    """
    return _record_of(frames, bits, group_len, scale_encoding).to_bytes()


def save_segment(
    target: Target,
    frames: npt.ArrayLike,
    bits: int,
    group_len: int = 64,
    *,
    scale_encoding: ScaleEncoding = "normal",
) -> None:
    """Write frames as a file of one segment; arguments and errors are those of `encode_segment`.

    Args:
        target: A path, whose file appears whole or not at all; or a binary file to write to.
        frames: (num_frames, num_values) numbers.
        bits: Of a code, 2 to 8.
        group_len: Values that share a scale.
        scale_encoding: "normal" or "ruvector".
    """
    write_record(_record_of(frames, bits, group_len, scale_encoding), target)


def decode_segment(
    blob: Blob,
    frame: int | slice | None = None,
    scale_decoding: ScaleDecoding = "exact",
    *,
    strict: bool = False,
    out: Floats | None = None,
) -> Floats:
    """Decode the frames of a segment, or some of them without the others.

    Args:
        blob: The bytes of one segment, to their end.
        frame: Which: None for all, a number for one, from the end if it is negative; or a slice,
            whose step is 1.
        scale_decoding: "exact" takes scales as they are; "ruvector" halves subnormal ones, as that
            program does.
        strict: Refuse what no encoder writes, though it has a meaning: bits after the codes of a
            frame that are not zeros, and the code above the largest.
        out: float32 of the shape of the result, C-contiguous, to fill.

    Returns:
        (num_frames, num_values) float32; of a single frame (num_values,).

    Raises:
        FormatError: the segment is damaged; nothing was allocated, unless by `strict`.
        IndexError: there is no such frame.
        ValueError: `out` does not fit, the step is another, or there is no such `scale_decoding`.
        TypeError: `frame` is no whole number, slice or None.
    """
    with _parsed(blob) as record:
        if strict:
            refuse_noncanonical(record)
        wanted = _range(frame, record.num_frames)
        shape = len(wanted), record.num_values
        target = fitting(out, shape if frame is None or isinstance(frame, slice) else shape[1:])
        steps = widened(record.scales, scale_decoding)
        whole = replace(cast(GroupQuant, record.frames.parameters), scales=steps)
        begin, end, parameters = whole.row_range(wanted.start, wanted.stop)
        stored = np.frombuffer(record.frames.stored[begin:end], np.uint8)
        decode = select(GroupQuant, Operation.DECODE, nbytes=target.nbytes)
        decode(stored, target.reshape(shape), parameters, fresh=out is None)
        return target


def load_segment(
    source: Given | Source,
    rows: Selection | None = None,
    scale_decoding: ScaleDecoding = "exact",
    *,
    strict: bool = False,
    out: Any = None,
    verify: bool = True,
    storage_options: Mapping[str, Any] | None = None,
    **options: Unpack[Options],
) -> Any:
    """The frames of a file of one segment, or some of them; what is not asked for is not read.

    Arguments are those of `quire.load`, `scale_decoding` and `strict` those of `decode_segment`.

    Raises:
        FormatError: the file is damaged; and as of `ArrayFile.read`.
    """
    found = Source.of(source, storage_options)
    with SegmentFile(found, verify=verify, scale_decoding=scale_decoding, strict=strict) as file:
        return file.read(rows, out, **options)


def segment_info(blob: Blob) -> SegmentInfo:
    """What the header of a segment says; no frame is decoded.

    Raises:
        FormatError: the segment is damaged.
    """
    with _parsed(blob) as record:
        return SegmentInfo(
            record.num_bits,
            record.group_size,
            record.num_values,
            record.num_frames,
            record.scales.copy(),
            memoryview(blob).nbytes,
        )


def _parsed(blob: Blob) -> Tqtc:
    """The record of a segment; its frames are not looked at yet."""
    return Tqtc.from_bytes(given_bytes(blob, "blob"))


def check_form(bits: int, group_len: int) -> None:
    """Refuse what no segment can be written with."""
    check_width(bits, range(2, 9), "2 to 8")
    most = largest(Tqtc, "group_size")
    check_number("group_len", group_len, whole=True, least=0)
    if not 1 <= group_len <= most:
        raise FormatError("group_len", f"1 to {most}", group_len)


def quantised(
    frames: npt.NDArray[np.floating[Any]], parameters: GroupQuant
) -> npt.NDArray[np.uint8]:
    """The codes of frames; a FormatError if they are more bytes than a segment can have."""
    size, most = parameters.stored_size(), largest(Tqtc, "len_frames")
    if size > most:
        raise FormatError("frames", f"at most {most} bytes", size)
    codes = np.empty(size, np.uint8)
    encode = select(GroupQuant, Operation.ENCODE, nbytes=parameters.output().nbytes)
    encode(frames, codes, parameters)
    return codes


def segment_of(
    shape: tuple[int, int], bits: int, group_len: int, scales: Halves, codes: memoryview
) -> Tqtc:
    """The record of codes that are there already."""
    stage = Stage("group_quant", shape=shape, bits=bits, scales=scales, group_size=group_len)
    return Tqtc.build(
        num_bits=bits,
        group_size=group_len,
        num_values=shape[1],
        num_frames=shape[0],
        scales=scales,
        frames=Encoded((stage,), stored=codes),
    )


def _record_of(
    frames: npt.ArrayLike, bits: int, group_len: int, scale_encoding: ScaleEncoding
) -> Tqtc:
    check_form(bits, group_len)
    array = real_numbers(frames, "frames")
    if array.ndim != 2:
        found = f"an array of shape {array.shape}"
        raise EncodingError(f"frames: expected frames (num_frames, num_values), found {found}")
    shape = (array.shape[0], array.shape[1])
    reached = array[:1] if scale_encoding == "ruvector" else array
    maxima = np.zeros(-(-shape[1] // group_len), np.float32)
    for frame in reached:
        np.maximum(maxima, group_maxima(frame, group_len), out=maxima)
    scales = stored_scales(maxima, bias(bits), scale_encoding)
    steps = widened(scales, "ruvector")  # those that "normal" gives are the same either way
    codes = quantised(array, GroupQuant(shape, bits, steps, group_len))
    return segment_of(shape, bits, group_len, scales, codes.data)


def _range(frame: int | slice | None, num_frames: int) -> range:
    """The frames that are meant."""
    if frame is None:
        return range(num_frames)
    if isinstance(frame, slice):
        start, stop, step = frame.indices(num_frames)
        if step != 1:
            raise ValueError(f"frame: expected a slice whose step is 1, found {step}")
        return range(start, max(start, stop))
    if not -num_frames <= whole_number(frame, "frame") < num_frames:
        raise IndexError(f"frame: expected one of {num_frames}, found {frame}")
    return range(frame % num_frames, frame % num_frames + 1)
