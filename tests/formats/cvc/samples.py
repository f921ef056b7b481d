"""The golden vectors in `vectors/`, with what their README and JSON say about them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

FOLDER = Path(__file__).parent / "vectors"


@dataclass(frozen=True)
class Sample:
    """One vector; as a parameter of a test it goes by its name."""

    name: str

    @property
    def path(self) -> Path:
        """The file."""
        return FOLDER / f"{self.name}.cvc"

    @cached_property
    def facts(self) -> dict[str, Any]:
        """Origin, the call that made it, the parsed header."""
        text = (FOLDER / f"{self.name}.json").read_text(encoding="utf-8")
        facts: dict[str, Any] = json.loads(text)
        return facts

    @cached_property
    def expected(self) -> npt.NDArray[np.float32]:
        """What it decodes to."""
        return np.asarray(np.load(FOLDER / f"{self.name}.expected.npy"), np.float32)

    @cached_property
    def input(self) -> npt.NDArray[Any]:
        """What was packed, with infinities where the original program made some of it."""
        array: npt.NDArray[Any] = np.load(FOLDER / f"{self.name}.input.npy")
        return np.where(np.isinf(self.expected), self.expected, array).astype(array.dtype)

    @property
    def version(self) -> int:
        """Major version of the layout, or 0."""
        version = self.facts["format_version"]
        return version[0] if version else 0

    def __str__(self) -> str:
        return self.name


ALL = [Sample(path.stem) for path in sorted(FOLDER.glob("*.cvc"))]

LOSSLESS = [sample for sample in ALL if "_lossless_" in sample.name]
COLUMNAR = [sample for sample in ALL if sample.name.startswith("v2_")]
OVERRUN = Sample("v1_mmap_header_overrun")
READABLE = [s for s in ALL if s not in COLUMNAR and s != OVERRUN]
PACKABLE = [s for s in READABLE if "call" in s.facts and "_mmap_" not in s.name]
"""Those that one call made; page-aligned ones hold stale bytes of the original writer."""

BUILDABLE = [
    s for s in READABLE if (FOLDER / f"{s.name}.input.npy").exists() and "_mmap_" not in s.name
]
"""Those whose input is known, however they were made: mixed compression and sections too."""
