"""How records look: what makes two of them equal, and what is shown of one."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from typing import Any, ClassVar

from quire.runtime.reading.reader import Reader
from quire.runtime.values.document import Document


class Shown:
    """A record that can be compared and printed."""

    _fields: ClassVar[tuple[str, ...]]
    _params: ClassVar[tuple[str, ...]]

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other):
            return NotImplemented
        pairs: list[tuple[Any, Any]] = [(self, other)]
        while pairs:  # records can be nested deeper than Python calls functions
            left, right = pairs.pop()
            if isinstance(left, Shown) and type(left) is type(right):
                pairs += [
                    (getattr(left, name, None), getattr(right, name, None))
                    for name in left._fields
                    if not left._is_elsewhere(name)
                ]
            elif _has_records(left) and _has_records(right) and len(left) == len(right):
                pairs += zip(left, right, strict=True)
            elif not same(left, right):
                return False
        return True

    def _is_elsewhere(self, name: str) -> bool:
        """Whether a field is a parameter that is a record or a stream: no part of this one."""
        if name not in self._params:
            return False
        value = getattr(self, name, None)
        first = value[0] if isinstance(value, list) and value else value
        return isinstance(first, Shown | Reader)

    __hash__ = object.__hash__

    def __rich_repr__(self) -> Iterator[tuple[str, Any]]:
        for name in self._fields:
            if hasattr(self, name) and not self._is_elsewhere(name):
                yield name, getattr(self, name)

    def _repr_html_(self) -> str:
        """What a notebook shows: the tree of the record, with small pictures of arrays."""
        shown = import_module("quire.view.notebook")  # floors above, and for notebooks alone
        return str(shown.html_of(self))

    def __repr__(self) -> str:
        try:
            shown = ", ".join(f"{name}={_short(value)}" for name, value in self.__rich_repr__())
        except RecursionError:
            shown = "..."
        return f"{type(self).__qualname__}({shown})"


def same(left: Any, right: Any) -> bool:
    """Whether two values are equal, arrays too."""
    if _is_array(left) or _is_array(right):
        import numpy as np  # it is there already

        return np.array_equal(left, right)
    return bool(left == right)


def _is_array(value: Any) -> bool:
    """Whether a value is an array of numpy, which need not be imported to tell."""
    return type(value).__module__ == "numpy"


def _has_records(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and isinstance(value[0], Shown)


def _short(value: Any) -> str:
    if isinstance(value, bytes) and len(value) > 24:
        return f"<{len(value)} bytes>"
    if _is_array(value):
        return f"<{value.dtype} {value.shape}>"
    if isinstance(value, list) and len(value) > 3:
        return f"<{len(value)} elements>"
    if isinstance(value, Document):
        return "{...}"
    return repr(value)
