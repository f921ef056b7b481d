meta:
  id: inst_no_pos
  endian: le
seq:
  - id: a
    type: u1
  - id: b
    size: next_one
  - id: c
    type: u1
  - id: sub
    type: sub
    size: 4
instances:
  next_one:
    type: u1
  last_no_pos:
    size: 2
  typed_no_pos:
    type: sub::two
  in_sub:
    io: sub._io
    type: u1
types:
  sub:
    seq:
      - id: x
        type: u1
    instances:
      after_x:
        type: u1
      after_list:
        type: u1
        repeat: expr
        repeat-expr: 1
    types:
      two:
        seq:
          - id: v
            type: u2
