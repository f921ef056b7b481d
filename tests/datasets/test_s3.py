"""An object store, late and now and then overloaded: parts are read from it, and written to it."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from moto.server import DomainDispatcherApplication, create_backend_app
from werkzeug.serving import make_server

import quire
from quire.cvc import pack_cvc
from quire.datasets import PartWriter, index
from quire.runtime.errors import FileChangedError
from tests.datasets.test_arrays import rows_of
from tests.datasets.test_records import WORDS

pytestmark = pytest.mark.filterwarnings("ignore")  # what the libraries of the service warn of

ROWS = np.random.default_rng(1).standard_normal((8000, 64)).astype(np.float32)


@dataclass
class Store:
    """A server of S3.

    Attributes:
        options: What fsspec is told.
        latency: Seconds before each answer.
        asked: What was asked for: method and range.
        refusing: How many of the next requests for data are told to slow down.
    """

    options: dict[str, Any] = field(default_factory=dict)
    latency: float = 0.0
    asked: list[str] = field(default_factory=list)
    refusing: int = 0

    def around(self, app: Callable[..., Any]) -> Callable[..., Any]:
        """The application behind latency and refusals."""

        def called(environ: dict[str, Any], start_response: Callable[..., Any]) -> Any:
            time.sleep(self.latency)
            method = environ["REQUEST_METHOD"]
            self.asked.append(f"{method} {environ.get('HTTP_RANGE', '')}".strip())
            if self.refusing and "HTTP_RANGE" in environ:
                self.refusing -= 1
                start_response("503 Slow Down", [("Content-Length", "0")])
                return [b""]
            return app(environ, start_response)

        return called


@pytest.fixture(scope="module")
def store() -> Iterator[Store]:
    """One on this machine, with a bucket."""
    import s3fs  # type: ignore[import-untyped]  # it has no types

    made = Store()
    app = made.around(DomainDispatcherApplication(create_backend_app))
    server = make_server("127.0.0.1", 0, app, threaded=True)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    client = {"endpoint_url": f"http://127.0.0.1:{server.server_port}", "region_name": "eu-west-1"}
    made.options = {"key": "testing", "secret": "testing", "client_kwargs": client}
    try:
        s3fs.S3FileSystem(**made.options).mkdir("bucket")
        yield made
    finally:
        server.shutdown()
        thread.join()


def put(store: Store, source: Path, target: str) -> None:
    """Copy a file, or a folder, into the bucket."""
    import s3fs

    s3fs.S3FileSystem(**store.options).put(str(source), f"bucket/{target}", recursive=True)


def test_parts_of_several_objects_are_read_by_threads(store: Store, tmp_path: Path) -> None:
    for number, block in enumerate(np.split(ROWS, 4)):
        path = tmp_path / f"{number}.cvc"
        pack_cvc(block, path, "lossless", chunk_size=1000, format_version=1)
        put(store, path, f"rows/{number}.cvc")
    dataset = quire.parts(
        "s3://bucket/rows/*.cvc", rows_per_part=700, storage_options=store.options
    )
    with ThreadPoolExecutor(4) as threads:
        found = np.concatenate(list(threads.map(lambda part: part.read(), dataset.parts)))
    assert found.tobytes() == ROWS.tobytes()


def test_a_slice_of_rows_costs_few_requests_and_outlives_refusals(
    store: Store, tmp_path: Path
) -> None:
    pack_cvc(ROWS, tmp_path / "a.cvc", "fp16", chunk_size=2000, format_version=1)
    put(store, tmp_path / "a.cvc", "a.cvc")
    named: dict[str, Any] = {"rows_per_part": 500, "storage_options": store.options}
    dataset = quire.parts("s3://bucket/a.cvc", **named)
    store.latency, store.asked = 0.05, []
    expected = quire.load(tmp_path / "a.cvc")
    assert dataset.parts[9].read().tobytes() == expected[4500:5000].tobytes()
    assert len(store.asked) <= 3, store.asked
    store.refusing = 2
    assert dataset.parts[15].read().tobytes() == expected[7500:].tobytes()
    assert store.refusing == 0
    store.latency = 0


def test_an_object_that_was_replaced_is_not_read(store: Store, tmp_path: Path) -> None:
    (tmp_path / "words.ksy").write_text(WORDS)
    (tmp_path / "a").write_bytes(b"\2\0\0\0\1a\2bc")
    (tmp_path / "b").write_bytes(b"\2\0\0\0\2bc\1a")
    put(store, tmp_path / "a", "words")
    named: dict[str, Any] = {"spec": tmp_path / "words.ksy", "storage_options": store.options}
    dataset = quire.parts("s3://bucket/words", "words", 1, **named)
    put(store, tmp_path / "b", "words")
    from quire.datasets import records

    records._start.cache_clear()  # as in another process
    with pytest.raises(FileChangedError, match="plan them again"):
        dataset.parts[0].read()
    index("s3://bucket/words", "words", 1, **named)
    again = quire.parts("s3://bucket/words", "words", 1, **named)
    assert [table["text"].tolist() for table in again] == [["bc"], ["a"]]


def test_a_collection_is_planned_with_one_object(store: Store, tmp_path: Path) -> None:
    writer = PartWriter.begin(tmp_path / "rows", compression="lossless")
    writer.commit([writer.write(i, block) for i, block in enumerate(np.split(ROWS, 16))])
    put(store, tmp_path / "rows", "collection")
    store.asked = []
    name = "s3://bucket/collection/parts.json"
    dataset = quire.parts(name, rows_per_part=500, storage_options=store.options)
    assert len(store.asked) <= 4, store.asked  # the list, and the first file's format
    assert rows_of(dataset).tobytes() == ROWS.tobytes()
