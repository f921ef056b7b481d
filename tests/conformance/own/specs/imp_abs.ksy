meta:
  id: imp_abs
  imports:
    - /imp_abs_lib/imp_abs_one
    - /imp_abs_two
seq:
  - id: one
    type: imp_abs_one
  - id: two
    type: imp_abs_two(one.t.k + 1, 2)
  - id: list
    type: imp_abs_two(_index, _index)
    size: 4
    repeat: expr
    repeat-expr: 2
instances:
  kws:
    value: two.kw + one.t.kw
