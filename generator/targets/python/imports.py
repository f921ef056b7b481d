"""The imports of a module: what its text uses, and nothing else."""

from __future__ import annotations

import symtable
from collections.abc import Collection, Sequence

from quire.generator.plan import operations as p
from quire.generator.targets.python.layout import STEP, WIDTH
from quire.generator.targets.python.names import attribute, class_name, module_name, routine_class

_STANDARD = (
    ("IntEnum", "from enum import IntEnum"),
    ("partial", "from functools import partial"),
)
_COLLECTIONS = ("Iterable", "Iterator", "Mapping", "Sequence")
_TYPING = ("TYPE_CHECKING", "Any", "ClassVar", "Required", "Self", "TypedDict", "Unpack")
_BINDING = ("Encoded", "Packable", "Stage", "no_case")
_COLUMNS = ("Columns", "TableCell", "TableLayout")
_RUNTIME = (
    "PACK", "UNPACK", "BitRun", "Block", "Document", "Keys", "Raw", "Reader", "Rows",
    "Struct", "Writer",
    "array_size", "axis_of", "bounded", "common_length", "decode_text", "deflate",
    "encode_text", "enum_or_int",
    "expect_any_of", "expect_at_least", "expect_at_most", "expect_count", "expect_equal",
    "expect_member", "expect_that", "expect_until",
    "inflate", "instance", "located", "put_array", "quotient", "rotate_left", "shift_left", "trim",
    "trim_view", "undecided", "view_array", "xor",
)  # fmt: skip  # laid out as a table

_READ_WRITE = (
    "ReadWriteStruct", "Stored", "computed", "consistent", "consistent_child", "consistent_end",
    "consistent_param", "consistent_room", "consistent_start", "consistent_until",
    "expect_any_of", "expect_at_least", "expect_at_most", "expect_equal", "expect_member",
    "expect_that",
    "written", "written_at",
)  # fmt: skip  # laid out as a table


def imports(body: str, module: p.Module, package: str, opaque: str) -> list[str]:
    """The import statements of a module with this body, in ruff's order, in groups."""
    words = globals_of(body)

    def used(names: Sequence[str]) -> list[str]:
        return [name for name in names if name in words]

    math = [f"import {name}" for name in used(("math", "struct"))]
    standard = [statement for name, statement in _STANDARD if used((name,))]
    if found := used(_COLLECTIONS):
        standard.insert(0, f"from collections.abc import {', '.join(found)}")
    if typing := used(_TYPING):
        standard.append(f"from typing import {', '.join(typing)}")
    standard = math + standard
    arrays = used(("ArrayLike", "NDArray"))
    third = [f"from numpy.typing import {', '.join(arrays)}"] if arrays else []
    own: list[str] = []
    read_write = _READ_WRITE if module.root.read_write else ()
    sources = (
        ("quire.kernels.binding", _BINDING),
        ("quire.kernels.columns", _COLUMNS),
        ("quire.runtime", tuple(name for name in _RUNTIME if name not in read_write)),
        ("quire.runtime.read_write", read_write),
    )
    for source, names in sources:
        if found := used(names):
            flat = f"from {source} import {', '.join(found)}"
            own.append(flat if len(flat) <= WIDTH else _listed(source, found))
    others = _others(words, module, package, opaque)
    # Formats of quire import each other; they stand before the kernels and the runtime.
    ours = [statement for statement in others if statement.startswith("from quire.")]
    others = [statement for statement in others if statement not in ours]
    return ["\n".join(group) for group in (standard, third, ours + own, others) if group]


def globals_of(body: str) -> frozenset[str]:
    """The names that a text of Python looks up in its module or among the builtins."""
    try:
        pending = [symtable.symtable(body, "module", "exec")]
    except SyntaxError:
        return frozenset()  # it is no module; who compiles it is told
    found = set()
    while pending:
        scope = pending.pop()
        pending += scope.get_children()
        # What a class refers to is looked up while nothing of that name stands in it.
        outer = scope.get_type() != "function"
        symbols = scope.get_symbols()
        found |= {s.get_name() for s in symbols if s.is_referenced() and (outer or s.is_global())}
    return frozenset(found)


def _others(words: Collection[str], module: p.Module, package: str, opaque: str) -> list[str]:
    """The modules of other specs, of somebody else's types, and of routines."""
    found = [
        (f"from {where} " if where else "") + f"import {attribute(name)} as {alias}"
        for where, names in ((package, module.imports), (opaque, module.opaque))
        for name in names
        if (alias := module_name(name)) in words
    ]
    for path in module.routines:
        where = ".".join(map(attribute, path[:-1] or path))
        found.append(f"from {where} import {class_name(path[-1])} as {routine_class(path)}")
    return sorted(dict.fromkeys(found), key=_import_order)


def _import_order(statement: str) -> tuple[bool, str]:
    """`import …` before `from … import …`, as ruff has it."""
    return statement.startswith("from"), statement


def _listed(module: str, names: list[str]) -> str:
    """An import of many names, one a line."""
    return "\n".join([f"from {module} import (", *(f"{STEP}{name}," for name in names), ")"])
