"""What may stand where the cursor is."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path as File
from typing import NamedTuple

from lsprotocol.types import CompletionItemKind as Kind

from quire.generator.resolve.scopes import Names, Path
from quire.generator.source import YamlPath
from quire.generator.syntax import tree as syntax
from quire.generator.syntax.load import Mapping, Node, Sequence
from quire.lsp.language import keys_at, takes_lists, takes_mappings, words_at
from quire.lsp.mending import HERE, Mended, mended
from quire.lsp.naming import expected_names
from quire.lsp.workspace import Workspace

_TYPES = ("type", "-type")
_TEXTS = ("id", "doc", "doc-ref", "title", "encoding", "contents", "terminator", "pad-right")
"""Keys whose values are no expressions."""

_EDGES = ("from", "behind", "to", "before")


class Offer(NamedTuple):
    """Something that may stand there: what is put in, and what is said of it."""

    label: str
    kind: Kind
    detail: str = ""
    insert: str = ""


def offers(workspace: Workspace, file: File, text: str, line: int, column: int) -> list[Offer]:
    """What may stand at a place of a text (both from 0)."""
    found = mended(str(file), text, line, column, workspace.kept(file))
    if found is None:
        return []
    if found.is_key and (keys := keys_at(found.path)):
        return _keys(found, keys)
    alone = not found.is_key and found.text.strip().endswith(HERE) and takes_mappings(found.path)
    if alone and (keys := keys_at(found.path)) and _begins_line(text, line, column):
        return _keys(found, keys)
    return list(_values(found, workspace, file))


def _begins_line(text: str, line: int, column: int) -> bool:
    before = text.split("\n")[line][:column]
    return re.fullmatch(r"\s*(- +)*[\w-]*", before) is not None


def _keys(found: Mended, keys: dict[str, str]) -> list[Offer]:
    node = _at(found.node, found.path)
    present = node.values if isinstance(node, Mapping) else {}
    return [
        Offer(name, Kind.Property, means, f"{name}:{_behind((*found.path, name))}")
        for name, means in keys.items()
        if name not in present
    ]


def _behind(path: YamlPath) -> str:
    """What follows the colon of a key: a blank where its value may stand in the same line."""
    below = (takes_mappings(path) or takes_lists(path)) and not words_at(path)
    return "" if below and path[-1] in ("seq", "types", "instances", "enums", "params") else " "


def _at(node: Node, path: YamlPath) -> Node | None:
    for step in path:
        if isinstance(node, Mapping):
            found = node.get(str(step))
        else:
            inside = isinstance(node, Sequence) and isinstance(step, int)
            found = node.items[step] if isinstance(node, Sequence) and inside else None  # type: ignore[index]  # an integer
        if found is None:
            return None
        node = found
    return node


def _values(found: Mended, workspace: Workspace, file: File) -> Iterator[Offer]:
    """What the value may be that has the cursor, or a key that stands for a value."""
    words = [step for step in found.path if isinstance(step, str)]
    key = words[-1] if words else ""
    if "cases" in words and not found.is_key:
        key = words[words.index("cases") - 1]
    if key == "imports":
        yield from _imports(file)
        return
    yield from (Offer(word, Kind.Keyword) for word in words_at(found.path))
    names = workspace.names(file, found.node)
    owner = owner_of(names, found.path) if names is not None else None
    if names is None or owner is None:
        return
    if key in _TYPES:
        yield from _types(names, owner)
    elif key == "enum":
        yield from _enums(names, owner)
    elif key in _EDGES:
        seq = names.types[owner].syntax.seq
        yield from (Offer(each.id, Kind.Field, "a field") for each in seq)
    elif key not in _TEXTS and not words_at(found.path):
        yield from (
            Offer(each.name, Kind.Field, each.detail, each.insert)
            for each in expected_names(names, owner, found.path, found.text)
        )


def owner_of(names: Names, path: YamlPath) -> Path | None:
    """The type that a place is in."""
    owner = names.root
    while len(path) > 2 and path[0] == "types":
        owner, path = (*owner, str(path[1])), path[2:]
    return owner if owner in names.types else None


def _types(names: Names, owner: Path) -> Iterator[Offer]:
    for path, type_ in names.types.items():
        name = _short(path, owner, names.find_type)
        if name:
            yield Offer(name, Kind.Class, _first(type_.syntax))


def _enums(names: Names, owner: Path) -> Iterator[Offer]:
    for path, enum in names.enums.items():
        written = (*path[:-1], enum.syntax.id)
        name = _short(written, owner, names.find_enum, meant=path)
        if name:
            yield Offer(name, Kind.Enum, f"{len(enum.syntax.labels)} values")


def _short(
    path: Path,
    owner: Path,
    find: Callable[[Path, Path], Path | None],
    meant: Path | None = None,
) -> str:
    """The shortest name that means something in a type, or ""."""
    for length in range(1, len(path) + 1):
        name = path[-length:]
        if find(owner, name) == (meant or path):
            return "::".join(name)
    return ""


def _first(written: syntax.Type) -> str:
    return written.doc.partition("\n")[0]


def _imports(file: File) -> Iterator[Offer]:
    for each in sorted(file.parent.glob("*.ksy")):
        if each.stem != file.stem:
            yield Offer(each.stem, Kind.Module)
