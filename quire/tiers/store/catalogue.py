"""The catalogue of a folder: frames to bytes and back (`specs/tier_catalogue.ksy`)."""

from __future__ import annotations

import struct
import zlib
from dataclasses import dataclass

from quire.generated.tier_catalogue import TierCatalogue
from quire.runtime.errors import EncodingError, FormatError, join_path
from quire.tiers.block_record import BlockKey
from quire.tiers.store.access import Access
from quire.tiers.store.config import Tier
from quire.tiers.store.meta import Key, TensorMeta

START_BYTES = 16
"""Of a catalogue, before its frames."""

_FRAME = struct.Struct("<II")


def start(generation: int) -> bytes:
    """The bytes before the frames."""
    stored: bytes = TierCatalogue.build(generation=generation, frames=[]).to_bytes()
    return stored


def generation(stored: bytes) -> int:
    """Of the bytes before the frames, which of its writings a catalogue is.

    Raises:
        FormatError: these are not such bytes.
    """
    number: int = TierCatalogue.from_bytes(stored[:START_BYTES]).generation
    return number


def frame(key: Key, meta: TensorMeta | None) -> bytes:
    """One change.

    Args:
        key: Of the tensor.
        meta: What it is now; None when it is gone.

    Raises:
        EncodingError: the key cannot be stored.
    """
    fields = {} if meta is None else {"state": _state(meta)}
    entry = TierCatalogue.Entry.build(key=stored_key(key), is_present=meta is not None, **fields)
    body = entry.to_bytes()
    return _FRAME.pack(len(body), zlib.crc32(body)) + body


@dataclass(frozen=True, slots=True)
class Part:
    """Frames that follow each other in a catalogue.

    Attributes:
        changes: What they say; of several of a key the last.
        frames: How many there are.
        end: Where the last one ends in the file.
    """

    changes: dict[Key, TensorMeta | None]
    frames: int
    end: int


def read(stored: bytes, start: int) -> Part:
    """The whole frames of a catalogue from a place on.

    Args:
        stored: The bytes from there on.
        start: Where they begin in the file: before a frame.

    Raises:
        FormatError: it is damaged.
    """
    at = frames = 0
    changes: dict[Key, TensorMeta | None] = {}
    while len(stored) - at >= _FRAME.size:
        size, checksum = _FRAME.unpack_from(stored, at)
        body = stored[at + _FRAME.size : at + _FRAME.size + size]
        if len(body) < size or zlib.crc32(body) != checksum or not size:
            _check_torn(stored, at, size, start)
            break
        key, meta = _change(body, start + at + _FRAME.size)
        changes[key] = meta
        frames += 1
        at += _FRAME.size + size
    return Part(changes, frames, start + at)


def _check_torn(stored: bytes, at: int, size: int, start: int) -> None:
    """Refuse a damaged frame, unless it is what a writer that died leaves at the end."""
    is_last = at + _FRAME.size + size >= len(stored)
    if not is_last and any(memoryview(stored)[at:]):
        expected, found = "a frame whose checksum fits", "another checksum"
        path = "frames"
        raise FormatError(path, expected, found, offset=start + at, format="tier_catalogue")


def _change(body: bytes, offset: int) -> tuple[Key, TensorMeta | None]:
    try:
        entry = TierCatalogue.Entry.from_bytes(body)
        key = known_key(entry.key)
        return key, _meta(entry.state) if entry.is_present else None
    except FormatError as error:
        error.offset = offset + (error.offset or 0)
        error.path = join_path("frames.entry", error.path)
        error.format, error.located = "tier_catalogue", True
        raise


def stored_key(key: Key) -> TierCatalogue.Key:
    """A key as a field."""
    if isinstance(key, str):
        text, kind = key, TierCatalogue.KeyKind.text
    else:
        text = f"{key.tensor_id:032x}_{key.block_index}"
        kind = TierCatalogue.KeyKind.block
    try:
        size = len(text.encode())
    except UnicodeEncodeError as error:
        raise EncodingError(f"expected a key of Unicode text, found {key!r}") from error
    if size >= 1 << 16:
        raise EncodingError(f"expected a key of at most 65535 bytes, found {size}")
    return TierCatalogue.Key.build(kind=kind, text=text)


def known_key(stored: TierCatalogue.Key) -> Key:
    """The key in a field.

    Raises:
        FormatError: it names no block.
    """
    text: str = stored.text
    if stored.kind == TierCatalogue.KeyKind.text:
        return text
    tensor_id, _, block_index = text.partition("_")
    try:
        key = BlockKey(int(tensor_id, 16), int(block_index))
    except ValueError:
        raise FormatError("key.text", "the name of a block", text) from None
    if f"{key.tensor_id:032x}_{key.block_index}" != text or key.block_index >> 32:
        raise FormatError("key.text", "the name of a block", text)
    return key


def _state(meta: TensorMeta) -> TierCatalogue.State:
    return TierCatalogue.State.build(
        tier=meta.tier,
        num_bits=meta.bits,
        data=meta.data,
        recipe=meta.recipe,
        len_blocks=meta.nbytes,
        created_at=meta.access.created_at,
        last_access_at=meta.access.last_access_at,
        tier_since=meta.tier_since,
        access_count=meta.access.access_count,
        ema_rate=meta.access.ema_rate,
        window=meta.access.window,
        shape=list(meta.shape),
    )


def _meta(state: TierCatalogue.State) -> TensorMeta:
    if (state.tier == Tier.ABSENT) != (state.data == 0):
        raise FormatError("state.data", "a number, or 0 for an absent tensor", state.data)
    access = Access(
        state.created_at, state.last_access_at, state.access_count, state.ema_rate, state.window
    )
    return TensorMeta(
        tuple(state.shape),
        Tier(state.tier),
        state.num_bits,
        state.len_blocks,
        access,
        state.tier_since,
        state.data,
        state.recipe,
    )
