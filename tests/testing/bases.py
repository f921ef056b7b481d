"""Valid files of every spec in `specs/`, as many as one likes."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from itertools import count
from typing import Any

from quire.testing import generated_bytes

FORMATS = (
    "arrow", "bmp", "cdd", "cryptodd", "cvc", "elf", "fasttext", "finalfusion", "gguf", "gif",
    "gzip", "hpdkv", "hpdkv_bundle", "midi", "npy", "pcap", "pcapng", "png", "safetensors",
    "sqlite", "tar", "tensor_store.Delta", "tensor_store.Factors",
    "tensor_store.Journal", "tier_catalogue", "tiers", "tqtc", "wasm", "wav", "word2vec", "zip",
)  # fmt: skip  # laid out as a table
"""Any bytes are a `TensorStore`, so files of its types are looked at."""


def kind_of(name: str) -> Any:
    """The class of a format, or of a type in it."""
    module, _, inner = name.partition(".")
    top = "".join(part.capitalize() for part in module.split("_"))
    found = getattr(import_module(f"quire.generated.{module}"), top)
    return getattr(found, inner) if inner else found


def files(name: str) -> Iterator[bytes]:
    """Valid files of a format, always the same ones."""
    return (generated_bytes(kind_of(name), seed=seed) for seed in count())
