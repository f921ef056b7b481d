meta:
  id: size_exprs
  ks-debug: false
seq:
  - id: n
    type: s1
  - id: a
    size: n * 2 - 1
  - id: b
    size: '(n > 2 ? 1 : 4)'
  - id: c
    type: str
    size: a.length / 2
    encoding: ASCII
  - id: d
    size: _io.size - _io.pos - 2
  - id: e
    size-eos: true
instances:
  neg:
    pos: 0
    size: n - 100
  neg_str:
    pos: 0
    type: str
    size: -1
    encoding: ASCII
  neg_sub:
    pos: 0
    type: empty
    size: 0 - n
  zero:
    pos: 1
    size: 0
  zero_sub:
    pos: 1
    type: empty
    size: n - n
  huge:
    pos: 0
    size: 0x7fffffff
  over_by_one:
    pos: 1
    size: _io.size
  at_end:
    pos: _io.size
    size-eos: true
  past_end:
    pos: _io.size + 5
    size-eos: true
  past_end_u1:
    pos: _io.size + 5
    type: u1
  past_end_zero:
    pos: 1000
    size: 0
  past_end_rep:
    pos: _io.size
    type: u1
    repeat: eos
  neg_pos:
    pos: n - 50
    type: u1
  neg_count:
    pos: 0
    type: u1
    repeat: expr
    repeat-expr: 0 - 3
  zero_count:
    pos: 0
    type: u1
    repeat: expr
    repeat-expr: 0
types:
  empty: {}
