meta:
  id: debug_mix
  ks-debug: true
seq:
  - id: n
    type: u1
  - type: u1
  - id: bits
    type: b4
    repeat: expr
    repeat-expr: 3
  - id: strs
    type: strz
    encoding: UTF-8
    repeat: until
    repeat-until: _ == ""
  - id: subs
    type: sub(n)
    size: 3
    process: xor(n)
    repeat: expr
    repeat-expr: 2
  - id: sw
    type:
      switch-on: n
      cases:
        1: u2le
        2: sub(5)
  - id: none
    type: u1
    if: n == 77
  - id: fl
    type: f4be
  - id: tail
    size: 2
    terminator: 0x21
instances:
  ins:
    pos: 1
    type: sub(1)
  ins_rep:
    pos: 0
    type: u1
    repeat: expr
    repeat-expr: 2
  val:
    value: n + 1
types:
  sub:
    params:
      - id: p
        type: u1
    seq:
      - id: a
        type: u1
      - id: b
        type: b5
    instances:
      c:
        pos: 0
        type: u1
        valid:
          min: p
