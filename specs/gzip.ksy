meta:
  id: gzip
  title: gzip compressed file
  application: [gzip, pigz, bgzip, zlib]
  file-extension: [gz, tgz, svgz, bgz]
  xref: {mime: application/gzip, wikidata: Q10287816, pronom: x-fmt/266, rfc: 1952}
  license: Apache-2.0
  ks-version: "0.11"
  encoding: ISO-8859-1
  endian: le
doc: |
  Members, one after another, each deflated by itself; what they hold belongs together. Most files have one.
doc-ref:
  - https://www.rfc-editor.org/rfc/rfc1952 GZIP file format specification version 4.3
  - https://samtools.github.io/hts-specs/SAMv1.pdf The BGZF compression format, section 4.1
seq:
  - id: members
    type: member
    repeat: until
    repeat-until: _io.eof
types:
  member:
    seq:
      - id: magic
        contents: [0x1f, 0x8b]
      - id: compression
        type: u1
        enum: compression
        valid: compression::deflate
      - id: reserved
        type: b3
        valid: 0
      - id: has_comment
        type: b1
      - id: has_name
        type: b1
      - id: has_extra
        type: b1
      - id: has_header_crc
        type: b1
      - id: is_text
        type: b1
        -default: false
        doc: Whether somebody thinks that it is text.
      - id: modified
        type: u4
        -default: 0
        doc: When the file was changed last, in seconds since 1970; 0 if that is not known.
      - id: effort
        type: u1
        -default: 0
        doc: 2 if it took the longest, 4 if it was fast.
      - id: system
        type: u1
        enum: system
        -default: system::unknown
        doc: Where it was made.
      - id: len_extra
        type: u2
        if: has_extra
      - id: extra
        size: len_extra
        type: extra
        if: has_extra
      - id: name
        type: strz
        if: has_name
        doc: Of the file, without its folder.
      - id: comment
        type: strz
        if: has_comment
      - id: header_crc
        type: u2
        -checksum: {algorithm: crc32, over: {from: magic, before: header_crc}, mask: 0xffff}
        if: has_header_crc
      - id: data
        size: _io.size - _io.pos - 8           # other tools: of the one member
        -size: _io.len_deflated
        -array: {dtype: u1, shape: [-1]}
        -codec: [deflate]
      - id: crc
        type: u4
        -checksum: {algorithm: crc32, over: data, decoded: true}
      - id: len_data
        type: u4
        -checksum: {algorithm: length, over: data, inflated: true, mask: 0xffffffff}
        doc: The last 32 bits of it.
  extra:
    seq:
      - id: fields
        type: field
        repeat: eos
  field:
    seq:
      - id: id
        type: str
        size: 2
      - id: len_body
        type: u2
      - id: body
        size: len_body
        type:
          switch-on: id
          cases:
            '"BC"': block
  block:
    doc: Of BGZF, whose members are found without inflating those before.
    seq:
      - id: len_member
        type: u2
        doc: Less 1. It does not follow an edit.
enums:
  compression:
    8: deflate
  system:
    0: fat
    1: amiga
    2: vms
    3: unix
    4: vm_cms
    5: atari_tos
    6: hpfs
    7: macintosh
    8: z_system
    9: cp_m
    10: tops_20
    11: ntfs
    12: qdos
    13: acorn_riscos
    255: unknown
