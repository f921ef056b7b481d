"""Checksums are those of the standard, whichever library computes them."""

from __future__ import annotations

import importlib.util

import pytest

from quire.kernels import checksums


@pytest.mark.parametrize("library", ["isal", "zlib"])
def test_crc32_has_its_published_check_value(monkeypatch: pytest.MonkeyPatch, library: str) -> None:
    if importlib.util.find_spec(library) is None:
        pytest.skip(f"pip install {library}")
    if library == "zlib":
        monkeypatch.setattr(importlib.util, "find_spec", lambda _name: None)
    checksums._function.cache_clear()
    assert checksums.digest("crc32", b"123456789") == 0xCBF43926
    assert checksums.digest("crc32", memoryview(b"")) == 0
    checksums._function.cache_clear()


def test_an_unknown_algorithm_is_refused() -> None:
    with pytest.raises(ValueError, match="algorithm: expected crc32, found md5"):
        checksums.digest("md5", b"")
