"""Files of arrays, mapped or dequantised, beside the packages of their authors."""

from __future__ import annotations

import importlib.util
import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.timing import Action
from quire.kernels.codecs.ggml_blocks.codec import KINDS

Beside = tuple[str, str, Action, Action, int]
"""What is done, by whom else, by quire and by that, and of how many bytes a copy is."""

TENSORS, ELEMENTS = 300, 250_000
"""Of a model."""

ROWS, WIDTH = 4096, 4096
"""Of a tensor in blocks."""


def arrays(share: int) -> Iterator[Beside]:
    """Whole files: what is done, beside whom."""
    with tempfile.TemporaryDirectory() as folder:
        if importlib.util.find_spec("safetensors"):
            yield from _tensors(Path(folder), share)
        yield from _one_array(Path(folder), share)
        if importlib.util.find_spec("gguf"):
            yield from _quantised(Path(folder), share)


def _tensors(folder: Path, share: int) -> Iterator[Beside]:
    save: Any = importlib.import_module("safetensors.numpy").save_file
    safe_open: Any = importlib.import_module("safetensors").safe_open
    from quire.generated.safetensors import Safetensors

    named = {f"layers.{i}.weight": np.ones(ELEMENTS // share, np.float32) for i in range(TENSORS)}
    path = folder / "model.safetensors"
    save(named, path)

    def ours(read: Any) -> None:
        for entry in Safetensors.from_file(path).header.entries:
            tensor: Any = entry.value
            read(tensor.data)

    def theirs(framework: str) -> None:
        with safe_open(path, framework=framework) as file:
            for name in file.keys():  # noqa: SIM118  # it is no mapping
                file.get_tensor(name)

    size, what = (
        path.stat().st_size,
        f"safetensors, {TENSORS} tensors, {path.stat().st_size:,} bytes",
    )
    mapped = partial(ours, np.asarray)
    yield f"{what}: mapped", "safe_open, numpy", mapped, partial(theirs, "np"), size
    yield (
        f"{what}: copied",
        "safe_open, numpy",
        partial(ours, np.array),
        partial(theirs, "np"),
        size,
    )
    if importlib.util.find_spec("torch"):
        yield f"{what}: mapped", "safe_open, torch", mapped, partial(theirs, "pt"), size


def _one_array(folder: Path, share: int) -> Iterator[Beside]:
    from quire.generated.npy import Npy

    path = folder / "array.npy"
    np.save(path, np.ones(TENSORS * ELEMENTS // share, np.float32))
    size, what = path.stat().st_size, f"npy, {path.stat().st_size:,} bytes"
    mapped: Action = lambda: Npy.from_file(path).data  # noqa: E731  # short
    copied: Action = lambda: np.array(Npy.from_file(path).data)  # noqa: E731  # short
    yield f"{what}: mapped", "numpy", mapped, partial(np.load, path, mmap_mode="r"), size
    yield f"{what}: copied", "numpy", copied, partial(np.load, path), size


def _quantised(folder: Path, share: int) -> Iterator[Beside]:
    gguf: Any = importlib.import_module("gguf")
    from quire.generated.gguf import Gguf

    rows, rng = ROWS // share, np.random.default_rng(1)
    out = np.zeros((rows, WIDTH), np.float32)

    def ours(path: Path) -> None:
        tensor: Any = Gguf.from_file(path).tensors[0]
        tensor.data.quantised.decode(out=out)

    def theirs(path: Path) -> None:
        tensor = gguf.GGUFReader(path).tensors[0]
        gguf.dequantize(tensor.data, tensor.tensor_type)

    for kind, (values, size) in KINDS.items():
        path = folder / f"{kind}.gguf"
        writer = gguf.GGUFWriter(path, "none")
        blocks = rng.integers(0, 124, (rows, WIDTH // values * size), np.uint8)
        writer.add_tensor("w", blocks, raw_dtype=gguf.GGMLQuantizationType[kind.upper()])
        for write in ("write_header", "write_kv_data", "write_tensors"):
            getattr(writer, f"{write}_to_file")()
        writer.close()
        what = f"gguf, {kind}, {rows} x {WIDTH}: dequantised"
        yield what, "gguf, numpy", partial(ours, path), partial(theirs, path), out.nbytes
