"""Checksums are those of the standard, whichever library computes them."""

from __future__ import annotations

import importlib.util
import zlib
from collections.abc import Iterator

import numpy as np
import pytest

from quire.kernels import checksums


@pytest.fixture(params=["isal", "zlib"])
def _library(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    if importlib.util.find_spec(request.param) is None:
        pytest.skip(f"pip install {request.param}")
    if request.param == "zlib":
        monkeypatch.setattr(importlib.util, "find_spec", lambda _name: None)
    checksums._function.cache_clear()
    yield
    checksums._function.cache_clear()


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


def test_an_unknown_algorithm_is_refused() -> None:
    with pytest.raises(ValueError, match="algorithm: expected crc32, found md5"):
        checksums.digest("md5", b"")
    with pytest.raises(ValueError, match="algorithm: expected crc32, found sha1"):
        checksums.start("sha1")
