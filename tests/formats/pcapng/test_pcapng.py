"""Captures in blocks by their spec, against python-pcapng."""

from __future__ import annotations

import io
import shutil
import struct
import subprocess
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


def option(order: str, code: int, body: bytes) -> bytes:
    """An option as the draft has it."""
    return struct.pack(order + "HH", code, len(body)) + body + bytes(-len(body) % 4)


def block(order: str, kind: int, body: bytes) -> bytes:
    """A block as the draft has it."""
    size = struct.pack(order + "I", len(body) + 12)
    return struct.pack(order + "I", kind) + size + body + size


def section(order: str, options: bytes = b"", size: int = -1) -> bytes:
    """What a section begins with."""
    head = struct.pack(order + "IHHq", 0x1A2B3C4D, 1, 0, size)
    return block(order, 0x0A0D0D0A, head + options)


def interface(order: str, options: bytes = b"") -> bytes:
    """An interface of Ethernet."""
    return block(order, 1, struct.pack(order + "HHI", 1, 0, 65535) + options)


def packet(order: str, data: bytes, options: bytes = b"") -> bytes:
    """A packet of the first interface."""
    head = struct.pack(order + "IIIII", 0, 0, 5, len(data), len(data))
    return block(order, 6, head + data + bytes(-len(data) % 4) + options)


def of_all_kinds(order: str, first: bytes = b"") -> bytes:
    """Blocks and options of all kinds that the draft has, and some that it has not."""
    end, of_vendor = option(order, 0, b""), struct.pack(order + "I", 32473)
    custom = [option(order, code, of_vendor + b"text") for code in (2988, 2989, 19372, 19373)]
    name = struct.pack(order + "HH", 1, 10) + bytes([10, 0, 0, 1]) + b"a.bcd\0" + bytes(2)
    sizes = {2: 4, 3: 5, 4: 8, 5: 17, 6: 6, 7: 8, 8: 8, 9: 1, 10: 4, 13: 1, 14: 8, 16: 8}
    told = [option(order, code, bytes(size)) for code, size in sizes.items()]
    comments = [option(order, 1, text.encode()) for text in ("one", "zw\u00f6lf")]
    return (
        section(order, b"".join(comments) + end)
        + interface(order, b"".join(told) + end)
        + packet(order, bytes(range(61)), first + b"".join(custom) + end)
        + block(order, 3, struct.pack(order + "I", 10) + b"0123456789\0\0")
        + block(order, 2, struct.pack(order + "HHIIII", 0, 1, 0, 5, 4, 4) + b"abcd" + end)
        + block(order, 4, name + bytes(4) + option(order, 2, b"dns") + end)
        + block(order, 5, struct.pack(order + "III", 0, 0, 9) + option(order, 4, bytes(8)) + end)
        + block(order, 10, struct.pack(order + "II", 0x544C534B, 5) + b"CLIEN\0\0\0" + end)
        + block(order, 0xBAD, of_vendor + b"cust")
        + block(order, 0x40000BAD, of_vendor + b"cust")
        + block(order, 9, b"MESSAGE=hi\n\0")
        + block(order, 0x80000001, b"own!")
        + block(order, 0x1234, b"")
        + section(order)
        + interface(order)
        + packet(order, b"another section")
    )


@pytest.mark.parametrize("order", ["<", ">"])
def test_blocks_and_options_of_all_kinds_are_kept(order: str) -> None:
    data = of_all_kinds(order)
    made = Pcapng.from_bytes(data)
    made.validate()
    assert made.to_bytes() == data
    assert [int(each.kind) for each in made.blocks[3:13]] == [
        *(3, 2, 4, 5, 10, 0xBAD, 0x40000BAD, 9, 0x80000001, 0x1234)
    ]
    assert [each.body.text for each in made.blocks[0].body.options[:-1]] == ["one", "zw\u00f6lf"]
    assert [each.code for each in made.blocks[2].body.options] == [2988, 2989, 19372, 19373, 0]
    made.blocks[2].body.options.insert(0, {"body": Block.Comment.build(text="gr\u00fcn")})
    assert made.to_bytes() == of_all_kinds(order, option(order, 1, "gr\u00fcn".encode()))
    del made.blocks[3:13], made.blocks[1].body.options[:]  # the package stumbles over some
    assert packets(made.to_bytes()) == [bytes(range(61)), b"another section"]


def of_one(order: str, *data: bytes) -> bytes:
    """A section with a packet of each data."""
    return section(order) + interface(order) + b"".join(packet(order, each) for each in data)


