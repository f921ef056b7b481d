"""Files with one tensor of any tier (`specs/tiers.ksy`)."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Unpack, cast

import numpy as np
import numpy.typing as npt

from quire.arrays import ArrayFile, Options, Selection
from quire.generated.tiers import Tiers
from quire.kernels.codecs.block_quant.blocks import PART_VALUES, Blocks
from quire.kernels.codecs.block_quant.codec import SCALE_BYTES, BlockQuant
from quire.kernels.contract import Operation
from quire.kernels.engine.dispatch import select
from quire.kernels.services.bits.layout import bias
from quire.opened import Opening
from quire.runtime.errors import FormatError
from quire.runtime.reading.budget import expect_worth
from quire.sources import Given, Source
from quire.storage.failing import if_it_fails
from quire.tiers.blocks.array import QuantizedArray, decoded
from quire.tiers.blocks.numbers import Floats
from quire.tiers.file.absent import AbsentTensor, Reconstruct


class TensorFile(ArrayFile):
    """An open file with one tensor, float32; see `ArrayFile`.

    Args:
        source: The file: see `quire.open`. One at a path is mapped, not read.
        opening: `verify`: whether the checksum of the blocks is compared before they are first
            decoded; `storage_options` as of `quire.open`.

    Raises:
        FormatError: the file is damaged; the blocks are checked later.

    Attributes:
        bits: Of a code: 8, 7, 5 or 3; 0 if no data is kept.
        block_size: Values of a block.
        reconstruct: How a tensor that is not kept is made; None if it reads as zeros.
    """

    def __init__(self, source: Given | Source, **opening: Unpack[Opening]) -> None:
        super().__init__(source, **opening)
        self._record: Tiers = self.source.read(Tiers)
        self._shape = tuple(self._record.shape)
        self.bits = self._record.num_bits
        self.block_size = self._record.block_size
        found = self._record.metadata.reconstruct
        self.reconstruct: Reconstruct | None = None
        if found is not None:
            policy: Any = found.policy  # one of the two, as reading has checked
            self.reconstruct = Reconstruct(policy, found.source)
        self._absent: AbsentTensor | None = None
        if self.bits == 0:  # else the blocks have told of a shape that no array has
            with if_it_fails(self.close), self._located():
                self._absent = AbsentTensor(self.shape, self.reconstruct)

    @property
    def shape(self) -> tuple[int, ...]:
        """Shape of the tensor."""
        return self._shape

    @property
    def dtype(self) -> np.dtype[np.float32]:
        """float32."""
        return np.dtype(np.float32)

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
        self._record.blocks.fetch()
        stored, of = self._stored(), self._parameters
        return QuantizedArray(
            stored, self.shape, self.bits, self.block_size, of.two_level, of.two_level_blocks
        )

    @property
    def _parameters(self) -> BlockQuant:
        return cast(BlockQuant, self._record.blocks.parameters)  # as the spec says

    def _stored(self) -> npt.NDArray[np.uint8]:
        """The bytes of the blocks, verified."""
        if self._verifies:
            self._record.blocks.verify()
        return np.frombuffer(self._record.blocks.room, np.uint8)

    def read(
        self,
        rows: Selection | None = None,
        out: Any = None,
        *,
        fast_fail: bool = False,
        **options: Unpack[Options],
    ) -> Any:
        """Decode rows, as `ArrayFile.read` does.

        Raises:
            TierZeroNoPolicy: with `fast_fail`: no data is kept, and there is no policy.
            ReconstructionNeeded: no data is kept: the tensor is made from another one.
            LimitError: there would be more than 64 MiB of zeros, or more of a small file than it
                may become; see `quire.limits`.
        """
        if fast_fail and self._absent:
            with self._located():
                self._absent.dequantize(fast_fail=True)
        return super().read(rows, out, **options)

    def _decode(self, start: int, stop: int, out: Floats | None, **options: Any) -> Any:
        rows = slice(start, stop) if self.shape else None
        shape = (stop - start, *self.shape[1:])
        target = None if out is None else out.reshape(shape if self.shape else ())
        if self._absent is None:
            self._fetch([slice(start, stop)])
            return decoded(self._stored(), self._parameters, target, rows, **options).reshape(shape)
        if options.get("device", "cpu") != "cpu":
            raise ValueError("device: a tensor without data can only be read on the CPU, as zeros")
        with self._located():
            return self._absent.dequantize(target, rows).reshape(shape)

    def _fetch(self, parts: list[slice]) -> None:
        io = self._record.blocks.stream if self.bits else None
        if io is None or io.is_whole or self._verifies:
            return
        ((begin, _),) = self._record.blocks.places([slice(None)])
        spans = map(Blocks(self._stored(), self._parameters).span, parts)
        io.fetch((begin + start, begin + stop) for start, stop in spans)

    def _new(self, count: int) -> Floats:
        shape = (count, *self.shape[1:])
        if self.bits == 0:  # any number of zeros
            with self._located():
                expect_worth(4 * math.prod(shape), 0, "shape")
        return np.empty(shape, np.float32)

    def blocks(self) -> Iterator[Floats]:
        """As of `ArrayFile`; a tensor that is not kept is one block, and limited as one."""
        if self.bits == 0:
            yield np.atleast_1d(self.read())
            return
        yield from super().blocks()

    def _checked(self) -> list[str]:
        self._record.validate()
        notes = _noncanonical_notes(self.quantized) if self.bits else []
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


open_tensor = TensorFile
"""Opens a file with one tensor."""


def load_tensor(
    source: Given | Source,
    rows: Selection | None = None,
    out: Any = None,
    *,
    fast_fail: bool = False,
    verify: bool = True,
    storage_options: Mapping[str, Any] | None = None,
    **options: Unpack[Options],
) -> Any:
    """The tensor of a file, or some rows of it; arguments are those of `quire.load`.

    `fast_fail` refuses to make up zeros, as of `TensorFile.read`.

    Raises:
        FormatError: the file is damaged; and as of `TensorFile.read`.
    """
    with open_tensor(source, verify=verify, storage_options=storage_options) as file:
        return file.read(rows, out, fast_fail=fast_fail, **options)


def _noncanonical_notes(quantized: QuantizedArray) -> list[str]:
    """Notes on what blocks may hold, and decode to, although no quantiser makes it."""
    parameters = quantized.parameters
    blocks, count = Blocks(quantized.data, parameters), parameters.num_blocks
    step = max(1, PART_VALUES // parameters.block_size)
    parts = (blocks.cut(first, min(first + step, count)) for first in range(0, count, step))
    scales, codes = map(sum, zip((0, 0), *(_count_odd(*part) for part in parts), strict=True))
    notes = {
        f"scales that are negative or not finite: {scales}": scales,
        f"codes beyond the largest that a quantiser makes: {codes}": codes,
    }
    return [note for note, times in notes.items() if times]


def _count_odd(stored: npt.NDArray[np.uint8], parameters: BlockQuant) -> tuple[int, int]:
    """How many scales are negative or not finite, and how many codes beyond the largest one."""
    starts, two = parameters.places()
    starts = np.concatenate([starts, starts[two] + SCALE_BYTES])
    places = starts[:, np.newaxis] + np.arange(SCALE_BYTES)
    scales, plain = stored[places].view("<f4"), stored.copy()
    plain[places] = np.array([1], "<f4").view(np.uint8)  # so that values are codes
    values = np.empty(parameters.shape, np.float32)
    select(BlockQuant, Operation.DECODE, nbytes=values.nbytes)(plain, values, parameters)
    odd = ~np.isfinite(scales) | (scales < 0), np.abs(values) > bias(parameters.bits)
    return int(np.count_nonzero(odd[0])), int(np.count_nonzero(odd[1]))
