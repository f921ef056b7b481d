"""Names of a spec as names of Python, as Kaitai's compiler makes them."""

from __future__ import annotations

import keyword

from quire.generator.model import Path

IMPORTED = frozenset(
    [
        "Any",
        "ClassVar",
        "IntEnum",
        "NDArray",
        "Encoded",
        "Stage",
        "Block",
        "Document",
        "Keys",
        "Reader",
        "Struct",
        "Writer",
    ]
)
"""Names that a generated module may import, and that no class of it can have."""


def class_name(identifier: str) -> str:
    """`vlq_base128_le` makes `VlqBase128Le`; a name that is taken gets an underscore behind it."""
    name = "".join(part[:1].upper() + part[1:] for part in identifier.split("_"))
    return f"{name}_" if keyword.iskeyword(name) or name in IMPORTED else name


def element_name(identifier: str) -> str:
    """What an element of a list is called in a loop: `chunk` for `chunks`."""
    singular = identifier.removesuffix("s")
    if singular == identifier or singular in _LOCALS or not singular.isidentifier():
        singular = f"{identifier}_item"
    return attribute(singular)


_LOCALS = frozenset(("io", "i", "start", "self", "each", "len", "enumerate"))


def qualified(path: Path) -> str:
    """The class of a path, from the top: `Cvc.Chunk`."""
    return ".".join(class_name(part) for part in path)


def attribute(identifier: str) -> str:
    """An attribute; Python's keywords get an underscore behind them."""
    return f"{identifier}_" if keyword.iskeyword(identifier) else identifier
