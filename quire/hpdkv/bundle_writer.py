"""Writing bundles: several tensors to one file, one by one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sized
from contextlib import contextmanager
from reprlib import repr as short
from typing import Any

from quire.generated.hpdkv_bundle import HpdkvBundle
from quire.hpdkv.pack import MOST_INDEXED, record_of
from quire.kernels.codecs.sparse_scatter.largest import Order
from quire.kernels.engine.given import as_array, given_pairs, whole_number
from quire.progress import Progress, Tell, telling
from quire.runtime import EncodingError, dismantled
from quire.runtime.values.number_at import largest
from quire.sources import Target, write_record

MOST_NAME = largest(HpdkvBundle.Entry, "len_name")
"""Bytes of a name."""


def save_bundle(
    target: Target,
    tensors: Mapping[str, Any] | Iterable[tuple[str, Any]],
    *,
    store_topk: float | None = None,
    compress: bool = False,
    dtype: Any = None,
    order: Order = "magnitude",
    shard_elements: int = MOST_INDEXED,
    progress: Progress = None,
) -> None:
    """Write residuals of several tensors to one file.

    Args:
        target: A path, whose file appears whole or not at all; or a binary file that can seek.
        tensors: By name; or pairs, each of which is let go before the next one is asked for.
        store_topk: As for `pack_residuals`, as are the next three; of each part of a tensor that is
            cut.
        compress: As there.
        dtype: As there.
        order: As there.
        shard_elements: Tensors with more elements are cut into parts of so many.
        progress: Called with (tensors done, tensors in all), for an iterator with (tensors done,
            0); True shows a bar on a terminal.

    Raises:
        ValueError: a name is there twice, is empty, or takes more than 65,535 bytes; or as for
            `pack_residuals`, with the name of the tensor.
        EncodingError: as there, with the name.
        TypeError: as there, with the name; or a name is no text, something is no pair, or the
            target no binary file.
        OSError: it cannot be written; what was there is still there.
    """
    if not 0 < whole_number(shard_elements, "shard_elements") <= MOST_INDEXED:
        expected = f"1 to {MOST_INDEXED}"
        raise ValueError(f"shard_elements: expected {expected}, found {shard_elements}")
    pairs = given_pairs(tensors, "tensors", "a name and a tensor")
    options: dict[str, Any] = {
        "store_topk": store_topk,
        "compress": compress,
        "dtype": dtype,
        "order": order,
    }
    total = len(tensors) if isinstance(tensors, Sized) else 0
    with telling(progress, "writing a bundle", total) as tell:
        entries = _entries(_told(pairs, tell), shard_elements, options)
        with dismantled(HpdkvBundle.build(entries=entries)) as record:
            write_record(record, target)


def _told(pairs: Iterable[tuple[str, Any]], tell: Tell) -> Iterator[tuple[str, Any]]:
    """The same; each is done when the next one is asked for."""
    for pair in pairs:
        yield pair
        del pair
        tell(1)


def _entries(
    pairs: Iterable[tuple[str, Any]], shard_elements: int, options: dict[str, Any]
) -> Iterator[HpdkvBundle.Entry._Fields]:  # only a type checker sees it
    known: set[str] = set()
    for name, tensor in pairs:
        _check_name(name, known)
        known.add(name)
        with _of_tensor(name):
            array = as_array(tensor, "tensor")
        flat = array.reshape(-1) if array.size > shard_elements else None
        for first in range(0, max(1, array.size), shard_elements):
            part = array if flat is None else flat[first : first + shard_elements]
            with _of_tensor(name):
                blob = record_of(part, **options)
            with dismantled(blob):
                yield {"name": name, "shape": list(array.shape), "first": first, "blob": blob}
        del tensor, array, flat, part


def _check_name(name: object, known: set[str]) -> None:
    if not isinstance(name, str):
        raise TypeError(f"tensors: expected texts as names, found {name!r}")
    if not name.isprintable() and name.encode(errors="ignore").decode() != name:
        raise ValueError(f"tensors: expected names that UTF-8 has, found {short(name)}")
    if name in known:
        raise ValueError(f"tensors: {name!r} is given twice")
    if not 0 < len(name.encode()) <= MOST_NAME:
        expected = f"names of 1 to {MOST_NAME:,} bytes"
        raise ValueError(f"tensors: expected {expected}, found {short(name)}")


@contextmanager
def _of_tensor(name: str) -> Iterator[None]:
    """Errors of what is made of a tensor say which one it is."""
    try:
        yield
    except EncodingError as error:
        raise EncodingError(f"{name!r}: {error}") from error
    except TypeError as error:
        raise TypeError(f"{name!r}: {error}") from error
    except ValueError as error:
        raise ValueError(f"{name!r}: {error}") from error
