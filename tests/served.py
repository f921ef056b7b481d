"""A server of one file, as the web has them: it gives ranges, and counts what it was asked for."""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Served:
    """A file behind a URL.

    Attributes:
        data: Its bytes.
        ranges: Whether ranges are given; else always all of it.
        cut: How many bytes are left out at the end of each answer.
        url: Where it is.
        sent: The length of each answer.
        asked: What was asked for: `HEAD`, or the range.
        delay: Seconds before each answer.
        together: How many were asked for at the same time, at most.
    """

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.ranges = True
        self.cut = 0
        self.url = ""
        self.sent: list[int] = []
        self.asked: list[str] = []
        self.delay = 0.0
        self.now = self.together = 0
        self.lock = threading.Lock()

    def forget(self) -> None:
        """Begin to count anew."""
        with self.lock:
            self.sent.clear()
            self.asked.clear()
            self.together = 0


def _handler(served: Served) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_HEAD(self) -> None:
            self._answer(with_body=False)

        def do_GET(self) -> None:
            self._answer(with_body=True)

        def _answer(self, *, with_body: bool) -> None:
            with served.lock:
                served.asked.append(self.headers.get("Range", self.command))
                served.now += 1
                served.together = max(served.together, served.now)
            time.sleep(served.delay)
            with served.lock:
                served.now -= 1
            if not self.path.endswith("/file"):
                self.send_error(404)
                return
            data, status = served.data, 200
            asked = re.fullmatch(r"bytes=(\d+)-(\d+)", self.headers.get("Range", ""))
            if asked and served.ranges:
                start, last = map(int, asked.groups())
                data, status = data[start : last + 1], 206
            body = data[: len(data) - served.cut]
            self.send_response(status)
            if served.ranges:
                self.send_header("Accept-Ranges", "bytes")
            if status == 206:
                self.send_header("Content-Range", f"bytes {start}-{last}/{len(served.data)}")
            self.send_header("Content-Length", str(len(body) if with_body else len(data)))
            self.end_headers()
            if with_body:
                with served.lock:
                    served.sent.append(len(body))
                self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Nothing is printed."""

    return Handler


class _Server(ThreadingHTTPServer):
    request_queue_size = 128  # connections that come together; the sixth would wait for a second


@contextmanager
def serving(data: bytes) -> Iterator[Served]:
    """Serve a file on this machine."""
    served = Served(data)
    server = _Server(("127.0.0.1", 0), _handler(served))
    server.daemon_threads = True
    served.url = f"http://127.0.0.1:{server.server_address[1]}/file"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield served
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
