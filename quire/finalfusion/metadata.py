"""Metadata: how embeddings were made, as TOML."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from quire.finalfusion.io import Chunk
from quire.generated.finalfusion import Finalfusion
from quire.kernels.engine.given import expect_a, given_pairs
from quire.runtime import FormatError, NestingError
from quire.runtime.values.nesting import MOST_NESTED, is_too_deep


@dataclass(frozen=True, slots=True)
class StoredMetadata:
    """Metadata of a file that nobody has asked for yet.

    Attributes:
        text: What stands there.
        path: Where in the tree.
        offset: Where in the file.
    """

    text: str
    path: str
    offset: int

    def parsed(self) -> Metadata:
        """As a dict; see `Metadata.parse`."""
        return Metadata.parse(self.text, self.path, self.offset)

    def record(self) -> Any:
        """The chunk that it stood in."""
        return Finalfusion.Metadata.build(toml=self.text)


class Metadata(dict[str, Any], Chunk):
    """A dict that is stored as TOML.

    Attributes:
        text: What stood in the file. As long as the dict says the same, this is written.
    """

    text: str | None = None

    def __init__(
        self, values: Mapping[str, Any] | Iterable[tuple[str, Any]] = (), **more: Any
    ) -> None:
        super().__init__(given_pairs(values, "values", "a name and a value"), **more)

    @classmethod
    def parse(cls, text: str, path: str = "toml", offset: int | None = None) -> Metadata:
        """Metadata of a text.

        Raises:
            quire.FormatError: it is not TOML. Python's finalfusion writes such texts.
        """
        expect_a(str, text, "text")
        metadata = cls(_parsed(text, path, offset))
        metadata.text = text
        return metadata

    def record(self) -> Any:
        return Finalfusion.Metadata.build(toml=self.dumps())

    def dumps(self) -> str:
        """The text that is stored: the one that was read, if nothing has changed.

        Raises:
            ImportError: tomli-w is not installed.
            TypeError: a value has no form in TOML.
        """
        if self.text is not None and _parsed(self.text, "toml", None) == self:
            return self.text
        try:
            import tomli_w  # for those who change metadata
        except ImportError as error:
            message = "writing metadata takes tomli-w (pip install 'quire[finalfusion]')"
            raise ImportError(message) from error
        return tomli_w.dumps(self)


def _parsed(text: str, path: str, offset: int | None) -> dict[str, Any]:
    _expect_shallow(text, path, offset)
    try:
        return tomllib.loads(text)
    except ValueError as error:  # of the parser, and of integers that have thousands of digits
        raise FormatError(path, "TOML", error, offset=offset, format="finalfusion") from error


_STRINGS = re.compile(
    r'"""(?:[^\\]|\\.)*?"""|"(?:[^"\\\n]++|\\.)*+"|' + r"'''.*?'''|'[^'\n]*'|#[^\n]*", re.DOTALL
)
_LONG_KEY = re.compile(rf"(?<![\w-])(?:[\w-]*+[ \t]*+\.[ \t]*+){{{MOST_NESTED}}}")


def _expect_shallow(text: str, path: str, offset: int | None) -> None:
    """Refuse keys of very many parts: the memory of the parser grows with their square."""
    bare = _STRINGS.sub("_", text)
    if _LONG_KEY.search(bare) or is_too_deep(bare.encode()):
        expected = f"at most {MOST_NESTED} tables and arrays in each other"
        raise NestingError(path, expected, "more", offset=offset, format="finalfusion")
