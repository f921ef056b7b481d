meta:
  id: valid_inst_3
instances:
  rep_eq:
    pos: 0
    type: u1
    repeat: expr
    repeat-expr: 3
    valid: 7
  rep_eq_bad:
    pos: 0
    type: u1
    repeat: expr
    repeat-expr: 4
    valid: 7
  rep_max:
    pos: 0
    type: u1
    repeat: eos
    valid:
      max: 9
  rep_idx:
    pos: 3
    type: u1
    repeat: expr
    repeat-expr: 3
    valid:
      expr: _ == 8 + _index
  rep_idx_bad:
    pos: 3
    type: u1
    repeat: expr
    repeat-expr: 4
    valid:
      expr: _ == 8 + _index
  rep_until:
    pos: 3
    type: u1
    repeat: until
    repeat-until: _ == 10
    valid:
      any-of: [8, 9, 10]
  rep_until_bad:
    pos: 3
    type: u1
    repeat: until
    repeat-until: _ == 10
    valid:
      min: 9
  rep_str:
    pos: 0
    type: str
    size: 1
    encoding: ASCII
    repeat: expr
    repeat-expr: 2
    valid: '"\u0007"'
  rep_bytes:
    pos: 0
    size: 2
    repeat: expr
    repeat-expr: 2
    valid:
      expr: _[0] <= _[1]
  rep_bits:
    pos: 0
    type: b4
    repeat: expr
    repeat-expr: 6
    valid:
      any-of: [0, 7]
  rep_prev:
    pos: 3
    type: u1
    repeat: expr
    repeat-expr: 3
    valid:
      expr: '_index == 0 or _ == rep_eq[0] + 1 + _index'
  user_expr:
    pos: 0
    type: t
    valid:
      expr: _.a == _.b
  user_expr_bad:
    pos: 2
    type: t
    valid:
      expr: _.a == _.b
  user_rep:
    pos: 0
    type: t
    repeat: expr
    repeat-expr: 3
    valid:
      expr: _.a == 7
  user_in:
    pos: 6
    type: t2
  user_sub:
    pos: 6
    type: t2
    size: 4
  sw_int:
    pos: 0
    type:
      switch-on: one
      cases:
        1: u1
        2: u2le
    valid:
      min: 8
  sw_int_ok:
    pos: 0
    type:
      switch-on: one
      cases:
        1: u1
        2: u2le
    valid: 7
  cond:
    pos: 0
    type: u1
    if: one == 5
    valid: 99
  cond_t:
    pos: 0
    type: u1
    if: one == 1
    valid: 99
  sel:
    pos: 0
    type: b8
    valid:
      expr: true
  one:
    value: 1
types:
  t:
    seq:
      - id: a
        type: u1
      - id: b
        type: u1
  t2:
    seq:
      - id: a
        type: u1
        valid: 0x14
      - type: u1
        valid:
          min: _parent.one
          max: a
      - id: c
        type: u1
        valid: a
