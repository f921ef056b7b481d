"""A client of the language server, over standard input and output as editors are."""

from __future__ import annotations

import json
import queue
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

WAIT = 60
"""Seconds after which an answer will not come any more."""


class Client:
    """A server in a process of its own, and what it said."""

    def __init__(self, folder: Path, *options: str) -> None:
        self._server = subprocess.Popen(
            [sys.executable, "-m", "quire.cli.main", "lsp", *options],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=None,
        )
        self._folder = folder
        self._said: queue.Queue[dict[str, Any]] = queue.Queue()
        self._published: dict[str, list[dict[str, Any]]] = {}
        self._number = 0
        self._versions: dict[str, int] = {}
        threading.Thread(target=self._listen, daemon=True).start()
        folders = [{"uri": folder.as_uri(), "name": folder.name}]
        self.abilities = self.ask(
            "initialize",
            processId=None,
            rootUri=folder.as_uri(),
            workspaceFolders=folders,
            capabilities={},
        )["capabilities"]
        self.tell("initialized")

    @property
    def process(self) -> int:
        """The number of the server's process."""
        return self._server.pid

    # -- messages --------------------------------------------------------------------------

    def ask(self, method: str, **params: Any) -> Any:
        """What the server answers; an error that it answers with is raised."""
        self._number += 1
        number = self._number
        self._send({"jsonrpc": "2.0", "id": number, "method": method, "params": params})
        while True:
            message = self._next()
            if message.get("id") == number and "method" not in message:
                if "error" in message:
                    raise RefusedError(message["error"]["message"])
                return message["result"]

    def tell(self, method: str, **params: Any) -> None:
        """Something that has no answer."""
        self._send({"jsonrpc": "2.0", "method": method, "params": params})

    def _send(self, message: dict[str, Any]) -> None:
        body = json.dumps(message).encode()
        assert self._server.stdin is not None
        self._server.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self._server.stdin.flush()

    def _listen(self) -> None:
        stream = self._server.stdout
        assert stream is not None
        while header := stream.readline():
            length = int(header.partition(b":")[2]) if b"Content-Length" in header else None
            while header.strip():
                header = stream.readline()
                if b"Content-Length" in header:
                    length = int(header.partition(b":")[2])
            assert length is not None
            self._said.put(json.loads(stream.read(length)))

    def _next(self) -> dict[str, Any]:
        message = self._said.get(timeout=WAIT)
        if message.get("method") == "textDocument/publishDiagnostics":
            self._published[message["params"]["uri"]] = message["params"]["diagnostics"]
        return message

    # -- documents -------------------------------------------------------------------------

    def uri(self, name: str) -> str:
        """The URI of a file of the folder."""
        return (self._folder / name).as_uri()

    def open(self, name: str, text: str | None = None) -> None:
        """Open a file of the folder, with a text that may not be stored."""
        text = (self._folder / name).read_text(encoding="utf-8") if text is None else text
        document = {"uri": self.uri(name), "languageId": "kaitai", "version": 1, "text": text}
        self._versions[name] = 1
        self.tell("textDocument/didOpen", textDocument=document)

    def change(self, name: str, text: str) -> None:
        """Type: the text is another one now."""
        self._versions[name] += 1
        document = {"uri": self.uri(name), "version": self._versions[name]}
        self.tell("textDocument/didChange", textDocument=document, contentChanges=[{"text": text}])

    def at(self, method: str, name: str, place: tuple[int, int], **more: Any) -> Any:
        """What the server answers about a place (line and character, from 0)."""
        line, character = place
        return self.ask(
            f"textDocument/{method}",
            textDocument={"uri": self.uri(name)},
            position={"line": line, "character": character},
            **more,
        )

    def problems(self, name: str) -> list[dict[str, Any]]:
        """The next diagnostics of a file that are published."""
        self._published.pop(self.uri(name), None)
        while self.uri(name) not in self._published:
            self._next()
        return self._published[self.uri(name)]

    def labels(self, name: str, place: tuple[int, int]) -> list[str]:
        """What may stand at a place."""
        return [item["label"] for item in self.at("completion", name, place)["items"]]

    def close(self) -> int:
        """End the server; its exit status."""
        self.ask("shutdown")
        self.tell("exit")
        status = self._server.wait(WAIT)
        for stream in (self._server.stdin, self._server.stdout):
            if stream is not None:
                stream.close()
        return status


class RefusedError(Exception):
    """An error that the server answers with."""


def place_of(text: str, marked: str) -> tuple[int, int]:
    """Where `|` stands in a part of a text, which is there once without it."""
    plain = marked.replace("|", "", 1)
    assert text.count(plain) == 1, f"{plain} stands there {text.count(plain)} times"
    at = text.index(plain) + marked.index("|")
    line = text.count("\n", 0, at)
    return line, at - (text.rfind("\n", 0, at) + 1)


def edited(text: str, edits: list[dict[str, Any]]) -> str:
    """A text with the edits of the protocol done."""
    lines = text.split("\n")
    for edit in sorted(edits, key=_start, reverse=True):
        start, end = edit["range"]["start"], edit["range"]["end"]
        assert start["line"] == end["line"]
        line = lines[start["line"]]
        lines[start["line"]] = (
            line[: start["character"]] + edit["newText"] + line[end["character"] :]
        )
    return "\n".join(lines)


def _start(edit: dict[str, Any]) -> tuple[int, int]:
    start = edit["range"]["start"]
    return start["line"], start["character"]
