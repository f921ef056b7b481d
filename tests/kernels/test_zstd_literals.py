"""Frames of zstd made of literals alone: the library reads them, whatever the bytes are."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quire.kernels.codecs.zstd.codec import Zstd

pytest.importorskip("numba", reason="pip install numba")
zstandard = pytest.importorskip("zstandard", reason="pip install zstandard")

from quire.kernels.codecs.zstd import library as zstd  # noqa: E402  # after what they need
from quire.kernels.codecs.zstd import numba as zstd_literals  # noqa: E402  # the same

Bytes = npt.NDArray[np.uint8]

NO_LEVEL = Zstd()

RAW, REPEATED, COMPRESSED = range(3)


@pytest.fixture(autouse=True)
def without_matches(monkeypatch: pytest.MonkeyPatch) -> None:
    """No matches, however much they would save."""
    monkeypatch.setattr(zstd_literals, "WORTH", 0)


def _encoded(data: Bytes) -> bytes:
    """A frame, which the library decodes, in one go and as a stream, with the smallest window."""
    frame = zstd_literals.encode(data, NO_LEVEL)
    assert zstandard.frame_content_size(frame) == data.size
    assert zstandard.ZstdDecompressor().decompress(frame) == data.tobytes()
    reader = zstandard.ZstdDecompressor(max_window_size=1 << 17).stream_reader(frame)
    assert reader.read() == data.tobytes()
    out = np.empty(data.size, np.uint8)
    zstd.decode(np.frombuffer(frame, np.uint8), out, NO_LEVEL)
    assert np.array_equal(out, data)
    return frame


def _blocks(frame: bytes) -> list[tuple[int, int]]:
    """Types of the blocks of a frame, and how many bytes each becomes (RFC 8878, 3.1.1.2)."""
    position, found, last = zstandard.frame_header_size(frame), [], False
    while not last:
        header = int.from_bytes(frame[position : position + 3], "little")
        last, kind, size = bool(header & 1), header >> 1 & 3, header >> 3
        becomes, stored = size, 1 if kind == REPEATED else size
        if kind == COMPRESSED:
            literals = int.from_bytes(frame[position + 3 : position + 8], "little")
            assert literals & 3 == 2, "compressed literals, with a code of their own"
            width = {1: 10, 2: 14, 3: 18}[literals >> 2 & 3]
            becomes = literals >> 4 & (1 << width) - 1
            assert frame[position + 2 + size] == 0, "no sequences"
        found.append((kind, becomes))
        position += 3 + stored
    assert position == len(frame)
    return found


def _drawn(values: npt.ArrayLike, weights: npt.ArrayLike, size: int, seed: int = 1) -> Bytes:
    shares = np.asarray(weights, np.float64)
    rng = np.random.default_rng(seed)
    return rng.choice(np.asarray(values, np.uint8), size, p=shares / shares.sum())


def _entropy(data: Bytes) -> float:
    """Bytes that an ideal code without context takes."""
    counts = np.bincount(data)
    counts = counts[counts > 0]
    return float(-(counts * np.log2(counts / data.size)).sum() / 8)


FIBONACCI = [1, 1]
while len(FIBONACCI) < 24:
    FIBONACCI.append(FIBONACCI[-1] + FIBONACCI[-2])


@pytest.mark.parametrize(
    ("values", "weights"),
    [
        pytest.param([0, 1], [1, 1], id="two neighbours"),
        pytest.param([0, 255], [9, 1], id="two far from each other"),
        pytest.param([127, 128], [1, 3], id="the most weights that are written plainly"),
        pytest.param([3, 129], [1, 3], id="one more than can be written plainly"),
        pytest.param(range(0, 256, 16), [1] * 16, id="sixteen alike"),
        pytest.param(range(24), FIBONACCI, id="codes that would be too long"),
        pytest.param(range(255, 231, -1), FIBONACCI, id="the same at the other end"),
        pytest.param(range(256), np.exp(-np.arange(256) / 20), id="all values, geometric"),
        pytest.param(range(256), np.exp(-np.abs(np.arange(256) - 128) / 9), id="around the middle"),
        pytest.param(range(200), 1 / (1 + np.arange(200.0)), id="one over rank"),
        pytest.param(range(12), 2.0 ** -np.arange(12), id="a code of eleven bits"),
        pytest.param(range(13), 2.0 ** -np.arange(13), id="a code of twelve bits"),
    ],
)
@pytest.mark.parametrize("size", [8192, 8193, 100_000, 131_072, 131_073, 300_001])
def test_bytes_of_a_distribution(values: range, weights: list[float], size: int) -> None:
    data = _drawn(values, weights, size)
    frame = _encoded(data)
    assert {kind for kind, becomes in _blocks(frame) if becomes > 1} == {COMPRESSED}
    most = max(np.bincount(data)) / size
    at_least_a_bit = size / 8 if most > 0.5 else 0
    assert len(frame) <= max(_entropy(data), at_least_a_bit) * 1.1 + 150 * math.ceil(size / 100_000)


def test_bytes_that_say_nothing_are_stored_as_they_are() -> None:
    noise = np.frombuffer(np.random.default_rng(2).bytes(300_000), np.uint8)
    frame = _encoded(noise)
    assert {kind for kind, _ in _blocks(frame)} == {RAW}
    assert len(frame) < noise.size + 100


def test_one_byte_again_and_again_takes_four() -> None:
    frame = _encoded(np.full(300_000, 7, np.uint8))
    assert _blocks(frame) == [(REPEATED, 131_072), (REPEATED, 131_072), (REPEATED, 37_856)]


def test_a_block_ends_where_the_frequencies_change() -> None:
    low, high = _drawn(range(9), range(1, 10), 49_152), _drawn([77, 200], [1, 5], 32_768)
    data = np.concatenate([low, np.zeros(16_384, np.uint8), high])
    assert _blocks(_encoded(data)) == [
        (COMPRESSED, 49_152),
        (REPEATED, 16_384),
        (COMPRESSED, 32_768),
    ]


def test_the_most_that_a_block_may_have() -> None:
    blocks = _blocks(_encoded(_drawn(range(9), range(1, 10), 600_000)))
    assert blocks == [(COMPRESSED, 131_072)] * 4 + [(COMPRESSED, 75_712)]


@settings(deadline=None)  # the first example compiles
@given(
    sizes=st.lists(st.integers(0, 70_000), min_size=1, max_size=4),
    widths=st.lists(st.integers(1, 256), min_size=4, max_size=4),
    steepness=st.lists(st.floats(0, 3), min_size=4, max_size=4),
    seed=st.integers(0, 2**32 - 1),
)
def test_any_bytes_come_back(
    sizes: list[int], widths: list[int], steepness: list[float], seed: int
) -> None:
    rng = np.random.default_rng(seed)
    values = [rng.permutation(256)[:width] for width in widths]
    data = np.concatenate(
        [
            _drawn(drawn, np.exp(-steep * np.arange(drawn.size) / 4), size, seed)
            for size, drawn, steep in zip(sizes, values, steepness, strict=False)
        ]
    ).astype(np.uint8)
    if data.size:
        _encoded(data)


@pytest.mark.parametrize("size", [0, 1, 255, 256, 4096, zstd_literals.LEAST - 1])
def test_few_bytes_are_left_to_the_library(size: int) -> None:
    data = np.arange(size).astype(np.uint8)
    assert zstd_literals.encode(data, NO_LEVEL) == zstd.encode(data, NO_LEVEL)


@pytest.mark.parametrize("level", [-1, 1, 19])
def test_a_level_is_that_of_the_library(level: int) -> None:
    data = _drawn(range(9), range(1, 10), 50_000)
    told = Zstd(level)
    assert zstd_literals.encode(data, told) == zstd.encode(data, told)


def test_matches_are_used_where_they_save_much(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    text = np.frombuffer(b"".join(b"%d: a line of text\n" % i for i in range(9000)), np.uint8)
    assert zstd_literals.encode(text, NO_LEVEL) == zstd.encode(text, NO_LEVEL)
    noise = _drawn(range(9), range(1, 10), 50_000)
    assert len(zstd_literals.encode(noise, NO_LEVEL)) < len(zstd.encode(noise, NO_LEVEL))


def test_a_content_of_many_blocks_needs_no_large_window() -> None:
    frame = _encoded(_drawn(range(9), range(1, 10), 2_000_000))
    assert zstandard.get_frame_parameters(frame).window_size == 1 << 17
