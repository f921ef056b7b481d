meta:
  id: num_int_defaults
  endian: be
seq:
  - id: a
    type: u2
  - id: b
    type: inner_le
  - id: c
    type: inner_inherit
  - id: d
    type: u2le
types:
  inner_le:
    meta:
      endian: le
    seq:
      - id: x
        type: u2
      - id: y
        type: s4be
      - id: z
        type: deeper
    types:
      deeper:
        seq:
          - id: p
            type: u4
          - id: f
            type: f4
  inner_inherit:
    seq:
      - id: x
        type: s2
      - id: f
        type: f8
    instances:
      at_zero:
        pos: 0
        type: u4
      le_at_zero:
        pos: 0
        type: u4le
