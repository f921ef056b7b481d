meta:
  id: valid_inst_2
instances:
  str_max:
    pos: 22
    type: strz
    encoding: ASCII
    valid:
      max: '"abc"'
  str_any:
    pos: 22
    type: strz
    encoding: ASCII
    valid:
      any-of: ['"x"', '"abcdef"']
  str_expr:
    pos: 22
    type: strz
    encoding: ASCII
    valid:
      expr: _.length == 5
  by_eq:
    pos: 22
    size: 3
    valid: '[0x61, 0x62, 0x63]'
  by_eq_bad:
    pos: 22
    size: 3
    valid:
      eq: '[0x61, 0x62]'
  by_min:
    pos: 22
    size: 3
    valid:
      min: '[0x61, 0x62, 0x63, 0]'
  by_min_ok:
    pos: 22
    size: 3
    valid:
      min: '[0x61, 0x62]'
  by_max:
    pos: 22
    terminator: 0
    valid:
      max: '[0x61]'
  by_any:
    pos: 22
    size: 1
    valid:
      any-of: ['[0x62]', '[0x61]']
  by_any_bad:
    pos: 22
    size: 1
    valid:
      any-of: ['[0x62]', '[0x63]']
  by_expr:
    pos: 22
    size: 3
    valid:
      expr: _[0] == 0x61 and _.length == 4
  by_xor:
    pos: 22
    size: 3
    process: xor(0x20)
    valid: '[0x41, 0x42, 0x43]'
  b_eq:
    pos: 30
    type: b3
    valid: 5
  b_bad:
    pos: 30
    type: b4
    valid: 5
  b1_ok:
    pos: 30
    type: b1
    valid: true
  b1_bad:
    pos: 30
    type: b1
    valid: false
  b1_expr:
    pos: 30
    type: b1
    valid:
      expr: not _
  b1_enum:
    pos: 30
    type: b1
    enum: small
    valid: small::one
  b_max:
    pos: 30
    type: b8
    valid:
      max: 0xa4
  u8_eq:
    pos: 31
    type: u8le
    valid: '0xffffffffffffffff'
  u8_max:
    pos: 31
    type: u8le
    valid:
      max: '0xfffffffffffffffe'
  s8_min:
    pos: 31
    type: s8le
    valid:
      min: 0
  en_eq:
    pos: 29
    type: u1
    enum: small
    valid: small::one
  en_eq_bad:
    pos: 29
    type: u1
    enum: small
    valid: small::two
  en_any:
    pos: 29
    type: u1
    enum: small
    valid:
      any-of: ['small::two', 'small::one']
  en_any_bad:
    pos: 29
    type: u1
    enum: small
    valid:
      any-of: ['small::two']
  en_in:
    pos: 29
    type: u1
    enum: small
    valid:
      in-enum: true
  en_in_bad:
    pos: 0
    type: u1
    enum: small
    valid:
      in-enum: true
  en_in_b:
    pos: 30
    type: b3
    enum: small
    valid:
      in-enum: true
  en_expr:
    pos: 29
    type: u1
    enum: small
    valid:
      expr: _.to_i > 1 or _ == small::one
  en_expr_bad:
    pos: 0
    type: u1
    enum: small
    valid:
      expr: _ == small::one
  en_in_rep:
    pos: 29
    type: u1
    enum: small
    repeat: expr
    repeat-expr: 2
    valid:
      in-enum: true
  ref:
    pos: 0
    type: u1
enums:
  small:
    0: zero
    1: one
    2: two
