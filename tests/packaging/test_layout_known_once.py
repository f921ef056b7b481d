"""What a face knows of a layout by heart, although a spec has it: the list only gets shorter."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

FACE = Path(__file__).parents[2] / "quire"

KNOWN = {
    "tiers/blocks/decoding.py": "a bitmap as a number, to move its bits",
    "tiers/crate/one_scale.py": "a checksum over codes and scale, which stand in different files",
    "tiers/store/catalogue.py": "frames are looked for in damage, and written by thousands",
}
"""The files that pack, unpack or sum bytes themselves, each with the reason."""

ORDERS = ("little", "big")
SUMS = ("crc32", "adler32")


def test_no_face_packs_or_sums_bytes_but_those_that_say_why() -> None:
    found = {
        str(path.relative_to(FACE))
        for path in FACE.rglob("*.py")
        if "testing" not in path.parts  # it packs what plans say, and knows no layout
        and any(_by_heart(ast.parse(path.read_text(encoding="utf-8"))))
    }
    assert found == KNOWN.keys(), "take what is gone out of the list; do not add to it"


def _by_heart(tree: ast.AST) -> Iterator[bool]:
    """What shows that bytes are taken apart or put together here."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield any(alias.name == "struct" for alias in node.names)
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
            continue
        if node.func.attr in ("from_bytes", "to_bytes"):
            given = (*node.args, *(keyword.value for keyword in node.keywords))
            yield any(isinstance(arg, ast.Constant) and arg.value in ORDERS for arg in given)
        yield node.func.attr in SUMS


def test_what_packs_bytes_is_noticed() -> None:
    assert any(_by_heart(ast.parse("import struct")))
    assert any(_by_heart(ast.parse("n.to_bytes(4, byteorder='little')")))
    assert any(_by_heart(ast.parse("zlib.crc32(data)")))
    assert not any(_by_heart(ast.parse("record.to_bytes()\nTiers.from_bytes(data)")))
