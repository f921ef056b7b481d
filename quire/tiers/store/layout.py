"""Where a store keeps its tensors: what every layout can do, and the one in memory."""

from __future__ import annotations

import itertools
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Protocol, cast

import numpy.typing as npt

from quire.tiers.blocks.array import quantize
from quire.tiers.blocks.numbers import Floats
from quire.tiers.store.config import Tier, TierConfig
from quire.tiers.store.meta import NEW, Key, TensorMeta
from quire.tiers.store.recipes import Recipe

Changes = Mapping[Key, TensorMeta | None]
"""What is now known of tensors that are new or were changed; None for those that are gone."""


class Payload(Protocol):
    """The quantised values of a tensor; they never change."""

    @property
    def nbytes(self) -> int:
        """Bytes of codes and scales."""
        ...

    def dequantize(self, out: Floats | None = None) -> Floats:
        """Decode."""
        ...


@dataclass(frozen=True, slots=True, eq=False)
class Change:
    """A change of one tensor that is to be committed.

    Attributes:
        key: Of the tensor.
        old: What was known of it; None if it is new.
        meta: What is to be known of it, with the numbers of the payload and the recipe that it
            keeps, 0 for one that is dropped.
        payload: A new one to keep instead, as `Layout.encode` made it.
        recipe: A new one to keep instead.
    """

    key: Key
    old: TensorMeta | None
    meta: TensorMeta
    payload: Any = None
    recipe: Recipe | None = None

    def numbered(self, next_number: Callable[[], int]) -> TensorMeta:
        """What is to be known of the tensor, with numbers for what is new, and an epoch."""
        meta = self.meta
        if self.payload is not None:
            meta = replace(meta, data=next_number())
        if meta.epoch == NEW:
            meta = replace(meta, epoch=meta.data)
        return meta if self.recipe is None else replace(meta, recipe=next_number())


class Layout(ABC):
    """Payloads and recipes, and which tensor they are of.

    A layout that can be written to has one store, which calls it under a lock but for `encode`,
    `payload` and `recipe`: these may be called from several threads at once.
    """

    def __init__(self, config: TierConfig, *, writable: bool = True) -> None:
        self.config = config
        self.writable = writable

    @abstractmethod
    def tensors(self) -> dict[Key, TensorMeta]:
        """All that is there when a store opens it."""

    def encode(self, tensor: npt.NDArray[Any], bits: int) -> Payload:
        """Quantise a tensor as this layout keeps it: in the blocks of ADR-019, or otherwise."""
        two_level = self.config.two_level if bits == 3 else False
        return quantize(tensor, bits, self.config.block_size, two_level)

    @abstractmethod
    def payload(self, key: Key, meta: TensorMeta) -> Payload:
        """The values of a tensor that is not absent.

        Raises:
            FileNotFoundError: they are no longer there, as the tensor has changed since.
            FormatError: they are damaged.
        """

    def may_have(self, key: Key, meta: TensorMeta, shape: tuple[int, ...]) -> bool:  # noqa: ARG002  # for a layout that does not know
        """Whether a tensor whose shape the layout does not keep may have this shape."""
        return False

    @abstractmethod
    def recipe(self, key: Key, meta: TensorMeta) -> Recipe:
        """How an absent tensor is made; errors as with `payload`."""

    def verify(self, key: Key, meta: TensorMeta) -> None:
        """Read what is kept of a tensor, whatever was read of it before."""
        if meta.tier != Tier.ABSENT:
            self.payload(key, meta).dequantize()
        if meta.recipe:
            self.recipe(key, meta)

    @property
    def is_foreign(self) -> bool:
        """Whether another process writes to it, from which this one was forked."""
        return False  # what is in memory is each process's own

    @abstractmethod
    def commit(self, changes: Sequence[Change]) -> list[TensorMeta]:
        """Make this what is known of some tensors: of each of them at once.

        If it cannot be written, all tensors stay as they were, or (in a directory of the crate)
        those from one on. Returns what is known now: with numbers of payloads and recipes, and an
        epoch.
        """

    @abstractmethod
    def discard(self, key: Key, old: TensorMeta) -> None:
        """Forget a tensor, of which this was known, at once; errors as with `commit`."""

    def clear(self) -> None:  # noqa: B027  # a layout may have nothing to remove
        """Remove what is of no tensor any more since `commit` and `discard`: nobody asks for it."""

    @abstractmethod
    def note(self, changed: Mapping[Key, TensorMeta]) -> None:
        """Keep what was counted since; nothing else of these tensors has changed."""

    def refresh(self) -> Changes:
        """What other processes have changed since the last time."""
        return {}

    @abstractmethod
    def close(self) -> None:
        """Let others write."""


class MemoryLayout(Layout):
    """Everything in memory."""

    def __init__(self, config: TierConfig) -> None:
        super().__init__(config)
        self._next_number = partial(next, itertools.count(1))
        self._kept: dict[int, Any] = {}
        self._dropped = set[int]()

    def tensors(self) -> dict[Key, TensorMeta]:
        return {}  # nothing outlives the store that opened it

    def payload(self, key: Key, meta: TensorMeta) -> Payload:
        return cast(Payload, self._value(key, meta.data))

    def recipe(self, key: Key, meta: TensorMeta) -> Recipe:
        return cast(Recipe, self._value(key, meta.recipe))

    def commit(self, changes: Sequence[Change]) -> list[TensorMeta]:
        metas = [change.numbered(self._next_number) for change in changes]
        for change, meta in zip(changes, metas, strict=True):
            for number, value in ((meta.data, change.payload), (meta.recipe, change.recipe)):
                if value is not None:
                    self._kept[number] = value
            self._dropped |= _numbers(change.old) - _numbers(meta)
        return metas

    def discard(self, key: Key, old: TensorMeta) -> None:  # noqa: ARG002  # numbers tell it
        self._dropped |= _numbers(old)

    def clear(self) -> None:
        for number in self._dropped:
            del self._kept[number]
        self._dropped.clear()

    def note(self, changed: Mapping[Key, TensorMeta]) -> None:
        pass  # the store has it in memory

    def close(self) -> None:
        pass  # nobody waits

    def _value(self, key: Key, number: int) -> Any:
        try:
            return self._kept[number]
        except KeyError:
            raise FileNotFoundError(f"{key} has changed") from None


def _numbers(meta: TensorMeta | None) -> set[int]:
    """Of the payload and the recipe that a tensor has."""
    return {meta.data, meta.recipe} - {0} if meta else set()
