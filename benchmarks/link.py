"""A server of a file behind a link: answers come late, and all share so many bytes a second."""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

PIECE = 64 << 10
"""Bytes that take their turn on the link."""


@dataclass
class Link:
    """A file behind a link.

    Attributes:
        data: Its bytes.
        latency: Seconds before an answer begins.
        rate: Bytes a second, of all answers together.
        url: Where it is.
        requests: How many were made.
        sent: Bytes of all answers.
    """

    data: bytes
    latency: float
    rate: float
    url: str = ""
    requests: int = 0
    sent: int = 0
    free: float = 0.0
    lock: threading.Lock = field(default_factory=threading.Lock)

    def turn(self, size: int) -> None:
        """Wait until so many bytes have gone over the link."""
        with self.lock:
            self.free = max(self.free, time.perf_counter()) + size / self.rate
            until, self.sent = self.free, self.sent + size
        time.sleep(max(0.0, until - time.perf_counter()))

    def answer(self, handler: BaseHTTPRequestHandler, *, with_body: bool) -> None:
        """Give a range of the file, or tell of it."""
        with self.lock:
            self.requests += 1
        time.sleep(self.latency)
        asked = re.fullmatch(r"bytes=(\d+)-(\d+)", handler.headers.get("Range", ""))
        first, last = map(int, asked.groups()) if asked else (0, len(self.data) - 1)
        last = min(last, len(self.data) - 1)
        handler.send_response(206 if asked else 200)
        handler.send_header("Accept-Ranges", "bytes")
        handler.send_header("Content-Range", f"bytes {first}-{last}/{len(self.data)}")
        handler.send_header("Content-Length", str(last + 1 - first))
        handler.end_headers()
        if not with_body:
            return
        for start in range(first, last + 1, PIECE):
            piece = memoryview(self.data)[start : min(start + PIECE, last + 1)]
            self.turn(len(piece))
            handler.wfile.write(piece)


class _Server(ThreadingHTTPServer):
    request_queue_size = 128  # connections that come together; the sixth would wait for a second


@contextmanager
def linked(data: bytes, latency: float, rate: float) -> Iterator[Link]:
    """Serve a file on this machine."""
    link = Link(data, latency, rate)

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_HEAD(self) -> None:  # the name that is called
            link.answer(self, with_body=False)

        def do_GET(self) -> None:  # the name that is called
            link.answer(self, with_body=True)

        def log_message(self, *_: object) -> None:
            """Nothing is printed."""

    server = _Server(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    link.url = f"http://127.0.0.1:{server.server_address[1]}/file"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield link
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
