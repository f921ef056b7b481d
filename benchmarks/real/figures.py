"""What was measured of files, and what it comes to."""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

MANY = 300
"""Members of a tree from which on it counts as large."""


@dataclass(frozen=True, slots=True)
class Times:
    """Seconds of both for the same: medians."""

    mine: float
    theirs: float

    @property
    def ratio(self) -> float:
        """How many times as fast ours is."""
        return self.theirs / self.mine


@dataclass(slots=True)
class Figure:
    """What a file costs.

    Attributes:
        name: Of the file.
        size: Its bytes.
        nodes: Members of its tree, and elements of its lists.
        trouble: Why it was not timed, or "".
        parse: From bytes in memory.
        walk: The same, and every member looked at.
        file: From the file, which is closed again.
    """

    name: str
    size: int
    nodes: int = 0
    trouble: str = ""
    parse: Times | None = None
    walk: Times | None = None
    file: Times | None = None

    @classmethod
    def of(cls, tree: dict[str, object]) -> Figure:
        """That of JSON."""
        found = dict(tree)
        for name in ("parse", "walk", "file"):
            if isinstance(times := found[name], dict):
                found[name] = Times(**times)
        return cls(**found)  # type: ignore[arg-type]  # as `asdict` has made it

    @property
    def is_large(self) -> bool:
        """Whether its tree has `MANY` members."""
        return self.nodes >= MANY


def mean_ratio(figures: Iterable[Figure], what: str) -> float | None:
    """The geometric mean over files of how many times as fast ours is; None if there are none."""
    ratios = [times.ratio for figure in figures if (times := getattr(figure, what)) is not None]
    return statistics.geometric_mean(ratios) if ratios else None


def mean_over_specs(
    specs: Sequence[Sequence[Figure]], what: str, *, large: bool
) -> tuple[int, float | None]:
    """Of how many specs there are files of that kind, and the geometric mean of their means."""
    means = [mean_ratio((f for f in files if f.is_large is large), what) for files in specs]
    found = [mean for mean in means if mean is not None]
    return len(found), statistics.geometric_mean(found) if found else None
