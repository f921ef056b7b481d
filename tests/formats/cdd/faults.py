"""Files with one field that is wrong, each with the path of the field that is told."""

from __future__ import annotations

import struct
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from tests.formats.cdd.frames import deflate, lz4_frame
from tests.formats.cdd.layout import D, Layout, U, chunk, file, header, index_block, patched, read
from tests.formats.cdd.payloads import DOWN_CAST_16, LITTLE_ENDIAN, Array

Made = tuple[str, Callable[[Layout], bytes]]

ROWS: Array = np.arange(30, dtype=np.float32).reshape(15, 2)
BYTES = ROWS.tobytes()
OTHER = np.arange(2, dtype=np.uint8)
BOOK = np.ones((2, 50, 3), np.float32)

MUCH = b"\x28\xb5\x2f\xfd\xe0" + struct.pack("<Q", 1 << 37) + b"\x03\x00\x00\x00"
"""A frame of zstd that says that it is of 128 GiB."""

CAPACITY = 64


def zstd(layout: Layout) -> int:
    """The number of that type; raw is the one before, OKX as float16 the one after."""
    return 2 if layout is U else 1


def beside(layout: Layout, array: Array, number: int, **fields: Any) -> bytes:
    """A file whose chunk 1 of 3 is of an array, but for some fields."""
    other = chunk(layout, OTHER, zstd(layout) - 1)
    return file(layout, [other, chunk(layout, array, number, **fields), other], capacity=4)


def one(layout: Layout, **fields: Any) -> bytes:
    """Such a file with ROWS as zstd."""
    return beside(layout, ROWS, zstd(layout), **fields)


def raw(layout: Layout, **fields: Any) -> bytes:
    """Such a file with the bytes of ROWS."""
    return beside(layout, ROWS, zstd(layout) - 1, **fields)


def _typed(layout: Layout) -> bytes:
    data = one(layout)
    return patched(data, read(data).chunks[1].offset + 4, "<H", 77)


CHUNKS: dict[str, Made] = {
    "size 0": ("len_chunk", lambda u: one(u, size=0)),
    "size that cuts the hash": ("len_chunk", lambda u: one(u, size=20)),
    "size beyond the file": ("len_chunk", lambda u: one(u, size=1 << 31)),
    "type unknown": ("type", _typed),
    "dtype 0": ("dtype", lambda u: one(u, dtype=0)),
    "dtype unknown": ("dtype", lambda u: one(u, dtype=13)),
    "dtype of another size": ("data", lambda u: one(u, dtype=3)),
    "dtype of no book": ("data.dtype", lambda u: beside(u, BOOK, zstd(u) + 2, dtype=8)),
    "hash": ("data", lambda u: one(u, hash=bytes(u.hash_size))),
    "hash of float16": ("data", lambda u: beside(u, BOOK, zstd(u) + 1, hash=bytes(u.hash_size))),
    "shape of no book": ("shape", lambda u: beside(u, BOOK[:, :9], zstd(u) + 2)),
    "shape of a book of one axis": (
        "shape",
        lambda u: beside(u, BOOK, zstd(u) + 2, shape=(5, 0)),
    ),
    "shape of a book of no axis": ("shape", lambda u: beside(u, BOOK, zstd(u) + 2, shape=(0,))),
    "shape larger": ("data", lambda u: one(u, shape=(15, 3, 0))),
    "shape smaller": ("data", lambda u: raw(u, shape=(15, 1, 0))),
    "shape that overflows": ("data.shape", lambda u: one(u, shape=(1 << 31,) * 3 + (0,))),
    "shape that wraps": ("data.shape", lambda u: raw(u, shape=(1 << 31, 1 << 31, 4, 0))),
    "32 dimensions": ("shape", lambda u: raw(u, shape=(1,) * 30 + (15, 2, 0))),
    "40 dimensions": ("shape", lambda u: raw(u, shape=(1,) * 38 + (15, 2, 0))),
    "70 dimensions": ("shape", lambda u: raw(u, shape=(1,) * 68 + (15, 2, 0))),
    "raw more": ("data", lambda u: raw(u, payload=BYTES + b"more")),
    "raw less": ("data", lambda u: raw(u, payload=BYTES[:-4])),
    "raw nothing": ("data", lambda u: raw(u, payload=b"")),
    "frame of more": ("data", lambda u: one(u, payload=deflate(BYTES + b"x"))),
    "frame of less": ("data", lambda u: one(u, payload=deflate(BYTES[:-1]))),
    "frame of more unsaid": ("data", lambda u: one(u, payload=deflate(BYTES + b"x", sized=False))),
    "frame of less unsaid": ("data", lambda u: one(u, payload=deflate(BYTES[:-1], sized=False))),
    "frame of nothing": ("data", lambda u: one(u, payload=deflate(b""))),
    "no frame": ("data", lambda u: one(u, payload=b"")),
    "frame that is cut": ("data", lambda u: one(u, payload=deflate(BYTES)[:-3])),
    "two frames": ("data", lambda u: one(u, payload=deflate(BYTES) + deflate(b""))),
    "frame of much": ("data", lambda u: one(u, payload=MUCH, shape=(1 << 27, 256, 0))),
}
"""What is wrong with chunk 1, in both layouts: the field that is told, and the file."""

