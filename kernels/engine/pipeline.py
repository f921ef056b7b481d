"""The stages of a payload: codecs with their arguments, from stored bytes to an array."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from quire.kernels.contract import (
    ArrayCodec,
    ArraySpec,
    BytesCodec,
    Codec,
    FixedCodec,
    Operation,
    ParameterError,
)
from quire.kernels.engine.dispatch import select
from quire.kernels.engine.packing import Packing
from quire.kernels.engine.registry import codec
from quire.runtime.errors import FormatError
from quire.runtime.struct import Struct

Precision = Literal["float32", "float64"]

Coded: TypeAlias = tuple[ArrayCodec, ArraySpec, int | None]
Array = npt.NDArray[Any]


class Stage:
    """A codec with its arguments; they are validated when the payload is made of them."""

    __slots__ = ("arguments", "name")

    def __init__(self, name: str, **arguments: Any) -> None:
        self.name = name
        self.arguments = arguments

    @property
    def codec(self) -> type[Codec]:
        """The codec of this name."""
        return codec(self.name)


class Packed:
    """An array to be stored, with what its packing is told beyond what the format decides.

    Args:
        array: The array.
        arguments: Of the codec that packs, such as `level` of zstd; a reader needs none of them.
    """

    def __init__(self, array: Any, **arguments: Any) -> None:
        self.array = array
        self._arguments = arguments

    @property
    def shape(self) -> tuple[int, ...]:
        """Shape of the array."""
        return np.shape(self.array)

    def told(self, stages: tuple[Stage, ...]) -> tuple[Stage, ...]:
        """The stages, with these arguments for what packs."""
        return tuple(
            Stage(stage.name, **stage.arguments | self._arguments)
            if issubclass(stage.codec, BytesCodec)
            else stage
            for stage in stages
        )


def no_case(
    owner: Struct, field: str, found: object, known: Sequence[object], what: str = "codec"
) -> FormatError:
    """The error for a value that no case of a `-codec`, or of the dtype of one, names."""
    listed = " or ".join(repr(value) for value in known)
    io: Any = owner._io  # None in a record that is being built
    offset = None if io is None else io.offset()
    return FormatError(field, f"a {what} for {listed}", repr(found), offset=offset)


def fit(name: str, array: Array, precision: Precision = "float32", **known: Any) -> tuple[Any, ...]:
    """The parameters that suit an array best: for `affine_u8`, `(min, scale)`.

    Args:
        name: Of the codec.
        array: float32 or float64.
        precision: In which the parameters are computed.
        known: Those that are settled already, such as `stored` of `affine_int`.
    """
    found = select(codec(name), Operation.FIT, "cpu", "auto", array.nbytes)
    return found(array, precision, **known)


def coded(stage: Stage) -> Coded:
    """The codec that makes the array, what it makes, and of how many bytes if parameters say that.

    Files have many payloads of one shape: those that nothing else is said of share them.

    Raises:
        ParameterError: an argument has no such value.
    """
    arguments = stage.arguments
    if arguments.keys() <= {"shape", "dtype"} and type(arguments.get("shape")) is tuple:
        try:
            return _of_shape(stage.name, arguments.get("dtype"), *arguments["shape"])
        except TypeError:  # what is no number may be in a shape
            pass
    return _of_arguments(stage.name, arguments)


@lru_cache(typed=True)  # True and 1.0 are no integers, but equal one
def _of_shape(name: str, dtype: str | None, *shape: int) -> Coded:
    told = {"shape": shape} if dtype is None else {"shape": shape, "dtype": dtype}
    return _of_arguments(name, told)


def _of_arguments(name: str, arguments: dict[str, Any]) -> Coded:
    kind = codec(name)
    if not issubclass(kind, ArrayCodec):
        message = f"`{name}` gives bytes, and the last stage has to make an array of them"
        raise TypeError(message)
    made = kind(**arguments)
    return made, made.output(), made.stored_size() if isinstance(made, FixedCodec) else None


def is_open(stages: tuple[Stage, ...]) -> bool:
    """Whether the shape has an axis that only unpacking tells."""
    shape = stages[-1].arguments.get("shape")
    return len(stages) > 1 and type(shape) is tuple and -1 in shape


def of_plain(stage: Stage, size: int) -> Stage:
    """A stage whose shape has a number for an axis of -1: as many as so many bytes have."""
    return of_size((stage,), size)[0]


def of_size(stages: tuple[Stage, ...], size: int) -> tuple[Stage, ...]:
    """Stages whose shape has a number for an axis of -1: as many as the stored bytes have."""
    shape = stages[-1].arguments.get("shape")
    if type(shape) is not tuple or -1 not in shape or len(stages) > 1:
        return stages
    try:
        _, _, one = coded(_with_axis(stages[-1], shape, 1))
    except ParameterError:  # of another axis, or of another argument: told when they are used
        return stages
    return (_with_axis(stages[-1], shape, size // one if one else 0),)


def of_shape(stages: tuple[Stage, ...], given: Sequence[int]) -> tuple[Stage, ...]:
    """Stages whose shape has a number for an axis of -1: that of the array which is given."""
    shape = stages[-1].arguments.get("shape")
    if type(shape) is not tuple or -1 not in shape or len(shape) != len(given):
        return stages
    return (*stages[:-1], _with_axis(stages[-1], shape, given[shape.index(-1)]))


def _with_axis(stage: Stage, shape: tuple[int, ...], size: int) -> Stage:
    told = tuple(size if axis == -1 else axis for axis in shape)
    return Stage(stage.name, **stage.arguments | {"shape": told})


def packing(stage: Stage) -> Packing:
    """The stage before the one that makes an array; payloads share those without arguments."""
    kind = stage.codec
    if not issubclass(kind, BytesCodec):
        message = f"`{stage.name}` gives an array, and only the last stage may"
        raise TypeError(message)
    return Packing(kind(**stage.arguments)) if stage.arguments else _packing_by(kind)  # type: ignore[arg-type]  # a class has a hash


@cache
def _packing_by(kind: type[BytesCodec]) -> Packing:
    return Packing(kind())
