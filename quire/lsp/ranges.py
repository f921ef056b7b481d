"""Places of specs as places of the protocol, which counts from 0 and in units of the client."""

from __future__ import annotations

from pathlib import Path

from lsprotocol.types import Location, Position, Range
from pygls import uris
from pygls.workspace import PositionCodec

from quire.generator.source import Span


class Ranges:
    """What turns places of one kind to the other.

    Args:
        codec: In what units the client counts.
    """

    def __init__(self, codec: PositionCodec) -> None:
        self._codec = codec

    def range(self, span: Span) -> Range:
        """Where a span is."""
        lines, line = span.source.lines, span.line - 1
        start, end = span.column - 1, span.column - 1 + span.length
        shown = lines[line] if line < len(lines) else ""
        plain = Range(Position(line, min(start, len(shown))), Position(line, min(end, len(shown))))
        if shown.isascii():
            return plain  # characters of any unit
        start, end = (
            self._codec.client_num_units(shown[: at.character]) for at in (plain.start, plain.end)
        )
        return Range(Position(line, start), Position(line, end))

    def location(self, span: Span) -> Location:
        """Where a span is, and in which file."""
        return Location(uri_of(Path(span.source.name).resolve()), self.range(span))

    def place(self, text: str, position: Position) -> tuple[int, int]:
        """Line and column, both from 0, of a position."""
        lines = text.split("\n")
        if position.line >= len(lines):
            return len(lines) - 1, len(lines[-1])
        line = lines[position.line]
        wanted = Position(0, min(position.character, self._codec.client_num_units(line)))
        return position.line, self._codec.position_from_client_units([line], wanted).character


def uri_of(file: Path) -> str:
    """The URI of a file."""
    return file.as_uri()


def file_of(uri: str) -> Path:
    """The file of a URI; of a text that has none, one that is called so."""
    found = uris.to_fs_path(uri) if uri.startswith("file:") else None
    return Path(found or f"{uri.replace(':', '-').replace('/', '-')}.ksy").resolve()
