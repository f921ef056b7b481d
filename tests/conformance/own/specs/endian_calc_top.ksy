meta:
  id: endian_calc_top
  endian:
    switch-on: _io.size & 3
    cases:
      0: be
      1: le
seq:
  - id: x
    type: u2
  - id: k
    type: kid
    size: 6
  - id: opt
    type: u4
    if: x == 258
  - id: list
    type: u2
    repeat: until
    repeat-until: _ == 0
instances:
  flag:
    pos: 8
    type: u1
  tail:
    pos: _io.size - 2
    type: u2
  computed:
    value: x + tail
types:
  kid:
    seq:
      - id: v
        type: u2
      - id: rest
        size-eos: true
        type: rest
    types:
      rest:
        seq:
          - id: w
            type: s2
          - id: flag_u1
            type: u1
        instances:
          from_root:
            io: _root._io
            pos: 0
            type: u2
