meta:
  id: byte_order
seq:
  - {id: mark, type: u1}
  - {id: body, type: body}
types:
  body:
    meta:
      endian:
        switch-on: _root.mark
        cases:
          0x4d: be
          0x49: le
    seq:
      - {id: num_pairs, type: u2}
      - {id: total, type: u4}
      - {id: always, type: u2be}
      - {id: pairs, type: pair, repeat: expr, repeat-expr: num_pairs}
      - {id: fixed, type: fixed}
    types:
      pair:
        seq:
          - {id: a, type: u2}
          - {id: b, type: s2}
      fixed:
        meta: {endian: le}
        seq:
          - {id: a, type: u2}
    instances:
      second: {pos: 1, type: u2}
