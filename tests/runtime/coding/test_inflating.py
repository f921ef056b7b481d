"""Long streams of zlib are inflated by the faster of the libraries, and mean what zlib says."""

from __future__ import annotations

import zlib
from pathlib import Path
from typing import Any

import pytest

import quire
from quire.runtime.coding import process

SPEC = """
meta: {id: packed}
seq:
  - {id: body, size-eos: true, process: zlib, type: text}
types:
  text: {seq: [{id: all, size-eos: true}]}
"""

TEXT = b"".join(b"%d, " % (i * i) for i in range(20_000))
STORED = zlib.compress(TEXT)
ADLER = zlib.adler32(TEXT)


@pytest.fixture(params=["isal.isal_zlib", "zlib"])
def library(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each library there may be."""
    found = pytest.importorskip(request.param, reason="pip install isal")
    monkeypatch.setattr(process, "fastest_zlib", lambda: found)


@pytest.fixture
def kind(tmp_path: Path) -> Any:
    path = tmp_path / "packed.ksy"
    path.write_text(SPEC, encoding="utf-8")
    return quire.compile(path).Packed


def test_a_stream_is_long() -> None:
    assert len(STORED) > process.LARGE


@pytest.mark.usefixtures("library")
def test_a_stream_is_inflated_and_kept_as_it_was(kind: Any) -> None:
    stored = zlib.compress(TEXT, 9)
    read = kind.from_bytes(stored)
    assert read.body.all == TEXT
    assert read.to_bytes() == stored
    read.body.all = TEXT[:-1]
    assert zlib.decompress(read.to_bytes()) == TEXT[:-1]


@pytest.mark.usefixtures("library")
def test_bytes_after_a_stream_are_none_of_it(kind: Any) -> None:
    assert kind.from_bytes(STORED + b"more").body.all == TEXT


@pytest.mark.usefixtures("library")
@pytest.mark.parametrize(
    ("stored", "found"),
    [
        (STORED[:-1], "incomplete or truncated stream"),
        (STORED[: len(STORED) // 2], "incomplete or truncated stream"),
        (STORED[:-4] + (ADLER ^ 1).to_bytes(4, "big"), "incorrect data check"),
        (b"\xff" + STORED[1:], "incorrect header check"),
        (STORED[:2] + b"\x07" + STORED[3:], "invalid block type"),
    ],
    ids=["a byte short", "a half", "checksum", "header", "block"],
)
def test_a_stream_that_is_wrong_is_refused_in_the_words_of_zlib(
    kind: Any, stored: bytes, found: str
) -> None:
    with pytest.raises(quire.FormatError, match=found) as caught:
        kind.from_bytes(stored)
    assert (caught.value.path, caught.value.offset) == ("body", 0)


@pytest.mark.usefixtures("library")
def test_a_stream_that_becomes_too_large_is_refused(kind: Any) -> None:
    stored = zlib.compress(bytes(30 << 20), 9)
    with quire.limits(max_decoded=1 << 20), pytest.raises(quire.LimitError):
        kind.from_bytes(stored)
