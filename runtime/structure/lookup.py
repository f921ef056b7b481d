"""The structural plan of a generated class, found when somebody asks for it."""

from __future__ import annotations

import inspect
from functools import reduce
from types import ModuleType
from typing import Any, overload

from quire.runtime.record import Record
from quire.runtime.structure.carried import read_carried
from quire.runtime.structure.tree import Spec, Type


@overload
def plan_of(of: ModuleType) -> Spec: ...
@overload
def plan_of(of: type[Any]) -> Type: ...
def plan_of(of: Any) -> Spec | Type:
    """What a spec says: of a generated class, the plan of its type; of a module, that of its spec.

    A class that is derived from a generated one has the plan of that.

    Raises:
        TypeError: quire has not made it, or it carries no plan.
    """
    if isinstance(of, ModuleType):
        if not isinstance(text := vars(of).get("_PLAN"), str):
            raise TypeError(_without(of.__name__))
        return read_carried(text)[1]
    if not isinstance(of, type):
        if isinstance(of, Record):
            message = f"{type(of).__qualname__} is the class: plan_of(type(record))"
        else:
            message = f"plan_of takes a class that quire has made, or its module, found {of!r}"
        raise TypeError(message)
    return type_and_spec(of)[0]


def type_and_spec(of: type[Any]) -> tuple[Type, Spec]:
    """The plan of a generated class, and that of its whole spec.

    Raises:
        TypeError: quire has not made it, or it carries no plan.
    """
    if not isinstance(of, type):
        message = f"expected a class that quire generated, found {type(of).__name__}"
        raise TypeError(message)
    for kind in of.__mro__:
        if issubclass(kind, Record) and (text := _beside(kind)):
            types, spec = read_carried(text)
            if kind.__qualname__ in types:
                return types[kind.__qualname__], spec
    if issubclass(of, Record):
        raise TypeError(_without(of.__module__))
    message = f"{of.__qualname__} is not a class that quire generated: plan_of takes those"
    raise TypeError(message)


def class_at(beside: type[Any], path: str) -> type[Any] | None:
    """The generated class of the type at a path, of the spec that another class is of.

    Args:
        beside: The other class.
        path: The path (`png::chunk`).

    Returns:
        None if the spec has no such type.
    """
    for kind in beside.__mro__:
        names = _globals(kind)
        if text := str(names.get("_PLAN", "")):
            types, _ = read_carried(text)
            name = next((name for name, type_ in types.items() if type_.path == path), None)
            if name is None:
                return None
            top, *inner = name.split(".")
            found: type[Any] = reduce(getattr, inner, names[top])
            return found
    return None


def _beside(kind: type[Any]) -> str:
    """What the module of a generated class carries."""
    return str(_globals(kind).get("_PLAN", ""))


def _globals(kind: type[Any]) -> dict[str, Any]:
    """The names of the module of a generated class, which need not be in `sys.modules`."""
    own = vars(kind)
    read = inspect.unwrap(own.get("_read_at", own.get("_read", _beside)))
    found: dict[str, Any] = getattr(read, "__globals__", {})
    return found


def _without(module: str) -> str:
    return f"{module} carries no plan: make it with `quire gen` of this version"
