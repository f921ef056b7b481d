"""Open files that look like arrays: one contract for all formats that hold one."""

from __future__ import annotations

import html
import math
from abc import abstractmethod
from collections.abc import Callable, Iterator, Sequence
from typing import Any, SupportsIndex, TypedDict

import numpy as np
import numpy.typing as npt

from quire.kernels.engine.given import as_array, device_name, is_torch, to_fill
from quire.kernels.engine.payload import Encoded
from quire.kernels.engine.staging import to_framework
from quire.kernels.engine.threads import threads
from quire.kernels.services.indexing import (
    RowArray,
    Rows,
    runs,
    selected,
    slice_of,
)
from quire.opened import OpenFile
from quire.progress import Progress, telling
from quire.runtime.errors import FormatError

Array = npt.NDArray[Any]

Selection = SupportsIndex | slice | range | list[int] | npt.NDArray[np.integer[Any] | np.bool_]
"""Rows of the first axis."""


class Where(TypedDict, total=False):
    """Where, and by what, rows are decoded; see `ArrayFile.read`."""

    device: Any
    framework: str
    backend: str
    workers: int | None


class Options(Where, total=False):
    """What decoding can be told besides rows and where to; see `ArrayFile.read`."""

    progress: Progress


BLOCK_BYTES = 16 << 20
"""Decoded bytes of the blocks of a file, at most, if a row has no more."""

PARTS = 64
"""In so many parts, at most, a large array is decoded while somebody is told of it."""

SHOWN = 5
"""Rows that a notebook shows."""


