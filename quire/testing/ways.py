"""Ways in which fields can be wrong, by their kinds: a table, and a function for each."""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

from quire.runtime import structure as s
from quire.runtime.frozen import replace
from quire.testing.reading.found import Found
from quire.testing.stored.scalars import Scalar
from quire.testing.stored.stream import Refused

Change: TypeAlias = tuple[str, bytes]
"""What is wrong, and the bytes that stand in the place of the field then."""
Way: TypeAlias = Callable[[Found, bytes], Iterator[Change]]
"""The changes of a field, of which the file is some bytes."""

_BOMB = (64 << 20) + 1
_NO_TEXTS = (
    ("a letter cut off", b"\xc3"),
    ("no letter", b"\xff"),
    ("a surrogate", b"\xed\xa0\x80"),
    ("an end", b"\0"),
)
_SHRUNK = 4096
"""Bytes of a document that is changed key by key."""


def ways_of(found: Found) -> list[Way]:
    """The ways in which a value can be wrong."""
    return [way for applies, way in _WAYS if applies(found)]


# -- numbers -------------------------------------------------------------------------------------


def _integers(found: Found, data: bytes) -> Iterator[Change]:
    """Counts, lengths, offsets, tags: the least and the most, beside what it is, past the end."""
    stored: Any = found.stored
    low, high = _range(stored)
    scalar = Scalar(stored)
    for what, value in _numbers(found, data, low, high):
        try:
            yield what, scalar.pack(value, found.scan)
        except Refused:
            continue


def _bits(found: Found, data: bytes) -> Iterator[Change]:
    """The same, of bits."""
    stored: Any = found.stored
    high = (1 << stored.width) - 1
    order: Any = "big" if stored.endian == "be" else "little"
    there = int.from_bytes(data[found.begin : found.end], order)
    for what, value in _numbers(found, data, 0, high):
        if 0 <= value <= high:
            number = there & ~(high << found.bit) | value << found.bit
            yield what, number.to_bytes(found.end - found.begin, order)


