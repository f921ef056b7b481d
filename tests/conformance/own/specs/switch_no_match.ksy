meta:
  id: switch_no_match
  endian: be
seq:
  - id: a
    type:
      switch-on: 1
      cases:
        2: u1
  - id: b
    size: 2
    type:
      switch-on: 1
      cases:
        2: sub
  - id: c
    size: 2
    process: xor(1)
    type:
      switch-on: 1
      cases:
        2: sub
  - id: list_none
    type:
      switch-on: 3
      cases:
        1: u1
        2: sub
    repeat: expr
    repeat-expr: 3
  - id: list_bytes
    size: 1
    type:
      switch-on: 9
      cases:
        1: sub
    repeat: expr
    repeat-expr: 2
  - id: list_some
    type:
      switch-on: _index
      cases:
        0: u1
        2: u2
    repeat: expr
    repeat-expr: 4
  - id: e
    size-eos: true
    type:
      switch-on: 1
      cases:
        2: sub
instances:
  i_none:
    pos: 0
    type:
      switch-on: 1
      cases:
        2: u1
  i_bytes:
    pos: 1
    size: 3
    type:
      switch-on: 1
      cases:
        2: sub
  list_size:
    value: list_none.size + list_some.size
types:
  sub:
    seq:
      - id: v
        type: u1
