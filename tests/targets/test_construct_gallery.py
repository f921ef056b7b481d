"""Specs of the public gallery, as Construct reads what they describe."""

from __future__ import annotations

import struct
from pathlib import Path
from typing import Any

import pytest

from tests.targets.conftest import Made

GALLERY = Path(__file__).parent / "gallery"


@pytest.mark.parametrize("path", sorted(GALLERY.glob("*.ksy")), ids=lambda path: path.stem)
def test_a_spec_of_the_gallery_is_made_and_imported(path: Path, construct_module: Made) -> None:
    module = construct_module(path.read_text(encoding="utf-8"))
    assert module._schema is getattr(module, path.stem)


def read(name: str, data: bytes, construct_module: Made) -> Any:
    text = (GALLERY / f"{name}.ksy").read_text(encoding="utf-8")
    return construct_module(text)._schema.parse(data)


def test_a_number_of_seven_bits_a_byte(construct_module: Made) -> None:
    number = 300  # 0b10_0101100
    data = bytes([0x80 | number >> 7, number & 0x7F])
    assert read("vlq_base128_be", data, construct_module).value == number


def test_a_datagram(construct_module: Made) -> None:
    found = read("udp_datagram", struct.pack(">4H", 53, 5000, 11, 0) + b"abc", construct_module)
    assert (found.src_port, found.dst_port, found.body) == (53, 5000, b"abc")


def test_files_behind_an_index(construct_module: Made) -> None:
    entry = b"maps/e1m1.bsp".ljust(56, b"\0") + struct.pack("<2I", 12, 5)
    data = b"PACK" + struct.pack("<2I", 17, len(entry)) + b"world" + entry
    [item] = read("quake_pak", data, construct_module).index.entries
    assert (item.name, item.body) == ("maps/e1m1.bsp", b"world")
