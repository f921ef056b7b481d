"""Compressed bytes: exactly one frame, of exactly so many bytes, or an error."""

from __future__ import annotations

import contextlib
import importlib
import struct
import sys
import tracemalloc
from types import ModuleType
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st

from quire.kernels.codecs.lz4.codec import Lz4
from quire.kernels.codecs.zstd.codec import Zstd
from quire.kernels.contract import Operation, ParameterError, StoredError, reference
from quire.kernels.engine import dispatch, obstacles
from quire.kernels.engine.payload import Encoded
from quire.kernels.engine.pipeline import Stage
from quire.kernels.engine.registry import codec
from quire.runtime.errors import BackendUnavailable

zstandard = pytest.importorskip("zstandard", reason="pip install zstandard")
cramjam = pytest.importorskip("cramjam", reason="pip install cramjam")

PARAMETERS: dict[str, Any] = {"zstd": Zstd(), "lz4": Lz4()}

CONTENTS = [
    b"",
    b"a",
    b"abc" * 1000,
    np.random.default_rng(1).bytes(70_000),
    bytes(9_000_000),  # blocks of all sizes
]

COMPRESSION = pytest.mark.parametrize("name", PARAMETERS)


def _module(name: str) -> ModuleType:
    return importlib.import_module(reference(codec(name)))


def _array(data: bytes) -> npt.NDArray[np.uint8]:
    return np.frombuffer(data, np.uint8)  # read-only, as stored bytes are


def _decode(name: str, stored: bytes, size: int, parameters: Any = None) -> bytes:
    out = np.full(size + 2, 0xA5, np.uint8)
    _module(name).decode(_array(stored), out[1:-1], parameters or PARAMETERS[name])
    assert (out[0], out[-1]) == (0xA5, 0xA5)
    return out[1:-1].tobytes()


def _encode(name: str, content: bytes) -> bytes:
    encoded: bytes = _module(name).encode(_array(content), PARAMETERS[name])
    assert type(encoded) is bytes
    return encoded


@COMPRESSION
@pytest.mark.parametrize("content", CONTENTS, ids=len)
def test_what_is_encoded_is_decoded(name: str, content: bytes) -> None:
    assert _decode(name, _encode(name, content), len(content)) == content


@given(name=st.sampled_from(list(PARAMETERS)), content=st.binary(max_size=3000))
def test_any_content_survives(name: str, content: bytes) -> None:
    assert _decode(name, _encode(name, content), len(content)) == content


@COMPRESSION
def test_the_frame_tells_the_size_of_its_content(name: str) -> None:
    stored = _encode(name, b"abc" * 1000)
    if name == "zstd":
        assert zstandard.frame_content_size(stored) == 3000
    else:
        assert stored[4] & 8
        assert struct.unpack_from("<Q", stored, 6) == (3000,)
        assert bytes(cramjam.lz4.decompress(stored)) == b"abc" * 1000


def test_a_frame_of_zstd_need_not_tell_its_size() -> None:
    for checksum in (False, True):
        writer = zstandard.ZstdCompressor(write_content_size=False, write_checksum=checksum)
        for content in CONTENTS:
            stored = writer.compress(content)
            assert _decode("zstd", stored, len(content)) == content
            for wrong in (len(content) - 1, len(content) + 1):
                if wrong >= 0:
                    with pytest.raises(StoredError, match=f"expected a frame of {wrong} bytes"):
                        _decode("zstd", stored, wrong)


def test_a_frame_of_lz4_need_not_tell_its_size() -> None:
    for content in CONTENTS:
        stored = bytes(cramjam.lz4.compress(content))
        assert not stored[4] & 8
        assert _decode("lz4", stored, len(content)) == content
        for wrong in (len(content) - 1, len(content) + 1):
            if wrong >= 0:
                with pytest.raises(StoredError, match=f"expected an lz4 frame of {wrong} bytes"):
                    _decode("lz4", stored, wrong)


@COMPRESSION
@pytest.mark.parametrize("size", [0, 1, 2999, 3001, 1 << 20])
def test_another_size_than_the_content_has_is_refused(name: str, size: int) -> None:
    with pytest.raises(StoredError, match=f"expected a frame of {size} bytes, found 3000"):
        _decode(name, _encode(name, b"abc" * 1000), size)


@COMPRESSION
def test_a_frame_that_is_cut_is_refused_wherever_it_is(name: str) -> None:
    content = np.random.default_rng(2).integers(0, 9, 300, np.uint8).tobytes()
    stored = _encode(name, content)
    for end in range(len(stored)):
        with pytest.raises(StoredError):
            _decode(name, stored[:end], len(content))


@COMPRESSION
def test_nothing_may_follow_a_frame(name: str) -> None:
    stored = _encode(name, b"abc" * 9)
    for behind in (b"\0", b"x" * 20, stored, _encode(name, b"")):
        with pytest.raises(StoredError, match="expected nothing after the frame") as caught:
            _decode(name, stored + behind, 27)
        assert caught.value.index == len(stored)


@COMPRESSION
@pytest.mark.parametrize("stored", [b"", b"abc", bytes(64), b"\x50\x2a\x4d\x18\4\0\0\0abcd"])
def test_what_is_no_frame_is_refused(name: str, stored: bytes) -> None:
    with pytest.raises(StoredError, match="expected the magic"):
        _decode(name, stored, 0)


