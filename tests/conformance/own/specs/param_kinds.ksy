meta:
  id: param_kinds
  endian: be
  encoding: ASCII
seq:
  - id: n
    type: u1
  - id: arr
    type: u2
    repeat: expr
    repeat-expr: 2
  - id: raw
    size: 2
  - id: s
    type: strz
  - id: sub
    type: leaf
  - id: subs
    type: leaf
    repeat: expr
    repeat-expr: 2
  - id: all
    type: 'takes(n, -1, 0.5, true, "a" + s, raw, k::one, sub, _io, arr, subs, sub, [1, 2], ["p", s], n == 2 ? 3.5 : 4)'
  - id: lit
    type: >-
      takes(0xff, -0x80, 1.25, false, '', [0x61, n].as<bytes>, all.p_en, all, sub._io, [n, 1000], [sub, sub], sub, raw, ["z", "y"], -1.5)
types:
  leaf:
    seq:
      - id: v
        type: u1
  takes:
    params:
      - id: p_u8
        type: u8
      - id: p_s1
        type: s1
      - id: p_f8
        type: f8
      - id: p_bool
        type: bool
      - id: p_str
        type: str
      - id: p_bytes
        type: bytes
      - id: p_en
        type: u1
        enum: k
      - id: p_struct
        type: struct
      - id: p_io
        type: io
      - id: p_arr
        type: u2[]
      - id: p_subs
        type: leaf[]
      - id: p_leaf
        type: leaf
      - id: p_notype
      - id: p_strs
        type: str[]
      - id: p_f4
        type: f4
    seq:
      - id: here
        type: u1
        repeat: expr
        repeat-expr: p_arr.size
    instances:
      i1:
        value: p_u8 + p_s1
      i2:
        value: p_str + p_strs[0] + p_bytes.to_s("ASCII")
      i3:
        io: p_io
        pos: 1
        type: u2
      i4:
        value: p_subs[1].v + p_leaf.v
      i5:
        value: p_en == k::one
      i6:
        value: 'p_bool ? p_f8 : p_f4'
      i7:
        value: p_notype.length + p_strs.size
      i8:
        value: p_struct._io.size
      i9:
        value: p_struct
enums:
  k:
    1: one
    2: two
