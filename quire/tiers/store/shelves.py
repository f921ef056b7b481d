"""What a store holds: looked up, read, and changed one tensor at a time."""

from __future__ import annotations

import io
import math
from collections.abc import Callable
from dataclasses import replace
from threading import RLock
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from quire.runtime.errors import FormatError, LimitError
from quire.tiers.errors import ReconstructionDepthExceeded, ReconstructionFailed, TierZeroNoPolicy
from quire.tiers.rows import fitting
from quire.tiers.store.config import Tier, TierConfig
from quire.tiers.store.counts import ledger_of
from quire.tiers.store.layout import Layout, Payload
from quire.tiers.store.meta import Key, TensorMeta
from quire.tiers.store.recipes import Recipe

Floats = npt.NDArray[np.float32]
Result = TypeVar("Result")

ADDRESSABLE = 1 << 47
"""Bytes that a process can have at most."""

RETRIES = 100
"""How often a tensor may change while it is read."""


class Shelves:
    """The tensors of a store.

    Args:
        layout: Where they are.
        config: How the store decides.
        clock: Gives the time in ticks.

    Attributes:
        tensors: What is known of each, in the order of their last use.
        ledger: Counts and sums.
        lock: Held by whoever changes anything here.
        squeezed_at: When warm tensors were last given fewer bits; None for not yet.
    """

    def __init__(self, layout: Layout[Any], config: TierConfig, clock: Callable[[], int]) -> None:
        self.config = config
        self.lock = RLock()
        self.tensors = layout.tensors()
        self.ledger = ledger_of(self.tensors.values())
        self.squeezed_at: int | None = None
        self._layout = layout
        self._clock = clock
        self._unsaved: set[Key] = set()

    @property
    def is_writable(self) -> bool:
        """Whether anything but counts can change."""
        return self._layout.writable

    @property
    def warm_bytes(self) -> int:
        """Bytes of all warm tensors."""
        return self.ledger.nbytes[Tier.WARM]

    def check_writable(self) -> None:
        """Refuse to change anything but counts.

        Raises:
            UnsupportedOperation: the store was opened for reading.
        """
        if not self.is_writable:
            message = "the store was opened for reading"
            raise io.UnsupportedOperation(message)

    def now(self) -> int:
        """The time, in ticks."""
        return max(0, int(self._clock()))

    def encode(self, tensor: npt.NDArray[np.generic], bits: int) -> Payload:
        """See `Layout.encode`."""
        payload: Payload = self._layout.encode(tensor, bits)
        return payload

    def read(self, key: Key, used: list[Key], out: Floats | None = None) -> Floats:
        """The values of a tensor.

        Args:
            key: Its key.
            used: The absent tensors that are made of it; itself, and what it is made of, are added.
            out: To fill.

        Raises:
            KeyError, TierZeroNoPolicy, ReconstructionDepthExceeded, ReconstructionFailed,
            FormatError: as `TieredStore.get`.
        """
        depth = len(used)
        used.append(key)

        def attempt(meta: TensorMeta) -> Floats:
            if meta.tier != Tier.ABSENT:
                payload: Payload = self._layout.payload(key, meta)
                return payload.dequantize(out)
            made = self._made(key, meta, used[:depth], used)
            if out is None:
                return made
            out[...] = made
            return out

        try:
            return self._unchanged(key, attempt)
        except FormatError as error:
            raise error.locate("tiers", repr(key)) from None

    def _made(self, key: Key, meta: TensorMeta, above: list[Key], used: list[Key]) -> Floats:
        """What an absent tensor is taken for."""
        if not meta.recipe:
            if self.config.fast_fail:
                raise TierZeroNoPolicy
            return _zeros(meta.shape)
        if len(above) >= self.config.max_reconstruct_depth:
            chain = [*above, key]
            raise ReconstructionDepthExceeded(self.config.max_reconstruct_depth, chain)
        recipe = self._layout.recipe(key, meta)
        source = None
        if recipe.source is not None:
            try:
                source = self.read(recipe.source, used)
            except KeyError:
                raise ReconstructionFailed(recipe.source) from None
        made = recipe.reconstruct(source, meta.shape)
        self.ledger.counts.reconstructions += 1
        return made

    def recipe(self, key: Key) -> Recipe | None:
        """How a tensor is made when it is absent."""
        return self._unchanged(
            key, lambda meta: self._layout.recipe(key, meta) if meta.recipe else None
        )

    def _unchanged(self, key: Key, attempt: Callable[[TensorMeta], Result]) -> Result:
        """What comes of an attempt; once more where a file was gone as the tensor had changed."""
        for _ in range(RETRIES):
            meta = self.tensors[key]
            try:
                return attempt(meta)
            except FileNotFoundError as error:
                self.refresh()
                later = self.tensors.get(key)
                if later and (later.data, later.recipe) == (meta.data, meta.recipe):
                    raise FormatError(repr(key), "its file", "no such file") from error
        raise FormatError(repr(key), "a tensor that can be read", f"another one {RETRIES} times")

    def fit(self, key: Key, out: Floats) -> None:
        """Whether an array has the shape of a tensor; where nobody knows that, it has it now.

        Raises:
            KeyError: there is no such tensor.
            ValueError: it has another shape.
        """
        with self.lock:
            meta = self.tensors[key]
            if self._layout.may_have(key, meta, out.shape):
                told = replace(meta, shape=out.shape)
                self.ledger.replaced(meta, told)
                self.tensors[key] = meta = told
        fitting(out, meta.shape)

    def commit(
        self,
        key: Key,
        meta: TensorMeta,
        payload: Payload | None = None,
        recipe: Recipe | None = None,
    ) -> None:
        """Make this what is known of a tensor; see `Layout.commit`."""
        self.check_writable()
        stored = self._layout.commit(key, meta, payload, recipe)
        self.ledger.replaced(self.tensors.get(key), stored)
        self.tensors[key] = stored
        self._unsaved.discard(key)

    def used(self, key: Key) -> None:
        """Count an access."""
        meta = self.tensors.pop(key)  # to the end
        access = meta.access.touched(self.now(), self.config.alpha)
        self.tensors[key] = replace(meta, access=access)
        self._unsaved.add(key)

    def requantise(self, key: Key, tier: Tier, bits: int) -> int:
        """Bring a tensor to a tier, or to other bits there; how many bytes less it then takes."""
        meta, now = self.tensors[key], self.now()
        if meta.tier == Tier.ABSENT and not meta.recipe:
            raise TierZeroNoPolicy
        payload = self.encode(self.read(key, []), bits)
        since = meta.tier_since if tier == meta.tier else now
        self.commit(
            key,
            replace(meta, tier=tier, bits=bits, nbytes=payload.nbytes, tier_since=since),
            payload,
        )
        if tier != meta.tier:
            self.ledger.moved(meta.tier, tier, now)
        return meta.nbytes - payload.nbytes

    def evict(self, key: Key, recipe: Recipe | None = None) -> int:
        """Drop the data of a tensor; how many bytes they were."""
        meta, now = self.tensors[key], self.now()
        since = meta.tier_since if meta.tier == Tier.ABSENT else now
        absent = replace(meta, tier=Tier.ABSENT, bits=0, nbytes=0, data=0, tier_since=since)
        self.commit(key, absent, recipe=recipe)
        if meta.tier != Tier.ABSENT:
            self.ledger.moved(meta.tier, Tier.ABSENT, now)
        return meta.nbytes

    def discard(self, key: Key) -> None:
        """Forget a tensor."""
        self.check_writable()
        meta = self.tensors[key]
        self._layout.discard(key)
        del self.tensors[key]
        self._unsaved.discard(key)
        self.ledger.replaced(meta, None)

    def flush(self) -> None:
        """Save what was counted."""
        if self.is_writable and self._unsaved:
            self._layout.note({key: self.tensors[key] for key in self._unsaved})
        self._unsaved.clear()

    def refresh(self) -> None:
        """See what a writer has committed since."""
        with self.lock:
            if self.is_writable:
                return
            for key, meta in self._layout.refresh().items():
                self.ledger.replaced(self.tensors.pop(key, None), meta)
                self._unsaved.discard(key)
                if meta is not None:
                    self.tensors[key] = meta

    def close(self) -> None:
        """Save what was counted, and let others write."""
        try:
            self.flush()
        finally:
            self._layout.close()


def _zeros(shape: tuple[int, ...]) -> Floats:
    """Zeros, which take no memory until they are written to."""
    try:
        if math.prod(shape) < ADDRESSABLE // 4:
            return np.zeros(shape, np.float32)
    except (MemoryError, ValueError):  # also of many axes of which one is 0
        pass
    raise LimitError("shape", "a tensor that fits into memory", shape)
