meta:
  id: index_places
  endian: be
seq:
  - id: n
    type: u1
  - id: sized
    size: _index + n
    repeat: expr
    repeat-expr: 3
  - id: cases
    type:
      switch-on: _index % 3
      cases:
        0: u1
        1: u2
        _: sub(_index)
    repeat: expr
    repeat-expr: 5
  - id: args
    type: sub(_index * 10 + n)
    repeat: until
    repeat-until: _index >= 2 or _.v == 0xff
  - id: cond
    type: u1
    if: n > 0
    repeat: expr
    repeat-expr: n + 1
  - id: prev
    type: u1
    repeat: until
    repeat-until: '_index > 0 and _ == prev[_index - 1]'
  - id: str
    type: str
    size: '_index == 0 ? 1 : str[_index - 1].length + 1'
    encoding: ASCII
    repeat: expr
    repeat-expr: 3
  - id: xored
    size: 2
    process: xor(_index + 1)
    repeat: expr
    repeat-expr: 2
  - id: checked
    type: u1
    valid:
      expr: _ >= _index
    repeat: expr
    repeat-expr: 2
  - id: outer
    type: nest(_index)
    repeat: expr
    repeat-expr: 2
instances:
  at:
    pos: n
    type: sub(_index)
    repeat: expr
    repeat-expr: 3
  bits:
    pos: 0
    type: b4
    repeat: until
    repeat-until: _index == 3
types:
  sub:
    params:
      - id: i
        type: u1
    seq:
      - id: v
        type: u1
    instances:
      w:
        value: i + v
  nest:
    params:
      - id: o
        type: u1
    seq:
      - id: inner
        type: sub(o * 100 + _index)
        repeat: expr
        repeat-expr: 2
