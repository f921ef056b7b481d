meta:
  id: endian_calc_bytes_enum
  encoding: ASCII
seq:
  - id: recs
    type: rec
    repeat: eos
enums:
  order:
    1: small
    2: large
types:
  rec:
    seq:
      - id: magic
        size: 2
      - id: ord
        type: u1
        enum: order
      - id: by_bytes
        type: by_bytes
      - id: by_enum
        size: 4
        type: by_enum
  by_bytes:
    meta:
      endian:
        switch-on: _parent.magic
        cases:
          '[0x49, 0x49]': le
          '[0x4d, 0x4d]': be
    seq:
      - id: v
        type: u2
  by_enum:
    meta:
      endian:
        switch-on: _parent.ord
        cases:
          order::small: le
          order::large: be
          _: be
    seq:
      - id: v
        type: u2
      - id: rest
        type: u1
        repeat: eos
    instances:
      whole:
        pos: 0
        type: u4
