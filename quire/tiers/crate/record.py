"""What a store knows of a block: the records of its log (`specs/tensor_store.ksy`)."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from numbers import Real
from types import SimpleNamespace
from typing import Any, NamedTuple, Self

import numpy as np

from quire.generated.tensor_store import TensorStore
from quire.kernels.engine.given import expect_a, expect_hashable
from quire.kernels.services.columns import Columns
from quire.runtime.errors import FormatError, within
from quire.tiers.crate.one_scale import OneScaleBlock

RECORD_BYTES: int = TensorStore.BlockRecord.SIZE

FORMAT = "tensor_store"

Policy = TensorStore.Policy
ValueType = TensorStore.ValueType


class BlockKey(NamedTuple):
    """Which block: of which tensor (0 to 2^128 - 1), and where in it."""

    tensor_id: int
    block_index: int = 0

    @classmethod
    def given(cls, key: Any) -> Self:
        """The key that two numbers are.

        Raises:
            TypeError: it is no tuple of two.
        """
        if not isinstance(key, tuple) or len(key) != 2:
            raise TypeError(f"key: expected a BlockKey, or two numbers, found {key!r}")
        expect_hashable(key, "key")
        return cls(*key)


@dataclass(frozen=True, slots=True)
class BlockRecord:
    """What is known of a block; times are in ticks of the user's clock.

    Attributes:
        tensor_id: 0 to 2^128 - 1.
        block_index: Place in the tensor.
        tier: 1 hot, 2 warm, 3 cold; 0 if no codes are kept.
        bits: Of a code, 1 to 8; 0 in tier 0.
        scale: What a code is multiplied by; of an absent block, what it was.
        checksum: CRC-32 of codes and scale; of an absent block, what it was.
        block_bytes: Size of the codes; 0 in tier 0.
        created_at, last_access_at: When.
        access_count: How often.
        ema_rate: Moving average of accesses.
        window: A bit for each of the last 64 ticks, the lowest is the latest.
        reconstruct: How the block is made once its codes are gone.
        tier_age: Ticks since the tier was last changed.
        lineage_parent: The tensor that this one was made from, or None.
        dtype: Of the values before they were quantised.
        zero_point: Not used, 0.

    Raises:
        FormatError: a number is none of those that may stand in its field, or does not go with
            another one.
    """

    tensor_id: int
    block_index: int
    tier: int
    bits: int
    scale: float
    checksum: int
    block_bytes: int
    created_at: int = 0
    last_access_at: int = 0
    access_count: int = 1
    ema_rate: float = 0.0
    window: int = 1
    reconstruct: TensorStore.Policy | int = TensorStore.Policy.none
    tier_age: int = 0
    lineage_parent: int | None = None
    dtype: TensorStore.ValueType | int = TensorStore.ValueType.float32
    zero_point: int = 0

    def __post_init__(self) -> None:
        _check(self)
        for field in ("scale", "ema_rate"):  # as they will be read
            object.__setattr__(self, field, _float32(getattr(self, field), field))

    @classmethod
    def of(
        cls, key: tuple[int, int], block: OneScaleBlock, tier: int, now: int = 0, **more: Any
    ) -> Self:
        """The first record of a block that has just been made, in tier 1 to 3.

        Args:
            key: A `BlockKey`.
            block: Its codes.
            tier: 1 to 3.
            now: When.
            more: Other attributes.
        """
        expect_a(OneScaleBlock, block, "block")
        return cls(
            *BlockKey.given(key),
            tier=tier,
            bits=block.bits,
            scale=block.scale,
            checksum=block.checksum,
            block_bytes=block.nbytes,
            **{"created_at": now, "last_access_at": now, **more},
        )

    @property
    def key(self) -> BlockKey:
        """Which block."""
        return BlockKey(self.tensor_id, self.block_index)

    @property
    def has_lineage(self) -> bool:
        """Whether the tensor was made from another one."""
        return self.lineage_parent is not None

    @property
    def payload(self) -> tuple[int, int, int, int, bytes]:
        """What a record says of its codes: equal for two records of the same codes."""
        scale = np.array(self.scale, "<f4").tobytes()
        return self.tier, self.bits, self.block_bytes, self.checksum, scale

    @property
    def of_codes(self) -> str:
        """The same in words, for errors."""
        codes = f"{self.block_bytes} bytes of codes of {self.bits} bits in tier {self.tier}"
        return f"{codes}, scale {self.scale:.9g}, CRC-32 {self.checksum:#010x}"

    def entry(self) -> TensorStore.BlockRecord:
        """The record as an entry of a log."""
        values = {name: getattr(self, name) for name in _NAMES}
        values["lineage_parent"] = self.lineage_parent or 0
        values["has_lineage"] = int(self.has_lineage)
        return TensorStore.BlockRecord.build(**values)

    def to_bytes(self) -> bytes:
        """The record as it stands in a log.

        Raises:
            FormatError: a number does not fit its field.
        """
        return self.entry().to_bytes()

    @classmethod
    def of_row(cls, row: Any) -> Self:
        """The record of a row of a log.

        Raises:
            FormatError: a number is none of those that may stand in its field.
        """
        _check(row)
        values = {name: getattr(row, name) for name in _NAMES if name != "has_lineage"}
        values["lineage_parent"] = row.lineage_parent if row.has_lineage else None
        values["dtype"] = TensorStore.ValueType(row.dtype)
        values["reconstruct"] = TensorStore.Policy(row.reconstruct)
        return cls(**values)


_NAMES = TensorStore.BlockRecord._fields

# For the numbers of one record, and for columns of them.
_RULES: tuple[tuple[str, str, Callable[[Any], Any]], ...] = (
    ("dtype", "0 to 2", lambda r: (r.dtype >= 0) & (r.dtype <= 2)),
    ("tier", "0 to 3", lambda r: (r.tier >= 0) & (r.tier <= 3)),
    (
        "bits",
        "1 to 8, or 0 in tier 0",
        lambda r: (r.bits >= 0) & (r.bits <= 8) & ((r.bits == 0) == (r.tier == 0)),
    ),
    ("reconstruct", "0 to 2", lambda r: (r.reconstruct >= 0) & (r.reconstruct <= 2)),
    ("has_lineage", "0 or 1", lambda r: r.has_lineage <= 1),
    ("block_bytes", "0 in tier 0", lambda r: (r.tier > 0) | (r.block_bytes == 0)),
)


def _float32(number: float, field: str) -> float:
    if not isinstance(number, Real):
        raise FormatError(field, "a number of float32", number, format=FORMAT)
    with np.errstate(over="ignore"):
        rounded = float(np.float32(number))
    if math.isinf(rounded) and not math.isinf(number):
        raise FormatError(field, "a number of float32", number, format=FORMAT)
    return rounded


class Records(Mapping[BlockKey, BlockRecord]):
    """The last record of each block, made of the bytes of a log when somebody looks at it."""

    def __init__(self) -> None:
        self._found: dict[BlockKey, BlockRecord | tuple[Columns, int]] = {}

    def add(self, log: bytes, offset: int = 0) -> int:
        """Take in what was appended to a log at an offset; return the bytes of whole records.

        If a record cannot be one, that is a FormatError, and nothing is taken in.
        """
        table: Any = TensorStore.from_bytes(log).records
        _check_table(table, offset)
        keys = map(BlockKey, *(table.column(name).tolist() for name in BlockKey._fields))
        self._found.update(zip(keys, ((table, row) for row in range(len(table))), strict=True))
        return len(table) * RECORD_BYTES

    def put(self, record: BlockRecord) -> None:
        """Take in a record."""
        self._found[record.key] = record

    def __getitem__(self, key: BlockKey) -> BlockRecord:
        found = self._found[key]
        if isinstance(found, tuple):
            table, row = found
            found = self._found[key] = BlockRecord.of_row(table[row])
        return found

    def __contains__(self, key: object) -> bool:
        return key in self._found

    def __iter__(self) -> Iterator[BlockKey]:
        return iter(self._found)

    def __len__(self) -> int:
        return len(self._found)


def _check(record: Any) -> None:
    for field, expected, holds in _RULES:
        try:
            is_right = bool(holds(record))
        except (TypeError, ValueError):  # no number at all, or many
            is_right = False
        if not is_right:
            raise FormatError(field, expected, getattr(record, field), format=FORMAT)


def _check_table(table: Columns, offset: int) -> None:
    columns = SimpleNamespace(**{name: table.column(name) for name in table.names})
    holds = np.ones(len(table), np.bool_)
    for _, _, rule in _RULES:
        holds &= rule(columns)
    if holds.all():
        return
    number = int(np.argmin(holds))
    start = offset + number * RECORD_BYTES
    with within(f"records[{start // RECORD_BYTES}]", offset=start):
        _check(table[number])
