"""The server: the documents of a client, and what is known of them."""

from __future__ import annotations

import asyncio
import gc
import re
from pathlib import Path
from typing import Protocol

from lsprotocol import types as lsp
from pygls.lsp.server import LanguageServer

from quire import __version__
from quire.generator.diagnostics import Diagnostic
from quire.generator.pipeline import Options
from quire.generator.source import Span
from quire.lsp.actions import fix_of, style_name
from quire.lsp.analysis import Analysis
from quire.lsp.ranges import Ranges, file_of, uri_of
from quire.lsp.renaming import Found, RenameError, found_at, renamed
from quire.lsp.workspace import Workspace

PAUSE = 0.2
"""Seconds without a change before a text is checked."""

_ENDS = re.compile("\r\n?")
"""How else lines may end for an editor, and for YAML."""

_ODD = re.compile("[\x85\u2028\u2029\ud800-\udfff]")
"""What ends a line for YAML alone, and what is no character."""

_SEVERITIES = {"error": lsp.DiagnosticSeverity.Error, "warning": lsp.DiagnosticSeverity.Warning}


class Asked(Protocol):
    """What a client asks about a place of a document."""

    text_document: lsp.TextDocumentIdentifier
    position: lsp.Position


class SpecServer(LanguageServer):
    """A language server for specs.

    Args:
        options: How specs are compiled.
    """

    def __init__(self, options: Options) -> None:
        super().__init__(
            "quire", __version__, text_document_sync_kind=lsp.TextDocumentSyncKind.Full
        )
        self.specs = Workspace(options)
        self._waiting: dict[str, asyncio.TimerHandle] = {}

    @property
    def ranges(self) -> Ranges:
        """What turns places of specs to those of the client."""
        return Ranges(self.workspace.position_codec)

    def text(self, uri: str) -> str:
        """The text of a document, every character where the client has it; "" if there is none."""
        try:
            text = self.workspace.get_text_document(uri).source
        except (OSError, UnicodeDecodeError):  # it is not open, and no such file is stored
            return ""
        return _ODD.sub("\ufffd", _ENDS.sub("\n", text))

    def taken(self, uri: str) -> None:
        """Take the text of a document as it is now, and check it in a moment."""
        self.specs.put(file_of(uri), self.text(uri))
        self.check_later(uri)

    def check_later(self, uri: str) -> None:
        """Check a document when nothing was typed for a moment."""
        if (waiting := self._waiting.pop(uri, None)) is not None:
            waiting.cancel()
        self._waiting[uri] = asyncio.get_running_loop().call_later(PAUSE, self.check, uri)

    def check(self, uri: str) -> None:
        """Publish what is wrong with a document, and with those that import it."""
        self._waiting.pop(uri, None)
        for file in {file_of(uri), *self.specs.importing(file_of(uri))}:
            if file in self.specs.open_files:
                self._publish(file)
                # What was just told goes out first.
                asyncio.get_running_loop().call_later(0, self._prepare, file)

    def _publish(self, file: Path) -> None:
        uris = [uri for uri in self.workspace.text_documents if file_of(uri) == file]
        found = [self._diagnostic(each) for each in self.specs.problems(file)]
        for uri in uris:
            self.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri, found))

    def _prepare(self, file: Path) -> None:
        """Find out what questions will need, and collect the garbage of it, while nobody waits."""
        analysis = self.specs.analysis(file) if file in self.specs.open_files else None
        if analysis is not None:
            analysis.prepare()
            gc.collect(1)

    def _diagnostic(self, problem: Diagnostic) -> lsp.Diagnostic:
        parts = [problem.message, problem.label, problem.help and f"help: {problem.help}"]
        return lsp.Diagnostic(
            range=self.ranges.range(problem.span),
            message="\n".join(part for part in parts if part),
            severity=_SEVERITIES[problem.severity],
            code=problem.code,
            source="quire",
        )

    def closed(self, uri: str) -> None:
        """Forget a document: what is stored goes again, for those that import it, too."""
        self.specs.close(file_of(uri))
        self.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri, []))
        self.check_later(uri)

    def analysis(self, uri: str) -> Analysis | None:
        """What is known of a document."""
        return self.specs.analysis(file_of(uri))

    def place(self, asked: Asked) -> tuple[int, int]:
        """Line and column, both from 0, that a client asks about."""
        return self.ranges.place(self.text(asked.text_document.uri), asked.position)

    def found(self, asked: Asked) -> Found | None:
        """What stands at a place, and where it is named."""
        analysis = self.analysis(asked.text_document.uri)
        line, column = self.place(asked)
        return found_at(self.specs, analysis, line + 1, column + 1) if analysis else None

    def edit(self, spans: list[Span], text: str) -> lsp.WorkspaceEdit:
        """A change that puts a text in the place of others."""
        changes: dict[str, list[lsp.TextEdit]] = {}
        for span in spans:
            uri = self._uri(Path(span.source.name).resolve())
            changes.setdefault(uri, []).append(lsp.TextEdit(self.ranges.range(span), text))
        return lsp.WorkspaceEdit(changes=changes)

    def _uri(self, file: Path) -> str:
        """What the client calls a file."""
        known = (uri for uri in self.workspace.text_documents if file_of(uri) == file)
        return next(known, uri_of(file))

    def actions(self, uri: str, wanted: lsp.Range) -> list[lsp.CodeAction]:
        """Changes that mend what is wrong in a range."""
        found = []
        for problem in self.specs.problems(file_of(uri)):
            place = self.ranges.range(problem.span)
            if place.end < wanted.start or wanted.end < place.start:
                continue
            if (action := self._action(uri, problem)) is not None:
                action.diagnostics = [self._diagnostic(problem)]
                found.append(action)
        return found

    def _action(self, uri: str, problem: Diagnostic) -> lsp.CodeAction | None:
        kind = lsp.CodeActionKind.QuickFix
        if (fix := fix_of(problem)) is not None:
            edit = self.edit([fix.span], fix.text)
            return lsp.CodeAction(fix.title, kind=kind, edit=edit, is_preferred=True)
        analysis, name = self.analysis(uri), style_name(problem)
        if analysis is None or not name:
            return None
        found = found_at(self.specs, analysis, problem.span.line, problem.span.column)
        try:
            spans = renamed(self.specs, analysis, found, name) if found is not None else []
        except RenameError:
            return None
        edit = self.edit(spans, name)
        return lsp.CodeAction(f"Rename to `{name}`", kind=kind, edit=edit) if spans else None
