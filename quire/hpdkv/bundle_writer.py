"""Writing bundles: several tensors to one file, one by one."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, BinaryIO

from quire.generated.hpdkv_bundle import HpdkvBundle
from quire.hpdkv.largest import Order
from quire.hpdkv.pack import MOST_INDEXED, record_of
from quire.hpdkv.tensors import as_array
from quire.runtime import dismantled

Path = str | os.PathLike[str]


def save_bundle(
    target: Path | BinaryIO,
    tensors: Mapping[str, Any] | Iterable[tuple[str, Any]],
    *,
    store_topk: float | None = None,
    compress: bool = False,
    dtype: str | None = None,
    order: Order = "magnitude",
    shard_elements: int = MOST_INDEXED,
) -> None:
    """Write residuals of several tensors to one file.

    Args:
        target: A path, whose file appears whole or not at all; or a binary file that can seek.
        tensors: By name; or pairs, each of which is let go before the next one is asked for.
        store_topk: As for `pack_residuals`; of each part of a tensor that is cut.
        compress: As there.
        dtype: As there.
        order: As there.
        shard_elements: Tensors with more elements are cut into parts of so many.

    Raises:
        ValueError: a name is there twice, is empty, or takes more than 65,535 bytes; or as for
            `pack_residuals`.
        TypeError: as there.
    """
    if not 0 < shard_elements <= MOST_INDEXED:
        expected = f"1 to {MOST_INDEXED}"
        raise ValueError(f"shard_elements: expected {expected}, found {shard_elements}")
    pairs = tensors.items() if isinstance(tensors, Mapping) else tensors
    options: dict[str, Any] = {
        "store_topk": store_topk,
        "compress": compress,
        "dtype": dtype,
        "order": order,
    }
    record = HpdkvBundle.build(entries=_entries(pairs, shard_elements, options))
    with dismantled(record):
        if isinstance(target, str | os.PathLike):
            record.to_file(target)
        else:
            record.write_to(target)


def _entries(
    pairs: Iterable[tuple[str, Any]], shard_elements: int, options: dict[str, Any]
) -> Iterator[HpdkvBundle.Entry._Fields]:  # only a type checker sees it
    known: set[str] = set()
    for name, tensor in pairs:
        if name in known:
            raise ValueError(f"tensors: {name!r} is there twice")
        if not 0 < len(name.encode()) <= 0xFFFF:
            raise ValueError(f"tensors: expected names of 1 to 65,535 bytes, found {name!r}")
        known.add(name)
        array = as_array(tensor)
        shape = list(array.shape)
        if array.size <= shard_elements:
            with dismantled(record_of(array, **options)) as blob:
                yield {"name": name, "shape": shape, "blob": blob}
            del tensor, array
            continue
        flat = array.reshape(-1)
        for first in range(0, flat.size, shard_elements):
            part = flat[first : first + shard_elements]
            with dismantled(record_of(part, **options)) as blob:
                yield {"name": name, "shape": shape, "first": first, "blob": blob}
        del tensor, array, flat, part
