"""Captures in blocks by their spec, against python-pcapng."""

from __future__ import annotations

import io
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import quire
from quire.formats import find_format
from quire.generated import pcapng as of_pcapng
from quire.testing import generate

package: Any = pytest.importorskip("pcapng", reason="pip install python-pcapng")
blocks: Any = pytest.importorskip("pcapng.blocks", reason="pip install python-pcapng")

Pcapng: Any = of_pcapng.Pcapng
Block: Any = Pcapng.Block

SIZES = (1, 2, 3, 4, 59, 60, 61, 62, 63, 1514)


def written(order: str, *sizes: int, snap: int = 65535) -> bytes:
    """A file that the package writes: a packet of each size, of bytes that count up."""
    file = io.BytesIO()
    about = {"shb_hardware": "x86", "opt_comment": "h\u00f6rt"}
    section = blocks.SectionHeader(options=about, endianness=order)
    section.new_member(
        blocks.InterfaceDescription, link_type=1, snaplen=snap, options={"if_name": "eth0"}
    )
    writer = package.FileWriter(file, section)
    for size in sizes:
        data, told = bytes(n % 256 for n in range(size)), {"opt_comment": f"{size} bytes"}
        writer.write_block(
            section.new_member(
                blocks.EnhancedPacket,
                packet_data=data,
                timestamp_low=size,
                options=told if size % 2 else {},
            )
        )
    writer.write_block(section.new_member(blocks.InterfaceStatistics, options={"isb_ifrecv": 5}))
    return file.getvalue()


def scanned(data: bytes) -> list[Any]:
    """The blocks that the package finds."""
    return list(package.FileScanner(io.BytesIO(data)))


def packets(data: bytes) -> list[bytes]:
    """What the package finds in packets."""
    return [each.packet_data for each in scanned(data) if hasattr(each, "packet_data")]


@pytest.mark.parametrize("order", ["<", ">"])
@pytest.mark.parametrize("size", SIZES)
def test_what_the_package_writes_is_read_and_written_back(order: str, size: int) -> None:
    data = written(order, size, 7)
    made = Pcapng.from_bytes(data)
    made.validate()
    assert made.byte_order == (1 if order == "<" else 2)
    section, interface, packet, other, statistics = (each.body for each in made.blocks)
    assert [each.body.text for each in section.options if each.code == 1] == ["h\u00f6rt"]
    assert (interface.link_type, interface.len_snap) == (1, 65535)
    assert packet.data == bytes(n % 256 for n in range(size))
    assert (packet.time, packet.len_original, other.data) == (size, size, bytes(range(7)))
    assert int.from_bytes(statistics.options[0].body, "little" if order == "<" else "big") == 5
    assert made.to_bytes() == data


@pytest.mark.parametrize("order", ["<", ">"])
def test_packets_are_added_removed_and_replaced(order: str) -> None:
    made = Pcapng.from_bytes(written(order, 10, 20, 30))
    made.blocks.insert(3, {"body": Block.Packet.build(data=b"new", time_low=1)})
    del made.blocks[2]
    made.blocks[3].body.data = b"another"
    data = made.to_bytes()
    assert packets(data) == [b"new", b"another", bytes(range(30))]
    Pcapng.from_bytes(data).validate()


def test_a_comment_is_added() -> None:
    made = Pcapng.from_bytes(written(">", 10))
    made.blocks[2].body.options.insert(0, {"body": Block.Comment.build(text="gr\u00fcn")})
    (_, _, packet, _) = scanned(made.to_bytes())
    assert packet.options["opt_comment"] == "gr\u00fcn"


def test_what_is_built_is_read_by_the_package() -> None:
    bodies = [
        Block.Section.build(),
        Block.Interface.build(link_type=101),
        *(Block.Packet.build(data=bytes(n), time_high=1, time_low=n) for n in range(9)),
        Block.SimplePacket.build(len_original=4, data=b"1234"),
        Block.Statistics.build(),
    ]
    data = Pcapng.build(blocks=[{"body": body} for body in bodies]).to_bytes()
    assert packets(data) == [*map(bytes, range(9)), b"1234"]
    assert Counter(type(each).__name__ for each in scanned(data))["EnhancedPacket"] == 9


def test_names_are_read() -> None:
    body = b"\1\0\x0c\0" + bytes([10, 0, 0, 1]) + b"abc.org\0" + bytes(4)
    size = (len(body) + 12).to_bytes(4, "little")
    data = written("<", 1) + b"\4\0\0\0" + size + body + size
    assert scanned(data)[-1].records[0]["names"] == ["abc.org"]
    first, end = Pcapng.from_bytes(data).blocks[-1].body.records
    assert (first.body, end.kind) == (b"\x0a\0\0\1abc.org\0", 0)


def test_damaged_files_are_refused_or_told() -> None:
    stored, chance, refused = written("<", 10, 20), np.random.default_rng(7), 0
    for _ in range(500):
        data = bytearray(stored)
        for _ in range(chance.integers(1, 5)):
            data[chance.integers(len(data))] = chance.integers(256)
        cut = chance.choice(np.array([len(data), chance.integers(len(data))]))
        try:
            Pcapng.from_bytes(bytes(data[:cut])).validate()
        except quire.FormatError:
            refused += 1
    assert refused > 300


@pytest.mark.parametrize(
    ("at", "byte", "path"),
    [
        (0, 0x0B, "starts"),
        (4, 0xFF, "blocks[0].body"),
        (4, 0x08, "blocks[0].body"),
        (8, 0x00, "blocks[0].body.mark"),
        (12, 0x02, "blocks[0].body.major"),
        (-4, 0x00, "blocks[3].len_again"),
    ],
)
def test_an_error_names_the_field(at: int, byte: int, path: str) -> None:
    data = bytearray(written("<", 10))
    data[at] = byte
    with pytest.raises(quire.FormatError) as caught:
        Pcapng.from_bytes(bytes(data)).validate()
    assert caught.value.path == path


def test_files_that_are_generated_are_taken_by_the_package() -> None:
    taken = 0
    for seed in range(100):
        try:
            taken += len(scanned(generate(Pcapng, seed=seed).to_bytes())) > 0
        except (package.exceptions.PcapngException, OSError, KeyError):
            continue
    assert taken >= 95


def test_the_format_is_recognised_by_its_extension(tmp_path: Path) -> None:
    (tmp_path / "some.pcapng").write_bytes(written("<", 1))
    found = find_format(tmp_path / "some.pcapng")
    assert found is not None
    assert found.name == "pcapng"
