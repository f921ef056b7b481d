meta:
  id: endian_calc_undecided_inst
seq:
  - id: n
    type: u1
  - id: marks
    type: u1
    repeat: expr
    repeat-expr: n
instances:
  i0:
    pos: 4
    type: num(marks[0])
  i1:
    pos: 4
    type: num(marks[1])
  i2:
    pos: 4
    type: num(marks[2])
  all:
    pos: 4
    type: num(marks[_index])
    repeat: expr
    repeat-expr: 3
types:
  num:
    meta:
      endian:
        switch-on: how
        cases:
          0x4c: le
          0x42: be
    params:
      - id: how
        type: u1
    seq:
      - id: v
        type: u2
      - id: only_bytes
        size: 1
    instances:
      tail:
        pos: 5
        type: u2
