"""The imports of a module: the names that its templates asked for, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from operator import itemgetter

from quire.generator.plan import program as g
from quire.generator.targets.python.names import (
    Names,
    attribute,
    class_name,
    module_name,
    routine_class,
)

_HOMES = {
    "collections.abc": ("Iterable", "Iterator", "Mapping", "Sequence"),
    "enum": ("IntEnum",),
    "functools": ("partial",),
    "typing": ("TYPE_CHECKING", "Any", "ClassVar", "Required", "Self", "TypedDict", "Unpack"),
    "numpy.typing": ("ArrayLike", "NDArray"),
    "quire.kernels.binding": ("Encoded", "Packable", "Stage", "no_case"),
    "quire.kernels.columns": ("Columns", "TableCell", "TableLayout"),
    "quire.runtime": (
        "PACK", "UNPACK", "BitRun", "Block", "Document", "Found", "Keys", "Raw", "Reader", "Rows",
        "Struct", "Writer", "array_size", "axis_of", "bounded", "common_length", "decode_text",
        "deflate", "encode_text", "enum_or_int", "expect_any_of", "expect_at_least",
        "expect_at_most", "expect_count", "expect_equal", "expect_member", "expect_that",
        "expect_until", "inflate",
        "instance", "located", "put_array", "quotient", "rotate_left", "shift_left", "trim",
        "trim_view", "undecided", "view_array", "xor",
    ),
}  # fmt: skip  # laid out as a table
_READ_WRITE = (
    "ReadWriteStruct", "Stored", "computed", "consistent", "consistent_child", "consistent_end",
    "consistent_param", "consistent_room", "consistent_start", "consistent_until",
    "expect_any_of", "expect_at_least", "expect_at_most", "expect_equal", "expect_member",
    "expect_that", "written", "written_at",
)  # fmt: skip  # laid out as a table
_MODULES = ("math", "struct")
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}


def imports(module: g.Module, names: Names, package: str, opaque: str) -> list[str]:
    """The import statements of a module, in ruff's order, in groups."""
    homes = dict(_HOME_OF)
    if module.root.base == "ReadWriteStruct":
        homes |= dict.fromkeys(_READ_WRITE, "quire.runtime.read_write")
    standard = [f"import {name}" for name in _MODULES if name in names.used]
    third: list[str] = []
    own: list[str] = []
    used = sorted((homes[name], *_order(name)) for name in names.used - {*_MODULES})
    for home, group in groupby(used, key=itemgetter(0)):
        listed = ", ".join(_listed(name, names) for *_, name in group)
        kind = own if home.startswith("quire.") else third if "numpy" in home else standard
        kind.append(f"from {home} import {listed}")
    others = sorted(dict.fromkeys(_others(module, names, package, opaque)), key=_import_order)
    # Formats of quire import each other; they stand before the kernels and the runtime.
    ours = [statement for statement in others if statement.startswith("from quire.")]
    theirs = [statement for statement in others if statement not in ours]
    return ["\n".join(group) for group in (standard, third, ours + own, theirs) if group]


def _order(name: str) -> tuple[int, str]:
    """Constants, then classes, then functions."""
    return 0 if name.isupper() else 1 if name[0].isupper() else 2, name


def _listed(name: str, names: Names) -> str:
    called = names[name]
    return name if called == name else f"{name} as {called}"


def _others(module: g.Module, names: Names, package: str, opaque: str) -> Iterator[str]:
    """The modules of other specs, of somebody else's types, and of routines."""
    for where, listed in ((package, module.imports), (opaque, module.opaque)):
        for name in listed:
            if name in names.modules:
                source = f"from {where} " if where else ""
                yield f"{source}import {attribute(name)} as {module_name(name)}"
    for path in module.routines:
        where = ".".join(map(attribute, path[:-1] or path))
        yield f"from {where} import {class_name(path[-1])} as {routine_class(path)}"


def _import_order(statement: str) -> tuple[bool, str]:
    """`import …` before `from … import …`, as ruff has it."""
    return statement.startswith("from"), statement
