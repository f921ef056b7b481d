meta:
  id: valid_inst_1
instances:
  u1_eq_ok:
    pos: 0
    type: u1
    valid: 5
  u1_eq_bad:
    pos: 0
    type: u1
    valid: 6
  u1_eq_map:
    pos: 0
    type: u1
    valid:
      eq: 0x05
  u1_eq_expr:
    pos: 0
    type: u1
    valid:
      eq: ref + 1
  u1_eq_expr_ok:
    pos: 0
    type: u1
    valid: ref
  s1_min_ok:
    pos: 1
    type: s1
    valid:
      min: -5
  s1_min_bad:
    pos: 1
    type: s1
    valid:
      min: -4
  s1_max_ok:
    pos: 1
    type: s1
    valid:
      max: -5
  s1_max_bad:
    pos: 1
    type: s1
    valid:
      max: -6
  u2_rng_ok:
    pos: 2
    type: u2le
    valid:
      min: 1
      max: 1
  u2_rng_lo:
    pos: 2
    type: u2le
    valid:
      min: 2
      max: 10
  u2_rng_hi:
    pos: 2
    type: u2be
    valid:
      min: 2
      max: 10
  u2_rng_empty:
    pos: 2
    type: u2le
    valid:
      min: 10
      max: 0
  u2_any_ok:
    pos: 4
    type: u2be
    valid:
      any-of: [3, 2, 1]
  u2_any_bad:
    pos: 4
    type: u2be
    valid:
      any-of: [3, 2]
  u2_any_expr:
    pos: 4
    type: u2be
    valid:
      any-of: [ref, 'ref - 4']
  any_one_bad:
    pos: 0
    type: u1
    valid:
      any-of: [4]
  s4_expr_ok:
    pos: 6
    type: s4be
    valid:
      expr: _ < 0 and _ % 2 == 0
  s4_expr_bad:
    pos: 6
    type: s4be
    valid:
      expr: _ >= 0
  expr_self:
    pos: 0
    type: u1
    valid:
      expr: _ == ref and ref > 6
  expr_const:
    pos: 0
    type: u1
    valid:
      expr: false
  f4_eq:
    pos: 10
    type: f4le
    valid: '1.5'
  f4_min:
    pos: 10
    type: f4le
    valid:
      min: '1.51'
  f4_max_int:
    pos: 10
    type: f4le
    valid:
      max: 1
  f8_rng:
    pos: 14
    type: f8be
    valid:
      min: '1.0'
      max: 2
  f8_any:
    pos: 14
    type: f8be
    valid:
      any-of: ['1.5', '2.5']
  f8_any_bad:
    pos: 14
    type: f8be
    valid:
      any-of: ['1.25', '2.5']
  f8_expr:
    pos: 14
    type: f8be
    valid:
      expr: _.to_i == 2
  str_eq:
    pos: 22
    type: str
    size: 3
    encoding: ASCII
    valid: '"abc"'
  str_eq_bad:
    pos: 22
    type: str
    size: 3
    encoding: ASCII
    valid: '"abd"'
  str_min:
    pos: 22
    type: strz
    encoding: ASCII
    valid:
      min: '"abd"'
  ref:
    pos: 0
    type: u1
enums:
  small:
    0: zero
    1: one
    2: two
