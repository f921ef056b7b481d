meta:
  id: bit_across_le
  bit-endian: le
seq:
  - id: a
    type: b3
  - id: n1
    type: n5
  - id: n2
    type: n5
  - id: via
    type: b2
    if: inst >= 0
  - id: after_inst
    type: b6
  - id: calc_only
    type: b2
    if: calc > 0
  - id: sub
    type: n5
    size: 2
  - id: after_sub
    type: b4
  - id: sw
    type:
      switch-on: a
      cases:
        0: n5
        _: n_bits
  - id: arr
    type: n5
    repeat: expr
    repeat-expr: 3
  - id: end
    type: b1
types:
  n5:
    seq:
      - id: v
        type: b5
    instances:
      p:
        value: _io.pos
  n_bits:
    seq:
      - id: v
        type: b11
      - id: w
        type: n5
instances:
  calc:
    value: 'a + 1'
  inst:
    pos: 1
    type: b12
  inst_seq:
    pos: 2
    type: n_bits
  inst_rep:
    pos: 1
    type: b3
    repeat: expr
    repeat-expr: 4
