"""Frames one after another, in as many segments as it takes (ADR-017, temporal segments)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from quire.generated.tqtc import Tqtc
from quire.kernels.codecs.group_quant.codec import GroupQuant
from quire.kernels.engine.given import expect_a, expect_list, whole_number
from quire.kernels.services.bits.layout import bias, packed_size
from quire.runtime.errors import EncodingError
from quire.runtime.values.number_at import largest
from quire.tiers.blocks.numbers import Floats, check_number, real_numbers
from quire.tiers.segments.scales import (
    Halves,
    ScaleEncoding,
    group_maxima,
    stored_scales,
    widened,
)
from quire.tiers.segments.segment import check_form, quantised, segment_of

HOT_BITS, COLD_BITS = 8, 3

MOST_VALUES, MOST_FRAMES, MOST_BYTES = (
    largest(Tqtc, name) for name in ("num_values", "num_frames", "len_frames")
)
"""Of a segment."""


@dataclass(frozen=True, slots=True)
class SegmentPolicy:
    """How wide codes are, and when a new segment begins (ADR-017).

    The score of a tensor is its number of accesses times 1024, divided by one more than the ticks
    since the last access. It is an integer of 32 bits; what is larger becomes the largest of these.

    Attributes:
        group_len: Values that share a scale.
        drift_pct_q8: By how much a magnitude may be above what the scales reach, in 256ths; what
            is above that begins a new segment.
        hot_min_score: From which score on codes have 8 bits: all of them have if it is 0.
        warm_min_score: From which score on they have `warm_bits`; below, they have 3.
        warm_bits: 2 to 8.

    Raises:
        InvalidBitWidth: there are no codes of `warm_bits`.
        FormatError: another number cannot be.
    """

    group_len: int = 64
    drift_pct_q8: int = 26
    hot_min_score: int = 512
    warm_min_score: int = 64
    warm_bits: int = 7

    def __post_init__(self) -> None:
        check_form(self.warm_bits, self.group_len)
        for name in ("drift_pct_q8", "hot_min_score", "warm_min_score"):
            check_number(name, getattr(self, name), whole=True)

    def bits_for(self, access_count: int, last_access: int, now: int) -> int:
        """The width for a tensor.

        Args:
            access_count: How often it was accessed.
            last_access: When it was the last time, in ticks; those are counted modulo 2^32.
            now: The current tick.
        """
        whole_number(access_count, "access_count")
        age = (whole_number(now, "now") - whole_number(last_access, "last_access")) % 2**32
        score = min(access_count * 1024, 2**32 - 1) // (age + 1)
        if score >= self.hot_min_score:
            return HOT_BITS
        return self.warm_bits if score >= self.warm_min_score else COLD_BITS

    @property
    def tolerance(self) -> float:
        """How many times what the scales reach a magnitude may be."""
        return 1 + self.drift_pct_q8 / 256


class FrameWriter:
    """Quantises frames as they come; the codes of one segment are kept until it is complete.

    A segment ends when the policy asks for another width, or a frame has a finite magnitude that is
    too large for the scales, which are those of its first frame; or at 4 GiB. What is larger, but
    not by so much, is clamped.

    Args:
        num_values: Of every frame.
        policy: How wide codes are, and when a segment ends; None for the default policy.
        now: The tick that counts as the last access to the tensor; see `touch`.
        scale_encoding: As for `encode_segment`.

    Raises:
        ValueError: there cannot be so many values.
        TypeError: their number is not whole, or the policy is none.
    """

    def __init__(
        self,
        num_values: int,
        policy: SegmentPolicy | None = None,
        *,
        now: int = 0,
        scale_encoding: ScaleEncoding = "normal",
    ) -> None:
        if not 0 <= whole_number(num_values, "num_values") <= MOST_VALUES:
            raise ValueError(f"num_values: expected 0 to {MOST_VALUES}, found {num_values}")
        self._policy = SegmentPolicy() if policy is None else policy
        expect_a(SegmentPolicy, self._policy, "policy")
        self._num_values = num_values
        self._scale_encoding = scale_encoding
        self._access_count, self._last_access = 0, whole_number(now, "now")
        self._codes, self._num_frames = bytearray(), 0
        self._scales: Halves
        self._parameters: GroupQuant

    @property
    def policy(self) -> SegmentPolicy:
        """How wide codes are, and when a segment ends."""
        return self._policy

    @property
    def num_values(self) -> int:
        """Of every frame."""
        return self._num_values

    @property
    def num_frames(self) -> int:
        """Frames of the segment that is not complete yet."""
        return self._num_frames

    @property
    def nbytes(self) -> int:
        """Bytes of their codes."""
        return len(self._codes)

    def touch(self, now: int) -> None:
        """Note an access: the tensor is hotter for it. Pushing a frame is none."""
        self._last_access = whole_number(now, "now")
        self._access_count += 1

    def set_access(self, access_count: int, last_access: int) -> None:
        """Set what `touch` counts."""
        self._access_count = whole_number(access_count, "access_count")
        self._last_access = whole_number(last_access, "last_access")

    def push_frame(self, frame: npt.ArrayLike, now: int) -> bytes | None:
        """Add a frame.

        Args:
            frame: (num_values,) numbers; they are rounded to float32. What is not finite becomes 0.
            now: The current tick.

        Returns:
            The segment that was completed because this frame could not be a part of it; or None.

        Raises:
            EncodingError: these are not so many real numbers, or a scale is too large for float16;
                the frame is not added, and the segment goes on.
            ValueError: there is no such `scale_encoding`.
        """
        values = real_numbers(frame, "frame")
        if values.shape != (self._num_values,):
            expected = f"a frame of {self._num_values} values"
            raise EncodingError(
                f"frame: expected {expected}, found an array of shape {values.shape}"
            )
        bits = self._policy.bits_for(self._access_count, self._last_access, now)
        maxima, done = group_maxima(values, self._policy.group_len), None
        if not self._fits(bits, maxima):
            scales = stored_scales(maxima, bias(bits), self._scale_encoding)
            done = self.flush()
            self._begin(bits, scales)
        self._codes += quantised(values, self._parameters).data
        self._num_frames += 1
        return done

    def flush(self) -> bytes | None:
        """The segment of the frames so far, which is complete by that; None if there are none."""
        if not self._num_frames:
            return None
        parameters = self._parameters
        shape = (self._num_frames, self._num_values)
        done = segment_of(
            shape, parameters.bits, parameters.group_size, self._scales, memoryview(self._codes)
        ).to_bytes()
        self._codes, self._num_frames = bytearray(), 0
        return done

    def _fits(self, bits: int, maxima: Floats) -> bool:
        """Whether a frame can be a part of the segment."""
        if not self._num_frames or bits != self._parameters.bits:
            return False
        line = packed_size(self._num_values, bits)
        if len(self._codes) + line > MOST_BYTES or self._num_frames == MOST_FRAMES:
            return False
        with np.errstate(over="ignore"):  # of scales beyond float16, nothing is too large
            reach = self._parameters.scales.astype(np.float32) * np.float32(bias(bits))
            return not (maxima > reach * np.float32(self._policy.tolerance)).any()

    def _begin(self, bits: int, scales: Halves) -> None:
        self._scales = scales
        self._parameters = GroupQuant(
            (1, self._num_values), bits, widened(scales, "ruvector"), self._policy.group_len
        )


def encode_frames(
    frames: Iterable[Any],
    policy: SegmentPolicy | None = None,
    *,
    access_count: int = 0,
    last_access: int = 0,
    now: int = 0,
    scale_encoding: ScaleEncoding = "normal",
) -> Iterator[bytes]:
    """Quantise frames as they come, to segments.

    A tensor that nobody accesses is cold, so that codes have 3 bits;
    `SegmentPolicy(hot_min_score=0)` gives all of them 8.

    Args:
        frames: (num_values,) numbers each; rows of a two-dimensional array, for instance.
        policy: When a segment ends, and how wide codes are; the default one if it is None.
        access_count: How often the tensor was accessed.
        last_access: When it was the last time.
        now: The time of the first frame; each of the others comes a tick later.
        scale_encoding: As for `encode_segment`.

    Yields:
        Segments, in the order of their frames.

    Raises:
        EncodingError: frames are not alike, or cannot be encoded.
    """
    expect_list(frames, "frames", "arrays")
    writer: FrameWriter | None = None
    for tick, frame in enumerate(frames, whole_number(now, "now")):
        if writer is None:
            writer = FrameWriter(
                real_numbers(frame, "frame").size, policy, scale_encoding=scale_encoding
            )
            writer.set_access(access_count, last_access)
        done = writer.push_frame(frame, tick)
        if done is not None:
            yield done
    if writer is not None and (done := writer.flush()) is not None:
        yield done
