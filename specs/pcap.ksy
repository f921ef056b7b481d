meta:
  id: pcap
  title: Packet capture (libpcap)
  application: [tcpdump, Wireshark, libpcap]
  file-extension: [pcap, cap]
  xref: {mime: application/vnd.tcpdump.pcap, wikidata: Q28206469, pronom: fmt/779}
  license: Apache-2.0
  ks-version: "0.11"
  endian: be
doc: |
  Packets as they were seen on a network. Numbers are in either byte order, times to the microsecond or the nanosecond. Ethernet,
  IPv4, IPv6, TCP, UDP and ICMP are taken apart; what else there is, is bytes.
doc-ref:
  - https://datatracker.ietf.org/doc/draft-ietf-opsawg-pcap/ PCAP Capture File Format
  - https://www.tcpdump.org/linktypes.html Link-Layer Header Types
  - RFC 791, 8200, 9293, 768, 792, 4443, 826; IEEE 802.3, 802.1Q
seq:
  - id: magic
    type: u4
    enum: magic
    valid: {in-enum: true}
    -default: magic::le_microseconds
    doc: It tells the byte order of what follows, and the unit of `fraction`.
  - id: header
    type: header
  - id: packets
    type: packet
    repeat: eos
instances:
  byte_order:
    value: 'magic == magic::le_microseconds or magic == magic::le_nanoseconds ? 1 : 2'
    doc: 1 where the lowest byte of a number comes first.
