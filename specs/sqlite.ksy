meta:
  id: sqlite
  title: SQLite database
  application: SQLite
  file-extension: [sqlite, sqlite3, db, db3]
  xref: {mime: application/vnd.sqlite3, wikidata: Q28600453, pronom: fmt/729}
  license: Apache-2.0
  ks-version: "0.11"
  encoding: UTF-8
  endian: be
doc: |
  Tables and indices of a database: trees of pages, cells in these, records in cells.

  A writer puts back what was there, with values that were edited in their places.
doc-ref: https://www.sqlite.org/fileformat2.html Database File Format
seq:
  - id: header
    type: header
    size: 100
  - id: schema
    size: page_size - 100
    type: page(1, 1)
    doc: 'The table of tables: their kind, name, table, first page, and how they were made.'
  - id: others
    type: others
    size-eos: true
instances:
  page_size:
    value: 'header.len_page == 1 ? 65536 : header.len_page'
  usable:
    value: page_size - header.len_reserved
    doc: Bytes of a page that SQLite has.
types:
  others:
    doc: The other pages. Trees lead to theirs; some are free.
  header:
    seq:
      - id: magic
        contents: ["SQLite format 3", 0]
      - id: len_page
        type: u2
        -usual: [512, 1024]
        valid: {expr: _ == 1 or _ >= 512 and (_ & _ - 1) == 0}
        doc: 1 for 65,536 bytes.
      - id: write_version
        type: u1
        -usual: [1]
        doc: 1 with a journal, 2 with a log that is written ahead.
      - id: read_version
        type: u1
        -usual: [1]
      - id: len_reserved
        type: u1
        -usual: [0]
        valid: {max: 32}
      - id: most_of_payload
        type: u1
        valid: 64
      - id: least_of_payload
        type: u1
        valid: 32
      - id: leaf_payload
        type: u1
        valid: 32
      - id: num_changes
        type: u4
      - id: num_pages
        type: u4
        -usual: [1]
      - id: first_free
        type: u4
        -usual: [0]
        doc: The first page of the list of those that are free; 0 if there is none.
      - id: num_free
        type: u4
        -usual: [0]
      - id: schema_cookie
        type: u4
      - id: schema_format
        type: u4
        -usual: [4]
        valid: {max: 4}
      - id: cache
        type: s4
      - id: largest_root
        type: u4
        -usual: [0]
      - id: encoding
        type: u4
        -usual: [encoding::utf8]
        enum: encoding
        valid: {in-enum: true}
      - id: user_version
        type: u4
      - id: is_incremental
        type: u4
        -usual: [0]
      - id: application
        type: u4
      - id: reserved
        size: 20
      - id: valid_for
        type: u4
      - id: version
        type: u4
        doc: Of SQLite, as 3045001 for 3.45.1.
  varint:
    doc: A number in groups of seven bits, the highest first; a ninth byte has eight.
    seq:
      - id: groups
        type: u1
        repeat: until
        repeat-until: _ < 0x80 or _index == 8
    instances:
      first:
        value: >-
          groups.size < 2 ? 0 : groups.size < 3 ? groups[0] & 0x7f : groups.size < 4 ? (groups[0] & 0x7f) << 7 | groups[1] & 0x7f
          : (groups[0] & 0x7f) << 14 | (groups[1] & 0x7f) << 7 | groups[2] & 0x7f
        doc: The first three groups but the last.
      middle:
        value: >-
          groups.size < 5 ? first : groups.size < 6 ? first << 7 | groups[3] & 0x7f
          : groups.size < 7 ? first << 14 | (groups[3] & 0x7f) << 7 | groups[4] & 0x7f
          : first << 21 | (groups[3] & 0x7f) << 14 | (groups[4] & 0x7f) << 7 | groups[5] & 0x7f
      most:
        value: >-
          groups.size < 8 ? middle : groups.size < 9 ? middle << 7 | groups[6] & 0x7f
          : middle << 14 | (groups[6] & 0x7f) << 7 | groups[7] & 0x7f
      unsigned:
        value: 'groups.size < 9 ? most << 7 | groups.last : most << 8 | groups.last'
      value:
        value: 'unsigned < 0x8000000000000000 ? unsigned : unsigned - 0x10000000000000000'
  page:
    params:
      - id: number
        type: u4
        doc: From 1.
      - id: is_schema
        type: u1
        doc: Whether it is of the table of tables.
    seq:
      - id: kind
        type: u1
        enum: page_kind
        valid: {in-enum: true}
        -usual: [page_kind::table_leaf]
      - id: first_free
        type: u2
        -usual: [0]
        doc: Where bytes that are free begin; 0 if there are none.
      - id: num_cells
        type: u2
        -usual: [0]
      - id: ofs_cells
        type: u2
        -usual: [_root.usable]
        doc: 0 for 65,536.
      - id: num_fragments
        type: u1
        -usual: [0]
      - id: last_child
        type: child(is_schema)
        if: is_interior
      - id: cells
        type: cell
        repeat: expr
        repeat-expr: num_cells
    instances:
      is_interior:
        value: kind == page_kind::table_interior or kind == page_kind::index_interior
      is_table:
        value: kind == page_kind::table_interior or kind == page_kind::table_leaf
  child:
    params:
      - id: is_schema
        type: u1
    seq:
      - id: number
        type: u4
        valid: {min: 2}
    instances:
      page:
        io: _root._io
        pos: (number - 1) * _root.page_size
        size: _root.page_size
        type: page(number, is_schema)
  cell:
    seq:
      - id: ofs_body
        type: u2
    instances:
      body:
        pos: 'ofs_body - (_parent.number == 1 ? 100 : 0)'
        type: body(_parent)
  body:
    params:
      - id: page
        type: page
    seq:
      - id: child
        type: child(page.is_schema)
        if: page.is_interior
      - id: len_payload
        type: varint
        if: has_record
      - id: row
        type: varint
        if: page.is_table
        doc: The number of the row.
      - id: record
        size: len_payload.value
        type: record
        if: has_record and not is_long
      - id: start
        size: len_start
        if: is_long
        doc: The first bytes of a record that does not fit into the page.
      - id: rest
        type: piece
        if: is_long
        doc: Where it goes on.
    instances:
      most:
        value: 'page.kind == page_kind::table_leaf ? _root.usable - 35 : (_root.usable - 12) * 64 / 255 - 23'
      least:
        value: (_root.usable - 12) * 32 / 255 - 23
      tree:
        io: _root._io
        pos: (record.values[3].number - 1) * _root.page_size
        size: _root.page_size
        type: page(record.values[3].number, 0)
        if: page.is_schema == 1 and has_record and not is_long and record.values[3].kind != 0 and record.values[3].number > 0
        doc: The first page of what a row of the table of tables is about.
      has_record:
        value: page.kind != page_kind::table_interior
      filling:
        value: 'has_record ? least + (len_payload.value - least) % (_root.usable - 4) : 0'
      is_long:
        value: has_record and len_payload.value > most
      len_start:
        value: 'filling <= most ? filling : least'
  piece:
    seq:
      - id: number
        type: u4
        doc: Of the page; 0 for none.
    instances:
      page:
        io: _root._io
        pos: (number - 1) * _root.page_size
        size: _root.usable
        type: overflow
        if: number != 0
  overflow:
    seq:
      - id: rest
        type: piece
      - id: data
        size-eos: true
        doc: Of the last page, with what is too much.
  record:
    seq:
      - id: len_kinds
        type: varint
      - id: kinds
        type: kinds
        size: len_kinds.value - len_kinds.groups.size
      - id: values
        type: value(kinds.all[_index].value)
        repeat: expr
        repeat-expr: kinds.all.size
  kinds:
    seq:
      - id: all
        type: varint
        repeat: eos
        doc: 0 for nothing, 1 to 6 for integers, 7 for a fraction, 8 and 9 for 0 and 1, others for bytes (even) and texts (odd).
  value:
    params:
      - id: kind
        type: s8
    seq:
      - id: integer
        type:
          switch-on: kind
          cases: {1: s1, 2: s2, 4: s4, 6: s8}
      - id: integer_24
        type: b24
        if: kind == 3
      - id: integer_48
        type: b48
        if: kind == 5
      - id: fraction
        type: f8
        if: kind == 7
      - id: blob
        size: (kind - 12) / 2
        if: kind >= 12 and kind % 2 == 0
      - id: text
        type: text
        size: (kind - 13) / 2
        if: kind >= 13 and kind % 2 == 1
    instances:
      number:
        value: >-
          kind == 3 ? (integer_24 < 0x800000 ? integer_24 : integer_24 - 0x1000000)
          : kind == 5 ? (integer_48 < 0x800000000000 ? integer_48 : integer_48 - 0x1000000000000)
          : kind == 9 ? 1 : kind >= 1 and kind <= 6 ? integer : 0
        doc: The integer; 0 where there is none.
  text:
    seq:
      - id: utf8
        type: str
        size-eos: true
        if: _root.header.encoding.to_i < 2
      - id: utf16le
        type: str
        size-eos: true
        encoding: UTF-16LE
        if: _root.header.encoding == encoding::utf16le
      - id: utf16be
        type: str
        size-eos: true
        encoding: UTF-16BE
        if: _root.header.encoding == encoding::utf16be
enums:
  encoding: {0: none, 1: utf8, 2: utf16le, 3: utf16be}
  page_kind:
    2: index_interior
    5: table_interior
    10: index_leaf
    13: table_leaf
