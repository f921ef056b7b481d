"""Documents out of choices: JSON that keeps the schema of the spec."""

from __future__ import annotations

import json
from typing import Any

from quire.runtime import structure as s
from quire.runtime.structure.expressions import names_in
from quire.testing.choices import Choices
from quire.testing.making import values
from quire.testing.plan.expressions import Compiler, Frame
from quire.testing.plan.rules import Rules
from quire.testing.stored.stream import Refused

TRIES = 20
"""How many values are looked at for one that keeps the rules."""

Mined = dict[str, set[Any]]


class Documents:
    """Makes the objects of the documents of a spec.

    Args:
        spec: The plan.
        compiler: Makes functions of its expressions.
        mined: The texts and numbers that keys are compared with, by the names of the keys.
    """

    def __init__(self, spec: s.Spec, compiler: Compiler, mined: Mined) -> None:
        self._mined = mined
        self._keys = {
            document.path: [
                _Key(key, compiler, {each.name for each in document.keys[place + 1 :]})
                for place, key in enumerate(document.keys)
            ]
            for document in spec.documents
        }

    def text(self, path: str, draw: Choices, parent: Any, root: Any) -> tuple[Frame, bytes]:
        """An object, and the text that it is."""
        made = self._object(path, draw, parent, root)
        return made, json.dumps(_plain(made)).encode()

    def _object(self, path: str, draw: Choices, parent: Any, root: Any) -> Frame:
        frame = Frame()
        frame["_parent"], frame["_root"] = parent, root
        for key in self._keys[path]:
            if key.condition is not None and not key.condition(frame):
                continue
            if key.optional and draw.byte() < 0x80:
                continue
            if key.is_late:
                frame[key.name] = None  # its place, among the others
            elif key.names is not None:
                names = key.names(frame)
                of = {
                    name: self._value(key, key.type.removesuffix("[]"), draw, frame)
                    for name in names
                }
                frame[key.name] = Named(of)
            else:
                frame[key.name] = self._allowed(key, draw, frame)
        for key in self._keys[path]:
            if key.is_late and key.name in frame:
                frame[key.name] = self._allowed(key, draw, frame)
        return frame

    def _allowed(self, key: _Key, draw: Choices, frame: Frame) -> Any:
        for _ in range(TRIES):
            value = self._value(key, key.type, draw, frame)
            if key.rules.hold(frame, value):
                return value
        raise Refused("document")

    def _value(self, key: _Key, kind: str, draw: Choices, frame: Frame) -> Any:
        if kind.endswith("[]"):
            return [self._value(key, kind[:-2], draw, frame) for _ in range(draw.few(4))]
        if kind in self._keys:
            return self._object(kind, draw, frame, frame["_root"])
        preferred = sorted(
            each for each in self._mined.get(key.name, ()) if type(each).__name__ == kind
        )
        if preferred and draw.byte() < 0xF0:
            return draw.one_of(preferred)
        if kind == "int":
            given = key.rules.named(frame, int)
            return draw.one_of(given) if given and draw.byte() < 0xE0 else draw.few(64)
        if kind == "float":
            return values.fraction(draw, 8)
        if kind == "bool":
            return draw.byte() >= 0x80
        if kind == "str":
            given = key.rules.named(frame, str)
            if given:
                return draw.one_of(given)
            return values.some_text(draw, draw.few(16), "ascii").decode()
        return None


class Named(list[Any]):
    """The values of an object whose keys another part of the document lists."""

    def __init__(self, of: dict[str, Any]) -> None:
        super().__init__(of.values())
        self.of = of


class _Key:
    """A key, with its expressions as functions.

    Args:
        key: Its plan.
        compiler: Makes functions of its expressions.
        behind: The keys that come after it.

    Attributes:
        is_late: Whether its rules depend on these.
    """

    def __init__(self, key: s.Key, compiler: Compiler, behind: set[str]) -> None:
        function = compiler.function
        self.name, self.type, self.optional = key.name, key.type, key.optional
        self.condition = None if key.condition is None else function(key.condition)
        self.names = None if key.names is None else function(key.names)
        self.rules = Rules(key.name, key.valid, compiler)
        asked = {path[0] for rule in key.valid for arg in rule.args for path in names_in(arg)}
        self.is_late = not asked.isdisjoint(behind)


def _plain(value: Any) -> Any:
    """An object without the words that lead elsewhere."""
    if isinstance(value, Named):
        return {name: _plain(each) for name, each in value.of.items()}
    if isinstance(value, Frame):
        return {
            name: _plain(each)
            for name, each in value.items()
            if name not in ("_parent", "_root", "_")
        }
    if isinstance(value, list):
        return [_plain(each) for each in value]
    return value
