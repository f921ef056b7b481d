meta:
  id: enum_paths
seq:
  - id: a
    type: u1
    enum: inner::deep::mood
  - id: i
    type: inner
  - id: d
    type: inner::deep
  - id: t
    type: u1
    enum: top
  - id: sw
    type:
      switch-on: i.d.m
      cases:
        inner::deep::mood::sad: u1
        inner::deep::mood::glad: nil
  - id: own
    type: u1
    enum: enum_paths::top
enums:
  top:
    1: first
    2: second
types:
  nil: {}
  inner:
    seq:
      - id: d
        type: deep
      - id: t
        type: u1
        enum: top
      - id: m
        type: u1
        enum: deep::mood
    types:
      deep:
        seq:
          - id: m
            type: u1
            enum: mood
          - id: t
            type: u1
            enum: top
          - id: s
            type: u1
            enum: side::way
        enums:
          mood:
            1: sad
            2: glad
        instances:
          m_is:
            value: m == mood::sad
          s_is:
            value: 's == side::way::left ? mood::sad : inner::deep::mood::glad'
          cast:
            value: _root.t == top::second and _root.a == deep::mood::glad
          abs_ref:
            value: ::enum_paths::top::first
      side:
        enums:
          way:
            1: left
            2: right
    instances:
      eq:
        value: d.m == deep::mood::sad
      eqs:
        value: d.s == side::way::right
      cmp2:
        value: d.m == m
  cousin:
    seq:
      - id: x
        type: u1
        enum: inner::side::way
    instances:
      y:
        value: inner::side::way::right.to_i + x.to_i
instances:
  c:
    pos: 1
    type: cousin
