"""The keys of objects of documents: taken by name and type, and wrong ones told."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, TypeVar

from quire.runtime.errors import FormatError, join_path
from quire.runtime.reading.checks import expect_given, show
from quire.runtime.values.trees import Tree, copied

if TYPE_CHECKING:
    from quire.runtime.values.document import Document

D = TypeVar("D", bound="Document")
T = TypeVar("T")

Mode = Literal["read", "given", "edited"]
"""Where the keys come from: a file, a caller's dict, or a document that may have been changed."""


def key_text(key: str) -> str:
    """A key as it stands in a path; what cannot be printed is escaped."""
    return key if key.isprintable() else ascii(key)


class Named(list[D], Tree):
    """The objects of an object by names that something else lists, in the order of that.

    Args:
        values: One for each name.
        names: Their keys.
        raw: The object as parsed; other keys of it are kept.
    """

    def __init__(self, values: list[D], names: list[str], raw: dict[str, Any]) -> None:
        super().__init__(values)
        self._names = names
        self._raw = raw

    def tree(self) -> dict[str, Any]:
        """The object as plain data, its keys in the order they came."""
        found = dict(zip(self._names, (value.tree() for value in self), strict=True))
        return {**{key: found.get(key, kept) for key, kept in self._raw.items()}, **found}


Place: TypeAlias = "str | tuple[Keys, str, int | None]"
"""A path; or the keys around, the name there, and the number in a list."""


