meta:
  id: repeat_count_errors
  endian: be
seq:
  - id: n
    type: s1
  - id: neg
    type: u1
    repeat: expr
    repeat-expr: n
  - id: zero
    type: sub
    repeat: expr
    repeat-expr: 0
  - id: one
    type: sub
    size: 1
    repeat: expr
    repeat-expr: n + 2
instances:
  too_many:
    pos: 0
    type: u2
    repeat: expr
    repeat-expr: 3
  never:
    pos: 1
    type: u1
    repeat: until
    repeat-until: _ == 200
  partial:
    pos: 0
    type: u2
    repeat: eos
  neg_size:
    pos: 0
    size: n
  idx_out:
    value: one[7].v
  last_empty:
    value: zero.size
types:
  sub:
    seq:
      - id: v
        type: u1
