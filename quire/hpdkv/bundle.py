"""Reading bundles: several tensors in one file, by name; large ones in parts."""

from __future__ import annotations

import math
import weakref
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Unpack

import numpy as np

from quire.generated.hpdkv import Hpdkv
from quire.generated.hpdkv_bundle import HpdkvBundle
from quire.hpdkv.difference import add_record
from quire.hpdkv.unpack import SparseResiduals, check_indices, sparse_of, unpacked
from quire.kernels.contract import ArraySpec, ParameterError
from quire.kernels.engine.given import as_array, device_name, expect_list, framework_of, to_fill
from quire.kernels.engine.staging import to_framework
from quire.opened import OpenFile, Opening
from quire.progress import Progress, Tell, telling
from quire.runtime import FormatError, dismantle
from quire.sources import Given, Source
from quire.storage.failing import if_it_fails


@dataclass(slots=True)
class _Tensor:
    """A tensor of a bundle: its shape, its parts with where each begins, and where they end."""

    shape: tuple[int, ...]
    parts: list[tuple[int, Hpdkv]]
    end: int = 0

    @property
    def dtype(self) -> np.dtype[Any]:
        return self.parts[0][1].values.dtype

    @property
    def size(self) -> int:
        return math.prod(self.shape)


class Bundle(OpenFile, Mapping[str, Any]):
    """An open bundle: a mapping from names to dense tensors, each unpacked when it is asked for.

    A copy or a pickle stores the path, and opens the file again.

    Args:
        source: The file: see `quire.open`. One at a path is mapped, not read.
        opening: As of `quire.open`; there are no checksums that could be left out.

    Raises:
        FormatError: the file is damaged, or parts of a tensor are missing; payloads are checked
            when they are asked for.
        KeyError: methods only: there is no tensor of that name.
        ValueError: methods only: the shapes differ, or the bundle is closed.
    """

    def __init__(self, source: Given | Source, **opening: Unpack[Opening]) -> None:
        super().__init__(source, **opening)
        self._record: HpdkvBundle = self._source.read(HpdkvBundle)
        weakref.finalize(self, dismantle, self._record).atexit = False
        with if_it_fails(self.close):
            self._tensors = _tensors(self._record)

    def __len__(self) -> int:
        return len(self._tensors)

    def __iter__(self) -> Iterator[str]:
        return iter(self._tensors)

    def __contains__(self, name: object) -> bool:
        return name in self._tensors

    def __getitem__(self, name: str) -> Any:
        return self.load(name)

    # Bundles are equal to themselves: to compare tensors is the caller's, who knows what is equal.
    __eq__ = object.__eq__
    __hash__ = object.__hash__

    def __repr__(self) -> str:
        return f"<Bundle: {len(self)} tensors>"

    def shape(self, name: str) -> tuple[int, ...]:
        """Shape of a tensor."""
        return self._tensors[name].shape

    def dtype(self, name: str) -> np.dtype[Any]:
        """Dtype of a tensor: float16 or bfloat16."""
        return self._tensors[name].dtype

    def load(
        self, name: str, *, device: Any = None, framework: str | None = None, out: Any = None
    ) -> Any:
        """A dense tensor; arguments and errors are those of `unpack_residuals`.

        A tensor in several parts is put together on the CPU.
        """
        found = self._open_tensor(name)
        if len(found.parts) == 1 and found.parts[0][1].values.shape == found.shape:
            record = found.parts[0][1]
            return unpacked(record, device=device, framework=framework, out=out)
        if device_name(device) != "cpu":
            raise ValueError(f"device: {name!r} is in parts, which are put together on the CPU")
        made = _room(found, out)
        flat = made.reshape(-1)
        for first, record in found.parts:
            unpacked(record, out=flat[first : first + record.values.spec.size])
        return to_framework(made, framework or "numpy") if out is None else out

    def sparse(self, name: str, *, framework: str = "numpy") -> SparseResiduals:
        """What is stored of a sparse tensor; see `sparse_residuals`.

        Indices are those in the whole tensor: uint64, if it is in parts.

        Raises:
            ValueError: it is dense.
        """
        found = self._open_tensor(name)
        if not all(record.has_indices for _, record in found.parts):
            raise ValueError(f"{name!r} is dense, without indices: `load` reads it")
        return sparse_of(found.parts, found.shape, framework)

    def restore(self, name: str, reconstruction: Any) -> Any:
        """A reconstruction with the residuals of a tensor added; see `quire.hpdkv.restore`."""
        found, start = self._open_tensor(name), as_array(reconstruction, "reconstruction")
        if start.shape != found.shape:
            raise ValueError(f"reconstruction: expected shape {found.shape}, found {start.shape}")
        out = np.empty(found.shape, found.dtype)
        flat, begin = out.reshape(-1), start.reshape(-1)
        for first, record in found.parts:
            part = slice(first, first + record.values.spec.size)
            add_record(record, begin[part], flat[part])
        return to_framework(out, framework_of(reconstruction))

    def _open_tensor(self, name: str) -> _Tensor:
        self._expect_open()
        return self._tensors[name]

    @property
    def _num_parts(self) -> int:
        return len(self)

    def _check(self, tell: Tell) -> list[str]:
        for name in self:
            for _, record in self._open_tensor(name).parts:
                record.validate()
                check_indices(record)
            tell(1)
        return []


