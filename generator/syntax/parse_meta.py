"""Stage 2: `meta`, of a spec and of the types in it."""

from __future__ import annotations

import re

from quire.generator.diagnostics import Problems
from quire.generator.syntax import keys
from quire.generator.syntax.load import Mapping, Scalar
from quire.generator.syntax.node_reader import NodeReader
from quire.generator.syntax.tree import Import, Switch, default_last

NEWEST, OLDEST = (0, 11, 0), (0, 6)
"""Versions of Kaitai Struct whose specs are read."""


def check_version(meta: NodeReader, problems: Problems) -> None:
    """`ks-version`: `X.Y` or `X.Y.Z`, not newer than the language that is compiled."""
    node = meta.scalar("ks-version", "a version")
    if node is None:
        return
    # Other tools read YAML's floats as floats.
    text = str(float(node.text)) if node.kind == "float" else node.text
    if not re.fullmatch(r"[0-9]{1,4}(\.[0-9]{1,4}){1,2}", text):
        problems.error("Q203", f"`{text}` is no version", node.span, help="write `0.11`")
        return
    version = tuple(map(int, text.split(".")))
    if (*version, 0)[:3] > NEWEST:
        message = f"the spec needs Kaitai Struct {text}; quire reads 0.11"
        problems.error("Q203", message, node.span)
    elif version < OLDEST:
        message = f"there are no specs of version {text}"
        problems.error("Q203", message, node.span, help="YAML reads 0.10 as 0.1: quote it")


def endian(meta: NodeReader, problems: Problems) -> str | Switch | None:
    """`endian`: `le`, `be`, or a choice between them."""
    node = meta.node.get("endian")
    if node is None:
        return None
    if not isinstance(node, Mapping):
        return meta.choice("endian", "") or None
    switch = NodeReader(node, keys.SWITCH, "`endian`", problems)
    on, cases = switch.expr("switch-on"), switch.mapping("cases")
    if on is None or cases is None:
        if "switch-on" not in switch or "cases" not in switch:
            message = "a choice of the byte order needs `switch-on` and `cases`"
            problems.error("Q203", message, node.span)
        return None
    found = []
    for key, value in cases.items:
        if not isinstance(value, Scalar) or value.text not in ("le", "be"):
            switch.wrong(value, "`le` or `be`")
            continue
        found.append((None if key.text == "_" else switch.as_expr(key), value.text))
    return Switch(on, default_last(found), node.span)


def bit_endian(meta: NodeReader) -> str | None:
    """`bit-endian`: the order of bits."""
    return meta.choice("bit-endian", "") or None


def encoding(meta: NodeReader) -> str | None:
    """`encoding`, of all text in the type."""
    return meta.text("encoding") or None


def imports(meta: NodeReader) -> tuple[Import, ...]:
    """`imports`: one path, or a list of them."""
    found = []
    for item in meta.items("imports"):
        if isinstance(item, Scalar) and item.kind != "null":
            found.append(Import(item.text, item.span))
        else:
            meta.wrong(item, "the path of a spec")
    return tuple(found)
