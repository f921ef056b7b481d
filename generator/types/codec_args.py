"""Stage 4, codecs: the stages of `-codec` against the table of codecs."""

from __future__ import annotations

import math
from dataclasses import MISSING, fields
from typing import Any

from quire.generator.diagnostics import Problems, hint
from quire.generator.source import Span
from quire.generator.syntax import tree as syntax
from quire.generator.syntax.primitives import DTYPE_SIZES
from quire.generator.types.fold import fold
from quire.generator.types.model import (
    ANY,
    BOOL,
    BYTES,
    ERROR,
    FLOAT,
    INT,
    STR,
    ArrayType,
    CodecStage,
    Const,
    Expr,
    ListOf,
    ListType,
    Op,
    Type,
    TypedArray,
)
from quire.kernels.contract import (
    MEASURE,
    ArrayCodec,
    BytesCodec,
    Codec,
    FixedCodec,
    ParameterError,
    VaryingCodec,
    annotation,
)

_HALVES = (ArrayType("f2"), ArrayType("f2le"))
_FLOATS = (ArrayType("f4"), ArrayType("f4le"))
_NUMBERS = (ArrayType("u4"), ArrayType("u4le"))

_TYPES: dict[str, tuple[Type, ...]] = {
    "tuple[int, ...]": (ListType(INT), BYTES),
    "int": (INT,),
    "int | None": (INT,),
    "float": (FLOAT, INT),
    "str": (STR,),
    "bool": (BOOL,),
    "bytes": (BYTES,),
    "NDArray[np.float32]": _FLOATS,
    "NDArray[np.float32] | None": _FLOATS,
    "NDArray[np.float16] | NDArray[np.float32]": _HALVES + _FLOATS,
    "NDArray[np.uint32]": _NUMBERS,
}
"""What an argument must be, by the annotation of the parameter."""

_EMPTY: dict[str, Any] = {
    "tuple[int, ...]": (0,),
    "int": 0,
    "float": 0.0,
    "str": "",
    "bool": False,
    "bytes": b"",
}
"""What stands for an argument that only a file tells."""


def _codec(name: str, span: Span, problems: Problems) -> type[Codec] | None:
    """The codec of a name, or None where there is none that can be used."""
    from quire.kernels.engine import offered, registry  # takes time, and most specs have no codec

    try:
        return registry.codec(name)
    except registry.UnknownCodec:
        known = (*registry.CODECS, *offered.names())
        problems.error("Q501", f"unknown codec `{name}`", span, help=hint(name, known))
    except offered.CodecRefused as error:
        problems.error("Q501", str(error), span)
    return None


def _plain() -> type[Codec]:
    """The codec of elements that are stored as they are."""
    from quire.kernels.engine import registry

    return registry.codec(registry.PLAIN)


def check_stages(
    stages: tuple[tuple[syntax.Stage, tuple[tuple[str, Expr], ...]], ...],
    field: str,
    array: TypedArray | None,
    span: Span,
    problems: Problems,
) -> tuple[CodecStage, ...]:
    """The pipeline, where it makes sense: known codecs, the right arguments, an array at its end.

    Where no stage makes the array, its elements are stored as they are.
    """
    found = []
    for stage, args in stages:
        codec = _codec(stage.name, stage.span, problems)
        if codec is not None:
            found.append((stage, codec, args))
    if not found and stages:
        return ()
    if array is not None and (not found or issubclass(found[-1][1], BytesCodec)):
        plain = _plain()
        found.append((syntax.Stage(plain.name, (), span), plain, ()))
    for stage, codec, _ in found:
        _fit(codec, array, stage, problems)
    packing = [codec for _, codec, _ in found[:-1]]
    if (
        array is not None
        and -1 in (_constant(array.shape) or ())
        and not all(any(MEASURE in done for done in codec.kernels.values()) for codec in packing)
    ):
        message = "an axis of -1 cannot follow from the size of bytes that a stage unpacks"
        problems.error("Q503", message, array.shape.span)
    _order([codec for _, codec, _ in found], span, problems)
    return tuple(
        CodecStage(codec.name, _arguments(codec, stage, args, field, array, problems))
        for stage, codec, args in found
    )


