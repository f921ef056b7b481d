"""Where something stands in a spec: files, and places in them."""

from __future__ import annotations

from dataclasses import dataclass, field

from quire.runtime.frozen import Frozen

YamlPath = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Source:
    """A spec's text.

    Attributes:
        name: The path as the user gave it.
        text: The whole text.
    """

    name: str
    text: str = field(repr=False)
    lines: tuple[str, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "lines", tuple(self.text.splitlines()))

    def line(self, number: int) -> str:
        """A line, counted from 1; "" beyond the end."""
        return self.lines[number - 1] if 0 < number <= len(self.lines) else ""


class Span(Frozen):
    """A place in a spec: line and column from 1, how many characters, and the YAML path."""

    source: Source
    line: int
    column: int
    length: int
    path: YamlPath = ()

    def at(self, *steps: str | int) -> Span:
        """The same place, further down the YAML path."""
        return Span(self.source, self.line, self.column, self.length, (*self.path, *steps))

    def part(self, start: int, length: int) -> Span:
        """A part of the same line, `start` characters on."""
        return Span(self.source, self.line, self.column + start, max(length, 1), self.path)

    @property
    def text(self) -> str:
        """What stands there, so far as it is in the line."""
        return self.source.line(self.line)[self.column - 1 : self.column - 1 + self.length]

    def find(self, word: str, *, last: bool = False) -> Span | None:
        """Where a word stands in it, the first time or the last; None if it does not."""
        text, find = self.text, str.rfind if last else str.find
        if text == word:
            return self
        at = find(text, word)
        while at >= 0:
            behind = at + len(word)
            if not _is_part(text[at - 1 : at]) and not _is_part(text[behind : behind + 1]):
                return self.part(at, len(word))
            at = text.rfind(word, 0, at) if last else text.find(word, behind)
        return None

    @property
    def yaml_path(self) -> str:
        """The path as `/seq/2/size`."""
        return "/" + "/".join(str(step) for step in self.path)

    def __str__(self) -> str:
        return f"{self.source.name}:{self.line}:{self.column}"


def _is_part(char: str) -> bool:
    """Whether a character, if there is one, belongs to a word beside it."""
    return char.isalnum() or char == "_"
