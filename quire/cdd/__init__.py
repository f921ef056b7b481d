"""CDD: arrays in chunks, appended to one file; in quire's own layout or that of cryptodd-arrays.

The layouts are `specs/cdd.ksy` and `specs/cryptodd.ksy`; this package has what their users
expect of a store: chunks by number, rows over all chunks, and trust in what is read.
"""

from __future__ import annotations

from quire.cdd.arrays import load_array, save_array, save_rows
from quire.cdd.backends import FileBackend, MemoryBackend, open_backend
from quire.cdd.buffered import BufferedWriter
from quire.cdd.chunks import ChunkInfo
from quire.cdd.file import load_cdd, open_cdd
from quire.cdd.grouped import GroupedReader, GroupedRows
from quire.cdd.grouped_writer import GroupedWriter
from quire.cdd.original import BufferedAutoChunker, CddError
from quire.cdd.original import open_store as open  # noqa: A004  # as its users know it
from quire.cdd.reader import DataReader
from quire.cdd.repair import repair
from quire.cdd.rows import Rows
from quire.cdd.storage import StorageBackend
from quire.cdd.types import TYPES
from quire.cdd.writer import DataWriter, StoreResult
from quire.storage.locks import StoreLocked

save_cdd = save_rows
"""The name that saving has in all formats."""

__all__ = [
    "TYPES",
    "BufferedAutoChunker",
    "BufferedWriter",
    "CddError",
    "ChunkInfo",
    "DataReader",
    "DataWriter",
    "FileBackend",
    "GroupedReader",
    "GroupedRows",
    "GroupedWriter",
    "MemoryBackend",
    "Rows",
    "StorageBackend",
    "StoreLocked",
    "StoreResult",
    "load_array",
    "load_cdd",
    "open",
    "open_backend",
    "open_cdd",
    "repair",
    "save_array",
    "save_cdd",
    "save_rows",
]
