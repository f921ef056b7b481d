"""The imports of a module: the names that its templates asked for, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from quire.generator.plan import program as g
from quire.generator.targets.python.names import (
    Names,
    attribute,
    class_name,
    module_name,
    routine_class,
)
from quire.runtime import direct

_HOMES: dict[str, tuple[str, ...]] = {
    "collections.abc": ("Iterable", "Iterator", "Mapping", "Sequence"),
    "functools": ("cache", "partial"),
    "itertools": ("repeat",),
    "typing": ("TYPE_CHECKING", "Any", "ClassVar", "Required", "Self", "TypedDict", "Unpack"),
    "numpy.typing": ("ArrayLike", "NDArray"),
    "quire.kernels.engine.payload": ("Encoded", "Packable"),
    "quire.kernels.engine.pipeline": ("Stage", "no_case"),
    "quire.kernels.services.columns": ("Columns", "TableCell", "TableLayout", "TableRule"),
    "quire.runtime.direct": direct.NAMES,
    "quire.runtime": (
        "PACK", "UNPACK", "BitRun", "Block", "Bytes", "Document", "FieldsPart", "Fixed", "Found",
        "Keys", "LateEnum", "ListPart", "Marks", "Members", "Opened", "Parts", "Raw", "Reader",
        "RecordPart", "Settings", "Stride", "Struct", "Sum", "Tagged", "Types", "WithTypes",
        "Writer",
        "array_size", "assembled", "axis_of",
        "bounded", "common_length", "computed", "copied", "decode_text", "deflate", "dividend",
        "encode_text", "encoded", "ends_of", "expect_any_of", "expect_at_least", "expect_at_most",
        "expect_count", "expect_equal", "expect_few", "expect_member", "expect_that",
        "expect_until", "expect_within", "exponent", "first_of", "has_at", "inflate", "instance",
        "last_index_of", "len_deflated", "len_sub_blocks", "len_varint", "located", "looked_at",
        "payload_bytes", "put_array", "put_pieces", "quick", "quotient", "rotate_left",
        "shift_left", "size_of", "size_put", "spelled", "trim", "trim_view", "undecided",
        "view_array", "with_bits", "written_size", "xor",
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


class Import(NamedTuple):
    """A statement: names of a module (`source`), or a module."""

    source: str
    names: str


def imports(module: g.Module, names: Names, package: str, opaque: str) -> list[list[Import]]:
    """The import statements of a module, in ruff's order, in groups."""
    homes = dict(_HOME_OF)
    if module.root.base == "ReadWriteStruct":
        homes |= dict.fromkeys(_READ_WRITE, "quire.runtime.writing.read_write")
    standard = [Import("", name) for name in _MODULES if name in names.used]
    third: list[Import] = []
    own: list[Import] = []
    used = sorted((homes[name], *_order(name)) for name in names.used - {*_MODULES})
    for home, group in groupby(used, key=itemgetter(0)):
        listed = ", ".join(_listed(name, names) for *_, name in group)
        kind = own if home.startswith("quire.") else third if "numpy" in home else standard
        kind.append(Import(home, listed))
    # `import …` stands before `from … import …`.
    others = sorted(set(_others(module, names, package, opaque)))
    # Formats of quire import each other; they stand before the kernels and the runtime.
    ours = [other for other in others if other.source.startswith("quire.")]
    theirs = [other for other in others if other not in ours]
    return [group for group in (standard, third, ours + own, theirs) if group]


def _order(name: str) -> tuple[int, str]:
    """Constants, then classes, then functions."""
    return 0 if name.isupper() else 1 if name[0].isupper() else 2, name


def _listed(name: str, names: Names) -> str:
    called = names[name]
    return name if called == name else f"{name} as {called}"


def _others(module: g.Module, names: Names, package: str, opaque: str) -> Iterator[Import]:
    """The modules of other specs, of somebody else's types, and of routines."""
    for where, listed in ((package, module.imports), (opaque, module.opaque)):
        for name in listed:
            if name in names.modules:
                yield Import(where, f"{attribute(name)} as {module_name(name)}")
    for path in module.routines:
        where = ".".join(map(attribute, path[:-1] or path))
        yield Import(where, f"{class_name(path[-1])} as {routine_class(path)}")