@COMPRESSION
def test_damage_is_an_error_or_another_content(name: str) -> None:
    """Without a checksum, zstd cannot tell all damage; nothing else may happen."""
    content = b"".join(b"%d," % i for i in range(200))
    stored = bytearray(_encode(name, content))
    for place in range(len(stored)):
        damaged = bytearray(stored)
        damaged[place] ^= 0x41
        try:
            found = _decode(name, bytes(damaged), len(content))
        except StoredError:
            continue
        assert name == "zstd" or found == content


@COMPRESSION
@given(junk=st.binary(max_size=60))
def test_junk_behind_a_magic_is_refused_or_decoded(name: str, junk: bytes) -> None:
    out = np.zeros(40, np.uint8)
    with contextlib.suppress(StoredError):
        _module(name).decode(_array(_module(name).MAGIC + junk), out, PARAMETERS[name])


def test_a_checksum_that_differs_is_refused() -> None:
    content = b"abc" * 100
    checked = bytearray(zstandard.ZstdCompressor(write_checksum=True).compress(content))
    assert _decode("zstd", bytes(checked), len(content)) == content
    checked[-1] ^= 1
    with pytest.raises(StoredError, match="expected a frame of zstd"):
        _decode("zstd", bytes(checked), len(content))
    stored = bytearray(_encode("lz4", content))
    stored[-1] ^= 1
    with pytest.raises(StoredError, match="expected an lz4 frame of 300 bytes"):
        _decode("lz4", bytes(stored), len(content))


def test_a_small_frame_cannot_ask_for_much_memory() -> None:
    block = struct.pack("<I", 1 | 4 << 3)[:3] + b"abcd"  # last, raw, of 4 bytes
    wide = zstandard.FRAME_HEADER + bytes([0, 18 << 3])  # a window of 256 MiB, no size
    with pytest.raises(StoredError, match="a window of at most 134217728 bytes, found 268435456"):
        _decode("zstd", wide + block, 4)
    narrow = zstandard.FRAME_HEADER + bytes([0, 17 << 3])  # as wide as is allowed
    assert _decode("zstd", narrow + block, 4) == b"abcd"
    huge = zstandard.ZstdCompressor().compress(bytes(50_000_000))
    tracemalloc.start()
    with pytest.raises(StoredError, match="expected a frame of 10 bytes, found 50000000"):
        _decode("zstd", huge, 10)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 1 << 20


def test_a_frame_that_needs_a_dictionary_is_refused() -> None:
    dictionary = zstandard.train_dictionary(500, [b"abcdefgh%d" % (i % 7) * 9 for i in range(500)])
    stored = zstandard.ZstdCompressor(dict_data=dictionary).compress(b"abcdefgh1" * 9)
    with pytest.raises(StoredError, match="without a dictionary"):
        _decode("zstd", stored, 81)


def test_zeros_may_follow_a_frame_of_lz4_that_is_padded() -> None:
    stored, padded = _encode("lz4", b"abc"), Lz4(padded=True)
    for zeros in (0, 1, 100):
        assert _decode("lz4", stored + bytes(zeros), 3, padded) == b"abc"
    with pytest.raises(StoredError, match="zeros after the frame, found 0x07") as caught:
        _decode("lz4", stored + b"\0\0\7\0", 3, padded)
    assert caught.value.index == len(stored) + 2


def test_the_header_of_lz4_is_checked() -> None:
    stored = _encode("lz4", b"abc")
    for place, message in ((4, "version 1"), (5, "checksum"), (14, "checksum")):
        damaged = bytearray(stored)
        damaged[place] ^= 0x81
        with pytest.raises(StoredError, match=message):
            _decode("lz4", bytes(damaged), 3)


@pytest.mark.parametrize("level", [-131072, -5, 1, 22])
def test_every_level_of_zstd_can_be_read(level: int) -> None:
    content = b"abcabd" * 200
    stored = _module("zstd").encode(_array(content), Zstd(level))
    assert _decode("zstd", stored, len(content)) == content


@pytest.mark.parametrize("level", [-131073, 23])
def test_a_level_that_zstd_does_not_have_is_refused(level: int) -> None:
    with pytest.raises(ParameterError, match=f"level: expected -131072 to 22, found {level}"):
        Zstd(level)


@COMPRESSION
def test_a_codec_of_bytes_makes_no_array(name: str) -> None:
    with pytest.raises(TypeError, match=f"`{name}` gives bytes, and the last stage has to make"):
        Encoded((Stage(name),), stored=b"")


def test_only_the_last_stage_makes_an_array() -> None:
    with pytest.raises(TypeError, match="`fp16` gives an array, and only the last stage may"):
        Encoded((Stage("fp16", shape=(1,)), Stage("fp16", shape=(1,))), stored=b"")


@pytest.mark.parametrize(("name", "package"), [("zstd", "zstandard"), ("lz4", "cramjam")])
def test_a_missing_library_is_named(
    name: str, package: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(obstacles, "installed", lambda found: found != package)
    with pytest.raises(BackendUnavailable, match=f"pip install {package}"):
        dispatch.select(codec(name), Operation.DECODE)


@COMPRESSION
def test_the_library_is_chosen(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "numba", raising=False)
    for operation in (Operation.DECODE, Operation.ENCODE):
        assert dispatch.choose(codec(name), operation, nbytes=10).backend == "library"
