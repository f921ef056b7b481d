meta:
  id: index_uses
  endian: le
  encoding: ASCII
seq:
  - id: a
    size: _index + 1
    repeat: expr
    repeat-expr: 3
  - id: b
    type: par(_index * 10, _index == 1)
    repeat: expr
    repeat-expr: 2
  - id: c
    type:
      switch-on: _index
      cases:
        0: u1
        1: u2
        2: par(_index, true)
        _: u4be
    repeat: expr
    repeat-expr: 4
  - id: d
    size: 2
    process: xor(_index + 1)
    repeat: expr
    repeat-expr: 2
  - id: e
    type: u1
    repeat: until
    repeat-until: _index == 2
  - id: f
    type: u1
    valid:
      expr: _ != _index or _index == 0
    repeat: expr
    repeat-expr: 2
  - id: g
    size: 2
    type: par(a[_index].length, false)
    repeat: until
    repeat-until: _.v == 0x67 and _index > 0
  - id: h
    type: str
    size: 'b[_index % 2].p > 0 ? 2 : 1'
    repeat: eos
instances:
  inst:
    pos: 0
    size: _index * 2
    repeat: expr
    repeat-expr: 3
types:
  par:
    params:
      - id: p
        type: u4
      - id: q
        type: bool
    seq:
      - id: v
        type: u1
    instances:
      w:
        value: 'q ? p + v : v'
