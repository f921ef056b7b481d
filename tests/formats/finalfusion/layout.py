"""finalfusion files put together with `struct`, from the layout of the real programs."""

from __future__ import annotations

import struct
from collections.abc import Iterable, Sequence

import numpy as np
import numpy.typing as npt

SIMPLE, MATRIX, BUCKETS, QUANTIZED, METADATA, NORMS, FASTTEXT, EXPLICIT, FLORET = range(1, 10)

WORDS = ("one", "two", "drei", "été")
ROWS: npt.NDArray[np.float32] = np.arange(12, dtype=np.float32).reshape(4, 3) - 5


def words(listed: Iterable[str | bytes]) -> bytes:
    """Strings with their lengths."""
    encoded = [each if isinstance(each, bytes) else each.encode() for each in listed]
    return b"".join(struct.pack("<I", len(each)) + each for each in encoded)


def simple(listed: Sequence[str | bytes] = WORDS) -> tuple[int, bytes]:
    """A vocabulary without subwords."""
    return SIMPLE, struct.pack("<Q", len(listed)) + words(listed)


def buckets(
    kind: int, size: int, min_n: int = 3, max_n: int = 6, listed: Sequence[str] = WORDS
) -> tuple[int, bytes]:
    """A vocabulary with hashed n-grams: `size` is the exponent, or the number of buckets."""
    return kind, struct.pack("<QIII", len(listed), min_n, max_n, size) + words(listed)


def explicit(
    ngrams: Sequence[tuple[str, int]], min_n: int = 3, max_n: int = 6, count: int | None = None
) -> tuple[int, bytes]:
    """A vocabulary with a list of n-grams."""
    listed = b"".join(words([ngram]) + struct.pack("<Q", index) for ngram, index in ngrams)
    count = len(ngrams) if count is None else count
    head = struct.pack("<QQII", len(WORDS), count, min_n, max_n)
    return EXPLICIT, head + words(WORDS) + listed


def floret(min_n: int = 3, max_n: int = 4, size: int = 4, hashes: int = 2) -> tuple[int, bytes]:
    """A vocabulary without words."""
    return FLORET, struct.pack("<IIQII", min_n, max_n, size, hashes, 7) + words(["<", ">"])


def matrix(rows: npt.NDArray[np.float32] = ROWS, data_type: int = 10) -> tuple[int, bytes, bytes]:
    """A plain storage; its padding is told by its position."""
    return MATRIX, struct.pack("<QII", *rows.shape, data_type), rows.tobytes()


def quantized(
    codes: npt.NDArray[np.uint8],
    codebooks: npt.NDArray[np.float32],
    projection: npt.NDArray[np.float32] | None = None,
    norms: npt.NDArray[np.float32] | None = None,
) -> tuple[int, bytes, bytes]:
    """A quantised storage."""
    parts, centroids, width = codebooks.shape
    flags = int(projection is not None), int(norms is not None)
    head = struct.pack("<IIIIIQII", *flags, parts, parts * width, centroids, len(codes), 1, 10)
    arrays = [projection, codebooks, norms, codes]
    return QUANTIZED, head, b"".join(each.tobytes() for each in arrays if each is not None)


def norms(values: Sequence[float], data_type: int = 10) -> tuple[int, bytes, bytes]:
    """Norms."""
    stored = np.array(values, np.float32)
    return NORMS, struct.pack("<QI", len(stored), data_type), stored.tobytes()


def metadata(text: str | bytes) -> tuple[int, bytes]:
    """Metadata."""
    return METADATA, text if isinstance(text, bytes) else text.encode()


Chunk = tuple[int, bytes] | tuple[int, bytes, bytes]


def file(
    *chunks: Chunk, magic: bytes = b"FiFu", version: int = 0, listed: Sequence[int] | None = None
) -> bytes:
    """A file of chunks; the third part of a chunk stands after padding."""
    kinds = [chunk[0] for chunk in chunks] if listed is None else list(listed)
    data = magic + struct.pack(f"<II{len(kinds)}I", version, len(kinds), *kinds)
    for kind, *parts in chunks:
        body = parts[0]
        if len(parts) > 1:
            position = len(data) + 12 + len(body)
            body += bytes(4 - position % 4) + parts[1]
        data += struct.pack("<IQ", kind, len(body)) + body
    return data


def starts(data: bytes) -> list[int]:
    """Where the chunks of a file begin."""
    (count,) = struct.unpack_from("<I", data, 8)
    position, found = 12 + 4 * count, []
    while position < len(data):
        found.append(position)
        position += 12 + struct.unpack_from("<Q", data, position + 4)[0]
    return found
