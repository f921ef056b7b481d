"""CVC: compressed collections of embeddings, as arrays.

The layout is `specs/cvc.ksy`; this package has no layout of its own, only what its users expect:
whole collections, row ranges, chunks and sections as arrays, files with named columns, and both
packed from arrays.
"""

from __future__ import annotations

from quire.cvc.backends import get_available_backends, get_backend_errors
from quire.cvc.checking import (
    detect_version,
    upgrade_cvc,
    validate_cvc,
    validate_cvc_integrity,
    validate_cvc_version,
)
from quire.cvc.chunks import Chunk, Column
from quire.cvc.columns import ColumnsReader
from quire.cvc.editing import add_column, delete_column, list_columns, rename_column, update_column
from quire.cvc.loading import (
    get_cvc_info,
    load_cvc,
    load_cvc_chunked,
    load_cvc_columns,
    load_cvc_range,
    open_cvc_columns,
    open_file,
)
from quire.cvc.mapped import MMapCVCLoader
from quire.cvc.pack import pack_cvc, pack_cvc_sections, save_cvc
from quire.cvc.pack_columns import pack_cvc_columns, pack_cvc_sections_columnar, save_cvc_columns
from quire.cvc.reader import CvcReader, open_cvc
from quire.cvc.sections import Section
from quire.runtime import ChecksumError as CorruptedChunkError

__all__ = [
    "Chunk",
    "Column",
    "ColumnsReader",
    "CorruptedChunkError",
    "CvcReader",
    "MMapCVCLoader",
    "Section",
    "add_column",
    "delete_column",
    "detect_version",
    "get_available_backends",
    "get_backend_errors",
    "get_cvc_info",
    "list_columns",
    "load_cvc",
    "load_cvc_chunked",
    "load_cvc_columns",
    "load_cvc_range",
    "open_cvc",
    "open_cvc_columns",
    "open_file",
    "pack_cvc",
    "pack_cvc_columns",
    "pack_cvc_sections",
    "pack_cvc_sections_columnar",
    "rename_column",
    "save_cvc",
    "save_cvc_columns",
    "update_column",
    "upgrade_cvc",
    "validate_cvc",
    "validate_cvc_integrity",
    "validate_cvc_version",
]
