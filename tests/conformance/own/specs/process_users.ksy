meta:
  id: process_users
seq:
  - id: k
    type: u1
  - id: one
    type: t
    size: 4
    process: xor(k)
  - id: termed
    type: t
    terminator: 0
    process: xor(k)
  - id: term_inc
    type: t
    terminator: 0x2e
    include: true
    consume: true
    process: ror(0)
  - id: sized_term
    type: t
    size: 7
    terminator: 0x2c
    pad-right: 0x2d
    process: xor([3, 0])
  - id: reps
    type: t
    size: 3
    process: xor(k + _index)
    repeat: expr
    repeat-expr: 3
  - id: until
    type: t
    size: 2
    process: xor(k)
    repeat: until
    repeat-until: _.a == 0x21
  - id: by_reps
    size: 2
    process: xor([3, 3])
    repeat: expr
    repeat-expr: 2
  - id: by_until
    terminator: 0x3b
    process: xor(1)
    repeat: until
    repeat-until: _.size == 0
  - id: par
    type: p(k, one.a)
    size: 3
    process: rol(k)
  - id: eos
    type: list
    size-eos: true
    process: xor(0x80)
types:
  t:
    seq:
      - id: a
        type: u1
      - id: rest
        size-eos: true
    instances:
      s:
        value: _io.size
      back:
        pos: 0
        size: 2
  p:
    params:
      - id: m
        type: u1
      - id: n
        type: u1
    seq:
      - id: b
        size: 3
    instances:
      sum:
        value: b[0] + m + n
  list:
    seq:
      - id: items
        type: t
        size: 2
        repeat: eos
