"""Reading in parts: what engines of many threads, processes and machines are given."""

from __future__ import annotations

from quire.datasets.dataset import Dataset
from quire.datasets.part import Part
from quire.datasets.planning import index, parts
from quire.datasets.writing import PartWriter

__all__ = ["Dataset", "Part", "PartWriter", "index", "parts"]
