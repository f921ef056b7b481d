meta:
  id: bit_suffix_be
  bit-endian: be
seq:
  - id: a
    type: b5le
  - id: a2
    type: b3le
  - id: b
    type: b5
  - id: b2
    type: b11
  - id: c
    type: b1le
  - id: d
    type: b23le
  - id: e
    type: b65
  - id: skip
    type: u1
  - id: f
    type: nested
types:
  nested:
    meta:
      bit-endian: le
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
            type: b7be
            if: false
          - id: l
            type: b13
