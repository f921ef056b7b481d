"""What intrinsics are made of: LLVM's vectors, and the elements of numba's arrays."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, cast

from llvmlite import ir
from numba.core import cgutils
from numba.extending import intrinsic

LANES = 16
"""Numbers of 32 bits in the widest vector there is."""

PAST_BYTES = 16
"""What addresses are a multiple of where stores go past the cache: numpy's arrays have that."""

I1, I8, I16, I32, I64 = (ir.IntType(size) for size in (1, 8, 16, 32, 64))
F32 = ir.FloatType()


def inlined(generator: Callable[..., Any]) -> Callable[..., Any]:
    """`numba.extending.intrinsic` that sees the values of constants."""
    return cast(Callable[..., Any], intrinsic(prefer_literal=True)(generator))


def vector(element: Any, count: int) -> Any:
    """The type of so many elements."""
    return ir.VectorType(element, count)


def constant(element: Any, values: Sequence[float]) -> Any:
    """These numbers as elements."""
    return ir.Constant(vector(element, len(values)), list(values))


def every(element: Any, value: float, count: int = LANES) -> Any:
    """One number as all elements."""
    return constant(element, [value] * count)


def splat(builder: Any, value: Any, count: int = LANES) -> Any:
    """One value as all elements."""
    undefined = ir.Constant(vector(value.type, count), ir.Undefined)
    first = builder.insert_element(undefined, value, ir.Constant(I32, 0))
    return builder.shuffle_vector(first, undefined, every(I32, 0, count))


def shuffled(builder: Any, values: Any, order: Sequence[int]) -> Any:
    """The elements with these indices."""
    return builder.shuffle_vector(values, values, constant(I32, order))


def joined(builder: Any, parts: Sequence[Any]) -> Any:
    """Vectors of the same length as one; there are 1, 2 or 4 of them."""
    while len(parts) > 1:
        both = constant(I32, range(2 * parts[0].type.count))
        parts = [builder.shuffle_vector(*parts[i : i + 2], both) for i in range(0, len(parts), 2)]
    return parts[0]


def call(builder: Any, name: str, result: Any, *arguments: Any) -> Any:
    """What one of LLVM's own functions gives."""
    kind = ir.FunctionType(result, [argument.type for argument in arguments])
    function = cgutils.get_or_insert_function(builder.module, kind, name)  # type: ignore[no-untyped-call]  # numba's
    return builder.call(function, arguments)


def store(builder: Any, value: Any, target: Any, *, past: int = 0) -> None:
    """Write a value to an address; past the cache if `past` is 1."""
    place = builder.bitcast(target, value.type.as_pointer())
    written = builder.store(value, place, align=PAST_BYTES if past else 1)
    if past:
        written.set_metadata("nontemporal", builder.module.add_metadata([ir.Constant(I32, 1)]))


def load(builder: Any, source: Any, kind: Any) -> Any:
    """Read a value of that type from any address."""
    return builder.load(builder.bitcast(source, kind.as_pointer()), align=1)


def pointer(context: Any, builder: Any, kind: Any, array: Any, index: Any) -> Any:
    """The address of an element of an array."""
    proxy: Any = cgutils.create_struct_proxy(kind)  # type: ignore[no-untyped-call]  # numba's
    return builder.gep(proxy(context, builder, array).data, [index])