def _numbers(found: Found, data: bytes, low: int, high: int) -> Iterator[tuple[str, int]]:
    value, size = int(found.value), len(data)
    named = (
        ("0", 0), ("1", 1), ("2", 2), ("-1", -1), ("the most", high), ("the least", low),
        ("the most but one", high - 1), ("one less", value - 1), ("one more", value + 1),
        ("twice as much", 2 * value), ("past the end", size + 1), ("to the end", size),
        ("its own place", found.begin), ("the end of itself", found.end),
        ("what remains", size - found.end), ("one more than remains", size - found.end + 1),
        ("half the bits", 1 << (high.bit_length() // 2)), ("the sign", (high + 1) // 2),
        ("a quarter of the most", high // 4 + 1), ("its highest bit", value ^ (high + 1) // 2),
        ("its lowest bit", value ^ 1), ("another letter", value ^ 0x20),
    )  # fmt: skip  # laid out as a table
    for what, number in named:
        if number != value and low <= number <= high:
            yield f"number: {what}", number


def _fractions(found: Found, _: bytes) -> Iterator[Change]:
    """Numbers that are none, and those at the end of all."""
    stored: Any = found.stored
    scalar, bits = Scalar(stored), Scalar(replace(stored, kind="unsigned"))
    for what in ("nan", "inf", "-inf", "-0.0", "0.0", "-1.0"):
        yield f"float: {what}", scalar.pack(float(what), found.scan)
    yield "float: the smallest", bits.pack(1, found.scan)


# -- bytes ---------------------------------------------------------------------------------------


def _flipped(found: Found, data: bytes) -> Iterator[Change]:
    """One bit of the first, a middle or the last byte."""
    there = data[found.begin : found.end]
    places = {"the last": len(there) - 1, "a middle": len(there) // 2, "the first": 0}
    for what, at in places.items():
        changed = bytearray(there)
        changed[at] ^= 1
        yield f"a bit of {what} byte", bytes(changed)


def _filled(found: Found, _: bytes) -> Iterator[Change]:
    """All bytes the same."""
    size = found.end - found.begin
    yield "zeros", bytes(size)
    yield "ones", b"\xff" * size
    yield "spaces", b" " * size


def _resized(found: Found, data: bytes) -> Iterator[Change]:
    """A byte less, or more, with lengths that tell so."""
    there = data[found.begin : found.end]
    yield "a byte less", there[:-1]
    yield "a byte more", there + b"\0"
    yield "nothing", b""


def _texts(found: Found, data: bytes) -> Iterator[Change]:
    """Bytes that are no text, or end nowhere."""
    there = data[found.begin : found.end]
    for what, wrong in _NO_TEXTS:
        for at in sorted({0, max(len(there) - len(wrong), 0)}):
            new = there[:at] + wrong[: len(there) - at] + there[at + len(wrong) :]
            yield f"text: {what} at {at}", new


def _unterminated(found: Found, data: bytes) -> Iterator[Change]:
    """A terminator that is something else."""
    end = _terminator(found)
    there = data[found.begin : found.end]
    if there.endswith(end):
        yield "unterminated", there[: -len(end)] + b"x" * len(end)


def _deflated(found: Found, data: bytes) -> Iterator[Change]:
    """Compressed streams: cut, too long, too short, of too much."""
    raw = _is_raw(found)
    there = data[found.begin : found.end]

    def packed(of: bytes) -> bytes:
        packer = zlib.compressobj(9, zlib.DEFLATED, -15 if raw else 15)
        return packer.compress(of) + packer.flush()

    yield "deflated: cut", there[: len(there) // 2]
    yield "deflated: without its last byte", there[:-1]
    yield "deflated: of nothing", packed(b"")
    yield "deflated: of something else", packed(b"something else")
    yield "deflated: with something behind", there + b"behind"
    yield "deflated: a wrong block", b"\x07" + there[1:]
    if found.begin % 16 == 1:  # which takes long
        yield "deflated: a bomb", packed(bytes(_BOMB))


# -- documents -----------------------------------------------------------------------------------

_WRONG: tuple[Any, ...] = (None, True, -1, 0, 1.5, "x", [], {}, 1 << 70, 1e300, [1], {"a": 1})


def _documents(found: Found, data: bytes) -> Iterator[Change]:
    """Documents that are none, or of other types than the schema has."""
    there = data[found.begin : found.end]
    yield "document: nothing", b""
    yield "document: cut", there[: len(there) // 2]
    yield "document: something behind", there + b"}"
    yield "document: no text", there[:1] + b"\xff" + there[2:]
    for deep in (
        b"[" * 127 + b"]" * 127,
        b"[" * 5000 + b"]" * 5000,
        b'{"a":' * 200 + b"1" + b"}" * 200,
    ):
        yield "document: deep", deep
    for whole in _WRONG:
        yield f"document: {whole!r}", json.dumps(whole).encode()
    if len(there) > _SHRUNK:
        return
    try:
        tree = json.loads(there)
    except ValueError:
        return
    for path in _places(tree):
        for what, changed in _changed_at(tree, path):
            yield f"document: {'.'.join(map(str, path))} {what}", changed


def _places(tree: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where values are in a document."""
    if path:
        yield path
    inner = (
        tree.items()
        if isinstance(tree, dict)
        else enumerate(tree[:2])
        if isinstance(tree, list)
        else ()
    )
    for key, value in inner:
        yield from _places(value, (*path, key))


def _changed_at(tree: Any, path: tuple[Any, ...]) -> Iterator[Change]:
    """The texts of a document with other things in one place."""
    mark = "a mark that nobody has written"
    text = json.dumps(_with(tree, path, mark))
    quoted = json.dumps(mark)
    for wrong in _WRONG:
        yield f"is {wrong!r}", text.replace(quoted, json.dumps(wrong)).encode()
    for wrong in ("NaN", "Infinity", "1e999", "-1e999", "01", "'x'", "9" * 5000):
        yield f"is {wrong[:10]}", text.replace(quoted, wrong).encode()
    if isinstance(path[-1], str):
        key = json.dumps(path[-1])
        yield "is not there", json.dumps(_with(tree, path, None, left_out=True)).encode()
        yield "is there twice", text.replace(quoted, f"1, {key}: 1").encode()


def _with(tree: Any, path: tuple[Any, ...], value: Any, *, left_out: bool = False) -> Any:
    """A document with another value in one place."""
    first, *rest = path
    made = tree.copy()
    if rest:
        made[first] = _with(tree[first], tuple(rest), value, left_out=left_out)
    elif left_out:
        del made[first]
    else:
        made[first] = value
    return made


# -- the table -----------------------------------------------------------------------------------


def _is_integer(found: Found) -> bool:
    return isinstance(found.stored, s.Number) and found.stored.kind != "float"


def _is_fraction(found: Found) -> bool:
    return isinstance(found.stored, s.Number) and found.stored.kind == "float"


def _is_bits(found: Found) -> bool:
    return isinstance(found.stored, s.Bits)


def _extent(found: Found) -> s.Extent | None:
    return getattr(found.stored, "extent", None)


def _is_bytes(found: Found) -> bool:
    return _extent(found) is not None and found.end > found.begin


def _is_text(found: Found) -> bool:
    return isinstance(found.stored, s.Text) and found.end > found.begin


def _is_terminated(found: Found) -> bool:
    return _terminator(found) != b""


def _terminator(found: Found) -> bytes:
    """What ends a field; nothing where a size does."""
    extent = _extent(found)
    return b"" if extent is None or extent.size is not None else extent.terminator or b""


def _is_raw(found: Found) -> bool:
    codec = found.field.codec
    return codec is not None and any(
        stage.codec == "deflate" for _, stages in codec.cases for stage in stages
    )


def _is_deflated(found: Found) -> bool:
    extent, codec = _extent(found), found.field.codec
    if extent is not None and extent.process is not None and extent.process.routine == "zlib":
        return True
    return codec is not None and any(
        stage.codec in ("zlib", "deflate") for _, stages in codec.cases for stage in stages
    )


def _is_document(found: Found) -> bool:
    return found.field.document is not None


_WAYS: tuple[tuple[Callable[[Found], bool], Way], ...] = (
    (_is_integer, _integers),
    (_is_bits, _bits),
    (_is_fraction, _fractions),
    (_is_bytes, _flipped),
    (_is_bytes, _filled),
    (_is_bytes, _resized),
    (_is_text, _texts),
    (_is_terminated, _unterminated),
    (_is_deflated, _deflated),
    (_is_document, _documents),
)


def _range(stored: s.Number) -> tuple[int, int]:
    half = 1 << 8 * stored.size - 1
    return (0, 2 * half - 1) if stored.kind == "unsigned" else (-half, half - 1)
