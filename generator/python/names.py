"""Names of a spec as names of Python, as Kaitai's compiler makes them."""

from __future__ import annotations

import keyword

from quire.generator.model import Path


def class_name(identifier: str) -> str:
    """`vlq_base128_le` makes `VlqBase128Le`."""
    return "".join(part[:1].upper() + part[1:] for part in identifier.split("_"))


def qualified(path: Path) -> str:
    """The class of a path, from the top: `Cvc.Chunk`."""
    return ".".join(class_name(part) for part in path)


def attribute(identifier: str) -> str:
    """An attribute; Python's keywords get an underscore behind them."""
    return f"{identifier}_" if keyword.iskeyword(identifier) else identifier
