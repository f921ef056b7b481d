"""Names of a spec as names of Python, as Kaitai's compiler makes them."""

from __future__ import annotations

import keyword
import re

from quire import runtime
from quire.generator.resolve.scopes import Path

BASES = frozenset(["IntEnum", "ReadWriteStruct", "Struct"])
"""Classes that nested ones derive from, and that none of them may hide from the others."""

USED = BASES | {
    "Any",
    "ClassVar",
    "Columns",
    "Encoded",
    "NDArray",
    "Packable",
    "Raw",
    "Reader",
    "Rows",
    "Stage",
    "Stored",
    "TableCell",
    "TableLayout",
}
"""Classes that methods and annotations use, and that the one class of a module may not hide."""


def class_name(identifier: str) -> str:
    """`vlq_base128_le` makes `VlqBase128Le`; a name that is taken gets an underscore behind it."""
    name = "".join(part[:1].upper() + part[1:] for part in re.split("[_ ]", identifier))
    return f"{name}_" if keyword.iskeyword(name) or name in BASES else name


def root_class(identifier: str) -> str:
    """The class of a whole spec while its module is made; in the end it is called `class_name`."""
    name = class_name(identifier)
    return f"{name}_" if name in USED else name


def element_name(identifier: str) -> str:
    """What an element of a list is called in a loop: `chunk` for `chunks`."""
    singular = identifier.removesuffix("s")
    if singular.endswith("ie") and len(singular) > 4:
        singular = f"{singular[:-2]}y"
    if singular == identifier or singular in CALLED | LOCALS or not singular.isidentifier():
        singular = f"{identifier}_item"
    return attribute(singular)


_BUILTINS = (
    "bool", "bytearray", "bytes", "enumerate", "getattr", "hasattr", "int", "isinstance", "len",
    "max", "min", "object", "range", "str", "sum", "super", "tuple", "vars",
)  # fmt: skip  # laid out as a table
_READ_WRITE = (
    "consistent", "consistent_child", "consistent_end", "consistent_param", "consistent_room",
    "consistent_start", "consistent_until", "written_at",
)  # fmt: skip  # laid out as a table

CALLED = frozenset(
    (*_BUILTINS, "math", "struct", "partial", "no_case", *_READ_WRITE, *runtime.__all__)
)
"""What generated methods call by name, and a local variable would hide."""

LOCALS = frozenset(
    ["count", "each", "ends", "i", "io", "item", "other", "self", "start", "value", "window"]
)
"""Names that generated methods give to what they work with."""


def class_of(path: Path, home: str) -> str:
    """The class of a path, from the top: `Cvc.Chunk`; of another module, `_common.Common.Date`.

    Without a home it has its module's own name: `cvc.Cvc.Chunk`.
    """
    below = map(class_name, path[1:])
    if path[0] == home:
        return ".".join((root_class(path[0]), *below))
    module = module_name(path[0]) if home else path[0]
    return ".".join((module, class_name(path[0]), *below))


def module_name(identifier: str) -> str:
    """What the module of another spec is called here: a name that no field and no local has."""
    return f"_{identifier}"


def routine_class(path: tuple[str, ...]) -> str:
    """What the class of somebody else's routine is called here: `_my_OwnFx` for `my.own_fx`."""
    return "_".join(("", *path[:-1], class_name(path[-1])))


def attribute(identifier: str) -> str:
    """An attribute; Python's keywords get an underscore behind them."""
    return f"{identifier}_" if keyword.iskeyword(identifier) else identifier


def label_name(identifier: str) -> str:
    """The value of an enum; `mro` is what Python calls the bases of a class."""
    return "mro_" if identifier == "mro" else attribute(identifier)