types:
  header:
    meta:
      endian:
        switch-on: _root.byte_order
        cases:
          1: le
          _: be
    seq:
      - id: version_major
        type: u2
        -default: 2
      - id: version_minor
        type: u2
        -default: 4
      - id: time_zone
        type: s4
        -default: 0
      - id: accuracy
        type: u4
        -default: 0
      - id: len_snap
        type: u4
        -default: 262144
        doc: Bytes of a packet that are kept at most.
      - id: network
        type: u4
        -default: 1
        doc: The link type; the highest four bits are about the check sequence of frames.
    instances:
      link:
        value: network & 0x0fffffff
        enum: link
  packet:
    meta:
      endian:
        switch-on: _root.byte_order
        cases:
          1: le
          _: be
    seq:
      - id: seconds
        type: u4
        -default: 0
        doc: Since 1970, UTC.
      - id: fraction
        type: u4
        -default: 0
        doc: Microseconds or nanoseconds, as `magic` says.
      - id: len_frame
        type: u4
      - id: len_original
        type: u4
        -checksum: {algorithm: length, over: frame, if: len_original <= len_frame}
        doc: On the network; more than `len_frame` where the capture has the beginning only.
      - id: frame
        size: len_frame
        type:
          switch-on: _root.header.link
          cases:
            link::ethernet: ethernet
            link::linux_cooked: linux_cooked
            link::ipv4: ipv4
            link::ipv6: ipv6
  ethernet:
    seq:
      - id: target
        size: 6
      - id: source
        size: 6
      - id: protocol
        type: u2
        enum: ether
        -usual: [ether::ipv4, ether::ipv6, ether::arp]
        doc: Below 1536 it is the length of what follows.
      - id: body
        size-eos: true
        type: &ether
          switch-on: protocol
          cases:
            ether::ipv4: ipv4
            ether::ipv6: ipv6
            ether::arp: arp
            ether::vlan: vlan
            ether::provider_vlan: vlan
  vlan:
    seq:
      - id: priority
        type: b3
        -default: 0
      - id: may_drop
        type: b1
        -default: false
      - id: id
        type: b12
      - id: protocol
        type: u2
        enum: ether
        -usual: [ether::ipv4, ether::ipv6, ether::arp]
      - id: body
        size-eos: true
        type: *ether
  linux_cooked:
    seq:
      - id: direction
        type: u2
        -default: 0
      - id: hardware
        type: u2
        -default: 1
      - id: len_address
        type: u2
        -default: 6
      - id: address
        size: 8
        pad-right: 0
      - id: protocol
        type: u2
        enum: ether
        -usual: [ether::ipv4, ether::ipv6, ether::arp]
      - id: body
        size-eos: true
        type: *ether
  arp:
    seq:
      - id: hardware
        type: u2
        -default: 1
      - id: protocol
        type: u2
        -default: 0x800
      - id: len_hardware
        type: u1
        -usual: [6]
      - id: len_protocol
        type: u1
        -usual: [4]
      - id: operation
        type: u2
        doc: 1 asks, 2 answers.
      - id: source_hardware
        size: len_hardware
      - id: source
        size: len_protocol
      - id: target_hardware
        size: len_hardware
      - id: target
        size: len_protocol
      - id: trailer
        size-eos: true
        -default: '[].as<bytes>'
  ipv4:
    seq:
      - id: version
        type: b4
        valid: 4
      - id: len_header
        type: b4
        valid: {min: 5}
        doc: In units of 4 bytes.
      - id: service
        type: u1
        -default: 0
      - id: len_all
        type: u2
        doc: Of the header and what follows; 0 where the network card had still to cut it up.
      - id: identification
        type: u2
        -default: 0
      - id: reserved
        type: b1
        -default: false
      - id: dont_fragment
        type: b1
        -default: false
      - id: more_fragments
        type: b1
        -default: false
      - id: offset
        type: b13
        -default: 0
        doc: Of a fragment, in units of 8 bytes.
      - id: time_to_live
        type: u1
        -default: 64
      - id: protocol
        type: u1
        enum: protocol
        -usual: [protocol::tcp, protocol::udp]
      - id: checksum
        type: u2
        -checksum: {algorithm: internet, over: {to: options}}
      - id: source
        size: 4
      - id: target
        size: 4
      - id: options
        size: (len_header - 5) * 4
        -default: '[].as<bytes>'
      - id: body
        size: len_all - len_header * 4
        if: is_whole
        type: &transport
          switch-on: protocol
          cases:
            protocol::tcp: tcp(source, target)
            protocol::udp: udp(source, target)
            protocol::icmp: icmp
            protocol::icmp6: icmp6(source, target)
            protocol::hop_by_hop: extension(source, target)
            protocol::routing: extension(source, target)
            protocol::destination: extension(source, target)
            protocol::fragment: fragment
      - id: part
        size-eos: true
        if: not is_whole
        doc: Of a datagram that is a fragment, or of which not all was captured.
      - id: trailer
        size-eos: true
        -default: '[].as<bytes>'
        doc: What fills up a frame that is too short.
    instances:
      is_whole:
        value: offset == 0 and not more_fragments and _io.size >= len_all and len_all >= len_header * 4
        -default: 'true'
  ipv6:
    seq:
      - id: version
        type: b4
        valid: 6
      - id: traffic_class
        type: b8
        -default: 0
      - id: flow
        type: b20
        -default: 0
      - id: len_body
        type: u2
      - id: protocol
        type: u1
        enum: protocol
        -usual: [protocol::tcp, protocol::udp]
        doc: Of the next header.
      - id: hop_limit
        type: u1
        -default: 64
      - id: source
        size: 16
      - id: target
        size: 16
      - id: body
        size: len_body
        if: is_whole
        type: *transport
      - id: part
        size-eos: true
        if: not is_whole
        doc: Of a datagram of which not all was captured, or whose length is too large to be told.
      - id: trailer
        size-eos: true
        -default: '[].as<bytes>'
    instances:
      is_whole:
        value: _io.size >= 40 + len_body and (len_body != 0 or protocol == protocol::nothing)
        -default: 'true'
  extension:
    doc: A header of IPv6 between others.
    params:
      - id: source
        type: bytes
      - id: target
        type: bytes
    seq:
      - id: protocol
        type: u1
        enum: protocol
        -usual: [protocol::tcp, protocol::udp]
      - id: len_options
        type: u1
        doc: In units of 8 bytes, less the first.
      - id: options
        size: len_options * 8 + 6
      - id: body
        size-eos: true
        type: *transport
  fragment:
    doc: A piece of a datagram of IPv6.
    seq:
      - id: protocol
        type: u1
        enum: protocol
        -usual: [protocol::tcp, protocol::udp]
      - id: reserved
        type: u1
        -default: 0
      - id: offset
        type: b13
        doc: In units of 8 bytes.
      - id: reserved2
        type: b2
        -default: 0
      - id: more_fragments
        type: b1
      - id: identification
        type: u4
      - id: part
        size-eos: true
  tcp:
    params:
      - id: source
        type: bytes
      - id: target
        type: bytes
    seq:
      - id: source_port
        type: u2
      - id: target_port
        type: u2
      - id: sequence
        type: u4
        -default: 0
      - id: acknowledgment
        type: u4
        -default: 0
      - id: len_header
        type: b4
        valid: {min: 5}
        doc: In units of 4 bytes.
      - id: reserved
        type: b4
        -default: 0
      - id: cwr
        type: b1
        -default: false
      - id: ece
        type: b1
        -default: false
      - id: urg
        type: b1
        -default: false
      - id: ack
        type: b1
        -default: false
      - id: psh
        type: b1
        -default: false
      - id: rst
        type: b1
        -default: false
      - id: syn
        type: b1
        -default: false
      - id: fin
        type: b1
        -default: false
      - id: window
        type: u2
        -default: 65535
      - id: checksum
        type: u2
        -checksum:
          algorithm: internet
          over:
            - source
            - target
            - '[0, 6, (len_header * 4 + body.size) >> 8, (len_header * 4 + body.size) & 0xff].as<bytes>'
            - {}
      - id: urgent
        type: u2
        -default: 0
      - id: options
        size: (len_header - 5) * 4
        -default: '[].as<bytes>'
      - id: body
        size-eos: true
  udp:
    params:
      - id: source
        type: bytes
      - id: target
        type: bytes
    seq:
      - id: source_port
        type: u2
      - id: target_port
        type: u2
      - id: len_all
        type: u2
        -checksum: {algorithm: length, over: {}}
      - id: checksum
        type: u2
        -checksum:
          algorithm: udp
          over:
            - source
            - target
            - '[0, 17, (body.size + 8) >> 8, (body.size + 8) & 0xff].as<bytes>'
            - {}
          if: checksum != 0
        doc: 0 if there is none.
      - id: body
        size-eos: true
  icmp:
    seq:
      - id: kind
        type: u1
      - id: code
        type: u1
        -default: 0
      - id: checksum
        type: u2
        -checksum: {algorithm: internet, over: {}}
      - id: body
        size-eos: true
  icmp6:
    params:
      - id: source
        type: bytes
      - id: target
        type: bytes
    seq:
      - id: kind
        type: u1
      - id: code
        type: u1
        -default: 0
      - id: checksum
        type: u2
        -checksum:
          algorithm: internet
          over:
            - source
            - target
            - '[0, 58, (body.size + 4) >> 8, (body.size + 4) & 0xff].as<bytes>'
            - {}
      - id: body
        size-eos: true
enums:
  magic:
    0xa1b2c3d4: be_microseconds
    0xd4c3b2a1: le_microseconds
    0xa1b23c4d: be_nanoseconds
    0x4d3cb2a1: le_nanoseconds
  link:
    0: bsd_loopback
    1: ethernet
    101: raw
    113: linux_cooked
    228: ipv4
    229: ipv6
  ether:
    0x0800: ipv4
    0x0806: arp
    0x8100: vlan
    0x86dd: ipv6
    0x88a8: provider_vlan
  protocol:
    0: hop_by_hop
    1: icmp
    6: tcp
    17: udp
    43: routing
    44: fragment
    58: icmp6
    59: nothing
    60: destination
