meta:
  id: num_float_all
seq:
  - id: le4
    type: f4le
    repeat: expr
    repeat-expr: 10
  - id: be8
    type: f8be
    repeat: expr
    repeat-expr: 10
  - id: be4
    type: f4be
  - id: le8
    type: f8le
instances:
  add:
    value: 'le4[2] + be8[3]'
  add_int:
    value: 'le4[2] + 1'
  int_add:
    value: '3 + be8[2]'
  mul:
    value: 'be8[2] * be8[3]'
  divf:
    value: 'be8[3] / 2'
  div_int_by_float:
    value: '7 / be8[2]'
  div_zero:
    value: '1 / be8[0]'
  div_zero_f:
    value: 'be8[2] / le4[0]'
  neg:
    value: '-be8[2]'
  neg_zero:
    value: '-le4[0]'
  cmp_nan:
    value: 'be8[6] == be8[6]'
  cmp_nan_ne:
    value: 'be8[6] != be8[6]'
  cmp_zero:
    value: 'be8[0] == be8[1]'
  cmp_int:
    value: 'be8[2] > 1'
  cmp_int_eq:
    value: '3.0 == 3'
  lt_inf:
    value: 'be8[4] > 1e308'
  to_i:
    value: 'be8[3].to_i'
  to_i_small:
    value: '2.99.to_i'
  to_i_neg:
    value: '(-2.99).to_i'
  to_i_nan:
    value: 'be8[6].to_i'
  to_i_inf:
    value: 'be8[4].to_i'
  f4_exact:
    value: 'be4 == 0.1'
  f8_exact:
    value: 'le8 == 0.1'
  lit_2:
    value: '1e3'
  lit_3:
    value: '12.5e-1'
  lit_4:
    value: '1E+2'
  lit_5:
    value: '0.1 + 0.2'
  lit_6:
    value: '.5'
  mod_f:
    value: '5.5 % 2.0'
  mod_f_neg:
    value: '-5.5 % 2.0'
  tern:
    value: 'be8[2] > 0 ? 1.5 : 2.5'
  tern_mix:
    value: 'be8[2] > 0 ? 1 : 2.5'
  maxf:
    value: 'be8.max'
  minarr:
    value: '[1.5, -2.5, 0.25].min'
  maxarr:
    value: '[1.5, -2.5, 0.25].max'
  arr_mixed:
    value: '[1, 2.5]'
  arr_f:
    value: '''[1.5, 2.5]'''
  arr_ff:
    value: '[1.5, 2.5]'
