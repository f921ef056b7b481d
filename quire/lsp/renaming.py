"""Where something is named, and giving it another name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from quire.generator.resolve.scopes import Mention, Target
from quire.generator.source import Span
from quire.lsp.analysis import Analysis
from quire.lsp.definitions import Definition, scope_of
from quire.lsp.workspace import Workspace
from quire.runtime.frozen import Frozen

_ID = re.compile(r"[a-z][a-z0-9_]*")

_WORDS = {"and", "or", "not", "true", "false", "yes", "no", "on", "off", "null"}
"""Names that expressions, or YAML for other tools, take for something else."""


class RenameError(Exception):
    """Why something cannot have another name."""


class Found(Frozen):
    """Something that has a name: where it gets it, and all places that name it."""

    definition: Definition
    file: Path
    mentions: tuple[Mention, ...]


def found_at(workspace: Workspace, analysis: Analysis, line: int, column: int) -> Found | None:
    """What stands at a place (both from 1), and where it is named in all specs around."""
    mention = analysis.at(line, column)
    if mention is None or mention.target is None:
        return None
    definition = analysis.definition(mention.target)
    if definition is None:
        return None
    file = Path(definition.key.source.name).resolve()
    mentions = [
        each
        for other in workspace.around(file)
        for each in _naming(other, mention.target, definition.key)
    ]
    return Found(definition, file, tuple(mentions))


def _naming(analysis: Analysis, target: Target, key: Span) -> Iterator[Mention]:
    """Where a spec names something; another one may have something of the same name."""
    known = analysis.definition(target)
    if known is None or _place(known.key) != _place(key):
        return
    yield from (each for each in analysis.mentions if each.target == target)


def _place(span: Span) -> tuple[Path, int, int]:
    return Path(span.source.name).resolve(), span.line, span.column


def renamed(workspace: Workspace, analysis: Analysis, found: Found, name: str) -> list[Span]:
    """The places that another name goes to.

    Raises:
        RenameError: the name is none, is taken, or there is a place where it cannot stand.
    """
    definition, target = found.definition, found.definition.target
    if target.kind == "key":
        message = "a key of a document is called as the file has it: rename it by hand"
        raise RenameError(message)
    if not _ID.fullmatch(name):
        message = (
            f"`{name}` is not a name: use a letter, then letters, digits and `_`, all in lower case"
        )
        raise RenameError(message)
    if name in _WORDS:
        message = f"`{name}` is a word of expressions or of YAML"
        raise RenameError(message)
    if name != definition.name and name in scope_of(analysis.names, target):
        message = f"`{name}` exists already"
        raise RenameError(message)
    key = definition.key.find(definition.name)
    places = [Mention(key or definition.key, key is not None, target), *found.mentions]
    for each in places:
        if not each.exact:
            message = (
                f"`{definition.name}` at {each.span} stands there in another form: rename by hand"
            )
            raise RenameError(message)
    spans = {_place(each.span): each.span for each in places}
    _refuse_other_meaning(workspace, found, list(spans.values()), name)
    return list(spans.values())


def _refuse_other_meaning(workspace: Workspace, found: Found, spans: list[Span], name: str) -> None:
    """See whether all that had the old name means the same by the new one."""
    old = found.definition.target
    new = Target(old.kind, old.path, name) if old.name else Target(old.kind, (*old.path[:-1], name))
    files = {Path(each.source.name).resolve(): each.source for each in spans}
    texts = {file: workspace.text(file, source) for file, source in files.items()}
    texts = {file: changed(text, spans, file, name) for file, text in texts.items()}
    tried = workspace.with_texts(texts)
    for file in texts:
        before, after = workspace.analysis(file), tried.analysis(file)
        uses = _count(before, old)
        worse = _errors(tried, file) > _errors(workspace, file)
        if after is None or worse or _count(after, new) != uses:
            message = f"`{name}` would mean something else in {file.name}"
            raise RenameError(message)


def _errors(workspace: Workspace, file: Path) -> int:
    return sum(each.severity == "error" for each in workspace.problems(file))


def _count(analysis: Analysis | None, target: Target) -> int:
    mentions = analysis.mentions if analysis is not None else ()
    return sum(each.target == target for each in mentions)


def changed(text: str, spans: list[Span], file: Path, name: str) -> str:
    """A text with a name in the place of others."""
    lines = text.splitlines(keepends=True)
    own = [each for each in spans if Path(each.source.name).resolve() == file]
    for span in sorted(own, key=lambda each: (each.line, each.column), reverse=True):
        line, at = lines[span.line - 1], span.column - 1
        lines[span.line - 1] = line[:at] + name + line[at + span.length :]
    return "".join(lines)
