meta:
  id: parent_false
seq:
  - id: a
    type: kid
    parent: false
  - id: b
    type: kid
    size: 2
    parent: false
  - id: c
    type: holder
  - id: d
    type: kid
    parent: false
    repeat: expr
    repeat-expr: 2
instances:
  i:
    pos: 1
    type: kid
    parent: false
types:
  kid:
    seq:
      - id: v
        type: u1
    instances:
      hold:
        value: _parent.h
        if: v == 5
      root_a:
        value: _root.a.v
  holder:
    seq:
      - id: h
        type: u1
      - id: k
        type: kid
      - id: free
        type: kid
        parent: false
