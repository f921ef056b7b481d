"""A module whose class is called like something that the module uses: the class keeps the name."""

from __future__ import annotations

from io import StringIO
from tokenize import NAME, generate_tokens

from quire.generator.targets.python.names import class_name, root_class


def keep_name(body: str, groups: list[str], identifier: str) -> tuple[str, list[str]]:
    """The body and the imports of a module, with its class called as its spec says.

    While a module is made its class is called `Rows_`, if the module uses `Rows` of the runtime.
    Those who import it expect `Rows`, so that what is used is imported as `_Rows`.
    """
    name, meanwhile = class_name(identifier), root_class(identifier)
    if name == meanwhile:
        return body, groups
    renamed = _renamed(body, {name: f"_{name}", meanwhile: name})
    return renamed, [_renamed(group, {name: f"{name} as _{name}"}) for group in groups]


def _renamed(text: str, names: dict[str, str]) -> str:
    """A text of Python with other names; attributes, and classes in classes, keep theirs."""
    lines = text.splitlines(keepends=True)
    places, before = [], ""
    for token in generate_tokens(StringIO(text).readline):
        within = before == "." or (before == "class" and token.line[0] == " ")
        if token.type == NAME and token.string in names and not within:
            places.append((token.start, token.string))
        before = token.string
    for (line, column), name in reversed(places):
        old = lines[line - 1]
        lines[line - 1] = f"{old[:column]}{names[name]}{old[column + len(name) :]}"
    return "".join(lines)
