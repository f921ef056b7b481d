"""Captures of real networks: `captures/README.md` says where they are from."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest

import quire
from quire.generated import pcap as of_pcap
from tests.formats.pcap.test_pcap import kinds

Pcap: Any = of_pcap.Pcap

CAPTURES = Path(__file__).parent / "captures"
STATED = {
    "802.1ad_QinQ": (1, {"Vlan Vlan Arp"}, 2),
    "LINKTYPE_IPV4": (228, {"Udp"}, 1),
    "LINKTYPE_IPV6": (229, {"Udp"}, 1),
    "arp-too-long-tha": (1, {"Vlan Arp"}, 1),
    "bfd_source_port_49152": (1, {"Vlan Ipv4 Udp"}, 1),
    "bgp-evpn": (1, {"Vlan Ipv4 Tcp"}, 1),
    "dcb_pfc": (1, {"Ipv4 Udp", ""}, 5),
    "dhcpv6-domain-list": (1, {"Ipv6 Udp"}, 1),
    "dns_udp_2": (1, {"Ipv4 Udp", "Ipv4"}, 2),
    "icmpv6": (1, {"Ipv6 Icmp6", "Ipv6 Extension Icmp6"}, 5),
    "icmpv6_nodeinfo_queryipv4": (229, {"Icmp6"}, 1),
    "ipv6-routing-header": (1, {"Ipv6 Extension Icmp6", "Ipv6 Extension Udp"}, 4),
    "ipv6-srh-tlv-pad1-padn-5": (1, {"Ipv6 Extension"}, 1),
    "isis_sid": (1, {"Vlan"}, 1),
    "isup": (1, {"Ipv4"}, 6),
    "mptcp-aa-echo": (113, {"Ipv4 Tcp"}, 2),
    "mptcp-fclose": (1, {"Arp", "Ipv4 Tcp"}, 11),
    "radius_rfc5447": (113, {"Ipv4 Udp"}, 1),
    "rpl-26-senddaoack": (1, {"Ipv6 Icmp6"}, 1),
    "rsvp_cap": (1, {"Vlan Ipv4"}, 1),
    "slow-ossp": (1, {""}, 1),
    "someip2": (1, {"Ipv4 Udp"}, 1),
    "tcp-handshake-nano": (113, {"Ipv4 Tcp"}, 3),
    "tcp_eight_lowest_weight_flags_set": (1, {"Ipv4 Tcp"}, 1),
    "timestamp_invalid_micro": (113, {"Ipv4 Tcp"}, 3),
    "unaligned-nfs-1": (1, {"Ipv4 Tcp"}, 1),
}
"""The link, what is in the frames, and how many there are."""

OTHER_SUMS = {"ipv6-routing-header", "mptcp-aa-echo"}
"""Captures before a card has made the sums, or with sums over an address of a routing header."""


def read(name: str) -> tuple[bytes, Any]:
    data = (CAPTURES / f"{name}.pcap").read_bytes()
    return data, Pcap.from_bytes(data)


def test_all_captures_are_stated() -> None:
    assert {path.stem for path in CAPTURES.glob("*.pcap")} == STATED.keys()
    assert len(STATED) >= 20


@pytest.mark.parametrize("name", STATED)
def test_a_capture_is_read_and_written_back(name: str) -> None:
    data, pcap = read(name)
    found = {kinds(packet.frame) for packet in pcap.packets}
    assert (pcap.header.link, found, len(pcap.packets)) == STATED[name]
    assert pcap.to_bytes() == data
    if name in OTHER_SUMS:
        with pytest.raises(quire.ChecksumError):
            pcap.validate()
    else:
        pcap.validate()


@pytest.mark.parametrize("name", STATED)
def test_dpkt_finds_the_same_frames(name: str) -> None:
    dpkt = pytest.importorskip("dpkt", reason="pip install dpkt")
    data, pcap = read(name)
    theirs = [frame for _, frame in dpkt.pcap.Reader(io.BytesIO(data))]
    assert [packet.len_frame for packet in pcap.packets] == list(map(len, theirs))
    offset = 24
    for packet, frame in zip(pcap.packets, theirs, strict=True):
        assert data[offset + 16 : offset + 16 + packet.len_frame] == frame
        offset += 16 + packet.len_frame


@pytest.mark.parametrize("name", sorted(STATED.keys() - OTHER_SUMS))
def test_a_capture_without_its_first_packet_is_the_rest_of_it(name: str) -> None:
    data, pcap = read(name)
    size = 16 + pcap.packets[0].len_frame
    del pcap.packets[0]
    assert pcap.to_bytes() == data[:24] + data[24 + size :]


def test_an_answer_is_changed_and_all_other_packets_stay() -> None:
    data, pcap = read("unaligned-nfs-1")
    tcp = pcap.packets[0].frame.body.body
    before = tcp.body
    tcp.body = before[::-1] + b"!"
    edited = Pcap.from_bytes(pcap.to_bytes())
    edited.validate()
    assert edited.packets[0].len_original == pcap.packets[0].len_frame
    edited.packets[0].frame.body.body.body = before
    assert edited.to_bytes() == data
