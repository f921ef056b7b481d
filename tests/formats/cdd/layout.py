"""CDD files read and put together with `struct`, in both layouts, by the rules and nothing else.

Two layouts go by this name: `D`, of the description, and `U`, of the original program. Every
rule that a file breaks is a ValueError that starts with the place: `chunks[3].hash at byte 93`.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import Any

import blake3
import numpy as np

from tests.formats.cdd.frames import deflate, inflate, lz4_content, lz4_frame
from tests.formats.cdd.payloads import (
    D_KINDS,
    DOWN_CAST_16,
    DTYPES,
    LITTLE_ENDIAN,
    NOT_PERFECT,
    SKIP_HASH_CHECK,
    U_KINDS,
    ZSTD,
    ZSTD_KIND,
    Array,
    Kind,
    decoded,
    encoded,
    rounded,
)

WORD = 1 << 64


@dataclass(frozen=True)
class Layout:
    """What differs.

    Attributes:
        name: D or U.
        magic: The first four bytes.
        hash_size: Bytes of a hash.
        raw, packed: Types of index blocks.
        kinds: Types of chunks.
        block_head: Bytes of an index block before its entries.
    """

    name: str
    magic: int
    hash_size: int
    raw: int
    packed: int
    kinds: Mapping[int, Kind]
    block_head: int

    def __str__(self) -> str:
        return self.name

    def digest(self, data: bytes) -> bytes:
        """The hash of some bytes."""
        return blake3.blake3(data).digest(self.hash_size)

    def kind(self, number: int, flags: int) -> Kind:
        """What a type of chunk does under these flags."""
        kind = self.kinds[number]
        halved = self is D and number == 4 and flags & DOWN_CAST_16
        return replace(kind, word=2) if halved else kind

    def flags(self, number: int, *, half: bool = False) -> int:
        """Those that a writer of this layout gives to a chunk."""
        kind = self.kinds[number]
        lossy = NOT_PERFECT | (DOWN_CAST_16 if self is D else 0)
        return (
            LITTLE_ENDIAN | (ZSTD if kind == ZSTD_KIND else 0) | (lossy if kind.half or half else 0)
        )


D = Layout("D", 0xDEADBEEF, 16, 0, 1, D_KINDS, 22)
U = Layout("U", 0x0CDDBEEF, 32, 1, 2, U_KINDS, 50)


@dataclass(frozen=True)
class Block:
    """An index block; `entries` are the offsets of chunks, zeros included."""

    offset: int
    size: int
    type: int
    hash: bytes
    hash_ok: bool
    entries: tuple[int, ...]
    next: int


@dataclass(frozen=True)
class Chunk:
    """A chunk; `shape` is the shape of the array, `payload` what is stored of it."""

    offset: int
    size: int
    type: int
    dtype: int
    hash: bytes
    hash_ok: bool
    flags: int
    shape: tuple[int, ...]
    payload_offset: int
    payload: bytes
    array: Array


@dataclass(frozen=True)
class File:
    """A whole file."""

    layout: Layout
    version: int
    capacity: int
    user_metadata: bytes
    index_blocks: tuple[Block, ...]
    chunks: tuple[Chunk, ...]


# -- reading -------------------------------------------------------------------------------


def read(data: bytes, *, check: bool = True) -> File:
    """A file; without `check`, a hash that is wrong is told by `hash_ok` only."""
    layout, capacity, user_metadata, start = read_header(data)
    blocks = tuple(read_blocks(data, layout, capacity, start, check=check))
    offsets = [entry for block in blocks for entry in _used(block)]
    chunks = [
        read_chunk(data, layout, at, f"chunks[{i}]", check=check) for i, at in enumerate(offsets)
    ]
    return File(layout, 1, capacity, user_metadata, blocks, tuple(chunks))


def read_header(data: bytes) -> tuple[Layout, int, bytes, int]:
    """The layout, the capacity, the user metadata, and where the first index block begins."""
    with _place("magic", 0):
        layout = {each.magic: each for each in (D, U)}.get(_numbers("<I", data, 0)[0])
        _must(layout is not None, "not CDD")
        assert layout is not None
    with _place("version", 4):
        _must(_numbers("<H", data, 4) == (1,), "not version 1")
    metadata, at = _read_blob(data, 6, "metadata")
    with _place("metadata", 10):
        _must(len(metadata) == 8, "not one number")
        (capacity,) = struct.unpack("<Q", metadata)
        _must(capacity >= (2 if layout is D else 1), "no room for chunks")
    user_metadata, start = _read_blob(data, at, "user_metadata")
    return layout, capacity, user_metadata, start


def read_blocks(
    data: bytes, layout: Layout, capacity: int, start: int, *, check: bool = True
) -> Iterator[Block]:
    """The chain of index blocks."""
    seen: set[int] = set()
    source, at = ("index_blocks[0]", start), start
    while at:
        with _place(*source):
            _must(start <= at < len(data), f"{at} is outside")
            _must(at not in seen, f"{at} was there before")
        place = f"index_blocks[{len(seen)}]"
        seen.add(at)
        block = _read_block(data, layout, capacity, at, place)
        _check_hash(block, place, check=check)
        _check_entries(block, layout, place, start, len(data))
        yield block
        last = at + (38 if layout is U else layout.block_head + 8 * capacity - 8)
        source, at = (f"{place}.next", last), block.next


def _read_block(data: bytes, layout: Layout, capacity: int, at: int, place: str) -> Block:
    with _place(f"{place}.size", at):
        (size,) = _numbers("<I", data, at)
        _must(size == layout.block_head + 8 * capacity, f"{size} bytes")
        _must(at + size <= len(data), "it ends behind the file")
    with _place(f"{place}.type", at + 4):
        (number,) = _numbers("<H", data, at + 4)
        _must(number in {layout.raw, layout.packed}, f"{number}")
    body = data[at + layout.block_head : at + size]
    digest = data[at + 6 : at + 6 + layout.hash_size]
    with _place(f"{place}.entries", at + layout.block_head):
        if layout is D:
            content = lz4_content(body, 8 * capacity) if number == layout.packed else body
            *entries, following = struct.unpack(f"<{capacity}Q", content)
            good = layout.digest(content) == digest
        else:
            following, count = _numbers("<QI", data, at + 38)
            entries = _entries_of_u(body, capacity, count, packed=number == layout.packed)
            good = layout.digest(struct.pack(f"<I{capacity}Q", capacity, *entries)) == digest
    return Block(at, size, number, digest, good, tuple(entries), following)


def _entries_of_u(body: bytes, capacity: int, count: int, *, packed: bool) -> list[int]:
    if not packed:
        _must(count == capacity, f"{count} entries")
        return list(struct.unpack(f"<{capacity}Q", body))
    _must(count <= len(body), "the frame is longer than the block")
    _must(not any(body[count:]), "bytes after the frame")
    steps = struct.unpack(f"<{capacity}q", inflate(body[:count], 8 * capacity))
    return [total % WORD for total in accumulate(steps)]


def _check_hash(part: Block | Chunk, place: str, *, check: bool) -> None:
    at = part.offset + (6 if isinstance(part, Block) else 8)
    with _place(f"{place}.hash", at):
        _must(part.hash_ok or not check, f"not {part.hash.hex()}")


def _check_entries(block: Block, layout: Layout, place: str, start: int, size: int) -> None:
    for i, entry in enumerate(_used(block)):
        with _place(f"{place}.entries[{i}]", block.offset + layout.block_head + 8 * i):
            _must(start <= entry < size, f"{entry} is outside")


def _used(block: Block) -> list[int]:
    """Offsets of chunks: a block is read up to its first zero."""
    entries = block.entries
    return list(entries[: entries.index(0)] if 0 in entries else entries)


def read_chunk(
    data: bytes, layout: Layout, at: int, place: str = "chunk", *, check: bool = True
) -> Chunk:
    """The chunk at an offset."""
    with _place(f"{place}.size", at):
        (size,) = _numbers("<I", data, at)
        _must(at + size <= len(data), f"{size} bytes are more than there are")
    number, dtype, digest, flags, shape, start = _read_head(data[: at + size], layout, at, place)
    payload = data[start : at + size]
    with _place(f"{place}.shape", at + (52 if layout is U else 32)):
        kind = layout.kind(number, flags)
        shape = _shape_of_empty(shape, payload, kind) if layout is U else shape[:-1]
        _must(all(each >= 0 for each in shape), f"{shape}")
        _must(kind.fits(DTYPES[dtype], shape), f"{shape} of {DTYPES[dtype]} as {kind.name}")
    with _place(f"{place}.data", start):
        array = decoded(payload, kind, DTYPES[dtype], shape)
    hashed = payload if layout is U and flags & NOT_PERFECT else array.tobytes()
    good = bool(flags & SKIP_HASH_CHECK) or layout.digest(hashed) == digest
    chunk = Chunk(at, size, number, dtype, digest, good, flags, shape, start, payload, array)
    _check_hash(chunk, place, check=check)
    return chunk


def _read_head(
    data: bytes, layout: Layout, at: int, place: str
) -> tuple[int, int, bytes, int, tuple[int, ...], int]:
    """Type, dtype, hash, flags, shape as stored, and where the payload begins; `data` ends it."""
    form = f"<HH{layout.hash_size}sQ"
    with _place(f"{place}.type", at + 4):
        number, dtype, digest, flags = _numbers(form, data, at + 4)
        _must(number in layout.kinds, f"{number}")
    with _place(f"{place}.dtype", at + 6):
        _must(dtype in DTYPES, f"{dtype}")
    start = at + 4 + struct.calcsize(form)
    with _place(f"{place}.shape", start):
        shape, start = (_shape_of_u if layout is U else _shape_of_d)(data, start)
    if layout is U:
        with _place(f"{place}.size", at):
            (stored,) = _numbers("<I", data, start)
            start += 4
            _must(start + stored == len(data), f"{stored} bytes of payload end elsewhere")
    return number, dtype, digest, flags, shape, start


def _shape_of_u(data: bytes, at: int) -> tuple[tuple[int, ...], int]:
    (count,) = _numbers("<I", data, at)
    _must(1 <= count <= 32, f"{count} numbers")
    shape = _numbers(f"<{count}q", data, at + 4)
    _must(shape[-1] == 0, "no zero at the end")
    return shape, at + 4 + 8 * count


def _shape_of_d(data: bytes, at: int) -> tuple[tuple[int, ...], int]:
    shape: list[int] = []
    while not shape or shape[-1]:
        shape += _numbers("<I", data, at + 4 * len(shape))
    return tuple(shape), at + 4 * len(shape)


def _shape_of_empty(stored: tuple[int, ...], payload: bytes, kind: Kind) -> tuple[int, ...]:
    """The shape without the zero after it.

    The original program leaves that zero out when the last dimension is 0. Then nothing is
    stored though the other dimensions ask for something, which tells the two apart.
    """
    shape = stored[:-1]
    empty = payload in {b"", deflate(b"")} if kind.zstd else not payload
    return stored if empty and 0 not in shape else shape


def _read_blob(data: bytes, at: int, place: str) -> tuple[bytes, int]:
    """What a frame with its length before it holds, and what comes after; no bytes are none."""
    with _place(f"{place}.size", at):
        (size,) = _numbers("<I", data, at)
        _must(at + 4 + size <= len(data), f"{size} bytes are more than there are")
    end = at + 4 + size
    with _place(place, at + 4):
        return inflate(data[at + 4 : end]) if size else b"", end


def _numbers(form: str, data: bytes, at: int) -> tuple[Any, ...]:
    """Fields of a file; a ValueError if it ends before them."""
    if at + struct.calcsize(form) > len(data):
        raise ValueError("the data ends")
    return struct.unpack_from(form, data, at)


def _must(good: bool, otherwise: str) -> None:  # noqa: FBT001  # the condition comes first
    if not good:
        raise ValueError(otherwise)


@contextmanager
def _place(name: str, at: int) -> Iterator[None]:
    """Says where the errors within are."""
    try:
        yield
    except ValueError as error:
        raise ValueError(f"{name} at byte {at}: {error}") from error


# -- writing -------------------------------------------------------------------------------


def write(
    layout: Layout,
    arrays: Sequence[tuple[Array, int]],
    *,
    capacity: int = 8,
    user_metadata: bytes = b"",
    packed: bool = False,
) -> bytes:
    """A file of arrays, each with its type of chunk."""
    chunks = [chunk(layout, array, number) for array, number in arrays]
    return file(layout, chunks, capacity=capacity, user_metadata=user_metadata, packed=packed)


def file(
    layout: Layout,
    chunks: Sequence[bytes],
    *,
    capacity: int = 8,
    user_metadata: bytes = b"",
    packed: bool = False,
) -> bytes:
    """A file of chunks, whatever is in them; blocks that are full are compressed if `packed`."""
    data = header(layout, capacity, user_metadata)
    room = capacity - (layout is D)
    groups = [chunks[i : i + room] for i in range(0, len(chunks), room)] or [[]]
    for i, group in enumerate(groups):
        ends = list(accumulate(map(len, group), initial=len(data) + _block_size(layout, capacity)))
        last = i == len(groups) - 1
        following = 0 if last else ends[-1]
        block = index_block(layout, capacity, ends[:-1], following, packed=packed and not last)
        data += block + b"".join(group)
    return data


def header(layout: Layout, capacity: int = 8, user_metadata: bytes = b"", **fields: Any) -> bytes:
    """A header; `fields`: magic, version, metadata (a frame), user_frame."""
    values: dict[str, Any] = {
        "magic": layout.magic,
        "version": 1,
        "metadata": deflate(struct.pack("<Q", capacity)),
        "user_frame": deflate(user_metadata) if user_metadata or layout is U else b"",
    } | fields
    frames = (values["metadata"], values["user_frame"])
    return struct.pack("<IH", values["magic"], values["version"]) + b"".join(
        struct.pack("<I", len(frame)) + frame for frame in frames
    )


def index_block(
    layout: Layout,
    capacity: int,
    offsets: Sequence[int] = (),
    following: int = 0,
    *,
    packed: bool = False,
    **fields: Any,
) -> bytes:
    """An index block; `fields`: size, type, hash, count (in U), body (without its padding)."""
    room = capacity - (layout is D)
    numbers = [*offsets, *[0] * (room - len(offsets)), *[following] * (layout is D)]
    content = struct.pack(f"<{capacity}Q", *numbers)
    body = _packed(layout, numbers) if packed else content
    packed = packed and len(body) < len(content)
    count = struct.pack("<I", capacity) if layout is U else b""
    values: dict[str, Any] = {
        "size": _block_size(layout, capacity),
        "type": layout.packed if packed else layout.raw,
        "hash": layout.digest(count + content),
        "count": len(body) if packed else capacity,
        "body": body if packed else content,
    } | fields
    head = struct.pack("<IH", values["size"], values["type"]) + values["hash"]
    if layout is U:
        head += struct.pack("<QI", following, values["count"])
    body = values["body"]
    return bytes(head + body + bytes(max(len(content) - len(body), 0)))


def _packed(layout: Layout, numbers: Sequence[int]) -> bytes:
    words = np.array(numbers, "<u8")
    if layout is D:
        return lz4_frame(words.tobytes())
    return deflate(np.diff(words, prepend=words[:1] * 0).tobytes(), -2)


def _block_size(layout: Layout, capacity: int) -> int:
    return layout.block_head + 8 * capacity


def chunk(
    layout: Layout,
    array: Array,
    number: int = 0,
    *,
    half: bool = False,
    level: int = 1,
    **fields: Any,
) -> bytes:
    """A chunk of an array.

    `half` puts type 4 of D through float16. `fields`: size, type, dtype, hash, flags, shape (as
    stored, with its zero), count and stored (in U: of the shape, bytes of the payload), payload.
    """
    flags = layout.flags(number, half=half)
    kind = layout.kind(number, flags)
    payload = fields.get("payload", encoded(array, kind, level))
    content = rounded(array) if kind.half else array
    shape = fields.get("shape", (*array.shape, 0))
    hashed = payload if layout is U and kind.half else content.tobytes()
    values: dict[str, Any] = {
        "type": number,
        "dtype": next(code for code, dtype in DTYPES.items() if dtype == array.dtype),
        "hash": layout.digest(hashed),
        "flags": flags,
        "count": len(shape),
        "stored": len(payload),
    } | fields
    head = struct.pack("<HH", values["type"], values["dtype"]) + values["hash"]
    head += struct.pack("<Q", values["flags"])
    if layout is U:
        head += struct.pack(f"<I{len(shape)}qI", values["count"], *shape, values["stored"])
    else:
        head += struct.pack(f"<{len(shape)}I", *shape)
    size = fields.get("size", 4 + len(head) + len(payload))
    return bytes(struct.pack("<I", size) + head + payload)


def patched(data: bytes, at: int, form: str, *values: Any) -> bytes:
    """The same bytes but for some fields."""
    changed = bytearray(data)
    struct.pack_into(form, changed, at, *values)
    return bytes(changed)
