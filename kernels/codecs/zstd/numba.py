"""`zstd`, encoded by how frequent bytes are alone: frames of literals, without a match (RFC 8878).

Byte planes of differences are noise and zeros, in no order: matches are many, short, and save
little, but each costs time to find and to follow. Huffman codes alone are often as small, take a
third of the time to make, and a third to decode, by any decoder of zstd. A block ends where the
frequencies change, so each plane has a code of its own.

Where matches would save more than that (`WORTH`), which a sample tells, the library encodes.
"""

from __future__ import annotations

import struct
from typing import Any

import numpy as np
import numpy.typing as npt
import zstandard

from quire.kernels.backends.arrays import read_only
from quire.kernels.backends.numba import kernel, store_u64
from quire.kernels.codecs.zstd import library as zstd
from quire.kernels.codecs.zstd.codec import Zstd

LEAST = 1 << 13
"""Bytes below which the library encodes: a code costs about a hundred of its own."""

WORTH = 0.95
"""Matches are used if they make it smaller than this share of what frequencies alone do."""

SAMPLE, PIECE, PIECES = 32, 1 << 10, 8
"""One of so many bytes is compressed to know what matches would save: in pieces, so many at least.
"""

MAX_BLOCK = 1 << 17
"""Bytes of a block at most (3.1.1.2.3)."""

SEGMENT = 1 << 14
"""Bytes that are counted together: a block is one of these, or several."""

CODE_BITS = 2048
"""What another block has to save: a code, headers, and a table that the decoder has to build."""

MAX_BITS = 11
"""Of a Huffman code (4.2.1)."""

WEIGHT_BITS = 6
"""Accuracy of the table that codes the weights of a Huffman code, at most (4.2.1.2)."""

FEWEST = 256
"""Bytes of a block with codes at least: others are stored as they are."""

STREAMS = 4
"""Streams of a block, which a decoder follows at once."""

_RAW, _REPEATED, _COMPRESSED = range(3)
"""Types of blocks (3.1.1.2.2)."""

_WINDOW = 7 << 3
"""Window descriptor of `MAX_BLOCK` bytes (3.1.1.1.2): nothing is ever looked up in it."""

_LOGARITHMS = read_only(np.log2(np.maximum(np.arange(4097), 1)).astype(np.float32))
"""Of 1 to 4096; of larger numbers those of their leading bits."""

Bytes = npt.NDArray[np.uint8]
Counts = npt.NDArray[np.uint32]