def order_of(section: str) -> int:
    return 1 if section == "<" else 2


def data_of(made: Any) -> list[bytes]:
    """What packets are, in their order."""
    return [each.body.data for each in made.blocks if each.kind == Pcapng.Kind.packet]


MIXED = ["<>", "><", "<><>", ">><", "><<>"]


@pytest.mark.parametrize("orders", MIXED)
def test_sections_have_orders_of_their_own(orders: str) -> None:
    data = b"".join(of_one(order, order.encode() * 5) for order in orders)
    wanted = [order.encode() * 5 for order in orders]
    assert packets(data) == wanted
    made = Pcapng.from_bytes(data)
    made.validate()
    assert [each.order for each in made.blocks] == [
        order_of(each) for each in orders for _ in "123"
    ]
    assert (data_of(made), made.to_bytes()) == (wanted, data)


@pytest.mark.parametrize("orders", MIXED)
def test_blocks_are_added_to_sections_of_any_order(orders: str) -> None:
    made = Pcapng.from_bytes(b"".join(of_one(order, order.encode()) for order in orders))
    made.blocks[2].body.data = b"replaced"
    for at in range(len(made.blocks), 0, -3):
        made.blocks.insert(at, {"body": Block.Packet.build(data=b"new")})
    wanted = [each for order in orders for each in (order.encode(), b"new")]
    wanted[0] = b"replaced"
    data = made.to_bytes()
    assert packets(data) == data_of(Pcapng.from_bytes(data)) == wanted
    del made.blocks[:4]
    assert packets(made.to_bytes()) == wanted[2:]
    other = Pcapng.from_bytes(of_one("<", b"a") + of_one(">", b"b"))
    made.blocks.extend(other.blocks)
    assert packets(made.to_bytes()) == [*wanted[2:], b"a", b"b"]


def bodies_of(data: bytes, **told: int) -> list[dict[str, Any]]:
    """A section that is built."""
    bodies = [Block.Section.build(), Block.Interface.build(), Block.Packet.build(data=data)]
    first, *others = ({"body": each} for each in bodies)
    return [first | told, *others]


@pytest.mark.skipif(shutil.which("tshark") is None, reason="there is no Wireshark")
def test_what_is_built_of_both_orders_is_read_by_wireshark(tmp_path: Path) -> None:
    blocks = [*bodies_of(b"a"), *bodies_of(b"bc", order=2), *bodies_of(b"def", order=1)]
    made = Pcapng.build(blocks=blocks)
    data = made.to_bytes()
    assert [each.order for each in Pcapng.from_bytes(data).blocks] == [1] * 3 + [2] * 3 + [1] * 3
    (tmp_path / "built").write_bytes(data)
    run = ("tshark", "-r", "built", "-T", "fields", "-e", "frame.len")
    found = subprocess.run(run, cwd=tmp_path, check=True, capture_output=True, text=True)
    assert found.stdout.split() == ["1", "2", "3"]


def test_a_block_has_the_order_of_its_section() -> None:
    blocks = bodies_of(b"a")
    blocks[2]["order"] = 2
    with pytest.raises(quire.FormatError) as caught:
        Pcapng.build(blocks=blocks).to_bytes()
    assert caught.value.path == "blocks[2].kind"
    made = Pcapng.from_bytes(of_one("<", b"a") + of_one(">", b"b"))
    made.blocks.append(made.blocks.pop(2))
    with pytest.raises(quire.FormatError) as caught:
        made.to_bytes()
    assert caught.value.path == "blocks[5].kind"
    made.blocks[5] = {"body": Block.Packet.build(data=made.blocks[5].body.data)}
    assert packets(made.to_bytes()) == [b"b", b"a"]


def test_a_packet_alone_has_no_order() -> None:
    alone = Block.Packet.build(data=b"a")
    with pytest.raises(quire.FormatError, match="which has the byte order, found it alone"):
        alone.to_bytes()
    assert alone.data == b"a"


def test_options_behind_their_end_are_told() -> None:
    made = Pcapng.from_bytes(of_all_kinds("<"))
    made.blocks[2].body.options.append({"body": Block.Comment.build(text="unread")})
    with pytest.raises(quire.FormatError) as caught:
        Pcapng.from_bytes(made.to_bytes()).validate()
    assert caught.value.path == "blocks[2].body.unread"


