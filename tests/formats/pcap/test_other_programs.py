"""Packets that were built, and edited, as dpkt and scapy see them; and theirs."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Any

import pytest

from quire.generated import pcap as of_pcap

Pcap: Any = of_pcap.Pcap

MACS = {"source": b"\2\0\0\0\0\1", "target": b"\2\0\0\0\0\2"}
V4 = {"source": bytes([10, 0, 0, 1]), "target": bytes([10, 0, 0, 2])}
V6 = {"source": b"\xfe\x80" + bytes(13) + b"\1", "target": b"\xfe\x80" + bytes(13) + b"\2"}
PORTS = {"source_port": 5353, "target_port": 53}
BODIES = [b"", b"x", b"hello", bytes(range(256)) * 5]
KINDS = ["udp", "tcp", "icmp", "udp6", "tcp6"]


def frame(kind: str, body: bytes) -> Any:
    tcp = {"sequence": 1, "acknowledgment": 2, "ack": True, "psh": True, "window": 8192}
    inside = {
        "udp": lambda: Pcap.Udp.build(**PORTS, body=body),
        "tcp": lambda: Pcap.Tcp.build(**PORTS, **tcp, options=b"\2\4\5\xb4", body=body),
        "icmp": lambda: Pcap.Icmp.build(kind=8, body=b"\0\1\0\2" + body),
    }[kind.removesuffix("6")]()
    outside = (
        Pcap.Ipv6.build(**V6, body=inside)
        if kind[-1] == "6"
        else Pcap.Ipv4.build(**V4, body=inside)
    )
    return Pcap.Ethernet.build(**MACS, body=outside)


def built(*frames: Any) -> bytes:
    packets = [{"seconds": 1_700_000_000 + i, "frame": each} for i, each in enumerate(frames)]
    data: bytes = Pcap.build(packets=packets).to_bytes()
    return data


def edited(kind: str, before: bytes, after: bytes) -> bytes:
    """A packet between others, whose payload is set after it was read."""
    around = frame("tcp", b"before"), frame("udp", b"behind")
    pcap = Pcap.from_bytes(built(around[0], frame(kind, before), around[1]))
    inside = pcap.packets[1].frame.body.body
    inside.body = b"\0\1\0\2" + after if kind == "icmp" else after
    data: bytes = pcap.to_bytes()
    assert data == built(around[0], frame(kind, after), around[1])
    return data


def of_dpkt(data: bytes) -> Iterator[Any]:
    dpkt = pytest.importorskip("dpkt", reason="pip install dpkt")
    for _, packet in dpkt.pcap.Reader(io.BytesIO(data)):
        yield dpkt.ethernet.Ethernet(packet)


def expect_sums_of_dpkt(packet: Any, body: bytes) -> None:
    """What dpkt makes of a packet whose sums it has to find itself is the packet."""
    dpkt = pytest.importorskip("dpkt", reason="pip install dpkt")
    stored = bytes(packet)
    inside = packet.data.data
    found = bytes(inside.data.data) if isinstance(inside, dpkt.icmp.ICMP) else bytes(inside.data)
    assert found == body
    if isinstance(packet.data, dpkt.ip.IP):
        packet.data.sum = 0
    inside.sum = 0
    assert bytes(packet) == stored


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "tcp6"])
@pytest.mark.parametrize("body", BODIES, ids=len)
def test_dpkt_makes_the_same_sums(kind: str, body: bytes) -> None:
    (packet,) = of_dpkt(built(frame(kind, body)))
    expect_sums_of_dpkt(packet, body)


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "tcp6"])
@pytest.mark.parametrize("after", BODIES, ids=len)
def test_dpkt_reads_what_was_edited(kind: str, after: bytes) -> None:
    first, second, third = of_dpkt(edited(kind, b"what was there", after))
    expect_sums_of_dpkt(first, b"before")
    expect_sums_of_dpkt(second, after)
    expect_sums_of_dpkt(third, b"behind")


def expect_sums_of_scapy(data: bytes, bodies: list[bytes]) -> None:
    """What scapy makes of packets whose lengths and sums it has to find itself are the packets."""
    layers = pytest.importorskip("scapy.layers.all", reason="pip install scapy")
    utils = pytest.importorskip("scapy.utils", reason="pip install scapy")
    packets = list(utils.RawPcapReader(io.BytesIO(data)))
    assert len(packets) == len(bodies)
    for (stored, _), body in zip(packets, bodies, strict=True):
        packet = layers.Ether(stored)
        assert bytes(packet.lastlayer().original or b"").endswith(body)
        for layer in (layers.IP, layers.IPv6, layers.TCP, layers.UDP, layers.ICMP):
            if layer in packet:
                for name in ("len", "plen", "chksum", "ihl", "dataofs"):
                    if name in packet[layer].fields:
                        delattr(packet[layer], name)
        assert bytes(packet) == stored


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("body", BODIES, ids=len)
def test_scapy_makes_the_same_lengths_and_sums(kind: str, body: bytes) -> None:
    expect_sums_of_scapy(built(frame(kind, body)), [body])
    expect_sums_of_scapy(edited(kind, b"what was there", body), [b"before", body, b"behind"])


def test_what_dpkt_writes_is_read_and_written_back() -> None:
    dpkt = pytest.importorskip("dpkt", reason="pip install dpkt")
    sink = io.BytesIO()
    writer = dpkt.pcap.Writer(sink)
    for number in range(20):
        udp = dpkt.udp.UDP(sport=number, dport=53, data=b"x" * number)
        udp.ulen = 8 + number
        ip = dpkt.ip.IP(src=V4["source"], dst=V4["target"], p=17, data=udp)
        ip.len = 20 + udp.ulen
        writer.writepkt(dpkt.ethernet.Ethernet(data=ip), ts=number)
    pcap = Pcap.from_bytes(sink.getvalue())
    pcap.validate()
    found = [packet.frame.body.body for packet in pcap.packets]
    assert [(udp.source_port, udp.body) for udp in found] == [(n, b"x" * n) for n in range(20)]
    assert pcap.to_bytes() == sink.getvalue()


def test_what_scapy_writes_is_read_and_written_back() -> None:
    layers = pytest.importorskip("scapy.layers.all", reason="pip install scapy")
    utils = pytest.importorskip("scapy.utils", reason="pip install scapy")
    ends = layers.IP(src="10.0.0.1", dst="10.0.0.2"), layers.IPv6(src="fe80::1", dst="fe80::2")
    inside = (
        layers.UDP(sport=1, dport=2) / b"abc",
        layers.TCP(sport=1, dport=2, options=[("MSS", 9)]),
    )
    ethernet = layers.Ether(src="2:0:0:0:0:1", dst="2:0:0:0:0:2")
    packets = [ethernet / end / each for end in ends for each in inside]
    packets += [ethernet / layers.Dot1Q(vlan=7) / ends[0] / each for each in inside]
    packets += [
        ethernet / ends[0] / layers.ICMP() / b"ping",
        ethernet / ends[1] / layers.ICMPv6EchoRequest(),
    ]
    packets += layers.fragment(ethernet / ends[0] / layers.UDP() / bytes(3000))
    sink = io.BytesIO()
    writer = utils.RawPcapWriter(sink, linktype=1, sync=True)
    writer.write_header(None)
    for packet in packets:
        writer.write_packet(bytes(packet))
    pcap = Pcap.from_bytes(sink.getvalue())
    pcap.validate()
    assert len(pcap.packets) == len(packets) == 11
    assert pcap.to_bytes() == sink.getvalue()
