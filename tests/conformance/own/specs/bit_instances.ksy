meta:
  id: bit_instances
seq:
  - id: skip
    type: u1
instances:
  sum:
    value: 'b3 + b20'
  mix:
    value: 'flag ? b20 : b20_le'
  b3:
    pos: 1
    type: b3
  b3_le:
    pos: 1
    type: b3le
  b20:
    pos: 2
    type: b20
  b20_le:
    pos: 2
    type: b20le
  flag:
    pos: skip
    type: b1
  en:
    pos: 3
    type: b2
    enum: k
  list:
    pos: 0
    type: b7
    repeat: eos
  until:
    pos: 0
    type: b3le
    repeat: until
    repeat-until: _ == 0 or _index > 8
  sw:
    pos: 1
    type:
      switch-on: skip
      cases:
        3: b9
        _: b2le
  t:
    pos: 2
    type: two
  t_sized:
    pos: 2
    size: 1
    type: two
  eof:
    pos: 5
    type: b20
  far:
    pos: 9
    type: b1
types:
  two:
    seq:
      - id: x
        type: b6
      - id: y
        type: b10
enums:
  k:
    0: zero
    1: one
    2: two
