meta:
  id: switch_key_kinds
  endian: le
  encoding: ASCII
seq:
  - id: recs
    type: rec
    repeat: eos
enums:
  k:
    1: one
    2: two
    3: three
types:
  rec:
    seq:
      - id: i
        type: s1
      - id: by_int
        type:
          switch-on: i
          cases:
            -1: neg
            0x41: hex
            2: two
      - id: e
        type: u1
        enum: k
      - id: by_enum
        type:
          switch-on: e
          cases:
            k::one: u1
            'k::two': two
            _: nil
      - id: s
        type: strz
      - id: by_str
        type:
          switch-on: s
          cases:
            '"ab"': hex
            '''c"d''': neg
            '""': two
            _: u2
      - id: b
        size: 2
      - id: by_bytes
        type:
          switch-on: b
          cases:
            '[0x41, 0x42]': neg
            '[0, 0]': two
      - id: flag
        type: b1
      - id: rest
        type: b7
      - id: by_bool
        type:
          switch-on: flag
          cases:
            true: neg
            false: nil
      - id: by_expr
        type:
          switch-on: 'i > 0 ? s + "!" : "minus"'
          cases:
            '"ab!"': u1
            '"minus"': u2
            _: nil
  neg:
    seq:
      - id: n
        type: s2
  hex:
    seq:
      - id: h
        type: u1
  two:
    seq:
      - id: t
        type: u1
      - id: t2
        type: u1
  nil: {}
