meta:
  id: params_user_enum
  ks-opaque-types: false
seq:
  - id: hdr
    type: hdr
  - id: one
    type: body(hdr, hdr.k, hdr.sub)
  - id: two
    type: body(hdr, kind::b, one.h.sub)
  - id: list
    type: body(hdr, hdr.ks[_index], hdr.subs[_index])
    repeat: expr
    repeat-expr: 2
  - id: nested
    type: outer::inner(one)
enums:
  kind:
    1: a
    2: b
types:
  hdr:
    seq:
      - id: k
        type: u1
        enum: kind
      - id: sub
        type: sub
      - id: ks
        type: u1
        enum: kind
        repeat: expr
        repeat-expr: 2
      - id: subs
        type: sub
        repeat: expr
        repeat-expr: 2
    types:
      sub:
        seq:
          - id: len
            type: u1
  body:
    params:
      - id: h
        type: hdr
      - id: k
        type: u1
        enum: kind
      - id: s
        type: hdr::sub
    seq:
      - id: d
        size: s.len
        if: k == kind::a
      - id: e
        type: u1
        enum: kind
        if: k != kind::a
    instances:
      same:
        value: h.k == k
      num:
        value: k.to_i + h.sub.len
      h_parent:
        value: h._parent.one.s.len
  outer:
    seq:
      - id: never
        type: u1
    types:
      inner:
        params:
          - id: b
            type: body
        seq:
          - id: x
            type: u1
        instances:
          deep:
            value: b.h.subs[1].len * x
