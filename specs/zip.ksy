meta:
  id: zip
  title: ZIP archive
  application: [Info-ZIP, 7-Zip, jar, Office]
  file-extension: [zip, jar, war, ear, whl, egg, apk, aar, docx, xlsx, pptx, odt, ods, odp, epub, npz, xpi, kmz, cbz]
  xref: {mime: application/zip, wikidata: Q136218, pronom: x-fmt/263, iso: 21320-1}
  license: Apache-2.0
  ks-version: "0.11"
  encoding: UTF-8
  endian: le
  bit-endian: le
doc: |
  Files with their names. The directory after them says what there is, and where. It is found from the end of the file, so other
  bytes may stand in front, such as a program that unpacks them.
doc-ref:
  - https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT APPNOTE 6.3.10
  - https://libzip.org/specifications/extrafld.txt Info-ZIP, extra fields
instances:
  ofs_end:
    value: _io.size - 22                             # other tools: where no comment follows
    -value: _io.last_index_of([0x50, 0x4b, 5, 6])
    doc: Where the end record stands.
  end:
    pos: ofs_end
    type: end
  is_wide:
    value: end.num_entries == 0xffff or end.len_directory == 0xffffffff or end.ofs_directory == 0xffffffff
    -value: end.ofs_directory == 0xffffffff or _io.has_at(ofs_end - 20, [0x50, 0x4b, 6, 7])
    -default: end.entries.size >= 0xffff
    doc: Whether the records of ZIP64 are there, with need or without.
  locator:
    pos: ofs_end - 20
    type: locator
    if: is_wide
  wide_end:
    pos: ofs_end - 76
    type: wide_end
    if: is_wide
  start:
    value: 'is_wide ? ofs_end - 76 - wide_end.as<wide_end>.len_directory - wide_end.as<wide_end>.ofs_directory
      : ofs_end - end.len_directory - end.ofs_directory'
    -default: 0
    doc: Where the archive begins, after what stands in front of it.
  entries:
    value: end.entries
    doc: What there is, in the order of the directory.
