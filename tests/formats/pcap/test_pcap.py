"""pcap by its spec alone, against bytes and checksums made by hand."""

from __future__ import annotations

import struct
from pathlib import Path
from typing import Any

import pytest

import quire
from quire.formats import find_format
from quire.generated import pcap as of_pcap

Pcap: Any = of_pcap.Pcap

MACS = b"\2\0\0\0\0\2\2\0\0\0\0\1"
V4 = bytes([10, 0, 0, 1, 10, 0, 0, 2])
V6 = bytes.fromhex("fe80" + "00" * 13 + "01" + "fe80" + "00" * 13 + "02")
MAGICS = {
    "<": (0xA1B2C3D4, "le_microseconds"),
    ">": (0xA1B2C3D4, "be_microseconds"),
    "<n": (0xA1B23C4D, "le_nanoseconds"),
    ">n": (0xA1B23C4D, "be_nanoseconds"),
}


def internet(data: bytes) -> int:
    """RFC 1071."""
    total = sum(struct.unpack(f">{(len(data) + 1) // 2}H", data + bytes(len(data) % 2)))
    while total >> 16:
        total = (total & 0xFFFF) + (total >> 16)
    made: int = total ^ 0xFFFF
    return made


def udp(body: bytes, addresses: bytes = V4) -> bytes:
    size = 8 + len(body)
    ports = struct.pack(">HHH", 5, 6, size)
    made = internet(addresses + struct.pack(">HH", 17, size) + ports + bytes(2) + body)
    return ports + struct.pack(">H", made or 0xFFFF) + body


def tcp(body: bytes, addresses: bytes = V4, options: bytes = b"") -> bytes:
    words = 5 + len(options) // 4
    front = struct.pack(">HHIIBBH", 5, 6, 1, 2, words << 4, 0x18, 8192)
    behind = bytes(2) + options + body
    told = struct.pack(">HH", 6, 4 * words + len(body))
    return (
        front + struct.pack(">H", internet(addresses + told + front + bytes(2) + behind)) + behind
    )


def icmp(body: bytes) -> bytes:
    return b"\x08\0" + struct.pack(">H", internet(b"\x08\0\0\0" + body)) + body


def ipv4(protocol: int, body: bytes, options: bytes = b"", offset: int = 0) -> bytes:
    words = 5 + len(options) // 4
    told = struct.pack(">BBHHHBB", 0x40 | words, 0, 4 * words + len(body), 7, offset, 64, protocol)
    made = internet(told + bytes(2) + V4 + options)
    return told + struct.pack(">H", made) + V4 + options + body


def ipv6(protocol: int, body: bytes) -> bytes:
    return struct.pack(">IHBB", 6 << 28, len(body), protocol, 64) + V6 + body


def ethernet(kind: int, body: bytes) -> bytes:
    return MACS + struct.pack(">H", kind) + body


def capture(*frames: bytes, order: str = "<", link: int = 1, snap: int = 1 << 16) -> bytes:
    byte_order = order[0]
    head = struct.pack(byte_order + "IHHiIII", MAGICS[order][0], 2, 4, 0, 0, snap, link)
    packets = [
        struct.pack(byte_order + "4I", 1000, i, min(len(each), snap), len(each)) + each[:snap]
        for i, each in enumerate(frames)
    ]
    return head + b"".join(packets)


FRAMES = {
    "udp": ethernet(0x800, ipv4(17, udp(b"hello"))),
    "tcp": ethernet(0x800, ipv4(6, tcp(b"hello!", options=b"\2\4\5\xb4"))),
    "icmp": ethernet(0x800, ipv4(1, icmp(b"pings"))),
    "udp6": ethernet(0x86DD, ipv6(17, udp(b"hello", V6))),
    "tcp6": ethernet(0x86DD, ipv6(6, tcp(b"", V6))),
    "extension": ethernet(0x86DD, ipv6(0, bytes([17, 0, 1, 4, 0, 0, 0, 0]) + udp(b"x", V6))),
    "fragment6": ethernet(0x86DD, ipv6(44, struct.pack(">BBHI", 17, 0, 8 << 3 | 1, 9) + b"part")),
    "options": ethernet(0x800, ipv4(17, udp(b""), options=b"\x94\4\0\0")),
    "fragment": ethernet(0x800, ipv4(17, b"part of it", offset=0x2000)),
    "padded": ethernet(0x800, ipv4(17, udp(b"a")) + bytes(17)),
    "vlan": ethernet(0x88A8, b"\x60\7\x81\0\0\x09\x08\0" + ipv4(17, udp(b"abc"))),
    "arp": ethernet(0x806, struct.pack(">HHBBH", 1, 0x800, 6, 4, 1) + bytes(20)),
    "length": ethernet(38, b"BB\3" + bytes(35)),
    "gre": ethernet(0x800, ipv4(47, b"anything")),
    "no_sum": ethernet(0x800, ipv4(17, struct.pack(">HHHH", 5, 6, 9, 0) + b"x")),
}
KINDS = {"udp": "Ipv4 Udp", "tcp": "Ipv4 Tcp", "icmp": "Ipv4 Icmp", "udp6": "Ipv6 Udp",
         "tcp6": "Ipv6 Tcp", "extension": "Ipv6 Extension Udp", "fragment6": "Ipv6 Fragment",
         "options": "Ipv4 Udp", "fragment": "Ipv4", "padded": "Ipv4 Udp",
         "vlan": "Vlan Vlan Ipv4 Udp", "arp": "Arp", "length": "", "gre": "Ipv4",
         "no_sum": "Ipv4 Udp"}  # fmt: skip  # a table


