"""A store held against a dictionary: whatever is done to it, every tensor is what it has to be."""

from __future__ import annotations

import shutil
import tempfile
from dataclasses import dataclass, replace
from pathlib import Path
from typing import ClassVar

import numpy as np
import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from quire.runtime.errors import FormatError
from quire.tiers import DeltaPolicy, DeltaRecord, TensorNeeded, Tier, TierConfig, TieredStore
from quire.tiers.store.meta import Key
from tests.formats.tiers.stores import BITS, Clock, Floats, Kind, key_of, left, opened, tensor_of

CAP = 400
"""Bytes of warm tensors: a few of those that are put here."""

CONFIG = TierConfig(
    min_residency=5,
    warm_byte_cap=CAP,
    absent_age_threshold=200,
    max_reconstruct_depth=20,
)

NAMES = st.sampled_from("abcdef")
PRESENT = st.sampled_from([Tier.HOT, Tier.WARM, Tier.COLD])


@dataclass(frozen=True)
class Kept:
    """A tensor of the model: where it is, what is left of its values, and what it is made of.

    Attributes:
        tier: Where it is.
        bits: Of a code.
        values: What a reader gets unless it is absent.
        source: The tensor that it is made of when it is absent; None for zeros.
        added: What is added to the source, at place 0.
    """

    tier: Tier
    bits: int
    values: Floats
    source: Key | None = None
    added: int = 0


