"""Small immutable objects, for the vocabularies of the stages.

They are what frozen dataclasses are, to type checkers too, but for their price: a dataclass writes
and compiles its methods when it is imported, which for hundreds of classes takes longer than to
compile a spec. Here they share all but the names in the constructor, which is made when it is first
called.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from types import CodeType, FunctionType
from typing import Any, ClassVar, NoReturn, TypeVar, dataclass_transform


@dataclass_transform(frozen_default=True)
class Frozen:
    """An object that is what its annotated attributes are, in the order of their declaration.

    Those after `_: KW_ONLY` are given by name: they come last, after those of subclasses.
    """

    _names: ClassVar[tuple[str, ...]] = ()
    _by_name: ClassVar[frozenset[str]] = frozenset()
    _defaults: ClassVar[dict[str, Any]] = {}

    def __init_subclass__(cls) -> None:
        own = cls.__dict__.get("__annotations__", {})  # noqa: RUF063  # as text, and no base's
        names = [name for name, of in own.items() if not of.startswith("ClassVar")]
        if "_" in own:
            cls._by_name |= {*names[names.index("_") :]}
        names = [name for name in dict.fromkeys((*cls._names, *names)) if name != "_"]
        cls._names = tuple(sorted(names, key=cls._by_name.__contains__))
        cls._defaults = {name: getattr(cls, name) for name in cls._names if hasattr(cls, name)}
        # Where its base was called already, that has one that takes fewer values.
        cls.__init__ = Frozen.__init__  # type: ignore[method-assign]  # see above

    def __init__(self, *args: Any, **named: Any) -> None:
        cls = type(self)
        cls.__init__ = _constructor(cls)  # type: ignore[method-assign]  # from now on
        cls.__init__(self, *args, **named)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        message = f"{type(self).__name__} cannot be changed"
        raise AttributeError(message)

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.__dict__ == other.__dict__

    def __hash__(self) -> int:
        return hash((type(self), *self.__dict__.values()))

    def __repr__(self) -> str:
        shown = ", ".join(f"{name}={getattr(self, name)!r}" for name in self._names)
        return f"{type(self).__name__}({shown})"


def _constructor(cls: type[Frozen]) -> Callable[..., None]:
    """The constructor that a dataclass would have; what is needed after what is not has a name."""
    names, usual = cls._names, cls._defaults
    given = 0
    for before, name in zip(("", *names), names, strict=False):
        if name in cls._by_name or (name not in usual and before in usual):
            break
        given += 1
    code = _code(given, len(names) - given)
    called = {f"_{place}": name for place, name in enumerate(names)}
    code = code.replace(
        co_varnames=tuple([called.get(name, name) for name in code.co_varnames]),
        co_consts=tuple([called.get(const, const) for const in code.co_consts]),
        co_qualname=f"{cls.__qualname__}.__init__",
    )
    defaults = tuple([usual[name] for name in names[:given] if name in usual])
    made = FunctionType(code, {}, "__init__", defaults)
    made.__kwdefaults__ = {name: usual[name] for name in names[given:] if name in usual}
    return made


@cache
def _code(given: int, by_name: int) -> CodeType:
    """The code of constructors that take so many values, which are called `_0`, `_1`, … in it."""
    names = [f"_{place}" for place in range(given + by_name)]
    parameters = ["_self", *names[:given], *(["*"] if by_name else []), *names[given:]]
    lines = [f"def __init__({', '.join(parameters)}):", " _values = _self.__dict__"]
    lines += [f" _values[{name!r}] = {name}" for name in names]
    found: dict[str, Any] = {}
    exec("\n".join(lines), found)  # noqa: S102  # nothing in it is anybody else's
    code: CodeType = found["__init__"].__code__
    return code


F = TypeVar("F", bound=Frozen)


def replace(frozen: F, /, **changes: Any) -> F:
    """The same object with other values of some fields."""
    made = object.__new__(type(frozen))
    made.__dict__.update(frozen.__dict__, **changes)
    if len(made.__dict__) != len(made._names):
        message = f"{type(frozen).__name__} has the fields {made._names}, not {sorted(changes)}"
        raise TypeError(message)
    return made
