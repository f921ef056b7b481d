"""What all parts of a structural plan have in common."""

from __future__ import annotations

from typing import Any, dataclass_transform

from quire.runtime.frozen import Frozen


@dataclass_transform(frozen_default=True, kw_only_default=True)
class Node(Frozen):
    """A part of a structural plan, shown without what is as usual."""

    def facts(self) -> list[tuple[str, Any]]:
        """What is said of it: the names and values of attributes that are not as usual."""
        usual = self._defaults
        return [
            (name, value)
            for name, value in vars(self).items()
            if name not in usual or value != usual[name]
        ]

    def __repr__(self) -> str:
        shown = ", ".join(f"{name}={value!r}" for name, value in self.facts())
        return f"{type(self).__name__}({shown})"
