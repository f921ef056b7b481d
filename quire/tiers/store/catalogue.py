"""The catalogue of a folder: frames to bytes and back (`specs/tier_catalogue.ksy`)."""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass

from quire.generated.tier_catalogue import TierCatalogue
from quire.runtime.errors import FormatError, within
from quire.runtime.values.number_at import NumberAt
from quire.tiers.file.absent import AbsentTensor
from quire.tiers.store.config import Tier
from quire.tiers.store.meta import Access, Key, TensorMeta, block_key, block_name, check_key

START_BYTES: int = TierCatalogue.offset_of("frames")
"""Of a catalogue, before its frames."""

SECTOR = 512
"""Bytes that a disk writes at once, or not at all."""

CLEAR = 16
"""Zeros that no frame ends with."""

_HEAD_BYTES: int = TierCatalogue.Frame.offset_of("entry")
_LEN_ENTRY, _CHECKSUM, _CHECKSUM_OF_HEAD = (
    NumberAt(TierCatalogue.Frame, name) for name in ("len_entry", "checksum", "checksum_of_head")
)


def start_of(stored: bytes) -> TierCatalogue:
    """What stands before the frames: `generation` and `next_number`."""
    return TierCatalogue.from_bytes(stored[:START_BYTES])


def start(generation: int, next_number: int) -> bytes:
    """What stands before the frames, of the writing of the catalogue that has this number.

    No file has the number `next_number` or a higher one, as far as is known there.
    """
    return TierCatalogue.build(generation=generation, next_number=next_number, frames=[]).to_bytes()


def frame(key: Key, meta: TensorMeta | None) -> bytes:
    """One change: what a tensor is now; None when it is gone."""
    entry = TierCatalogue.Entry.build(key=stored_key(key), is_present=meta is not None)
    if meta is not None:
        entry.state = _state(meta)
    body = entry.to_bytes()
    # Put together here, as thousands are written at once.
    head = _LEN_ENTRY.stored(len(body)) + _CHECKSUM.stored(zlib.crc32(body))
    return head + _CHECKSUM_OF_HEAD.stored(zlib.crc32(head)) + body


@dataclass(frozen=True, slots=True)
class Part:
    """Frames that follow each other in a catalogue.

    Attributes:
        changes: What they say; of several of a key the last, where it stands.
        frames: How many there are.
        end: Where the last one ends in the file.
        next_number: No file that they name has this number or a higher one.
    """

    changes: dict[Key, TensorMeta | None]
    frames: int
    end: int
    next_number: int


def read(stored: bytes, start: int) -> Part:
    """The whole frames of a catalogue, given from `start` on, where a frame begins."""
    at = frames = next_number = 0
    changes: dict[Key, TensorMeta | None] = {}
    while at < len(stored):
        body, end = _entry(stored, at)
        if body is None:
            if _is_cut(stored, at, end, start):
                break
            expected = "a frame whose checksums fit (`quire.tiers.repair` saves the others)"
            offset = start + at
            raise FormatError("frames", expected, "others", offset=offset, format="tier_catalogue")
        key, meta = _change(body, start + at + _HEAD_BYTES)
        changes.pop(key, None)  # to the end
        changes[key] = meta
        if meta is not None:
            next_number = max(next_number, meta.data + 1, meta.recipe + 1)
        frames, at = frames + 1, end
    return Part(changes, frames, start + at, next_number)


def applied(
    tensors: dict[Key, TensorMeta], changes: Mapping[Key, TensorMeta | None]
) -> dict[Key, TensorMeta]:
    """Tensors after changes; what was changed comes last."""
    for key, meta in changes.items():
        tensors.pop(key, None)
        if meta is not None:
            tensors[key] = meta
    return tensors


def salvage(stored: bytes, start: int) -> Iterator[tuple[int, Part | None]]:
    """What can be read of a catalogue that is damaged, whose frames begin at `start`.

    Yields:
        Places, and the frame there; None for what is damaged from there on.
    """
    at = start
    while at < len(stored):
        body, end = _entry(stored, at)
        if body is not None:
            with suppress(FormatError):
                yield at, read(stored[at:end], at)
                at = end
                continue
        elif _is_cut(stored, at, end, 0):
            return
        yield at, None
        places = range(at + 1, len(stored))
        at = next((n for n in places if _entry(stored, n)[0] is not None), len(stored))


def _entry(stored: bytes, at: int) -> tuple[bytes | None, int]:
    """The entry of the frame that begins there, if its checksums fit; where the frame ends."""
    first = at + _HEAD_BYTES
    if first > len(stored):
        return None, first
    checked = stored[at : at + _CHECKSUM_OF_HEAD.start]
    if zlib.crc32(checked) != _CHECKSUM_OF_HEAD.read(stored, at):
        return None, first
    end = first + _LEN_ENTRY.read(stored, at)
    body = stored[first:end]
    fits = end <= len(stored) and zlib.crc32(body) == _CHECKSUM.read(stored, at)
    return body if fits else None, end


def _is_cut(stored: bytes, at: int, end: int, start: int) -> bool:
    """Whether a writer died as it wrote a frame, or the disk did not write its last sectors.

    That is zeros then; fewer of them than `CLEAR` may be the end of a frame that is damaged.
    """
    if end > len(stored):
        return True
    while at < end:
        rest = stored[at:]
        if len(rest) >= CLEAR and not any(rest):
            return True
        at += SECTOR - (start + at) % SECTOR
    return False


def _change(body: bytes, offset: int) -> tuple[Key, TensorMeta | None]:
    with within("frames.entry", "tier_catalogue", offset):
        entry = TierCatalogue.Entry.from_bytes(body)
        key = known_key(entry.key)
        return key, _meta(entry.state) if entry.is_present else None


def stored_key(key: Key) -> TierCatalogue.Key:
    """A key as a field."""
    check_key(key)
    if isinstance(key, str):
        return TierCatalogue.Key.build(kind=TierCatalogue.KeyKind.text, text=key)
    return TierCatalogue.Key.build(kind=TierCatalogue.KeyKind.block, text=block_name(key))


def known_key(stored: TierCatalogue.Key) -> Key:
    """The key in a field."""
    is_text = stored.kind == TierCatalogue.KeyKind.text
    return stored.text if is_text else block_key(stored.text)


def _state(meta: TensorMeta) -> TierCatalogue.State:
    return TierCatalogue.State.build(
        tier=meta.tier,
        num_bits=meta.bits,
        data=meta.data,
        recipe=meta.recipe,
        len_blocks=meta.nbytes,
        tier_since=meta.tier_since,
        epoch=meta.epoch,
        shape=list(meta.shape),
        **{name: getattr(meta.access, name) for name in Access.__slots__},
    )


def _meta(state: TierCatalogue.State) -> TensorMeta:
    if (state.tier == Tier.ABSENT) != (state.data == 0):
        raise FormatError("state.data", "a number, or 0 for an absent tensor", state.data)
    shape = AbsentTensor(tuple(state.shape)).shape  # refused if no array has it
    return TensorMeta(
        shape,
        Tier(state.tier),
        state.num_bits,
        state.len_blocks,
        Access.of(state),
        state.tier_since,
        state.data,
        state.recipe,
        state.epoch,
    )