def kinds(record: Any) -> str:
    """The types of what is in a frame."""
    found = []
    while hasattr(record, "body") and not isinstance(record.body, bytes):
        record = record.body
        found.append(type(record).__name__)
    return " ".join(found)


@pytest.mark.parametrize("order", MAGICS)
@pytest.mark.parametrize("name", FRAMES)
def test_packets_are_taken_apart_and_written_back(name: str, order: str) -> None:
    data = capture(FRAMES["udp"], FRAMES[name], order=order)
    pcap = Pcap.from_bytes(data)
    pcap.validate()
    assert pcap.magic is Pcap.Magic[MAGICS[order][1]]
    packet = pcap.packets[1]
    assert (packet.seconds, packet.fraction) == (1000, 1)
    assert packet.len_original == len(FRAMES[name])
    assert kinds(packet.frame) == KINDS[name]
    assert pcap.to_bytes() == data


@pytest.mark.parametrize("size", range(9))
@pytest.mark.parametrize("order", MAGICS)
def test_packets_that_are_built_have_their_lengths_and_sums(size: int, order: str) -> None:
    body = bytes(range(200, 200 + size))
    told = {"source": V4[:4], "target": V4[4:], "identification": 7}
    told6 = {"source": V6[:16], "target": V6[16:]}
    inside = [
        Pcap.Ipv4.build(**told, body=Pcap.Udp.build(source_port=5, target_port=6, body=body)),
        Pcap.Ipv4.build(**told, body=Pcap.Icmp.build(kind=8, body=body)),
        Pcap.Ipv6.build(**told6, body=Pcap.Udp.build(source_port=5, target_port=6, body=body)),
        Pcap.Ipv4.build(**told, body=Pcap.Tcp.build(
            source_port=5, target_port=6, sequence=1, acknowledgment=2, ack=True, psh=True,
            window=8192, options=b"\2\4\5\xb4", body=body)),
    ]  # fmt: skip  # one packet a line
    frames = [Pcap.Ethernet.build(target=MACS[:6], source=MACS[6:], body=each) for each in inside]
    packets = [{"seconds": 1000, "fraction": i, "frame": each} for i, each in enumerate(frames)]
    head = Pcap.Header.build(len_snap=1 << 16)
    made = Pcap.build(magic=Pcap.Magic[MAGICS[order][1]], header=head, packets=packets).to_bytes()
    assert made == capture(
        ethernet(0x800, ipv4(17, udp(body))),
        ethernet(0x800, ipv4(1, icmp(body))),
        ethernet(0x86DD, ipv6(17, udp(body, V6))),
        ethernet(0x800, ipv4(6, tcp(body, options=b"\2\4\5\xb4"))),
        order=order,
    )


@pytest.mark.parametrize("body", [b"HELLO", b"", b"longer than it was", b"odd"])
@pytest.mark.parametrize("order", MAGICS)
def test_a_payload_that_is_edited_leaves_other_packets_as_they_were(
    body: bytes, order: str
) -> None:
    others = FRAMES["tcp"], FRAMES["gre"]
    pcap = Pcap.from_bytes(capture(others[0], FRAMES["udp"], others[1], order=order))
    pcap.packets[1].frame.body.body.body = body
    edited = ethernet(0x800, ipv4(17, udp(body)))
    assert pcap.to_bytes() == capture(others[0], edited, others[1], order=order)


def test_a_packet_is_taken_out_and_put_elsewhere() -> None:
    pcap = Pcap.from_bytes(capture(FRAMES["udp"], FRAMES["tcp"]))
    pcap.packets.reverse()
    first, second = capture(FRAMES["udp"])[24:], capture(b"", FRAMES["tcp"])[40:]
    assert pcap.to_bytes() == capture() + second + first
    del pcap.packets[0]
    assert pcap.to_bytes() == capture() + first


