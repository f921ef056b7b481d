meta:
  id: dbg_fail_nested
  endian: le
  encoding: ASCII
  ks-debug: true
seq:
  - id: a
    type: u1
  - id: blocks
    type: block
    repeat: eos
types:
  block:
    seq:
      - id: len
        type: u1
      - id: body
        size: len
        type: body
      - id: mark
        type: u1
        valid:
          any-of: [1, 2]
    types:
      body:
        seq:
          - id: kind
            type: u1
          - id: data
            type:
              switch-on: kind
              cases:
                1: u4
                2: strz
                3: recs
          - id: after
            type: u1
            if: kind == 2
      recs:
        seq:
          - id: items
            type: item
            repeat: expr
            repeat-expr: 3
      item:
        seq:
          - id: k
            type: u1
            valid:
              max: 9
          - id: v
            type: u2
    instances:
      len2:
        value: len * 2
