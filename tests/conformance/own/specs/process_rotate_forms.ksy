meta:
  id: process_rotate_forms
seq:
  - id: n
    type: u1
  - id: l0
    size: 3
    process: rol(0)
  - id: l1
    size: 3
    process: rol(1)
  - id: l7
    size: 3
    process: rol(7)
  - id: l8
    size: 3
    process: rol(8)
  - id: r0
    size: 3
    process: ror(0)
  - id: r1
    size: 3
    process: ror(1)
  - id: r3
    size: 3
    process: ror(3)
  - id: ln
    size: 3
    process: rol(n)
  - id: rn
    size: 3
    process: ror(n + 1)
  - id: rep
    size: 2
    process: rol(_index)
    repeat: expr
    repeat-expr: 4
  - id: rest
    size-eos: true
    process: ror(4)
