"""Files of text that may be compressed."""

from __future__ import annotations

import gzip
import io
import os
import zlib
from pathlib import Path

from quire.runtime import LimitError, Reader
from quire.runtime.errors import FormatError
from quire.runtime.reading.budget import most_decoded
from quire.sources import Source

GZIP = b"\x1f\x8b"


def unpacked(source: Source) -> Reader:
    """A reader of a file; what is compressed by gzip is unpacked to memory, as far as it may be."""
    if source.start(len(GZIP)) != GZIP:
        return source.reader()
    most = most_decoded(source.size)
    try:
        with gzip.open(source.path or io.BytesIO(source.data)) as packed:
            data = packed.read(most + 1)
    except EOFError as error:
        expected = "the end of the compressed data"
        raise FormatError("", expected, "the end of the file", format="gzip") from error
    except (OSError, zlib.error) as error:
        raise FormatError("", "gzip data", error, format="gzip") from error
    if len(data) > most:
        raise LimitError("", f"at most {most} unpacked bytes", "more", format="gzip")
    return Reader(data)


def beginning(file: str | os.PathLike[str], size: int) -> bytes:
    """The first bytes of a file, unpacked; none if the compressed data are damaged."""
    start = Source.of(file).start(size)
    if not start.startswith(GZIP):
        return start
    try:
        with gzip.open(Path(file)) as packed:
            return packed.read(size)
    except (OSError, EOFError, zlib.error):
        return b""
