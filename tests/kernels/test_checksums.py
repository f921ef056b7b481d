"""Checksums are those of the standard, whichever library computes them."""

from __future__ import annotations

import importlib.util
import zlib
from collections.abc import Iterator

import numpy as np
import pytest

from quire.kernels.services import checksums
from quire.runtime.errors import BackendUnavailable


@pytest.fixture(params=["isal", "zlib"])
def _library(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    if importlib.util.find_spec(request.param) is None:
        pytest.skip(f"pip install {request.param}")
    if request.param == "zlib":
        monkeypatch.setattr(importlib.util, "find_spec", lambda _name: None)
    checksums._crc32.cache_clear()
    yield
    checksums._crc32.cache_clear()


@pytest.mark.usefixtures("_library")
def test_crc32_has_its_published_check_value() -> None:
    assert checksums.digest("crc32", b"123456789") == 0xCBF43926
    assert checksums.digest("crc32", memoryview(b"")) == 0


@pytest.mark.usefixtures("_library")
@pytest.mark.parametrize("step", [1, 7, 4096, 100_000])
def test_pieces_have_the_checksum_of_the_whole(step: int) -> None:
    data = memoryview(np.random.default_rng(step).bytes(10_000))
    running = checksums.start("crc32")
    assert running.value == 0
    for begin in range(0, len(data), step):
        running.update(data[begin : begin + step])
        assert running.value == zlib.crc32(data[: begin + step])
    running.update(b"")
    assert running.value == zlib.crc32(data)


def test_blake3_begins_with_the_hash_of_nothing_that_is_published() -> None:
    pytest.importorskip("blake3", reason="pip install blake3")
    assert checksums.digest("blake3", b"", 4) == bytes.fromhex("af1349b9")
    assert checksums.start("blake3", 32).value[:2] == bytes.fromhex("af13")


@pytest.mark.parametrize("size", [1, 16, 32, 64])
def test_blake3_is_cut_or_made_longer(size: int) -> None:
    blake3 = pytest.importorskip("blake3", reason="pip install blake3")
    data = np.random.default_rng(3).bytes(5000)
    assert checksums.digest("blake3", data, size) == blake3.blake3(data).digest(64)[:size]


@pytest.mark.parametrize("step", [1, 1024, 9999])
def test_pieces_have_the_hash_of_the_whole(step: int) -> None:
    pytest.importorskip("blake3", reason="pip install blake3")
    data = memoryview(np.random.default_rng(step).bytes(3000))
    running = checksums.start("blake3", 16)
    for begin in range(0, len(data), step):
        running.update(data[begin : begin + step])
        assert running.value == checksums.digest("blake3", data[: begin + step], 16)


def test_a_missing_library_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda _name: None)
    checksums._blake3.cache_clear()
    with pytest.raises(BackendUnavailable, match="pip install blake3"):
        checksums.start("blake3", 32)


@pytest.mark.parametrize(
    ("algorithm", "size", "message"),
    [
        ("crc32", 4, "size of crc32: expected none, found 4"),
        ("blake3", None, "size of blake3: expected 1 or more bytes, found None"),
        ("blake3", 0, "size of blake3: expected 1 or more bytes, found 0"),
    ],
)
def test_a_size_that_does_not_go_with_the_algorithm_is_refused(
    algorithm: str, size: int | None, message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        checksums.start(algorithm, size)


def test_an_unknown_algorithm_is_refused() -> None:
    with pytest.raises(ValueError, match="algorithm: expected crc32 or blake3, found md5"):
        checksums.digest("md5", b"")
    with pytest.raises(ValueError, match="algorithm: expected crc32 or blake3, found sha1"):
        checksums.start("sha1", 16)
