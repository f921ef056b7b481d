"""What a codec is: a frozen dataclass of its parameters, with what follows from them."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import Field, dataclass, fields, replace
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from quire.kernels.contract.arrays import ArraySpec, row_bytes, spec_of
from quire.kernels.contract.kernel import BACKENDS, Kernel, Operation

PARAMETER_TYPES = (
    "tuple[int, ...]",
    "int",
    "int | None",
    "float",
    "str",
    "bool",
    "bytes",
    "NDArray[np.float32]",
    "NDArray[np.float32] | None",
    "NDArray[np.float16] | NDArray[np.float32]",
    "NDArray[np.uint32]",
)
"""The annotations that a parameter may have: what the arguments of a spec are checked against."""

if TYPE_CHECKING:  # a spec without arrays is compiled without numpy
    import numpy as np
    import numpy.typing as npt

    Bytes = npt.NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Codec:
    """What stored bytes mean, with all that a reader has to know: one of the classes below.

    A module beside that of the class, called as a backend, has the functions of its kernels.

    Attributes:
        name: As written in a spec.
        rule: The definition in one line, for documentation.
        kernels: By backend, what its module does. One of them is the definition: "reference", in
            numpy, or "library".
        needs: By backend, packages that its module takes beyond those of `BACKENDS`.
        effort: How many times as long the reference takes as one that makes a few passes in numpy:
            its outputs count as so much larger when it is asked whether numba is worth loading.
    """

    name: ClassVar[str]
    rule: ClassVar[str]
    kernels: ClassVar[Mapping[str, tuple[Operation, ...]]]
    needs: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    effort: ClassVar[int] = 1


class BytesCodec(Codec):
    """From bytes to bytes; how many there must be is for what takes them to say.

    Attributes:
        expansion: The most bytes that a stored byte becomes.
    """

    __slots__ = ()

    expansion: ClassVar[int]


class Rows(NamedTuple):
    """Some rows of an array, as they are stored.

    Attributes:
        begin, end: The range of stored bytes that holds them, and nothing else.
        codec: What decodes these bytes.
    """

    begin: int
    end: int
    codec: Any


@dataclass(frozen=True, slots=True)
class ArrayCodec(Codec):
    """From bytes to an array.

    A codec with a parameter `dtype` makes, and encodes, arrays of that. Any other makes float32,
    and encodes float32 and float64.

    Attributes:
        shape: Shape of the decoded array.
        plain: Whether the stored bytes are those of the array, so that there is nothing to decode.
        any_bytes: Whether all stored bytes have a meaning, if they are as many as they must be.
        narrow: The dtype that values are rounded to, if a finite one could become infinite by it.

    Raises:
        ParameterError: the shape cannot be that of an array.
    """

    shape: tuple[int, ...]

    plain: ClassVar[bool] = False
    any_bytes: ClassVar[bool] = True
    narrow: ClassVar[str] = ""

    def __post_init__(self) -> None:
        self.output()

    @classmethod
    def takes_dtype(cls) -> bool:
        """Whether the dtype of the array is a parameter."""
        return any(field.name == "dtype" for field in fields(cls))

    @property
    def exact(self) -> bool:
        """Whether decoding gives back every array that was encoded."""
        return False

    def output(self) -> ArraySpec:
        """Shape and dtype of the decoded array."""
        return spec_of("float32", *self.shape)

    def bounds(self) -> tuple[int, int]:
        """The fewest and the most stored bytes that there can be."""
        raise NotImplementedError  # every kind of codec has its own

    def row_range(self, start: int, stop: int) -> Rows | None:  # noqa: ARG002  # for those that can
        """Where rows of the first axis are stored; None if no rows can be decoded alone.

        Raises:
            ParameterError: the array has no such rows.
        """
        return None

    def check(self, stored: Bytes) -> None:
        """Refuse stored bytes, of the right number, that have no meaning.

        Raises:
            StoredError: there are some; the first is named.
        """


class FixedCodec(ArrayCodec):
    """From bytes to an array; the parameters say how many bytes."""

    __slots__ = ()

    def stored_size(self) -> int:
        """Exact number of stored bytes."""
        raise NotImplementedError  # each codec has its own

    def bounds(self) -> tuple[int, int]:
        """The stored size, twice."""
        size = self.stored_size()
        return size, size


class ItemCodec(FixedCodec):
    """From bytes to an array, in row-major order, each value from as many bytes as any other.

    Attributes:
        item_bytes: Stored bytes of a value.
    """

    __slots__ = ()

    item_bytes: ClassVar[int]

    def stored_size(self) -> int:
        """Exact number of stored bytes."""
        return math.prod(self.shape) * self.item_bytes

    def row_range(self, start: int, stop: int) -> Rows:
        """Where rows of the first axis are stored."""
        begin, end, shape = row_bytes(self.shape, self.item_bytes, start, stop)
        return Rows(begin, end, replace(self, shape=shape))


class VaryingCodec(ArrayCodec):
    """From bytes to an array; how many bytes there are depends on the data."""

    __slots__ = ()


def kernels(codec: type[Codec]) -> tuple[Kernel, ...]:
    """The kernels that a codec has."""
    folder = codec.__module__.rpartition(".")[0]
    return tuple(
        Kernel(
            codec.name,
            operation,
            backend,
            BACKENDS[backend].device,
            f"{folder}.{backend}",
            BACKENDS[backend].needs + tuple(codec.needs.get(backend, ())),
        )
        for backend, operations in codec.kernels.items()
        for operation in operations
    )


def reference(codec: type[Codec]) -> str:
    """The module that defines a codec."""
    folder = codec.__module__.rpartition(".")[0]
    return f"{folder}.{'reference' if 'reference' in codec.kernels else 'library'}"


def annotation(parameter: Field[Any]) -> str:
    """The type of a parameter as it is written."""
    told: Any = parameter.type
    return told if isinstance(told, str) else getattr(told, "__name__", str(told))