CHUNKS_OF_U: dict[str, Made] = {
    "shape negative": ("data.shape", lambda u: one(u, shape=(-1, 2, 0))),
    "shape negative twice": ("data.shape", lambda u: one(u, shape=(-15, -2, 0))),
    "shape without terminator": ("data", lambda u: one(u, shape=(15, 2))),
    "shape of a series": ("shape", lambda u: beside(u, ROWS, 10)),
    "shape of series of one axis": ("shape", lambda u: beside(u, ROWS, 14, shape=(5, 0))),
    "count of the shape larger": ("len_data", lambda u: one(u, count=4)),
    "count of the shape 0": ("len_data", lambda u: one(u, count=0)),
    "count of the shape huge": ("shape", lambda u: one(u, count=2**32 - 1)),
    "stored size smaller": ("len_data", lambda u: one(u, stored=3)),
    "stored size huge": ("len_data", lambda u: one(u, stored=2**32 - 1)),
    "hash of nothing": ("data", lambda u: one(u, payload=deflate(b""), shape=(15, 0))),
}

CHUNKS_OF_D: dict[str, Made] = {
    "shape without terminator": ("shape", lambda u: one(u, shape=(1,) * 9, payload=b"\1" * 8)),
    "shape of nothing": ("data", lambda u: one(u, shape=(0,))),
    "float32 that is called float16": (
        "data",
        lambda u: beside(u, BOOK, 4, flags=LITTLE_ENDIAN | DOWN_CAST_16),
    ),
}


def start(layout: Layout) -> int:
    """Where the chunk of `indexed` is."""
    return len(header(layout, CAPACITY)) + layout.block_head + 8 * CAPACITY


def indexed(layout: Layout, more: Sequence[int] = (), **fields: Any) -> bytes:
    """A file of one index block and one chunk; `more` offsets follow that of the chunk."""
    block = index_block(layout, CAPACITY, [start(layout), *more], **fields)
    return header(layout, CAPACITY) + block + chunk(layout, ROWS, zstd(layout) - 1)


def packed(layout: Layout, content: slice = slice(None), more: bytes = b"") -> bytes:
    """Such a file with a compressed block: of a part of its content, with something after."""
    words = [start(layout), -start(layout) * (layout is U), *[0] * (CAPACITY - 2)]
    body = (struct.pack(f"<{CAPACITY}q", *words) + bytes(8))[content]
    frame = (deflate(body, -2) if layout is U else lz4_frame(body)) + more
    fields: dict[str, Any] = {"count": len(frame)} if layout is U else {}
    return indexed(layout, type=layout.packed, body=frame, **fields)


def _size(layout: Layout) -> int:
    return start(layout) - len(header(layout, CAPACITY))


WHOLE = slice(8 * CAPACITY)

