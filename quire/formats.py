"""Which formats quire knows by name, by the first bytes of a file, and by its extension."""

from __future__ import annotations

import importlib
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any


@dataclass(frozen=True, slots=True)
class Format:
    """A format: where its generated class and its API are.

    Attributes:
        name: `meta/id` of its spec.
        magic: First bytes of its files; b"" if there are none that tell.
        extension: With the dot.
        record: Name of the class in the generated module.
        face: The module with `open_file`, whose result has `shape`, `dtype`, `blocks` (of
            rows, in order) and `verify`; `verify` alone if it holds several arrays; "" if there
            is none.
        packs: Whether an array alone makes a file, as `quire encode` does it.
        tree: Name of a class in that module with `from_file`, whose result `quire dump` prints,
            where the generated class sees a part of a file only; "" if it sees all.
    """

    name: str
    magic: bytes
    extension: str
    record: str
    face: str = ""
    packs: bool = False
    tree: str = ""

    def record_class(self) -> Any:
        """The class that reads a file to its tree: the generated one, unless there is a `tree`."""
        if self.tree:
            return getattr(self.api(), self.tree)
        return getattr(importlib.import_module(f"quire.generated.{self.name}"), self.record)

    def api(self) -> ModuleType:
        """The module of `face`."""
        return importlib.import_module(self.face)


FORMATS = (
    Format("cvc", b"CVCF", ".cvc", "Cvc", "quire.cvc", packs=True),
    Format("finalfusion", b"FiFu", ".fifu", "Finalfusion", "quire.finalfusion.file"),
    Format("fasttext", b"\xba\x16\x4f\x2f", ".ftz", "Fasttext"),
    Format("word2vec", b"", ".w2v", "Word2vec"),
    Format("cdd", b"\xef\xbe\xad\xde", ".cdd", "Cdd", "quire.cdd.file", tree="Tree"),
    Format("cryptodd", b"\xef\xbe\xdd\x0c", ".cdd", "Cryptodd", "quire.cdd.file", tree="Tree"),
    Format("hpdkv", b"HPDV", ".hpdv", "Hpdkv", "quire.hpdkv.file"),
    Format("hpdkv_bundle", b"HPDB", ".hpdb", "HpdkvBundle", "quire.hpdkv.bundle_file"),
    Format("tiers", b"QTIR", ".qtr", "Tiers", "quire.tiers.file.tensor_file", packs=True),
    Format("tqtc", b"TQTC", ".tqtc", "Tqtc", "quire.tiers.segments.file"),
    Format("wav", b"RIFF", ".wav", "Wav"),
    Format("png", b"\x89PNG\r\n\x1a\n", ".png", "Png"),
    Format("gzip", b"\x1f\x8b", ".gz", "Gzip"),
    Format("zip", b"PK\x03\x04", ".zip", "Zip"),
)


def find_format(path: Path) -> Format | None:
    """The format of a file, by its first bytes, else by its extension; None if none fits."""
    with path.open("rb") as file:
        start = file.read(16)
    by_magic = next((f for f in FORMATS if f.magic and start.startswith(f.magic)), None)
    return by_magic or next((known for known in FORMATS if known.extension == path.suffix), None)
