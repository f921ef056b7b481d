"""Stores behind URLs are read in few requests, whatever is asked for, and never written to."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from typing import Any

import fsspec  # type: ignore[import-untyped]  # it has no types
import numpy as np
import pytest
from fsspec.implementations.memory import (  # type: ignore[import-untyped]  # the same
    MemoryFileSystem,
)

from quire import FormatError
from quire.cdd import DataReader, DataWriter, MemoryBackend
from quire.cdd.backends import RemoteBackend, open_backend
from tests.formats.cdd.backends import CLOSED_CALLS, CONTENT, FAR


class Served:
    """CONTENT behind a URL that fsspec serves from memory, and what it was asked for.

    Attributes:
        url: Where it is.
        asked: For each call, the (start, stop) that it was for.
    """

    url = "memory://quire/store"

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.asked: list[list[tuple[int, int]]] = []
        self.put(CONTENT)
        original = MemoryFileSystem.cat_ranges

        def noted(fs: Any, paths: Any, starts: list[int], stops: list[int], **options: Any) -> Any:
            spans = list(zip(starts, stops, strict=True))
            assert all(start < stop <= fs.size(self.url) for start, stop in spans)
            self.asked.append(spans)
            return original(fs, paths, starts, stops, **options)

        monkeypatch.setattr(MemoryFileSystem, "cat_ranges", noted)

    def put(self, content: bytes) -> None:
        """Serve something else there."""
        fsspec.filesystem("memory").pipe_file(self.url, content)

    def remove(self) -> None:
        """Serve nothing there."""
        fsspec.filesystem("memory").rm_file(self.url)


HEADS = {616, 636}
"""What is asked for of a chunk to know its shape: 584 bytes from that on, in either layout."""


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> Iterator[Served]:
    """CONTENT behind a URL."""
    yield Served(monkeypatch)
    fsspec.filesystem("memory").rm("/quire", recursive=True)


def test_a_url_is_read_in_one_request_for_each_range(served: Served) -> None:
    with open_backend(served.url) as store:
        assert isinstance(store, RemoteBackend)
        assert store.size() == len(CONTENT)
        assert served.asked == []
        view = store.read_at(5, 300)
        assert view == CONTENT[5:305]
        assert view.readonly
        buffer = bytearray(4)
        assert store.read_into(len(CONTENT) - 2, buffer) == 2
        assert buffer == CONTENT[-2:] + b"\0\0"
    assert served.asked == [[(5, 305)], [(len(CONTENT) - 2, len(CONTENT))]]
    assert view == CONTENT[5:305]


def test_neighbours_are_fetched_together_in_one_call(served: Served) -> None:
    ranges = [(5000, 50), (0, 10), (20, 10), (41, 10), (5010, 90), (25, 2), (7, 0)]
    with RemoteBackend(served.url, gap=10) as store:
        found = store.read_many(iter(ranges))
    assert found == [CONTENT[offset : offset + n] for offset, n in ranges]
    assert served.asked == [[(0, 30), (41, 51), (5000, 5100)]]


def test_merged_ranges_are_bounded_and_long_ones_stay_whole(served: Served) -> None:
    ranges = [(offset, 30) for offset in range(0, 300, 30)] + [(1000, 500), (1100, 10)]
    with RemoteBackend(served.url, gap=0, block=100) as store:
        found = store.read_many(ranges)
    assert found == [CONTENT[offset : offset + n] for offset, n in ranges]
    assert served.asked == [[(0, 90), (90, 180), (180, 270), (270, 300), (1000, 1500)]]


@pytest.mark.parametrize("seed", range(20))
def test_merging_changes_no_bytes(seed: int, served: Served) -> None:
    random = np.random.default_rng(seed)
    offsets = random.integers(0, len(CONTENT) + 500, 100).tolist()
    ranges = [(offset, int(random.integers(0, 400))) for offset in offsets]
    with RemoteBackend(served.url, gap=seed * 20, block=1 + seed * 100) as store:
        assert store.read_many(ranges) == [CONTENT[offset : offset + n] for offset, n in ranges]
    longest = max(n for _, n in ranges)
    assert max(stop - start for start, stop in served.asked[0]) <= max(1 + seed * 100, longest)


def test_what_lies_beyond_the_end_is_not_asked_for(served: Served) -> None:
    with RemoteBackend(served.url) as store:
        assert store.read_many(FAR) == [b""] * len(FAR)
        assert store.read_many([]) == []
        assert served.asked == []
        assert store.read_many([*FAR, (len(CONTENT) - 3, 2**64)])[-1] == CONTENT[-3:]
        with pytest.raises(ValueError, match="expected at least 0"):
            store.read_at(-3, 2)


def test_refreshing_sees_what_was_appended_behind_a_url(served: Served) -> None:
    with RemoteBackend(served.url) as store:
        served.put(CONTENT + b"more")
        assert bytes(store.read_at(len(CONTENT), 9)) == b""
        store.refresh()
        assert bytes(store.read_at(len(CONTENT), 9)) == b"more"


def test_a_url_cannot_be_written_to_and_can_be_closed(served: Served) -> None:
    store = RemoteBackend(served.url)
    with pytest.raises(io.UnsupportedOperation, match="opened for reading only"):
        store.write_at(0, b"x")
    with pytest.raises(io.UnsupportedOperation, match="opened for reading only"):
        store.truncate(0)
    store.close()
    for name in ("size", "read_at", "read_many", "write_at", "truncate", "refresh"):
        with pytest.raises(ValueError, match="quire/store: closed"):
            CLOSED_CALLS[name](store)


def test_a_missing_url_is_a_missing_file(served: Served) -> None:
    with pytest.raises(FileNotFoundError):
        RemoteBackend(served.url + "/none")


def test_servers_that_cannot_serve_it_are_named(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    with RemoteBackend(served.url) as store:
        monkeypatch.setattr(MemoryFileSystem, "cat_ranges", lambda *_, **__: [CONTENT])
        with pytest.raises(OSError, match=r"quire/store: asked for 4 bytes, found 10240: the serv"):
            store.read_at(0, 4)
    monkeypatch.setattr(MemoryFileSystem, "size", lambda *_: None)
    with pytest.raises(OSError, match="quire/store: the server does not tell the size"):
        RemoteBackend(served.url)


def test_an_error_of_a_request_is_raised(served: Served) -> None:
    with RemoteBackend(served.url) as store:
        served.remove()
        with pytest.raises(FileNotFoundError):
            store.read_at(0, 4)
    served.put(b"")


def test_without_fsspec_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "fsspec.core", None)
    with pytest.raises(ImportError, match=r"pip install 'quire\[remote\]'"):
        open_backend("https://example.org/store")


# -- stores --------------------------------------------------------------------------------


@pytest.fixture(params=["cdd", "cryptodd"])
def books(request: pytest.FixtureRequest, served: Served) -> np.ndarray[Any, Any]:
    """Arrays in twenty chunks behind the URL, further from each other than requests reach."""
    array = np.random.default_rng(1).random((20, 30_000))
    with DataWriter(backend := MemoryBackend(), layout=request.param) as writer:
        for row in array:
            writer.append_chunk(row[None], "raw")
    served.put(backend.getvalue())
    return array


def test_the_shapes_of_all_chunks_take_one_call(
    served: Served, books: np.ndarray[Any, Any]
) -> None:
    with DataReader(served.url) as reader:
        served.asked.clear()
        assert reader.rows.shape == books.shape
        assert [len(spans) for spans in served.asked] == [len(books)]
        assert {stop - start for start, stop in served.asked[0]} <= HEADS


def test_rows_take_one_call_for_their_payloads(served: Served, books: np.ndarray[Any, Any]) -> None:
    with DataReader(served.url) as reader:
        rows = reader.rows
        served.asked.clear()
        assert np.array_equal(rows[3:9], books[3:9])
        assert len(served.asked) == 1
        (spans,) = served.asked
        assert sum(stop - start for start, stop in spans) < 7 * books[0].nbytes
        assert np.array_equal(rows[[17, 2, 17]], books[[17, 2, 17]])
        assert len(served.asked) == 2


def test_a_chunk_alone_takes_one_request(served: Served, books: np.ndarray[Any, Any]) -> None:
    with DataReader(served.url) as reader:
        served.asked.clear()
        assert np.array_equal(reader[7], books[7:8])
        assert [len(spans) for spans in served.asked] == [1]


def test_a_chunk_that_is_cut_is_found_by_its_head(
    served: Served, books: np.ndarray[Any, Any]
) -> None:
    content = fsspec.filesystem("memory").cat_file(served.url)
    served.put(content[:-1])
    with DataReader(served.url) as reader, pytest.raises(FormatError) as caught:
        _ = reader.rows
    assert caught.value.path == f"chunks[{len(books) - 1}].len_chunk"
