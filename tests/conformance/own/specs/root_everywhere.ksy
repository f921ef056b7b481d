meta:
  id: root_everywhere
seq:
  - id: k
    type: u1
  - id: a
    type: a(_root)
types:
  a:
    params:
      - id: r
        type: root_everywhere
    seq:
      - id: b
        type: b
        size: _root.k
      - id: sw
        type:
          switch-on: _root.a_kind
          cases:
            2: b
            _: c
      - id: rep
        type: u1
        repeat: until
        repeat-until: _ == _root.k
    types:
      b:
        seq:
          - id: v
            size: _root.k - 1
        instances:
          whole:
            io: _root._io
            pos: 0
            size: _root.k + 1
          same:
            value: _parent._parent.k == _root.k
      c: {}
  never_used:
    seq:
      - id: x
        size: _root.a.b.v.length
instances:
  a_kind:
    value: k
  root_of_root:
    value: _root._root.a._root.k
