meta:
  id: repeat_combos
  endian: le
  encoding: ASCII
seq:
  - id: n
    type: u1
  - id: e_u2
    type: u2
    repeat: expr
    repeat-expr: n
  - id: e_f4be
    type: f4be
    repeat: expr
    repeat-expr: n - 1
  - id: e_b3
    type: b3
    repeat: expr
    repeat-expr: n + 1
  - id: e_bool
    type: b1
    repeat: expr
    repeat-expr: 4
  - id: e_bytes
    size: n
    repeat: expr
    repeat-expr: 2
  - id: e_strz
    type: strz
    repeat: expr
    repeat-expr: 2
  - id: e_str_term
    type: str
    terminator: 0x3b
    include: true
    repeat: expr
    repeat-expr: 2
  - id: e_enum
    type: u1
    enum: en
    repeat: expr
    repeat-expr: 3
  - id: e_cont
    contents: [0x2e, 46]
    repeat: expr
    repeat-expr: 2
  - id: u_s1
    type: s1
    repeat: until
    repeat-until: _ < 0
  - id: u_str
    type: str
    size: 2
    repeat: until
    repeat-until: _ == "ok"
  - id: u_bytes
    size: 1
    repeat: until
    repeat-until: _ == [0x2d]
  - id: u_enum
    type: u1
    enum: en
    repeat: until
    repeat-until: _ == en::two
  - id: u_bits
    type: b4
    repeat: until
    repeat-until: _ == 15
  - id: u_ut
    type: item
    repeat: until
    repeat-until: _.len == 0
  - id: u_sized
    type: item
    size: 3
    repeat: until
    repeat-until: _.body.length == 0
  - id: u_pad
    type: str
    size: 4
    pad-right: 0x20
    repeat: until
    repeat-until: _ == ""
  - id: x_eos
    size: 4
    type: eoses
  - id: x_eos2
    size: 6
    type: eoses2
  - id: eos
    type: item
    repeat: eos
enums:
  en:
    1: one
    2: two
types:
  item:
    seq:
      - id: len
        type: u1
      - id: body
        size: len
  eoses:
    seq:
      - id: v
        type: u2
        repeat: eos
      - id: none
        type: item
        repeat: eos
  eoses2:
    seq:
      - id: v
        type: str
        terminator: 0x2c
        eos-error: false
        repeat: eos