class ArrayFile(OpenFile, RowArray):
    """An open file whose rows are an array that is decoded where somebody looks at it.

    It looks like an array of numpy: `shape`, `dtype`, `len`, indexing with whatever numpy takes as
    an index, iteration over rows, `numpy.asarray`. Each decodes what it touches, to new memory.
    Several threads may read at once. A pickle, or a copy, names the file and opens it again; that
    of bytes has these.

    A subclass decodes contiguous rows.
    """

    @property
    @abstractmethod
    def shape(self) -> tuple[int, ...]:
        """Shape of the array."""

    @property
    @abstractmethod
    def dtype(self) -> np.dtype[Any]:
        """Dtype of the array."""

    @abstractmethod
    def _decode(self, start: int, stop: int, out: Array | None, **options: Any) -> Any:
        """Rows, (stop - start, *shape[1:]): those of `out`, if there is one, are filled.

        A single value without an axis is one row. `options` are `device`, `framework`, `backend`
        and `workers`, as of `read`.
        """

    def _fetch(self, parts: list[slice]) -> None:  # most decode one part at a time
        """Have contiguous rows at hand, of a file behind a URL, in one request for all."""

    def _new(self, count: int) -> Array:
        """Memory for some rows.

        Where a few stored bytes tell of any number of rows, a subclass refuses what the file is
        not worth.
        """
        return np.empty((count, *self.shape[1:]), self.dtype)

    def read(
        self,
        rows: Selection | None = None,
        out: Any = None,
        *,
        device: Any = "cpu",
        framework: str = "numpy",
        backend: str = "auto",
        workers: int | None = None,
        progress: Progress = None,
    ) -> Any:
        """Decode rows of the first axis; only what they touch is read.

        Args:
            rows: One, whose axis goes; a slice with any step; numbers of rows, as a range, a list
                or an array; or a mask (the last two on the CPU). None for all.
            out: An array of numpy or a tensor of torch to fill (CPU): C-contiguous, of the shape
                and dtype of the result.
            device: "cpu", or "cuda", "cuda:N", N, or a device of torch.
            framework: "numpy", "torch" or "cupy": whose array to return.
            backend: "auto", or the name of one.
            workers: Threads; None for the processors there are.
            progress: Called with (rows done, rows in all) as the work goes on; True shows a bar
                on a terminal.

        Returns:
            The rows, of `dtype`.

        Raises:
            FormatError: the file is damaged.
            LimitError: there are more rows than the file may become, and there is no `out`; see
                `quire.limits`.
            BackendUnavailable: what was asked for cannot run; says what to install.
            IndexError: there is no such row.
            ValueError: `out` does not fit; `workers` is below 1; or the file is closed.
            TypeError: an argument is of another kind.
        """
        self._expect_open()
        if workers is not None:
            threads(workers)  # some formats are decoded by one thread, whatever is asked for
        options: dict[str, Any] = {"backend": backend, "workers": workers}
        if isinstance(rows, range):
            rows = self._of_range(rows)
        if isinstance(rows, list | np.ndarray):
            numbers = as_array(rows, "rows")
            is_mask = numbers.dtype == np.bool_
            count = int(np.count_nonzero(numbers)) if is_mask else numbers.size
            with telling(progress, f"decoding {self._source.name}", count) as tell:
                made = self._read_numbers(numbers, out, device_name(device), framework, options)
                tell(len(made))
            return made
        wanted, shape = selected(self.shape, rows)
        if (where := device_name(device)) != "cpu":
            if out is not None or wanted.step != 1:
                raise ValueError("out, and rows with a step, are for the CPU")
            options |= {"device": where, "framework": framework}
            return self._decode(wanted.start, wanted.stop, None, **options).reshape(shape)
        counted = (len(wanted), *self.shape[1:])
        target = None if out is None else to_fill(out, shape, self.dtype).reshape(counted)
        if wanted.step == 1 and not progress:
            made = self._decode(wanted.start, wanted.stop, target, **options)
        else:
            made = self._new(len(wanted)) if target is None else target
            with telling(progress, f"decoding {self._source.name}", len(wanted)) as tell:
                self._decode_in_blocks(wanted, made, tell, options)
        return _given_back(made.reshape(shape), out, framework)

    def _of_range(self, rows: range) -> slice | npt.NDArray[np.intp]:
        """What a range takes: a slice, or numbers where it counts from the end and the start."""
        if not self.shape:
            raise IndexError("rows: the array has no axis")
        count = len(self)
        if not rows:
            return slice(0, 0)
        for edge in (rows[0], rows[-1]):
            if not -count <= edge < count:
                raise IndexError(f"rows: expected rows from {-count} to {count - 1}, found {edge}")
        if (rows[0] < 0) != (rows[-1] < 0):
            return np.array(rows, np.intp)
        first, last = rows[0] % count, rows[-1] % count
        return slice_of(range(first, last + (1 if rows.step > 0 else -1), rows.step))

    def _read_numbers(
        self,
        numbers: npt.NDArray[Any],
        out: Any,
        device: str,
        framework: str,
        options: dict[str, Any],
    ) -> Any:
        """Rows by their numbers, in their order."""
        if device != "cpu":
            raise ValueError("rows: numbers are for the CPU; take them of what a GPU gives")
        if not self.shape:
            raise IndexError("rows: the array has no axis")
        found = self._find(numbers, options)
        if out is None:
            return to_framework(found, framework)
        target = to_fill(out, found.shape, self.dtype)
        target[...] = found
        return _given_back(target, out, framework)

    def _find(self, numbers: npt.NDArray[Any], options: dict[str, Any]) -> Array:
        is_mask = numbers.ndim == 1 and numbers.dtype == np.bool_
        if not is_mask and (numbers.ndim != 1 or (numbers.size and numbers.dtype.kind not in "iu")):
            found = f"{numbers.dtype} {numbers.shape}"
            raise TypeError(f"rows: expected numbers of rows, found an array of {found}")
        if numbers.dtype.kind == "u" and numbers.size and int(numbers.max()) >= len(self):
            # numpy takes 2**64 - 1 for -1
            raise IndexError(f"there is no row {numbers.max()}: the array has {len(self)}")
        index = numbers if is_mask else numbers.astype(np.intp)
        if options == {"backend": "auto", "workers": None}:
            made: Array = self[index]
            return made
        places, at = np.unique(np.arange(len(self))[index], return_inverse=True)
        return self._decode_runs(places, options)[at]

    def _decode_runs(self, rows: npt.NDArray[np.intp], options: dict[str, Any]) -> Array:
        """Rows in ascending order, each stretch of them decoded at once."""
        taken, at = self._new(len(rows)), 0
        self._fetch([slice(start, stop) for start, stop in runs(rows)])
        for start, stop in runs(rows):
            self._decode(start, stop, taken[at : at + stop - start], **options)
            at += stop - start
        return taken

    def _decode_in_blocks(
        self, wanted: range, target: Array, tell: Callable[[int], object], options: dict[str, Any]
    ) -> None:
        """Rows, some at a time; those between them are decoded with them, and dropped."""
        ascending = target if wanted.step > 0 else target[::-1]
        places = wanted if wanted.step > 0 else wanted[::-1]
        size = max(BLOCK_BYTES, target.nbytes // PARTS)
        step = self._rows_of(size) // places.step + 1
        for begin in range(0, len(places), step):
            some, part = places[begin : begin + step], ascending[begin : begin + step]
            if wanted.step == 1:
                self._decode(some[0], some[-1] + 1, part, **options)
            else:
                part[...] = self._decode(some[0], some[-1] + 1, None, **options)[:: places.step]
            tell(len(some))

    def blocks(self) -> Iterator[Array]:
        """All rows in order, in blocks of at most 16 MiB, if a row has no more.

        Memory stays bounded however large the file is. A single value without an axis is one row.
        """
        count = self.shape[0] if self.shape else 1
        step = self._rows_of(BLOCK_BYTES)
        for start in range(0, max(1, count), step):  # a block of no rows has a shape, too
            self._expect_open()
            yield self._decode(start, min(start + step, count), None)

    def chunk_starts(self) -> Sequence[int] | None:
        """The first rows of the chunks that are stored as a whole, and the number of rows.

        None if rows may be read apart wherever they are.
        """
        return None

    def _rows_of(self, size: int) -> int:
        """How many decoded rows fit `size` bytes, one at least."""
        return max(1, size // max(1, self.dtype.itemsize * math.prod(self.shape[1:])))

    # -- as an array of numpy ----------------------------------------------------------------

    @property
    def nbytes(self) -> int:
        """Decoded bytes."""
        return self.size * self.dtype.itemsize

    def __iter__(self) -> Iterator[Array]:
        if not self.shape:
            raise TypeError("a single value has no length")
        for block in self.blocks():
            yield from block

    def _take_all(self) -> Array:
        found: Array = self.read()
        return found

    def _take(self, rows: Rows) -> Array:
        if isinstance(rows, range):
            found: Array = self.read(slice_of(rows))
            return found
        self._expect_open()
        return self._decode_runs(rows, {})

    # -- as it is shown ----------------------------------------------------------------------

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self._source.name}: {self._about()}>"

    def _about(self) -> str:
        """Its dtype and shape; or why it has none, so that a debugger can show what is open."""
        try:
            return f"{self.dtype} {self.shape}"
        except (FormatError, ValueError) as error:
            return str(error)

    def _repr_html_(self) -> str:
        """What a notebook shows: what it is, and its first rows."""
        try:
            first = repr(self.read(slice(0, SHOWN) if self.shape else None))
        except Exception as error:  # noqa: BLE001  # a notebook shows it as any other value
            first = f"{type(error).__name__}: {error}"
        about = f"<b>{html.escape(self._source.name)}</b>: {html.escape(self._about())}"
        return f"<div>{about}<pre>{html.escape(first)}</pre></div>"


class PayloadFile(ArrayFile):
    """An open file whose rows are one payload of its record; shape and dtype are those of it."""

    @property
    @abstractmethod
    def _payload(self) -> Encoded:
        """The rows, as they are stored."""

    @property
    def shape(self) -> tuple[int, ...]:
        """Shape of the array."""
        return self._payload.shape

    @property
    def dtype(self) -> np.dtype[Any]:
        """Dtype of the array."""
        return self._payload.dtype

    def _decode(self, start: int, stop: int, out: Array | None, **options: Any) -> Any:
        options.pop("workers", None)  # one thread fills the memory's bandwidth
        rows = None if (start, stop) == (0, len(self)) else slice(start, stop)
        return self._payload.decode(out, rows=rows, **options)

    def _fetch(self, parts: list[slice]) -> None:
        self._payload.fetch(parts)


def filled(rows: Array, out: Array | None) -> Array:
    """Rows that lie somewhere, in memory of their own: that of `out`, if there is one."""
    if out is None:
        return np.array(rows)
    out[...] = rows
    return out


def _given_back(made: Array, out: Any, framework: str) -> Any:
    """What a caller gets: what was given to be filled, unless another library is to have it."""
    if out is not None and (framework == "numpy" or is_torch(out)):
        return out
    return to_framework(made, framework)
