meta:
  id: elf
  title: ELF program, library or object
  application: [Linux, GNU binutils, LLVM]
  file-extension: [elf, so, o, ko, axf]
  xref: {mime: application/x-elf, wikidata: Q1065367, pronom: fmt/688}
  license: Apache-2.0
  ks-version: "0.11"
  encoding: UTF-8
  endian: le
doc: |
  Programs and what they are made of, of 32 or 64 bits, in either byte order.

  Segments are what a system loads, sections what a linker works with; both are over the same bytes.
doc-ref: https://gabi.xinuos.com/ System V ABI, Object Files
seq:
  - id: magic
    contents: [0x7f, ELF]
  - id: width
    type: u1
    enum: width
    valid: {in-enum: true}
    -default: width::bits_64
    doc: Of addresses, and of positions in the file.
  - id: byte_order
    type: u1
    enum: byte_order
    valid: {in-enum: true}
    -default: byte_order::little
  - id: version
    type: u1
    valid: 1
  - id: system
    type: u1
    -default: 0
    -usual: [0, 3]
    doc: 0 for System V, 3 for Linux.
  - id: system_version
    type: u1
    -default: 0
    -usual: [0]
  - id: padding
    size: 7
    -fill: 0
  - id: header
    type: header
types:
  header:
    meta:
      endian:
        switch-on: _root.byte_order
        cases:
          byte_order::little: le
          byte_order::big: be
    seq:
      - id: kind
        type: u2
        enum: kind
        -default: kind::program
        -usual: [kind::object, kind::program, kind::shared]
      - id: machine
        type: u2
        enum: machine
        -default: machine::x86_64
        -usual: [machine::x86_64, machine::arm_64]
      - id: version
        type: u4
        valid: 1
      - id: entry
        type: {switch-on: _root.width, cases: {'width::bits_32': u4, 'width::bits_64': u8}}
        -default: 0
        doc: The address that a program begins at.
      - id: ofs_segments
        type: {switch-on: _root.width, cases: {'width::bits_32': u4, 'width::bits_64': u8}}
        -default: 0
      - id: ofs_sections
        type: {switch-on: _root.width, cases: {'width::bits_32': u4, 'width::bits_64': u8}}
        -default: 0
      - id: flags
        type: u4
        -default: 0
        -usual: [0]
      - id: len_header
        type: u2
        -default: '_root.width == width::bits_32 ? 52 : 64'
        -usual: ['_root.width == width::bits_32 ? 52 : 64']
      - id: len_segments
        type: u2
        -default: '_root.width == width::bits_32 ? 32 : 56'
        -usual: ['_root.width == width::bits_32 ? 32 : 56']
      - id: num_segments
        type: u2
        -usual: [0, 1, 2]
        -default: 0
      - id: len_sections
        type: u2
        -default: '_root.width == width::bits_32 ? 40 : 64'
        -usual: ['_root.width == width::bits_32 ? 40 : 64']
      - id: num_sections
        type: u2
        -usual: [1, 2, 3]
        -default: 0
      - id: names
        type: u2
        -default: 0
        -usual: [0]
        doc: The number of the section that has the names of sections.
    instances:
      segments:
        io: _root._io
        pos: ofs_segments
        type: segment
        size: len_segments
        repeat: expr
        repeat-expr: num_segments
        -align: 8
      names_section:
        value: 'is_wide and names == 0xffff ? first.as<section>.link : names'
        doc: The number of the section that has the names.
      sections:
        io: _root._io
        pos: ofs_sections
        type: section
        size: len_sections
        repeat: expr
        repeat-expr: 'is_wide and num_sections == 0 ? first.as<section>.len_body : num_sections'
        -align: 8
        doc: The first one is nothing, but for numbers that the header has no room for.
      is_wide:
        value: 'ofs_sections != 0 and (num_sections == 0 or names == 0xffff)'
        -default: 'false'
      first:
        io: _root._io
        pos: ofs_sections
        type: section
        if: is_wide
    types:
      segment:
        seq:
          - id: kind
            type: u4
            enum: segment_kind
            -usual: [segment_kind::load]
          - id: flags_64
            type: u4
            if: _root.width == width::bits_64
            -default: 5
            doc: 1 for what runs, 2 for what is written, 4 for what is read.
          - id: ofs_body
            type: {switch-on: _root.width, cases: {'width::bits_32': u4, 'width::bits_64': u8}}
            -default: 0
          - id: address
            type: {switch-on: _root.width, cases: {'width::bits_32': u4, 'width::bits_64': u8}}
            -default: 0
          - id: physical_address
            type: {switch-on: _root.width, cases: {'width::bits_32': u4, 'width::bits_64': u8}}
            -default: 0
          - id: len_body
            type: {switch-on: _root.width, cases: {'width::bits_32': u4, 'width::bits_64': u8}}
            -default: 0
          - id: len_memory
            type: {switch-on: _root.width, cases: {'width::bits_32': u4, 'width::bits_64': u8}}
            -default: body.size
            -usual: [len_body, len_body + 0x1000]
            doc: At least what is in the file; the rest are zeros.
          - id: flags_32
            type: u4
            if: _root.width == width::bits_32
            -default: 5
          - id: align
            type: {switch-on: _root.width, cases: {'width::bits_32': u4, 'width::bits_64': u8}}
            -default: 1
            -usual: [1]
        instances:
          body:
            io: _root._io
            pos: ofs_body
            size: len_body
      section:
        seq:
          - id: ofs_name
            type: u4
            -default: 0
            doc: In the section that has the names.
          - id: kind
            type: u4
            enum: section_kind
            -usual: ['_parent.sections.size == 0 ? section_kind::none : section_kind::program']
          - id: flags
            type: {switch-on: _root.width, cases: {'width::bits_32': u4, 'width::bits_64': u8}}
            -default: 0
            -usual: [0]
            doc: 1 for what is written, 2 for what is in memory, 4 for what runs.
          - id: address
            type: {switch-on: _root.width, cases: {'width::bits_32': u4, 'width::bits_64': u8}}
            -default: 0
          - id: ofs_body
            type: {switch-on: _root.width, cases: {'width::bits_32': u4, 'width::bits_64': u8}}
            -default: 0
          - id: len_body
            type: {switch-on: _root.width, cases: {'width::bits_32': u4, 'width::bits_64': u8}}
            -default: 0
          - id: link
            type: u4
            -default: 0
            -usual: [0]
            doc: The number of another section, of texts for one.
          - id: info
            type: u4
            -default: 0
            -usual: [0]
          - id: align
            type: {switch-on: _root.width, cases: {'width::bits_32': u4, 'width::bits_64': u8}}
            -default: 1
            -usual: [1]
          - id: len_entry
            type: {switch-on: _root.width, cases: {'width::bits_32': u4, 'width::bits_64': u8}}
            valid: {expr: len_record == 0 or _ == len_record}
            -default: len_record
            -usual: [len_record]
        instances:
          has_symbols:
            value: kind == section_kind::symbols or kind == section_kind::dynamic_symbols
          len_record:
            value: >-
              has_symbols ? (_root.width == width::bits_32 ? 16 : 24)
              : kind == section_kind::relocations ? (_root.width == width::bits_32 ? 8 : 16)
              : kind == section_kind::relocations_with_sums ? (_root.width == width::bits_32 ? 12 : 24) : 0
            doc: Bytes of an entry, where entries are records that do not tell.
          is_linked:
            value: true
            -value: >-
              (not has_symbols and kind != section_kind::dynamic)
              or link < _parent.sections.size and _parent.sections[link].kind == section_kind::strings
            -valid: true
            doc: Whether texts of symbols and dynamic entries are in a section that is there.
          is_stored:
            value: kind != section_kind::none and kind != section_kind::no_bits
          body:
            io: _root._io
            pos: ofs_body
            size: len_body
            if: is_stored
            -align: 'align == 0 ? 1 : align'
            type:
              switch-on: kind
              cases:
                section_kind::symbols: symbols
                section_kind::dynamic_symbols: symbols
                section_kind::strings: strings
                section_kind::dynamic: dynamic
                section_kind::relocations: relocations
                section_kind::relocations_with_sums: relocations_with_sums
                section_kind::note: notes
          name:
            io: _root.header.sections[_root.header.names_section].body.as<strings>._io
            pos: ofs_name
            type: strz
            if: _root.header.names_section != 0
      strings:
        doc: Texts with a zero behind each; others name them by where they begin.
        seq:
          - id: all
            size-eos: true
      symbols:
        seq:
          - id: all
            type: symbol
            repeat: eos
      symbol:
        seq:
          - id: ofs_name
            type: u4
            doc: In the section that `link` names.
          - {id: value_32, type: u4, if: _root.width == width::bits_32}
          - {id: size_32, type: u4, if: _root.width == width::bits_32}
          - id: binding
            type: b4
            doc: 0 for local, 1 for global, 2 for weak.
          - id: kind
            type: b4
            doc: 1 for data, 2 for a function, 3 for a section, 4 for a file.
          - id: visibility
            type: u1
            -default: 0
          - id: section
            type: u2
            doc: The number of the section that it is in; 0 for none.
          - {id: value_64, type: u8, if: _root.width == width::bits_64}
          - {id: size_64, type: u8, if: _root.width == width::bits_64}
      dynamic:
        seq:
          - id: all
            type: entry
            repeat: eos
      entry:
        seq:
          - id: tag
            type: {switch-on: _root.width, cases: {'width::bits_32': s4, 'width::bits_64': s8}}
            doc: 0 for the last, 1 for a library that is needed.
          - id: value
            type: {switch-on: _root.width, cases: {'width::bits_32': u4, 'width::bits_64': u8}}
      relocations:
        seq:
          - id: all
            type: relocation
            repeat: eos
      relocation:
        seq:
          - id: offset
            type: {switch-on: _root.width, cases: {'width::bits_32': u4, 'width::bits_64': u8}}
          - id: info
            type: {switch-on: _root.width, cases: {'width::bits_32': u4, 'width::bits_64': u8}}
            doc: A symbol and a kind, as the machine has them.
      relocations_with_sums:
        seq:
          - id: all
            type: relocation_with_sum
            repeat: eos
      relocation_with_sum:
        seq:
          - id: offset
            type: {switch-on: _root.width, cases: {'width::bits_32': u4, 'width::bits_64': u8}}
          - id: info
            type: {switch-on: _root.width, cases: {'width::bits_32': u4, 'width::bits_64': u8}}
          - id: sum
            type: {switch-on: _root.width, cases: {'width::bits_32': s4, 'width::bits_64': s8}}
      notes:
        seq:
          - id: all
            type: note
            repeat: eos
      note:
        seq:
          - id: len_name
            type: u4
          - id: len_body
            type: u4
          - id: kind
            type: u4
          - id: name
            size: len_name
          - id: padding
            size: -len_name % 4
            -fill: 0
          - id: body
            size: len_body
          - id: padding_behind
            size: -len_body % 4
            -fill: 0
enums:
  width: {1: bits_32, 2: bits_64}
  byte_order: {1: little, 2: big}
  kind:
    0: none
    1: object
    2: program
    3: shared
    4: core
  machine:
    0: none
    2: sparc
    3: x86
    8: mips
    20: powerpc
    21: powerpc_64
    22: s390
    40: arm
    43: sparc_64
    62: x86_64
    183: arm_64
    243: riscv
    247: bpf
    258: loongarch
  segment_kind:
    0: none
    1: load
    2: dynamic
    3: interpreter
    4: note
    6: segments
    7: thread_local
    0x6474e550: frame_index
    0x6474e551: stack
    0x6474e552: read_only_later
    0x6474e553: property
  section_kind:
    0: none
    1: program
    2: symbols
    3: strings
    4: relocations_with_sums
    5: hash
    6: dynamic
    7: note
    8: no_bits
    9: relocations
    11: dynamic_symbols
    14: first_calls
    15: last_calls
    16: early_calls
    17: group
    18: wide_numbers
    0x6ffffff6: gnu_hash
    0x6ffffffd: versions_defined
    0x6ffffffe: versions_needed
    0x6fffffff: versions
