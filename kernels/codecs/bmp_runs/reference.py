"""`bmp_runs` in plain Python, a run at a time."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NoReturn

import numpy as np
import numpy.typing as npt

from quire.kernels.backends.arrays import converted
from quire.kernels.codecs.bmp_runs.codec import END_OF_IMAGE, END_OF_ROW, MOVE, BmpRuns
from quire.kernels.contract import StoredError
from quire.runtime.errors import EncodingError

Bytes = npt.NDArray[np.uint8]

MOST = 255
"""Indices of a run."""

LEAST_RUN = 4
"""Equal indices that are stored as a run; fewer are listed with those beside them."""

LEAST_LIST = 3
"""Indices that can be listed; of fewer, each is a run."""


def decode(
    stored: Bytes,
    out: Bytes,
    codec: BmpRuns,
    *,
    fresh: bool = False,  # noqa: ARG001  # all is set to 0 first
) -> None:
    """Put runs where they belong; what is left out is 0.

    Args:
        stored: uint8, the runs.
        out: uint8 of `codec.shape`.
        codec: Shape and bits.
        fresh: Whether the memory of `out` was never touched.

    Raises:
        StoredError: a run goes beyond the image, or the bytes end before one does.
    """
    found = list(_pieces(bytes(stored), codec))
    out[:] = 0
    rows = out[::-1, :, 0]
    for row, column, indices in found:
        rows[row, column : column + indices.size] = indices


def encode(data: Bytes, codec: BmpRuns) -> bytes:
    """Store equal indices beside each other as runs, and list others.

    Args:
        data: uint8 of `codec.shape`, any strides.
        codec: Shape and bits.

    Raises:
        EncodingError: an index has more bits.
    """
    data = converted(data, codec.dtype)
    if data.size and int(data.max()) >> codec.bits:
        message = f"bmp_runs: expected indices of {codec.bits} bits, found {int(data.max())}"
        raise EncodingError(message)
    stored = bytearray()
    for row in data[::-1, :, 0]:
        stored += _encoded(row, codec.bits) + bytes([0, END_OF_ROW])
    stored[-2:] = bytes([0, END_OF_IMAGE])
    return bytes(stored)


def _pieces(stored: bytes, codec: BmpRuns) -> Iterator[tuple[int, int, Bytes]]:
    """Row, counted from the bottom, column, and indices."""
    height, width, _ = codec.shape
    at = row = column = 0
    while at < len(stored):
        count, tag = _pair(stored, at)
        if count == 0 and tag == END_OF_IMAGE:
            return
        if count == 0 and tag == END_OF_ROW:
            at, row, column = at + 2, row + 1, 0
        elif count == 0 and tag == MOVE:
            right, up = _pair(stored, at + 2)
            at, row, column = at + 4, row + up, column + right
        else:
            indices, size = _indices(stored, at, codec.bits)
            if row >= height or column + indices.size > width:
                _refuse(
                    at, f"a run inside of {height} rows of {width}", (row, column, len(indices))
                )
            yield row, column, indices
            at, column = at + size, column + indices.size


def _pair(stored: bytes, at: int) -> tuple[int, int]:
    if at + 2 > len(stored):
        _refuse(at, "2 bytes", len(stored) - at)
    return stored[at], stored[at + 1]


def _indices(stored: bytes, at: int, bits: int) -> tuple[Bytes, int]:
    """Those of a run or a list, and how many bytes it takes."""
    count, tag = stored[at], stored[at + 1]
    if count:
        return np.resize(_split(bytes([tag]), bits), count), 2
    size = (tag * bits + 7) // 8
    listed = stored[at + 2 : at + 2 + size]
    if len(listed) < size:
        _refuse(at + 2, f"{size} bytes of indices", len(listed))
    return _split(listed, bits)[:tag], 2 + size + size % 2


def _split(data: bytes, bits: int) -> Bytes:
    found = np.frombuffer(data, np.uint8)
    return found if bits == 8 else np.stack([found >> 4, found & 15], axis=1).ravel()


def _refuse(at: int, expected: str, found: object) -> NoReturn:
    raise StoredError(at, expected, found)


def _encoded(row: Bytes, bits: int) -> bytes:
    """The runs and lists of a row."""
    edges = np.concatenate([[0], np.flatnonzero(np.diff(row)) + 1, [row.size]])
    stored, begin = bytearray(), 0
    for start, end in zip(edges[:-1].tolist(), edges[1:].tolist(), strict=True):
        if end - start >= LEAST_RUN:
            stored += _listed(row[begin:start].tobytes(), bits) + _run(
                row[start], end - start, bits
            )
            begin = end
    return bytes(stored + _listed(row[begin:].tobytes(), bits))


def _run(index: int, count: int, bits: int) -> bytes:
    byte = int(index) if bits == 8 else int(index) * 17
    full, left = divmod(count, MOST)
    return bytes([MOST, byte]) * full + bytes([left, byte])[: 2 * (left > 0)]


def _listed(indices: bytes, bits: int) -> bytes:
    stored = bytearray()
    for start in range(0, len(indices), MOST):
        part = indices[start : start + MOST]
        if len(part) < LEAST_LIST:
            stored += b"".join(_run(index, 1, bits) for index in part)
            continue
        packed = part if bits == 8 else _joined(part)
        stored += bytes([0, len(part)]) + packed + bytes(len(packed) % 2)
    return bytes(stored)


def _joined(indices: bytes) -> bytes:
    pairs = zip(indices[::2], [*indices[1::2], 0], strict=False)
    return bytes(high << 4 | low for high, low in pairs)
