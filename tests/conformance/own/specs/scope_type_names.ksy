meta:
  id: scope_type_names
  encoding: ASCII
seq:
  - id: a
    type: scope_type_names
  - id: b
    type: str_
  - id: c
    type: kaitai_stream
  - id: d
    type: bytes_io
  - id: e
    type: int
  - id: f
    type: list
    size: 2
  - id: g
    type: io_
types:
  scope_type_names:
    seq:
      - id: inner_v
        type: u1
  str_:
    seq:
      - id: s
        type: str
        size: 1
  kaitai_stream:
    seq:
      - id: v
        type: u1
        enum: kinds
    enums:
      kinds:
        5: five
  bytes_io:
    seq:
      - id: sub
        size: 1
        type: int
  int:
    seq:
      - id: int
        type: u1
    instances:
      int2:
        value: int + 1
  list:
    seq:
      - id: list
        type: int
        repeat: eos
  io_:
    seq:
      - id: x
        size: 1
        process: xor(1)
        type: list
