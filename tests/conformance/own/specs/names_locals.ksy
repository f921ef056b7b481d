meta:
  id: names_locals
  endian: le
  encoding: ASCII
  imports:
    - names_mod
seq:
  - id: io
    type: u1
  - id: i
    type: u1
  - id: pos
    type: u1
  - id: on
    type: u1
  - id: self_
    type: u1
  - id: list
    type: u1
    repeat: expr
    repeat-expr: i
  - id: str
    type: str
    size: i
  - id: int
    type: u2
  - id: len
    type: u1
  - id: bytes
    size: len
  - id: struct
    type: kaitai_struct_like
  - id: value
    type:
      switch-on: on
      cases:
        4: u1
        _: u2
    repeat: until
    repeat-until: _ == 0
  - id: root
    type: u1
  - id: parent
    type: u1
  - id: buf
    type: u1
    valid:
      expr: _ > 3
  - id: names_mod
    type: names_mod
  - id: range
    type: u1
    repeat: expr
    repeat-expr: len
  - id: min
    size: 2
  - id: max
    size: 1
  - id: object
    type: u1
  - id: hasattr
    type: u1
  - id: super_
    type: u1
  - id: property_
    type: u1
  - id: enum
    type: u1
    enum: enum
  - id: name
    type: names_mod
    size: 1
  - id: type
    type: u1
  - id: format
    type: u1
  - id: kaitaistruct_
    type: u1
  - id: read
    type: u1
  - id: index
    type: u1
    repeat: eos
enums:
  enum:
    1: name_
    2: value_
types:
  kaitai_struct_like:
    seq:
      - id: io
        type: u1
      - id: i
        type: u1
        repeat: expr
        repeat-expr: io
    instances:
      size:
        io: _parent._io
        pos: 0
        type: u1
instances:
  sum:
    value: io + i + pos + int + len + list[0] + bytes[0] + names_mod.v
  min_of:
    value: min.min + list.max
  str_up:
    value: str + str.reverse + int.to_s + str.length.to_s
  nm:
    pos: io
    type: names_mod
  len_of:
    value: bytes.length + list.size + str.length
  io2:
    io: _io
    pos: i
    type: u1
    repeat: expr
    repeat-expr: 2
  enum_lit:
    value: enum::name_
  i_inst:
    value: 'i > 1 ? 5 : 6'