def _order(codecs: list[type[Codec]], span: Span, problems: Problems) -> None:
    """Bytes to bytes first, at most once, then what makes the array."""
    *packing, last = [issubclass(codec, BytesCodec) for codec in codecs] or [True]
    if not all(packing):
        message = "only the last stage of a `-codec` makes the array"
        problems.error("Q503", message, span, help="the stages before it map bytes to bytes")
    elif packing and issubclass(codecs[-1], VaryingCodec):
        message = f"the stored size of `{codecs[-1].name}` depends on the array"
        problems.error("Q503", message, span, help="no stage can stand before it: use it alone")
    elif last or len(packing) > 1:
        message = "a `-codec` of several stages that unpack, or without `-array`,"
        problems.error("Q901", f"{message} is understood, but not compiled yet", span)


def codec_dtype(name: str, dtype: str, span: Span, problems: Problems) -> str:
    """The name that codecs have for a dtype, as written and as numpy has it."""
    if dtype.startswith(">"):
        message = f"a `-codec` for `{name}`, whose bytes come highest first,"
        problems.error("Q901", f"{message} is understood, but not compiled yet", span)
    if name.startswith("bf2"):
        return "bfloat16"
    kinds = {"u": "uint", "i": "int", "f": "float"}
    return f"{kinds[dtype[-2]]}{8 * int(dtype[-1])}"


def _arguments(
    codec: type[Codec],
    stage: syntax.Stage,
    args: tuple[tuple[str, Expr], ...],
    field: str,
    array: TypedArray | None,
    problems: Problems,
) -> tuple[tuple[str, Expr], ...]:
    """The parameters with their arguments; the shape and the dtype are those of `-array`."""
    wanted = {one.name: _TYPES[annotation(one)] for one in fields(codec)}
    required = [one.name for one in fields(codec) if one.default is MISSING]
    given = dict(args)
    if array is not None:
        given |= _of_array(codec, stage, given, field, array, problems)
    for name, value in given.items():
        if name in wanted:
            _check_argument(codec, name, value, wanted[name], problems)
            if name in required and isinstance(value, Op) and value.name == "or_none":
                message = f"`{codec.name}` needs `{name}`, but the field has an `if`"
                problems.error("Q502", message, value.span)
        else:
            message = f"`{codec.name}` has no parameter `{name}`"
            problems.error("Q502", message, stage.span, help=hint(name, wanted))
    for name in required:
        if name not in given:
            problems.error("Q502", f"`{codec.name}` needs `{name}`", stage.span)
    _check_values(codec, {n: v for n, v in given.items() if v.type in wanted.get(n, ())}, problems)
    return tuple((name, given[name]) for name in wanted if name in given)


def _of_array(
    codec: type[Codec],
    stage: syntax.Stage,
    given: dict[str, Expr],
    field: str,
    array: TypedArray,
    problems: Problems,
) -> dict[str, Expr]:
    """The arguments that `-array` gives."""
    wanted = {one.name for one in fields(codec)}
    for name in ("shape", "dtype"):
        if name in given:
            message = f"`{codec.name}` takes its {name} from `-array`"
            problems.error("Q502", message, stage.span, help=f"leave `{name}` out")
    found = {"shape": array.shape} if "shape" in wanted else {}
    if "dtype" in wanted:
        found["dtype"] = _dtype(field, array, stage, problems)
    return found


def _check_argument(
    codec: type[Codec], name: str, value: Expr, wanted: tuple[Type, ...], problems: Problems
) -> None:
    if value.type not in (*wanted, ERROR, ANY):
        listed = " or ".join(_described(type_) for type_ in wanted)
        message = f"`{name}` of `{codec.name}` must be {listed}, found {_described(value.type)}"
        problems.error("Q502", message, value.span)


