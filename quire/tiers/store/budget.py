"""How much a maintenance tick may do, and what it did."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from quire.runtime.errors import FormatError
from quire.tiers.store.meta import Key


@dataclass(slots=True)
class TickReport:
    """What a tick did.

    Attributes:
        candidates: Tensors that were due to be moved, dropped, or given 5 bits.
        promotions, demotions, evictions, downgrades: How many were, of each kind.
        ops: All of these together.
        nbytes: Quantised bytes that were read or dropped for them.
        bytes_freed: By how much the store became smaller.
        failed: Tensors that are damaged, and stay where they are; what is wrong with each.
    """

    candidates: int = 0
    promotions: int = 0
    demotions: int = 0
    evictions: int = 0
    downgrades: int = 0
    ops: int = 0
    nbytes: int = 0
    bytes_freed: int = 0
    failed: dict[Key, FormatError] = field(default_factory=dict)

    def changed(self, nbytes: int, freed: int) -> None:
        """Note that a tensor of that size was changed, and takes so many bytes less."""
        self.ops += 1
        self.nbytes += nbytes
        self.bytes_freed += freed

    @contextmanager
    def trying(self, key: Key) -> Iterator[None]:
        """Change a tensor, or note that it is damaged."""
        try:
            yield
        except FormatError as error:
            self.failed[key] = error


@dataclass(slots=True)
class Budget:
    """What is left of what a tick may do.

    Attributes:
        nbytes: Quantised bytes to read or drop; None for any number.
        ops: Tensors to change; None for any number.
    """

    nbytes: int | None = None
    ops: int | None = None

    @property
    def is_spent(self) -> bool:
        """Whether nothing more may be changed."""
        return self.ops is not None and self.ops <= 0

    def take(self, nbytes: int) -> bool:
        """Whether one more tensor of that size may be changed; if so, that is deducted."""
        if self.is_spent or (self.nbytes is not None and nbytes > self.nbytes):
            return False
        if self.ops is not None:
            self.ops -= 1
        if self.nbytes is not None:
            self.nbytes -= nbytes
        return True
