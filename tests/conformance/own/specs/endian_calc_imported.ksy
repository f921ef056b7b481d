meta:
  id: endian_calc_imported
  imports:
    - endian_calc_lib
    - imp_sub/deeper/imp_b
  endian:
    switch-on: how
    cases:
      7: le
      _: be
params:
  - id: how
    type: u1
seq:
  - id: a
    type: u2
  - id: l1
    type: endian_calc_lib(1)
  - id: l2
    type: 'endian_calc_lib(how == 7 ? 2 : 1)'
  - id: b
    type: imp_b
  - id: self_again
    type: endian_calc_imported(8)
    if: how == 7
