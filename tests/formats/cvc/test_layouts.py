"""Which layout a file has is found out from its first bytes, though two may look alike."""

from __future__ import annotations

import struct
from pathlib import Path
from typing import Any

import pytest

from quire.cvc import load_cvc, open_cvc, pack_cvc
from quire.generated.cvc import Cvc
from tests.formats.cvc.layout import (
    CODES,
    HALVES,
    SMALL,
    SMALL_VALUES,
    assert_same_values,
    json_of,
    v0,
    v1,
)


@pytest.mark.parametrize("length", [65537, 131074, 0x30001, 0x10002])
@pytest.mark.parametrize("key", ["pad", "ab{", '"', "\\"])
def test_a_header_as_long_as_a_version_is_still_a_header(
    length: int, key: str, tmp_path: Path
) -> None:
    short = json_of({key: "", **SMALL})
    data = v0({key: "x" * (length - len(short)), **SMALL}, HALVES, CODES)
    assert struct.unpack_from("<I", data, 4) == (length,)
    path = tmp_path / "alike.cvc"
    path.write_bytes(data)
    with open_cvc(path) as reader:
        assert reader.format_version == 0
        assert_same_values(reader.read(), SMALL_VALUES)


@pytest.mark.parametrize("blank", [b" ", b"\n", b"\r\n", b"\t\t", b"    "])
@pytest.mark.parametrize("layout", [v0, v1])
def test_blanks_before_the_header_are_json(layout: Any, blank: bytes, tmp_path: Path) -> None:
    path = tmp_path / "blank.cvc"
    path.write_bytes(layout(blank + json_of(SMALL) + blank, HALVES, CODES))
    assert_same_values(load_cvc(path), SMALL_VALUES)


@pytest.mark.parametrize("minor", [1, 7, 0xFFFF])
def test_another_minor_version_is_read(minor: int, small: Path) -> None:
    data = bytearray(small.read_bytes())
    data[6:8] = struct.pack("<H", minor)
    small.write_bytes(data)
    assert_same_values(load_cvc(small), SMALL_VALUES)


@pytest.mark.parametrize("length", [65537, 131074])
def test_packing_may_make_a_header_as_long_as_a_version(length: int, tmp_path: Path) -> None:
    path = tmp_path / "alike.cvc"

    def pack(pad: int) -> int:
        pack_cvc(SMALL_VALUES, path, chunk_metadata=[{"pad": "x" * pad}], format_version=0)
        found: int = struct.unpack_from("<I", path.read_bytes(), 4)[0]
        return found

    assert pack(length - pack(0)) == length
    assert_same_values(load_cvc(path)[:3], SMALL_VALUES[:3])
    assert Cvc.from_file(path).to_bytes() == path.read_bytes()
