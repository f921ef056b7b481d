"""Objects of documents as lines of Python."""

from __future__ import annotations

from itertools import groupby

from quire.generator.plan import operations as p
from quire.generator.targets.python.expr import Printer
from quire.generator.targets.python.layout import Chain, call, quoted, statement
from quire.generator.targets.python.read import Lines, guard, suite
from quire.generator.types import model as m
from quire.runtime.document import attribute_of

_TAKE = {"int": "integer", "float": "number", "bool": "boolean", "str": "text", "any": "anything"}
_TAKE_LIST = {
    "int": "integers",
    "float": "numbers",
    "bool": "booleans",
    "str": "texts",
    "any": "anythings",
}


def load_lines(document: p.DocumentClass, printer: Printer, depth: int) -> Lines:
    """The lines that take every key; what follows from others comes last."""
    keys = sorted(document.keys, key=lambda key: key.derived is not None)
    lines: Lines = []
    for test, group in groupby(
        keys, key=lambda key: printer.text(key.condition) if key.condition is not None else None
    ):
        body = [line for key in group for line in _assign(key, printer, depth + (test is not None))]
        lines += suite([f"if {test}:"], body) if test is not None else body
    return lines


def _assign(key: p.Key, printer: Printer, depth: int) -> Lines:
    name, head = quoted(key.name), f"self.{attribute_of(key.name)} = "
    take, args = _take(key, printer)
    if key.derived is not None:
        lines = call(
            f"{head}keys.derived(", [name, f"keys.{take}", printer.doc(key.derived)], ")", depth
        )
    elif key.default is not None or key.optional:
        otherwise = printer.text(key.default) if key.default is not None else "None"
        taken = f"keys.{take}({', '.join([name, *args])})"
        lines = statement(head, Chain((taken, f"if {name} in keys", f"else {otherwise}")), depth)
    else:
        lines = call(f"{head}keys.{take}(", [name, *args], ")", depth)
    # A check of a key goes through the keys, which know the path.
    inner = depth + key.optional
    checks = [
        line for rule in key.guards for line in guard(rule, printer, inner, io=False, where="keys.")
    ]
    if key.optional and checks:
        checks = suite([f"if self.{attribute_of(key.name)} is not None:"], checks)
    return [*lines, *checks]


def _take(key: p.Key, printer: Printer) -> tuple[str, list[str]]:
    if key.kind == "object" and key.path is not None:
        return "object", [printer.class_of(key.path), "self"]
    if key.kind == "list" and key.item is not None:
        if key.item.kind == "object" and key.item.path is not None:
            kind = printer.class_of(key.item.path)
            if key.keys is not None:
                return "named_objects", [printer.text(key.keys), kind, "self"]
            return "objects", [kind, "self"]
        return _TAKE_LIST.get(key.item.kind, "anythings"), []
    return _TAKE[key.kind], []


def optional_annotation(key: p.Key, text: str) -> str:
    """The annotation of a key that may be missing."""
    return f"{text} | None" if key.optional and key.type is not m.ANY else text
