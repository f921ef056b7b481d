meta:
  id: expr_sizeof
  endian: le
  encoding: ASCII
seq:
  - id: a
    type: u1
  - id: b
    type: fixed
  - id: c
    size: 3
  - id: d
    type: bits
  - id: e
    type: str
    size: 4
  - id: f
    type: u2
    repeat: expr
    repeat-expr: 3
  - id: g
    contents: 'ab'
  - id: h
    type: b12
  - id: i
    type: b4
types:
  fixed:
    seq:
      - id: x
        type: u4
      - id: y
        type: f8
      - id: z
        type: nest
    types:
      nest:
        seq:
          - id: n
            type: s2
          - id: m
            contents: [1]
  bits:
    seq:
      - id: p
        type: b3
      - id: q
        type: b10
  arr:
    seq:
      - id: r
        type: u2
        repeat: expr
        repeat-expr: 4
      - id: s
        size: 2
        repeat: expr
        repeat-expr: 2
  empty: {}
  cond:
    seq:
      - id: x
        type: u2
        if: false
  enumed:
    seq:
      - id: x
        type: u2
        enum: k
enums:
  k:
    1: one
instances:
  s1:
    value: 'sizeof<u1>'
  s3:
    value: 'sizeof<f4>'
  s4:
    value: 'sizeof<fixed>'
  s5:
    value: 'sizeof<fixed::nest>'
  s6:
    value: 'sizeof<bits>'
  s7:
    value: 'bitsizeof<bits>'
  s8:
    value: 'bitsizeof<u4>'
  s9:
    value: 'bitsizeof<fixed>'
  s10:
    value: 'sizeof<b13>'
  s11:
    value: 'bitsizeof<b13>'
  s12:
    value: 'sizeof<arr>'
  s13:
    value: 'sizeof<empty>'
  s14:
    value: 'sizeof<cond>'
  s15:
    value: 'sizeof<enumed>'
  s16:
    value: 'a._sizeof'
  s17:
    value: 'b._sizeof'
  s18:
    value: 'c._sizeof'
  s19:
    value: 'd._sizeof'
  s20:
    value: 'e._sizeof'
  s21:
    value: 'b.z._sizeof'
  s22:
    value: 'b.y._sizeof'
  s23:
    value: 'g._sizeof'
  s24:
    value: 'h._sizeof'
  s26:
    value: 'sizeof<u2> * 3 + sizeof<fixed>'
  s27:
    value: '_io.size - sizeof<fixed>'
  s28:
    value: 'bitsizeof<b1>'
  s29:
    value: 'sizeof<b1>'
  s31:
    value: 'sizeof<expr_sizeof>'
  s32:
    value: '_sizeof'
  s33:
    value: 'sizeof<b64> == sizeof<u8>'
  s34:
    value: '-sizeof<u4>'
  s35:
    value: 'sizeof<u4>.to_s'
  s36:
    value: '_root._sizeof'
