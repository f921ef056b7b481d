"""Streams of frames: where segments end, and how wide their codes are."""

from __future__ import annotations

import importlib
import json
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import quire
from quire import tiers

VECTORS = Path(__file__).parent / "vectors"
STREAMS = [case for case in json.loads((VECTORS / "segments.json").read_text()) if case["policy"]]
WIDTHS = json.loads((VECTORS / "policies.json").read_text())["adr017_select_bits"]

HOT = tiers.SegmentPolicy(hot_min_score=0)

Floats = npt.NDArray[np.float32]


def _policy(case: dict[str, Any]) -> tiers.SegmentPolicy:
    names = ("group_len", "drift_pct_q8", "hot_min_score", "warm_min_score", "warm_bits")
    return tiers.SegmentPolicy(**{name: case["policy"][name] for name in names})


def _pushed(case: dict[str, Any], scale_encoding: Any) -> list[bytes]:
    """The segments of a stream whose accesses change as the case says."""
    frames: Floats = np.load(VECTORS / case["frames"])
    accesses = case["policy"]["access_count_and_last_access_per_frame"]
    writer = tiers.FrameWriter(frames.shape[1], _policy(case), scale_encoding=scale_encoding)
    done = []
    for now, frame in enumerate(frames):
        writer.set_access(*accesses[min(now, len(accesses) - 1)])
        done.append(writer.push_frame(frame, now))
    done.append(writer.flush())
    return [segment for segment in done if segment is not None]


@pytest.mark.parametrize("case", STREAMS, ids=lambda case: case["name"])
def test_streams_become_the_segments_of_the_original(case: dict[str, Any]) -> None:
    expected = [(VECTORS / segment["file"]).read_bytes() for segment in case["segments"]]
    assert _pushed(case, "ruvector") == expected
    assert (_pushed(case, "normal") == expected) == (case["name"] != "subnormal_scales")


@pytest.mark.parametrize("name", ["hot_8bit", "warm_7bit", "cold_3bit", "drift_breaks_segment"])
def test_an_iterable_becomes_the_same_segments(name: str) -> None:
    case = next(case for case in STREAMS if case["name"] == name)
    count, last = case["policy"]["access_count_and_last_access_per_frame"][0]
    frames = iter(np.load(VECTORS / case["frames"]))
    found = tiers.encode_frames(frames, _policy(case), access_count=count, last_access=last)
    assert list(found) == [(VECTORS / each["file"]).read_bytes() for each in case["segments"]]


@pytest.mark.parametrize("row", WIDTHS["rows"], ids=str)
def test_widths_are_those_of_the_original(row: list[int]) -> None:
    count, last, now, bits = row
    assert tiers.SegmentPolicy().bits_for(count, last, now) == bits


@pytest.mark.parametrize(
    ("count", "last", "now", "bits"),
    [
        (2**22, 5, 5, 8),  # times 1024, it would wrap around to 0
        (2**32 - 1, 0, 2**23 - 2, 8),  # 2^32 - 1 by one less than 2^23
        (2**32 - 1, 0, 2**23 - 1, 7),  # by 2^23 it is 511
        (100, 1, 0, 3),  # an age of 2^32 - 1
        (100, 10, 5, 3),
        (100, 2**32 - 1, 0, 8),  # the clock wrapped around
    ],
)
def test_scores_neither_wrap_nor_divide_by_zero(count: int, last: int, now: int, bits: int) -> None:
    assert tiers.SegmentPolicy().bits_for(count, last, now) == bits


def test_touching_makes_a_tensor_hot() -> None:
    writer, frame = tiers.FrameWriter(8), np.ones(8)
    assert writer.push_frame(frame, 0) is None
    writer.touch(1)
    cold = writer.push_frame(frame, 1)
    assert cold is not None
    assert tiers.segment_info(cold).bits == 3
    assert writer.push_frame(frame, 9) is not None  # 1024 by 9 is 113: warm
    last = writer.flush()
    assert last is not None
    assert tiers.segment_info(last).bits == 7
    assert writer.flush() is None


