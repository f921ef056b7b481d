meta:
  id: tar
  title: Tape archive (tar)
  application: [GNU tar, bsdtar, "Python's tarfile"]
  file-extension: [tar, crate, gem, ova]
  xref: {mime: application/x-tar, wikidata: Q283579, pronom: x-fmt/265}
  license: Apache-2.0
  ks-version: "0.11"
  encoding: UTF-8
  endian: le
doc: |
  Files, one after another, each behind a header of 512 bytes.

  Numbers of headers are octal text, in binary where they are too large for it. These are ustar, pax, and what GNU tar and the first tar write.
doc-ref:
  - https://pubs.opengroup.org/onlinepubs/9799919799/utilities/pax.html pax, ustar Interchange Format
  - https://www.gnu.org/software/tar/manual/html_node/Standard.html GNU tar, Basic Tar Format
seq:
  - id: members
    type: 'member(_index == 0 ? "" : members[_index - 1].told_next)'
    repeat: until
    repeat-until: not _.is_there or _io.eof
    doc: What is in the archive; the last one has no name and is a block of zeros, where there is one.
  - id: rest
    size-eos: true
    if: not members.last.is_there
    # 16 times 32 zeros
    -default: >-
      [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0].as<u1[]>
      .map([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0].as<bytes>).joined
    doc: Another block of zeros; most programs fill up to a multiple of 10,240 bytes, some write no other block.
instances:
  is_ended:
    value: true
    -value: not members.last.is_there and rest.size >= 512
    -valid: true
    doc: Whether two blocks of zeros stand at the end. Programs read an archive without them, too.
  num_behind:
    value: 0
    -value: 'members.last.is_there or rest.size == 0 ? 0 : rest.max'
    -valid: 0
    doc: Not 0 where more than zeros stand at the end, such as another archive.
