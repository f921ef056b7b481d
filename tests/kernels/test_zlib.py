"""`zlib`: exactly one stream, of exactly so many bytes, or an error; by either library."""

from __future__ import annotations

import contextlib
import tracemalloc
import zlib as plain
from types import ModuleType

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quire.kernels.codecs.deflate.codec import Deflate
from quire.kernels.codecs.zlib import library as zlib
from quire.kernels.codecs.zlib.codec import Zlib, zlib_bound
from quire.kernels.contract import Operation, ParameterError, StoredError
from quire.kernels.engine import dispatch, obstacles

CONTENTS = [
    b"",
    b"a",
    b"abc" * 1000,
    np.random.default_rng(1).bytes(200_000),
    bytes(9_000_000),  # more than a chunk from one piece
    np.random.default_rng(2).integers(0, 9, 3_000_000, np.uint8).tobytes(),
]


@pytest.fixture(params=["isal.isal_zlib", "zlib"], autouse=True)
def library(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The library that is used."""
    module: ModuleType = pytest.importorskip(request.param, reason="pip install isal")
    monkeypatch.setattr(zlib, "fastest_zlib", lambda: module)
    return module


def _decode(stored: bytes, size: int) -> bytes:
    out = np.full(size + 2, 0xA5, np.uint8)
    zlib.decode(np.frombuffer(stored, np.uint8), out[1:-1], Zlib())
    assert (out[0], out[-1]) == (0xA5, 0xA5)
    return out[1:-1].tobytes()


def _encode(content: bytes, level: int | None = None) -> bytes:
    return zlib.encode(np.frombuffer(content, np.uint8), Zlib(level))


@pytest.mark.parametrize("content", CONTENTS, ids=len)
def test_what_is_encoded_is_decoded_here_and_elsewhere(content: bytes) -> None:
    for level in (None, 0, 1, 9):
        stored = _encode(content, level)
        assert len(stored) <= zlib_bound(len(content))
        assert _decode(stored, len(content)) == plain.decompress(stored) == content
    assert _decode(plain.compress(content), len(content)) == content


@settings(deadline=None)
@given(content=st.binary(max_size=3000))
def test_any_content_survives(content: bytes) -> None:
    assert _decode(_encode(content), len(content)) == content


@pytest.mark.parametrize("size", [0, 1, 2999, 3001, 1 << 20])
def test_another_size_than_the_content_has_is_refused(size: int) -> None:
    with pytest.raises(StoredError, match=f"expected a stream of {size} bytes"):
        _decode(plain.compress(b"abc" * 1000), size)


def test_a_stream_that_is_cut_is_refused_wherever_it_is() -> None:
    content = np.random.default_rng(2).integers(0, 9, 300, np.uint8).tobytes()
    stored = plain.compress(content)
    for end in range(len(stored)):
        with pytest.raises(StoredError) as caught:
            _decode(stored[:end], len(content))
        assert caught.value.index == end


@pytest.mark.parametrize("content", CONTENTS, ids=len)
def test_nothing_may_follow_a_stream(content: bytes) -> None:
    stored = plain.compress(content)
    for behind in (b"\0", b"x" * 100_000, stored):
        with pytest.raises(StoredError, match="expected nothing after the stream") as caught:
            _decode(stored + behind, len(content))
        assert caught.value.index == len(stored)
        assert caught.value.found == f"{len(behind)} bytes"


@pytest.mark.parametrize("content", CONTENTS, ids=len)
def test_what_a_stream_becomes_is_counted_without_decoding_it(content: bytes) -> None:
    assert zlib.measure(np.frombuffer(plain.compress(content), np.uint8), Zlib()) == len(content)
    bare = plain.compressobj(wbits=-15)
    stored = bare.compress(content) + bare.flush()
    assert zlib.measure(np.frombuffer(stored, np.uint8), Deflate()) == len(content)
    with pytest.raises(StoredError, match="expected the rest of the stream"):
        zlib.measure(np.frombuffer(stored[:-1], np.uint8), Deflate())


@pytest.mark.parametrize("stored", [b"abc", bytes(64), b"\x78\x9c\xff\xff"])
def test_what_is_no_stream_is_refused(stored: bytes) -> None:
    with pytest.raises(StoredError):
        _decode(stored, 0)


def test_damage_is_noticed() -> None:
    content = b"".join(b"%d," % i for i in range(200))
    stored = bytearray(plain.compress(content))
    for place in range(len(stored)):
        damaged = bytearray(stored)
        damaged[place] ^= 0x41
        try:
            found = _decode(bytes(damaged), len(content))
        except StoredError:
            continue
        assert found == content  # a bit of the header that means nothing


def test_a_dictionary_is_refused() -> None:
    maker = plain.compressobj(zdict=b"abcdefgh")
    stored = maker.compress(b"abcdefghabcdefgh") + maker.flush()
    with pytest.raises(StoredError):
        _decode(stored, 16)


@settings(deadline=None)
@given(junk=st.binary(max_size=60))
def test_junk_behind_a_header_is_refused_or_decoded(junk: bytes) -> None:
    with contextlib.suppress(StoredError):
        _decode(b"\x78\x9c" + junk, 40)


def test_no_more_than_what_is_promised_is_inflated() -> None:
    stored = plain.compress(bytes(100_000_000))
    tracemalloc.start()
    with pytest.raises(StoredError, match="expected a stream of 10 bytes, found more than 10"):
        _decode(stored, 10)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 1 << 20


@pytest.mark.parametrize("level", [-1, 10])
def test_a_level_that_zlib_does_not_have_is_refused(level: int) -> None:
    with pytest.raises(ParameterError, match=f"level: expected 0 to 9, found {level}"):
        Zlib(level)


def test_the_most_that_a_stored_byte_becomes_is_more_than_zlib_can_do() -> None:
    size = 200_000_000
    assert size < len(plain.compress(bytes(size), 9)) * Zlib.expansion


def test_it_needs_nothing_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(obstacles, "installed", lambda _name: False)
    for operation in (Operation.DECODE, Operation.ENCODE):
        assert dispatch.choose(Zlib, operation, nbytes=10).backend == "library"
