meta:
  id: inst_mid_seq
  endian: le
seq:
  - id: ofs
    type: u1
  - id: a
    size: len_at
  - id: b
    type: sub
    if: flag_at == 1
  - id: c
    size: table[_index] + b.back
    repeat: expr
    repeat-expr: table.size
  - id: d
    type: u1
    repeat: until
    repeat-until: _ == stop.v
  - id: e
    type:
      switch-on: table.last
      cases:
        2: u1
        1: u2
  - id: tail
    size-eos: true
instances:
  len_at:
    pos: ofs
    type: u1
  flag_at:
    pos: ofs + 1
    type: u1
  stop:
    pos: ofs + 2
    type: stopper
  table:
    pos: ofs + 3
    type: u1
    repeat: expr
    repeat-expr: 2
types:
  stopper:
    seq:
      - id: v
        type: u1
  sub:
    seq:
      - id: x
        type: u1
      - id: y
        size: peek
    instances:
      peek:
        pos: _root.ofs + 4
        type: u1
      back:
        value: peek - 2
