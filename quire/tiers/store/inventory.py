"""The tensors of a store: looked up, and changed some tensors at a time."""

from __future__ import annotations

import io
from collections import OrderedDict
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from threading import Lock, RLock, get_ident
from typing import TypeVar

from quire.runtime.errors import FormatError
from quire.storage.locks import FOREIGN
from quire.tiers.blocks.numbers import Floats, fitting
from quire.tiers.errors import ReconstructionFailed, TensorNeeded
from quire.tiers.store.config import Tier, TierConfig
from quire.tiers.store.counts import Ledger
from quire.tiers.store.layout import Change, Layout
from quire.tiers.store.meta import MOST, NEW, Key, TensorMeta
from quire.tiers.store.recipes import Lineage, Recipe

Result = TypeVar("Result")

RETRIES = 100
"""How often a tensor may change while it is read."""


class Inventory:
    """The tensors of a store.

    Who changes a tensor holds `lock`, also while it is written. Looking one up needs no lock, and
    counting an access only `counting`, so that nobody who reads waits for the disk.

    Attributes:
        tensors: What is known of each, in the order of their last use.
        ledger: Counts and sums.
        lock: Held by whoever changes a tensor.
        counting: Held, after `lock`, for what is in memory: `tensors`, and `ledger`.
        squeezed_at: When warm tensors were last given fewer bits; None for not yet.
    """

    def __init__(self, layout: Layout, config: TierConfig, clock: Callable[[], int]) -> None:
        self.config = config
        self.lock, self.counting = FairLock(), RLock()
        found = layout.tensors().items()
        self.tensors = OrderedDict(sorted(found, key=lambda item: item[1].access.last_access_at))
        self.ledger = Ledger(self.tensors.values())
        self.squeezed_at: int | None = None
        self.layout = layout
        self._clock = clock
        self._unsaved: dict[Key, None] = {}
        self._lineage: Lineage | None = None
        self._closed = False

    @property
    def is_writable(self) -> bool:
        """Whether anything but counts can change."""
        return self.layout.writable and not self._closed

    @property
    def warm_bytes(self) -> int:
        """Bytes of all warm tensors."""
        return self.ledger.nbytes[Tier.WARM]

    def check_open(self) -> None:
        """Refuse to do anything when the store is closed, or was opened by another process."""
        if self.layout.is_foreign:
            raise ValueError(f"the store was {FOREIGN}")
        if self._closed:
            raise ValueError("the store is closed")

    def check_writable(self) -> None:
        """Refuse to change anything but counts, where a store is closed or open for reading."""
        self.check_open()
        if not self.is_writable:
            message = "the store was opened for reading; mode a writes, too"
            raise io.UnsupportedOperation(message)

    def now(self) -> int:
        """The time, in ticks."""
        return min(max(0, int(self._clock())), MOST)

    def known(self) -> list[tuple[Key, TensorMeta]]:
        """All tensors as they are now, those used longest ago first."""
        with self.counting:
            return list(self.tensors.items())

    def recipe(self, key: Key) -> Recipe | None:
        """How a tensor is made when it is absent."""
        layout = self.layout
        return self.unchanged(key, lambda meta: layout.recipe(key, meta) if meta.recipe else None)

    def unchanged(self, key: Key, attempt: Callable[[TensorMeta], Result]) -> Result:
        """The result of an attempt, which is repeated if it failed because the tensor changed."""
        for _ in range(RETRIES):
            self.check_open()
            meta = self.tensors[key]
            try:
                return attempt(meta)
            except (FileNotFoundError, ReconstructionFailed) as error:
                if not _is_same(meta, self.tensors.get(key)):
                    continue
                self.refresh()
                if _is_same(meta, self.tensors.get(key)):
                    if isinstance(error, ReconstructionFailed):
                        raise
                    raise FormatError("", "its file", "no such file") from error
        raise FormatError(
            "", "a tensor that can be read", f"one that changed {RETRIES} times while it was read"
        )

    def fit(self, key: Key, out: Floats) -> None:
        """Check that an array has the shape of a tensor; one of unknown shape takes that."""
        fitting(out, getattr(out, "shape", ()))  # before it tells a shape
        with self.lock, self.counting:
            meta = self.tensors[key]
            if self.layout.may_have(key, meta, out.shape):
                told = replace(meta, shape=out.shape)
                self.ledger.replaced(meta, told)
                self.tensors[key] = meta = told
        fitting(out, meta.shape)

    def commit(self, changes: Sequence[Change]) -> None:
        """Make this what is known of some tensors; see `Layout.commit`."""
        self.check_writable()
        stored = self.layout.commit(changes)
        with self.counting:
            for change, meta in zip(changes, stored, strict=True):
                self._changed(change, meta)
        self.layout.clear()

    def _changed(self, change: Change, meta: TensorMeta) -> None:
        key, now = change.key, self.tensors.get(change.key)
        if now and change.old and now.access is not change.old.access:  # it was used meanwhile
            self._replace(key, replace(meta, access=now.access))
            self._unsaved[key] = None
        else:
            self._replace(key, meta)
        self.ledger.changed(change.old, change.meta, self.now())
        if change.meta.epoch == NEW:
            self.tensors.move_to_end(key)
        if self._lineage is not None and (change.recipe is not None or not meta.recipe):
            self._lineage.note(key, change.recipe.source if change.recipe else None)

    def _replace(self, key: Key, meta: TensorMeta | None) -> None:
        """Know something else of a tensor, which is stored; None if it is gone."""
        self.ledger.replaced(self.tensors.get(key), meta)
        self._unsaved.pop(key, None)
        if meta is None:
            self.tensors.pop(key, None)
        else:
            self.tensors[key] = meta

    def used(self, key: Key) -> None:
        """Count an access."""
        now = self.now()
        with self.counting:
            meta = self.tensors.get(key)
            if meta is None:  # forgotten meanwhile
                return
            self.tensors[key] = replace(meta, access=meta.access.touched(now, self.config.alpha))
            self.tensors.move_to_end(key)
            self._unsaved.pop(key, None)
            self._unsaved[key] = None

    def discard(self, key: Key) -> None:
        """Forget a tensor."""
        self.check_writable()
        self.layout.discard(key, self.tensors[key])
        with self.counting:
            self._replace(key, None)
            if self._lineage is not None:
                self._lineage.note(key, None)
        self.layout.clear()

    def lineage(self) -> Lineage:
        """Which tensors are made of which others; recipes that are damaged make nothing."""
        if self._lineage is None:
            found = Lineage()
            for key, meta in self.known():
                if meta.recipe:
                    with suppress(FormatError):
                        recipe = self.recipe(key)
                        found.note(key, recipe.source if recipe else None)
            self._lineage = found
        return self._lineage

    def check_not_needed(self, key: Key) -> None:
        """Refuse to take away what absent tensors are made of, by a TensorNeeded."""
        made = sorted(self.lineage().made_of(key), key=str)
        if absent := [one for one in made if self.tensors[one].tier == Tier.ABSENT]:
            raise TensorNeeded(key, absent)

    def flush(self) -> None:
        """Save what was counted."""
        with self.counting:
            unsaved = {key: self.tensors[key] for key in self._unsaved}
            self._unsaved.clear()
        if not (unsaved and self.is_writable):
            return
        try:
            self.layout.note(unsaved)
            self.layout.clear()
        except BaseException:  # put back to be saved the next time, and raised again
            with self.counting:
                self._unsaved = dict.fromkeys(unsaved) | self._unsaved
            raise

    def refresh(self) -> None:
        """See what a writer has committed since."""
        with self.lock:  # also to wait for a change that is under way
            if self.layout.writable or self._closed:
                return
            changes = self.layout.refresh()
            with self.counting:
                for key, meta in changes.items():
                    self._replace(key, meta)
                    if meta is not None:
                        self.tensors.move_to_end(key)

    def close(self) -> None:
        """Save what was counted, and let others write."""
        if self._closed:
            return
        try:
            if not self.layout.is_foreign:
                self.flush()
        finally:
            self._closed = True
            self.layout.close()


def _is_same(meta: TensorMeta, later: TensorMeta | None) -> bool:
    """Whether a tensor has the files that it had."""
    return later is not None and (later.data, later.recipe) == (meta.data, meta.recipe)


class FairLock:
    """A reentrant lock that a waiting thread gets before the one that has just had it.

    A plain lock goes to whoever is awake: who lets it go and takes it again in a loop keeps it.
    """

    def __init__(self) -> None:
        self._next, self._held = Lock(), Lock()
        self._owner: int | None = None
        self._depth = 0

    def __enter__(self) -> None:
        if self._owner != get_ident():
            with self._next:
                self._held.acquire()
            self._owner = get_ident()
        self._depth += 1

    def __exit__(self, *_: object) -> None:
        self.release()

    def take_if_free(self) -> bool:
        """Take it unless another thread has it; whether it was taken."""
        if self._owner != get_ident():
            if not self._held.acquire(blocking=False):
                return False
            self._owner = get_ident()
        self._depth += 1
        return True

    def release(self) -> None:
        """Let go of it as often as it was taken."""
        self._depth -= 1
        if not self._depth:
            self._owner = None
            self._held.release()