def _room(found: _Tensor, out: Any) -> Any:
    """Memory for a tensor in parts."""
    if out is not None:
        return to_fill(out, found.shape, found.dtype)
    found.parts[0][1].values.expect_worth(found.size * found.dtype.itemsize)
    return np.empty(found.shape, found.dtype)


def _check_shape(entry: HpdkvBundle.Entry) -> None:
    """Refuse a shape that no array has, though its parts may have no values at all."""
    try:
        ArraySpec(tuple(entry.shape), entry.blob.values.spec.dtype)
    except ParameterError as error:
        raise entry._wrong("shape", error.expected, error.found) from error


def _tensors(bundle: HpdkvBundle) -> dict[str, _Tensor]:
    """The tensors of a bundle, of whose parts none is missing."""
    found: dict[str, _Tensor] = {}
    last = ""
    for i, entry in enumerate(bundle.entries):
        shape = tuple(entry.shape)
        if entry.name not in found:
            _check_whole(bundle, found.get(last), i)
            _check_shape(entry)
            found[entry.name] = _Tensor(shape, [])
        tensor = found[entry.name]
        rules = {
            "name": (not tensor.parts or entry.name == last, "a name that is not there twice"),
            "shape": (shape == tensor.shape, f"{list(tensor.shape)} as of the part before"),
            "first": (entry.first == tensor.end, str(tensor.end)),
        }
        for field, (holds, expected) in rules.items():
            if not holds:
                raise entry._wrong(field, expected, getattr(entry, field))
        _check_blob(entry, tensor)
        tensor.parts.append((entry.first, entry.blob))
        tensor.end += entry.blob.values.spec.size
        last = entry.name
    _check_whole(bundle, found.get(last), len(bundle.entries))
    if bundle._io.left():
        left = f"{bundle._io.left()} bytes"
        raise FormatError(
            "", "the end", left, offset=bundle._io.offset(), format=bundle._format_name()
        )
    return found


def _check_blob(entry: HpdkvBundle.Entry, tensor: _Tensor) -> None:
    """Refuse a blob that is neither a whole tensor nor a part of one."""
    spec = entry.blob.values.spec
    part = len(spec.shape) == 1 and entry.first + spec.size <= tensor.size
    if spec.shape != tensor.shape and not part:
        expected = f"{list(tensor.shape)}, or a part of it"
        raise entry._wrong("blob.shape", expected, list(spec.shape))
    if tensor.parts:
        _, first = tensor.parts[0]
        if spec.dtype != (dtype := first.values.spec.dtype):
            raise entry._wrong("blob.dtype", dtype, spec.dtype)
        if not spec.size:
            raise entry._wrong("blob.shape", "a part with elements", list(spec.shape))


def _check_whole(bundle: HpdkvBundle, tensor: _Tensor | None, i: int) -> None:
    """Refuse a tensor whose parts end before it does, at the entry after them."""
    if tensor is not None and tensor.end != tensor.size:
        place = f"entries[{i - 1}].blob.shape"
        expected = f"parts of {tensor.size} elements together"
        raise FormatError(place, expected, tensor.end, format=bundle._format_name())


open_bundle = Bundle
"""Opens a bundle."""


def load_bundle(
    source: Given | Source,
    names: Iterable[str] | None = None,
    *,
    device: Any = None,
    framework: str | None = None,
    progress: Progress = None,
    storage_options: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """The dense tensors of a bundle by their names, or some of them.

    `names` are None for all, in the order of the file; `progress` is told (tensors done, tensors in
    all). The other arguments are those of `quire.open` and of `unpack_residuals`.

    Raises:
        FormatError: the file is damaged.
        KeyError: a name is of no tensor.
        TypeError: `names` is one name.
    """
    if names is not None:
        expect_list(names, "names", "names")
    found = {}
    with open_bundle(source, storage_options=storage_options) as bundle:
        wanted = list(bundle if names is None else names)
        with telling(progress, "loading tensors", len(wanted)) as tell:
            for name in wanted:
                found[name] = bundle.load(name, device=device, framework=framework)
                tell(1)
    return found