types:
  end:
    seq:
      - id: magic
        contents: [PK, 5, 6]
      - id: disk
        type: u2
        -default: 0
      - id: directory_disk
        type: u2
        -default: 0
      - id: num_entries_here
        type: u2
        -default: 0
        -derive: num_entries
      - id: num_entries
        type: u2
        -default: '_root.is_wide ? 0xffff : 0'
        -derive: 'num_entries == 0xffff and _root.is_wide or entries.size >= 0xffff ? 0xffff : entries.size'
      - id: len_directory
        type: u4
        -checksum: {algorithm: length, over: entries, if: len_directory != 0xffffffff}
      - id: ofs_directory
        type: u4
      - id: len_comment
        type: u2
      - id: comment
        size: len_comment
        -default: '[].as<bytes>'
      - id: rest
        size-eos: true
        -default: '[].as<bytes>'
        doc: What some programs put after it.
    instances:
      entries:
        io: _root._io
        pos: '(ofs_directory == 0xffffffff ? _root.wide_end.as<wide_end>.ofs_directory : ofs_directory) + _root.start'
        type: entry
        repeat: expr
        repeat-expr: 'num_entries == 0xffff and _root.is_wide ? _root.wide_end.as<wide_end>.num_entries : num_entries'
  locator:
    seq:
      - id: magic
        contents: [PK, 6, 7]
      - id: disk
        type: u4
        -default: 0
      - id: ofs_wide_end
        type: u8
        -derive: _root.wide_end.as<wide_end>.ofs_directory + _root.wide_end.as<wide_end>.len_directory
      - id: num_disks
        type: u4
        -default: 1
  wide_end:
    seq:
      - id: magic
        contents: [PK, 6, 6]
      - id: len_rest
        type: u8
        -default: 44
      - id: made_by
        type: u2
        -default: 45
      - id: needed
        type: u2
        -default: 45
      - id: disk
        type: u4
        -default: 0
      - id: directory_disk
        type: u4
        -default: 0
      - id: num_entries_here
        type: u8
        -derive: _root.end.entries.size
      - id: num_entries
        type: u8
        -derive: _root.end.entries.size
      - id: len_directory
        type: u8
        -derive: '_root.end.len_directory == 0xffffffff ? len_directory : _root.end.len_directory'
      - id: ofs_directory
        type: u8
        -derive: '_root.end.ofs_directory == 0xffffffff ? ofs_directory : _root.end.ofs_directory'
  entry:
    seq:
      - id: magic
        contents: [PK, 1, 2]
      - id: made_by
        type: u1
        -default: 20
        doc: The version of the format, times ten.
      - id: system
        type: u1
        enum: system
        -default: system::unix
        doc: What `external` means.
      - id: needed
        type: u2
        -default: 20
      - id: is_encrypted
        type: b1
        -default: false
      - id: effort
        type: b2
        -default: 0
      - id: has_descriptor
        type: b1
        -default: false
        doc: Whether sum and sizes stand after the data.
      - id: flags
        type: b7
        -default: 0
      - id: is_utf8
        type: b1
        -default: true
        doc: Whether name and comment are UTF-8; otherwise they are code page 437, or what somebody took for it.
      - id: more_flags
        type: b4
        -default: 0
      - id: method
        type: u2
        enum: method
        -default: method::deflated
      - id: half_second
        type: b5
        -default: 0
      - id: minute
        type: b6
        -default: 0
      - id: hour
        type: b5
        -default: 0
      - id: day
        type: b5
        -default: 1
      - id: month
        type: b4
        -default: 1
      - id: year
        type: b7
        -default: 0
        doc: Since 1980.
      - id: crc
        type: u4
        -checksum: {algorithm: crc32, over: local.data, decoded: true, if: local.is_plain}
      - id: len_packed
        type: u4
        -default: 0
      - id: len_data
        type: u4
        -default: 0
      - id: len_name
        type: u2
      - id: len_extra
        type: u2
      - id: len_comment
        type: u2
      - id: disk
        type: u2
        -default: 0
      - id: internal
        type: u2
        -default: 0
      - id: external
        type: u4
        -default: 0
        doc: On Unix, the mode in the upper half.
      - id: ofs_local
        type: u4
      - id: name
        size: len_name
        doc: With `/` between folders; one at the end makes it a folder.
      - id: extra
        size: len_extra
        type: extra
      - id: comment
        size: len_comment
        -default: '[].as<bytes>'
    instances:
      path:
        value: 'is_utf8 ? name.to_s("UTF-8") : name.to_s("IBM437")'
        doc: The name as text.
      wide:
        value: extra.fields
        -value: extra.fields.where(_.id == extra_id::wide)
        doc: The field with numbers that are too large for theirs, which are 0xffffffff then.
      size_data:
        value: 'len_data == 0xffffffff ? wide[0].body.as<wide>.numbers[0] : len_data'
      size_packed:
        value: 'len_packed == 0xffffffff ? wide[0].body.as<wide>.numbers[len_data == 0xffffffff ? 1 : 0] : len_packed'
      local:
        io: _root._io
        pos: '(ofs_local == 0xffffffff
          ? wide[0].body.as<wide>.numbers[(len_data == 0xffffffff ? 1 : 0) + (len_packed == 0xffffffff ? 1 : 0)]
          : ofs_local) + _root.start'
        type: local
  local:
    doc: What stands with the data; the directory has the same, and more.
    seq:
      - id: magic
        contents: [PK, 3, 4]
      - id: needed
        type: u2
        -default: _parent.needed
      - id: is_encrypted
        type: b1
        -default: _parent.is_encrypted
      - id: effort
        type: b2
        -default: _parent.effort
      - id: has_descriptor
        type: b1
        -default: _parent.has_descriptor
      - id: flags
        type: b7
        -default: _parent.flags
      - id: is_utf8
        type: b1
        -default: _parent.is_utf8
      - id: more_flags
        type: b4
        -default: _parent.more_flags
      - id: method
        type: u2
        enum: method
        -derive: _parent.method
      - id: half_second
        type: b5
        -default: _parent.half_second
      - id: minute
        type: b6
        -default: _parent.minute
      - id: hour
        type: b5
        -default: _parent.hour
      - id: day
        type: b5
        -default: _parent.day
      - id: month
        type: b4
        -default: _parent.month
      - id: year
        type: b7
        -default: _parent.year
      - id: crc
        type: u4
        -default: 0
        -derive: 'has_descriptor ? crc : _parent.crc'
      - id: len_packed
        type: u4
        -default: 0
        -derive: 'has_descriptor or len_packed == 0xffffffff or _parent.len_packed == 0xffffffff ? len_packed : _parent.len_packed'
      - id: len_data
        type: u4
        -default: 0
        -derive: 'has_descriptor or len_data == 0xffffffff or _parent.len_data == 0xffffffff ? len_data : _parent.len_data'
      - id: len_name
        type: u2
      - id: len_extra
        type: u2
      - id: name
        size: len_name
        -derive: _parent.name
      - id: extra
        size: len_extra
        type: {switch-on: len_packed == 0xffffffff, cases: {true: local_extra}}
        -default: '[].as<bytes>'
        doc: Fields as in the directory, or what aligns the data. With sizes among them, they are `fields`.
      - id: data
        size: '_parent.len_packed == 0xffffffff ? _parent.size_packed : _parent.len_packed'
        if: is_plain
        -array: {dtype: u1, shape: ['_parent.len_data == 0xffffffff ? _parent.size_data : _parent.len_data']}
        -codec:
          switch-on: _parent.method
          cases:
            method::stored: []
            method::deflated: [deflate]
      - id: packed
        size: '_parent.len_packed == 0xffffffff ? _parent.size_packed : _parent.len_packed'
        if: not is_plain
        doc: Data that is encrypted, or compressed in another way.
      - id: descriptor
        type: descriptor
        if: has_descriptor
    instances:
      is_plain:
        value: not _parent.is_encrypted and (_parent.method == method::stored or _parent.method == method::deflated)
      is_wide:
        value: len_packed == 0xffffffff or len_extra >= 4 and extra.as<bytes>[0] == 1 and extra.as<bytes>[1] == 0
        doc: Whether the descriptor has sizes of eight bytes.
  descriptor:
    seq:
      - id: mark
        type: u4
        -default: 0x08074b50
        -derive: 'mark == 0x08074b50 ? mark : entry.crc'
        doc: That this is one; some programs leave it out, so it is the sum.
      - id: crc
        type: u4
        if: mark == 0x08074b50
        -derive: entry.crc
      - id: len_packed
        type: {switch-on: _parent.is_wide, cases: {true: u8, false: u4}}
        -derive: 'entry.len_packed == 0xffffffff ? entry.size_packed : entry.len_packed'
      - id: len_data
        type: {switch-on: _parent.is_wide, cases: {true: u8, false: u4}}
        -derive: 'entry.len_data == 0xffffffff ? entry.size_data : entry.len_data'
    instances:
      entry:
        value: _parent._parent
  extra:
    seq:
      - id: fields
        type: field
        repeat: eos
        -default: '[].as<field[]>'
  field:
    seq:
      - id: id
        type: u2
        enum: extra_id
      - id: len_body
        type: u2
      - id: body
        size: len_body
        type:
          switch-on: id
          cases:
            extra_id::wide: wide
            extra_id::times: times
            extra_id::owner: owner
            extra_id::unicode_path: unicode_text
            extra_id::unicode_comment: unicode_text
  wide:
    seq:
      - id: numbers
        type: u8
        repeat: expr
        repeat-expr: _io.size / 8
      - id: disk
        size-eos: true
        -default: '[].as<bytes>'
  local_extra:
    seq:
      - id: fields
        type: local_field
        repeat: eos
  local_field:
    seq:
      - id: id
        type: u2
        enum: extra_id
      - id: len_body
        type: u2
      - id: body
        size: len_body
        type: {switch-on: id, cases: {extra_id::wide: local_wide}}
  local_wide:
    seq:
      - id: len_data
        type: u8
        -derive: 'local.has_descriptor ? len_data : entry.len_data == 0xffffffff ? entry.size_data : entry.len_data'
      - id: len_packed
        type: u8
        -derive: 'local.has_descriptor ? len_packed : entry.len_packed == 0xffffffff ? entry.size_packed : entry.len_packed'
      - id: rest
        size-eos: true
        -default: '[].as<bytes>'
    instances:
      local:
        value: _parent._parent._parent
      entry:
        value: local._parent
  times:
    doc: In seconds since 1970; the directory has the first alone.
    seq:
      - id: modified_is_there
        type: b1
      - id: accessed_is_there
        type: b1
      - id: created_is_there
        type: b1
      - id: reserved
        type: b5
        -default: 0
      - id: times
        type: s4
        repeat: eos
  owner:
    seq:
      - id: version
        type: u1
        -default: 1
      - id: len_user
        type: u1
      - id: user
        size: len_user
      - id: len_group
        type: u1
      - id: group
        size: len_group
  unicode_text:
    seq:
      - id: version
        type: u1
        -default: 1
      - id: crc_of_other
        type: u4
        doc: Of the name or comment that this stands for.
      - id: text
        type: str
        size-eos: true
enums:
  system:
    0: dos
    1: amiga
    2: vms
    3: unix
    7: macintosh
    10: ntfs
    11: mvs
    14: vfat
    19: darwin
  method:
    0: stored
    1: shrunk
    6: imploded
    8: deflated
    9: deflate64
    12: bzip2
    14: lzma
    93: zstd
    95: xz
    98: ppmd
    99: aes
  extra_id:
    0x0001: wide
    0x000a: ntfs
    0x5455: times
    0x5855: old_unix
    0x6375: unicode_comment
    0x7075: unicode_path
    0x7855: old_owner
    0x7875: owner
    0x9901: aes
    0xcafe: jar
