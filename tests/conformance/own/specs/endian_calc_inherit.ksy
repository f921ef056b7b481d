meta:
  id: endian_calc_inherit
seq:
  - id: docs
    type: doc
    repeat: expr
    repeat-expr: 3
types:
  doc:
    seq:
      - id: mark
        type: u1
      - id: body
        type: body
    types:
      body:
        meta:
          endian:
            switch-on: _parent.mark
            cases:
              1: le
              2: be
              _: le
        seq:
          - id: a
            type: u2
          - id: b
            type: s4
          - id: fixed_be
            type: u2be
          - id: sub
            type: inner
          - id: subs
            type: inner::deep
            repeat: expr
            repeat-expr: 2
        instances:
          again:
            pos: 1
            type: u2
          again_sub:
            pos: 1
            type: inner
          sum:
            value: a + sub.x
          f:
            pos: 3
            type: f4
        types:
          inner:
            seq:
              - id: x
                type: u2
              - id: d
                type: deep
            instances:
              first:
                pos: 1
                type: s2
            types:
              deep:
                seq:
                  - id: y
                    type: u2
                  - id: z
                    type: f4
          own_be:
            meta:
              endian: be
            seq:
              - id: q
                type: u2
