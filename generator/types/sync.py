"""Stage 4: `-sync`, where reading goes on after an element of a list that is wrong."""

from __future__ import annotations

from collections.abc import Iterator

from quire.generator.resolve.scopes import Path
from quire.generator.syntax import tree as syntax
from quire.generator.types.checker import Checker


class SyncChecker(Checker):
    """The lists of one type that go on after what is wrong."""

    def sync(self, field: syntax.Field) -> bytes | None:
        """The bytes that elements of a field begin with, if reading is to go on there."""
        key = field.sync
        if key is None:
            return None
        for reason, advice in self._reasons(field):
            self.problems.error("Q508", reason, key.span, help=advice)
            return None
        found = self._begins(self.path, field, set()) if key.at is None else key.at
        if not found:
            message = "`-sync` needs elements that begin with `contents`, which it can search for"
            self.problems.error("Q508", message, key.span, help="write `-sync: {at: [bytes]}`")
        return found

    def _reasons(self, field: syntax.Field) -> Iterator[tuple[str, str]]:
        """Why a list cannot go on, and what to do."""
        if field.repeat not in ("eos", "until"):
            reason = "`-sync` needs `repeat: eos` or `repeat: until`"
            yield reason, "with a count, nobody can know how many elements were lost"
        ref = field.type
        path = (
            self.names.find_type(self.path, ref.path) if isinstance(ref, syntax.TypeRef) else None
        )
        if path is None and not isinstance(ref, syntax.Switch):
            yield "`-sync` needs elements that are records", "give them a type of their own"
        if field.array is not None:
            yield "a table cannot have `-sync`: it is read as a whole", "remove one of the two"
        if self.names.types[self.path].endian == "chosen":
            advice = "put the list into a type of its own"
            yield "`-sync` cannot stand in a type whose byte order is chosen", advice

    def _begins(self, path: Path, field: syntax.Field, seen: set[Path]) -> bytes | None:
        """The bytes that a field begins with, if they are always the same."""
        if field.contents is not None:
            return field.contents
        ref = field.type
        found = self.names.find_type(path, ref.path) if isinstance(ref, syntax.TypeRef) else None
        if found is None or found in seen or field.process is not None:
            return None
        seen.add(found)
        first = next(iter(self.names.types[found].syntax.seq), None)
        if first is None or first.condition is not None or first.repeat is not None:
            return None
        return self._begins(found, first, seen)
