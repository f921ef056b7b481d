"""What a kernel is: a function for one operation of a codec, and what runs it."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple, Protocol, TypeVar

if TYPE_CHECKING:  # a spec without arrays is compiled without numpy
    from collections.abc import Sequence

    import numpy as np
    import numpy.typing as npt

    Bytes = npt.NDArray[np.uint8]


class Operation(Enum):
    """What a kernel does."""

    DECODE = "decode"
    ENCODE = "encode"
    FIT = "fit"
    """Find the parameters that suit an array (the range of a quantiser)."""
    MEASURE = "measure"
    """Find how many bytes stored bytes become, without keeping them."""

    __hash__ = object.__hash__  # that of an enum is a function of Python, and each choice asks


class Backend(NamedTuple):
    """What runs kernels.

    Attributes:
        device: "cpu" or "cuda".
        needs: Packages that must be installed, by the names they are imported by.
        trusts: Whether stored bytes that are damaged may do anything: "auto" never takes it, and
            who names it says that the bytes are to be trusted.
    """

    device: str
    needs: tuple[str, ...] = ()
    trusts: bool = False


NVCOMP: Final = "nvcomp"
"""What decompresses on a GPU."""

BACKENDS = {
    "numba": Backend("cpu", ("numba",)),
    "library": Backend("cpu"),
    "reference": Backend("cpu"),
    "triton": Backend("cuda", ("triton", "torch")),
    "cupy": Backend("cuda", ("cupy",)),
    NVCOMP: Backend("cuda", ("nvidia.nvcomp",), trusts=True),
}
"""By name, of each device the fastest first. "library" is that of a format of bytes."""

DECODE: Final = Operation.DECODE
ENCODE: Final = Operation.ENCODE
FIT: Final = Operation.FIT
MEASURE: Final = Operation.MEASURE

Some_contra = TypeVar("Some_contra", contravariant=True)


class Decode(Protocol[Some_contra]):
    """`decode` of a kernel on the CPU.

    Args:
        stored: (n,) uint8 at any address, which may be read-only: as many bytes as there must be,
            and checked. From bytes to bytes: what is no such stream is found here.
        out: Of the codec's output, C-contiguous; from bytes to bytes (m,) uint8, as many as there
            must be.
        codec: The parameters.
        fresh: Whether the memory of `out` was never touched.

    Raises:
        StoredError: the bytes have no meaning. An array is as it was then; bytes may be
            there in part.
    """

    def __call__(
        self, stored: Bytes, out: Any, codec: Some_contra, /, *, fresh: bool = False
    ) -> None:
        """Decode."""


class DecodeOnGpu(Protocol[Some_contra]):
    """`decode` of a kernel on a GPU: as `Decode`, of tensors of torch or arrays of CuPy.

    Stored bytes were checked on the host; whatever they are, nothing out of bounds is read.

    Raises:
        StoredError: what is wrong only shows when they are decoded: then it was waited for that.
    """

    def __call__(self, stored: Any, out: Any, codec: Some_contra, /) -> None:
        """Queue the decoding."""


class DecodeManyOnGpu(Protocol[Some_contra]):
    """`decode_many` of a kernel on a GPU, which it may have besides `decode`.

    Args:
        stored: The stored bytes of all pieces, as one uint8 tensor.
        places: Where in them each piece begins; mostly multiples of 16.
        pieces: The parameters of each, and its output.

    Returns:
        Whether it was queued: else each piece has to be decoded by itself.
    """

    def __call__(
        self, stored: Any, places: Sequence[int], pieces: Sequence[tuple[Some_contra, Any]], /
    ) -> bool:
        """Queue the decoding."""


class Stream(NamedTuple):
    """Stored bytes that a GPU decompresses by themselves.

    Attributes:
        stored: (n,) uint8 in memory of the host.
        size: How many bytes they become.
        plain: Whether they are stored as they are, and only copied.
    """

    stored: Bytes
    size: int
    plain: bool = False


class Streams(NamedTuple):
    """What a GPU decompresses of a frame.

    Attributes:
        algorithm: As nvCOMP calls it.
        parts: What they become stands one after another.
        adler32: What the checksum of all of that has to be, where the frame has one.
    """

    algorithm: str
    parts: Sequence[Stream]
    adler32: int | None = None


class Unpack(Protocol[Some_contra]):
    """`decode` of a kernel of nvCOMP: what it is to decompress, many streams by one call.

    Args:
        stored: (n,) uint8 in memory of the host.
        size: How many bytes they have to become, 1 or more.
        codec: The parameters.

    Returns:
        The streams; None if this is for the CPU: what nvCOMP does not take, what holds a checksum
        that only the CPU compares, and whatever is damaged, as far as its headers say.
    """

    def __call__(self, stored: Bytes, size: int, codec: Some_contra, /) -> Streams | None:
        """Find the streams."""


class Encode(Protocol[Some_contra]):
    """`encode` of a `FixedCodec`.

    Args:
        array: Of the codec's shape, any strides; of float32 or float64, or what goes into the dtype
            that is a parameter.
        out: uint8 of the stored size.
        codec: The parameters.

    Raises:
        EncodingError: the array cannot be stored; nothing was written.
    """

    def __call__(self, array: Any, out: Bytes, codec: Some_contra, /) -> None:
        """Encode."""


class EncodeOnGpu(Protocol[Some_contra]):
    """`encode` of a `FixedCodec` on a GPU: as `Encode`, of tensors of torch or arrays of CuPy.

    The array is float32 and contiguous; both are at aligned addresses of one device. Of what
    cannot be stored, the error is that of the reference.
    """

    def __call__(self, array: Any, out: Any, codec: Some_contra, /) -> None:
        """Queue the encoding."""


class Pack(Protocol[Some_contra]):
    """`encode` of any other codec: what is to be stored, of an array or bytes."""

    def __call__(self, data: Any, codec: Some_contra, /) -> bytes:
        """Encode."""


class Measure(Protocol[Some_contra]):
    """`measure` of a codec from bytes to bytes: how many bytes stored bytes become.

    Args:
        stored: (n,) uint8, which may be read-only.
        codec: The parameters.

    Raises:
        StoredError: they are damaged.
    """

    def __call__(self, stored: Bytes, codec: Some_contra, /) -> int:
        """Measure."""


class Fit(Protocol):
    """`fit` of a kernel: the arguments that suit an array best, in an order that the codec says.

    Args:
        array: float32 or float64, any shape, any strides.
        precision: In which they are computed.
        known: Parameters that are settled already, of a codec that has such.

    Raises:
        EncodingError: the array cannot be stored with any.
    """

    def __call__(
        self, array: npt.NDArray[Any], precision: Literal["float32", "float64"], /, **known: Any
    ) -> tuple[Any, ...]:
        """Fit."""


class Kernel(NamedTuple):
    """One implementation of one operation of one codec.

    Attributes:
        codec: Name of the codec.
        operation: What it does.
        backend: One of `BACKENDS`.
        device: "cpu" or "cuda".
        module: Module that has a function named after the operation.
        needs: Packages that must be installed, by the names they are imported by.
    """

    codec: str
    operation: Operation
    backend: str
    device: str
    module: str
    needs: tuple[str, ...] = ()