BLOCKS: dict[str, Made] = {
    "size 0": ("len_block", lambda u: indexed(u, size=0)),
    "size smaller": ("len_block", lambda u: indexed(u, size=_size(u) - 1)),
    "size larger": ("len_block", lambda u: indexed(u, size=_size(u) + 1)),
    "type unknown": ("type", lambda u: indexed(u, type=9)),
    "hash": ("hash", lambda u: indexed(u, hash=bytes(u.hash_size))),
    "offset in the header": ("entries[1]", lambda u: indexed(u, [9])),
    "offset at the end": ("entries[1]", lambda u: indexed(u, [len(indexed(u))])),
    "offset beyond the end": ("entries[1]", lambda u: indexed(u, [1 << 40])),
    "offset negative": ("entries[1]", lambda u: indexed(u, [2**64 - 1])),
    "next in the header": ("next", lambda u: indexed(u, following=9)),
    "next itself": ("next", lambda u: indexed(u, following=len(header(u, CAPACITY)))),
    "next at the end": ("next", lambda u: indexed(u, following=len(indexed(u)))),
    "next that is cut": ("next", lambda u: indexed(u, following=len(indexed(u)) - 9)),
    "next beyond the end": ("next", lambda u: indexed(u, following=1 << 40)),
    "next negative": ("next", lambda u: indexed(u, following=2**64 - 1)),
    "frame of less": ("entries", lambda u: packed(u, slice(8 * CAPACITY - 8))),
    "frame of more": ("entries", packed),
    "frame of nothing": ("entries", lambda u: packed(u, slice(0))),
    "no frame": ("entries", lambda u: indexed(u, type=u.packed, body=bytes(8 * CAPACITY))),
    "something behind the frame": ("entries", lambda u: packed(u, WHOLE, b"more")),
}
"""What is wrong with the index block: the field that is told, and the file."""

BLOCKS_OF_U: dict[str, Made] = {
    "count smaller": ("extent", lambda u: indexed(u, count=CAPACITY - 1)),
    "count huge": ("extent", lambda u: indexed(u, count=2**32 - 1)),
    "length of the frame huge": (
        "extent",
        lambda u: indexed(u, type=u.packed, count=8 * CAPACITY + 1),
    ),
}


def headed(layout: Layout, **fields: Any) -> bytes:
    """An empty file, whose header has some fields of its own."""
    return header(layout, CAPACITY, **fields) + index_block(layout, CAPACITY)


def _capacity(layout: Layout, number: int) -> bytes:
    return headed(layout, metadata=deflate(struct.pack("<Q", number)))


HEADERS: dict[str, Made] = {
    "magic": ("magic", lambda u: headed(u, magic=u.magic ^ 1)),
    "version 0": ("version", lambda u: headed(u, version=0)),
    "version 2": ("version", lambda u: headed(u, version=2)),
    "no metadata": ("metadata", lambda u: headed(u, metadata=b"")),
    "metadata of less": ("metadata", lambda u: headed(u, metadata=deflate(bytes(7)))),
    "metadata of more": ("metadata", lambda u: headed(u, metadata=deflate(bytes(9)))),
    "metadata of no frame": ("metadata", lambda u: headed(u, metadata=b"rubbish")),
    "capacity 0": ("metadata", lambda u: _capacity(u, 0)),
    "capacity without a slot": ("metadata", lambda u: _capacity(u, 1 if u is D else 0)),
    "capacity huge": ("metadata", lambda u: _capacity(u, 1 << 40)),
    "capacity negative": ("metadata", lambda u: _capacity(u, 2**64 - 1)),
    "capacity of more": ("index_blocks[0].len_block", lambda u: _capacity(u, 1 << 20)),
    "user metadata of no frame": ("user_metadata", lambda u: headed(u, user_frame=b"rubbish")),
    "user metadata cut": ("user_metadata", lambda u: headed(u, user_frame=deflate(b"notes")[:-1])),
    "user metadata twice": ("user_metadata", lambda u: headed(u, user_frame=deflate(b"notes") * 2)),
    "user metadata too long": (
        "user_metadata",
        lambda u: headed(u, user_frame=deflate(bytes((64 << 20) + 1))),
    ),
}
"""What is wrong with the header: the path that is told, and the file."""
