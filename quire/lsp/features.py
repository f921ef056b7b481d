"""What a client may ask: each request, handed to those who know."""

from __future__ import annotations

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcInvalidParams

from quire.generator.pipeline import Options
from quire.lsp.completion import offers
from quire.lsp.hints import derived
from quire.lsp.hover import hover
from quire.lsp.ranges import file_of, uri_of
from quire.lsp.renaming import RenameError, renamed
from quire.lsp.server import SpecServer
from quire.lsp.symbols import symbols


def make_server(options: Options) -> SpecServer:
    """A server with all that it answers."""
    server = SpecServer(options)
    _add_texts(server)
    _add_questions(server)
    _add_names(server)
    _add_renaming(server)
    return server


def _add_texts(server: SpecServer) -> None:
    """What a client tells of its documents."""

    @server.feature(lsp.INITIALIZED)
    def initialized(ls: SpecServer, _params: lsp.InitializedParams) -> None:
        folders = ls.workspace.folders.values()
        ls.specs.folders = [file_of(folder.uri) for folder in folders]

    @server.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
    def opened(ls: SpecServer, params: lsp.DidOpenTextDocumentParams) -> None:
        uri = params.text_document.uri
        ls.specs.put(file_of(uri), ls.text(uri))
        ls.check(uri)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
    def changed(ls: SpecServer, params: lsp.DidChangeTextDocumentParams) -> None:
        ls.taken(params.text_document.uri)

    @server.feature(lsp.TEXT_DOCUMENT_DID_SAVE)
    def saved(ls: SpecServer, params: lsp.DidSaveTextDocumentParams) -> None:
        ls.specs.look_again()
        ls.check_later(params.text_document.uri)

    @server.feature(lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    def watched(ls: SpecServer, _params: lsp.DidChangeWatchedFilesParams) -> None:
        ls.specs.look_again()
        for uri in ls.workspace.text_documents:
            ls.check_later(uri)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)
    def closed(ls: SpecServer, params: lsp.DidCloseTextDocumentParams) -> None:
        ls.closed(params.text_document.uri)


def _add_questions(server: SpecServer) -> None:
    """What a client asks about a document, or about a place of it."""

    @server.feature(
        lsp.TEXT_DOCUMENT_COMPLETION, lsp.CompletionOptions(trigger_characters=[".", ":", " "])
    )
    def complete(ls: SpecServer, params: lsp.CompletionParams) -> lsp.CompletionList:
        uri = params.text_document.uri
        line, column = ls.place(params)
        found = offers(ls.specs, file_of(uri), ls.text(uri), line, column)
        items = [
            lsp.CompletionItem(
                each.label, kind=each.kind, detail=each.detail, insert_text=each.insert or None
            )
            for each in found
        ]
        return lsp.CompletionList(is_incomplete=False, items=items)

    @server.feature(lsp.TEXT_DOCUMENT_HOVER)
    def told(ls: SpecServer, params: lsp.HoverParams) -> lsp.Hover | None:
        analysis = ls.analysis(params.text_document.uri)
        line, column = ls.place(params)
        found = hover(analysis, line + 1, column + 1) if analysis is not None else None
        if found is None:
            return None
        text, span = found
        markdown = lsp.MarkupContent(lsp.MarkupKind.Markdown, text)
        return lsp.Hover(markdown, ls.ranges.range(span))

    @server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    def outline(ls: SpecServer, params: lsp.DocumentSymbolParams) -> list[lsp.DocumentSymbol]:
        analysis = ls.analysis(params.text_document.uri)
        return [] if analysis is None else symbols(analysis.names.spec.root, ls.ranges)

    @server.feature(lsp.TEXT_DOCUMENT_INLAY_HINT)
    def hints(ls: SpecServer, params: lsp.InlayHintParams) -> list[lsp.InlayHint]:
        analysis = ls.analysis(params.text_document.uri)
        if analysis is None:
            return []
        places = ((ls.ranges.range(span), how) for span, how in derived(analysis))
        return [
            lsp.InlayHint(place.end, f"← {how}", padding_left=True)
            for place, how in places
            if params.range.start <= place.end <= params.range.end
        ]

    @server.feature(
        lsp.TEXT_DOCUMENT_CODE_ACTION, lsp.CodeActionOptions([lsp.CodeActionKind.QuickFix])
    )
    def actions(ls: SpecServer, params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
        return ls.actions(params.text_document.uri, params.range)


def _add_names(server: SpecServer) -> None:
    """What a client asks about a name."""

    @server.feature(lsp.TEXT_DOCUMENT_DEFINITION)
    def definition(ls: SpecServer, params: lsp.DefinitionParams) -> lsp.Location | None:
        analysis = ls.analysis(params.text_document.uri)
        line, column = ls.place(params)
        if analysis is None:
            return None
        if (file := analysis.imported_at(line + 1, column + 1)) is not None:
            return lsp.Location(uri_of(file), lsp.Range(lsp.Position(0, 0), lsp.Position(0, 0)))
        found = analysis.at(line + 1, column + 1)
        known = analysis.definition(found.target) if found and found.target else None
        return None if known is None else ls.ranges.location(known.key)

    @server.feature(lsp.TEXT_DOCUMENT_REFERENCES)
    def references(ls: SpecServer, params: lsp.ReferenceParams) -> list[lsp.Location]:
        found = ls.found(params)
        if found is None:
            return []
        spans = [each.span for each in found.mentions]
        if params.context.include_declaration:
            spans.insert(0, found.definition.key)
        return [ls.ranges.location(span) for span in spans]


def _add_renaming(server: SpecServer) -> None:
    """What a client asks about another name."""

    @server.feature(lsp.TEXT_DOCUMENT_PREPARE_RENAME)
    def can_rename(ls: SpecServer, params: lsp.PrepareRenameParams) -> lsp.Range | None:
        analysis = ls.analysis(params.text_document.uri)
        line, column = ls.place(params)
        found = analysis.at(line + 1, column + 1) if analysis is not None else None
        known = found is not None and found.target is not None and found.exact
        return ls.ranges.range(found.span) if found is not None and known else None

    @server.feature(lsp.TEXT_DOCUMENT_RENAME, lsp.RenameOptions(prepare_provider=True))
    def rename(ls: SpecServer, params: lsp.RenameParams) -> lsp.WorkspaceEdit:
        analysis, found = ls.analysis(params.text_document.uri), ls.found(params)
        if analysis is None or found is None:
            message = "there is no name here that a spec gives"
            raise JsonRpcInvalidParams(message)
        try:
            spans = renamed(ls.specs, analysis, found, params.new_name)
        except RenameError as error:
            raise JsonRpcInvalidParams(str(error)) from None
        return ls.edit(spans, params.new_name)
