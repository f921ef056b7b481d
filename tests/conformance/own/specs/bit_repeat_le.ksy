meta:
  id: bit_repeat_le
  bit-endian: le
seq:
  - id: trip
    type: b3
    repeat: expr
    repeat-expr: 5
  - id: one
    type: b1
    repeat: until
    repeat-until: not _
  - id: wide
    type: b13
    repeat: until
    repeat-until: _ > 4000 or _index == 3
  - id: idx
    type: b4
    if: not one[0]
    repeat: expr
    repeat-expr: trip[0] % 4
  - id: pairs
    type: pair
    repeat: expr
    repeat-expr: 2
  - id: al
    size: 1
  - id: all
    type: sevens
    size: 7
  - id: all8
    type: u1
    repeat: eos
types:
  sevens:
    seq:
      - id: s
        type: b7
        repeat: eos
  pair:
    seq:
      - id: x
        type: b3
      - id: y
        type: b6
