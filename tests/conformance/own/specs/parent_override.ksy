meta:
  id: parent_override
  endian: le
seq:
  - id: n
    type: u1
  - id: a
    type: mid
  - id: b
    type: child
    parent: a
  - id: c
    type: child
    parent: mids[0]
    if: n > 1
  - id: mids_dummy
    size: 0
instances:
  mids:
    pos: 1
    type: mid
    repeat: expr
    repeat-expr: 2
  cc:
    pos: 2
    type: child
    parent: mids[1]
types:
  mid:
    seq:
      - id: k
        type: u1
      - id: direct
        type: child
      - id: lower
        type: lower
      - id: list
        type: child
        repeat: expr
        repeat-expr: 2
    types:
      lower:
        seq:
          - id: x
            type: u1
          - id: skip_me
            type: child
            parent: _parent
          - id: sized
            parent: _parent
            size: 1
            type: child
          - id: sw
            parent: _parent
            size: 1
            type:
              switch-on: x
              cases:
                12: swc
  swc:
    seq:
      - id: v
        type: u1
    instances:
      n:
        value: _root.n
  child:
    seq:
      - id: v
        type: u1
    instances:
      pk:
        value: _parent.k * 100 + v
