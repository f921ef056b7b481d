meta:
  id: opq_mixed
  ks-opaque-types: true
  endian: be
seq:
  - id: n
    type: u1
  - id: hand
    type: opq_hand
  - id: hand_sized
    type: opq_hand
    size: 3
  - id: hands
    type: opq_hand
    repeat: expr
    repeat-expr: 2
  - id: hand_args
    type: opq_hand_args(n, "lit", n == 2)
  - id: gen
    type: opq_gen(n + 1)
  - id: sw
    type:
      switch-on: n
      cases:
        2: opq_hand
        3: own
  - id: maybe
    type: opq_hand
    if: n == 99
instances:
  late:
    pos: 1
    type: opq_hand
  own:
    pos: 2
    type: own
types:
  own:
    seq:
      - id: h
        type: opq_hand
    instances:
      root_n:
        value: _root.n