class Keys:
    """The keys of one object, taken by name and type; what does not fit is an error."""

    __slots__ = ("_names", "_place", "absent", "mode", "offset", "raw")

    def __init__(self, raw: Any, place: Place, offset: int | None, mode: Mode) -> None:
        self.offset = offset
        self.mode = mode
        self._names: tuple[str, ...] = ()
        self.go_to(raw, place)

    def go_to(self, raw: Any, place: Place) -> None:
        """Go on with another object, the next one of a list."""
        self._place = place
        if not isinstance(raw, dict):
            raise FormatError(self.path, "an object", _kind(raw), offset=self.offset)
        self.raw: dict[str, Any] = raw
        self.absent: tuple[str, ...] = ()

    def apart(self) -> tuple[tuple[str, ...], tuple[Any, ...]]:
        """Names and values, which take a third of the memory: objects of a list share the names."""
        names = tuple(self.raw)
        if names != self._names:
            self._names = names
        return self._names, tuple(self.raw.values())

    @property
    def path(self) -> str:
        """Where the object stands; it is put together when somebody asks, for an error."""
        if isinstance(self._place, str):
            return self._place
        outer, name, index = self._place
        return join_path(outer.path, name if index is None else f"{name}[{index}]")

    def __contains__(self, name: str) -> bool:
        """Whether an optional key is there; those that are not are remembered as left out."""
        if name in self.raw and not (self.mode != "read" and self.raw[name] is None):
            return True
        self.absent += (name,)
        return False

    def error(self, name: str, expected: str, found: str) -> FormatError:
        """The error for one key."""
        return FormatError(join_path(self.path, name), expected, found, offset=self.offset)

    def anything(self, name: str) -> Any:
        """A key that must be there, of any type."""
        return copied(self._value(name))

    def _value(self, name: str) -> Any:
        """A key that must be there, for those who do not change it."""
        try:
            return self.raw[name]
        except KeyError:
            raise self.error(name, "a value", "no such key") from None

    def integer(self, name: str) -> int:
        """A JSON integer."""
        value = self.raw.get(name)
        return value if type(value) is int else self._integer(name, self._value(name))

    def number(self, name: str) -> float:
        """Any finite JSON number, as a float."""
        return self._number(name, self._value(name))

    def boolean(self, name: str) -> bool:
        """`true` or `false`."""
        return self._boolean(name, self._value(name))

    def text(self, name: str) -> str:
        """A JSON string."""
        value = self.raw.get(name)
        return value if type(value) is str else self._text(name, self._value(name))

    def integers(self, name: str) -> list[int]:
        """A list of JSON integers."""
        return self._list(name, self._integer)

    def numbers(self, name: str) -> list[float]:
        """A list of finite JSON numbers."""
        return self._list(name, self._number)

    def booleans(self, name: str) -> list[bool]:
        """A list of `true` and `false`."""
        return self._list(name, self._boolean)

    def texts(self, name: str) -> list[str]:
        """A list of JSON strings."""
        return self._list(name, self._text)

    def anythings(self, name: str) -> list[Any]:
        """A list of anything."""
        return self._list(name, lambda _, value: copied(value))

    def object(self, name: str, kind: type[D], parent: Document) -> D:
        """A nested object."""
        return self._object((self, name, None), self._value(name), kind, parent)

    def objects(self, name: str, kind: type[D], parent: Document) -> list[D]:
        """A list of nested objects."""
        values = self._values(name)
        # Those that were parsed give way to their documents one by one, and so does their memory.
        made: list[Any] = values if isinstance(values, list) and self.mode == "read" else [*values]
        keys, root = Keys({}, "", self.offset, self.mode), parent._root
        for i, value in enumerate(values):
            raw = value.tree() if isinstance(value, Tree) else value
            keys.go_to(raw, (self, name, i))
            made[i] = kind(keys, parent, root)
        return made

    def named_objects(
        self, name: str, names: list[str], kind: type[D], parent: Document
    ) -> list[D]:
        """The objects of a nested object that have these names, each of which there is once."""
        value = self._value(name)
        raw = value.tree() if isinstance(value, Named) else value
        inner = Keys(raw, (self, name, None), self.offset, self.mode)
        if len(set(names)) < len(names):
            twice, _ = Counter(names).most_common(1)[0]
            raise self.error(name, "names that differ", f"{show(twice)} twice")
        found = []
        for each in names:
            place = key_text(each)
            if each not in inner.raw:
                raise inner.error(place, "a value", "no such key")
            found.append(inner._object((inner, place, None), inner.raw[each], kind, parent))
        return Named(found, names, inner.raw)

    def expect_at_least(self, name: str, found: float, least: float) -> None:
        """`valid: {min}`."""
        if not found >= least:
            raise self.error(name, f"at least {least}", show(found))

    def expect_at_most(self, name: str, found: float, most: float) -> None:
        """`valid: {max}`."""
        if not found <= most:
            raise self.error(name, f"at most {most}", show(found))

    def expect_any_of(self, name: str, found: Any, choices: tuple[Any, ...]) -> None:
        """`valid: {any-of}`."""
        if found not in choices:
            raise self.error(name, " or ".join(map(show, choices)), show(found))

    def expect_that(
        self, name: str, found: Any, holds: bool, rule: str
    ) -> None:  # reads as an assertion
        """`valid: {expr}`."""
        if not holds:
            raise self.error(name, f"a value for which `{rule}`", show(found))

    def derived(self, name: str, take: Callable[[str], T], value: T) -> T:
        """A key that must have one value: verified in a file, filled in for a writer."""
        if self.mode == "edited" or (self.mode == "given" and name not in self.raw):
            return value
        found = take(name)
        if self.mode == "given":
            expect_given(join_path(self.path, name), found, value, "the rest of the document")
        elif found != value:
            raise self.error(name, show(value), show(found))
        return value

    def _list(self, name: str, element: Callable[[str, Any], T]) -> list[T]:
        return [element(f"{name}[{i}]", value) for i, value in enumerate(self._values(name))]

    def _values(self, name: str) -> list[Any] | tuple[Any, ...]:
        values = self._value(name)
        if not isinstance(values, list | tuple):
            raise self.error(name, "a list", _kind(values))
        return values

    def _object(self, place: Place, value: Any, kind: type[D], parent: Document) -> D:
        raw = value.tree() if isinstance(value, Tree) else value
        return kind(Keys(raw, place, self.offset, self.mode), parent, parent._root)

    def _integer(self, place: str, value: Any) -> int:
        if isinstance(value, bool) or not isinstance(value, int):
            raise self.error(place, "an integer", _kind(value))
        return value

    def _number(self, place: str, value: Any) -> float:
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise self.error(place, "a number", _kind(value))
        try:
            number = float(value)
        except OverflowError:
            number = math.inf
        if not math.isfinite(number):
            raise self.error(place, "a finite number", show(value))
        return number

    def _boolean(self, place: str, value: Any) -> bool:
        if not isinstance(value, bool):
            raise self.error(place, "true or false", _kind(value))
        return value

    def _text(self, place: str, value: Any) -> str:
        if not isinstance(value, str):
            raise self.error(place, "a string", _kind(value))
        return value


def _kind(value: Any) -> str:
    """What a JSON value is, in words."""
    names = {
        dict: "an object",
        list: "a list",
        str: "a string",
        bool: "a boolean",
        type(None): "null",
    }
    return names.get(type(value), show(value))
