"""Files that hold several arrays, as commands take one of them, or all."""

from __future__ import annotations

import math
import zipfile
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import IO, Any

import click
import numpy as np
import numpy.typing as npt

from quire.arrays import BLOCK_BYTES
from quire.runtime import FormatError

Advance = Callable[[int], object]


def arrays_of(opened: Any) -> Mapping[str, Callable[[], Any]]:
    """What gives each array of an open file, by name; {} for a file that is one array alone."""
    if hasattr(opened, "keys"):  # a bundle, or columns
        return {name: partial(opened.__getitem__, name) for name in opened.keys()}  # noqa: SIM118  # columns are counted by rows
    from quire.cdd import GroupedReader
    from quire.cdd.file import StoreFile

    if isinstance(opened, StoreFile):
        try:
            groups = GroupedReader(opened.reader)
        except FormatError:  # it has no names
            return {}
        return {name: partial(groups.__getitem__, name) for name in groups}
    return {}


def named(arrays: Mapping[str, Callable[[], Any]], name: str) -> Any:
    """One of them.

    Raises:
        click.UsageError: there is none of that name.
    """
    if name not in arrays:
        known = ", ".join(arrays) or "none: it is one array"
        raise click.UsageError(f"--name: expected one of {known}; found {name}")
    return arrays[name]()


def write_npy(target: IO[bytes], array: Any, advance: Advance) -> np.dtype[Any]:
    """Write an array as a .npy file, a block at a time; its dtype there."""
    dtype = _npy_dtype(array.dtype)
    header = {"descr": dtype.str, "fortran_order": False, "shape": tuple(array.shape)}
    np.lib.format.write_array_header_2_0(target, header)
    for block in _blocks(array):
        stored = np.ascontiguousarray(block, dtype)
        target.write(stored.reshape(-1).view(np.uint8).data)
        advance(len(block))
    return dtype


def write_npz(target: Any, arrays: Mapping[str, Callable[[], Any]], advance: Advance) -> None:
    """Write arrays as a .npz file, each a block at a time; `advance` is told of each.

    Raises:
        ValueError: a name cannot be one there.
    """
    with zipfile.ZipFile(target, "w") as archive:
        for name, give in arrays.items():
            if "\0" in name:
                raise ValueError(f"{name!r} cannot be a name in a .npz file; take it by --name")
            with archive.open(f"{name}.npy", "w", force_zip64=True) as member:
                write_npy(member, give(), lambda _rows: None)
            advance(1)


def _blocks(array: Any) -> Iterator[npt.NDArray[Any]]:
    if hasattr(array, "blocks"):
        yield from array.blocks()
    elif isinstance(array, np.ndarray):
        yield np.atleast_1d(array)
    else:  # rows of a store
        width = array.dtype.itemsize * math.prod(array.shape[1:])
        step = max(1, BLOCK_BYTES // max(1, width))
        for start in range(0, max(1, len(array)), step):
            yield array[start : start + step]


def _npy_dtype(dtype: np.dtype[Any]) -> np.dtype[Any]:
    """The little-endian dtype of a .npy file that holds every value of another dtype."""
    return np.dtype("<f4") if dtype.name == "bfloat16" else dtype.newbyteorder("<")
