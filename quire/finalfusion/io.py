"""What users of the Python package import of its module of this name."""

from __future__ import annotations

from quire.finalfusion.chunk import Chunk
from quire.runtime import FormatError as FinalfusionFormatError

__all__ = ["Chunk", "FinalfusionFormatError"]
