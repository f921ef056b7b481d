"""Typed documents inside a binary file: the values of `-document` fields."""

from __future__ import annotations

import inspect
import json
import keyword
import re
from functools import lru_cache
from typing import Any, ClassVar, Self

from quire.runtime.errors import LimitError
from quire.runtime.values.json_text import expect_shallow, parse_json
from quire.runtime.values.keys import Keys
from quire.runtime.values.trees import Tree, are_alike, as_written, copied, plain

METHODS = frozenset(("dump", "of", "parse", "tree"))
"""Methods of every document; a key of such a name is an attribute with an underscore after it."""


def attribute_of(key: str) -> str:
    """The attribute that holds a key: the key's name, unless that is taken in Python."""
    return f"{key}_" if keyword.iskeyword(key) or key in METHODS else key


def _key_of(attribute: str) -> str:
    bare = attribute.removesuffix("_")
    return bare if attribute_of(bare) == attribute else attribute


class Stated(dict[str, Any]):
    """An object of a document as plain data, with the text that says it.

    A writer writes that text again, if it still says the same.
    """

    text: bytes = b""

    @classmethod
    def of(cls, values: dict[str, Any], text: bytes) -> Self:
        """Data, and its text."""
        made = cls(values)
        made.text = text
        return made


class Document(Tree):
    """An object of a document: its known keys are attributes, the others are kept as they are.

    Args:
        keys: The object as parsed.
        parent: The enclosing object, or None.
        root: The record of the whole file.
    """

    __slots__ = ("_absent", "_names", "_parent", "_root", "_text", "_values")

    _fields: ClassVar[tuple[str, ...]] = ()
    _known: ClassVar[dict[str, str]] = {}
    """By key, the attribute that holds it."""
    _numbers: ClassVar[frozenset[str]] = frozenset()
    """The keys that are floats, or lists of floats, however the JSON writes these."""
    _anything: ClassVar[frozenset[str]] = frozenset()
    """The keys that may be null."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        declared = inspect.get_annotations(cls)
        cls._fields = tuple(name for name in declared if not name.startswith("_"))
        cls._known = {_key_of(field): field for field in cls._fields}
        kinds = {name: str(declared[field]) for name, field in cls._known.items()}
        cls._numbers = frozenset(name for name, kind in kinds.items() if _FLOATS.fullmatch(kind))
        cls._anything = frozenset(name for name, kind in kinds.items() if kind == "Any")

    def __init__(self, keys: Keys, parent: Any, root: Any) -> None:
        self._names, self._values = keys.apart()
        self._parent = parent
        self._root = root
        self._text: bytes | None = None
        self._load(keys)
        known = self._known
        self._absent = _shared({name: getattr(self, known[name]) for name in keys.absent})

    def _load(self, keys: Keys) -> None:
        raise NotImplementedError  # every generated document has its own

    @classmethod
    def parse(cls, text: bytes, root: Any, field: str, offset: int | None) -> Self:
        """Read the JSON text of a field that begins at byte `offset` of the file."""
        document = cls(Keys(parse_json(text, field, offset), field, offset, "read"), None, root)
        document._text = text
        return document

    @classmethod
    def of(cls, value: Self | dict[str, Any], root: Any, field: str) -> Self:
        """The document of a writer: from a dict, or again from one that may have been edited."""
        if isinstance(value, Document):
            document = cls(Keys(value.tree(), field, None, "edited"), None, root)
            if value._text is not None and document._says(value._text):
                document._text = value._text
            return document
        document = cls(Keys(copied({**value}), field, None, "given"), None, root)
        if isinstance(value, Stated) and document._says(value.text):
            document._text = value.text
        return document

    def stated(self) -> dict[str, Any]:
        """The object as plain data, with its text, if it was read and says the same."""
        tree = self.tree()
        is_said = self._text is not None and self._says(self._text)
        return Stated.of(tree, self._text) if self._text is not None and is_said else tree

    def _says(self, text: bytes) -> bool:
        """Whether a text that was read says the same, number by number as they are written."""
        return json.dumps(self.tree()) == json.dumps(json.loads(text))

    def tree(self) -> dict[str, Any]:
        """The object as plain data, with the keys that no schema knows, in the order they came."""
        known, there = self._known, {}
        for name, field in known.items():
            value = getattr(self, field, _NONE)
            if value is not _NONE and not (name in self._absent and self._is_absent(name, value)):
                there[name] = value
        tree = {
            name: self._stored(name, there[name], kept) if name in there else plain(kept)
            for name, kept in zip(self._names, self._values, strict=True)
            if name in there or self._keeps(name, kept)
        }
        for name, value in there.items():
            if name not in tree:
                tree[name] = plain(value)
        return tree

    def __delattr__(self, name: str) -> None:
        super().__delattr__(name)
        if (key := _key_of(name)) in self._known:
            self._absent = {**self._absent, key: None}  # others may share it

    def _keeps(self, name: str, kept: Any) -> bool:
        """Whether a key that no attribute gives is there: no schema knows it, or it is null."""
        if name not in self._absent:
            return True
        is_null = kept is None and name in self._anything
        return is_null and getattr(self, self._known[name], _NONE) is None

    def _stored(self, name: str, value: Any, kept: Any) -> Any:
        """The value of a key; a float as it was written, if that says the same: 1 for 1.0."""
        if name in self._numbers:
            return as_written(value, kept)
        return plain(value) if isinstance(value, list | dict | Tree) else value

    def _is_absent(self, name: str, value: Any) -> bool:
        """Whether the attribute of a key that was left out is what it was made then."""
        return are_alike(plain(value), plain(self._absent[name]))

    def dump(
        self,
        field: str,
        *,
        compact: bool = False,
        sort_keys: bool = False,
        limit: int | None = None,
    ) -> bytes:
        """The object as JSON in ASCII; the very text that was read, if nothing has changed.

        Raises:
            LimitError: the text is longer than a reader of `field` accepts, or nested deeper.
        """
        if self._text is not None:
            return self._text
        separators = (",", ":") if compact else (", ", ": ")
        written = json.dumps(self.tree(), separators=separators, sort_keys=sort_keys)
        expect_shallow(written, field)
        text = written.encode()
        if limit is not None and len(text) > limit:
            raise LimitError(field, f"at most {limit} bytes", len(text))
        return text

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Document) and self.tree() == other.tree()

    __hash__ = object.__hash__

    def __repr__(self) -> str:
        shown = ", ".join(
            f"{name}={getattr(self, name)!r}" for name in self._fields if hasattr(self, name)
        )
        return f"{type(self).__qualname__}({shown})"


def _shared(absent: dict[str, Any]) -> dict[str, Any]:
    """A dict that nobody changes: the same one for all documents that lack the same."""
    if not absent:
        return _NOTHING
    try:
        return _of_items(tuple(absent.items()))
    except TypeError:  # a list, or the like
        return absent


_of_items = lru_cache(dict[str, Any])

_NOTHING = dict[str, Any]()

_FLOATS = re.compile(r"(list\[)*float\]*( \| None)?")

_NONE = object()
"""In the place of an attribute that is not there."""