types:
  member:
    params:
      - id: told
        type: str
        doc: How many bytes the body has, by a pax record in front; empty if there is none.
    seq:
      - id: header
        type: header
        size: 512
      - id: maps
        type: sparse_map
        repeat: until
        repeat-until: _.goes_on == 0
        if: is_there and header.about.kind == kind::gnu_sparse and header.goes_on != 0
        doc: More of where the parts of a sparse file belong, whose header has four places for that.
      - id: body
        size: len_body
        if: is_there
        type:
          switch-on: header.about.kind
          cases:
            kind::pax: pax
            kind::pax_global: pax
            kind::gnu_name: long_name
            kind::gnu_link: long_name
        doc: What the file holds.
      - id: padding
        size: (512 - len_body % 512) % 512
        if: is_there
        -fill: 0
    instances:
      is_there:
        value: header.name != ""
      has_body:
        value: >-
          is_there and header.about.kind != kind::gnu_label
          and (header.about.kind.to_i < kind::hard_link.to_i or header.about.kind.to_i > kind::pipe.to_i)
        doc: Links, folders, devices and labels have none, whatever length they tell.
      is_ahead:
        value: >-
          is_there and (header.about.kind == kind::pax or header.about.kind == kind::gnu_name
          or header.about.kind == kind::gnu_link)
        doc: Whether it tells of the next file, and is none.
      is_told:
        value: told != "" and not is_ahead
      len_body:
        value: 'not has_body or is_told ? (has_body ? told.to_i : 0) : header.about.len_body.to_i(8)'
      told_next:
        value: '""'
        -value: >-
          not is_ahead ? ""
          : header.about.kind != kind::pax or body.as<pax>.records.where(_.key == "size").size == 0 ? told
          : body.as<pax>.records.where(_.key == "size").last.value.to_s("ASCII")
        doc: What a pax record tells of the body of the next file; empty if there is none.
      num_sizes:
        value: 0
        -value: >-
          is_there and header.about.kind == kind::pax_global
          ? body.as<pax>.records.where(_.key == "size").size : 0
        -valid: 0
        doc: Lengths that records for all files tell; they are not looked at.
  header:
    seq:
      - id: name
        type: str
        size: 100
        terminator: 0
        -usual: ['"a.txt"', '"b/c.txt"', '""']
        doc: Behind the prefix and a `/`, if there is one; pax and GNU members in front may have a longer one.
      - id: about
        type: about
        if: name != ""
      - id: blank
        type: b3296
        if: name == ""
        valid: 0
    instances:
      goes_on:
        pos: 482
        type: u1
        doc: Of a sparse file of GNU tar, whether more of its map follows.
  sparse_map:
    seq:
      - id: places
        size: 504
      - id: goes_on
        type: u1
      - id: blank
        size: 7
        -fill: 0
  about:
    seq:
      - id: mode
        type: str
        size: 8
        terminator: 0
        encoding: ISO-8859-1
        -encoding: base256
        -default: '"0000644"'
        -usual: ['"0000644"', '"0000755"']
      - id: owner
        type: str
        size: 8
        terminator: 0
        encoding: ISO-8859-1
        -encoding: base256
        -default: '"0000000"'
        -usual: ['"0000000"', '"0001750"']
      - id: group
        type: str
        size: 8
        terminator: 0
        encoding: ISO-8859-1
        -encoding: base256
        -default: '"0000000"'
        -usual: ['"0000000"', '"0001750"']
      - id: len_body
        type: str
        size: 12
        terminator: 0
        encoding: ISO-8859-1
        -encoding: base256
        -default: '"00000000000"'
        -usual: ['"00000000012"', '"00000000005"', '"00000000000"', '"00000001003"']
        doc: Bytes of the body, in octal digits.
      - id: time
        type: str
        size: 12
        terminator: 0
        encoding: ISO-8859-1
        -encoding: base256
        -default: '"00000000000"'
        -usual: ['"00000000000"', '"14672567123"']
        doc: When it was changed, in seconds since 1970, in octal digits.
      - id: checksum
        type: str
        size: 6
        -checksum:
          algorithm: sum32
          base: 8
          over: [{before: checksum}, '[32, 32, 32, 32, 32, 32, 32, 32].as<bytes>', {behind: checksum_end}]
        doc: The sum of the bytes of the header, with blanks for the checksum and what ends it.
      - id: checksum_end
        size: 2
        -default: '[0, 32].as<bytes>'
        -usual: ['[0, 32].as<bytes>']
      - id: kind
        type: u1
        enum: kind
        -usual: 'len_body.to_i(8) == 0 ? [kind::file, kind::folder, kind::symbolic_link] : [kind::file]'
      - id: target
        type: str
        size: 100
        terminator: 0
        -default: '""'
        -usual: ['""', '"some"']
        doc: Of a link.
      - id: magic
        size: 8
        -default: '[0x75, 0x73, 0x74, 0x61, 0x72, 0, 0x30, 0x30].as<bytes>'
        -usual: ['[0x75, 0x73, 0x74, 0x61, 0x72, 0, 0x30, 0x30].as<bytes>']
        doc: '`ustar` and a version; zeros in files of the first tar, which have nothing behind it.'
      - id: owner_name
        type: str
        size: 32
        terminator: 0
        -default: '""'
        -usual: ['""', '"root"']
      - id: group_name
        type: str
        size: 32
        terminator: 0
        -default: '""'
        -usual: ['""', '"root"']
      - id: major
        type: str
        size: 8
        terminator: 0
        encoding: ISO-8859-1
        -encoding: base256
        -default: '"0000000"'
        -usual: ['"0000000"']
      - id: minor
        type: str
        size: 8
        terminator: 0
        encoding: ISO-8859-1
        -encoding: base256
        -default: '"0000000"'
        -usual: ['"0000000"']
      - id: prefix
        type: str
        size: 155
        terminator: 0
        -default: '""'
        -usual: ['""']
        doc: What stands before the name.
      - id: padding
        size: 12
        -fill: 0
  pax:
    seq:
      - id: records
        type: pax_record
        repeat: eos
  pax_record:
    seq:
      - id: len_all
        type: str
        terminator: 0x20
        encoding: ASCII
        -usual: ['"10"']
        -derive: (len_rest + (len_rest + len_rest.to_s.length).to_s.length).to_s
        doc: Bytes of the record with these digits, in decimal digits.
      - id: key
        type: str
        terminator: 0x3d
        -usual: ['"a"', '"b"']
      - id: value
        size: len_all.to_i - len_all.length - key.to_b("UTF-8").size - 3
        doc: Text in UTF-8, unless the key says otherwise.
      - id: end
        contents: [10]
    instances:
      len_rest:
        value: key.to_b("UTF-8").size + value.size + 3
  long_name:
    seq:
      - id: text
        type: strz
enums:
  kind:
    0x00: old_file
    0x30: file
    0x31: hard_link
    0x32: symbolic_link
    0x33: character_device
    0x34: block_device
    0x35: folder
    0x36: pipe
    0x37: contiguous_file
    0x44: gnu_folder
    0x4b: gnu_link
    0x4c: gnu_name
    0x53: gnu_sparse
    0x56: gnu_label
    0x67: pax_global
    0x78: pax
