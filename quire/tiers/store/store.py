"""The store: tensors by key, each in the tier that fits how much it is used."""

from __future__ import annotations

import math
import os
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sized
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any, Literal, Self, cast

from quire.kernels.engine.given import (
    device_name,
    expect_a,
    expect_hashable,
    expect_one_of,
    given_pairs,
    is_one_of,
    whole_number,
)
from quire.opened import Closing
from quire.progress import Progress, telling
from quire.runtime.errors import FormatError
from quire.storage.folder import Folder
from quire.tiers.blocks.numbers import Floats, Rows
from quire.tiers.store.changing import ChangeGroup, bits_on_entry, put, restore, squeeze_soon
from quire.tiers.store.config import Tier, TierConfig
from quire.tiers.store.counts import Budget, StoreMetrics, TickReport
from quire.tiers.store.crate import CrateLayout
from quire.tiers.store.folder import FolderLayout
from quire.tiers.store.inventory import Inventory
from quire.tiers.store.layout import Layout, MemoryLayout
from quire.tiers.store.maintenance import tick
from quire.tiers.store.meta import Key, TensorMeta, check_key
from quire.tiers.store.reading import Part, read
from quire.tiers.store.recipes import DeltaPolicy, Recipe
from quire.tiers.store.scoring import candidates, scores


def seconds() -> int:
    """The clock of a store that is given none: seconds since 1970."""
    return int(time.time())


