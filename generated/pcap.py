# Made by `quire gen` 0.1.0 from pcap.ksy (sha256 cb4919bf3930). Do not edit.
"""Packet capture (libpcap)."""

from __future__ import annotations

from quire.runtime.contract import require

__contract__ = require(25, __name__)

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, ClassVar, Required, Self, TypedDict, Unpack

from quire.runtime import (
    BitRun,
    Block,
    Bytes,
    FieldsPart,
    Fixed,
    LateEnum,
    ListPart,
    Marks,
    Members,
    Parts,
    Raw,
    Struct,
    Sum,
    Types,
    WithTypes,
    Writer,
    computed,
    copied,
    expect_at_least,
    expect_equal,
    expect_member,
    instance,
    quotient,
    size_of,
    trim,
)
from quire.runtime.direct import new, unpack_u2be, unpack_u4be

__all__ = ["Pcap"]


class Pcap(Struct):
    """Packets as they were seen on a network.

    Numbers are in either byte order, times to the microsecond or the nanosecond. Ethernet, IPv4,
    IPv6, TCP, UDP and ICMP are taken apart; what else there is, is bytes.

    See https://datatracker.ietf.org/doc/draft-ietf-opsawg-pcap/ PCAP Capture File Format

    See https://www.tcpdump.org/linktypes.html Link-Layer Header Types

    See RFC 791, 8200, 9293, 768, 792, 4443, 826; IEEE 802.3, 802.1Q

    Attributes:
        magic: It tells the byte order of what follows, and the unit of `fraction`.
    """

    __slots__ = ("_start", "_end", "_stop", "magic", "header", "packets")

    _root: Pcap
    magic: Pcap.Magic | int
    header: Pcap.Header
    packets: list[Pcap.Packet]

    _is_top: ClassVar[bool] = True
    _places: ClassVar[bool] = True
    _PARTS: ClassVar[Parts] = (
        FieldsPart("_read_part_0"),
        ListPart("packets", "end", ("packets",), 0, None),
    )

    if TYPE_CHECKING:

        class _Fields(TypedDict, total=False):
            magic: Pcap.Magic | int
            header: Pcap.Header | Pcap.Header._Fields
            packets: Required[Iterable[Pcap.Packet | Pcap.Packet._Fields]]

        @classmethod
        def build(cls, **fields: Unpack[_Fields]) -> Self:
            """Make one of its fields; what can be derived may be left out."""

    def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
        stop = pos + 4
        if stop > end:
            buf, end = self._reach(stop - pos, "magic", pos)
        self.magic = _members_Pcap_Magic[unpack_u4be(buf, pos)[0]]
        pos = stop
        if type(self.magic) is int:
            io = self._io_at(pos)
            expect_member("magic", self.magic, Pcap.Magic, io, 4, place="/seq/0")
        self.header = child = new(Pcap.Header)
        child._parent, child._root = self, self._root
        child._is_le = None
        pos = child._read_at(buf, pos, end)
        self.packets, pos = self._once_at(Pcap.Packet, buf, pos, end, -1, "packets", by_ways=True)
        return pos

    def _read_part_0(self, buf: Bytes, pos: int, end: int) -> int:
        stop = pos + 4
        if stop > end:
            buf, end = self._reach(stop - pos, "magic", pos)
        self.magic = _members_Pcap_Magic[unpack_u4be(buf, pos)[0]]
        pos = stop
        if type(self.magic) is int:
            io = self._io_at(pos)
            expect_member("magic", self.magic, Pcap.Magic, io, 4, place="/seq/0")
        self.header = child = new(Pcap.Header)
        child._parent, child._root = self, self._root
        child._is_le = None
        pos = child._read_at(buf, pos, end)
        return pos

    def _element_packets(self, buf: Bytes, pos: int, end: int, i: int) -> int:
        child = new(Pcap.Packet)
        child._parent, child._root = self, self._root
        child._is_le = None
        pos = child._read_at(buf, pos, end)
        self.packets.append(child)
        return pos

    def _derive(self) -> None:
        self._set_default("magic", Pcap.Magic.le_microseconds)
        self._make("header", Pcap.Header)

    def _check(self) -> None:
        expect_member("magic", self.magic, Pcap.Magic, place="/seq/0")

    def _write__seq(self, io: Writer) -> None:
        io.u4be(self.magic, "magic")
        self._write_child(io, "header", self.header, Pcap.Header)
        for packet in self._seen_in(self.packets, io):
            self._write_child(io, "packets", packet, Pcap.Packet)

    @computed
    def byte_order(self) -> int:
        """1 where the lowest byte of a number comes first."""
        return (
            1
            if self.magic == Pcap.Magic.le_microseconds or self.magic == Pcap.Magic.le_nanoseconds
            else 2
        )

    class Magic(LateEnum):
        """Values of `magic`."""

        be_microseconds = 2712847316
        le_microseconds = 3569595041
        be_nanoseconds = 2712812621
        le_nanoseconds = 1295823521

    class Link(LateEnum):
        """Values of `link`."""

        bsd_loopback = 0
        ethernet = 1
        raw = 101
        linux_cooked = 113
        ipv4 = 228
        ipv6 = 229

    class Ether(LateEnum):
        """Values of `ether`."""

        ipv4 = 2048
        arp = 2054
        vlan = 33024
        ipv6 = 34525
        provider_vlan = 34984

    class Protocol(LateEnum):
        """Values of `protocol`."""

        hop_by_hop = 0
        icmp = 1
        tcp = 6
        udp = 17
        routing = 43
        fragment = 44
        icmp6 = 58
        nothing = 59
        destination = 60

    class Header(Struct):
        """Type `header`.

        Attributes:
            len_snap: Bytes of a packet that are kept at most.
            network: The link type; the highest four bits are about the check sequence of frames.
        """

        __slots__ = (
            "version_major",
            "version_minor",
            "time_zone",
            "accuracy",
            "len_snap",
            "network",
            "_is_le",
        )

        _root: Pcap
        _parent: Pcap
        _is_le: bool | None
        version_major: int
        version_minor: int
        time_zone: int
        accuracy: int
        len_snap: int
        network: int

        SIZE: ClassVar[int] = 20
        _looks_up: ClassVar[tuple[str, ...]] = ("_root.byte_order",)
        _BLOCK_LE_0: ClassVar[Block] = Block(
            ("version_major", "u2le"),
            ("version_minor", "u2le"),
            ("time_zone", "s4le"),
            ("accuracy", "u4le"),
            ("len_snap", "u4le"),
            ("network", "u4le"),
        )
        _BLOCK_BE_0: ClassVar[Block] = Block(
            ("version_major", "u2be"),
            ("version_minor", "u2be"),
            ("time_zone", "s4be"),
            ("accuracy", "u4be"),
            ("len_snap", "u4be"),
            ("network", "u4be"),
        )

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                version_major: int
                version_minor: int
                time_zone: int
                accuracy: int
                len_snap: int
                network: int

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def __init__(
            self,
            _io: Any = None,
            _parent: Any = None,
            _root: Any = None,
            _is_le: bool | None = None,
            _name: str = "",
            _holder: Any = None,
        ) -> None:
            self._is_le = _is_le
            super().__init__(_io, _parent, _root, _name, _holder)

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            if self._root.byte_order == 1:
                self._is_le = True
            else:
                self._is_le = False
            return self._read_le(buf, pos, end) if self._is_le else self._read_be(buf, pos, end)

        def _read_le(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 20
            if stop > end:
                buf, end = self._BLOCK_LE_0.reach(self, pos)
            (
                self.version_major,
                self.version_minor,
                self.time_zone,
                self.accuracy,
                self.len_snap,
                self.network,
            ) = _unpack_Pcap_Header_LE_0(buf, pos)
            return stop

        def _read_be(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 20
            if stop > end:
                buf, end = self._BLOCK_BE_0.reach(self, pos)
            (
                self.version_major,
                self.version_minor,
                self.time_zone,
                self.accuracy,
                self.len_snap,
                self.network,
            ) = _unpack_Pcap_Header_BE_0(buf, pos)
            return stop

        def _derive(self) -> None:
            self._set_default("version_major", 2)
            self._set_default("version_minor", 4)
            self._set_default("time_zone", 0)
            self._set_default("accuracy", 0)
            self._set_default("len_snap", 262144)
            self._set_default("network", 1)

        def _write__seq(self, io: Writer) -> None:
            if self._root.byte_order == 1:
                self._is_le = True
            else:
                self._is_le = False
            if self._is_le:
                self._BLOCK_LE_0.write(
                    io,
                    self.version_major,
                    self.version_minor,
                    self.time_zone,
                    self.accuracy,
                    self.len_snap,
                    self.network,
                )
            else:
                self._BLOCK_BE_0.write(
                    io,
                    self.version_major,
                    self.version_minor,
                    self.time_zone,
                    self.accuracy,
                    self.len_snap,
                    self.network,
                )

        @computed
        def link(self) -> Pcap.Link | int:
            """Instance `link`."""
            return _members_Pcap_Link[self.network & 0x0FFFFFFF]

    class Packet(Struct):
        """Type `packet`.

        Attributes:
            seconds: Since 1970, UTC.
            fraction: Microseconds or nanoseconds, as `magic` says.
            len_original: On the network; more than `len_frame` where the capture has the beginning
                only.
        """

        __slots__ = (
            "seconds",
            "fraction",
            "len_frame",
            "len_original",
            "frame",
            "_stored_frame",
            "_marks",
            "_is_le",
        )

        _root: Pcap
        _parent: Pcap
        _is_le: bool | None
        _stored_frame: bytes
        seconds: int
        fraction: int
        len_frame: int
        len_original: int
        frame: Pcap.Ethernet | Pcap.LinuxCooked | Pcap.Ipv4 | Pcap.Ipv6 | bytes

        _raw_frame = Raw("frame")
        _places: ClassVar[bool] = True
        _looks_up: ClassVar[tuple[str, ...]] = ("_root.byte_order", "_root.header.link")
        _goes_by_place: ClassVar[bool] = True
        _own_streams: ClassVar[tuple[str, ...]] = ("frame",)
        _derived: ClassVar[tuple[str, ...]] = ("len_original", "len_frame")
        _BLOCK_LE_0: ClassVar[Block] = Block(
            ("seconds", "u4le"),
            ("fraction", "u4le"),
            ("len_frame", "u4le"),
            ("len_original", "u4le"),
        )
        _BLOCK_BE_0: ClassVar[Block] = Block(
            ("seconds", "u4be"),
            ("fraction", "u4be"),
            ("len_frame", "u4be"),
            ("len_original", "u4be"),
        )

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                seconds: int
                fraction: int
                len_frame: int
                len_original: int
                frame: Required[Any]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def __init__(
            self,
            _io: Any = None,
            _parent: Any = None,
            _root: Any = None,
            _is_le: bool | None = None,
            _name: str = "",
            _holder: Any = None,
        ) -> None:
            self._is_le = _is_le
            super().__init__(_io, _parent, _root, _name, _holder)

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            if self._root.byte_order == 1:
                self._is_le = True
            else:
                self._is_le = False
            return self._read_le(buf, pos, end) if self._is_le else self._read_be(buf, pos, end)

        def _read_le(self, buf: Bytes, pos: int, end: int) -> int:
            this: Any = self  # whose fields of several types are looked into
            mark_0 = pos
            stop = pos + 16
            if stop > end:
                buf, end = self._BLOCK_LE_0.reach(self, pos)
            self.seconds, self.fraction, self.len_frame, self.len_original = (
                _unpack_Pcap_Packet_LE_0(buf, pos)
            )
            pos = stop
            mark_1 = pos - 4
            mark_2 = pos
            on_frame = self._root.header.link
            if on_frame == Pcap.Link.ethernet:
                stop = pos + self.len_frame
                if stop > end:
                    buf, end = self._reach(stop - pos, "frame", pos)
                this.frame = child = new(Pcap.Ethernet)
                child._parent, child._root = self, self._root
                child._start, child._end = pos, stop
                child._stop = child._read_at(buf, pos, stop)
                pos = stop
            elif on_frame == Pcap.Link.linux_cooked:
                stop = pos + self.len_frame
                if stop > end:
                    buf, end = self._reach(stop - pos, "frame", pos)
                this.frame = child = new(Pcap.LinuxCooked)
                child._parent, child._root = self, self._root
                child._start, child._end = pos, stop
                child._stop = child._read_at(buf, pos, stop)
                pos = stop
            elif on_frame == Pcap.Link.ipv4:
                stop = pos + self.len_frame
                if stop > end:
                    buf, end = self._reach(stop - pos, "frame", pos)
                this.frame = child = new(Pcap.Ipv4)
                child._parent, child._root = self, self._root
                child._start, child._end = pos, stop
                child._stop = child._read_at(buf, pos, stop)
                pos = stop
            elif on_frame == Pcap.Link.ipv6:
                stop = pos + self.len_frame
                if stop > end:
                    buf, end = self._reach(stop - pos, "frame", pos)
                this.frame = child = new(Pcap.Ipv6)
                child._parent, child._root = self, self._root
                child._start, child._end = pos, stop
                child._stop = child._read_at(buf, pos, stop)
                pos = stop
            else:
                stop = pos + self.len_frame
                if stop > end:
                    buf, end = self._reach(stop - pos, "frame", pos)
                self.frame = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
                pos = stop
            mark_3 = pos
            self._marks = (mark_0, mark_1, mark_2, mark_3)
            return pos

        def _read_be(self, buf: Bytes, pos: int, end: int) -> int:
            this: Any = self  # whose fields of several types are looked into
            mark_0 = pos
            stop = pos + 16
            if stop > end:
                buf, end = self._BLOCK_BE_0.reach(self, pos)
            self.seconds, self.fraction, self.len_frame, self.len_original = (
                _unpack_Pcap_Packet_BE_0(buf, pos)
            )
            pos = stop
            mark_1 = pos - 4
            mark_2 = pos
            on_frame = self._root.header.link
            if on_frame == Pcap.Link.ethernet:
                stop = pos + self.len_frame
                if stop > end:
                    buf, end = self._reach(stop - pos, "frame", pos)
                this.frame = child = new(Pcap.Ethernet)
                child._parent, child._root = self, self._root
                child._start, child._end = pos, stop
                child._stop = child._read_at(buf, pos, stop)
                pos = stop
            elif on_frame == Pcap.Link.linux_cooked:
                stop = pos + self.len_frame
                if stop > end:
                    buf, end = self._reach(stop - pos, "frame", pos)
                this.frame = child = new(Pcap.LinuxCooked)
                child._parent, child._root = self, self._root
                child._start, child._end = pos, stop
                child._stop = child._read_at(buf, pos, stop)
                pos = stop
            elif on_frame == Pcap.Link.ipv4:
                stop = pos + self.len_frame
                if stop > end:
                    buf, end = self._reach(stop - pos, "frame", pos)
                this.frame = child = new(Pcap.Ipv4)
                child._parent, child._root = self, self._root
                child._start, child._end = pos, stop
                child._stop = child._read_at(buf, pos, stop)
                pos = stop
            elif on_frame == Pcap.Link.ipv6:
                stop = pos + self.len_frame
                if stop > end:
                    buf, end = self._reach(stop - pos, "frame", pos)
                this.frame = child = new(Pcap.Ipv6)
                child._parent, child._root = self, self._root
                child._start, child._end = pos, stop
                child._stop = child._read_at(buf, pos, stop)
                pos = stop
            else:
                stop = pos + self.len_frame
                if stop > end:
                    buf, end = self._reach(stop - pos, "frame", pos)
                self.frame = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
                pos = stop
            mark_3 = pos
            self._marks = (mark_0, mark_1, mark_2, mark_3)
            return pos

        def _sums(self, at: Marks) -> Iterator[Sum]:
            yield Sum(
                "len_original",
                at.marks[1],
                "length",
                None,
                "u4" + ("le" if self._is_le else "be"),
                (at.span(2, 3),),
                is_verified=self.len_original <= self.len_frame,
            )

        def _derive(self) -> None:
            self._set_default("seconds", 0)
            self._set_default("fraction", 0)
            self._set_default("len_original", 0)
            self._choose(
                "frame",
                self._root.header.link,
                (
                    (Pcap.Ethernet, Pcap.Link.ethernet),
                    (Pcap.LinuxCooked, Pcap.Link.linux_cooked),
                    (Pcap.Ipv4, Pcap.Link.ipv4),
                    (Pcap.Ipv6, Pcap.Link.ipv6),
                ),
            )

        def _write__seq(self, io: Writer) -> None:
            this: Any = self  # whose fields of several types are looked into
            if self._root.byte_order == 1:
                self._is_le = True
            else:
                self._is_le = False
            on_frame = self._root.header.link
            if on_frame == Pcap.Link.ethernet:
                self._stored_frame = self._window(
                    io, "frame", self.frame, Pcap.Ethernet, grows=True, in_pieces=True
                )
                self._set_window("len_frame", len(self._stored_frame), "frame")
            elif on_frame == Pcap.Link.linux_cooked:
                self._stored_frame = self._window(
                    io, "frame", self.frame, Pcap.LinuxCooked, grows=True, in_pieces=True
                )
                self._set_window("len_frame", len(self._stored_frame), "frame")
            elif on_frame == Pcap.Link.ipv4:
                self._stored_frame = self._window(
                    io, "frame", self.frame, Pcap.Ipv4, grows=True, in_pieces=True
                )
                self._set_window("len_frame", len(self._stored_frame), "frame")
            elif on_frame == Pcap.Link.ipv6:
                self._stored_frame = self._window(
                    io, "frame", self.frame, Pcap.Ipv6, grows=True, in_pieces=True
                )
                self._set_window("len_frame", len(self._stored_frame), "frame")
            else:
                self._stored_frame = this.frame
                self._set_derived("len_frame", len(self._stored_frame), "frame")
            if self._is_le:
                mark_0 = io.pos()
                self._BLOCK_LE_0.write(
                    io, self.seconds, self.fraction, self.len_frame, self.len_original
                )
                mark_1 = io.pos() - 4
                mark_2 = io.pos()
                io.put_sized(self._stored_frame, self.len_frame, "frame")
                mark_3 = io.pos()
                io.owe(self, (mark_0, mark_1, mark_2, mark_3))
            else:
                mark_0 = io.pos()
                self._BLOCK_BE_0.write(
                    io, self.seconds, self.fraction, self.len_frame, self.len_original
                )
                mark_1 = io.pos() - 4
                mark_2 = io.pos()
                io.put_sized(self._stored_frame, self.len_frame, "frame")
                mark_3 = io.pos()
                io.owe(self, (mark_0, mark_1, mark_2, mark_3))

    class Ethernet(Struct):
        """Type `ethernet`.

        Attributes:
            protocol: Below 1536 it is the length of what follows.
        """

        __slots__ = ("_start", "_end", "_stop", "target", "source", "protocol", "body")

        _root: Pcap
        _parent: Pcap.Packet
        target: bytes
        source: bytes
        protocol: Pcap.Ether | int
        body: Pcap.Ipv4 | Pcap.Ipv6 | Pcap.Arp | Pcap.Vlan | bytes

        _raw_body = Raw("body")
        _places: ClassVar[bool] = True
        _own_streams: ClassVar[tuple[str, ...]] = ("body",)
        _derived: ClassVar[tuple[str, ...]] = ("protocol",)
        _BLOCK_0: ClassVar[Block] = Block(("target", "6s"), ("source", "6s"), ("protocol", "u2be"))

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                target: Required[bytes]
                source: Required[bytes]
                protocol: Pcap.Ether | int
                body: Required[Any]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            this: Any = self  # whose fields of several types are looked into
            stop = pos + 14
            if stop > end:
                buf, end = self._BLOCK_0.reach(self, pos)
            self.target, self.source, self.protocol = _unpack_Pcap_Ethernet_0(buf, pos)
            pos = stop
            self.protocol, kind = _with_types_Pcap_Ethernet_body[self.protocol]
            if kind is not None:
                if type(buf) is bytearray:
                    buf, end = self._reach_rest(buf, pos, end)
                stop = pos + max(end - pos, 0)
                if not pos <= stop <= end:
                    buf, end = self._reach(stop - pos, "body", pos)
                this.body = child = new(kind)
                child._read_apart(self, buf, pos, stop)
                pos = stop
            else:
                if type(buf) is bytearray:
                    buf, end = self._reach_rest(buf, pos, end)
                self.body = buf[pos:end] if type(buf) is bytes else copied(buf[pos:end])
                pos = max(pos, end)
            return pos

        def _derive(self) -> None:
            self._set_tag(
                "body",
                "protocol",
                (
                    (Pcap.Ipv4, Pcap.Ether.ipv4),
                    (Pcap.Ipv6, Pcap.Ether.ipv6),
                    (Pcap.Arp, Pcap.Ether.arp),
                    (Pcap.Vlan, Pcap.Ether.vlan),
                    (Pcap.Vlan, Pcap.Ether.provider_vlan),
                ),
            )

        def _write__seq(self, io: Writer) -> None:
            this: Any = self  # whose fields of several types are looked into
            self._BLOCK_0.write(io, self.target, self.source, self.protocol)
            if self.protocol == Pcap.Ether.ipv4:
                io.put(self._window(io, "body", self.body, Pcap.Ipv4, grows=True, in_pieces=True))
            elif self.protocol == Pcap.Ether.ipv6:
                io.put(self._window(io, "body", self.body, Pcap.Ipv6, grows=True, in_pieces=True))
            elif self.protocol == Pcap.Ether.arp:
                io.put(self._window(io, "body", self.body, Pcap.Arp, grows=True, in_pieces=True))
            elif self.protocol in (Pcap.Ether.vlan, Pcap.Ether.provider_vlan):
                io.put(self._window(io, "body", self.body, Pcap.Vlan, grows=True, in_pieces=True))
            else:
                io.put(this.body)

        @staticmethod
        def _body_types() -> dict[object, type[Any]]:
            """Types that `body` may have, by what tells them."""
            return {
                Pcap.Ether.ipv4: Pcap.Ipv4,
                Pcap.Ether.ipv6: Pcap.Ipv6,
                Pcap.Ether.arp: Pcap.Arp,
                Pcap.Ether.vlan: Pcap.Vlan,
                Pcap.Ether.provider_vlan: Pcap.Vlan,
            }

    class Vlan(Struct):
        """Type `vlan`."""

        __slots__ = ("_start", "_end", "_stop", "priority", "may_drop", "id", "protocol", "body")

        _root: Pcap
        priority: int
        may_drop: bool
        id: int
        protocol: Pcap.Ether | int
        body: Pcap.Ipv4 | Pcap.Ipv6 | Pcap.Arp | Pcap.Vlan | bytes

        _raw_body = Raw("body")
        _places: ClassVar[bool] = True
        _own_streams: ClassVar[tuple[str, ...]] = ("body",)
        _derived: ClassVar[tuple[str, ...]] = ("protocol",)
        _BITS_0: ClassVar[BitRun] = BitRun(
            "be", ("priority", "b3"), ("may_drop", "flag"), ("id", "b12")
        )

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                priority: int
                may_drop: bool
                id: Required[int]
                protocol: Pcap.Ether | int
                body: Required[Any]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            this: Any = self  # whose fields of several types are looked into
            stop = pos + 2
            if stop > end:
                buf, end = self._BITS_0.reach(self, pos)
            bits = unpack_u2be(buf, pos)[0]
            pos = stop
            self.priority = bits >> 13
            self.may_drop = bits & 0x1000 != 0
            self.id = bits & 0xFFF
            stop = pos + 2
            if stop > end:
                buf, end = self._reach(stop - pos, "protocol", pos)
            self.protocol, kind = _with_types_Pcap_Vlan_body[unpack_u2be(buf, pos)[0]]
            pos = stop
            if kind is not None:
                if type(buf) is bytearray:
                    buf, end = self._reach_rest(buf, pos, end)
                stop = pos + max(end - pos, 0)
                if not pos <= stop <= end:
                    buf, end = self._reach(stop - pos, "body", pos)
                this.body = child = new(kind)
                child._read_apart(self, buf, pos, stop)
                pos = stop
            else:
                if type(buf) is bytearray:
                    buf, end = self._reach_rest(buf, pos, end)
                self.body = buf[pos:end] if type(buf) is bytes else copied(buf[pos:end])
                pos = max(pos, end)
            return pos

        def _derive(self) -> None:
            self._set_tag(
                "body",
                "protocol",
                (
                    (Pcap.Ipv4, Pcap.Ether.ipv4),
                    (Pcap.Ipv6, Pcap.Ether.ipv6),
                    (Pcap.Arp, Pcap.Ether.arp),
                    (Pcap.Vlan, Pcap.Ether.vlan),
                    (Pcap.Vlan, Pcap.Ether.provider_vlan),
                ),
            )
            self._set_default("priority", 0)
            self._set_default("may_drop", False)

        def _write__seq(self, io: Writer) -> None:
            this: Any = self  # whose fields of several types are looked into
            self._BITS_0.write(io, self.priority, self.may_drop, self.id)
            io.u2be(self.protocol, "protocol")
            if self.protocol == Pcap.Ether.ipv4:
                io.put(self._window(io, "body", self.body, Pcap.Ipv4, grows=True, in_pieces=True))
            elif self.protocol == Pcap.Ether.ipv6:
                io.put(self._window(io, "body", self.body, Pcap.Ipv6, grows=True, in_pieces=True))
            elif self.protocol == Pcap.Ether.arp:
                io.put(self._window(io, "body", self.body, Pcap.Arp, grows=True, in_pieces=True))
            elif self.protocol in (Pcap.Ether.vlan, Pcap.Ether.provider_vlan):
                io.put(self._window(io, "body", self.body, Pcap.Vlan, grows=True, in_pieces=True))
            else:
                io.put(this.body)

        @staticmethod
        def _body_types() -> dict[object, type[Any]]:
            """Types that `body` may have, by what tells them."""
            return {
                Pcap.Ether.ipv4: Pcap.Ipv4,
                Pcap.Ether.ipv6: Pcap.Ipv6,
                Pcap.Ether.arp: Pcap.Arp,
                Pcap.Ether.vlan: Pcap.Vlan,
                Pcap.Ether.provider_vlan: Pcap.Vlan,
            }

    class LinuxCooked(Struct):
        """Type `linux_cooked`."""

        __slots__ = (
            "_start",
            "_end",
            "_stop",
            "direction",
            "hardware",
            "len_address",
            "address",
            "protocol",
            "body",
        )

        _root: Pcap
        _parent: Pcap.Packet
        direction: int
        hardware: int
        len_address: int
        address: bytes
        protocol: Pcap.Ether | int
        body: Pcap.Ipv4 | Pcap.Ipv6 | Pcap.Arp | Pcap.Vlan | bytes

        _raw_body = Raw("body")
        _places: ClassVar[bool] = True
        _own_streams: ClassVar[tuple[str, ...]] = ("body",)
        _derived: ClassVar[tuple[str, ...]] = ("protocol",)
        _BLOCK_0: ClassVar[Block] = Block(
            ("direction", "u2be"), ("hardware", "u2be"), ("len_address", "u2be")
        )
        _FIXED_0: ClassVar[Fixed] = Fixed(
            ("direction", "u2be"),
            ("hardware", "u2be"),
            ("len_address", "u2be"),
            ("address", "8s", ""),
            ("protocol", "u2be"),
        )

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                direction: int
                hardware: int
                len_address: int
                address: Required[bytes]
                protocol: Pcap.Ether | int
                body: Required[Any]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            this: Any = self  # whose fields of several types are looked into
            stop = pos + 16
            if stop > end:
                buf, end = self._FIXED_0.reach(self, pos)
            self.direction, self.hardware, self.len_address, stored_address, self.protocol = (
                _unpack_Pcap_LinuxCooked_FIXED_0(buf, pos)
            )
            self.address = trim(stored_address, 0, None, include=False)
            self.protocol, kind = _with_types_Pcap_LinuxCooked_body[self.protocol]
            pos = stop
            if kind is not None:
                if type(buf) is bytearray:
                    buf, end = self._reach_rest(buf, pos, end)
                stop = pos + max(end - pos, 0)
                if not pos <= stop <= end:
                    buf, end = self._reach(stop - pos, "body", pos)
                this.body = child = new(kind)
                child._read_apart(self, buf, pos, stop)
                pos = stop
            else:
                if type(buf) is bytearray:
                    buf, end = self._reach_rest(buf, pos, end)
                self.body = buf[pos:end] if type(buf) is bytes else copied(buf[pos:end])
                pos = max(pos, end)
            return pos

        def _derive(self) -> None:
            self._set_tag(
                "body",
                "protocol",
                (
                    (Pcap.Ipv4, Pcap.Ether.ipv4),
                    (Pcap.Ipv6, Pcap.Ether.ipv6),
                    (Pcap.Arp, Pcap.Ether.arp),
                    (Pcap.Vlan, Pcap.Ether.vlan),
                    (Pcap.Vlan, Pcap.Ether.provider_vlan),
                ),
            )
            self._set_default("direction", 0)
            self._set_default("hardware", 1)
            self._set_default("len_address", 6)

        def _write__seq(self, io: Writer) -> None:
            this: Any = self  # whose fields of several types are looked into
            self._BLOCK_0.write(io, self.direction, self.hardware, self.len_address)
            io.put_trimmed(self.address, 8, "address", 0, None, include=False)
            io.u2be(self.protocol, "protocol")
            if self.protocol == Pcap.Ether.ipv4:
                io.put(self._window(io, "body", self.body, Pcap.Ipv4, grows=True, in_pieces=True))
            elif self.protocol == Pcap.Ether.ipv6:
                io.put(self._window(io, "body", self.body, Pcap.Ipv6, grows=True, in_pieces=True))
            elif self.protocol == Pcap.Ether.arp:
                io.put(self._window(io, "body", self.body, Pcap.Arp, grows=True, in_pieces=True))
            elif self.protocol in (Pcap.Ether.vlan, Pcap.Ether.provider_vlan):
                io.put(self._window(io, "body", self.body, Pcap.Vlan, grows=True, in_pieces=True))
            else:
                io.put(this.body)

        @staticmethod
        def _body_types() -> dict[object, type[Any]]:
            """Types that `body` may have, by what tells them."""
            return {
                Pcap.Ether.ipv4: Pcap.Ipv4,
                Pcap.Ether.ipv6: Pcap.Ipv6,
                Pcap.Ether.arp: Pcap.Arp,
                Pcap.Ether.vlan: Pcap.Vlan,
                Pcap.Ether.provider_vlan: Pcap.Vlan,
            }

    class Arp(Struct):
        """Type `arp`.

        Attributes:
            operation: 1 asks, 2 answers.
        """

        __slots__ = (
            "_start",
            "_end",
            "_stop",
            "hardware",
            "protocol",
            "len_hardware",
            "len_protocol",
            "operation",
            "source_hardware",
            "source",
            "target_hardware",
            "target",
            "trailer",
        )

        _root: Pcap
        hardware: int
        protocol: int
        len_hardware: int
        len_protocol: int
        operation: int
        source_hardware: bytes
        source: bytes
        target_hardware: bytes
        target: bytes
        trailer: bytes

        _derived: ClassVar[tuple[str, ...]] = ("len_hardware", "len_protocol")
        _BLOCK_0: ClassVar[Block] = Block(
            ("hardware", "u2be"),
            ("protocol", "u2be"),
            ("len_hardware", "u1"),
            ("len_protocol", "u1"),
            ("operation", "u2be"),
        )

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                hardware: int
                protocol: int
                len_hardware: int
                len_protocol: int
                operation: Required[int]
                source_hardware: Required[bytes]
                source: Required[bytes]
                target_hardware: Required[bytes]
                target: Required[bytes]
                trailer: bytes

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 8
            if stop > end:
                buf, end = self._BLOCK_0.reach(self, pos)
            self.hardware, self.protocol, self.len_hardware, self.len_protocol, self.operation = (
                _unpack_Pcap_Arp_0(buf, pos)
            )
            pos = stop
            stop = pos + self.len_hardware
            if stop > end:
                buf, end = self._reach(stop - pos, "source_hardware", pos)
            self.source_hardware = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
            pos = stop
            stop = pos + self.len_protocol
            if stop > end:
                buf, end = self._reach(stop - pos, "source", pos)
            self.source = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
            pos = stop
            stop = pos + self.len_hardware
            if stop > end:
                buf, end = self._reach(stop - pos, "target_hardware", pos)
            self.target_hardware = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
            pos = stop
            stop = pos + self.len_protocol
            if stop > end:
                buf, end = self._reach(stop - pos, "target", pos)
            self.target = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
            pos = stop
            if type(buf) is bytearray:
                buf, end = self._reach_rest(buf, pos, end)
            self.trailer = buf[pos:end] if type(buf) is bytes else copied(buf[pos:end])
            pos = max(pos, end)
            return pos

        def _derive(self) -> None:
            self._set_default("hardware", 1)
            self._set_default("protocol", 0x800)
            self._set_default("trailer", bytes([]))
            self._set_derived("len_hardware", len(self.source_hardware), "source_hardware")
            self._set_derived("len_protocol", len(self.source), "source")
            self._set_derived("len_hardware", len(self.target_hardware), "target_hardware")
            self._set_derived("len_protocol", len(self.target), "target")

        def _write__seq(self, io: Writer) -> None:
            self._BLOCK_0.write(
                io,
                self.hardware,
                self.protocol,
                self.len_hardware,
                self.len_protocol,
                self.operation,
            )
            io.put_sized(self.source_hardware, self.len_hardware, "source_hardware")
            io.put_sized(self.source, self.len_protocol, "source")
            io.put_sized(self.target_hardware, self.len_hardware, "target_hardware")
            io.put_sized(self.target, self.len_protocol, "target")
            io.put(self.trailer)

    class Ipv4(Struct):
        """Type `ipv4`.

        Attributes:
            len_header: In units of 4 bytes.
            len_all: Of the header and what follows; 0 where the network card had still to cut it
                up.
            offset: Of a fragment, in units of 8 bytes.
            part: Of a datagram that is a fragment, or of which not all was captured.
            trailer: What fills up a frame that is too short.
        """

        __slots__ = (
            "_start",
            "_end",
            "_stop",
            "version",
            "len_header",
            "service",
            "len_all",
            "identification",
            "reserved",
            "dont_fragment",
            "more_fragments",
            "offset",
            "time_to_live",
            "protocol",
            "checksum",
            "source",
            "target",
            "options",
            "trailer",
            "_stored_body",
            "_marks",
        )

        _root: Pcap
        _stored_body: bytes
        version: int
        len_header: int
        service: int
        len_all: int
        identification: int
        reserved: bool
        dont_fragment: bool
        more_fragments: bool
        offset: int
        time_to_live: int
        protocol: Pcap.Protocol | int
        checksum: int
        source: bytes
        target: bytes
        options: bytes
        body: Pcap.Tcp | Pcap.Udp | Pcap.Icmp | Pcap.Icmp6 | Pcap.Extension | Pcap.Fragment | bytes
        part: bytes
        trailer: bytes

        _raw_body = Raw("body")
        _places: ClassVar[bool] = True
        _goes_by_place: ClassVar[bool] = True
        _own_streams: ClassVar[tuple[str, ...]] = ("body",)
        _derived: ClassVar[tuple[str, ...]] = (
            "protocol",
            "version",
            "checksum",
            "len_header",
            "len_all",
        )
        _BLOCK_0: ClassVar[Block] = Block(
            ("service", "u1"), ("len_all", "u2be"), ("identification", "u2be")
        )
        _BLOCK_1: ClassVar[Block] = Block(
            ("time_to_live", "u1"),
            ("protocol", "u1"),
            ("checksum", "u2be"),
            ("source", "4s"),
            ("target", "4s"),
        )
        _BITS_0: ClassVar[BitRun] = BitRun(
            "be",
            ("reserved", "flag"),
            ("dont_fragment", "flag"),
            ("more_fragments", "flag"),
            ("offset", "b13"),
        )

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                version: int
                len_header: int
                service: int
                len_all: int
                identification: int
                reserved: bool
                dont_fragment: bool
                more_fragments: bool
                offset: int
                time_to_live: int
                protocol: Pcap.Protocol | int
                checksum: int
                source: Required[bytes]
                target: Required[bytes]
                options: bytes
                body: Any
                part: bytes
                trailer: bytes
                is_whole: bool

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            this: Any = self  # whose fields of several types are looked into
            mark_0 = pos
            start = pos
            stop = pos + 1
            if stop > end:
                buf, end = self._reach(stop - pos, "version", pos)
            self.version = buf[pos] >> 4
            pos = stop
            if self.version != 4:
                io = self._io_at(pos)
                expect_equal(
                    "version", self.version, 4, io, io._pos - start, place="/types/ipv4/seq/0"
                )
            start = pos - 1
            self.len_header = buf[pos - 1] & 0xF
            if not self.len_header >= 5:
                io = self._io_at(pos)
                expect_at_least(
                    "len_header", self.len_header, 5, io, io._pos - start, place="/types/ipv4/seq/1"
                )
            stop = pos + 5
            if stop > end:
                buf, end = self._BLOCK_0.reach(self, pos)
            self.service, self.len_all, self.identification = _unpack_Pcap_Ipv4_0(buf, pos)
            pos = stop
            stop = pos + 2
            if stop > end:
                buf, end = self._BITS_0.reach(self, pos)
            bits = unpack_u2be(buf, pos)[0]
            pos = stop
            self.reserved = bits & 0x8000 != 0
            self.dont_fragment = bits & 0x4000 != 0
            self.more_fragments = bits & 0x2000 != 0
            self.offset = bits & 0x1FFF
            stop = pos + 12
            if stop > end:
                buf, end = self._BLOCK_1.reach(self, pos)
            self.time_to_live, self.protocol, self.checksum, self.source, self.target = (
                _unpack_Pcap_Ipv4_1(buf, pos)
            )
            pos = stop
            self.protocol = _members_Pcap_Protocol[self.protocol]
            mark_1 = pos - 10
            stop = pos + ((self.len_header - 5) * 4)
            if not pos <= stop <= end:
                buf, end = self._reach(stop - pos, "options", pos)
            self.options = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
            pos = stop
            mark_2 = pos
            if self.is_whole:
                kind = _types_Pcap_Ipv4_body[self.protocol]
                if kind is not None:
                    stop = pos + (self.len_all - self.len_header * 4)
                    if not pos <= stop <= end:
                        buf, end = self._reach(stop - pos, "body", pos)
                    this.body = child = new(kind)
                    child._parent, child._root = self, self._root
                    child.source = self.source
                    child.target = self.target
                    child._start, child._end = pos, stop
                    child._stop = child._read_at(buf, pos, stop)
                    pos = stop
                else:
                    if self.protocol == Pcap.Protocol.icmp:
                        stop = pos + (self.len_all - self.len_header * 4)
                        if not pos <= stop <= end:
                            buf, end = self._reach(stop - pos, "body", pos)
                        this.body = child = new(Pcap.Icmp)
                        child._parent, child._root = self, self._root
                        child._start, child._end = pos, stop
                        child._stop = child._read_at(buf, pos, stop)
                        pos = stop
                    elif self.protocol == Pcap.Protocol.fragment:
                        stop = pos + (self.len_all - self.len_header * 4)
                        if not pos <= stop <= end:
                            buf, end = self._reach(stop - pos, "body", pos)
                        this.body = child = new(Pcap.Fragment)
                        child._parent, child._root = self, self._root
                        child._start, child._end = pos, stop
                        child._stop = child._read_at(buf, pos, stop)
                        pos = stop
                    else:
                        stop = pos + (self.len_all - self.len_header * 4)
                        if not pos <= stop <= end:
                            buf, end = self._reach(stop - pos, "body", pos)
                        self.body = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
                        pos = stop
            else:
                if type(buf) is bytearray:
                    buf, end = self._reach_rest(buf, pos, end)
                self.part = buf[pos:end] if type(buf) is bytes else copied(buf[pos:end])
                pos = max(pos, end)
            if type(buf) is bytearray:
                buf, end = self._reach_rest(buf, pos, end)
            self.trailer = buf[pos:end] if type(buf) is bytes else copied(buf[pos:end])
            pos = max(pos, end)
            self._marks = (mark_0, mark_1, mark_2)
            return pos

        def _sums(self, at: Marks) -> Iterator[Sum]:
            yield Sum("checksum", at.marks[1], "internet", None, "u2be", (at.span(None, 2),))

        def _derive(self) -> None:
            if self.is_whole:
                self._set_tag(
                    "body",
                    "protocol",
                    (
                        (Pcap.Tcp, Pcap.Protocol.tcp),
                        (Pcap.Udp, Pcap.Protocol.udp),
                        (Pcap.Icmp, Pcap.Protocol.icmp),
                        (Pcap.Icmp6, Pcap.Protocol.icmp6),
                        (Pcap.Extension, Pcap.Protocol.hop_by_hop),
                        (Pcap.Extension, Pcap.Protocol.routing),
                        (Pcap.Extension, Pcap.Protocol.destination),
                        (Pcap.Fragment, Pcap.Protocol.fragment),
                    ),
                )
            self._set_derived("version", 4, "the format")
            self._set_default("service", 0)
            self._set_default("identification", 0)
            self._set_default("reserved", False)
            self._set_default("dont_fragment", False)
            self._set_default("more_fragments", False)
            self._set_default("offset", 0)
            self._set_default("time_to_live", 64)
            self._set_default("checksum", 0)
            self._set_default("options", bytes([]))
            self._set_default("trailer", bytes([]))
            self._set_derived(
                "len_header", quotient(len(self.options), 4, "options") + 5, "options"
            )

        def _check(self) -> None:
            expect_at_least("len_header", self.len_header, 5, place="/types/ipv4/seq/1")

        def _write__seq(self, io: Writer) -> None:
            this: Any = self  # whose fields of several types are looked into
            if self.is_whole:
                if self.protocol == Pcap.Protocol.tcp:
                    self._expect_record("body", this.body, Pcap.Tcp)
                    this.body.source = self.source
                    this.body.target = self.target
                    self._stored_body = self._window(
                        io, "body", self.body, Pcap.Tcp, grows=True, in_pieces=True
                    )
                elif self.protocol == Pcap.Protocol.udp:
                    self._expect_record("body", this.body, Pcap.Udp)
                    this.body.source = self.source
                    this.body.target = self.target
                    self._stored_body = self._window(
                        io, "body", self.body, Pcap.Udp, grows=True, in_pieces=True
                    )
                elif self.protocol == Pcap.Protocol.icmp:
                    self._stored_body = self._window(
                        io, "body", self.body, Pcap.Icmp, grows=True, in_pieces=True
                    )
                elif self.protocol == Pcap.Protocol.icmp6:
                    self._expect_record("body", this.body, Pcap.Icmp6)
                    this.body.source = self.source
                    this.body.target = self.target
                    self._stored_body = self._window(
                        io, "body", self.body, Pcap.Icmp6, grows=True, in_pieces=True
                    )
                elif self.protocol in (
                    Pcap.Protocol.hop_by_hop,
                    Pcap.Protocol.routing,
                    Pcap.Protocol.destination,
                ):
                    self._expect_record("body", this.body, Pcap.Extension)
                    this.body.source = self.source
                    this.body.target = self.target
                    self._stored_body = self._window(
                        io, "body", self.body, Pcap.Extension, grows=True, in_pieces=True
                    )
                elif self.protocol == Pcap.Protocol.fragment:
                    self._stored_body = self._window(
                        io, "body", self.body, Pcap.Fragment, grows=True, in_pieces=True
                    )
                else:
                    self._stored_body = this.body
                self._set_derived("len_all", len(self._stored_body) + self.len_header * 4, "body")
            mark_0 = io.pos()
            io.bits_be(4, self.version, "version")
            io.bits_be(4, self.len_header, "len_header")
            self._BLOCK_0.write(io, self.service, self.len_all, self.identification)
            self._BITS_0.write(
                io, self.reserved, self.dont_fragment, self.more_fragments, self.offset
            )
            self._BLOCK_1.write(
                io, self.time_to_live, self.protocol, self.checksum, self.source, self.target
            )
            mark_1 = io.pos() - 10
            io.put_sized(self.options, (self.len_header - 5) * 4, "options")
            mark_2 = io.pos()
            if self.is_whole:
                io.put_sized(self._stored_body, self.len_all - self.len_header * 4, "body")
                if hasattr(self, "part"):
                    self._leave_out("part")
            else:
                if hasattr(self, "body"):
                    self._leave_out("body")
                io.put(self.part)
            io.put(self.trailer)
            io.owe(self, (mark_0, mark_1, mark_2))

        @instance
        def is_whole(self) -> bool:
            """Instance `is_whole`."""
            if self._io is None:
                return True
            return (
                self.offset == 0
                and not self.more_fragments
                and size_of(self) >= self.len_all
                and self.len_all >= self.len_header * 4
            )

        @staticmethod
        def _body_types() -> dict[object, type[Any]]:
            """Types that `body` may have, by what tells them."""
            return {
                Pcap.Protocol.tcp: Pcap.Tcp,
                Pcap.Protocol.udp: Pcap.Udp,
                Pcap.Protocol.icmp6: Pcap.Icmp6,
                Pcap.Protocol.hop_by_hop: Pcap.Extension,
                Pcap.Protocol.routing: Pcap.Extension,
                Pcap.Protocol.destination: Pcap.Extension,
            }

    class Ipv6(Struct):
        """Type `ipv6`.

        Attributes:
            protocol: Of the next header.
            part: Of a datagram of which not all was captured, or whose length is too large to be
                told.
        """

        __slots__ = (
            "_start",
            "_end",
            "_stop",
            "version",
            "traffic_class",
            "flow",
            "len_body",
            "protocol",
            "hop_limit",
            "source",
            "target",
            "trailer",
            "_stored_body",
        )

        _root: Pcap
        _stored_body: bytes
        version: int
        traffic_class: int
        flow: int
        len_body: int
        protocol: Pcap.Protocol | int
        hop_limit: int
        source: bytes
        target: bytes
        body: Pcap.Tcp | Pcap.Udp | Pcap.Icmp | Pcap.Icmp6 | Pcap.Extension | Pcap.Fragment | bytes
        part: bytes
        trailer: bytes

        _raw_body = Raw("body")
        _places: ClassVar[bool] = True
        _goes_by_place: ClassVar[bool] = True
        _goes_by_size: ClassVar[bool] = True
        _own_streams: ClassVar[tuple[str, ...]] = ("body",)
        _derived: ClassVar[tuple[str, ...]] = ("protocol", "version", "len_body")
        _BLOCK_0: ClassVar[Block] = Block(
            ("len_body", "u2be"),
            ("protocol", "u1"),
            ("hop_limit", "u1"),
            ("source", "16s"),
            ("target", "16s"),
        )
        _BITS_0: ClassVar[BitRun] = BitRun("be", ("traffic_class", "b8"), ("flow", "b20"))

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                version: int
                traffic_class: int
                flow: int
                len_body: int
                protocol: Pcap.Protocol | int
                hop_limit: int
                source: Required[bytes]
                target: Required[bytes]
                body: Any
                part: bytes
                trailer: bytes
                is_whole: bool

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            this: Any = self  # whose fields of several types are looked into
            start = pos
            stop = pos + 1
            if stop > end:
                buf, end = self._reach(stop - pos, "version", pos)
            self.version = buf[pos] >> 4
            pos = stop
            if self.version != 6:
                io = self._io_at(pos)
                expect_equal(
                    "version", self.version, 6, io, io._pos - start, place="/types/ipv6/seq/0"
                )
            stop = pos + 3
            if stop > end:
                buf, end = self._BITS_0.reach(self, pos, 4)
            bits = unpack_u4be(buf, pos - 1)[0] & 0xFFFFFFF
            pos = stop
            self.traffic_class = bits >> 20
            self.flow = bits & 0xFFFFF
            stop = pos + 36
            if stop > end:
                buf, end = self._BLOCK_0.reach(self, pos)
            self.len_body, self.protocol, self.hop_limit, self.source, self.target = (
                _unpack_Pcap_Ipv6_0(buf, pos)
            )
            pos = stop
            self.protocol = _members_Pcap_Protocol[self.protocol]
            if self.is_whole:
                kind = _types_Pcap_Ipv6_body[self.protocol]
                if kind is not None:
                    stop = pos + self.len_body
                    if stop > end:
                        buf, end = self._reach(stop - pos, "body", pos)
                    this.body = child = new(kind)
                    child._parent, child._root = self, self._root
                    child.source = self.source
                    child.target = self.target
                    child._start, child._end = pos, stop
                    child._stop = child._read_at(buf, pos, stop)
                    pos = stop
                else:
                    if self.protocol == Pcap.Protocol.icmp:
                        stop = pos + self.len_body
                        if stop > end:
                            buf, end = self._reach(stop - pos, "body", pos)
                        this.body = child = new(Pcap.Icmp)
                        child._parent, child._root = self, self._root
                        child._start, child._end = pos, stop
                        child._stop = child._read_at(buf, pos, stop)
                        pos = stop
                    elif self.protocol == Pcap.Protocol.fragment:
                        stop = pos + self.len_body
                        if stop > end:
                            buf, end = self._reach(stop - pos, "body", pos)
                        this.body = child = new(Pcap.Fragment)
                        child._parent, child._root = self, self._root
                        child._start, child._end = pos, stop
                        child._stop = child._read_at(buf, pos, stop)
                        pos = stop
                    else:
                        stop = pos + self.len_body
                        if stop > end:
                            buf, end = self._reach(stop - pos, "body", pos)
                        self.body = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
                        pos = stop
            else:
                if type(buf) is bytearray:
                    buf, end = self._reach_rest(buf, pos, end)
                self.part = buf[pos:end] if type(buf) is bytes else copied(buf[pos:end])
                pos = max(pos, end)
            if type(buf) is bytearray:
                buf, end = self._reach_rest(buf, pos, end)
            self.trailer = buf[pos:end] if type(buf) is bytes else copied(buf[pos:end])
            pos = max(pos, end)
            return pos

        def _derive(self) -> None:
            if self.is_whole:
                self._set_tag(
                    "body",
                    "protocol",
                    (
                        (Pcap.Tcp, Pcap.Protocol.tcp),
                        (Pcap.Udp, Pcap.Protocol.udp),
                        (Pcap.Icmp, Pcap.Protocol.icmp),
                        (Pcap.Icmp6, Pcap.Protocol.icmp6),
                        (Pcap.Extension, Pcap.Protocol.hop_by_hop),
                        (Pcap.Extension, Pcap.Protocol.routing),
                        (Pcap.Extension, Pcap.Protocol.destination),
                        (Pcap.Fragment, Pcap.Protocol.fragment),
                    ),
                )
            self._set_derived("version", 6, "the format")
            self._set_default("traffic_class", 0)
            self._set_default("flow", 0)
            self._set_default("hop_limit", 64)
            self._set_default("trailer", bytes([]))

        def _write__seq(self, io: Writer) -> None:
            this: Any = self  # whose fields of several types are looked into
            if self.is_whole:
                if self.protocol == Pcap.Protocol.tcp:
                    self._expect_record("body", this.body, Pcap.Tcp)
                    this.body.source = self.source
                    this.body.target = self.target
                    self._stored_body = self._window(
                        io, "body", self.body, Pcap.Tcp, grows=True, in_pieces=True
                    )
                    self._set_window("len_body", len(self._stored_body), "body")
                elif self.protocol == Pcap.Protocol.udp:
                    self._expect_record("body", this.body, Pcap.Udp)
                    this.body.source = self.source
                    this.body.target = self.target
                    self._stored_body = self._window(
                        io, "body", self.body, Pcap.Udp, grows=True, in_pieces=True
                    )
                    self._set_window("len_body", len(self._stored_body), "body")
                elif self.protocol == Pcap.Protocol.icmp:
                    self._stored_body = self._window(
                        io, "body", self.body, Pcap.Icmp, grows=True, in_pieces=True
                    )
                    self._set_window("len_body", len(self._stored_body), "body")
                elif self.protocol == Pcap.Protocol.icmp6:
                    self._expect_record("body", this.body, Pcap.Icmp6)
                    this.body.source = self.source
                    this.body.target = self.target
                    self._stored_body = self._window(
                        io, "body", self.body, Pcap.Icmp6, grows=True, in_pieces=True
                    )
                    self._set_window("len_body", len(self._stored_body), "body")
                elif self.protocol in (
                    Pcap.Protocol.hop_by_hop,
                    Pcap.Protocol.routing,
                    Pcap.Protocol.destination,
                ):
                    self._expect_record("body", this.body, Pcap.Extension)
                    this.body.source = self.source
                    this.body.target = self.target
                    self._stored_body = self._window(
                        io, "body", self.body, Pcap.Extension, grows=True, in_pieces=True
                    )
                    self._set_window("len_body", len(self._stored_body), "body")
                elif self.protocol == Pcap.Protocol.fragment:
                    self._stored_body = self._window(
                        io, "body", self.body, Pcap.Fragment, grows=True, in_pieces=True
                    )
                    self._set_window("len_body", len(self._stored_body), "body")
                else:
                    self._stored_body = this.body
                    self._set_derived("len_body", len(self._stored_body), "body")
            io.bits_be(4, self.version, "version")
            self._BITS_0.write(io, self.traffic_class, self.flow)
            self._BLOCK_0.write(
                io, self.len_body, self.protocol, self.hop_limit, self.source, self.target
            )
            if self.is_whole:
                io.put_sized(self._stored_body, self.len_body, "body")
                if hasattr(self, "part"):
                    self._leave_out("part")
            else:
                if hasattr(self, "body"):
                    self._leave_out("body")
                io.put(self.part)
            io.put(self.trailer)

        @instance
        def is_whole(self) -> bool:
            """Instance `is_whole`."""
            if self._io is None:
                return True
            return size_of(self) >= 40 + self.len_body and (
                self.len_body != 0 or self.protocol == Pcap.Protocol.nothing
            )

        @staticmethod
        def _body_types() -> dict[object, type[Any]]:
            """Types that `body` may have, by what tells them."""
            return {
                Pcap.Protocol.tcp: Pcap.Tcp,
                Pcap.Protocol.udp: Pcap.Udp,
                Pcap.Protocol.icmp6: Pcap.Icmp6,
                Pcap.Protocol.hop_by_hop: Pcap.Extension,
                Pcap.Protocol.routing: Pcap.Extension,
                Pcap.Protocol.destination: Pcap.Extension,
            }

    class Extension(Struct):
        """A header of IPv6 between others.

        Attributes:
            len_options: In units of 8 bytes, less the first.
        """

        __slots__ = (
            "_start",
            "_end",
            "_stop",
            "source",
            "target",
            "protocol",
            "len_options",
            "options",
            "body",
        )

        _root: Pcap
        source: bytes
        target: bytes
        protocol: Pcap.Protocol | int
        len_options: int
        options: bytes
        body: Pcap.Tcp | Pcap.Udp | Pcap.Icmp | Pcap.Icmp6 | Pcap.Extension | Pcap.Fragment | bytes

        _raw_body = Raw("body")
        _places: ClassVar[bool] = True
        _own_streams: ClassVar[tuple[str, ...]] = ("body",)
        _derived: ClassVar[tuple[str, ...]] = ("protocol", "len_options")
        _BLOCK_0: ClassVar[Block] = Block(("protocol", "u1"), ("len_options", "u1"))

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                source: bytes
                target: bytes
                protocol: Pcap.Protocol | int
                len_options: int
                options: Required[bytes]
                body: Required[Any]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def __init__(
            self,
            source: bytes = b"",
            target: bytes = b"",
            _io: Any = None,
            _parent: Any = None,
            _root: Any = None,
            _name: str = "",
            _holder: Any = None,
        ) -> None:
            self.source = source
            self.target = target
            super().__init__(_io, _parent, _root, _name, _holder)

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            this: Any = self  # whose fields of several types are looked into
            stop = pos + 2
            if stop > end:
                buf, end = self._BLOCK_0.reach(self, pos)
            self.protocol, self.len_options = _unpack_Pcap_Extension_0(buf, pos)
            pos = stop
            self.protocol = _members_Pcap_Protocol[self.protocol]
            stop = pos + (self.len_options * 8 + 6)
            if not pos <= stop <= end:
                buf, end = self._reach(stop - pos, "options", pos)
            self.options = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
            pos = stop
            kind = _types_Pcap_Extension_body[self.protocol]
            if kind is not None:
                if type(buf) is bytearray:
                    buf, end = self._reach_rest(buf, pos, end)
                stop = pos + max(end - pos, 0)
                if not pos <= stop <= end:
                    buf, end = self._reach(stop - pos, "body", pos)
                this.body = child = new(kind)
                child._parent, child._root = self, self._root
                child.source = self.source
                child.target = self.target
                child._start, child._end = pos, stop
                child._stop = child._read_at(buf, pos, stop)
                pos = stop
            else:
                if self.protocol == Pcap.Protocol.icmp:
                    if type(buf) is bytearray:
                        buf, end = self._reach_rest(buf, pos, end)
                    stop = pos + max(end - pos, 0)
                    if not pos <= stop <= end:
                        buf, end = self._reach(stop - pos, "body", pos)
                    this.body = child = new(Pcap.Icmp)
                    child._parent, child._root = self, self._root
                    child._start, child._end = pos, stop
                    child._stop = child._read_at(buf, pos, stop)
                    pos = stop
                elif self.protocol == Pcap.Protocol.fragment:
                    if type(buf) is bytearray:
                        buf, end = self._reach_rest(buf, pos, end)
                    stop = pos + max(end - pos, 0)
                    if not pos <= stop <= end:
                        buf, end = self._reach(stop - pos, "body", pos)
                    this.body = child = new(Pcap.Fragment)
                    child._parent, child._root = self, self._root
                    child._start, child._end = pos, stop
                    child._stop = child._read_at(buf, pos, stop)
                    pos = stop
                else:
                    if type(buf) is bytearray:
                        buf, end = self._reach_rest(buf, pos, end)
                    self.body = buf[pos:end] if type(buf) is bytes else copied(buf[pos:end])
                    pos = max(pos, end)
            return pos

        def _derive(self) -> None:
            self._set_tag(
                "body",
                "protocol",
                (
                    (Pcap.Tcp, Pcap.Protocol.tcp),
                    (Pcap.Udp, Pcap.Protocol.udp),
                    (Pcap.Icmp, Pcap.Protocol.icmp),
                    (Pcap.Icmp6, Pcap.Protocol.icmp6),
                    (Pcap.Extension, Pcap.Protocol.hop_by_hop),
                    (Pcap.Extension, Pcap.Protocol.routing),
                    (Pcap.Extension, Pcap.Protocol.destination),
                    (Pcap.Fragment, Pcap.Protocol.fragment),
                ),
            )
            self._set_derived(
                "len_options", quotient(len(self.options) - 6, 8, "options"), "options"
            )

        def _write__seq(self, io: Writer) -> None:
            this: Any = self  # whose fields of several types are looked into
            self._BLOCK_0.write(io, self.protocol, self.len_options)
            io.put_sized(self.options, self.len_options * 8 + 6, "options")
            if self.protocol == Pcap.Protocol.tcp:
                self._expect_record("body", this.body, Pcap.Tcp)
                this.body.source = self.source
                this.body.target = self.target
                io.put(self._window(io, "body", self.body, Pcap.Tcp, grows=True, in_pieces=True))
            elif self.protocol == Pcap.Protocol.udp:
                self._expect_record("body", this.body, Pcap.Udp)
                this.body.source = self.source
                this.body.target = self.target
                io.put(self._window(io, "body", self.body, Pcap.Udp, grows=True, in_pieces=True))
            elif self.protocol == Pcap.Protocol.icmp:
                io.put(self._window(io, "body", self.body, Pcap.Icmp, grows=True, in_pieces=True))
            elif self.protocol == Pcap.Protocol.icmp6:
                self._expect_record("body", this.body, Pcap.Icmp6)
                this.body.source = self.source
                this.body.target = self.target
                io.put(self._window(io, "body", self.body, Pcap.Icmp6, grows=True, in_pieces=True))
            elif self.protocol in (
                Pcap.Protocol.hop_by_hop,
                Pcap.Protocol.routing,
                Pcap.Protocol.destination,
            ):
                self._expect_record("body", this.body, Pcap.Extension)
                this.body.source = self.source
                this.body.target = self.target
                io.put(
                    self._window(io, "body", self.body, Pcap.Extension, grows=True, in_pieces=True)
                )
            elif self.protocol == Pcap.Protocol.fragment:
                io.put(
                    self._window(io, "body", self.body, Pcap.Fragment, grows=True, in_pieces=True)
                )
            else:
                io.put(this.body)

        @staticmethod
        def _body_types() -> dict[object, type[Any]]:
            """Types that `body` may have, by what tells them."""
            return {
                Pcap.Protocol.tcp: Pcap.Tcp,
                Pcap.Protocol.udp: Pcap.Udp,
                Pcap.Protocol.icmp6: Pcap.Icmp6,
                Pcap.Protocol.hop_by_hop: Pcap.Extension,
                Pcap.Protocol.routing: Pcap.Extension,
                Pcap.Protocol.destination: Pcap.Extension,
            }

    class Fragment(Struct):
        """A piece of a datagram of IPv6.

        Attributes:
            offset: In units of 8 bytes.
        """

        __slots__ = (
            "_start",
            "_end",
            "_stop",
            "protocol",
            "reserved",
            "offset",
            "reserved2",
            "more_fragments",
            "identification",
            "part",
        )

        _root: Pcap
        protocol: Pcap.Protocol | int
        reserved: int
        offset: int
        reserved2: int
        more_fragments: bool
        identification: int
        part: bytes

        _BLOCK_0: ClassVar[Block] = Block(("protocol", "u1"), ("reserved", "u1"))
        _BITS_0: ClassVar[BitRun] = BitRun(
            "be", ("offset", "b13"), ("reserved2", "b2"), ("more_fragments", "flag")
        )

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                protocol: Required[Pcap.Protocol | int]
                reserved: int
                offset: Required[int]
                reserved2: int
                more_fragments: Required[bool]
                identification: Required[int]
                part: Required[bytes]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 2
            if stop > end:
                buf, end = self._BLOCK_0.reach(self, pos)
            self.protocol, self.reserved = _unpack_Pcap_Fragment_0(buf, pos)
            pos = stop
            self.protocol = _members_Pcap_Protocol[self.protocol]
            stop = pos + 2
            if stop > end:
                buf, end = self._BITS_0.reach(self, pos)
            bits = unpack_u2be(buf, pos)[0]
            pos = stop
            self.offset = bits >> 3
            self.reserved2 = bits >> 1 & 0x3
            self.more_fragments = bits & 0x1 != 0
            stop = pos + 4
            if stop > end:
                buf, end = self._reach(stop - pos, "identification", pos)
            self.identification = unpack_u4be(buf, pos)[0]
            pos = stop
            if type(buf) is bytearray:
                buf, end = self._reach_rest(buf, pos, end)
            self.part = buf[pos:end] if type(buf) is bytes else copied(buf[pos:end])
            pos = max(pos, end)
            return pos

        def _derive(self) -> None:
            self._set_default("reserved", 0)
            self._set_default("reserved2", 0)

        def _write__seq(self, io: Writer) -> None:
            self._BLOCK_0.write(io, self.protocol, self.reserved)
            self._BITS_0.write(io, self.offset, self.reserved2, self.more_fragments)
            io.u4be(self.identification, "identification")
            io.put(self.part)

    class Tcp(Struct):
        """Type `tcp`.

        Attributes:
            len_header: In units of 4 bytes.
        """

        __slots__ = (
            "_start",
            "_end",
            "_stop",
            "source",
            "target",
            "source_port",
            "target_port",
            "sequence",
            "acknowledgment",
            "len_header",
            "reserved",
            "cwr",
            "ece",
            "urg",
            "ack",
            "psh",
            "rst",
            "syn",
            "fin",
            "window",
            "checksum",
            "urgent",
            "options",
            "body",
            "_marks",
        )

        _root: Pcap
        source: bytes
        target: bytes
        source_port: int
        target_port: int
        sequence: int
        acknowledgment: int
        len_header: int
        reserved: int
        cwr: bool
        ece: bool
        urg: bool
        ack: bool
        psh: bool
        rst: bool
        syn: bool
        fin: bool
        window: int
        checksum: int
        urgent: int
        options: bytes
        body: bytes

        _places: ClassVar[bool] = True
        _goes_by_place: ClassVar[bool] = True
        _derived: ClassVar[tuple[str, ...]] = ("checksum", "len_header")
        _BLOCK_0: ClassVar[Block] = Block(
            ("source_port", "u2be"),
            ("target_port", "u2be"),
            ("sequence", "u4be"),
            ("acknowledgment", "u4be"),
        )
        _BLOCK_1: ClassVar[Block] = Block(
            ("window", "u2be"), ("checksum", "u2be"), ("urgent", "u2be")
        )
        _BITS_0: ClassVar[BitRun] = BitRun(
            "be",
            ("reserved", "b4"),
            ("cwr", "flag"),
            ("ece", "flag"),
            ("urg", "flag"),
            ("ack", "flag"),
            ("psh", "flag"),
            ("rst", "flag"),
            ("syn", "flag"),
            ("fin", "flag"),
        )

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                source: bytes
                target: bytes
                source_port: Required[int]
                target_port: Required[int]
                sequence: int
                acknowledgment: int
                len_header: int
                reserved: int
                cwr: bool
                ece: bool
                urg: bool
                ack: bool
                psh: bool
                rst: bool
                syn: bool
                fin: bool
                window: int
                checksum: int
                urgent: int
                options: bytes
                body: Required[bytes]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def __init__(
            self,
            source: bytes = b"",
            target: bytes = b"",
            _io: Any = None,
            _parent: Any = None,
            _root: Any = None,
            _name: str = "",
            _holder: Any = None,
        ) -> None:
            self.source = source
            self.target = target
            super().__init__(_io, _parent, _root, _name, _holder)

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            mark_0 = pos
            stop = pos + 12
            if stop > end:
                buf, end = self._BLOCK_0.reach(self, pos)
            self.source_port, self.target_port, self.sequence, self.acknowledgment = (
                _unpack_Pcap_Tcp_0(buf, pos)
            )
            pos = stop
            start = pos
            stop = pos + 1
            if stop > end:
                buf, end = self._reach(stop - pos, "len_header", pos)
            self.len_header = buf[pos] >> 4
            pos = stop
            if not self.len_header >= 5:
                io = self._io_at(pos)
                expect_at_least(
                    "len_header", self.len_header, 5, io, io._pos - start, place="/types/tcp/seq/4"
                )
            stop = pos + 1
            if stop > end:
                buf, end = self._BITS_0.reach(self, pos, 4)
            bits = unpack_u2be(buf, pos - 1)[0] & 0xFFF
            pos = stop
            self.reserved = bits >> 8
            self.cwr = bits & 0x80 != 0
            self.ece = bits & 0x40 != 0
            self.urg = bits & 0x20 != 0
            self.ack = bits & 0x10 != 0
            self.psh = bits & 0x8 != 0
            self.rst = bits & 0x4 != 0
            self.syn = bits & 0x2 != 0
            self.fin = bits & 0x1 != 0
            stop = pos + 6
            if stop > end:
                buf, end = self._BLOCK_1.reach(self, pos)
            self.window, self.checksum, self.urgent = _unpack_Pcap_Tcp_1(buf, pos)
            pos = stop
            mark_1 = pos - 4
            stop = pos + ((self.len_header - 5) * 4)
            if not pos <= stop <= end:
                buf, end = self._reach(stop - pos, "options", pos)
            self.options = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
            pos = stop
            if type(buf) is bytearray:
                buf, end = self._reach_rest(buf, pos, end)
            self.body = buf[pos:end] if type(buf) is bytes else copied(buf[pos:end])
            pos = max(pos, end)
            self._marks = (mark_0, mark_1)
            return pos

        def _sums(self, at: Marks) -> Iterator[Sum]:
            yield Sum(
                "checksum",
                at.marks[1],
                "internet",
                None,
                "u2be",
                (
                    self.source,
                    self.target,
                    bytes(
                        [
                            0,
                            6,
                            self.len_header * 4 + len(self.body) >> 8,
                            self.len_header * 4 + len(self.body) & 0xFF,
                        ]
                    ),
                    at.span(None, None),
                ),
            )

        def _derive(self) -> None:
            self._set_default("sequence", 0)
            self._set_default("acknowledgment", 0)
            self._set_default("reserved", 0)
            self._set_default("cwr", False)
            self._set_default("ece", False)
            self._set_default("urg", False)
            self._set_default("ack", False)
            self._set_default("psh", False)
            self._set_default("rst", False)
            self._set_default("syn", False)
            self._set_default("fin", False)
            self._set_default("window", 65535)
            self._set_default("checksum", 0)
            self._set_default("urgent", 0)
            self._set_default("options", bytes([]))
            self._set_derived(
                "len_header", quotient(len(self.options), 4, "options") + 5, "options"
            )

        def _check(self) -> None:
            expect_at_least("len_header", self.len_header, 5, place="/types/tcp/seq/4")

        def _write__seq(self, io: Writer) -> None:
            mark_0 = io.pos()
            self._BLOCK_0.write(
                io, self.source_port, self.target_port, self.sequence, self.acknowledgment
            )
            io.bits_be(4, self.len_header, "len_header")
            self._BITS_0.write(
                io,
                self.reserved,
                self.cwr,
                self.ece,
                self.urg,
                self.ack,
                self.psh,
                self.rst,
                self.syn,
                self.fin,
            )
            self._BLOCK_1.write(io, self.window, self.checksum, self.urgent)
            mark_1 = io.pos() - 4
            io.put_sized(self.options, (self.len_header - 5) * 4, "options")
            io.put(self.body)
            io.owe(self, (mark_0, mark_1))

    class Udp(Struct):
        """Type `udp`.

        Attributes:
            checksum: 0 if there is none.
        """

        __slots__ = (
            "_start",
            "_end",
            "_stop",
            "source",
            "target",
            "source_port",
            "target_port",
            "len_all",
            "checksum",
            "body",
            "_marks",
        )

        _root: Pcap
        source: bytes
        target: bytes
        source_port: int
        target_port: int
        len_all: int
        checksum: int
        body: bytes

        _places: ClassVar[bool] = True
        _goes_by_place: ClassVar[bool] = True
        _derived: ClassVar[tuple[str, ...]] = ("len_all", "checksum")
        _BLOCK_0: ClassVar[Block] = Block(
            ("source_port", "u2be"),
            ("target_port", "u2be"),
            ("len_all", "u2be"),
            ("checksum", "u2be"),
        )

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                source: bytes
                target: bytes
                source_port: Required[int]
                target_port: Required[int]
                len_all: int
                checksum: int
                body: Required[bytes]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def __init__(
            self,
            source: bytes = b"",
            target: bytes = b"",
            _io: Any = None,
            _parent: Any = None,
            _root: Any = None,
            _name: str = "",
            _holder: Any = None,
        ) -> None:
            self.source = source
            self.target = target
            super().__init__(_io, _parent, _root, _name, _holder)

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            mark_0 = pos
            stop = pos + 8
            if stop > end:
                buf, end = self._BLOCK_0.reach(self, pos)
            self.source_port, self.target_port, self.len_all, self.checksum = _unpack_Pcap_Udp_0(
                buf, pos
            )
            pos = stop
            mark_1 = pos - 4
            mark_2 = pos - 2
            if type(buf) is bytearray:
                buf, end = self._reach_rest(buf, pos, end)
            self.body = buf[pos:end] if type(buf) is bytes else copied(buf[pos:end])
            pos = max(pos, end)
            self._marks = (mark_0, mark_1, mark_2)
            return pos

        def _sums(self, at: Marks) -> Iterator[Sum]:
            yield Sum("len_all", at.marks[1], "length", None, "u2be", (at.span(None, None),))
            yield Sum(
                "checksum",
                at.marks[2],
                "udp",
                None,
                "u2be",
                (
                    self.source,
                    self.target,
                    bytes([0, 17, len(self.body) + 8 >> 8, len(self.body) + 8 & 0xFF]),
                    at.span(None, None),
                ),
                is_verified=self.checksum != 0,
            )

        def _derive(self) -> None:
            self._set_default("len_all", 0)
            self._set_default("checksum", 0)

        def _write__seq(self, io: Writer) -> None:
            mark_0 = io.pos()
            self._BLOCK_0.write(io, self.source_port, self.target_port, self.len_all, self.checksum)
            mark_1 = io.pos() - 4
            mark_2 = io.pos() - 2
            io.put(self.body)
            io.owe(self, (mark_0, mark_1, mark_2))

    class Icmp(Struct):
        """Type `icmp`."""

        __slots__ = ("_start", "_end", "_stop", "kind", "code", "checksum", "body", "_marks")

        _root: Pcap
        kind: int
        code: int
        checksum: int
        body: bytes

        _places: ClassVar[bool] = True
        _goes_by_place: ClassVar[bool] = True
        _derived: ClassVar[tuple[str, ...]] = ("checksum",)
        _BLOCK_0: ClassVar[Block] = Block(("kind", "u1"), ("code", "u1"), ("checksum", "u2be"))

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                kind: Required[int]
                code: int
                checksum: int
                body: Required[bytes]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            mark_0 = pos
            stop = pos + 4
            if stop > end:
                buf, end = self._BLOCK_0.reach(self, pos)
            self.kind, self.code, self.checksum = _unpack_Pcap_Icmp_0(buf, pos)
            pos = stop
            mark_1 = pos - 2
            if type(buf) is bytearray:
                buf, end = self._reach_rest(buf, pos, end)
            self.body = buf[pos:end] if type(buf) is bytes else copied(buf[pos:end])
            pos = max(pos, end)
            self._marks = (mark_0, mark_1)
            return pos

        def _sums(self, at: Marks) -> Iterator[Sum]:
            yield Sum("checksum", at.marks[1], "internet", None, "u2be", (at.span(None, None),))

        def _derive(self) -> None:
            self._set_default("code", 0)
            self._set_default("checksum", 0)

        def _write__seq(self, io: Writer) -> None:
            mark_0 = io.pos()
            self._BLOCK_0.write(io, self.kind, self.code, self.checksum)
            mark_1 = io.pos() - 2
            io.put(self.body)
            io.owe(self, (mark_0, mark_1))

    class Icmp6(Struct):
        """Type `icmp6`."""

        __slots__ = (
            "_start",
            "_end",
            "_stop",
            "source",
            "target",
            "kind",
            "code",
            "checksum",
            "body",
            "_marks",
        )

        _root: Pcap
        source: bytes
        target: bytes
        kind: int
        code: int
        checksum: int
        body: bytes

        _places: ClassVar[bool] = True
        _goes_by_place: ClassVar[bool] = True
        _derived: ClassVar[tuple[str, ...]] = ("checksum",)
        _BLOCK_0: ClassVar[Block] = Block(("kind", "u1"), ("code", "u1"), ("checksum", "u2be"))

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                source: bytes
                target: bytes
                kind: Required[int]
                code: int
                checksum: int
                body: Required[bytes]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def __init__(
            self,
            source: bytes = b"",
            target: bytes = b"",
            _io: Any = None,
            _parent: Any = None,
            _root: Any = None,
            _name: str = "",
            _holder: Any = None,
        ) -> None:
            self.source = source
            self.target = target
            super().__init__(_io, _parent, _root, _name, _holder)

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            mark_0 = pos
            stop = pos + 4
            if stop > end:
                buf, end = self._BLOCK_0.reach(self, pos)
            self.kind, self.code, self.checksum = _unpack_Pcap_Icmp6_0(buf, pos)
            pos = stop
            mark_1 = pos - 2
            if type(buf) is bytearray:
                buf, end = self._reach_rest(buf, pos, end)
            self.body = buf[pos:end] if type(buf) is bytes else copied(buf[pos:end])
            pos = max(pos, end)
            self._marks = (mark_0, mark_1)
            return pos

        def _sums(self, at: Marks) -> Iterator[Sum]:
            yield Sum(
                "checksum",
                at.marks[1],
                "internet",
                None,
                "u2be",
                (
                    self.source,
                    self.target,
                    bytes([0, 58, len(self.body) + 4 >> 8, len(self.body) + 4 & 0xFF]),
                    at.span(None, None),
                ),
            )

        def _derive(self) -> None:
            self._set_default("code", 0)
            self._set_default("checksum", 0)

        def _write__seq(self, io: Writer) -> None:
            mark_0 = io.pos()
            self._BLOCK_0.write(io, self.kind, self.code, self.checksum)
            mark_1 = io.pos() - 2
            io.put(self.body)
            io.owe(self, (mark_0, mark_1))


# What methods look up, at the price of a name.
_members_Pcap_Ether = Members(lambda: Pcap.Ether)
_members_Pcap_Link = Members(lambda: Pcap.Link)
_members_Pcap_Magic = Members(lambda: Pcap.Magic)
_members_Pcap_Protocol = Members(lambda: Pcap.Protocol)
_types_Pcap_Ethernet_body = Types(Pcap.Ethernet._body_types)
_types_Pcap_Extension_body = Types(Pcap.Extension._body_types)
_types_Pcap_Ipv4_body = Types(Pcap.Ipv4._body_types)
_types_Pcap_Ipv6_body = Types(Pcap.Ipv6._body_types)
_types_Pcap_LinuxCooked_body = Types(Pcap.LinuxCooked._body_types)
_types_Pcap_Vlan_body = Types(Pcap.Vlan._body_types)
_unpack_Pcap_Arp_0 = Pcap.Arp._BLOCK_0.unpack
_unpack_Pcap_Ethernet_0 = Pcap.Ethernet._BLOCK_0.unpack
_unpack_Pcap_Extension_0 = Pcap.Extension._BLOCK_0.unpack
_unpack_Pcap_Fragment_0 = Pcap.Fragment._BLOCK_0.unpack
_unpack_Pcap_Header_BE_0 = Pcap.Header._BLOCK_BE_0.unpack
_unpack_Pcap_Header_LE_0 = Pcap.Header._BLOCK_LE_0.unpack
_unpack_Pcap_Icmp6_0 = Pcap.Icmp6._BLOCK_0.unpack
_unpack_Pcap_Icmp_0 = Pcap.Icmp._BLOCK_0.unpack
_unpack_Pcap_Ipv4_0 = Pcap.Ipv4._BLOCK_0.unpack
_unpack_Pcap_Ipv4_1 = Pcap.Ipv4._BLOCK_1.unpack
_unpack_Pcap_Ipv6_0 = Pcap.Ipv6._BLOCK_0.unpack
_unpack_Pcap_LinuxCooked_FIXED_0 = Pcap.LinuxCooked._FIXED_0.unpack
_unpack_Pcap_Packet_BE_0 = Pcap.Packet._BLOCK_BE_0.unpack
_unpack_Pcap_Packet_LE_0 = Pcap.Packet._BLOCK_LE_0.unpack
_unpack_Pcap_Tcp_0 = Pcap.Tcp._BLOCK_0.unpack
_unpack_Pcap_Tcp_1 = Pcap.Tcp._BLOCK_1.unpack
_unpack_Pcap_Udp_0 = Pcap.Udp._BLOCK_0.unpack
_with_types_Pcap_Ethernet_body = WithTypes(_members_Pcap_Ether, _types_Pcap_Ethernet_body)
_with_types_Pcap_LinuxCooked_body = WithTypes(_members_Pcap_Ether, _types_Pcap_LinuxCooked_body)
_with_types_Pcap_Vlan_body = WithTypes(_members_Pcap_Ether, _types_Pcap_Vlan_body)


# What the spec says, for `quire.plan_of`.
_PLAN = r"""
{"classes":{"Pcap":"pcap","Pcap.Header":"pcap::header","Pcap.Packet":"pcap::packet",
"Pcap.Ethernet":"pcap::ethernet","Pcap.Vlan":"pcap::vlan","Pcap.LinuxCooked":"pcap::linux_cooked",
"Pcap.Arp":"pcap::arp","Pcap.Ipv4":"pcap::ipv4","Pcap.Ipv6":"pcap::ipv6",
"Pcap.Extension":"pcap::extension","Pcap.Fragment":"pcap::fragment","Pcap.Tcp":"pcap::tcp",
"Pcap.Udp":"pcap::udp","Pcap.Icmp":"pcap::icmp","Pcap.Icmp6":"pcap::icmp6"},
"spec":{"id":"pcap","title":"Packet capture (libpcap)","file":"pcap.ksy",
"digest":"cb4919bf3930dcbbdfa2141e4d5df8e9fc1fd7ee6bdeacfc4016182bc966e6df","types":[
{"path":"pcap","parent":"any record","endian":"be","fields":[
{"id":"magic","type":"enum pcap::magic","stored":{"is":"Number","kind":"unsigned","size":4,
"endian":"be","enum":"pcap::magic"},"offset":0,"size":4,"valid":[{"kind":"member"}],
"default":["enum","pcap::magic","le_microseconds"],"doc":"It tells the byte order of what follows,
 and the unit of `fraction`."},
{"id":"header","type":"pcap::header","stored":{"is":"Record","path":"pcap::header"},"offset":4,
"size":20},
{"id":"packets","type":"pcap::packet[]","stored":{"is":"Record","path":"pcap::packet"},"offset":24,
"repeat":{}}],"instances":[
{"id":"byte_order","type":"int","value":["if",["or",["eq","magic",["enum","pcap::magic",
"le_microseconds"]],["eq","magic",["enum","pcap::magic","le_nanoseconds"]]],1,2],"doc":"1 where the
 lowest byte of a number comes first."}],"doc":"Packets as they were seen on a network. Numbers are
 in either byte order, times to the microsecond or the nanosecond. Ethernet,\nIPv4, IPv6, TCP, UDP
 and ICMP are taken apart; what else there is, is bytes.\n\n\nSee
 https://datatracker.ietf.org/doc/draft-ietf-opsawg-pcap/ PCAP Capture File Format\n\nSee
 https://www.tcpdump.org/linktypes.html Link-Layer Header Types\n\nSee RFC 791, 8200, 9293, 768,
 792, 4443, 826; IEEE 802.3, 802.1Q"},
{"path":"pcap::header","parent":"pcap","endian":{"on":["get","_root","byte_order"],"cases":[[1,
"le"],[null,"be"]]},"size":20,"fields":[
{"id":"version_major","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,
"endian":"chosen"},"offset":0,"size":2,"default":2},
{"id":"version_minor","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,
"endian":"chosen"},"offset":2,"size":2,"default":4},
{"id":"time_zone","type":"int","stored":{"is":"Number","kind":"signed","size":4,"endian":"chosen"},
"offset":4,"size":4,"default":0},
{"id":"accuracy","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"chosen"},
"offset":8,"size":4,"default":0},
{"id":"len_snap","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"chosen"},
"offset":12,"size":4,"default":262144,"doc":"Bytes of a packet that are kept at most."},
{"id":"network","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"chosen"},
"offset":16,"size":4,"default":1,"doc":"The link type; the highest four bits are about the check
 sequence of frames."}],"instances":[
{"id":"link","type":"enum pcap::link","value":["bit_and","network",{"int":"0x0fffffff"}],
"enum":"pcap::link"}]},
{"path":"pcap::packet","parent":"pcap","endian":{"on":["get","_root","byte_order"],"cases":[[1,
"le"],[null,"be"]]},"fields":[
{"id":"seconds","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"chosen"},
"offset":0,"size":4,"default":0,"doc":"Since 1970, UTC."},
{"id":"fraction","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"chosen"},
"offset":4,"size":4,"default":0,"doc":"Microseconds or nanoseconds, as `magic` says."},
{"id":"len_frame","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,
"endian":"chosen"},"offset":8,"size":4},
{"id":"len_original","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,
"endian":"chosen"},"offset":12,"size":4,"checksum":{"algorithm":"length","condition":["le",
"len_original","len_frame"],"parts":[{"start":"frame","end":"frame"}]},"doc":"On the network; more
 than `len_frame` where the capture has the beginning only."},
{"id":"frame","type":"mixed","stored":{"is":"Switch","on":["get",["get","_root","header"],"link"],
"cases":[{"key":["enum","pcap::link","ethernet"],"stored":{"is":"Record","path":"pcap::ethernet",
"extent":{"size":"len_frame"}}},{"key":["enum","pcap::link","linux_cooked"],"stored":{"is":"Record",
"path":"pcap::linux_cooked","extent":{"size":"len_frame"}}},{"key":["enum","pcap::link","ipv4"],
"stored":{"is":"Record","path":"pcap::ipv4","extent":{"size":"len_frame"}}},{"key":["enum",
"pcap::link","ipv6"],"stored":{"is":"Record","path":"pcap::ipv6","extent":{"size":"len_frame"}}},
{"stored":{"is":"Bytes","extent":{"size":"len_frame"}}}]},"offset":16}],"edges":[{"is":"Length",
"field":"len_frame","of":"frame","at_least":true}]},
{"path":"pcap::ethernet","parent":"pcap::packet","endian":"be","fields":[
{"id":"target","type":"bytes","stored":{"is":"Bytes","extent":{"size":6}},"offset":0,"size":6},
{"id":"source","type":"bytes","stored":{"is":"Bytes","extent":{"size":6}},"offset":6,"size":6},
{"id":"protocol","type":"enum pcap::ether","stored":{"is":"Number","kind":"unsigned","size":2,
"endian":"be","enum":"pcap::ether"},"offset":12,"size":2,"usual":["list",["enum","pcap::ether",
"ipv4"],["enum","pcap::ether","ipv6"],["enum","pcap::ether","arp"]],"doc":"Below 1536 it is the
 length of what follows."},
{"id":"body","type":"mixed","stored":{"is":"Switch","on":"protocol","cases":[{"key":["enum",
"pcap::ether","ipv4"],"stored":{"is":"Record","path":"pcap::ipv4","extent":{"to_end":true}}},
{"key":["enum","pcap::ether","ipv6"],"stored":{"is":"Record","path":"pcap::ipv6",
"extent":{"to_end":true}}},{"key":["enum","pcap::ether","arp"],"stored":{"is":"Record",
"path":"pcap::arp","extent":{"to_end":true}}},{"key":["enum","pcap::ether","vlan"],
"stored":{"is":"Record","path":"pcap::vlan","extent":{"to_end":true}}},{"key":["enum","pcap::ether",
"provider_vlan"],"stored":{"is":"Record","path":"pcap::vlan","extent":{"to_end":true}}},
{"stored":{"is":"Bytes","extent":{"to_end":true}}}]},"offset":14}],"edges":[{"is":"Tag",
"field":"protocol","of":"body","cases":[["pcap::ipv4",["enum","pcap::ether","ipv4"]],["pcap::ipv6",
["enum","pcap::ether","ipv6"]],["pcap::arp",["enum","pcap::ether","arp"]],["pcap::vlan",["enum",
"pcap::ether","vlan"]],["pcap::vlan",["enum","pcap::ether","provider_vlan"]]]}]},
{"path":"pcap::vlan","parent":"any record","endian":"be","fields":[
{"id":"priority","type":"int","stored":{"is":"Bits","width":3,"endian":"be"},"offset":0,
"default":0},
{"id":"may_drop","type":"bool","stored":{"is":"Bits","width":1,"endian":"be","flag":true},
"offset":0,"bit":3,"default":false},
{"id":"id","type":"int","stored":{"is":"Bits","width":12,"endian":"be"},"offset":0,"bit":4},
{"id":"protocol","type":"enum pcap::ether","stored":{"is":"Number","kind":"unsigned","size":2,
"endian":"be","enum":"pcap::ether"},"offset":2,"size":2,"usual":["list",["enum","pcap::ether",
"ipv4"],["enum","pcap::ether","ipv6"],["enum","pcap::ether","arp"]]},
{"id":"body","type":"mixed","stored":{"is":"Switch","on":"protocol","cases":[{"key":["enum",
"pcap::ether","ipv4"],"stored":{"is":"Record","path":"pcap::ipv4","extent":{"to_end":true}}},
{"key":["enum","pcap::ether","ipv6"],"stored":{"is":"Record","path":"pcap::ipv6",
"extent":{"to_end":true}}},{"key":["enum","pcap::ether","arp"],"stored":{"is":"Record",
"path":"pcap::arp","extent":{"to_end":true}}},{"key":["enum","pcap::ether","vlan"],
"stored":{"is":"Record","path":"pcap::vlan","extent":{"to_end":true}}},{"key":["enum","pcap::ether",
"provider_vlan"],"stored":{"is":"Record","path":"pcap::vlan","extent":{"to_end":true}}},
{"stored":{"is":"Bytes","extent":{"to_end":true}}}]},"offset":4}],"edges":[{"is":"Tag",
"field":"protocol","of":"body","cases":[["pcap::ipv4",["enum","pcap::ether","ipv4"]],["pcap::ipv6",
["enum","pcap::ether","ipv6"]],["pcap::arp",["enum","pcap::ether","arp"]],["pcap::vlan",["enum",
"pcap::ether","vlan"]],["pcap::vlan",["enum","pcap::ether","provider_vlan"]]]}]},
{"path":"pcap::linux_cooked","parent":"pcap::packet","endian":"be","fields":[
{"id":"direction","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,"endian":"be"},
"offset":0,"size":2,"default":0},
{"id":"hardware","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,"endian":"be"},
"offset":2,"size":2,"default":1},
{"id":"len_address","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,"endian":"be"},
"offset":4,"size":2,"default":6},
{"id":"address","type":"bytes","stored":{"is":"Bytes","extent":{"size":8,"pad":0}},"offset":6,
"size":8},
{"id":"protocol","type":"enum pcap::ether","stored":{"is":"Number","kind":"unsigned","size":2,
"endian":"be","enum":"pcap::ether"},"offset":14,"size":2,"usual":["list",["enum","pcap::ether",
"ipv4"],["enum","pcap::ether","ipv6"],["enum","pcap::ether","arp"]]},
{"id":"body","type":"mixed","stored":{"is":"Switch","on":"protocol","cases":[{"key":["enum",
"pcap::ether","ipv4"],"stored":{"is":"Record","path":"pcap::ipv4","extent":{"to_end":true}}},
{"key":["enum","pcap::ether","ipv6"],"stored":{"is":"Record","path":"pcap::ipv6",
"extent":{"to_end":true}}},{"key":["enum","pcap::ether","arp"],"stored":{"is":"Record",
"path":"pcap::arp","extent":{"to_end":true}}},{"key":["enum","pcap::ether","vlan"],
"stored":{"is":"Record","path":"pcap::vlan","extent":{"to_end":true}}},{"key":["enum","pcap::ether",
"provider_vlan"],"stored":{"is":"Record","path":"pcap::vlan","extent":{"to_end":true}}},
{"stored":{"is":"Bytes","extent":{"to_end":true}}}]},"offset":16}],"edges":[{"is":"Tag",
"field":"protocol","of":"body","cases":[["pcap::ipv4",["enum","pcap::ether","ipv4"]],["pcap::ipv6",
["enum","pcap::ether","ipv6"]],["pcap::arp",["enum","pcap::ether","arp"]],["pcap::vlan",["enum",
"pcap::ether","vlan"]],["pcap::vlan",["enum","pcap::ether","provider_vlan"]]]}]},
{"path":"pcap::arp","parent":"any record","endian":"be","fields":[
{"id":"hardware","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,"endian":"be"},
"offset":0,"size":2,"default":1},
{"id":"protocol","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,"endian":"be"},
"offset":2,"size":2,"default":{"int":"0x800"}},
{"id":"len_hardware","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":4,
"size":1,"usual":["list",6]},
{"id":"len_protocol","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":5,
"size":1,"usual":["list",4]},
{"id":"operation","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,"endian":"be"},
"offset":6,"size":2,"doc":"1 asks, 2 answers."},
{"id":"source_hardware","type":"bytes","stored":{"is":"Bytes","extent":{"size":"len_hardware"}},
"offset":8},
{"id":"source","type":"bytes","stored":{"is":"Bytes","extent":{"size":"len_protocol"}}},
{"id":"target_hardware","type":"bytes","stored":{"is":"Bytes","extent":{"size":"len_hardware"}}},
{"id":"target","type":"bytes","stored":{"is":"Bytes","extent":{"size":"len_protocol"}}},
{"id":"trailer","type":"bytes","stored":{"is":"Bytes","extent":{"to_end":true}},
"default":["as<bytes>",["list"]]}],"edges":[{"is":"Length","field":"len_hardware",
"of":"source_hardware"},{"is":"Length","field":"len_protocol","of":"source"},{"is":"Length",
"field":"len_hardware","of":"target_hardware"},{"is":"Length","field":"len_protocol",
"of":"target"}]},
{"path":"pcap::ipv4","parent":"any record","endian":"be","fields":[
{"id":"version","type":"int","stored":{"is":"Bits","width":4,"endian":"be"},"offset":0,
"valid":[{"kind":"equal","args":[4]}]},
{"id":"len_header","type":"int","stored":{"is":"Bits","width":4,"endian":"be"},"offset":0,"bit":4,
"valid":[{"kind":"at_least","args":[5]}],"doc":"In units of 4 bytes."},
{"id":"service","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":1,
"size":1,"default":0},
{"id":"len_all","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,"endian":"be"},
"offset":2,"size":2,"doc":"Of the header and what follows; 0 where the network card had still to
 cut it up."},
{"id":"identification","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,
"endian":"be"},"offset":4,"size":2,"default":0},
{"id":"reserved","type":"bool","stored":{"is":"Bits","width":1,"endian":"be","flag":true},
"offset":6,"default":false},
{"id":"dont_fragment","type":"bool","stored":{"is":"Bits","width":1,"endian":"be","flag":true},
"offset":6,"bit":1,"default":false},
{"id":"more_fragments","type":"bool","stored":{"is":"Bits","width":1,"endian":"be","flag":true},
"offset":6,"bit":2,"default":false},
{"id":"offset","type":"int","stored":{"is":"Bits","width":13,"endian":"be"},"offset":6,"bit":3,
"default":0,"doc":"Of a fragment, in units of 8 bytes."},
{"id":"time_to_live","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":8,
"size":1,"default":64},
{"id":"protocol","type":"enum pcap::protocol","stored":{"is":"Number","kind":"unsigned","size":1,
"enum":"pcap::protocol"},"offset":9,"size":1,"usual":["list",["enum","pcap::protocol","tcp"],
["enum","pcap::protocol","udp"]]},
{"id":"checksum","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,"endian":"be"},
"offset":10,"size":2,"checksum":{"algorithm":"internet","parts":[{"end":"options"}]}},
{"id":"source","type":"bytes","stored":{"is":"Bytes","extent":{"size":4}},"offset":12,"size":4},
{"id":"target","type":"bytes","stored":{"is":"Bytes","extent":{"size":4}},"offset":16,"size":4},
{"id":"options","type":"bytes","stored":{"is":"Bytes","extent":{"size":["mul",["sub","len_header",
5],4]}},"offset":20,"default":["as<bytes>",["list"]]},
{"id":"body","type":"mixed","stored":{"is":"Switch","on":"protocol","cases":[{"key":["enum",
"pcap::protocol","tcp"],"stored":{"is":"Record","path":"pcap::tcp","args":[["source","source"],
["target","target"]],"extent":{"size":["sub","len_all",["mul","len_header",4]]}}},{"key":["enum",
"pcap::protocol","udp"],"stored":{"is":"Record","path":"pcap::udp","args":[["source","source"],
["target","target"]],"extent":{"size":["sub","len_all",["mul","len_header",4]]}}},{"key":["enum",
"pcap::protocol","icmp"],"stored":{"is":"Record","path":"pcap::icmp","extent":{"size":["sub",
"len_all",["mul","len_header",4]]}}},{"key":["enum","pcap::protocol","icmp6"],
"stored":{"is":"Record","path":"pcap::icmp6","args":[["source","source"],["target","target"]],
"extent":{"size":["sub","len_all",["mul","len_header",4]]}}},{"key":["enum","pcap::protocol",
"hop_by_hop"],"stored":{"is":"Record","path":"pcap::extension","args":[["source","source"],
["target","target"]],"extent":{"size":["sub","len_all",["mul","len_header",4]]}}},{"key":["enum",
"pcap::protocol","routing"],"stored":{"is":"Record","path":"pcap::extension","args":[["source",
"source"],["target","target"]],"extent":{"size":["sub","len_all",["mul","len_header",4]]}}},
{"key":["enum","pcap::protocol","destination"],"stored":{"is":"Record","path":"pcap::extension",
"args":[["source","source"],["target","target"]],"extent":{"size":["sub","len_all",["mul",
"len_header",4]]}}},{"key":["enum","pcap::protocol","fragment"],"stored":{"is":"Record",
"path":"pcap::fragment","extent":{"size":["sub","len_all",["mul","len_header",4]]}}},
{"stored":{"is":"Bytes","extent":{"size":["sub","len_all",["mul","len_header",4]]}}}]},
"condition":"is_whole"},
{"id":"part","type":"bytes","stored":{"is":"Bytes","extent":{"to_end":true}},"condition":["not",
"is_whole"],"doc":"Of a datagram that is a fragment, or of which not all was captured."},
{"id":"trailer","type":"bytes","stored":{"is":"Bytes","extent":{"to_end":true}},
"default":["as<bytes>",["list"]],"doc":"What fills up a frame that is too short."}],"instances":[
{"id":"is_whole","type":"bool","value":["and",["and",["and",["eq","offset",0],["not",
"more_fragments"]],["ge",["size","_io"],"len_all"]],["ge","len_all",["mul","len_header",4]]],
"default":true}],"edges":[{"is":"Tag","field":"protocol","of":"body","condition":"is_whole",
"cases":[["pcap::tcp",["enum","pcap::protocol","tcp"]],["pcap::udp",["enum","pcap::protocol",
"udp"]],["pcap::icmp",["enum","pcap::protocol","icmp"]],["pcap::icmp6",["enum","pcap::protocol",
"icmp6"]],["pcap::extension",["enum","pcap::protocol","hop_by_hop"]],["pcap::extension",["enum",
"pcap::protocol","routing"]],["pcap::extension",["enum","pcap::protocol","destination"]],
["pcap::fragment",["enum","pcap::protocol","fragment"]]]},{"is":"Length","field":"len_header",
"of":"options","steps":[["divide",4],["add",5]]},{"is":"Length","field":"len_all","of":"body",
"steps":[["add",["mul","len_header",4]]]}]},
{"path":"pcap::ipv6","parent":"any record","endian":"be","fields":[
{"id":"version","type":"int","stored":{"is":"Bits","width":4,"endian":"be"},"offset":0,
"valid":[{"kind":"equal","args":[6]}]},
{"id":"traffic_class","type":"int","stored":{"is":"Bits","width":8,"endian":"be"},"offset":0,
"bit":4,"default":0},
{"id":"flow","type":"int","stored":{"is":"Bits","width":20,"endian":"be"},"offset":1,"bit":4,
"default":0},
{"id":"len_body","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,"endian":"be"},
"offset":4,"size":2},
{"id":"protocol","type":"enum pcap::protocol","stored":{"is":"Number","kind":"unsigned","size":1,
"enum":"pcap::protocol"},"offset":6,"size":1,"usual":["list",["enum","pcap::protocol","tcp"],
["enum","pcap::protocol","udp"]],"doc":"Of the next header."},
{"id":"hop_limit","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":7,
"size":1,"default":64},
{"id":"source","type":"bytes","stored":{"is":"Bytes","extent":{"size":16}},"offset":8,"size":16},
{"id":"target","type":"bytes","stored":{"is":"Bytes","extent":{"size":16}},"offset":24,"size":16},
{"id":"body","type":"mixed","stored":{"is":"Switch","on":"protocol","cases":[{"key":["enum",
"pcap::protocol","tcp"],"stored":{"is":"Record","path":"pcap::tcp","args":[["source","source"],
["target","target"]],"extent":{"size":"len_body"}}},{"key":["enum","pcap::protocol","udp"],
"stored":{"is":"Record","path":"pcap::udp","args":[["source","source"],["target","target"]],
"extent":{"size":"len_body"}}},{"key":["enum","pcap::protocol","icmp"],"stored":{"is":"Record",
"path":"pcap::icmp","extent":{"size":"len_body"}}},{"key":["enum","pcap::protocol","icmp6"],
"stored":{"is":"Record","path":"pcap::icmp6","args":[["source","source"],["target","target"]],
"extent":{"size":"len_body"}}},{"key":["enum","pcap::protocol","hop_by_hop"],
"stored":{"is":"Record","path":"pcap::extension","args":[["source","source"],["target","target"]],
"extent":{"size":"len_body"}}},{"key":["enum","pcap::protocol","routing"],"stored":{"is":"Record",
"path":"pcap::extension","args":[["source","source"],["target","target"]],
"extent":{"size":"len_body"}}},{"key":["enum","pcap::protocol","destination"],
"stored":{"is":"Record","path":"pcap::extension","args":[["source","source"],["target","target"]],
"extent":{"size":"len_body"}}},{"key":["enum","pcap::protocol","fragment"],"stored":{"is":"Record",
"path":"pcap::fragment","extent":{"size":"len_body"}}},{"stored":{"is":"Bytes",
"extent":{"size":"len_body"}}}]},"offset":40,"condition":"is_whole"},
{"id":"part","type":"bytes","stored":{"is":"Bytes","extent":{"to_end":true}},"condition":["not",
"is_whole"],"doc":"Of a datagram of which not all was captured, or whose length is too large to be
 told."},
{"id":"trailer","type":"bytes","stored":{"is":"Bytes","extent":{"to_end":true}},
"default":["as<bytes>",["list"]]}],"instances":[
{"id":"is_whole","type":"bool","value":["and",["ge",["size","_io"],["add",40,"len_body"]],["or",
["ne","len_body",0],["eq","protocol",["enum","pcap::protocol","nothing"]]]],"default":true}],
"edges":[{"is":"Tag","field":"protocol","of":"body","condition":"is_whole","cases":[["pcap::tcp",
["enum","pcap::protocol","tcp"]],["pcap::udp",["enum","pcap::protocol","udp"]],["pcap::icmp",
["enum","pcap::protocol","icmp"]],["pcap::icmp6",["enum","pcap::protocol","icmp6"]],
["pcap::extension",["enum","pcap::protocol","hop_by_hop"]],["pcap::extension",["enum",
"pcap::protocol","routing"]],["pcap::extension",["enum","pcap::protocol","destination"]],
["pcap::fragment",["enum","pcap::protocol","fragment"]]]},{"is":"Length","field":"len_body",
"of":"body","at_least":true}]},
{"path":"pcap::extension","parent":"any record","endian":"be","params":[
{"id":"source","type":"bytes"},
{"id":"target","type":"bytes"}],"fields":[
{"id":"protocol","type":"enum pcap::protocol","stored":{"is":"Number","kind":"unsigned","size":1,
"enum":"pcap::protocol"},"offset":0,"size":1,"usual":["list",["enum","pcap::protocol","tcp"],
["enum","pcap::protocol","udp"]]},
{"id":"len_options","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":1,
"size":1,"doc":"In units of 8 bytes, less the first."},
{"id":"options","type":"bytes","stored":{"is":"Bytes","extent":{"size":["add",["mul","len_options",
8],6]}},"offset":2},
{"id":"body","type":"mixed","stored":{"is":"Switch","on":"protocol","cases":[{"key":["enum",
"pcap::protocol","tcp"],"stored":{"is":"Record","path":"pcap::tcp","args":[["source","source"],
["target","target"]],"extent":{"to_end":true}}},{"key":["enum","pcap::protocol","udp"],
"stored":{"is":"Record","path":"pcap::udp","args":[["source","source"],["target","target"]],
"extent":{"to_end":true}}},{"key":["enum","pcap::protocol","icmp"],"stored":{"is":"Record",
"path":"pcap::icmp","extent":{"to_end":true}}},{"key":["enum","pcap::protocol","icmp6"],
"stored":{"is":"Record","path":"pcap::icmp6","args":[["source","source"],["target","target"]],
"extent":{"to_end":true}}},{"key":["enum","pcap::protocol","hop_by_hop"],"stored":{"is":"Record",
"path":"pcap::extension","args":[["source","source"],["target","target"]],
"extent":{"to_end":true}}},{"key":["enum","pcap::protocol","routing"],"stored":{"is":"Record",
"path":"pcap::extension","args":[["source","source"],["target","target"]],
"extent":{"to_end":true}}},{"key":["enum","pcap::protocol","destination"],"stored":{"is":"Record",
"path":"pcap::extension","args":[["source","source"],["target","target"]],
"extent":{"to_end":true}}},{"key":["enum","pcap::protocol","fragment"],"stored":{"is":"Record",
"path":"pcap::fragment","extent":{"to_end":true}}},{"stored":{"is":"Bytes",
"extent":{"to_end":true}}}]}}],"edges":[{"is":"Tag","field":"protocol","of":"body",
"cases":[["pcap::tcp",["enum","pcap::protocol","tcp"]],["pcap::udp",["enum","pcap::protocol",
"udp"]],["pcap::icmp",["enum","pcap::protocol","icmp"]],["pcap::icmp6",["enum","pcap::protocol",
"icmp6"]],["pcap::extension",["enum","pcap::protocol","hop_by_hop"]],["pcap::extension",["enum",
"pcap::protocol","routing"]],["pcap::extension",["enum","pcap::protocol","destination"]],
["pcap::fragment",["enum","pcap::protocol","fragment"]]]},{"is":"Length","field":"len_options",
"of":"options","steps":[["subtract",6],["divide",8]]}],"doc":"A header of IPv6 between others."},
{"path":"pcap::fragment","parent":"any record","endian":"be","fields":[
{"id":"protocol","type":"enum pcap::protocol","stored":{"is":"Number","kind":"unsigned","size":1,
"enum":"pcap::protocol"},"offset":0,"size":1,"usual":["list",["enum","pcap::protocol","tcp"],
["enum","pcap::protocol","udp"]]},
{"id":"reserved","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":1,
"size":1,"default":0},
{"id":"offset","type":"int","stored":{"is":"Bits","width":13,"endian":"be"},"offset":2,"doc":"In
 units of 8 bytes."},
{"id":"reserved2","type":"int","stored":{"is":"Bits","width":2,"endian":"be"},"offset":3,"bit":5,
"default":0},
{"id":"more_fragments","type":"bool","stored":{"is":"Bits","width":1,"endian":"be","flag":true},
"offset":3,"bit":7},
{"id":"identification","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,
"endian":"be"},"offset":4,"size":4},
{"id":"part","type":"bytes","stored":{"is":"Bytes","extent":{"to_end":true}},"offset":8}],"doc":"A
 piece of a datagram of IPv6."},
{"path":"pcap::tcp","parent":"any record","endian":"be","params":[
{"id":"source","type":"bytes"},
{"id":"target","type":"bytes"}],"fields":[
{"id":"source_port","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,"endian":"be"},
"offset":0,"size":2},
{"id":"target_port","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,"endian":"be"},
"offset":2,"size":2},
{"id":"sequence","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"be"},
"offset":4,"size":4,"default":0},
{"id":"acknowledgment","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,
"endian":"be"},"offset":8,"size":4,"default":0},
{"id":"len_header","type":"int","stored":{"is":"Bits","width":4,"endian":"be"},"offset":12,
"valid":[{"kind":"at_least","args":[5]}],"doc":"In units of 4 bytes."},
{"id":"reserved","type":"int","stored":{"is":"Bits","width":4,"endian":"be"},"offset":12,"bit":4,
"default":0},
{"id":"cwr","type":"bool","stored":{"is":"Bits","width":1,"endian":"be","flag":true},"offset":13,
"default":false},
{"id":"ece","type":"bool","stored":{"is":"Bits","width":1,"endian":"be","flag":true},"offset":13,
"bit":1,"default":false},
{"id":"urg","type":"bool","stored":{"is":"Bits","width":1,"endian":"be","flag":true},"offset":13,
"bit":2,"default":false},
{"id":"ack","type":"bool","stored":{"is":"Bits","width":1,"endian":"be","flag":true},"offset":13,
"bit":3,"default":false},
{"id":"psh","type":"bool","stored":{"is":"Bits","width":1,"endian":"be","flag":true},"offset":13,
"bit":4,"default":false},
{"id":"rst","type":"bool","stored":{"is":"Bits","width":1,"endian":"be","flag":true},"offset":13,
"bit":5,"default":false},
{"id":"syn","type":"bool","stored":{"is":"Bits","width":1,"endian":"be","flag":true},"offset":13,
"bit":6,"default":false},
{"id":"fin","type":"bool","stored":{"is":"Bits","width":1,"endian":"be","flag":true},"offset":13,
"bit":7,"default":false},
{"id":"window","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,"endian":"be"},
"offset":14,"size":2,"default":65535},
{"id":"checksum","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,"endian":"be"},
"offset":16,"size":2,"checksum":{"algorithm":"internet","parts":[{"value":"source"},
{"value":"target"},{"value":["as<bytes>",["list",0,6,["bit_shr",["add",["mul","len_header",4],
["length","body"]],8],["bit_and",["add",["mul","len_header",4],["length","body"]],
{"int":"0xff"}]]]},{}]}},
{"id":"urgent","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,"endian":"be"},
"offset":18,"size":2,"default":0},
{"id":"options","type":"bytes","stored":{"is":"Bytes","extent":{"size":["mul",["sub","len_header",
5],4]}},"offset":20,"default":["as<bytes>",["list"]]},
{"id":"body","type":"bytes","stored":{"is":"Bytes","extent":{"to_end":true}}}],
"edges":[{"is":"Length","field":"len_header","of":"options","steps":[["divide",4],["add",5]]}]},
{"path":"pcap::udp","parent":"any record","endian":"be","params":[
{"id":"source","type":"bytes"},
{"id":"target","type":"bytes"}],"fields":[
{"id":"source_port","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,"endian":"be"},
"offset":0,"size":2},
{"id":"target_port","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,"endian":"be"},
"offset":2,"size":2},
{"id":"len_all","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,"endian":"be"},
"offset":4,"size":2,"checksum":{"algorithm":"length","parts":[{}]}},
{"id":"checksum","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,"endian":"be"},
"offset":6,"size":2,"checksum":{"algorithm":"udp","condition":["ne","checksum",0],
"parts":[{"value":"source"},{"value":"target"},{"value":["as<bytes>",["list",0,17,["bit_shr",["add",
["length","body"],8],8],["bit_and",["add",["length","body"],8],{"int":"0xff"}]]]},{}]},"doc":"0 if
 there is none."},
{"id":"body","type":"bytes","stored":{"is":"Bytes","extent":{"to_end":true}},"offset":8}]},
{"path":"pcap::icmp","parent":"any record","endian":"be","fields":[
{"id":"kind","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":0,"size":1},
{"id":"code","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":1,"size":1,
"default":0},
{"id":"checksum","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,"endian":"be"},
"offset":2,"size":2,"checksum":{"algorithm":"internet","parts":[{}]}},
{"id":"body","type":"bytes","stored":{"is":"Bytes","extent":{"to_end":true}},"offset":4}]},
{"path":"pcap::icmp6","parent":"any record","endian":"be","params":[
{"id":"source","type":"bytes"},
{"id":"target","type":"bytes"}],"fields":[
{"id":"kind","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":0,"size":1},
{"id":"code","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":1,"size":1,
"default":0},
{"id":"checksum","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,"endian":"be"},
"offset":2,"size":2,"checksum":{"algorithm":"internet","parts":[{"value":"source"},
{"value":"target"},{"value":["as<bytes>",["list",0,58,["bit_shr",["add",["length","body"],4],8],
["bit_and",["add",["length","body"],4],{"int":"0xff"}]]]},{}]}},
{"id":"body","type":"bytes","stored":{"is":"Bytes","extent":{"to_end":true}},"offset":4}]}],
"enums":[
{"path":"pcap::magic","members":[{"id":"be_microseconds","value":2712847316},
{"id":"le_microseconds","value":3569595041},{"id":"be_nanoseconds","value":2712812621},
{"id":"le_nanoseconds","value":1295823521}]},
{"path":"pcap::link","members":[{"id":"bsd_loopback","value":0},{"id":"ethernet","value":1},
{"id":"raw","value":101},{"id":"linux_cooked","value":113},{"id":"ipv4","value":228},{"id":"ipv6",
"value":229}]},
{"path":"pcap::ether","members":[{"id":"ipv4","value":2048},{"id":"arp","value":2054},{"id":"vlan",
"value":33024},{"id":"ipv6","value":34525},{"id":"provider_vlan","value":34984}]},
{"path":"pcap::protocol","members":[{"id":"hop_by_hop","value":0},{"id":"icmp","value":1},
{"id":"tcp","value":6},{"id":"udp","value":17},{"id":"routing","value":43},{"id":"fragment",
"value":44},{"id":"icmp6","value":58},{"id":"nothing","value":59},{"id":"destination",
"value":60}]}]}}
"""
