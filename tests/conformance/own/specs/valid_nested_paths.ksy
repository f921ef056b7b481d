meta:
  id: valid_nested_paths
  endian: le
  encoding: ASCII
seq:
  - id: n
    type: u1
instances:
  a:
    pos: 1
    type: o(0)
  b:
    pos: 1
    type: o(1)
  c:
    pos: 1
    type: o(2)
  d:
    pos: 1
    type: o::i(3)
  e:
    pos: 1
    size: 4
    type: o::i(4)
  ok:
    pos: 1
    type: o(9)
types:
  o:
    params:
      - id: p
        type: u1
    seq:
      - id: v
        type: u1
        valid:
          expr: p != 0 or _ == 0
      - id: l
        type: u1
        repeat: expr
        repeat-expr: 2
        valid:
          min: 'p == 1 ? 99 : 0'
      - id: i
        type: i(p)
      - id: sw
        type:
          switch-on: p
          cases:
            9: u1
            _: u2
        valid:
          max: 0x100
    types:
      i:
        params:
          - id: q
            type: u1
        seq:
          - type: u1
            valid:
              any-of: ['q == 2 ? 0 : 98', 97, 100]
          - size: 1
            valid:
              eq: 'q == 3 ? [0x78] : [0x62]'
            if: q == 3 or q == 4
        instances:
          s:
            pos: 1
            type: str
            size: 2
            valid: '"bc"'
