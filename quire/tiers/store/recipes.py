"""How absent tensors are made from others (ADR-019, section 3.5), and which from which."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from dataclasses import dataclass
from numbers import Real
from typing import Any, Self, cast

import numpy as np
import numpy.typing as npt

from quire.kernels.engine.given import expect_a, expect_list
from quire.runtime.errors import FormatError, LimitError
from quire.tiers.blocks.numbers import Floats
from quire.tiers.crate.deltas import DeltaRecord, apply_deltas, compute_deltas
from quire.tiers.crate.factors import FactorSet
from quire.tiers.store.meta import Key


@dataclass(frozen=True, slots=True)
class DeltaPolicy:
    """Another tensor, and how this one differs from it.

    Attributes:
        source: The other tensor.
        deltas: Applied one after the other.
        source_epoch: Which values of the other tensor they are added to (`TensorMeta.epoch`); None
            for those that it has when a store is given this policy.

    Raises:
        FormatError: there is no source.
    """

    source: Key
    deltas: tuple[DeltaRecord, ...]
    source_epoch: int | None = None

    def __post_init__(self) -> None:
        if self.source is None:  # in a file, or as somebody may give it
            raise FormatError("source", "the tensor that deltas are added to", None)
        expect_list(self.deltas, "deltas", "DeltaRecord")
        for delta in self.deltas:
            expect_a(DeltaRecord, delta, "deltas")

    @classmethod
    def between(
        cls,
        source: Key,
        base: npt.ArrayLike,
        tensor: npt.ArrayLike,
        *,
        threshold: float = 1e-6,
        max_change_fraction: float = 0.1,
        source_epoch: int | None = None,
    ) -> Self | None:
        """The policy that makes a tensor of a base.

        Args:
            source: What the base is called in the store.
            base: Its values as the store gives them.
            tensor: As many values.
            threshold: The least magnitude of a difference that is kept.
            max_change_fraction: Share of the values from which on differences are too many.
            source_epoch: The `epoch` of the metadata that the base had then; None for that which
                it has when a store is given the policy.

        Returns:
            None if they are too many.
        """
        options: Any = {"threshold": threshold, "max_change_fraction": max_change_fraction}
        deltas = compute_deltas(base, tensor, base_epoch=source_epoch or 0, **options)
        return None if deltas is None else cls(source, tuple(deltas), source_epoch)

    @property
    def length(self) -> int:
        """How many deltas follow each other."""
        return max(Counter(delta.block_index for delta in self.deltas).values(), default=0)

    def reconstruct(
        self,
        source: Floats | None,
        shape: tuple[int, ...],
        most: int,  # noqa: ARG002  # what is made is as large as the source
    ) -> Floats:
        """The tensor.

        Args:
            source: Values of the other tensor, of any shape.
            shape: Of this one.
            most: How many values may be made on the way.

        Raises:
            FormatError: the other tensor has more or fewer values, or a delta does not fit it.
            LimitError: there would be more values than that.
        """
        values = np.asarray(source, np.float32)
        _check_size(values.size, shape)
        return apply_deltas(values.reshape(-1), self.deltas).reshape(shape)


@dataclass(frozen=True, slots=True, eq=False)
class FactorPolicy:
    """A matrix in factors; or another tensor, rescaled, permuted and projected by one.

    With a source, each row `x` of its last axis becomes `(scale * x[permutation]) @ factors`.

    Attributes:
        factors: The matrix; None for no projection.
        source: The other tensor; None if the matrix is the tensor.
        scale: What each value is multiplied by.
        permutation: (n,) integers: which element of a row comes where; None to leave them.
        source_epoch: Which values of the other tensor are meant (`TensorMeta.epoch`); None for
            those that it has when a store is given this policy.

    Raises:
        FormatError: there is neither a matrix nor a source; or there is a scale or a permutation,
            and no source for it.
    """

    factors: FactorSet | None = None
    source: Key | None = None
    scale: float = 1.0
    permutation: npt.NDArray[np.integer[Any]] | None = None
    source_epoch: int | None = None

    def __post_init__(self) -> None:
        expect_a(Real, self.scale, "scale")
        if self.source is None and self.factors is None:
            raise FormatError("factors", "factors, a source, or both", None)
        if self.source is None and (self.scale != 1.0 or self.permutation is not None):
            raise FormatError("source", "a tensor to rescale or permute", None)
        if not abs(self.scale) <= np.finfo(np.float32).max:
            raise FormatError("scale", "a number that float32 holds", self.scale)
        if self.permutation is None:
            return
        order = np.asarray(self.permutation)
        if order.ndim != 1 or order.dtype.kind not in "iu":
            raise FormatError("permutation", "(n,) integers", f"{order.dtype} {order.shape}")
        object.__setattr__(self, "permutation", order)

    def reconstruct(self, source: Floats | None, shape: tuple[int, ...], most: int) -> Floats:
        """The tensor; as `DeltaPolicy.reconstruct`."""
        if source is None:
            matrix = cast(FactorSet, self.factors)  # one of both is there
            _check_size(math.prod(matrix.shape), shape)
            return matrix.reconstruct(np.empty(matrix.shape, np.float32)).reshape(shape)
        rows = np.atleast_1d(source)
        self._check_width(rows.shape[-1])
        count = rows.size // max(1, rows.shape[-1])
        width = rows.shape[-1] if self.permutation is None else self.permutation.size
        made = width if self.factors is None else self.factors.v.shape[1]
        _check_size(count * made, shape)
        widest = max(width, self.factors.rank if self.factors else 0)
        if count * widest > most:
            raise LimitError("recipe", f"at most {most} values on the way", count * widest)
        if self.permutation is not None:
            rows = rows[..., self.permutation]
        with np.errstate(all="ignore"):  # a file may ask for it
            rows = rows * np.float32(self.scale)
        if self.factors is not None:
            with np.errstate(all="ignore"):
                rows = (rows @ (self.factors.u * self.factors.s)) @ self.factors.v
        return rows.reshape(shape)

    def _check_width(self, width: int) -> None:
        """Whether permutation and factors fit rows of so many values."""
        order = self.permutation
        if order is not None and order.size:
            if int(order.min()) < 0 or int(order.max()) >= width:
                found = f"{order.min()} to {order.max()}"
                raise FormatError("permutation", f"indices from 0 to {width - 1}", found)
            width = order.size
        if self.factors is not None and self.factors.u.shape[0] != width:
            raise FormatError("factors", f"a matrix of {width} rows", self.factors.u.shape[0])


Recipe = DeltaPolicy | FactorPolicy


def _check_size(found: int, shape: tuple[int, ...]) -> None:
    if found != math.prod(shape):
        raise FormatError("recipe", f"{math.prod(shape)} values for {shape}", found)


class Lineage:
    """The sources of all recipes, both ways."""

    def __init__(self) -> None:
        self._source: dict[Key, Key] = {}
        self._made: defaultdict[Key, set[Key]] = defaultdict(set)

    def note(self, key: Key, source: Key | None) -> None:
        """A tensor has a recipe with this source now; None if it has no such recipe."""
        old = self._source.pop(key, None)
        if old is not None:
            self._made[old].discard(key)
        if source is not None:
            self._source[key] = source
            self._made[source].add(key)

    def made_of(self, source: Key) -> frozenset[Key]:
        """The tensors whose recipes have this source."""
        return frozenset(self._made.get(source, ()))

    @property
    def sources(self) -> frozenset[Key]:
        """What tensors are made of, or are to be made of."""
        return frozenset(source for source, made in self._made.items() if made)
