"""The user's metadata: any bytes, in a frame of zstd."""

from __future__ import annotations

try:
    import zstandard
except ImportError as error:
    message = "quire.cdd needs zstandard: pip install 'quire[cpu]'"
    raise ImportError(message, name="zstandard") from error

from quire.runtime import FormatError, LimitError

MAX_BYTES = 64 << 20
"""More than this is refused: metadata are read whole."""

_STEP = 1 << 20


def unpack_metadata(frame: bytes, offset: int, name: str) -> bytes:
    """What a frame holds, `MAX_BYTES` at most; no frame at all holds nothing."""
    if not frame:
        return b""
    try:
        if _is_longer(frame, MAX_BYTES):
            expected = f"at most {MAX_BYTES} bytes"
            raise LimitError("user_metadata", expected, "more", offset=offset, format=name)
        # A stream does not tell a frame that is whole from one that is cut.
        whole = zstandard.ZstdDecompressor().decompressobj()
        content = whole.decompress(frame)
    except zstandard.ZstdError as error:
        expected = "a frame of zstd"
        raise FormatError("user_metadata", expected, error, offset=offset, format=name) from error
    if not whole.eof or whole.unused_data:
        found = "more than one" if whole.eof else "one that is cut"
        raise FormatError("user_metadata", "a frame of zstd", found, offset=offset, format=name)
    return content


def _is_longer(frame: bytes, most: int) -> bool:
    """Whether a frame holds more bytes than `most`; they are not kept."""
    found = 0
    with zstandard.ZstdDecompressor().stream_reader(frame) as reader:
        while found <= most and (part := reader.read(_STEP)):
            found += len(part)
    return found > most


def check_metadata(data: object) -> None:
    """Raise a TypeError unless these are bytes, or None."""
    if not isinstance(data, bytes | bytearray | memoryview | None):
        raise TypeError(f"user_metadata: expected bytes, found {type(data).__name__}")


def pack_metadata(data: bytes) -> bytes:
    """A frame that holds some bytes, and says how many; a ValueError if they are too many."""
    if len(data) > MAX_BYTES:
        raise ValueError(f"user_metadata: expected at most {MAX_BYTES} bytes, found {len(data)}")
    return zstandard.ZstdCompressor(level=3).compress(data)
