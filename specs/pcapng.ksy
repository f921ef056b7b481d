meta:
  id: pcapng
  title: Packet capture (pcapng)
  application: [Wireshark, tcpdump, dumpcap]
  file-extension: [pcapng, ntar]
  xref: {mime: application/vnd.tcpdump.pcap, wikidata: Q7119872, pronom: fmt/780}
  license: Apache-2.0
  ks-version: "0.11"
  encoding: UTF-8
  endian: be
doc: |
  Packets as they were seen on one or more interfaces of a network.

  They stand in blocks, with what is known of them. Numbers are in either byte order.
doc-ref: https://datatracker.ietf.org/doc/draft-ietf-opsawg-pcapng/ PCAP Now Generic
seq:
  - id: blocks
    type: 'block(_index == 0 ? byte_order : blocks[_index - 1].order)'
    repeat: eos
    doc: The first one is a header of a section.
instances:
  mark:
    pos: 8
    size: 4
  starts:
    value: 0
    -value: 'blocks.size == 0 ? 0 : blocks[0].kind.to_i'
    -valid: 0x0a0d0d0a
    doc: The kind of the first block.
  len_counted:
    value: _io.size
    -value: >-
      blocks.where(_.kind == kind::section and _.body.as<block::section>.len_section == -1).size != 0 ? _io.size
      : blocks.where(_.kind == kind::section).map(_.len_block + _.body.as<block::section>.len_section).sum
    -valid: _io.size
    doc: Bytes of all sections, where somebody counted them.
  num_interfaces:
    value: 1
    -value: 'blocks.where(_.kind == kind::interface).size'
    doc: Of all sections.
  num_astray:
    value: 0
    -value: >-
      blocks.where(_.kind == kind::packet and _.body.as<block::packet>.interface >= num_interfaces).size
      + blocks.where(_.kind == kind::statistics and _.body.as<block::statistics>.interface >= num_interfaces).size
    -valid: 0
    doc: Packets and statistics of interfaces that no section has.
  byte_order:
    value: 'mark == [0x1a, 0x2b, 0x3c, 0x4d] ? 2 : 1'
    -default: 1
    doc: That of the first section; 1 where the lowest byte of a number comes first.