class Machine(RuleBasedStateMachine):
    """One store and one dictionary."""

    kind: ClassVar[Kind]

    @initialize()
    def begin(self) -> None:
        self.clock, self.model = Clock(), dict[Key, Kept]()
        self.folder = Path(tempfile.mkdtemp())
        self.open()

    def open(self) -> None:
        self.store: TieredStore = opened(self.kind, self.folder / "s", CONFIG, clock=self.clock)

    def teardown(self) -> None:
        try:
            for name in "abcdef":
                self.read(name)
        finally:
            self.store.close()
            shutil.rmtree(self.folder)

    def key(self, name: str) -> Key:
        return key_of(self.kind, name)

    @rule(ticks=st.integers(0, 40))
    def wait(self, ticks: int) -> None:
        self.clock.now += ticks

    @rule(name=NAMES, seed=st.integers(0, 99), size=st.sampled_from([8, 64, 200]), tier=PRESENT)
    def put(self, name: str, seed: int, size: int, tier: Tier) -> None:
        values = tensor_of(seed, (size,))
        if self.is_needed(self.key(name)):
            with pytest.raises(TensorNeeded):
                self.store.put(self.key(name), values, tier)
            return
        self.store.put(self.key(name), values, tier)
        self.model[self.key(name)] = Kept(tier, BITS[tier], left(self.kind, values, BITS[tier]))
        self.follow()

    @rule(name=NAMES)
    def get(self, name: str) -> None:
        self.read(name)

    def read(self, name: str) -> None:
        key = self.key(name)
        if key not in self.model:
            with pytest.raises(KeyError):
                self.store.get(key)
            return
        expected = self.expected(key, 0)
        if expected is None:
            with pytest.raises(FormatError):
                self.store.get(key)
            return
        np.testing.assert_array_equal(self.store.get(key), expected)
        self.follow()

    @rule(name=NAMES)
    def touch(self, name: str) -> None:
        key = self.key(name)
        if key in self.model:
            count = self.store.meta(key).access.access_count
            self.store.touch(key)
            assert self.store.meta(key).access.access_count == count + 1
            self.follow()

    @rule(name=NAMES, tier=PRESENT)
    def move(self, name: str, tier: Tier) -> None:
        key = self.key(name)
        if key not in self.model or self.model[key].tier == Tier.ABSENT:
            return
        self.store.move(key, tier)
        self.follow()
        assert self.model[key].tier == tier

    @rule(name=NAMES, source=st.none() | NAMES, added=st.integers(-9, 9))
    def evict(self, name: str, source: str | None, added: int) -> None:
        key = self.key(name)
        if key not in self.model or (source is None and self.kind == "ruvector"):
            return  # the crate forgets how many zeros there are
        kept, recipe = self.model[key], None
        if source is not None:
            record = DeltaRecord(0, 0, 0, 1.0, np.zeros(1, np.uint16), np.array([added], np.int16))
            recipe = DeltaPolicy(self.key(source), (record,))
            kept = replace(kept, source=recipe.source, added=added)
        if kept.source is None and self.is_needed(key):
            with pytest.raises(TensorNeeded):
                self.store.evict(key)
        elif kept.source is None or self.makes(key, kept.source):
            self.store.evict(key, recipe)
            self.model[key] = replace(kept, tier=Tier.ABSENT, bits=0)
        else:
            with pytest.raises(FormatError):
                self.store.evict(key, recipe)
        self.follow()

    def is_needed(self, key: Key) -> bool:
        """Whether absent tensors are made of it."""
        kept = self.model.values()
        return any(one.tier == Tier.ABSENT and one.source == key for one in kept)

    def makes(self, key: Key, source: Key) -> bool:
        """Whether one tensor can be made of another."""
        if source == key or source not in self.model:
            return False
        step: Key | None = source
        while step is not None and step in self.model and self.model[step].tier == Tier.ABSENT:
            step = self.model[step].source
            if step == key:
                return False
        found = self.expected(source, 1)
        return found is not None and found.size == self.model[key].values.size

    @precondition(lambda self: self.kind != "ruvector")
    @rule(name=NAMES)
    def discard(self, name: str) -> None:
        key = self.key(name)
        if self.is_needed(key):
            with pytest.raises(TensorNeeded):
                self.store.discard(key)
        elif self.model.pop(key, None):
            self.store.discard(key)

    @precondition(lambda self: self.kind != "ruvector")  # it forgets what is evicted: see `evict`
    @rule(ops=st.none() | st.integers(0, 3), nbytes=st.none() | st.integers(0, 500))
    def tick(self, ops: int | None, nbytes: int | None) -> None:
        report = self.store.tick(nbytes, ops)
        changed = self.follow()
        assert report.ops >= changed  # one may move, and get 5 bits as well
        assert ops is None or report.ops <= ops
        assert nbytes is None or report.nbytes <= nbytes

    @precondition(lambda self: self.kind != "memory")
    @rule()
    def reopen(self) -> None:
        metas = {key: self.store.meta(key) for key in self.store}
        self.store.close()
        self.open()
        assert {key: self.store.meta(key) for key in self.store}.keys() == metas.keys()
        for key, meta in metas.items():
            found = self.store.meta(key)
            assert (found.tier, found.bits, found.nbytes) == (meta.tier, meta.bits, meta.nbytes)
            assert found.access.access_count == meta.access.access_count

    def follow(self) -> int:
        """Do to the model what the store did by itself; how many tensors that were."""
        changed = 0
        for key, kept in self.model.items():
            meta = self.store.meta(key)
            if (meta.tier, meta.bits) == (kept.tier, kept.bits):
                continue
            changed += 1
            widths = [meta.bits] if meta.bits else []
            if meta.bits == 5 and kept.tier != Tier.WARM:
                widths = [7, 5]
            values = left(self.kind, kept.values, *widths)
            self.model[key] = replace(kept, tier=meta.tier, bits=meta.bits, values=values)
        return changed

    def expected(self, key: Key, depth: int) -> Floats | None:
        """What reading has to give; None for an error."""
        kept = self.model[key]
        if kept.tier != Tier.ABSENT:
            return kept.values
        if kept.source is None:
            return np.zeros_like(kept.values) if depth == 0 else None
        if depth > len(self.model) or kept.source not in self.model:
            return None
        made = self.expected(kept.source, depth + 1)
        if made is None or made.size != kept.values.size:
            return None
        made = made.copy()
        made[0] += np.float32(kept.added)
        return made

    @invariant()
    def sums_are_right(self) -> None:
        metrics = self.store.metrics()
        assert len(self.store) == len(self.model)
        widths = {Tier.ABSENT: {0}, Tier.HOT: {8}, Tier.WARM: {7, 5}, Tier.COLD: {3}}
        assert all(kept.bits in widths[kept.tier] for kept in self.model.values())
        for tier in Tier:
            inside = [key for key, kept in self.model.items() if kept.tier == tier]
            assert metrics.tensors[tier] == len(inside)
            assert metrics.nbytes[tier] == sum(self.store.meta(key).nbytes for key in inside)
        assert metrics.float32_bytes == sum(4 * kept.values.size for kept in self.model.values())


class Memory(Machine):
    """In memory."""

    kind = "memory"


class Quire(Machine):
    """On disk, in quire's form."""

    kind = "quire"


class Ruvector(Machine):
    """On disk, as the crate has it."""

    kind = "ruvector"


SETTINGS = settings(max_examples=25, stateful_step_count=40, deadline=None)

TestMemory = Memory.TestCase
TestMemory.settings = SETTINGS
TestQuire = Quire.TestCase
TestQuire.settings = SETTINGS
TestRuvector = Ruvector.TestCase
TestRuvector.settings = SETTINGS
