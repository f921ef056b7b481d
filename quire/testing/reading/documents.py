"""Documents in files, read by their plan."""

from __future__ import annotations

import json
import math
from typing import Any

from quire.runtime import structure as s
from quire.runtime.errors import join_path
from quire.testing.plan.expressions import Frame, Unknown
from quire.testing.plan.rules import Rules
from quire.testing.plan.spec_plan import SpecPlan
from quire.testing.stored.window import Unsure, Wrong

DEEPEST = 128

_KINDS = {"int": int, "str": str, "bool": bool, "float": (int, float)}


class DocumentReader:
    """Reads the document of a field.

    Args:
        plan: What knows the spec.
        root: The outermost record.
        path: Where the field is in the tree.
        offset: Where its text begins.
    """

    def __init__(self, plan: SpecPlan, root: Any, path: str, offset: int | None) -> None:
        self._compiler, self._root = plan.compiler, root
        self._plans = {each.path: each for each in plan.spec.documents}
        self._path, self._offset = path, offset

    def read(self, data: bytes, kind: str) -> Frame:
        """The object that a text is.

        Raises:
            Wrong: it is none, or not as the spec has it.
        """
        return self._object(self._parsed(data), kind, self._path, None)

    def _parsed(self, data: bytes) -> Any:
        try:
            text = data.decode()
        except UnicodeDecodeError as error:
            raise self._wrong(self._path, error.start) from None
        if _depth(text) > DEEPEST:
            raise Wrong("NestingError", self._path, self._offset)
        try:
            return json.loads(text, object_pairs_hook=self._unique)
        except json.JSONDecodeError as error:
            raise self._wrong(self._path, len(text[: error.pos].encode())) from None
        except ValueError:  # an integer of more digits than Python converts
            raise self._wrong(self._path) from None

    def _unique(self, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        if len(dict(pairs)) < len(pairs):
            raise self._wrong(self._path)
        return dict(pairs)

    def _wrong(self, path: str, behind: int = 0) -> Wrong:
        offset = None if self._offset is None else self._offset + behind
        return Wrong("FormatError", path, offset)

    def _object(self, raw: Any, kind: str, path: str, parent: Any) -> Frame:
        if not isinstance(raw, dict):
            raise self._wrong(path)
        frame = Frame()
        frame["_parent"], frame["_root"] = parent, self._root
        for key in self._taken(kind):
            if key.condition is None or self._of(key.condition, frame):
                frame[key.name] = self._key(key, raw, join_path(path, key.name), frame)
        return frame

    def _taken(self, kind: str) -> list[s.Key]:
        """The keys of an object, each after those that it depends on: JSON has no order."""
        pending = sorted(self._plans[kind].keys, key=_is_derived)
        needs = {key.name: self._needs(key, 0) - {key.name} for key in pending}
        found: list[s.Key] = []
        while pending:
            left = {key.name for key in pending}
            ready = (each for each in pending if left.isdisjoint(needs[each.name]))
            found.append(next(ready, pending[0]))
            pending.remove(found[-1])
        return found

    def _needs(self, key: s.Key, depth: int) -> set[str]:
        """The keys of the object so far around it that a key names, or something in its objects."""
        rules = (arg for rule in key.valid for arg in rule.args)
        exprs = (key.condition, key.default, key.names, *rules)
        paths = [path for each in exprs for path in s.names_in(each)]
        up = ("_parent",) * depth
        found = {path[depth] for path in paths if path[:depth] == up and len(path) > depth}
        inside = self._plans.get(key.type.rstrip("[]"))
        return found.union(
            *(self._needs(each, depth + 1) for each in (inside.keys if inside else ()))
        )

    def _key(self, key: s.Key, raw: dict[str, Any], path: str, frame: Frame) -> Any:
        if key.name not in raw:
            if not key.optional and key.default is None:
                raise self._wrong(path)
            return None if key.default is None else self._of(key.default, frame)
        if key.names is not None:
            return self._named(key, raw[key.name], path, frame)
        value = self._value(key.type, raw[key.name], path, frame)
        rules = Rules(key.name, key.valid, self._compiler)
        try:
            if not rules.hold(frame, value):
                raise self._wrong(path)
        except (Unknown, TypeError) as error:
            raise Unsure(str(error)) from None
        return value

    def _named(self, key: s.Key, raw: Any, path: str, frame: Frame) -> list[Any]:
        names = self._of(key.names, frame)  # type: ignore[arg-type]  # there are some
        if not isinstance(raw, dict) or len(set(names)) < len(names):
            raise self._wrong(path)
        found = []
        for name in names:
            inner = join_path(path, name if name.isprintable() else ascii(name))
            if name not in raw:
                raise self._wrong(inner)
            found.append(self._value(key.type.removesuffix("[]"), raw[name], inner, frame))
        return found

    def _value(self, kind: str, raw: Any, path: str, frame: Frame) -> Any:
        if kind.endswith("[]"):
            if not isinstance(raw, list):
                raise self._wrong(path)
            return [
                self._value(kind[:-2], each, f"{path}[{i}]", frame) for i, each in enumerate(raw)
            ]
        if kind in self._plans:
            return self._object(raw, kind, path, frame)
        if (wanted := _KINDS.get(kind)) is None:
            return raw
        if not isinstance(raw, wanted) or (kind != "bool" and isinstance(raw, bool)):  # type: ignore[arg-type]  # types
            raise self._wrong(path)
        if kind == "float" and not _is_finite(raw):
            raise self._wrong(path)
        return raw

    def _of(self, expr: s.Expr, frame: Frame) -> Any:
        try:
            return self._compiler.function(expr)(frame)
        except (Unknown, TypeError) as error:
            raise Unsure(str(error)) from None


def _is_derived(key: s.Key) -> bool:
    return any(rule.kind == "equal" for rule in key.valid)


def _is_finite(value: float) -> bool:
    try:
        return math.isfinite(float(value))
    except OverflowError:
        return False


def _depth(text: str) -> int:
    """How deep lists and objects are in each other, as far as brackets outside of texts tell."""
    deepest = deep = 0
    quoted = escaped = False
    for letter in text:
        if escaped:
            escaped = False
        elif quoted:
            quoted, escaped = letter != '"', letter == "\\"
        elif letter == '"':
            quoted = True
        elif letter in "[{":
            deep += 1
            deepest = max(deepest, deep)
        elif letter in "]}":
            deep -= 1
    return deepest
