meta:
  id: num_int_all
seq:
  - id: v_u1
    type: u1
    repeat: expr
    repeat-expr: 3
  - id: v_s1
    type: s1
    repeat: expr
    repeat-expr: 3
  - id: v_u2le
    type: u2le
    repeat: expr
    repeat-expr: 3
  - id: v_u2be
    type: u2be
    repeat: expr
    repeat-expr: 3
  - id: v_s2le
    type: s2le
    repeat: expr
    repeat-expr: 3
  - id: v_s2be
    type: s2be
    repeat: expr
    repeat-expr: 3
  - id: v_u4le
    type: u4le
    repeat: expr
    repeat-expr: 3
  - id: v_u4be
    type: u4be
    repeat: expr
    repeat-expr: 3
  - id: v_s4le
    type: s4le
    repeat: expr
    repeat-expr: 3
  - id: v_s4be
    type: s4be
    repeat: expr
    repeat-expr: 3
  - id: v_u8le
    type: u8le
    repeat: expr
    repeat-expr: 3
  - id: v_u8be
    type: u8be
    repeat: expr
    repeat-expr: 3
  - id: v_s8le
    type: s8le
    repeat: expr
    repeat-expr: 3
  - id: v_s8be
    type: s8be
    repeat: expr
    repeat-expr: 3
instances:
  sum_u8:
    value: 'v_u8le[0] + v_u8be[0] + 1'
  mul_u8:
    value: 'v_u8be[0] * v_u8le[0]'
  neg_s8:
    value: '-v_s8be[1]'
  diff:
    value: 'v_u8le[1] - v_s8be[1]'
  shl:
    value: 'v_u8be[0] << 8'
  inv:
    value: '~v_u4le[0]'
  inv_s:
    value: '~v_s4be[1]'
  max_u2:
    value: 'v_u2le.max'
  min_s2:
    value: 'v_s2be.min'
  last_s1:
    value: 'v_s1.last'
  bigdiv:
    value: 'v_u8be[0] / 3'
  bigmod:
    value: 'v_s8be[1] % 1000'
