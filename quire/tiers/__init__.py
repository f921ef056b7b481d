"""Tiered quantisation (ADR-019): codes of 8, 7, 5 or 3 bits in blocks with scales.

`quantize` and its result are for whole arrays; the functions of blocks and codes have the names of
the description. `save_tensor` and `load_tensor` are for files (`specs/tiers.ksy`).
"""

from quire.storage.locks import StoreLocked
from quire.tiers.blocks.array import QuantizedArray, quantize
from quire.tiers.blocks.bits import pack_bits, unpack_bits
from quire.tiers.blocks.one_by_one import (
    BitCodec,
    QuantConfig,
    QuantizedBlock,
    StandardBitCodec,
    TensorQuantizer,
    dequantize,
    max_abs,
    quantize_bits,
    quantize_s8,
)
from quire.tiers.crate.delta_chain import ChainFull, DeltaChain
from quire.tiers.crate.deltas import (
    DeltaRecord,
    apply_delta,
    apply_deltas,
    compute_delta,
    compute_deltas,
    decode_delta,
    encode_delta,
)
from quire.tiers.crate.directory import BlockDirectory
from quire.tiers.crate.factors import FactorSet, decode_factors, encode_factors
from quire.tiers.crate.one_scale import OneScaleBlock, quantize_block
from quire.tiers.crate.record import BlockKey, BlockRecord, Policy, ValueType
from quire.tiers.errors import (
    CodecErr,
    InputTooSmall,
    InvalidBitWidth,
    OutputTooSmall,
    ReconstructionDepthExceeded,
    ReconstructionFailed,
    ReconstructionNeeded,
    TensorNeeded,
    TierZeroNoPolicy,
)
from quire.tiers.file.absent import AbsentTensor, Reconstruct
from quire.tiers.file.saving import pack_tensor, save_tensor
from quire.tiers.file.tensor_file import TensorFile, load_tensor, open_tensor
from quire.tiers.segments.file import SegmentFile, open_segment
from quire.tiers.segments.frames import FrameWriter, SegmentPolicy, encode_frames
from quire.tiers.segments.segment import (
    SegmentInfo,
    decode_segment,
    encode_segment,
    load_segment,
    save_segment,
    segment_info,
)
from quire.tiers.store.config import Tier, TierConfig
from quire.tiers.store.counts import StoreMetrics, TickReport
from quire.tiers.store.meta import Access, TensorMeta
from quire.tiers.store.recipes import DeltaPolicy, FactorPolicy
from quire.tiers.store.repair import RepairReport, repair
from quire.tiers.store.store import TieredStore

__all__ = [
    "AbsentTensor",
    "Access",
    "BitCodec",
    "BlockDirectory",
    "BlockKey",
    "BlockRecord",
    "ChainFull",
    "CodecErr",
    "DeltaChain",
    "DeltaPolicy",
    "DeltaRecord",
    "FactorPolicy",
    "FactorSet",
    "FrameWriter",
    "InputTooSmall",
    "InvalidBitWidth",
    "OneScaleBlock",
    "OutputTooSmall",
    "Policy",
    "QuantConfig",
    "QuantizedArray",
    "QuantizedBlock",
    "Reconstruct",
    "ReconstructionDepthExceeded",
    "ReconstructionFailed",
    "ReconstructionNeeded",
    "RepairReport",
    "SegmentFile",
    "SegmentInfo",
    "SegmentPolicy",
    "StandardBitCodec",
    "StoreLocked",
    "StoreMetrics",
    "TensorFile",
    "TensorMeta",
    "TensorNeeded",
    "TensorQuantizer",
    "TickReport",
    "Tier",
    "TierConfig",
    "TierZeroNoPolicy",
    "TieredStore",
    "ValueType",
    "apply_delta",
    "apply_deltas",
    "compute_delta",
    "compute_deltas",
    "decode_delta",
    "decode_factors",
    "decode_segment",
    "dequantize",
    "encode_delta",
    "encode_factors",
    "encode_frames",
    "encode_segment",
    "load_segment",
    "load_tensor",
    "max_abs",
    "open_segment",
    "open_tensor",
    "pack_bits",
    "pack_tensor",
    "quantize",
    "quantize_bits",
    "quantize_block",
    "quantize_s8",
    "repair",
    "save_segment",
    "save_tensor",
    "segment_info",
    "unpack_bits",
]
