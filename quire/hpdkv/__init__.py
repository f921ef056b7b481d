"""HPΔKV: residuals of quantised tensors, dense or sparse, in float16 or bfloat16.

The layouts are `specs/hpdkv.ksy` (one tensor) and `specs/hpdkv_bundle.ksy` (several, by name); this
package has no layout of its own, only what its users expect.
"""

from __future__ import annotations

from quire.hpdkv.bundle import Bundle, load_bundle, open_bundle
from quire.hpdkv.bundle_writer import save_bundle
from quire.hpdkv.difference import add_residuals, residual, restore
from quire.hpdkv.file import (
    ResidualFile,
    load_residuals,
    open_residuals,
    save_residuals,
    view_residuals,
)
from quire.hpdkv.pack import estimate_hpdkv_size, pack_residuals
from quire.hpdkv.unpack import SparseResiduals, sparse_residuals, unpack_residuals

__all__ = [
    "Bundle",
    "ResidualFile",
    "SparseResiduals",
    "add_residuals",
    "estimate_hpdkv_size",
    "load_bundle",
    "load_residuals",
    "open_bundle",
    "open_residuals",
    "pack_residuals",
    "residual",
    "restore",
    "save_bundle",
    "save_residuals",
    "sparse_residuals",
    "unpack_residuals",
    "view_residuals",
]
