"""Valid files of every spec in `specs/`, as many as one likes: generated, or made by programs."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Iterator
from importlib import import_module
from itertools import count
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from quire.cvc import pack_cvc
from quire.hpdkv import save_bundle
from quire.testing import generated_bytes

GENERATED = (
    "bmp", "cdd", "cryptodd", "fasttext", "finalfusion", "gif", "gzip", "hpdkv", "pcap", "png",
    "tensor_store.Delta", "tensor_store.Factors", "tensor_store.Journal", "tier_catalogue",
    "tiers", "tqtc", "wav", "word2vec",
)  # fmt: skip
"""Formats whose files are generated; any bytes are a `TensorStore`, so those of its types."""


def kind_of(name: str) -> Any:
    """The class of a format, or of a type in it."""
    module, _, inner = name.partition(".")
    top = "".join(part.capitalize() for part in module.split("_"))
    found = getattr(import_module(f"quire.generated.{module}"), top)
    return getattr(found, inner) if inner else found


def zip_archive(random: Random) -> bytes:
    """An archive as `zipfile` writes them."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", random.choice([0, 8])) as archive:
        for number in range(random.randrange(4)):
            archive.writestr(f"{number}/{random.randrange(99)}.txt", random.randbytes(5) * 9)
        archive.comment = random.randbytes(random.randrange(9))
    return stream.getvalue()


def _vectors(random: Random) -> Any:
    rows, columns = random.randrange(1, 6), random.randrange(1, 5)
    return np.array([[random.gauss(0, 1) for _ in range(columns)] for _ in range(rows)], np.float32)


def cvc_file(random: Random) -> bytes:
    """A collection of embeddings, as `pack_cvc` writes them."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "vectors.cvc"
        pack_cvc(
            _vectors(random),
            path,
            compression=random.choice(["fp16", "int8"]),
            chunk_size=random.randrange(1, 4),
            format_version=random.choice([0, 1]),
        )
        return path.read_bytes()


def bundle(random: Random) -> bytes:
    """Residuals of several tensors, as `save_bundle` writes them."""
    stream = io.BytesIO()
    tensors = {f"layer.{i}": _vectors(random) for i in range(random.randrange(1, 4))}
    save_bundle(
        stream,
        tensors,
        store_topk=random.choice([None, 0.5]),
        compress=random.choice([False, True]),
        shard_elements=random.choice([6, 1000]),
    )
    return stream.getvalue()


MADE: dict[str, Callable[[Random], bytes]] = {
    "zip": zip_archive,
    "cvc": cvc_file,
    "hpdkv_bundle": bundle,
}
"""Formats of which other functions make files."""


def files(name: str) -> Iterator[bytes]:
    """Valid files of a format, always the same ones."""
    if name in MADE:
        return (MADE[name](Random(seed)) for seed in count())  # noqa: S311  # no secret
    return (generated_bytes(kind_of(name), seed=seed) for seed in count())