def test_a_sum_of_udp_is_never_0() -> None:
    body = struct.pack(">H", internet(V4 + struct.pack(">HHHHH", 17, 10, 5, 6, 10)))
    data = capture(ethernet(0x800, ipv4(17, udp(b"12"))))
    pcap = Pcap.from_bytes(data)
    pcap.packets[0].frame.body.body.body = body
    assert pcap.to_bytes()[-4:] == b"\xff\xff" + body


def test_what_was_cut_is_read_and_written_back() -> None:
    whole = ethernet(0x800, ipv4(6, tcp(bytes(300))))
    data = capture(FRAMES["udp"], whole, whole[:96], snap=96)
    pcap = Pcap.from_bytes(data)
    pcap.validate()
    packet = pcap.packets[1]
    assert (packet.len_frame, packet.len_original) == (96, len(whole))
    assert packet.frame.body.part == whole[34:96]
    assert pcap.to_bytes() == data
    pcap.packets[0].frame.body.body.body = b"other"
    assert pcap.to_bytes()[24 + 16 + len(FRAMES["udp"]) :] == data[24 + 16 + len(FRAMES["udp"]) :]


def test_wrong_sums_are_read_and_stay_and_are_made_anew_when_asked() -> None:
    frame = bytearray(FRAMES["tcp"])
    frame[50:52] = b"\x12\x34"
    pcap = Pcap.from_bytes(capture(bytes(frame)))
    assert pcap.to_bytes() == capture(bytes(frame))
    segment = pcap.packets[0].frame.body.body
    with pytest.raises(quire.ChecksumError) as error:
        pcap.validate()
    assert (error.value.path, error.value.offset) == ("packets[0].frame.body.body.checksum", 90)
    segment.body = b"hello?"
    with pytest.raises(quire.ChecksumError):
        pcap.to_bytes()
    del segment.checksum
    edited = ethernet(0x800, ipv4(6, tcp(b"hello?", options=b"\2\4\5\xb4")))
    assert pcap.to_bytes() == capture(edited)


def test_a_length_of_0_before_a_card_has_cut_it_up_is_read() -> None:
    frame = bytearray(FRAMES["tcp"])
    frame[16:18] = bytes(2)
    pcap = Pcap.from_bytes(capture(bytes(frame)))
    assert pcap.packets[0].frame.body.part == FRAMES["tcp"][34:]
    assert pcap.to_bytes() == capture(bytes(frame))


@pytest.mark.parametrize(
    ("link", "frame", "kind"),
    [
        (
            113,
            struct.pack(">HHH8sH", 0, 1, 6, b"abcdef", 0x800) + ipv4(17, udp(b"")),
            "LinuxCooked",
        ),
        (228, ipv4(17, udp(b"")), "Ipv4"),
        (229, ipv6(17, udp(b"", V6)), "Ipv6"),
        (127, b"radio", "bytes"),
    ],
)
def test_other_links(link: int, frame: bytes, kind: str) -> None:
    data = capture(frame, link=link)
    pcap = Pcap.from_bytes(data)
    pcap.validate()
    assert type(pcap.packets[0].frame).__name__ == kind
    assert pcap.to_bytes() == data


@pytest.mark.parametrize(
    ("data", "path", "offset"),
    [
        (b"\0" + capture()[1:], "magic", 0),
        (capture()[:-1], "header.network", 20),
        (capture(FRAMES["udp"])[:-1], "packets[0].frame", 40),
        (capture(FRAMES["udp"][:13]), "packets[0].frame.protocol", 52),
        (capture(ethernet(0x800, b"\x65" + bytes(30))), "packets[0].frame.body.version", 54),
        (capture(ethernet(0x800, b"\x44" + bytes(30))), "packets[0].frame.body.len_header", 54),
        (capture(ethernet(0x800, ipv4(17, b"short"))), "packets[0].frame.body.body.len_all", 78),
    ],
)
def test_damage_is_refused_with_its_place(data: bytes, path: str, offset: int) -> None:
    with pytest.raises(quire.FormatError) as error:
        Pcap.from_bytes(data)
    assert (error.value.path, error.value.offset) == (path, offset)


def test_the_command_knows_it(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(capture())
    (tmp_path / "b.pcap").write_bytes(capture(order=">n"))
    found = [find_format(tmp_path / name) for name in ("a", "b.pcap")]
    assert [each and each.name for each in found] == ["pcap", "pcap"]
