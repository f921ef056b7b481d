"""Files with one tensor of any tier (`specs/tiers.ksy`)."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from quire.generated.tiers import Tiers
from quire.kernels.engine.given import device_name
from quire.kernels.engine.staging import to_framework
from quire.runtime.errors import FormatError
from quire.tiers.blocks.array import QuantizedArray
from quire.tiers.blocks.rows import DecodedRows, Floats, Rows
from quire.tiers.file.absent import AbsentTensor, Reconstruct
from quire.tiers.file.noncanonical import noncanonical_notes

Source = str | os.PathLike[str] | bytes | bytearray | memoryview

BLOCK_BYTES = 16 << 20
"""Decoded bytes of the blocks that iterating gives, at most, if a row has no more."""


class TensorFile(DecodedRows):
    """An open file: nothing of its tensor is decoded before it is asked for.

    It looks like an array of numpy, float32: `len`, indexing with whatever numpy takes as an index,
    iteration over rows, `numpy.asarray`. Each decodes what it touches, to new memory. A pickle, or
    a copy, names the file and opens it again; of bytes, it has these.

    Args:
        source: A path, whose file is mapped, not read; or the bytes of a file.

    Raises:
        FormatError: it is damaged, but for its blocks.

    Attributes:
        shape: Of the tensor.
        bits: Of a code: 8, 7, 5 or 3; 0 if no data is kept.
        block_size: Values of a block.
        reconstruct: How a tensor that is not kept is made; None if it reads as zeros.
    """

    def __init__(self, source: Source) -> None:
        self._source: str | bytes | memoryview
        if isinstance(source, str | os.PathLike):
            self._source = os.path.abspath(source)  # noqa: PTH100  # resolve() would follow links
            self._record = Tiers.from_file(source, mmap=True)
        else:
            self._source = source if isinstance(source, bytes) else memoryview(source).cast("B")
            self._record = Tiers.from_bytes(self._source)
        self.shape = tuple(self._record.shape)
        self.bits = self._record.num_bits
        self.block_size = self._record.block_size
        found = self._record.metadata.reconstruct
        self.reconstruct = None if found is None else _reconstruct(found)
        try:
            with self._located():
                AbsentTensor(self.shape)
        except BaseException:  # closed, and raised again
            self.close()
            raise

    def __reduce__(self) -> tuple[type[Self], tuple[str | bytes]]:
        source = self._source
        return type(self), (source if isinstance(source, str) else bytes(source),)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file; it stays mapped while there is a view of its blocks."""
        self._record.close()

    @property
    def metadata(self) -> dict[str, Any]:
        """What was kept with the tensor, but for `reconstruct`."""
        tree = self._record.metadata.tree()
        tree.pop("reconstruct", None)
        return tree

    @property
    def quantized(self) -> QuantizedArray:
        """The tensor as it is stored: its blocks are a view of the file.

        Raises:
            ChecksumError: they are damaged; that is found out once.
            FormatError: none are kept.
            ValueError: the file is closed.
        """
        if self.bits == 0:
            with self._located():
                raise FormatError("num_bits", "blocks (3, 5, 7 or 8)", "0: an absent tensor")
        self._record.blocks.verify()
        return QuantizedArray(
            np.frombuffer(self._record.blocks.stored, np.uint8),
            self.shape,
            self.bits,
            self.block_size,
            self._record.mode == Tiers.ScaleMode.two_level,
            self._record.two_level_blocks,
        )

    def read(
        self,
        rows: Rows | None = None,
        out: npt.NDArray[np.float32] | None = None,
        *,
        fast_fail: bool = False,
        device: Any = "cpu",
        framework: str = "numpy",
        backend: str = "auto",
        workers: int | None = None,
    ) -> Any:
        """Decode, all of it or the blocks that some rows touch.

        Args:
            rows: Of the first axis: one, whose axis goes, or a slice; None for all.
            out: float32 of the rows' shape, C-contiguous, to fill (CPU).
            fast_fail: Refuse to make up zeros for a tensor that is not kept.
            device: "cpu", or "cuda", "cuda:N", N, or a device of torch.
            framework: "numpy", "torch" or "cupy": whose array to return.
            backend: "auto", or the name of one.
            workers: Threads; None for the processors there are.

        Returns:
            float32.

        Raises:
            ChecksumError: the blocks are damaged.
            TierZeroNoPolicy: no data is kept, and there is no policy; with `fast_fail`.
            ReconstructionNeeded: no data is kept: the tensor is made from another one.
            LimitError: there would be more than 64 MiB of zeros, or more of a small file than it
                may become; see `quire.limits`.
            IndexError: there is no such row.
            ValueError: `out` does not fit.
            BackendUnavailable: what was asked for cannot run; says what to install.
        """
        if self.bits != 0:
            options: dict[str, Any] = {"backend": backend, "workers": workers}
            quantized = self.quantized
            return quantized.dequantize(out, rows, device=device, framework=framework, **options)
        if device_name(device) != "cpu":
            message = "device: a tensor that is not kept becomes zeros on the CPU"
            raise ValueError(message)
        absent = AbsentTensor(self.shape, self.reconstruct)
        with self._located():
            zeros = absent.dequantize(out, rows, fast_fail=fast_fail)
        return to_framework(zeros, framework)

    def _read(self, rows: slice | None, out: Floats | None) -> Floats:
        found: Floats = self.read(rows, out)
        return found

    def blocks(self) -> Iterator[npt.NDArray[np.float32]]:
        """The rows, up to 16 MiB at a time, if a row has no more; a single value is one row.

        Raises:
            FormatError: as of `read`.
        """
        if self.bits == 0 or not self.shape or not self.size:
            yield np.atleast_1d(self.read())
            return
        row = self._record.blocks.nbytes // max(1, len(self))
        step = max(1, BLOCK_BYTES // max(1, row))
        for start in range(0, len(self), step):
            yield self.read(slice(start, start + step))

    def verify(self) -> list[str]:
        """Check everything; notes on what is odd but does no harm.

        Raises:
            FormatError: something is damaged.
        """
        self._record.validate()
        notes = noncanonical_notes(self.quantized) if self.bits else []
        if any(self._record.padding):
            notes.append("the padding before the blocks is not all zeros")
        return notes

    @contextmanager
    def _located(self) -> Iterator[None]:
        """Say of what file an error is, and where in it."""
        try:
            yield
        except FormatError as error:
            if (field := error.path.partition(".")[0]) in ("num_bits", "shape", "metadata"):
                error.offset = self._record.offset_of(field)
            raise error.locate(self._record._format_name(), "") from None


def _reconstruct(found: Tiers.Reconstruct) -> Reconstruct:
    policy: Any = found.policy  # one of the two, as reading has checked
    return Reconstruct(policy, found.source)


def open_tensor(source: Source) -> TensorFile:
    """Open a file, or the bytes of one; see `TensorFile`."""
    return TensorFile(source)


def load_tensor(
    source: Source,
    rows: Rows | None = None,
    out: npt.NDArray[np.float32] | None = None,
    *,
    fast_fail: bool = False,
    device: Any = "cpu",
    framework: str = "numpy",
    backend: str = "auto",
    workers: int | None = None,
) -> Any:
    """The tensor of a file, or of the bytes of one, or some rows of it.

    Args:
        source: A path, or bytes.
        rows: As of `TensorFile.read`, and so are the others.
        out: As there.
        fast_fail: As there.
        device: As there.
        framework: As there.
        backend: As there.
        workers: As there.

    Raises:
        FormatError: the file is damaged; and as there.
    """
    with TensorFile(source) as file:
        return file.read(
            rows,
            out,
            fast_fail=fast_fail,
            device=device,
            framework=framework,
            backend=backend,
            workers=workers,
        )


open_file = open_tensor
"""What the command calls."""
