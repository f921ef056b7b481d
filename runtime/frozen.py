"""Small immutable objects, for the vocabularies of the stages.

They are what frozen dataclasses are, to type checkers too, but for their price: a dataclass writes
and compiles its methods when it is imported, which for hundreds of classes takes longer than to
compile a spec.
"""

from __future__ import annotations

from typing import Any, ClassVar, NoReturn, TypeVar, dataclass_transform


@dataclass_transform(frozen_default=True)
class Frozen:
    """An object that is what its annotated attributes are, in the order of their declaration.

    Those behind `_: KW_ONLY` are given by name: they come last, behind those of subclasses.
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

    def __init__(self, *args: Any, **named: Any) -> None:
        values, names = self.__dict__, self._names
        if len(args) == len(names) and not named:
            values.update(zip(names, args, strict=True))
            return
        values.update(self._defaults)
        values.update(zip(names, args, strict=False))
        values.update(named)
        if len(values) != len(names) or len(args) + len(named) > len(values):
            self._refuse(args, named)

    def _refuse(self, args: tuple[Any, ...], named: dict[str, Any]) -> NoReturn:
        given = f"{len(args)} values and {sorted(named)}"
        message = f"{type(self).__name__} has the fields {self._names}, not {given}"
        raise TypeError(message)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        message = f"{type(self).__name__} cannot be changed"
        raise AttributeError(message)

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.__dict__ == other.__dict__

    def __hash__(self) -> int:
        return hash((type(self), *map(self.__dict__.get, self._names)))

    def __repr__(self) -> str:
        shown = ", ".join(f"{name}={getattr(self, name)!r}" for name in self._names)
        return f"{type(self).__name__}({shown})"


F = TypeVar("F", bound=Frozen)


def replace(frozen: F, /, **changes: Any) -> F:
    """The same object with other values of some fields."""
    made = object.__new__(type(frozen))
    made.__dict__.update(frozen.__dict__, **changes)
    return made
