"""Payloads out of choices: an array, and the bytes that its codec makes of it."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from quire.kernels.backends.arrays import dtype_of
from quire.kernels.engine.encoding import packer
from quire.kernels.engine.payload import Encoded
from quire.kernels.engine.pipeline import Stage, of_size
from quire.runtime import structure as s
from quire.runtime.errors import EncodingError, FormatError
from quire.testing.choices import Choices
from quire.testing.plan.cases import case_of
from quire.testing.plan.expressions import Compiler, Frame
from quire.testing.stored.stream import Refused

MOST = 4096
"""Elements of an array."""

_SHAPES = 2048
"""Shapes and other arguments of which the codecs are kept: images have hundreds."""

Array: TypeAlias = npt.NDArray[Any]

Coded: TypeAlias = tuple[Array, bytes]
"""An array, and its stored bytes."""

Coder: TypeAlias = Callable[[Choices], Coded]


class Payload:
    """What makes the stored bytes of a field with `-codec`.

    Args:
        field: The field.
        pipeline: Its stages.
        compiler: Makes functions of their arguments.
    """

    def __init__(self, field: s.Field, pipeline: s.Pipeline, compiler: Compiler) -> None:
        self._name, self._array = field.id, field.array
        chains = [(key, _Chain(field.id, stages, compiler)) for key, stages in pipeline.cases]
        self._chain = _chosen(pipeline.on, chains, compiler)
        dtype = None if field.array is None else field.array.dtype
        self._dtype: Callable[[Frame], str] = (
            _chosen(dtype.on, dtype.cases, compiler)
            if isinstance(dtype, s.Choice)
            else lambda _: dtype if isinstance(dtype, str) else "uint8"
        )

    def make(self, draw: Choices, frame: Frame) -> Coded:
        """Some array, and its stored bytes.

        Raises:
            Refused: there is none for what was decided before.
        """
        dtype, chain = self._dtype(frame), self._chain(frame)
        try:
            given = chain.given(frame, dtype)
            shape = given[chain.shape_at]
            if -1 in shape:
                shape = tuple([some(draw) if axis == -1 else axis for axis in shape])
            if min(shape, default=0) < 0 or math.prod(shape) > MOST * draw.larger:
                raise Refused("shape")
            given[chain.shape_at] = shape
            made: Coded = chain.coder(dtype, given)(draw)
        except (FormatError, KeyError, TypeError, ValueError, OverflowError) as error:
            raise Refused(str(error)) from error
        return made

    def read(self, stored: bytes, frame: Frame) -> npt.NDArray[Any]:
        """The array that stored bytes are.

        Raises:
            Refused: they are none.
        """
        try:
            stages = of_size(tuple(self.stages(frame)), len(stored))
            found = Encoded(stages, None, self._name, stored=stored, offset=None)
            found.expect_size(len(stored), None)
            return np.asarray(found.decode())
        except (FormatError, KeyError, TypeError, ValueError, OverflowError) as error:
            raise Refused(str(error)) from error

    def stages(self, frame: Frame) -> list[Stage]:
        """The stages that a record has chosen, with their arguments.

        Raises:
            Refused: it has chosen none.
        """
        dtype, chain = self._dtype(frame), self._chain(frame)
        stages: list[Stage] = chain.stages(chain.given(frame, dtype))
        return stages


class _Chain:
    """The stages of a case.

    Args:
        name: The field.
        stages: What its plan has.
        compiler: Makes functions of their arguments.
    """

    def __init__(self, name: str, stages: Sequence[s.Stage], compiler: Compiler) -> None:
        self._name = name
        self._codecs = [(stage.codec, [each for each, _ in stage.args]) for stage in stages]
        names = [each for _, names in self._codecs for each in names]
        self._functions = [
            _dtype_asked if _is_dtype(value) else compiler.function(value)
            for stage in stages
            for _, value in stage.args
        ]
        self.shape_at = -1 - names[::-1].index("shape")
        self._bits_at = [at for at, each in enumerate(names) if each == "bits"][-1:]
        self._known = lru_cache(_SHAPES, typed=True)(self._coder)

    def given(self, frame: Frame, dtype: str) -> list[Any]:
        """The arguments of all stages."""
        return [_told(function(frame), dtype) for function in self._functions]

    def stages(self, given: Iterable[Any]) -> list[Stage]:
        """The stages, with their arguments."""
        values = iter(given)
        return [
            Stage(codec, **dict(zip(names, values, strict=False))) for codec, names in self._codecs
        ]

    def coder(self, dtype: str, given: list[Any]) -> Coder:
        """What makes an array of a dtype, and its stored bytes: files have many of one shape."""
        try:
            return self._known(dtype, *given)
        except TypeError:  # an array is among the arguments
            return self._coder(dtype, *given)

    def _coder(self, dtype: str, *given: Any) -> Coder:
        stages, shape = self.stages(given), given[self.shape_at]
        some_array = _arrays(shape, dtype, given[self._bits_at[0]] if self._bits_at else None)
        output, pack = packer(stages)

        def stored(array: Array) -> bytes:
            if array.dtype == dtype_of(output.dtype) and array.shape == output.shape:
                return pack(array)
            return bytes(Encoded.of(array, tuple(stages), None, self._name).stored)  # type: ignore[arg-type]  # without a record: nobody sees its errors

        def make(draw: Choices) -> Coded:
            array = some_array(draw)
            while True:
                try:
                    return array, stored(array)
                except EncodingError:  # smaller numbers: the codec has no room for these
                    if array.dtype.kind not in "iu" or not array.any():
                        raise
                    array = array // 16

        return make


def _is_dtype(value: s.Expr) -> bool:
    return isinstance(value, tuple) and value[0] == "dtype_of"


def _dtype_asked(_: Frame) -> Any:
    return Ellipsis


def _told(value: Any, dtype: str) -> Any:
    """An argument as a codec takes it."""
    return dtype if value is Ellipsis else tuple(value) if isinstance(value, list) else value


def _chosen(on: Any, cases: Any, compiler: Compiler) -> Callable[[Frame], Any]:
    """What a value chooses."""
    case = case_of(on, cases, compiler)

    def chosen(frame: Frame) -> Any:
        if (what := case(frame)) is None:
            raise Refused("no case")
        return what

    return chosen


def some(draw: Choices) -> int:
    """How many elements there are, where nothing says it: seldom none."""
    return (draw.few(16) or int(draw.byte() >= 4)) * draw.larger


def _arrays(shape: tuple[int, ...], dtype: str, bits: int | None) -> Callable[[Choices], Array]:
    """What makes arrays of small numbers, or of any that so many bits hold."""
    count, is_few = math.prod(shape), bits is not None and bits < 8
    most = np.uint8((1 << (bits if bits is not None and is_few else 8)) - 1)
    kind = np.dtype("float32" if dtype == "bfloat16" else dtype)

    def make(draw: Choices) -> Array:
        raw = np.frombuffer(draw.take(count), np.uint8)
        if kind.kind == "f":
            return ((raw.astype(np.int16) - 128) / 8).astype(kind).reshape(shape)
        if is_few:
            raw = raw & most
        return (raw if kind == np.uint8 else raw.astype(kind)).reshape(shape)

    return make
