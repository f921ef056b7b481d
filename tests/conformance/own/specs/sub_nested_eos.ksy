meta:
  id: sub_nested_eos
  encoding: ASCII
seq:
  - id: l1
    type: level(3)
types:
  level:
    params:
      - id: depth
        type: u1
    seq:
      - id: len_body
        type: u1
      - id: body
        size: len_body
        type:
          switch-on: depth
          cases:
            0: leaf
            _: level(depth - 1)
      - id: after
        size-eos: true
  leaf:
    seq:
      - id: items
        type: item
        repeat: eos
    types:
      item:
        seq:
          - id: len
            type: u1
          - id: s
            type: str
            size: len
        instances:
          e:
            value: _io.eof
