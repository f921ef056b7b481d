meta:
  id: imp_cyc_b
  imports:
    - imp_cyc_a
seq:
  - id: n
    type: u1
  - id: back
    type: imp_cyc_a
    if: n > 0
  - id: inner
    type: imp_cyc_a::inner
    if: n == 0
instances:
  kind:
    value: imp_cyc_a::kind::y