@pytest.mark.parametrize(
    ("value", "segments"), [(1.1, 1), (-1.1, 1), (1.11, 2), (-1.11, 2), (np.inf, 1), (np.nan, 1)]
)
def test_a_segment_ends_when_values_drift_by_more_than_a_tenth(value: float, segments: int) -> None:
    frames = [[1.0, 0.5, 0.25], [value, 0.5, 0.25]]
    found = list(tiers.encode_frames(frames, HOT))
    assert len(found) == segments
    second = tiers.decode_segment(found[-1])[-1].tolist()
    kept = np.clip(value, -1, 1) if segments == 1 else value
    expected = [kept if np.isfinite(value) else 0, 0.5, 0.25]
    assert second == pytest.approx(expected, abs=0.005)


def test_each_group_drifts_by_itself() -> None:
    policy = tiers.SegmentPolicy(group_len=2, hot_min_score=0)
    small = [9.0, 9.0, 0.0, 0.0]
    assert len(list(tiers.encode_frames([small, [9.0, 0.0, 0.0, 0.001]], policy))) == 2
    assert len(list(tiers.encode_frames([small, [0.0, 9.5, 0.0, np.nan]], policy))) == 1


def test_all_frames_come_back_in_order() -> None:
    rng = np.random.default_rng(1)
    growth = np.linspace(1, 5, 50)[:, np.newaxis]
    frames = (rng.uniform(-1, 1, (50, 100)) * growth).astype(np.float32)
    segments = list(tiers.encode_frames(frames, HOT))
    assert len(segments) > 3
    found = np.concatenate([tiers.decode_segment(segment) for segment in segments])
    assert found.shape == frames.shape
    assert np.abs(found - frames).max() <= 5 * 26 / 256 + 0.02


def test_a_writer_keeps_the_codes_alone() -> None:
    writer = tiers.FrameWriter(1000, now=3)
    for now in range(10):
        writer.push_frame(np.full(1000, 0.5), now)
    assert (writer.num_values, writer.num_frames, writer.nbytes) == (1000, 10, 3750)
    assert writer.policy == tiers.SegmentPolicy()
    blob = writer.flush()
    assert blob is not None
    assert len(blob) == 26 + 2 * 16 + 3750
    assert (writer.num_frames, writer.nbytes) == (0, 0)


def test_a_segment_ends_before_it_is_larger_than_its_header_can_tell(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(importlib.import_module("quire.tiers.segments.frames"), "MOST_BYTES", 20)
    segments = tiers.encode_frames(np.ones((5, 8)), HOT)
    assert [tiers.segment_info(each).num_frames for each in segments] == [2, 2, 1]


@pytest.mark.parametrize(
    "frame", [np.ones(7), np.ones((1, 8)), np.ones(8, complex), np.full(8, 1e9)]
)
def test_a_frame_that_is_refused_changes_nothing(frame: Any) -> None:
    writer = tiers.FrameWriter(8, HOT)
    writer.push_frame(np.ones(8), 0)
    with pytest.raises(quire.EncodingError):
        writer.push_frame(frame, 1)
    writer.push_frame(np.ones(8), 1)
    blob = writer.flush()
    assert blob == tiers.encode_segment(np.ones((2, 8)), 8)


def test_nothing_makes_no_segment() -> None:
    assert list(tiers.encode_frames([])) == []
    assert tiers.FrameWriter(3).flush() is None
    empty = list(tiers.encode_frames(np.empty((3, 0))))
    assert [tiers.segment_info(blob).num_frames for blob in empty] == [3]


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"warm_bits": 1}, "bits: expected 2 to 8, found 1"),
        ({"group_len": 0}, "group_len: expected 1 to"),
        ({"drift_pct_q8": -1}, "drift_pct_q8: expected a whole number, 0 or more, found -1"),
        ({"hot_min_score": -1}, "hot_min_score: expected a whole number, 0 or more"),
    ],
)
def test_policies_that_cannot_be_are_refused(fields: dict[str, int], expected: str) -> None:
    with pytest.raises(quire.FormatError, match=expected):
        tiers.SegmentPolicy(**fields)


def test_frames_have_a_length() -> None:
    with pytest.raises(ValueError, match="num_values: expected 0 to 4294967295, found -1"):
        tiers.FrameWriter(-1)
    with pytest.raises(ValueError, match="scale_encoding: expected normal or ruvector"):
        tiers.FrameWriter(1, scale_encoding="exact").push_frame([1], 0)  # type: ignore[arg-type]  # is refused
