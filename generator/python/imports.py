"""The imports of a module: what its text uses, and nothing else."""

from __future__ import annotations

import re

from quire.generator.python.layout import STEP, WIDTH

_STANDARD = (
    ("math", "import math"),
    ("IntEnum", "from enum import IntEnum"),
)
_TYPING = ("Any", "ClassVar")
_BINDING = ("Encoded", "Stage", "no_case")
_RUNTIME = (
    "Block", "Document", "Keys", "Reader", "Struct", "Writer",
    "decode_text", "encode_text", "enum_or_int",
    "expect_any_of", "expect_at_least", "expect_at_most", "expect_count", "expect_equal",
    "expect_member", "expect_that", "expect_until",
    "instance", "put_array", "shift_left", "trim", "view_array",
)  # fmt: skip  # laid out as a table


def imports(body: str) -> list[str]:
    """The import statements of a module with this body, in ruff's order, in groups."""
    code = re.sub(r'"""(?:[^"\\]|\\.|"(?!""))*"""', "", body, flags=re.DOTALL)

    def used(names: tuple[str, ...]) -> list[str]:
        return [name for name in names if re.search(rf"(?<![\w.]){name}\b", code)]

    standard = [statement for name, statement in _STANDARD if used((name,))]
    if typing := used(_TYPING):
        standard.append(f"from typing import {', '.join(typing)}")
    third = ["from numpy.typing import NDArray"] if used(("NDArray",)) else []
    own: list[str] = []
    for module, names in (("quire.kernels.binding", _BINDING), ("quire.runtime", _RUNTIME)):
        if found := used(names):
            flat = f"from {module} import {', '.join(found)}"
            own.append(flat if len(flat) <= WIDTH else _listed(module, found))
    return ["\n".join(group) for group in (standard, third, own) if group]


def _listed(module: str, names: list[str]) -> str:
    """An import of many names, one a line."""
    return "\n".join([f"from {module} import (", *(f"{STEP}{name}," for name in names), ")"])
