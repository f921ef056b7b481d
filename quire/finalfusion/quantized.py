"""Product-quantised rows, in memory or in a mapped file."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from quire.finalfusion.matrix import Matrix, Storage
from quire.generated.finalfusion import Finalfusion
from quire.kernels.codecs.pq.codec import Pq, check_array
from quire.kernels.contract import Operation, StoredError
from quire.kernels.engine.batches import Piece
from quire.kernels.engine.dispatch import select
from quire.kernels.engine.given import device_name
from quire.kernels.engine.payload import Encoded, checked
from quire.kernels.engine.staging import decode_many_on_gpu, to_framework
from quire.kernels.engine.stored import StoredArray
from quire.kernels.services.indexing import RowArray, Rows, slice_of
from quire.runtime import FormatError

SCORED_ROWS = 4096
"""Rows whose codes are looked up at a time."""


class Quantizer:
    """What turns codes into rows, with the names that users of the Python package know.

    Attributes:
        subquantizers: (codes of a row, centroids, columns / codes) float32.
        projection: (columns, columns) float32, or None.
        n_centroids: Values of a code.
        quantized_len: Codes of a row.
        reconstructed_len: Columns of a reconstructed row.
    """

    def __init__(self, parameters: Pq) -> None:
        self.subquantizers, self.projection = parameters.codebooks, parameters.projection
        self.quantized_len, self.n_centroids, _ = parameters.codebooks.shape
        self.reconstructed_len = parameters.shape[1]

    def reconstruct(self, quantized: npt.NDArray[np.uint8], out: Matrix | None = None) -> Matrix:
        """Rows of codes, without the norms of a storage.

        Args:
            quantized: (codes,) or (rows, codes) uint8.
            out: float32, of one row or as many, to be filled and returned.

        Raises:
            quire.FormatError: a code names no centroid.
            quire.kernels.contract.ParameterError: there are more codes in a row, or fewer (a
                ValueError, too).
            ValueError: `out` does not fit.
        """
        codes = np.asarray(quantized)
        storage = QuantizedArray(np.atleast_2d(codes), self.subquantizers, self.projection)
        return storage.embedding(0 if codes.ndim == 1 else slice(None), out)


class QuantizedArray(RowArray, Storage):
    """Product-quantised rows; they stay quantised, and are reconstructed when asked for.

    A slice is a storage that is quantised, too; every other index of numpy's gives float32 arrays.

    Args:
        codes: (rows, q) uint8.
        codebooks: (q, c, columns / q) float32: the centroids.
        projection: (columns, columns) float32, or None: what reconstructed rows are multiplied by.
        norms: (rows,) float32, or None: what rows are multiplied by, last.
        payload: Where the codes stand in a file that was read, for errors. Whether they name
            centroids is then looked at when they are decoded.

    Raises:
        quire.kernels.contract.ParameterError: an array has another dtype or shape, or does not go
            with the others (a ValueError, too).
        quire.FormatError: a code names no centroid.
    """

    def __init__(
        self,
        codes: npt.NDArray[np.uint8],
        codebooks: Matrix,
        projection: Matrix | None = None,
        norms: Matrix | None = None,
        payload: Encoded | None = None,
    ) -> None:
        check_array("codebooks", codebooks, (None, None, None))
        parts, _, width = codebooks.shape
        check_array("codes", codes, (None, parts), "uint8")
        self.codes = codes
        self.parameters = Pq((len(codes), parts * width), codebooks, projection, norms)
        self.payload = payload
        if payload is None:
            self._checked(self.codes, slice(None))

    def __reduce__(self) -> tuple[type[Self], tuple[Any, ...]]:
        parameters = self.parameters
        arrays = parameters.codebooks, parameters.projection, parameters.norms
        return type(self), (self.codes, *arrays)

    @property
    def shape(self) -> tuple[int, ...]:  # type: ignore[override]  # it follows from the codes
        """(rows, columns)."""
        return self.parameters.shape

    @property
    def dtype(self) -> np.dtype[np.float32]:
        return np.dtype(np.float32)

    @property
    def quantizer(self) -> Quantizer:
        """What turns codes into rows; see `Quantizer`."""
        return Quantizer(self.parameters)

    @property
    def quantized_len(self) -> int:
        """Codes of a row."""
        return self.parameters.codes

    def embedding(self, key: Any, out: Matrix | None = None) -> Matrix:
        """Reconstructed rows, as an index of numpy names them.

        Args:
            key: The index.
            out: float32 of the shape of the result, to be filled and returned.

        Raises:
            ValueError: `out` does not fit.
        """
        found: Matrix = super().__getitem__(key)
        if out is None:
            return found
        if out.shape != found.shape:
            raise ValueError(f"out: expected {found.shape}, found {out.shape}")
        out[...] = found
        return out

    def record(self) -> Any:
        stored: Any = self._checked(self.codes, slice(None)).reshape(-1).data  # not copied
        parameters = self.parameters
        others: dict[str, Any] = {"projection": parameters.projection, "norms": parameters.norms}
        return Finalfusion.QuantizedMatrix.build(
            subquantizers=parameters.codebooks,
            rows=StoredArray(stored, self.shape, "float32"),
            **{name: array for name, array in others.items() if array is not None},
        )

    def __repr__(self) -> str:
        _, centroids, _ = self.parameters.codebooks.shape
        return f"<QuantizedArray: {self.shape}, {self.parameters.codes} codes of {centroids}>"

    def __getitem__(self, index: Any) -> Any:
        return self.picked(index) if isinstance(index, slice) else super().__getitem__(index)

    def picked(self, rows: Any) -> QuantizedArray:
        """Some rows, by a slice or their numbers; their codes are looked at when these are."""
        made = QuantizedArray.__new__(QuantizedArray)
        made.codes, made.payload = self.codes[rows], None
        norms = None if self.parameters.norms is None else self.parameters.norms[rows]
        shape = len(made.codes), self.shape[1]
        made.parameters = replace(self.parameters, shape=shape, norms=norms)
        return made

    def _take(self, rows: Rows) -> Matrix:
        return self._decoded(slice_of(rows) if isinstance(rows, range) else rows)

    def rows(self, start: int, stop: int) -> Matrix:
        return self._decoded(slice(start, stop))

    def take(self, indices: Any) -> Matrix:
        return self._decoded(np.asarray(indices))

    def scores(self, query: Matrix, start: int, stop: int) -> Matrix:
        # Each centroid is multiplied with its part of the query once, and the products are looked
        # up by the codes: no row is reconstructed.
        start, stop, _ = slice(start, stop).indices(len(self))
        parameters = self.parameters
        if parameters.projection is not None:
            query = parameters.projection.T @ query
        parts, centroids, width = parameters.codebooks.shape
        products = np.einsum("icw,iw->ic", parameters.codebooks, query.reshape(parts, width))
        firsts = np.arange(parts) * centroids
        found = np.empty(max(0, stop - start), np.float32)
        for begin in range(start, stop, SCORED_ROWS):
            rows = slice(begin, min(begin + SCORED_ROWS, stop))
            codes = self._checked(self.codes[rows], rows)
            part = products.reshape(-1).take(codes + firsts).sum(axis=1)
            found[begin - start : begin - start + len(part)] = part
        if parameters.norms is not None:
            found *= parameters.norms[start:stop]
        return found

    def decode(
        self,
        out: Matrix | None = None,
        *,
        device: Any = "cpu",
        framework: str = "numpy",
        backend: str = "auto",
    ) -> Any:
        """All rows, reconstructed.

        Args:
            out: (rows, columns) float32, C-contiguous, to be filled (CPU).
            device: "cpu" or "cuda", or a device of torch.
            framework: Whose array to return: "numpy", "torch" or "cupy".
            backend: "auto", or the name of one.

        Raises:
            quire.FormatError: a code names no centroid.
            quire.BackendUnavailable: what was asked for is not there.
            ValueError: `out` does not fit.
        """
        where = device_name(device)
        if where == "cpu":
            return to_framework(self._decoded(slice(None), out, backend), framework)
        piece = Piece(self.parameters, self._checked(self.codes, slice(None)).reshape(-1))
        return decode_many_on_gpu(
            [piece], self.shape, framework=framework, backend=backend, device=where
        )

    def _decoded(self, rows: Any, out: Matrix | None = None, backend: str = "auto") -> Matrix:
        some = self.picked(rows)
        codes, wanted = self._checked(some.codes, rows), some.parameters
        out = checked(out, wanted.output())
        decode = select(Pq, Operation.DECODE, "cpu", backend, out.nbytes)
        decode(codes.reshape(-1), out, wanted)
        return out

    def _checked(self, codes: npt.NDArray[np.uint8], rows: Any) -> npt.NDArray[np.uint8]:
        """The codes of some rows, C-contiguous, which all name centroids."""
        codes = np.ascontiguousarray(codes)
        try:
            self.parameters.check(codes.reshape(-1))
        except StoredError as error:
            row = int(np.arange(len(self))[rows][error.index // codes.shape[1]])
            if self.payload is not None:
                self.payload.piece(slice(row, row + 1))  # raises it with the place in the file
            raise FormatError(f"codes[{row}]", error.expected, error.found) from error
        return codes
