"""A folder behind a URL: a server on this machine that answers ranges, and counts what it sends."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread


@dataclass
class Served:
    """A folder behind a URL.

    Attributes:
        url: Of the folder, with a slash behind it.
        sent: The bytes of each answer, in order; those to `HEAD` are 0.
    """

    url: str = ""
    sent: list[int] = field(default_factory=list)


@contextmanager
def served(folder: Path) -> Iterator[Served]:
    """Serve the files of a folder."""
    told = Served()

    class Handler(BaseHTTPRequestHandler):
        """Answers with a file, or with a range of it."""

        protocol_version = "HTTP/1.1"

        def do_HEAD(self) -> None:  # the library's name
            self._answer(with_body=False)

        def do_GET(self) -> None:  # the library's name
            self._answer(with_body=True)

        def _answer(self, *, with_body: bool) -> None:
            data = (folder / self.path.lstrip("/")).read_bytes()
            begin, end = 0, len(data)
            wanted = re.fullmatch(r"bytes=(\d+)-(\d*)", self.headers.get("Range", ""))
            if wanted:
                begin = int(wanted[1])
                end = min(int(wanted[2]) + 1, end) if wanted[2] else end
                self.send_response(206)
                self.send_header("Content-Range", f"bytes {begin}-{end - 1}/{len(data)}")
            else:
                self.send_response(200)
            body = data[begin:end]
            self.send_header("Accept-Ranges", "bytes")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            told.sent.append(len(body) if with_body else 0)
            if with_body:
                self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    told.url = f"http://127.0.0.1:{server.server_port}/"
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield told
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
