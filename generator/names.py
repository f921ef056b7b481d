"""Names of a spec as names of Python, as Kaitai's compiler makes them."""

from __future__ import annotations

import keyword

from quire.generator.model import Path

BASES = frozenset(["Document", "IntEnum", "Struct"])
"""Classes that those of a module derive from, and that none of them may hide."""


def class_name(identifier: str) -> str:
    """`vlq_base128_le` makes `VlqBase128Le`; a name that is taken gets an underscore behind it."""
    name = "".join(part[:1].upper() + part[1:] for part in identifier.split("_"))
    return f"{name}_" if keyword.iskeyword(name) or name in BASES else name


def element_name(identifier: str) -> str:
    """What an element of a list is called in a loop: `chunk` for `chunks`."""
    singular = identifier.removesuffix("s")
    if singular == identifier or singular in LOCALS or not singular.isidentifier():
        singular = f"{identifier}_item"
    return attribute(singular)


LOCALS = frozenset(
    ("count", "each", "ends", "enumerate", "i", "io", "item", "len", "other", "self", "start", "value")
)
"""Names that generated methods give to what they work with."""


def class_of(path: Path, home: str) -> str:
    """The class of a path, from the top: `Cvc.Chunk`; of another module, `common.Common.Date`."""
    name = ".".join(class_name(part) for part in path)
    return name if path[0] == home else f"{attribute(path[0])}.{name}"


def attribute(identifier: str) -> str:
    """An attribute; Python's keywords get an underscore behind them."""
    return f"{identifier}_" if keyword.iskeyword(identifier) else identifier
