meta:
  id: switch_user_common
seq:
  - id: k
    type: u1
  - id: same
    type:
      switch-on: k
      cases:
        0: one
        1: one
        _: one
  - id: param_same
    type:
      switch-on: k
      cases:
        1: par(5)
        2: par(6)
  - id: differ
    type:
      switch-on: k
      cases:
        1: one
        2: par(1)
  - id: list
    type:
      switch-on: _index % 2
      cases:
        0: one
        1: par(_index)
    repeat: expr
    repeat-expr: 3
  - id: nested
    type:
      switch-on: k
      cases:
        1: deep::one
        _: deep
instances:
  v:
    value: same.v
  p:
    value: param_same.p + param_same.v
  d_size:
    value: differ._io.size
  d_v:
    value: differ.as<one>.v
  list_v:
    value: list[1].as<par>.p
  n:
    value: nested.as<deep::one>.w
types:
  one:
    seq:
      - id: v
        type: u1
    instances:
      k:
        value: _parent.k
  par:
    params:
      - id: p
        type: u1
    seq:
      - id: v
        type: u1
  deep:
    types:
      one:
        seq:
          - id: w
            type: u1
