meta:
  id: endian_calc_bits
  bit-endian: le
seq:
  - id: a
    type: part
  - id: b
    type: part
types:
  part:
    meta:
      endian:
        switch-on: '_io.pos < 10 ? 0 : 1'
        cases:
          0: le
          1: be
    seq:
      - id: lo
        type: b4
      - id: hi
        type: b4
      - id: w
        type: u2
      - id: bits
        type: inner
      - id: f
        type: f4
        repeat: expr
        repeat-expr: 2
      - id: e
        type: u2
        enum: e
    enums:
      e:
        1: one
    types:
      inner:
        meta:
          bit-endian: be
        seq:
          - id: x
            type: b4
          - id: y
            type: b12
          - id: z
            type: u4
          - id: le_bits
            type: b16le
          - id: v
            type: s2
            valid: -2
