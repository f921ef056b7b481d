meta:
  id: inst_repeats
  endian: le
  encoding: ASCII
seq:
  - id: n
    type: u1
  - id: window
    size: 6
    type: win
instances:
  by_expr:
    pos: 1
    type: u2
    repeat: expr
    repeat-expr: n
  by_until:
    pos: 1
    type: u1
    repeat: until
    repeat-until: _ == 0x64 or _index == 10
  by_eos:
    pos: 4
    type: pair
    repeat: eos
  strs:
    pos: 1
    type: str
    size: 1 + _index
    repeat: expr
    repeat-expr: 3
  zs:
    pos: 7
    type: strz
    repeat: until
    repeat-until: _.length == 0
  bytes_until:
    pos: 1
    size: 2
    repeat: until
    repeat-until: _[1] == 0x64
  if_no:
    pos: 1
    type: u1
    repeat: eos
    if: n == 0
  sized_list:
    pos: 0
    size: n
    type: win
    repeat: expr
    repeat-expr: 2
  bits:
    pos: 1
    type: b3
    repeat: expr
    repeat-expr: 5
  prev_sum:
    pos: 0
    type: acc(_index)
    repeat: expr
    repeat-expr: 3
types:
  pair:
    seq:
      - id: a
        type: u1
      - id: b
        type: u1
        if: not _io.eof
  win:
    instances:
      all:
        pos: 0
        type: u1
        repeat: eos
  acc:
    params:
      - id: i
        type: u1
    seq:
      - id: v
        type: u1
    instances:
      tot:
        value: 'v + (i > 0 ? _parent.prev_sum[i - 1].v : 0)'
