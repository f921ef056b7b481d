meta:
  id: endian_fixed_nesting
  endian: be
  bit-endian: le
  encoding: ASCII
seq:
  - id: a
    type: u2
  - id: bits_lo
    type: b4
  - id: bits_hi
    type: b4
  - id: le_part
    type: le_part
  - id: f
    type: f4
  - id: f_le
    type: f4le
  - id: last
    type: s8le
types:
  le_part:
    meta:
      endian: le
      bit-endian: be
    seq:
      - id: a
        type: u2
      - id: b
        type: u2be
      - id: bits_hi
        type: b4
      - id: bits_lo
        type: b4
      - id: n
        type: n1
      - id: d
        type: f8
    types:
      n1:
        seq:
          - id: a
            type: u4
          - id: n
            type: n2
          - id: s
            type: sibling
        types:
          n2:
            meta:
              endian: be
            seq:
              - id: a
                type: u4
              - id: c
                type: b12
              - id: d
                type: b4
              - id: v
                type: n2_sub
            instances:
              x:
                value: a << 1
            types:
              n2_sub:
                seq:
                  - id: q
                    type: u2
                  - id: bit_le
                    type: b3le
                  - id: bit_le2
                    type: b5le
  sibling:
    seq:
      - id: a
        type: u2
