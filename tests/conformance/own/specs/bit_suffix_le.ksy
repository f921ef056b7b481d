meta:
  id: bit_suffix_le
  bit-endian: le
seq:
  - id: a
    type: b5be
  - id: a2
    type: b3be
  - id: b
    type: b5
  - id: b2
    type: b11
  - id: c
    type: b1be
  - id: d
    type: b23be
  - id: e
    type: b65
  - id: skip
    type: u1
  - id: f
    type: nested
types:
  nested:
    meta:
      bit-endian: be
    seq:
      - id: g
        type: b4
      - id: h
        type: b12
      - id: i
        type: sub
    types:
      sub:
        seq:
          - id: j
            type: b3
          - id: k
            type: b7le
            if: false
          - id: l
            type: b13
