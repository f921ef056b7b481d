meta:
  id: switch_prim_common
  endian: le
  encoding: ASCII
seq:
  - id: n
    type: u1
  - id: recs
    type: rec(_index)
    repeat: expr
    repeat-expr: n
types:
  rec:
    params:
      - id: k
        type: u1
    seq:
      - id: num
        type:
          switch-on: k
          cases:
            0: u1
            1: u2
            2: s4
            3: u8be
            4: b7
            _: s1
      - id: fl
        type:
          switch-on: k
          cases:
            0: f4
            1: f8
            _: f4be
      - id: txt
        type:
          switch-on: k % 2
          cases:
            0: strz
            1: strz
      - id: mixed
        type:
          switch-on: k
          cases:
            0: u1
            1: f4
            2: strz
            3: pt
            _: s2be
      - id: body
        size: num
        if: num < 3 and num > 0
    instances:
      plus:
        value: num + 1
      twice:
        value: fl * 2
      len:
        value: txt.length + num
      cmp:
        value: num == 2 or fl > 1
      str:
        value: num.to_s + txt
      as_pt:
        value: mixed.as<pt>.x + 1
        if: k == 3
      as_int:
        value: mixed.as<u1> + 5
        if: k == 0
      as_str:
        value: mixed.as<str>.length
        if: k == 2
      idx:
        value: '[5, 6, 7][num]'
        if: num < 3 and num >= 0
  pt:
    seq:
      - id: x
        type: u1
