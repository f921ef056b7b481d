"""The page of a file, for this machine alone: bytes by ranges, lines when they are asked for."""

from __future__ import annotations

import json
import re
import secrets
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Lock
from typing import Any
from urllib.parse import parse_qs, urlsplit

from quire.runtime.errors import EXPLAINED, FileChangedError
from quire.view.page import View, page, streams_of
from quire.view.tree import Item

HERE = "127.0.0.1"

MOST_ELEMENTS = 1000
"""Of a list, that are given at a time."""

MOST_BYTES = 1 << 20
"""Of the file, that are given at a time."""

KEPT = 1000
"""Items whose places are kept."""

HEADERS = {
    "Cache-Control": "no-store",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}


class ViewServer(ThreadingHTTPServer):
    """Serves a file to browsers of this machine that know the address, which nobody can guess.

    Args:
        view: The file.
        port: Where; 0 for any that is free.
    """

    daemon_threads = True

    def __init__(self, view: View, port: int = 0) -> None:
        super().__init__((HERE, port), _Handler)
        self.view, self.secret = view, secrets.token_urlsafe(16)
        self.lock = Lock()  # one walks through the tree at a time
        self._items: dict[str, Item] = {}

    @property
    def address(self) -> str:
        """What to open in a browser."""
        return f"http://{HERE}:{self.server_port}/{self.secret}/"

    def children(self, path: str, start: int, stop: int | None) -> dict[str, Any]:
        """What is below the item at a path; of a list, the elements of a range.

        Raises:
            LookupError: there is no such item.
        """
        self.view.tree.begin_anew()
        most = start + MOST_ELEMENTS
        item = self._item(path)
        lines = self.view.snapshot.some(item, start, most if stop is None else min(stop, most))
        return self._answer([{"path": path, "lines": lines}], path)

    def at(self, stream: int, byte: int) -> dict[str, Any]:
        """The way to the innermost item that has a byte: what is beside it, and it.

        Raises:
            LookupError: there is no such stream.
        """
        self.view.tree.begin_anew()
        name = self.view.streams.names[stream]
        item = self._item(name.rpartition(".")[0])
        ways: list[dict[str, Any]] = []
        for found in self.view.tree.way_to(item, stream, byte * 8):
            only = found.name.startswith("[")
            lines = [self.view.snapshot.one(found)] if only else self.view.snapshot.flat(item)
            ways.append({"path": item.path, "lines": lines})
            item = self._keep(found)
        return self._answer(ways, item.path)

    def _answer(self, ways: list[dict[str, Any]], path: str) -> dict[str, Any]:
        fields, streams = self.view.snapshot.fields, streams_of(self.view, [])
        return {"ways": ways, "path": path, "fields": fields, "streams": streams}

    def _item(self, path: str) -> Item:
        return self._items.get(path) or self._keep(self.view.tree.find(path))

    def _keep(self, item: Item) -> Item:
        if len(self._items) >= KEPT:
            self._items.clear()
        self._items[item.path] = item
        return item


class _Handler(BaseHTTPRequestHandler):
    """Answers a browser."""

    server: ViewServer
    protocol_version = "HTTP/1.1"
    timeout = 60

    def do_GET(self) -> None:
        """Answer, or refuse whoever does not come from the page itself."""
        port = self.server.server_port
        if self.headers.get("Host") not in {f"{HERE}:{port}", f"localhost:{port}"}:
            self._refuse(HTTPStatus.FORBIDDEN)
            return
        asked = urlsplit(self.path)
        _, secret, name, *rest = [*asked.path.split("/", 3), "", ""]
        if not secrets.compare_digest(secret.encode(), self.server.secret.encode()):
            self._refuse(HTTPStatus.NOT_FOUND)
            return
        given = {key: values[-1] for key, values in parse_qs(asked.query).items()}
        try:
            self._answer(name, rest[0], given)
        except (LookupError, *EXPLAINED):
            self._refuse(HTTPStatus.NOT_FOUND)
        except FileChangedError:
            self._refuse(HTTPStatus.GONE)

    def _answer(self, name: str, rest: str, given: dict[str, str]) -> None:
        if name == "" and not rest:
            with self.server.lock:
                text = "".join(page(self.server.view, served=True))
            self._send(text.encode(), "text/html; charset=utf-8")
        elif name == "bytes":
            self._bytes(_number(rest))
        elif name == "children":
            stop = _number(given["to"]) if given.get("to") else None
            with self.server.lock:
                found = self.server.children(given.get("path", ""), _number(given["from"]), stop)
            self._send(json.dumps(found).encode(), "application/json")
        elif name == "at":
            with self.server.lock:
                found = self.server.at(_number(given["stream"]), _number(given["byte"]))
            self._send(json.dumps(found).encode(), "application/json")
        else:
            self._refuse(HTTPStatus.NOT_FOUND)

    def _bytes(self, stream: int) -> None:
        """Some bytes of a stream: one range, of which no more is given than what is there."""
        contents = self.server.view.streams.contents[stream]
        asked = re.fullmatch(r"bytes=(\d{1,18})-(\d{1,18})?", self.headers.get("Range", "bytes=0-"))
        start = int(asked[1]) if asked else len(contents)
        if start >= len(contents):
            self._refuse(HTTPStatus.REQUESTED_RANGE_NOT_SATISFIABLE)
            return
        last = int(asked[2]) if asked and asked[2] else len(contents)
        end = max(start, min(last + 1, start + MOST_BYTES, len(contents)))
        told = {"Content-Range": f"bytes {start}-{end - 1}/{len(contents)}"}
        stored = self.server.view.streams.read(stream, start, end)
        self._send(stored, "application/octet-stream", HTTPStatus.PARTIAL_CONTENT, told)

    def _refuse(self, status: HTTPStatus) -> None:
        self._send(f"{status.phrase}\n".encode(), "text/plain; charset=utf-8", status)

    def _send(
        self,
        body: bytes,
        kind: str,
        status: HTTPStatus = HTTPStatus.OK,
        headers: dict[str, str] | None = None,
    ) -> None:
        self.send_response(status)
        sent = {"Content-Type": kind, "Content-Length": str(len(body)), **HEADERS}
        for name, value in (sent | (headers or {})).items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing: the address is a secret."""


def _number(text: str) -> int:
    """A number from 0 on.

    Raises:
        LookupError: it is none, or so large that nothing is there.
    """
    if re.fullmatch(r"[0-9]{1,18}", text) is None:
        raise LookupError(text)
    return int(text)
