meta:
  id: params_in_switch
  endian: be
seq:
  - id: op
    type: u1
  - id: recs
    repeat: eos
    size: 3
    type:
      switch-on: (_index + op) % 4
      cases:
        0: one(_index)
        1: two(op, _index * 2)
        2: two(7, recs.size)
        _: nil
types:
  one:
    params:
      - id: i
        type: u1
    seq:
      - id: v
        size: i
      - id: r
        size-eos: true
  two:
    params:
      - id: a
        type: u1
      - id: b
        type: u4
    seq:
      - id: v
        type: u2
    instances:
      t:
        value: a * 1000 + b * 10 + v
  nil: {}
