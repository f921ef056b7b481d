"""A part of embeddings as a chunk of a file, alone or with others; what damaged ones raise.

The Python package has a module of this name.
"""

from __future__ import annotations

import os
from abc import abstractmethod
from typing import Any

from quire.generated.finalfusion import Finalfusion
from quire.runtime import FormatError as FinalfusionFormatError

__all__ = ["Chunk", "FinalfusionFormatError", "write_chunks"]


class Chunk:
    """A part of embeddings that a file can hold."""

    @abstractmethod
    def record(self) -> Any:
        """What stands in the chunk: a record of the generated module."""

    def write(self, file: str | os.PathLike[str]) -> None:
        """Write a file with this part alone, which appears whole or not at all."""
        write_chunks(file, [self.record()])


def write_chunks(file: str | os.PathLike[str], parts: list[Any]) -> None:
    """Write a file with some parts, given by their records, in their order."""
    Finalfusion.build(chunks=[{"data": part} for part in parts]).to_file(file)
