meta:
  id: imp_nested_lib
  endian: le
types:
  a:
    seq:
      - id: k
        type: u1
      - id: b
        type: b
        size: k
    types:
      b:
        seq:
          - id: v
            type: u1
        instances:
          parent_k:
            value: _parent.k
            if: v > 100
          no_root:
            value: _root
  free:
    seq:
      - id: bits
        type: b4
      - id: bits2
        type: b4
    instances:
      sum:
        value: bits + bits2
