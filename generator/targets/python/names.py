"""Names of a spec as names of Python, as Kaitai's compiler makes them."""

from __future__ import annotations

import keyword
import re
from functools import cache

from quire import runtime
from quire.generator.resolve.scopes import Path
from quire.runtime import direct

BASES = frozenset(["LateEnum", "ReadWriteStruct", "Struct"])
"""Classes that nested ones derive from, and that none of them may hide from the others."""


@cache
def class_name(identifier: str) -> str:
    """`vlq_base128_le` makes `VlqBase128Le`; a name that is taken gets an underscore after it."""
    name = "".join(part[:1].upper() + part[1:] for part in re.split("[_ ]", identifier))
    return f"{name}_" if keyword.iskeyword(name) or name in BASES else name


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
    "map", "max", "memoryview", "min", "object", "range", "str", "sum", "super", "tuple", "type",
    "vars", "zip",
)  # fmt: skip  # laid out as a table
_READ_WRITE = (
    "consistent", "consistent_child", "consistent_end", "consistent_param", "consistent_room",
    "consistent_start", "consistent_until", "written_at",
)  # fmt: skip  # laid out as a table

CALLED = frozenset(
    (
        *_BUILTINS,
        "math",
        "struct",
        "partial",
        "repeat",
        "no_case",
        *_READ_WRITE,
        *runtime.__all__,
        *direct.NAMES,
    )
)
"""What generated methods call by name, and a local variable would hide."""

LOCALS = frozenset((
    "bits", "buf", "child", "count", "each", "end", "ends", "here", "i", "io", "item", "kind",
    "other", "pos", "self", "start", "stop", "this", "value", "window",
))  # fmt: skip  # laid out as a table
"""Names that generated methods give to what they work with."""


def module_name(identifier: str) -> str:
    """What the module of another spec is called here: a name that no field and no local has."""
    return f"_{identifier}"


def routine_class(path: tuple[str, ...]) -> str:
    """What the class of somebody else's routine is called here: `_my_OwnFx` for `my.own_fx`."""
    return "_".join(("", *path[:-1], class_name(path[-1])))


class Names:
    """What a module uses and does not define: its imports follow from that.

    Args:
        home: The module, by the name of its spec.
    """

    def __init__(self, home: str) -> None:
        self.home = home
        self.used: set[str] = set()
        self.modules: set[str] = set()
        self.tables: dict[str, str] = {}
        self._own = class_name(home)

    def __getitem__(self, name: str) -> str:
        """What a name of the runtime is called here: the class of the module keeps its own."""
        self.used.add(name)
        return f"_{name}" if name == self._own else name

    def unpacking(self, kind: str, block: str) -> str:
        """What unpacks a block of a class."""
        return self._table(
            "unpack", f"{kind}{block.removeprefix('_BLOCK')}", f"{kind}.{block}.unpack"
        )

    def taking_each(self, kind: str, block: str) -> str:
        """What unpacks a block of a class as often as it stands in some bytes."""
        return self._table("each", f"{kind}{block.removeprefix('_BLOCK')}", f"{kind}.{block}.each")

    def members(self, enum: str) -> str:
        """The table of the members of an enum."""
        return self._table("members", enum, f"{self['Members']}(lambda: {enum})")

    def types(self, kind: str, field: str) -> str:
        """The table of the types that a field of a class has."""
        return self._table("types", f"{kind}_{field}", f"{self['Types']}({kind}._{field}_types)")

    def with_types(self, kind: str, field: str, enum: str) -> str:
        """The table of the members of an enum, with the types that a field of a class has."""
        of = f"{self.members(enum)}, {self.types(kind, field)}"
        return self._table("with_types", f"{kind}_{field}", f"{self['WithTypes']}({of})")

    def _table(self, what: str, of: str, value: str) -> str:
        """The name of what the module has beside its class; those of classes have no underscore."""
        name = f"_{what}_{of.replace('.', '_')}"
        self.tables[name] = value
        return name

    def class_of(self, path: Path) -> str:
        """The class of a path, from the top: `Cvc.Chunk`; or `_common.Common.Date`."""
        classes = ".".join(map(class_name, path))
        if path[0] == self.home:
            return classes
        self.modules.add(path[0])
        return f"{module_name(path[0])}.{classes}"


def attribute(identifier: str) -> str:
    """An attribute; Python's keywords get an underscore after them."""
    return f"{identifier}_" if keyword.iskeyword(identifier) else identifier


def label_name(identifier: str) -> str:
    """The value of an enum; `mro` is what Python calls the bases of a class."""
    return "mro_" if identifier == "mro" else attribute(identifier)
