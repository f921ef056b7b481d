meta:
  id: names_mod
seq:
  - id: v
    type: u1
