"""What is known of one text of a spec."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path as File

from quire.generator.diagnostics import Diagnostic
from quire.generator.plan.operations import Module
from quire.generator.plan.steps import outline
from quire.generator.resolve.mentions import mentions as type_mentions
from quire.generator.resolve.scopes import Mention, Names, Target
from quire.generator.source import Span
from quire.generator.types.members import Asked
from quire.generator.types.mentions import mentions as value_mentions
from quire.generator.types.model import Model
from quire.lsp.definitions import Definition, definitions, find_definition


class Analysis:
    """A spec as its text is now, compiled as far as it makes sense.

    Attributes:
        file: The spec.
        text: Its text, if an editor has it open, or "".
        files: The spec and all that it imports, resolved.
        problems: What is wrong with it, by place.
    """

    def __init__(
        self,
        file: File,
        text: str,
        files: tuple[File, ...],
        problems: Sequence[Diagnostic],
        model: Model,
        asked: Sequence[Asked],
        imports: Sequence[tuple[Span, File]],
    ) -> None:
        self.file = file
        self.text = text
        self.files = files
        self.problems = problems
        self.model = model
        self._name = model.names.spec.root.span.source.name
        self._asked = asked
        self._imports = imports

    @property
    def names(self) -> Names:
        """All that has a name."""
        return self.model.names

    @cached_property
    def definitions(self) -> dict[Target, Definition]:
        """What the spec itself gives names to."""
        own = (each for each in definitions(self.names) if self._is_own(each.key))
        return {each.target: each for each in own}

    @cached_property
    def mentions(self) -> tuple[Mention, ...]:
        """Where the spec itself names something, each place once."""
        found: dict[tuple[int, int, Target | None], Mention] = {}
        for each in (*value_mentions(self._asked, self.names), *type_mentions(self.names)):
            if self._is_own(each.span):
                found.setdefault((each.span.line, each.span.column, each.target), each)
        return tuple(found.values())

    @cached_property
    def outline(self) -> Module | None:
        """What the plan says of places, and of what is derived; None while something is wrong."""
        if any(problem.severity == "error" for problem in self.problems):
            return None
        try:
            return outline(self.model, self.file.name)
        except RecursionError:
            return None

    def prepare(self) -> None:
        """Find out what questions about the text will need, while nobody waits."""
        _ = self.definitions, self.mentions, self.outline

    def definition(self, target: Target) -> Definition | None:
        """What a name means, in this spec or in one that it imports."""
        return self.definitions.get(target) or find_definition(self.names, target)

    def imported_at(self, line: int, column: int) -> File | None:
        """The file of the import that stands at a place (both from 1)."""
        for each, file in self._imports:
            if _holds(each, line, column):
                return file
        return None

    def at(self, line: int, column: int) -> Mention | None:
        """The name that stands at a place (both from 1), where it is used or given."""
        used = (each for each in self.mentions if each.exact and _holds(each.span, line, column))
        return next(used, None) or next(self._given(line, column), None)

    def _given(self, line: int, column: int) -> Iterator[Mention]:
        for target, each in self.definitions.items():
            if _holds(each.key, line, column) and each.key.text == each.name:
                yield Mention(each.key, True, target)  # noqa: FBT003  # a name as it stands

    def _is_own(self, span: Span) -> bool:
        return span.source.name == self._name


def _holds(span: Span, line: int, column: int) -> bool:
    return span.line == line and span.column <= column <= span.column + span.length
