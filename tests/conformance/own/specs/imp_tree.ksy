meta:
  id: imp_tree
  endian: le
  imports:
    - imp_sub/imp_a
    - imp_side
seq:
  - id: a
    type: imp_a
  - id: s
    type: imp_side
    size: 3
  - id: n
    type: imp_a::nested
  - id: d
    type: imp_a::nested::deep
    repeat: expr
    repeat-expr: 2
  - id: own
    type: u2
instances:
  deep_v:
    value: a.b.c.v + a.s.p.x
  side_part:
    pos: 0
    type: imp_side::part
  n_cast:
    value: n.as<imp_a::nested>.twice
