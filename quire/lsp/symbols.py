"""The outline of a spec: its types, fields, instances, params and enums."""

from __future__ import annotations

from collections.abc import Sequence

from lsprotocol.types import DocumentSymbol, Position, Range, SymbolKind

from quire.generator.source import Span
from quire.generator.syntax import tree as syntax
from quire.lsp.ranges import Ranges


def symbols(root: syntax.Type, ranges: Ranges) -> list[DocumentSymbol]:
    """The symbols of a spec; only what stands in its own file."""
    source = root.span.source
    found = _Outline(source.lines, source.name, ranges).type(root)
    if found is None:
        return []
    found.range = Range(Position(0, 0), Position(len(source.lines), 0))
    return [found]


class _Outline:
    def __init__(self, lines: Sequence[str], name: str, ranges: Ranges) -> None:
        self._lines = lines
        self._name = name
        self._ranges = ranges

    def type(self, written: syntax.Type) -> DocumentSymbol | None:
        parts = [
            *(self._symbol(each.id, each.key, SymbolKind.TypeParameter) for each in written.params),
            *(self._symbol(each.id, each.key, SymbolKind.Field) for each in written.seq),
            *(self._symbol(each.id, each.key, SymbolKind.Property) for each in written.instances),
            *(self.type(each) for each in written.types),
            *(self._enum(each) for each in written.enums),
        ]
        own = [part for part in parts if part is not None]
        return self._symbol(written.id, written.key, SymbolKind.Class, own)

    def _enum(self, written: syntax.Enum) -> DocumentSymbol | None:
        labels = [self._symbol(each.id, each.key, SymbolKind.EnumMember) for each in written.labels]
        own = [label for label in labels if label is not None]
        return self._symbol(written.id, written.span, SymbolKind.Enum, own)

    def _symbol(
        self, name: str, key: Span, kind: SymbolKind, inside: Sequence[DocumentSymbol] = ()
    ) -> DocumentSymbol | None:
        if key.source.name != self._name:
            return None  # it was added by an overlay
        selected = self._ranges.range(key)
        end = Position(*self._end(key, selected.end))
        whole = Range(selected.start, max(end, selected.end))
        return DocumentSymbol(name or "?", kind, whole, selected, children=list(inside))

    def _end(self, key: Span, at_least: Position) -> tuple[int, int]:
        """Where what begins at a key ends: before the next line that is indented no deeper."""
        lines, last = self._lines, key.line - 1
        depth = len(lines[last]) - len(lines[last].lstrip())
        for number in range(key.line, len(lines)):
            line = lines[number]
            if line.strip():
                if len(line) - len(line.lstrip()) <= depth:
                    break
                last = number
        return last, max(
            len(lines[last].rstrip()), at_least.character if last == key.line - 1 else 0
        )