class TieredStore(Closing):
    """Tensors by key, quantised: hot ones with 8 bits, warm ones with 7 or 5, cold ones with 3.

    A key is a name, or a `BlockKey`, as the crate has them. Threads may share a store. One that was
    opened for reading is pickled and copied by its path; others are not.

    A method that looks for a tensor raises a `KeyError` if there is none of that key; where data or
    a recipe are damaged, a `FormatError`. What changes something raises an `OSError` if that could
    not be written, a `TensorNeeded` if absent tensors are made of what would go, each with nothing
    changed; and an `io.UnsupportedOperation` in a store for reading. A closed store raises a
    `ValueError`.

    Args:
        path: A folder, also as a `Folder`; None for a store in memory.
        config: When it moves tensors, and its limits; by default those of the description.
        mode: "a" to read and write, making the folder if it is not there; "r" to read what a writer
            in this or another process has committed, with `refresh` to see what came since.
        layout: How the folder is laid out: quire's own way, or as the crate
            `ruvector-temporal-tensor` does it, which takes a `BlockKey` for keys.
        clock: Gives the time in ticks, 0 or more; seconds by default.
        durable: Whether what was committed survives a failure of the system, not of the process
            alone.

    Attributes:
        config: As given.

    Raises:
        StoreLocked: another store writes to the folder.
        FormatError: what is in the folder is damaged.
        OSError: the folder cannot be opened so.
    """

    def __init__(
        self,
        path: str | os.PathLike[str] | Folder | None = None,
        config: TierConfig | None = None,
        *,
        mode: Literal["r", "a"] = "a",
        layout: Literal["quire", "ruvector"] = "quire",
        clock: Callable[[], int] = seconds,
        durable: bool = True,
    ) -> None:
        self.config = TierConfig() if config is None else config
        expect_a(TierConfig, self.config, "config")
        if not callable(clock):
            raise TypeError(f"clock: expected a function, found {clock!r}")
        self._opening = (path, self.config, mode, layout, clock)
        opened = _opened(path, self.config, mode, layout, durable=durable)
        self._kept = Inventory(opened, self.config, clock)

    @property
    def _inventory(self) -> Inventory:
        """What is kept, if the store is open in this process."""
        self._kept.check_open()
        return self._kept

    def __reduce__(self) -> tuple[Any, ...]:
        path, config, mode, layout, clock = self._opening
        if mode != "r" or isinstance(path, Folder):
            message = "a store that is written to, or in memory, has no copies: open its folder"
            raise TypeError(message)
        self._kept.check_open()
        place = os.path.abspath(cast(Any, path))  # noqa: PTH100  # resolve() would follow links
        again = partial(type(self), mode="r", layout=layout, clock=clock)
        return again, (place, config)

    def __enter__(self) -> Self:
        self._kept.check_open()
        return self

    def close(self) -> None:
        """Save what was counted, and let others write.

        In a process that was forked from the one that writes, this lets go, and changes nothing.
        """
        self._kept.close()

    def __len__(self) -> int:
        return len(self._inventory.tensors)

    def __getitem__(self, key: Key) -> Floats:
        found: Floats = self.get(key)
        return found

    def __contains__(self, key: object) -> bool:
        expect_hashable(key, "key")
        return key in self._inventory.tensors

    def __iter__(self) -> Iterator[Key]:
        """The keys as they are now, those used longest ago first."""
        return iter([key for key, _ in self._inventory.known()])

    def put(
        self, key: Key, tensor: Any, tier: Tier = Tier.HOT, recipe: Recipe | None = None
    ) -> None:
        """Quantise a tensor, and keep it under a key in place of what was there.

        Args:
            key: Its key.
            tensor: Real numbers of any shape, of numpy, of torch or in lists.
            tier: Where it goes: hot, warm or cold.
            recipe: How it is to be made when it is absent.

        Raises:
            EncodingError: these are no real numbers, or the key cannot be stored.
            FormatError: a tensor cannot be put there, or the recipe has too many deltas.
            ReconstructionFailed: what the recipe makes it of is not there, or has changed.
        """
        self._check(tier, recipe)
        put(self._inventory, [(key, tensor)], Tier(tier), recipe)

    def put_many(
        self,
        tensors: Mapping[Any, Any] | Iterable[tuple[Key, Any]],
        tier: Tier = Tier.HOT,
        *,
        progress: Progress = None,
    ) -> None:
        """Put many tensors, which waits for the disk less often than one `put` for each.

        They are written some at a time, each as a whole or not at all.

        Args:
            tensors: By key, or as pairs; taken as they come, and let go when they are written.
            tier: Where they go: hot, warm or cold.
            progress: Called with (tensors done, tensors in all), for an iterator with (tensors
                done, 0); True shows a bar on a terminal.

        Raises:
            EncodingError, FormatError: as of `put`; what was written before stays.
            TypeError: something is no pair; the same.
        """
        self._check(tier, None)
        pairs = given_pairs(tensors, "tensors", "a key and a tensor")
        total = len(tensors) if isinstance(tensors, Sized) else 0
        with telling(progress, "putting tensors", total) as tell:
            put(self._inventory, pairs, Tier(tier), tell=tell)

    def get(
        self,
        key: Key,
        out: Floats | None = None,
        *,
        rows: Rows | None = None,
        device: Any = "cpu",
        framework: str = "numpy",
    ) -> Any:
        """The values of a tensor; that is an access, also of what it is made of.

        Args:
            key: Its key.
            out: C-contiguous float32 of the shape of the result, to fill.
            rows: Of the first axis: one, whose axis goes, or a slice; None for all. Only the blocks
                that they touch are decoded.
            device: "cpu", or "cuda", "cuda:N", N, or a device of torch.
            framework: "numpy", "torch" or "cupy": whose array to return.

        Returns:
            Float32. An absent tensor is what its recipe makes; without one, zeros.

        Raises:
            TierZeroNoPolicy: it is absent without a recipe, and the store has `fast_fail`.
            ReconstructionDepthExceeded: too many tensors that it is made of are absent themselves.
            ReconstructionFailed: one that it is made of is not in the store.
            FormatError: the recipe does not fit.
            LimitError: it is absent, and more would be made of little than `max_made_bytes`.
            IndexError: there is no such row.
            BackendUnavailable: what was asked for cannot run; says what to install.
            ValueError: `out` cannot hold it.
        """
        expect_hashable(key, "key")
        inventory, used = self._inventory, list[Key]()
        part, where = None, device_name(device)
        if rows is not None or where != "cpu" or not is_one_of(framework, ("numpy",)):
            part = Part(rows, where, framework)
        elif out is not None:
            inventory.fit(key, out)
        values = read(inventory, key, used, out, part=part)
        with inventory.counting:
            inventory.ledger.counts.gets += 1
        for one in used:
            inventory.used(one)
            restore(inventory, one)
        return values

    def touch(self, key: Key) -> None:
        """Count an access without reading; a warm tensor of 5 bits may get 7 again."""
        self._known(key)
        self._inventory.used(key)
        restore(self._inventory, key)

    def move(self, key: Key, tier: Tier) -> None:
        """Bring a tensor to another tier: it is decoded, and quantised anew.

        Raises:
            TierZeroNoPolicy, ReconstructionDepthExceeded, ReconstructionFailed: it cannot be read,
                as with `get`; what is absent without a recipe is not there at all.
            FormatError: the tier is `Tier.ABSENT`, for which there is `evict`.
        """
        expect_hashable(key, "key")
        self._check(tier, None)
        inventory = self._inventory
        with inventory.lock:
            if inventory.tensors[key].tier != tier:
                group = ChangeGroup(inventory)
                group.requantise(key, tier, bits_on_entry(self.config, tier, inventory.warm_bytes))
                group.commit()
                squeeze_soon(inventory)

    def evict(self, key: Key, recipe: Recipe | None = None) -> None:
        """Drop the data of a tensor.

        Args:
            key: Its key.
            recipe: How it is made from now on; None to leave that as it was.

        Raises:
            ReconstructionDepthExceeded, ReconstructionFailed, LimitError, FormatError: the recipe
                does not make the tensor, or has too many deltas; the data is still there.
        """
        expect_hashable(key, "key")
        self._check(Tier.COLD, recipe)
        inventory = self._inventory
        with inventory.lock:
            group = ChangeGroup(inventory)
            group.evict(key, recipe)
            group.commit()

    def discard(self, key: Key) -> None:
        """Forget a tensor altogether."""
        expect_hashable(key, "key")
        inventory = self._inventory
        with inventory.lock:
            inventory.check_not_needed(key)
            inventory.discard(key)

    def meta(self, key: Key) -> TensorMeta:
        """What is known of a tensor; that is no access."""
        return replace(self._known(key), id=key)

    def recipe(self, key: Key) -> Recipe | None:
        """How a tensor is made when it is absent; that is no access."""
        expect_hashable(key, "key")
        return self._inventory.recipe(key)

    def score(self, key: Key) -> float:
        """How much a tensor is used, by `scoring.scores`."""
        meta = self._known(key)
        known = candidates([(meta.access, meta.tier, meta.tier_since)])
        return float(scores(self.config, self._inventory.now(), known)[0])

    def metrics(self) -> StoreMetrics:
        """How much is in each tier, and what was done."""
        inventory = self._inventory
        with inventory.counting:
            return inventory.ledger.metrics(inventory.now())

    def tick(self, byte_budget: int | None = None, op_budget: int | None = None) -> TickReport:
        """Maintenance: move tensors to the tiers that their scores ask for.

        Also drops the data of what nobody has used for long (`absent_age_threshold`), keeps warm
        tensors within their limit, and saves what was counted.

        Args:
            byte_budget: Quantised bytes that may be read or dropped for it; None for any number.
            op_budget: Tensors that may be changed.

        Returns:
            What was done; what did not fit the budgets is left for the next time.

        Raises:
            OSError: something could not be written; what was moved before stays moved.
            TypeError: a budget is no whole number.
        """
        budgets = {"byte_budget": byte_budget, "op_budget": op_budget}
        left = [
            math.inf if most is None else whole_number(most, name) for name, most in budgets.items()
        ]
        return tick(self._inventory, Budget(*left))

    def flush(self) -> None:
        """Save what was counted since the last time; everything else is saved at once."""
        with self._inventory.lock:
            self._inventory.flush()

    def refresh(self) -> None:
        """See what a writer has committed since; for stores opened with mode "r"."""
        self._inventory.refresh()

    def verify(self, *, progress: Progress = None) -> None:
        """Read everything that is kept, from the disk; that is no access.

        Args:
            progress: Called with (tensors done, tensors in all).
        """
        keys = list(self)
        with telling(progress, "checking a store", len(keys)) as tell:
            for key in keys:
                with suppress(KeyError):  # forgotten meanwhile
                    self._inventory.unchanged(key, partial(self._inventory.layout.verify, key))
                tell(1)

    def _known(self, key: Key) -> TensorMeta:
        expect_hashable(key, "key")
        return self._inventory.tensors[key]

    def _check(self, tier: Tier, recipe: Recipe | None) -> None:
        if not isinstance(cast(object, tier), int) or tier not in (Tier.HOT, Tier.WARM, Tier.COLD):
            raise FormatError("tier", "hot, warm or cold", tier)
        if recipe is not None and not isinstance(recipe, Recipe):
            raise FormatError("recipe", "a DeltaPolicy or a FactorPolicy", type(recipe).__name__)
        if recipe is not None and recipe.source is not None:
            check_key(recipe.source)
        longest = self.config.max_delta_chain
        if isinstance(recipe, DeltaPolicy) and recipe.length > longest:
            raise FormatError("recipe", f"at most {longest} deltas in a row", recipe.length)


def _opened(
    path: str | os.PathLike[str] | Folder | None,
    config: TierConfig,
    mode: Literal["r", "a"],
    layout: Literal["quire", "ruvector"],
    *,
    durable: bool,
) -> Layout:
    expect_one_of(mode, ("r", "a"), "mode")
    expect_one_of(layout, ("quire", "ruvector"), "layout")
    if path is None:
        if mode == "r" or layout == "ruvector":
            raise ValueError("a store in memory: expected mode a, and layout quire, or a path")
        return MemoryLayout(config)
    kind = CrateLayout if layout == "ruvector" else FolderLayout
    return kind(path, config, mode, durable=durable)
