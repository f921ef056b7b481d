meta:
  id: imp_abs_rel
seq:
  - id: v
    type: u1
