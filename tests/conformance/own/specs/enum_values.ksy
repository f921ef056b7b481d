meta:
  id: enum_values
  endian: le
seq:
  - id: a
    type: s1
    enum: small
  - id: b
    type: u4
    enum: big
  - id: c
    type: s8
    enum: big
  - id: d
    type: b4
    enum: small
  - id: e
    type: b1
    enum: small
  - id: f
    type: b3
    enum: small
  - id: unk
    type: u1
    enum: small
  - id: unks
    type: u1
    enum: small
    repeat: expr
    repeat-expr: 3
  - id: be
    type: u2be
    enum: big
  - id: val
    type: u1
    enum: small
    valid: small::one
  - id: val_in
    type: u1
    enum: small
    valid:
      in-enum: true
  - id: val_any
    type: u1
    enum: small
    valid:
      any-of: [small::one, 'small::zero']
enums:
  small:
    -1: minus
    0: zero
    1:
      id: one
      doc: The "one" with \backslash and 'quotes'
      doc-ref: http://example.com/one Some text
    2:
      id: two
      -orig-id: TWO
    0x7f: max_s1
  big:
    0xffffffff: all32
    -2147483648: min32
    -4503599627370496: very_low
    0x102: be_one
    5000000000: five_g
instances:
  ai:
    value: a.to_i
  unk_i:
    value: unk.to_i + 1
  is_minus:
    value: a == small::minus
  not_two:
    value: unks[1] != small::two
  inst:
    value: 2
    enum: small
  inst_calc:
    value: a.to_i + 2
    enum: small
  inst_unknown:
    value: 77
    enum: small
  inst_big:
    value: 5000000000
    enum: big
  lit:
    value: small::max_s1
  lit_i:
    value: small::max_s1.to_i + big::very_low.to_i
  tern:
    value: 'e == small::one ? small::zero : d'
  list_e:
    value: '[small::one, small::minus]'
  unks_last:
    value: unks.last
  parsed:
    pos: 0
    type: s1
    enum: small
  parsed_list:
    pos: 13
    type: u1
    enum: small
    repeat: expr
    repeat-expr: 4
  bad_in_enum:
    pos: 1
    type: u1
    enum: small
    valid:
      in-enum: true
