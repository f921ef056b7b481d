meta:
  id: endian_calc_repeat_switch
seq:
  - id: chunks
    type: chunk(2 - _index)
    repeat: until
    repeat-until: _.order == 0
types:
  chunk:
    meta:
      endian:
        switch-on: order
        cases:
          0: le
          1: be
          _: le
    params:
      - id: order
        type: u1
    seq:
      - id: count
        type: u2
      - id: items
        type:
          switch-on: _index % 3
          cases:
            0: u2
            1: u4
            2: pair
        repeat: expr
        repeat-expr: count
      - id: sized
        size: 4
        type:
          switch-on: count
          cases:
            3: pair
            1: solo(count, 7)
    instances:
      p:
        pos: 2
        type: u2
    types:
      pair:
        seq:
          - id: a
            type: u2
          - id: b
            type: s2
      solo:
        params:
          - id: k
            type: u2
          - id: m
            type: u1
        seq:
          - id: v
            type: u4
        instances:
          km:
            value: k * m + v
