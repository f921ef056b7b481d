meta:
  id: valid_seq
  ks-debug: true
seq:
  - id: a
    type: u1
    valid:
      any-of: [1, 2, 3]
  - id: b
    type: u1
    if: a == 2
    valid:
      min: a
  - type: u1
    valid:
      expr: _ != a
  - id: names
    type: strz
    encoding: ASCII
    repeat: expr
    repeat-expr: a
    valid:
      max: '"m"'
  - id: kind
    type: u1
    enum: kind
    valid:
      in-enum: true
  - id: sub
    type: sub
    size: 3
    valid:
      expr: _.x < 10
enums:
  kind:
    1: one
    255: max
types:
  sub:
    seq:
      - id: x
        type: u1
      - id: y
        size-eos: true
        valid: '[0x41, 0x42]'
