"""Stage 4, codecs: the stages of `-codec` against the table of codecs."""

from __future__ import annotations

from dataclasses import MISSING, fields

from quire.generator import syntax
from quire.generator.diagnostics import Problems, hint
from quire.generator.model import (
    ANY,
    BYTES,
    ERROR,
    FLOAT,
    INT,
    STR,
    ArrayType,
    CodecStage,
    Expr,
    ListType,
    Op,
    Type,
    TypedArray,
)
from quire.generator.source import Span
from quire.kernels.contract import Codec, Kind
from quire.kernels.registry import CODECS

_FLOATS = (ArrayType("f4"), ArrayType("f4le"))

_TYPES: dict[str, tuple[Type, ...]] = {
    "tuple[int, ...]": (ListType(INT), BYTES),
    "int": (INT,),
    "float": (FLOAT, INT),
    "str": (STR,),
    "NDArray[np.float32]": _FLOATS,
    "NDArray[np.float32] | None": _FLOATS,
}
"""What an argument must be, by the annotation of the parameter."""

_CODECS = {codec.name: codec for codec in CODECS}


def check_stages(
    stages: tuple[tuple[syntax.Stage, tuple[tuple[str, Expr], ...]], ...],
    array: TypedArray | None,
    span: Span,
    problems: Problems,
) -> tuple[CodecStage, ...]:
    """The pipeline, where it makes sense: known codecs, the right arguments, an array."""
    found = []
    for stage, args in stages:
        codec = _CODECS.get(stage.name)
        if codec is None:
            problems.error(
                "Q501", f"unknown codec `{stage.name}`", stage.span, help=hint(stage.name, _CODECS)
            )
        else:
            found.append(CodecStage(codec.name, _arguments(codec, stage, args, array, problems)))
            _fit(codec, array, stage, problems)
    if len(stages) != 1:
        problems.error(
            "Q901",
            "a `-codec` of several stages (or of none) is understood, but not compiled yet",
            span,
        )
    return tuple(found)


def _arguments(
    codec: Codec,
    stage: syntax.Stage,
    args: tuple[tuple[str, Expr], ...],
    array: TypedArray | None,
    problems: Problems,
) -> tuple[tuple[str, Expr], ...]:
    """The parameters with their arguments; the shape is that of `-array`."""
    wanted = {field.name: _TYPES[str(field.type)] for field in fields(codec.parameters)}
    required = [field.name for field in fields(codec.parameters) if field.default is MISSING]
    given = dict(args)
    if "shape" in given and array is not None:
        message = f"the shape of `{codec.name}` is that of `-array`"
        problems.error("Q502", message, stage.span, help="leave `shape` out")
    elif "shape" in wanted and array is not None:
        given["shape"] = array.shape
    for name, value in given.items():
        if name not in wanted:
            problems.error(
                "Q502",
                f"`{codec.name}` has no parameter `{name}`",
                stage.span,
                help=hint(name, wanted),
            )
        elif value.type not in (*wanted[name], ERROR, ANY):
            listed = " or ".join(_described(type_) for type_ in wanted[name])
            problems.error(
                "Q502",
                f"`{name}` of `{codec.name}` must be {listed}, found {_described(value.type)}",
                value.span,
            )
        elif name in required and isinstance(value, Op) and value.name == "or_none":
            message = f"`{codec.name}` needs `{name}`, but the field has an `if`"
            problems.error("Q502", message, value.span)
    for name in required:
        if name not in given:
            problems.error("Q502", f"`{codec.name}` needs `{name}`", stage.span)
    return tuple((name, given[name]) for name in wanted if name in given)


def _described(type_: Type) -> str:
    return f"an array of {type_.dtype}" if isinstance(type_, ArrayType) else str(type_)


def _fit(codec: Codec, array: TypedArray | None, stage: syntax.Stage, problems: Problems) -> None:
    """What the codec gives must be what `-array` promises."""
    if array is None and codec.kind is not Kind.BYTES_TO_BYTES:
        problems.error(
            "Q503", f"`{codec.name}` gives an array: say which with `-array`", stage.span
        )
    if array is not None and array.dtype != "<f4":
        problems.error(
            "Q503", f"`{codec.name}` gives float32, but `-array` says `{array.name}`", stage.span
        )
    if array is not None and array.order != "C":
        message = "`order: F` with a `-codec` is understood, but not compiled yet"
        problems.error("Q901", message, stage.span)
