"""Numpy's indexing, for what decodes its rows when somebody asks for them."""

from __future__ import annotations

import math
import operator
from abc import abstractmethod
from collections.abc import Iterator
from types import EllipsisType
from typing import Any, SupportsIndex

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[Any]
Rows = range | npt.NDArray[np.intp]
"""Numbers of rows, all of them within the array; those of an array ascend, and none comes twice."""

BLOCK_BYTES = 4 << 20
"""Decoded bytes that iterating over rows holds at a time."""


class RowArray:
    """What looks like an array of numpy: `len`, indexing, iteration over rows, `numpy.asarray`.

    A subclass has `shape` and `dtype`, and decodes rows by their numbers; one that may have no axis
    also decodes the whole. Whatever numpy takes as an index means here what it means there, but
    that the result is always new memory: integers, slices with any step, an ellipsis, new axes,
    arrays of integers, masks.
    """

    shape: Any
    dtype: Any

    @abstractmethod
    def _take(self, rows: Rows) -> Array:
        """Rows by their numbers: new memory, (numbers, *shape[1:])."""

    def _take_all(self) -> Array:
        """All of it: new memory, of `shape`."""
        return self._take(range(len(self)))

    @property
    def ndim(self) -> int:
        """Number of axes."""
        return len(self.shape)

    @property
    def size(self) -> int:
        """Number of values."""
        return math.prod(self.shape)

    def __len__(self) -> int:
        if not self.shape:
            raise TypeError("a single value has no length")
        return int(self.shape[0])

    def __getitem__(self, index: Any) -> Any:
        if not self.shape:
            return self._take_all()[index]
        rows, rest = split(index, self.shape)
        return self._take(rows)[rest]

    def __iter__(self) -> Iterator[Array]:
        row_bytes = self.dtype.itemsize * math.prod(self.shape[1:])
        step = max(1, BLOCK_BYTES // max(1, row_bytes))
        for start in range(0, len(self), step):
            yield from self._take(range(start, min(start + step, len(self))))

    def __array__(self, dtype: npt.DTypeLike | None = None, copy: bool | None = None) -> Array:  # noqa: FBT001  # numpy's protocol
        refuse_no_copy(copy)
        return self._take_all().astype(dtype or self.dtype, copy=False)


def refuse_no_copy(copy: bool | None) -> None:  # noqa: FBT001  # numpy's protocol
    """Refuse `copy=False` of numpy's protocol: what is decoded is a copy.

    Raises:
        ValueError: that was asked for.
    """
    if copy is False:
        raise ValueError(
            "copy: expected True or None, because decoding makes a new array, found False"
        )


def split(index: Any, shape: tuple[int, ...]) -> tuple[Rows, tuple[Any, ...]]:
    """An index of an array as the rows that it touches, and the index to apply to these.

    Args:
        index: Whatever numpy takes.
        shape: Of the array; one axis at least.

    Raises:
        IndexError: there is no such row, or it is no index.
    """
    key = [_item(each) for each in (index if isinstance(index, tuple) else (index,))]
    axes = sum(map(_axes, key))
    if axes > len(shape):
        raise IndexError(f"too many indices: the array has {len(shape)} axes, found {axes}")
    for place, item in enumerate(key):
        if item is Ellipsis and axes < len(shape):
            break
        if _axes(item):
            rows, local = _rows(item, shape)
            return rows, (*key[:place], *local, *key[place + 1 :])
    return range(shape[0]), tuple(key)


def _item(item: Any) -> Any:
    """One part of an index: an integer, a slice, None, an ellipsis, or an array."""
    if item is None or isinstance(item, slice | EllipsisType):
        return item
    try:
        found = np.asarray(item)
        if not found.ndim and found.dtype.kind in "iuO":
            return operator.index(found.item())
    except TypeError:
        raise _no_index(item) from None
    if not found.size and not hasattr(item, "__array__"):
        return found.astype(np.intp)  # an empty list has no dtype
    if found.dtype.kind not in "iub":
        raise _no_index(item)
    return found


def _no_index(item: object) -> IndexError:
    return IndexError(
        "expected integers, slices (`:`), an ellipsis (`...`), None, or arrays of integers or"
        f" booleans as an index, found {type(item).__name__}"
    )


def _axes(item: Any) -> int:
    """How many axes of the array a part of an index takes."""
    if item is None or item is Ellipsis:
        return 0
    return item.ndim if isinstance(item, np.ndarray) and item.dtype == bool else 1


def _rows(item: Any, shape: tuple[int, ...]) -> tuple[Rows, tuple[Any, ...]]:
    """The rows that a part of an index touches, and what to put in its place."""
    count = shape[0]
    if isinstance(item, slice):
        return range(*item.indices(count)), (slice(None),)
    if isinstance(item, np.ndarray) and item.dtype == bool:
        if item.shape != shape[: item.ndim]:
            expected = list(shape[: item.ndim])
            raise IndexError(f"expected a mask of shape {expected}, found {list(item.shape)}")
        item, *others = item.nonzero()
    else:
        others = []
    for extreme in (np.min(item), np.max(item)) if np.size(item) else ():
        if not -count <= int(extreme) < count:
            raise IndexError(f"there is no row {extreme}: the array has {count} rows")
    if isinstance(item, int):
        row = item % count
        return range(row, row + 1), (0, *others)
    rows, places = np.unique(item.astype(np.intp) % max(count, 1), return_inverse=True)
    return rows, (places.reshape(item.shape), *others)


def runs(rows: npt.NDArray[np.intp]) -> list[tuple[int, int]]:
    """Ascending numbers as ranges: (start, stop) each."""
    if not rows.size:
        return []
    breaks = np.flatnonzero(np.diff(rows) != 1) + 1
    starts = rows[np.concatenate([[0], breaks])]
    stops = rows[np.concatenate([breaks, [rows.size]]) - 1] + 1
    return list(zip(starts.tolist(), stops.tolist(), strict=True))


def slice_of(rows: range) -> slice:
    """The slice that gives these rows; what ends before the first row has no other end."""
    if not rows:
        return slice(0, 0)  # where it would begin may be before the first row
    return slice(rows.start, None if rows.stop < 0 else rows.stop, rows.step)


def selected(
    shape: tuple[int, ...], rows: SupportsIndex | slice | None
) -> tuple[range, tuple[int, ...]]:
    """The numbers of rows (of the first axis), and the shape of the array that they make.

    Args:
        shape: Of the whole; a single element is one row.
        rows: One, whose axis goes, or a slice, each as in an index of an array; None for all.

    Raises:
        IndexError: there is no such row; or there are none, the array has no axis.
        TypeError: it is neither.
    """
    count = shape[0] if shape else 1
    if rows is None:
        return range(count), shape
    if not shape:
        raise IndexError("rows: expected None, as the array has no axis")
    if isinstance(rows, slice):
        wanted = range(count)[rows]
        # Of no rows, where they would begin may be anywhere.
        return (wanted or range(0)), (len(wanted), *shape[1:])
    is_number = hasattr(type(rows), "__index__") and not getattr(rows, "ndim", 0)
    if not is_number or isinstance(rows, bool | np.bool_):
        found = type(rows).__name__
        raise TypeError(f"rows: expected a number, a slice or a list of numbers, found {found}")
    row = operator.index(rows)
    if not -count <= row < count:
        raise IndexError(f"rows: expected a row from {-count} to {count - 1}, found {row}")
    return range(row % count, row % count + 1), shape[1:]
