meta:
  id: measured
  endian: le
  encoding: UTF-8
seq:
  - {id: num_kinds, type: u1}
  - id: kinds
    type: u1
    enum: kind
    repeat: expr
    repeat-expr: num_kinds
    -derive: chunks.map(_.kind)
  - id: chunks
    type: chunk(_io.pos)
    repeat: eos
types:
  chunk:
    params:
      - {id: ofs_chunk, type: u4}
    seq:
      - {id: kind, type: u1, enum: kind}
      - {id: len_data, type: u2, valid: {max: 999}, -derive: data._sizeof}
      - id: data
        type:
          switch-on: kind
          cases:
            kind::line: line
            kind::row: row
            kind::pair: pair
      - id: end
        size: 0
        valid: {expr: _io.pos == ofs_chunk + 3 + len_data}
  line:
    seq:
      - {id: text, type: strz}
  row:
    doc: As long as it takes to stand at a multiple of 4.
    seq:
      - {id: padding, size: 4 - _io.pos % 4, -fill: 0}
      - {id: values, size: 8, -array: {dtype: f4, shape: [2]}}
  pair:
    doc: One measured inside another.
    seq:
      - {id: mark, type: u1}
      - {id: len_row, type: u1, -derive: row._sizeof}
      - {id: sign, type: sign}
      - {id: row, type: row}
      - {id: name, type: strz}
  sign:
    seq:
      - {id: letter, type: str, size: 1}
enums:
  kind:
    1: line
    2: row
    3: pair
