"""The golden vectors in `vectors/`, with what their README and JSON say about them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import ml_dtypes
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
        return FOLDER / f"{self.name}.hpdv"

    @cached_property
    def data(self) -> bytes:
        """Its bytes."""
        return self.path.read_bytes()

    @cached_property
    def facts(self) -> dict[str, Any]:
        """Header fields, the call that made it, the size that the original estimates."""
        facts: dict[str, Any] = json.loads((FOLDER / f"{self.name}.json").read_text("utf-8"))
        return facts

    @cached_property
    def expected(self) -> npt.NDArray[Any]:
        """What it decodes to, in the dtype that it is decoded to."""
        array: npt.NDArray[Any] = np.load(FOLDER / f"{self.name}.expected.npy")
        return array.astype(ml_dtypes.bfloat16) if self.facts["dtype"] == 1 else array

    @cached_property
    def input(self) -> npt.NDArray[Any]:
        """What was packed, in the dtype that it had."""
        array: npt.NDArray[Any] = np.load(FOLDER / f"{self.name}.input.npy")
        return array.astype(getattr(ml_dtypes, self.facts["input_dtype"], array.dtype))

    def __str__(self) -> str:
        return self.name


ALL = [Sample(path.stem) for path in sorted(FOLDER.glob("*.hpdv"))]
BAD = [sample for sample in ALL if sample.name.startswith("bad_")]
HUGE = Sample("sparse_huge_shape")
READABLE = [sample for sample in ALL if sample not in BAD and sample != HUGE]
SPARSE = [sample for sample in READABLE if sample.facts["flags"] & 1]
MADE = [sample for sample in READABLE if "call" in sample.facts]
"""Those that the original wrote, from an input that is kept."""


def same(found: npt.NDArray[Any], expected: npt.NDArray[Any]) -> bool:
    """Whether arrays agree in dtype, shape and bits; NaN agrees with NaN."""
    if (found.dtype, found.shape) != (expected.dtype, expected.shape):
        return False
    words, wanted = (np.ascontiguousarray(each).view(np.uint16) for each in (found, expected))
    nan = np.isnan(found.astype(np.float32)) & np.isnan(expected.astype(np.float32))
    return bool(((words == wanted) | nan).all())
