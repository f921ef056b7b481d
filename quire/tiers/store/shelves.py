"""What a store holds: looked up, and changed one tensor at a time."""

from __future__ import annotations

import io
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import replace
from threading import RLock
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from quire.runtime.errors import FormatError
from quire.tiers.rows import fitting
from quire.tiers.store.access import MOST
from quire.tiers.store.config import Tier, TierConfig
from quire.tiers.store.counts import ledger_of
from quire.tiers.store.layout import Layout, Payload
from quire.tiers.store.meta import Key, TensorMeta
from quire.tiers.store.recipes import Recipe

Floats = npt.NDArray[np.float32]
Result = TypeVar("Result")

RETRIES = 100
"""How often a tensor may change while it is read."""


class Shelves:
    """The tensors of a store.

    What changes something holds the lock; looking a tensor up needs none.

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
        found = layout.tensors().items()
        self.tensors = OrderedDict(sorted(found, key=lambda item: item[1].access.last_access_at))
        self.ledger = ledger_of(self.tensors.values())
        self.squeezed_at: int | None = None
        self._layout = layout
        self._clock = clock
        self._unsaved: dict[Key, None] = {}
        self._closed = False

    @property
    def is_writable(self) -> bool:
        """Whether anything but counts can change."""
        return self._layout.writable and not self._closed

    @property
    def warm_bytes(self) -> int:
        """Bytes of all warm tensors."""
        return self.ledger.nbytes[Tier.WARM]

    def check_open(self) -> None:
        """Refuse to do anything when the store is closed.

        Raises:
            ValueError: it is.
        """
        if self._closed:
            message = "the store is closed"
            raise ValueError(message)

    def check_writable(self) -> None:
        """Refuse to change anything but counts.

        Raises:
            UnsupportedOperation: the store was opened for reading.
            ValueError: it is closed.
        """
        self.check_open()
        if not self.is_writable:
            message = "the store was opened for reading"
            raise io.UnsupportedOperation(message)

    def now(self) -> int:
        """The time, in ticks."""
        return min(max(0, int(self._clock())), MOST)

    def encode(self, tensor: npt.NDArray[np.generic], bits: int) -> Payload:
        """See `Layout.encode`."""
        payload: Payload = self._layout.encode(tensor, bits)
        return payload

    def payload(self, key: Key, meta: TensorMeta) -> Payload:
        """See `Layout.payload`."""
        payload: Payload = self._layout.payload(key, meta)
        return payload

    def recipe(self, key: Key, meta: TensorMeta) -> Recipe | None:
        """How a tensor is made when it is absent; errors as of `Layout.recipe`."""
        return self._layout.recipe(key, meta) if meta.recipe else None

    def verify(self, key: Key, meta: TensorMeta) -> None:
        """See `Layout.verify`."""
        self._layout.verify(key, meta)

    def unchanged(self, key: Key, attempt: Callable[[TensorMeta], Result]) -> Result:
        """What comes of an attempt; once more where a file was gone as the tensor had changed.

        Raises:
            KeyError: there is no such tensor.
            FormatError: its file is gone.
            ValueError: the store is closed.
        """
        for _ in range(RETRIES):
            self.check_open()
            meta = self.tensors[key]
            try:
                return attempt(meta)
            except FileNotFoundError as error:
                self.refresh()
                later = self.tensors.get(key)
                if later and (later.data, later.recipe) == (meta.data, meta.recipe):
                    raise FormatError("", "its file", "no such file") from error
        raise FormatError("", "a tensor that can be read", f"another one {RETRIES} times")

    def fit(self, key: Key, out: Floats) -> None:
        """Whether an array has the shape of a tensor; where nobody knows that, it has it now.

        Raises:
            KeyError: there is no such tensor.
            ValueError: it has another shape.
        """
        fitting(out, out.shape)  # before it tells a shape
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
        self._unsaved.pop(key, None)

    def used(self, key: Key) -> None:
        """Count an access."""
        meta = self.tensors[key]
        access = meta.access.touched(self.now(), self.config.alpha)
        self.tensors[key] = replace(meta, access=access)
        self.tensors.move_to_end(key)
        self._unsaved.pop(key, None)
        self._unsaved[key] = None

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
        self._unsaved.pop(key, None)
        self.ledger.replaced(meta, None)

    def flush(self) -> None:
        """Save what was counted."""
        if self.is_writable and self._unsaved:
            self._layout.note({key: self.tensors[key] for key in self._unsaved})
        self._unsaved.clear()

    def refresh(self) -> None:
        """See what a writer has committed since."""
        with self.lock:
            if self._layout.writable or self._closed:
                return
            for key, meta in self._layout.refresh().items():
                self.ledger.replaced(self.tensors.get(key), meta)
                self._unsaved.pop(key, None)
                if meta is None:
                    self.tensors.pop(key, None)
                else:
                    self.tensors[key] = meta
                    self.tensors.move_to_end(key)

    def close(self) -> None:
        """Save what was counted, and let others write."""
        if self._closed:
            return
        try:
            self.flush()
        finally:
            self._closed = True
            self._layout.close()
