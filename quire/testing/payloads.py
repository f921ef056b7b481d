"""Payloads out of choices: an array, and the bytes that its codec makes of it."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from quire.kernels.backends.arrays import dtype_of
from quire.kernels.engine.encoding import packed
from quire.kernels.engine.payload import Encoded
from quire.kernels.engine.pipeline import Stage, coded, of_size
from quire.runtime import structure as s
from quire.runtime.errors import EncodingError, FormatError
from quire.testing.cases import case_of
from quire.testing.choices import Choices
from quire.testing.expressions import Compiler, Frame, Function
from quire.testing.stream import Refused

MOST = 4096
"""Elements of an array."""


class Payload:
    """What makes the stored bytes of a field with `-codec`.

    Args:
        field: The field.
        pipeline: Its stages.
        compiler: Makes functions of their arguments.
    """

    def __init__(self, field: s.Field, pipeline: s.Pipeline, compiler: Compiler) -> None:
        self._name, self._array = field.id, field.array
        self._stages = _chosen(
            pipeline.on,
            [
                (key, [(stage.codec, _arguments(stage, compiler)) for stage in stages])
                for key, stages in pipeline.cases
            ],
            compiler,
        )
        dtype = None if field.array is None else field.array.dtype
        self._dtype: Callable[[Frame], str] = (
            _chosen(dtype.on, dtype.cases, compiler)
            if isinstance(dtype, s.Choice)
            else lambda _: dtype if isinstance(dtype, str) else "uint8"
        )

    def make(self, draw: Choices, frame: Frame) -> tuple[npt.NDArray[Any], bytes]:
        """Some array, and its stored bytes.

        Raises:
            Refused: there is none for what was decided before.
        """
        dtype, stages = self._dtype(frame), self.stages(frame)
        try:
            last = stages[-1].arguments
            shape = tuple(some(draw) if axis == -1 else axis for axis in last["shape"])
            if min(shape, default=0) < 0 or math.prod(shape) > MOST:
                raise Refused("shape")
            last["shape"] = shape
            bits = None
            for each in stages:
                bits = each.arguments.get("bits", bits)
            array = _some_array(draw, shape, dtype, bits)
            return self._encoded(array, stages)
        except (FormatError, KeyError, TypeError, ValueError, OverflowError) as error:
            raise Refused(str(error)) from error

    def _encoded(
        self, array: npt.NDArray[Any], stages: list[Stage]
    ) -> tuple[npt.NDArray[Any], bytes]:
        """An array and its stored bytes; smaller numbers where a codec has no room for them."""
        while True:
            try:
                return array, self._stored(array, stages)
            except EncodingError:
                if array.dtype.kind not in "iu" or not array.any():
                    raise
                array = array // 16

    def _stored(self, array: npt.NDArray[Any], stages: list[Stage]) -> bytes:
        made = coded(stages[-1])[1]
        if array.dtype == dtype_of(made.dtype) and made.shape == array.shape:
            return packed(array, stages)
        return bytes(Encoded.of(array, tuple(stages), None, self._name).stored)  # type: ignore[arg-type]  # without a record: nobody sees its errors

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
        dtype = self._dtype(frame)
        return [
            Stage(codec, **{name: _told(value(frame), dtype) for name, value in arguments})
            for codec, arguments in self._stages(frame)
        ]


def _arguments(stage: s.Stage, compiler: Compiler) -> list[tuple[str, Function]]:
    return [
        (name, _dtype_asked if _is_dtype(value) else compiler.function(value))
        for name, value in stage.args
    ]


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
    return draw.few(16) or int(draw.byte() >= 4)


def _some_array(
    draw: Choices, shape: tuple[int, ...], dtype: str, bits: int | None
) -> npt.NDArray[Any]:
    """An array of small numbers, or of any that so many bits hold."""
    count = math.prod(shape)
    raw = np.frombuffer(draw.take(count), np.uint8)
    if dtype == "uint8" and (bits is None or bits >= 8):
        return raw.reshape(shape)
    kind = np.dtype("float32" if dtype == "bfloat16" else dtype)
    if kind.kind == "f":
        return ((raw.astype(np.int16) - 128) / 8).astype(kind).reshape(shape)
    if bits is not None and bits < 8:
        raw = np.bitwise_and(raw, np.uint8((1 << bits) - 1))
    return raw.astype(kind).reshape(shape)
