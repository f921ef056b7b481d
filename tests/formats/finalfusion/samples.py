"""The golden vectors in `data/`, with what their README and JSON say about them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

FOLDER = Path(__file__).parent / "data"


@dataclass(frozen=True)
class Sample:
    """One vector; as a parameter of a test it goes by its name."""

    path: Path

    def __str__(self) -> str:
        return self.path.stem

    @property
    def base(self) -> Path:
        """The path that the names of its other files begin with."""
        upstream = self.path.parent.name == "upstream"
        return self.path.with_name(f"{self.path.stem}{'_fifu' * upstream}")

    @cached_property
    def facts(self) -> dict[str, Any]:
        """What the original program says it holds."""
        name = f"{self.base.name}{'.fifu' * self.path.stem.startswith('floret')}.json"
        facts: dict[str, Any] = json.loads(self.base.with_name(name).read_text(encoding="utf-8"))
        return facts

    def array(self, name: str) -> npt.NDArray[Any]:
        """One of its arrays."""
        array: npt.NDArray[Any] = np.load(self.base.with_name(f"{self.base.name}.{name}.npy"))
        return array

    def has(self, name: str) -> bool:
        """Whether there is such an array."""
        return self.base.with_name(f"{self.base.name}.{name}.npy").exists()


def sample(name: str) -> Sample:
    """A vector by its name."""
    return Sample(FOLDER / f"{name}.fifu")


ALL = [Sample(path) for path in sorted(FOLDER.rglob("*.fifu"))]
BAD = [each for each in ALL if str(each).startswith("bad_")]
CHUNKS = [each for each in ALL if str(each).startswith("chunk_")]
ASSEMBLED = [each for each in ALL if str(each).startswith("floret")]
HIDING = [
    sample("header_omits_norms"),
    *(sample(f"upstream/{n}") for n in ("embeddings", "ff_buckets")),
]
"""Files whose header leaves out the norms that follow."""

READABLE = [each for each in ALL if each not in (*BAD, *CHUNKS)]
DESCRIBED = [each for each in READABLE if "vocab" in each.facts]
QUANTIZED = [each for each in DESCRIBED if each.facts["storage"]["type"] == "QuantizedArray"]
SHORT = [each for each in READABLE if str(each).startswith("explicit")]
"""Files whose vocabulary is longer than its chunk says."""

CANONICAL = [each for each in READABLE if each not in (*HIDING, *SHORT)]
