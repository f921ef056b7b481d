"""Packets, alone and recorded."""

from __future__ import annotations

import random
import ssl
import struct
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

Found = tuple[str, str, bytes]


def _packets(count: int) -> list[Any]:
    from scapy.all import DNS, DNSQR, DNSRR, ICMP, IP, TCP, UDP, Ether, IPv6, Raw

    rng = random.Random(count)
    # Its addresses are given, or the library would ask the network for them.
    head = Ether(src="02:00:00:00:00:01", dst="02:00:00:00:00:02")
    found: list[Any] = []
    for number in range(count):
        ends = {"src": f"10.0.{number % 200}.1", "dst": "10.0.0.2"}
        body = Raw(rng.randbytes(rng.randrange(1, 300)))
        query = DNSQR(qname=f"host{number}.example.com")
        answer = DNSRR(rrname=f"host{number}.example.com", rdata="10.1.2.3")
        found += [
            head / IP(**ends) / TCP(sport=80, dport=1000 + number % 50_000) / body,
            head / IP(**ends) / UDP(sport=53, dport=53) / DNS(qr=1, qd=query, an=answer),
            head / IP(**ends) / ICMP() / body,
            head / IPv6(src="fe80::1", dst="fe80::2") / UDP(sport=9, dport=9) / body,
        ]
    return found


def captures() -> Iterator[Found]:
    """Recorded ones."""
    from scapy.all import wrpcap

    for count in (1, 25, 500):
        with tempfile.TemporaryDirectory() as folder:
            path = str(Path(folder) / "x.pcap")
            wrpcap(path, _packets(count))
            yield "pcap", f"{4 * count}-packets.pcap", Path(path).read_bytes()


def layers() -> Iterator[Found]:
    """One of each layer."""
    from scapy.all import DNS, ICMP, IP, TCP, UDP, IPv6

    specs = {
        IP: "ipv4_packet", IPv6: "ipv6_packet", TCP: "tcp_segment", UDP: "udp_datagram",
        ICMP: "icmp_packet", DNS: "dns_packet",
    }  # fmt: skip  # laid out as a table
    for number, packet in enumerate(_packets(2)):
        yield "ethernet_frame", f"{number}.frame", bytes(packet)
        for layer, spec in specs.items():
            if layer in packet:
                yield spec, f"{number}.packet", bytes(packet[layer])


def names() -> Iterator[Found]:
    """Answers with many names, with and without pointers to earlier ones."""
    for count in (1, 30, 400):
        head = struct.pack(">6H", 1, 0x8180, 1, count, 0, 0)
        question = b"\7example\3com\0" + struct.pack(">HH", 1, 1)
        short = b"\xc0\x0c" + struct.pack(">HHIH", 1, 1, 60, 4)
        long = b"\3www\7example\3org\0" + struct.pack(">HHIH", 1, 1, 60, 4)
        rows = b"".join(
            (short, long)[i % 2] + bytes([10, 0, i >> 8, i & 255]) for i in range(count)
        )
        yield "dns_packet", f"{count}-answers.dns", head + question + rows


def datagrams() -> Iterator[Found]:
    """Of several protocols over UDP."""
    rng = random.Random(3)
    for size in (20, 160, 1200):
        head = struct.pack(">BBHII", 0x80, 0, size, 1, 2)
        yield "rtp_packet", f"{size}.rtp", head + rng.randbytes(size)
        yield (
            "udp_datagram",
            f"{size}.udp",
            struct.pack(">4H", 9, 9, 8 + size, 0) + rng.randbytes(size),
        )
        words = struct.pack(">IIIBBBB", 0x12340001, size + 8, 7, 1, 1, 0, 0)
        yield "some_ip", f"{size}.someip", words + rng.randbytes(size)


def hello() -> Iterator[Found]:
    """What a client says first: the record and its head cut off."""
    for name in ("example.com", "a.very.long.name.of.some.host.example.com"):
        incoming, outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
        context = ssl.create_default_context()
        client = context.wrap_bio(incoming, outgoing, server_hostname=name)
        try:
            client.do_handshake()
        except ssl.SSLWantReadError:
            yield "tls_client_hello", f"{len(name)}.tls", outgoing.read()[9:]


def frames() -> Iterator[Found]:
    """Messages in parts."""
    rng = random.Random(4)
    for count in (1, 30, 600):
        first = b"\x01\x05hello"
        middle = b"".join(b"\x00\x7e\x00\xc8" + rng.randbytes(200) for _ in range(count))
        yield "websocket", f"{count}.frames", first + middle + b"\x80\x03end"


def handshakes() -> Iterator[Found]:
    """Of wireless networks, as hashcat takes them."""
    rng = random.Random(5)
    for count in (1, 30, 500):
        rows = [
            b"essid".ljust(36, b"\0") + rng.randbytes(76 + 256) + struct.pack("<II", 121, 2)
            + rng.randbytes(16)
            for _ in range(count)
        ]  # fmt: skip  # laid out as a table
        yield "hccap", f"{count}.hccap", b"".join(rows)
        rows = [
            b"HCPX" + struct.pack("<IBB", 4, 0, 5) + b"essid".ljust(32, b"\0") + b"\2"
            + rng.randbytes(16 + 6 + 32 + 6 + 32) + struct.pack("<H", 121) + rng.randbytes(256)
            for _ in range(count)
        ]  # fmt: skip  # laid out as a table
        yield "hccapx", f"{count}.hccapx", b"".join(rows)


MAKERS = (captures, layers, names, datagrams, hello, frames, handshakes)
