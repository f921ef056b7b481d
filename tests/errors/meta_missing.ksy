# error[Q203] 2:1 /: a spec needs `meta` with an `id`
seq:
  - id: a
    type: u1
