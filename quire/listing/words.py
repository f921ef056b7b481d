"""Values in a few words, for a line of a text."""

from __future__ import annotations

from quire.listing.nodes import Leaf
from quire.listing.style import Style
from quire.runtime.showing.dump import flat


def value_text(leaf: Leaf, style: Style) -> str:
    """The value of a line; what is not shown of it, or why it cannot be."""
    data = leaf.data
    if leaf.item.name == "!":
        return style.error(flat(data))
    if isinstance(data, dict):
        if "first" in data:
            return f"{style.value(flat(data['first']), '')} {style.note(more(data['...']))}"
        if "!" in data:
            return style.error(f"! {flat(data['!'])}")
        if "->" in data:
            return style.note(f"-> {flat(data['->'])}")
        if "..." in data:
            return style.note(f"... {data['...']}")
    return style.value(flat(data), data)


def more(number: int) -> str:
    """That there is more of what is shown."""
    return f"... {number} more"