def encode(data: Bytes, codec: Zstd) -> bytes:
    """Compress to one frame with the size of its content, and without a checksum.

    Args:
        data: (m,) uint8, contiguous.
        codec: With a level, the library encodes.
    """
    if codec.level is not None or data.size < LEAST:
        return zstd.encode(data, codec)
    data = read_only(data)
    counts = np.zeros((-(-data.size // SEGMENT), 256), np.uint32)
    ends = np.zeros(len(counts), np.int64)
    bits = _plan(data, counts, ends, _LOGARITHMS)
    if _with_matches(data) < WORTH * bits / 8:
        return zstd.encode(data, codec)
    head = _header(data.size)
    frame = np.empty(len(head) + data.size + 3 * len(ends) + 8, np.uint8)
    frame[: len(head)] = np.frombuffer(head, np.uint8)
    size = _encode(data, counts, ends, frame, len(head))
    return frame[:size].tobytes()


def _with_matches(data: Bytes) -> float:
    """About how many bytes the library would make of it."""
    step = min(SAMPLE * PIECE, data.size // PIECES)
    starts = range((step - PIECE) // 2, data.size - PIECE + 1, step)
    sample = np.concatenate([data[start : start + PIECE] for start in starts])
    return len(zstd.encode(sample, Zstd())) * data.size / sample.size


def _header(size: int) -> bytes:
    """The frame's header (3.1.1.1): how large its content is, and the window."""
    if size <= MAX_BLOCK:  # one segment
        if size < 256:
            return zstandard.FRAME_HEADER + bytes([0x20, size])
        if size < 65536 + 256:
            return zstandard.FRAME_HEADER + struct.pack("<BH", 0x60, size - 256)
        return zstandard.FRAME_HEADER + struct.pack("<BI", 0xA0, size)
    if size < 1 << 32:
        return zstandard.FRAME_HEADER + struct.pack("<BBI", 0x80, _WINDOW, size)
    return zstandard.FRAME_HEADER + struct.pack("<BBQ", 0xC0, _WINDOW, size)


@kernel
def _plan(
    data: Bytes, counts: Counts, ends: npt.NDArray[np.int64], logarithms: npt.NDArray[np.float32]
) -> float:
    """Count the bytes of each segment, and join those to blocks that are of one kind.

    Counts of the segments of a block become those of the block, in its last one; `ends` becomes
    where the block ends there, and 0 elsewhere.

    Returns:
        About how many bits it comes to.
    """
    tables = np.empty((8, 256), np.uint32)
    together = np.empty(256, np.uint32)
    total, start, before = 0.0, 0, 0.0
    for i in range(len(counts)):
        begin, end = i * SEGMENT, min((i + 1) * SEGMENT, data.size)
        _count(data[begin:end], tables, counts[i])
        here = _cost(counts[i], end - begin, logarithms)
        if i:
            joined = np.inf
            if end - start <= MAX_BLOCK:
                for value in range(256):
                    together[value] = counts[i - 1, value] + counts[i, value]
                joined = _cost(together, end - start, logarithms)
            if joined < before + here + CODE_BITS:
                for value in range(256):  # assigned at once, it would take seconds to compile
                    counts[i, value] = together[value]
                ends[i - 1] = 0
                here = joined
            else:
                total += before + CODE_BITS
                start = begin
        ends[i] = end
        before = here
    return total + before + CODE_BITS


@kernel
def _count(part: Bytes, tables: Counts, counts: Counts) -> None:
    """How often each byte stands in a part; eight tables, as the same byte often follows itself."""
    tables[:] = 0
    whole = part.size & ~7
    for i in range(0, whole, 8):
        for j in range(8):
            tables[j, part[i + j]] += np.uint32(1)
    for i in range(whole, part.size):
        tables[0, part[i]] += np.uint32(1)
    counts[:] = 0
    for j in range(8):
        for value in range(256):
            counts[value] += tables[j, value]


@kernel
def _cost(counts: Counts, size: int, logarithms: npt.NDArray[np.float32]) -> float:
    """Bits of bytes with these frequencies: their entropy, but one a byte at least.

    Args:
        counts: Of each byte.
        size: Their sum.
        logarithms: `_LOGARITHMS`.
    """
    saved, most = 0.0, 0
    for value in range(256):
        count = int(counts[value])
        saved += count * _logarithm(count, logarithms)
        most = max(most, count)
    if most == size:
        return 32.0  # a block that repeats one byte
    if 2 * most <= size:
        return size * _logarithm(size, logarithms) - saved
    # One bit says which of them are the most frequent, where less would do.
    others = size - most
    saved -= most * _logarithm(most, logarithms)
    return size + others * _logarithm(others, logarithms) - saved


@kernel
def _logarithm(number: int, logarithms: npt.NDArray[np.float32]) -> float:
    """Binary logarithm, of up to 2**17."""
    if number <= 4096:
        return float(logarithms[number])
    return float(logarithms[number >> 5]) + 5.0


@kernel
def _encode(
    data: Bytes, counts: Counts, ends: npt.NDArray[np.int64], frame: Bytes, position: int
) -> int:
    """Write the blocks, as planned; return where they end."""
    codes = np.empty(256, np.uint32)
    lengths = np.empty(256, np.uint8)
    tree = np.empty(256, np.uint8)
    start = 0
    for i in range(len(ends)):
        end = ends[i]
        if end:
            last = int(end == data.size)
            position = _block(
                data[start:end], counts[i], last, frame, position, codes, lengths, tree
            )
            start = end
    return position


@kernel
def _block(
    part: Bytes,
    counts: Counts,
    last: int,
    frame: Bytes,
    position: int,
    codes: Counts,
    lengths: Bytes,
    tree: Bytes,
) -> int:
    """Write a block in the shortest of its forms; return where it ends."""
    size = part.size
    if counts[part[0]] == size:
        _put(frame, position, last | _REPEATED << 1 | size << 3, 3)
        frame[position + 3] = part[0]
        return position + 4
    start = position + 3
    if size >= FEWEST:
        _lengths(counts, lengths)
        described = _describe(lengths, tree)
        bits = 0
        for value in range(256):
            bits += int(counts[value]) * int(lengths[value])
        head = 3 if size < 1 << 10 else 4 if size < 1 << 14 else 5
        whole = head + described + 2 * (STREAMS - 1) + bits // 8 + STREAMS + 1
        if described and whole < size:
            _codes(lengths, codes)
            end = _streams(part, codes, tree[:described], frame, start + head)
            _literals_header(frame, start, head, size, end - start - head)
            frame[end] = 0  # no sequences
            _put(frame, position, last | _COMPRESSED << 1 | (end + 1 - start) << 3, 3)
            return end + 1
    _put(frame, position, last | _RAW << 1 | size << 3, 3)
    _copy(part, frame, start)
    return start + size


@kernel
def _copy(source: Bytes, out: Bytes, start: int) -> None:
    """Copy bytes: to compile an assignment of a slice takes seconds."""
    for i in range(source.size):
        out[start + i] = source[i]


@kernel
def _put(out: Bytes, position: int, value: int, count: int) -> None:
    """Write the low bytes of a number, the lowest first."""
    for i in range(count):
        out[position + i] = value >> 8 * i & 255


@kernel
def _literals_header(frame: Bytes, start: int, head: int, size: int, stored: int) -> None:
    """The header of literals that are compressed, in four streams (3.1.1.3.1.1)."""
    wide = 10 if head == 3 else 14 if head == 4 else 18
    _put(frame, start, 2 | (head - 2) << 2 | size << 4 | stored << 4 + wide, head)


# -- Huffman codes (4.2) -------------------------------------------------------------------------


@kernel
def _lengths(counts: Counts, lengths: Bytes) -> None:
    """How many bits each byte takes, at most `MAX_BITS`; 0 for those that do not occur.

    There are two at least that do.
    """
    values = np.flatnonzero(counts)
    order = values[np.argsort(counts[values])]  # the rarest first
    n = len(order)
    weights = np.empty(2 * n - 1, np.int64)
    above = np.empty(2 * n - 1, np.int64)
    for i in range(n):
        weights[i] = counts[order[i]]
    # The two lightest nodes get one above them, which is no lighter than any such before.
    leaf, inner = 0, n
    for node in range(n, 2 * n - 1):
        weights[node] = 0
        for _ in range(2):
            if leaf < n and (inner == node or weights[leaf] <= weights[inner]):
                lightest = leaf
                leaf += 1
            else:
                lightest = inner
                inner += 1
            weights[node] += weights[lightest]
            above[lightest] = node
    depths = weights  # of a node are not asked for any more when its depth is known
    depths[2 * n - 2] = 0
    numbers = np.zeros(n + 1, np.int64)
    for node in range(2 * n - 3, -1, -1):
        depths[node] = depths[above[node]] + 1
        if node < n:
            numbers[min(depths[node], MAX_BITS)] += 1
    _make_room(numbers)
    lengths[:] = 0
    bits = min(n, MAX_BITS)
    for i in range(n):
        while not numbers[bits]:
            bits -= 1
        numbers[bits] -= 1
        lengths[order[i]] = bits


@kernel
def _make_room(numbers: npt.NDArray[np.int64]) -> None:
    """Make codes longer until all fit, of which there are so many of each length."""
    used = 0
    for bits in range(1, min(MAX_BITS, len(numbers) - 1) + 1):
        used += numbers[bits] << MAX_BITS - bits
    while used > 1 << MAX_BITS:
        # The longest but one loses a leaf, which gets another beside it, one further down.
        numbers[MAX_BITS] -= 1
        bits = MAX_BITS - 1
        while not numbers[bits]:
            bits -= 1
        numbers[bits] -= 1
        numbers[bits + 1] += 2
        used -= 1


@kernel
def _codes(lengths: Bytes, codes: Counts) -> None:
    """The code of each byte: its bits, and above them, from bit 16 on, their number (4.2.1.3)."""
    numbers = np.zeros(MAX_BITS + 2, np.int64)
    for value in range(256):
        numbers[lengths[value]] += 1
    following = np.zeros(MAX_BITS + 2, np.int64)
    first = 0
    for bits in range(MAX_BITS, 0, -1):
        following[bits] = first
        first = first + numbers[bits] >> 1
    for value in range(256):
        bits = lengths[value]
        codes[value] = following[bits] | int(bits) << 16
        following[bits] += 1


@kernel
def _streams(part: Bytes, codes: Counts, tree: Bytes, frame: Bytes, position: int) -> int:
    """Write the description of the code, and four streams of codes; return where they end."""
    _copy(tree, frame, position)
    sizes = position + tree.size
    position = sizes + 2 * (STREAMS - 1)
    step = (part.size + STREAMS - 1) // STREAMS
    for i in range(STREAMS):
        end = _stream(part[i * step : (i + 1) * step], codes, frame, position)
        if i < STREAMS - 1:
            _put(frame, sizes + 2 * i, end - position, 2)
        position = end
    return position


@kernel
def _stream(part: Bytes, codes: Counts, frame: Bytes, position: int) -> int:
    """Write the codes of bytes, the last first: decoders begin at the end (4.2.2)."""
    bits = np.uint64(0)
    held = np.uint64(0)
    i = part.size - 1
    while i >= 4:
        for j in range(5):  # 55 bits at most, beside 7 that are held
            code = np.uint64(codes[part[i - j]])
            bits |= (code & np.uint64(0xFFFF)) << held
            held += code >> np.uint64(16)
        i -= 5
        store_u64(frame, position, bits)
        position += int(held >> np.uint64(3))
        bits >>= held & np.uint64(56)
        held &= np.uint64(7)
    while i >= 0:
        code = np.uint64(codes[part[i]])
        bits |= (code & np.uint64(0xFFFF)) << held
        held += code >> np.uint64(16)
        i -= 1
    bits |= np.uint64(1) << held
    count = int(held >> np.uint64(3)) + 1
    for k in range(count):
        frame[position + k] = np.uint8(bits >> np.uint64(8 * k) & np.uint64(255))
    return position + count


# -- their description (4.2.1) -------------------------------------------------------------------


@kernel
def _describe(lengths: Bytes, tree: Bytes) -> int:
    """Write the weights of a code, as shortly as can be; return in how many bytes, 0 if in none.

    A weight is 0, or one more than by how many bits the code is shorter than the longest. That of
    the last byte that has a code follows from the others.
    """
    longest = lengths.max()
    count = 255
    while not lengths[count]:
        count -= 1
    weights = np.empty(count, np.uint8)
    for value in range(count):
        bits = lengths[value]
        weights[value] = longest + 1 - bits if bits else 0
    coded = _coded_weights(weights, tree)
    plain = 1 + (count + 1) // 2
    if count > 128 or 0 < coded <= plain:
        return coded
    tree[0] = 127 + count
    for i in range(0, count, 2):
        other = weights[i + 1] if i + 1 < count else 0
        tree[1 + i // 2] = weights[i] << 4 | other
    return plain


@kernel
def _coded_weights(weights: Bytes, tree: Bytes) -> int:
    """Write weights with a finite-state code (4.1, 4.2.1.2); return in how many bytes, or 0."""
    shares = np.zeros(MAX_BITS + 2, np.int64)
    for weight in weights:
        shares[weight] += 1
    if weights.size < 3 or shares.max() == weights.size:
        return 0  # which a table cannot say
    _normalise(shares, weights.size)
    out = np.zeros(512, np.uint8)
    end = _share_table(shares, out)
    end = _states(weights, shares, out, end)
    if end >= 128:
        return 0
    tree[0] = end
    _copy(out[:end], tree, 1)
    return end + 1


@kernel
def _normalise(shares: npt.NDArray[np.int64], count: int) -> None:
    """Make numbers, of which there are `count`, shares of the table."""
    left = 1 << WEIGHT_BITS
    for weight in range(len(shares)):
        if shares[weight]:
            shares[weight] = max(1, (shares[weight] << WEIGHT_BITS) // count)
            left -= shares[weight]
    while left:
        step = 1 if left > 0 else -1
        shares[shares.argmax()] += step
        left -= step


@kernel
def _share_table(shares: npt.NDArray[np.int64], out: Bytes) -> int:
    """Write the shares (4.1.1); return how many bytes that takes.

    The more is left to share out, the more bits a number takes; the smallest may take one less.
    """
    bits, held = WEIGHT_BITS - 5, 4
    left, limit, wide = (1 << WEIGHT_BITS) + 1, 1 << WEIGHT_BITS, WEIGHT_BITS + 1
    position, weight = 0, 0
    while left > 1:
        share = shares[weight]
        weight += 1
        spare = 2 * limit - 1 - left
        left -= share
        value = share + 1
        if value >= limit:
            value += spare
        bits |= value << held
        held += wide - (1 if value < spare else 0)
        if not share:  # how many more there are: two bits, again and again while there are three
            more = 0
            while not shares[weight + more]:
                more += 1
            weight += more
            while more >= 3:
                bits |= 3 << held
                held += 2
                more -= 3
            bits |= more << held
            held += 2
        while left < limit:
            wide -= 1
            limit >>= 1
        while held >= 8:
            out[position] = bits & 255
            position += 1
            bits >>= 8
            held -= 8
    if held:
        out[position] = bits
        position += 1
    return position


@kernel
def _states(weights: Bytes, shares: npt.NDArray[np.int64], out: Bytes, position: int) -> int:
    """Write weights as the transitions of two states in turn, the last first (4.1.2)."""
    size = 1 << WEIGHT_BITS
    firsts, table = _state_table(shares)
    states = np.zeros(2, np.int64)
    started = np.zeros(2, np.bool_)
    bits, held = 0, 0
    for i in range(weights.size - 1, -1, -1):
        weight, turn = weights[i], i & 1
        share = shares[weight]
        if not started[turn]:
            # Any state of this weight will do: the one that is the cheapest to leave.
            started[turn] = True
            states[turn] = table[firsts[weight]]
            continue
        # As many bits go as leave a number from `share` up to twice that.
        state, shift = states[turn], 0
        while state >> shift >= 2 * share:
            shift += 1
        bits |= (state & (1 << shift) - 1) << held
        held += shift
        states[turn] = table[firsts[weight] + (state >> shift) - share]
        while held >= 8:
            out[position] = bits & 255
            position += 1
            bits >>= 8
            held -= 8
    # The decoder begins with the state of the first weight, which is written last.
    for turn in (1, 0):
        bits |= (states[turn] & size - 1) << held
        held += WEIGHT_BITS
    bits |= 1 << held
    held += 1
    while held > 0:
        out[position] = bits & 255
        position += 1
        bits >>= 8
        held -= 8
    return position


@kernel
def _state_table(shares: npt.NDArray[np.int64]) -> tuple[Any, Any]:
    """Which states each weight has (4.1.1, "from normalized distribution to decoding tables").

    Returns:
        Where the states of each weight begin, and the states, each with `size` added.
    """
    size = 1 << WEIGHT_BITS
    firsts = np.zeros(len(shares) + 1, np.int64)
    for weight in range(len(shares)):
        firsts[weight + 1] = firsts[weight] + shares[weight]
    owners = np.empty(size, np.int64)
    place, step = 0, (size >> 1) + (size >> 3) + 3
    for weight in range(len(shares)):
        for _ in range(shares[weight]):
            owners[place] = weight
            place = place + step & size - 1
    following = firsts.copy()
    table = np.empty(size, np.int64)
    for state in range(size):
        table[following[owners[state]]] = size + state
        following[owners[state]] += 1
    return firsts, table
