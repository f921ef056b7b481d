"""Codecs of installed packages: entry points of the group `quire.codecs`, looked up by name."""

from __future__ import annotations

import importlib.util
from dataclasses import fields
from typing import TYPE_CHECKING, Any

from quire.kernels.contract import (
    BACKENDS,
    DECODE,
    PARAMETER_TYPES,
    ArrayCodec,
    BytesCodec,
    Codec,
    FixedCodec,
    ItemCodec,
    Operation,
    VaryingCodec,
    annotation,
)

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint, EntryPoints

GROUP = "quire.codecs"


class CodecRefused(TypeError):
    """A package offers a codec that does not keep the contract, or cannot be loaded."""


def names() -> list[str]:
    """The names that packages offer, whether they can be used or not; nothing is loaded."""
    return sorted({point.name for point in _points()})


def find(name: str) -> type[Codec] | None:
    """Load the codec that a package offers under a name, and hold it against the contract.

    Raises:
        CodecRefused: several packages offer it, it cannot be imported, or is no codec.
    """
    points = list(_points().select(name=name))
    if not points:
        return None
    if len(points) > 1:
        listed = " and ".join(sorted(map(_source, points)))
        raise CodecRefused(f"codec `{name}`: offered by {listed}; uninstall all but one")
    point = points[0]
    try:
        found = point.load()
    except Exception as error:  # whatever a module of somebody else raises
        told = f"{type(error).__name__}: {error}"
        raise CodecRefused(
            f"codec `{name}` of {_source(point)} cannot be loaded: {told}"
        ) from error
    if (fault := _fault(found, name)) is not None:
        raise CodecRefused(f"codec `{name}` of {_source(point)}: {fault}")
    codec: type[Codec] = found
    return codec


def _points() -> EntryPoints:
    from importlib.metadata import entry_points  # takes 20 ms

    return entry_points(group=GROUP)


def _source(point: EntryPoint) -> str:
    """The package that has an entry point, and where it points to."""
    package = "a package" if point.dist is None else f"{point.dist.name} {point.dist.version}"
    return f"{package} ({point.value})"


def _fault(found: Any, name: str) -> str | None:
    """What is wrong with a codec, or None."""
    if not isinstance(found, type) or not issubclass(found, FixedCodec | VaryingCodec | BytesCodec):
        expected = "expected a class derived from FixedCodec, VaryingCodec or BytesCodec"
        return f"{expected} of `quire.kernels.contract`, found {found!r}"
    if "__dataclass_params__" not in vars(found) or not vars(found)["__dataclass_params__"].frozen:
        return "expected a frozen dataclass: `@dataclass(frozen=True, slots=True)`"
    if getattr(found, "name", None) != name:
        return f"expected the class to have the name of its entry point, found {found_name(found)}"
    if not isinstance(getattr(found, "rule", None), str):
        return "expected `rule`, its definition in a line"
    return _fault_of_parameters(found) or _fault_of_sizes(found) or _fault_of_kernels(found)


def found_name(found: type[Codec]) -> str:
    """The name that a class has for itself."""
    return repr(getattr(found, "name", None))


def _fault_of_parameters(found: type[Codec]) -> str | None:
    reserved = set(dir(ArrayCodec)) | set(dir(BytesCodec))
    for field in fields(found):
        told = annotation(field)
        if told not in PARAMETER_TYPES:
            known = ", ".join(f"`{each}`" for each in PARAMETER_TYPES)
            return f"parameter `{field.name}`: expected one of the types {known}, found `{told}`"
        if field.name in reserved - {"shape"}:
            return (
                f"parameter `{field.name}`: expected another name; every codec has this one already"
            )
    return None


def _fault_of_sizes(found: type[Codec]) -> str | None:
    if issubclass(found, BytesCodec):
        least = getattr(found, "expansion", None)
        whole = isinstance(least, int) and least >= 1
        return None if whole else f"expected `expansion`, 1 or more, found {least!r}"
    if issubclass(found, VaryingCodec):
        own = found.bounds is not ArrayCodec.bounds
        return None if own else "expected a method `bounds`"
    if issubclass(found, ItemCodec) and found.stored_size is ItemCodec.stored_size:
        size = getattr(found, "item_bytes", None)
        whole = isinstance(size, int) and size >= 1
        return None if whole else f"expected `item_bytes`, 1 or more, found {size!r}"
    own = found.stored_size is not FixedCodec.stored_size  # type: ignore[attr-defined]  # of three
    return None if own else "expected a method `stored_size`"


def _fault_of_kernels(found: type[Codec]) -> str | None:
    kernels: Any = getattr(found, "kernels", None)
    definition = () if not isinstance(kernels, dict) else _definition(kernels)
    if DECODE not in definition:
        return "expected `kernels` with the operations of `reference`, at least DECODE"
    folder = found.__module__.rpartition(".")[0]
    for backend, operations in kernels.items():
        if backend not in BACKENDS:
            return f"`kernels`: expected one of {', '.join(BACKENDS)}, found {backend!r}"
        unknown = [each for each in operations if not isinstance(each, Operation)]
        more = [each.value for each in operations if each not in definition and not unknown]
        if unknown or more:
            return f"`kernels`: {backend} has operations that `reference` lacks: {unknown or more}"
        if not folder or importlib.util.find_spec(f"{folder}.{backend}") is None:
            return f"expected a module `{backend}` beside `{found.__module__}`, in a package"
    return None


def _definition(kernels: dict[str, Any]) -> tuple[Any, ...]:
    return tuple(kernels.get("reference", kernels.get("library", ())))