@pytest.mark.parametrize("order", ["<", ">"])
def test_names_may_end_with_their_block(order: str) -> None:
    record = struct.pack(order + "HH", 1, 8) + bytes([10, 0, 0, 1]) + b"abc\0"
    data = section(order) + interface(order) + block(order, 4, record)
    assert scanned(data)[-1].records[0]["names"] == ["abc"]
    made = Pcapng.from_bytes(data)
    made.validate()
    assert [each.kind for each in made.blocks[2].body.records] == [1]
    assert made.to_bytes() == data


@pytest.mark.parametrize("order", ["<", ">"])
def test_a_section_that_is_counted_has_that_many_bytes(order: str) -> None:
    rest = interface(order) + packet(order, bytes(14))
    made = Pcapng.from_bytes(section(order, size=len(rest)) + rest)
    made.validate()
    made.blocks[2].body.data = bytes(100)
    made = Pcapng.from_bytes(made.to_bytes())
    with pytest.raises(quire.FormatError) as caught:
        made.validate()
    assert caught.value.path == "len_counted"
    made.blocks[0].body.len_section += 84
    Pcapng.from_bytes(made.to_bytes()).validate()


@pytest.mark.parametrize("order", ["<", ">"])
def test_packets_and_statistics_are_of_interfaces_that_are_there(order: str) -> None:
    data = of_all_kinds(order)
    for at in (2, 6):
        made = Pcapng.from_bytes(data)
        made.blocks[at].body.interface = 2
        with pytest.raises(quire.FormatError) as caught:
            Pcapng.from_bytes(made.to_bytes()).validate()
        assert caught.value.path == "num_astray"


@pytest.mark.parametrize(("size", "told"), [(9, 14), (14, 14), (15, 15), (100, 100)])
def test_a_packet_had_at_least_what_is_kept_of_it(size: int, told: int) -> None:
    made = Pcapng.from_bytes(section(">") + interface(">") + packet(">", bytes(14)))
    made.blocks[2].body.data = bytes(size)
    assert scanned(made.to_bytes())[2].packet_len == told


DUMP = """\
00:00:00.5
000000 ff ff ff ff ff ff 00 01 02 03 04 05 08 06 aa
00:00:01.25
000000 ff ff ff ff ff ff 00 01 02 03 04 05 08 00 bb cc dd
"""
BY_WIRESHARK = {
    "as it is": (),
    "comments": ("editcap", "-a", "1:h\u00f6rt", "-a", "2:", "--capture-comment", "all"),
    "snapped": ("editcap", "-s", "9"),
    "some": ("editcap", "-r"),
    "later": ("editcap", "-t", "3600.5"),
    "merged": ("mergecap", "-I", "all", "-w"),
    "merged apart": ("mergecap", "-I", "none", "-w"),
}


def by_wireshark(folder: Path, *run: str) -> None:
    subprocess.run(run, cwd=folder, check=True, capture_output=True)


@pytest.mark.skipif(shutil.which("editcap") is None, reason="there is no Wireshark")
@pytest.mark.parametrize("kind", BY_WIRESHARK)
def test_what_wireshark_writes_is_read_edited_and_read_by_it(kind: str, tmp_path: Path) -> None:
    (tmp_path / "dump").write_text(DUMP)
    first = ("text2pcap", "-q", "-F", "pcapng", "-t", "%H:%M:%S.", "dump", "first")
    by_wireshark(tmp_path, *first)
    program, *options = BY_WIRESHARK[kind] or ("cp",)
    files = ["made", "first", "first"] if program == "mergecap" else ["first", "made"]
    by_wireshark(tmp_path, program, *options, *files, *(["1"] if kind == "some" else []))
    data = (tmp_path / "made").read_bytes()
    made = Pcapng.from_bytes(data)
    made.validate()
    assert made.to_bytes() == data
    at = next(i for i, each in enumerate(made.blocks) if each.kind == Pcapng.Kind.packet)
    made.blocks[at].body.options.insert(0, {"body": Block.Comment.build(text="gr\u00fcn")})
    made.blocks[at].body.data = b"replaced"
    others = [each.body.data for each in made.blocks[at + 1 :] if hasattr(each.body, "data")]
    (tmp_path / "edited").write_bytes(made.to_bytes())
    by_wireshark(tmp_path, "editcap", "edited", "again")
    again = Pcapng.from_file(tmp_path / "again").blocks
    found = [each.body for each in again if each.kind == Pcapng.Kind.packet]
    assert [each.data for each in found] == [b"replaced", *others]
    assert found[0].options[0].body.text == "gr\u00fcn"


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