types:
  block:
    meta:
      endian:
        switch-on: order
        cases:
          1: le
          _: be
    params:
      - id: told
        type: u1
        doc: The byte order of the block before.
    seq:
      - id: kind
        type: u4
        enum: kind
        valid: {expr: _ == kind::section or order == told}
        -usual: >-
          _parent.blocks.size == 0 ? [kind::section] : _parent.blocks.size == 1 ? [kind::interface]
          : [kind::packet, kind::packet, kind::statistics, kind::names]
      - id: len_block
        type: u4
        doc: Bytes of the whole block.
      - id: body
        size: len_block - 12
        type:
          switch-on: kind
          cases:
            kind::section: section
            kind::interface: interface
            kind::packet: packet
            kind::simple_packet: simple_packet
            kind::names: names
            kind::statistics: statistics
      - id: len_again
        type: u4
        -checksum: {algorithm: length, over: {from: kind, to: len_again}}
        doc: The same as in front of the body, so that one can read backwards.
    instances:
      order:
        value: told
        -value: >-
          not _io.has_at(_io.pos, [0x0a, 0x0d, 0x0d, 0x0a]) ? told
          : _io.has_at(_io.pos + 8, [0x1a, 0x2b, 0x3c, 0x4d]) ? 2 : 1
        -default: told
        doc: What the header of a section tells, for itself and the blocks up to the next one.
      spare:
        value: len_block % 4
        -valid: 0
        doc: What is too much; blocks are multiples of four bytes.
    types:
      section:
        doc: What begins a section, a file in the file.
        seq:
          - id: mark
            type: u4
            valid: 0x1a2b3c4d
          - id: major
            type: u2
            valid: 1
          - id: minor
            type: u2
            -default: 0
            -usual: [0]
          - id: len_section
            type: s8
            -default: -1
            -usual: [-1]
            doc: Bytes of the blocks that follow; -1 if nobody counted. It does not follow edits.
          - id: options
            type: option
            repeat: eos
            -default: '[].as<option[]>'
        instances:
          unread:
            value: 0
            -value: 'options.slice(0, options.size - 1).where(_.code == 0).size'
            -valid: 0
            doc: Ends of options that are not the last one; nobody reads on.
      interface:
        doc: Where packets were seen; packets name it by its number in the section.
        seq:
          - id: link_type
            type: u2
            -default: 1
            -usual: [1, 101]
          - id: reserved
            type: u2
            -default: 0
            -usual: [0]
          - id: len_snap
            type: u4
            -default: 262144
            -usual: [0, 65535]
            doc: Bytes of a packet that are kept at most; 0 if there is no such limit.
          - id: options
            type: option
            repeat: eos
            -default: '[].as<option[]>'
        instances:
          unread:
            value: 0
            -value: 'options.slice(0, options.size - 1).where(_.code == 0).size'
            -valid: 0
            doc: Ends of options that are not the last one; nobody reads on.
      packet:
        seq:
          - id: interface
            type: u4
            -default: 0
            -usual: [0]
          - id: time_high
            type: u4
            -default: 0
          - id: time_low
            type: u4
            -default: 0
          - id: len_data
            type: u4
          - id: len_original
            type: u4
            -default: len_data
            -derive: '[len_original, len_data].max'
            -usual: [len_data]
            doc: Bytes that the packet had.
          - id: data
            size: len_data
          - id: padding
            size: (4 - len_data % 4) % 4
            -fill: 0
          - id: options
            type: option
            repeat: eos
            -default: '[].as<option[]>'
        instances:
          unread:
            value: 0
            -value: 'options.slice(0, options.size - 1).where(_.code == 0).size'
            -valid: 0
            doc: Ends of options that are not the last one; nobody reads on.
          time:
            value: (time_high << 32) + time_low
            doc: Since 1970, in microseconds unless an option of the interface says otherwise.
      simple_packet:
        doc: A packet of the first interface, without a time.
        seq:
          - id: len_original
            type: u4
            -usual: [_io.size - 4]
          - id: data
            size-eos: true
            -usual: ['[1, 2, 3, 4].as<bytes>', '[].as<bytes>']
            doc: What was kept of it, with zeros up to a multiple of four.
      names:
        doc: Names of addresses.
        seq:
          - id: records
            type: name_record
            repeat: until
            repeat-until: _.kind == 0 or _io.eof
          - id: options
            type: option
            repeat: eos
            -default: '[].as<option[]>'
        instances:
          unread:
            value: 0
            -value: 'options.slice(0, options.size - 1).where(_.code == 0).size'
            -valid: 0
            doc: Ends of options that are not the last one; nobody reads on.
      name_record:
        seq:
          - id: kind
            type: u2
            -usual: [0]
            doc: 1 for IPv4, 2 for IPv6, 0 for the end.
          - id: len_body
            type: u2
            -usual: ['kind == 0 ? 0 : 8']
          - id: body
            size: len_body
            doc: An address, then names, each with a zero behind it.
          - id: padding
            size: (4 - len_body % 4) % 4
            -fill: 0
      statistics:
        seq:
          - id: interface
            type: u4
            -default: 0
            -usual: [0]
          - id: time_high
            type: u4
            -default: 0
          - id: time_low
            type: u4
            -default: 0
          - id: options
            type: option
            repeat: eos
            -default: '[].as<option[]>'
        instances:
          unread:
            value: 0
            -value: 'options.slice(0, options.size - 1).where(_.code == 0).size'
            -valid: 0
            doc: Ends of options that are not the last one; nobody reads on.
      option:
        seq:
          - id: code
            type: u2
            -usual: [1]
            doc: 0 for the end, 1 for a comment; others go by the block.
          - id: len_body
            type: u2
          - id: body
            size: len_body
            type: {switch-on: code, cases: {1: comment}}
          - id: padding
            size: (4 - len_body % 4) % 4
            -fill: 0
      comment:
        seq:
          - id: text
            type: str
            size-eos: true
enums:
  kind:
    0x0a0d0d0a: section
    1: interface
    2: old_packet
    3: simple_packet
    4: names
    5: statistics
    6: packet
    9: journal
    10: secrets
    0x0bad: custom
    0x40000bad: custom_not_copied
