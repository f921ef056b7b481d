meta:
  id: names_members
  encoding: ASCII
seq:
  - id: close
    type: u1
  - id: from_bytes
    type: u1
  - id: read
    type: sub
  - id: kaitai_struct
    type: u1
  - id: kaitai_stream
    size: 1
    type: sub
  - id: bytes_io
    type: str
    size: 1
  - id: int_enum
    type: u1
    enum: int_enum_e
  - id: names_members
    type: u1
  - id: t
    type: u1
    repeat: until
    repeat-until: _ == names_members
  - id: raw_t
    size: 1
    process: xor(t.first)
  - id: m_x
    type: u1
  - id: debug
    type: u1
  - id: io_raw_sub
    size: 2
    type: sub
  - id: seq_fields
    type: u1
  - id: u
    type: u1
  - id: exception
    type: u1
    valid:
      any-of: [1, 2]
enums:
  int_enum_e:
    1: value_
    2: mro_
    3: int
    4: str
types:
  sub:
    params: []
    seq:
      - id: close
        type: u1
    instances:
      io:
        value: _io.size
      m:
        pos: 0
        type: u1
      parent:
        value: _parent._root._io.size
instances:
  x:
    value: m_x + 1
  pos:
    pos: 1
    type: u1
  to_i:
    value: kaitai_struct.to_s
  size:
    value: bytes_io.length + t.size
  enum_strs:
    value: '[int_enum_e::int, int_enum_e::str]'
