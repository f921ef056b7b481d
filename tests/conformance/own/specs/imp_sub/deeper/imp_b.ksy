meta:
  id: imp_b
  endian: le
  imports:
    - imp_c
    - ../../imp_side
seq:
  - id: v
    type: u2
  - id: c
    type: imp_c
  - id: side
    type: imp_side::part
