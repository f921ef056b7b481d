meta:
  id: dbg_positions
  endian: be
  encoding: ASCII
  ks-debug: true
seq:
  - id: n
    type: u1
  - id: f
    type: f4
  - type: u2
  - id: bits
    type: b3
  - id: bits2
    type: b5
  - id: s
    type: strz
  - id: subs
    type: sub(_index)
    repeat: expr
    repeat-expr: n
  - id: sized
    type: sub(9)
    size: 3
  - id: sized_list
    type: sub(8)
    size: 2
    repeat: expr
    repeat-expr: 2
  - id: nope
    type: u1
    if: n == 0
  - id: empty
    type: u1
    repeat: expr
    repeat-expr: 0
  - id: sw
    type:
      switch-on: _index
      cases:
        0: sub(7)
        1: u2
    repeat: expr
    repeat-expr: 2
  - id: sw_bytes
    size: 2
    type:
      switch-on: n
      cases:
        9: sub(1)
  - id: e
    type: u1
    enum: e
  - id: magic
    contents: MG
  - id: rest
    type: u1
    repeat: until
    repeat-until: _io.eof
types:
  sub:
    params:
      - id: p
        type: u1
    seq:
      - id: x
        type: u1
      - id: y
        type: inner
    types:
      inner:
        seq:
          - id: z
            size: 1
            process: xor(_parent.p)
instances:
  late:
    pos: 1
    type: sub(0)
  late_list:
    pos: 2
    type: u1
    repeat: expr
    repeat-expr: 2
  calc:
    value: n + subs[0].x
enums:
  e:
    1: one
