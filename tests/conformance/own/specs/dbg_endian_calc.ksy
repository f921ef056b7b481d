meta:
  id: dbg_endian_calc
  ks-debug: true
seq:
  - id: m
    type: u1
  - id: body
    type: body
  - id: bodies
    type: body
    repeat: eos
types:
  body:
    meta:
      endian:
        switch-on: _root.m
        cases:
          1: le
          2: be
    seq:
      - id: a
        type: u2
      - id: l
        type: sub
        repeat: expr
        repeat-expr: 2
    instances:
      late:
        pos: 0
        type: u2
    types:
      sub:
        seq:
          - id: b
            type: u2
