"""Checksums are those of the standard, whichever library computes them."""

from __future__ import annotations

import hashlib
import importlib.util
import zlib
from collections.abc import Iterator

import numpy as np
import pytest

from quire.runtime.coding import crcs, digests
from quire.runtime.errors import BackendUnavailable


@pytest.fixture(params=["isal", "zlib"])
def _library(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    if importlib.util.find_spec(request.param) is None:
        pytest.skip(f"pip install {request.param}")
    if request.param == "zlib":
        monkeypatch.setattr(importlib.util, "find_spec", lambda _name: None)
    crcs.crc32.cache_clear()
    digests._step.cache_clear()
    yield
    crcs.crc32.cache_clear()
    digests._step.cache_clear()


@pytest.mark.usefixtures("_library")
def test_crc32_has_its_published_check_value() -> None:
    assert digests.digest("crc32", b"123456789") == 0xCBF43926
    assert digests.digest("crc32", memoryview(b"")) == 0


@pytest.mark.usefixtures("_library")
@pytest.mark.parametrize("step", [1, 7, 4096, 100_000])
def test_pieces_have_the_checksum_of_the_whole(step: int) -> None:
    data = memoryview(np.random.default_rng(step).bytes(10_000))
    running = digests.start("crc32")
    assert running.value == 0
    for begin in range(0, len(data), step):
        running.update(data[begin : begin + step])
        assert running.value == zlib.crc32(data[: begin + step])
    running.update(b"")
    assert running.value == zlib.crc32(data)


def test_blake3_begins_with_the_hash_of_nothing_that_is_published() -> None:
    pytest.importorskip("blake3", reason="pip install blake3")
    assert digests.digest("blake3", b"", 4) == bytes.fromhex("af1349b9")
    assert digests.start("blake3", 32).value[:2] == bytes.fromhex("af13")


@pytest.mark.parametrize("size", [1, 16, 32, 64])
def test_blake3_is_cut_or_made_longer(size: int) -> None:
    blake3 = pytest.importorskip("blake3", reason="pip install blake3")
    data = np.random.default_rng(3).bytes(5000)
    assert digests.digest("blake3", data, size) == blake3.blake3(data).digest(64)[:size]


@pytest.mark.parametrize("step", [1, 1024, 9999])
def test_pieces_have_the_hash_of_the_whole(step: int) -> None:
    pytest.importorskip("blake3", reason="pip install blake3")
    data = memoryview(np.random.default_rng(step).bytes(3000))
    running = digests.start("blake3", 16)
    for begin in range(0, len(data), step):
        running.update(data[begin : begin + step])
        assert running.value == digests.digest("blake3", data[: begin + step], 16)


def test_a_missing_library_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda _name: None)
    digests._library.cache_clear()
    with pytest.raises(BackendUnavailable, match="pip install blake3"):
        digests.start("blake3", 32)