def _check_values(codec: type[Codec], given: dict[str, Expr], problems: Problems) -> None:
    """Let the codec itself check what is constant; something stands for what only a file tells."""
    known = {name: value for name, arg in given.items() if (value := _constant(arg)) is not None}
    if issubclass(codec, FixedCodec) and isinstance(shape := known.get("shape"), tuple):
        known["shape"] = tuple(1 if axis == -1 else axis for axis in shape)
    values = dict(known)
    for one in fields(codec):
        if one.name not in known and one.default is MISSING:
            if annotation(one) not in _EMPTY:
                return  # an array
            values[one.name] = _EMPTY[annotation(one)]
    try:
        codec(**values)
    except ParameterError as error:
        name = error.parameter
        if name in known and (name == "dtype" or _known_up_to(codec, name, given, known)):
            message = f"`{name}` of `{codec.name}` must be {error.expected}, found {error.found}"
            problems.error("Q502", message, given[name].span)


def _known_up_to(
    codec: type[Codec], last: str, given: dict[str, Expr], known: dict[str, Any]
) -> bool:
    """Whether a parameter, and all before it, which may decide on it, depend on no file."""
    for one in fields(codec):
        if one.name not in known and (one.name in given or one.default is MISSING):
            return False
        if one.name == last:
            break
    return True


def _constant(expr: Expr) -> Any:
    """The value of an argument, or None if it depends on a file."""
    if isinstance(expr, ListOf):
        items = tuple(fold(item) for item in expr.items)
        return None if None in items else items
    return expr.value if isinstance(expr, Const) else fold(expr)


def bytes_of(array: TypedArray) -> int | None:
    """The bytes of an array as it stands in a file, or None if they depend on it."""
    shape = _constant(array.shape)
    if not isinstance(shape, tuple):
        return None
    if not all(isinstance(size, int) and size >= 0 for size in shape):  # others are reported
        return None
    if not isinstance(array.dtype, str):
        return None
    return math.prod(shape) * (DTYPE_SIZES.get(array.dtype) or int(array.dtype[-1]))


def stored_size(stages: tuple[CodecStage, ...]) -> int | None:
    """The bytes that a codec stores, or None if they depend on the file."""
    if len(stages) != 1:
        return None
    from quire.kernels.engine.registry import codec

    kind, args = codec(stages[0].codec), dict(stages[0].args)
    values = {name: _constant(arg) for name, arg in args.items()}
    if None in values.values() or not issubclass(kind, FixedCodec):
        return None
    try:
        return kind(**values).stored_size()
    except (ParameterError, TypeError, ValueError):
        return None  # reported with its arguments


def _described(type_: Type) -> str:
    return f"an array of {type_.dtype}" if isinstance(type_, ArrayType) else str(type_)


def _fit(
    codec: type[Codec], array: TypedArray | None, stage: syntax.Stage, problems: Problems
) -> None:
    """What the codec gives must be what `-array` promises."""
    if not issubclass(codec, ArrayCodec):
        return
    if array is None:
        problems.error(
            "Q503", f"`{codec.name}` gives an array: add `-array` to the field", stage.span
        )
        return
    if not codec.takes_dtype() and (array.choice is not None or array.dtype != "<f4"):
        said = f"says `{array.name}`" if array.name else "chooses"
        problems.error("Q503", f"`{codec.name}` gives float32, but `-array` {said}", stage.span)
    if array.order != "C":
        message = "`order: F` with a `-codec` is understood, but not compiled yet"
        problems.error("Q901", message, stage.span)


def _dtype(field: str, array: TypedArray, stage: syntax.Stage, problems: Problems) -> Expr:
    """The argument `dtype` of a codec that makes an array of any: that of `-array`."""
    if array.choice is not None:
        return Op(STR, stage.span, "dtype_of", (Const(STR, stage.span, field),))
    name = codec_dtype(array.name, str(array.dtype), stage.span, problems)
    return Const(STR, stage.span, name)
