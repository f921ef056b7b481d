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

Facts = dict[str, Any]


def _listed(name: str) -> dict[str, Facts]:
    """Entries of a list of files, by the names of the files without their extension."""
    entries: list[Facts] = json.loads((FOLDER / name).read_text(encoding="utf-8"))
    return {each["file"].removesuffix(".cdd"): each for each in entries}


_CASES = _listed("cases.json")


@dataclass(frozen=True)
class Sample:
    """One good vector; as a parameter of a test it goes by its name, `upstream/okx`."""

    name: str

    def __str__(self) -> str:
        return self.name

    @property
    def path(self) -> Path:
        """The file."""
        return FOLDER / f"{self.name}.cdd"

    @property
    def facts(self) -> Facts:
        """Its entry in `cases.json`."""
        return _CASES[self.name]

    @property
    def layout(self) -> str:
        """U, of the original program, or D, of the description."""
        return "U" if self in UPSTREAM else "D"

    @property
    def user_metadata(self) -> bytes:
        """As stored."""
        return str(self.facts["user_metadata"]).encode("latin-1")

    @cached_property
    def expected(self) -> tuple[npt.NDArray[Any], ...]:
        """The array that each chunk decodes to, byte for byte."""
        return tuple(np.load(FOLDER / chunk["expected"]) for chunk in self.facts["chunks"])

    @property
    def chunks(self) -> list[Facts]:
        """Offset, size, type, flags (and what else is known) of the chunks as stored."""
        holder = self.facts if self.layout == "D" else self.facts["layout"]
        chunks: list[Facts] = holder["chunks"]
        return chunks

    @property
    def index_blocks(self) -> list[Facts]:
        """Offset, type (and what else is known) of the index blocks."""
        blocks: list[Facts] = self.facts["layout"]["index_blocks"]
        return blocks

    @property
    def misread(self) -> frozenset[int]:
        """Chunks that the original program wrote and can't read: their last dimension is 0."""
        told = [each.get("upstream_reads_back", "same") for each in self.facts["chunks"]]
        return frozenset(i for i, each in enumerate(told) if each != "same")


@dataclass(frozen=True)
class Damaged:
    """One file with a fault.

    Attributes:
        name: Of the file.
        place: The field that an error names, as a path in the tree.
        offset: Where that field begins.
        whole: The chunks whose own bytes are sound, whatever is wrong with what leads to them.
        says: The start of the reason that the independent reader gives.
    """

    name: str
    place: str
    offset: int
    whole: tuple[int, ...]
    says: str

    def __str__(self) -> str:
        return self.name

    @property
    def path(self) -> Path:
        """The file."""
        return FOLDER / "damaged" / f"{self.name}.cdd"

    @property
    def source(self) -> Sample:
        """The vector that it was."""
        entry = _DAMAGED[f"damaged/{self.name}"]
        return Sample(entry["derived_from"].removesuffix(".cdd"))


_DAMAGED = _listed("damaged.json")

UPSTREAM = [Sample(name) for name in _CASES if name.startswith("upstream/")]
SEED = [Sample(name) for name in _CASES if name.startswith("seed/")]
READABLE = UPSTREAM + SEED

DAMAGED = [
    Damaged("cut_last_chunk", "chunks[3].size", 13467, (0, 1, 2), "374 bytes"),
    Damaged("cut_index", "index_blocks[0].size", 47, (), "it ends behind the file"),
    Damaged("bad_magic", "magic", 0, (0, 1, 2, 3), "not CDD"),
    Damaged("bad_version", "version", 4, (0, 1, 2, 3), "not version 1"),
    Damaged("bad_index_hash", "index_blocks[0].hash", 53, (0, 1, 2, 3), "not 00000000"),
    Damaged("bad_index_offset", "index_blocks[0].hash", 53, (0, 1, 2, 3), "not 50ab137c"),
    Damaged("bad_chunk_hash", "chunks[0].hash", 169, (1, 2, 3), "not 00000000"),
    Damaged("bad_chunk_hash_f16", "chunks[1].hash", 8648, (0, 2, 3), "not 00000000"),
    Damaged("bad_payload", "chunks[0].hash", 169, (1, 2, 3), "not 295a6c5a"),
    Damaged("bad_chunk_size", "chunks[0].size", 161, (1, 2, 3), "8391 bytes of payload"),
    Damaged("huge_shape", "chunks[0].data", 249, (1, 2, 3), "a zstd frame of 24000 bytes"),
    Damaged("negative_shape", "chunks[0].shape", 213, (1, 2, 3), "(-1, 50, 3)"),
    Damaged("bad_dtype", "chunks[0].dtype", 167, (1, 2, 3), "99"),
    Damaged("bad_type", "chunks[0].type", 165, (1, 2, 3), "77"),
    Damaged("index_cycle", "index_blocks[2].next", 898, tuple(range(11)), "40 was there"),
    Damaged("next_beyond_end", "index_blocks[2].next", 898, tuple(range(11)), f"{1 << 40} is out"),
]
