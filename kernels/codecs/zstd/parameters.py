"""Parameters of `zstd`; how many bytes there are is in none of them."""

from __future__ import annotations

from dataclasses import dataclass, field

from quire.kernels.contract import ParameterError

LEVELS = range(-131072, 23)
"""What zstd has."""


@dataclass(frozen=True, slots=True)
class ZstdParameters:
    """What a writer has to know; a reader needs nothing.

    Attributes:
        level: The higher, the smaller and slower; None for what is read fastest at about the
            size of level 1.

    Raises:
        ParameterError: zstd has no such level.
    """

    level: int | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        if self.level is not None and self.level not in LEVELS:
            raise ParameterError("level", f"{LEVELS[0]} to {LEVELS[-1]}", self.level)
