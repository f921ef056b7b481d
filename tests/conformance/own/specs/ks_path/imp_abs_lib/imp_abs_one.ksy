meta:
  id: imp_abs_one
  endian: le
  imports:
    - imp_abs_rel
    - /imp_abs_two
seq:
  - id: r
    type: imp_abs_rel
  - id: t
    type: imp_abs_two(r.v, 3)