@pytest.mark.parametrize(
    ("algorithm", "size", "message"),
    [
        ("crc32", 4, "size of crc32: expected none, found 4"),
        ("blake3", None, "size of blake3: expected 1 to 65536 bytes, found None"),
        ("blake3", 0, "size of blake3: expected 1 to 65536 bytes, found 0"),
    ],
)
def test_a_size_that_does_not_go_with_the_algorithm_is_refused(
    algorithm: str, size: int | None, message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        digests.start(algorithm, size)


def test_an_unknown_algorithm_is_refused() -> None:
    with pytest.raises(ValueError, match=r"algorithm: expected crc8, .*, blake3, found md4"):
        digests.digest("md4", b"")
    with pytest.raises(ValueError, match=r"algorithm: expected crc8, .*, blake3, found crc"):
        digests.start("crc", 16)


CHECKS = {
    "crc8": 0xF4,
    "crc8_maxim": 0xA1,
    "crc16_arc": 0xBB3D,
    "crc16_modbus": 0x4B37,
    "crc16_usb": 0xB4C8,
    "crc16_xmodem": 0x31C3,
    "crc16_ccitt": 0x29B1,
    "crc16_kermit": 0x2189,
    "crc16_x25": 0x906E,
    "crc24_openpgp": 0x21CF02,
    "crc32": 0xCBF43926,
    "crc32c": 0xE3069283,
    "crc32_bzip2": 0xFC891918,
    "crc32_mpeg2": 0x0376E6E7,
    "crc64_ecma": 0x6C40DF5F0B497347,
    "crc64_xz": 0x995DC9BBDF1939FA,
}
"""Of "123456789", as the catalogue of CRC RevEng has them."""


def test_every_crc_has_the_check_value_of_the_catalogue() -> None:
    assert {name: digests.digest(name, b"123456789") for name in crcs.CRCS} == CHECKS


def test_crc32c_is_the_same_without_its_library(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda _name: None)
    assert crcs.step_of("crc32c")(0xFFFFFFFF, b"123456789") ^ 0xFFFFFFFF == 0xE3069283


@pytest.mark.parametrize(
    ("algorithm", "init", "xor", "check"),
    [
        ("crc32", None, 0, 0x340BC6D9),  # JAMCRC
        ("crc32_mpeg2", 0, 0xFFFFFFFF, 0x765E7680),  # CKSUM
        ("crc16_ccitt", 0x1D0F, None, 0xE5CC),  # SPI-FUJITSU
        ("crc16_kermit", 0xB2AA, 0, 0x63D0),  # RIELLO
    ],
)
def test_what_a_crc_begins_and_ends_with_is_that_of_the_catalogue(
    algorithm: str, init: int | None, xor: int | None, check: int
) -> None:
    settings = digests.Settings(init, xor)
    assert digests.digest(algorithm, b"123456789", None, settings) == check


@pytest.mark.parametrize("name", sorted({*digests.NUMBERS} - {"xxh32", "xxh64"}))
def test_pieces_of_whole_words_have_the_checksum_of_all(name: str) -> None:
    data = memoryview(np.random.default_rng(1).bytes(4000))
    running = digests.start(name)
    for begin in range(0, len(data), 800):
        running.update(data[begin : begin + 800])
    assert running.value == digests.digest(name, data)


def test_hashes_are_those_of_hashlib() -> None:
    for name in ("md5", "sha1", "sha256", "sha512"):
        assert digests.digest(name, b"abc", 7) == hashlib.new(name, b"abc").digest()[:7]
    with pytest.raises(ValueError, match="size of sha1: expected 1 to 20 bytes, found 21"):
        digests.start("sha1", 21)


def test_sums_are_those_of_arithmetic() -> None:
    data = bytes(range(256)) * 300
    assert digests.digest("adler32", data) == zlib.adler32(data)
    assert digests.digest("sum8", data) == sum(data) % 256
    assert digests.digest("sum16", data) == sum(data) % 65536
    assert digests.digest("sum32", data) == sum(data)
    big = sum(int.from_bytes(data[i : i + 4], "big") for i in range(0, len(data), 4))
    assert digests.digest("sum32", data, None, digests.Settings(word="u4be")) == big % (1 << 32)
    assert digests.digest("sum64", data, None, digests.Settings(7, 1, "u4be")) == (big + 7) ^ 1
    assert digests.digest("xor8", b"\1\2\4\4") == 3
    assert digests.digest("xor16", b"\1\2\4") == 0x0205
    eights = sum(int.from_bytes(data[i : i + 8], "little") for i in range(0, len(data), 8))
    assert digests.digest("sum64", data, None, digests.Settings(word="u8le")) == eights % (1 << 64)


def test_a_length_is_the_number_of_bytes() -> None:
    assert digests.digest("length", bytes(70_000)) == 70_000
    assert digests.digest("length", b"abc", None, digests.Settings(init=8)) == 11


def test_the_internet_checksum_is_that_of_a_published_header() -> None:
    header = bytes.fromhex("4500 0073 0000 4000 4011 0000 c0a8 0001 c0a8 00c7")
    assert digests.digest("internet", header) == 0xB861  # Wikipedia, "Internet checksum"
    assert (
        digests.digest("internet", b"\x00\x01\xf2\x03\xf4\xf5\xf6\xf7") == 0xFFFF ^ 0xDDF2
    )  # RFC 1071
    assert digests.digest("internet", b"\x01") == 0xFFFF ^ 0x0100


def test_xxhash_has_its_published_values_or_is_missed_by_name(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    if importlib.util.find_spec("xxhash") is not None:
        assert digests.digest("xxh32", b"") == 0x02CC5D05
        assert digests.digest("xxh64", b"") == 0xEF46DB3751D8E999
        assert digests.digest("xxh64", b"", None, digests.Settings(init=1)) != 0xEF46DB3751D8E999
    monkeypatch.setattr(importlib.util, "find_spec", lambda _name: None)
    digests._library.cache_clear()
    with pytest.raises(BackendUnavailable, match=r"xxh64: not installed \(pip install xxhash\)"):
        digests.start("xxh64")
