meta:
  id: imp_cyc_a
  imports:
    - imp_cyc_b
seq:
  - id: m
    type: u1
    enum: kind
  - id: b
    type: imp_cyc_b
  - id: i
    type: inner
instances:
  same:
    value: b.kind == m
  deep_n:
    value: b.back.b.n
    if: b.n > 0
enums:
  kind:
    1: x
    2: y
types:
  inner:
    seq:
      - id: q
        type: u1
